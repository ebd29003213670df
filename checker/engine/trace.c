/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * trace.c - find the least shortest run to a violation, after the search.
 *
 * A search that finds no violation pays nothing for traces: the run is found
 * afterwards, in two passes over the levels.
 *
 * Backward: the states of level D that violate the property are marked.  Then,
 * from level D-1 to 0, a state is marked if it has a marked successor in the
 * next level (or, one level above the violation, a firing that fails).  Each
 * level is expanded again, in parallel; a successor is looked up in the store
 * only if it passes a Bloom filter of the marked states.
 *
 * Forward: the run begins in the least start state whose canonical form is
 * marked.  Each step takes the least rule instance whose target's canonical
 * form is marked one level deeper; the step itself is made without symmetry and
 * multiset reduction.  From every marked state some run leads on to the
 * violation, so no step has to be taken back, and the first run that is found
 * is the least of all shortest ones.
 *
 * Under heuristic symmetry canonical forms are not unique: the target of a
 * step may be missing from the store although another state of its orbit is
 * there.  Then the least run is first chosen among the stored states, and a
 * real run is led along the orbits of these states.  A store that does not keep
 * the states of past levels remembers the parent of each state instead, or the
 * parents are found by a second search (retrace.c); either gives the states
 * along which the run is led.
 *
 * Where there are several processes, each marks the states that are its own: a
 * successor that is another's is asked about, with the number of the state it
 * comes from, and the answer is that number where it is marked.  The forward half
 * is process 0's, and the others answer it.
 *
 * A loop over a scalarset takes the elements of a real state in another order
 * than those of its canonical form, and of several faults the first is named
 * (symmetry.h).  So at the end of a real run another fault may stand in the
 * place of the one that the search found; the violation is then that one.
 */
#include <stdlib.h>
#include <string.h>

#include "../base/die.h"
#include "../model/groups.h"
#include "../model/value.h"
#include "exchange.h"
#include "switches.h"
#include "trace_private.h"

static bool marked(const struct tracer *tracer, uint64_t number)
{
    /* Written before this level's pool_run, but for bits of other states in
     * the same word: relaxed. */
    return atomic_load_explicit(&tracer->marks[number / 64], memory_order_relaxed) >> (number % 64) & 1;
}

static void mark(struct tracer *tracer, uint64_t number)
{
    atomic_fetch_or_explicit(&tracer->marks[number / 64], UINT64_C(1) << (number % 64), memory_order_relaxed);
}

static bool in_level(const struct search *search, uint64_t number, unsigned level)
{
    return level < search->levels && number >= search->level_start[level] && number < search->level_start[level + 1];
}

/* --- backward -------------------------------------------------------------- */

/* Mark the states that have a marked successor among the successors that wait. */
static bool mark_parents(struct worker *worker)
{
    struct search *search = worker->search;
    struct tracer *tracer = trace_of(worker);
    store_find_many(worker->context, worker->targets, worker->waiting, worker->numbers);
    for (size_t i = 0; i < worker->waiting; i++) {
        uint64_t number = worker->numbers[i];
        if (number != STORE_NONE && in_level(search, number, search->level + 1) && marked(tracer, number))
            mark(tracer, worker->parents[i]);
    }
    worker->waiting = worker->kept = 0;
    return true;
}

/* Mark the current state if it has a firing that fails, or a marked successor.
 * Most states have no successor that passes the filter; they need no check. */
static void look_up_above(struct worker *worker, uint64_t number)
{
    worker->search->model->expand(&worker->x);
    bool leads = worker->hit;
    if (leads || exchange_has_more(worker)) {
        bool good = trace_is_good(worker);
        if (leads && good)
            mark(trace_of(worker), number);
        if (leads || !good)
            exchange_forget(worker);
    }
    exchange_keep(worker);
    if (worker->away)
        exchange_pass(worker);
    if (worker->waiting >= WORKER_FLUSH_AT)
        mark_parents(worker);
}

