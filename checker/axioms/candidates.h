/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * candidates.h - the candidate executions of the relaxed HRF models.
 *
 * A program with relaxed, acquire or release accesses, or fences, has more
 * executions under these models than the sequentially consistent ones: a
 * candidate is a path through each thread, a source for each read and an order
 * of all accesses of each location, such that happens-before, the order of the
 * sc accesses and those orders agree.  One of them may have a race, or an
 * outcome, that no interleaving has.
 *
 * Loops are unrolled: a back edge is taken at most `unroll` times.
 */
#ifndef MURRELET_LITMUS_CANDIDATES_H
#define MURRELET_LITMUS_CANDIDATES_H

#include "../litmus/outcomes.h"
#include "hb.h"
#include "paths.h"

struct candidate_options {
    struct race_rules rules; /* of a relaxed model */
    unsigned unroll;
    uint64_t most;           /* executions to look at; 0: no bound */
    double until;            /* by machine_clock; 0: any time */
};

struct candidates {
    bool complete;           /* all were seen, but for what unrolling leaves out */
    const char *left_out;    /* or why not: a clause */
    bool unrolled;           /* a path was cut at a back edge */
    uint64_t executions;     /* looked at */
    uint64_t count;          /* that are candidates */
    bool racy;
    struct race_action *actions; /* of the first with a race: thread by thread; in the arena */
    unsigned action_count;
    unsigned first, second;  /* the accesses that race */
};

/* Whether a program has orders that let candidates be more than interleavings:
 * relaxed accesses, acquire and release ones that are not sc, fences. */
bool candidates_matter(const struct litmus_test *);
/* Outcomes are added to `outcomes` unless it is NULL. */
struct candidates candidates_find(struct arena *, const struct litmus_test *, const struct candidate_options *,
                                  struct outcomes *outcomes);

#endif
