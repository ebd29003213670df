/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * set.h - a set of 64-bit keys, each in a slot of its own and nowhere else.
 *
 * For searches that need not find a state again: a key costs 8 bytes over the
 * load, where one in a table (table.h) has an index beside it.  A new key is
 * given a number in order of arrival, but the set does not remember it.
 *
 * Slots hold the keys' hashes (table_hash, a bijection), 0 where they are
 * empty, in lines of 8.  Where a hash is sought grows with the hash, so the
 * set grows in place: a larger one is the same sequence, spread wider.
 *
 * What may overlap, on one set:
 *   set_insert, set_find    any number of threads, each with its own context
 *   the rest                alone
 */
#ifndef MURRELET_SET_H
#define MURRELET_SET_H

#include <stddef.h>

#include "numbers.h"
#include "../base/pool.h"

#define SET_KNOWN UINT64_MAX      /* the key was there */
#define SET_FULL (UINT64_MAX - 1) /* the set must grow first */
#define SET_LINE 8u

struct set {
    _Atomic uint64_t *slots;
    uint64_t lines;            /* where hashes lead; what does not fit lies in the lines after them */
    uint64_t lines_mapped, limit; /* limit: keys that `lines` lines take before growth */
    size_t mapped;
    struct numbers_context *contexts;
    unsigned context_count;
    _Atomic bool has_zero;     /* the key whose hash is 0 */
    _Atomic bool unfinished;   /* growth was stopped: nothing may be sought any more */
    _Alignas(OWN_LINES) _Atomic uint64_t reserved; /* numbers handed out to contexts */
};

/* `bytes`: of address space at most; 0: what there is.  False: there is none. */
bool set_init(struct set *, unsigned contexts, uint64_t bytes);
void set_done(struct set *);
uint64_t set_reserved(const struct set *);
uint64_t set_renumber(struct set *, void (*moved)(void *, uint64_t from, uint64_t to), void *data);
/* False: it would take more than `budget` bytes (0: no bound), or there is no address space.
 * It leaves off when pool_stopped() (then the set is unfinished, and how many keys it has is all that it knows). */
bool set_grow(struct set *, struct pool *, uint64_t budget);
uint64_t set_bytes(const struct set *);
/* All hashes, in an array for free(); and others in their place, as many. */
uint64_t *set_take_all(struct set *, size_t *count);
void set_put_all(struct set *, const uint64_t *hashes, size_t count);
/* For tests: every hash where it is found, and as many as there are numbers. */
bool set_sound(const struct set *);

static inline uint64_t set_home(uint64_t lines, uint64_t hash)
{
    return (hash >> 32) * lines >> 32;
}

/* Inlined always: see table_prefetch. */
static inline __attribute__((always_inline)) void set_prefetch(const struct set *set, uint64_t hash)
{
    const _Atomic uint64_t *line = set->slots + set_home(set->lines, hash) * SET_LINE;
    __builtin_prefetch((const void *)line, 1);
    __builtin_prefetch((const void *)(line + SET_LINE), 1); /* of an almost full set's lines, one in two is passed over */
    __builtin_prefetch((const void *)(line + 2 * SET_LINE), 1);
    __builtin_prefetch((const void *)(line + 3 * SET_LINE), 1);
}

uint64_t set_insert_zero(struct set *, struct numbers_context *);
uint64_t set_insert_new(struct set *, struct numbers_context *, uint64_t hash, uint64_t line);

enum set_line { SET_LINE_FULL, SET_LINE_OPEN, SET_LINE_HAS };

/* Without a branch for each slot: where in its line a hash lies is not foreseen.
 * Each slot is read once: only a line that was full throughout may be passed
 * over, for in one that was filled meanwhile another thread may have put the hash. */
static inline enum set_line set_look(const _Atomic uint64_t *slots, uint64_t hash)
{
    uint64_t has = 1, open = 1; /* 0: some slot */
#pragma GCC unroll 8
    for (unsigned i = 0; i < SET_LINE; i++) {
        uint64_t entry = atomic_load_explicit(&slots[i], memory_order_relaxed);
        has = entry == hash ? 0 : has;
        open = entry == 0 ? 0 : open;
    }
    return !has ? SET_LINE_HAS : !open ? SET_LINE_OPEN : SET_LINE_FULL;
}

/* The number of a new key, by its hash; or as above.  A slot is all that
 * there is to a key, so nothing has to be ordered: relaxed. */
static inline uint64_t set_insert(struct set *set, struct numbers_context *context, uint64_t hash)
{
    if (hash == 0)
        return set_insert_zero(set, context);
    for (uint64_t line = set_home(set->lines, hash); line < set->lines_mapped; line++) {
        enum set_line found = set_look(set->slots + line * SET_LINE, hash);
        if (found != SET_LINE_FULL)
            return found == SET_LINE_HAS ? SET_KNOWN : set_insert_new(set, context, hash, line);
    }
    return SET_FULL;
}

bool set_find(const struct set *, uint64_t hash);

#endif
