/* SPDX-License-Identifier: BSD-2-Clause */
/* idle.c - see idle.h. */
#include "idle.h"

#include "../base/text.h"
#include "figures.h"
#include "json_parts.h"

enum { WIDTH = 118 };

/* One more of a list, on a line of its own where this one is full. */
static void put_item(const struct activity_item *item, const char *end, int *column, FILE *out)
{
    struct text text = {0};
    text_format(&text, "\"%s\" (", item->name);
    text_place(&text, item->place.file, item->place.line, item->place.column);
    text_format(&text, ")%s", end);
    int length = (int)text.length;
    if (*column + 1 + length > WIDTH) {
        fputs("\n   ", out);
        *column = 3;
    }
    fprintf(out, " %s", text.bytes);
    *column += 1 + length;
    text_free(&text);
}

static void put_items(const struct activity *activity, bool rules, const char *name, FILE *out)
{
    unsigned unseen = activity_unseen(activity, rules), left = unseen;
    if (!unseen)
        return;
    int column = fprintf(out, "%s %u of %u %s:", name, unseen, activity_total(activity, rules),
                         rules ? "rules never fired" : "covers were not met");
    for (unsigned i = 0; i < activity->count; i++)
        if (activity->items[i].is_rule == rules && activity_is_unseen(&activity->items[i]))
            put_item(&activity->items[i], --left ? "," : "", &column, out);
    fputc('\n', out);
}

void idle_text(const struct activity *activity, const char *name, FILE *out)
{
    put_items(activity, true, name, out);
    put_items(activity, false, name, out);
}

void idle_statistics(const struct activity *activity, const char *name, FILE *out)
{
    if (!activity->counted)
        return;
    fprintf(out, "Rules of %s:\n  %15s %15s %15s  rule\n", name, "guards tested", "fired", "new states");
    for (unsigned i = 0; i < activity->count; i++) {
        const struct activity_item *item = &activity->items[i];
        if (item->is_rule)
            fprintf(out, "  %15s %15s %15s  %s\n", figure_count(item->statistics.tested).text,
                    figure_count(item->statistics.fired).text, figure_count(item->statistics.new_states).text, item->name);
    }
    fputc('\n', out);
}

static json_t *item_json(const struct activity_item *item)
{
    json_t *object = json_object();
    json_part_set(object, "name", json_part_text(item->name));
    json_part_set(object, "place", json_part_place(&item->place));
    return object;
}

static json_t *items_json(const struct activity *activity, bool rules, bool switched_off)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < activity->count; i++) {
        const struct activity_item *item = &activity->items[i];
        if (item->is_rule == rules && !item->seen && item->switched_off == switched_off)
            json_part_append(list, item_json(item));
    }
    return list;
}

static json_t *statistics_json(const struct activity *activity)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < activity->count; i++) {
        const struct activity_item *item = &activity->items[i];
        if (!item->is_rule)
            continue;
        json_t *object = item_json(item);
        json_part_set(object, "tested", json_part_count(item->statistics.tested));
        json_part_set(object, "fired", json_part_count(item->statistics.fired));
        json_part_set(object, "new_states", json_part_count(item->statistics.new_states));
        json_part_append(list, object);
    }
    return list;
}

json_t *idle_json(const struct activity *activity)
{
    json_t *object = json_object();
    json_part_set(object, "searches", json_integer(activity->searches));
    json_part_set(object, "rules", json_integer(activity_total(activity, true)));
    json_part_set(object, "covers", json_integer(activity_total(activity, false)));
    json_part_set(object, "rules_never_fired", items_json(activity, true, false));
    json_part_set(object, "rules_switched_off", items_json(activity, true, true));
    json_part_set(object, "covers_not_met", items_json(activity, false, false));
    if (activity->counted)
        json_part_set(object, "statistics", statistics_json(activity));
    return object;
}
