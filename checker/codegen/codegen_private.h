/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * codegen_private.h - what the files of the code generator share.
 *
 * The generated code, in short: a scalar is a *code* (layout.h); a routine or
 * a rule's body is a C function that returns a *fault*, 0 where all went
 * well, FAULT_DROP where a local assume failed, else 1 + the property that
 * fails.  An expression becomes C statements that check whatever can fail, in
 * the order of evaluation, and a C expression without side effects that holds
 * its value; a value that a later statement could change is in a temporary.
 */
#ifndef MURRELET_CODEGEN_PRIVATE_H
#define MURRELET_CODEGEN_PRIVATE_H

#include "../base/text.h"
#include "../model/model.h"
#include "../murphi/layout.h"
#include "../murphi/types.h"

struct arena;
struct coverage;

/* A scalar's value as a C expression, and the interval it lies in. */
struct value {
    const char *text;
    int64_t low, high;
};

/* How a symbol is named in the C function that is being written. */
struct binding {
    const char *text;   /* a C lvalue or value */
    bool is_value;      /* text is a value (int64_t), not a code's place */
    int64_t low, high;  /* of a value */
    const char *multiset; /* of a place in a multiset: the multiset, a C lvalue, or NULL */
    const char *guard;  /* of what stands for an element, or is within one: a C `struct guard *`,
                           or NULL where the element cannot be gone */
};

/* What names an element on the way to a place; `name` is NULL where nothing does. */
struct named {
    const struct expr *name;
    const char *multiset; /* the one that is indexed, a C lvalue */
};

/* Statements that follow each other. */
struct stmts {
    struct stmt *const *list;
    unsigned count;
};

/* A point that is met where this statement, which is yet to be written, takes any of its branches. */
struct awaiting {
    const struct stmt *stmt;
    unsigned point;
    bool follows; /* from what is noted of the branch that is being written */
};

/* A property of the model: an explicit one or a place that can fail. */
struct site {
    enum model_property_kind kind;
    struct place place;
    const struct property *property; /* NULL for an implied one */
    const struct flat_rule *global;  /* or NULL */
    const char *name;    /* in C: its enumerator */
    const char *message; /* of an implied one */
};

struct gen {
    struct arena *arena;
    const struct program *program;
    struct layout *layout;
    struct text *out;       /* where the statements go now */
    int indent;
    unsigned fresh;         /* numbers for temporaries and labels */
    unsigned faults;        /* how many checks were written */
    const char *fail;       /* format of the C statement that ends on fault %s */
    struct site *sites;
    unsigned site_count;
    void *site_index;       /* JudyL: kind and place to a site's number + 1 */
    unsigned *explicit_sites; /* by property.id: a site's number + 1 */
    struct binding *bindings; /* by symbol.id */
    bool *type_done;        /* by type.id: its struct is written */
    const char *antecedent; /* enumerator of the invariant whose A -> B comes next, or NULL */
    void *descriptors;      /* JudyL: type to descriptor number + 1 */
    unsigned descriptor_count;
    const struct routine *routine; /* whose body is being written, or NULL */
    const char *asking;     /* of a loop that asks all: its number in C, where a return goes on; or NULL */
    bool *defined;          /* by symbol.id: a parameter by value that never is undefined */
    bool *cannot_fail;      /* by routine.id: written already, without a fault */
    bool counts_calls;      /* of some routine ... */
    uint64_t *frames;       /* ... which is that: see frame_counts() */
    uint64_t *costs;        /* by routine.id: of long.c, or 0 */
    unsigned polls;         /* how many askings whether to stop were written */
    uint32_t possible_bytes; /* of model_specialised.possible */
    bool is_bound;          /* it has externals: a host may specialise its layout (model.h) */
    unsigned *element_base; /* by scalarset: number of its first element; one that is not
                               renamed has none */
    unsigned element_count;
    bool *related;          /* by scalarset: some leaf relates an element of it to another element */
    bool has_relations;
    bool has_guards;        /* some element may be gone where it can be named */
    struct coverage *coverage; /* what is noted; or NULL */
    struct stmts rest;      /* of the block, behind the statement that is being written */
    struct awaiting *awaiting;
    unsigned awaiting_count;
};

