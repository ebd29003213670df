/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * tree_batch.c - number many short states of a tree at once.
 *
 * Leaves first, then the inner nodes one place after another, each for all
 * states of the batch: lines are fetched, then the keys that they name, then
 * those are compared, each round in a loop of its own.
 */
#include "tree_batch.h"

#include "tree_inline.h"

#define NO_NUMBER UINT32_MAX

bool tree_is_short(const struct tree *tree)
{
    return tree->chunks <= TREE_BATCH_CHUNKS;
}

void tree_batch_clear(struct tree_batch *batch)
{
    batch->count = batch->lookups = 0;
}

void tree_batch_add(const struct tree *tree, struct tree_batch *batch, const uint64_t *state)
{
    uint16_t *which = batch->which + batch->count * tree->chunks;
    for (unsigned i = 0; i < tree->chunks; i++) {
        uint64_t chunk = chunk_of(tree, state, i);
        if (batch->count == 0 || batch->chunks[i] != chunk) {
            uint64_t hash = table_hash(chunk);
            table_prefetch(&tree->tables[LEAVES], hash);
            batch->chunks[i] = batch->keys[batch->lookups] = chunk;
            batch->hashes[batch->lookups] = hash;
            batch->last[i] = (uint16_t)batch->lookups++;
        }
        which[i] = batch->last[i];
    }
    batch->count++;
}

void tree_batch_hint(const struct tree *tree, struct tree_batch *batch)
{
    for (unsigned i = 0; i < batch->lookups; i++)
        batch->guesses[i] = table_hint(&tree->tables[LEAVES], batch->hashes[i]);
}

/* A number that was guessed from a line, or what it is.  NO_NUMBER: it is not
 * there, or, where it is to be added, the table must grow. */
static inline uint32_t find_or_add(struct tree *tree, const struct tree_walker *walker, unsigned which, uint64_t guess,
                              uint64_t key, uint64_t hash, bool add)
{
    struct table *table = &tree->tables[which];
    if (guess != TABLE_NONE && table_key_inline(table, guess) == key)
        return (uint32_t)guess;
    uint64_t number = add ? table_insert_inline(table, &table->contexts[walker->thread], key, hash)
                          : table_find(table, key, hash);
    return number >= TABLE_FULL ? NO_NUMBER : (uint32_t)number;
}

static inline bool number_leaves(struct tree *tree, const struct tree_walker *walker, const struct tree_batch *batch,
                                 uint32_t *numbers, bool add)
{
    uint32_t found[TREE_BATCH * TREE_BATCH_CHUNKS];
    for (unsigned i = 0; i < batch->lookups; i++) {
        found[i] = find_or_add(tree, walker, LEAVES, batch->guesses[i], batch->keys[i], batch->hashes[i], add);
        if (add && found[i] == NO_NUMBER)
            return false;
    }
    for (unsigned chunk = 0; chunk < tree->chunks; chunk++)
        for (unsigned i = 0; i < batch->count; i++)
            numbers[chunk * TREE_BATCH + i] = found[batch->which[i * tree->chunks + chunk]];
    return true;
}

/* The pairs of one place that are not known yet. */
struct pairs {
    unsigned count;
    uint64_t keys[TREE_BATCH], hashes[TREE_BATCH], guesses[TREE_BATCH];
    uint32_t numbers[TREE_BATCH];
    uint16_t which[TREE_BATCH]; /* by state: of the pairs, or of those that were known */
};

#define WAS_KNOWN 0x8000u

/* What a state has at the place: the lookup of its pair, if need be a new one. */
static inline unsigned add_pair(const struct tree *tree, const struct tree_walker *walker, struct pairs *pairs, uint64_t pair,
                                uint32_t *number)
{
    const uint64_t *known = tree_pair_memo(walker, pair);
    if (known[0] == pair && known[1]) {
        *number = (uint32_t)(known[1] - 1);
        return WAS_KNOWN;
    }
    pairs->keys[pairs->count] = pair;
    pairs->hashes[pairs->count] = table_hash(pair);
    table_prefetch(&tree->tables[NODES], pairs->hashes[pairs->count]);
    return pairs->count++;
}

