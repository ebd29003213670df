/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * run.c - search one test on one machine, and collect its outcomes.
 *
 * attempt() has the machine compiled and binds the test to it; search() specialises
 * the model to the test and explores it, and the host reports each final state to
 * collect().  If the test turns out to need more than the specialised layout or
 * the compiled sizes hold, the run is made again with more.
 */
#include "run.h"

#include <stdlib.h>
#include <string.h>

#include "../base/arena.h"
#include "../base/die.h"
#include "../litmus/condition.h"
#include "../model/groups.h"
#include "places.h"

#define QUICK_STATES 50000u /* more take longer unoptimised than it takes to optimise */

/* ---- what the host tells ---- */

struct witness {
    const struct litmus_result *result;
    const struct litmus_proposition *target;
    bool wanted; /* the value of `target` that makes a witness */
};

static void decode(const struct litmus_result *result, const int *codes, struct litmus_value *values)
{
    for (unsigned i = 0; i < result->test->watch_count; i++)
        values[i] = program_value(result->program, codes[i]);
}

static void collect(void *data, const int *codes)
{
    struct litmus_result *result = data;
    struct litmus_value values[result->test->watch_count + 1];
    decode(result, codes, values);
    outcomes_add(result->outcomes, values, 1);
}

/* Finding a trace evaluates states a second time, when their outcomes have been counted. */
static void stop_collecting(void *data)
{
    struct litmus_result *result = data;
    litmus_host_collect(result->host, NULL, NULL);
}

static bool is_witness(void *data, const int *codes)
{
    const struct witness *witness = data;
    const struct litmus_test *test = witness->result->test;
    struct litmus_value values[test->watch_count + 1];
    decode(witness->result, codes, values);
    if (test->filter && !litmus_holds(test->filter, values))
        return false;
    return litmus_holds(witness->target, values) == witness->wanted;
}

/* ---- searching ---- */

static uint32_t find_property(const struct model *model, enum model_property_kind kind, const char *name)
{
    for (uint32_t i = 0; i < model->property_count; i++)
        if (model->properties[i].kind == kind && !strcmp(model->properties[i].name, name))
            return i;
    return MODEL_NO_PROPERTY;
}

static void set_search(struct search_options *search, struct litmus_result *result, const struct litmus_options *options,
                       const struct model_external_binding *bindings, const unsigned char *enabled)
{
    search_options_default(search);
    search->abandon = &result->overflowed;
    search->threads = options->threads ? options->threads : 1;
    search->symmetry = MODEL_SYMMETRY_OFF;
    search->store = STORE_VECTORS;
    search->deadlock = DEADLOCK_OFF;
    search->unmet_cover_is_violation = false;
    search->max_states = options->max_states;
    search->max_seconds = options->max_seconds;
    search->memory = options->memory;
    search->interrupt = options->interrupt;
    search->bindings = bindings;
    search->actor = options->actor;
    search->actor_data = result;
    search->enabled = enabled;
}

unsigned char *litmus_enabled(struct arena *arena, const struct model *model, bool liveness, bool ends, bool witness)
{
    unsigned char *enabled = arena_alloc(arena, model->property_count + 1);
    memset(enabled, 1, model->property_count);
    uint32_t cover = find_property(model, MODEL_COVER, "witness");
    uint32_t final = find_property(model, MODEL_COVER, "final");
    if (cover != MODEL_NO_PROPERTY)
        enabled[cover] = witness;
    if (final != MODEL_NO_PROPERTY)
        enabled[final] = !witness;
    for (uint32_t i = 0; i < model->property_count; i++)
        if (model->properties[i].kind == MODEL_LTL)
            enabled[i] = !witness;
        else if (model->properties[i].kind == MODEL_LIVENESS)
            enabled[i] = liveness && !witness && (ends || strcmp(model->properties[i].name, "every thread can end"));
    return enabled;
}

/* From now on the host says of each final state whether the condition holds there (fails, for forall): while a run
 * to one is sought, and when it is run again. */
static void ask_for_witness(struct litmus_result *result)
{
    const struct litmus_test *test = result->test;
    struct witness *witness = arena_alloc(result->arena, sizeof *witness);
    *witness = (struct witness){.result = result, .target = test->outcome ? test->outcome : test->condition,
                                .wanted = test->outcome || test->quantifier != LITMUS_FORALL};
    litmus_host_witness(result->host, is_witness, witness);
}

