/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * store_level.c - what a store does between two levels: number densely, cut
 * the tree anew, grow.  Vectors grow into a flat store: all are put into one in
 * the order of their numbers, which one thread hands out in order of arrival.
 * So no number changes.
 */
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <sys/mman.h>

#include "../base/die.h"
#include "store_inline.h"

#define TREE_RESHAPE_LAST (1u << 22) /* the last count of states at which a tree is cut anew: for a while there are two */
#define TREE_SAMPLES 4096u
/* Of words: what a second is enough for, to cut the tree by samples and to move the states. */
#define SAMPLED_WORDS (1u << 20)
#define RESHAPED_WORDS (1u << 25)

/* Read a sample of a few thousand states, evenly spread, from the keys or by their numbers. */
static uint64_t *sample_states(struct store *store, const uint64_t *keys, uint64_t count, size_t *samples)
{
    size_t words = store->options.words;
    size_t most = words < SAMPLED_WORDS / TREE_SAMPLES ? TREE_SAMPLES : SAMPLED_WORDS / words + 1;
    *samples = count < most ? count : most;
    uint64_t *states = malloc(*samples * words * sizeof *states), step = count / *samples;
    if (!states)
        die_memory(*samples * words * sizeof *states);
    for (size_t i = 0; i < *samples; i++) {
        uint64_t key = keys ? keys[i * step] : table_key(&store->table, i * step);
        tree_decode(store->tree, store->contexts[0].walker, key, states + i * words);
    }
    return states;
}

/* The table whose keys are roots of the tree; NULL if the store keeps its keys in a set. */
static struct table *roots(struct store *store)
{
    return store->options.frontier_only ? NULL : &store->table;
}

/* Whether there is memory for a second tree beside the present one, and for the sample by
 * which its shape is chosen. */
static bool room_to_reshape(struct store *store)
{
    uint64_t samples = TREE_SAMPLES * 2 * store->options.words * sizeof(uint64_t);
    if (!store->options.memory)
        return true;
    if (store->options.spill) /* roots in the file may become wider */
        return store_make_room(store, tree_bytes(store->tree) + samples) &&
               table_file_room(&store->table, store->table.on_disk * sizeof(uint64_t) / store->table.key_bytes);
    return store_bytes(store) + tree_bytes(store->tree) <= store->options.memory;
}

static int compare_keys(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return a < b ? -1 : a > b;
}

/* Convert the keys of a frontier_only store in their order, which is nearly that of
 * arrival: then states that are near in the search stay near in the tree. */
static void move_frontier_only(struct store *store, struct tree *tree, struct pool *pool, uint64_t *keys, size_t count,
                           uint64_t end)
{
    const struct frontier_cache *cache = &store->frontier[1];
    qsort(keys, count, sizeof *keys, compare_keys);
    tree_convert(store->tree, tree, pool, NULL, keys, count);
    for (size_t i = 0; i < count; i++)
        keys[i] = table_hash(keys[i]);
    set_put_all(&store->set, keys, count);
    if (cache->states)
        tree_convert(store->tree, tree, pool, NULL, cache->states, end - cache->base);
}

/* Make another tree, of the shape that suits the states so far.  The numbers of
 * the states stay; their keys become roots of the new tree. */
static void reshape_tree(struct store *store, struct pool *pool, uint64_t count)
{
    size_t samples, taken = 0;
    uint64_t *keys = store->options.frontier_only ? set_take_all(&store->set, &taken) : NULL;
    for (size_t i = 0; i < taken; i++)
        keys[i] = table_unhash(keys[i]);
    uint64_t *states = sample_states(store, keys, count, &samples);
    struct tree *tree = tree_new((store->options.bits + 7) / 8, store->options.threads, store->capacity,
                                 store->options.spill, states, samples, count);
    if (!tree) { /* there is no address space for a second tree, so the old one stays */
        for (size_t i = 0; i < taken; i++)
            keys[i] = table_hash(keys[i]);
        if (keys)
            set_put_all(&store->set, keys, taken);
    } else {
        if (keys) {
            move_frontier_only(store, tree, pool, keys, taken, count);
        } else {
            tree_convert(store->tree, tree, pool, &store->table, NULL, count);
            table_reindex(&store->table, pool);
        }
        tree_free(store->tree);
        store->tree = tree;
        for (unsigned i = 0; i < store->options.threads; i++) {
            store->contexts[i].walker = tree_walker(store->tree, i);
            store_forget_recent(&store->contexts[i]);
        }
    }
    free(states);
    free(keys);
}

