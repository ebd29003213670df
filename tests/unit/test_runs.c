/* SPDX-License-Identifier: BSD-2-Clause */
/* Runs, what is collected and merged into them, and layers, against plain sorted arrays. */
#include <criterion/criterion.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "store/collect.h"
#include "store/layers.h"
#include "store/run_sort.h"

#define BLOCK 512u

static uint64_t drawn = 1;

static uint64_t draw(void)
{
    drawn ^= drawn << 13;
    drawn ^= drawn >> 7;
    return drawn ^= drawn << 17;
}

/* Keys as models have them: words that many share, and words that few do; ends of the range; some twice. */
static uint64_t *draw_keys(size_t count, uint32_t words)
{
    uint64_t *keys = calloc(count * words, sizeof *keys);
    for (size_t i = 0; i < count; i++)
        for (uint32_t w = 0; w < words; w++) {
            uint64_t by = draw();
            keys[i * words + w] = w % 3 == 1 ? 7 : by % 8 == 0 ? by % 5 : by % 97 == 1 ? UINT64_MAX - by % 3 : by >> (by % 40);
        }
    return keys;
}

/* Sorted, each once; by another way than run_sort's. */
static uint32_t width;
static int compare(const void *a, const void *b)
{
    return run_compare(a, b, width);
}

static size_t plain(uint64_t *keys, size_t count, uint32_t words)
{
    size_t kept = 0;
    width = words;
    qsort(keys, count, words * sizeof *keys, compare);
    for (size_t i = 0; i < count; i++)
        if (!kept || run_compare(keys + (kept - 1) * words, keys + i * words, words))
            memmove(keys + kept++ * words, keys + i * words, words * sizeof *keys);
    return kept;
}

static struct run *write_run(const uint64_t *keys, size_t count, uint32_t words, bool depths)
{
    struct run_shape shape = run_shape(words, BLOCK, depths);
    struct run_writer *writer = run_begin(&shape, "/tmp");
    for (size_t i = 0; i < count; i++)
        cr_assert(run_put(writer, keys + i * words, (uint32_t)(i * i % 100000)));
    return run_end(writer);
}

Test(runs, keys_come_back)
{
    for (uint32_t words = 1; words <= 19; words += words < 4 ? 1 : 5)
        for (unsigned round = 0; round < 6; round++) {
            size_t count = round == 0 ? 1 : round * 700;
            bool depths = round % 2;
            uint64_t *keys = draw_keys(count, words);
            count = plain(keys, count, words);
            struct run *run = write_run(keys, count, words, depths);
            struct run_cursor cursor;
            size_t i = 0;
            cr_assert_eq(run->count, count);
            cr_assert(run_sound(run));
            run_open(&cursor, run);
            for (; run_next(&cursor); i++) {
                cr_assert_eq(run_compare(cursor.key, keys + i * words, words), 0);
                cr_assert(!depths || cursor.depth == i * i % 100000);
            }
            cr_assert_eq(i, count);
            run_close(&cursor);
            run_free(run);
            free(keys);
        }
}

Test(runs, seek_finds_the_first_that_is_not_less)
{
    for (uint32_t words = 1; words <= 3; words++) {
        uint64_t *keys = draw_keys(4000, words), *sought = draw_keys(3000, words);
        size_t count = plain(keys, 4000, words), asked = plain(sought, 3000, words), at = 0;
        struct run *run = write_run(keys, count, words, false);
        struct run_cursor cursor;
        run_open(&cursor, run);
        for (size_t i = 0; i < asked; i += 1 + draw() % 40) { /* near ones, and some blocks away */
            while (at < count && run_compare(keys + at * words, sought + i * words, words) < 0)
                at++;
            cr_assert_eq(run_seek(&cursor, sought + i * words), at < count);
            cr_assert(at == count || run_compare(cursor.key, keys + at * words, words) == 0);
        }
        run_close(&cursor);
        run_free(run);
        free(keys);
        free(sought);
    }
}

/* Whatever bit of the file changes is found; so are blocks that changed places. */
Test(runs, damage_is_found)
{
    uint64_t *keys = draw_keys(3000, 2);
    struct run *run = write_run(keys, plain(keys, 3000, 2), 2, true);
    cr_assert_gt(run->blocks, 3);
    for (uint64_t at = 0; at < run_bytes(run); at += 1 + draw() % 3) {
        unsigned char byte, other;
        cr_assert_eq(pread(run->file, &byte, 1, (off_t)at), 1);
        other = (unsigned char)(byte ^ 1u << draw() % 8);
        cr_assert_eq(pwrite(run->file, &other, 1, (off_t)at), 1);
        cr_assert_not(run_sound(run), "a bit of byte %llu", (unsigned long long)at);
        cr_assert_eq(pwrite(run->file, &byte, 1, (off_t)at), 1);
    }
    cr_assert(run_sound(run));
    cr_assert_eq(ftruncate(run->file, (off_t)run_bytes(run) - 1), 0);
    cr_assert_not(run_sound(run));
    run_free(run);
    free(keys);
}

Test(runs, blocks_of_another_run_are_damage)
{
    uint64_t *keys = draw_keys(3000, 1);
    size_t count = plain(keys, 3000, 1);
    struct run *run = write_run(keys, count, 1, false), *other = write_run(keys, count, 1, false);
    unsigned char block[BLOCK];
    size_t bytes = run->offsets[1];
    cr_assert_eq(other->offsets[1], bytes);
    cr_assert_eq(pread(other->file, block, bytes, 0), (ssize_t)bytes);
    cr_assert_eq(pwrite(run->file, block, bytes, 0), (ssize_t)bytes);
    cr_assert_not(run_sound(run));
    run_free(run);
    run_free(other);
    free(keys);
}

