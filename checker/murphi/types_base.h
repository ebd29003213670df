/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * types_base.h - what an expression names; a multiset by its place in the state.
 */
#ifndef MURRELET_TYPES_BASE_H
#define MURRELET_TYPES_BASE_H

#include "ast.h"

/* The scalar variable that an expression is, conversions aside: what may be undefined; or NULL. */
const struct expr *types_scalar_variable(const struct expr *);

/* The first multiset of the state that begins at the leaf or behind it: its number, multiset_count if there is none. */
unsigned types_first_multiset(const struct program *, unsigned leaf);

#endif
