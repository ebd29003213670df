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

static json_t *rules_of(const struct model *model, const unsigned char *fired)
{
    json_t *rules = json_array();
    for (uint32_t i = 0; i < model->rule_count; i++) {
        const struct model_rule *rule = &model->rules[i];
        json_part_append(rules, json_pack("{s:o, s:o, s:b}", "rule", json_part_text(rule->name), "place", json_part_place(&rule->place),
                                          "met", fired[i]));
    }
    return rules;
}

/* The model's own, such as those that stand for the cells of a table. */
static json_t *covers_of(const struct model *model, const unsigned char *met)
{
    json_t *covers = json_array();
    for (uint32_t i = 0; i < model->property_count; i++) {
        const struct model_property *p = &model->properties[i];
        if (p->kind == MODEL_COVER && met[i] != COVERAGE_LEFT_OUT)
            json_part_append(covers, json_pack("{s:o, s:o, s:b}", "cover", json_part_text(p->name), "place", json_part_place(&p->place),
                                               "met", met[i]));
    }
    return covers;
}

static json_t *branches_of(const struct coverage *c, const unsigned char *met)
{
    json_t *branches = json_array();
    for (unsigned i = 0; i < c->count; i++)
        if (c->points[i].kind == COVERAGE_BRANCH)
            json_part_append(branches, json_pack("{s:o, s:o, s:b}", "branch", json_part_text(c->points[i].what), "place",
                                                 json_place(c->points[i].place), "met", met[i]));
    return branches;
}

/* A variable's points stand together, the undefined one first. */
static json_t *values_of(const struct coverage *c, const unsigned char *noted)
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
        json_part_append(noted[i] ? met : unmet, json_part_text(p->value));
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

static void set_summary(json_t *coverage)
{
    static const char *const keys[] = {"rules", "branches", "values", "covers"};
    json_t *summary = json_object();
    for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++)
        json_part_set(summary, keys[i], sum_of(json_object_get(coverage, keys[i])));
    json_part_set(coverage, "summary", summary);
}

json_t *coverage_json(const char *name, enum verdict verdict, const struct model *model, const struct covered *c)
{
    const unsigned char *met = coverage_met(c->points, c->bytes);
    json_t *coverage = json_pack("{s:o, s:s, s:n, s:o, s:o, s:o, s:o}", "model", json_part_text(name), "verdict",
                                 result_verdict_name(verdict), "summary", "rules", rules_of(model, c->fired), "branches",
                                 branches_of(c->points, met), "values", values_of(c->points, met), "covers",
                                 covers_of(model, c->met));
    set_summary(coverage);
    return coverage;
}

/* ---- two as one ---- */

/* What tells an item from others of its list. */
static void put_key(struct text *key, const char *name, const json_t *item)
{
    const json_t *place = json_object_get(item, "place");
    text_format(key, "%s|%s|%" JSON_INTEGER_FORMAT ":%" JSON_INTEGER_FORMAT, json_string_value(json_object_get(item, name)),
                json_string_value(json_object_get(place, "file")), json_integer_value(json_object_get(place, "line")),
                json_integer_value(json_object_get(place, "column")));
}

static bool names(const json_t *list, const char *name)
{
    size_t i;
    json_t *item;
    json_array_foreach(list, i, item)
        if (!strcmp(json_string_value(item), name))
            return true;
    return false;
}

/* The values that were met in either; the order stays that of the enumeration for those that the first lacked. */
static void join_values(json_t *variable, const json_t *other)
{
    json_t *met = json_object_get(variable, "met"), *unmet = json_object_get(variable, "not_met");
    for (size_t i = 0; i < json_array_size(unmet);) {
        const char *name = json_string_value(json_array_get(unmet, i));
        if (names(json_object_get(other, "met"), name)) {
            json_array_append(met, json_array_get(unmet, i));
            json_array_remove(unmet, i);
        } else {
            i++;
        }
    }
}

static void join_item(json_t *item, const json_t *other)
{
    if (json_is_array(json_object_get(item, "met")))
        join_values(item, other);
    else if (json_is_true(json_object_get(other, "met")))
        json_object_set_new(item, "met", json_true());
}

static void join_lists(json_t *list, const json_t *other, const char *name)
{
    json_t *known = json_object(), *item;
    size_t i;
    json_array_foreach(list, i, item) {
        struct text key = {0};
        put_key(&key, name, item);
        json_object_set(known, key.bytes, item);
        text_free(&key);
    }
    json_array_foreach(other, i, item) {
        struct text key = {0};
        put_key(&key, name, item);
        json_t *same = json_object_get(known, key.bytes);
        if (same)
            join_item(same, item);
        else
            json_part_append(list, json_deep_copy(item));
        text_free(&key);
    }
    json_decref(known);
}

void coverage_join(json_t *coverage, const json_t *other)
{
    static const char *const lists[][2] = {{"rules", "rule"}, {"branches", "branch"}, {"values", "variable"}, {"covers", "cover"}};
    for (unsigned i = 0; i < sizeof lists / sizeof *lists; i++)
        join_lists(json_object_get(coverage, lists[i][0]), json_object_get(other, lists[i][0]), lists[i][1]);
    set_summary(coverage);
}
