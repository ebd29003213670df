/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * run_text.h - a litmus run's trace as a reader of the test wants it.
 *
 * It says what each thread does, in the test's own words, and what changes in
 * the machine.
 */
#ifndef MURRELET_LITMUS_TRACE_H
#define MURRELET_LITMUS_TRACE_H

#include "run.h"

enum litmus_trace_mode {
    LITMUS_TRACE_NONE,
    LITMUS_TRACE_SHORT, /* what the threads do, and the machine's rules by name */
    LITMUS_TRACE_DIFF,  /* and what changes in the machine's state */
};

/* The trace of violations[0] of `search`: result->search or result->witness_search. */
void litmus_trace(struct text *out, const struct litmus_result *, const struct search_result *search,
                  enum litmus_trace_mode);

#endif
