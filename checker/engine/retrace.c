/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * retrace.c - find runs by searching again, where the store keeps no trace of
 * them.
 *
 * The bit-state store keeps no states from which a run could be reconstructed.
 * So the search is made again, on one thread, and writes down for each state
 * the number of its predecessor and the rule instance, in 8 bytes.  It ends when
 * it has found every violation that is to be shown, or below the deepest of them.
 *
 * On one thread the second search omits what the first one omitted, and so
 * finds what that one found; a first search on more threads may have omitted others.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "../base/die.h"
#include "../base/memory.h"
#include "explore.h"

#define STEPS_SPACE (UINT64_C(1) << 40) /* bytes, where --memory sets no bound */
#define STEPS_LEAST 65536u

struct retracer {
    uint64_t *steps;        /* by number: the parent's number + 1 (0: a start state), then the instance */
    size_t mapped;
    uint64_t most;          /* numbers that there is space for */
    unsigned instance_bits;
};

/* --- searching again ------------------------------------------------------ */

static unsigned bits_for(uint64_t count)
{
    unsigned bits = 1;
    while (bits < 63 && count >> bits)
        bits++;
    return bits;
}

static bool retracer_init(struct retracer *retracer, const struct search *search)
{
    const struct model *model = search->model;
    uint64_t memory = search->options.memory, bytes = memory && memory < STEPS_SPACE ? memory : STEPS_SPACE;
    uint64_t instances = model->rule_instances > model->start_instances ? model->rule_instances : model->start_instances;
    void *region = NULL;
    for (bytes *= 2; !region && bytes / 2 >= STEPS_LEAST;) /* as much as there is address space for */
        region = memory_region(bytes /= 2);
    if (!region)
        return false;
    *retracer = (struct retracer){region, bytes, bytes / sizeof(uint64_t), bits_for(instances)};
    if (UINT64_MAX >> retracer->instance_bits < retracer->most)
        retracer->most = UINT64_MAX >> retracer->instance_bits;
    return true;
}

static uint64_t parent_of(const struct retracer *retracer, uint64_t number)
{
    uint64_t parent = retracer->steps[number] >> retracer->instance_bits;
    return parent ? parent - 1 : STORE_NONE;
}

static uint64_t instance_of(const struct retracer *retracer, uint64_t number)
{
    return retracer->steps[number] & ((UINT64_C(1) << retracer->instance_bits) - 1);
}

/* In the order in which the first search did it, on one thread. */
static bool put(struct worker *worker)
{
    struct search *search = worker->search;
    struct retracer *retracer = search->retracer;
    size_t done = store_insert(worker->context, worker->targets, NULL, worker->waiting, worker->numbers);
    bool room = done == worker->waiting;
    for (size_t i = 0; i < done && room; i++) {
        uint64_t number = worker->numbers[i] & ~STORE_NEW, parent = worker->parents[i];
        if (!(worker->numbers[i] & STORE_NEW))
            continue;
        room = number < retracer->most;
        if (room)
            retracer->steps[number] = (parent == STORE_NONE ? 0 : parent + 1) << retracer->instance_bits |
                                      worker->instances[i];
    }
    worker->waiting = worker->kept = 0;
    if (!room)
        search_stop(search, REASON_MEMORY);
    return room;
}

static void put_starts(struct worker *worker)
{
    put(worker);
}

static void visit(struct worker *worker, uint64_t number)
{
    store_get(worker->context, number, worker->source);
    worker->source_number = number;
    if (!visit_source(worker))
        return;
    worker->kept = worker->waiting;
    if (worker->waiting >= WORKER_FLUSH_AT)
        put(worker);
}

static uint32_t property_of(const struct search *search, const struct violation *violation)
{
    return violation->kind == MODEL_DEADLOCK ? deadlock_index(search) : violation->property;
}

static bool found_all(const struct search *search, const struct violation *violations, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (search->workers[0].found[property_of(search, &violations[i])] == DEPTH_NONE)
            return false;
    return true;
}

static void begin_level(struct search *search, unsigned level, uint64_t from, uint64_t to)
{
    search->level = level;
    search->levels = level + 1;
    search->level_start = realloc(search->level_start, (level + 2) * sizeof *search->level_start);
    if (!search->level_start)
        die_memory((level + 2) * sizeof *search->level_start);
    search->level_start[level] = from;
    search->level_start[level + 1] = to;
}

static void search_again(struct search *search, const struct violation *violations, unsigned count)
{
    unsigned deepest = 0;
    for (unsigned i = 0; i < count; i++)
        if (violations[i].depth > deepest)
            deepest = violations[i].depth;
    store_clear(search->store);
    visit_starts(search, put_starts);
    uint64_t from = 0, to = store_renumber(search->store, search->pool);
    for (unsigned level = 0; level <= deepest && from < to && search_goes_on(search); level++) {
        if (found_all(search, violations, count))
            break;
        begin_level(search, level, from, to);
        visit_callbacks(search);
        search_range(search, from, to, UINT64_MAX, visit);
        from = to;
        to = store_renumber(search->store, search->pool);
    }
}

