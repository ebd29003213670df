/* SPDX-License-Identifier: BSD-2-Clause */
/* interp.h - run a checked program from its syntax tree, a leaf vector at a
 * time.  It shares nothing with the code generator, and so judges it. */
#ifndef MURRELET_INTERP_H
#define MURRELET_INTERP_H

#include "../model/model_binding.h"
#include "../murphi/types.h"

struct interp;

/* How an evaluation ended. */
enum interp_status {
    INTERP_OK,
    INTERP_DISABLED, /* guard false, no such slot, outranked, or a local assume failed */
    INTERP_VIOLATED, /* see interp_fault */
    INTERP_STOPPED,  /* options.stopped said so: nothing is known */
};

struct interp_fault {
    enum model_property_kind kind;
    struct place place;      /* of the expression or statement that fails */
    bool in_guard;           /* or in what encloses it: the fault is in the state */
    const struct property *property; /* explicit ones, or NULL */
    char message[256];
};

struct interp_options {
    const struct model_external_binding *bindings; /* by external routine, in order; or NULL */
    uint64_t loop_limit;     /* 0: the defaults */
    uint32_t recursion_limit;
    uint64_t step_limit;     /* of all that the interpreter ever evaluates; 0: none */
    const unsigned char *skipped; /* by property id: as if not written; or NULL */
    bool as_cmurphi;         /* loops and copies of what is undefined, as with --dialect cmurphi */
    bool (*stopped)(void *); /* asked now and then: to end what is at work; or NULL */
    void *stop_data;
    void (*failed)(void *, struct interp *, const struct property *); /* told of an assertion where it fails; or NULL */
    void *failed_data;
    void (*put)(void *, const char *text); /* NULL: silent */
    void *put_data;
};

enum { INTERP_LOOP_LIMIT = 1000, INTERP_RECURSION_LIMIT = 1000 };

struct interp *interp_new(const struct program *, const struct interp_options *);
void interp_free(struct interp *);
const struct interp_fault *interp_fault(const struct interp *);
/* Whether the last start or firing met this local cover. */
bool interp_met(const struct interp *, const struct property *);

/* leaves: program.leaf_count; `out` may be the same array as `in`. */
enum interp_status interp_start(struct interp *, uint64_t instance, int64_t *out);
enum interp_status interp_fire(struct interp *, uint64_t instance, const int64_t *in, int64_t *out);
/* Whether an instance can fire; a guard that fails counts as one that holds. */
bool interp_enabled(struct interp *, uint64_t instance, const int64_t *in);
bool interp_guard(struct interp *, uint64_t instance, const int64_t *in); /* ... if it were not outranked */
/* An explicit global property, on a state: *holds is set when INTERP_OK. */
/* Whether one of a formula's conditions holds, for one instance of the property. */
enum interp_status interp_atom(struct interp *, const struct flat_rule *, const struct atom *, uint64_t instance,
                               const int64_t *from, bool *holds);
enum interp_status interp_property(struct interp *, const struct flat_rule *, uint64_t instance,
                                   const int64_t *in, bool *holds);
/* A scalar or compound expression's value on one line: 3, Idle, Node_1,
 * {state: Idle, data: Undefined}, [1, 2]. */
enum interp_status interp_print(struct interp *, const struct expr *, const int64_t *in, struct text *out);
/* Leaves of a type, likewise. */
void interp_print_leaves(const struct type *, const int64_t *leaves, struct text *out);

/* Whether two states are one but for the order of slots in multisets that can
 * be reduced: a firing between them is no progress. */
bool interp_same(const struct interp *, const int64_t *, const int64_t *);

#endif
