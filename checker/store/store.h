/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * store.h - the set of the states that were reached, numbered in order of arrival.
 *
 * Numbers are dense after each renumbering (store_renumber), so the states of a level
 * are a range of numbers, and the frontier is two integers.
 *
 *   flat     exact, any number of threads: states of up to 8 bytes packed as
 *            they are (table.h), longer ones as roots of shared trees (tree.h)
 *   judy     exact, one thread: JudyHS, the reference for the others
 *   vectors  exact, one thread: whole states (vectors.h), for small searches; one that grows
 *            large becomes flat
 *   compact  a hash of each state: lossy; keeps the states themselves only of
 *            the last two levels
 *   bitstate a few bits of each state (bits.h): lossy, and keeps states likewise;
 *            store_find says STORE_VISITED instead of a number
 *
 * One that is frontier_only keeps its keys in a set (set.h), which costs less: store_find
 * then says STORE_VISITED instead of a number.
 *
 * Each thread works through a context of its own.
 *
 * store_new.c makes a store, store_insert.c puts states in, store_read.c finds
 * them, store_level.c renumbers and grows.
 *
 * What may overlap, on one store:
 *   store_insert, store_get, store_find, store_find_many    any number of threads, but a
 *       number may be given to store_get only by the thread that got it from
 *       store_insert, or after a renumbering or a growth that all have seen
 *   store_renumber, store_grow, store_bytes, store_clear, store_omissions  alone; what is on
 *       its way stays so over a growth, but must be finished or dropped before a renumbering
 */
#ifndef MURRELET_STORE_H
#define MURRELET_STORE_H

#include <stdio.h>

#include "../base/pool.h"
#include "kind.h"

struct store;
struct store_context;

#define STORE_NONE UINT64_MAX
#define STORE_VISITED (UINT64_MAX - 1)

#define STORE_HASHES 3u

struct store_options {
    enum store_kind kind;  /* not STORE_AUTO */
    uint32_t words, bits;  /* of a packed state */
    unsigned threads;
    uint64_t memory;       /* bytes that the store may take; 0: what there is */
    const char *spill;     /* flat: a directory for a file with the states that memory does not hold; or NULL */
    bool frontier;         /* keep the states of the last two levels, where the store does not keep all */
    bool parents;          /* remember with each state the one it was first reached from */
    unsigned hash_bits;    /* compact: 1 to 64 of each state; 0: the default */
    unsigned hashes;       /* bitstate: bits that each state sets, up to 7; 0: STORE_HASHES */
    uint64_t array_bytes;  /* bitstate: of the array of bits; 0: a quarter of `memory` */
    uint64_t seed;         /* compact, bitstate: of the hash */
    bool frontier_only;        /* flat, compact: no state is asked for by its number but those of the last two levels */
};

struct store *store_new(const struct store_options *); /* NULL: no address space */
void store_free(struct store *);
struct store_context *store_context(struct store *, unsigned thread);
const char *store_name(const struct store *);
bool store_exact(const struct store *);

/* Put in `count` packed states, one after the other.  parents[i] is the number of a
 * state that led to the i-th (for a store with `parents`).  numbers[i] becomes the number
 * of the i-th state, with STORE_NEW set if it is new.  Returns how many states were
 * taken: if fewer than `count`, the store must grow before the rest.
 * If `numbers` is NULL, the states may still be on their way when this returns;
 * they are in the store after store_finish(). */
#define STORE_NEW (UINT64_C(1) << 63)
size_t store_insert(struct store_context *, const uint64_t *states, const uint64_t *parents,
                    size_t count, uint64_t *numbers);
/* The same in two steps, for stores that take a state by its key: first the 8-byte key of
 * each, at once and so cheaply where the state is like the last one that
 * store_get gave (`changed`: a bit for each word, 0 where it is as in that one; or NULL); false: the
 * store must grow first. */
bool store_by_key(const struct store *);
bool store_key(struct store_context *, const uint64_t *state, const uint64_t *changed, uint64_t *key);
size_t store_insert_keys(struct store_context *, const uint64_t *keys, const uint64_t *parents, size_t count,
                         uint64_t *numbers);
/* store_finish() puts in all that is on its way; false: the store must grow first.
 * store_drop() forgets it, and the states that were read ahead. */
bool store_finish(struct store_context *);
void store_drop(struct store_context *);
uint64_t store_find(struct store_context *, const uint64_t *state);
/* The same of many at once, so that cache misses overlap. */
void store_find_many(struct store_context *, const uint64_t *states, size_t count, uint64_t *numbers);
void store_get(struct store_context *, uint64_t number, uint64_t *state);
/* The same, for a caller that will read the numbers up to `end` one after the other,
 * all of which were renumbered before: several states are read at once. */
void store_get_next(struct store_context *, uint64_t number, uint64_t end, uint64_t *state);
uint64_t store_parent(const struct store *, uint64_t number); /* STORE_NONE: a start state */
/* The owner of a number is the thread that gave it out (or one of several threads that
 * share an owner: owners are 0 .. store_owners() - 1).  store_stretch() gives the owner of a
 * number, and the end, at most `end`, of the numbers after it that have the same owner; for
 * numbers that were renumbered. */
unsigned store_owners(const struct store *);
uint64_t store_stretch(const struct store *, uint64_t number, uint64_t end, unsigned *owner);

/* States in the store, not counting what threads are putting in just now. */
uint64_t store_estimate(const struct store *);
/* Make the numbers dense at the end of a level.  Returns the count.  A tree may
 * be cut anew, by all threads of the pool (NULL: by this one). */
uint64_t store_renumber(struct store *, struct pool *);
/* False: no memory, no numbers, or (see store_disk_full) no disk is left, or pool_stopped().  A store with a file moves to
 * the file what the memory no longer holds, even if nothing must grow. */
bool store_grow(struct store *, struct pool *);
/* Whether an index was left half made when pool_stopped() said so: then states can be
 * read by their numbers, but none can be found or put in. */
bool store_unfinished(const struct store *);
bool store_disk_full(const struct store *);
/* Called alone, for a store with a file: `bytes` is what the process holds in all, beyond what it held
 * when the store was made.  The store then leaves room for the part that is not its own. */
void store_held(struct store *, uint64_t bytes);
/* Called alone, for a store with a file: move keys there until so many bytes of memory are free beside
 * the store; false: that is not possible. */
bool store_yield(struct store *, uint64_t bytes);
uint64_t store_bytes(const struct store *);
/* The first `most` states of the flat store, just renumbered; read into one just made.
 * False: it failed. */
bool store_save(const struct store *, uint64_t most, FILE *);
bool store_load(struct store *, FILE *);
/* After a renumbering: what a lossy store is expected to have missed. */
void store_omissions(const struct store *, struct omissions *);
/* bitstate: empty again. */
void store_clear(struct store *);
bool store_sound(const struct store *); /* for tests: the whole structure is as it should be */

#endif
