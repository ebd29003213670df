/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * search.c - set a search up, run it in its order, and find the traces that
 * are to be shown.
 */
#include "search.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "../base/machine.h"
#include "../base/memory.h"
#include "../model/groups.h"
#include "exchange.h"

#ifndef FRONTIER_ONLY_WORDS
#define FRONTIER_ONLY_WORDS 8u /* a number and a root of a longer state take no more than a slot of the set */
#endif

/* Whether the store keeps nothing from which a run could be reconstructed. */
static bool must_retrace(const struct search *search)
{
    return search->options.store == STORE_BITSTATE && search->options.order == SEARCH_BFS;
}

/* Whether a store is half made, of any process. */
static bool is_unfinished(struct search *search)
{
    uint64_t unfinished = search->store && store_unfinished(search->store);
    if (search->exchange)
        exchange_agree(search, &unfinished, 1, 0);
    return unfinished != 0;
}

static void find_trace(struct search *search, struct violation *violation)
{
    if (must_retrace(search))
        retrace(search, violation, 1);
    else if (is_unfinished(search))
        violation->no_trace = search_no_time(search);
    else if (search->options.order == SEARCH_DFS || search->options.store == STORE_COMPACT)
        trace_by_parents(search, violation, NULL);
    else if (search->options.order == SEARCH_BFS)
        trace_find(search, violation);
}

/* Where a run shows another fault than the search found, that is what was found; none is shown twice. */
static void note_other_faults(struct search *search)
{
    struct search_result *result = search->result;
    unsigned kept = 0;
    for (unsigned i = 0; i < result->violation_count; i++) {
        struct violation *violation = &result->violations[i];
        bool repeated = false;
        if (violation->is_other) {
            search->found[violation->sought] = DEPTH_NONE;
            if (violation->depth < search->found[violation->property])
                search->found[violation->property] = violation->depth;
        }
        for (unsigned k = 0; k < kept && !repeated; k++)
            repeated = result->violations[k].property == violation->property;
        if (repeated)
            trace_free(&violation->trace);
        else
            result->violations[kept++] = *violation;
    }
    result->violation_count = kept;
}

static void find_traces(struct search *search)
{
    struct search_result *result = search->result;
    if (must_retrace(search)) {
        retrace(search, result->violations, result->violation_count);
        if (result->violation_count) /* the second search may find them at other depths than the first */
            qsort(result->violations, result->violation_count, sizeof *result->violations, findings_compare);
        return;
    }
    for (unsigned i = 0; i < result->violation_count; i++)
        if (result->violations[i].trace.count == 0 && result->violations[i].kind != MODEL_LTL)
            find_trace(search, &result->violations[i]);
}

/* The run to the witness becomes the first of the violations. */
static void add_witness(struct search *search)
{
    struct search_result *result = search->result;
    uint32_t property = search->options.witness;
    if (property == MODEL_NO_PROPERTY || search->found[property] == DEPTH_NONE)
        return;
    struct violation run = {.kind = MODEL_COVER, .property = property, .depth = search->found[property]};
    find_trace(search, &run);
    search_add_violation(search, run);
    memmove(result->violations + 1, result->violations, (result->violation_count - 1) * sizeof run);
    result->violations[0] = run;
    result->witness_found = true;
}

/* Vectors are for one thread that goes by levels.  States that are keys themselves lie flat anyway. */
static bool may_be_vectors(const struct model *model, const struct search_options *options)
{
    return options->threads == 1 && options->order == SEARCH_BFS && model->state_bits > 64 && !options->spill &&
           !options->checkpoint && !options->resume;
}

