/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * tree.c - encode and decode long states as trees over shared nodes.
 *
 * Places 0 .. chunks-1 are the leaves, from left to right; the places after
 * them are the inner nodes, every one after its two sons.  The root is not a
 * place, but the pair of numbers at `top`.
 *
 * The largest subtrees of at most BLOCK chunks are blocks.  A walker (what one
 * thread has of a tree) caches the numbers of some blocks, chunks and pairs by
 * their contents, so that a block that was seen a moment ago need not be looked
 * up chunk by chunk.
 *
 * Invariant of a walker that is valid: `base` holds the chunks of the state that
 * was decoded last, and numbers[p] is the number of the node at place p in that
 * state's tree, for the places of blocks and all places above.
 */
#include "tree.h"
#include "tree_inline.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "../base/die.h"

_Static_assert((int)TABLES == TREE_TABLES, "what the header offers are all tables");

#define BLOCK 8u
#define LEAVES_KNOWN (TREE_MEMO_WORDS / 8)

/* An array in cache lines of its own, since a walker writes to it all the time. */
static void *array(size_t count, size_t size)
{
    return own_lines((count + 1) * size);
}

/* --- the shape --------------------------------------------------------------- */

#define SAMPLING_BUDGET 1000000u /* hashes of ranges, for a small tree */
#define SAMPLING_MOST 8000000u

/* To choose splits: a hash of each sample's chunks up to each place, from
 * which the hash of any range of chunks follows. */
struct sampling {
    size_t count;
    size_t step;               /* every so manyth of the samples counts */
    uint64_t states;           /* of which they are a sample */
    uint64_t *prefix;          /* sample * (chunks + 1) + chunk */
    uint64_t *power;           /* of the base, by exponent */
    uint64_t *set;             /* for counting distinct values: open addressing, stamped */
    uint32_t *stamps, stamp;
    size_t set_size;           /* a power of two, at least twice the count */
};

static uint64_t range_hash(const struct tree *tree, const struct sampling *sampling, size_t sample,
                           unsigned from, unsigned to)
{
    const uint64_t *prefix = sampling->prefix + sample * sampling->step * (tree->chunks + 1);
    return table_hash(prefix[to] - prefix[from] * sampling->power[to - from]);
}

static size_t distinct(const struct tree *tree, struct sampling *sampling, unsigned from, unsigned to)
{
    size_t result = 0;
    sampling->stamp++;
    for (size_t i = 0; i < sampling->count; i++) {
        uint64_t hash = range_hash(tree, sampling, i, from, to);
        size_t at = hash & (sampling->set_size - 1);
        while (sampling->stamps[at] == sampling->stamp && sampling->set[at] != hash)
            at = (at + 1) & (sampling->set_size - 1);
        if (sampling->stamps[at] != sampling->stamp) {
            sampling->stamps[at] = sampling->stamp;
            sampling->set[at] = hash;
            result++;
        }
    }
    return result;
}

/* The cheapest tree over units of chunks.  The cost of a range of units is the
 * number of values that it has in the sample, plus the cost of its two parts.  A
 * unit ends with a chunk that has more than one value, so that constant chunks,
 * which are many, add no units. */
struct plan {
    unsigned units;
    unsigned *end;             /* by unit: the chunk after its last */
    size_t *cost;              /* from * (units + 1) + to */
    unsigned *split;
};

static unsigned unit_start(const struct plan *plan, unsigned unit)
{
    return unit ? plan->end[unit - 1] : 0;
}

static void find_units(const struct tree *tree, struct sampling *sampling, struct plan *plan)
{
    plan->end = array(tree->chunks, sizeof *plan->end);
    for (unsigned i = 0; i < tree->chunks; i++)
        if (distinct(tree, sampling, i, i + 1) > 1)
            plan->end[plan->units++] = i + 1;
    if (plan->units == 0)
        plan->units = 1;
    plan->end[plan->units - 1] = tree->chunks;
}

