/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * run.h - one litmus test on one machine: every outcome that can happen.
 *
 * A run is complete when every reachable state of the model was visited,
 * exactly; then `never` means never, in the environment that the result
 * carries.  An incomplete run has what it saw, and proves nothing absent.
 */
#ifndef MURRELET_LITMUS_RUN_H
#define MURRELET_LITMUS_RUN_H

#include "../engine/search.h"
#include "condition.h"
#include "machines.h"

/* An outcome: the values of the test's watches, in their order. */
struct litmus_outcome {
    int values[PROGRAM_THREADS * PROGRAM_REGISTERS + PROGRAM_LOCATIONS]; /* value codes */
    uint64_t count;     /* distinct final states that show it */
    bool condition;     /* whether the condition's proposition holds in it */
};

struct litmus_options {
    struct machine_environment environment;
    struct compile_options compile;
    uint64_t max_states;      /* 0: none */
    double max_seconds;       /* 0: none */
    uint64_t memory;          /* 0: none */
    unsigned threads;
    bool liveness;            /* check that every operation can always complete */
    bool witness;             /* also find the shortest run to the condition (or against it, for forall) */
    atomic_bool *interrupt;
};

struct litmus_result {
    const struct machine_variant *machine;
    const struct machine_model *model;
    const struct litmus_test *test;
    const struct machine_program *program;
    struct litmus_placement placement;
    struct litmus_outcome *outcomes; /* in the order of their values */
    unsigned outcome_count;
    bool complete;
    enum incomplete_reason reason;
    bool condition_holds;     /* of what was seen: exists, ~exists, forall */
    uint64_t positive, negative; /* final states by the condition's proposition */
    enum litmus_observation observation; /* meaningful when complete, or when not Never */
    uint64_t states, rules_fired;
    unsigned depth;
    double seconds;
    const char *trouble;      /* the run cannot be believed, and why; or NULL */
    /* A property of the machine that failed, or the witness asked for. */
    struct search_result *search;
    const struct violation *violation; /* NULL: none; a liveness property, an invariant, an error */
    struct search_result *witness_search; /* NULL, or violations[0] is the run to the witness */
    struct litmus_host *host; /* for printing traces */
    struct arena *arena;
};

/* NULL, with words in `error`, where the machine cannot be compiled or bound.
 * `placement` NULL is the default one. */
struct litmus_result *litmus_run(struct machines *, const struct machine_variant *, const struct machine_program *,
                                 const struct litmus_placement *, const struct litmus_options *, struct text *error);
void litmus_result_free(struct litmus_result *);

#endif
