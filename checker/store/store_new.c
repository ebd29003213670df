/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * store_new.c - open a store of the kind that the states ask for.
 *
 * A state becomes a key of at most 8 bytes: the state itself, the root of its
 * tree (tree.c), or its hash.  The table of keys (table.c) numbers the keys.
 * store_inline.h says which file of the store does what.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "../base/die.h"
#include "../base/memory.h"
#include "store_inline.h"

#define COMPACT_BITS 56u
#define BITSTATE_BYTES (UINT64_C(256) << 20) /* where there is no bound on memory */
#define FRONTIER_BYTES (UINT64_C(1) << 40) /* of address space, where --memory sets no bound */
#define LEAST_REGION 4096u
#define LOAD_SHARE 64u /* of the memory: keys of a table that stay there when they are read, if there is a file */
/* What vectors may take before the store becomes flat; a state has at least two slots, and
 * four just after growth. */
#ifndef VECTORS_BYTES
#define VECTORS_BYTES (UINT64_C(64) << 20)
#endif
#define VECTORS_SLOT_BYTES (4 * sizeof(uint64_t))
#define NUMBERS_MAX (UINT64_C(0xffffffff) - 1)

/* Reserve *bytes of address space, or as much as there is; *bytes becomes the size. */
static void *reserve_region(size_t *bytes)
{
    for (; *bytes >= LEAST_REGION; *bytes /= 2) {
        void *region = memory_region(*bytes);
        if (region)
            return region;
    }
    return NULL;
}

static bool reserve_frontier(struct store *store)
{
    size_t least = store->options.memory ? store->options.memory : FRONTIER_BYTES;
    for (unsigned i = 0; i < 2; i++) {
        struct frontier_cache *cache = &store->frontier[i];
        cache->mapped = least < LEAST_REGION ? LEAST_REGION : least;
        if (!(cache->states = reserve_region(&cache->mapped)))
            return false;
        least = cache->mapped;
    }
    store->frontier_words = store_exact(store) ? 1 : store->options.words;
    store->frontier_states = least / (store->frontier_words * sizeof(uint64_t));
    return true;
}

static bool make_bits(struct store *store)
{
    const struct store_options *options = &store->options;
    uint64_t bytes = options->array_bytes ? options->array_bytes : options->memory ? options->memory / 4 : BITSTATE_BYTES;
    if (!bits_init(&store->bits, options->threads, bytes, options->hashes ? options->hashes : STORE_HASHES, options->seed))
        return false;
    if (!options->frontier)
        return true;
    if (!reserve_frontier(store))
        return false;
    store->bits.limit = store->frontier_states;
    return true;
}

static bool make_tables(struct store *store)
{
    const struct store_options *options = &store->options;
    unsigned bytes = (options->bits + 7) / 8;
    uint64_t capacity = NUMBERS_MAX;

    if (options->memory && options->memory / 4 < capacity)
        capacity = options->memory / 4; /* a number takes more than that, in the index alone */
    if (capacity < 4096)
        capacity = 4096;
    store->capacity = capacity;
    store->key_bytes = bytes < 8 ? bytes : 8;
    if (options->kind == STORE_COMPACT) { /* a key takes 8 bytes of a set, whatever its width */
        store->hash_bits = options->hash_bits ? options->hash_bits : options->frontier_only ? 64 : COMPACT_BITS;
        store->key_bytes = (store->hash_bits + 7) / 8;
    }
    if ((options->kind == STORE_COMPACT || options->frontier_only) && options->frontier && !reserve_frontier(store))
        return false;
    if (options->kind == STORE_FLAT && bytes > 8) {
        if (!(store->tree = tree_new(bytes, options->threads, capacity, options->spill, NULL, 0, 0)))
            return false;
    }
    if (options->frontier_only)
        return set_init(&store->set, options->threads, options->memory);
    if (!(store->tree ? table_init_pairs(&store->table, options->threads, capacity, options->spill)
                      : table_init(&store->table, store->key_bytes, options->threads, capacity, options->spill)))
        return false;
    if (store_by_key(store))
        table_compact_index(&store->table);
    if (options->parents) {
        store->parents_mapped = store->table.capacity * sizeof *store->parents;
        if (!(store->parents = reserve_region(&store->parents_mapped)))
            return false;
        if (store->table.capacity > store->parents_mapped / sizeof *store->parents)
            store->table.capacity = store->parents_mapped / sizeof *store->parents;
    }
    return true;
}

