/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * ast.h - the syntax tree.
 *
 * The parser makes it; `types` resolves names, computes constants and fills
 * the fields marked [types]; everything after only reads it.  A node is never
 * shared between two parents, except types (by name) and symbols.
 * Enum members, quantifier variables, parameters, aliases, constants and
 * state variables are all symbols; an expression that names one is EXPR_NAME.
 */
#ifndef MURRELET_AST_H
#define MURRELET_AST_H

#include <stdbool.h>
#include <stdint.h>

#include "../base/source.h"

struct expr;
struct stmt;
struct symbol;
struct routine;

/* ---- types ---- */

enum type_kind {
    TYPE_BOOLEAN,
    TYPE_ENUM,
    TYPE_RANGE,
    TYPE_SCALARSET,
    TYPE_UNION,
    TYPE_ARRAY,
    TYPE_RECORD,
    TYPE_MULTISET,
    TYPE_NAMED, /* a reference to `name` ("boolean" too); `types` sets `target`,
                   and type_of() skips it */
};

struct field {
    const char *name;
    struct place place;
    struct type *type;
    unsigned leaf; /* [types] relative to the record's first leaf */
};

struct type {
    enum type_kind kind;
    struct place place;
    const char *name;         /* as declared by the user, or NULL; NAMED: as referred to */
    struct type *target;      /* NAMED: [types] what it stands for */
    struct symbol **members;  /* ENUM (BOOLEAN: false, true) */
    unsigned member_count;
    struct expr *low_expr, *high_expr; /* RANGE */
    struct expr *size;        /* SCALARSET, MULTISET: a constant expression */
    struct type **parts;      /* UNION: each NAMED or an inline ENUM/SCALARSET */
    unsigned part_count;
    struct type *index;       /* ARRAY */
    struct type *element;     /* ARRAY, MULTISET */
    struct field *fields;     /* RECORD */
    unsigned field_count;
    /* [types] */
    int64_t low, high;        /* a scalar's values: ordinals, or a range's own;
                                 high < low never happens (refused) */
    unsigned slots;           /* ARRAY: length; MULTISET: capacity */
    unsigned leaves;          /* 1 for a scalar; a multiset has slots * (1 + element's) */
    int scalarset;            /* SCALARSET: index in program.scalarsets; else -1.
                                 A size-1 scalarset counts too */
    /* SCALARSET [symmetry]: why, and where, it is not shown that exchanging its
     * elements changes nothing, so that they are never renamed; NULL where it
     * is shown.  The start states count on their own. */
    const char *asymmetry, *start_asymmetry;
    struct place asymmetry_place, start_asymmetry_place;
    unsigned id;              /* dense: the place in program.types */
    bool contains_scalarset;  /* renaming a scalarset's elements may change a value of
                                 it: it holds one, or is indexed by one */
    bool contains_multiset;
    bool used;
    bool resolving;           /* the checker is at it: meeting it again is a cycle */
    bool refused;             /* an error in it was reported */
};

/* ---- symbols ---- */

enum symbol_kind {
    SYMBOL_CONST,      /* `value` */
    SYMBOL_TYPE,       /* `type` */
    SYMBOL_MEMBER,     /* an enum's member, true, false: `value` is the ordinal */
    SYMBOL_VARIABLE,   /* of the state: `leaf` */
    SYMBOL_LOCAL,      /* declared in a rule, start state or routine */
    SYMBOL_PARAMETER,  /* of a routine: `by_reference`; by value it is read-only */
    SYMBOL_QUANTIFIER, /* a ruleset, forall, exists, for or choose parameter */
    SYMBOL_ALIAS,      /* stands for `expr` (evaluated where it is bound: an
                          alias of a designator fixes its address there, any
                          other expression its value) */
    SYMBOL_ROUTINE,
};

struct symbol {
    enum symbol_kind kind;
    const char *name;
    struct place place;
    struct type *type;        /* NULL for a constant number, until [types] */
    struct expr *expr;        /* CONST: its definition; ALIAS: what it stands for */
    struct routine *routine;
    struct quantifier *quantifier;
    bool by_reference;        /* PARAMETER; ALIAS of a designator [types] */
    bool writable;            /* [types] an alias is as writable as its target */
    /* [types] */
    int64_t value;
    unsigned leaf;            /* VARIABLE: first leaf in the state vector */
    unsigned id;              /* unique in the program; slots in the interpreter */
    bool read, written;
    bool guarded;             /* QUANTIFIER over a multiset, PARAMETER by reference: the
                                 element that it stands for, or is within, may be gone
                                 where it can be named */
    bool strays;              /* QUANTIFIER over a multiset: some use of it is `stray` */
    bool resolving, refused;  /* CONST, TYPE: as in a type */
};

