/* SPDX-License-Identifier: BSD-2-Clause */
/* generate_private.h - what the files of the generator share.
 *
 * Expressions and statements are written as they are chosen, each function
 * knowing the type that is wanted and what is in scope.
 *
 * A root is *vague* where it may hold undefined values: it is read under
 * isundefined, or as `isundefined(x) ? other : x`. */
#ifndef MURRELET_GENERATE_PRIVATE_H
#define MURRELET_GENERATE_PRIVATE_H

#include "generate.h"

enum kind { K_BOOLEAN, K_ENUM, K_RANGE, K_SET, K_UNION, K_RECORD, K_ARRAY, K_MULTISET };

enum { TYPES = 24, FIELDS = 3, NAMES = 48, ROUTINES = 8, PARAMETERS = 3 };

struct gtype {
    enum kind kind;
    char name[8];       /* or empty: written out where it is used */
    int low, high;      /* ENUM, SET: 0 and the last */
    int index, element; /* ARRAY, MULTISET (capacity in high) */
    int fields[FIELDS], field_count;
    int parts[2];       /* UNION: an enum, a scalarset */
    double bits;        /* of information, about */
};

struct name {
    char name[12];
    int type;
    bool writable, vague, fixed; /* fixed: a quantifier's, or a parameter by value */
    bool slot;                   /* stands for a place in multiset `of` */
    char of[12];
};

struct groutine {
    char name[8];
    int result;         /* a type, or -1 */
    int parameters[PARAMETERS], parameter_count;
    bool by_reference[PARAMETERS];
    bool local;         /* changes its first parameter, and nothing else */
};

struct generator {
    struct text *out;
    uint64_t random;
    struct generate_options options;
    struct gtype types[TYPES];
    int type_count;
    struct name names[NAMES];
    int name_count, state_count;
    struct groutine routines[ROUTINES];
    int routine_count;
    int serial, indent;
    int careless;       /* per cent */
    char banned[12];    /* a root that must not be read: a loop over a scalarset writes it */
    bool near;          /* ORDER_TAKEN: mostly what may take an order or not */
    bool pure;          /* nothing may be written */
    bool in_routine, in_property;
    int result;         /* of the routine around, or -1 */
    int budget;         /* statements left in this body */
};

#define generate_put(g, ...) text_format((g)->out, __VA_ARGS__)

/* generate_type.c: chance, text, types */
uint64_t generate_next(struct generator *g);
int generate_below(struct generator *g, int n);
bool generate_chance(struct generator *g, int per_cent);
void generate_line(struct generator *g);
struct text *generate_divert(struct generator *g, struct text *to);
void generate_fresh(struct generator *g, char *name, size_t size, const char *prefix);
void generate_put_type(struct generator *g, int id);
int generate_values_of(const struct gtype *type);
bool generate_is_scalar(const struct gtype *type);
bool generate_holds_set(const struct generator *g, int id);
bool generate_holds_multiset(const struct generator *g, int id);
int generate_some_scalar(struct generator *g);
int generate_of_kind(struct generator *g, enum kind kind);
void generate_define_types(struct generator *g);

/* generate_expr.c: designators and expressions */
int generate_find_root(struct generator *g, int type, bool write);
void generate_emit_place(struct generator *g, int root, int type, int depth);
bool generate_emit_argument(struct generator *g, int type, int depth);
bool generate_emit_value(struct generator *g, int id, int depth);
int generate_push_name(struct generator *g, const char *prefix, int type);
void generate_emit_slots(struct generator *g, const char *what, const char *multiset, int type, int depth);
int generate_emit_quantifier(struct generator *g, bool constant);
void generate_emit_boolean(struct generator *g, int depth);
void generate_emit_likely(struct generator *g);

/* generate_stmt.c: statements and bodies */
void generate_emit_body(struct generator *g, int depth, int most);
void generate_emit_statement(struct generator *g, int depth);
void generate_emit_code(struct generator *g, int statements);

/* generate_loop.c: over the elements of a scalarset */
bool generate_emit_over_set(struct generator *g);
bool generate_emit_deciding(struct generator *g);
void generate_define_first(struct generator *g);
void generate_define_given(struct generator *g);
void generate_define_all(struct generator *g);
void generate_define_local(struct generator *g);

#endif
