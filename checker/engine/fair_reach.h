/* SPDX-License-Identifier: BSD-2-Clause */
/* fair_reach.h - which nodes of a product can be reached, component of the automaton after component. */
#ifndef MURRELET_FAIR_REACH_H
#define MURRELET_FAIR_REACH_H

#include "fair_part.h"

/* False: it was reached before. */
bool fair_reach(struct fair *, uint64_t state, uint32_t at);
/* From the nodes of `todo` on, until that is empty: `found`, which has these, gains what they lead to in the part; what steps
 * out of the part lead to is reached.  Both have a bit by node. */
void fair_reach_on(struct fair_part *, uint64_t *found, uint64_t *todo);
/* Whether every state can be reached in a part, since runs begin there and may stay: all its nodes are reached then. */
bool fair_reach_everywhere(struct fair_part *);
/* All that can be in a part, and what steps out of it lead to, where all that enters it is reached. */
void fair_reach_part(struct fair_part *);

#endif
