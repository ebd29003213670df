/* SPDX-License-Identifier: BSD-2-Clause */
/* coverage_json.c - see coverage.h. */
#include <string.h>

#include "coverage.h"
#include "json_parts.h"

static json_t *json_place(struct place place)
{
    const struct model_place p = {.file = place.source ? place.source->path : "", .line = place.source ? place_line(place) : 1,
                                  .column = place.source ? place_column(place) : 1};
    return json_part_place(&p);
}

static json_t *rules_of(const struct report *report)
{
    json_t *rules = json_array();
    for (uint32_t i = 0; i < report->model->rule_count; i++) {
        const struct model_rule *rule = &report->model->rules[i];
        json_part_append(rules, json_pack("{s:o, s:o, s:b}", "rule", json_part_text(rule->name), "place", json_part_place(&rule->place),
                                          "met", report->result->rule_fired[i]));
    }
    return rules;
}

/* Whether some work place came to the point. */
static bool is_met(const struct coverage *c, const unsigned char *bytes, unsigned point)
{
    for (unsigned place = 0; place < COVERAGE_PLACES; place++)
        if (bytes[(size_t)place * (c->count + 1) + point])
            return true;
    return false;
}

static json_t *branches_of(const struct coverage *c, const unsigned char *bytes)
{
    json_t *branches = json_array();
    for (unsigned i = 0; i < c->count; i++)
        if (c->points[i].kind == COVERAGE_BRANCH)
            json_part_append(branches, json_pack("{s:o, s:o, s:b}", "branch", json_part_text(c->points[i].what), "place",
                                                 json_place(c->points[i].place), "met", is_met(c, bytes, i)));
    return branches;
}

/* A variable's points stand together, the undefined one first. */
static json_t *values_of(const struct coverage *c, const unsigned char *bytes)
{
    json_t *variables = json_array(), *met = NULL, *unmet = NULL;
    for (unsigned i = 0; i < c->count; i++) {
        const struct coverage_point *p = &c->points[i];
        if (p->kind != COVERAGE_VALUE)
            continue;
        if (!p->value) {
            met = json_array();
            unmet = json_array();
            json_part_append(variables, json_pack("{s:o, s:o, s:o, s:o}", "variable", json_part_text(p->what), "place", json_place(p->place),
                                                  "met", met, "not_met", unmet));
            continue;
        }
        json_part_append(is_met(c, bytes, i) ? met : unmet, json_part_text(p->value));
    }
    return variables;
}

static json_t *sum_of(json_t *list)
{
    unsigned met = 0, all = 0;
    size_t i;
    json_t *item;
    json_array_foreach(list, i, item) {
        const json_t *own = json_object_get(item, "met");
        met += json_is_array(own) ? (unsigned)json_array_size(own) : json_is_true(own);
        all += json_is_array(own) ? (unsigned)(json_array_size(own) + json_array_size(json_object_get(item, "not_met"))) : 1;
    }
    return json_pack("{s:i, s:i}", "met", (int)met, "of", (int)all);
}

json_t *coverage_json(const struct report *report, const struct coverage *c, const unsigned char *bytes)
{
    json_t *rules = rules_of(report), *branches = branches_of(c, bytes), *values = values_of(c, bytes);
    return json_pack("{s:o, s:s, s:{s:o, s:o, s:o}, s:o, s:o, s:o}", "model", json_part_text(report->path), "verdict",
                     result_verdict_name(report->result->verdict), "summary", "rules", sum_of(rules), "branches",
                     sum_of(branches), "values", sum_of(values), "rules", rules, "branches", branches, "values", values);
}
