/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * limits.c - when a search must stop, and when its store must grow.
 *
 * Every thread looks at the limits once in some states; thread 0 also reports
 * progress.  The thread that finds a limit reached sets `stop`.  Every thread reads
 * `stop` before each state, and generated loops and calls read it too; a state
 * that is abandoned in this way leaves nothing behind.
 *
 * Invariant: while threads run, `stop` changes only from GO to another value.
 * The caller resets `stop` when all threads have returned.
 */
#include "explore.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "../base/die.h"
#include "../base/machine.h"
#include "../store/layers.h"

#define MOMENT 1.0 /* seconds that are left for the traces when a limit has ended the search */
#define PACE 0.002         /* about so many seconds between two looks at the limits */
#define MOST_STATES 1023u  /* ... and at most so many states */

void search_trouble(struct search *search, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    if (!search->result->trouble && vasprintf(&search->result->trouble, format, list) < 0)
        die_memory(strlen(format));
    va_end(list);
}

void search_stop(struct search *search, enum incomplete_reason reason)
{
    pthread_mutex_lock(&search->callback); /* any thread may be the first */
    if (search->result->reason == REASON_NONE && !search->silent)
        search->result->reason = reason;
    pthread_mutex_unlock(&search->callback);
    atomic_store_explicit(&search->stop, STOP_FOR_GOOD, memory_order_relaxed); /* see search_stopped */
}

void search_aside(struct search *search)
{
    enum incomplete_reason reason = search->result->reason;
    double moment = machine_clock() + MOMENT;
    bool limited = reason == REASON_TIME || reason == REASON_MEMORY || reason == REASON_INTERRUPTED;
    if (!search->aside && (limited || (search->deadline > 0 && search->deadline < moment)))
        search->deadline = moment;
    search->heeded |= !search->aside && reason == REASON_INTERRUPTED;
    search->aside = search->silent = true;
    atomic_store_explicit(&search->stop, GO, memory_order_relaxed); /* before pool_run starts any other thread */
}

/* Set by a signal handler or another thread, with nothing else to see: relaxed. */
static bool noted(const atomic_bool *note)
{
    return note && atomic_load_explicit(note, memory_order_relaxed);
}

bool search_interrupted(const struct search *search)
{
    return noted(search->options.interrupt) || noted(search->options.abandon);
}

static bool interrupted(const struct search *search)
{
    return (!search->heeded && noted(search->options.interrupt)) || noted(search->options.abandon);
}

static bool out_of_time(const struct search *search, double now)
{
    return search->deadline > 0 && now > search->deadline;
}

const char *search_no_time(const struct search *search)
{
    return out_of_time(search, machine_clock()) ? "there was not the time to find the run"
                                                : "the search for the run was interrupted";
}

/* About how many numbers of the current range have been handed out. */
static uint64_t range_done(const struct search *search)
{
    const struct range_bounds *range = &search->range;
    uint64_t done = 0;
    for (unsigned i = 0; i < range->owners; i++) { /* a figure to show only: relaxed */
        uint64_t at = atomic_load_explicit(&range->cursors[i].at, memory_order_relaxed);
        done += (at < range->end ? at : range->end) - range->start;
    }
    return range->owners ? done / range->owners : 0;
}

/* So many of the range, which may be tasks that stand for states. */
static uint64_t in_states(const struct search *search, uint64_t count)
{
    const struct range_bounds *range = &search->range;
    uint64_t length = range->end - range->start;
    return range->states && length ? (uint64_t)((double)range->states / (double)length * (double)count) : count;
}

struct search_progress search_figures(const struct search *search, double now)
{
    uint64_t fired = 0, states = 0;
    for (unsigned i = 0; i < search->threads; i++) {
        fired += atomic_load_explicit(&search->workers[i].shown_fired, memory_order_relaxed);
        states += atomic_load_explicit(&search->workers[i].shown_states, memory_order_relaxed);
    }
    return (struct search_progress){
        .states = search->store ? store_estimate(search->store) : search->layers ? search->layers->keys : states,
        .rules_fired = fired,
        .frontier = in_states(search, search->range.end - search->range.start),
        .level_done = in_states(search, range_done(search)),
        .depth = search->level,
        .seconds = now - search->started,
        .memory = machine_rss(),
    };
}

