/* SPDX-License-Identifier: BSD-2-Clause */
/* Each store against a plain array, under insertion in batches, growth,
 * renumbering, and many threads. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "base/pool.h"
#include "store/store.h"
#include "store/table.h"
#include "store/tree.h"
#include "store/tree_batch.h"
#include "by_night.h"

/* The i-th of a family of distinct states, few of whose words vary. */
static void make_state(uint64_t i, uint32_t words, uint64_t *state)
{
    for (uint32_t w = 0; w < words; w++)
        state[w] = w * UINT64_C(0x123456789) + 7;
    state[0] = words == 1 ? i * 3 : i % 1000;
    if (words > 1)
        state[words - 1] = i / 1000 % 1000;
    if (words > 2)
        state[words / 2] += i / 1000000;
}

static struct store *make(enum store_kind kind, uint32_t words, uint32_t bits, unsigned threads)
{
    return store_new(&(struct store_options){.kind = kind, .words = words, .bits = bits, .threads = threads,
                                             .frontier = true, .parents = true});
}

/* In memory the keys alone, or with what a tree has, take more than that. */
static struct store *make_spilling(uint32_t words, unsigned threads, uint64_t memory)
{
    return store_new(&(struct store_options){.kind = STORE_FLAT, .words = words, .bits = words * 64, .threads = threads,
                                             .frontier = true, .memory = memory, .spill = "/tmp"});
}

/* Insert, growing when need be; returns the number, with STORE_NEW. */
static uint64_t insert(struct store *store, struct pool *pool, struct store_context *context, const uint64_t *state,
                       uint64_t parent)
{
    uint64_t number;
    while (store_insert(context, state, &parent, 1, &number) == 0)
        cr_assert(store_grow(store, pool));
    return number;
}

static void fill_and_check(enum store_kind kind, uint32_t words, uint32_t bits)
{
    const uint64_t count = 30000;
    struct pool *pool = pool_new(2);
    struct store *store = make(kind, words, bits, 1);
    struct store_context *context = store_context(store, 0);
    uint64_t state[64], back[64];
    for (uint64_t i = 0; i < count; i++) {
        make_state(i, words, state);
        cr_assert_eq(insert(store, pool, context, state, i ? i - 1 : STORE_NONE), i | STORE_NEW, "numbers are dense");
        make_state(i / 2, words, state);
        cr_assert_eq(insert(store, pool, context, state, 7), i / 2, "what is there keeps its number");
    }
    cr_assert_eq(store_renumber(store, pool), count);
    cr_assert(store_sound(store));
    for (uint64_t i = 0; i < count; i++) {
        make_state(i, words, state);
        cr_assert_eq(store_find(context, state), i);
        store_get(context, i, back);
        cr_assert_arr_eq(back, state, words * sizeof *state);
        cr_assert_eq(store_parent(store, i), i ? i - 1 : STORE_NONE);
    }
    make_state(count, words, state);
    cr_assert_eq(store_find(context, state), STORE_NONE);
    store_free(store);
    pool_free(pool);
}

Test(store, holds_what_was_put_in)
{
    static const struct { uint32_t words, bits; } shapes[] = {
        {1, 18}, {1, 33}, {1, 41}, {1, 64}, {2, 65}, {2, 80}, {2, 128}, {3, 129}, {5, 300}, {8, 512}, {63, 4000},
    };
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        uint32_t bits = shapes[i].bits < 41 && shapes[i].words == 1 ? 41 : shapes[i].bits;
        fill_and_check(STORE_FLAT, shapes[i].words, shapes[i].words == 1 ? bits : shapes[i].words * 64);
        fill_and_check(STORE_JUDY, shapes[i].words, bits);
        fill_and_check(STORE_COMPACT, shapes[i].words, bits);
    }
}

/* All states, by number and by state, and one that is not there. */
static void check_numbers(struct store *store, uint32_t words, uint64_t count)
{
    struct store_context *context = store_context(store, 0);
    uint64_t state[64], back[64], found[2];
    cr_assert_eq(store_renumber(store, NULL), count);
    cr_assert_eq(store_estimate(store), count);
    cr_assert(store_sound(store));
    for (uint64_t i = 0; i < count; i++) {
        make_state(i, words, state);
        cr_assert_eq(store_find(context, state), i);
        store_find_many(context, state, 1, found);
        cr_assert_eq(found[0], i);
        store_get_next(context, i, count, back);
        cr_assert_arr_eq(back, state, words * sizeof *state);
    }
    make_state(count, words, state);
    cr_assert_eq(store_find(context, state), STORE_NONE);
}

