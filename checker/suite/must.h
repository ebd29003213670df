/* SPDX-License-Identifier: BSD-2-Clause */
/* must.h - the outcomes that a machine has to show: models/must-show.tsv.  A
 * model that orders more than its protocol does keeps every other promise. */
#ifndef MURRELET_LITMUS_MUST_H
#define MURRELET_LITMUS_MUST_H

#include <stdbool.h>

#include "expected.h"
#include "../litmus/program.h"
#include "../machines/registry.h"

struct must;

/* Each row names a machine of the list and a test of the library's record.
 * NULL, with the diagnostics, where one does not, or the file cannot be read. */
struct must *must_open(struct arena *, struct diagnostics *, const struct machines *, const struct expected *);
/* The test of the record that this one is: the one of its name, or one with a row here that it is up to the names of threads,
 * locations, registers and scope instances.  NULL: none. */
const char *must_like(struct arena *, struct must *, const struct litmus_test *);
/* Whether the machine (NAME or NAME:VARIANT) has to meet that test's condition
 * somewhere, with that many prefetches a CU.  No test is shown by nobody. */
bool must_show(const struct must *, const char *machine, const char *test, unsigned prefetches);

#endif
