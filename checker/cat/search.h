/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * search.h - the outcomes that a model allows of a test.
 *
 * For each choice of paths (axioms/paths.h) and of the write that each observed
 * location ends with, an execution that the model accepts is looked for: a source
 * is chosen for each read, then pairs of writes are ordered, as far as the model
 * looks at them (evaluate.h).  Where one is found the rest need not be seen,
 * unless a flag is still to be decided.
 */
#ifndef MURRELET_CAT_SEARCH_H
#define MURRELET_CAT_SEARCH_H

#include "../litmus/outcomes.h"
#include "evaluate.h"

struct cat_options {
    unsigned unroll;
    bool partial; /* coherence is any order of a location's writes, the initial one first; else a total one */
    double until; /* by machine_clock; 0: any time */
    uint64_t most; /* evaluations; 0: any number */
};

struct cat_result {
    bool complete;         /* all was seen, but for what unrolling leaves out */
    const char *left_out;  /* or why not: a clause */
    bool unrolled;         /* a path was cut at a back edge */
    uint64_t accepted;     /* executions, or sets of them at once */
    uint64_t evaluations;
    bool *raised;          /* by requirement: a flag of some execution that the filter takes */
};

/* An execution that was accepted, while it is there: of its chosen relations, least is what was needed. */
typedef void cat_visitor(void *data, const struct cat_evaluation *, const struct litmus_value *values);

/* Outcomes are added to `outcomes`; `visit` (or NULL) sees the first execution of each. */
struct cat_result cat_search(struct arena *, const struct cat_model *, const struct litmus_test *, const struct cat_options *,
                             struct outcomes *outcomes, cat_visitor *visit, void *data);

/* A flag that some execution raised, or NULL. */
const char *cat_flag_raised(const struct cat_model *, const struct cat_result *);
/* What could change the answer and was not looked at, in a clause; or NULL. */
const char *cat_left_out(const struct cat_result *);

#endif