/* Whole states are put in until there are too many; then the store is a flat one, with the same numbers. */
Test(store, vectors_become_flat)
{
    for (uint32_t words = 2; words <= 33; words += words) {
        struct store *store = store_new(&(struct store_options){.kind = STORE_VECTORS, .words = words, .bits = words * 64,
                                                                .threads = 1, .frontier = true, .memory = 1 << 20});
        struct store_context *context = store_context(store, 0);
        uint64_t state[64], before = 0;
        cr_assert_str_eq(store_name(store), "vectors");
        for (uint64_t i = 0; before == 0 || i < 2 * before; i++) {
            if (strcmp(store_name(store), "vectors") && before == 0)
                check_numbers(store, words, before = i);
            if (i == 1000)
                check_numbers(store, words, i);
            make_state(i, words, state);
            cr_assert_eq(insert(store, NULL, context, state, STORE_NONE), i | STORE_NEW, "numbers are dense");
            make_state(i / 3, words, state);
            cr_assert_eq(insert(store, NULL, context, state, STORE_NONE), i / 3, "what is there keeps its number");
        }
        cr_assert_str_eq(store_name(store), "tree");
        cr_assert(before > 1000, "%lu of %u words", (unsigned long)before, words);
        check_numbers(store, words, 2 * before);
        store_free(store);
    }
}

/* A store that knows numbers of the frontier only: what is new is told from what is known through growth,
 * gaps and new trees, and the states of the last two levels come back. */
static void forget_and_check(enum store_kind kind, uint32_t words)
{
    const uint64_t levels = 9;
    struct pool *pool = pool_new(2);
    struct store *store = store_new(&(struct store_options){.kind = kind, .words = words, .bits = words * 64, .threads = 3,
                                                            .frontier = true, .frontier_only = true});
    uint64_t state[64], back[64], count = 0, seen = 0, begun = 0;
    for (uint64_t level = 0; level < levels; level++) {
        for (uint64_t i = 0; i < 3 * count / 2 + 100; i++) {
            make_state(i, words, state);
            uint64_t number = insert(store, pool, store_context(store, (unsigned)(i % 3)), state, STORE_NONE);
            cr_assert_eq((number & STORE_NEW) != 0, i >= count, "new when it comes first");
        }
        begun = count;
        count = 3 * count / 2 + 100;
        cr_assert_eq(store_renumber(store, pool), count);
        cr_assert(store_sound(store));
        cr_assert_eq(store_estimate(store), count);
    }
    for (uint64_t i = 0; i < count + 10; i++) {
        make_state(i, words, state);
        cr_assert_eq(store_find(store_context(store, 0), state), i < count ? STORE_VISITED : STORE_NONE);
    }
    for (uint64_t n = begun; n < count; n++) {
        store_get(store_context(store, 0), n, back);
        cr_assert_eq(store_find(store_context(store, 1), back), STORE_VISITED);
        for (uint64_t i = begun; i < count && words == 1; i++)
            seen += back[0] == i * 3;
    }
    cr_assert(words > 1 || seen == count - begun, "each state of the level once");
    store_free(store);
    pool_free(pool);
}

Test(store, frontier_only_ones_know_what_was_put_in)
{
    for (uint32_t words = 1; words <= 33; words *= 3) {
        forget_and_check(STORE_FLAT, words);
        forget_and_check(STORE_COMPACT, words);
    }
}

/* Keys of each width come back whole. */
Test(store, keys_of_every_width)
{
    for (unsigned bits = 1; bits <= 64; bits++) {
        struct pool *pool = pool_new(1);
        struct store *store = make(STORE_FLAT, 1, bits, 1);
        uint64_t mask = bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1, back;
        uint64_t states[5] = {0, mask, mask & UINT64_C(0x5555555555555555), mask & UINT64_C(0x123456789abcdef), mask >> 1};
        uint64_t numbers[5];
        for (unsigned i = 0; i < 5; i++)
            numbers[i] = insert(store, pool, store_context(store, 0), &states[i], 0) & ~STORE_NEW;
        for (unsigned i = 0; i < 5; i++) {
            store_get(store_context(store, 0), numbers[i], &back);
            cr_assert_eq(back, states[i], "%u bits", bits);
            cr_assert_eq(store_find(store_context(store, 0), &states[i]), numbers[i]);
        }
        store_free(store);
        pool_free(pool);
    }
}

/* Pairs stay what they are while their keys grow from 4 bytes to 8, the largest
 * numbers of each width included, and when they are written and read again. */
