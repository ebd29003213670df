/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * liveness.c - decide AG EF P on the complete set of states.
 *
 * AG EF P: from every reachable state a state in which P holds is reachable.
 *
 * One property at a time, all its instances together: a bit for each pair of
 * a state and an instance says that P holds there, or that a firing leads to
 * a pair whose bit is set.  The bits are the least fixed point, so that the
 * order in which threads set them is of no account: all states are gone
 * through, deepest first and then shallowest first, until none changes.
 *
 * The edges are written down once for all properties, in memory or with
 * --spill on the disk; where there is no room, a state is expanded again while
 * one of its bits is missing.
 *
 * Under symmetry the target of a firing is stored in another naming of the
 * scalarsets' elements: instance i of the source goes on as instance
 * permutation(i) of the stored target.
 */
#include <stdlib.h>
#include <string.h>

#include "../base/die.h"
#include "../base/machine.h"
#include "../base/memory.h"
#include "../model/groups.h"
#include "../store/edges.h"
#include "explore.h"
#include "namings.h"
#include "../model/rename.h"

#ifndef LIVENESS_EDGES
#define LIVENESS_EDGES 1 /* for tests: 0, as where there is no room for them; 2, as where it is on the disk */
#endif

#define BLOCK EDGES_BLOCK /* states whose bits are whole words, which no other block's share */

struct decider {
    struct search *search;
    uint64_t states, blocks;  /* of states */
    struct edges *edges;      /* see keep_edge; or NULL */
    bool sought_edges;        /* for an earlier property */
    uint32_t property;        /* the current one */
    uint64_t instances;
    _Atomic uint64_t *bits;   /* state * instances + instance */
    bool descending;
    struct helper *helpers;   /* by thread */
    struct namings namings;
    uint32_t *renamed;        /* by naming, then instance of the current property */
    atomic_bool failed;
};

/* What a thread needs beside its worker. */
struct helper {
    uint64_t *missing;        /* instances of the current state without their bit */
    uint64_t missing_count;
    bool changed;             /* a bit, in this pass */
};

static bool bit(const struct decider *decider, uint64_t state, uint64_t instance)
{
    uint64_t place = state * decider->instances + instance;
    /* An old value only makes another pass find it: relaxed. */
    return atomic_load_explicit(&decider->bits[place / 64], memory_order_relaxed) >> (place % 64) & 1;
}

static void set_bit(const struct decider *decider, uint64_t state, uint64_t instance)
{
    uint64_t place = state * decider->instances + instance;
    atomic_fetch_or_explicit(&decider->bits[place / 64], UINT64_C(1) << (place % 64), memory_order_relaxed);
}

static bool stranded(const struct decider *decider, uint64_t number)
{
    for (uint64_t i = 0; i < decider->instances; i++)
        if (!bit(decider, number, i))
            return true;
    return false;
}

static uint64_t renamed_instance(const struct model *model, const struct model_property *property, uint64_t instance,
                                 const uint16_t *permutation)
{
    return rename_instance(model, property->parameters, property->parameter_count, instance, permutation);
}

/* --- edges --------------------------------------------------------------------- */

/* An edge is the number of its target and, under symmetry, the number of the
 * naming that leads to it. */
static unsigned edge_words(const struct search *search)
{
    return search->decider->namings.size > 0 ? 2 : 1;
}

/* A target waits in the worker, with its naming in place of the rule instance. */
static void keep_edge(struct expansion *x, uint64_t instance, const uint64_t *target, int moved)
{
    struct worker *worker = x->engine;
    struct search *search = worker->search;
    struct namings *namings = &search->decider->namings;
    uint64_t naming = 0;
    (void)instance;
    if (!moved)
        return;
    if (search->reduces) {
        if (!namings_canonical(namings, worker, target))
            return;
        target = namings->namers[worker->number].target;
        naming = namings_last(namings, worker->number);
    }
    worker_push(worker, naming, target);
}