/* Return freed memory, some megabytes, to the system; malloc would keep it. */
static void give_back(void)
{
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

static void number_moved(void *data, uint64_t from, uint64_t to)
{
    struct store *store = data;
    size_t words = store->frontier_words;
    if (store->parents)
        store->parents[to] = store->parents[from];
    if (store->frontier[1].states) {
        const struct frontier_cache *cache = &store->frontier[1];
        memcpy(cache->states + (to - cache->base) * words, cache->states + (from - cache->base) * words,
               words * sizeof(uint64_t));
    }
}

uint64_t store_renumber(struct store *store, struct pool *pool)
{
    if (store->options.kind == STORE_JUDY)
        return store->judy_count;
    if (store->options.kind == STORE_VECTORS)
        return store->vectors.count;
    uint64_t count = store->options.kind == STORE_BITSTATE ? bits_renumber(&store->bits, number_moved, store)
                   : store->options.frontier_only ? set_renumber(&store->set, number_moved, store)
                                              : table_renumber(&store->table, number_moved, store);
    if (store->tree && count >= store->reshape_at && count <= TREE_RESHAPE_LAST &&
        count <= RESHAPED_WORDS / store->options.words && room_to_reshape(store)) {
        store->reshape_at = count * 8;
        reshape_tree(store, pool, count);
        if (store->options.spill)
            give_back();
    }
    if (store->frontier[1].states) {
        struct frontier_cache next = store->frontier[0];
        uint64_t used = (store->frontier[1].base - next.base) * store->frontier_words * sizeof(uint64_t);
        if (used > (1u << 20))
            madvise(next.states, used, MADV_DONTNEED);
        next.base = count;
        store->frontier[0] = store->frontier[1];
        store->frontier[1] = next;
        store->bits.limit = next.base + store->frontier_states;
    }
    return count;
}

void store_clear(struct store *store)
{
    bits_clear(&store->bits);
    for (unsigned i = 0; i < store->options.threads; i++)
        store_forget_recent(&store->contexts[i]);
    for (unsigned i = 0; i < 2; i++) {
        store->frontier[i].base = 0;
        if (store->frontier[i].states)
            madvise(store->frontier[i].states, store->frontier[i].mapped, MADV_DONTNEED);
    }
    store->bits.limit = store->frontier_states;
}

/* How much memory a part of the store may take that takes `bytes` now; 0: no bound. */
static bool budget_for(const struct store *store, uint64_t bytes, uint64_t *budget)
{
    *budget = store->options.memory;
    if (*budget == 0)
        return true;
    uint64_t rest = store_bytes(store) - bytes;
    if (rest >= *budget)
        return false;
    *budget -= rest;
    return true;
}

static bool grow_table(struct store *store, struct table *table, struct pool *pool)
{
    uint64_t budget;
    unsigned beside = table == &store->table && store->parents ? sizeof *store->parents : 0;
    if (table_reserved(table) < table->limit)
        return true;
    if (!budget_for(store, table_bytes(table) + beside * table_reserved(table), &budget))
        return false;
    return table_grow(table, pool, budget, beside);
}

static bool grow_set(struct store *store, struct pool *pool)
{
    uint64_t budget;
    if (set_reserved(&store->set) < store->set.limit)
        return true;
    return budget_for(store, set_bytes(&store->set), &budget) && set_grow(&store->set, pool, budget);
}

/* A table of the tree. */
static bool grow_tree(struct store *store, struct table *table, struct pool *pool)
{
    uint64_t wider = tree_widening(store->tree, table, roots(store));
    if (table_reserved(table) < table->limit)
        return true;
    if (store->options.memory && wider && store_bytes(store) + wider > store->options.memory)
        return false;
    return tree_widen(store->tree, table, roots(store)) && grow_table(store, table, pool);
}

bool store_unfinished(const struct store *store)
{
    bool unfinished = atomic_load_explicit(&store->table.unfinished, memory_order_relaxed) ||
                      atomic_load_explicit(&store->set.unfinished, memory_order_relaxed);
    for (unsigned i = 0; store->tree && i < TREE_TABLES; i++)
        unfinished |= atomic_load_explicit(&tree_table(store->tree, i)->unfinished, memory_order_relaxed);
    return unfinished;
}

/* --- from vectors to a flat store ------------------------------------------------- */

/* Put a batch in under the numbers from `first` on; false: there is no room. */
static bool move_batch(struct store *flat, const struct vectors *vectors, uint64_t first, size_t count)
{
    uint64_t numbers[BATCH];
    for (size_t done = 0; done < count;) {
        done += store_insert(&flat->contexts[0], vectors_state(vectors, first + done), NULL, count - done, numbers + done);
        if (done < count && !store_grow(flat, NULL))
            return false;
    }
    for (size_t i = 0; i < count; i++)
        if (numbers[i] != ((first + i) | STORE_NEW))
            die("a state gets another number as its store becomes flat");
    return true;
}

static bool move_all(struct store *flat, const struct vectors *vectors)
{
    for (uint64_t first = 0; first < vectors->count; first += BATCH)
        if (!move_batch(flat, vectors, first, vectors->count - first < BATCH ? vectors->count - first : BATCH))
            return false;
    return true;
}

/* The one context stays where it is, for its thread has it. */
static void become(struct store *store, struct store *flat)
{
    struct store_context *context = store->contexts;
    vectors_done(&store->vectors);
    *context = flat->contexts[0];
    context->store = store;
    free(flat->contexts);
    *store = *flat;
    store->contexts = context;
    free(flat);
}

static bool leave_vectors(struct store *store)
{
    struct store_options options = store->options;
    options.kind = STORE_FLAT;
    struct store *flat = store_new(&options);
    if (!flat || !move_all(flat, &store->vectors)) {
        store_free(flat);
        return false; /* all is as it was */
    }
    become(store, flat);
    return true;
}

/* --- growth ----------------------------------------------------------------------- */

/* Every table that has handed out its last number; vectors that are too many, or find no memory. */
bool store_grow(struct store *store, struct pool *pool)
{
    if (store->options.kind == STORE_JUDY)
        return true;
    if (store->options.kind == STORE_VECTORS)
        return leave_vectors(store);
    if (store->frontier[1].states && store_estimate(store) - store->frontier[1].base >= store->frontier_states)
        return false;
    if (store->options.kind == STORE_BITSTATE)
        return true;
    if (store->options.spill && store->options.memory)
        return store_grow_spilling(store, pool);
    for (unsigned i = 0; store->tree && i < TREE_TABLES; i++)
        if (!grow_tree(store, tree_table(store->tree, i), pool))
            return false;
    return store->options.frontier_only ? grow_set(store, pool) : grow_table(store, &store->table, pool);
}
