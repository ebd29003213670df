/* SPDX-License-Identifier: BSD-2-Clause */
/* orbit.h - the least of all the leaf vectors that a state's symmetries make
 * of it: every permutation of every scalarset tried, multisets sorted. */
#ifndef MURRELET_ORBIT_H
#define MURRELET_ORBIT_H

#include "murphi/ast.h"

/* `out` must not be `in`.  Scalarsets of more than 8 elements are too many. */
void orbit_least(const struct program *, const int64_t *in, int64_t *out);

#endif
