/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * flatten.h - a checked program as plain Murphi, for other tools.
 *
 * What comes out is one file without includes, unions, multisets, external
 * routines or forward references, with constants at the values they were
 * given; Debian's rumur (2022.08.20) accepts it, and counts the same states
 * and rules.  What has no plain form is refused with an error that says why.
 */
#ifndef MURRELET_FLATTEN_H
#define MURRELET_FLATTEN_H

#include "../murphi/types.h"

/* A body for an external routine: declarations, `begin` and statements, as Murphi. */
struct flatten_body {
    const char *name, *text;
};

struct flatten_options {
    const struct flatten_body *bodies;
    unsigned body_count;
    bool multiset_reduction; /* write multisets as sorted arrays, or as slots in their order */
};

/* False where it added errors; `out` is then of no use. */
bool flatten_program(struct text *out, struct diagnostics *, const struct program *, const struct flatten_options *);

#endif
