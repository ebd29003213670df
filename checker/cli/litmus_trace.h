/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * litmus_trace.h - the runs that litmus searches find, shown as every other trace
 * is (report/), in the test's words.
 *
 * Before one is shown it is run again by the interpreter, as `check` does; a
 * difference is a fault of ours.
 */
#ifndef MURRELET_LITMUS_TRACE_H
#define MURRELET_LITMUS_TRACE_H

#include <jansson.h>

#include "../machines/run.h"
#include "../report/report.h"
#include "load.h"

/* The run to the witness, or to the violation, of a result: as a report's only one. */
struct litmus_trace {
    struct report report;
    struct value_names names;
    const char *title; /* "tc-weak on MP+na.xwg" */
};

enum litmus_run_kind { LITMUS_RUN_VIOLATION, LITMUS_RUN_WITNESS };

/* What it refers to lasts as long as the result. */
void litmus_trace_open(struct litmus_trace *, const struct litmus_result *, enum litmus_run_kind);
/* What the memory models say of the run to the witness, and in words the `cycle`, or why none can be told; JSON, or NULL. */
json_t *litmus_trace_execution(struct machines *, const struct litmus_result *, const struct litmus_options *, struct text *cycle);
/* The steps, each with its rule and what it changes. */
void litmus_trace_text(const struct litmus_trace *, FILE *);
/* Have these expressions printed after each step.  False, with what is wrong on stderr, where one is none of the
 * machine's; then none is. */
bool litmus_trace_watch(struct litmus_trace *, const struct litmus_result *, const struct option_list *, int color);

/* Cut the runs of the result down to their slices (replay/slice.h). */
void litmus_trace_slice(const struct litmus_result *);
/* For litmus_options: who acts, as a chart of the run has it. */
int litmus_trace_actor(void *result, const int64_t *start, const int64_t *before, uint64_t instance, const int64_t *after);

/* The same as litmus_trace_text, appended to `words`. */
void litmus_trace_words(const struct litmus_trace *, struct text *words);

#endif
