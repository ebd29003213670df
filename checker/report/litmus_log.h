/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * litmus_log.h - what a run of a test says: in the layout of herd7, which its tools
 * (mcompare7, msum7, mdiff7) read, and in JSON.
 */
#ifndef MURRELET_LITMUS_LOG_H
#define MURRELET_LITMUS_LOG_H

#include <jansson.h>

#include "../litmus/outcomes.h"

struct text;

/* Under what conditions a machine ran.  Without it a Never means nothing. */
struct litmus_environment {
    unsigned prefetch;     /* loads of other wavefronts, a CU */
    bool warm;             /* these are over when the program begins */
    bool warm_too;         /* both ways were run */
    bool evictions;
    const char *placement; /* "P0,P1@cu0 P2@cu1", "default", "all" */
    const char *scopes;    /* the tree, where it is not the one that the test was written with; or NULL */
    const char *layout;    /* "x|y", "default", "all" */
    uint64_t bound;        /* states; 0: none */
};

struct litmus_report {
    const struct litmus_test *test;
    const struct outcomes *outcomes;
    const char *machine, *variant;   /* variant: NULL for the default */
    const char *model;               /* outcomes of a memory model: no machine, no environment; else NULL */
    struct litmus_environment environment;
    bool complete;
    const char *left_out;            /* incomplete: what was not visited, one clause */
    uint64_t states;                 /* of a machine; of a model, executions that it accepts */
    unsigned depth;                  /* of a machine: of the deepest state */
    double seconds;
    const char *const *flags;        /* races and notes, e.g. "race-HRFi" */
    unsigned flag_count;
    const char *asked;               /* --outcome, or NULL; and whether some run ends so */
    bool reached;
};

/* `prefetch 1, cold, evictions, placement default, layout default, bound none` */
void litmus_print_environment(struct text *, const struct litmus_environment *);
void litmus_log(struct text *, const struct litmus_report *);
/* `execution`: of the trace (litmus_execution_json), taken over; or NULL. */
json_t *litmus_json(const struct litmus_report *, json_t *execution);

#endif
