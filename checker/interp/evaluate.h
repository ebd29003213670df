/* SPDX-License-Identifier: BSD-2-Clause */
/* evaluate.h - the interpreter's inside: values, expressions, calls.
 *
 * A value lives where it was made: a scalar in a leaf, a compound in its
 * leaves end to end, in the state vector or on a stack that a whole rule
 * shares.  Each symbol in scope has the address of its leaves in `slots`;
 * whoever binds a symbol puts the old address back when its scope ends, so
 * that a routine may call itself.  A violation leaves by longjmp, to the
 * entry point that set `escape`.
 *
 * Within a firing the mark of a multiset's slot is 0 where it is free, and
 * else the number of the element in it: 1 of all that were there before, and
 * 2, 3, ... of those that came since.  So an element is gone exactly when the
 * mark of its slot is not its number.  At the end of a firing all are 1. */
#ifndef MURRELET_EVALUATE_H
#define MURRELET_EVALUATE_H

#include <setjmp.h>

#include "interp.h"

struct chunk {
    struct chunk *next;
    size_t size, used;
    int64_t leaves[];
};
struct mark {
    struct chunk *chunk;
    size_t used;
};

/* What a parameter or a reference stands for, or goes through. */
struct element {
    const int64_t *mark;    /* of its slot; NULL: no element */
    int64_t number;
};
/* The element on the way to a place, and what names it there. */
struct held {
    struct element element;
    const struct expr *name;
    const int64_t *mark;    /* of the slot that was named */
};

struct interp {
    const struct program *program;
    struct interp_options options;
    struct routine **externals;
    unsigned external_count;
    int64_t **slots;        /* by symbol id */
    struct element *elements; /* by symbol id: of a place in a multiset, or a reference */
    unsigned symbol_room;   /* so many symbols there is room for in both */
    int64_t births;         /* the last number that an element got */
    int64_t *state;         /* the vector being worked on */
    struct chunk *first, *top;
    uint32_t depth;         /* of calls, where they are counted */
    uint64_t frames;        /* their bytes, up to frame_limit */
    uint64_t frame_limit;
    uint64_t *frame_of;     /* see frame_counts() */
    uint64_t steps;         /* expressions and blocks so far */
    uint64_t look_at;       /* how many of them until options.step_limit and options.stopped are looked at */
    unsigned char *met;     /* by property id: covers met since the last entry */
    jmp_buf escape;
    enum interp_status escaped;
    struct interp_fault fault;
    int64_t *result;        /* where the running routine's `return` puts its value */
    struct type *result_type;
};

struct mark evaluate_mark(struct interp *);
void evaluate_release(struct interp *, struct mark);
int64_t *evaluate_room(struct interp *, size_t leaves); /* contents are anything */

_Noreturn void evaluate_fail(struct interp *, enum model_property_kind, struct place, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void evaluate_look(struct interp *, struct place);
static inline void evaluate_count_step(struct interp *in, struct place place)
{
    if (in->steps++ >= in->look_at)
        evaluate_look(in, place);
}
_Noreturn void evaluate_fail_property(struct interp *, const struct property *);
_Noreturn void evaluate_drop(struct interp *); /* a local assume fails */

void evaluate_undefine(const struct type *, int64_t *leaves);
void evaluate_clear(const struct type *, int64_t *leaves);

int64_t evaluate_scalar(struct interp *, const struct expr *);
/* Fails where the element on the way to it is gone, or is of another multiset. */
int64_t *evaluate_address(struct interp *, const struct expr *designator);
int64_t *evaluate_place(struct interp *, const struct expr *designator, struct held *);
/* The same failure at the place given (with the element's own where it is NULL). */
void evaluate_expect_element(struct interp *, const struct held *, const struct place *);
void evaluate_hold_slot(struct interp *, const struct symbol *slot, const int64_t *mark);
/* The leaves of a value of any type; scalars may be undefined. */
const int64_t *evaluate_value(struct interp *, const struct expr *);
/* Put a value in its place, checked against the type of the place. */
void evaluate_store(struct interp *, const struct type *, int64_t *place, const struct expr *value);
void evaluate_assign(struct interp *, const struct expr *target, const struct expr *value);
void evaluate_call(struct interp *, const struct expr *call, int64_t *result);

/* The values that a quantifier takes, its bounds evaluated once. */
struct walk {
    int64_t at, step;
    uint64_t left;
    const int64_t *slots;   /* choose: the multiset; values are its taken slots */
    size_t stride;
};
struct walk evaluate_walk(struct interp *, const struct quantifier *);
bool evaluate_next(struct walk *, int64_t *value);

/* interp.c: run a block; true where it ended in a `return`. */
bool interp_block(struct interp *, const struct block *);
/* Do something on a state, with what is around a property bound for one of its instances. */
enum interp_status interp_within(struct interp *, const struct flat_rule *, uint64_t instance, const int64_t *state,
                                 void (*work)(struct interp *, void *), void *data);
void interp_locals(struct interp *, struct decl **, unsigned count, int64_t **saved);
#endif
