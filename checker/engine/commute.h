/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * commute.h - whether a model commutes with the permutations of its scalarsets,
 * found out by trying: the proof, for a finite model, of what the front end
 * decides from its text.
 *
 * The states are those that can be reached, without reduction by symmetry, from
 * the start states and all that permutations make of them.  In each of them,
 * for each exchange of two neighbouring elements of a scalarset: what the
 * state does, renamed, must be what the renamed state does (conduct.h).  These
 * exchanges generate all permutations, and the states are closed under them, so
 * that nothing more is to be tried.
 *
 * A scalarset that the model does not reduce is tried alone, and what is found
 * of it is no verdict: it says whether the front end was too careful.
 */
#ifndef MURRELET_COMMUTE_H
#define MURRELET_COMMUTE_H

#include "search.h"

enum commute_kind {
    COMMUTE_FIRING,   /* what a rule instance leads to */
    COMMUTE_COVER,    /* whether a cover is met */
    COMMUTE_LIVENESS, /* whether an instance of a liveness property holds */
    COMMUTE_PROPERTY, /* whether an invariant (or evaluating a cover) fails */
    COMMUTE_GUARD,    /* whether some guard cannot be evaluated */
    COMMUTE_DEADLOCK, /* whether something is enabled, or leads elsewhere */
};

enum commute_outcome {
    OUTCOME_NO,     /* not enabled, not met, does not hold or fail */
    OUTCOME_YES,    /* met, holds, fails */
    OUTCOME_TARGET, /* a firing leads to `target` */
    OUTCOME_FAULT,  /* a firing, or an evaluation, fails */
};

struct commute_side {
    int64_t *leaves;             /* the state */
    enum commute_outcome outcome;
    int64_t *target;             /* OUTCOME_TARGET, else NULL */
    uint32_t fault;              /* the property that a firing fails; or MODEL_NO_PROPERTY */
    uint64_t instance;           /* the rule's, the cover's firing, the liveness property's; or MODEL_NO_INSTANCE */
};

struct commute_difference {
    enum commute_kind kind;
    uint32_t scalarset, element; /* this element, from 0, and the next change places */
    uint32_t property;           /* COVER, LIVENESS, PROPERTY */
    struct commute_side side[2]; /* the state, and the state renamed */
};

struct commute_scalarset {
    enum verdict verdict;        /* HOLDS: it commutes; of one that is not reduced too */
    enum incomplete_reason reason;
    uint64_t states;             /* that were tried */
    struct commute_difference *difference; /* VIOLATED: the first one; else NULL */
};

struct commute_result {
    enum verdict verdict;        /* of those that are reduced, together */
    enum incomplete_reason reason;
    uint64_t states, comparisons;
    double seconds;
    struct commute_scalarset *scalarsets; /* by scalarset of the model */
    uint32_t scalarset_count;
};

/* Uses of the options: multiset_reduction, enabled, max_states, max_seconds,
 * memory, loop_limit, recursion_limit, interrupt.  Never NULL. */
struct commute_result *commute_run(const struct model *, const struct search_options *);
void commute_free(struct commute_result *);

#endif
