/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_names.h - what a machine's values are called in the words of the test that
 * runs on it: threads, CUs, locations, operations, values, and how far a thread is.
 */
#ifndef MURRELET_LITMUS_TEST_NAMES_H
#define MURRELET_LITMUS_TEST_NAMES_H

#include "../model/value.h"
#include "../murphi/types.h"
#include "run.h"

/* They last as long as the result. */
struct value_names test_names(const struct litmus_result *);

/* Those of them that an expression can name: P0, cu1, a location that is alone in its line.  A name that would stand for
 * two values is left out. */
struct shown_names test_names_shown(struct arena *, const struct litmus_result *);

#endif
