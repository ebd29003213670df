/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fair_arcs.c - write down what each state leads to, with who fires; where there is not the room for
 * it, find it again whenever it is asked for.
 *
 * Firings that change nothing are arcs too: an instance that fires for ever without changing the
 * state is served.  So is each of several firings that lead to one state.
 */
#include <stdlib.h>
#include <string.h>

#include "../base/die.h"
#include "../base/memory.h"
#include "fair_labels.h"

void formulas_ignore_violation(struct expansion *x, uint32_t property, uint64_t property_instance, enum model_where where,
                               uint64_t instance)
{
    (void)x, (void)property, (void)property_instance, (void)where, (void)instance;
}

/* The label of an instance with the number of the permutation that was found last. */
static uint64_t named_label(struct prover *prover, unsigned thread, uint64_t instance)
{
    uint64_t label = label_of(prover, thread, instance);
    return formulas_rename(prover) ? label | (uint64_t)namings_last(&prover->namings, thread) << prover->label_bits : label;
}

/* A target waits in the worker, with its label in place of the rule instance. */
static void keep_arc(struct expansion *x, uint64_t instance, const uint64_t *target, int moved)
{
    struct worker *worker = x->engine;
    struct prover *prover = worker->search->prover;
    (void)moved;
    if (worker->search->reduces) {
        if (!namings_canonical(&prover->namings, worker, target))
            return;
        target = prover->namings.namers[worker->number].target;
        worker_push(worker, named_label(prover, worker->number, instance), target);
        return;
    }
    worker_push(worker, label_of(prover, worker->number, instance), target);
}

static bool write_arcs(struct worker *worker)
{
    struct prover *prover = worker->search->prover;
    store_find_many(worker->context, worker->targets, worker->waiting, worker->numbers);
    for (size_t i = 0; i < worker->waiting; i++) {
        if (worker->numbers[i] == STORE_NONE)
            die("a successor of a visited state is not in the store");
        note_label(prover, worker->instances[i]);
    }
    arcs_add_many(prover->arcs, worker->number, worker->parents, worker->numbers, worker->instances, worker->waiting);
    worker->waiting = worker->kept = 0;
    return true;
}

static void find_arcs(struct worker *worker, uint64_t block)
{
    uint64_t states = worker->search->prover->states;
    uint64_t end = (block + 1) * ARCS_BLOCK < states ? (block + 1) * ARCS_BLOCK : states;
    for (uint64_t number = block * ARCS_BLOCK; number < end; number++) {
        store_get_next(worker->context, number, end, worker->source);
        worker->source_number = number;
        worker->search->model->expand(&worker->x);
        if (worker->waiting >= WORKER_FLUSH_AT)
            write_arcs(worker);
    }
}

/* By the thread that decides alone. */
static void find_again(void *data, struct arcs *arcs, uint64_t state)
{
    struct prover *prover = data;
    struct worker *worker = &prover->search->workers[0];
    (void)arcs;
    worker->x.emit = keep_arc;
    worker->x.violate = formulas_ignore_violation;
    worker->waiting = worker->kept = 0;
    store_get(worker->context, state, worker->source);
    worker->source_number = state;
    prover->search->model->expand(&worker->x);
    write_arcs(worker);
}

/* Arcs that are not written down: which labels and namings there are. */
static void meet_label(struct expansion *x, uint64_t instance, const uint64_t *target, int moved)
{
    struct worker *worker = x->engine;
    struct prover *prover = worker->search->prover;
    (void)moved;
    if (!formulas_rename(prover) || namings_canonical(&prover->namings, worker, target))
        note_label(prover, named_label(prover, worker->number, instance));
}

/* In memory where they fit beside what is needed to decide, else on the disk if there is one for that, else nowhere. */
static struct arcs *place_for_arcs(struct prover *prover)
{
    struct search *search = prover->search;
    const char **place = &search->result->arcs;
    uint64_t states = prover->states, most = search->result->rules_fired;
    uint32_t label = labels_most(prover);
    uint64_t bytes = arcs_bytes(states, most, label), need = prover->need;
    *place = "disk";
    if (FAIR_ARCS == 2)
        return arcs_new(states, label, search->threads, "/tmp");
    if (FAIR_ARCS == 1 && bytes < UINT64_MAX - need && search_fits(search, bytes + need)) {
        *place = "memory";
        return arcs_new(states, label, search->threads, NULL);
    }
    if (FAIR_ARCS == 1 && search->options.spill && search_room_for(search, arcs_bytes(states, 0, 0)))
        return arcs_new(states, label, search->threads, search->options.spill);
    *place = "nowhere";
    prover->again = true;
    return arcs_found_again(label, find_again, prover);
}

bool formulas_arcs(struct prover *prover)
{
    struct search *search = prover->search;
    if (formulas_take_notes(prover))
        return true;
    if (!labels_make(prover) || !(prover->arcs = place_for_arcs(prover))) {
        search_stop(search, REASON_MEMORY);
        return false;
    }
    search_callbacks(search, prover->again ? meet_label : keep_arc, formulas_ignore_violation, NULL);
    search->flush = write_arcs;
    search_tasks(search, (prover->states + ARCS_BLOCK - 1) / ARCS_BLOCK, SEARCH_ALONE / ARCS_BLOCK, find_arcs);
    search->flush = worker_flush;
    if (!search_goes_on(search))
        return false;
    if (atomic_load_explicit(&prover->too_many, memory_order_relaxed)) {
        search_stop(search, REASON_MEMORY);
        return false;
    }
    if (!prover->again && !arcs_finish(prover->arcs)) {
        search_stop(search, REASON_DISK);
        return false;
    }
    return true;
}

void formulas_drop(struct prover *prover)
{
    arcs_free(prover->arcs);
    labels_free(prover);
    free(prover->fires);
    free(prover->starts);
    free(prover->begins);
    free(prover->place_after);
    renaming_close(&prover->renaming);
    namings_close(&prover->namings);
}
