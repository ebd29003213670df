/* SPDX-License-Identifier: BSD-2-Clause */
/* lowered.h - a compiler's table of instructions beside the litmus tests that use its rows (murrelet table). */
#ifndef MURRELET_LOWERED_H
#define MURRELET_LOWERED_H

#include "../audit/lowering.h"

struct lowered_arguments {
    bool lowered;   /* print each test's accesses with their rows */
    bool every_row; /* a row without a test is a violation */
};

/* The files and folders named, or the library's tests; json is NULL, or where to write it; gives an exit code. */
int lowered_show(struct arena *, struct machines *, const struct machine_variant *, const struct lowering *,
                 const struct lowered_arguments *, const char *json, int argc, char **argv);

#endif
