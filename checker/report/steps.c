/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * steps.c - walk along a trace, with what each step changes.
 */
#include "steps.h"

#include <stdlib.h>
#include <string.h>

#include "../base/die.h"
#include "../interp/interp.h"
#include "../model/instance.h"
#include "../model/value.h"
#include "../replay/replay.h"

struct steps_private {
    const struct report *report;
    const struct trace *trace;
    unsigned next;
    struct interp *interp; /* for `put` and watches; NULL for a model built by hand */
    bool *absent;          /* by leaf: under an index that means nothing; NULL: none is */
    unsigned char *skipped; /* properties that are left out, by id */
    int64_t *ignored;      /* leaves that the interpreter computes for its output's sake */
};

static void on_put(void *data, const char *text)
{
    struct steps *steps = data;
    text_put(&steps->output, text);
}

static struct interp *make_interp(struct steps *steps, const struct report *report)
{
    struct steps_private *p = steps->private_;
    p->skipped = replay_skipped(report->program, report->model, report->options);
    struct interp_options options = {
        .bindings = report->options->bindings,
        .loop_limit = report->options->loop_limit,
        .recursion_limit = report->options->recursion_limit,
        .skipped = p->skipped,
        .put = on_put,
        .put_data = steps,
    };
    return interp_new(report->program, &options);
}

static void mark_absent(bool *absent, const struct value_names *names, const struct model_type *type)
{
    if (type->kind == MODEL_TYPE_RECORD)
        for (uint32_t i = 0; i < type->field_count; i++)
            mark_absent(absent + type->fields[i].leaf, names, type->fields[i].type);
    for (uint32_t i = 0; type->kind == MODEL_TYPE_ARRAY && i < type->slots; i++) {
        bool *part = absent + (size_t)i * type->element->leaves;
        if (names->means(names->data, type->index, type->index->low + i))
            mark_absent(part, names, type->element);
        else
            memset(part, true, type->element->leaves);
    }
}

static bool *absent_leaves(const struct report *report)
{
    const struct model *model = report->model;
    bool *absent = report->names ? calloc(model->leaf_count + 1, sizeof *absent) : NULL;
    if (report->names && !absent)
        die_memory(model->leaf_count);
    for (uint32_t i = 0; absent && i < model->variable_count; i++)
        mark_absent(absent + model->variables[i].leaf, report->names, model->variables[i].type);
    return absent;
}

struct steps *steps_open(const struct report *report, unsigned index)
{
    struct steps *steps = calloc(1, sizeof *steps);
    struct steps_private *p = calloc(1, sizeof *p);
    if (!steps || !p)
        die_memory(sizeof *p);
    p->report = report;
    p->absent = absent_leaves(report);
    p->trace = &report->result->violations[index].trace;
    steps->private_ = p;
    if (report->program) {
        p->interp = make_interp(steps, report);
        p->ignored = calloc(report->model->leaf_count + 1, sizeof *p->ignored);
        if (!p->ignored)
            die_memory(report->model->leaf_count * sizeof *p->ignored);
    }
    return steps;
}

/* Run the step once more, for what it prints and for how it fails. */
static void listen(struct steps *steps)
{
    struct steps_private *p = steps->private_;
    steps->fault = NULL;
    if (!p->interp)
        return;
    enum interp_status status = steps->number
                                    ? interp_fire(p->interp, steps->instance, steps->before, p->ignored)
                                    : interp_start(p->interp, steps->instance, p->ignored);
    if (status == INTERP_VIOLATED)
        steps->fault = interp_fault(p->interp)->message;
}

void steps_from(struct steps *steps, unsigned number)
{
    steps->private_->next = number;
}

bool steps_next(struct steps *steps)
{
    struct steps_private *p = steps->private_;
    const struct model *model = p->report->model;
    text_free(&steps->output);
    if (p->next == p->trace->count)
        return false;
    const struct trace_step *step = &p->trace->steps[p->next];
    steps->number = p->next++;
    steps->instance = step->instance;
    steps->before = steps->number ? step[-1].leaves : NULL;
    steps->after = step->leaves;
    steps->rule = steps->number ? instance_rule(model->rules, model->rule_count, step->instance)
                                : instance_rule(model->start_states, model->start_state_count, step->instance);
    listen(steps);
    return true;
}

static bool is_absent(const struct steps *steps, uint32_t leaf)
{
    return steps->private_->absent && steps->private_->absent[leaf];
}

static bool is_defined(const struct steps *steps, const int64_t *leaves, uint32_t leaf)
{
    if (!leaves || is_absent(steps, leaf) || leaves[leaf] == MODEL_UNDEFINED)
        return false;
    struct text path = {0};
    struct value_place place = value_path(&path, steps->private_->report->model, leaf, leaves);
    text_free(&path);
    return place.visible && (place.type || leaves[leaf] == 1);
}

bool steps_defined(const struct steps *steps, uint32_t leaf)
{
    return is_defined(steps, steps->after, leaf);
}

bool steps_was_defined(const struct steps *steps, uint32_t leaf)
{
    return is_defined(steps, steps->before, leaf);
}

/* Whether a leaf that the step changed is to be shown: not what lies in a slot
 * that the step freed, but the slot's mark itself. */
static bool is_shown(const struct steps *steps, uint32_t leaf)
{
    struct text path = {0};
    struct value_place place = value_path(&path, steps->private_->report->model, leaf, steps->after);
    text_free(&path);
    return place.visible;
}

