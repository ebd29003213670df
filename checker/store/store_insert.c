/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * store_insert.c - put states in, by batches that overlap their cache misses.
 *
 * A lookup is a chain of memory reads, each of which depends on the one before.
 * A batch of states goes through these reads in rounds.  At its end a round
 * prefetches what the next one will read; in between other batches have their
 * rounds, or more states are expanded, so that nobody waits for memory.
 */
#include <stdlib.h>
#include <xxhash.h>

#include "../base/die.h"
#include "store_inline.h"

#ifndef STORE_RECENT_FROM
#define STORE_RECENT_FROM (1u << 16) /* states from which the recent ones are worth their space */
#endif
#ifndef STORE_RECENT
#define STORE_RECENT (1u << 15)      /* words that the recent states take, for each thread */
#endif

bool store_key(struct store_context *context, const uint64_t *state, const uint64_t *changed, uint64_t *key)
{
    const struct store *store = context->store;
    if (store->tree)
        return tree_encode(store->tree, context->walker, state, changed, key);
    if (store->options.kind == STORE_COMPACT)
        *key = XXH3_64bits_withSeed(state, store->options.words * sizeof *state, store->options.seed) >>
               (64 - store->hash_bits);
    else
        *key = *state;
    return true;
}

void store_forget_recent(struct store_context *context)
{
    if (context->recent)
        memset(context->recent, 0xff, context->recent_count * context->recent_words * sizeof *context->recent);
}

static void keep_frontier_state(struct store *store, uint64_t number, const uint64_t *state)
{
    struct frontier_cache *cache = &store->frontier[1];
    uint64_t place = number - cache->base;
    if (place >= store->frontier_states)
        die("the frontier outgrew its address space");
    memcpy(cache->states + place * store->frontier_words, state, store->frontier_words * sizeof *state);
}

static void remember(struct store *store, uint64_t number, uint64_t key, const uint64_t *state, const uint64_t *parent)
{
    if (store->frontier[1].states)
        keep_frontier_state(store, number, store_exact(store) ? &key : state);
    if (store->parents)
        store->parents[number] = parent ? (uint32_t)(*parent + 1) : 0;
}

static void start_recent(struct store_context *context)
{
    unsigned words = context->store->options.words;
    context->recent_words = words <= RECENT_WORDS ? words : 1;
    for (context->recent_count = 1; context->recent_count * 2 * context->recent_words <= STORE_RECENT;)
        context->recent_count *= 2;
    context->recent = malloc(context->recent_count * context->recent_words * sizeof *context->recent);
    store_forget_recent(context);
}

/* Whether the item is in the cache of recent ones; it is put there if not.  An empty
 * place is all ones, so a state that ends in such a word is never found there. */
static inline bool visited_lately(struct store_context *context, const uint64_t *item, size_t words)
{
    uint64_t differs = 0;
    if (!context->recent || item[words - 1] == UINT64_MAX)
        return false;
    uint64_t *place = context->recent + (table_hash_words(item, words) & (context->recent_count - 1)) * words;
    for (size_t i = 0; i < words; i++)
        differs |= place[i] ^ item[i];
    if (differs == 0)
        return true;
    for (size_t i = 0; i < words; i++)
        place[i] = item[i];
    return false;
}

/* What is put in: states, or the keys of states. */
struct items {
    const uint64_t *first;
    size_t words;            /* of one */
    bool keys;
};

/* Begin a batch of short states of a tree, without those in the cache of recent ones. */
static void cut_batch(struct store_context *context, struct batch *batch, struct items items, size_t count, bool again)
{
    tree_batch_clear(batch->tree);
    for (size_t i = 0; i < count; i++) {
        const uint64_t *state = items.first + i * items.words;
        if (!again && visited_lately(context, state, items.words))
            continue;
        tree_batch_add(context->store->tree, batch->tree, state);
        batch->places[batch->count++] = (uint32_t)i;
    }
    batch->stage = BATCH_CUT;
}

/* What was not visited lately begins to wait.  Returns how many of the items were
 * gone through: the rest does not fit the tree. */
