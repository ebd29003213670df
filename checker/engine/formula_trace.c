/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * formula_trace.c - a lasso as a trace: states are decoded, and each is
 * expanded again for the instance that leads on.
 */
#include <stdlib.h>

#include "../base/die.h"
#include "formulas_private.h"

/* Of an expansion the target that comes as number `wanted`. */
struct choice {
    uint64_t wanted, come, instance;
};

static void choose(struct expansion *x, uint64_t instance, const uint64_t *target, int moved)
{
    struct choice *choice = x->engine;
    (void)target, (void)moved;
    if (choice->come++ == choice->wanted)
        choice->instance = instance;
}

static uint64_t instance_of(const struct prover *prover, const struct fair_step *step)
{
    struct worker *worker = &prover->search->workers[0];
    struct choice choice = {.wanted = step->edge, .instance = MODEL_NO_INSTANCE};
    struct expansion x = worker->x;
    store_get(worker->context, step->state, worker->source);
    x.emit = choose;
    x.violate = formulas_ignore_violation;
    x.cover = NULL;
    x.engine = &choice;
    x.stopped = NULL;
    prover->search->model->expand(&x);
    if (choice.instance == MODEL_NO_INSTANCE)
        die("a state of a run does not lead on as it did");
    return choice.instance;
}

static int64_t *leaves_of(const struct prover *prover, uint64_t state)
{
    const struct model *model = prover->search->model;
    struct worker *worker = &prover->search->workers[0];
    int64_t *leaves = calloc(model->leaf_count + 1, sizeof *leaves);
    if (!leaves)
        die_memory(model->leaf_count * sizeof *leaves);
    store_get(worker->context, state, worker->source);
    model->decode(model, worker->source, leaves);
    return leaves;
}

/* --- why the cycle is fair -------------------------------------------------------- */

static bool enables(const struct prover *prover, uint64_t state, uint32_t label)
{
    struct arcs_of of = arcs_read(prover->arcs, state);
    for (uint32_t i = 0; i < of.count; i++)
        if (arcs_label(&of, i) == label)
            return true;
    return false;
}

static struct trace_fair told(const struct prover *prover, const struct fair_lasso *lasso, uint64_t instance, uint32_t label)
{
    struct trace_fair fair = {.instance = instance, .disabled = TRACE_ENABLED, .never_enabled = true};
    for (uint64_t i = lasso->loop; i < lasso->count; i++) {
        const struct fair_step *step = &lasso->steps[i];
        struct arcs_of of = arcs_read(prover->arcs, step->state);
        if (fair.fires == 0 && step->edge != PRODUCT_STUTTER && arcs_label(&of, step->edge) == label)
            fair.fires = (unsigned)i + 1;
        if (enables(prover, step->state, label))
            fair.never_enabled = false;
        else if (fair.disabled == TRACE_ENABLED)
            fair.disabled = (unsigned)i;
    }
    return fair;
}

static void tell_fairness(const struct prover *prover, const struct fair_lasso *lasso, struct trace *trace)
{
    const struct model *model = prover->search->model;
    trace->fair = calloc(prover->labels, sizeof *trace->fair);
    if (!trace->fair)
        die_memory(prover->labels * sizeof *trace->fair);
    for (uint32_t r = 0; r < model->rule_count; r++)
        for (uint64_t i = 0; prover->label[r] && prover->strength[prover->label[r]] && i < model->rules[r].instances; i++)
            trace->fair[trace->fair_count++] =
                told(prover, lasso, model->rules[r].first_instance + i, prover->label[r] + (uint32_t)i);
}

/* --- the run itself ------------------------------------------------------------------ */

/* The steps that the automaton takes by itself where nothing leads on are none of the run's. */
static void drop_stutters(struct fair_lasso *lasso)
{
    for (uint64_t i = 0; i < lasso->count; i++)
        if (lasso->steps[i].edge == PRODUCT_STUTTER) {
            lasso->loop = i;
            lasso->count = i + 1;
        }
}

static bool same_step(const struct fair_step *a, const struct fair_step *b)
{
    return a->state == b->state && a->edge == b->edge;
}

static bool repeats(const struct fair_step *steps, uint64_t count, uint64_t period)
{
    if (count % period != 0)
        return false;
    for (uint64_t i = period; i < count; i++)
        if (!same_step(&steps[i], &steps[i - period]))
            return false;
    return true;
}

/* The same run, told as shortly as it can be: a cycle that goes round several times for the automaton's sake does so once, and
 * begins as soon as the run goes as it does for ever. */
static void tell_shortly(struct fair_lasso *lasso)
{
    uint64_t count = lasso->count - lasso->loop, period = 1;
    while (!repeats(lasso->steps + lasso->loop, count, period))
        period++;
    lasso->count = lasso->loop + period;
    while (lasso->loop > 0 && same_step(&lasso->steps[lasso->loop - 1], &lasso->steps[lasso->count - 1])) {
        lasso->loop--;
        lasso->count--;
    }
}

void formulas_shorten(struct fair_lasso *lasso)
{
    drop_stutters(lasso);
    tell_shortly(lasso);
}

void formulas_trace(const struct prover *prover, const struct fair_lasso *lasso, struct trace *trace)
{
    bool stutters = lasso->steps[lasso->loop].edge == PRODUCT_STUTTER;
    uint64_t steps = stutters ? lasso->loop : lasso->count;
    trace->steps = calloc(steps + 1, sizeof *trace->steps);
    if (!trace->steps)
        die_memory((steps + 1) * sizeof *trace->steps);
    trace->steps[0] = (struct trace_step){.instance = prover->start_instances[lasso->start],
                                          .leaves = leaves_of(prover, prover->starts[lasso->start])};
    trace->count = 1;
    for (uint64_t i = 0; i < steps; i++) {
        uint64_t target = i + 1 < lasso->count ? lasso->steps[i + 1].state : lasso->steps[lasso->loop].state;
        trace->steps[trace->count++] = (struct trace_step){.instance = instance_of(prover, &lasso->steps[i]), .leaves = leaves_of(prover, target)};
    }
    trace->is_lasso = true;
    trace->loop = (unsigned)lasso->loop;
    tell_fairness(prover, lasso, trace);
}