/* Whether the leaf is one that the violation needs, as far as that is known. */
static bool is_needed(const struct steps *steps, uint32_t leaf)
{
    const struct trace_step *step = &steps->private_->trace->steps[steps->number];
    return !steps->before || !step->needed || step->needed[leaf];
}

static bool is_changed(const struct steps *steps, uint32_t leaf)
{
    if (!steps->before)
        return steps_defined(steps, leaf);
    if (steps->before[leaf] == steps->after[leaf] && steps_was_defined(steps, leaf) == steps_defined(steps, leaf))
        return false;
    return !is_absent(steps, leaf) && is_shown(steps, leaf);
}

bool steps_changed(const struct steps *steps, uint32_t leaf)
{
    return (!steps->needed_only || is_needed(steps, leaf)) && is_changed(steps, leaf);
}

bool steps_unneeded(const struct steps *steps, uint32_t leaf)
{
    return steps->after && !is_needed(steps, leaf) && is_changed(steps, leaf);
}

bool steps_moved(const struct steps *steps)
{
    for (uint32_t i = 0; i < steps->private_->report->model->leaf_count; i++)
        if (steps_changed(steps, i))
            return true;
    return false;
}

static unsigned count_changes(const struct steps *steps, uint32_t leaf, uint32_t count)
{
    unsigned changes = 0;
    for (uint32_t i = leaf; i < leaf + count; i++)
        changes += steps_changed(steps, i);
    return changes;
}

/* Whether the leaves are as they were at the start. */
static bool are_at_rest(const struct steps *steps, const struct value_part *part)
{
    const int64_t *rest = steps->private_->trace->steps[0].leaves;
    return !memcmp(steps->after + part->leaf, rest + part->leaf, part->type->leaves * sizeof *rest);
}

static bool are_undefined(const struct steps *steps, const struct value_part *part)
{
    for (uint32_t i = part->leaf; i < part->leaf + part->type->leaves; i++)
        if (steps->after[i] != MODEL_UNDEFINED)
            return false;
    return true;
}

/* Whether a field has all the changes that its record has: then the line is about the field. */
static bool is_one_field(const struct steps *steps, const struct value_part *record, unsigned changes)
{
    for (uint32_t i = 0; i < record->type->field_count; i++) {
        const struct model_field *field = &record->type->fields[i];
        if (count_changes(steps, record->leaf + field->leaf, field->type->leaves) == changes)
            return true;
    }
    return false;
}

const char *steps_folded(const struct steps *steps, const struct value_part *part)
{
    bool record = part->type->kind == MODEL_TYPE_RECORD;
    if (!steps->before || (!record && part->type->kind != MODEL_TYPE_ARRAY))
        return NULL;
    unsigned changes = count_changes(steps, part->leaf, part->type->leaves);
    if (changes < 2)
        return NULL;
    if (are_undefined(steps, part))
        return "Undefined";
    return record && are_at_rest(steps, part) && !is_one_field(steps, part, changes) ? "as at the start" : NULL;
}

/* Whether a leaf of an element and the same leaf of another one have one value, by its name too. */
static bool is_alike(const struct steps *steps, uint32_t leaf, uint32_t other)
{
    const struct report *report = steps->private_->report;
    struct text a = {0}, b = {0};
    if (steps->after[leaf] != steps->after[other] || !report->names)
        return steps->after[leaf] == steps->after[other];
    value_leaf_by(&a, report->names, report->model, leaf, steps->after[leaf]);
    value_leaf_by(&b, report->names, report->model, other, steps->after[other]);
    bool same = !strcmp(a.bytes, b.bytes);
    text_free(&a);
    text_free(&b);
    return same;
}

uint32_t steps_alike(const struct steps *steps, const struct value_part *array)
{
    uint32_t size = array->type->element->leaves, slots = array->type->slots, shown = 0, first = 0;
    unsigned least = array->type->element->kind <= MODEL_TYPE_UNION ? 3 : 2;
    for (uint32_t i = 0; !steps->before && i < slots; i++) {
        uint32_t element = array->leaf + i * size;
        if (!count_changes(steps, element, size))
            continue;
        first = shown++ ? first : element;
        for (uint32_t j = 0; j < size; j++)
            if (!is_alike(steps, first + j, element + j))
                return slots;
    }
    return steps->before || shown < least ? slots : (first - array->leaf) / size;
}

void steps_watch(struct steps *steps, unsigned index, struct text *out)
{
    struct steps_private *p = steps->private_;
    const struct expr *expr = p->report->watch_exprs[index];
    if (interp_print(p->interp, expr, steps->after, out) != INTERP_OK)
        text_format(out, "(%s)", interp_fault(p->interp)->message);
}

uint64_t steps_enabled(struct steps *steps, uint64_t from)
{
    struct steps_private *p = steps->private_;
    for (; p->interp && from < p->report->model->rule_instances; from++)
        if (interp_enabled(p->interp, from, steps->after))
            return from;
    return MODEL_NO_INSTANCE;
}

void steps_close(struct steps *steps)
{
    struct steps_private *p = steps->private_;
    interp_free(p->interp);
    free(p->ignored);
    free(p->skipped);
    free(p->absent);
    free(p);
    text_free(&steps->output);
    free(steps);
}