static void widen_and_check(const char *directory)
{
    static const uint64_t limits[] = {1 << 16, 1 << 20, 1 << 24, 1 << 28, UINT64_C(1) << 32};
    struct table table, other;
    uint64_t pairs[5][3], number[5][3];
    cr_assert(table_init_pairs(&table, 1, 4096, directory));
    for (unsigned i = 0; i < 5; i++) {
        uint64_t most = limits[i] - 1;
        uint64_t wider = table_widening(&table, limits[i]);
        cr_assert_eq(wider, i ? table_reserved(&table) - table.on_disk : 0);
        cr_assert(table_widen(&table, limits[i]));
        cr_assert_eq(table.key_bytes, 4 + i);
        pairs[i][0] = most << 32 | most;
        pairs[i][1] = most << 32 | i;
        pairs[i][2] = (most - 1) | (uint64_t)i << 32;
        for (unsigned k = 0; k < 3; k++)
            number[i][k] = table_insert(&table, &table.contexts[0], pairs[i][k], table_hash(pairs[i][k]));
        for (unsigned j = 0; j <= i; j++)
            for (unsigned k = 0; k < 3; k++) {
                cr_assert_eq(table_key(&table, number[j][k]), pairs[j][k]);
                cr_assert_eq(table_find(&table, pairs[j][k], table_hash(pairs[j][k])), number[j][k]);
            }
        cr_assert(table_sound(&table));
        if (directory) {
            cr_assert(table_spill(&table, number[i][1]));
            cr_assert(table_sound(&table));
        }
        FILE *file = tmpfile();
        cr_assert(file && table_save(&table, UINT64_MAX, file));
        rewind(file);
        cr_assert(table_init_pairs(&other, 1, 4096, directory) && table_load(&other, file, directory ? 2 : UINT64_MAX));
        fclose(file);
        cr_assert_eq(other.key_bytes, table.key_bytes);
        cr_assert_eq(other.on_disk, directory ? table_reserved(&other) - 2 : 0);
        cr_assert(table_sound(&other));
        cr_assert_eq(table_find(&other, pairs[i][0], table_hash(pairs[i][0])), number[i][0]);
        table_done(&other);
    }
    table_done(&table);
}

Test(store, pairs_widen)
{
    widen_and_check(NULL);
    widen_and_check("/tmp");
}

/* By batches a state has the root that it has alone, and comes back from it. */
static void check_batch_of_one(struct tree *tree, struct tree_walker *walker, const uint64_t *state, unsigned words,
                               uint64_t root)
{
    struct tree_batch batch;
    uint64_t found, decoded[8];
    tree_batch_clear(&batch);
    tree_batch_add(tree, &batch, state);
    tree_batch_hint(tree, &batch);
    tree_batch_find(tree, walker, &batch, &found);
    cr_assert_eq(found, root);
    tree_batch_decode(tree, &root, 1, decoded);
    cr_assert_arr_eq(decoded, state, words * sizeof *state);
}

static uint64_t encode(struct tree *tree, const uint64_t *state, const uint64_t *changed)
{
    uint64_t root;
    while (!tree_encode(tree, tree_walker(tree, 0), state, changed, &root))
        for (unsigned t = 0; t < TREE_TABLES; t++)
            if (table_reserved(tree_table(tree, t)) >= tree_table(tree, t)->limit)
                cr_assert(table_grow(tree_table(tree, t), NULL, 0, 0));
    return root;
}

/* Next to the state decoded last, a tree that is told which words differ finds
 * what it finds by itself; more may be said to differ than do. */
Test(store, trees_that_are_told_what_changed)
{
    for (unsigned words = 9; words < 140; words += words < 70 ? 1 : 7) {
        struct tree *tree = tree_new(words * 8, 1, 1 << 16, NULL, NULL, 0, 0);
        uint64_t source[140], target[140], back[140], seed = words;
        for (unsigned i = 0; i < words; i++)
            source[i] = i * i % 5;
        for (unsigned round = 0; round < 100; round++) {
            uint64_t changed[3] = {0};
            tree_decode(tree, tree_walker(tree, 0), encode(tree, source, NULL), back);
            memcpy(target, source, sizeof target);
            for (unsigned i = 0; i < round % 6; i++) {
                seed = seed * 6364136223846793005u + 1442695040888963407u;
                unsigned word = (unsigned)(seed >> 33) % words;
                changed[word / 64] |= UINT64_C(1) << word % 64;
                target[word] = seed >> 60 & 3; /* perhaps what it was */
            }
            uint64_t told = encode(tree, target, changed);
            cr_assert_eq(told, encode(tree, target, NULL));
            tree_decode(tree, tree_walker(tree, 0), told, back);
            cr_assert_arr_eq(back, target, words * sizeof *back);
            memcpy(source, target, sizeof source);
        }
        tree_free(tree);
    }
}

/* The tree's edges: a last chunk that is short, odd levels, decoding after
 * encoding something else. */
Test(store, trees_of_every_length)
{
    for (unsigned bytes = 9; bytes < 200; bytes++) {
        struct tree *tree = tree_new(bytes, 1, 1 << 16, NULL, NULL, 0, 0);
        struct tree_walker *walker = tree_walker(tree, 0);
        unsigned words = (bytes + 7) / 8;
        uint64_t roots[50];
        unsigned char bytes_of[50][208] = {{0}};
        uint64_t seed = bytes;
        for (unsigned i = 0; i < 50; i++) {
            for (unsigned b = 0; b < bytes; b++) {
                seed = seed * 6364136223846793005u + 1442695040888963407u;
                bytes_of[i][b] = i % 3 ? (unsigned char)(seed >> 60) : bytes_of[i ? i - 1 : 0][b];
            }
            bytes_of[i][i * 7 % bytes] ^= 1;
            uint64_t state[26];
            memcpy(state, bytes_of[i], sizeof state);
            roots[i] = encode(tree, state, NULL);
        }
        for (unsigned i = 0; i < 50; i++) {
            uint64_t state[26] = {0}, root;
            unsigned at = i * 17 % 50;
            tree_decode(tree, walker, roots[at], state);
            cr_assert_arr_eq(state, bytes_of[at], words * 8, "%u bytes", bytes);
            cr_assert(tree_find(tree, walker, state, &root));
            cr_assert_eq(root, roots[at]);
            if (tree_is_short(tree))
                check_batch_of_one(tree, walker, state, words, root);
        }
        tree_free(tree);
    }
}

