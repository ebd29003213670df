/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * run_merge.c - merge sorted sets, by all threads.
 *
 * A thread has the runs that reach into its range as a heap, by the key that each
 * has at hand.  The keys that come out of it go, some at a time, past each
 * set that they must not be in, whose cursors only go forward: where few keys
 * are sought among many, blocks are left out by the index (run_seek).
 *
 * A key that several sets have keeps the depth of the first one of these.
 */
#include "run_merge.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "../base/die.h"
#include "../base/memory.h"
#include "run_sort.h"

#ifndef MERGE_BATCH
#define MERGE_BATCH 1024u /* keys that go past the sets at once */
#endif
#ifndef MERGE_ALONE
#define MERGE_ALONE 32u   /* blocks for which no other thread is worth waking */
#endif
#define SAMPLES 1024u     /* first keys that ranges are chosen by */

struct input {
    struct run_cursor cursor;
    uint64_t first;          /* the first word of the key at hand */
    unsigned order;          /* of the set that it is of */
    uint32_t deeper;
};

/* What a thread merges. */
struct range {
    const struct run_merge *merge;
    struct pool *pool;
    const uint64_t *low, *high; /* keys from `low` on, below `high`; NULL: there is no such bound */
    struct input *inputs;
    struct input **heap;
    unsigned count;             /* inputs in the heap */
    struct run_cursor *others;
    unsigned other_count;
    uint64_t *keys;             /* a batch */
    uint32_t *depths;
    struct run *run;            /* what was made */
    enum run_trouble trouble;
    int error;
};

/* ---- what reaches into a range ---- */

static bool reaches(const struct range *range, const struct run *run)
{
    uint32_t words = run->shape.words;
    return (!range->low || run_compare(run->last, range->low, words) >= 0) &&
           (!range->high || run_compare(run->firsts, range->high, words) < 0);
}

static unsigned count_reaching(const struct range *range, const struct run_set *const *sets, unsigned count)
{
    unsigned reaching = 0;
    for (unsigned s = 0; s < count; s++)
        for (unsigned i = 0; i < sets[s]->count; i++)
            reaching += reaches(range, sets[s]->runs[i]);
    return reaching;
}

/* ---- the heap ---- */

static bool comes_before(const struct input *a, const struct input *b)
{
    if (a->first != b->first)
        return a->first < b->first;
    uint32_t words = a->cursor.run->shape.words;
    int order = words == 1 ? 0 : run_compare(a->cursor.key + 1, b->cursor.key + 1, words - 1);
    return order ? order < 0 : a->order < b->order;
}

static void sink(struct range *range, unsigned at)
{
    struct input **heap = range->heap, *sinking = heap[at];
    for (unsigned child; (child = 2 * at + 1) < range->count; at = child) {
        child += child + 1 < range->count && comes_before(heap[child + 1], heap[child]);
        if (!comes_before(heap[child], sinking))
            break;
        heap[at] = heap[child];
    }
    heap[at] = sinking;
}

static bool is_below(const struct range *range, const struct run_cursor *cursor)
{
    return !range->high || run_compare(cursor->key, range->high, cursor->run->shape.words) < 0;
}

/* The least input has a new key, or none; it finds its place. */
static void settle(struct range *range, bool has_key)
{
    struct input *least = range->heap[0];
    if (least->cursor.damaged)
        range->trouble = RUN_DAMAGED;
    if (has_key && is_below(range, &least->cursor))
        least->first = least->cursor.key[0];
    else
        range->heap[0] = range->heap[--range->count];
    if (range->count)
        sink(range, 0);
}

/* ---- setting up ---- */

static void open_inputs(struct range *range)
{
    const struct run_merge *merge = range->merge;
    unsigned space = count_reaching(range, merge->from, merge->from_count);
    range->inputs = memory_zeroed(space, sizeof *range->inputs);
    range->heap = memory_zeroed(space, sizeof *range->heap);
    for (unsigned s = 0; s < merge->from_count; s++)
        for (unsigned i = 0; i < merge->from[s]->count; i++) {
            const struct run *run = merge->from[s]->runs[i];
            if (!reaches(range, run))
                continue;
            struct input *input = &range->inputs[range->count];
            *input = (struct input){.order = s, .deeper = merge->deeper ? merge->deeper[s] : 0};
            run_open(&input->cursor, run);
            range->heap[range->count++] = input;
        }
}