/* `name: type` or `name := from to to [by step]`, or a choose. */
struct quantifier {
    struct symbol *symbol;
    struct place place;
    struct type *type;        /* NULL for a range; [types] then a range type,
                                 where both bounds are constant */
    struct expr *from, *to, *by; /* `by` may be NULL */
    struct expr *multiset;    /* choose: the multiset's designator.  The symbol's
                                 type is an index: only `m[symbol]`, and
                                 multisetremove(symbol, m), take it */
    /* [types] where all is constant: first, first+step, ... count values */
    bool constant;
    int64_t first, step;
    uint64_t count;
    bool effects;             /* [types] what is asked of the elements of `multiset` has some */
    /* [symmetry] Over elements of a scalarset, where the first to decide would
     * end a forall, an exists or a loop with a return in it: all are asked all
     * the same, so that it is no question of their order whether one fails.
     * Nothing in the body has an effect. */
    bool asks_all;
};

/* ---- expressions ---- */

enum expr_kind {
    EXPR_NUMBER,
    EXPR_NAME,
    EXPR_FIELD,        /* left . name */
    EXPR_INDEX,        /* left [ right ]; left is an array or a multiset */
    EXPR_CALL,
    EXPR_UNARY,        /* op left */
    EXPR_BINARY,
    EXPR_CONDITIONAL,  /* condition ? left : right */
    EXPR_FORALL,       /* quantifier, left */
    EXPR_EXISTS,
    EXPR_ISUNDEFINED,  /* left: a designator */
    EXPR_ISMEMBER,     /* left: a designator; type_argument: an enum or a scalarset */
    EXPR_MULTISETCOUNT,/* quantifier over multiset, left: the condition */
    EXPR_UNDEFINED,    /* CMurphi: an argument by value */
    EXPR_CONVERT,      /* [types] left, from a union's part to the union or back,
                          or between overlapping unions: `left->type` to `type`.
                          A value outside the target is a MODEL_RANGE violation */
};

/* Named after what they are, not after their spelling. */
enum op {
    OP_NOT, OP_NEGATE, OP_COMPLEMENT,                 /* ! - ~ */
    OP_IMPLIES, OP_OR, OP_AND,                        /* -> | & : short-circuit */
    OP_EQUAL, OP_NOT_EQUAL, OP_LESS, OP_LESS_EQUAL, OP_GREATER, OP_GREATER_EQUAL,
    OP_ADD, OP_SUBTRACT, OP_MULTIPLY, OP_DIVIDE, OP_MODULO,
    OP_BIT_AND, OP_BIT_OR, OP_BIT_XOR, OP_SHIFT_LEFT, OP_SHIFT_RIGHT,
};

struct expr {
    enum expr_kind kind;
    struct place place;
    enum op op;
    struct expr *left, *right, *condition;
    const char *name;              /* NAME, FIELD, CALL */
    int64_t number;
    struct expr **arguments;       /* CALL */
    unsigned argument_count;
    struct quantifier *quantifier;
    struct type *type_argument;    /* ISMEMBER */
    bool parenthesised;
    bool logical;                  /* OP_AND, OP_OR written && || (or in Unicode): of
                                      booleans only.  From & and | the parser makes
                                      OP_AND and OP_OR too, and `types` turns these
                                      into OP_BIT_* where the operands are integers */
    unsigned height;               /* of the tree; the parser bounds it, so that
                                      walking it may recurse */
    /* [types] */
    struct type *type;             /* resolved, never NAMED; numbers and arithmetic
                                      have program.integer, an unbounded range */
    struct symbol *symbol;         /* NAME, CALL */
    unsigned field;                /* FIELD: its index */
    bool constant;                 /* then `number` is its value (ordinal) */
    bool designator, writable;     /* names a place in the state or a frame */
    bool stray;                    /* INDEX of a multiset, BINARY of two places in multisets,
                                      NAME of the place to remove: it is not shown that the
                                      parameter is one of this very multiset */
};

/* ---- statements ---- */