/* --- many threads ----------------------------------------------------------------- */

struct race {
    struct store *store;
    uint32_t words;
    uint64_t count;
    bool together;        /* all in one order, so that threads meet over one state */
    _Atomic uint64_t added, full;
    uint64_t *next;       /* by thread: where to go on after a growth */
};

/* Every thread inserts all the states. */
static void insert_all(void *data, unsigned member, unsigned members)
{
    struct race *race = data;
    struct store_context *context = store_context(race->store, member);
    uint64_t states[16 * 8], numbers[16], parents[16] = {0}, stride = 7919 * (race->together ? 1 : 2 * member + 1);
    (void)members;
    while (race->next[member] < race->count) {
        uint64_t from = race->next[member], batch = race->count - from < 16 ? race->count - from : 16;
        for (uint64_t i = 0; i < batch; i++)
            make_state((from + i) * stride % race->count, race->words, states + i * race->words);
        size_t done = store_insert(context, states, parents, batch, numbers);
        for (size_t i = 0; i < done; i++)
            atomic_fetch_add_explicit(&race->added, (numbers[i] & STORE_NEW) != 0, memory_order_relaxed);
        race->next[member] += done;
        if (done < batch) {
            atomic_fetch_add_explicit(&race->full, 1, memory_order_relaxed);
            return;
        }
    }
}

static void race_in(struct store *store, uint32_t words, unsigned threads, bool together)
{
    uint64_t next[8] = {0};
    struct race race = {.words = words, .count = 20011, .together = together, .next = next}; /* a prime: every stride visits all */
    struct pool *pool = pool_new(threads);
    race.store = store;
    for (bool more = true; more;) {
        pool_run(pool, threads, insert_all, &race);
        more = false;
        for (unsigned t = 0; t < threads; t++)
            more |= next[t] < race.count;
        cr_assert(!more || store_grow(race.store, pool));
    }
    cr_assert_eq(race.added, race.count, "each state was new once");
    cr_assert_eq(store_renumber(race.store, pool), race.count, "and has one number");
    cr_assert(store_sound(race.store));
    unsigned char *seen = calloc(race.count, 1);
    for (uint64_t i = 0; i < race.count; i++) {
        uint64_t state[8];
        make_state(i, words, state);
        uint64_t number = store_find(store_context(race.store, 0), state);
        cr_assert(number < race.count && !seen[number]);
        seen[number] = 1;
    }
    free(seen);
    store_free(race.store);
    pool_free(pool);
}

Test(store, threads_agree)
{
    for (unsigned threads = 1; threads <= 8; threads *= 2) {
        race_in(make(STORE_FLAT, 1, 64, threads), 1, threads, false);
        race_in(make(STORE_FLAT, 3, 192, threads), 3, threads, false);
        race_in(make(STORE_COMPACT, 2, 128, threads), 2, threads, false);
        race_in(make_spilling(1, threads, 160000), 1, threads, false);
        race_in(make_spilling(3, threads, 240000), 3, threads, false);
    }
    for (unsigned i = 0; i < 40; i++)
        race_in(make(STORE_FLAT, 1 + i % 3, (1 + i % 3) * 64, 2 + i % 2), 1 + i % 3, 2 + i % 2, true);
}

/* By number; the stretches must follow each other without gaps. */
static unsigned char *owners_of(const struct store *store, uint64_t count)
{
    unsigned char *owners = calloc(count + 1, 1);
    for (uint64_t at = 0, end; at < count; at = end) {
        unsigned owner;
        end = store_stretch(store, at, count, &owner);
        cr_assert(end > at && end <= count && owner < store_owners(store));
        memset(owners + at, (int)owner, end - at);
    }
    return owners;
}

Test(store, what_is_renumbered_keeps_its_owner)
{
    struct pool *pool = pool_new(3);
    struct store *store = make(STORE_FLAT, 1, 64, 3);
    unsigned char *before = calloc(1, 1);
    uint64_t total = 0, own = 0, count = 0;
    cr_assert_eq(store_owners(store), 3);
    for (unsigned level = 0; level < 60; level++) {
        for (unsigned i = 0; i < level * 97 % 1000; i++, total++) {
            unsigned thread = i / 100 % 3;
            uint64_t number = insert(store, pool, store_context(store, thread), &(uint64_t){total * 5}, total / 2) & ~STORE_NEW;
            unsigned owner;
            cr_assert_eq(store_stretch(store, number, number + 1, &owner), number + 1);
            own += owner == thread;
        }
        unsigned char *after = owners_of(store, count);
        cr_assert(memcmp(after, before, count) == 0, "while a level is visited, its states have the same owners");
        free(after);
        free(before);
        count = store_renumber(store, pool);
        cr_assert_eq(count, total);
        before = owners_of(store, count);
    }
    cr_assert(own > total / 10 * 8, "of %" PRIu64 " numbers, %" PRIu64 " are of the thread that got them", total, own);
    free(before);
    store_free(store);
    pool_free(pool);
}

