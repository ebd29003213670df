/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Level 0 has the numbers of the chunks; level l+1 has half as many as level
 * l, rounded up, an odd last one being passed on unchanged; the top level has
 * two, the root.  All levels of one state lie in one array of numbers.
 *
 * Invariant of a walker that is valid: `state` is a state whose numbers are
 * `numbers`, complete up to the top.
 */
#include "tree.h"

#include <stdlib.h>
#include <string.h>

#include "../base/die.h"

#define MAX_LEVELS 33

struct tree {
    struct table tables[TREE_TABLES]; /* leaves, nodes */
    unsigned bytes, words, chunk_bytes, chunks;
    unsigned levels;                  /* the top one is levels - 1 */
    unsigned start[MAX_LEVELS], size[MAX_LEVELS], total;
    unsigned threads;
    struct tree_walker *walkers;
};

struct tree_walker {
    unsigned char *state; /* words * 8 + 8 bytes */
    uint32_t *numbers;
    unsigned char *changed; /* by place of a number: differs from the walker's last state */
    unsigned thread;
    bool valid;
};

enum { LEAVES, NODES };

static void shape(struct tree *tree)
{
    unsigned size = tree->chunks;
    for (;;) {
        tree->start[tree->levels] = tree->total;
        tree->size[tree->levels++] = size;
        tree->total += size;
        if (size <= 2)
            return;
        size = (size + 1) / 2;
    }
}

static void walker_init(struct tree *tree, struct tree_walker *walker, unsigned thread)
{
    walker->thread = thread;
    walker->state = calloc(tree->words + 1, sizeof(uint64_t));
    walker->numbers = calloc(tree->total, sizeof *walker->numbers);
    walker->changed = calloc(tree->total, 1);
    if (!walker->state || !walker->numbers || !walker->changed)
        die_memory(tree->total * sizeof *walker->numbers);
}

struct tree *tree_new(unsigned bytes, unsigned threads, uint64_t capacity)
{
    struct tree *tree = calloc(1, sizeof *tree);
    if (!tree)
        die_memory(sizeof *tree);
    tree->bytes = bytes;
    tree->words = (bytes + 7) / 8;
    tree->chunks = tree->words < 2 ? 2 : tree->words;
    tree->chunk_bytes = (bytes + tree->chunks - 1) / tree->chunks;
    tree->chunks = (bytes + tree->chunk_bytes - 1) / tree->chunk_bytes;
    if (tree->chunks < 2)
        tree->chunks = 2;
    shape(tree);
    tree->threads = threads;
    if (!table_init(&tree->tables[LEAVES], tree->chunk_bytes, threads, capacity) ||
        !table_init(&tree->tables[NODES], 8, threads, capacity)) {
        table_done(&tree->tables[LEAVES]);
        free(tree);
        return NULL;
    }
    tree->walkers = calloc(threads, sizeof *tree->walkers);
    if (!tree->walkers)
        die_memory(threads * sizeof *tree->walkers);
    for (unsigned i = 0; i < threads; i++)
        walker_init(tree, &tree->walkers[i], i);
    return tree;
}

void tree_free(struct tree *tree)
{
    if (!tree)
        return;
    for (unsigned i = 0; i < tree->threads; i++) {
        free(tree->walkers[i].state);
        free(tree->walkers[i].numbers);
        free(tree->walkers[i].changed);
    }
    free(tree->walkers);
    table_done(&tree->tables[LEAVES]);
    table_done(&tree->tables[NODES]);
    free(tree);
}

struct tree_walker *tree_walker(struct tree *tree, unsigned thread)
{
    return &tree->walkers[thread];
}

struct table *tree_table(struct tree *tree, unsigned which)
{
    return &tree->tables[which];
}

uint64_t tree_bytes(const struct tree *tree)
{
    return table_bytes(&tree->tables[LEAVES]) + table_bytes(&tree->tables[NODES]);
}

/* Chunk i as a number; the walker's buffer has 8 bytes to spare at the end. */
static uint64_t chunk_load(const struct tree *tree, const unsigned char *state, unsigned i)
{
    uint64_t chunk;
    memcpy(&chunk, state + (size_t)i * tree->chunk_bytes, 8);
    return tree->chunk_bytes == 8 ? chunk : chunk & ((UINT64_C(1) << (8 * tree->chunk_bytes)) - 1);
}

static void chunk_save(const struct tree *tree, unsigned char *state, unsigned i, uint64_t chunk)
{
    memcpy(state + (size_t)i * tree->chunk_bytes, &chunk, tree->chunk_bytes);
}

static uint64_t root_of(const struct tree *tree, const struct tree_walker *walker)
{
    const uint32_t *top = walker->numbers + tree->start[tree->levels - 1];
    return (uint64_t)top[0] << 32 | top[1];
}