static size_t prepare_batch(struct store_context *context, struct batch *batch, struct items items, size_t count, bool again)
{
    const struct store *store = context->store;
    bool by_state = store->options.words <= RECENT_WORDS && !items.keys;
    size_t i;
    batch->next = batch->count = 0;
    if (by_state && store->tree) {
        cut_batch(context, batch, items, count, again);
        return count;
    }
    batch->stage = BATCH_HAS_KEY;
    for (i = 0; i < count; i++) {
        const uint64_t *item = items.first + i * items.words;
        uint64_t key = *item;
        if (!again && by_state && visited_lately(context, item, items.words))
            continue;
        if (!items.keys && !store_key(context, item, NULL, &key))
            break;
        if (again || by_state || !visited_lately(context, &key, 1)) {
            batch->keys[batch->count] = key;
            batch->places[batch->count] = (uint32_t)i;
            fetch_line(store, batch, batch->count++);
        }
    }
    return i;
}

static bool key_batch(struct store_context *context, struct batch *batch)
{
    struct store *store = context->store;
    if (!tree_batch_roots(store->tree, context->walker, batch->tree, batch->keys))
        return false;
    for (unsigned i = 0; i < batch->count; i++)
        fetch_line(store, batch, i);
    return true;
}

/* The caller's arrays that go with a batch, by place; each may be NULL. */
struct particulars {
    struct items items;
    const uint64_t *parents;
    uint64_t *numbers;
};

static bool put_batch_in_set(struct store_context *context, struct batch *batch, const struct particulars *of)
{
    struct store *store = context->store;
    for (; batch->next < batch->count; batch->next++) {
        size_t i = batch->next, place = batch->places[i];
        uint64_t number = set_insert(&store->set, context->numbers, batch->hashes[i]);
        if (number == SET_FULL)
            return false;
        if (number != SET_KNOWN)
            remember(store, number, batch->keys[i], of ? of->items.first + place * of->items.words : NULL, NULL);
        if (of && of->numbers)
            of->numbers[place] = number == SET_KNOWN ? STORE_VISITED & ~STORE_NEW : number | STORE_NEW;
    }
    return true;
}

static bool put_batch_in_table(struct store_context *context, struct batch *batch, const struct particulars *of)
{
    struct store *store = context->store;
    struct table *table = &store->table;
    for (; batch->next < batch->count; batch->next++) {
        size_t i = batch->next, place = batch->places[i];
        uint64_t number = batch->guesses[i];
        context->numbers->is_new = false;
        if (number == TABLE_NONE || table_key_inline(table, number) != batch->keys[i])
            number = table_insert_inline(table, context->numbers, batch->keys[i], batch->hashes[i]);
        if (number == TABLE_FULL)
            return false;
        if (!of)
            continue;
        if (context->numbers->is_new)
            remember(store, number, batch->keys[i], of->items.first + place * of->items.words,
                     of->parents ? of->parents + place : NULL);
        if (of->numbers)
            of->numbers[place] = number | (context->numbers->is_new ? STORE_NEW : 0);
    }
    return true;
}

/* The last round puts the keys in.  False: the store must grow before the rest of the batch. */
static bool put_batch(struct store_context *context, struct batch *batch, const struct particulars *of)
{
    return context->store->options.frontier_only ? put_batch_in_set(context, batch, of) : put_batch_in_table(context, batch, of);
}

/* Do one round of a batch.  False: the store must grow, and then the round is done again. */
static bool advance(struct store_context *context, struct batch *batch, const struct particulars *of)
{
    switch (batch->stage) {
    case BATCH_EMPTY:
        return true;
    case BATCH_CUT:
        tree_batch_hint(context->store->tree, batch->tree);
        batch->stage = BATCH_HINTED;
        return true;
    case BATCH_HINTED:
        if (!key_batch(context, batch))
            return false;
        batch->stage = BATCH_HAS_KEY;
        return true;
    case BATCH_HAS_KEY:
        guess_batch(context, batch);
        batch->stage = BATCH_GUESSED;
        return true;
    case BATCH_GUESSED:
        if (!put_batch(context, batch, of))
            return false;
        batch->stage = BATCH_EMPTY;
        return true;
    }
    return true;
}

static bool advance_to_end(struct store_context *context, struct batch *batch, const struct particulars *of)
{
    while (batch->stage != BATCH_EMPTY)
        if (!advance(context, batch, of))
            return false;
    return true;
}

/* Returns how many of the items were dealt with. */
static size_t insert_batch(struct store_context *context, const struct particulars *of, size_t count)
{
    struct batch *batch = &context->single;
    size_t read = prepare_batch(context, batch, of->items, count, of->numbers != NULL);
    return advance_to_end(context, batch, of) ? read : batch->places[batch->next];
}

