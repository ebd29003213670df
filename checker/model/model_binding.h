/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * model_binding.h - the binding group of the model ABI: what a model asks of a host.
 *
 * A host is a program that has a model searched, and answers what the model
 * cannot know: the threads' program of a litmus test, say.  The model calls the
 * host's routines by x->bindings, where there is one for each of its
 * `externals`, in their order.  A host may also bind the model's layout to
 * what it knows of its own answers, so that states are smaller and guards that
 * cannot hold are not tested.
 */
#ifndef MURRELET_MODEL_BINDING_H
#define MURRELET_MODEL_BINDING_H

#include "model.h"

/* A routine that the host supplies.  Arguments are scalars; a `var` one is
 * written back from its place in `arguments` after the call.  `signature` is
 * a letter for the result, then one an argument: v nothing, i a scalar by
 * value, r a scalar by reference.  The model checks what comes back by
 * reference against its type, and the result; but the result of a function that
 * could be a table (below) is the host's to keep within its type. */
typedef int64_t model_external_function(void *host, int64_t *arguments);
struct model_external {
    const char *name;
    const char *signature;
    struct model_place place;
};
struct model_external_binding {
    model_external_function *function;
    void *host;
    int64_t bound; /* not 0: the result is false for each first argument from this on */
    /* Not NULL: the results themselves, of a function of one to three defined
     * arguments a, b, c by value, at (a * second + b) * third + c (a size is 1
     * where there is no such argument).  A host may fill a row until a state
     * holds its number. */
    const int32_t *answers;
    uint32_t second, third;
};

/* A layout bound at load time, of a model with externals: what the host knows
 * not to be used, such as threads and lines that a test lacks, keeps the value
 * that it has in the start state, and takes no bit of a packed state.  A bit of
 * the working state (which is the model's own, in words of 64 bits) that no
 * mask holds is that of `base` in every state; a firing that would change one
 * is not emitted, and overflow() is called: the search found less than there is. */
struct model_state_word {
    uint64_t mask;   /* the bits that are packed */
    uint32_t bit;    /* of the packed state, where they begin; they end in the same word */
};
struct model_live_word {
    uint64_t mask, fixed; /* `fixed`: the other bits of `base` */
    uint32_t word, bit;
};
struct model_specialised {
    uint32_t words, live_count;
    const struct model_live_word *live; /* those with a bit, in the order of `bit` */
    const uint32_t *first; /* by packed word: the first of `live` that lies in it; then live_count */
    const struct model_state_word *state_words;
    const uint64_t *base;  /* by state word */
    const int64_t *leaves; /* of base */
    const uint32_t *live_leaves; /* those with a bit that is packed */
    uint32_t live_leaf_count;
    const unsigned char *possible; /* what prune_guards() found */
    void (*overflow)(void *data, uint32_t word, uint64_t bits);
    void *data;
};

struct model_binding {
    const struct model_external *externals;
    uint32_t external_count;
    /* NULL as compiled.  A host may make a copy of the model and of this group,
     * in which it is set, and `state_bits` and `packed_words` accordingly; such a
     * model has no scalarsets and no multisets. */
    const struct model_specialised *specialised;
    void (*unpack)(const uint64_t *packed, uint64_t *state_words); /* the working state; NULL where it cannot be specialised */
    /* Which rule instances may be enabled in a state that is that of `state_words`
     * in all leaves that are defined there: fills `possible_bytes` bytes.  An
     * external that is asked of an undefined value sets *unknown; the model
     * clears it. */
    void (*prune_guards)(struct expansion *, const uint64_t *state_words, unsigned char *possible, int *unknown);
    size_t possible_bytes;
};

#endif