/* Of equally cheap splits take the one nearest to the middle. */
static void plan_range(struct plan *plan, unsigned from, unsigned to)
{
    unsigned row = plan->units + 1, middle = from + (to - from) / 2, best = 0;
    size_t least = SIZE_MAX;
    for (unsigned at = from + 1; at < to; at++) {
        size_t sum = plan->cost[from * row + at] + plan->cost[at * row + to];
        unsigned off = at > middle ? at - middle : middle - at, best_off = best > middle ? best - middle : middle - best;
        if (sum < least || (sum == least && off < best_off)) {
            least = sum;
            best = at;
        }
    }
    plan->split[from * row + to] = best;
    plan->cost[from * row + to] += least;
}

/* Use as many samples as can be gone through in a tenth of a second, and fewer
 * while there are few states. */
static void afford(const struct plan *plan, struct sampling *sampling)
{
    size_t ranges = (size_t)plan->units * plan->units / 2 + 1;
    size_t budget = SAMPLING_BUDGET + 2 * sampling->states, most;
    most = (budget < SAMPLING_MOST ? budget : SAMPLING_MOST) / ranges;
    if (most < 200)
        most = 200;
    if (sampling->count > most) {
        sampling->step = (sampling->count + most - 1) / most;
        sampling->count /= sampling->step;
    }
}

static void make_plan(const struct tree *tree, struct sampling *sampling, struct plan *plan)
{
    find_units(tree, sampling, plan);
    afford(plan, sampling);
    unsigned row = plan->units + 1;
    plan->cost = array((size_t)row * row, sizeof *plan->cost);
    plan->split = array((size_t)row * row, sizeof *plan->split);
    size_t *values = array((size_t)row * row, sizeof *values);
    for (unsigned length = 1; length <= plan->units; length++)
        for (unsigned from = 0; from + length <= plan->units; from++) {
            unsigned to = from + length, at = from * row + to;
            /* If a part of the range distinguishes all samples, so does the range. */
            bool all = length > 1 && (values[at - 1] == sampling->count || values[at + row] == sampling->count);
            values[at] = all ? sampling->count : distinct(tree, sampling, unit_start(plan, from), plan->end[to - 1]);
            plan->cost[at] = values[at];
            if (length > 1)
                plan_range(plan, from, to);
        }
    free(values);
}

static void plan_done(struct plan *plan)
{
    free(plan->end);
    free(plan->cost);
    free(plan->split);
}

static unsigned join(struct tree *tree, unsigned left, unsigned right)
{
    unsigned place = tree->places++;
    tree->left[place] = left;
    tree->right[place] = right;
    tree->parent[left] = tree->parent[right] = place;
    return place;
}

/* The place of a range of chunks, halved and halved again. */
static unsigned build_halves(struct tree *tree, unsigned from, unsigned to)
{
    unsigned middle = from + (to - from + 1) / 2;
    if (to - from == 1)
        return from;
    unsigned left = build_halves(tree, from, middle);
    return join(tree, left, build_halves(tree, middle, to));
}

/* The place of a range of units, as planned. */
static unsigned build_planned(struct tree *tree, const struct plan *plan, unsigned from, unsigned to)
{
    unsigned at = plan->split[from * (plan->units + 1) + to];
    if (to - from == 1)
        return build_halves(tree, unit_start(plan, from), plan->end[from]);
    unsigned left = build_planned(tree, plan, from, at);
    return join(tree, left, build_planned(tree, plan, at, to));
}

static void sampling_init(struct sampling *sampling, const struct tree *tree, const uint64_t *samples, size_t count,
                          uint64_t states)
{
    const uint64_t base = UINT64_C(0x9e3779b97f4a7c15);
    *sampling = (struct sampling){.count = count, .step = 1, .states = states, .set_size = 64};
    while (sampling->set_size < 2 * count)
        sampling->set_size *= 2;
    sampling->prefix = array(count * (tree->chunks + 1), sizeof *sampling->prefix);
    sampling->power = array(tree->chunks + 1, sizeof *sampling->power);
    sampling->set = array(sampling->set_size, sizeof *sampling->set);
    sampling->stamps = array(sampling->set_size, sizeof *sampling->stamps);
    sampling->power[0] = 1;
    for (unsigned i = 0; i < tree->chunks; i++)
        sampling->power[i + 1] = sampling->power[i] * base;
    for (size_t s = 0; s < count; s++)
        for (unsigned i = 0; i < tree->chunks; i++) {
            uint64_t *prefix = sampling->prefix + s * (tree->chunks + 1) + i;
            prefix[1] = prefix[0] * base + table_hash(chunk_of(tree, samples + s * tree->words, i) + 1);
        }
}

