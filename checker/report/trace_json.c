/* SPDX-License-Identifier: BSD-2-Clause */
/* trace_json.c - a trace as JSON: what 'replay' runs again, and what 'show' draws. */
#include <string.h>

#include "../model/instance.h"
#include "../model/value.h"
#include "because.h"
#include "chart.h"
#include "content.h"
#include "fairness.h"
#include "json_parts.h"
#include "report.h"
#include "steps.h"

/* The leaves that the step changes, as they are in `leaves`; those that were nothing before are not among `was`. */
static json_t *json_changes(const struct report *report, const struct steps *steps, const int64_t *leaves)
{
    json_t *changes = json_object();
    for (uint32_t leaf = 0; steps->after && leaf < report->model->leaf_count; leaf++) {
        if (!steps_changed(steps, leaf) || (leaves == steps->before && !steps_was_defined(steps, leaf)))
            continue;
        struct text path = {0};
        struct value_place place = value_path_by(&path, report->names, report->model, leaf, NULL);
        json_part_set(changes, path.bytes, json_part_scalar_by(report->names, place.type, leaves[leaf], &place.seen));
        text_free(&path);
    }
    return changes;
}

/* Of a slice: the paths of what changes and the violation does not need. */
static json_t *json_unneeded(const struct report *report, const struct steps *steps)
{
    json_t *paths = json_array();
    for (uint32_t leaf = 0; steps->after && leaf < report->model->leaf_count; leaf++) {
        struct text path = {0};
        if (!steps_unneeded(steps, leaf))
            continue;
        value_path_by(&path, report->names, report->model, leaf, NULL);
        json_part_append(paths, json_part_text(path.bytes));
        text_free(&path);
    }
    return paths;
}

static json_t *json_watches(const struct report *report, struct steps *steps)
{
    json_t *watches = json_object();
    for (unsigned i = 0; i < report->watch_count; i++) {
        struct text text = {0};
        steps_watch(steps, i, &text);
        json_part_set(watches, report->watches[i], json_part_text(text.bytes ? text.bytes : ""));
        text_free(&text);
    }
    return watches;
}

static json_t *json_step(const struct report *report, struct steps *steps)
{
    json_t *step = json_object();
    const struct model_rule *rule = steps->rule;
    json_part_set(step, "rule", json_part_text(rule->name));
    json_part_set(step, "instance", json_part_count(steps->instance));
    json_part_set(step, "place", json_part_place(&rule->place));
    json_part_set(step, "parameters",
        json_part_parameters(report->names, rule->parameters, rule->parameter_count, steps->instance - rule->first_instance));
    json_part_set(step, "changes", json_changes(report, steps, steps->after));
    if (steps->before && steps->after)
        json_part_set(step, "was", json_changes(report, steps, steps->before));
    json_t *unneeded = json_unneeded(report, steps);
    if (json_array_size(unneeded))
        json_part_set(step, "unneeded", json_incref(unneeded));
    json_decref(unneeded);
    if (!steps->after)
        json_part_set(step, "fails", json_true());
    if (steps->fault)
        json_part_set(step, "fault", json_part_text(steps->fault));
    if (steps->output.length)
        json_part_set(step, "output", json_part_text(steps->output.bytes));
    if (report->watch_count && steps->after)
        json_part_set(step, "watches", json_watches(report, steps));
    return step;
}

static const char *deadlock_name(enum deadlock_mode mode)
{
    static const char *const names[] = {"stuttering", "stuck", "off"};
    return names[mode];
}

static json_t *json_constants(const struct report *report)
{
    json_t *constants = json_object();
    for (unsigned i = 0; i < report->constant_count; i++)
        json_part_set(constants, report->constants[i].name, json_part_text(report->constants[i].value));
    return constants;
}

json_t *json_part_violation(const struct report *report, const struct violation *violation)
{
    json_t *object = json_object();
    json_part_set(object, "kind", json_part_text(result_kind_name(violation->kind)));
    if (violation->property == MODEL_NO_PROPERTY) {
        json_part_set(object, "name", json_part_text("deadlock"));
    } else {
        const struct model_property *property = &report->model->properties[violation->property];
        json_part_set(object, "name", json_part_text(property->name));
        if (property->message)
            json_part_set(object, "message", json_part_text(property->message));
        json_part_set(object, "place", json_part_place(&property->place));
        if (property->parameter_count)
            json_part_set(object, "parameters",
                json_part_parameters(report->names, property->parameters, property->parameter_count, violation->property_instance));
    }
    json_part_set(object, "depth", json_part_count(violation->depth));
    if (violation->trace.is_lasso) {
        json_part_set(object, "loop", json_part_count(violation->trace.loop));
        json_part_set(object, "fairness", json_part_treatment(report, &violation->trace));
    }
    if (violation->fewest_switches)
        json_part_set(object, "switches", json_part_count(violation->switches));
    if (violation->slice.is_made)
        json_part_set(object, "slice", json_pack("{s:i, s:b}", "of", (int)violation->slice.whole, "minimal", violation->slice.is_minimal));
    if (violation->slice.none)
        json_part_set(object, "no_slice", json_part_text(violation->slice.none));
    if (violation->hint)
        json_part_set(object, "hint", json_part_text(violation->hint));
    if (violation->no_trace)
        json_part_set(object, "no_trace", json_part_text(violation->no_trace));
    return object;
}

/* What changes the meaning of a run, where it is not as usual: the properties
 * that were left out, and the limits of loops and calls. */