/* What the first search left is kept, for its result is made from it. */
static enum incomplete_reason run_aside(struct search *search, const struct violation *violations, unsigned count)
{
    struct search_options options = search->options;
    struct search_result *result = search->result;
    enum incomplete_reason reason = result->reason;
    size_t properties = search->model->property_count + 1, space = properties * sizeof *search->found;
    uint32_t *found = malloc(space);
    if (!found)
        die_memory(space);
    memcpy(found, search->found, space);
    for (unsigned i = 0; i < search->threads; i++)
        if (search->workers[i].search)
            memset(search->workers[i].found, 0xff, space);
    search->options.edge = NULL;
    search->options.covered = NULL;
    search->last_level = false;
    search->flush = put;
    search_aside(search);
    search->silent = false; /* a stop is to have its reason, which is taken below */
    result->reason = REASON_NONE;

    search_again(search, violations, count);

    enum incomplete_reason stopped = result->reason;
    result->reason = reason;
    search->flush = worker_flush;
    search->options = options;
    memcpy(search->found, found, space);
    free(found);
    return stopped;
}

/* --- from numbers to states ------------------------------------------------ */

struct copy {
    uint64_t *to;
    size_t words;
};

static void copy_target(struct expansion *x, uint64_t instance, const uint64_t *target, int moved)
{
    const struct copy *copy = x->engine;
    (void)instance, (void)moved;
    memcpy(copy->to, target, copy->words * sizeof *target);
}

static void ignore_violation(struct expansion *x, uint32_t property, uint64_t property_instance,
                             enum model_where where, uint64_t instance)
{
    (void)x, (void)property, (void)property_instance, (void)where, (void)instance;
}

/* The states that the search had on its way to number `at`, as it had them; STORE_NONE: none. */
static uint64_t *states_to(struct search *search, uint64_t at, unsigned *length)
{
    const struct retracer *retracer = search->retracer;
    size_t words = search->words;
    struct copy copy = {.words = words};
    struct worker worker;
    *length = 0;
    for (uint64_t up = at; up != STORE_NONE; up = parent_of(retracer, up))
        ++*length;
    uint64_t *instances = malloc((*length + 1) * sizeof *instances);
    uint64_t *states = calloc(*length + 1, words * sizeof *states);
    if (!instances || !states)
        die_memory((*length + 1) * words * sizeof *states);
    unsigned place = *length;
    for (uint64_t up = at; up != STORE_NONE; up = parent_of(retracer, up))
        instances[--place] = instance_of(retracer, up);
    worker_init(&worker, search, 0, search->options.symmetry, search->options.multiset_reduction);
    worker.x.emit = copy_target;
    worker.x.violate = ignore_violation;
    worker.x.cover = NULL;
    worker.x.engine = &copy;
    for (unsigned i = 0; i < *length; i++) {
        copy.to = states + i * words;
        if (i == 0)
            search->model->start(&worker.x, instances[0]);
        else
            search->model->fire(&worker.x, instances[i]);
        memcpy(worker.source, copy.to, words * sizeof *worker.source);
    }
    worker_done(&worker);
    free(instances);
    return states;
}

/* --- the whole -------------------------------------------------------------- */

static const char *why_missing(enum incomplete_reason stopped)
{
    if (stopped == REASON_INTERRUPTED)
        return "the second search, from which it would be read, was interrupted";
    if (stopped == REASON_TIME)
        return "there was not the time for a second search, from which it would be read";
    if (stopped != REASON_NONE)
        return "the second search, from which it would be read, needs more memory than there is";
    return "a second search, from which it would be read, omitted states on the way; "
           "--threads 1 makes both searches the same";
}

static void trace_one(struct search *search, struct violation *violation, enum incomplete_reason stopped)
{
    const struct worker *worker = &search->workers[0];
    uint32_t property = property_of(search, violation);
    unsigned length;
    if (worker->found[property] == DEPTH_NONE) {
        violation->no_trace = why_missing(stopped);
        return;
    }
    violation->depth = worker->found[property];
    uint64_t *states = states_to(search, worker->found_at[property], &length);
    trace_by_states(search, violation, states, length);
    free(states);
}

void retrace(struct search *search, struct violation *violations, unsigned count)
{
    struct retracer retracer;
    if (count == 0)
        return;
    if (!retracer_init(&retracer, search)) {
        for (unsigned i = 0; i < count; i++)
            violations[i].no_trace = why_missing(REASON_MEMORY);
        return;
    }
    search->retracer = &retracer;
    enum incomplete_reason stopped = run_aside(search, violations, count);
    for (unsigned i = 0; i < count; i++)
        trace_one(search, &violations[i], stopped);
    search->retracer = NULL;
    memory_region_done(retracer.steps, retracer.mapped, retracer.mapped, false);
}