static void sampling_done(struct sampling *sampling)
{
    free(sampling->prefix);
    free(sampling->power);
    free(sampling->set);
    free(sampling->stamps);
}

/* The root is a pair of numbers and not a node: the last join is undone. */
static void shape(struct tree *tree, const uint64_t *samples, size_t count, uint64_t states)
{
    tree->places = tree->chunks;
    if (samples) {
        struct sampling sampling;
        struct plan plan = {0};
        sampling_init(&sampling, tree, samples, count, states);
        make_plan(tree, &sampling, &plan);
        build_planned(tree, &plan, 0, plan.units);
        plan_done(&plan);
        sampling_done(&sampling);
    } else {
        build_halves(tree, 0, tree->chunks);
    }
    unsigned root = --tree->places;
    tree->top[0] = tree->left[root];
    tree->top[1] = tree->right[root];
    tree->parent[tree->top[0]] = tree->parent[tree->top[1]] = tree->places;
}

static void find_blocks(struct tree *tree, unsigned place, unsigned *first)
{
    unsigned inner = place, count = 1;
    if (place >= tree->chunks) { /* the first place of the subtree: that of its leftmost inner node */
        unsigned last = place;
        while (last >= tree->chunks)
            last = tree->right[last];
        count = last + 1 - *first;
        inner = place + 2 - count;
    }
    if (count > BLOCK) {
        find_blocks(tree, tree->left[place], first);
        find_blocks(tree, tree->right[place], first);
        return;
    }
    for (unsigned i = 0; i < count; i++)
        tree->block_of[*first + i] = tree->block_count;
    tree->blocks[tree->block_count++] = (struct block){place, *first, count, inner};
    tree->block_at[place] = tree->block_count;
    *first += count;
    if (count > tree->block_most)
        tree->block_most = count;
}

static unsigned chunk_start(const struct tree *tree, unsigned chunk)
{
    bool equal = tree->words > TREE_COMPACT_WORDS || tree->chunk_bytes == 8;
    return equal ? chunk * tree->chunk_bytes : chunk * tree->bytes / tree->chunks;
}

/* As few chunks as there can be of at most 8 bytes, two at least.  Those of short
 * states differ by a byte at most, so that no half tells more of a state than it
 * must; of long states, which have many, all are equal but the last, and chunks
 * of 8 bytes are the state's words.  Each is read from 8 bytes that lie within
 * the state. */
static void cut(struct tree *tree, unsigned bytes)
{
    tree->bytes = bytes;
    tree->words = (bytes + 7) / 8;
    tree->chunks = tree->words < 2 ? 2 : tree->words;
    tree->chunk_bytes = (bytes + tree->chunks - 1) / tree->chunks;
    tree->offset = array(tree->chunks, sizeof *tree->offset);
    tree->shift = array(tree->chunks, sizeof *tree->shift);
    tree->mask = array(tree->chunks, sizeof *tree->mask);
    for (unsigned i = 0; i < tree->chunks; i++) {
        unsigned at = chunk_start(tree, i), end = chunk_start(tree, i + 1), last = tree->words * 8 - 8;
        tree->offset[i] = at < last ? at : last;
        tree->shift[i] = 8 * (at - tree->offset[i]);
        tree->mask[i] = end - at == 8 ? UINT64_MAX : (UINT64_C(1) << (8 * (end - at))) - 1;
    }
}

