/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * trace_look.c - whether a state leads to the violation that is sought (trace.c),
 * as far as the state itself and its firings show it.
 *
 * The callbacks note in the worker that it violates the property at the depth of the
 * violation, and keep those successors that may be marked.
 */
#include "../model/groups.h"
#include "trace_private.h"

/* The tracer of the search; the callbacks find it through their worker. */
struct tracer *trace_of(const struct worker *worker)
{
    return worker->search->tracer;
}

static void ignore_target(struct expansion *x, uint64_t instance, const uint64_t *target, int moved)
{
    (void)x, (void)instance, (void)target, (void)moved;
}

static void keep_target(struct expansion *x, uint64_t instance, const uint64_t *target, int moved)
{
    struct worker *worker = x->engine;
    if (moved && !worker->hit && bloom_passes(&trace_of(worker)->filter, target, worker->search->words))
        worker_push(worker, instance, target);
}

static void seek_violation(struct expansion *x, uint32_t property, uint64_t property_instance,
                           enum model_where where, uint64_t instance)
{
    struct worker *worker = x->engine;
    const struct tracer *tracer = trace_of(worker);
    unsigned depth = worker->search->level + (where == MODEL_IN_FIRING);
    (void)property_instance, (void)instance;
    if (where == MODEL_IN_STATE)
        worker->state_fails = true;
    else
        worker->firing_fails = true;
    if (property == tracer->property && depth == tracer->depth)
        worker->hit = true;
}

static void seek_cover(struct expansion *x, uint32_t property, uint64_t property_instance,
                       enum model_where where, uint64_t instance)
{
    struct worker *worker = x->engine;
    const struct tracer *tracer = trace_of(worker);
    unsigned depth = worker->search->level + (where == MODEL_IN_FIRING);
    (void)property_instance, (void)instance;
    if (property == tracer->property && depth == tracer->depth)
        worker->hit = true;
}

/* The conditions of every formula. */
static void evaluate_formulas(const struct search *search, struct expansion *x)
{
    const struct model_fairness *group = groups_fairness(search->model);
    uint64_t values;
    for (uint32_t f = 0; f < group->formula_count; f++)
        if (search->options.enabled[group->formulas[f].property])
            for (uint64_t i = 0; i < search->model->properties[group->formulas[f].property].instances; i++)
                group->atoms(x, f, i, &values);
}

/* Evaluate every liveness property and formula in the state, since the evaluation itself may fail. */
void trace_evaluate_liveness(const struct search *search, struct expansion *x)
{
    for (uint32_t p = 0; p < search->model->property_count; p++)
        if (search->model->properties[p].kind == MODEL_LIVENESS && search->options.enabled[p])
            for (uint64_t i = 0; i < search->model->properties[p].instances; i++)
                search->model->holds(x, p, i);
    evaluate_formulas(search, x);
}

static bool is_invariant(const struct tracer *tracer)
{
    const struct model *model = tracer->search->model;
    return tracer->property < model->property_count && model->properties[tracer->property].kind == MODEL_INVARIANT;
}

/* Whether the current state, which lies at the depth of the violation, violates the
 * property: in check(), while its guards are evaluated, or as a deadlock.  (A firing
 * that fails counts as one level deeper than its state; who goes through the levels above sees it.) */
bool trace_violates(struct worker *worker)
{
    struct search *search = worker->search;
    const struct tracer *tracer = trace_of(worker);
    struct expansion *x = &worker->x;
    bool fails = !search->model->check(x) || worker->state_fails;
    if (fails || worker->hit)
        return worker->hit;
    if (is_invariant(tracer)) /* `check` evaluates them all */
        return false;
    uint64_t fired = x->fired, progressed = x->progressed;
    search->model->expand(x);
    if (search->holds_fails)
        trace_evaluate_liveness(search, x);
    if (worker->abandoned)
        return false;
    return worker->hit || (tracer->property == deadlock_index(search) && !worker->state_fails &&
                           deadlocked(worker, fired, progressed));
}

/* Whether the current state violates nothing, so that a run may pass through it. */
bool trace_is_good(struct worker *worker)
{
    return !worker->state_fails && worker->search->model->check(&worker->x) && !worker->state_fails;
}

void trace_callbacks(struct search *search, bool at_end)
{
    search_callbacks(search, at_end ? ignore_target : keep_target, seek_violation, seek_cover);
}
