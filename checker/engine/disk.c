/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * disk.c - the search by levels whose states, and their index, are on the disk.
 *
 * There is no table of visited states.  A level is a sorted set in files; its
 * states are visited in that order, and what they lead to is collected, sorted by
 * as much as memory holds, and written.  When all of the level are visited, that is merged, and what
 * an earlier level has is left out, in one pass over all of it: so duplicates are
 * found late, but exactly, since the keys are whole states.  What is left is the next
 * level.  (U. Stern and D. L. Dill, "Using magnetic disk instead of main memory in the
 * Murphi verifier", 1998; R. E. Korf, "Delayed duplicate detection", 2003.)
 *
 * So memory bounds the size of what is sorted at once, and not the number of
 * states, which have no numbers at all; what a level costs beside its visits is that the
 * earlier ones are read again, those blocks at least in which it has a successor.
 *
 * All else is as in bfs.c: levels are whole, and counts and findings depend on
 * nothing but the model and what was asked.
 */
#include "disk_private.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../base/die.h"
#include "../base/memory.h"

#define LEAST_MEMORY (UINT64_C(1) << 20)
#define BLOCK_SHARE 2048u              /* of the memory, by thread: a block */
#ifndef DISK_BLOCK_LEAST
#define DISK_BLOCK_LEAST UINT64_C(2048)
#endif
#ifndef DISK_BLOCK_MOST
#define DISK_BLOCK_MOST (UINT64_C(1) << 16)
#endif

/* ---- setting up ---- */

static bool keeps_depths(const struct search *search)
{
    return search->options.trace || search->options.witness != MODEL_NO_PROPERTY;
}

uint64_t disk_memory(const struct search *search)
{
    uint64_t memory = search->options.memory ? search->options.memory : machine_memory() / 2;
    return memory > search->base_rss + LEAST_MEMORY ? memory - search->base_rss : LEAST_MEMORY;
}

static uint64_t block_of(const struct search *search)
{
    uint64_t block = disk_memory(search) / BLOCK_SHARE / search->threads;
    block = block < DISK_BLOCK_LEAST ? DISK_BLOCK_LEAST : block;
    return block < DISK_BLOCK_MOST ? block : DISK_BLOCK_MOST;
}

bool disk_new(struct search *search)
{
    struct disk *disk = memory_zeroed(1, sizeof *disk);
    uint32_t words = (uint32_t)search->words;
    search->disk = disk;
    search->layers = layers_new(words, block_of(search), keeps_depths(search), search->options.spill);
    /* An eighth is for the marks of a trace; the rest for cursors and for indexes of runs. */
    disk->collect = collect_new(&search->layers->shape, search->options.spill, search->threads, disk_memory(search) / 8 * 5);
    return disk->collect != NULL;
}

void disk_free(struct search *search)
{
    struct disk *disk = search->disk;
    if (!disk)
        return;
    layers_free(search->layers);
    collect_free(disk->collect);
    free(disk);
    search->disk = NULL;
    search->layers = NULL;
}

static void note_bytes(const struct search *search)
{
    uint64_t bytes = layers_bytes(search->layers) + collect_most_bytes(search->disk->collect);
    if (bytes > search->layers->most_bytes)
        search->layers->most_bytes = bytes;
    search->result->disk_bytes = search->layers->most_bytes;
}

/* ---- trouble ---- */

void disk_stop(struct search *search, enum run_trouble trouble)
{
    int error = errno;
    if (trouble == RUN_NO_ROOM && error && error != ENOSPC && error != EDQUOT && error != EFBIG)
        search_trouble(search, "cannot write a file in '%s': %s", search->options.spill, strerror(error));
    if (trouble == RUN_DAMAGED)
        search_trouble(search, "a file in '%s' is not as it was written: its hash differs", search->options.spill);
    if (trouble == RUN_NO_ROOM || trouble == RUN_DAMAGED)
        search_stop(search, REASON_DISK);
    if (trouble == RUN_STOPPED) /* for a reason that the clock or a signal knows */
        search_limits(&search->workers[0]);
}

void disk_put(struct worker *worker, const uint64_t *state)
{
    struct search *search = worker->search;
    if (collect_put(search->disk->collect, worker->number, state))
        return;
    errno = collect_error(search->disk->collect);
    disk_stop(search, RUN_NO_ROOM);
}

static bool put_waiting(struct worker *worker)
{
    size_t words = worker->search->words;
    for (size_t i = 0; i < worker->waiting; i++)
        disk_put(worker, worker->targets + i * words);
    worker->waiting = worker->kept = 0;
    return true;
}

static void put_starts(struct worker *worker)
{
    put_waiting(worker);
}

/* ---- through a level ---- */

static void go_through_block(struct worker *worker, uint64_t block)
{
    struct search *search = worker->search;
    const struct disk *disk = search->disk;
    struct run_cursor cursor;
    run_open(&cursor, run_set_block(&disk->layer->set, &block));
    if (run_enter(&cursor, block))
        while (search_stopped(search) == GO && run_next_in_block(&cursor)) {
            if (cursor.run->shape.depths && cursor.depth != disk->depth)
                continue;
            memcpy(worker->source, cursor.key, search->words * sizeof *cursor.key);
            disk->visit(worker);
            search_pace(worker);
        }
    if (cursor.damaged)
        disk_stop(search, RUN_DAMAGED);
    run_close(&cursor);
}

void disk_go_through(struct search *search, unsigned level, void (*visit)(struct worker *))
{
    struct disk *disk = search->disk;
    disk->layer = layers_of(search->layers, level);
    disk->depth = level - disk->layer->first;
    disk->visit = visit;
    search->range.states = search->level_start[level + 1] - search->level_start[level];
    search_tasks(search, disk->layer->set.blocks, 2, go_through_block);
    search->range.states = 0;
}

static void visit(struct worker *worker)
{
    if (!visit_source(worker))
        return;
    worker->states++;
    worker->kept = worker->waiting;
    if (worker->waiting >= WORKER_FLUSH_AT)
        put_waiting(worker);
}

/* ---- the end of a level ---- */

static void finish_job(void *data, unsigned member, unsigned members)
{
    struct search *search = data;
    (void)members;
    if (!collect_finish(search->disk->collect, member)) {
        errno = collect_error(search->disk->collect);
        disk_stop(search, RUN_NO_ROOM);
    }
}

static bool must_leave(void *data)
{
    struct search *search = data;
    return search_must_leave(search);
}

bool disk_take(struct search *search, const struct run_set *const *without, unsigned count, struct run_set *to)
{
    struct disk *disk = search->disk;
    if (search_goes_on(search))
        pool_run(search->pool, search->threads, finish_job, search);
    if (!search_goes_on(search)) {
        collect_drop(disk->collect);
        return false;
    }
    pool_heed(search->pool, must_leave, search);
    enum run_trouble trouble = collect_take(disk->collect, search->pool, without, count, to);
    pool_heed(search->pool, NULL, NULL);
    if (trouble != RUN_FINE)
        disk_stop(search, trouble);
    note_bytes(search);
    return trouble == RUN_FINE;
}

/* What was collected becomes the next level. */
static void close_level(struct search *search)
{
    struct run_set level = {0};
    if (!disk_take(search, search->layers->sets, search->layers->count, &level) || level.count == 0)
        return;
    layers_add(search->layers, &level, 1);
    if (search->options.checkpoint) /* what follows may be stopped, and the level is whole */
        checkpoint_mark(search, search->layers->keys);
    pool_heed(search->pool, must_leave, search);
    enum run_trouble trouble = layers_narrow(search->layers, search->pool);
    pool_heed(search->pool, NULL, NULL);
    if (trouble != RUN_FINE)
        disk_stop(search, trouble);
}

/* At the depth bound it only matters whether there is any. */
static void close_last_level(struct search *search)
{
    struct run_set beyond = {0};
    if (disk_take(search, search->layers->sets, search->layers->count, &beyond) && beyond.count)
        search_stop(search, REASON_DEPTH);
    run_set_free(&beyond);
}

static void visit_level(struct search *search, uint64_t from, uint64_t to)
{
    bfs_begin_level(search, from, to);
    search->last_level = search->options.max_depth && search->level == search->options.max_depth;
    visit_callbacks(search);
    disk_go_through(search, search->level, visit);
    bfs_end_level(search);
    if (search->last_level)
        close_last_level(search);
    else
        close_level(search);
}

/* ---- the whole ---- */

static bool begin(struct search *search)
{
    search->flush = put_waiting;
    search->seek = disk_put;
    if (search->options.resume) {
        if (!checkpoint_load(search))
            return false;
        search_merge_found(search);
        return true;
    }
    visit_starts(search, put_starts);
    if (search_goes_on(search))
        close_level(search);
    return true;
}

/* Whether there is a level to be visited, and may be. */
static bool goes_on(struct search *search, uint64_t states)
{
    const struct search_options *options = &search->options;
    if (states == 0 || !search_goes_on(search))
        return false;
    search->result->whole_levels = search->levels;
    search->result->next_level = states;
    if (options->checkpoint)
        checkpoint_mark(search, search->layers->keys);
    if (options->max_states && search->result->states + states > options->max_states) {
        search_stop(search, REASON_STATES);
        return false;
    }
    if (options->checkpoint && search->levels > 0 && checkpoint_due(search))
        checkpoint_save(search);
    return true;
}

void disk_run(struct search *search)
{
    uint64_t from = 0;
    if (!begin(search))
        return;
    bool done = search->levels > 0 && bfs_enough(search);
    if (search->levels > 0)
        from = search->level_start[search->levels];
    while (!done && goes_on(search, search->layers->keys - from)) {
        uint64_t to = search->layers->keys;
        visit_level(search, from, to);
        done = bfs_enough(search);
        from = to;
    }
    checkpoint_save_stopped(search);
    if (search->layers->keys > search->result->states)
        search->result->waiting = search->layers->keys - search->result->states;
}
