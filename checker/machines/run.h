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
#include "../litmus/condition.h"
#include "../axioms/hb.h"
#include "registry.h"
#include "../litmus/outcomes.h"

struct litmus_options {
    struct machine_environment environment;
    struct compile_options compile;
    uint64_t max_states;      /* 0: none */
    double max_seconds;       /* 0: none */
    uint64_t memory;          /* 0: none */
    unsigned threads;
    unsigned least_size;      /* the least size class to take, whatever the test needs */
    int least_components;     /* and the least number of components */
    bool quick;               /* the model serves few searches: compile it quickly, unless this search is large */
    bool wide;                /* do not specialise the model's layout to the test */
    bool liveness;            /* check that every operation can always complete */
    bool stats;               /* count how often each rule fires, and the states of each level */
    bool ends;                /* and that every thread can always still end */
    const struct race_rules *races; /* with invariants "races": what it checks; else NULL */
    /* Of the shortest runs one in which it changes least often who acts: who, as search_options say it, of a
     * litmus_result; or NULL. */
    int (*actor)(void *result, const int64_t *start, const int64_t *before, uint64_t instance, const int64_t *after);
    bool witness;             /* also find the shortest run to the condition (or against it, for forall) */
    atomic_bool *interrupt;
};

struct litmus_result {
    const struct machine_variant *machine;
    const struct machine_model *model;
    const struct model *searched; /* model->model, or specialised to the test */
    atomic_bool overflowed;       /* `searched` is too narrow */
    const struct litmus_test *test;
    const struct machine_program *program;
    struct litmus_placement placement;
    struct outcomes *outcomes;
    bool warm;                /* of the environment */
    bool complete;
    enum incomplete_reason reason;
    uint64_t bound;           /* of states; 0: none */
    struct litmus_tally tally;
    uint64_t states, rules_fired;
    unsigned depth;
    double seconds;
    const char *trouble;      /* the run cannot be believed, and why; or NULL */
    /* A property of the machine that failed, or the witness asked for. */
    struct search_result *search;
    const struct violation *violation; /* NULL: none; a liveness property, an invariant, an error */
    struct search_result *witness_search; /* NULL, or violations[0] is the run to the witness */
    struct search_options search_options, witness_options; /* what was asked of each */
    struct litmus_host *host; /* for printing traces */
    struct hb *hb;      /* of the race analysis, or NULL */
    struct arena *arena;
};

/* NULL, with words in `error`, where the machine cannot be compiled or bound.
 * `placement` NULL is the default one. */
struct litmus_result *litmus_run(struct machines *, const struct machine_variant *, const struct machine_program *,
                                 const struct litmus_placement *, const struct litmus_options *, struct text *error);
/* The machine with the test bound to it, and nothing searched: for running a trace again.  `search_options` has what
 * that takes; a final state is asked whether it is the witness. */
struct litmus_result *litmus_bind(struct machines *, const struct machine_variant *, const struct machine_program *,
                                  const struct litmus_placement *, const struct litmus_options *, struct text *error);
/* The properties of a model that a search checks: all but one of the covers `witness` (where that is looked for) and
 * `final`, and of liveness what is asked for. */
unsigned char *litmus_enabled(struct arena *, const struct model *, bool liveness, bool ends, bool witness);
/* What a run that is not complete has left out, in one clause. */
const char *litmus_left_out(const struct litmus_result *);
void litmus_result_free(struct litmus_result *);

#endif
