/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * run_text.c - name the steps of a litmus run in the test's own words.
 */
#include "run_text.h"

#include <string.h>

#include "../model/groups.h"
#include "../model/instance.h"
#include "../model/value.h"

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

/* An element of one of the driver's types, by the test's names: P0, cu0, x. */
static void put_name(struct text *out, const struct litmus_result *result, const struct model_type *type, int64_t value)
{
    const char *name = type && type->name ? type->name : "";
    const struct litmus_placement *placement = &result->placement;
    const char *separator = "";
    if (!strcmp(name, "thread")) {
        text_format(out, "P%d", (int)value);
    } else if (!strcmp(name, "cu") || !strcmp(name, "component")) {
        text_format(out, "%s%d", name, (int)value);
    } else if (!strcmp(name, "line") && value < placement->lines) {
        for (unsigned a = 0; a < result->test->location_count; a++) {
            if (placement->line[a] != value)
                continue;
            text_format(out, "%s%s", separator, result->test->locations[a].name);
            separator = ",";
        }
    } else {
        value_parameter(out, &(struct model_parameter){.type = type}, value);
    }
}

/* A leaf's path as value_path() writes it, with the test's names. */
static const struct model_type *put_path(struct text *out, const struct litmus_result *result, uint32_t leaf)
{
    const struct model *model = result->model->model;
    uint32_t v = 0;
    while (v + 1 < model->variable_count && model->variables[v + 1].leaf <= leaf)
        v++;
    const struct model_type *type = model->variables[v].type;
    text_put(out, model->variables[v].name);
    leaf -= model->variables[v].leaf;
    for (;;) {
        if (type->kind == MODEL_TYPE_ARRAY) {
            uint32_t slot = leaf / type->element->leaves;
            text_char(out, '[');
            put_name(out, result, type->index, type->index->low + slot);
            text_char(out, ']');
            leaf %= type->element->leaves;
            type = type->element;
        } else if (type->kind == MODEL_TYPE_RECORD) {
            uint32_t field = 0;
            for (; leaf >= type->fields[field].type->leaves; field++)
                leaf -= type->fields[field].type->leaves;
            text_format(out, ".%s", type->fields[field].name);
            type = type->fields[field].type;
        } else {
            return type;
        }
    }
}

/* The value of an operation means something only in the test's words. */
static void put_scalar(struct text *out, const struct litmus_result *result, const struct model_type *type, int64_t value)
{
    if (value > 0 && type->name && !strcmp(type->name, "operation"))
        litmus_host_print_operation(result->host, out, (int)value);
    else if (value != MODEL_UNDEFINED && type->kind == MODEL_TYPE_RANGE)
        put_name(out, result, type, value);
    else
        value_scalar(out, type, value);
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
        const struct model_type *type =
            groups_symmetry(model)->multiset_count ? value_path(out, model, leaf, NULL).type : put_path(out, result, leaf);
        text_put(out, " := ");
        if (groups_symmetry(model)->multiset_count)
            value_scalar(out, type, after[leaf]);
        else
            put_scalar(out, result, type, after[leaf]);
        text_char(out, '\n');
    }
}

/* "c = cu0, l = x"; a word says nothing where a line has one. */
static void put_parameters(struct text *out, const struct litmus_result *result, const struct model_rule *rule,
                           uint64_t number)
{
    uint64_t below = rule->instances;
    const char *separator = "  ";
    for (uint32_t i = 0; i < rule->parameter_count; i++) {
        const struct model_parameter *p = &rule->parameters[i];
        below /= p->count;
        int64_t value = p->first + (int64_t)(number / below) * p->step;
        number %= below;
        if (p->type && p->type->name && !strcmp(p->type->name, "word") && result->placement.words == 1)
            continue;
        text_format(out, "%s%s = ", separator, p->name);
        put_name(out, result, p->type, value);
        separator = ", ";
    }
}

static void put_rule(struct text *out, const struct litmus_result *result, unsigned number, uint64_t instance)
{
    const struct model *model = result->model->model;
    const struct model_rule *rule =
        number ? instance_rule(model->rules, model->rule_count, instance)
               : instance_rule(model->start_states, model->start_state_count, instance);
    text_format(out, "%4u. %s", number, rule->name);
    put_parameters(out, result, rule, instance - rule->first_instance);
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
        put_rule(out, result, i, step->instance);
        if (!step->leaves)
            continue;
        if (first != UINT32_MAX)
            put_threads(out, result, first, before, step->leaves);
        if (mode == LITMUS_TRACE_DIFF && before)
            put_changes(out, result, first, before, step->leaves);
        before = step->leaves;
    }
}
