/* SPDX-License-Identifier: BSD-2-Clause */
/* json.c - the report as JSON; docs/check.schema.json describes it. */
#include <string.h>

#include "../base/die.h"
#include "../model/groups.h"
#include "content.h"
#include "../model/instance.h"
#include "json_parts.h"
#include "report.h"
#include "steps.h"
#include "../model/value.h"
#include "unfired.h"

/* Names in a model may hold any bytes; JSON wants UTF-8. */
json_t *json_part_text(const char *text)
{
    json_t *value = json_string(text);
    if (value)
        return value;
    struct text clean = {0};
    for (; *text; text++)
        text_char(&clean, (unsigned char)*text < 0x80 ? *text : '?');
    value = json_string(clean.bytes);
    text_free(&clean);
    return value;
}

static json_t *json_count(uint64_t count)
{
    return json_integer((json_int_t)count);
}

static void set(json_t *object, const char *key, json_t *value)
{
    if (!value || json_object_set_new(object, key, value))
        die("a JSON value for '%s' could not be made", key);
}

static void append(json_t *array, json_t *value)
{
    if (!value || json_array_append_new(array, value))
        die("a JSON array could not be made");
}

json_t *json_part_place(const struct model_place *place)
{
    json_t *object = json_object();
    set(object, "file", json_part_text(place->file));
    set(object, "line", json_count(place->line));
    set(object, "column", json_count(place->column));
    return object;
}

/* A scalar: null where undefined, a number for a range, true or false, or a
 * name. */
json_t *json_part_scalar(const struct model_type *type, int64_t value)
{
    if (!type)
        return json_boolean(value == 1);
    if (value == MODEL_UNDEFINED)
        return json_null();
    if (type->kind == MODEL_TYPE_BOOLEAN)
        return json_boolean(value != 0);
    if (type->kind == MODEL_TYPE_RANGE)
        return json_integer(value);
    struct text text = {0};
    value_scalar(&text, type, value);
    json_t *name = json_part_text(text.bytes);
    text_free(&text);
    return name;
}

json_t *json_part_parameters(const struct model_parameter *parameters, uint32_t count, uint64_t number)
{
    json_t *object = json_object();
    for (uint32_t i = 0; i < count; i++) {
        int64_t value = instance_parameter(parameters, count, number, i);
        set(object, parameters[i].name,
            parameters[i].type ? json_part_scalar(parameters[i].type, value) : json_integer(value));
    }
    return object;
}

/* ---- a machine under a driver ---- */

static json_t *json_names(const struct driver_file *files, unsigned count)
{
    json_t *array = json_array();
    for (unsigned i = 0; i < count; i++)
        append(array, json_part_text(files[i].name));
    return array;
}

/* What it takes to put the model together again. */
static json_t *json_composed(const struct driven *driven)
{
    json_t *object = json_object();
    set(object, "machine", json_part_text(driven->machine->name));
    set(object, "driver", json_part_text(driven->driver.name));
    set(object, "invariants", json_names(driven->invariants, driven->invariant_count));
    return object;
}

/* And what came of it: all constants, and what was left out. */
static json_t *json_composition(const struct driven *driven, const struct program *program)
{
    json_t *object = json_composed(driven), *constants = json_object();
    set(object, "by_promise", json_boolean(driven->by_promise));
    if (driven->left_out_count)
        set(object, "left_out", json_names(driven->left_out, driven->left_out_count));
    for (unsigned i = 0; program && i < program->decl_count; i++)
        if (program->decls[i]->kind == DECL_CONST)
            set(constants, program->decls[i]->symbol->name, json_integer(program->decls[i]->symbol->value));
    set(object, "constants", constants);
    return object;
}

/* ---- traces ---- */

static json_t *json_changes(const struct report *report, const struct steps *steps)
{
    json_t *changes = json_object();
    for (uint32_t leaf = 0; steps->after && leaf < report->model->leaf_count; leaf++) {
        if (!steps_changed(steps, leaf))
            continue;
        struct text path = {0};
        const struct model_type *type = value_path(&path, report->model, leaf, NULL).type;
        set(changes, path.bytes, json_part_scalar(type, steps->after[leaf]));
        text_free(&path);
    }
    return changes;
}

static json_t *json_watches(const struct report *report, struct steps *steps)
{
    json_t *watches = json_object();
    for (unsigned i = 0; i < report->watch_count; i++) {
        struct text text = {0};
        steps_watch(steps, i, &text);
        set(watches, report->watches[i], json_part_text(text.bytes ? text.bytes : ""));
        text_free(&text);
    }
    return watches;
}