/* Write down the waiting edges from `first` to before `end`, which are of one state. */
static void write_list(struct worker *worker, size_t first, size_t end)
{
    const struct search *search = worker->search;
    unsigned words = edge_words(search);
    uint32_t *list = edges_list(search->decider->edges, worker->number, worker->parents[first], (uint32_t)(end - first) * words);
    for (size_t i = first; i < end; i++, list += words) {
        if (worker->numbers[i] == STORE_NONE)
            die("a successor of a visited state is not in the store");
        list[0] = (uint32_t)worker->numbers[i];
        if (words == 2)
            list[1] = (uint32_t)worker->instances[i];
    }
}

/* Write down what waits; the targets of one state are never split. */
static bool write_edges(struct worker *worker)
{
    store_find_many(worker->context, worker->targets, worker->waiting, worker->numbers);
    for (size_t first = 0, end; first < worker->waiting; first = end) {
        for (end = first + 1; end < worker->waiting && worker->parents[end] == worker->parents[first];)
            end++;
        write_list(worker, first, end);
    }
    worker->waiting = worker->kept = 0;
    return true;
}

static uint64_t block_end(const struct decider *decider, uint64_t block)
{
    return (block + 1) * BLOCK < decider->states ? (block + 1) * BLOCK : decider->states;
}

static void find_edges(struct worker *worker, uint64_t block)
{
    uint64_t end = block_end(worker->search->decider, block);
    for (uint64_t number = block * BLOCK; number < end; number++) {
        store_get_next(worker->context, number, end, worker->source);
        worker->source_number = number;
        worker->search->model->expand(&worker->x);
        if (worker->waiting >= WORKER_FLUSH_AT)
            write_edges(worker);
    }
}

/* Set the bits of a state that follow from the bits of its successors. */
static void follow_edges(struct decider *decider, struct helper *helper, uint64_t number, const uint32_t *list)
{
    unsigned words = edge_words(decider->search);
    const uint32_t *end = list + 1 + list[0];
    for (const uint32_t *edge = list + 1; edge < end && helper->missing_count > 0; edge += words) {
        for (uint64_t i = 0; i < helper->missing_count;) {
            uint64_t instance = helper->missing[i];
            uint64_t there = words == 2 ? decider->renamed[edge[1] * decider->instances + instance] : instance;
            if (bit(decider, edge[0], there)) {
                set_bit(decider, number, instance);
                helper->missing[i] = helper->missing[--helper->missing_count];
            } else {
                i++;
            }
        }
    }
}

/* Work out where each naming takes each instance of the current property. */
static void rename_instances(struct decider *decider)
{
    const struct model *model = decider->search->model;
    uint64_t count = decider->edges ? decider->namings.count * decider->instances : 0;
    free(decider->renamed);
    decider->renamed = memory_zeroed(count, sizeof *decider->renamed);
    for (uint64_t i = 0; i < count; i++)
        decider->renamed[i] = (uint32_t)renamed_instance(
            model, &model->properties[decider->property], i % decider->instances,
            namings_get(&decider->namings, (uint32_t)(i / decider->instances)));
}

static void ignore_violation(struct expansion *x, uint32_t property, uint64_t property_instance,
                             enum model_where where, uint64_t instance)
{
    (void)x, (void)property, (void)property_instance, (void)where, (void)instance;
}

/* Where there is room for edges, if anywhere. */
static struct edges *place_for_edges(struct decider *decider)
{
    struct search *search = decider->search;
    uint64_t words = search->result->rules_fired * edge_words(search);
    if (LIVENESS_EDGES != 1)
        return LIVENESS_EDGES ? edges_new(decider->states, search->threads, "/tmp") : NULL;
    if (search_fits(search, edges_bytes(decider->states, words)))
        return edges_new(decider->states, search->threads, NULL);
    if (search->options.spill && search_room_for(search, edges_bytes(decider->states, 0)))
        return edges_new(decider->states, search->threads, search->options.spill);
    return NULL;
}

static void make_edges(struct decider *decider)
{
    struct search *search = decider->search;
    decider->sought_edges = true;
    if (!(decider->edges = place_for_edges(decider)))
        return;
    search_callbacks(search, keep_edge, ignore_violation, NULL);
    search->flush = write_edges;
    search_tasks(search, decider->blocks, SEARCH_ALONE / BLOCK, find_edges);
    search->flush = worker_flush;
    if (!edges_finish(decider->edges)) {
        edges_free(decider->edges);
        decider->edges = NULL;
    }
}