static void make_tree_batches(struct store_context *context)
{
    context->ahead = own_lines_unset(AHEAD * context->store->options.words * sizeof *context->ahead);
    context->single.tree = own_lines_unset(sizeof *context->single.tree);
    for (unsigned i = 0; i < PIPELINE; i++)
        context->batches[i].tree = own_lines_unset(sizeof *context->batches[i].tree);
}

static struct numbers_context *numbers_of(struct store *store, unsigned thread)
{
    return store->bits.contexts ? &store->bits.contexts[thread]
         : store->set.contexts  ? &store->set.contexts[thread]
         : store->table.contexts ? &store->table.contexts[thread] : NULL;
}

/* With one thread nobody asks who owns a number.  If there is no room for the
 * table of owners, all numbers have the same owner. */
static void reserve_owners(struct store *store)
{
    store->owners_mapped = NUMBERS_MAX / NUMBERS_UNIT;
    if (store->options.threads > 1)
        store->owners = reserve_region(&store->owners_mapped);
}

static void make_context(struct store *store, unsigned thread)
{
    struct store_context *context = &store->contexts[thread];
    context->store = store;
    context->numbers = numbers_of(store, thread);
    if (context->numbers && store->owners) {
        context->numbers->owners = store->owners;
        context->numbers->owned = store->owners_mapped * NUMBERS_UNIT;
        context->numbers->owner = (uint8_t)(thread % OWNERS_MOST);
    }
    if (store->tree) {
        context->walker = tree_walker(store->tree, thread);
        if (!store_by_key(store))
            make_tree_batches(context);
    }
    if (store->options.spill && !context->ahead)
        context->ahead = own_lines_unset(AHEAD * sizeof *context->ahead);
}

/* Half of the memory: while the store becomes flat there are both. */
static uint64_t vectors_most(const struct store_options *options)
{
    uint64_t bytes = options->memory && options->memory / 2 < VECTORS_BYTES ? options->memory / 2 : VECTORS_BYTES;
    uint64_t most = bytes / (options->words * sizeof(uint64_t) + VECTORS_SLOT_BYTES);
    return most ? most : 1;
}

static bool make_kind(struct store *store)
{
    const struct store_options *options = &store->options;
    switch (options->kind) {
    case STORE_JUDY:
        return true;
    case STORE_VECTORS:
        return vectors_init(&store->vectors, options->words, vectors_most(options));
    case STORE_BITSTATE:
        return make_bits(store);
    default:
        return make_tables(store);
    }
}

struct store *store_new(const struct store_options *options)
{
    struct store *store = own_lines(sizeof *store);
    store->options = *options;
    store->reshape_at = TREE_RESHAPE;
    store->contexts = own_lines(options->threads * sizeof *store->contexts);
    if (!make_kind(store)) {
        store_free(store);
        return NULL;
    }
    reserve_owners(store);
    for (unsigned i = 0; i < options->threads; i++)
        make_context(store, i);
    return store;
}

void store_free(struct store *store)
{
    if (!store)
        return;
    for (unsigned i = 0; i < store->options.threads; i++) {
        free(store->contexts[i].recent);
        free(store->contexts[i].ahead);
        free(store->contexts[i].single.tree);
        for (unsigned j = 0; j < PIPELINE; j++)
            free(store->contexts[i].batches[j].tree);
    }
    free(store->contexts);
    tree_free(store->tree);
    table_done(&store->table);
    set_done(&store->set);
    bits_done(&store->bits);
    vectors_done(&store->vectors);
    if (store->parents_mapped)
        memory_region_done(store->parents, store->parents_mapped, store->parents_mapped, false);
    else
        free(store->parents);
    if (store->owners)
        memory_region_done(store->owners, store->owners_mapped, store->owners_mapped, false);
    for (unsigned i = 0; i < 2; i++)
        if (store->frontier[i].states)
            memory_region_done(store->frontier[i].states, store->frontier[i].mapped, store->frontier[i].mapped, false);
    JudyHSFreeArray(&store->judy, PJE0);
    free(store->judy_states);
    free(store);
}

struct store_context *store_context(struct store *store, unsigned thread)
{
    return &store->contexts[thread];
}

const char *store_name(const struct store *store)
{
    static const char *const names[] = {"auto", "flat", "judy", "compact", "bitstate", "runs", "vectors"};
    return store->options.kind == STORE_FLAT && store->tree ? "tree" : names[store->options.kind];
}

bool store_exact(const struct store *store)
{
    return store->options.kind != STORE_COMPACT && store->options.kind != STORE_BITSTATE;
}

bool store_by_key(const struct store *store)
{
    return store->tree && store->options.words > RECENT_WORDS;
}