static void fill_in_options(struct search *search)
{
    struct search_options *options = &search->options;
    if (options->threads == 0)
        options->threads = machine_processors();
    if (options->store == STORE_AUTO)
        options->store = STORE_FLAT;
    if (options->store == STORE_VECTORS && !may_be_vectors(search->model, options))
        options->store = STORE_FLAT;
    if (options->store == STORE_JUDY || options->order == SEARCH_DFS || (options->edge && options->order == SEARCH_BFS))
        options->threads = 1;
    if (options->loop_limit == 0)
        options->loop_limit = DEFAULT_LOOP_LIMIT;
    if (options->recursion_limit == 0)
        options->recursion_limit = DEFAULT_RECURSION_LIMIT;
    if (options->max_errors == 0)
        options->max_errors = 1;
    if (formulas_wanted(search->model, options->enabled)) { /* see formulas.c */
        if (!formulas_allow_symmetry(search->model))
            options->symmetry = MODEL_SYMMETRY_OFF;
        options->multiset_reduction = options->multiset_reduction && formulas_allow_multisets(search->model);
    }
}

/* Whether the search asks for states of a level again after the next level was visited. */
static bool looks_back(const struct search *search)
{
    const struct search_options *options = &search->options;
    for (uint32_t p = 0; p < search->model->property_count; p++)
        if (search->model->properties[p].kind == MODEL_LIVENESS && options->enabled[p])
            return true;
    if (formulas_wanted(search->model, options->enabled))
        return true;
    return options->trace || options->witness != MODEL_NO_PROPERTY || options->order != SEARCH_BFS ||
           options->checkpoint || options->resume || options->spill;
}

static bool make_store(struct search *search)
{
    const struct search_options *options = &search->options;
    uint64_t memory = options->memory;
    if (memory)
        memory = memory > search->base_rss + (1u << 20) ? memory - search->base_rss : 1u << 20;
    search->store_options = (struct store_options){
        .kind = options->store, .words = search->model->packed_words, .bits = search->model->state_bits,
        .threads = options->threads, .memory = memory,
        .spill = options->spill, .frontier = options->order == SEARCH_BFS,
        .hash_bits = options->hash_bits, .hashes = options->hashes, .array_bytes = options->array_bytes,
        .seed = options->seed,
        .parents = options->order == SEARCH_DFS || (options->trace && options->store == STORE_COMPACT),
        .frontier_only = options->store != STORE_JUDY && options->store != STORE_BITSTATE && !looks_back(search) &&
                         (options->store == STORE_COMPACT || search->model->packed_words <= FRONTIER_ONLY_WORDS),
    };
    search->store = store_new(&search->store_options);
    return search->store != NULL;
}

static bool reduces_multisets(const struct model *model)
{
    for (uint32_t i = 0; i < groups_symmetry(model)->multiset_count; i++)
        if (groups_symmetry(model)->multisets[i].reduced)
            return true;
    return false;
}

static void set_up(struct search *search, const struct model *model, const struct search_options *options)
{
    search->model = model;
    search->flush = worker_flush;
    search->options = *options;
    fill_in_options(search);
    search->words = model->packed_words ? model->packed_words : 1;
    search->threads = search->options.threads;
    search->started = machine_clock();
    search->deadline = options->max_seconds > 0 ? search->started + options->max_seconds : 0;
    search->next_progress = search->started + 1;
    search->last_checkpoint = search->started;
    search->base_rss = options->memory ? machine_rss() : 0;
    search->reduces = (search->options.symmetry != MODEL_SYMMETRY_OFF && groups_symmetry(model)->permutation_size > 0) ||
                      (search->options.multiset_reduction && reduces_multisets(model));
    if (!options->enabled) {
        unsigned char *all = memory_zeroed(model->property_count, 1);
        memset(all, 1, model->property_count);
        search->options.enabled = all;
    }
    search->watch = memory_zeroed(model->property_count, 1);
    for (uint32_t p = 0; p < model->property_count; p++) {
        search->watch[p] = p == options->witness || (options->covered && options->watch_cover && options->watch_cover[p]);
        search->watches |= search->watch[p] != 0;
    }
    search->found = memory_zeroed(model->property_count + 1, sizeof *search->found);
    memset(search->found, 0xff, (model->property_count + 1) * sizeof *search->found);
    search->decided = memory_zeroed(model->property_count, 1);
    search->found_at = memory_zeroed(model->property_count + 1, sizeof *search->found_at);
    search->pool = pool_new(search->threads);
    search->workers = own_lines(search->threads * sizeof *search->workers);
    search->range.cursors = own_lines(search->threads * sizeof *search->range.cursors);
    pthread_mutex_init(&search->callback, NULL);

    struct search_result *result = search->result;
    result->properties = memory_zeroed(model->property_count, sizeof *result->properties);
    result->rule_fired = memory_zeroed(model->rule_count, 1);
    if (options->stats)
        result->rules = memory_zeroed(model->rule_count, sizeof *result->rules);
}