static void set_circumstances(json_t *trace, const struct report *report)
{
    const struct search_options *options = report->options;
    json_t *skipped = json_array();
    for (uint32_t i = 0; i < report->model->property_count; i++)
        if (!report_enabled(report, i))
            json_part_append(skipped, json_part_text(report->model->properties[i].name));
    if (json_array_size(skipped))
        json_part_set(trace, "skipped", json_incref(skipped));
    json_decref(skipped);
    if (options->loop_limit)
        json_part_set(trace, "loop_limit", json_part_count(options->loop_limit));
    if (options->recursion_limit)
        json_part_set(trace, "recursion_limit", json_part_count(options->recursion_limit));
}

/* ---- as a chart ---- */

static json_t *json_lane(int lane)
{
    return lane == CHART_NOBODY ? json_null() : json_integer(lane);
}

static json_t *json_message(const struct chart *chart, unsigned i, unsigned count)
{
    const struct chart_message *m = &chart->messages[i];
    json_t *object = json_object();
    json_part_set(object, "sent", json_part_count(m->sent));
    if (m->received < count)
        json_part_set(object, "received", json_part_count(m->received));
    json_part_set(object, "from", json_lane(m->from));
    json_part_set(object, "to", json_lane(m->to));
    json_part_set(object, "text", json_part_text(m->text));
    json_part_set(object, "at", json_part_text(m->at));
    return object;
}

/* By the path of each leaf of a lane: which. */
static json_t *json_where(const struct report *report, const struct chart *chart)
{
    json_t *object = json_object();
    for (uint32_t leaf = 0; leaf < report->model->leaf_count; leaf++) {
        if (chart->lane_of[leaf] == CHART_NOBODY)
            continue;
        struct text path = {0};
        value_path_by(&path, report->names, report->model, leaf, NULL);
        json_part_set(object, path.bytes, json_integer(chart->lane_of[leaf]));
        text_free(&path);
    }
    return object;
}

static void set_chart(json_t *trace, const struct report *report, unsigned index, json_t *steps)
{
    struct arena *arena = arena_new();
    const struct chart *chart = chart_new(arena, report, index);
    json_t *lanes = json_array(), *messages = json_array(), *hidden = json_array(), *actors = json_array();
    for (unsigned i = 0; i < chart->lane_count; i++)
        json_part_append(lanes, json_part_text(chart->lanes[i]));
    for (unsigned i = 0; i < chart->message_count; i++)
        json_part_append(messages, json_message(chart, i, report->result->violations[index].trace.count));
    for (uint32_t i = 0; i < report->model->variable_count; i++)
        if (report_hides(report, i))
            json_part_append(hidden, json_part_text(report->model->variables[i].name));
    for (size_t i = 0; i < json_array_size(steps); i++)
        json_part_append(actors, json_lane(chart->actor[i]));
    json_part_set(trace, "chart", json_pack("{s:o, s:o, s:o, s:o, s:o}", "lanes", lanes, "actors", actors, "messages", messages,
                                            "where", json_where(report, chart), "hidden", hidden));
    arena_free(arena);
}

static void add_reason(void *array, const char *line)
{
    json_part_append(array, json_part_text(line));
}

/* What the command line added to the model. */
static void set_texts(json_t *object, const char *key, const char *const *texts, unsigned count)
{
    json_t *array = json_array();
    for (unsigned i = 0; i < count; i++)
        json_part_append(array, json_part_text(texts[i]));
    if (count)
        json_part_set(object, key, json_incref(array));
    json_decref(array);
}

json_t *report_trace(const struct report *report, unsigned index)
{
    static const char *const dialects[] = {"rumur", "cmurphi"};
    json_t *trace = json_object(), *array = json_array();
    const struct trace *lasso = &report->result->violations[index].trace;
    struct content_hash hash = report->program ? content_of_program(report->program) : content_of_file(report->path);
    json_part_set(trace, "model", json_part_text(report->path));
    if (report->driven)
        json_part_set(trace, "composition", json_part_composed(report->driven));
    if (report->test)
        json_part_set(trace, "test", json_deep_copy(report->test));
    json_part_set(trace, "content_hash", json_part_text(hash.text));
    set_texts(trace, "ltl", report->formulas, report->formula_count);
    set_texts(trace, "fair", report->fair, report->fair_count);
    set_texts(trace, "strong_fair", report->strong, report->strong_count);
    json_part_set(trace, "constants", json_constants(report));
    json_part_set(trace, "dialect", json_part_text(dialects[report->dialect]));
    json_part_set(trace, "deadlock", json_part_text(deadlock_name(report->options->deadlock)));
    set_circumstances(trace, report);
    if (report->claims_nothing)
        json_part_set(trace, "run", json_true());
    else
        json_part_set(trace, report_is_witness(report, index) ? "witness" : "violation",
            json_part_violation(report, &report->result->violations[index]));
    struct steps *steps = steps_open(report, index);
    while (steps_next(steps)) {
        json_t *step = json_step(report, steps);
        if (lasso->is_lasso && steps->number > lasso->loop)
            json_part_set(step, "cycle", json_true());
        json_part_append(array, step);
    }
    steps_close(steps);
    json_part_set(trace, "steps", array);
    set_chart(trace, report, index, array);
    if (report->execution)
        json_part_set(trace, "execution", json_deep_copy(report->execution));
    json_t *reasons = json_array();
    because_each(report, index, add_reason, reasons);
    json_part_set(trace, "because", reasons);
    struct content_hash own = content_of_trace(trace);
    json_part_set(trace, "trace_hash", json_part_text(own.text));
    return trace;
}