static void look_up(struct worker *worker, uint64_t number)
{
    struct tracer *tracer = trace_of(worker);
    store_get_next(worker->context, number, worker->end, worker->source);
    worker->source_number = number;
    worker->state_fails = worker->firing_fails = worker->hit = worker->abandoned = false;
    if (worker->search->level < tracer->depth)
        look_up_above(worker, number);
    else if (trace_violates(worker))
        mark(tracer, number);
}

/* --- backward, with other processes --------------------------------------------- */

/* The states of a parcel are looked up together; each has the number of its parent after it. */
static bool take_asked(struct worker *worker, struct parcel *parcel)
{
    struct search *search = worker->search;
    const struct tracer *tracer = trace_of(worker);
    size_t words = search->words, count = parcel->count / (words + 1);
    uint64_t *states = calloc(count + 1, words * sizeof *states), *numbers = calloc(count + 1, sizeof *numbers);
    if (!states || !numbers)
        die_memory(count * words * sizeof *states);
    for (size_t i = 0; i < count; i++)
        memcpy(states + i * words, parcel->data + i * (words + 1), words * sizeof *states);
    store_find_many(worker->context, states, count, numbers);
    for (size_t i = 0; i < count; i++)
        if (numbers[i] != STORE_NONE && in_level(search, numbers[i], search->level + 1) && marked(tracer, numbers[i]))
            exchange_answer(search, parcel->peer, parcel->data[i * (words + 1) + words]);
    free(states);
    free(numbers);
    return true;
}

static void take_answers(struct search *search, const struct parcel *parcel)
{
    for (size_t i = 0; i < parcel->count; i++)
        mark(search->tracer, parcel->data[i]);
}

/* The number that a marked state of a level has in its own process; which one matters to nobody else. */
static uint64_t marked_number(struct search *search, const uint64_t *state, uint64_t level)
{
    uint64_t number = store_find(search->workers[0].context, state);
    bool leads = number != STORE_NONE && in_level(search, number, (unsigned)level) && marked(search->tracer, number);
    return leads ? number : STORE_NONE;
}

static void mark_level(struct search *search, unsigned level)
{
    const struct exchange_use asking = {.take = take_asked, .answered = take_answers, .with_parent = true, .by_one = true};
    if (search->exchange) {
        exchange_route(search);
        exchange_begin(search, asking);
        search->sends = level < search->tracer->depth;
    }
    search_range(search, search->level_start[level], search->level_start[level + 1], SEARCH_ALONE, look_up);
    if (!search->exchange)
        return;
    exchange_settle(search);
    exchange_agree(search, NULL, 0, 0);
}

/* --- backward: levels --------------------------------------------------------------- */

/* The first marked number from `number` on, or `end`. */
static uint64_t next_marked(const struct tracer *tracer, uint64_t number, uint64_t end)
{
    while (number < end && !marked(tracer, number)) {
        bool none = number % 64 == 0 && !atomic_load_explicit(&tracer->marks[number / 64], memory_order_relaxed);
        number += none ? 64 : 1;
    }
    return number < end ? number : end;
}

/* Put the marked states of the next level in the filter, before a level is looked through. */
static void make_filter(struct tracer *tracer, unsigned level)
{
    struct search *search = tracer->search;
    uint64_t count = 0;
    bloom_free(&tracer->filter);
    if (level + 1 >= search->levels)
        return;
    uint64_t start = search->level_start[level + 1], end = search->level_start[level + 2];
    for (uint64_t at = next_marked(tracer, start, end); at < end; at = next_marked(tracer, at + 1, end))
        count++;
    tracer->filter = bloom_new(count);
    for (uint64_t at = next_marked(tracer, start, end); at < end && tracer->filter.bits; at = next_marked(tracer, at + 1, end)) {
        store_get(search->workers[0].context, at, tracer->target);
        bloom_put(&tracer->filter, tracer->target, search->words);
    }
}

/* Mark every state that lies on a shortest run to the violation.  If the
 * violation is a firing's, its level need not have been begun: a limit may have
 * come before. */
static void mark_levels(struct tracer *tracer, bool ends_marked)
{
    struct search *search = tracer->search;
    unsigned level = tracer->depth + 1;
    search->flush = mark_parents;
    while (level-- > 0 && exchange_goes_on(search)) {
        if (level >= search->levels || (ends_marked && level == tracer->depth))
            continue;
        search->level = level;
        make_filter(tracer, level);
        trace_callbacks(search, level == tracer->depth);
        mark_level(search, level);
    }
    bloom_free(&tracer->filter);
    search->flush = worker_flush;
}