enum stmt_kind {
    STMT_ASSIGN,            /* target := value */
    STMT_IF,                /* condition (NULL in the last else), body, otherwise */
    STMT_SWITCH,            /* value, cases */
    STMT_FOR,               /* quantifier, body */
    STMT_WHILE,
    STMT_ALIAS,             /* symbols, body */
    STMT_CALL,              /* value is an EXPR_CALL */
    STMT_CLEAR,             /* target */
    STMT_UNDEFINE,
    STMT_PUT,               /* value, or text */
    STMT_PROPERTY,          /* assert, assume, cover: property */
    STMT_ERROR,             /* property */
    STMT_RETURN,            /* value or NULL */
    STMT_MULTISET_ADD,      /* value into target */
    STMT_MULTISET_REMOVE,   /* the slot `value` (a choose symbol) of target */
    STMT_MULTISET_REMOVEPRED, /* quantifier, condition: all those that satisfy */
};

struct block {
    struct stmt **stmts;
    unsigned count;
};

struct switch_case {
    struct place place;
    struct expr **values;   /* none: the default, always last */
    unsigned value_count;
    struct block body;
};

struct stmt {
    enum stmt_kind kind;
    struct place place;
    struct expr *target, *value, *condition;
    struct block body;
    struct stmt *otherwise;      /* IF: the elsif or else, an STMT_IF */
    struct switch_case *cases;
    unsigned case_count;
    struct quantifier *quantifier;
    struct symbol **aliases;
    unsigned alias_count;
    const char *text;            /* PUT of a string, decoded */
    struct property *property;
};

/* ---- properties, rules, routines ---- */

enum property_kind {
    PROPERTY_INVARIANT, PROPERTY_ASSERT, PROPERTY_ERROR, PROPERTY_ASSUME,
    PROPERTY_COVER, PROPERTY_LIVENESS, PROPERTY_LTL,
};

enum { WITHIN_MOST = 50 }; /* what `within` may count to: each is a promise of an automaton */

/* Of a formula in linear temporal logic (model_fairness.h says what it means). */
enum formula_op {
    FORMULA_TRUE, FORMULA_FALSE,
    FORMULA_ATOM,                                            /* left: its number */
    FORMULA_NOT, FORMULA_NEXT, FORMULA_ALWAYS, FORMULA_EVENTUALLY, /* left */
    FORMULA_AND, FORMULA_OR, FORMULA_IMPLIES, FORMULA_EQUIVALENT, FORMULA_UNTIL, FORMULA_RELEASE,
    FORMULA_WITHIN,                                          /* left, before right more often than `bound` */
};

struct formula_node {
    enum formula_op op;
    unsigned left, right;        /* nodes before it */
    struct expr *within;         /* WITHIN: how often, as written, */
    unsigned bound;              /* [types] and as a number */
};

/* {condition}, or fires("rule", arguments). */
struct atom {
    struct place place;
    struct expr *condition;      /* NULL: fires */
    const char *rule;            /* fires: the name */
    struct expr **arguments;     /* each a constant, or a parameter of the property [types] */
    unsigned argument_count;
    unsigned *rules;             /* [types] those of that name, by their place in program.rules */
    unsigned rule_count;
};

struct formula {
    struct formula_node *nodes;  /* operands before operators; the last is the whole */
    unsigned count;
    struct atom **atoms;
    unsigned atom_count;
};

struct property {
    enum property_kind kind;
    struct place place;
    const char *message;         /* as written, decoded, or NULL */
    struct expr *condition;      /* NULL for an error statement; of LTL [types] all its conditions in one,
                                    so that whoever asks what a property reads sees them */
    struct formula *formula;     /* LTL */
    bool local;                  /* a statement */
    unsigned id;                 /* [types] among the program's explicit ones, in source order */
};

enum fairness { FAIRNESS_NONE, FAIRNESS_WEAK, FAIRNESS_STRONG };

enum rule_kind { RULE_SIMPLE, RULE_STARTSTATE, RULE_PROPERTY, RULE_RULESET, RULE_ALIAS, RULE_CHOOSE };

struct rule {
    enum rule_kind kind;
    struct place place;
    const char *name;            /* SIMPLE, STARTSTATE: or NULL */
    struct quantifier **quantifiers; /* RULESET, CHOOSE */
    unsigned quantifier_count;
    struct symbol **aliases;     /* ALIAS */
    unsigned alias_count;
    struct rule **rules;         /* RULESET, ALIAS, CHOOSE: children, in order */
    unsigned rule_count;
    enum fairness fairness;      /* SIMPLE: its own, or else that of the nearest ruleset around it that has one */
    int64_t priority;            /* SIMPLE: the least number goes first; 0 where none is written */
    struct expr *guard;          /* SIMPLE: NULL where there is none */
    struct decl **decls;         /* SIMPLE, STARTSTATE: local declarations */
    unsigned decl_count;
    struct block body;
    struct property *property;
};

