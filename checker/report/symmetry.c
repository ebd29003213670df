/* SPDX-License-Identifier: BSD-2-Clause */
/* symmetry.c - whether a model commutes with the permutations of its
 * scalarsets, and what does not. */
#include "symmetry.h"

#include <inttypes.h>

#include "../base/die.h"
#include "../model/groups.h"
#include "../model/instance.h"
#include "json_parts.h"
#include "../model/value.h"

/* ---- words that text and JSON share ---- */

static const char *kind_name(enum commute_kind kind)
{
    static const char *const names[] = {
        [COMMUTE_FIRING] = "firing",     [COMMUTE_COVER] = "cover", [COMMUTE_LIVENESS] = "liveness",
        [COMMUTE_PROPERTY] = "property", [COMMUTE_GUARD] = "guard", [COMMUTE_DEADLOCK] = "deadlock",
    };
    return names[kind];
}

static const char *outcome_name(enum commute_outcome outcome)
{
    static const char *const names[] = {
        [OUTCOME_NO] = "no", [OUTCOME_YES] = "yes", [OUTCOME_TARGET] = "state", [OUTCOME_FAULT] = "fault",
    };
    return names[outcome];
}

/* As in S_1: element `index` of a scalarset, from 0. */
static void put_element(struct text *text, const struct model_scalarset *scalarset, uint32_t index)
{
    text_format(text, "%s_%" PRIu32, scalarset->name, index + 1);
}

static void put_exchange(struct text *text, const struct model *model, const struct commute_difference *difference)
{
    const struct model_scalarset *scalarset = &groups_symmetry(model)->scalarsets[difference->scalarset];
    put_element(text, scalarset, difference->element);
    text_put(text, " and ");
    put_element(text, scalarset, difference->element + 1);
}

/* ---- text ---- */

static void put_place(struct text *text, const struct model_place *place)
{
    if (!place->file)
        return;
    text_put(text, "  ");
    text_place(text, place->file, place->line, place->column);
}

/* The leaves that a reader sees; with `before`, those that differ from it. */
static void put_leaves(struct text *text, const struct model *model, const int64_t *leaves, const int64_t *before)
{
    for (uint32_t i = 0; i < model->leaf_count; i++) {
        struct text path = {0};
        struct value_place place = value_path(&path, model, i, leaves);
        if (place.visible && (!before || before[i] != leaves[i])) {
            text_format(text, "        %s := ", path.bytes);
            value_scalar(text, place.type, leaves[i]);
            text_char(text, '\n');
        }
        text_free(&path);
    }
}

static void put_rule(struct text *text, const struct model *model, uint64_t instance)
{
    const struct model_rule *rule = instance_rule(model->rules, model->rule_count, instance);
    text_format(text, "rule \"%s\" ", rule->name);
    value_parameters(text, rule->parameters, rule->parameter_count, instance - rule->first_instance);
    put_place(text, &rule->place);
}

static void put_property(struct text *text, const struct model *model, uint32_t property)
{
    text_format(text, "\"%s\"", model->properties[property].name);
    put_place(text, &model->properties[property].place);
}

static void put_firing(struct text *text, const struct model *model, const struct commute_side *side)
{
    text_put(text, "      ");
    put_rule(text, model, side->instance);
    if (side->outcome == OUTCOME_NO) {
        text_put(text, "\n      does not lead to a state\n");
    } else if (side->outcome == OUTCOME_TARGET) {
        text_put(text, "\n      leads on, with\n");
        put_leaves(text, model, side->target, side->leaves);
    } else {
        text_put(text, "\n      fails: ");
        put_property(text, model, side->fault);
        text_char(text, '\n');
    }
}

