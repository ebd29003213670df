/* SPDX-License-Identifier: BSD-2-Clause */
/* expected.h - what is recorded of the suite's tests beside them, in
 * litmus/expected.tsv: a line a test, a column a fact (docs/litmus.md). */
#ifndef MURRELET_LITMUS_EXPECTED_H
#define MURRELET_LITMUS_EXPECTED_H

#include <stdbool.h>

#include "../base/arena.h"
#include "../base/source.h"

struct expected;

/* The record of the library below `root`.  Each row is of a file that is there,
 * each name is there once, and each cell says something that it may say.
 * NULL, with the diagnostics, where that is not so. */
struct expected *expected_open(struct arena *, struct diagnostics *, const char *root);
unsigned expected_count(const struct expected *);
const char *expected_name(const struct expected *, unsigned index);
bool expected_has(const struct expected *, const char *test);
/* The cell, or NULL where the test is not there.  The column is one of the file's. */
const char *expected_get(const struct expected *, const char *test, const char *column);

#endif