/* Find the run that a reader wants to see: to the outcome that was asked for, or to
 * a state in which the condition of exists or ~exists holds, or that of forall fails. */
static void find_witness(struct litmus_result *result, const struct litmus_options *options,
                         const struct model_external_binding *bindings)
{
    struct search_options *search = &result->witness_options;
    const struct model *model = result->searched;
    set_search(search, result, options, bindings, litmus_enabled(result->arena, model, false, false, true));
    search->witness = find_property(model, MODEL_COVER, "witness");
    search->trace = true;
    ask_for_witness(result);
    struct search_result *found = search_run(model, search);
    if (found->witness_found)
        result->witness_search = found;
    else
        search_result_free(found);
}

static void explore(struct litmus_result *result, const struct litmus_options *options,
                    const struct model_external_binding *bindings)
{
    struct search_options *search = &result->search_options;
    const struct model *model = result->searched;
    result->outcomes = outcomes_new(result->test);
    set_search(search, result, options, bindings, litmus_enabled(result->arena, model, options->liveness, options->ends, false));
    search->trace = true;
    search->formulas_in_turn = true; /* progress.h: the first one that fails says why */
    search->stats = options->stats;
    search->explored = stop_collecting;
    search->explored_data = result;
    litmus_host_collect(result->host, collect, result);
    result->search = search_run(model, search);
    const struct search_result *found = result->search;
    if (result->model->cover)
        machine_cover_add(result->model->cover, model, found);
    result->states = found->states;
    result->rules_fired = found->rules_fired;
    result->depth = found->depth;
    result->seconds = found->seconds;
    /* A formula is decided once every state is there. */
    result->complete = found->verdict == VERDICT_HOLDS ||
                       (found->verdict == VERDICT_VIOLATED && found->violations[0].kind == MODEL_LTL);
    result->reason = found->reason;
    result->bound = options->max_states;
    if (found->verdict == VERDICT_VIOLATED)
        result->violation = &found->violations[0];
    result->tally = outcomes_tally(result->outcomes, result->complete);
}

static bool bind(struct litmus_result *result, struct model_external_binding *bindings, struct text *error)
{
    const char *missing = NULL;
    result->host = litmus_host_new(result->program, &result->placement, &result->model->sizes);
    if (litmus_host_bind(result->host, result->model->model, bindings, &missing))
        return true;
    text_format(error, "the machine asks for external %s, which no driver supplies", missing);
    return false;
}

static void forget_searches(struct litmus_result *result)
{
    search_result_free(result->search);
    search_result_free(result->witness_search);
    outcomes_free(result->outcomes);
    result->search = result->witness_search = NULL;
    result->violation = NULL;
    result->outcomes = NULL;
}

/* In a layout as narrow as the test; again in a wider one, where that is too narrow. */
static void search(struct litmus_result *result, const struct litmus_options *options,
                   const struct model_external_binding *bindings)
{
    const struct machine_model *m = result->model;
    result->searched = m->model;
    atomic_init(&result->overflowed, false);
    if (!options->wide)
        result->searched = specialise_model(result->arena, m->plan, result->program, &result->placement, &m->sizes,
                                        bindings, &result->overflowed);
    explore(result, options, bindings);
    result->trouble = litmus_host_trouble(result->host);
    if (result->trouble && result->model->cover)
        atomic_fetch_add(&result->model->cover->spoilt, 1);
    if (options->witness && !result->trouble)
        find_witness(result, options, bindings);
    if (atomic_load(&result->overflowed)) {
        forget_searches(result);
        search(result, options, bindings);
    }
}

/* The machine at one size class, with the test bound to it; NULL where that cannot be. */
static const struct model_external_binding *prepare(struct machines *machines, struct litmus_result *result,
                                                    const struct litmus_options *options, unsigned size_class,
                                                    struct text *error)
{
    const struct litmus_placement *p = &result->placement;
    struct machine_environment environment = options->environment;
    environment.scheduled = !promises_asked(&environment.promises) ? 0 : result->test->thread_count;
    int components = p->components > options->least_components ? p->components : options->least_components;
    result->model = machines_model(machines, result->machine, &environment, &options->compile, size_class,
                                   components, p->words, error);
    if (!result->model)
        return NULL;
    struct model_external_binding *bindings =
        arena_alloc(result->arena, (groups_binding(result->model->model)->external_count + 1) * sizeof *bindings);
    return bind(result, bindings, error) ? bindings : NULL;
}