/* --- passes ------------------------------------------------------------------- */

static void ignore_target(struct expansion *x, uint64_t instance, const uint64_t *target, int moved)
{
    (void)x, (void)instance, (void)target, (void)moved;
}

/* Evaluating the property itself failed. */
static void note_failure(struct expansion *x, uint32_t property, uint64_t property_instance,
                         enum model_where where, uint64_t instance)
{
    struct worker *worker = x->engine;
    (void)property_instance, (void)where, (void)instance;
    note_found(worker, property, search_depth_of(worker->search, worker->source_number));
}

static void evaluate(struct worker *worker, uint64_t number)
{
    struct decider *decider = worker->search->decider;
    store_get_next(worker->context, number, worker->end, worker->source);
    worker->source_number = number;
    for (uint64_t i = 0; i < decider->instances; i++) {
        int holds = worker->search->model->holds(&worker->x, decider->property, i);
        if (holds > 0)
            set_bit(decider, number, i);
        else if (holds < 0)
            atomic_store_explicit(&decider->failed, true, memory_order_relaxed); /* read after pool_run */
    }
}

/* Set the bits of the source that follow from the bits of this target. */
static void inherit(struct expansion *x, uint64_t rule_instance, const uint64_t *target, int moved)
{
    struct worker *worker = x->engine;
    struct search *search = worker->search;
    const struct decider *decider = search->decider;
    struct helper *helper = &decider->helpers[worker->number];
    struct namer *namer = &search->decider->namings.namers[worker->number];
    const struct model_property *property = &search->model->properties[decider->property];
    (void)rule_instance;
    if (!moved || helper->missing_count == 0)
        return;
    if (search->reduces) {
        if (!namings_canonical(&search->decider->namings, worker, target))
            return;
        target = namer->target;
    }
    uint64_t number = store_find(worker->context, target);
    if (number == STORE_NONE)
        die("a successor of a visited state is not in the store");
    for (uint64_t i = 0; i < helper->missing_count;) {
        uint64_t instance = helper->missing[i], there = instance;
        if (search->reduces)
            there = renamed_instance(search->model, property, instance, namer->permutation);
        if (bit(decider, number, there)) {
            set_bit(decider, worker->source_number, instance);
            helper->missing[i] = helper->missing[--helper->missing_count];
        } else {
            i++;
        }
    }
}

/* Which instances have no bit yet in the state. */
static uint64_t find_missing(const struct decider *decider, struct helper *helper, uint64_t number)
{
    helper->missing_count = 0;
    for (uint64_t i = 0; i < decider->instances; i++)
        if (!bit(decider, number, i))
            helper->missing[helper->missing_count++] = i;
    return helper->missing_count;
}

static void expand_again(struct worker *worker, uint64_t number)
{
    store_get(worker->context, number, worker->source);
    worker->source_number = number;
    worker->search->model->expand(&worker->x);
}

/* Whether a bit of the block is missing; after the first pass most blocks lack none. */
static bool block_misses(const struct decider *decider, uint64_t block)
{
    const _Atomic uint64_t *words = decider->bits + block * decider->instances;
    for (uint64_t i = 0; i < decider->instances; i++)
        if (~atomic_load_explicit(&words[i], memory_order_relaxed)) /* see bit */
            return true;
    return false;
}

static void pass_over_block(struct worker *worker, uint64_t place)
{
    struct decider *decider = worker->search->decider;
    struct helper *helper = &decider->helpers[worker->number];
    uint64_t block = decider->descending ? decider->blocks - 1 - place : place;
    uint64_t start = block * BLOCK, count = block_end(decider, block) - start, missing;
    edges_lists lists;
    if (!block_misses(decider, block))
        return;
    if (decider->edges)
        edges_read(decider->edges, worker->number, block, lists);
    for (uint64_t i = 0; i < count; i++) {
        uint64_t at = decider->descending ? count - 1 - i : i;
        if ((missing = find_missing(decider, helper, start + at)) == 0)
            continue;
        if (!decider->edges)
            expand_again(worker, start + at);
        else if (lists[at])
            follow_edges(decider, helper, start + at, lists[at]);
        helper->changed |= helper->missing_count < missing;
    }
}