static json_t *json_step(const struct report *report, struct steps *steps)
{
    json_t *step = json_object();
    const struct model_rule *rule = steps->rule;
    set(step, "rule", json_part_text(rule->name));
    set(step, "instance", json_count(steps->instance));
    set(step, "place", json_part_place(&rule->place));
    set(step, "parameters",
        json_part_parameters(rule->parameters, rule->parameter_count, steps->instance - rule->first_instance));
    set(step, "changes", json_changes(report, steps));
    if (!steps->after)
        set(step, "fails", json_true());
    if (steps->fault)
        set(step, "fault", json_part_text(steps->fault));
    if (steps->output.length)
        set(step, "output", json_part_text(steps->output.bytes));
    if (report->watch_count && steps->after)
        set(step, "watches", json_watches(report, steps));
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
        set(constants, report->constants[i].name, json_part_text(report->constants[i].value));
    return constants;
}

static json_t *json_violation(const struct report *report, const struct violation *violation)
{
    json_t *object = json_object();
    set(object, "kind", json_part_text(result_kind_name(violation->kind)));
    if (violation->property == MODEL_NO_PROPERTY) {
        set(object, "name", json_part_text("deadlock"));
    } else {
        const struct model_property *property = &report->model->properties[violation->property];
        set(object, "name", json_part_text(property->name));
        if (property->message)
            set(object, "message", json_part_text(property->message));
        set(object, "place", json_part_place(&property->place));
        if (property->parameter_count)
            set(object, "parameters",
                json_part_parameters(property->parameters, property->parameter_count, violation->property_instance));
    }
    set(object, "depth", json_count(violation->depth));
    if (violation->hint)
        set(object, "hint", json_part_text(violation->hint));
    if (violation->no_trace)
        set(object, "no_trace", json_part_text(violation->no_trace));
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
            append(skipped, json_part_text(report->model->properties[i].name));
    if (json_array_size(skipped))
        set(trace, "skipped", json_incref(skipped));
    json_decref(skipped);
    if (options->loop_limit)
        set(trace, "loop_limit", json_count(options->loop_limit));
    if (options->recursion_limit)
        set(trace, "recursion_limit", json_count(options->recursion_limit));
}

json_t *report_trace(const struct report *report, unsigned index)
{
    static const char *const dialects[] = {"rumur", "cmurphi"};
    json_t *trace = json_object(), *array = json_array();
    struct content_hash hash = report->program ? content_of_program(report->program) : content_of_file(report->path);
    set(trace, "model", json_part_text(report->path));
    if (report->driven)
        set(trace, "composition", json_composed(report->driven));
    set(trace, "content_hash", json_part_text(hash.text));
    set(trace, "constants", json_constants(report));
    set(trace, "dialect", json_part_text(dialects[report->dialect]));
    set(trace, "deadlock", json_part_text(deadlock_name(report->options->deadlock)));
    set_circumstances(trace, report);
    set(trace, report_is_witness(report, index) ? "witness" : "violation",
        json_violation(report, &report->result->violations[index]));
    struct steps *steps = steps_open(report, index);
    while (steps_next(steps))
        append(array, json_step(report, steps));
    steps_close(steps);
    set(trace, "steps", array);
    struct content_hash own = content_of_trace(trace);
    set(trace, "trace_hash", json_part_text(own.text));
    return trace;
}

/* ---- the report ---- */

static json_t *json_property(const struct report *report, uint32_t index)
{
    const struct model_property *property = &report->model->properties[index];
    const struct property_result *result = &report->result->properties[index];
    json_t *object = json_object();
    set(object, "kind", json_part_text(result_kind_name(property->kind)));
    set(object, "name", json_part_text(property->name));
    set(object, "verdict", json_part_text(report_enabled(report, index) ? result_verdict_name(result->verdict) : "skipped"));
    set(object, "place", json_part_place(&property->place));
    if (property->kind == MODEL_COVER)
        set(object, "met", json_boolean(result->met != 0));
    if (property->has_antecedent)
        set(object, "vacuous", json_boolean(report_vacuous(report, index)));
    return object;
}

static json_t *json_deadlock(const struct report *report)
{
    json_t *object = json_object();
    bool off = report->options->deadlock == DEADLOCK_OFF;
    set(object, "kind", json_part_text("deadlock"));
    set(object, "name", json_part_text("deadlock"));
    set(object, "verdict", json_part_text(off ? "skipped" : result_verdict_name(report->result->deadlock.verdict)));
    return object;
}

