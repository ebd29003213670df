/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * chart_messages.c - what is on its way in a trace: each place of each channel,
 * watched from step to step (chart.h).
 */
#include "chart_messages.h"

#include <stdlib.h>
#include <string.h>

#include "../base/die.h"

/* A place of a channel: what holds one message, or a queue of them. */
struct spot {
    const struct view_channel *channel;
    const struct model_type *type;     /* of a message */
    uint32_t leaf;                     /* of the first message */
    uint32_t slots;                    /* of a queue; else 1 */
    const struct model_type *index[8]; /* the channel's indices on the way here */
    int64_t value[8];
    unsigned depth;
    const struct model_type *around[VIEW_DEEP]; /* the records that the channel's path leads through */
    uint32_t around_leaf[VIEW_DEEP];
    unsigned fields;
    const char *at;                    /* "l1[cu0][x].fetch" */
    uint32_t count;                    /* the leaf with the number of a queue's messages; UINT32_MAX: none */
    uint32_t mark;                     /* the leaf that says whether a multiset's slot is taken; UINT32_MAX: none */
    unsigned *under_way;               /* by slot: 1 + the message in it; 0: none */
};

static const int64_t *leaves_at(const struct charting *c, unsigned step)
{
    return c->trace->steps[step].leaves;
}

/* ---- words ---- */

static bool is_name(const char *a, const char *b, size_t length)
{
    return a && strlen(a) == length && !strncmp(a, b, length);
}

static void put_value(const struct charting *c, struct text *out, uint32_t leaf, int64_t value)
{
    if (value != MODEL_UNDEFINED)
        value_leaf_by(out, c->report->names, c->report->model, leaf, value);
}

/* A part of a message: its scalars, with commas. */
static void put_field(const struct charting *c, struct text *out, const struct model_type *type, uint32_t leaf, const int64_t *leaves)
{
    const char *separator = "";
    for (uint32_t i = leaf; i < leaf + type->leaves; i++) {
        if (leaves[i] == MODEL_UNDEFINED)
            continue;
        text_put(out, separator);
        put_value(c, out, i, leaves[i]);
        separator = ",";
    }
}

/* An index is called by its type, or by the part of a union that it is from. */
static bool is_index(const struct spot *spot, unsigned i, const char *name, size_t length)
{
    return is_name(spot->index[i]->name, name, length) || is_name(chart_key_of(spot->index[i], spot->value[i]).type, name, length);
}

static const struct model_field *find_field(const struct model_type *record, const char *name, size_t length)
{
    for (uint32_t i = 0; record->kind == MODEL_TYPE_RECORD && i < record->field_count; i++)
        if (is_name(record->fields[i].name, name, length))
            return &record->fields[i];
    return NULL;
}

/* Of a field, or one of a field. */
static bool put_field_named(const struct charting *c, struct text *out, const struct model_type *record, uint32_t leaf, const char *name,
                            size_t length, const int64_t *leaves)
{
    const char *dot = memchr(name, '.', length);
    size_t first = dot ? (size_t)(dot - name) : length;
    const struct model_field *field = find_field(record, name, first);
    if (field && dot)
        return put_field_named(c, out, field->type, leaf + field->leaf, dot + 1, length - first - 1, leaves);
    if (field)
        put_field(c, out, field->type, leaf + field->leaf, leaves);
    return field;
}

/* The value of {name}: of the message, else of the records around it, from within. */
static void put_part(const struct charting *c, struct text *out, const struct spot *spot, const char *name, size_t length,
                     uint32_t at, const int64_t *leaves)
{
    int64_t seen = 0;
    if (put_field_named(c, out, spot->type, at, name, length, leaves))
        return;
    for (unsigned i = spot->fields; i-- > 0;)
        if (put_field_named(c, out, spot->around[i], spot->around_leaf[i], name, length, leaves))
            return;
    for (unsigned i = 0; i < spot->depth; i++)
        if (is_index(spot, i, name, length)) {
            value_scalar_by(out, c->report->names, spot->index[i], spot->value[i], &seen);
            return;
        }
}

/* One blank between words, where a part has no value. */
static const char *tidy(struct arena *arena, struct text *text)
{
    char *kept = arena_format(arena, "%s", text->bytes ? text->bytes : ""), *out = kept;
    for (const char *in = kept; *in; in++)
        if (*in != ' ' || (out > kept && out[-1] != ' ' && in[1] && in[1] != ' '))
            *out++ = *in;
    *out = 0;
    text_free(text);
    return kept;
}

static const char *words_of(const struct charting *c, const struct spot *spot, uint32_t at, const int64_t *leaves)
{
    struct text text = {0};
    const char *form = spot->channel->text;
    if (!form) {
        const struct view_channel *channel = spot->channel;
        text_format(&text, "%s ", channel->path_count ? channel->path[channel->path_count - 1] : channel->variable->name);
        put_field(c, &text, spot->type, at, leaves);
        return tidy(c->arena, &text);
    }
    for (; *form; form++) {
        size_t length = *form == '{' ? strcspn(form, "}") : 0;
        if (!length) {
            text_char(&text, *form);
            continue;
        }
        put_part(c, &text, spot, form + 1, length - 1, at, leaves);
        form += length;
    }
    return tidy(c->arena, &text);
}