static void put_verdict(struct text *text, const struct model *model, const struct commute_difference *difference,
                        const struct commute_side *side)
{
    static const char *const words[][2] = {
        [COMMUTE_COVER] = {"is not met", "is met"},
        [COMMUTE_LIVENESS] = {"does not hold", "holds"},
        [COMMUTE_PROPERTY] = {"does not fail", "fails"},
        [COMMUTE_GUARD] = {"every guard can be evaluated", "a guard cannot be evaluated"},
        [COMMUTE_DEADLOCK] = {"no rule leads elsewhere", "a rule leads elsewhere"},
    };
    text_put(text, "      ");
    if (difference->property != MODEL_NO_PROPERTY) {
        put_property(text, model, difference->property);
        text_char(text, ' ');
    }
    text_format(text, "%s\n", side->outcome == OUTCOME_FAULT ? "cannot be evaluated" : words[difference->kind][side->outcome == OUTCOME_YES]);
    if (difference->kind == COMMUTE_COVER && side->instance != MODEL_NO_INSTANCE) {
        text_put(text, "      by ");
        put_rule(text, model, side->instance);
        text_char(text, '\n');
    }
}

static void put_difference(struct text *text, const struct model *model, const struct commute_difference *difference)
{
    for (int i = 0; i < 2; i++) {
        const struct commute_side *side = &difference->side[i];
        if (i) {
            text_put(text, "    and where ");
            put_exchange(text, model, difference);
            size_t before = text->length;
            text_put(text, " have changed places, with\n");
            size_t after = text->length;
            put_leaves(text, model, side->leaves, difference->side[0].leaves);
            if (text->length == after) {
                text->length = before;
                text_put(text, " have changed places, which is the same state\n");
            }
        } else {
            text_put(text, "    In the state\n");
            put_leaves(text, model, side->leaves, NULL);
        }
        if (difference->kind == COMMUTE_FIRING)
            put_firing(text, model, side);
        else
            put_verdict(text, model, difference, side);
    }
}

static void put_scalarset(struct text *text, const struct model *model, const struct commute_result *result, uint32_t index)
{
    const struct model_scalarset *scalarset = &groups_symmetry(model)->scalarsets[index];
    const struct commute_scalarset *tried = &result->scalarsets[index];
    static const char *const reduced[] = {[VERDICT_HOLDS] = "it commutes", [VERDICT_VIOLATED] = "it does NOT commute",
                                          [VERDICT_INCOMPLETE] = "not known to commute"};
    static const char *const other[] = {[VERDICT_HOLDS] = "yet it commutes", [VERDICT_VIOLATED] = "it does not commute",
                                        [VERDICT_INCOMPLETE] = "whether it commutes is not known"};
    text_format(text, "  scalarset %s (%" PRIu32 "): ", scalarset->name, scalarset->size);
    if (scalarset->reduced)
        text_format(text, "reduced; %s\n", reduced[tried->verdict]);
    else
        text_format(text, "not reduced, since %s; %s\n",
                    scalarset->reason ? scalarset->reason : "the model does not say why", other[tried->verdict]);
    if (tried->difference)
        put_difference(text, model, tried->difference);
}

void symmetry_text(const char *path, const struct model *model, const struct commute_result *result, FILE *out)
{
    struct text text = {0};
    for (uint32_t i = 0; i < result->scalarset_count; i++)
        put_scalarset(&text, model, result, i);
    text_format(&text, "%s%s%s%s: symmetry of %s\n", text.length ? "\n" : "", result_verdict_name(result->verdict),
                result->reason ? ", " : "", result->reason ? result_reason_name(result->reason) : "", path);
    text_format(&text, "  %" PRIu64 " states, %" PRIu64 " compared with their renamings, %.2f s\n", result->states,
                result->comparisons, result->seconds);
    fwrite(text.bytes, 1, text.length, out);
    text_free(&text);
}

/* ---- JSON ---- */

static void set(json_t *object, const char *key, json_t *value)
{
    if (!value || json_object_set_new(object, key, value))
        die("a JSON value for '%s' could not be made", key);
}

static json_t *leaves_json(const struct model *model, const int64_t *leaves)
{
    json_t *object = json_object();
    for (uint32_t i = 0; i < model->leaf_count; i++) {
        struct text path = {0};
        struct value_place place = value_path(&path, model, i, leaves);
        if (place.visible)
            set(object, path.bytes, json_part_scalar(place.type, leaves[i]));
        text_free(&path);
    }
    return object;
}

