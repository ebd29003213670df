/* SPDX-License-Identifier: BSD-2-Clause */
/* matrix.h - a suite's result: for people, for CI, and against an earlier one. */
#ifndef MURRELET_LITMUS_MATRIX_H
#define MURRELET_LITMUS_MATRIX_H

#include <stdio.h>

#include "../base/text.h"
#include "../suite/suite.h"

/* Whether a column's broken promises count: variants that are kept as they
 * were printed, and mutants, are judged and never turn the verdict. */
bool matrix_counts(const struct machine_variant *);

void matrix_text(const struct suite *, bool colour, FILE *);
void matrix_summary(const struct suite *, const struct suite_options *, bool colour, FILE *);
/* With all that suite_options has in `origin`. */
void matrix_json(const struct suite *, const struct suite_options *, FILE *);
void matrix_junit(const struct suite *, const struct suite_options *, FILE *);
void matrix_markdown(const struct suite *, const struct suite_options *, FILE *);
/* A cell as JSON has it, a new reference; and its mark, "S!". */
json_t *matrix_cell(const struct suite *, const struct suite_options *, const struct suite_cell *);
void matrix_mark(const struct suite *, const struct suite_cell *, char mark[3]);
/* A line that says how many searches were not brought to an end, where idle_text() says that something never came about. */
void matrix_put_open(const struct suite *, unsigned column, const char *before, FILE *);
/* A line that says how many results were kept by earlier runs, where any was; and the same as JSON, a new reference. */
void matrix_put_kept(const struct suite *, const char *before, FILE *);
json_t *matrix_kept(const struct suite *);
/* New references: the environment; what is checked beside outcomes. */
json_t *matrix_environment(const struct suite_options *);
/* The environment in words. */
void matrix_environment_words(const struct suite_options *, struct text *);
/* The first of an environment that another has otherwise, but for the part of the pairs that was run; NULL: none. */
const char *matrix_other_environment(const json_t *here, const json_t *there);
json_t *matrix_checks(const struct suite_options *);
/* Print what differs from a file that matrix_json wrote: exit code 0 where
 * nothing does, 1 where something does, 2 where it cannot be read. */
int matrix_compare(const struct suite *, const struct suite_options *, const char *path, FILE *);

#endif