/* --- forward ---------------------------------------------------------------- */

static const uint64_t *canonical_of(struct tracer *tracer, const uint64_t *state)
{
    const struct search *search = tracer->search;
    if (!search->reduces || tracer->following_stored)
        return state;
    struct worker *worker = tracer->by_orbit ? &tracer->exact : &tracer->stored_one;
    groups_canonicalise(search->model, &worker->x, state, tracer->canonical, NULL);
    return tracer->canonical;
}

/* The number that the target of the sought step has, or STORE_NONE where it
 * does not lead to the violation. */
static uint64_t leads_to(struct tracer *tracer, const uint64_t *target)
{
    struct search *search = tracer->search;
    const uint64_t *canonical = canonical_of(tracer, target);
    if ((tracer->chain || tracer->given) && tracer->step >= tracer->chained)
        return STORE_NONE;
    if (tracer->given)
        return memcmp(canonical, tracer->orbit, search->words * sizeof *canonical) == 0 ? 0 : STORE_NONE;
    if (tracer->chain && tracer->by_orbit)
        return memcmp(canonical, tracer->orbit, search->words * sizeof *canonical) == 0 ? tracer->chain[tracer->step]
                                                                                        : STORE_NONE;
    if (search->disk)
        return disk_leads(search, canonical, tracer->step) ? 0 : STORE_NONE;
    if (search->exchange && !exchange_owns(search, canonical))
        return exchange_ask(search, canonical, tracer->step);
    if (!tracer->chain)
        return marked_number(search, canonical, tracer->step);
    uint64_t number = store_find(search->workers[0].context, canonical);
    return number != STORE_NONE && number == tracer->chain[tracer->step] ? number : STORE_NONE;
}

static void consider_target(struct expansion *x, uint64_t instance, const uint64_t *target, int moved)
{
    struct worker *worker = x->engine;
    struct tracer *tracer = trace_of(worker);
    uint64_t number;
    if (tracer->chosen && instance != tracer->chosen[tracer->step])
        return;
    if (!moved || (tracer->best.there && tracer->best.instance <= instance) ||
        (number = leads_to(tracer, target)) == STORE_NONE)
        return;
    tracer->best = (struct candidate){.there = true, .instance = instance, .number = number};
    memcpy(tracer->target, target, tracer->search->words * sizeof *target);
}

/* Keep the first that fails where the violation is: in the last state (step depth + 1), or in a firing before it. */
static void note_other(struct tracer *tracer, uint32_t property, uint64_t property_instance, enum model_where where,
                       uint64_t instance)
{
    bool at_end = where == MODEL_IN_STATE ? tracer->step > tracer->depth : tracer->step == tracer->depth;
    if (at_end && !tracer->other.there)
        tracer->other = (struct other_fault){true, property, instance, property_instance};
}

static void consider_violation(struct expansion *x, uint32_t property, uint64_t property_instance,
                               enum model_where where, uint64_t instance)
{
    struct worker *worker = x->engine;
    struct tracer *tracer = trace_of(worker);
    if (property != tracer->property) {
        note_other(tracer, property, property_instance, where, instance);
        return;
    }
    if (where == MODEL_IN_STATE) {
        if (!tracer->state_fails || property_instance < tracer->property_instance)
            tracer->property_instance = property_instance;
        tracer->state_fails = true;
        return;
    }
    if (tracer->chosen && instance != tracer->chosen[tracer->step])
        return;
    if (tracer->step != tracer->depth || (tracer->best.there && tracer->best.instance < instance))
        return;
    if (!tracer->best.there || tracer->best.instance != instance || !tracer->best.fails ||
        property_instance < tracer->property_instance)
        tracer->property_instance = property_instance;
    tracer->best = (struct candidate){.there = true, .instance = instance, .number = STORE_NONE, .fails = true};
}