Test(store, one_thread_owns_all)
{
    struct store *store = make(STORE_FLAT, 1, 64, 1);
    unsigned owner = 7;
    cr_assert_eq(store_owners(store), 1);
    cr_assert_eq(store_stretch(store, 10, 5000, &owner), 5000);
    cr_assert_eq(owner, 0);
    store_free(store);
}

Test(store, renumbering_closes_gaps_between_levels)
{
    struct pool *pool = pool_new(4);
    struct store *store = make(STORE_FLAT, 1, 64, 4);
    uint64_t total = 0;
    for (unsigned level = 0; level < 200; level++) {
        for (unsigned t = 0; t < 4; t++)
            for (unsigned i = 0; i < (level * 7 + t * 3) % 11; i++, total++)
                cr_assert(insert(store, pool, store_context(store, t), &(uint64_t){total * 5}, total / 2) & STORE_NEW);
        cr_assert_eq(store_renumber(store, pool), total);
        cr_assert(store_sound(store));
    }
    unsigned char *seen = calloc(total, 1);
    for (uint64_t i = 0; i < total; i++) {
        uint64_t state;
        store_get(store_context(store, 0), i, &state);
        cr_assert(state % 5 == 0 && state / 5 < total && !seen[state / 5]);
        seen[state / 5] = 1;
        cr_assert_eq(store_parent(store, i), state / 10, "the parent moved along");
    }
    free(seen);
    store_free(store);
    pool_free(pool);
}

Test(store, a_bound_on_memory_is_kept)
{
    struct pool *pool = pool_new(1);
    struct store *store = store_new(&(struct store_options){
        .kind = STORE_FLAT, .words = 1, .bits = 64, .threads = 1, .memory = 1 << 20});
    uint64_t i = 0, parent = 0;
    for (;; i++) {
        if (store_insert(store_context(store, 0), &i, &parent, 1, NULL) == 1 && store_finish(store_context(store, 0)))
            continue;
        if (!store_grow(store, pool))
            break;
        i--;
    }
    cr_assert(i > 20000 && store_bytes(store) <= 1 << 20, "%lu states in %lu bytes", (unsigned long)i,
              (unsigned long)store_bytes(store));
    store_free(store);
    pool_free(pool);
}

Test(store, what_memory_does_not_hold_comes_back_from_a_file)
{
    static const struct { uint32_t words; uint64_t memory; } sizes[] = {{1, 400000}, {3, 600000}, {5, 600000}, {9, 600000}};
    for (unsigned s = 0; s < 4; s++) {
        uint32_t words = sizes[s].words;
        struct pool *pool = pool_new(1);
        struct store *store = make_spilling(words, 1, sizes[s].memory);
        struct store_context *context = store_context(store, 0);
        uint64_t state[16], back[16], found[100], many[100 * 16];
        for (uint64_t i = 0; i < 60000; i++) {
            make_state(i, words, state);
            cr_assert_eq(insert(store, pool, context, state, 0), i | STORE_NEW);
            make_state(i / 3, words, state);
            cr_assert_eq(insert(store, pool, context, state, 0), i / 3);
            cr_assert(store_bytes(store) <= sizes[s].memory);
        }
        cr_assert_eq(store_renumber(store, pool), 60000);
        cr_assert(store_sound(store));
        for (uint64_t i = 0; i < 60000; i++) {
            make_state(i, words, state);
            store_get_next(context, i, 60000, back);
            cr_assert_arr_eq(back, state, words * sizeof *state);
            memcpy(many + i % 100 * words, state, words * sizeof *state);
            if (i % 100 == 99) {
                store_find_many(context, many, 100, found);
                cr_assert(found[0] == i - 99 && found[99] == i);
            }
            store_get(context, i * 7919 % 60000, back);
            make_state(i * 7919 % 60000, words, state);
            cr_assert_arr_eq(back, state, words * sizeof *state);
        }
        store_free(store);
        pool_free(pool);
    }
    cr_assert_null(store_new(&(struct store_options){.kind = STORE_FLAT, .words = 1, .bits = 64, .threads = 1,
                                                     .spill = "/dev/null/none"}));
}

/* What the process holds beside the store is not the store's to take. */
Test(store, what_others_hold_goes_off_the_memory)
{
    struct pool *pool = pool_new(1);
    struct store *store = make_spilling(1, 1, 1 << 20);
    for (uint64_t i = 0; i < 60000; i++)
        insert(store, pool, store_context(store, 0), &i, 0);
    uint64_t before = store_bytes(store);
    cr_assert(before > 700000, "%" PRIu64, before);
    store_held(store, before + (400 << 10));
    cr_assert(store_grow(store, pool));
    cr_assert(store_bytes(store) <= 624 << 10, "%" PRIu64, store_bytes(store));
    store_held(store, store_bytes(store) + (900 << 10));
    cr_assert(!store_grow(store, pool) && !store_disk_full(store), "the index does not fit");
    cr_assert(store_sound(store));
    store_free(store);
    pool_free(pool);
}