/* ---- codegen.c ---- */
void gen_line(struct gen *, const char *format, ...) __attribute__((format(printf, 2, 3)));
void gen_open(struct gen *, const char *format, ...) __attribute__((format(printf, 2, 3)));
void gen_close(struct gen *);
void gen_blank(struct gen *);
/* `PATH:LINE` of a place, for comments (never holds a comment's end). */
const char *gen_where(struct gen *, struct place);
const char *gen_c_string(struct gen *, const char *);
const char *gen_safe(struct gen *, const char *text); /* without what would end a comment */
/* The C type of a type: `uint8_t` or `struct name_id`. */
const char *gen_type(struct gen *, const struct type *);
void gen_define_type(struct gen *, const struct type *);
void gen_clear(struct gen *, const struct type *, const char *target);
/* The enumerator of a property. */
const char *gen_site(struct gen *, enum model_property_kind, struct place, const char *message);
const char *gen_property(struct gen *, const struct property *);
/* End on a fault, or where `condition` holds. */
void gen_fault(struct gen *, const char *fault);
void gen_fail_if(struct gen *, const char *condition, enum model_property_kind, struct place, const char *message);
const char *gen_fresh(struct gen *, const char *stem);

/* ---- expr.c ---- */
struct value gen_scalar(struct gen *, const struct expr *);
/* A C lvalue: of a compound value (also one that a call returns), or of a scalar's code. */
const char *gen_designator(struct gen *, const struct expr *);
/* The same, with what it goes through: for those that check it again. */
const char *gen_place(struct gen *, const struct expr *, struct named *);
/* Write statements that go on only where the condition holds; else `otherwise`. */
void gen_unless(struct gen *, const struct expr *, const char *otherwise);
/* Opens a loop that binds the quantifier's symbol; gen_close() ends it. */
void gen_loop(struct gen *, const struct quantifier *, const char *bound);
unsigned gen_external_number(const struct gen *, const struct routine *);
void gen_alias(struct gen *, const struct symbol *);
/* A call's statements; the text of its result (scalar: a value; compound: an lvalue), or NULL. */
const char *gen_call(struct gen *, const struct expr *);
const char *gen_encode(struct gen *, const struct type *, struct value);
const char *gen_decode(struct gen *, const struct type *, const char *code);
struct value gen_number(struct gen *, int64_t);
/* Check that a value fits a type, and return its code. */
const char *gen_fit(struct gen *, const struct type *, struct value, struct place);
const char *gen_literal(struct gen *, int64_t);
void gen_bind_value(struct gen *, const struct symbol *, const char *text, int64_t low, int64_t high);
void gen_bind_place(struct gen *, const struct symbol *, const char *text);
bool gen_cannot_fail(struct gen *, const struct expr *);

/* ---- element.c ---- */
void gen_find_guards(struct gen *);
void gen_bind_multiset(struct gen *, const struct symbol *slot, const char *multiset);
/* From here on the element is watched; `gen_release` ends that. */
void gen_watch(struct gen *, const struct symbol *slot);
void gen_release(struct gen *, const struct symbol *slot);
/* All elements within a C lvalue, or the one whose mark it is, are gone. */
void gen_lose(struct gen *, const char *place);
/* Fail where what is named is gone, or is an element of another multiset. */
void gen_expect_element(struct gen *, const struct named *);
void gen_expect_slot(struct gen *, const struct expr *slot, const char *multiset, struct place, const char *message);
const char *gen_guard_of(struct gen *, const struct named *); /* NULL: it cannot be gone */
struct value gen_same_element(struct gen *, const struct expr *comparison);
bool gen_is_slot(const struct expr *);
bool gen_calls(const struct expr *); /* whether something is called in it */

/* ---- stmt.c ---- */
void gen_block(struct gen *, const struct block *);
void gen_decls(struct gen *, struct decl *const *, unsigned count);
void gen_routines(struct gen *);
const char *gen_routine_name(struct gen *, const struct routine *);
bool gen_falls_through(const struct block *);

/* ---- rule.c ---- */
void gen_rules(struct gen *);
void gen_properties(struct gen *);

/* ---- bounds.c ---- */
/* What a loop's variable has to lie below for its body to do anything: a C variable, or NULL. */
const char *gen_quantifier_bound(struct gen *, const struct expr *);
const char *gen_for_bound(struct gen *, const struct stmt *);
bool gen_for_is_bound(const struct gen *, const struct stmt *);

/* ---- long.c ---- */
/* What takes more steps than this asks now and then whether to stop: once each
 * GEN_TURNS of its turns. */
