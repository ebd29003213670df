/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * run_write.c - make a run of keys that come in order.
 *
 * Keys are coded into one block, which goes to the file when the next one might
 * not fit.  The file is made with the first block that is full; a run that ends
 * before has none.
 */
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/random.h>
#include <unistd.h>

#include "../base/die.h"
#include "../base/machine.h"
#include "../base/memory.h"
#include "../base/scratch_file.h"
#include "run_code.h"

struct run_writer {
    struct run *run;
    const char *directory;
    uint64_t *before;      /* the last key */
    uint64_t space;        /* blocks that there is room for in the index */
    unsigned char *block, *at;
    uint32_t keys;         /* in the block */
    int error;             /* errno of what failed first, or 0 */
};

struct run_shape run_shape(uint32_t words, uint64_t block, bool depths)
{
    struct run_shape shape = {.words = words, .depths = depths};
    size_t least = sizeof(struct run_block_head) + words * sizeof(uint64_t) + 4 * run_key_bytes(&shape);
    shape.block = (uint32_t)(block < least ? least : block);
    return shape;
}

uint64_t run_bytes(const struct run *run)
{
    return run->offsets[run->blocks];
}

uint64_t run_memory(const struct run *run)
{
    return sizeof *run + run->blocks * (run->shape.words + 1) * sizeof(uint64_t) + (run->inside ? run_bytes(run) : 0);
}

void run_free(struct run *run)
{
    if (!run)
        return;
    if (run->file >= 0)
        close(run->file);
    free(run->inside);
    free(run->offsets);
    free(run->firsts);
    free(run->last);
    free(run);
}

static uint64_t draw_number(void)
{
    static _Atomic uint64_t drawn;
    uint64_t number = 0;
    if (getrandom(&number, sizeof number, GRND_NONBLOCK) != sizeof number) /* then it differs in this process at least */
        number = ((uint64_t)getpid() << 40) + (uint64_t)(machine_clock() * 1e6) + atomic_fetch_add_explicit(&drawn, 1, memory_order_relaxed);
    return number;
}

struct run_writer *run_begin(const struct run_shape *shape, const char *directory)
{
    struct run_writer *writer = memory_zeroed(1, sizeof *writer);
    struct run *run = memory_zeroed(1, sizeof *run);
    *run = (struct run){.shape = *shape, .number = draw_number(), .file = -1};
    run->last = memory_zeroed(shape->words, sizeof *run->last);
    *writer = (struct run_writer){.run = run, .directory = directory};
    writer->before = memory_zeroed(shape->words, sizeof *writer->before);
    writer->block = memory_zeroed(shape->block + RUN_BEYOND, 1);
    writer->at = writer->block + sizeof(struct run_block_head);
    return writer;
}

/* The index takes one more block, which begins with this key. */
static void index_block(struct run_writer *writer, const uint64_t *key)
{
    struct run *run = writer->run;
    size_t words = run->shape.words;
    if (run->blocks + 1 >= writer->space) {
        writer->space = writer->space ? 2 * writer->space : 4;
        run->offsets = realloc(run->offsets, writer->space * sizeof *run->offsets);
        run->firsts = realloc(run->firsts, writer->space * words * sizeof *run->firsts);
        if (!run->offsets || !run->firsts)
            die_memory(writer->space * words * sizeof *run->firsts);
        if (run->blocks == 0)
            run->offsets[0] = 0;
    }
    memcpy(run->firsts + run->blocks * words, key, words * sizeof *key);
    run->blocks++;
}

/* Put the head before the keys of the block; the next one begins after it. */
static void finish_block(struct run_writer *writer)
{
    struct run *run = writer->run;
    struct run_block_head head = {.place = run->blocks - 1, .keys = writer->keys};
    head.bytes = (uint32_t)(writer->at - writer->block - (ptrdiff_t)sizeof head);
    memcpy(writer->block, &head, sizeof head);
    head.hash = run_block_hash(run, writer->block, head.bytes);
    memcpy(writer->block, &head.hash, sizeof head.hash);
    run->offsets[run->blocks] = run->offsets[run->blocks - 1] + sizeof head + head.bytes;
}

static bool write_block(struct run_writer *writer)
{
    struct run *run = writer->run;
    finish_block(writer);
    if (run->file < 0)
        run->file = scratch_open(writer->directory);
    uint64_t from = run->offsets[run->blocks - 1], to = run->offsets[run->blocks];
    errno = run->file < 0 ? errno : 0;
    if (run->file < 0 || !scratch_write(run->file, writer->block, to - from, from)) {
        writer->error = errno ? errno : ENOSPC;
        return false;
    }
    writer->at = writer->block + sizeof(struct run_block_head);
    writer->keys = 0;
    return true;
}

static void put_first(struct run_writer *writer, const uint64_t *key)
{
    size_t bytes = writer->run->shape.words * sizeof *key;
    index_block(writer, key);
    memcpy(writer->at, key, bytes);
    writer->at += bytes;
}

bool run_put(struct run_writer *writer, const uint64_t *key, uint32_t depth)
{
    const struct run_shape *shape = &writer->run->shape;
    if (writer->error)
        return false;
    if (writer->keys && (size_t)(writer->at - writer->block) + run_key_bytes(shape) > shape->block && !write_block(writer))
        return false;
    if (writer->keys == 0)
        put_first(writer, key);
    else if (shape->words == 1)
        writer->at = run_put_number(writer->at, *key - *writer->before);
    else
        writer->at = run_put_words(writer->at, key, writer->before, shape->words);
    if (shape->depths)
        writer->at = run_put_number(writer->at, depth);
    memcpy(writer->before, key, shape->words * sizeof *key);
    writer->keys++;
    writer->run->count++;
    return true;
}

uint64_t run_written(const struct run_writer *writer)
{
    return writer->run->count;
}

static void free_writer(struct run_writer *writer)
{
    free(writer->block);
    free(writer->before);
    free(writer);
}

void run_drop(struct run_writer *writer)
{
    if (!writer)
        return;
    run_free(writer->run);
    free_writer(writer);
}

/* The one block stays, no larger than it is. */
static void keep_inside(struct run_writer *writer)
{
    struct run *run = writer->run;
    finish_block(writer);
    run->inside = memory_zeroed(run_bytes(run) + RUN_BEYOND, 1);
    memcpy(run->inside, writer->block, run_bytes(run));
}

struct run *run_end(struct run_writer *writer)
{
    struct run *run = writer->run;
    if (!writer->error && run->count && run->file < 0)
        keep_inside(writer);
    else if (!writer->error && run->count)
        write_block(writer);
    memcpy(run->last, writer->before, run->shape.words * sizeof *run->last);
    int error = writer->error;
    bool made = run->count && !error;
    free_writer(writer);
    if (!made)
        run_free(run);
    errno = error;
    return made ? run : NULL;
}