/* Copy `state` to the walker and mark the chunks that differ from the last. */
static void mark_changes(const struct tree *tree, struct tree_walker *walker, const uint64_t *state)
{
    const unsigned char *new_bytes = (const unsigned char *)state;
    unsigned size = tree->chunk_bytes;
    if (!walker->valid) {
        memset(walker->changed, 1, tree->chunks);
        memcpy(walker->state, state, tree->words * sizeof *state);
        return;
    }
    memset(walker->changed, 0, tree->chunks);
    for (unsigned word = 0; word < tree->words; word++) {
        uint64_t old;
        memcpy(&old, walker->state + word * sizeof old, sizeof old);
        if (old == state[word])
            continue;
        /* The chunks that share bytes with this word. */
        unsigned first = word * 8 / size, last = (word * 8 + 7) / size;
        for (unsigned i = first; i <= last && i < tree->chunks; i++) {
            unsigned end = (i + 1) * size < tree->words * 8 ? (i + 1) * size : tree->words * 8;
            if (!walker->changed[i])
                walker->changed[i] = memcmp(walker->state + i * size, new_bytes + i * size, end - i * size) != 0;
        }
    }
    memcpy(walker->state, state, tree->words * sizeof *state);
}

static inline uint64_t lookup(struct tree *tree, const struct tree_walker *walker, unsigned which, uint64_t key, bool add)
{
    struct table *table = &tree->tables[which];
    uint64_t hash = table_hash(key);
    return add ? table_insert(table, &table->hands[walker->thread], key, hash) : table_find(table, key, hash);
}

/* Bring the numbers up to date where `changed` says so, from the leaves up. */
static bool renumber(struct tree *tree, struct tree_walker *walker, bool add)
{
    for (unsigned i = 0; i < tree->chunks; i++) {
        if (!walker->changed[i])
            continue;
        uint64_t number = lookup(tree, walker, LEAVES, chunk_load(tree, walker->state, i), add);
        if (number >= TABLE_FULL)
            return false;
        walker->changed[i] = walker->numbers[i] != number || !walker->valid;
        walker->numbers[i] = (uint32_t)number;
    }
    for (unsigned level = 1; level < tree->levels; level++) {
        const uint32_t *below = walker->numbers + tree->start[level - 1];
        const unsigned char *changed_below = walker->changed + tree->start[level - 1];
        uint32_t *here = walker->numbers + tree->start[level];
        unsigned char *changed = walker->changed + tree->start[level];
        for (unsigned i = 0; i < tree->size[level]; i++) {
            bool pair = 2 * i + 1 < tree->size[level - 1];
            changed[i] = changed_below[2 * i] || (pair && changed_below[2 * i + 1]);
            if (!changed[i])
                continue;
            uint64_t number = below[2 * i];
            if (pair)
                number = lookup(tree, walker, NODES, number << 32 | below[2 * i + 1], add);
            if (number >= TABLE_FULL)
                return false;
            here[i] = (uint32_t)number;
        }
    }
    return true;
}

bool tree_encode(struct tree *tree, struct tree_walker *walker, const uint64_t *state, uint64_t *root)
{
    mark_changes(tree, walker, state);
    walker->valid = renumber(tree, walker, true);
    *root = root_of(tree, walker);
    return walker->valid;
}

/* Nothing is added, so the tables may be taken for ones that may change. */
bool tree_find(const struct tree *tree, struct tree_walker *walker, const uint64_t *state, uint64_t *root)
{
    mark_changes(tree, walker, state);
    walker->valid = renumber((struct tree *)(uintptr_t)tree, walker, false);
    *root = root_of(tree, walker);
    return walker->valid;
}

/* From the root down, only into those whose number differs from the last state's. */
void tree_decode(const struct tree *tree, struct tree_walker *walker, uint64_t root, uint64_t *state)
{
    unsigned top = tree->levels - 1;
    uint32_t *numbers = walker->numbers + tree->start[top];
    uint32_t pair[2] = {(uint32_t)(root >> 32), (uint32_t)root};
    for (unsigned i = 0; i < 2; i++) {
        walker->changed[tree->start[top] + i] = !walker->valid || numbers[i] != pair[i];
        numbers[i] = pair[i];
    }
    for (unsigned level = top; level > 0; level--) {
        const uint32_t *here = walker->numbers + tree->start[level];
        const unsigned char *changed = walker->changed + tree->start[level];
        uint32_t *below = walker->numbers + tree->start[level - 1];
        unsigned char *changed_below = walker->changed + tree->start[level - 1];
        for (unsigned i = 0; i < tree->size[level]; i++) {
            bool two = 2 * i + 1 < tree->size[level - 1];
            changed_below[2 * i] = 0;
            if (two)
                changed_below[2 * i + 1] = 0;
            if (!changed[i])
                continue;
            uint64_t node = two ? table_key(&tree->tables[NODES], here[i]) : (uint64_t)here[i] << 32;
            uint32_t left = (uint32_t)(node >> 32), right = (uint32_t)node;
            changed_below[2 * i] = !walker->valid || below[2 * i] != left;
            below[2 * i] = left;
            if (two) {
                changed_below[2 * i + 1] = !walker->valid || below[2 * i + 1] != right;
                below[2 * i + 1] = right;
            }
        }
    }
    for (unsigned i = 0; i < tree->chunks; i++)
        if (walker->changed[i])
            chunk_save(tree, walker->state, i, table_key(&tree->tables[LEAVES], walker->numbers[i]));
    walker->valid = true;
    memcpy(state, walker->state, tree->words * sizeof *state);
}
