/* SPDX-License-Identifier: BSD-2-Clause */
/* types.h - names, types and constants: fills every field marked [types] in ast.h. */
#ifndef MURRELET_TYPES_H
#define MURRELET_TYPES_H

#include "parser.h"

/* A constant set from outside (--const NAME=VALUE), in place of its definition. */
struct constant_override {
    const char *name, *value;    /* value: a decimal or hexadecimal number, or an enum member */
    bool used;                   /* set by types_check; one never used is an error there */
    struct place place;          /* where it was asked for; nowhere: on the command line */
};

/* Returns false where it added errors. */
bool types_check(struct arena *, struct diagnostics *, struct program *, enum dialect,
                 struct constant_override *, unsigned count);
/* Check an expression in the model's outermost scope (for --watch). */
bool types_check_expression(struct arena *, struct diagnostics *, struct program *, enum dialect, struct expr *);
/* The ordinal that a value of one type has in another: unions, their parts,
 * unions that overlap.  False where the other has no such value. */
bool types_convert(const struct type *from, const struct type *to, int64_t value, int64_t *converted);
/* Whether two resolved types are the same: their values have the same leaves. */
bool types_equal(const struct type *, const struct type *);
/* Warnings for what is almost surely a mistake. */
void lint_program(struct diagnostics *, struct program *);

/* The scalar variable that an expression is, conversions aside: what may be undefined; or NULL. */
const struct expr *types_scalar_variable(const struct expr *);

#endif