/* Run the test once, at one size class. */
static bool attempt(struct machines *machines, struct litmus_result *result, const struct litmus_options *options,
                    unsigned size_class, struct text *error)
{
    const struct model_external_binding *bindings = prepare(machines, result, options, size_class, error);
    if (!bindings)
        return false;
    if (options->races) {
        result->hb = hb_new(result->program, options->races);
        litmus_host_hb(result->host, result->hb);
    }
    search(result, options, bindings);
    return true;
}

static void forget(struct litmus_result *result)
{
    forget_searches(result);
    litmus_host_free(result->host);
    hb_free(result->hb);
    result->hb = NULL;
    result->host = NULL;
}

/* Run the test with a model that is not optimised; one that turns out to be large is forgotten, and
 * run again with one that is. */
static bool attempt_quickly(struct machines *machines, struct litmus_result *result, const struct litmus_options *options,
                            unsigned size_class, struct text *error)
{
    struct litmus_options quick = *options;
    quick.compile.quickly = true;
    if (!options->max_states || options->max_states > QUICK_STATES)
        quick.max_states = QUICK_STATES;
    if (!attempt(machines, result, &quick, size_class, error))
        return false;
    if (result->reason != REASON_STATES || quick.max_states == options->max_states)
        return true;
    forget(result);
    return attempt(machines, result, options, size_class, error);
}

static struct litmus_result *new_result(const struct machine_variant *machine, const struct machine_program *program,
                                        const struct litmus_placement *placement, const struct litmus_options *options)
{
    struct arena *arena = arena_new();
    struct litmus_result *result = arena_alloc(arena, sizeof *result);
    *result = (struct litmus_result){.machine = machine, .program = program, .test = program_test(program), .arena = arena,
                                     .warm = options->environment.warm};
    if (placement)
        result->placement = *placement;
    else
        litmus_placement_get(result->test, PLACEMENT_APART, places_group_cus(machine), 0, &result->placement);
    return result;
}

struct litmus_result *litmus_run(struct machines *machines, const struct machine_variant *machine,
                                 const struct machine_program *program, const struct litmus_placement *placement,
                                 const struct litmus_options *options, struct text *error)
{
    struct litmus_result *result = new_result(machine, program, placement, options);
    unsigned size_class = machine_size_class(program, &result->placement, options->least_size);
    bool quick = options->quick && options->compile.optimise < 0;
    for (;; size_class++) {
        if (!(quick ? attempt_quickly : attempt)(machines, result, options, size_class, error)) {
            litmus_result_free(result);
            return NULL;
        }
        if (!result->trouble || size_class + 1 >= MACHINE_SIZE_CLASSES)
            return result;
        forget(result);
    }
}

struct litmus_result *litmus_bind(struct machines *machines, const struct machine_variant *machine,
                                  const struct machine_program *program, const struct litmus_placement *placement,
                                  const struct litmus_options *options, struct text *error)
{
    struct litmus_result *result = new_result(machine, program, placement, options);
    unsigned size_class = machine_size_class(program, &result->placement, options->least_size);
    const struct model_external_binding *bindings = prepare(machines, result, options, size_class, error);
    if (!bindings) {
        litmus_result_free(result);
        return NULL;
    }
    set_search(&result->search_options, result, options, bindings, NULL);
    ask_for_witness(result);
    return result;
}

const char *litmus_left_out(const struct litmus_result *result)
{
    if (result->trouble)
        return result->trouble;
    if (result->violation)
        return "states behind a violated property, which are not expanded";
    if (result->reason == REASON_STATES)
        return arena_format(result->arena, "states: %llu more were reached, and would take the count above %llu",
                            (unsigned long long)result->search->waiting, (unsigned long long)result->bound);
    return result_reason_name(result->reason);
}

void litmus_result_free(struct litmus_result *result)
{
    if (!result)
        return;
    forget(result);
    arena_free(result->arena);
}