Test(runs, keys_are_sorted)
{
    for (uint32_t words = 1; words <= 5; words++)
        for (size_t count = 0; count < 5000; count = count * 3 + 1) {
            uint64_t *keys = draw_keys(count + 1, words), *same = malloc((count + 1) * words * sizeof *same);
            memcpy(same, keys, (count + 1) * words * sizeof *same);
            width = words;
            qsort(same, count, words * sizeof *same, compare);
            run_sort(keys, count, words);
            cr_assert(!count || memcmp(keys, same, count * words * sizeof *same) == 0);
            free(keys);
            free(same);
        }
}

/* Collected by some threads' numbers, in many runs; without what another set has. */
static void collect_and_compare(uint32_t words, struct pool *pool, size_t count)
{
    struct run_shape shape = run_shape(words, BLOCK, false);
    struct collect *collect = collect_new(&shape, "/tmp", 3, 3 * 40 * words * sizeof(uint64_t));
    uint64_t *keys = draw_keys(count, words), *left = malloc(count * words * sizeof *left);
    struct run_set known = {0}, found = {0};
    const struct run_set *without[] = {&known};
    for (size_t i = 0; i < count / 2; i++)
        cr_assert(collect_put(collect, (unsigned)(i % 3), keys + i * words));
    for (unsigned t = 0; t < 3; t++)
        cr_assert(collect_finish(collect, t));
    cr_assert_eq(collect_take(collect, pool, NULL, 0, &known), RUN_FINE);
    for (size_t i = count / 4; i < count; i++)
        cr_assert(collect_put(collect, (unsigned)(i % 3), keys + i * words));
    for (unsigned t = 0; t < 3; t++)
        cr_assert(collect_finish(collect, t));
    cr_assert_eq(collect_take(collect, pool, without, 1, &found), RUN_FINE);

    uint64_t *first = malloc(count * words * sizeof *first);
    memcpy(first, keys, count * words * sizeof *first);
    size_t firsts = plain(first, count / 2, words), all = plain(keys, count, words), lefts = 0;
    width = words;
    for (size_t i = 0; i < all; i++)
        if (!bsearch(keys + i * words, first, firsts, words * sizeof *first, compare))
            memcpy(left + lefts++ * words, keys + i * words, words * sizeof *left);
    cr_assert_eq(known.keys, firsts);
    cr_assert_eq(found.keys, lefts);
    size_t i = 0;
    for (unsigned r = 0; r < found.count; r++) {
        struct run_cursor cursor;
        run_open(&cursor, found.runs[r]);
        for (; run_next(&cursor); i++)
            cr_assert_eq(run_compare(cursor.key, left + i * words, words), 0);
        run_close(&cursor);
    }
    cr_assert_eq(i, lefts);
    run_set_free(&known);
    run_set_free(&found);
    collect_free(collect);
    free(keys);
    free(left);
    free(first);
}

Test(runs, what_is_collected_is_a_set)
{
    struct pool *pool = pool_new(3);
    for (uint32_t words = 1; words <= 4; words++) {
        collect_and_compare(words, NULL, 40);
        collect_and_compare(words, NULL, 20000); /* more runs than are merged at once */
        collect_and_compare(words, pool, 20000);
    }
    pool_free(pool);
}

Test(runs, a_full_disk_is_told)
{
    struct rlimit limit = {20000, 20000};
    struct run_shape shape = run_shape(1, BLOCK, false);
    struct collect *collect = collect_new(&shape, "/tmp", 1, 1 << 20);
    bool good = true;
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &limit);
    for (unsigned i = 0; i < 100000 && good; i++) {
        uint64_t key = draw();
        good = collect_put(collect, 0, &key);
    }
    cr_assert_not(good && collect_finish(collect, 0));
    cr_assert_eq(collect_error(collect), EFBIG);
    collect_free(collect);
}

/* Levels of one key each and of some, more than there are layers: each key keeps its level. */
Test(runs, layers_keep_levels)
{
    struct layers *layers = layers_new(1, BLOCK, true, "/tmp");
    uint32_t levels = 100, seen = 0;
    for (uint32_t level = 0; level < levels; level++) {
        struct run_set set = {0};
        uint64_t keys[50];
        for (unsigned i = 0; i < 50; i++)
            keys[i] = (draw() % 1000000) * 128 + level;
        run_set_add(&set, write_run(keys, plain(keys, 1 + level % 7 * 8, 1), 1, false));
        layers_add(layers, &set, 1);
        cr_assert_eq(layers_narrow(layers, NULL), RUN_FINE);
        cr_assert_eq(layers->layers[layers->count - 1].levels, 1);
    }
    cr_assert_lt(layers->count, levels / 2);
    for (uint32_t level = 0; level < levels; level++) {
        const struct layer *layer = layers_of(layers, level);
        for (unsigned r = 0; r < layer->set.count; r++) {
            struct run_cursor cursor;
            run_open(&cursor, layer->set.runs[r]);
            while (run_next(&cursor))
                if (layer->first + cursor.depth == level) {
                    cr_assert_eq(*cursor.key % 128, level);
                    seen++;
                }
            run_close(&cursor);
        }
    }
    cr_assert_eq(seen, layers->keys);
    layers_free(layers);
}