/* Whether the pass changed anything; the next one has changed nothing yet. */
static bool take_changed(struct decider *decider)
{
    bool changed = false;
    for (unsigned t = 0; t < decider->search->threads; t++) {
        changed |= decider->helpers[t].changed;
        decider->helpers[t].changed = false;
    }
    return changed;
}

static void evaluate_all(struct decider *decider)
{
    search_callbacks(decider->search, ignore_target, note_failure, NULL);
    search_range(decider->search, 0, decider->states, SEARCH_ALONE, evaluate);
}

/* --- one successor of each state ------------------------------------------------ */

/* Whether the state has got a bit of the successor that was kept of it. */
static bool inherit_onward(const struct decider *decider, uint64_t number)
{
    uint64_t onward = onward_from(decider->search, number);
    bool changed = false;
    for (uint64_t i = 0; onward != STORE_NONE && i < decider->instances; i++)
        if (!bit(decider, number, i) && bit(decider, onward, i)) {
            set_bit(decider, number, i);
            changed = true;
        }
    return changed;
}

/* Deepest first, as most of these successors are one level deeper, and then to and fro, until
 * nothing changes.  Whether all states have all bits. */
static bool follow_onward(const struct decider *decider)
{
    bool changed = true, all = false;
    for (bool descending = true; changed && !all && !search_limits(&decider->search->workers[0]); descending = !descending) {
        changed = false;
        all = true;
        for (uint64_t i = 0; i < decider->states; i++) {
            uint64_t n = descending ? decider->states - 1 - i : i;
            if (stranded(decider, n)) {
                changed |= inherit_onward(decider, n);
                all &= !stranded(decider, n);
            }
        }
    }
    return all;
}

/* --- all successors ------------------------------------------------------------- */

static void find_fixed_point(struct decider *decider)
{
    struct search *search = decider->search;
    if (!decider->sought_edges)
        make_edges(decider);
    rename_instances(decider);
    search_callbacks(search, decider->edges ? ignore_target : inherit, ignore_violation, NULL);
    decider->descending = true;
    do {
        search_tasks(search, decider->blocks, SEARCH_ALONE / BLOCK, pass_over_block);
        decider->descending = !decider->descending;
    } while (take_changed(decider) && search_goes_on(search));
}

/* --- the verdict ---------------------------------------------------------------- */

/* An instance that the stored state cannot reach. */
static uint64_t missed_instance(const struct decider *decider, uint64_t number)
{
    for (uint64_t i = 0; i < decider->instances; i++)
        if (!bit(decider, number, i))
            return i;
    return 0;
}

/* The instance that the last state of the run, as it is, cannot reach. */
static uint64_t stranded_instance(const struct decider *decider, const uint64_t *last)
{
    struct search *search = decider->search;
    struct namer *namer = &decider->namings.namers[0];
    const uint64_t *stored = last;
    if (search->reduces) {
        groups_canonicalise(search->model, &namer->canonical.x, last, namer->target, namer->permutation);
        stored = namer->target;
    }
    uint64_t number = store_find(search->workers[0].context, stored);
    for (uint64_t i = 0; number != STORE_NONE && i < decider->instances; i++) {
        uint64_t there = i;
        if (search->reduces)
            there = renamed_instance(search->model, &search->model->properties[decider->property], i,
                                     namer->permutation);
        if (!bit(decider, number, there))
            return i;
    }
    return 0;
}

/* Every stranded state of the level may be the end of the run. */
static void trace_stranded(struct decider *decider, struct violation *violation, uint64_t shallowest, uint64_t *last)
{
    struct search *search = decider->search;
    if (search->options.order == SEARCH_DFS) {
        search->found_at[decider->property] = shallowest;
        trace_by_parents(search, violation, last);
        return;
    }
    _Atomic uint64_t *marks = calloc(decider->states / 64 + 1, sizeof *marks);
    if (!marks)
        die_memory(decider->states / 8);
    for (uint64_t n = shallowest; n < search->level_start[violation->depth + 1]; n++)
        if (stranded(decider, n))
            atomic_fetch_or_explicit(&marks[n / 64], UINT64_C(1) << (n % 64), memory_order_relaxed); /* alone here */
    trace_to_marks(search, violation, marks, last);
    free((void *)marks);
}