static void consider_cover(struct expansion *x, uint32_t property, uint64_t property_instance,
                           enum model_where where, uint64_t instance)
{
    struct worker *worker = x->engine;
    if (property == trace_of(worker)->property)
        consider_violation(x, property, property_instance, where, instance);
}

static void keep_made(struct expansion *x, uint64_t instance, const uint64_t *target, int moved)
{
    struct worker *worker = x->engine;
    struct tracer *tracer = trace_of(worker);
    (void)instance, (void)moved;
    memcpy(tracer->target, target, tracer->search->words * sizeof *target);
    tracer->firing_fails = false;
}

/* A local cover was met in the last firing; that firing, unlike one that fails, may have a target. */
static int64_t *target_of_cover(struct tracer *tracer, uint64_t instance)
{
    struct expansion x = tracer->real.x;
    x.emit = keep_made;
    tracer->firing_fails = true;
    if (tracer->step == 0)
        tracer->search->model->start(&x, instance);
    else
        tracer->search->model->fire(&x, instance);
    return tracer->firing_fails ? NULL : value_leaves(tracer->search->model, tracer->target);
}

static void add_step(struct tracer *tracer)
{
    struct trace *trace = &tracer->violation->trace;
    struct trace_step *step = &trace->steps[trace->count++];
    step->instance = tracer->best.instance;
    if (!tracer->best.fails)
        step->leaves = value_leaves(tracer->search->model, tracer->target);
    else if (tracer->violation->kind == MODEL_COVER)
        step->leaves = target_of_cover(tracer, step->instance);
    else
        step->leaves = NULL;
    tracer->violation->in_firing = step->leaves == NULL;
}

/* Find the exact canonical form of the next state of the chain, which stands for its orbit. */
static void seek_orbit(struct tracer *tracer)
{
    const struct search *search = tracer->search;
    size_t bytes = search->words * sizeof *tracer->orbit;
    if (tracer->given)
        memcpy(tracer->stored, tracer->given + tracer->step * search->words, bytes);
    else
        store_get(search->workers[0].context, tracer->chain[tracer->step], tracer->stored);
    if (tracer->by_orbit)
        groups_canonicalise(search->model, &tracer->exact.x, tracer->stored, tracer->orbit, NULL);
    else
        memcpy(tracer->orbit, tracer->stored, bytes);
}

/* Whether the search for the run had to stop; then the last candidate may not be the least. */
static bool gave_up(const struct tracer *tracer)
{
    return !search_goes_on(tracer->search);
}

/* Find the best candidate for the next step, from the worker's state. */
static bool seek_step(struct tracer *tracer, struct worker *worker)
{
    const struct model *model = tracer->search->model;
    tracer->best.there = false;
    if ((tracer->given || (tracer->chain && tracer->by_orbit)) && tracer->step < tracer->chained)
        seek_orbit(tracer);
    worker->abandoned = false;
    if (tracer->step > 0) {
        model->expand(&worker->x);
        return tracer->best.there && !gave_up(tracer);
    }
    for (uint64_t i = 0; i < model->start_instances && !tracer->best.there && !gave_up(tracer); i++) {
        model->start(&worker->x, i);
        if (i % 256 == 255)
            search_limits(worker);
    }
    return tracer->best.there && !gave_up(tracer);
}

/* Whether another fault stands in the place of the one sought; then it is the violation. */
static bool take_other(struct tracer *tracer)
{
    struct violation *violation = tracer->violation;
    enum model_property_kind kind = violation->kind;
    if (!tracer->other.there || !tracer->search->reduces || gave_up(tracer) || kind == MODEL_DEADLOCK ||
        kind == MODEL_COVER || kind == MODEL_LIVENESS || kind == MODEL_LTL)
        return false;
    violation->is_other = true;
    violation->sought = tracer->property;
    tracer->property = violation->property = tracer->other.property;
    violation->kind = tracer->search->model->properties[violation->property].kind;
    tracer->property_instance = tracer->other.property_instance;
    return true;
}

static bool take_other_firing(struct tracer *tracer)
{
    if (!take_other(tracer))
        return false;
    tracer->best = (struct candidate){.there = true, .instance = tracer->other.instance, .number = STORE_NONE, .fails = true};
    return true;
}

