/* SPDX-License-Identifier: BSD-2-Clause */
/* Each store against a plain array, under insertion in batches, growth,
 * settling, and many threads. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "engine/pool.h"
#include "engine/store.h"
#include "engine/table.h"
#include "engine/tree.h"

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

/* Insert, growing when need be; returns the number, with STORE_FRESH. */
static uint64_t insert(struct store *store, struct pool *pool, struct store_hand *hand, const uint64_t *state,
                       uint64_t parent)
{
    uint64_t number;
    while (store_insert(hand, state, &parent, 1, &number) == 0)
        cr_assert(store_grow(store, pool));
    return number;
}

static void fill_and_check(enum store_kind kind, uint32_t words, uint32_t bits)
{
    const uint64_t count = 30000;
    struct pool *pool = pool_new(2);
    struct store *store = make(kind, words, bits, 1);
    struct store_hand *hand = store_hand(store, 0);
    uint64_t state[64], back[64];
    for (uint64_t i = 0; i < count; i++) {
        make_state(i, words, state);
        cr_assert_eq(insert(store, pool, hand, state, i ? i - 1 : STORE_NONE), i | STORE_FRESH, "numbers are dense");
        make_state(i / 2, words, state);
        cr_assert_eq(insert(store, pool, hand, state, 7), i / 2, "what is there keeps its number");
    }
    cr_assert_eq(store_settle(store), count);
    cr_assert(store_sound(store));
    for (uint64_t i = 0; i < count; i++) {
        make_state(i, words, state);
        cr_assert_eq(store_find(hand, state), i);
        store_get(hand, i, back);
        cr_assert_arr_eq(back, state, words * sizeof *state);
        cr_assert_eq(store_parent(store, i), i ? i - 1 : STORE_NONE);
    }
    make_state(count, words, state);
    cr_assert_eq(store_find(hand, state), STORE_NONE);
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

/* A forgetful store: what is new is told from what is known through growth,
 * gaps and new trees, and the states of the last two levels come back. */
static void forget_and_check(enum store_kind kind, uint32_t words)
{
    const uint64_t levels = 9;
    struct pool *pool = pool_new(2);
    struct store *store = store_new(&(struct store_options){.kind = kind, .words = words, .bits = words * 64, .threads = 3,
                                                            .frontier = true, .forgetful = true});
    uint64_t state[64], back[64], count = 0, seen = 0, begun = 0;
    for (uint64_t level = 0; level < levels; level++) {
        for (uint64_t i = 0; i < 3 * count / 2 + 100; i++) {
            make_state(i, words, state);
            uint64_t number = insert(store, pool, store_hand(store, (unsigned)(i % 3)), state, STORE_NONE);
            cr_assert_eq((number & STORE_FRESH) != 0, i >= count, "new when it comes first");
        }
        begun = count;
        count = 3 * count / 2 + 100;
        cr_assert_eq(store_settle(store), count);
        cr_assert(store_sound(store));
        cr_assert_eq(store_estimate(store), count);
    }
    for (uint64_t i = 0; i < count + 10; i++) {
        make_state(i, words, state);
        cr_assert_eq(store_find(store_hand(store, 0), state), i < count ? STORE_MET : STORE_NONE);
    }
    for (uint64_t n = begun; n < count; n++) {
        store_get(store_hand(store, 0), n, back);
        cr_assert_eq(store_find(store_hand(store, 1), back), STORE_MET);
        for (uint64_t i = begun; i < count && words == 1; i++)
            seen += back[0] == i * 3;
    }
    cr_assert(words > 1 || seen == count - begun, "each state of the level once");
    store_free(store);
    pool_free(pool);
}

Test(store, forgetful_ones_know_what_was_put_in)
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
            numbers[i] = insert(store, pool, store_hand(store, 0), &states[i], 0) & ~STORE_FRESH;
        for (unsigned i = 0; i < 5; i++) {
            store_get(store_hand(store, 0), numbers[i], &back);
            cr_assert_eq(back, states[i], "%u bits", bits);
            cr_assert_eq(store_find(store_hand(store, 0), &states[i]), numbers[i]);
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
        cr_assert_eq(wider, directory ? 0 : i ? table_reserved(&table) : 0);
        cr_assert(table_widen(&table, limits[i]));
        cr_assert_eq(table.key_bytes, 4 + i);
        pairs[i][0] = most << 32 | most;
        pairs[i][1] = most << 32 | i;
        pairs[i][2] = (most - 1) | (uint64_t)i << 32;
        for (unsigned k = 0; k < 3; k++)
            number[i][k] = table_insert(&table, &table.hands[0], pairs[i][k], table_hash(pairs[i][k]));
        for (unsigned j = 0; j <= i; j++)
            for (unsigned k = 0; k < 3; k++) {
                cr_assert_eq(table_key(&table, number[j][k]), pairs[j][k]);
                cr_assert_eq(table_find(&table, pairs[j][k], table_hash(pairs[j][k])), number[j][k]);
            }
        cr_assert(table_sound(&table));
        FILE *file = tmpfile();
        cr_assert(file && table_save(&table, file));
        rewind(file);
        cr_assert(table_init_pairs(&other, 1, 4096, directory) && table_load(&other, file));
        fclose(file);
        cr_assert_eq(other.key_bytes, table.key_bytes);
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
            while (!tree_encode(tree, walker, state, &roots[i]))
                for (unsigned t = 0; t < TREE_TABLES; t++)
                    if (table_reserved(tree_table(tree, t)) >= tree_table(tree, t)->limit) {
                        cr_assert(table_grow_begin(tree_table(tree, t), 0, 0));
                        table_grow_part(tree_table(tree, t), 0, 1);
                    }
        }
        for (unsigned i = 0; i < 50; i++) {
            uint64_t state[26] = {0}, root;
            unsigned at = i * 17 % 50;
            tree_decode(tree, walker, roots[at], state);
            cr_assert_arr_eq(state, bytes_of[at], words * 8, "%u bytes", bytes);
            cr_assert(tree_find(tree, walker, state, &root));
            cr_assert_eq(root, roots[at]);
        }
        tree_free(tree);
    }
}