/* What a run is about includes no assumption: those are never violated. */
static json_t *json_properties(const struct report *report)
{
    json_t *array = json_array();
    for (uint32_t i = 0; i < report->model->property_count; i++)
        if (report->model->properties[i].kind != MODEL_ASSUME)
            append(array, json_property(report, i));
    append(array, json_deadlock(report));
    return array;
}

static json_t *json_covers(const struct report *report)
{
    json_t *array = json_array();
    for (uint32_t i = 0; i < report->model->property_count; i++) {
        const struct model_property *property = &report->model->properties[i];
        if (property->kind != MODEL_COVER)
            continue;
        json_t *object = json_object();
        set(object, "name", json_part_text(property->name));
        set(object, "met", json_boolean(report->result->properties[i].met != 0));
        set(object, "place", json_part_place(&property->place));
        append(array, object);
    }
    return array;
}

static json_t *json_unfired(const struct report *report)
{
    json_t *array = json_array();
    for (uint32_t i = 0; i < report->model->rule_count; i++)
        if (unfired_doubtful(report, i))
            append(array, json_part_text(report->model->rules[i].name));
    return array;
}

static json_t *json_switched_off(const struct report *report)
{
    json_t *array = json_array();
    for (uint32_t i = 0; i < report->model->rule_count; i++)
        if (unfired_switched_off(report, i))
            append(array, json_part_text(report->model->rules[i].name));
    return array;
}

static json_t *json_rules(const struct report *report)
{
    json_t *array = json_array();
    for (uint32_t i = 0; i < report->model->rule_count; i++) {
        const struct rule_statistics *statistics = &report->result->rules[i];
        json_t *object = json_object();
        set(object, "rule", json_part_text(report->model->rules[i].name));
        set(object, "place", json_part_place(&report->model->rules[i].place));
        set(object, "tested", json_count(statistics->tested));
        set(object, "fired", json_count(statistics->fired));
        set(object, "new_states", json_count(statistics->new_states));
        append(array, object);
    }
    return array;
}

static json_t *json_levels(const struct search_result *result)
{
    json_t *array = json_array();
    for (unsigned i = 0; i < result->level_count; i++)
        append(array, json_count(result->level_states[i]));
    return array;
}

/* All violations; each has its own trace, under `trace`, where one was kept. */
static json_t *json_violations(const struct report *report)
{
    json_t *array = json_array();
    for (unsigned i = report_is_witness(report, 0); i < report->result->violation_count; i++) {
        json_t *violation = json_violation(report, &report->result->violations[i]);
        if (report->result->violations[i].trace.count)
            set(violation, "trace", report_trace(report, i));
        append(array, violation);
    }
    return array;
}

static json_t *json_omissions(const struct omissions *omissions)
{
    json_t *object = json_object();
    set(object, "expected", json_real(omissions->expected));
    set(object, "by_state", json_real(omissions->by_state));
    if (omissions->hash_bits)
        set(object, "hash_bits", json_count(omissions->hash_bits));
    if (omissions->hashes) {
        set(object, "hashes", json_count(omissions->hashes));
        set(object, "array_bytes", json_count(omissions->array_bytes));
        set(object, "filled", json_real(omissions->filled));
    }
    return object;
}

/* Each multiset: whether the order of its slots was taken away, and if it never is, why. */
static void set_multisets(json_t *object, const struct report *report)
{
    const struct model *model = report->model;
    bool wanted = report->options->multiset_reduction && report->options->order != SEARCH_RANDOM;
    json_t *array = json_array();
    for (uint32_t i = 0; i < groups_symmetry(model)->multiset_count; i++) {
        const struct model_multiset *multiset = &groups_symmetry(model)->multisets[i];
        json_t *item = json_object();
        set(item, "name", json_part_text(multiset->name));
        set(item, "reduced", json_boolean(wanted && multiset->reduced));
        if (!multiset->reduced) {
            set(item, "why", json_part_text(multiset->reason ? multiset->reason : "the model does not say"));
            set(item, "place", json_part_place(&multiset->place));
        }
        append(array, item);
    }
    if (json_array_size(array))
        set(object, "multisets", json_incref(array));
    json_decref(array);
}

