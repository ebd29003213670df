/* SPDX-License-Identifier: BSD-2-Clause */
/* types.h - names, types and constants: fills every field marked [types] in ast.h. */
#ifndef MURRELET_TYPES_H
#define MURRELET_TYPES_H

#include "parser.h"
#include "types_base.h"
#include "types_compare.h"
#include "types_override.h"

/* Returns false where it added errors. */
bool types_check(struct arena *, struct diagnostics *, struct program *, enum dialect,
                 struct constant_override *, unsigned count);
/* Check an expression in the model's outermost scope (for --watch). */
bool types_check_expression(struct arena *, struct diagnostics *, struct program *, enum dialect, struct expr *);

#endif
