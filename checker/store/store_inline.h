/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * store_inline.h - what the files of the store share: store_new.c makes one,
 * store_insert.c puts states in, store_read.c finds and reads them,
 * store_level.c renumbers and grows, store_spill.c grows where there is a file,
 * store_judy.c is the reference.
 */
#ifndef MURRELET_STORE_INLINE_H
#define MURRELET_STORE_INLINE_H

#include <Judy.h>
#include <string.h>

#include "bits.h"
#include "vectors.h"
#include "set.h"
#include "store.h"
#include "table_inline.h"
#include "tree_batch.h"

#define BATCH 64u            /* lookups whose cache misses overlap */
#define AHEAD 16u            /* states that are read at once */
#define OWNERS_MOST 256u     /* what a byte tells apart */
#define PIPELINE 5u          /* batches at work: as many as there are stages */

#ifndef TREE_RESHAPE
#define TREE_RESHAPE (1u << 12) /* the first count of states at which a tree is cut anew */
#endif
#ifndef RECENT_WORDS
#define RECENT_WORDS 8u      /* states longer than this are remembered, and put in, by their keys */
#endif

/* The states of one level, by number from `base`, where the store does not have
 * them: full ones of a lossy store, keys of an exact one that is frontier_only. */
struct frontier_cache {
    uint64_t *states;
    size_t mapped;
    uint64_t base;
};

/* How far a batch of lookups is.  At the end of each round the memory that the
 * next round reads has been prefetched; each stage is named after what the batch
 * has by then, and its comment says what is on its way to the cache. */
enum stage {
    BATCH_EMPTY,
    BATCH_CUT,               /* short states of a tree: the lines of their chunks */
    BATCH_HINTED,            /* their chunks */
    BATCH_HAS_KEY,           /* the lines of their keys */
    BATCH_GUESSED,           /* their keys */
};

/* The items from `next` on have not been put in yet. */
struct batch {
    enum stage stage;
    unsigned next, count;
    uint64_t keys[BATCH], hashes[BATCH], guesses[BATCH];
    uint32_t places[BATCH];  /* of each item, in the caller's array */
    struct tree_batch *tree; /* of short states */
};

struct store_context {
    _Alignas(OWN_LINES) struct store *store; /* contexts share no cache line */
    struct numbers_context *numbers;
    struct tree_walker *walker;
    /* A cache of states (of long states: their keys) that are in the store or on
     * their way into it, each at the place that its hash names.  Most successors
     * were visited a moment ago, and are found here.  NULL while the store is
     * small. */
    uint64_t *recent;
    uint64_t recent_count;
    unsigned recent_words;
    uint64_t *ahead;         /* of the numbers [ahead_start, ahead_end): short states of a tree; else keys that may be in a file */
    uint64_t ahead_start, ahead_end;
    struct batch single;     /* for a caller that waits for its result */
    struct batch batches[PIPELINE]; /* the others; `turn` is the oldest, and empty between two calls */
    unsigned turn;
};

struct store {
    struct store_options options;
    struct table table;      /* numbers by key; unless frontier_only */
    struct set set;          /* keys; where frontier_only */
    struct bits bits;        /* bitstate */
    struct vectors vectors;
    unsigned key_bytes, hash_bits; /* hash_bits: of a compact store's keys */
    uint64_t capacity;       /* numbers that there may be of anything */
    struct tree *tree;
    uint64_t reshape_at;
    uint64_t beside;         /* with a file: of the memory, what others take */
    const struct pool *growing; /* with a file, while it grows: whom to ask whether to stop */
    struct store_context *contexts;
    uint8_t *owners;         /* see numbers.h; NULL where there is one thread */
    size_t owners_mapped;
    uint32_t *parents;       /* number + 1, or 0 */
    size_t parents_mapped;
    struct frontier_cache frontier[2]; /* the level being read, the one being filled */
    size_t frontier_words;   /* of a state in a frontier cache */
    uint64_t frontier_states; /* that a frontier cache has space for */
    Pvoid_t judy;            /* state -> number + 1 */
    uint64_t *judy_states;
    uint64_t judy_count, judy_space;
};

/* Prefetch the line of the table or set in which the i-th key of the batch belongs. */
static inline void fetch_line(const struct store *store, struct batch *batch, size_t i)
{
    uint64_t hash = batch->hashes[i] = table_hash(batch->keys[i]);
    if (store->options.frontier_only)
        set_prefetch(&store->set, hash);
    else
        table_prefetch(&store->table, hash);
}

/* Guess the number of each key from its line, and prefetch the key that has that number. */
static inline void guess_batch(const struct store_context *context, struct batch *batch)
{
    const struct store *store = context->store;
    if (!store->options.frontier_only)
        for (unsigned i = batch->next; i < batch->count; i++)
            batch->guesses[i] = table_hint(&store->table, batch->hashes[i]);
}

static inline const uint64_t *frontier_state(const struct store *store, uint64_t number)
{
    const struct frontier_cache *cache = &store->frontier[number >= store->frontier[1].base];
    return cache->states + (number - cache->base) * store->frontier_words;
}

/* The key of a state that the store still has. */
static inline uint64_t key_by_number(const struct store *store, uint64_t number)
{
    return store->options.frontier_only ? *frontier_state(store, number) : table_key(&store->table, number);
}

/* Empty the cache of recent states. */
void store_forget_recent(struct store_context *);

/* For a store with a file: store_grow(); and see to it that so many bytes of memory are free. */
bool store_grow_spilling(struct store *, struct pool *);
bool store_make_room(struct store *, uint64_t bytes);

uint64_t store_judy_insert(struct store *, const uint64_t *state);
uint64_t store_judy_find(const struct store *, const uint64_t *state);

#endif
