/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * bfs.c - the search by levels.
 *
 * The states of a level have a range of numbers; range.c shares the range among
 * the threads, and visit.c visits each state.  A level is always completed, so
 * neither what is found nor any count depends on how the threads shared it.
 *
 * Where there are several processes, each has a range of its own of each level,
 * and a level is visited when all have visited theirs (exchange.h).
 */
#include <stdlib.h>

#include "../base/die.h"
#include "../base/memory.h"
#include "exchange.h"

/* Some successors of the state found no room in the store: the state is visited again after growth. */
static void take_back(struct worker *worker, uint64_t fired)
{
    worker->no_room = false;
    exchange_forget(worker);
    worker->x.fired = fired;
    worker->next--;
    search_stop_to_grow(worker->search);
}

static void visit(struct worker *worker, uint64_t number)
{
    uint64_t fired = worker->x.fired;
    store_get_next(worker->context, number, worker->end, worker->source);
    worker->source_number = number;
    bool good = visit_source(worker);
    if (worker->no_room) {
        take_back(worker, fired);
        return;
    }
    if (!good)
        return;
    worker->states++;
    worker->kept = worker->waiting;
    if (worker->waiting >= WORKER_FLUSH_AT)
        worker_flush(worker);
    if (worker->away)
        exchange_pass(worker);
}

static bool is_beyond(const struct search *search)
{
    for (unsigned i = 0; i < search->threads; i++)
        if (search->workers[i].beyond)
            return true;
    return false;
}

/* --- several processes ------------------------------------------------------------ */

/* At the depth bound it only matters whether one is new. */
static bool take_sought(struct worker *worker, struct parcel *parcel)
{
    size_t words = worker->search->words;
    for (; parcel->taken < parcel->count && !worker->beyond; parcel->taken += words)
        worker->beyond = store_find(worker->context, parcel->data + parcel->taken) == STORE_NONE;
    return true;
}

/* The sums become those of all, and the least depth at which each property fails the least of all.
 * False: some are lost, and nothing has changed. */
static bool agree(struct search *search, uint64_t *sums, size_t sum_count)
{
    uint32_t properties = search->model->property_count + 1;
    uint64_t *values = memory_zeroed(sum_count + properties, sizeof *values), *found = values + sum_count;
    if (sum_count)
        memcpy(values, sums, sum_count * sizeof *values);
    for (uint32_t p = 0; p < properties; p++)
        found[p] = search->found[p];
    exchange_agree(search, values, sum_count, properties);
    bool agreed = !exchange_is_lost(search);
    if (agreed && sum_count)
        memcpy(sums, values, sum_count * sizeof *values);
    for (uint32_t p = 0; agreed && p < properties; p++)
        search->found[p] = (uint32_t)found[p];
    free(values);
    return agreed;
}

/* What this process did in the level becomes what all did.  False: some are lost, and the level does not count. */
static bool agree_on_level(struct search *search, uint64_t *states)
{
    uint64_t sums[] = {*states, 0, 0}; /* states, firings, who came beyond the last level */
    for (unsigned i = 0; i < search->threads; i++) {
        sums[1] += search->workers[i].x.fired;
        sums[2] += search->workers[i].beyond;
    }
    if (!agree(search, sums, sizeof sums / sizeof *sums))
        return false;
    *states = sums[0];
    search->agreed_fired = sums[1];
    search->workers[0].beyond |= sums[2] != 0;
    return true;
}

static void visit_level(struct search *search, uint64_t from, uint64_t to)
{
    if (search->exchange)
        exchange_begin(search, (struct exchange_use){.take = search->last_level ? take_sought : exchange_take_states});
    search_range(search, from, to, SEARCH_ALONE, visit);
    if (search->exchange)
        exchange_settle(search);
}

/* How many states in all, where this process has so many. */
static uint64_t of_all(struct search *search, uint64_t states)
{
    if (search->exchange)
        exchange_agree(search, &states, 1, 0);
    return states;
}