/* The least instance of the property that fails in the last state of the run. */
static void name_instance(struct tracer *tracer)
{
    const struct model *model = tracer->search->model;
    tracer->state_fails = tracer->other.there = false;
    tracer->property_instance = 0;
    tracer->step = tracer->depth + 1; /* beyond the last step, so that no firing is taken for a candidate */
    if (model->check(&tracer->real.x) && !tracer->state_fails)
        model->expand(&tracer->real.x);
    if (!tracer->state_fails)
        take_other(tracer);
    if (tracer->search->holds_fails)
        trace_evaluate_liveness(tracer->search, &tracer->real.x);
    tracer->violation->property_instance = tracer->property_instance;
}

static bool follow_run(struct tracer *tracer)
{
    struct search *search = tracer->search;
    struct trace *trace = &tracer->violation->trace;
    trace->steps = calloc(tracer->depth + 1, sizeof *trace->steps);
    if (!trace->steps)
        die_memory((tracer->depth + 1) * sizeof *trace->steps);
    for (tracer->step = 0; tracer->step <= tracer->depth; tracer->step++) {
        tracer->other.there = false;
        if (!seek_step(tracer, &tracer->real) && !take_other_firing(tracer))
            return false;
        add_step(tracer);
        if (tracer->best.fails) {
            tracer->violation->property_instance = tracer->property_instance;
            return true;
        }
        memcpy(tracer->real.source, tracer->target, search->words * sizeof *tracer->target);
    }
    name_instance(tracer);
    return true;
}

static bool real_run(struct tracer *tracer)
{
    if (follow_run(tracer) && !gave_up(tracer))
        return true;
    trace_free(&tracer->violation->trace);
    return false;
}

/* The least run among the stored states. */
static uint64_t *stored_run(struct tracer *tracer)
{
    struct search *search = tracer->search;
    size_t words = search->words;
    uint64_t *states = calloc(tracer->depth + 1, words * sizeof *states);
    if (!states)
        die_memory((tracer->depth + 1) * words * sizeof *states);
    tracer->following_stored = true;
    for (tracer->step = 0; tracer->step <= tracer->depth; tracer->step++) {
        if (!seek_step(tracer, &tracer->stored_one) && gave_up(tracer))
            break;
        if (!tracer->best.there)
            die("a marked state has no marked successor in level %u", tracer->step);
        if (tracer->best.fails)
            break;
        memcpy(states + words * tracer->chained++, tracer->target, words * sizeof *states);
        memcpy(tracer->stored_one.source, tracer->target, words * sizeof *tracer->target);
    }
    tracer->following_stored = false;
    return states;
}

/* --- the whole ---------------------------------------------------------------- */

static void use(struct worker *worker, struct search *search, enum model_symmetry_mode symmetry, bool reduction)
{
    worker_init(worker, search, 0, symmetry, reduction);
    worker->x.emit = consider_target;
    worker->x.violate = consider_violation;
    worker->x.cover = consider_cover;
}

static uint64_t *state_space(const struct search *search)
{
    uint64_t *state = calloc(search->words, sizeof *state);
    if (!state)
        die_memory(search->words * sizeof *state);
    return state;
}

static void tracer_init(struct tracer *tracer, struct search *search, struct violation *violation)
{
    *tracer = (struct tracer){.search = search, .violation = violation, .depth = violation->depth};
    tracer->property = violation->kind == MODEL_DEADLOCK ? deadlock_index(search) : violation->property;
    tracer->by_orbit = search->reduces && search->options.store != STORE_COMPACT && search->options.symmetry == MODEL_SYMMETRY_HEURISTIC;
    use(&tracer->real, search, MODEL_SYMMETRY_OFF, false);
    use(&tracer->stored_one, search, search->options.symmetry, search->options.multiset_reduction);
    use(&tracer->exact, search,
        search->options.symmetry == MODEL_SYMMETRY_OFF ? MODEL_SYMMETRY_OFF : MODEL_SYMMETRY_EXACT,
        search->options.multiset_reduction);
    tracer->stored = state_space(search);
    tracer->orbit = state_space(search);
    tracer->target = state_space(search);
    tracer->canonical = state_space(search);
    search->tracer = tracer;
    search_aside(search);
    if (search->exchange)
        exchange_aside(search);
}

