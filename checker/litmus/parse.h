/* SPDX-License-Identifier: BSD-2-Clause */
/* parse.h - litmus tests from text: LISA as herd7 writes it, and PTX, Vulkan and OpenCL C as
 * Dartagnan does.  The header line says which. */
#ifndef MURRELET_LITMUS_PARSE_H
#define MURRELET_LITMUS_PARSE_H

#include "program.h"

/* NULL if there were errors. */
struct litmus_test *litmus_parse(struct arena *, struct diagnostics *, const struct source *);

/* Set the test's `outcome` from text such as `1:r0=1 /\ x=2`, and watch what
 * it reads.  False if there were errors. */
bool litmus_parse_outcome(struct arena *, struct diagnostics *, struct litmus_test *, const struct source *);

#endif
