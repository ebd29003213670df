/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * walk.c - the search by random walks.
 *
 * Random simulation: walks from a random start state, always a random enabled
 * rule instance among those that change the state, without symmetry.
 *
 * Walk i is a function of the seed and i.  A walk ends at its first
 * violation, where nothing goes on, or at the depth bound.  The walks that
 * count are those up to the one that finds the last violation asked for, so
 * that the result does not hang on the threads.
 */
#include <stdlib.h>
#include <string.h>

#include "../base/die.h"
#include "../model/value.h"
#include "explore.h"

#define DEFAULT_LENGTH 10000u

struct outcome {
    uint64_t states, fired;
    uint32_t property; /* that the walk violates, or MODEL_NO_PROPERTY - 1 for none */
    uint32_t depth;
};
#define NO_OUTCOME (MODEL_NO_PROPERTY - 1)

struct walks {
    uint64_t length;
    struct outcome *outcomes;       /* by walk; each written by the thread that takes it */
    _Atomic uint64_t last;          /* no walk after this one counts */
    pthread_mutex_t lock;           /* guards what follows */
    uint64_t *first;                /* by property, then deadlock: the least walk that found it */
};

/* What a walk needs, one for each thread. */
struct step {
    uint64_t random, seen;          /* targets seen of the current state */
    uint64_t instance;
    uint64_t *target;               /* the one chosen among them */
    uint32_t property;              /* the least that failed in the state, or in a firing */
    uint64_t property_instance, failing;
    bool in_state, in_firing;
};

static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* Each target seen is as likely to be the one kept. */
static void choose_target(struct expansion *x, uint64_t instance, const uint64_t *target, int moved)
{
    struct worker *worker = x->engine;
    struct step *step = worker->step;
    if (!moved || next_random(&step->random) % ++step->seen != 0)
        return;
    step->instance = instance;
    memcpy(step->target, target, worker->search->words * sizeof *target);
}

/* A violation in the state goes before one in a firing, a lesser property
 * before a greater, then the least firing and property instance. */
static void note_violation(struct expansion *x, uint32_t property, uint64_t property_instance,
                           enum model_where where, uint64_t instance)
{
    struct worker *worker = x->engine;
    struct step *step = worker->step;
    bool in_state = where == MODEL_IN_STATE;
    if (step->in_state && !in_state)
        return;
    if (step->in_state == in_state && (in_state || step->in_firing)) {
        if (property != step->property ? property > step->property
            : instance != step->failing ? instance > step->failing
                                        : property_instance >= step->property_instance)
            return;
    }
    step->in_state |= in_state;
    step->in_firing |= !in_state;
    step->property = property;
    step->property_instance = property_instance;
    step->failing = instance;
}

static void add_step(const struct search *search, struct trace *trace, uint64_t instance, const uint64_t *state)
{
    trace->steps = realloc(trace->steps, (trace->count + 1) * sizeof *trace->steps);
    if (!trace->steps)
        die_memory((trace->count + 1) * sizeof *trace->steps);
    trace->steps[trace->count++] = (struct trace_step){.instance = instance, .leaves = state ? value_leaves(search->model, state) : NULL};
}

/* Choose a start state.  False where there is none, or one fails. */
static bool begin(struct worker *worker)
{
    const struct model *model = worker->search->model;
    struct step *step = worker->step;
    for (uint64_t i = 0; i < model->start_instances && !worker->abandoned; i++) {
        model->start(&worker->x, i);
        if (i % 256 == 255 && search_limits(worker))
            worker->abandoned = true;
    }
    return step->seen > 0 && !step->in_firing && !worker->abandoned;
}

/* Check and expand the current state.  True where the walk goes on. */
static bool look(struct worker *worker)
{
    struct search *search = worker->search;
    struct step *step = worker->step;
    uint64_t fired = worker->x.fired, progressed = worker->x.progressed;
    step->seen = 0;
    if (!search->model->check(&worker->x) || step->in_state || worker->abandoned)
        return false;
    search->model->expand(&worker->x);
    if (worker->abandoned)
        worker->x.fired = fired;
    if (step->in_state || step->in_firing || worker->abandoned)
        return false;
    worker->firing_fails = false;
    if (deadlocked(worker, fired, progressed)) {
        step->in_state = true;
        step->property = deadlock_index(search);
    }
    return step->seen > 0;
}

/* Walk number `walk`; its steps go to `trace` where that is not NULL. */
static struct outcome walk_once(struct worker *worker, uint64_t walk, struct violation *violation)
{
    struct search *search = worker->search;
    struct step *step = worker->step;
    struct trace *trace = violation ? &violation->trace : NULL;
    struct outcome outcome = {.property = NO_OUTCOME};
    uint64_t fired = worker->x.fired;

    *step = (struct step){.target = step->target, .random = search->options.seed};
    step->random = next_random(&step->random) + walk * UINT64_C(0xd1342543de82ef95);
    next_random(&step->random);
    worker->abandoned = false;
    bool on = begin(worker);
    if (on) {
        do {
            memcpy(worker->source, step->target, search->words * sizeof *step->target);
            if (trace)
                add_step(search, trace, step->instance, worker->source);
            outcome.states++;
            on = look(worker);
            outcome.depth += on;
            if (outcome.states % 64 == 0 && search_limits(worker))
                worker->abandoned = true;
        } while (on && !worker->abandoned && outcome.depth <= search->walks->length);
        outcome.depth -= on;
    }
    if (worker->abandoned) /* where it might end is not known */
        outcome.states -= outcome.states > 0;
    else if (step->in_state || step->in_firing) {
        outcome.property = step->property;
        outcome.depth += step->in_firing && !step->in_state && outcome.states > 0;
        if (trace && !step->in_state)
            add_step(search, trace, step->failing, NULL);
        if (violation) {
            violation->in_firing = !step->in_state;
            violation->property_instance = step->property_instance;
        }
    }
    outcome.fired = worker->x.fired - fired;
    return outcome;
}