static void set_rule(json_t *object, const struct model *model, uint64_t instance)
{
    const struct model_rule *rule = instance_rule(model->rules, model->rule_count, instance);
    set(object, "rule", json_part_text(rule->name));
    set(object, "place", json_part_place(&rule->place));
    set(object, "parameters", json_part_parameters(NULL, rule->parameters, rule->parameter_count, instance - rule->first_instance));
}

static json_t *property_json(const struct model *model, uint32_t property)
{
    json_t *object = json_object();
    set(object, "name", json_part_text(model->properties[property].name));
    set(object, "place", json_part_place(&model->properties[property].place));
    return object;
}

static json_t *side_json(const struct model *model, const struct commute_difference *difference, const struct commute_side *side)
{
    json_t *object = json_object();
    set(object, "state", leaves_json(model, side->leaves));
    if (side->instance != MODEL_NO_INSTANCE && difference->kind != COMMUTE_LIVENESS)
        set_rule(object, model, side->instance);
    set(object, "outcome", json_part_text(outcome_name(side->outcome)));
    if (side->target)
        set(object, "target", leaves_json(model, side->target));
    if (side->fault != MODEL_NO_PROPERTY)
        set(object, "fault", property_json(model, side->fault));
    return object;
}

static json_t *difference_json(const struct model *model, const struct commute_difference *difference)
{
    json_t *object = json_object(), *exchanged = json_array(), *sides = json_array();
    set(object, "kind", json_part_text(kind_name(difference->kind)));
    for (uint32_t i = 0; i < 2; i++) {
        struct text name = {0};
        put_element(&name, &groups_symmetry(model)->scalarsets[difference->scalarset], difference->element + i);
        if (json_array_append_new(exchanged, json_part_text(name.bytes)) ||
            json_array_append_new(sides, side_json(model, difference, &difference->side[i])))
            die("a JSON array could not be made");
        text_free(&name);
    }
    set(object, "exchanged", exchanged);
    if (difference->property != MODEL_NO_PROPERTY)
        set(object, "property", property_json(model, difference->property));
    set(object, "sides", sides);
    return object;
}

static json_t *scalarset_json(const struct model *model, const struct commute_result *result, uint32_t index)
{
    const struct model_scalarset *scalarset = &groups_symmetry(model)->scalarsets[index];
    const struct commute_scalarset *tried = &result->scalarsets[index];
    json_t *object = json_object();
    set(object, "name", json_part_text(scalarset->name));
    set(object, "size", json_integer(scalarset->size));
    set(object, "symmetric", json_boolean(scalarset->reduced));
    if (!scalarset->reduced)
        set(object, "why", json_part_text(scalarset->reason ? scalarset->reason : "the model does not say"));
    set(object, "verdict", json_part_text(result_verdict_name(tried->verdict)));
    if (tried->reason)
        set(object, "reason", json_part_text(result_reason_name(tried->reason)));
    set(object, "states", json_integer((json_int_t)tried->states));
    if (tried->difference)
        set(object, "difference", difference_json(model, tried->difference));
    return object;
}

json_t *symmetry_json(const char *path, const struct model *model, const struct commute_result *result)
{
    json_t *object = json_object(), *scalarsets = json_array();
    set(object, "model", json_part_text(path));
    set(object, "verdict", json_part_text(result_verdict_name(result->verdict)));
    if (result->reason)
        set(object, "reason", json_part_text(result_reason_name(result->reason)));
    set(object, "states", json_integer((json_int_t)result->states));
    set(object, "comparisons", json_integer((json_int_t)result->comparisons));
    set(object, "seconds", json_real(result->seconds));
    for (uint32_t i = 0; i < result->scalarset_count; i++)
        if (json_array_append_new(scalarsets, scalarset_json(model, result, i)))
            die("a JSON array could not be made");
    set(object, "scalarsets", scalarsets);
    return object;
}
