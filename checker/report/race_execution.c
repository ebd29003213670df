/* SPDX-License-Identifier: BSD-2-Clause */
/* race_execution.c - see race_execution.h. */
#include "race_execution.h"

#include <string.h>

#include "../litmus/print.h"
#include "json_parts.h"

enum { NOBODY = -1, INITIALLY = -2 };

static bool is_same(struct litmus_value a, struct litmus_value b)
{
    return a.location == b.location && (a.location >= 0 || a.number == b.number);
}

/* Of an interleaving: the last write before. */
static int last_write(const struct race_result *r, unsigned reader)
{
    for (unsigned i = reader; i-- > 0;)
        if (r->actions[i].writes && r->actions[i].location == r->actions[reader].location)
            return (int)i;
    return INITIALLY;
}

/* Of a candidate: the only write of that value. */
static int only_write(const struct race_result *r, unsigned reader)
{
    const struct race_action *a = &r->actions[reader];
    int found = is_same(r->test->locations[a->location].initial, a->read) ? INITIALLY : NOBODY;
    unsigned count = found == INITIALLY;
    for (unsigned i = 0; i < r->action_count; i++)
        if (i != reader && r->actions[i].writes && r->actions[i].location == a->location && is_same(r->actions[i].written, a->read)) {
            found = (int)i;
            count++;
        }
    return count == 1 ? found : NOBODY;
}

static unsigned place_of(const struct race_result *r, unsigned writer)
{
    unsigned place = 0;
    for (unsigned i = 0; i < writer; i++)
        place += r->actions[i].writes && r->actions[i].location == r->actions[writer].location;
    return place;
}

/* "r[acq,agent] y", without the thread and the values. */
static json_t *json_operation(const struct race_result *r, const struct race_action *a)
{
    static const char *const names[] = {"r", "w", "rmw", "f"};
    struct text text = {0};
    text_format(&text, "%s[%s", names[a->kind], litmus_order_name(a->order));
    if (a->order != LITMUS_NA)
        text_format(&text, ",%s", litmus_level_name(a->level));
    text_char(&text, ']');
    if (a->location >= 0)
        text_format(&text, " %s", r->test->locations[a->location].name);
    if (a->writes && !a->reads) {
        text_char(&text, ' ');
        litmus_print_value(&text, r->test, a->written);
    }
    json_t *json = json_part_text(text.bytes);
    text_free(&text);
    return json;
}

static json_t *json_action(const struct race_result *r, unsigned i)
{
    const struct race_action *a = &r->actions[i];
    json_t *event = json_pack("{s:i, s:o}", "thread", a->thread, "operation", json_operation(r, a));
    if (a->location >= 0)
        json_part_set(event, "location", json_part_text(r->test->locations[a->location].name));
    if (a->reads) {
        int source = r->interleaved ? last_write(r, i) : only_write(r, i);
        json_part_set(event, "read", json_part_litmus_value(r->test, a->read));
        if (source != NOBODY)
            json_part_set(event, "reads_from", source == INITIALLY ? json_string("initial") : json_integer(source));
    }
    if (a->writes)
        json_part_set(event, "written", json_part_litmus_value(r->test, a->written));
    if (a->writes && r->interleaved)
        json_part_set(event, "place", json_part_count(place_of(r, i)));
    return event;
}

json_t *race_execution(const struct race_result *r, const char *model)
{
    json_t *events = json_array();
    struct text label = {0};
    for (unsigned i = 0; i < r->action_count; i++)
        json_part_append(events, json_action(r, i));
    text_format(&label, "%s, racy under %s", r->test->name, model);
    json_t *root = json_pack("{s:o, s:o, s:{s:o, s:[i, i]}}", "name", json_part_text(r->test->name), "label",
                             json_part_text(label.bytes), "execution", "events", events, "races", (int)r->first, (int)r->second);
    text_free(&label);
    return root;
}