/* A firing from a state at the depth bound leads beyond the bound: its failure is not reported. */
static void drop_beyond_bound(struct search *search)
{
    for (uint32_t p = 0; p <= search->model->property_count; p++)
        if (search->options.max_depth && search->found[p] != DEPTH_NONE && search->found[p] > search->options.max_depth) {
            search->found[p] = DEPTH_NONE;
            search_stop(search, REASON_DEPTH);
        }
}

/* Neither memory nor, with errno, a file. */
static void cannot_begin(struct search *search)
{
    bool disk = search->options.spill && errno != ENOMEM;
    search->result->store = "none";
    if (disk)
        search_trouble(search, "cannot make a file in '%s' for what memory does not hold: %s", search->options.spill,
                       strerror(errno));
    search->result->exhausted = !disk;
    search_stop(search, disk ? REASON_DISK : REASON_MEMORY);
}

static void explore_on_disk(struct search *search)
{
    if (!disk_new(search)) {
        cannot_begin(search);
        return;
    }
    search->result->store = "runs";
    worker_init(&search->workers[0], search, 0, search->options.symmetry, search->options.multiset_reduction);
    disk_run(search);
    search_merge_found(search);
    drop_beyond_bound(search);
}

static void explore(struct search *search)
{
    struct search_result *result = search->result;
    if (search->options.order == SEARCH_RANDOM) {
        result->store = "none";
        walk_run(search);
        return;
    }
    if (search->options.store == STORE_RUNS) {
        explore_on_disk(search);
        return;
    }
    errno = 0;
    if (!make_store(search)) {
        cannot_begin(search);
        return;
    }
    result->store = store_name(search->store);
    search->notes_onward = onward_wanted(search);
    formulas_open(search);
    worker_init(&search->workers[0], search, 0, search->options.symmetry, search->options.multiset_reduction);
    if (search->options.order == SEARCH_DFS)
        dfs_run(search);
    else
        bfs_run(search);
    search_merge_found(search);
    drop_beyond_bound(search);
    store_omissions(search->store, &result->omissions);
    if (!store_exact(search->store) && result->reason == REASON_NONE)
        result->reason = REASON_LOSSY;
}

/* What each process counted becomes what all did. */
static void merge_processes(struct search *search)
{
    struct search_result *result = search->result;
    const struct model *model = search->model;
    size_t rules = model->rule_count, properties = model->property_count, count = 1 + rules + 2 * properties;
    uint64_t *sums = memory_zeroed(count, sizeof *sums);
    sums[0] = result->rules_fired;
    for (size_t r = 0; r < rules; r++)
        sums[1 + r] = result->rule_fired[r];
    for (size_t p = 0; p < properties; p++) {
        sums[1 + rules + 2 * p] = result->properties[p].met;
        sums[2 + rules + 2 * p] = result->properties[p].antecedent;
    }
    exchange_agree(search, sums, count, 0);
    if (exchange_is_lost(search))
        sums[0] = search->agreed_fired;
    result->rules_fired = sums[0];
    for (size_t r = 0; r < rules; r++)
        result->rule_fired[r] = sums[1 + r] != 0;
    for (size_t p = 0; p < properties; p++) {
        result->properties[p].met = sums[1 + rules + 2 * p] != 0;
        result->properties[p].antecedent = sums[2 + rules + 2 * p] != 0;
    }
    free(sums);
}

static bool nothing_found(const struct search *search)
{
    for (uint32_t p = 0; p <= search->model->property_count; p++)
        if (search->found[p] != DEPTH_NONE)
            return false;
    return true;
}

/* Whatever made a search leave off without saying so is our mistake, and no proof follows from it. */
static void insist_on_all(struct search *search)
{
    if (search->result->waiting || search_stopped(search) == STOP_FOR_GOOD)
        die("a search ended before it had visited every state, and without a reason");
}