/* A walk has found something: which is the last that counts now?  Under the lock. */
static void move_last(struct search *search)
{
    struct walks *walks = search->walks;
    unsigned count = 0, properties = search->model->property_count + 1;
    uint64_t last = 0;
    for (unsigned p = 0; p < properties; p++)
        count += walks->first[p] != UINT64_MAX;
    if (count < search->options.max_errors)
        return;
    /* The max_errors-th least of the first walks, some of which may be equal. */
    for (unsigned round = 0, below; round < search->options.max_errors; round += below) {
        uint64_t least = UINT64_MAX;
        below = 0;
        for (unsigned p = 0; p < properties; p++)
            if ((round == 0 || walks->first[p] > last) && walks->first[p] < least)
                least = walks->first[p];
        for (unsigned p = 0; p < properties; p++)
            below += walks->first[p] == least;
        last = least;
    }
    /* Only skips work; what counts is decided when all are done: relaxed. */
    atomic_store_explicit(&walks->last, last, memory_order_relaxed);
}

static void visit(struct worker *worker, uint64_t walk)
{
    struct search *search = worker->search;
    struct walks *walks = search->walks;
    struct step step = {.target = worker->targets};
    if (walk > atomic_load_explicit(&walks->last, memory_order_relaxed)) /* see move_last */
        return;
    if (!worker->targets) {
        worker->targets = calloc(search->words, sizeof *worker->targets);
        if (!worker->targets)
            die_memory(search->words * sizeof *worker->targets);
        step.target = worker->targets;
    }
    worker->step = &step;
    walks->outcomes[walk] = walk_once(worker, walk, NULL);
    worker->step = NULL;
    if (worker->number == 0)
        search_tick(worker);
    worker->states += walks->outcomes[walk].states;
    uint32_t property = walks->outcomes[walk].property;
    if (property == NO_OUTCOME)
        return;
    pthread_mutex_lock(&walks->lock);
    if (walk < walks->first[property]) {
        walks->first[property] = walk;
        move_last(search);
    }
    pthread_mutex_unlock(&walks->lock);
}

/* Walk again, keeping the steps. */
static void add_found(struct search *search, uint32_t property, uint64_t walk)
{
    struct worker *worker = &search->workers[0];
    struct step step = {.target = worker->targets};
    const struct outcome *outcome = &search->walks->outcomes[walk];
    bool deadlock = property == deadlock_index(search);
    struct violation violation = {
        .kind = deadlock ? MODEL_DEADLOCK : search->model->properties[property].kind,
        .property = deadlock ? MODEL_NO_PROPERTY : property, .depth = outcome->depth,
    };
    uint64_t fired = worker->x.fired;
    worker->step = &step;
    walk_once(worker, walk, &violation);
    worker->step = NULL;
    worker->x.fired = fired;
    if (worker->abandoned) {
        trace_free(&violation.trace);
        violation.no_trace = search_no_time(search);
    }
    search->found[property] = outcome->depth;
    if (!search->options.trace)
        trace_free(&violation.trace);
    search_add_violation(search, violation);
}

static void sum_up(struct search *search)
{
    struct walks *walks = search->walks;
    uint64_t last = atomic_load_explicit(&walks->last, memory_order_relaxed), fired = 0;
    for (uint64_t i = 0; i < search->options.walks && i <= last; i++) {
        search->result->states += walks->outcomes[i].states;
        fired += walks->outcomes[i].fired;
        if (walks->outcomes[i].depth > search->result->depth)
            search->result->depth = walks->outcomes[i].depth;
    }
    search_aside(search);
    for (uint32_t p = 0; p <= search->model->property_count; p++)
        if (walks->first[p] <= last)
            add_found(search, p, walks->first[p]);
    search->silent = false;
    /* Firings of walks that do not count, drop out. */
    for (unsigned i = 0; i < search->threads; i++)
        search->workers[i].x.fired = 0;
    search->workers[0].x.fired = fired;
}

void walk_run(struct search *search)
{
    unsigned properties = search->model->property_count + 1;
    struct walks walks = {.length = search->options.max_depth ? search->options.max_depth : DEFAULT_LENGTH};
    walks.outcomes = calloc(search->options.walks ? search->options.walks : 1, sizeof *walks.outcomes);
    walks.first = calloc(properties, sizeof *walks.first);
    if (!walks.outcomes || !walks.first)
        die_memory(search->options.walks * sizeof *walks.outcomes);
    memset(walks.first, 0xff, properties * sizeof *walks.first);
    atomic_store_explicit(&walks.last, UINT64_MAX - 1, memory_order_relaxed);
    pthread_mutex_init(&walks.lock, NULL);
    search->walks = &walks;
    search->options.symmetry = MODEL_SYMMETRY_OFF;
    search->options.multiset_reduction = false;
    worker_init(&search->workers[0], search, 0, MODEL_SYMMETRY_OFF, false);
    search->workers[0].targets = calloc(search->words, sizeof *search->workers[0].targets);
    if (!search->workers[0].targets)
        die_memory(search->words * sizeof *search->workers[0].targets);
    search_callbacks(search, choose_target, note_violation, NULL);
    search_tasks(search, search->options.walks, 2, visit);
    sum_up(search);
    search_stop(search, REASON_SAMPLED);
    search->walks = NULL;
    pthread_mutex_destroy(&walks.lock);
    free(walks.outcomes);
    free(walks.first);
}