/* --- many threads ----------------------------------------------------------------- */

struct race {
    struct store *store;
    uint32_t words;
    uint64_t count;
    _Atomic uint64_t fresh, full;
    uint64_t *next;       /* by thread: where to go on after a growth */
};

/* Every thread inserts all the states, each in an order of its own. */
static void insert_all(void *data, unsigned member, unsigned members)
{
    struct race *race = data;
    struct store_hand *hand = store_hand(race->store, member);
    uint64_t states[16 * 8], numbers[16], parents[16] = {0};
    (void)members;
    while (race->next[member] < race->count) {
        uint64_t from = race->next[member], batch = race->count - from < 16 ? race->count - from : 16;
        for (uint64_t i = 0; i < batch; i++)
            make_state((from + i) * 7919 * (2 * member + 1) % race->count, race->words, states + i * race->words);
        size_t done = store_insert(hand, states, parents, batch, numbers);
        for (size_t i = 0; i < done; i++)
            atomic_fetch_add_explicit(&race->fresh, (numbers[i] & STORE_FRESH) != 0, memory_order_relaxed);
        race->next[member] += done;
        if (done < batch) {
            atomic_fetch_add_explicit(&race->full, 1, memory_order_relaxed);
            return;
        }
    }
}

static void race_in(enum store_kind kind, uint32_t words, unsigned threads)
{
    uint64_t next[8] = {0};
    struct race race = {.words = words, .count = 20011, .next = next}; /* a prime: every stride visits all */
    struct pool *pool = pool_new(threads);
    race.store = make(kind, words, words * 64, threads);
    for (bool more = true; more;) {
        pool_run(pool, threads, insert_all, &race);
        more = false;
        for (unsigned t = 0; t < threads; t++)
            more |= next[t] < race.count;
        cr_assert(!more || store_grow(race.store, pool));
    }
    cr_assert_eq(race.fresh, race.count, "each state was new once");
    cr_assert_eq(store_settle(race.store), race.count, "and has one number");
    cr_assert(store_sound(race.store));
    unsigned char *seen = calloc(race.count, 1);
    for (uint64_t i = 0; i < race.count; i++) {
        uint64_t state[8];
        make_state(i, words, state);
        uint64_t number = store_find(store_hand(race.store, 0), state);
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
        race_in(STORE_FLAT, 1, threads);
        race_in(STORE_FLAT, 3, threads);
        race_in(STORE_COMPACT, 2, threads);
    }
}

Test(store, settling_closes_gaps_between_levels)
{
    struct pool *pool = pool_new(4);
    struct store *store = make(STORE_FLAT, 1, 64, 4);
    uint64_t total = 0;
    for (unsigned level = 0; level < 200; level++) {
        for (unsigned t = 0; t < 4; t++)
            for (unsigned i = 0; i < (level * 7 + t * 3) % 11; i++, total++)
                cr_assert(insert(store, pool, store_hand(store, t), &(uint64_t){total * 5}, total / 2) & STORE_FRESH);
        cr_assert_eq(store_settle(store), total);
        cr_assert(store_sound(store));
    }
    unsigned char *seen = calloc(total, 1);
    for (uint64_t i = 0; i < total; i++) {
        uint64_t state;
        store_get(store_hand(store, 0), i, &state);
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
        if (store_insert(store_hand(store, 0), &i, &parent, 1, NULL) == 1)
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

Test(store, what_was_left_to_a_file_comes_back)
{
    for (uint32_t words = 1; words <= 5; words += 2) {
        struct pool *pool = pool_new(1);
        struct store *store = store_new(&(struct store_options){
            .kind = STORE_FLAT, .words = words, .bits = words * 64, .threads = 1, .spill = "/tmp"});
        struct store_hand *hand = store_hand(store, 0);
        uint64_t state[8], back[8];
        for (uint64_t i = 0; i < 60000; i++) {
            make_state(i, words, state);
            cr_assert_eq(insert(store, pool, hand, state, 0), i | STORE_FRESH);
            make_state(i / 3, words, state);
            cr_assert_eq(insert(store, pool, hand, state, 0), i / 3);
            if (i % 7000 == 0)
                store_spill(store);
        }
        store_spill(store);
        cr_assert_eq(store_settle(store), 60000);
        cr_assert(store_sound(store));
        for (uint64_t i = 0; i < 60000; i += 7) {
            make_state(i, words, state);
            store_get(hand, i, back);
            cr_assert_arr_eq(back, state, words * sizeof *state);
        }
        store_free(store);
        pool_free(pool);
    }
    cr_assert_null(store_new(&(struct store_options){.kind = STORE_FLAT, .words = 1, .bits = 64, .threads = 1,
                                                     .spill = "/nonexistent"}));
}
