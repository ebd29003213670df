/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * resume.h - go on from a suite's JSON: pairs that were run to their end, and
 * would be the same again, are taken over.
 *
 * The same are the machine with all that it includes, the test, the program
 * (identity.h), the environment and bounds, and what is checked.  Only outcomes
 * are taken; they are judged anew.
 */
#ifndef MURRELET_LITMUS_RESUME_H
#define MURRELET_LITMUS_RESUME_H

#include "../suite/suite.h"

struct resume;

/* The file that matrix_json wrote, for a run that is described by `origin`
 * (its "tool", "machines" and "tests") and these options; NULL, with a message
 * on stderr, where it is no such file. */
struct resume *resume_open(const char *path, const struct suite_options *, const json_t *origin);
void resume_free(struct resume *);
/* suite_options.take, with the resume as its data. */
bool resume_take(void *, const struct suite *, struct suite_cell *);
/* {"file": ...}; of the resume. */
json_t *resume_json(const struct resume *);

#endif