/* Gaps below what lies in the file are filled there. */
Test(store, renumbering_closes_gaps_in_the_file)
{
    struct table table;
    uint64_t total = 0, key, missing = 0;
    cr_assert(table_init(&table, 7, 4, 1 << 20, "/tmp"));
    for (unsigned level = 0; level < by_night(100, 30); level++) {
        for (unsigned t = 0; t < 4; t++)
            for (unsigned i = 0; i < 200 + level * 7 % 11; i++, total++) {
                key = total * 5;
                while (table_insert(&table, &table.contexts[t], key, table_hash(key)) == TABLE_FULL)
                    cr_assert(table_grow(&table, NULL, 0, 0));
                if (i % 100 == 50) /* the numbers that the contexts have are below */
                    cr_assert(table_spill(&table, table_reserved(&table)));
            }
        cr_assert_eq(table_renumber(&table, NULL, NULL), total);
        cr_assert(table.on_disk <= total && table_sound(&table));
    }
    for (uint64_t i = 0; i < total; i++)
        missing += table_find(&table, i * 5, table_hash(i * 5)) >= total;
    cr_assert_eq(missing, 0);
    table_done(&table);
}

static bool at_once(void *data)
{
    (void)data;
    return true;
}

/* What is left then: the keys by their numbers; all of it, once the index is filled again. */
Test(store, growth_is_stopped)
{
    struct pool *pool = pool_new(2);
    struct table table;
    uint64_t total = 0, wrong = 0, missing = 0;
    cr_assert(table_init(&table, 7, 2, 1 << 20, NULL));
    for (bool grown = true; grown; total++)
        for (uint64_t key = total * 5; grown && table_insert(&table, &table.contexts[total % 2], key, table_hash(key)) == TABLE_FULL;)
            if (total < 300000)
                cr_assert(table_grow(&table, pool, 0, 0));
            else
                grown = false;
    total--;
    pool_heed(pool, at_once, NULL);
    cr_assert(table_grow(&table, pool, 0, 0) && table.unfinished);
    pool_heed(pool, NULL, NULL);
    for (uint64_t i = 0; i < total; i++)
        missing += table_find(&table, i * 5, table_hash(i * 5)) == TABLE_NONE;
    cr_assert(missing > total / 2, "%" PRIu64 " of %" PRIu64, missing, total);
    cr_assert_eq(table_renumber(&table, NULL, NULL), total);
    table_reindex(&table, pool);
    cr_assert(!table.unfinished && table_sound(&table));
    for (uint64_t i = 0; i < total; i++) {
        uint64_t number = table_find(&table, i * 5, table_hash(i * 5));
        wrong += number >= total || table_key(&table, number) != i * 5;
    }
    cr_assert_eq(wrong, 0);
    table_done(&table);
    pool_free(pool);
}

/* What is left then: how many keys there are. */
Test(store, growth_of_a_set_is_stopped)
{
    struct pool *pool = pool_new(2);
    struct store *store = store_new(&(struct store_options){.kind = STORE_FLAT, .words = 1, .bits = 64, .threads = 1,
                                                            .frontier = true, .frontier_only = true});
    struct store_context *context = store_context(store, 0);
    uint64_t i = 0, number, parent = 0, missing = 0;
    for (bool grown = true; grown; i++)
        while (grown && store_insert(context, &i, &parent, 1, &number) == 0)
            grown = i < 400000 && store_grow(store, pool);
    i--;
    pool_heed(pool, at_once, NULL);
    cr_assert(store_grow(store, pool) && store_unfinished(store));
    pool_heed(pool, NULL, NULL);
    for (uint64_t key = 0; key < i; key++)
        missing += store_find(context, &key) == STORE_NONE;
    cr_assert(missing > i / 2, "%" PRIu64 " of %" PRIu64, missing, i);
    cr_assert_eq(store_renumber(store, pool), i);
    store_free(store);
    pool_free(pool);
}

/* Nothing is lost: growth goes on where it was left. */
Test(store, what_moves_to_the_disk_is_stopped)
{
    struct pool *pool = pool_new(1);
    struct store *store = make_spilling(1, 1, 400000);
    struct store_context *context = store_context(store, 0);
    uint64_t stopped = 0, number, parent = 0;
    for (uint64_t i = 0; i < 60000; i++)
        while (store_insert(context, &i, &parent, 1, &number) == 0) {
            pool_heed(pool, at_once, NULL);
            bool grown = store_grow(store, pool);
            pool_heed(pool, NULL, NULL);
            cr_assert(!store_unfinished(store) && !store_disk_full(store));
            stopped += !grown;
            cr_assert(grown || store_grow(store, pool));
        }
    cr_assert(stopped >= 3, "%" PRIu64, stopped);
    cr_assert_eq(store_renumber(store, pool), 60000);
    cr_assert(store_sound(store));
    for (uint64_t i = 0; i < 60000; i++)
        cr_assert_eq(store_find(context, &i), i);
    store_free(store);
    pool_free(pool);
}