static void add_stranded(struct decider *decider, uint64_t shallowest)
{
    struct search *search = decider->search;
    struct violation violation = {.kind = MODEL_LIVENESS, .property = decider->property,
                                  .depth = search_depth_of(search, shallowest)};
    search->found[decider->property] = violation.depth;
    if (search->options.trace) {
        uint64_t *last = calloc(search->words, sizeof *last);
        if (!last)
            die_memory(search->words * sizeof *last);
        trace_stranded(decider, &violation, shallowest, last);
        violation.property_instance = violation.trace.count ? stranded_instance(decider, last)
                                                            : missed_instance(decider, shallowest);
        free(last);
    } else {
        violation.property_instance = missed_instance(decider, shallowest);
    }
    search_add_violation(search, violation);
}

static void judge(struct decider *decider)
{
    if (!search_goes_on(decider->search))
        return; /* its verdict is incomplete, and the reason is noted */
    if (atomic_load_explicit(&decider->failed, memory_order_relaxed)) {
        decider->search->holds_fails = true;
        return;
    }
    decider->search->decided[decider->property] = true;
    for (uint64_t n = 0; n < decider->states; n++)
        if (stranded(decider, n)) {
            add_stranded(decider, n);
            return;
        }
}

static uint64_t most_instances(const struct search *search)
{
    uint64_t most = 0;
    for (uint32_t p = 0; p < search->model->property_count; p++)
        if (search->model->properties[p].kind == MODEL_LIVENESS && search->options.enabled[p] &&
            search->model->properties[p].instances > most)
            most = search->model->properties[p].instances;
    return most;
}

static void make_helpers(struct decider *decider)
{
    struct search *search = decider->search;
    uint64_t instances = most_instances(search);
    decider->helpers = own_lines(search->threads * sizeof *decider->helpers);
    namings_open(&decider->namings, search);
    for (unsigned i = 0; i < search->threads; i++)
        decider->helpers[i].missing = memory_zeroed(instances, sizeof *decider->helpers[i].missing);
}

static void free_helpers(struct decider *decider)
{
    for (unsigned i = 0; i < decider->search->threads; i++)
        free(decider->helpers[i].missing);
    free(decider->helpers);
    free(decider->renamed);
    namings_close(&decider->namings);
}

static void decide(struct decider *decider, uint32_t property)
{
    struct search *search = decider->search;
    decider->property = property;
    decider->instances = search->model->properties[property].instances;
    atomic_store_explicit(&decider->failed, false, memory_order_relaxed); /* alone here */
    if (decider->instances == 0 || decider->states == 0) {
        search->decided[property] = true;
        return;
    }
    uint64_t words = decider->blocks * decider->instances;
    if (!search_room_for(search, words * sizeof *decider->bits) || !(decider->bits = calloc(words, sizeof *decider->bits))) {
        search_stop(search, REASON_MEMORY);
        return;
    }
    search_set_symmetry(search, MODEL_SYMMETRY_OFF, false); /* so that we see how names move */
    evaluate_all(decider);
    if (search_goes_on(search) && !atomic_load_explicit(&decider->failed, memory_order_relaxed) &&
        !(search->notes_onward && follow_onward(decider)))
        find_fixed_point(decider);
    search_set_symmetry(search, search->options.symmetry, search->options.multiset_reduction);
    judge(decider);
    free((void *)decider->bits);
}

void liveness_run(struct search *search)
{
    struct decider decider = {.search = search, .states = store_estimate(search->store)};
    if (most_instances(search) == 0)
        return;
    decider.blocks = (decider.states + BLOCK - 1) / BLOCK;
    make_helpers(&decider);
    search->decider = &decider;
    for (uint32_t p = 0; p < search->model->property_count && search_goes_on(search); p++)
        if (search->model->properties[p].kind == MODEL_LIVENESS && search->options.enabled[p])
            decide(&decider, p);
    search_merge_found(search);
    search->decider = NULL;
    edges_free(decider.edges);
    free_helpers(&decider);
}