static void walker_init(struct tree *tree, struct tree_walker *walker, unsigned thread)
{
    walker->thread = thread;
    walker->base = array(tree->chunks, sizeof *walker->base);
    walker->chunks = array(tree->chunks, sizeof *walker->chunks);
    walker->numbers = array(tree->places, sizeof *walker->numbers);
    walker->others = array(tree->places, sizeof *walker->others);
    walker->pending = array(tree->places / 64 + 1, sizeof *walker->pending);
    walker->differs = array(tree->places / 64 + 1, sizeof *walker->differs);
    walker->memo_stride = tree->block_most + 1;
    walker->memo_entries = tree->block_most > 1 ? TREE_MEMO_WORDS / walker->memo_stride + 1 : 0;
    walker->memo = array(walker->memo_entries * walker->memo_stride, sizeof *walker->memo);
    walker->decoded = array(walker->memo_entries * walker->memo_stride, sizeof *walker->decoded);
    walker->pairs = array(TREE_MEMO_WORDS, sizeof *walker->pairs);
    walker->leaves = array(LEAVES_KNOWN * 2, sizeof *walker->leaves);
}

static struct tree *tree_cut(unsigned bytes)
{
    struct tree *tree = own_lines(sizeof *tree);
    cut(tree, bytes);
    tree->left = array(2 * tree->chunks, sizeof *tree->left);
    tree->right = array(2 * tree->chunks, sizeof *tree->right);
    tree->parent = array(2 * tree->chunks, sizeof *tree->parent);
    return tree;
}

/* Make the walkers and the tables of a tree whose shape is known. */
static struct tree *tree_furnished(struct tree *tree, unsigned threads, uint64_t capacity, const char *directory)
{
    unsigned first = 0;
    tree->blocks = array(tree->chunks, sizeof *tree->blocks);
    tree->block_at = array(tree->places, sizeof *tree->block_at);
    tree->block_of = array(tree->chunks, sizeof *tree->block_of);
    find_blocks(tree, tree->top[0], &first);
    find_blocks(tree, tree->top[1], &first);
    tree->threads = threads;
    tree->walkers = own_lines(threads * sizeof *tree->walkers);
    for (unsigned i = 0; i < threads; i++)
        walker_init(tree, &tree->walkers[i], i);
    if (!table_init(&tree->tables[LEAVES], tree->chunk_bytes, threads, capacity, directory) ||
        !table_init_pairs(&tree->tables[NODES], threads, capacity, directory)) {
        tree_free(tree);
        return NULL;
    }
    for (unsigned i = 0; i < TREE_TABLES && tree->words > TREE_COMPACT_WORDS; i++)
        table_compact_index(&tree->tables[i]);
    return tree;
}

struct tree *tree_new(unsigned bytes, unsigned threads, uint64_t capacity, const char *directory,
                      const uint64_t *samples, size_t count, uint64_t states)
{
    struct tree *tree = tree_cut(bytes);
    shape(tree, samples, count, states);
    return tree_furnished(tree, threads, capacity, directory);
}

bool tree_save(const struct tree *tree, FILE *file)
{
    size_t places = 2 * tree->chunks;
    return fwrite(&tree->places, sizeof tree->places, 1, file) == 1 &&
           fwrite(tree->left, sizeof *tree->left, places, file) == places &&
           fwrite(tree->right, sizeof *tree->right, places, file) == places &&
           fwrite(tree->parent, sizeof *tree->parent, places, file) == places &&
           fwrite(tree->top, sizeof *tree->top, 2, file) == 2 &&
           table_save(&tree->tables[LEAVES], UINT64_MAX, file) &&
           table_save(&tree->tables[NODES], UINT64_MAX, file);
}

/* Chunks come from left to right, and after each two sons their parent. */
static bool subtree_is_sound(const struct tree *tree, unsigned place, unsigned parent, unsigned *chunk, unsigned *inner)
{
    if (place >= parent || tree->parent[place] != parent)
        return false;
    if (place < tree->chunks)
        return place == (*chunk)++;
    return subtree_is_sound(tree, tree->left[place], place, chunk, inner) &&
           subtree_is_sound(tree, tree->right[place], place, chunk, inner) && place == (*inner)++;
}

