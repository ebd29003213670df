/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * store_read.c - read states by their numbers, and find numbers by states.
 */
#include "store_inline.h"

uint64_t store_find(struct store_context *context, const uint64_t *state)
{
    const struct store *store = context->store;
    uint64_t key;
    if (store->options.kind == STORE_JUDY)
        return store_judy_find(store, state);
    if (store->options.kind == STORE_VECTORS)
        return vectors_find(&store->vectors, state);
    if (store->options.kind == STORE_BITSTATE)
        return bits_find(&store->bits, bits_hash(&store->bits, state, store->options.words)) ? STORE_VISITED : STORE_NONE;
    if (store->tree) {
        if (!tree_find(store->tree, context->walker, state, &key))
            return STORE_NONE;
    } else {
        store_key(context, state, NULL, &key);
    }
    if (store->options.frontier_only)
        return set_find(&store->set, table_hash(key)) ? STORE_VISITED : STORE_NONE;
    uint64_t number = table_find(&store->table, key, table_hash(key));
    return number == TABLE_NONE ? STORE_NONE : number;
}

/* The keys of those that have one; the others' numbers are none. */
static void find_keys(struct store_context *context, struct batch *batch, const uint64_t *states, size_t count)
{
    const struct store *store = context->store;
    size_t words = store->options.words;
    uint64_t keys[BATCH];
    if (batch->tree) {
        tree_batch_clear(batch->tree);
        for (size_t i = 0; i < count; i++)
            tree_batch_add(store->tree, batch->tree, states + i * words);
        tree_batch_hint(store->tree, batch->tree);
        tree_batch_find(store->tree, context->walker, batch->tree, keys);
    } else if (store->options.kind == STORE_FLAT && !store->tree) {
        memcpy(keys, states, count * sizeof *keys);
    } else {
        for (size_t i = 0; i < count; i++)
            if (store->tree ? !tree_find(store->tree, context->walker, states + i * words, &keys[i])
                            : !store_key(context, states + i * words, NULL, &keys[i]))
                keys[i] = TABLE_NONE;
    }
    batch->next = batch->count = 0;
    for (size_t i = 0; i < count; i++)
        if (!store->tree || keys[i] != TABLE_NONE) {
            batch->keys[batch->count] = keys[i];
            batch->places[batch->count] = (uint32_t)i;
            fetch_line(store, batch, batch->count++);
        }
}

static void find_batch(struct store_context *context, const uint64_t *states, size_t count, uint64_t *numbers)
{
    const struct table *table = &context->store->table;
    struct batch *batch = &context->single;
    find_keys(context, batch, states, count);
    guess_batch(context, batch);
    for (size_t i = 0; i < count; i++)
        numbers[i] = STORE_NONE;
    for (unsigned i = 0; i < batch->count; i++) {
        uint64_t number = batch->guesses[i];
        if (number == TABLE_NONE || table_key_inline(table, number) != batch->keys[i])
            number = table_find(table, batch->keys[i], batch->hashes[i]);
        numbers[batch->places[i]] = number == TABLE_NONE ? STORE_NONE : number;
    }
    batch->stage = BATCH_EMPTY;
}

static bool has_batches(const struct store *store)
{
    return (store->options.kind == STORE_FLAT || store->options.kind == STORE_COMPACT) && !store->options.frontier_only;
}

void store_find_many(struct store_context *context, const uint64_t *states, size_t count, uint64_t *numbers)
{
    const struct store *store = context->store;
    size_t words = store->options.words;
    for (size_t done = 0; done < count;) {
        size_t share = count - done < BATCH ? count - done : BATCH;
        if (!has_batches(store))
            for (size_t i = 0; i < share; i++)
                numbers[done + i] = store_find(context, states + (done + i) * words);
        else
            find_batch(context, states + done * words, share, numbers + done);
        done += share;
    }
}

void store_get(struct store_context *context, uint64_t number, uint64_t *state)
{
    const struct store *store = context->store;
    size_t words = store->options.words;
    if (store->options.kind == STORE_JUDY)
        memcpy(state, store->judy_states + number * words, words * sizeof *state);
    else if (store->options.kind == STORE_VECTORS)
        memcpy(state, vectors_state(&store->vectors, number), words * sizeof *state);
    else if (!store_exact(store))
        memcpy(state, frontier_state(store, number), words * sizeof *state);
    else if (store->tree)
        tree_decode(store->tree, context->walker, key_by_number(store, number), state);
    else
        *state = key_by_number(store, number);
}

static void read_ahead(struct store_context *context, uint64_t number, uint64_t end)
{
    const struct store *store = context->store;
    uint64_t keys[AHEAD];
    bool whole = store->tree && !store_by_key(store);
    unsigned count = end - number < AHEAD ? (unsigned)(end - number) : AHEAD;
    context->ahead_start = number;
    context->ahead_end = number + count;
    if (store->options.frontier_only)
        for (unsigned i = 0; i < count; i++)
            keys[i] = key_by_number(store, number + i);
    else
        table_keys(&store->table, number, count, whole ? keys : context->ahead);
    if (whole)
        tree_batch_decode(store->tree, keys, count, context->ahead);
}

void store_get_next(struct store_context *context, uint64_t number, uint64_t end, uint64_t *state)
{
    const struct store *store = context->store;
    size_t words = store->options.words;
    if (!context->ahead) {
        store_get(context, number, state);
        return;
    }
    if (number < context->ahead_start || number >= context->ahead_end)
        read_ahead(context, number, end);
    if (words > RECENT_WORDS) /* then keys */
        tree_decode(store->tree, context->walker, context->ahead[number - context->ahead_start], state);
    else
        memcpy(state, context->ahead + (number - context->ahead_start) * words, words * sizeof *state);
}

uint64_t store_parent(const struct store *store, uint64_t number)
{
    return store->parents && store->parents[number] ? store->parents[number] - UINT64_C(1) : STORE_NONE;
}

unsigned store_owners(const struct store *store)
{
    return !store->owners ? 1 : store->options.threads < OWNERS_MOST ? store->options.threads : OWNERS_MOST;
}

uint64_t store_stretch(const struct store *store, uint64_t number, uint64_t end, unsigned *owner)
{
    uint64_t owned = store->owners ? store->owners_mapped * NUMBERS_UNIT : 0;
    *owner = 0;
    if (number >= owned)
        return end;
    uint64_t unit = number / NUMBERS_UNIT, last = ((end < owned ? end : owned) - 1) / NUMBERS_UNIT;
    *owner = store->owners[unit];
    while (unit < last && store->owners[unit + 1] == *owner)
        unit++;
    return unit == last ? end < owned ? end : owned : (unit + 1) * NUMBERS_UNIT;
}
