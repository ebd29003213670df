/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * types_base.h - what an expression names.
 */
#ifndef MURRELET_TYPES_BASE_H
#define MURRELET_TYPES_BASE_H

#include "ast.h"

/* The scalar variable that an expression is, conversions aside: what may be undefined; or NULL. */
const struct expr *types_scalar_variable(const struct expr *);

#endif
