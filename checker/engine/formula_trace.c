/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * formula_trace.c - a run that goes round as a trace, and why it is fair.
 */
#include <stdlib.h>

#include "../base/memory.h"
#include "../model/value.h"
#include "formulas_private.h"

/* --- why the cycle is fair -------------------------------------------------------- */

/* Whether an instance is enabled where a step begins, by the name that it has in the stored state. */
static bool enables(struct prover *prover, const struct run_step *step, uint32_t label)
{
    struct arcs_of of = arcs_read(prover->arcs, step->state);
    uint32_t mask = formulas_rename(prover) ? (UINT32_C(1) << prover->label_bits) - 1 : UINT32_MAX;
    uint32_t there = step->naming ? renaming_labels(&prover->renaming, step->naming)[label] : label;
    for (uint32_t i = 0; i < of.count; i++)
        if ((arcs_label(&of, i) & mask) == there)
            return true;
    return false;
}

static struct trace_fair told(struct prover *prover, const struct run *run, uint64_t instance, uint32_t label)
{
    struct trace_fair fair = {.instance = instance, .disabled = TRACE_ENABLED, .never_enabled = true};
    for (uint64_t i = run->loop; i < run->count; i++) {
        if (fair.fires == 0 && run->steps[i].instance == instance)
            fair.fires = (unsigned)i + 1;
        if (enables(prover, &run->steps[i], label))
            fair.never_enabled = false;
        else if (fair.disabled == TRACE_ENABLED)
            fair.disabled = (unsigned)i;
    }
    return fair;
}

static void tell_fairness(struct prover *prover, const struct run *run, struct trace *trace)
{
    const struct model *model = prover->search->model;
    trace->fair = memory_zeroed(prover->labels, sizeof *trace->fair);
    for (uint32_t label = 1; label < prover->labels; label++)
        if (prover->strength[label] != MODEL_UNFAIR) {
            uint32_t rule = prover->rule[label];
            uint64_t instance = model->rules[rule].first_instance + (label - prover->label[rule]);
            trace->fair[trace->fair_count++] = told(prover, run, instance, label);
        }
}

/* --- the run itself ------------------------------------------------------------------ */

void formulas_trace(struct prover *prover, uint64_t start_instance, const struct run *run, struct trace *trace)
{
    size_t words = prover->search->words;
    bool ends = run->steps[run->loop].instance == MODEL_NO_INSTANCE;
    uint64_t steps = ends ? run->loop : run->count;
    trace->steps = memory_zeroed(steps + 1, sizeof *trace->steps);
    trace->steps[0] = (struct trace_step){.instance = start_instance, .leaves = value_leaves(prover->search->model, run->words)};
    trace->count = 1;
    for (uint64_t i = 0; i < steps; i++) {
        uint64_t target = i + 1 < run->count ? i + 1 : run->loop;
        trace->steps[trace->count++] = (struct trace_step){.instance = run->steps[i].instance,
                                                           .leaves = value_leaves(prover->search->model, run->words + target * words)};
    }
    trace->is_lasso = true;
    trace->loop = (unsigned)run->loop;
    tell_fairness(prover, run, trace);
}
