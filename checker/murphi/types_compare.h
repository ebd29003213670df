/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * types_compare.h - whether types are the same, and values of one in another.
 */
#ifndef MURRELET_TYPES_COMPARE_H
#define MURRELET_TYPES_COMPARE_H

#include "ast.h"

/* The ordinal that a value of one type has in another: unions, their parts,
 * unions that overlap.  False where the other has no such value. */
bool types_convert(const struct type *from, const struct type *to, int64_t value, int64_t *converted);
/* Whether two resolved types are the same: their values have the same leaves. */
bool types_equal(const struct type *, const struct type *);

#endif
