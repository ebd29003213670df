/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * symmetry_private.h - what the files of the symmetry analysis share.
 *
 *   symmetry.c         what is walked
 *   symmetry_refuse.c  the verdicts
 *   symmetry_effect.c  what stops early and still asks every element
 *   symmetry_walk.c    the abstract walk through statements and expressions
 *   symmetry_path.c    places, and whether two rounds of a loop can meet in one
 *   symmetry_loop.c    whether the rounds of a loop commute
 *   symmetry_only.c    loops of which one round acts at most
 *   symmetry_flow.c    local variables: who wrote them last
 *   symmetry_defined.c scalars that are defined for sure
 *
 * The walk goes through each rule, start state and property as it would run,
 * both branches of each condition, and into each call where it is made, so
 * that parameters by reference stand for what was passed.  Recursive routines
 * are not followed.  While it is in a loop that matters it writes down each
 * access to a variable.  The analysis errs on one side: a scalarset of which it
 * cannot decide counts as not symmetric.
 */
#ifndef MURRELET_SYMMETRY_PRIVATE_H
#define MURRELET_SYMMETRY_PRIVATE_H

#include <stddef.h>

#include "../base/arena.h"
#include "ast.h"

enum {
    WALK_LIMIT = 4000000,     /* expressions and statements, calls followed */
    PAIR_LIMIT = 50000000,    /* pairs of accesses in one loop */
    LOCAL_LEAVES = 4096,      /* local variables beyond are not followed */
    LEVEL_LIMIT = 100,        /* loops over scalarsets within each other */
};

/* ---- values and places ---- */

/* What is known of a scalar's value: nothing, its number, or that it equals the
 * value of a name which nothing assigns to (a parameter of a loop, a ruleset, ...). */
enum known { KNOWN_NOTHING, KNOWN_NUMBER, KNOWN_NAME };
struct known_value {
    enum known known;
    int64_t number;
    const struct symbol *symbol;
};

struct path_step {
    bool is_field;
    unsigned field;
    struct known_value index;
};

/* A place: a variable, or with `root` NULL any part of the state there is. */
struct path {
    const struct symbol *root;
    const struct path_step *steps;
    unsigned count;
    bool temporary;           /* what an expression computed: nobody else's */
};

enum access_kind {
    ACCESS_IS_READ,
    ACCESS_IS_WRITE,
    ACCESS_IS_FIXED,          /* written with `value`, or undefined, or cleared */
    ACCESS_IS_ADDED,          /* grows by a number that is never negative */
    ACCESS_IS_TAKEN,          /* shrinks by such a number */
    ACCESS_IS_GREATEST, ACCESS_IS_LEAST, /* becomes the greater or lesser of its value and one that the round has */
    ACCESS_IS_OR, ACCESS_IS_AND,
    ACCESS_IS_INSERT,         /* into a multiset that has no order */
};

/* How a fixed value is given, beyond enum known. */
enum fixed { FIXED_VALUE, FIXED_UNDEFINED, FIXED_CLEARED };

struct access {
    enum access_kind kind;
    struct path path;
    enum fixed fixed;
    struct known_value value;
    struct place place;
    unsigned own;             /* READ of a local: the innermost loops down to this level have
                                 written all of it in the same round; 0: none is known */
    /* OR, AND: what is asked can fail, and only while it is not decided.  What
     * it asks of has been as it is since then, and is own down to this level. */
    bool can_fail;
    uint64_t asked_since;
    unsigned asked_own;
    /* OR, AND: the place is read in any case, or (`e | b`) only where e does
     * not decide; and since when it has been defined for sure. */
    bool reads_always;
    bool from_undefined;      /* GREATEST, LEAST: what is undefined counts as nothing */
    uint64_t defined_since;
};

/* A scalar that has been assigned a value on each way to this point. */
struct defined_place {
    struct path path;
    uint64_t since;
    bool valid;               /* not undefined again, nor copied over */
};

/* ---- loops over elements ---- */

struct loop {
    struct quantifier *quantifier;
    bool is_statement;        /* not a forall or an exists */
    bool acts_once;           /* symmetry_only.c */
    struct place place;
    struct loop *outer;
    unsigned frame, level;
    size_t first;             /* of the accesses */
    uint64_t begun;
    bool returns, returns_differ, drops;
    bool asks_all;
    int64_t returned;
    struct place return_place, drop_place;
};

/* ---- the walk ---- */

/* By leaf of local variables: level * 2 + whether an order of elements shows in it. */
struct flow {
    unsigned char *leaves;
    bool dead;                /* no execution reaches this point */
};