/* The properties that are decided on the whole set of states. */
static void judge_all(struct search *search)
{
    insist_on_all(search);
    if (!search->store) /* the caller has seen to it that there is no such property */
        return;
    liveness_run(search);
    if (search_goes_on(search))
        formulas_run(search);
    checkpoint_save_stopped(search);
}

static void tear_down(struct search *search)
{
    checkpoint_done(search);
    exchange_free(search);
    formulas_close(search);
    for (unsigned i = 0; i < search->threads; i++) {
        exchange_worker_done(&search->workers[i]);
        worker_done(&search->workers[i]);
    }
    free(search->workers);
    free(search->range.cursors);
    store_free(search->store);
    disk_free(search);
    pool_free(search->pool);
    pthread_mutex_destroy(&search->callback);
    free(search->found);
    free(search->found_at);
    free(search->level_start);
    free(search->onward);
    free(search->watch);
    free(search->decided);
}

struct search_result *search_run(const struct model *model, const struct search_options *options)
{
    struct search *search = own_lines(sizeof *search);
    search->result = memory_zeroed(1, sizeof *search->result);
    set_up(search, model, options);
    if (options->running)
        *options->running = search;
    exchange_new(search);
    explore(search);
    if (options->explored)
        options->explored(options->explored_data);
    for (unsigned i = 0; i < search->threads; i++)
        if (search->workers[i].search)
            verdict_merge(search, &search->workers[i]);
    if (search->exchange)
        merge_processes(search);
    search->visited_all = search->result->reason == REASON_NONE && nothing_found(search);
    search->summed = true;
    if (search->visited_all)
        judge_all(search);
    findings_collect(search);
    if (search->options.trace) {
        find_traces(search);
        note_other_faults(search);
    }
    add_witness(search);
    verdict_conclude(search, search->visited_all);
    search->result->seconds = search->seconds_before + machine_clock() - search->started;
    search->result->peak_rss = machine_peak_rss();
    if (search->exchange)
        exchange_figures(search);
    search->result->lost = exchange_is_lost(search);
    if (!options->enabled)
        free((void *)(uintptr_t)search->options.enabled);
    struct search_result *result = search->result;
    if (options->running)
        *options->running = NULL;
    tear_down(search);
    free(search);
    return result;
}

/* If a worker does not pause soon, what it did since its level began is left out. */
static void sum_so_far(struct search *search)
{
    struct search_result *result = search->result;
    uint64_t states = 0;
    for (unsigned i = 0; i < search->threads; i++)
        if (search->workers[i].search) {
            states += search->workers[i].states;
            verdict_merge(search, &search->workers[i]);
        }
    if (search->options.order == SEARCH_BFS || result->states == 0)
        result->states += states;
    if (search->options.order == SEARCH_BFS)
        result->depth = search->level;
    search_merge_found(search);
    drop_beyond_bound(search);
}

void search_drop_traces(struct search_result *result)
{
    if (result->witness_found) { /* it is nothing but its trace */
        result->witness_found = false;
        result->violations[0] = result->violations[--result->violation_count];
        result->verdict = result->violation_count ? VERDICT_VIOLATED : VERDICT_INCOMPLETE;
        result->reason = REASON_MEMORY;
        result->exhausted = true;
    }
    for (unsigned i = 0; i < result->violation_count; i++) {
        result->violations[i].trace.count = 0;
        result->violations[i].no_trace = "memory ran out before it was found and verified";
    }
}

struct search_result *search_so_far(struct search *search)
{
    struct search_result *result = search->result;
    search_stop(search, REASON_MEMORY);
    if (!search->summed && pool_rest(search->pool))
        sum_so_far(search);
    search_drop_traces(result);
    findings_collect(search);
    search_drop_traces(result);
    verdict_conclude(search, search->visited_all);
    if (!result->store)
        result->store = "none";
    result->exhausted = true;
    result->seconds = search->seconds_before + machine_clock() - search->started;
    result->peak_rss = machine_peak_rss();
    return result;
}