/* ---- who sends, who takes ---- */

/* That a field of the record names, by its type or its own name. */
static int end_in(const struct charting *c, const struct model_type *record, uint32_t leaf, const char *end, const int64_t *leaves)
{
    int lane = CHART_NOBODY;
    for (uint32_t i = 0; lane == CHART_NOBODY && record->kind == MODEL_TYPE_RECORD && i < record->field_count; i++) {
        const struct model_field *field = &record->fields[i];
        if ((is_name(field->type->name, end, strlen(end)) || is_name(field->name, end, strlen(end))) && leaves[leaf + field->leaf] != MODEL_UNDEFINED)
            lane = chart_lane_of_value(c, field->type, leaves[leaf + field->leaf]);
    }
    return lane;
}

static int end_of(const struct charting *c, const struct spot *spot, const char *end, uint32_t at, const int64_t *leaves)
{
    int lane = chart_lane_named(c, end);
    for (unsigned i = 0; end && lane == CHART_NOBODY && i < spot->depth; i++)
        if (is_index(spot, i, end, strlen(end)))
            lane = chart_lane_of_value(c, spot->index[i], spot->value[i]);
    if (end && lane == CHART_NOBODY)
        lane = end_in(c, spot->type, at, end, leaves);
    for (unsigned i = spot->fields; end && lane == CHART_NOBODY && i-- > 0;)
        lane = end_in(c, spot->around[i], spot->around_leaf[i], end, leaves);
    return lane;
}

static unsigned send(struct charting *c, const struct spot *spot, unsigned step, uint32_t slot)
{
    const int64_t *leaves = leaves_at(c, step);
    uint32_t at = spot->leaf + slot * spot->type->leaves;
    struct chart_message message = {
        .sent = step, .received = c->trace->count, .from = end_of(c, spot, spot->channel->from, at, leaves),
        .to = end_of(c, spot, spot->channel->to, at, leaves), .text = words_of(c, spot, at, leaves), .at = spot->at};
    ARENA_PUSH(c->arena, c->chart->messages, c->chart->message_count, message);
    return c->chart->message_count;
}

static void take(struct charting *c, unsigned message, unsigned step)
{
    if (message)
        c->chart->messages[message - 1].received = step;
}

/* ---- a place that holds one message ---- */

/* Whether it has one of the values that the channel's line names. */
static bool has_value(const struct spot *spot, int64_t value)
{
    for (unsigned i = 0; spot->type->members && value >= spot->type->low && value <= spot->type->high && i < spot->channel->value_count; i++)
        if (!strcmp(spot->type->members[value - spot->type->low], spot->channel->values[i]))
            return true;
    return false;
}

static bool is_at_rest(const struct charting *c, const struct spot *spot, const int64_t *leaves)
{
    const int64_t *start = leaves_at(c, 0) + spot->leaf;
    bool undefined = true;
    if (spot->channel->value_count)
        return !has_value(spot, leaves[spot->leaf]);
    if (spot->mark != UINT32_MAX)
        return leaves[spot->mark] != 1;
    for (uint32_t i = 0; i < spot->type->leaves; i++)
        undefined &= leaves[spot->leaf + i] == MODEL_UNDEFINED;
    return undefined || !memcmp(leaves + spot->leaf, start, spot->type->leaves * sizeof *start);
}

static void watch_place(struct charting *c, struct spot *spot)
{
    for (unsigned step = 1; step < c->trace->count && leaves_at(c, step); step++) {
        const int64_t *before = leaves_at(c, step - 1), *after = leaves_at(c, step);
        if (!memcmp(before + spot->leaf, after + spot->leaf, spot->type->leaves * sizeof *after) &&
            is_at_rest(c, spot, before) == is_at_rest(c, spot, after))
            continue;
        take(c, spot->under_way[0], step);
        spot->under_way[0] = is_at_rest(c, spot, after) ? 0 : send(c, spot, step, 0);
    }
}

/* ---- a queue ---- */

static uint32_t length_of(const struct spot *spot, const int64_t *leaves)
{
    int64_t count = leaves[spot->count];
    return count > 0 && count <= spot->slots ? (uint32_t)count : 0;
}

/* How many messages left at the front, at the least: so many that the rest is the beginning of what is there now. */
static uint32_t left_of(const struct spot *spot, const int64_t *before, const int64_t *after)
{
    uint32_t size = spot->type->leaves, was = length_of(spot, before), is = length_of(spot, after);
    for (uint32_t gone = 0; gone < was; gone++)
        if (was - gone <= is &&
            !memcmp(before + spot->leaf + gone * size, after + spot->leaf, (was - gone) * size * sizeof *after))
            return gone;
    return was;
}