struct frame {
    struct flow returned;     /* where it returned */
    const struct routine *routine;
    struct frame *outer;
};

struct bound {
    struct path path;         /* by reference */
    struct known_value value;
    uint64_t since;
    unsigned frame;           /* of a local variable or a parameter by value */
};

struct walk {
    struct arena *arena;      /* of the analysis */
    struct arena *places;     /* of the current rule */
    struct arena *results;    /* of the program */
    struct program *program;
    bool in_start;
    bool gave_up;
    unsigned steps;
    unsigned refusals;        /* how often anything was refused */
    struct bound *bound;      /* by symbol.id */
    uint64_t sequence;
    unsigned depth;           /* of frames */
    struct frame *frame;
    struct loop *loop;
    struct access *accesses;
    size_t access_count, access_capacity;
    unsigned *local_base;     /* by symbol.id: its first leaf among the locals', + 1; 0: not followed */
    unsigned local_leaves;
    struct flow flow;
    struct defined_place *defined;
    unsigned defined_count, defined_capacity;
    bool **blamed;            /* by symbol.id: scalarsets whose order may show in a local variable */
    bool *loops_within;       /* by routine.id: it, or what it calls, loops over elements */
    bool *has_effect;         /* by routine.id */
};

/* ---- symmetry.c ---- */
/* Not shown symmetric: each scalarset of two elements or more in the type. */
void symmetry_refuse(struct walk *, const struct type *, struct place, const char *reason);
void symmetry_refuse_loops(struct walk *, struct place, const char *reason); /* those of all loops that the walk is in */
/* Whether a quantifier takes elements of such a scalarset. */
bool symmetry_matters(const struct quantifier *);
const char *symmetry_set_name(const struct quantifier *);

/* ---- symmetry_effect.c ---- */
/* Fills has_effect, loops_within, and `asks_all` of each quantifier. */
void symmetry_effects(struct walk *);
bool symmetry_has_effect(const struct walk *, const struct expr *);

/* ---- symmetry_path.c ---- */
struct path path_root(const struct symbol *);
struct path path_field(struct walk *, struct path, unsigned field);
struct path path_index(struct walk *, struct path, struct known_value);
/* Whether round a of the loop may meet round b, another one, in a place. */
bool path_may_meet(const struct loop *, const struct path *, const struct path *);
bool path_same(const struct path *, const struct path *);
bool value_same(struct known_value, struct known_value);

/* ---- symmetry_loop.c ---- */
void loop_check(struct walk *, struct loop *);

/* ---- symmetry_only.c ---- */
/* Whether a `for` acts for the one element that has a property alone, or for none. */
bool only_acts_once(const struct walk *, const struct stmt *);

/* ---- symmetry_walk.c ---- */
void walk_block(struct walk *, const struct block *);
struct known_value walk_expr(struct walk *, const struct expr *);
void walk_bind(struct walk *, const struct symbol *, struct known_value);
void walk_alias(struct walk *, const struct symbol *);
void walk_quantifier(struct walk *, const struct quantifier *);
void walk_locals(struct walk *, struct decl *const *, unsigned count);
/* Whether evaluating it cannot fail. */
bool walk_cannot_fail(const struct expr *);

/* ---- symmetry_defined.c ---- */
void defined_add(struct walk *, const struct path *);
/* All of the place's variable may be undefined now; NULL: all variables. */
void defined_drop(struct walk *, const struct path *);
/* UINT64_MAX where it is not known to be. */
uint64_t defined_since(const struct walk *, const struct path *);
unsigned defined_mark(const struct walk *);
/* Leave what is not always done. */
void defined_release(struct walk *, unsigned mark);
unsigned defined_valid(const struct walk *, unsigned mark); /* how many, below the mark */

/* ---- symmetry_flow.c ---- */
void flow_number_locals(struct walk *);
void flow_begin(struct walk *);
/* A copy is the caller's, to be freed. */
struct flow flow_copy(struct walk *, const struct flow *);
void flow_free(struct flow *);
/* Whether `into` changed. */
bool flow_join(struct walk *, struct flow *into, const struct flow *other);
void flow_enter(struct walk *, const struct symbol *local);
void flow_write(struct walk *, const struct path *);
unsigned flow_own(const struct walk *, const struct path *);
bool flow_spoiled(const struct walk *, const struct path *);
bool flow_is_followed(const struct walk *, const struct path *);
void flow_spoil(struct walk *, const struct path *, const struct loop *);
void flow_leave(struct walk *, const struct loop *);

#endif