struct routine {
    const char *name;
    struct place place;
    struct symbol **parameters;
    unsigned parameter_count;
    struct type *result;         /* NULL for a procedure */
    bool external;               /* no body */
    struct decl **decls;
    unsigned decl_count;
    struct block body;
    unsigned id;                 /* [types] */
    bool used, recursive, writes_state, reads_state;
    bool frees;                  /* it, or what it calls, takes elements out of multisets */
};

enum decl_kind { DECL_CONST, DECL_TYPE, DECL_VARIABLE, DECL_ROUTINE, DECL_RULE, DECL_INCLUDE };

/* One thing declared, in source order (const/type/var sections are told apart
 * by `opens_section`, for fmt). */
struct decl {
    enum decl_kind kind;
    struct place place;
    bool opens_section;
    bool joined;                 /* `a, b: T`: shares the previous one's type */
    struct symbol *symbol;       /* CONST, TYPE, VARIABLE, ROUTINE */
    struct rule *rule;
    const char *path;            /* INCLUDE: as written */
    struct source *included;     /* INCLUDE: NULL on its second time */
};

/* ---- the program ---- */

enum dialect { DIALECT_RUMUR, DIALECT_CMURPHI };

/* A rule, start state or property with the constructs around it, outermost first. */
struct enclosing {
    enum rule_kind kind;         /* RULESET or CHOOSE: quantifier; ALIAS: symbol */
    struct quantifier *quantifier;
    struct symbol *alias;
};
struct flat_rule {
    struct rule *rule;
    const char *name;            /* never NULL: as model_rule.name */
    struct enclosing *enclosing;
    unsigned enclosing_count;
    uint64_t first_instance, instances;
    unsigned rank;               /* how many lesser priorities the model's rules have */
};

/* Where the order of a multiset's slots can matter. */
struct slot_use {
    struct place place;
    const char *why, *name;      /* of the parameter */
};

/* A multiset of the state: one variable, one field, one element of an array. */
struct state_multiset {
    unsigned leaf;               /* the first of its leaves */
    const struct type *type;
    const struct slot_use *kept; /* why its slots must not be sorted; NULL: they may */
};

struct view;
struct name_uses;
struct program {
    struct source *source;       /* the file given by the user */
    enum dialect dialect;        /* set by types: a range whose bounds are not constant
                                    runs down in one, and is empty in the other */
    struct decl **decls;         /* all of them, includes spliced in order */
    unsigned decl_count;
    /* [types] */
    struct type *boolean, *integer;
    struct type **types;         /* resolved types, by id */
    unsigned type_count;
    struct type **scalarsets;
    unsigned scalarset_count;
    struct symbol **variables;   /* of the state, in source order */
    unsigned variable_count;
    unsigned leaf_count;
    struct routine **routines;
    unsigned routine_count;
    struct flat_rule *start_states, *rules, *properties; /* `properties`: the global ones */
    unsigned start_state_count, rule_count, property_count;
    unsigned rank_count;         /* priorities that the rules have: above 1 some rules outrank others */
    struct property **all_properties; /* global and local, by id */
    unsigned all_property_count;
    unsigned symbol_count;
    struct state_multiset *multisets; /* by leaf */
    unsigned multiset_count;
    struct slot_use **slot_uses; /* for which multisets keep their order */
    unsigned slot_use_count;
    bool guards;                 /* some symbol is `guarded` */
    struct place keyword_name;   /* CMurphi's dialect: a name that Rumur reserves; or nowhere */
    const struct view *view;     /* how its state is to be read: view.h */
    struct name_uses *uses;      /* where its names stand (uses.h), for who asks before the types are checked; or NULL */
    struct place loose_use;      /* a use of an element that may be gone, or of another multiset,
                                    or nowhere */
};

/* Skip TYPE_NAMED. */
static inline struct type *type_of(struct type *type)
{
    while (type && type->kind == TYPE_NAMED && type->target)
        type = type->target;
    return type;
}

static inline bool type_is_scalar(const struct type *type)
{
    return type->kind <= TYPE_UNION;
}

#endif
