/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * visit.c - check and expand one state.
 *
 * The current state is checked, then expanded.  Its successors are kept only if
 * no property of the state itself has failed, where an error in a guard and a
 * deadlock count as properties.  A state that violates one is not counted.
 */
#include <string.h>

#include "exchange.h"

/* --- what the model calls ------------------------------------------------- */

static void keep_target(struct expansion *x, uint64_t instance, const uint64_t *target, int moved)
{
    if (moved) /* otherwise the target equals the source, which is in the store */
        worker_push(x->engine, instance, target);
}

static void keep_key(struct expansion *x, uint64_t instance, const uint64_t *target, int moved)
{
    if (moved)
        worker_push_key(x->engine, instance, target);
}

/* The model calls these for start states, and for all states if every edge is to be shown, or noted. */
static void keep_every_target(struct expansion *x, uint64_t instance, const uint64_t *target, int moved)
{
    (void)moved;
    worker_push(x->engine, instance, target);
}

static void keep_every_key(struct expansion *x, uint64_t instance, const uint64_t *target, int moved)
{
    (void)moved;
    worker_push_key(x->engine, instance, target);
}

/* At the depth bound a successor is not stored; it only matters whether one is new. */
static void seek_target(struct expansion *x, uint64_t instance, const uint64_t *target, int moved)
{
    struct worker *worker = x->engine;
    (void)instance;
    if (worker->search->seek && moved)
        worker->search->seek(worker, target);
    else if (moved && !worker->beyond && store_find(worker->context, target) == STORE_NONE)
        worker->beyond = true;
}

static void note_violation(struct expansion *x, uint32_t property, uint64_t property_instance,
                           enum model_where where, uint64_t instance)
{
    struct worker *worker = x->engine;
    unsigned level = worker->search->level;
    (void)property_instance, (void)instance;
    if (where == MODEL_IN_STATE) {
        worker->state_fails = true;
        note_found(worker, property, level);
    } else {
        worker->firing_fails = true;
        note_found(worker, property, level + 1);
    }
}

static void note_start_violation(struct expansion *x, uint32_t property, uint64_t property_instance,
                                 enum model_where where, uint64_t instance)
{
    (void)property_instance, (void)where, (void)instance;
    note_found(x->engine, property, 0);
}

static void note_cover(struct expansion *x, uint32_t property, uint64_t property_instance,
                       enum model_where where, uint64_t instance)
{
    struct worker *worker = x->engine;
    struct search *search = worker->search;
    (void)property_instance, (void)instance;
    if (property == search->options.witness)
        note_found(worker, property, where == MODEL_IN_STATE ? search->level : search->level + 1);
    if (where == MODEL_IN_STATE && search->options.covered && search->options.watch_cover &&
        search->options.watch_cover[property]) {
        pthread_mutex_lock(&search->callback);
        search->options.covered(search->options.covered_data, property, x->source, search->level);
        pthread_mutex_unlock(&search->callback);
    }
}

static void note_start_cover(struct expansion *x, uint32_t property, uint64_t property_instance,
                             enum model_where where, uint64_t instance)
{
    struct worker *worker = x->engine;
    (void)property_instance, (void)where, (void)instance;
    if (property == worker->search->options.witness)
        note_found(worker, property, 0);
}

/* --- a state --------------------------------------------------------------- */

static void report_edges(struct worker *worker, size_t from)
{
    const struct search *search = worker->search;
    for (size_t i = from; i < worker->waiting; i++)
        search->options.edge(search->options.edge_data, worker->parents[i] == STORE_NONE ? NULL : worker->source,
                             worker->instances[i], worker->targets + i * search->words);
}

/* Drop the successors of the current state, as if it had not been expanded. */
static void forget_expansion(struct worker *worker, uint64_t fired)
{
    exchange_forget(worker);
    worker->x.fired = fired;
}

/* With --stats, keep the counts by rule as they were before the current state. */
static void remember_counts(struct worker *worker)
{
    size_t space = worker->search->model->rule_count * sizeof *worker->counts;
    memcpy(worker->counts, worker->x.tested_count, space);
    memcpy(worker->counts + worker->search->model->rule_count, worker->x.fired_count, space);
}

static void recall_counts(struct worker *worker)
{
    size_t space = worker->search->model->rule_count * sizeof *worker->counts;
    if (!worker->search->options.stats)
        return;
    memcpy(worker->x.tested_count, worker->counts, space);
    memcpy(worker->x.fired_count, worker->counts + worker->search->model->rule_count, space);
}

static bool visit(struct worker *worker)
{
    struct search *search = worker->search;
    const struct model *model = search->model;
    struct expansion *x = &worker->x;

    worker->state_fails = worker->firing_fails = worker->abandoned = false;
    if (!model->check(x) || worker->state_fails || worker->abandoned)
        return false;
    uint64_t fired = x->fired, progressed = x->progressed;
    if (search->options.stats)
        remember_counts(worker);
    model->expand(x);
    if (worker->abandoned) { /* not every rule was fired, so the state counts as not visited */
        forget_expansion(worker, fired);
        recall_counts(worker);
        return false;
    }
    if (worker->state_fails) {
        forget_expansion(worker, fired);
        return false;
    }
    if (deadlocked(worker, fired, progressed)) {
        note_found(worker, deadlock_index(search), search->level);
        forget_expansion(worker, fired);
        return false;
    }
    return true;
}

static void report_visit(struct worker *worker, bool good)
{
    struct search *search = worker->search;
    if (search->options.state && !search->options.state(search->options.edge_data, worker->source, good))
        search_stop(search, REASON_OUTPUT);
    if (good)
        report_edges(worker, worker->kept);
}

bool visit_source(struct worker *worker)
{
    bool good = visit(worker);
    if (worker->search->options.edge && !worker->abandoned)
        report_visit(worker, good);
    return good;
}

/* A state that is visited again, after growth, must not be reported twice. */
static bool may_visit_twice(const struct search *search)
{
    const struct search_options *options = &search->options;
    return !options->stats && !options->edge && !options->covered;
}

void visit_callbacks(struct search *search)
{
    search->by_key = search->options.order == SEARCH_BFS && search->store && store_by_key(search->store) && !search->last_level &&
                    may_visit_twice(search);
    search_callbacks(search, search->last_level                     ? seek_target
                             : search->by_key && search->note       ? keep_every_key
                             : search->by_key                       ? keep_key
                             : search->options.edge || search->note ? keep_every_target
                                                                    : keep_target,
                     note_violation, note_cover);
    if (search->exchange)
        exchange_route(search);
}

/* --- start states ----------------------------------------------------------- */

void visit_starts(struct search *search, void (*put)(struct worker *))
{
    const struct model *model = search->model;
    struct worker *worker = &search->workers[0];
    search_callbacks(search, keep_every_target, note_start_violation, note_start_cover);
    if (search->exchange)
        exchange_route(search);
    worker->source_number = STORE_NONE;
    for (uint64_t i = 0; i < model->start_instances && search_goes_on(search); i++) {
        worker->abandoned = false;
        model->start(&worker->x, i);
        if (i % 256 == 255 && search_limits(worker))
            break;
        if (worker->abandoned)
            break;
        if (search->options.edge)
            report_edges(worker, worker->kept);
        worker->kept = worker->waiting;
        if (worker->waiting < WORKER_FLUSH_AT && i + 1 < model->start_instances)
            continue;
        put(worker);
        search_tick(worker);
    }
    worker->waiting = worker->kept = 0;
    worker->x.fired = worker->x.progressed = 0;
    search_merge_found(search);
}
