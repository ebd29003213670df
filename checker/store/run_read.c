/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * run_read.c - read runs: one after the other, from a key on, or a block.
 *
 * A block is verified whole before any of it is used.  What the hash cannot know, since
 * someone made the file up, is held against the block's end.
 */
#include <stdlib.h>

#include "../base/memory.h"
#include "../base/scratch_file.h"
#include "run_code.h"

void run_open(struct run_cursor *cursor, const struct run *run)
{
    *cursor = (struct run_cursor){.run = run, .block = UINT64_MAX};
    cursor->key = memory_zeroed(run->shape.words, sizeof *cursor->key);
    if (!run->inside)
        cursor->bytes = memory_zeroed(run->shape.block + RUN_BEYOND + run_key_bytes(&run->shape), 1);
}

void run_close(struct run_cursor *cursor)
{
    free(cursor->key);
    free(cursor->bytes);
    *cursor = (struct run_cursor){0};
}

static bool is_damaged(struct run_cursor *cursor)
{
    cursor->damaged = true;
    cursor->there = false;
    cursor->left = 0;
    return false;
}

bool run_enter(struct run_cursor *cursor, uint64_t block)
{
    const struct run *run = cursor->run;
    uint64_t from = run->offsets[block], bytes = run->offsets[block + 1] - from;
    const unsigned char *at = run->inside ? run->inside : cursor->bytes;
    struct run_block_head head;
    if (!run->inside && !scratch_try_read(run->file, cursor->bytes, bytes, from))
        return is_damaged(cursor);
    memcpy(&head, at, sizeof head);
    if (head.place != block || head.bytes != bytes - sizeof head || head.hash != run_block_hash(run, at, head.bytes))
        return is_damaged(cursor);
    cursor->block = block;
    cursor->left = head.keys;
    cursor->at = at + sizeof head;
    cursor->end = at + bytes;
    cursor->there = false;
    return true;
}

bool run_next_in_block(struct run_cursor *cursor)
{
    const struct run_shape *shape = &cursor->run->shape;
    uint64_t number;
    if (cursor->left == 0)
        return cursor->there = false;
    if (cursor->at >= cursor->end)
        return is_damaged(cursor);
    if (!cursor->there) {
        memcpy(cursor->key, cursor->at, shape->words * sizeof *cursor->key);
        cursor->at += shape->words * sizeof *cursor->key;
    } else if (shape->words == 1) {
        cursor->at = run_get_number(cursor->at, &number);
        *cursor->key += number;
    } else {
        cursor->at = run_get_words(cursor->at, cursor->key, shape->words);
    }
    if (shape->depths) {
        cursor->at = run_get_number(cursor->at, &number);
        cursor->depth = (uint32_t)number;
    }
    cursor->left--;
    return cursor->there = true;
}

bool run_next(struct run_cursor *cursor)
{
    if (cursor->left == 0) {
        if (cursor->damaged || cursor->block + 1 >= cursor->run->blocks) /* the block before the first is UINT64_MAX */
            return cursor->there = false;
        if (!run_enter(cursor, cursor->block + 1))
            return false;
    }
    return run_next_in_block(cursor);
}

static const uint64_t *first_of(const struct run *run, uint64_t block)
{
    return run->firsts + block * run->shape.words;
}

/* The last block whose first key is not greater; at least `block`. */
static uint64_t block_of(const struct run *run, uint64_t block, const uint64_t *key)
{
    uint64_t step = 1, low = block, high;
    while (low + step < run->blocks && run_compare(first_of(run, low + step), key, run->shape.words) <= 0) {
        low += step;
        step *= 2;
    }
    for (high = low + step < run->blocks ? low + step : run->blocks; high - low > 1;) {
        uint64_t middle = low + (high - low) / 2;
        *(run_compare(first_of(run, middle), key, run->shape.words) <= 0 ? &low : &high) = middle;
    }
    return low;
}

bool run_seek(struct run_cursor *cursor, const uint64_t *key)
{
    const struct run *run = cursor->run;
    uint32_t words = run->shape.words;
    if (cursor->damaged)
        return false;
    if (cursor->there && run_compare(cursor->key, key, words) >= 0)
        return true;
    uint64_t now = cursor->block == UINT64_MAX ? 0 : cursor->block;
    if (cursor->block == UINT64_MAX || (now + 1 < run->blocks && run_compare(first_of(run, now + 1), key, words) <= 0)) {
        now = block_of(run, now, key);
        if (!run_enter(cursor, now))
            return false;
    }
    while (run_next(cursor))
        if (run_compare(cursor->key, key, words) >= 0)
            return true;
    return false;
}

bool run_sound(const struct run *run)
{
    struct run_cursor cursor;
    uint64_t keys = 0;
    run_open(&cursor, run);
    while (run_next(&cursor))
        keys++;
    bool sound = !cursor.damaged && keys == run->count;
    run_close(&cursor);
    return sound;
}
