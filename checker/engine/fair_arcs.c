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
#include "../model/groups.h"
#include "formulas_private.h"

#ifndef FAIR_ARCS
#define FAIR_ARCS 1 /* for tests: 0, as where there is no room for them; 2, as where they are on the disk */
#endif

#define LISTED (1u << 16) /* instances of all rules, up to which there is a list of their labels */

/* Without such a list, the rule of the instance that a thread saw last: the next one is of the same, or of one soon after it. */
struct rule_hint {
    _Alignas(OWN_LINES) uint32_t rule;
};

/* --- labels ------------------------------------------------------------------ */

static bool is_named(const struct prover *prover, uint32_t rule)
{
    for (uint32_t f = 0; f < prover->group->formula_count; f++) {
        const struct model_formula *formula = &prover->group->formulas[f];
        for (uint32_t a = 0; prover->search->options.enabled[formula->property] && a < formula->atom_count; a++)
            for (uint32_t r = 0; r < formula->atoms[a].rule_count; r++)
                if (formula->atoms[a].rules[r] == rule)
                    return true;
    }
    return false;
}

/* False: there are more instances than labels. */
static bool make_labels(struct prover *prover)
{
    const struct model *model = prover->search->model;
    uint64_t next = 1;
    prover->label = memory_zeroed(model->rule_count, sizeof *prover->label);
    for (uint32_t r = 0; r < model->rule_count; r++) {
        bool fair = prover->group->strength && prover->group->strength[r] != MODEL_UNFAIR;
        if (!fair && !is_named(prover, r))
            continue;
        prover->label[r] = (uint32_t)next;
        if (model->rules[r].instances > UINT32_MAX / 2 || (next += model->rules[r].instances) > UINT32_MAX / 2)
            return false;
    }
    prover->labels = (uint32_t)next;
    prover->strength = memory_zeroed(next, sizeof *prover->strength);
    prover->met = memory_zeroed(next, sizeof *prover->met);
    prover->rule = memory_zeroed(next, sizeof *prover->rule);
    for (uint32_t r = 0; r < model->rule_count; r++)
        for (uint64_t i = 0; prover->label[r] && i < model->rules[r].instances; i++) {
            prover->strength[prover->label[r] + i] = prover->group->strength ? prover->group->strength[r] : MODEL_UNFAIR;
            prover->rule[prover->label[r] + i] = r;
        }
    while (prover->labels > UINT32_C(1) << prover->label_bits)
        prover->label_bits++;
    return true;
}

/* The greatest label that an arc may have: under symmetry one with the number of any permutation. */
static uint32_t most_label(const struct prover *prover)
{
    const struct model_symmetry *group = groups_symmetry(prover->search->model);
    uint64_t namings = 1, most = UINT32_MAX >> prover->label_bits;
    for (uint32_t i = 0; i < group->scalarset_count && formulas_rename(prover); i++)
        for (uint32_t k = 2; group->scalarsets[i].reduced && k <= group->scalarsets[i].size && namings <= most; k++)
            namings *= k;
    if (!formulas_rename(prover))
        return prover->labels - 1;
    return namings > most ? UINT32_MAX : (uint32_t)(namings << prover->label_bits) - 1;
}

static void list_labels(struct prover *prover)
{
    const struct model *model = prover->search->model;
    if (model->rule_instances > LISTED)
        return;
    prover->label_of = memory_zeroed(model->rule_instances + 1, sizeof *prover->label_of);
    for (uint32_t r = 0; r < model->rule_count; r++)
        for (uint64_t i = 0; prover->label[r] && i < model->rules[r].instances; i++)
            prover->label_of[model->rules[r].first_instance + i] = prover->label[r] + (uint32_t)i;
}

static uint32_t label_by_rule(const struct prover *prover, unsigned thread, uint64_t instance)
{
    const struct model *model = prover->search->model;
    uint32_t rule = prover->hints[thread].rule;
    if (instance < model->rules[rule].first_instance)
        rule = 0;
    while (instance - model->rules[rule].first_instance >= model->rules[rule].instances)
        rule++;
    prover->hints[thread].rule = rule;
    return prover->label[rule] ? prover->label[rule] + (uint32_t)(instance - model->rules[rule].first_instance) : 0;
}

static inline uint32_t label_of(const struct prover *prover, unsigned thread, uint64_t instance)
{
    return prover->label_of ? prover->label_of[instance] : label_by_rule(prover, thread, instance);
}

/* --- arcs ---------------------------------------------------------------------- */

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

/* Each is read after pool_run. */
static inline void note_label(struct prover *prover, uint64_t named)
{
    atomic_bool *met = &prover->met[named & ((UINT64_C(1) << prover->label_bits) - 1)];
    if (!atomic_load_explicit(met, memory_order_relaxed))
        atomic_store_explicit(met, true, memory_order_relaxed);
    if (named > UINT32_MAX)
        atomic_store_explicit(&prover->too_many, true, memory_order_relaxed);
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
    uint32_t label = most_label(prover);
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
    if (!make_labels(prover) || !(prover->arcs = place_for_arcs(prover))) {
        search_stop(search, REASON_MEMORY);
        return false;
    }
    prover->hints = own_lines(search->threads * sizeof *prover->hints);
    list_labels(prover);
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
    free(prover->label);
    free(prover->label_of);
    free(prover->strength);
    free(prover->met);
    free(prover->hints);
    free(prover->rule);
    free(prover->fires);
    free(prover->starts);
    free(prover->begins);
    free(prover->place_after);
    renaming_close(&prover->renaming);
    namings_close(&prover->namings);
}
