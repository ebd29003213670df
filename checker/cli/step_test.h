/* SPDX-License-Identifier: BSD-2-Clause */
/* step_test.h - a litmus test on a machine, at one place, for who walks through it by hand. */
#ifndef MURRELET_STEP_TEST_H
#define MURRELET_STEP_TEST_H

#include <jansson.h>

#include "../interp/interp.h"
#include "../machines/run.h"
#include "../model/value.h"
#include "load.h"

/* Group: step_test_options. */
struct step_test_arguments {
    uint64_t prefetch, size;
    bool warm, evictions;
    const char *at, *outcome;
};
#define STEP_TEST_DEFAULTS {.prefetch = 1}
extern const struct option_spec step_test_options[];

struct step_test {
    struct arena *arena;
    struct machines *machines;
    struct litmus_result *result; /* bound, and not searched; NULL: no test was opened */
    struct value_names names;
    const char *title;            /* "tc-weak on MP+na.xwg" */
    json_t *origin;
    struct outcomes *seen;        /* of the state that was asked about last */
};

/* An exit code: 0, or with what is wrong on stderr.  To be closed in either case.  A machine of one's own is not checked
 * first, as for a verdict: nothing is claimed of it, and a walk may show what is wrong with it. */
int step_test_open(struct step_test *, const char *machine, const char *path, const struct step_test_arguments *,
                   const struct language_arguments *, const struct compile_arguments *);
void step_test_close(struct step_test *);

/* Append the outcome that a final state shows, and whether the condition holds there; false: it is not final. */
bool step_test_outcome(struct step_test *, struct interp *, const int64_t *leaves, struct text *);

#endif
