/* SPDX-License-Identifier: BSD-2-Clause */
/* result.h - how executions are looked for, and what of them is said: for search.c and endless.c. */
#ifndef MURRELET_CAT_RESULT_H
#define MURRELET_CAT_RESULT_H

#include "evaluate.h"

/* An execution that was accepted, while it is there: of its chosen relations, least is what was needed. */
typedef void cat_visitor(void *data, const struct cat_evaluation *, const struct litmus_value *values);
/* ... and that raises a flag, which none did before it. */
typedef void cat_flag_visitor(void *data, const struct cat_evaluation *, const struct cat_requirement *);

struct cat_options {
    unsigned unroll;
    bool partial; /* coherence is any order of a location's writes, the initial one first; else a total one */
    double until; /* by machine_clock; 0: any time */
    uint64_t most; /* evaluations; 0: any number */
    cat_flag_visitor *flagged; /* or NULL */
    void *flagged_data;
};

struct cat_result {
    bool complete;         /* all was seen, but for what unrolling leaves out */
    const char *left_out;  /* or why not: a clause */
    bool unrolled;         /* a path was cut at a back edge */
    uint64_t accepted;     /* executions, or sets of them at once */
    uint64_t evaluations;
    bool *raised;          /* by requirement: a flag of some execution that the filter takes */
};

#endif