/* From the last to the first, each is put in order with those after it. */
static void order_heap(struct range *range)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < range->count; i++) {
        struct run_cursor *cursor = &range->heap[i]->cursor;
        bool has_key = range->low ? run_seek(cursor, range->low) : run_next(cursor);
        if (cursor->damaged)
            range->trouble = RUN_DAMAGED;
        if (!has_key || !is_below(range, cursor))
            continue;
        range->heap[i]->first = cursor->key[0];
        range->heap[kept++] = range->heap[i];
    }
    range->count = kept;
    for (unsigned i = kept; i-- > 0;)
        sink(range, i);
}

static void open_others(struct range *range)
{
    const struct run_merge *merge = range->merge;
    range->others = memory_zeroed(count_reaching(range, merge->without, merge->without_count), sizeof *range->others);
    for (unsigned s = 0; s < merge->without_count; s++)
        for (unsigned i = 0; i < merge->without[s]->count; i++)
            if (reaches(range, merge->without[s]->runs[i]))
                run_open(&range->others[range->other_count++], merge->without[s]->runs[i]);
}

static void close_range(struct range *range, unsigned inputs)
{
    for (unsigned i = 0; i < inputs; i++)
        run_close(&range->inputs[i].cursor);
    for (unsigned i = 0; i < range->other_count; i++)
        run_close(&range->others[i]);
    free(range->inputs);
    free(range->heap);
    free(range->others);
    free(range->keys);
    free(range->depths);
}

/* ---- a batch ---- */

/* The next keys, each once. */
static size_t fill_batch(struct range *range)
{
    uint32_t words = range->merge->shape.words;
    size_t count = 0;
    while (range->count && count < MERGE_BATCH) {
        struct input *least = range->heap[0];
        uint64_t *place = range->keys + count * words;
        if (count == 0 || run_compare(place - words, least->cursor.key, words) != 0) {
            memcpy(place, least->cursor.key, words * sizeof *place);
            range->depths[count++] = least->cursor.depth + least->deeper;
        }
        settle(range, run_next(&least->cursor));
    }
    /* What is last in this batch must not be first in the next. */
    while (range->count && count && run_compare(range->keys + (count - 1) * words, range->heap[0]->cursor.key, words) == 0)
        settle(range, run_next(&range->heap[0]->cursor));
    return count;
}

/* What the run of the cursor has too is left out; returns what is left. */
static size_t leave_out(struct range *range, struct run_cursor *cursor, size_t count)
{
    uint32_t words = range->merge->shape.words;
    uint64_t *keys = range->keys;
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        const uint64_t *key = keys + i * words;
        if (run_seek(cursor, key) && run_compare(cursor->key, key, words) == 0)
            continue;
        if (kept != i) {
            memcpy(keys + kept * words, key, words * sizeof *key);
            range->depths[kept] = range->depths[i];
        }
        kept++;
    }
    if (cursor->damaged)
        range->trouble = RUN_DAMAGED;
    return kept;
}

static void put_batch(struct range *range, struct run_writer *writer, size_t count)
{
    uint32_t words = range->merge->shape.words;
    for (unsigned i = 0; i < range->other_count && count; i++)
        count = leave_out(range, &range->others[i], count);
    for (size_t i = 0; i < count; i++)
        if (!run_put(writer, range->keys + i * words, range->depths[i])) {
            range->trouble = RUN_NO_ROOM;
            return;
        }
}