#define GEN_LONG_COST 65536u
#define GEN_TURNS 256u
#define GEN_ENDLESS UINT64_MAX
uint64_t gen_loop_cost(const struct quantifier *, uint64_t body);
/* The asking, at the head of a turn or a body, where it may take long. */
void gen_poll_for(struct gen *, const struct stmt *);
void gen_poll_while(struct gen *);
void gen_poll_quantifier(struct gen *, const struct expr *);
void gen_poll_routine(struct gen *, const struct routine *);
/* Whether the loops over a rule's or property's parameters may, from place
 * `level` of what encloses it in; and whether all the rules together may. */
bool gen_is_long(struct gen *, const struct flat_rule *, unsigned level);
bool gen_rules_are_long(struct gen *);

/* ---- defined.c ---- */
void gen_find_defined(struct gen *);

/* ---- static.c ---- */
/* By instance of the rule: 0 where its guard is false whatever the state; NULL
 * where that is of none. */
const unsigned char *gen_possible(struct gen *, const struct flat_rule *);
bool gen_can_prune(const struct flat_rule *);

/* ---- pack.c ---- */
void gen_pack(struct gen *);

/* ---- change.c ---- */
/* packed_differ() of small states, states_differ(), load_source(), copy_source(), pack_target(). */
void gen_change(struct gen *);

/* ---- symmetry.c ---- */
void gen_symmetry(struct gen *);
/* Whether all multisets of the value at this leaf are sorted, or none for one reason. */
bool gen_multisets_alike(const struct gen *, const struct type *, unsigned leaf, const struct slot_use **kept);
/* The types laid end to end in a scalar: a union's parts, or itself. */
const struct type *gen_part(const struct type *, unsigned);
unsigned gen_part_count(const struct type *);

/* ---- colour.c ---- */
/* sign_rows(), sign_relations(), interchangeable_rows(): see there. */
void gen_colours(struct gen *);
/* Whether renaming elements can change a value of the type: one holds a
 * scalarset of two elements or more that is shown symmetric, or is indexed by one. */
bool gen_moves(const struct type *);

/* ---- cover.c ---- */
bool gen_covers(const struct gen *);
struct branch {
    const struct stmt *of;
    struct place place;
    const char *what;   /* NULL: nobody is told of it, and it counts only where something awaits the statement */
    const struct stmt *then; /* what branches next, whoever comes here, and nobody else comes to; or NULL */
};
/* Note, where that is asked for, that a search comes here, unless that follows from what else is noted (coverage.h). */
void gen_cover(struct gen *, const struct branch *);
/* The statement's last branch is written, or its only one begun. */
void gen_cover_end(struct gen *, const struct stmt *);
/* What awaits the statement follows, or no longer does, where a branch of it is written. */
void gen_cover_within(struct gen *, const struct stmt *, bool within);
/* Statements that note what else awaits one that branches, for who leaves before it; or NULL. */
const char *gen_due(struct gen *);
/* note_values(): notes the values in a state. */
void gen_cover_state(struct gen *);
void gen_cover_bytes(struct gen *, bool defines);

/* ---- describe.c ---- */
void gen_descriptors(struct gen *gen);

/* ---- describe_fairness.c ---- */
void gen_fairness_group(struct gen *gen);

/* ---- shape.c ---- */
/* Whether some rules go before others. */
bool gen_is_ranked(const struct gen *);
/* Whether, going from a state to the next, only what differs is looked at. */
bool gen_is_large(const struct gen *);
/* Whether some multiset does not keep the order of its slots. */
bool gen_sorts_multisets(const struct gen *);
/* Whether the model has the symmetry group (model_symmetry.h), reduced or not. */
bool gen_has_symmetry(const struct gen *);
/* Whether some property is a formula; and whether the model has the fairness group (model_fairness.h). */
bool gen_has_formulas(const struct gen *);
bool gen_has_fairness(const struct gen *);

/* ---- runtime_text.c ---- */
void gen_runtime(struct gen *, const char *section);

/* ---- sites.c ---- */
extern const char *const gen_site_names[]; /* by kind of site */
void gen_add_explicit(struct gen *gen);
const char *gen_site_title(struct gen *gen, const struct site *site, const unsigned *kinds);
int gen_compare_sites(const void *a, const void *b);
void gen_write_site_enum(struct gen *gen);

#endif
