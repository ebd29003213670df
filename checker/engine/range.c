/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * range.c - hand the states of a level out to the threads.
 *
 * A thread is first given the states that it numbered itself, as their owner:
 * most successors of these were visited by the same thread a moment ago, so that
 * its own small tables and caches know them.
 *
 * Each owner has a cursor that goes over the whole range by windows.  The thread
 * that takes a window visits the stretches of that owner's numbers in it.  A
 * thread goes through its own windows first, and then helps the next owner with
 * its windows.
 *
 * Invariant: a number has one owner, which stays the same for as long as the
 * range is visited, and each window of each owner is taken once; so each
 * number is visited once, whatever the owners are.
 */
#include "exchange.h"

#define CHUNK 1024u /* states that are taken at once, at most */
#define TASKS 8u    /* tasks */

struct range {
    struct search *search;
    void (*visit)(struct worker *, uint64_t number);
};

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static unsigned current_owner(const struct worker *worker)
{
    return (worker->number + worker->owners_done) % worker->search->range.owners;
}

/* Take the next stretch of the current window; false: there is none, and the window is empty. */
static bool take_stretch(struct worker *worker)
{
    const struct search *search = worker->search;
    unsigned owner = current_owner(worker), whose = owner;
    while (worker->window < worker->window_end) {
        worker->next = worker->window;
        worker->end = search->range.owners == 1 ? worker->window_end
                    : store_stretch(search->store, worker->window, worker->window_end, &whose);
        worker->window = worker->end;
        if (whose == owner)
            return true;
    }
    worker->next = worker->end;
    return false;
}

/* Take the next window of the current owner, or of the owners after it. */
static bool take_window(struct worker *worker)
{
    const struct range_bounds *range = &worker->search->range;
    for (; worker->owners_done < range->owners; worker->owners_done++) {
        /* Only numbers are handed out: relaxed. */
        uint64_t start = atomic_fetch_add_explicit(&range->cursors[current_owner(worker)].at, range->window,
                                                   memory_order_relaxed);
        if (start < range->end) {
            worker->window = start;
            worker->window_end = least(start + range->window, range->end);
            return true;
        }
    }
    return false;
}

static void show_figures(struct worker *worker)
{
    /* Figures to show only: relaxed. */
    atomic_store_explicit(&worker->shown_fired, worker->x.fired, memory_order_relaxed);
    atomic_store_explicit(&worker->shown_states, worker->states, memory_order_relaxed);
    if (worker->number == 0)
        search_tick(worker);
}

/* False: stopped. */
static bool visit_window(struct worker *worker, void (*visit)(struct worker *, uint64_t number))
{
    do {
        while (worker->next < worker->end) {
            if (search_stopped(worker->search) != GO)
                return false;
            visit(worker, worker->next++);
            search_pace(worker);
        }
    } while (take_stretch(worker));
    return true;
}

static void visit_share(struct worker *worker, const struct range *range)
{
    if (worker->waiting && !range->search->flush(worker))
        return;
    do {
        if (!visit_window(worker, range->visit))
            return;
        show_figures(worker);
    } while (take_window(worker));
    worker_finish(worker);
}

static void range_job(void *data, unsigned member, unsigned members)
{
    const struct range *range = data;
    struct search *search = range->search;
    struct worker *worker = &search->workers[member];
    if (!worker->search)
        worker_init(worker, search, member, search->options.symmetry, search->options.multiset_reduction);
    if (search->exchange && !worker->away)
        exchange_worker(worker);
    visit_share(worker, range);
    if (search->exchange)
        exchange_attend(worker, members);
}

static void begin_range(struct search *search, uint64_t start, uint64_t end, unsigned members, unsigned owners,
                        uint64_t chunk)
{
    struct range_bounds *range = &search->range;
    range->start = start;
    range->end = end;
    range->owners = owners;
    range->window = least((end - start) / (members * 8) + 1, chunk) * range->owners;
    for (unsigned i = 0; i < range->owners; i++)
        atomic_store_explicit(&range->cursors[i].at, start, memory_order_relaxed); /* before pool_run */
    for (unsigned i = 0; i < search->threads; i++) {
        struct worker *worker = &search->workers[i];
        worker->next = worker->end = worker->window = worker->window_end = 0;
        worker->owners_done = 0;
        worker->waiting = worker->kept = 0; /* left where a range was stopped for good */
        if (worker->context)
            store_drop(worker->context);
    }
}

static void run_range(struct search *search, unsigned members, void (*visit)(struct worker *, uint64_t number))
{
    struct range range = {search, visit};
    do
        pool_run(search->pool, members, range_job, &range);
    while (search_stopped(search) == STOP_TO_GROW && search_grow(search));
}

void search_range(struct search *search, uint64_t start, uint64_t end, uint64_t alone,
                  void (*visit)(struct worker *, uint64_t number))
{
    unsigned members = end - start < alone ? 1 : search->threads;
    begin_range(search, start, end, members, members > 1 ? store_owners(search->store) : 1, CHUNK);
    run_range(search, members, visit);
}

void search_tasks(struct search *search, uint64_t count, uint64_t alone, void (*visit)(struct worker *, uint64_t task))
{
    unsigned members = count < alone ? 1 : search->threads;
    begin_range(search, 0, count, members, 1, TASKS);
    run_range(search, members, visit);
}
