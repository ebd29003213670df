/* SPDX-License-Identifier: BSD-2-Clause */
/* expected.h - what is recorded of the suite's tests beside them, in
 * litmus/expected.tsv: a line a test, a column a fact (docs/litmus.md). */
#ifndef MURRELET_LITMUS_EXPECTED_H
#define MURRELET_LITMUS_EXPECTED_H

#include "../base/arena.h"
#include "../base/text.h"

struct expected;

/* NULL, with words in `error`, where the file cannot be read. */
struct expected *expected_open(struct arena *, const char *path, struct text *error);
/* The cell, or NULL where the test or the column is not there. */
const char *expected_get(const struct expected *, const char *test, const char *column);

#endif