static void report_progress(struct search *search, double now)
{
    struct search_progress progress = search_figures(search, now);
    const struct search_progress *others = &search->others;
    progress.states += others->states;
    progress.rules_fired += others->rules_fired;
    progress.frontier += others->frontier;
    progress.level_done += others->level_done;
    progress.memory += others->memory;
    search->options.progress(search->options.progress_data, &progress);
}

/* The store may leave some of its bytes to the disk.  Whether the rest is too
 * much for the memory is found out in search_grow, when all threads have stopped. */
static void memory_reached(struct search *search)
{
    if (search->options.spill && search->store)
        search_stop_to_grow(search);
    else
        search_stop(search, REASON_MEMORY);
}

/* What is spared is seen to be free at the next look. */
static void look_at_memory(struct search *search)
{
    uint64_t rss = machine_rss(), most = search->options.memory;
    if (search->spare && rss > most / 2)
        search->spare(search);
    else if (rss > most)
        memory_reached(search);
}

bool search_limits(struct worker *worker)
{
    struct search *search = worker->search;
    const struct search_options *options = &search->options;
    if (interrupted(search))
        search_stop(search, REASON_INTERRUPTED);
    double now = machine_clock();
    if (out_of_time(search, now))
        search_stop(search, REASON_TIME);
    if (options->memory && !search->silent && now >= worker->next_memory) {
        worker->next_memory = now + 0.1;
        look_at_memory(search);
    }
    return search_stopped(search) == STOP_FOR_GOOD;
}

void search_look(struct worker *worker)
{
    double now = machine_clock(), gone = now - worker->last_limits;
    search_limits(worker);
    worker->last_limits = now;
    if (gone < PACE)
        worker->pace = worker->pace < MOST_STATES ? 2 * worker->pace + 1 : MOST_STATES;
    else if (gone > 4 * PACE)
        worker->pace /= 4;
    worker->until_limits = worker->pace;
}

void search_tick(struct worker *worker)
{
    struct search *search = worker->search;
    const struct search_options *options = &search->options;
    search_limits(worker);
    double now = options->progress && !search->silent ? machine_clock() : 0;
    if (options->progress && !search->silent && now >= search->next_progress) {
        search->next_progress = now + 1;
        report_progress(search, now);
    }
}

void search_stop_to_grow(struct search *search)
{
    int go = GO;
    /* Carries no data (see search_stopped): relaxed. */
    atomic_compare_exchange_strong_explicit(&search->stop, &go, STOP_TO_GROW, memory_order_relaxed, memory_order_relaxed);
}

static void tell_what_is_held(struct search *search)
{
    if (search->options.spill && search->base_rss) {
        uint64_t rss = machine_rss();
        store_held(search->store, rss > search->base_rss ? rss - search->base_rss : 0);
    }
}

bool search_make_room(struct search *search, uint64_t bytes)
{
    tell_what_is_held(search);
    return store_yield(search->store, bytes);
}

bool search_fits(const struct search *search, uint64_t bytes)
{
    uint64_t most = search->options.memory;
    return !most || (bytes <= most && machine_rss() <= most - bytes);
}

bool search_room_for(struct search *search, uint64_t bytes)
{
    return search_fits(search, bytes) || (search->options.spill && search_make_room(search, bytes));
}

bool search_must_leave(const struct search *search)
{
    return interrupted(search) || out_of_time(search, machine_clock());
}

static bool must_leave_growth(void *data)
{
    return search_must_leave(data);
}

/* A disk that is full, first of all: it says so itself, and time may have run out since. */
static enum incomplete_reason growth_ended_by(const struct search *search)
{
    return store_disk_full(search->store)                ? REASON_DISK
           : interrupted(search)                         ? REASON_INTERRUPTED
           : out_of_time(search, machine_clock())        ? REASON_TIME
                                                         : REASON_MEMORY;
}

bool search_grow(struct search *search)
{
    tell_what_is_held(search);
    pool_heed(search->pool, must_leave_growth, search);
    bool grown = store_grow(search->store, search->pool);
    pool_heed(search->pool, NULL, NULL);
    if (!grown || store_unfinished(search->store)) {
        search_stop(search, growth_ended_by(search));
        return false;
    }
    atomic_store_explicit(&search->stop, GO, memory_order_relaxed); /* before pool_run starts any other thread */
    return true;
}

bool search_goes_on(struct search *search)
{
    while (search_stopped(search) == STOP_TO_GROW && search_grow(search))
        ;
    return search_stopped(search) == GO;
}
