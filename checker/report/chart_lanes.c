/* SPDX-License-Identifier: BSD-2-Clause */
/* chart_lanes.c - see chart_lanes.h. */
#include "chart_lanes.h"

#include <string.h>

#include "../base/die.h"

enum { LANES_MOST = 32, TYPE_MOST = 12 }; /* more of them no chart has room for */

static const struct view nothing;

const struct view *chart_view(const struct report *report)
{
    return report->program && report->program->view ? report->program->view : &nothing;
}

static bool is_named(const struct model_type *type, const char *name)
{
    return type && type->name && !strcmp(type->name, name);
}

/* ---- lanes ---- */

static bool means(const struct charting *c, const struct model_type *type, int64_t value)
{
    const struct value_names *names = c->report->names;
    return !names || names->means(names->data, type, value);
}

/* A value of a union is that of its part: whatever type an array or a field has, it is one lane. */
struct lane_key chart_key_of(const struct model_type *type, int64_t value)
{
    const struct model_part *part = type->kind == MODEL_TYPE_UNION ? value_union_part(type, value) : NULL;
    return part && part->type->name ? chart_key_of(part->type, value - part->first) : (struct lane_key){type->name, value};
}

static int lane_of_key(const struct charting *c, struct lane_key key)
{
    for (unsigned i = 0; key.type && i < c->chart->lane_count; i++)
        if (c->keys[i].type && !strcmp(c->keys[i].type, key.type) && c->keys[i].value == key.value)
            return (int)i;
    return CHART_NOBODY;
}

static void add_lane(struct charting *c, struct lane_key key, const char *name)
{
    struct chart *chart = c->chart;
    if (chart->lane_count >= LANES_MOST || lane_of_key(c, key) != CHART_NOBODY)
        return;
    unsigned keys = chart->lane_count;
    ARENA_PUSH(c->arena, c->keys, keys, key);
    ARENA_PUSH(c->arena, chart->lanes, chart->lane_count, name);
}

/* The name of an element; a number alone would not say of what. */
static const char *element_name(const struct charting *c, const struct model_type *type, int64_t value)
{
    struct text text = {0};
    int64_t seen = 0;
    value_scalar_by(&text, c->report->names, type, value, &seen);
    const char *name = strspn(text.bytes, "0123456789-") == text.length
                           ? arena_format(c->arena, "%s %s", type->name, text.bytes)
                           : arena_format(c->arena, "%s", text.bytes);
    text_free(&text);
    return name;
}

static void add_type(struct charting *c, const struct model_type *type)
{
    for (int64_t value = type->low; value <= type->high; value++)
        if (means(c, type, value))
            add_lane(c, chart_key_of(type, value), element_name(c, type, value));
}

/* The scalar type of that name somewhere in the type, an index or a part of a union among them, or NULL. */
static const struct model_type *find_type(const struct model_type *type, const char *name)
{
    const struct model_type *found = NULL;
    if (type->kind <= MODEL_TYPE_UNION && is_named(type, name))
        return type;
    if (type->kind == MODEL_TYPE_ARRAY)
        found = find_type(type->index, name);
    if (!found && (type->kind == MODEL_TYPE_ARRAY || type->kind == MODEL_TYPE_MULTISET))
        found = find_type(type->element, name);
    for (uint32_t i = 0; type->kind == MODEL_TYPE_RECORD && i < type->field_count && !found; i++)
        found = find_type(type->fields[i].type, name);
    for (uint32_t i = 0; type->kind == MODEL_TYPE_UNION && i < type->part_count && !found; i++)
        found = find_type(type->parts[i].type, name);
    return found;
}

static void add_type_named(struct charting *c, const char *name)
{
    const struct model *model = c->report->model;
    const struct model_type *type = NULL;
    for (uint32_t i = 0; i < model->variable_count && !type; i++)
        type = find_type(model->variables[i].type, name);
    if (type)
        add_type(c, type);
}

/* Where the model does not say: the first index of each array of the state, if it has few elements. */
static void guess_lanes(struct charting *c)
{
    const struct model *model = c->report->model;
    for (uint32_t i = 0; i < model->variable_count; i++) {
        const struct model_type *type = model->variables[i].type, *index = type->kind == MODEL_TYPE_ARRAY ? type->index : NULL;
        bool fits = index && index->name && index->kind != MODEL_TYPE_BOOLEAN && index->high - index->low < TYPE_MOST;
        if (fits)
            add_type(c, index);
    }
}

static void add_lanes(struct charting *c)
{
    for (unsigned i = 0; i < c->view->lane_count; i++) {
        const struct view_lane *lane = &c->view->lanes[i];
        if (lane->is_type)
            add_type_named(c, lane->name);
        else
            add_lane(c, (struct lane_key){0}, lane->name);
    }
    if (!c->chart->lane_count)
        guess_lanes(c);
}

int chart_lane_of_value(const struct charting *c, const struct model_type *type, int64_t value)
{
    return type ? lane_of_key(c, chart_key_of(type, value)) : CHART_NOBODY;
}

int chart_lane_named(const struct charting *c, const char *name)
{
    for (unsigned i = 0; name && i < c->chart->lane_count; i++)
        if (!c->keys[i].type && !strcmp(c->chart->lanes[i], name))
            return (int)i;
    return CHART_NOBODY;
}

/* ---- whose a leaf is ---- */

static void mark_leaves(const struct charting *c, const struct model_type *type, uint32_t leaf, int lane)
{
    if (type->kind == MODEL_TYPE_RECORD)
        for (uint32_t i = 0; i < type->field_count; i++)
            mark_leaves(c, type->fields[i].type, leaf + type->fields[i].leaf, lane);
    else if (type->kind == MODEL_TYPE_ARRAY)
        for (uint32_t i = 0; i < type->slots; i++) {
            int own = chart_lane_of_value(c, type->index, type->index->low + i);
            mark_leaves(c, type->element, leaf + i * type->element->leaves, lane == CHART_NOBODY ? own : lane);
        }
    else
        for (uint32_t i = leaf; i < leaf + type->leaves; i++)
            c->chart->lane_of[i] = lane;
}

/* The lane whose line names the variable. */
static int lane_of_variable(const struct charting *c, const char *variable)
{
    for (unsigned i = 0; i < c->view->lane_count; i++)
        for (unsigned v = 0; v < c->view->lanes[i].count; v++)
            if (!strcmp(c->view->lanes[i].variables[v]->name, variable))
                return chart_lane_named(c, c->view->lanes[i].name);
    return CHART_NOBODY;
}

static void mark_all(struct charting *c)
{
    const struct model *model = c->report->model;
    c->chart->lane_of = arena_alloc(c->arena, (model->leaf_count + 1) * sizeof *c->chart->lane_of);
    for (uint32_t i = 0; i < model->variable_count; i++)
        mark_leaves(c, model->variables[i].type, model->variables[i].leaf, lane_of_variable(c, model->variables[i].name));
}

void chart_find_lanes(struct charting *c)
{
    add_lanes(c);
    mark_all(c);
}
