/* SPDX-License-Identifier: BSD-2-Clause */
/* scope.h - which name means what, where.  Names are case-sensitive, but
 * `true`, `false` and `boolean`, which are found in any case. */
#ifndef MURRELET_SCOPE_H
#define MURRELET_SCOPE_H

#include "ast.h"

struct arena;

/* A block of declarations within `outer`; the outermost has none. */
struct scope;

struct scope *scope_open(struct arena *, struct scope *outer);
/* Returns the outer one.  Symbols live on; the scope does not. */
struct scope *scope_close(struct scope *);
bool scope_is_outermost(const struct scope *);
/* The symbol that has this name in this very scope already, or NULL once added. */
struct symbol *scope_add(struct arena *, struct scope *, struct symbol *);
/* The innermost symbol of this name, or NULL. */
struct symbol *scope_find(const struct scope *, const char *name);
/* A visible name that `name` may be a slip of, or NULL. */
const char *scope_nearest(const struct scope *, const char *name);

#endif