/* Each scalarset: whether its elements were renamed, and if not, why. */
static void set_scalarsets(json_t *object, const struct report *report)
{
    const struct model *model = report->model;
    bool wanted = report->options->symmetry != MODEL_SYMMETRY_OFF && report->options->order != SEARCH_RANDOM;
    json_t *array = json_array();
    for (uint32_t i = 0; i < groups_symmetry(model)->scalarset_count; i++) {
        const struct model_scalarset *scalarset = &groups_symmetry(model)->scalarsets[i];
        json_t *item = json_object();
        set(item, "name", json_part_text(scalarset->name));
        set(item, "size", json_count(scalarset->size));
        set(item, "symmetric", json_boolean(scalarset->reduced));
        set(item, "reduced", json_boolean(wanted && scalarset->reduced));
        if (!scalarset->reduced) {
            set(item, "why", json_part_text(scalarset->reason ? scalarset->reason : "the model does not say"));
            set(item, "place", json_part_place(&scalarset->place));
        }
        if (scalarset->start_reason) {
            set(item, "start_why", json_part_text(scalarset->start_reason));
            set(item, "start_place", json_part_place(&scalarset->start_place));
        }
        append(array, item);
    }
    if (json_array_size(array))
        set(object, "scalarsets", json_incref(array));
    json_decref(array);
}

/* The verdict, and where a search ended that did not see all. */
static void set_verdict(json_t *object, const struct report *report)
{
    const struct search_result *result = report->result;
    set(object, "model", json_part_text(report->path));
    if (report->driven)
        set(object, "composition", json_composition(report->driven, report->program));
    set(object, "verdict", json_part_text(result_verdict_name(result->verdict)));
    if (result->verdict == VERDICT_INCOMPLETE && result->reason != REASON_NONE)
        set(object, "reason", json_part_text(result_reason_name(result->reason)));
    set(object, "states", json_count(result->states));
    if (result->verdict == VERDICT_INCOMPLETE && result->waiting)
        set(object, "states_waiting", json_count(result->waiting));
    if (report_stopped_before_level(report))
        set(object, "level_not_begun", json_pack("{s:i, s:o}", "depth", (int)report_next_level(report), "states",
                                                 json_count(result->waiting)));
    if (result->verdict == VERDICT_INCOMPLETE && result->checkpoint_levels > 0)
        set(object, "checkpoint", json_pack("{s:s, s:i}", "path", report->options->checkpoint, "levels",
                                            (int)result->checkpoint_levels));
}

/* What the search took, and how it was done. */
static void set_search(json_t *object, const struct report *report)
{
    static const char *const symmetries[] = {"off", "exact", "heuristic"};
    static const char *const orders[] = {"bfs", "dfs", "random"};
    const struct search_result *result = report->result;
    set(object, "rules_fired", json_count(result->rules_fired));
    set(object, "depth", json_count(result->depth));
    set(object, "seconds", json_real(result->seconds));
    set(object, "peak_rss_bytes", json_count(result->peak_rss));
    set(object, "search", json_part_text(orders[report->options->order]));
    set(object, "symmetry", json_part_text(symmetries[report->options->symmetry]));
    set_scalarsets(object, report);
    set_multisets(object, report);
    set(object, "store", json_part_text(result->store));
    if (result->omissions.lossy) {
        set(object, "omission_probability", json_real(result->omissions.probability));
        set(object, "omissions", json_omissions(&result->omissions));
    }
}

/* The violations; the first one, or the witness, on its own too. */
static void set_violations(json_t *object, const struct report *report)
{
    const struct search_result *result = report->result;
    set(object, "violations", json_violations(report));
    if (report_is_witness(report, 0)) {
        set(object, "witness", json_violation(report, &result->violations[0]));
    } else if (result->violation_count) {
        set(object, "violation", json_violation(report, &result->violations[0]));
    }
    if (result->violation_count && result->violations[0].trace.count)
        set(object, "trace", report_trace(report, 0));
}

json_t *report_json(const struct report *report)
{
    const struct search_result *result = report->result;
    json_t *object = json_object();
    set_verdict(object, report);
    set_search(object, report);
    set(object, "properties", json_properties(report));
    set(object, "unfired_rules", json_unfired(report));
    set(object, "switched_off_rules", json_switched_off(report));
    set(object, "covers", json_covers(report));
    set_violations(object, report);
    if (report->stats && result->rules)
        set(object, "rules", json_rules(report));
    if (report->stats)
        set(object, "levels", json_levels(result));
    return object;
}
