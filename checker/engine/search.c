/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * search.c - set a search up, keep its clock and its limits, and sum up.
 */
#include "explore.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../base/die.h"
#include "../base/machine.h"
#include "../model/expansion.h"

#define MOMENT 1.0 /* seconds that are left for the traces when a limit has ended the search */
#define PACE 0.002         /* about so many seconds between two looks at the limits */
#define MOST_STATES 1023u  /* ... and at most so many states */
#ifndef FORGETFUL_WORDS
#define FORGETFUL_WORDS 8u /* a number and a root of a longer state take no more than a slot of the set */
#endif

void search_trouble(struct search *search, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    if (!search->result->trouble && vasprintf(&search->result->trouble, format, list) < 0)
        die_memory(strlen(format));
    va_end(list);
}

static void *zeroed(size_t count, size_t size)
{
    void *block = calloc(count ? count : 1, size);
    if (!block)
        die_memory(count * size);
    return block;
}

/* --- workers ------------------------------------------------------------- */

static void init_expansion(struct expansion *x, const struct search *search)
{
    const struct model *model = search->model;
    const struct search_options *options = &search->options;
    expansion_open(x, model, result_settings(options));
    if (options->stats) {
        x->tested_count = zeroed(model->rule_count, sizeof *x->tested_count);
        x->fired_count = zeroed(model->rule_count, sizeof *x->fired_count);
    }
}

/* The model asks, in the midst of a call. */
static int must_stop(void *data)
{
    struct worker *worker = data;
    if (!search_limits(worker))
        return 0;
    worker->abandoned = true;
    return 1;
}

void worker_init(struct worker *worker, struct search *search, unsigned number,
                 enum model_symmetry symmetry, bool multiset_reduction)
{
    memset(worker, 0, sizeof *worker);
    worker->number = number;
    worker->hand = search->store ? store_hand(search->store, number) : NULL;
    worker->source = zeroed(search->words, sizeof *worker->source);
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
    worker->found = zeroed(search->model->property_count + 1, sizeof *worker->found);
    memset(worker->found, 0xff, (search->model->property_count + 1) * sizeof *worker->found);
    worker->found_at = zeroed(search->model->property_count + 1, sizeof *worker->found_at);
    if (search->options.stats) {
        worker->new_states = zeroed(search->model->rule_count, sizeof *worker->new_states);
        worker->counts = zeroed(2 * (size_t)search->model->rule_count, sizeof *worker->counts);
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
            continue; /* takes them when its thread first runs */
        search->workers[i].x.emit = search->emit;
        search->workers[i].x.violate = search->violate;
        search->workers[i].x.cover = search->cover;
    }
}

static void *resized(void *block, size_t count, size_t size)
{
    block = realloc(block, count * size);
    if (!block)
        die_memory(count * size);
    return block;
}

static void more_space(struct worker *worker)
{
    size_t space = worker->space ? worker->space * 2 : 2 * WORKER_FLUSH_AT;
    worker->targets = resized(worker->targets, space * worker->search->words, sizeof *worker->targets);
    worker->parents = resized(worker->parents, space, sizeof *worker->parents);
    worker->instances = resized(worker->instances, space, sizeof *worker->instances);
    worker->numbers = resized(worker->numbers, space, sizeof *worker->numbers);
    worker->space = space;
}

void worker_push(struct worker *worker, uint64_t instance, const uint64_t *target)
{
    size_t words = worker->search->words;
    if (worker->waiting == worker->space)
        more_space(worker);
    uint64_t *place = worker->targets + worker->waiting * words;
    if (words <= 4)
        for (size_t i = 0; i < words; i++)
            place[i] = target[i];
    else
        memcpy(place, target, words * sizeof *target);
    worker->parents[worker->waiting] = worker->source_number;
    worker->instances[worker->waiting++] = instance;
}

