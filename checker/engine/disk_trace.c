/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * disk_trace.c - the backward half of a trace (trace.c), where levels are on the disk.
 *
 * The states of a level that lie on a shortest run to the violation are a sorted set of
 * their own, made as a level is.  As much of the next level's set as memory
 * holds is looked at while the level above is gone through; where there is more, the level
 * is gone through again with the rest.
 */
#include <stdlib.h>
#include <string.h>

#include "../base/die.h"
#include "../base/memory.h"
#include "disk_private.h"
#include "trace_private.h"

#ifndef MARKS_MOST
#define MARKS_MOST SIZE_MAX /* keys that are in memory at once, where there is room */
#endif

struct marks {
    struct run_set *levels;  /* by depth */
    unsigned count;
    /* What of a level's marks is in memory, in order: */
    uint64_t *keys;
    size_t held, space;
    unsigned level;          /* of them; UINT_MAX: none is */
    bool whole;              /* they are all of the level */
};

/* ---- the part in memory ---- */

static void hold(struct marks *marks, const uint64_t *key, size_t words)
{
    if (marks->held % 1024 == 0) {
        marks->keys = realloc(marks->keys, (marks->held + 1024) * words * sizeof *marks->keys);
        if (!marks->keys)
            die_memory((marks->held + 1024) * words * sizeof *marks->keys);
    }
    memcpy(marks->keys + marks->held++ * words, key, words * sizeof *key);
}

/* From key `from` of the level on, as many as there is space for. */
static void load(struct search *search, unsigned level, uint64_t from)
{
    struct marks *marks = search->disk->marks;
    const struct run_set *set = &marks->levels[level];
    marks->held = 0;
    for (unsigned r = 0; r < set->count && marks->held < marks->space; r++) {
        struct run_cursor cursor;
        run_open(&cursor, set->runs[r]);
        while (marks->held < marks->space && run_next(&cursor))
            if (from)
                from--;
            else
                hold(marks, cursor.key, search->words);
        if (cursor.damaged)
            disk_stop(search, RUN_DAMAGED);
        run_close(&cursor);
    }
    marks->level = level;
    marks->whole = marks->held == set->keys;
}

static bool is_held(const struct marks *marks, const uint64_t *state, size_t words)
{
    size_t low = 0, high = marks->held;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = run_compare(marks->keys + middle * words, state, (uint32_t)words);
        if (order == 0)
            return true;
        *(order < 0 ? &low : &high) = order < 0 ? middle + 1 : middle;
    }
    return false;
}

static void make_filter(struct tracer *tracer)
{
    const struct marks *marks = tracer->search->disk->marks;
    size_t words = tracer->search->words;
    bloom_free(&tracer->filter);
    tracer->filter = bloom_new(marks->held);
    for (size_t i = 0; i < marks->held && tracer->filter.bits; i++)
        bloom_put(&tracer->filter, marks->keys + i * words, words);
}

/* ---- backward ---- */

static void begin_state(struct worker *worker)
{
    worker->state_fails = worker->firing_fails = worker->hit = worker->abandoned = false;
    worker->waiting = worker->kept = 0;
}

static void look_at_end(struct worker *worker)
{
    begin_state(worker);
    if (trace_violates(worker))
        disk_put(worker, worker->source);
}

/* It may have a firing that fails, or a marked successor.  Most have no successor that
 * passes the filter; they need no check. */
static void look_above(struct worker *worker)
{
    const struct search *search = worker->search;
    begin_state(worker);
    search->model->expand(&worker->x);
    bool leads = worker->hit;
    for (size_t i = 0; i < worker->waiting && !leads; i++)
        leads = is_held(search->disk->marks, worker->targets + i * search->words, search->words);
    worker->waiting = worker->kept = 0;
    if (leads && trace_is_good(worker))
        disk_put(worker, worker->source);
}

static void go_through_above(struct tracer *tracer, unsigned level)
{
    struct search *search = tracer->search;
    struct marks *marks = search->disk->marks;
    uint64_t all = marks->levels[level + 1].keys, from = 0;
    do {
        load(search, level + 1, from);
        from += marks->held;
        make_filter(tracer);
        disk_go_through(search, level, look_above);
    } while (from < all && search_goes_on(search));
    bloom_free(&tracer->filter);
}

static void mark_level(struct tracer *tracer, unsigned level)
{
    struct search *search = tracer->search;
    search->level = level;
    trace_callbacks(search, level == tracer->depth);
    if (level == tracer->depth)
        disk_go_through(search, level, look_at_end);
    else
        go_through_above(tracer, level);
    disk_take(search, NULL, 0, &search->disk->marks->levels[level]);
}

/* If the violation is a firing's, its level need not have been begun: a limit may have come before. */
void disk_mark_levels(struct tracer *tracer)
{
    struct search *search = tracer->search;
    struct marks *marks = memory_zeroed(1, sizeof *marks);
    *marks = (struct marks){.count = tracer->depth + 2, .level = UINT_MAX};
    marks->space = disk_memory(search) / 8 / (search->words * sizeof *marks->keys) + 1;
    marks->space = marks->space < MARKS_MOST ? marks->space : MARKS_MOST;
    marks->levels = memory_zeroed(marks->count, sizeof *marks->levels);
    search->disk->marks = marks;
    for (unsigned level = tracer->depth + 1; level-- > 0 && search_goes_on(search);)
        if (level < search->levels)
            mark_level(tracer, level);
}

void disk_marks_free(struct search *search)
{
    struct marks *marks = search->disk ? search->disk->marks : NULL;
    if (!marks)
        return;
    for (unsigned i = 0; i < marks->count; i++)
        run_set_free(&marks->levels[i]);
    free(marks->levels);
    free(marks->keys);
    free(marks);
    search->disk->marks = NULL;
}

/* ---- forward ---- */

static bool has_key(struct search *search, const struct run_set *set, const uint64_t *state)
{
    bool has = false;
    for (unsigned r = 0; r < set->count && !has; r++) {
        struct run_cursor cursor;
        run_open(&cursor, set->runs[r]);
        has = run_seek(&cursor, state) && run_compare(cursor.key, state, (uint32_t)search->words) == 0;
        if (cursor.damaged)
            disk_stop(search, RUN_DAMAGED);
        run_close(&cursor);
    }
    return has;
}

bool disk_leads(struct search *search, const uint64_t *state, unsigned level)
{
    struct marks *marks = search->disk->marks;
    if (level >= marks->count)
        return false;
    if (marks->level != level)
        load(search, level, 0);
    return marks->whole ? is_held(marks, state, search->words) : has_key(search, &marks->levels[level], state);
}
