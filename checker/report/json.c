/* SPDX-License-Identifier: BSD-2-Clause */
/* json.c - the report as JSON; docs/check.schema.json describes it. */
#include <string.h>

#include "../base/die.h"
#include "../model/groups.h"
#include "content.h"
#include "../model/instance.h"
#include "estimated.h"
#include "fairness.h"
#include "json_parts.h"
#include "report.h"
#include "steps.h"
#include "../model/value.h"
#include "unfired.h"

/* And what came of it: all constants, and what was left out. */
static json_t *json_composition(const struct driven *driven, const struct program *program)
{
    json_t *object = json_part_composed(driven), *constants = json_object();
    json_part_set(object, "by_promise", json_boolean(driven->by_promise));
    if (driven->left_out_count)
        json_part_set(object, "left_out", json_part_names(driven->left_out, driven->left_out_count));
    for (unsigned i = 0; program && i < program->decl_count; i++)
        if (program->decls[i]->kind == DECL_CONST)
            json_part_set(constants, program->decls[i]->symbol->name, json_integer(program->decls[i]->symbol->value));
    json_part_set(object, "constants", constants);
    return object;
}

/* ---- the report ---- */

static json_t *json_property(const struct report *report, uint32_t index)
{
    const struct model_property *property = &report->model->properties[index];
    const struct property_result *result = &report->result->properties[index];
    json_t *object = json_object();
    json_part_set(object, "kind", json_part_text(result_kind_name(property->kind)));
    json_part_set(object, "name", json_part_text(property->name));
    json_part_set(object, "verdict", json_part_text(report_enabled(report, index) ? result_verdict_name(result->verdict) : "skipped"));
    json_part_set(object, "place", json_part_place(&property->place));
    if (property->kind == MODEL_COVER)
        json_part_set(object, "met", json_boolean(result->met != 0));
    if (report_has_antecedent(report, index))
        json_part_set(object, "vacuous", json_boolean(report_vacuous(report, index)));
    return object;
}

static json_t *json_deadlock(const struct report *report)
{
    json_t *object = json_object();
    bool off = report->options->deadlock == DEADLOCK_OFF;
    json_part_set(object, "kind", json_part_text("deadlock"));
    json_part_set(object, "name", json_part_text("deadlock"));
    json_part_set(object, "verdict", json_part_text(off ? "skipped" : result_verdict_name(report->result->deadlock.verdict)));
    return object;
}

/* What a run is about includes no assumption: those are never violated. */
static json_t *json_properties(const struct report *report)
{
    json_t *array = json_array();
    for (uint32_t i = 0; i < report->model->property_count; i++)
        if (report->model->properties[i].kind != MODEL_ASSUME)
            json_part_append(array, json_property(report, i));
    json_part_append(array, json_deadlock(report));
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
        json_part_set(object, "name", json_part_text(property->name));
        json_part_set(object, "met", json_boolean(report->result->properties[i].met != 0));
        json_part_set(object, "place", json_part_place(&property->place));
        json_part_append(array, object);
    }
    return array;
}

static json_t *json_unfired(const struct report *report)
{
    json_t *array = json_array();
    for (uint32_t i = 0; i < report->model->rule_count; i++)
        if (unfired_doubtful(report, i))
            json_part_append(array, json_part_text(report->model->rules[i].name));
    return array;
}

static json_t *json_switched_off(const struct report *report)
{
    json_t *array = json_array();
    for (uint32_t i = 0; i < report->model->rule_count; i++)
        if (unfired_switched_off(report, i))
            json_part_append(array, json_part_text(report->model->rules[i].name));
    return array;
}

static json_t *json_rules(const struct report *report)
{
    json_t *array = json_array();
    for (uint32_t i = 0; i < report->model->rule_count; i++) {
        const struct rule_statistics *statistics = &report->result->rules[i];
        json_t *object = json_object();
        json_part_set(object, "rule", json_part_text(report->model->rules[i].name));
        json_part_set(object, "place", json_part_place(&report->model->rules[i].place));
        json_part_set(object, "tested", json_part_count(statistics->tested));
        json_part_set(object, "fired", json_part_count(statistics->fired));
        json_part_set(object, "new_states", json_part_count(statistics->new_states));
        json_part_append(array, object);
    }
    return array;
}

static json_t *json_levels(const struct search_result *result)
{
    json_t *array = json_array();
    for (unsigned i = 0; i < result->level_count; i++)
        json_part_append(array, json_part_count(result->level_states[i]));
    return array;
}

void report_set_statistics(json_t *object, const struct report *report)
{
    if (report->result->rules)
        json_part_set(object, "rules", json_rules(report));
    json_part_set(object, "levels", json_levels(report->result));
}

/* All violations; each has its own trace, under `trace`, where one was kept. */
static json_t *json_violations(const struct report *report)
{
    json_t *array = json_array();
    for (unsigned i = report_is_witness(report, 0); i < report->result->violation_count; i++) {
        json_t *violation = json_part_violation(report, &report->result->violations[i]);
        if (report->result->violations[i].trace.count)
            json_part_set(violation, "trace", report_trace(report, i));
        json_part_append(array, violation);
    }
    return array;
}

