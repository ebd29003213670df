/* SPDX-License-Identifier: BSD-2-Clause */
#include "trace.h"

#include <string.h>

#include "../report/instance.h"
#include "../report/value.h"

/* Where the driver's `threads` array lies in the state. */
static uint32_t threads_leaf(const struct model *model)
{
    for (uint32_t i = 0; i < model->variable_count; i++)
        if (!strcmp(model->variables[i].name, "threads"))
            return model->variables[i].leaf;
    return UINT32_MAX;
}

static void put_threads(struct text *out, const struct litmus_result *result, uint32_t first,
                        const int64_t *before, const int64_t *after)
{
    for (unsigned t = 0; t < result->test->thread_count; t++) {
        int64_t local = after[first + t];
        if (local == MODEL_UNDEFINED || (before && before[first + t] == local))
            continue;
        text_put(out, "        ");
        litmus_host_print_local(result->host, out, (int)t, (int)local);
        text_char(out, '\n');
    }
}

static void put_changes(struct text *out, const struct litmus_result *result, uint32_t first,
                        const int64_t *before, const int64_t *after)
{
    const struct model *model = result->model->model;
    for (uint32_t leaf = 0; leaf < model->leaf_count; leaf++) {
        if (leaf >= first && leaf < first + (uint32_t)result->model->sizes.threads)
            continue;
        if (before[leaf] == after[leaf])
            continue;
        text_put(out, "        ");
        const struct model_type *type = value_path(out, model, leaf, NULL).type;
        text_put(out, " := ");
        value_scalar(out, type, after[leaf]);
        text_char(out, '\n');
    }
}

static void put_rule(struct text *out, const struct model *model, unsigned number, uint64_t instance)
{
    const struct model_rule *rule =
        number ? instance_rule(model->rules, model->rule_count, instance)
               : instance_rule(model->start_states, model->start_state_count, instance);
    text_format(out, "%4u. %s", number, rule->name);
    if (rule->parameter_count) {
        text_put(out, "  ");
        value_parameters(out, rule->parameters, rule->parameter_count, instance - rule->first_instance);
    }
    text_char(out, '\n');
}

void litmus_trace(struct text *out, const struct litmus_result *result, const struct search_result *search,
                  enum litmus_trace_mode mode)
{
    const struct model *model = result->model->model;
    const struct trace *trace = &search->violations[0].trace;
    uint32_t first = threads_leaf(model);
    const int64_t *before = NULL;
    for (unsigned i = 0; i < trace->count; i++) {
        const struct trace_step *step = &trace->steps[i];
        put_rule(out, model, i, step->instance);
        if (!step->leaves)
            continue;
        if (first != UINT32_MAX)
            put_threads(out, result, first, before, step->leaves);
        if (mode == LITMUS_TRACE_DIFF && before)
            put_changes(out, result, first, before, step->leaves);
        before = step->leaves;
    }
}