/* --- levels --------------------------------------------------------------------- */

void bfs_begin_level(struct search *search, uint64_t start, uint64_t end)
{
    search->level = search->levels++;
    search->level_start = realloc(search->level_start, (search->levels + 1) * sizeof *search->level_start);
    if (!search->level_start)
        die_memory((search->levels + 1) * sizeof *search->level_start);
    search->level_start[search->level] = start;
    search->level_start[search->level + 1] = end;
    onward_begin_level(search);
    formulas_begin_level(search);
}

void bfs_end_level(struct search *search)
{
    struct search_result *result = search->result;
    uint64_t states = 0;
    for (unsigned i = 0; i < search->threads; i++) {
        states += search->workers[i].states;
        search->workers[i].states = 0;
        /* Successors wait here only if the search was stopped for good. */
        search->workers[i].waiting = search->workers[i].kept = 0;
        search->workers[i].next = search->workers[i].end = 0;
    }
    search_merge_found(search);
    if (search->exchange && !agree_on_level(search, &states))
        return;
    uint64_t *level_states = realloc(result->level_states, (search->level + 1) * sizeof *result->level_states);
    if (!level_states) /* then the result keeps its figures, which search_so_far shows */
        die_memory((search->level + 1) * sizeof *result->level_states);
    result->level_states = level_states;
    result->level_states[search->level] = states;
    result->level_count = search->level + 1;
    result->states += states;
    result->depth = search->level;
    if (exchange_goes_on(search))
        search->levels_visited = search->levels;
}

/* A property that failed one level deeper is not counted yet: the next level may find another
 * state of that depth, which comes first in the order of traces. */
bool bfs_enough(const struct search *search)
{
    unsigned failed = 0;
    if (search->options.witness != MODEL_NO_PROPERTY)
        return search->found[search->options.witness] <= search->level;
    for (uint32_t p = 0; p <= search->model->property_count; p++)
        failed += search->found[p] <= search->level;
    return failed >= search->options.max_errors;
}

static void put_starts(struct worker *worker)
{
    while (!worker_finish(worker) && search_grow(worker->search))
        ;
}

static bool resume(struct search *search)
{
    if (!checkpoint_load(search))
        return false;
    search_merge_found(search);
    if (search->exchange)
        agree(search, NULL, 0);
    return true;
}

void bfs_run(struct search *search)
{
    const struct search_options *options = &search->options;
    uint64_t from = 0, to, count;
    bool done = false;
    if (options->resume) {
        if (!resume(search))
            return;
        done = bfs_enough(search); /* if this run asks for fewer errors than the one that was saved */
        from = search->level_start[search->levels];
    } else {
        visit_starts(search, put_starts);
    }
    to = store_renumber(search->store, search->pool);
    for (; (count = of_all(search, to - from)) > 0 && !done && exchange_goes_on(search);
         from = to, to = store_renumber(search->store, search->pool)) {
        search->result->whole_levels = search->levels;
        search->result->next_level = count;
        if (options->checkpoint)
            checkpoint_mark(search, to);
        if (options->max_states && search->result->states + count > options->max_states) {
            search_stop(search, REASON_STATES);
            break;
        }
        if (options->checkpoint && search->levels > 0 && of_all(search, checkpoint_due(search)))
            checkpoint_save(search);
        bfs_begin_level(search, from, to);
        search->last_level = options->max_depth && search->level == options->max_depth;
        visit_callbacks(search);
        visit_level(search, from, to);
        bfs_end_level(search);
        if (search->last_level && is_beyond(search))
            search_stop(search, REASON_DEPTH);
        if (bfs_enough(search))
            break;
    }
    search->by_key = false;
    /* This counts the states of the next level too, which were stored and not visited. */
    uint64_t stored = of_all(search, store_renumber(search->store, search->pool));
    checkpoint_save_stopped(search);
    if (stored > search->result->states) /* not so where a lossy store visited a state twice */
        search->result->waiting = stored - search->result->states;
}