static void watch_queue(struct charting *c, struct spot *spot)
{
    for (unsigned step = 1; step < c->trace->count && leaves_at(c, step); step++) {
        const int64_t *before = leaves_at(c, step - 1), *after = leaves_at(c, step);
        uint32_t was = length_of(spot, before), is = length_of(spot, after), gone = left_of(spot, before, after);
        for (uint32_t i = 0; i < gone; i++)
            take(c, spot->under_way[i], step);
        for (uint32_t i = 0; i < was - gone; i++)
            spot->under_way[i] = spot->under_way[i + gone];
        for (uint32_t i = was - gone; i < is; i++)
            spot->under_way[i] = send(c, spot, step, i);
    }
}

/* ---- a channel's places ---- */

static void watch(struct charting *c, struct spot *spot)
{
    spot->under_way = arena_alloc(c->arena, (spot->slots + 1) * sizeof *spot->under_way);
    memset(spot->under_way, 0, (spot->slots + 1) * sizeof *spot->under_way);
    if (spot->count == UINT32_MAX)
        watch_place(c, spot);
    else
        watch_queue(c, spot);
}

/* A record with a count and an array is a queue. */
static bool is_queue(struct spot *spot, const struct model_type *type, uint32_t leaf)
{
    const struct model_field *count = NULL, *entries = NULL;
    for (uint32_t i = 0; type->kind == MODEL_TYPE_RECORD && i < type->field_count; i++) {
        const struct model_field *field = &type->fields[i];
        if (!strcmp(field->name, "count"))
            count = field;
        else if (field->type->kind == MODEL_TYPE_ARRAY && !entries)
            entries = field;
    }
    if (!count || !entries)
        return false;
    spot->count = leaf + count->leaf;
    spot->slots = entries->type->slots;
    spot->type = entries->type->element;
    spot->leaf = leaf + entries->leaf;
    return true;
}

static bool means(const struct charting *c, const struct model_type *type, int64_t value)
{
    const struct value_names *names = c->report->names;
    return !names || names->means(names->data, type, value);
}

static void visit(struct charting *c, struct spot spot, const struct model_type *type, uint32_t leaf);

static void visit_elements(struct charting *c, struct spot spot, const struct model_type *array, uint32_t leaf)
{
    const char *at = spot.at;
    spot.index[spot.depth++] = array->index;
    for (uint32_t i = 0; i < array->slots; i++) {
        struct text element = {0};
        int64_t value = array->index->low + i, seen = 0;
        if (!means(c, array->index, value))
            continue;
        value_scalar_by(&element, c->report->names, array->index, value, &seen);
        spot.at = arena_format(c->arena, "%s[%s]", at, element.bytes);
        spot.value[spot.depth - 1] = value;
        text_free(&element);
        visit(c, spot, array->element, leaf + i * array->element->leaves);
    }
}

/* The channel's path leads on; not where the model that was searched lacks the field. */
static void visit_field(struct charting *c, struct spot spot, const struct model_type *record, uint32_t leaf)
{
    const char *name = spot.channel->path[spot.fields];
    const struct model_field *field = find_field(record, name, strlen(name));
    if (!field)
        return;
    spot.at = arena_format(c->arena, "%s.%s", spot.at, name);
    spot.around[spot.fields] = record;
    spot.around_leaf[spot.fields++] = leaf;
    visit(c, spot, field->type, leaf + field->leaf);
}

static void visit(struct charting *c, struct spot spot, const struct model_type *type, uint32_t leaf)
{
    if (type->kind == MODEL_TYPE_ARRAY && spot.depth < sizeof spot.index / sizeof *spot.index) {
        visit_elements(c, spot, type, leaf);
        return;
    }
    if (spot.fields < spot.channel->path_count) {
        visit_field(c, spot, type, leaf);
        return;
    }
    spot.count = spot.mark = UINT32_MAX;
    spot.slots = 1;
    spot.type = type->kind == MODEL_TYPE_MULTISET ? type->element : type;
    spot.leaf = leaf;
    if (type->kind != MODEL_TYPE_MULTISET) {
        is_queue(&spot, type, leaf);
        watch(c, &spot);
        return;
    }
    for (uint32_t i = 0; i < type->slots; i++) { /* of a slot its mark comes first */
        spot.mark = leaf + i * (1 + type->element->leaves);
        spot.leaf = spot.mark + 1;
        watch(c, &spot);
    }
}

static int by_step(const void *a, const void *b)
{
    const struct chart_message *x = a, *y = b;
    return x->sent != y->sent ? (x->sent > y->sent) - (x->sent < y->sent) : (x->received > y->received) - (x->received < y->received);
}

void chart_find_messages(struct charting *c)
{
    const struct model *model = c->report->model;
    for (unsigned i = 0; i < c->view->channel_count; i++)
        for (uint32_t v = 0; v < model->variable_count; v++)
            if (!strcmp(model->variables[v].name, c->view->channels[i].variable->name))
                visit(c, (struct spot){.channel = &c->view->channels[i], .at = model->variables[v].name}, model->variables[v].type, model->variables[v].leaf);
    if (c->chart->message_count)
        qsort(c->chart->messages, c->chart->message_count, sizeof *c->chart->messages, by_step);
}