static bool shape_is_sound(const struct tree *tree)
{
    unsigned chunk = 0, inner = tree->chunks;
    return tree->places == 2 * tree->chunks - 2 &&
           subtree_is_sound(tree, tree->top[0], tree->places, &chunk, &inner) &&
           subtree_is_sound(tree, tree->top[1], tree->places, &chunk, &inner) && inner == tree->places;
}

struct tree *tree_load(unsigned bytes, unsigned threads, uint64_t capacity, const char *directory, FILE *file, uint64_t near)
{
    struct tree *tree = tree_cut(bytes);
    size_t places = 2 * tree->chunks;
    if (fread(&tree->places, sizeof tree->places, 1, file) != 1 ||
        fread(tree->left, sizeof *tree->left, places, file) != places ||
        fread(tree->right, sizeof *tree->right, places, file) != places ||
        fread(tree->parent, sizeof *tree->parent, places, file) != places ||
        fread(tree->top, sizeof *tree->top, 2, file) != 2 || !shape_is_sound(tree)) {
        tree_free(tree);
        return NULL;
    }
    tree = tree_furnished(tree, threads, capacity, directory);
    if (tree && (!table_load(&tree->tables[LEAVES], file, near) || !table_load(&tree->tables[NODES], file, near))) {
        tree_free(tree);
        return NULL;
    }
    return tree;
}