/* Do one round of each batch that is under way. */
static size_t pass_batch(struct store_context *context, struct items items, size_t count)
{
    for (unsigned i = 0; i < PIPELINE; i++)
        if (!advance(context, &context->batches[(context->turn + i) % PIPELINE], NULL))
            return 0;
    size_t read = prepare_batch(context, &context->batches[context->turn], items, count, false);
    context->turn = (context->turn + 1) % PIPELINE;
    return read;
}

/* Prefetch the line of each state, then set its bits. */
static size_t insert_batch_in_bits(struct store_context *context, struct items items, size_t count, uint64_t *numbers)
{
    struct store *store = context->store;
    unsigned thread = (unsigned)(context - store->contexts);
    struct bits_hash hashes[BATCH];
    struct batch *batch = &context->single; /* its places only */
    size_t waiting = 0;
    for (size_t i = 0; i < count; i++) {
        const uint64_t *state = items.first + i * items.words;
        if (numbers)
            numbers[i] = STORE_VISITED & ~STORE_NEW;
        if (items.words <= RECENT_WORDS && visited_lately(context, state, items.words))
            continue;
        hashes[waiting] = bits_hash(&store->bits, state, items.words);
        bits_prefetch(&store->bits, hashes[waiting]);
        batch->places[waiting++] = (uint32_t)i;
    }
    for (size_t i = 0; i < waiting; i++) {
        size_t place = batch->places[i];
        uint64_t number = bits_insert(&store->bits, thread, hashes[i]);
        if (number == BITS_FULL)
            return place;
        if (number == BITS_KNOWN)
            continue;
        remember(store, number, 0, items.first + place * items.words, NULL);
        if (numbers)
            numbers[place] = number | STORE_NEW;
    }
    return count;
}

bool store_finish(struct store_context *context)
{
    for (unsigned i = 0; i < PIPELINE; i++)
        if (!advance_to_end(context, &context->batches[(context->turn + i) % PIPELINE], NULL))
            return false;
    return true;
}

void store_drop(struct store_context *context)
{
    context->ahead_start = context->ahead_end = 0;
    for (unsigned i = 0; i < PIPELINE; i++) {
        if (context->batches[i].stage != BATCH_EMPTY)
            store_forget_recent(context);
        context->batches[i].stage = BATCH_EMPTY;
    }
}

/* Whether the store needs more of an item than its key. */
static bool has_particulars(const struct store *store, const uint64_t *numbers)
{
    return numbers || store->parents || store->options.kind == STORE_COMPACT;
}

/* Put the items in by batches; see store_insert() in store.h for the arguments. */
static size_t insert_items(struct store_context *context, struct items items, const uint64_t *parents, size_t count,
                           uint64_t *numbers)
{
    struct store *store = context->store;
    size_t done = 0;
    if (!context->recent && store_estimate(store) >= STORE_RECENT_FROM)
        start_recent(context);
    while (done < count) {
        size_t share = count - done < BATCH ? count - done : BATCH;
        struct particulars of = {
            .items = {items.first + done * items.words, items.words, items.keys},
            .parents = parents ? parents + done : NULL,
            .numbers = numbers ? numbers + done : NULL,
        };
        size_t put = store->options.kind == STORE_BITSTATE ? insert_batch_in_bits(context, of.items, share, of.numbers)
                   : has_particulars(store, numbers)       ? insert_batch(context, &of, share)
                                                           : pass_batch(context, of.items, share);
        done += put;
        if (put < share) {
            store_forget_recent(context); /* for they may be among those that were not put in */
            break;
        }
    }
    return done;
}

size_t store_insert_keys(struct store_context *context, const uint64_t *keys, const uint64_t *parents, size_t count,
                         uint64_t *numbers)
{
    return insert_items(context, (struct items){keys, 1, true}, parents, count, numbers);
}

size_t store_insert(struct store_context *context, const uint64_t *states, const uint64_t *parents,
                    size_t count, uint64_t *numbers)
{
    struct store *store = context->store;
    size_t words = store->options.words, done = 0;

    if (store->options.kind == STORE_JUDY) {
        for (; done < count; done++) {
            uint64_t number = store_judy_insert(store, states + done * words);
            if (store->parents && (number & STORE_NEW))
                store->parents[number & ~STORE_NEW] = parents ? (uint32_t)(parents[done] + 1) : 0;
            if (numbers)
                numbers[done] = number;
        }
        return done;
    }
    if (store->options.kind == STORE_VECTORS)
        return vectors_insert(&store->vectors, states, count, numbers);
    return insert_items(context, (struct items){states, words, false}, parents, count, numbers);
}
