/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fair_join.h - whether a run that is at a node may go round from its state at once.
 *
 * A run goes round where its states and what fires do; the automaton follows, and may be in a fair component only some
 * steps later.  Let the run be at (s, q), and (s, c) be in a fair component.  Where the same
 * arcs lead from both to one node, the second inside the component, the run may come back from there to (s, c) and go on as it went: what the
 * automaton accepts from c after these steps it accepts from q.  The converse holds too: a run that goes round from s, and is
 * accepted from q, is at s in a component's (s, c) later, and from then on as it was before.
 */
#ifndef MURRELET_FAIR_JOIN_H
#define MURRELET_FAIR_JOIN_H

#include "fair.h"

struct fair_join;

struct fair_join *fair_join_open(const struct fair *);
void fair_join_close(struct fair_join *);
/* True: `home` is the c above, and fair_join_steps() gives the steps from (s, c). */
bool fair_joins(struct fair_join *, uint64_t state, uint32_t at, uint32_t *home);
const struct product_step *fair_join_steps(const struct fair_join *, uint64_t *length);

#endif