void worker_push_key(struct worker *worker, uint64_t instance, const uint64_t *target)
{
    uint64_t key;
    if (worker->no_room || !store_key(worker->hand, target, worker->x.changed, &key)) {
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
        if ((worker->numbers[i] & STORE_FRESH) && worker->parents[i] != STORE_NONE)
            worker->new_states[rule_of(worker->search->model, worker->instances[i])]++;
}

bool worker_flush(struct worker *worker)
{
    struct search *search = worker->search;
    size_t words = search->keyed ? 1 : search->words;
    uint64_t *numbers = worker->new_states ? worker->numbers : NULL;
    size_t done = search->keyed
                ? store_insert_keys(worker->hand, worker->targets, worker->parents, worker->waiting, numbers)
                : store_insert(worker->hand, worker->targets, worker->parents, worker->waiting, numbers);
    worker_count_new(worker, done);
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
    if (!worker->hand || store_finish(worker->hand))
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

/* --- limits -------------------------------------------------------------- */

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

const char *search_no_time(const struct search *search)
{
    return search->deadline > 0 && machine_clock() > search->deadline ? "there was not the time to find the run"
                                                                     : "the search for the run was interrupted";
}

static void report_progress(struct search *search, double now)
{
    uint64_t fired = 0, states = 0;
    for (unsigned i = 0; i < search->threads; i++) {
        fired += atomic_load_explicit(&search->workers[i].shown_fired, memory_order_relaxed);
        states += atomic_load_explicit(&search->workers[i].shown_states, memory_order_relaxed);
    }
    struct search_progress progress = {
        .states = search->store ? store_estimate(search->store) : states,
        .rules_fired = fired,
        .frontier = search->range.end - search->range.start,
        .level_done = search_range_done(search),
        .depth = search->level,
        .seconds = now - search->started,
        .memory = machine_rss(),
    };
    search->options.progress(search->options.progress_data, &progress);
}

/* Whether what the store cannot leave to the disk is too much is found out when
 * all have stopped, in search_grow. */
static void memory_reached(struct search *search)
{
    if (search->options.spill && search->store)
        search_stop_to_grow(search);
    else
        search_stop(search, REASON_MEMORY);
}

bool search_limits(struct worker *worker)
{
    struct search *search = worker->search;
    const struct search_options *options = &search->options;
    /* Set by a signal handler, with nothing else to see: relaxed. */
    if (options->interrupt && !search->heeded && atomic_load_explicit(options->interrupt, memory_order_relaxed))
        search_stop(search, REASON_INTERRUPTED);
    if (options->abandon && atomic_load_explicit(options->abandon, memory_order_relaxed))
        search_stop(search, REASON_INTERRUPTED);
    double now = machine_clock();
    if (search->deadline > 0 && now > search->deadline)
        search_stop(search, REASON_TIME);
    if (options->memory && !search->silent && now >= worker->next_memory) {
        worker->next_memory = now + 0.1;
        if (machine_rss() > options->memory)
            memory_reached(search);
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

bool search_grow(struct search *search)
{
    tell_what_is_held(search);
    if (!store_grow(search->store, search->pool)) {
        search_stop(search, store_disk_full(search->store) ? REASON_DISK : REASON_MEMORY);
        return false;
    }
    atomic_store_explicit(&search->stop, GO, memory_order_relaxed); /* before pool_run starts any other thread */
    return true;
}

unsigned search_depth_of(const struct search *search, uint64_t number)
{
    if (search->options.order == SEARCH_DFS) {
        unsigned depth = 0;
        while ((number = store_parent(search->store, number)) != STORE_NONE)
            depth++;
        return depth;
    }
    unsigned low = 0, high = search->levels;
    while (high - low > 1) {
        unsigned middle = low + (high - low) / 2;
        if (search->level_start[middle] <= number)
            low = middle;
        else
            high = middle;
    }
    return low;
}

void search_merge_found(struct search *search)
{
    for (unsigned t = 0; t < search->threads; t++) {
        const struct worker *worker = &search->workers[t];
        for (uint32_t p = 0; worker->search && p <= search->model->property_count; p++)
            if (worker->found[p] < search->found[p]) {
                search->found[p] = worker->found[p];
                search->found_at[p] = worker->found_at[p];
            }
    }
}

/* --- the result ---------------------------------------------------------- */

void search_add_violation(struct search *search, struct violation violation)
{
    struct search_result *result = search->result;
    result->violations = resized(result->violations, result->violation_count + 1, sizeof *result->violations);
    result->violations[result->violation_count++] = violation;
}

static enum model_property_kind kind_of(const struct search *search, uint32_t property)
{
    return property == deadlock_index(search) ? MODEL_DEADLOCK : search->model->properties[property].kind;
}

static uint32_t order_of(const struct violation *violation)
{
    return violation->property; /* MODEL_NO_PROPERTY, a deadlock, comes last */
}

static int compare_violations(const void *left, const void *right)
{
    const struct violation *a = left, *b = right;
    if (a->depth != b->depth)
        return a->depth < b->depth ? -1 : 1;
    return order_of(a) < order_of(b) ? -1 : order_of(a) > order_of(b);
}

/* liveness.c and walk.c add violations with their traces. */
static bool already_added(const struct search *search, uint32_t property)
{
    const struct search_result *result = search->result;
    for (unsigned i = 0; i < result->violation_count; i++)
        if (result->violations[i].property == (property == deadlock_index(search) ? MODEL_NO_PROPERTY : property))
            return true;
    return false;
}

/* What the search noted becomes violations, in their order, up to max_errors. */
static void collect_violations(struct search *search)
{
    struct search_result *result = search->result;
    for (uint32_t p = 0; p <= search->model->property_count; p++) {
        unsigned depth = search->found[p];
        if (depth == DEPTH_NONE || kind_of(search, p) == MODEL_COVER || already_added(search, p))
            continue;
        search_add_violation(search, (struct violation){
            .kind = kind_of(search, p),
            .property = p == deadlock_index(search) ? MODEL_NO_PROPERTY : p,
            .depth = depth,
        });
    }
    if (result->violation_count)
        qsort(result->violations, result->violation_count, sizeof *result->violations, compare_violations);
    while (result->violation_count > search->options.max_errors)
        trace_free(&result->violations[--result->violation_count].trace);
}

/* The store keeps nothing that a run could be read from. */
static bool must_retrace(const struct search *search)
{
    return search->options.store == STORE_BITSTATE && search->options.order == SEARCH_BFS;
}

static void find_trace(struct search *search, struct violation *violation)
{
    if (must_retrace(search))
        retrace(search, violation, 1);
    else if (search->options.order == SEARCH_DFS || search->options.store == STORE_COMPACT)
        trace_by_parents(search, violation, NULL);
    else if (search->options.order == SEARCH_BFS)
        trace_find(search, violation);
}

static void find_traces(struct search *search)
{
    struct search_result *result = search->result;
    if (must_retrace(search)) {
        retrace(search, result->violations, result->violation_count);
        if (result->violation_count) /* depths may be others than the first search's */
            qsort(result->violations, result->violation_count, sizeof *result->violations, compare_violations);
        return;
    }
    for (unsigned i = 0; i < result->violation_count; i++)
        if (result->violations[i].trace.count == 0)
            find_trace(search, &result->violations[i]);
}

/* The run to the witness goes before all violations. */
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

static bool enabled(const struct search *search, uint32_t property)
{
    return search->options.enabled[property];
}

static void merge_worker(struct search *search, const struct worker *worker)
{
    const struct model *model = search->model;
    struct search_result *result = search->result;
    result->rules_fired += worker->x.fired;
    for (uint32_t r = 0; r < model->rule_count; r++) {
        result->rule_fired[r] |= worker->x.rule_fired[r];
        if (result->rules) {
            result->rules[r].tested += worker->x.tested_count[r];
            result->rules[r].fired += worker->x.fired_count[r];
            result->rules[r].new_states += worker->new_states[r];
        }
    }
    for (uint32_t p = 0; p < model->property_count; p++) {
        result->properties[p].met |= worker->x.covered[p];
        result->properties[p].antecedent |= worker->x.antecedent[p] != 0;
    }
}

/* `visited`: every reachable state was, and no state or firing violates anything. */
static enum verdict property_verdict(const struct search *search, uint32_t property, bool visited)
{
    const struct search_result *result = search->result;
    const struct model_property *description = &search->model->properties[property];
    if (!enabled(search, property))
        return VERDICT_INCOMPLETE;
    if (description->kind == MODEL_COVER) {
        if (result->properties[property].met)
            return VERDICT_HOLDS;
        if (visited && search->options.unmet_cover_is_violation)
            return VERDICT_VIOLATED;
    } else if (search->found[property] != DEPTH_NONE) {
        return VERDICT_VIOLATED;
    } else if (description->kind == MODEL_LIVENESS) {
        return visited && search->decided[property] ? VERDICT_HOLDS : VERDICT_INCOMPLETE;
    }
    return visited ? VERDICT_HOLDS : VERDICT_INCOMPLETE;
}

/* Covers that no state met, after a search that saw them all. */
static void add_unmet_covers(struct search *search)
{
    struct search_result *result = search->result;
    if (!search->options.unmet_cover_is_violation)
        return;
    for (uint32_t p = 0; p < search->model->property_count; p++)
        if (search->model->properties[p].kind == MODEL_COVER && enabled(search, p) && !result->properties[p].met &&
            result->violation_count < search->options.max_errors && !already_added(search, p))
            search_add_violation(search, (struct violation){.kind = MODEL_COVER, .property = p});
}

static void conclude(struct search *search, bool visited)
{
    struct search_result *result = search->result;
    bool complete = visited;
    for (uint32_t p = 0; p < search->model->property_count; p++) {
        result->properties[p].verdict = property_verdict(search, p, visited);
        if (enabled(search, p) && result->properties[p].verdict == VERDICT_INCOMPLETE)
            complete = false;
    }
    result->deadlock.verdict = search->found[deadlock_index(search)] != DEPTH_NONE ? VERDICT_VIOLATED
                             : visited && search->options.deadlock != DEADLOCK_OFF ? VERDICT_HOLDS
                                                                                   : VERDICT_INCOMPLETE;
    if (visited)
        add_unmet_covers(search);
    result->verdict = result->violation_count > (result->witness_found ? 1u : 0u) ? VERDICT_VIOLATED
                    : complete ? VERDICT_HOLDS
                               : VERDICT_INCOMPLETE;
}

/* --- running ------------------------------------------------------------- */

static void fill_in_options(struct search *search)
{
    struct search_options *options = &search->options;
    if (options->threads == 0)
        options->threads = machine_processors();
    if (options->store == STORE_AUTO)
        options->store = STORE_FLAT;
    if (options->store == STORE_JUDY || options->order == SEARCH_DFS || (options->edge && options->order == SEARCH_BFS))
        options->threads = 1;
    if (options->loop_limit == 0)
        options->loop_limit = DEFAULT_LOOP_LIMIT;
    if (options->recursion_limit == 0)
        options->recursion_limit = DEFAULT_RECURSION_LIMIT;
    if (options->max_errors == 0)
        options->max_errors = 1;
}

/* Whether states are asked for again after the level that they lead to. */
static bool looks_back(const struct search *search)
{
    const struct search_options *options = &search->options;
    for (uint32_t p = 0; p < search->model->property_count; p++)
        if (search->model->properties[p].kind == MODEL_LIVENESS && options->enabled[p])
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
    search->store = store_new(&(struct store_options){
        .kind = options->store, .words = search->model->packed_words, .bits = search->model->state_bits,
        .threads = options->threads, .memory = memory,
        .spill = options->spill, .frontier = options->order == SEARCH_BFS,
        .hash_bits = options->hash_bits, .hashes = options->hashes, .array_bytes = options->array_bytes,
        .seed = options->seed,
        .parents = options->order == SEARCH_DFS || (options->trace && options->store == STORE_COMPACT),
        .forgetful = options->store != STORE_JUDY && options->store != STORE_BITSTATE && !looks_back(search) &&
                     (options->store == STORE_COMPACT || search->model->packed_words <= FORGETFUL_WORDS),
    });
    return search->store != NULL;
}

static bool reduces_multisets(const struct model *model)
{
    for (uint32_t i = 0; i < model->multiset_count; i++)
        if (model->multisets[i].reduced)
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
    search->reduces = (options->symmetry != MODEL_SYMMETRY_OFF && model->permutation_size > 0) ||
                      (options->multiset_reduction && reduces_multisets(model));
    if (!options->enabled) {
        unsigned char *all = zeroed(model->property_count, 1);
        memset(all, 1, model->property_count);
        search->options.enabled = all;
    }
    search->watch = zeroed(model->property_count, 1);
    for (uint32_t p = 0; p < model->property_count; p++) {
        search->watch[p] = p == options->witness || (options->covered && options->watch_cover && options->watch_cover[p]);
        search->watches |= search->watch[p] != 0;
    }
    search->found = zeroed(model->property_count + 1, sizeof *search->found);
    memset(search->found, 0xff, (model->property_count + 1) * sizeof *search->found);
    search->decided = zeroed(model->property_count, 1);
    search->found_at = zeroed(model->property_count + 1, sizeof *search->found_at);
    search->pool = pool_new(search->threads);
    search->workers = own_lines(search->threads * sizeof *search->workers);
    search->range.cursors = own_lines(search->threads * sizeof *search->range.cursors);
    pthread_mutex_init(&search->callback, NULL);

    struct search_result *result = search->result;
    result->properties = zeroed(model->property_count, sizeof *result->properties);
    result->rule_fired = zeroed(model->rule_count, 1);
    if (options->stats)
        result->rules = zeroed(model->rule_count, sizeof *result->rules);
}

/* A firing from a state at the depth bound is not in question. */
static void drop_beyond_bound(struct search *search)
{
    for (uint32_t p = 0; p <= search->model->property_count; p++)
        if (search->options.max_depth && search->found[p] != DEPTH_NONE && search->found[p] > search->options.max_depth) {
            search->found[p] = DEPTH_NONE;
            search_stop(search, REASON_DEPTH);
        }
}

static void explore(struct search *search)
{
    struct search_result *result = search->result;
    if (search->options.order == SEARCH_RANDOM) {
        result->store = "none";
        walk_run(search);
        return;
    }
    errno = 0;
    if (!make_store(search)) {
        result->store = "none";
        bool disk = search->options.spill && errno != ENOMEM;
        if (disk)
            search_trouble(search, "cannot make a file in '%s' for what memory does not hold: %s", search->options.spill,
                           strerror(errno));
        result->exhausted = !disk;
        search_stop(search, disk ? REASON_DISK : REASON_MEMORY);
        return;
    }
    result->store = store_name(search->store);
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

static bool nothing_found(const struct search *search)
{
    for (uint32_t p = 0; p <= search->model->property_count; p++)
        if (search->found[p] != DEPTH_NONE)
            return false;
    return true;
}

static void tear_down(struct search *search)
{
    for (unsigned i = 0; i < search->threads; i++)
        worker_done(&search->workers[i]);
    free(search->workers);
    free(search->range.cursors);
    store_free(search->store);
    pool_free(search->pool);
    pthread_mutex_destroy(&search->callback);
    free(search->found);
    free(search->found_at);
    free(search->level_start);
    free(search->watch);
    free(search->decided);
}

struct search_result *search_run(const struct model *model, const struct search_options *options)
{
    struct search *search = own_lines(sizeof *search);
    search->result = zeroed(1, sizeof *search->result);
    set_up(search, model, options);
    if (options->running)
        *options->running = search;
    explore(search);
    if (options->explored)
        options->explored(options->explored_data);
    for (unsigned i = 0; i < search->threads; i++)
        if (search->workers[i].search)
            merge_worker(search, &search->workers[i]);
    search->visited_all = search->result->reason == REASON_NONE && nothing_found(search);
    search->summed = true;
    if (search->visited_all)
        liveness_run(search);
    collect_violations(search);
    if (search->options.trace)
        find_traces(search);
    add_witness(search);
    conclude(search, search->visited_all);
    search->result->seconds = search->seconds_before + machine_clock() - search->started;
    search->result->peak_rss = machine_peak_rss();
    if (!options->enabled)
        free((void *)(uintptr_t)search->options.enabled);
    struct search_result *result = search->result;
    if (options->running)
        *options->running = NULL;
    tear_down(search);
    free(search);
    return result;
}

/* Where a worker does not come to rest soon, what it did since its level began is left out. */
static void sum_so_far(struct search *search)
{
    struct search_result *result = search->result;
    uint64_t states = 0;
    for (unsigned i = 0; i < search->threads; i++)
        if (search->workers[i].search) {
            states += search->workers[i].states;
            merge_worker(search, &search->workers[i]);
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
    collect_violations(search);
    search_drop_traces(result);
    conclude(search, search->visited_all);
    if (!result->store)
        result->store = "none";
    result->exhausted = true;
    result->seconds = search->seconds_before + machine_clock() - search->started;
    result->peak_rss = machine_peak_rss();
    return result;
}