Test(store, a_full_disk_is_reported_and_loses_nothing)
{
    struct pool *pool = pool_new(1);
    struct store *store = make_spilling(1, 1, 400000);
    struct rlimit limit = {100000, 100000};
    uint64_t i = 0, number, parent = 0;
    signal(SIGXFSZ, SIG_IGN);
    cr_assert_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    for (;; i++)
        if (store_insert(store_context(store, 0), &i, &parent, 1, &number) == 0 && (i--, !store_grow(store, pool)))
            break;
    cr_assert(store_disk_full(store));
    cr_assert(i > 20000 && i < 60000, "%" PRIu64, i);
    cr_assert_eq(store_renumber(store, pool), i + 1);
    cr_assert(store_sound(store));
    store_free(store);
    pool_free(pool);
}

/* --- lossy stores ------------------------------------------------------------------ */

static struct store *make_bitstate(uint32_t words, unsigned threads, uint64_t bytes, unsigned hashes, uint64_t seed)
{
    return store_new(&(struct store_options){.kind = STORE_BITSTATE, .words = words, .bits = words * 64, .threads = threads,
                                             .frontier = true, .array_bytes = bytes, .hashes = hashes, .seed = seed});
}

/* Two levels come back by their numbers, what was put in is known, and
 * a cleared store knows nothing. */
Test(store, bitstate_with_room_loses_nothing)
{
    for (uint32_t words = 1; words <= 9; words += 4) {
        const uint64_t count = 20000;
        struct store *store = make_bitstate(words, 2, 16 << 20, 0, 7);
        for (unsigned round = 0; round < 2; round++) {
            uint64_t state[16], back[16], number, parent = 0, level = 0;
            for (uint64_t i = 0; i < count; i++) {
                struct store_context *context = store_context(store, (unsigned)(i % 2));
                make_state(i, words, state);
                cr_assert_eq(store_find(context, state), STORE_NONE);
                cr_assert_eq(store_insert(context, state, &parent, 1, &number), 1);
                cr_assert(number & STORE_NEW);
                make_state(i / 2, words, state);
                cr_assert_eq(store_insert(context, state, &parent, 1, &number), 1);
                cr_assert_not(number & STORE_NEW);
                cr_assert_eq(store_find(context, state), STORE_VISITED);
                if (i % 1000 != 999)
                    continue;
                cr_assert_eq(store_renumber(store, NULL), i + 1);
                cr_assert(store_sound(store));
                uint64_t sum = 0;
                for (uint64_t n = level; n <= i; n++) {
                    store_get(store_context(store, 0), n, back);
                    for (uint64_t k = level; k <= i; k++) {
                        make_state(k, words, state);
                        sum += memcmp(back, state, words * sizeof *state) == 0;
                    }
                }
                cr_assert_eq(sum, i + 1 - level, "each state of the last level once");
                level = i + 1;
                if (i > 3000)
                    i = count; /* enough of that */
            }
            store_clear(store);
            make_state(1, words, state);
            cr_assert_eq(store_find(store_context(store, 0), state), STORE_NONE);
            cr_assert_eq(store_renumber(store, NULL), 0);
            cr_assert(store_sound(store));
        }
        store_free(store);
    }
}

/* Enough states for the array to be copied into huge pages on the way. */
Test(store, bitstate_keeps_its_bits_in_huge_pages)
{
    const uint64_t count = 80000;
    struct store *store = make_bitstate(2, 1, (6 << 20) + 64, 7, 1);
    uint64_t state[2], number, parent = 0, added = 0;
    for (uint64_t i = 0; i < count; i++) {
        make_state(i, 2, state);
        cr_assert_eq(store_insert(store_context(store, 0), state, &parent, 1, &number), 1);
        added += (number & STORE_NEW) != 0;
        if (i % 10000 == 9999) {
            cr_assert_eq(store_renumber(store, NULL), added);
            cr_assert(store_sound(store));
        }
    }
    cr_assert_eq(added, count);
    for (uint64_t i = 0; i < count; i++) {
        make_state(i, 2, state);
        cr_assert_eq(store_find(store_context(store, 0), state), STORE_VISITED);
    }
    store_free(store);
}

/* How many of `count` distinct states are new to the store, and what it says itself. */
static uint64_t taken_for_known(struct store *store, uint64_t count, uint32_t words, struct omissions *omissions)
{
    struct pool *pool = pool_new(1);
    uint64_t added = 0, state[8];
    for (uint64_t i = 0; i < count; i++) {
        make_state(i, words, state);
        added += (insert(store, pool, store_context(store, 0), state, 0) & STORE_NEW) != 0;
        if (i % 1000 == 999)
            cr_assert_eq(store_renumber(store, NULL), added);
    }
    cr_assert_eq(store_renumber(store, NULL), added);
    store_omissions(store, omissions);
    store_free(store);
    pool_free(pool);
    return count - added;
}

