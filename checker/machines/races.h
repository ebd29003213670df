/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * races.h - whether a litmus test has a heterogeneous race under an HRF model.
 *
 * Every sequentially consistent execution is searched, on the machine sc with
 * the analysis of hb.h beside it.  Where the model is a relaxed one and the
 * program has weak orders, its candidate executions are enumerated too.  The
 * answer is exact unless a bound, a loop in such a program, or a remote order
 * beside weak ones leaves executions out.
 */
#ifndef MURRELET_LITMUS_RACES_H
#define MURRELET_LITMUS_RACES_H

#include "../axioms/candidates.h"
#include "run.h"

enum race_verdict {
    RACE_FREE,
    RACE_RACY,
    RACE_NONE_FOUND, /* none was found, but not everything was searched */
};
/* Whether a program has orders that drf and the unrelaxed HRF models do not know. */
bool race_has_rlx_or_fence(const struct litmus_test *);
bool race_has_remote(const struct litmus_test *);
const char *race_verdict_name(enum race_verdict); /* "race-free", "racy", "no race found" */

struct race_options {
    struct race_rules rules;
    struct litmus_options run; /* bounds and compiler */
    unsigned unroll;           /* of loops, in candidates */
    uint64_t max_executions;   /* candidates to look at; 0: no bound */
    bool reference;            /* by the analysis in Murphi (invariants/happens-before.m): slow, for small tests */
    bool outcomes;             /* also collect what the model allows */
};

struct race_result {
    const struct litmus_test *test;
    enum race_verdict verdict;
    bool exact;
    const char *reason;        /* where not exact: what was left out, a clause */
    uint64_t states;           /* of the search */
    bool enumerated;           /* candidates were */
    uint64_t candidates;
    /* Racy: an execution, and the two accesses in it.  In the order of
     * execution, or, from a candidate, thread by thread. */
    struct race_action *actions;
    unsigned action_count, first, second;
    bool interleaved;
    /* With `outcomes`, unless racy: all that the model allows of the condition's
     * watches, as far as the search was exact. */
    struct outcomes *outcomes;
    const char *searched;      /* the identity (identity.h) of the machine that was searched */
    struct arena *arena;
};

/* NULL, with words in `error`, where the test cannot be searched. */
struct race_result *races_decide(struct machines *, const struct machine_program *, const struct race_options *,
                                 struct text *error);
void race_result_free(struct race_result *);

/* "P0: w[rel,agent] y 1", "P1: r[acq,agent] y = 1" */
void race_print_action(struct text *, const struct litmus_test *, const struct race_action *);
/* The execution, an access a line, the two that race marked. */
void race_print_execution(struct text *, const struct race_result *);

#endif
