/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fair.h - whether a product has a fair run that the automaton accepts.
 *
 * There is one exactly where a set of nodes that can be reached is a *fair component*: strongly
 * connected by steps, at least one; its steps are in each acceptance set; of each
 * weakly fair instance it has a step, or a node in which the instance is not
 * enabled; of each strongly fair instance that is enabled in one of its nodes it has a step.
 */
#ifndef MURRELET_FAIR_H
#define MURRELET_FAIR_H

#include "fair_nodes.h"

/* What it takes at most beside the stacks of the search; UINT64_MAX: more than there are numbers.  And the
 * stacks, where all nodes are on them once. */
uint64_t fair_bytes(const struct product *);
uint64_t fair_stack_bytes(const struct product *);
void fair_decide(struct fair *, const struct product *);
void fair_free(struct fair *);

/* fair_lasso.c: a run to the nearest fair component and round in it, as steps.
 * Hangs on the order of starts and arcs, not on numbers of states. */
struct fair_step {
    uint64_t state;      /* where the step begins */
    uint32_t edge;
};
struct fair_lasso {
    uint64_t start;      /* index of its start */
    struct fair_step *steps;
    uint64_t count, loop; /* the first `loop` steps lead to the cycle */
};
/* False: stopped. */
bool fair_find_lasso(const struct fair *, struct fair_lasso *);

#endif
