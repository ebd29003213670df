/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * worker.c - the part that one thread has of a search.
 *
 * Successors wait in the worker until there are enough of them to be put in the
 * store together.  The successors of a state that violates a property are
 * dropped before that (visit.c).  explore.h describes the struct.
 */
#include "explore.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "../model/expansion.h"

static void init_expansion(struct expansion *x, const struct search *search)
{
    const struct model *model = search->model;
    const struct search_options *options = &search->options;
    expansion_open(x, model, result_settings(options));
    if (options->stats) {
        x->tested_count = memory_zeroed(model->rule_count, sizeof *x->tested_count);
        x->fired_count = memory_zeroed(model->rule_count, sizeof *x->fired_count);
    }
}

/* The model asks in the midst of a call whether the search is to stop. */
static int must_stop(void *data)
{
    struct worker *worker = data;
    if (!search_limits(worker))
        return 0;
    worker->abandoned = true;
    return 1;
}

void worker_init(struct worker *worker, struct search *search, unsigned number,
                 enum model_symmetry_mode symmetry, bool multiset_reduction)
{
    memset(worker, 0, sizeof *worker);
    worker->number = number;
    worker->context = search->store ? store_context(search->store, number) : NULL;
    worker->source = memory_zeroed(search->words, sizeof *worker->source);
    init_expansion(&worker->x, search);
    worker->x.symmetry = symmetry;
    worker->x.multiset_reduction = multiset_reduction;
    worker->x.engine = worker;
    worker->x.stopped = must_stop;
    worker->x.stop_data = worker;
    worker->x.watch_cover = search->watch;
    worker->x.emit = search->emit;
    worker->x.violate = search->violate;
    worker->x.cover = search->cover;
    worker->x.source = worker->source;
    worker->found = memory_zeroed(search->model->property_count + 1, sizeof *worker->found);
    memset(worker->found, 0xff, (search->model->property_count + 1) * sizeof *worker->found);
    worker->found_at = memory_zeroed(search->model->property_count + 1, sizeof *worker->found_at);
    if (search->options.stats) {
        worker->new_states = memory_zeroed(search->model->rule_count, sizeof *worker->new_states);
        worker->counts = memory_zeroed(2 * (size_t)search->model->rule_count, sizeof *worker->counts);
    }
    worker->search = search;
}

void worker_done(struct worker *worker)
{
    if (!worker->search)
        return;
    free(worker->source);
    expansion_close(&worker->x);
    free(worker->x.tested_count);
    free(worker->x.fired_count);
    free(worker->targets);
    free(worker->parents);
    free(worker->instances);
    free(worker->numbers);
    free(worker->found);
    free(worker->found_at);
    free(worker->new_states);
    free(worker->counts);
    memset(worker, 0, sizeof *worker);
}

void search_set_symmetry(struct search *search, enum model_symmetry_mode symmetry, bool multiset_reduction)
{
    for (unsigned i = 0; i < search->threads; i++) {
        if (!search->workers[i].search)
            worker_init(&search->workers[i], search, i, symmetry, multiset_reduction);
        search->workers[i].x.symmetry = symmetry;
        search->workers[i].x.multiset_reduction = multiset_reduction;
    }
}

void search_callbacks(struct search *search,
                      void (*emit)(struct expansion *, uint64_t, const uint64_t *, int),
                      void (*violate)(struct expansion *, uint32_t, uint64_t, enum model_where, uint64_t),
                      void (*cover)(struct expansion *, uint32_t, uint64_t, enum model_where, uint64_t))
{
    search->emit = emit;
    search->violate = violate;
    search->cover = search->watches ? cover : NULL;
    for (unsigned i = 0; i < search->threads; i++) {
        if (!search->workers[i].search)
            continue; /* worker_init takes them when the thread first runs */
        search->workers[i].x.emit = search->emit;
        search->workers[i].x.violate = search->violate;
        search->workers[i].x.cover = search->cover;
    }
}

