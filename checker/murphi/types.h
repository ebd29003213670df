/* SPDX-License-Identifier: BSD-2-Clause */
/* types.h - names, types and constants: fills every field marked [types] in ast.h. */
#ifndef MURRELET_TYPES_H
#define MURRELET_TYPES_H

#include "parser.h"
#include "types_base.h"
#include "types_compare.h"
#include "types_override.h"

/* Returns false where it added errors.  types_fit() is the part that a program can fail by its types alone: what symmetry
 * it has, which may take longer than all else, and its view are left out. */
bool types_check(struct arena *, struct diagnostics *, struct program *, enum dialect,
                 struct constant_override *, unsigned count);
bool types_fit(struct arena *, struct diagnostics *, struct program *, enum dialect, struct constant_override *, unsigned count);
/* What a value is called where a state is shown, and the model has no name for it: the line x of a litmus test. */
struct shown_name {
    const char *name;
    struct type *type;
    int64_t value;
};

struct shown_names {
    struct shown_name *list;
    unsigned count;
};

/* Check an expression in the model's outermost scope (for --watch).  The elements of scalarsets have the names in it that
 * traces give them, and what is in the list (or NULL) has its names, unless the model means something else by them. */
bool types_check_expression(struct arena *, struct diagnostics *, struct program *, enum dialect, struct expr *,
                            const struct shown_names *);

#endif
