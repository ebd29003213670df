/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * types_private.h - what the files of the type checker share.
 *
 *   types.c         the stages in order, and the declarations of the outermost scope
 *   types_base.c    names: scopes, and what an expression names
 *   types_resolve.c constants and types, when they are first asked for
 *   types_override.c constants set from outside
 *   types_type.c    types: resolution, layout
 *   types_compare.c types: identity, conversion, names for messages
 *   types_expr.c    expressions, designators, conversions
 *   types_fold.c    constant expressions
 *   types_stmt.c    statements, local declarations, routines' bodies
 *   types_rule.c    rules and properties, flat
 *   types_formula.c formulas, and which rules may be fair
 *   types_effect.c  what routines read and write, across calls
 *   types_slot.c    what stands for elements of multisets, and whether the order of slots can matter
 *
 * An expression or symbol whose check failed has no type (NULL).  A check that
 * comes upon one reports nothing, since an error has been reported already.
 */
#ifndef MURRELET_TYPES_PRIVATE_H
#define MURRELET_TYPES_PRIVATE_H

#include "../base/arena.h"
#include "scope.h"

struct constant_override;

enum access { ACCESS_NONE, ACCESS_READ, ACCESS_WRITE };

struct call {
    struct routine *caller, *callee; /* caller: NULL in a rule */
    struct place place;
    const char *pure;                /* as checker.pure, when it was met */
};

/* An argument by reference: whatever happens to the parameter happens to the root variable. */
struct flow {
    const struct expr *argument;
    struct symbol *root, *parameter;
    struct routine *caller;
    struct place place;
    const char *pure;
};

enum {
    /* A model of this size, all of it used, is compiled and started in seconds. */
    LEAVES_MAX = 1 << 20,
    VARIABLES_MAX = 4096,
    RULES_MAX = 4096, /* rules, start states and properties */
    SCALARSET_MAX = 65535,
    RESOLVING_LIMIT = 500, /* so that the stack suffices */
    DEPTH_LIMIT = 4000,
    HINTED_ERRORS = 50,
};

struct checker {
    struct arena *arena;
    struct diagnostics *diagnostics;
    struct program *program;
    enum dialect dialect;
    struct constant_override *overrides;
    unsigned override_count;
    struct scope *scope;             /* the innermost */
    struct routine *routine;         /* the routine whose body is being checked, or NULL */
    const char *pure;                /* "a guard", ...: here nothing may change the state; or NULL */
    struct type **unnamed;           /* scalarsets without symmetry: those without a name,
                                        one for each size, and those of inner scopes */
    unsigned unnamed_count;
    unsigned resolving;               /* how many definitions are being resolved, one within another */
    unsigned depth;                  /* of expressions within each other, through definitions too */
    unsigned rule_count;             /* rules, start states and properties so far */
    struct call *calls;
    unsigned call_count;
    struct flow *flows;
    unsigned flow_count;
};

#define types_error(checker, ...) diagnostics_add((checker)->diagnostics, SEVERITY_ERROR, __VA_ARGS__)

/* types_base.c */
void types_declare(struct checker *, struct symbol *);
void types_open(struct checker *);
void types_close(struct checker *);
/* The symbol of this name, or NULL with an error. */
struct symbol *types_lookup(struct checker *, const char *name, struct place);
const char *types_kind_name(const struct symbol *); /* "a variable", ... */
struct symbol *types_root(const struct expr *); /* of a designator */

/* types_resolve.c */
/* Make sure that a constant or a type is resolved; false on error. */
bool types_resolve_symbol(struct checker *, struct symbol *, struct place);

/* types_formula.c */
void types_formula(struct checker *, struct property *);
/* When all rules are known. */
void types_formula_rules(struct checker *);

/* types_override.c */
struct constant_override *types_override_find(struct checker *, const struct symbol *);
bool types_override_apply(struct checker *, struct symbol *, const struct constant_override *);
/* Report an error for each override that names no constant. */
void types_override_report(struct checker *);

/* types_type.c */
bool types_resolve(struct checker *, struct type *);
void types_declare_members(struct checker *, struct type *);
/* Scalarsets without symmetry become ranges, once all is checked. */
void types_resolve_unnamed(struct checker *);
struct type *types_range(struct checker *, int64_t low, int64_t high);
/* Whether a range may begin there: not at the number that stands for undefined. */
bool types_above_undefined(struct checker *, int64_t low, struct place);
/* A union of the parts of two that overlap; NULL where they do not. */
struct type *types_join(struct checker *, struct type *, struct type *);
void types_number(struct checker *, struct type *);
static inline bool types_is_integer(const struct type *type) { return type->kind == TYPE_RANGE; }

/* types_compare.c */
bool types_is_part(const struct type *whole, const struct type *part);
/* As a message names it; short. */
const char *types_describe(struct checker *, const struct type *);
/* Why two types of the same kind differ, as a hint, or NULL. */
const char *types_difference(struct checker *, const struct type *, const struct type *);

/* types_expr.c: each resolves, and returns the type or NULL */
struct type *types_expr(struct checker *, struct expr *);
struct type *types_designator(struct checker *, struct expr *, enum access);
struct type *types_writable(struct checker *, struct expr *, const char *what); /* "assigned to", ... */
bool types_condition(struct checker *, struct expr **, const char *what);
/* Bring a checked expression to a type: false, with an error, where that
 * cannot be.  `what` says whose value it is: "the value assigned", ... */
bool types_coerce(struct checker *, struct expr **, struct type *, const char *what);
/* The slot of a multiset of this type: a choose parameter. */
bool types_slot(struct checker *, struct expr *, struct type *multiset);
/* The common type of two checked expressions, both brought to it; or NULL, with no error. */
struct type *types_unify(struct checker *, struct expr **, struct expr **);
/* Resolve bounds or type, open a scope and declare the parameter; the caller closes it. */
bool types_quantifier(struct checker *, struct quantifier *);
/* Open a scope with the alias in it; the caller closes it. */
void types_alias(struct checker *, struct symbol *);
struct type *types_call(struct checker *, struct expr *, bool as_statement);
/* An expression that must be a constant number, checked here. */
bool types_constant_integer(struct checker *, struct expr *, const char *what, int64_t *value);

/* types_fold.c */
/* Fold an expression whose operands are constant, unless evaluating it fails. */
void types_fold(struct checker *, struct expr *);
/* A checked expression that must be a constant: false, with an error, otherwise. */
bool types_constant(struct checker *, struct expr *, const char *what);

/* types_stmt.c */
void types_block(struct checker *, struct block *);
void types_locals(struct checker *, struct decl **, unsigned count);
void types_routine(struct checker *, struct routine *);
void types_local_property(struct checker *, struct property *);

/* types_rule.c */
void types_rules(struct checker *);
void types_number_properties(struct checker *);

/* types_effect.c */
void types_mark(struct checker *, struct symbol *, enum access);
void types_effects(struct checker *);

/* types_slot.c, after the effects are known */
void types_slots(struct checker *);

#endif
