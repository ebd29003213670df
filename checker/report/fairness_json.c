/* SPDX-License-Identifier: BSD-2-Clause */
/* fairness_json.c - fairness in the report as JSON. */
#include "fairness.h"

#include "../model/groups.h"
#include "../model/instance.h"
#include "json_parts.h"

static json_t *json_instance(const struct report *report, uint64_t instance)
{
    const struct model *model = report->model;
    const struct model_rule *rule = instance_rule(model->rules, model->rule_count, instance);
    json_t *object = json_object();
    json_part_set(object, "rule", json_part_text(rule->name));
    json_part_set(object, "instance", json_part_count(instance));
    json_part_set(object, "parameters", json_part_parameters(report->names, rule->parameters, rule->parameter_count,
                                                             instance - rule->first_instance));
    return object;
}

static json_t *json_strength(const struct report *report, uint32_t rule)
{
    static const char *const names[] = {"none", "weak", "strong"};
    return json_part_text(names[groups_fairness(report->model)->strength[rule]]);
}

json_t *json_part_treatment(const struct report *report, const struct trace *trace)
{
    const struct model *model = report->model;
    json_t *array = json_array();
    for (unsigned i = 0; i < trace->fair_count; i++) {
        const struct trace_fair *fair = &trace->fair[i];
        json_t *object = json_instance(report, fair->instance);
        json_part_set(object, "strength",
                      json_strength(report, (uint32_t)(instance_rule(model->rules, model->rule_count, fair->instance) - model->rules)));
        if (fair->fires)
            json_part_set(object, "fires", json_part_count(fair->fires));
        if (fair->disabled != TRACE_ENABLED)
            json_part_set(object, "disabled", json_part_count(fair->disabled));
        json_part_set(object, "never_enabled", json_boolean(fair->never_enabled));
        json_part_append(array, object);
    }
    return array;
}

json_t *json_part_fairness(const struct report *report)
{
    const struct model *model = report->model;
    const unsigned char *strength = groups_fairness(model)->strength;
    json_t *fairness = json_object(), *rules = json_array(), *never = json_array();
    for (uint32_t r = 0; strength && r < model->rule_count; r++) {
        if (strength[r] == MODEL_UNFAIR)
            continue;
        json_t *rule = json_object();
        json_part_set(rule, "rule", json_part_text(model->rules[r].name));
        json_part_set(rule, "place", json_part_place(&model->rules[r].place));
        json_part_set(rule, "strength", json_strength(report, r));
        json_part_set(rule, "instances", json_part_count(model->rules[r].instances));
        json_part_append(rules, rule);
    }
    for (uint64_t i = 0; i < report->result->never_enabled_count; i++)
        json_part_append(never, json_instance(report, report->result->never_enabled[i]));
    json_part_set(fairness, "rules", rules);
    json_part_set(fairness, "never_enabled", never);
    json_part_set(fairness, "arcs", json_part_text(report->result->arcs));
    return fairness;
}