static void tracer_done(struct tracer *tracer)
{
    worker_done(&tracer->real);
    worker_done(&tracer->stored_one);
    worker_done(&tracer->exact);
    free(tracer->stored);
    free(tracer->orbit);
    free(tracer->target);
    free(tracer->canonical);
    free(tracer->chosen);
    tracer->search->tracer = NULL;
    tracer->search->silent = false;
}

/* Whether the run is missing because there was no time for it; the result then says so. */
static bool no_time(struct tracer *tracer)
{
    if (!gave_up(tracer))
        return false;
    tracer->violation->no_trace = search_no_time(tracer->search);
    return true;
}

static void follow_marks(struct tracer *tracer)
{
    uint64_t *states = NULL;
    if (tracer->by_orbit && !gave_up(tracer))
        tracer->given = states = stored_run(tracer);
    else if (tracer->search->options.actor && !gave_up(tracer))
        switches_choose(tracer, leads_to);
    if ((gave_up(tracer) || !real_run(tracer)) && !no_time(tracer))
        die("no run of the model follows the states that the search found");
    free(states);
}

static void run_from_marks(struct tracer *tracer, bool ends_marked)
{
    struct search *search = tracer->search;
    if (search->disk)
        disk_mark_levels(tracer);
    else
        mark_levels(tracer, ends_marked);
    if (!search->exchange || exchange_leads(search))
        follow_marks(tracer);
    else
        exchange_serve(search, marked_number);
    if (search->exchange)
        exchange_dismiss(search);
}

void trace_find(struct search *search, struct violation *violation)
{
    struct tracer tracer;
    uint64_t numbers = search->store ? store_estimate(search->store) : 0;
    tracer_init(&tracer, search, violation);
    tracer.marks = calloc(numbers / 64 + 1, sizeof *tracer.marks);
    if (!tracer.marks)
        die_memory(numbers / 8);
    run_from_marks(&tracer, false);
    free((void *)tracer.marks);
    disk_marks_free(search);
    tracer_done(&tracer);
}

void trace_to_marks(struct search *search, struct violation *violation, _Atomic uint64_t *marks, uint64_t *last)
{
    struct tracer tracer;
    tracer_init(&tracer, search, violation);
    tracer.marks = marks;
    run_from_marks(&tracer, true);
    memcpy(last, tracer.real.source, search->words * sizeof *last);
    tracer_done(&tracer);
}

/* The chain leads from a start state to the state that was noted with the
 * violation.  If a firing of that state fails, the chain is one shorter than the
 * depth of the violation. */
void trace_by_parents(struct search *search, struct violation *violation, uint64_t *last)
{
    struct tracer tracer;
    uint64_t *chain = calloc(violation->depth + 1, sizeof *chain);
    unsigned length = 0;
    if (!chain)
        die_memory((violation->depth + 1) * sizeof *chain);
    tracer_init(&tracer, search, violation);
    uint64_t at = search->found_at[tracer.property];
    for (uint64_t up = at; up != STORE_NONE; up = store_parent(search->store, up))
        length++;
    tracer.chain = chain;
    tracer.chained = length;
    for (uint64_t up = at; up != STORE_NONE; up = store_parent(search->store, up))
        chain[--length] = up;
    if (!real_run(&tracer) && !no_time(&tracer)) {
        if (store_exact(search->store))
            die("no run of the model follows the states that the search found");
        violation->no_trace = "a hash stands for two of the states on the way; another --seed may not have that";
    }
    if (last)
        memcpy(last, tracer.real.source, search->words * sizeof *last);
    free(chain);
    tracer_done(&tracer);
}

void trace_by_states(struct search *search, struct violation *violation, const uint64_t *states, unsigned length)
{
    struct tracer tracer;
    tracer_init(&tracer, search, violation);
    tracer.given = states;
    tracer.chained = length;
    tracer.by_orbit = search->reduces;
    if (!real_run(&tracer) && !no_time(&tracer))
        die("no run of the model follows the states that the search found");
    tracer_done(&tracer);
}