uint64_t store_estimate(const struct store *store)
{
    return store->options.kind == STORE_JUDY ? store->judy_count
         : store->options.kind == STORE_VECTORS ? store->vectors.count
         : store->options.kind == STORE_BITSTATE ? bits_reserved(&store->bits)
         : store->options.frontier_only ? set_reserved(&store->set)
                                        : table_reserved(&store->table);
}

bool store_disk_full(const struct store *store)
{
    bool full = store->table.disk_full;
    for (unsigned i = 0; store->tree && i < TREE_TABLES; i++)
        full |= tree_table(store->tree, i)->disk_full;
    return full;
}

uint64_t store_bytes(const struct store *store)
{
    uint64_t bytes, state = store->options.words * sizeof(uint64_t), count = store_estimate(store);
    if (store->options.kind == STORE_JUDY) {
        /* JudyHS does not say what it takes: the key, a value, and some inner nodes. */
        return store->judy_count * (state + 24) + store->judy_space * state;
    }
    if (store->options.kind == STORE_VECTORS)
        return vectors_bytes(&store->vectors);
    bytes = store->options.kind == STORE_BITSTATE ? bits_bytes(&store->bits)
          : store->options.frontier_only ? set_bytes(&store->set) : table_bytes(&store->table);
    if (store->tree)
        bytes += tree_bytes(store->tree);
    if (store->parents)
        bytes += count * sizeof *store->parents;
    if (store->frontier[1].states)
        bytes += (count - store->frontier[0].base) * store->frontier_words * sizeof(uint64_t);
    return bytes;
}

bool store_save(const struct store *store, uint64_t most, FILE *file)
{
    return fwrite(&store->reshape_at, sizeof store->reshape_at, 1, file) == 1 &&
           (!store->tree || tree_save(store->tree, file)) && table_save(&store->table, most, file);
}

bool store_load(struct store *store, FILE *file)
{
    uint64_t near = store->options.memory ? store->options.memory / LOAD_SHARE : UINT64_MAX;
    if (fread(&store->reshape_at, sizeof store->reshape_at, 1, file) != 1)
        return false;
    if (store->tree) {
        tree_free(store->tree);
        store->tree = tree_load((store->options.bits + 7) / 8, store->options.threads, store->capacity,
                                store->options.spill, file, near);
        if (!store->tree)
            return false;
        for (unsigned i = 0; i < store->options.threads; i++)
            store->contexts[i].walker = tree_walker(store->tree, i);
    }
    if (!table_load(&store->table, file, near))
        return false;
    for (unsigned i = 0; store->tree && i < TREE_TABLES; i++)
        if (!tree_widen(store->tree, tree_table(store->tree, i), &store->table))
            return false;
    errno = ENOMEM;
    return !store->options.memory || store->options.spill || store_bytes(store) <= store->options.memory;
}

/* When i of M hashes are taken, a new state has one of them with probability i / M, and so for
 * each state that is stored, i / (M - i) are not: M ln(M / (M - n)) - n for n of them. */
static double hashes_shared(double count, double values)
{
    double part = count / values;
    return part < 1e-4 ? count * (part / 2 + part * part / 3) : part < 1 ? -values * log1p(-part) - count : HUGE_VAL;
}

void store_omissions(const struct store *store, struct omissions *omissions)
{
    double count = (double)store_estimate(store);
    *omissions = (struct omissions){.lossy = !store_exact(store)};
    if (store->options.kind == STORE_COMPACT) {
        omissions->hash_bits = store->hash_bits;
        omissions->expected = hashes_shared(count, ldexp(1, (int)store->hash_bits));
    } else if (store->options.kind == STORE_BITSTATE) {
        omissions->hashes = store->bits.hashes;
        omissions->array_bytes = bits_bytes(&store->bits);
        omissions->filled = bits_filled(&store->bits);
        omissions->expected = bits_omitted(&store->bits);
    }
    omissions->probability = -expm1(-omissions->expected);
    omissions->by_state = omissions->expected > 0 ? omissions->expected / (count + omissions->expected) : 0;
}

bool store_sound(const struct store *store)
{
    if (store->options.kind == STORE_JUDY)
        return true;
    if (store->options.kind == STORE_BITSTATE)
        return bits_sound(&store->bits);
    if (store->options.kind == STORE_VECTORS)
        return vectors_sound(&store->vectors);
    for (unsigned i = 0; store->tree && i < TREE_TABLES; i++)
        if (!table_sound(tree_table(store->tree, i)))
            return false;
    return store->options.frontier_only ? set_sound(&store->set) : table_sound(&store->table);
}
