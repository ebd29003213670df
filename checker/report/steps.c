/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * steps.c - walk along a trace, with what each step changes.
 */
#include "steps.h"

#include <stdlib.h>

#include "../base/die.h"
#include "../interp/interp.h"
#include "../model/instance.h"
#include "../model/value.h"

struct steps_private {
    const struct report *report;
    const struct trace *trace;
    unsigned next;
    struct interp *interp; /* for `put` and watches; NULL for a model built by hand */
    int64_t *ignored;      /* leaves that the interpreter computes for its output's sake */
};

static void on_put(void *data, const char *text)
{
    struct steps *steps = data;
    text_put(&steps->output, text);
}

static struct interp *make_interp(struct steps *steps, const struct report *report)
{
    struct interp_options options = {
        .bindings = report->options->bindings,
        .loop_limit = report->options->loop_limit,
        .recursion_limit = report->options->recursion_limit,
        .put = on_put,
        .put_data = steps,
    };
    return interp_new(report->program, &options);
}

struct steps *steps_open(const struct report *report, unsigned index)
{
    struct steps *steps = calloc(1, sizeof *steps);
    struct steps_private *p = calloc(1, sizeof *p);
    if (!steps || !p)
        die_memory(sizeof *p);
    p->report = report;
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

static bool is_defined(const struct steps *steps, const int64_t *leaves, uint32_t leaf)
{
    if (!leaves || leaves[leaf] == MODEL_UNDEFINED)
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

bool steps_changed(const struct steps *steps, uint32_t leaf)
{
    if (!steps->before)
        return steps_defined(steps, leaf);
    if (steps->before[leaf] == steps->after[leaf] && steps_was_defined(steps, leaf) == steps_defined(steps, leaf))
        return false;
    return is_shown(steps, leaf);
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
    free(p);
    text_free(&steps->output);
    free(steps);
}
