/* SPDX-License-Identifier: BSD-2-Clause */
/* parse.h - litmus tests from text: LISA as herd7 writes it, and PTX as
 * Dartagnan does.  The header line says which. */
#ifndef MURRELET_LITMUS_PARSE_H
#define MURRELET_LITMUS_PARSE_H

#include "program.h"

/* NULL if there were errors. */
struct litmus_test *litmus_parse(struct arena *, struct diagnostics *, const struct source *);

/* A condition such as `1:r0=1 /\ x=2` in the terms of a test that was parsed;
 * adds to the test what it watches.  NULL if there were errors. */
struct litmus_proposition *litmus_parse_condition(struct arena *, struct diagnostics *, struct litmus_test *,
                                                  const struct source *);

#endif