static inline bool number_place(struct tree *tree, const struct tree_walker *walker, unsigned states, const uint32_t *left,
                                const uint32_t *right, uint32_t *numbers, bool add)
{
    struct pairs pairs;
    pairs.count = 0; /* the rest is written before it is read */
    for (unsigned i = 0; i < states; i++) {
        if (left[i] == NO_NUMBER || right[i] == NO_NUMBER) {
            pairs.which[i] = WAS_KNOWN;
            numbers[i] = NO_NUMBER;
        } else if (i > 0 && left[i] == left[i - 1] && right[i] == right[i - 1]) {
            pairs.which[i] = pairs.which[i - 1];
            numbers[i] = numbers[i - 1];
        } else {
            pairs.which[i] = (uint16_t)add_pair(tree, walker, &pairs, (uint64_t)left[i] << 32 | right[i], &numbers[i]);
        }
    }
    for (unsigned i = 0; i < pairs.count; i++)
        pairs.guesses[i] = table_hint(&tree->tables[NODES], pairs.hashes[i]);
    for (unsigned i = 0; i < pairs.count; i++) {
        pairs.numbers[i] = find_or_add(tree, walker, NODES, pairs.guesses[i], pairs.keys[i], pairs.hashes[i], add);
        if (pairs.numbers[i] != NO_NUMBER) {
            uint64_t *known = tree_pair_memo(walker, pairs.keys[i]);
            known[0] = pairs.keys[i];
            known[1] = pairs.numbers[i] + UINT64_C(1);
        } else if (add) {
            return false;
        }
    }
    for (unsigned i = 0; i < states; i++)
        if (pairs.which[i] != WAS_KNOWN)
            numbers[i] = pairs.numbers[pairs.which[i]];
    return true;
}

static inline bool number_all(struct tree *tree, const struct tree_walker *walker, const struct tree_batch *batch,
                              uint64_t *roots, bool add)
{
    uint32_t numbers[2 * TREE_BATCH_CHUNKS * TREE_BATCH]; /* by place, then state */
    if (!number_leaves(tree, walker, batch, numbers, add))
        return false;
    for (unsigned place = tree->chunks; place < tree->places; place++)
        if (!number_place(tree, walker, batch->count, numbers + tree->left[place] * TREE_BATCH,
                          numbers + tree->right[place] * TREE_BATCH, numbers + place * TREE_BATCH, add))
            return false;
    const uint32_t *left = numbers + tree->top[0] * TREE_BATCH, *right = numbers + tree->top[1] * TREE_BATCH;
    for (unsigned i = 0; i < batch->count; i++)
        roots[i] = left[i] == NO_NUMBER || right[i] == NO_NUMBER ? TABLE_NONE : (uint64_t)left[i] << 32 | right[i];
    return true;
}

bool tree_batch_roots(struct tree *tree, struct tree_walker *walker, struct tree_batch *batch, uint64_t *roots)
{
    return number_all(tree, walker, batch, roots, true);
}

/* Nothing is added, so the tables may be taken for ones that may change. */
void tree_batch_find(const struct tree *tree, struct tree_walker *walker, struct tree_batch *batch, uint64_t *roots)
{
    number_all((struct tree *)(uintptr_t)tree, walker, batch, roots, false);
}

/* --- decoding -------------------------------------------------------------------- */

static inline void set_number(const struct tree *tree, uint32_t *numbers, unsigned place, unsigned state, uint32_t number)
{
    const struct table *table = &tree->tables[place < tree->chunks ? LEAVES : NODES];
    numbers[place * TREE_BATCH + state] = number;
    __builtin_prefetch(table->keys + (uint64_t)number * table->key_bytes);
}

/* Parents before sons: the sons' keys are on their way before any of them is read. */
void tree_batch_decode(const struct tree *tree, const uint64_t *roots, unsigned count, uint64_t *states)
{
    uint32_t numbers[2 * TREE_BATCH_CHUNKS * TREE_BATCH]; /* by place, then state */
    for (unsigned i = 0; i < count; i++) {
        set_number(tree, numbers, tree->top[0], i, (uint32_t)(roots[i] >> 32));
        set_number(tree, numbers, tree->top[1], i, (uint32_t)roots[i]);
    }
    for (unsigned place = tree->places; place-- > tree->chunks;)
        for (unsigned i = 0; i < count; i++) {
            uint64_t pair = table_key_inline(&tree->tables[NODES], numbers[place * TREE_BATCH + i]);
            set_number(tree, numbers, tree->left[place], i, (uint32_t)(pair >> 32));
            set_number(tree, numbers, tree->right[place], i, (uint32_t)pair);
        }
    for (unsigned i = 0; i < count; i++) {
        uint64_t chunks[TREE_BATCH_CHUNKS];
        for (unsigned chunk = 0; chunk < tree->chunks; chunk++)
            chunks[chunk] = table_key_inline(&tree->tables[LEAVES], numbers[chunk * TREE_BATCH + i]);
        tree_paste(tree, chunks, states + i * tree->words);
    }
}