void tree_free(struct tree *tree)
{
    if (!tree)
        return;
    for (unsigned i = 0; i < tree->threads; i++) {
        free(tree->walkers[i].base);
        free(tree->walkers[i].chunks);
        free(tree->walkers[i].numbers);
        free(tree->walkers[i].others);
        free(tree->walkers[i].pending);
        free(tree->walkers[i].differs);
        free(tree->walkers[i].memo);
        free(tree->walkers[i].decoded);
        free(tree->walkers[i].pairs);
        free(tree->walkers[i].leaves);
    }
    free(tree->walkers);
    free(tree->blocks);
    free(tree->block_at);
    free(tree->block_of);
    free(tree->offset);
    free(tree->shift);
    free(tree->mask);
    free(tree->left);
    free(tree->right);
    free(tree->parent);
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

/* How many numbers a pair may have to tell apart once the table has grown. */
static uint64_t numbers_to_come(const struct tree *tree, const struct table *growing)
{
    uint64_t numbers = table_next_limit(growing);
    for (unsigned i = 0; i < TREE_TABLES; i++)
        if (numbers < tree->tables[i].full)
            numbers = tree->tables[i].full;
    return numbers;
}

uint64_t tree_widening(const struct tree *tree, const struct table *growing, const struct table *roots)
{
    uint64_t numbers = numbers_to_come(tree, growing);
    return table_widening(&tree->tables[NODES], numbers) + (roots ? table_widening(roots, numbers) : 0);
}

bool tree_widen(struct tree *tree, const struct table *growing, struct table *roots)
{
    uint64_t numbers = numbers_to_come(tree, growing);
    return table_widen(&tree->tables[NODES], numbers) && (!roots || table_widen(roots, numbers));
}

uint64_t tree_bytes(const struct tree *tree)
{
    return table_bytes(&tree->tables[LEAVES]) + table_bytes(&tree->tables[NODES]);
}

/* --- encoding ------------------------------------------------------------------ */

static inline uint64_t lookup(struct tree *tree, const struct tree_walker *walker, unsigned which, uint64_t key, bool add)
{
    struct table *table = &tree->tables[which];
    uint64_t hash = table_hash(key);
    return add ? table_insert_inline(table, &table->contexts[walker->thread], key, hash) : table_find(table, key, hash);
}

/* The number of a key of a table; `known` is the place where the walker keeps such a key and its number + 1. */
static inline uint64_t known_number(struct tree *tree, const struct tree_walker *walker, unsigned which, uint64_t key,
                                    uint64_t *known, bool add)
{
    if (known[0] == key && known[1])
        return known[1] - 1;
    uint64_t number = lookup(tree, walker, which, key, add);
    if (number < TABLE_FULL) {
        known[0] = key;
        known[1] = number + 1;
    }
    return number;
}

static inline uint64_t leaf_number(struct tree *tree, struct tree_walker *walker, uint64_t chunk, bool add)
{
    uint64_t *known = walker->leaves + (chunk * UINT64_C(0x9e3779b97f4a7c15) >> 40) % LEAVES_KNOWN * 2;
    return known_number(tree, walker, LEAVES, chunk, known, add);
}

static inline uint64_t pair_number(struct tree *tree, struct tree_walker *walker, uint64_t left, uint64_t right, bool add)
{
    uint64_t pair = left << 32 | right;
    return known_number(tree, walker, NODES, pair, tree_pair_memo(walker, pair), add);
}

/* Encode a block from its chunks alone, without the base; TABLE_FULL or TABLE_NONE if a table has no room or
 * no such entry. */
static uint64_t compute_block(struct tree *tree, struct tree_walker *walker, const struct block *block,
                              const uint64_t *chunks, bool add)
{
    uint32_t leaves[BLOCK], nodes[BLOCK];
    uint64_t number = 0;
    for (unsigned i = 0; i < block->count; i++) {
        number = leaf_number(tree, walker, chunks[i], add);
        if (number >= TABLE_FULL)
            return number;
        leaves[i] = (uint32_t)number;
    }
    for (unsigned i = 0; i + 1 < block->count; i++) {
        unsigned left = tree->left[block->inner + i], right = tree->right[block->inner + i];
        number = pair_number(tree, walker, left < tree->chunks ? leaves[left - block->first] : nodes[left - block->inner],
                             right < tree->chunks ? leaves[right - block->first] : nodes[right - block->inner], add);
        if (number >= TABLE_FULL)
            return number;
        nodes[i] = (uint32_t)number;
    }
    return number;
}

static inline uint64_t block_number(struct tree *tree, struct tree_walker *walker, unsigned which,
                                    const uint64_t *chunks, bool add)
{
    static const uint64_t factors[BLOCK] = {
        0x9e3779b97f4a7c15, 0xbf58476d1ce4e5b9, 0x94d049bb133111eb, 0xd6e8feb86659fd93,
        0xff51afd7ed558ccd, 0xc4ceb9fe1a85ec53, 0xa0761d6478bd642f, 0xe7037ed1a0b428db,
    };
    const struct block *block = &tree->blocks[which];
    if (!walker->memo_entries)
        return leaf_number(tree, walker, *chunks, add);
    uint64_t hash = which, differs = 0;
    for (unsigned i = 0; i < block->count; i++)
        hash += (chunks[i] ^ chunks[i] >> 32) * factors[i];
    hash = (hash ^ hash >> 32) * factors[0];
    uint64_t *known = walker->memo + (hash >> 32) * walker->memo_entries / (UINT64_C(1) << 32) * walker->memo_stride;
    for (unsigned i = 0; i < block->count; i++)
        differs |= known[1 + i] ^ chunks[i];
    if (!differs && known[0] >> 32 == which + 1)
        return (uint32_t)known[0];
    uint64_t number = compute_block(tree, walker, block, chunks, add);
    if (number < TABLE_FULL) {
        known[0] = (uint64_t)(which + 1) << 32 | number;
        memcpy(known + 1, chunks, block->count * sizeof *chunks);
    }
    return number;
}

static inline void set_bit(uint64_t *bits, unsigned place)
{
    bits[place / 64] |= UINT64_C(1) << (place % 64);
}

static inline uint32_t number_at(const struct tree_walker *walker, unsigned place)
{
    return walker->differs[place / 64] >> (place % 64) & 1 ? walker->others[place] : walker->numbers[place];
}

/* Write the number of the node at a place; if it differs from the base's, the parent must be encoded anew. */
static inline void renumber(const struct tree *tree, struct tree_walker *walker, unsigned place, uint64_t number)
{
    if (walker->numbers[place] == (uint32_t)number && walker->valid)
        return;
    walker->others[place] = (uint32_t)number;
    set_bit(walker->differs, place);
    if (tree->parent[place] < tree->places)
        set_bit(walker->pending, tree->parent[place]);
}

static bool renumber_block(struct tree *tree, struct tree_walker *walker, unsigned which, const uint64_t *chunks, bool add)
{
    const struct block *block = &tree->blocks[which];
    uint64_t number = block_number(tree, walker, which, chunks + block->first, add);
    if (number >= TABLE_FULL)
        return false;
    renumber(tree, walker, block->place, number);
    return true;
}

/* Encode the blocks that hold words which have changed. */
static bool renumber_changed(struct tree *tree, struct tree_walker *walker, const uint64_t *chunks, const uint64_t *changed,
                             bool add)
{
    unsigned last = UINT_MAX;
    for (unsigned word = 0; word <= (tree->chunks - 1) / 64; word++)
        for (uint64_t bits = changed[word]; bits; bits &= bits - 1) {
            unsigned which = tree->block_of[word * 64 + (unsigned)__builtin_ctzll(bits)];
            if (which != last && !renumber_block(tree, walker, which, chunks, add))
                return false;
            last = which;
        }
    return true;
}

static bool renumber_blocks(struct tree *tree, struct tree_walker *walker, const uint64_t *chunks, bool add)
{
    for (unsigned i = 0; i < tree->block_count; i++) {
        const struct block *block = &tree->blocks[i];
        const uint64_t *here = chunks + block->first, *base = walker->base + block->first;
        uint64_t differs = !walker->valid;
        if (block->count == BLOCK) /* of known length: in a few wide instructions */
            for (unsigned j = 0; j < BLOCK; j++)
                differs |= here[j] ^ base[j];
        else
            for (unsigned j = 0; j < block->count; j++)
                differs |= here[j] ^ base[j];
        if (differs && !renumber_block(tree, walker, i, chunks, add))
            return false;
    }
    return true;
}

/* Encode the inner nodes that must be, sons before parents. */
static bool renumber_nodes(struct tree *tree, struct tree_walker *walker, bool add)
{
    for (unsigned word = tree->chunks / 64; word <= tree->places / 64; word++)
        while (walker->pending[word]) {
            unsigned place = word * 64 + (unsigned)__builtin_ctzll(walker->pending[word]);
            walker->pending[word] &= walker->pending[word] - 1;
            uint64_t number = pair_number(tree, walker, number_at(walker, tree->left[place]),
                                          number_at(walker, tree->right[place]), add);
            if (number >= TABLE_FULL)
                return false;
            renumber(tree, walker, place, number);
        }
    return true;
}

static const uint64_t *cut_state(const struct tree *tree, const struct tree_walker *walker, const uint64_t *state)
{
    if (tree->chunk_bytes == 8)
        return state;
    for (unsigned i = 0; i < tree->chunks; i++)
        walker->chunks[i] = chunk_of(tree, state, i);
    return walker->chunks;
}

static bool encode(struct tree *tree, struct tree_walker *walker, const uint64_t *state, const uint64_t *changed,
                   uint64_t *root, bool add)
{
    const uint64_t *chunks = cut_state(tree, walker, state);
    for (unsigned i = 0; i <= tree->places / 64; i++)
        walker->differs[i] = 0;
    bool reported = changed && walker->valid && chunks == state; /* a chunk is a word */
    bool done = reported ? renumber_changed(tree, walker, chunks, changed, add) : renumber_blocks(tree, walker, chunks, add);
    if (!done || !renumber_nodes(tree, walker, add)) {
        memset(walker->pending, 0, (tree->places / 64 + 1) * sizeof *walker->pending);
        return false;
    }
    *root = (uint64_t)number_at(walker, tree->top[0]) << 32 | number_at(walker, tree->top[1]);
    return true;
}

bool tree_encode(struct tree *tree, struct tree_walker *walker, const uint64_t *state, const uint64_t *changed,
                 uint64_t *root)
{
    return encode(tree, walker, state, changed, root, true);
}

/* (Of a walker that was not valid, all places differ.) */
void tree_move(struct tree *tree, struct tree_walker *walker, const uint64_t *state)
{
    const uint64_t *chunks = tree->chunk_bytes == 8 ? state : walker->chunks;
    for (unsigned i = 0; i < tree->chunks; i++)
        walker->base[i] = chunks[i];
    for (unsigned word = 0; word <= tree->places / 64; word++)
        for (uint64_t bits = walker->differs[word]; bits; bits &= bits - 1) {
            unsigned place = word * 64 + (unsigned)__builtin_ctzll(bits);
            walker->numbers[place] = walker->others[place];
            walker->differs[word] = 0;
        }
    walker->valid = true;
}

/* Nothing is added, so the tables may be taken for ones that may change. */
bool tree_find(const struct tree *tree, struct tree_walker *walker, const uint64_t *state, uint64_t *root)
{
    return encode((struct tree *)(uintptr_t)tree, walker, state, NULL, root, false);
}

/* --- decoding -------------------------------------------------------------------- */

static void expand_block(const struct tree *tree, struct tree_walker *walker, const struct block *block, uint32_t number)
{
    uint32_t leaves[BLOCK], nodes[BLOCK];
    if (block->count == 1)
        leaves[0] = number;
    else
        nodes[block->count - 2] = number;
    for (unsigned i = block->count - 1; i-- > 0;) {
        unsigned left = tree->left[block->inner + i], right = tree->right[block->inner + i];
        uint64_t pair = table_key_inline(&tree->tables[NODES], nodes[i]);
        *(left < tree->chunks ? &leaves[left - block->first] : &nodes[left - block->inner]) = (uint32_t)(pair >> 32);
        *(right < tree->chunks ? &leaves[right - block->first] : &nodes[right - block->inner]) = (uint32_t)pair;
    }
    for (unsigned i = 0; i < block->count; i++)
        walker->base[block->first + i] = table_key_inline(&tree->tables[LEAVES], leaves[i]);
}

static inline void decode_block(const struct tree *tree, struct tree_walker *walker, unsigned which, uint32_t number)
{
    const struct block *block = &tree->blocks[which];
    if (block->count < BLOCK / 2) {
        expand_block(tree, walker, block, number);
        return;
    }
    uint64_t tag = (uint64_t)(which + 1) << 32 | number, *base = walker->base + block->first;
    uint64_t *known = walker->decoded + (tag * UINT64_C(0x9e3779b97f4a7c15) >> 32) * walker->memo_entries /
                                        (UINT64_C(1) << 32) * walker->memo_stride;
    if (*known != tag) {
        expand_block(tree, walker, block, number);
        *known = tag;
        for (unsigned i = 0; i < block->count; i++)
            known[1 + i] = base[i];
    } else if (block->count == BLOCK) { /* of known length: in a few wide instructions */
        memcpy(base, known + 1, BLOCK * sizeof *base);
    } else {
        for (unsigned i = 0; i < block->count; i++)
            base[i] = known[1 + i];
    }
}

/* The node at this place has the number: a block is decoded now, a node above later. */
static inline void place_number(const struct tree *tree, struct tree_walker *walker, unsigned place, uint32_t number)
{
    if (walker->valid && walker->numbers[place] == number)
        return;
    walker->numbers[place] = number;
    if (tree->block_at[place])
        decode_block(tree, walker, tree->block_at[place] - 1, number);
    else
        set_bit(walker->pending, place);
}

/* Decode from the root down, parents before sons, and only where numbers differ from the base's. */
void tree_decode(const struct tree *tree, struct tree_walker *walker, uint64_t root, uint64_t *state)
{
    place_number(tree, walker, tree->top[0], (uint32_t)(root >> 32));
    place_number(tree, walker, tree->top[1], (uint32_t)root);
    for (unsigned word = tree->places / 64 + 1; word-- > tree->chunks / 64;)
        while (walker->pending[word]) {
            unsigned bit = 63 - (unsigned)__builtin_clzll(walker->pending[word]), place = word * 64 + bit;
            walker->pending[word] &= ~(UINT64_C(1) << bit);
            uint64_t pair = table_key_inline(&tree->tables[NODES], walker->numbers[place]);
            place_number(tree, walker, tree->left[place], (uint32_t)(pair >> 32));
            place_number(tree, walker, tree->right[place], (uint32_t)pair);
        }
    walker->valid = true;
    tree_paste(tree, walker->base, state);
}