/* What is omitted is a sum of some hundred rare events or more: its deviation is
 * at most the root of it, here 5 per cent, so a quarter is five of them. */
static void close_to(uint64_t omitted, const struct omissions *omissions, uint64_t count, const char *what, unsigned number)
{
    double expected = omissions->expected, seen = (double)omitted;
    cr_assert(omissions->lossy);
    cr_assert(expected > 400, "%s %u: too few to tell, %g", what, number, expected);
    cr_assert(seen > 0.75 * expected && seen < 1.25 * expected, "%s %u: %g, not %g", what, number, seen, expected);
    cr_assert(omissions->probability > 0.99 && omissions->probability <= 1);
    cr_assert_float_eq(omissions->by_state, expected / ((double)count - seen + expected), 1e-9);
}

Test(store, bitstate_says_how_much_it_omits)
{
    for (unsigned hashes = 1; hashes <= 7; hashes++)
        for (uint64_t seed = 0; seed < 3; seed++) {
            const uint64_t count = 100000;
            struct omissions omissions;
            /* Full to 70 per cent at the end; with one seed, to 40. */
            uint64_t bytes = seed == 2 && hashes < 5 ? count * hashes / 4 : count * hashes / 10;
            uint64_t omitted = taken_for_known(make_bitstate(2, 1, bytes, hashes, seed), count, 2, &omissions);
            close_to(omitted, &omissions, count, "hashes", hashes);
            cr_assert_eq(omissions.hashes, hashes);
            cr_assert_eq(omissions.array_bytes, bytes / 64 * 64);
            cr_assert(omissions.filled > 0.3 && omissions.filled < 0.8, "%g", omissions.filled);
        }
}

Test(store, compact_says_how_much_it_omits)
{
    for (unsigned bits = 16; bits <= 23; bits++)
        for (unsigned frontier_only = 0; frontier_only < 2; frontier_only++) {
            const uint64_t count = bits < 18 ? 30000 : 90000;
            struct omissions omissions;
            struct store *store = store_new(&(struct store_options){
                .kind = STORE_COMPACT, .words = 3, .bits = 192, .threads = 1, .frontier = true, .parents = !frontier_only,
                .frontier_only = frontier_only, .hash_bits = bits, .seed = bits});
            uint64_t omitted = taken_for_known(store, count, 3, &omissions);
            close_to(omitted, &omissions, count, "bits", bits);
            cr_assert_eq(omissions.hash_bits, bits);
        }
}

/* A hash of a short state is not shorter for it. */
Test(store, compact_keeps_whole_hashes_of_short_states)
{
    for (unsigned frontier_only = 0; frontier_only < 2; frontier_only++) {
        struct omissions omissions;
        struct store *store = store_new(&(struct store_options){
            .kind = STORE_COMPACT, .words = 1, .bits = 20, .threads = 1, .frontier = true, .parents = !frontier_only,
            .frontier_only = frontier_only});
        cr_assert_eq(taken_for_known(store, 200000, 1, &omissions), 0);
        cr_assert_eq(omissions.hash_bits, frontier_only ? 64 : 56);
        cr_assert(omissions.expected > 0 && omissions.expected < 1e-6);
    }
}

/* Each thread puts in all the states, in an order of its own. */
static void put_all_in_bits(void *data, unsigned member, unsigned members)
{
    struct race *race = data;
    uint64_t state[8], number, parent = 0;
    (void)members;
    for (uint64_t i = 0; i < race->count; i++) {
        make_state(i * (member % 2 + 1) % race->count, race->words, state);
        cr_assert_eq(store_insert(store_context(race->store, member), state, &parent, 1, &number), 1);
        atomic_fetch_add_explicit(&race->added, (number & STORE_NEW) != 0, memory_order_relaxed);
    }
}

Test(store, bitstate_loses_nothing_to_other_threads)
{
    for (unsigned threads = 1; threads <= 8; threads *= 2) {
        struct race race = {.words = 2, .count = 20011, .store = make_bitstate(2, threads, 32 << 20, 3, threads)};
        struct pool *pool = pool_new(threads);
        uint64_t state[8];
        struct omissions omissions;
        pool_run(pool, threads, put_all_in_bits, &race);
        /* A state may be new to two threads at once, if seldom. */
        cr_assert(race.added >= race.count && (threads == 1 ? race.added == race.count : race.added < race.count * 3 / 2),
                  "%lu of %lu", (unsigned long)race.added, (unsigned long)race.count);
        cr_assert_eq(store_renumber(race.store, NULL), race.added);
        cr_assert(store_sound(race.store));
        for (uint64_t i = 0; i < race.count; i++) {
            make_state(i, race.words, state);
            cr_assert_eq(store_find(store_context(race.store, 0), state), STORE_VISITED);
        }
        store_omissions(race.store, &omissions);
        cr_assert(omissions.expected > 0 && omissions.expected < 1e-2);
        store_free(race.store);
        pool_free(pool);
    }
}