static void more_space(struct worker *worker)
{
    size_t space = worker->space ? worker->space * 2 : 2 * WORKER_FLUSH_AT;
    worker->targets = memory_resized(worker->targets, space * worker->search->words, sizeof *worker->targets);
    worker->parents = memory_resized(worker->parents, space, sizeof *worker->parents);
    worker->instances = memory_resized(worker->instances, space, sizeof *worker->instances);
    worker->numbers = memory_resized(worker->numbers, space, sizeof *worker->numbers);
    worker->space = space;
}

static inline void put_waiting(struct worker *worker, uint64_t instance, const uint64_t *target)
{
    size_t words = worker->search->words;
    uint64_t *place = worker->targets + worker->waiting * words;
    if (words == 1)
        *place = *target;
    else if (words <= 4)
        for (size_t i = 0; i < words; i++)
            place[i] = target[i];
    else
        memcpy(place, target, words * sizeof *target);
    worker->parents[worker->waiting] = worker->source_number;
    worker->instances[worker->waiting++] = instance;
}

/* Apart, so that worker_push() has no registers to save. */
static __attribute__((noinline)) void put_with_more_space(struct worker *worker, uint64_t instance, const uint64_t *target)
{
    more_space(worker);
    put_waiting(worker, instance, target);
}

void worker_push(struct worker *worker, uint64_t instance, const uint64_t *target)
{
    if (worker->waiting < worker->space)
        put_waiting(worker, instance, target);
    else
        put_with_more_space(worker, instance, target);
}

void worker_push_key(struct worker *worker, uint64_t instance, const uint64_t *target)
{
    uint64_t key;
    if (worker->no_room || !store_key(worker->context, target, worker->x.changed, &key)) {
        worker->no_room = true;
        return;
    }
    if (worker->waiting == worker->space)
        more_space(worker);
    worker->targets[worker->waiting] = key;
    worker->parents[worker->waiting] = worker->source_number;
    worker->instances[worker->waiting++] = instance;
}

/* The rule that an instance belongs to. */
static uint32_t rule_of(const struct model *model, uint64_t instance)
{
    uint32_t low = 0, high = model->rule_count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (model->rules[middle].first_instance <= instance)
            low = middle;
        else
            high = middle;
    }
    return low;
}

void worker_count_new(struct worker *worker, size_t count)
{
    for (size_t i = 0; worker->new_states && i < count; i++)
        if ((worker->numbers[i] & STORE_NEW) && worker->parents[i] != STORE_NONE)
            worker->new_states[rule_of(worker->search->model, worker->instances[i])]++;
}

bool worker_flush(struct worker *worker)
{
    struct search *search = worker->search;
    size_t words = search->by_key ? 1 : search->words;
    uint64_t *numbers = worker->new_states || search->notes_onward || search->note ? worker->numbers : NULL;
    size_t done = search->by_key
                ? store_insert_keys(worker->context, worker->targets, worker->parents, worker->waiting, numbers)
                : store_insert(worker->context, worker->targets, worker->parents, worker->waiting, numbers);
    worker_count_new(worker, done);
    if (search->notes_onward)
        onward_note(worker, done);
    if (search->note)
        search->note(worker, done);
    worker->waiting -= done;
    worker->kept = worker->waiting;
    if (worker->waiting == 0)
        return true;
    memmove(worker->targets, worker->targets + done * words, worker->waiting * words * sizeof *worker->targets);
    memmove(worker->parents, worker->parents + done, worker->waiting * sizeof *worker->parents);
    memmove(worker->instances, worker->instances + done, worker->waiting * sizeof *worker->instances);
    search_stop_to_grow(search);
    return false;
}

bool worker_finish(struct worker *worker)
{
    if (worker->waiting && !worker->search->flush(worker))
        return false;
    if (!worker->context || store_finish(worker->context))
        return true;
    search_stop_to_grow(worker->search);
    return false;
}

bool deadlocked(const struct worker *worker, uint64_t fired_before, uint64_t progressed_before)
{
    switch (worker->search->options.deadlock) {
    case DEADLOCK_STUTTERING:
        return worker->x.progressed == progressed_before && !worker->firing_fails;
    case DEADLOCK_STUCK:
        return worker->x.fired == fired_before && !worker->firing_fails;
    case DEADLOCK_OFF:
        break;
    }
    return false;
}