static json_t *json_omissions(const struct omissions *omissions)
{
    json_t *object = json_object();
    json_part_set(object, "expected", json_real(omissions->expected));
    json_part_set(object, "by_state", json_real(omissions->by_state));
    if (omissions->hash_bits)
        json_part_set(object, "hash_bits", json_part_count(omissions->hash_bits));
    if (omissions->hashes) {
        json_part_set(object, "hashes", json_part_count(omissions->hashes));
        json_part_set(object, "array_bytes", json_part_count(omissions->array_bytes));
        json_part_set(object, "filled", json_real(omissions->filled));
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
        json_part_set(item, "name", json_part_text(multiset->name));
        json_part_set(item, "reduced", json_boolean(wanted && multiset->reduced));
        if (!multiset->reduced) {
            json_part_set(item, "why", json_part_text(multiset->reason ? multiset->reason : "the model does not say"));
            json_part_set(item, "place", json_part_place(&multiset->place));
        }
        json_part_append(array, item);
    }
    if (json_array_size(array))
        json_part_set(object, "multisets", json_incref(array));
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
        json_part_set(item, "name", json_part_text(scalarset->name));
        json_part_set(item, "size", json_part_count(scalarset->size));
        json_part_set(item, "symmetric", json_boolean(scalarset->reduced));
        json_part_set(item, "reduced", json_boolean(wanted && scalarset->reduced));
        if (!scalarset->reduced) {
            json_part_set(item, "why", json_part_text(scalarset->reason ? scalarset->reason : "the model does not say"));
            json_part_set(item, "place", json_part_place(&scalarset->place));
        }
        if (scalarset->start_reason) {
            json_part_set(item, "start_why", json_part_text(scalarset->start_reason));
            json_part_set(item, "start_place", json_part_place(&scalarset->start_place));
        }
        json_part_append(array, item);
    }
    if (json_array_size(array))
        json_part_set(object, "scalarsets", json_incref(array));
    json_decref(array);
}

/* The verdict, and where a search ended that did not see all. */
static void set_verdict(json_t *object, const struct report *report)
{
    const struct search_result *result = report->result;
    json_part_set(object, "model", json_part_text(report->path));
    if (report->driven)
        json_part_set(object, "composition", json_composition(report->driven, report->program));
    json_part_set(object, "verdict", json_part_text(result_verdict_name(result->verdict)));
    if (result->verdict == VERDICT_INCOMPLETE && result->reason != REASON_NONE)
        json_part_set(object, "reason", json_part_text(result_reason_name(result->reason)));
    json_part_set(object, "states", json_part_count(result->states));
    if (result->verdict == VERDICT_INCOMPLETE && result->waiting)
        json_part_set(object, "states_waiting", json_part_count(result->waiting));
    if (report_stopped_before_level(report))
        json_part_set(object, "level_not_begun", json_pack("{s:i, s:o}", "depth", (int)report_next_level(report), "states",
                                                 json_part_count(result->waiting)));
    if (result->verdict == VERDICT_INCOMPLETE && result->checkpoint_levels > 0)
        json_part_set(object, "checkpoint", json_pack("{s:o, s:i}", "path", json_part_text(report->options->checkpoint), "levels",
                                            (int)result->checkpoint_levels));
    if (estimated_wanted(report))
        json_part_set(object, "estimate", estimated_json(report));
}

/* Of several processes, each. */
static json_t *json_processes(const struct search_result *result)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < result->process_count; i++) {
        const struct process_figures *process = &result->processes[i];
        json_t *item = json_object();
        json_part_set(item, "states", json_part_count(process->states));
        json_part_set(item, "peak_rss_bytes", json_part_count(process->peak_rss));
        json_part_set(item, "parcels", json_part_count(process->parcels));
        json_part_set(item, "bytes", json_part_count(process->bytes));
        json_part_append(list, item);
    }
    return list;
}

/* What the search took, and how it was done. */
static void set_search(json_t *object, const struct report *report)
{
    static const char *const symmetries[] = {"off", "exact", "heuristic"};
    static const char *const orders[] = {"bfs", "dfs", "random"};
    const struct search_result *result = report->result;
    json_part_set(object, "rules_fired", json_part_count(result->rules_fired));
    json_part_set(object, "depth", json_part_count(result->depth));
    json_part_set(object, "seconds", json_real(result->seconds));
    json_part_set(object, "peak_rss_bytes", json_part_count(result->peak_rss));
    if (result->disk_bytes)
        json_part_set(object, "disk_bytes", json_part_count(result->disk_bytes));
    if (result->process_count)
        json_part_set(object, "processes", json_processes(result));
    json_part_set(object, "search", json_part_text(orders[report->options->order]));
    json_part_set(object, "symmetry", json_part_text(symmetries[report->options->symmetry]));
    set_scalarsets(object, report);
    set_multisets(object, report);
    json_part_set(object, "store", json_part_text(result->store));
    if (result->omissions.lossy) {
        json_part_set(object, "omission_probability", json_real(result->omissions.probability));
        json_part_set(object, "omissions", json_omissions(&result->omissions));
    }
}

/* The violations; the first one, or the witness, on its own too. */
static void set_violations(json_t *object, const struct report *report)
{
    const struct search_result *result = report->result;
    json_part_set(object, "violations", json_violations(report));
    if (report_is_witness(report, 0)) {
        json_part_set(object, "witness", json_part_violation(report, &result->violations[0]));
    } else if (result->violation_count) {
        json_part_set(object, "violation", json_part_violation(report, &result->violations[0]));
    }
    if (result->violation_count && result->violations[0].trace.count)
        json_part_set(object, "trace", report_trace(report, 0));
}

json_t *report_json(const struct report *report)
{
    const struct search_result *result = report->result;
    json_t *object = json_object();
    set_verdict(object, report);
    set_search(object, report);
    json_part_set(object, "properties", json_properties(report));
    json_part_set(object, "unfired_rules", json_unfired(report));
    json_part_set(object, "switched_off_rules", json_switched_off(report));
    json_part_set(object, "covers", json_covers(report));
    if (result->fairness_known)
        json_part_set(object, "fairness", json_part_fairness(report));
    set_violations(object, report);
    if (report->stats)
        report_set_statistics(object, report);
    return object;
}
