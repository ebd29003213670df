/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * flatten_private.h - what the files of the flattener share.
 *
 *   flatten.c           the order of declarations; rules
 *   flatten_expr.c      expressions
 *   flatten_stmt.c      statements
 *   flatten_type.c      types, and how those that are lowered are written
 *   flatten_multiset.c  the routines that stand for the operations on multisets
 *   flatten_line.c      lines and strings
 *
 * A union becomes a range, and the enums and scalarsets in it become ranges
 * too: a member is then a constant, a conversion an addition.  So does an enum
 * that a parameter runs through a range of.  A multiset
 * becomes an array of slots, `record taken: 0..0; item: T; end`; a slot is free
 * where `taken` is undefined, so a multiset is empty when it is undefined.
 * With multiset reduction, each rule ends by sorting all multisets of the
 * state; what they hold must then have an order, and becomes ranges as well.
 */
#ifndef MURRELET_FLATTEN_PRIVATE_H
#define MURRELET_FLATTEN_PRIVATE_H

#include "../murphi/types.h"

struct flatten_options;

/* The slot that a multisetcount has come to, in place of its parameter. */
struct substitution {
    const struct symbol *symbol;
    unsigned slot;
    const struct substitution *outer;
};

/* A choose around the current rule. */
struct chosen {
    const struct quantifier *quantifier;
    const struct chosen *outer;
};

struct flattener {
    struct text *out;
    struct diagnostics *diagnostics;
    const struct program *program;
    const struct flatten_options *options;
    bool multiset_reduction; /* as the options ask */
    unsigned indent;
    bool *numbered;   /* by type id: an enum or a scalarset written as a range */
    bool *hoisted;    /* by type id: without a name of its own, and given one */
    bool *passed_undefined; /* by type id: `undefined` is an argument of it somewhere */
    bool again;       /* another type turned out to be numbered: start over */
    bool sorts;       /* some multiset of the state is kept sorted */
    bool in_rule;     /* a return here leaves a rule, not a routine */
    const struct substitution *substitutions;
    const struct chosen *chosen;
};

#define refuse(f, ...) diagnostics_add((f)->diagnostics, SEVERITY_ERROR, __VA_ARGS__)

/* flatten_line.c */
void flatten_line(struct flattener *); /* begin one */
void flatten_string(struct flattener *, const char *decoded);

/* flatten_type.c */
void flatten_choose_lowering(struct flattener *);
void flatten_type(struct flattener *, const struct type *);           /* by name where it has one */
void flatten_type_definition(struct flattener *, const struct type *);/* what stands after `T:` */
void flatten_member_constants(struct flattener *, const struct type *);
bool flatten_is_numbered(const struct flattener *, const struct type *);

/* flatten_expr.c */
void flatten_expr(struct flattener *, const struct expr *);
void flatten_operand(struct flattener *, const struct expr *); /* in parentheses, unless it needs none */
void flatten_quantifier(struct flattener *, const struct quantifier *);
/* A name within the choices around the current rule: refused where one of their multisets is called by it. */
void flatten_check_name(struct flattener *, const char *, struct place);
void flatten_check_range(struct flattener *, const struct quantifier *);
/* A range that may run the wrong way, and is then empty: a condition to put before it. */
bool flatten_may_be_empty(const struct flattener *, const struct quantifier *);
void flatten_not_empty(struct flattener *, const struct quantifier *);
void flatten_slot_free(struct flattener *, const struct expr *multiset, const struct symbol *slot);

/* flatten_stmt.c */
void flatten_block(struct flattener *, const struct block *);
void flatten_locals(struct flattener *, struct decl *const *, unsigned count, const struct block *body);
void flatten_property_text(struct flattener *, const struct property *);

/* flatten_multiset.c */
void flatten_slot_type(struct flattener *, const struct type *multiset);
void flatten_multiset_routines(struct flattener *);

#endif