static void merge_range(struct range *range)
{
    const struct run_merge *merge = range->merge;
    struct run_writer *writer = run_begin(&merge->shape, merge->directory);
    range->keys = memory_zeroed(MERGE_BATCH * (size_t)merge->shape.words, sizeof *range->keys);
    range->depths = memory_zeroed(MERGE_BATCH, sizeof *range->depths);
    open_inputs(range);
    unsigned inputs = range->count;
    order_heap(range);
    open_others(range);
    while (range->count && range->trouble == RUN_FINE) {
        if (pool_stopped(range->pool))
            range->trouble = RUN_STOPPED;
        else
            put_batch(range, writer, fill_batch(range));
    }
    errno = 0;
    range->run = run_end(writer);
    range->error = errno;
    if (range->error && range->trouble == RUN_FINE)
        range->trouble = RUN_NO_ROOM;
    close_range(range, inputs);
}

/* ---- ranges ---- */

static uint64_t blocks_of(const struct run_set *const *sets, unsigned count)
{
    uint64_t blocks = 0;
    for (unsigned i = 0; i < count; i++)
        blocks += sets[i]->blocks;
    return blocks;
}

/* The first keys of each so many blocks. */
static size_t sample(const struct run_set *const *sets, unsigned count, uint64_t each, uint64_t *keys, uint32_t words, size_t space)
{
    size_t taken = 0;
    for (unsigned s = 0; s < count; s++)
        for (uint64_t at = each / 2; at < sets[s]->blocks && taken < space; at += each) {
            uint64_t block = at;
            const struct run *run = run_set_block(sets[s], &block);
            memcpy(keys + taken++ * words, run->firsts + block * words, words * sizeof *keys);
        }
    return taken;
}

/* `keys` receives the keys at which ranges part; returns how many ranges there are. */
static unsigned choose_ranges(const struct run_merge *merge, unsigned most, uint64_t *keys)
{
    uint32_t words = merge->shape.words;
    uint64_t blocks = blocks_of(merge->from, merge->from_count) + blocks_of(merge->without, merge->without_count);
    uint64_t each = blocks / SAMPLES + 1;
    uint64_t *samples = memory_zeroed(SAMPLES * (size_t)words, sizeof *samples);
    size_t count = sample(merge->from, merge->from_count, each, samples, words, SAMPLES);
    count += sample(merge->without, merge->without_count, each, samples + count * words, words, SAMPLES - count);
    run_sort(samples, count, words);
    unsigned ranges = 1;
    for (unsigned i = 1; i < most && blocks >= MERGE_ALONE; i++) {
        const uint64_t *key = samples + count * i / most * words;
        if (ranges > 1 && run_compare(keys + (ranges - 2) * words, key, words) == 0)
            continue;
        memcpy(keys + (ranges++ - 1) * words, key, words * sizeof *key);
    }
    free(samples);
    return ranges;
}

static void range_job(void *data, unsigned member, unsigned members)
{
    struct range *ranges = data;
    (void)members;
    merge_range(&ranges[member]);
}

/* The first trouble of all, and its error. */
static enum run_trouble sum_up(struct range *ranges, unsigned count, struct run_set *to)
{
    enum run_trouble trouble = RUN_FINE;
    int error = 0;
    for (unsigned i = 0; i < count; i++) {
        if (ranges[i].trouble > trouble) {
            trouble = ranges[i].trouble;
            error = ranges[i].error;
        }
        run_set_add(to, ranges[i].run);
    }
    if (trouble != RUN_FINE)
        run_set_free(to);
    errno = error;
    return trouble;
}

enum run_trouble run_merge(const struct run_merge *merge, struct pool *pool, struct run_set *to)
{
    unsigned most = pool ? pool_threads(pool) : 1;
    uint64_t *keys = memory_zeroed(most * (size_t)merge->shape.words, sizeof *keys);
    unsigned count = choose_ranges(merge, most, keys);
    struct range *ranges = memory_zeroed(count, sizeof *ranges);
    for (unsigned i = 0; i < count; i++)
        ranges[i] = (struct range){.merge = merge, .pool = pool, .low = i ? keys + (i - 1) * merge->shape.words : NULL,
                                   .high = i + 1 < count ? keys + i * merge->shape.words : NULL};
    pool_run(pool, count, range_job, ranges);
    enum run_trouble trouble = sum_up(ranges, count, to);
    free(ranges);
    free(keys);
    return trouble;
}
