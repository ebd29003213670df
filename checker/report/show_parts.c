/* SPDX-License-Identifier: BSD-2-Clause */
/* show_parts.c - see show_parts.h. */
#include "show_parts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "json_parts.h"
#include "show.h"

bool show_is_trace(const json_t *trace, const char **why)
{
    const json_t *steps = json_object_get(trace, "steps");
    *why = "it has no 'steps'";
    if (!json_is_array(steps) || !json_array_size(steps))
        return false;
    *why = "a step is not {rule, parameters, changes}";
    for (size_t i = 0; i < json_array_size(steps); i++) {
        const json_t *step = json_array_get(steps, i), *changes = json_object_get(step, "changes"),
                     *parameters = json_object_get(step, "parameters");
        if (!json_is_string(json_object_get(step, "rule")) || (changes && !json_is_object(changes)) ||
            (parameters && !json_is_object(parameters)))
            return false;
    }
    return true;
}

static const json_t *lanes_of(const struct show *s)
{
    return json_object_get(s->chart, "lanes");
}

struct show show_open(const json_t *trace)
{
    struct show s = {.trace = trace, .steps = json_object_get(trace, "steps"), .chart = json_object_get(trace, "chart")};
    s.count = (unsigned)json_array_size(s.steps);
    s.lane_count = (unsigned)json_array_size(lanes_of(&s));
    for (unsigned i = 1; i < s.count; i++) /* one more, for what nobody does */
        if (!json_is_integer(json_array_get(json_object_get(s.chart, "actors"), i))) {
            s.lane_count++;
            break;
        }
    s.lane_count = s.lane_count ? s.lane_count : 1;
    return s;
}

const char *show_lane(const struct show *s, unsigned lane)
{
    const char *name = json_string_value(json_array_get(lanes_of(s), lane));
    return name ? name : lane ? "others" : "model";
}

static int lane_in(const struct show *s, const json_t *value)
{
    json_int_t lane = json_is_integer(value) ? json_integer_value(value) : SHOW_NOBODY;
    return lane >= 0 && lane < (json_int_t)s->lane_count ? (int)lane : SHOW_NOBODY;
}

unsigned show_actor(const struct show *s, unsigned step)
{
    int lane = lane_in(s, json_array_get(json_object_get(s->chart, "actors"), step));
    return lane == SHOW_NOBODY ? s->lane_count - 1 : (unsigned)lane;
}

static unsigned step_in(const struct show *s, const json_t *value)
{
    json_int_t step = json_is_integer(value) ? json_integer_value(value) : -1;
    return step >= 0 && step < (json_int_t)s->count ? (unsigned)step : s->count;
}

bool show_message(const struct show *s, unsigned index, struct show_message *out)
{
    const json_t *message = json_array_get(json_object_get(s->chart, "messages"), index);
    const char *text = json_string_value(json_object_get(message, "text"));
    *out = (struct show_message){.sent = step_in(s, json_object_get(message, "sent")),
                                 .received = step_in(s, json_object_get(message, "received")),
                                 .from = lane_in(s, json_object_get(message, "from")),
                                 .to = lane_in(s, json_object_get(message, "to")), .text = text ? text : ""};
    return message != NULL;
}

void show_value(struct text *out, const json_t *value)
{
    if (json_is_string(value))
        text_put(out, json_string_value(value));
    else if (json_is_integer(value))
        text_format(out, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    else
        text_put(out, json_is_boolean(value) ? json_is_true(value) ? "true" : "false" : "Undefined");
}

/* " i = node_1, j = node_2" */
static void put_parameters(struct text *out, const json_t *object)
{
    const char *name, *separator = " ";
    json_t *value;
    json_object_foreach(json_object_get(object, "parameters"), name, value) {
        text_format(out, "%s%s = ", separator, name);
        show_value(out, value);
        separator = ", ";
    }
}

void show_rule(struct text *out, const struct show *s, unsigned number)
{
    const json_t *step = json_array_get(s->steps, number);
    text_format(out, "%s%s", number ? "" : "start: ", json_string_value(json_object_get(step, "rule")));
    put_parameters(out, step);
}

bool show_ends_failing(const struct show *s)
{
    return s->count && json_is_true(json_object_get(json_array_get(s->steps, s->count - 1), "fails"));
}

bool show_fails(struct text *out, const struct show *s, unsigned step)
{
    const json_t *object = json_array_get(s->steps, step);
    const char *fault = json_part_text_of(object, "fault");
    if (!json_is_true(json_object_get(object, "fails")))
        return false;
    text_format(out, "this firing fails%s%s", *fault ? ": " : "", fault);
    return true;
}

static bool is_hidden(const struct show *s, const char *path)
{
    size_t i;
    json_t *name;
    path += strncmp(path, "taken(", 6) ? 0 : 6;
    json_array_foreach(json_object_get(s->chart, "hidden"), i, name)
        if (json_is_string(name) && strlen(json_string_value(name)) == strcspn(path, "[.{)") &&
            !strncmp(json_string_value(name), path, strlen(json_string_value(name))))
            return true;
    return false;
}

/* Of a slice: whether the violation does not need that the step changes it. */
static bool is_unneeded(const json_t *step, const char *path)
{
    size_t i;
    json_t *name;
    json_array_foreach(json_object_get(step, "unneeded"), i, name)
        if (json_is_string(name) && !strcmp(json_string_value(name), path))
            return true;
    return false;
}

void show_changes(struct text *out, const struct show *s, unsigned step)
{
    const char *path, *separator = "";
    json_t *value;
    const json_t *object = json_array_get(s->steps, step);
    json_object_foreach(json_object_get(object, "changes"), path, value) {
        if (is_hidden(s, path) || is_unneeded(object, path))
            continue;
        text_format(out, "%s%s := ", separator, path);
        show_value(out, value);
        separator = ", ";
    }
}

/* Whether the list, parted by commas, has the item. */
static bool lists(const char *list, const char *item, size_t length)
{
    for (; list; list = strstr(list, ", ") ? strstr(list, ", ") + 2 : NULL)
        if (!strncmp(list, item, length) && (!list[length] || list[length] == ','))
            return true;
    return false;
}

/* The registers of `now` that `was` does not list with that value. */
static void put_registers(struct text *out, const char *was, const char *now)
{
    const char *separator = out->length ? ": " : "";
    for (const char *item = now; item; item = strstr(item, ", ") ? strstr(item, ", ") + 2 : NULL) {
        size_t length = strcspn(item, ","), name = strcspn(item, "=, ");
        if (name >= length || item[name] != '=' || !strncmp(item + name, "=pending", length - name) || lists(was, item, length))
            continue;
        text_format(out, "%s%.*s", separator, (int)length, item);
        separator = ", ";
    }
}

/* " reads 1": what the thread's access of these words reads, where it is the only one of them. */
static bool put_read(struct text *out, const struct show *s, long thread, const char *operation)
{
    size_t i;
    const json_t *event, *found = NULL;
    unsigned count = 0;
    json_array_foreach(json_object_get(json_object_get(s->trace, "execution"), "events"), i, event) {
        const char *own = json_string_value(json_object_get(event, "operation"));
        if (!own || strcmp(own, operation) || json_integer_value(json_object_get(event, "thread")) != thread)
            continue;
        found = json_object_get(event, "read");
        count++;
    }
    if (count != 1 || !found)
        return false;
    text_put(out, " reads ");
    show_value(out, found);
    return true;
}

bool show_access(struct text *out, const struct show *s, unsigned step)
{
    const json_t *object = json_array_get(s->steps, step), *before = json_object_get(object, "was");
    const char *path;
    json_t *value;
    size_t length = out->length;
    json_object_foreach(json_object_get(object, "changes"), path, value) {
        const char *now = json_string_value(value), *was = json_string_value(json_object_get(before, path));
        if (strncmp(path, "threads[", 8) || !now || !was || strstr(was, "may do "))
            continue;
        const char *next = strstr(was, "next ");
        if (next)
            text_put(out, next + strlen("next "));
        long thread = strncmp(path, "threads[P", 9) ? -1 : strtol(path + 9, NULL, 10);
        if (!next || strstr(now, "pending") || !put_read(out, s, thread, next + strlen("next ")))
            put_registers(out, was, now);
        break;
    }
    return out->length > length;
}

/* Of a run of a litmus test: what it leads to.  A run to the condition of `forall` is one against it. */
static void put_condition(struct text *out, const struct show *s, const json_t *test)
{
    const char *condition = json_string_value(json_object_get(test, "outcome"));
    text_format(out, "%s on %s: ", json_part_text_of(test, "machine"), json_part_text_of(test, "name"));
    if (json_is_true(json_object_get(s->trace, "run"))) {
        text_put(out, "steps by hand");
        return;
    }
    condition = condition ? condition : json_part_text_of(test, "condition");
    text_format(out, "a run %s ", strncmp(condition, "forall ", 7) ? "to" : "against");
    text_put(out, !strncmp(condition, "~exists ", 8) ? condition + 1 : condition);
}

bool show_is_written(const char *kind)
{
    static const char *const kinds[] = {"invariant", "assert", "error", "cover", "liveness", "ltl", NULL};
    for (int i = 0; kinds[i]; i++)
        if (!strcmp(kind, kinds[i]))
            return true;
    return false;
}

void show_property(struct text *out, const json_t *target)
{
    const char *kind = json_part_text_of(target, "kind"), *name = json_part_text_of(target, "name"),
               *message = json_part_text_of(target, "message");
    if (!strcmp(kind, "deadlock"))
        text_put(out, "deadlock: no rule leads from the last state to another");
    else if (!show_is_written(kind))
        text_put(out, *message ? message : *name ? name : kind);
    else
        text_format(out, "%s \"%s\"", kind, name);
    put_parameters(out, target);
    if (show_is_written(kind) && *message && strcmp(message, name))
        text_format(out, ": %s", message);
}

void show_target(struct text *out, const struct show *s)
{
    const json_t *violation = json_object_get(s->trace, "violation"), *target = violation ? violation : json_object_get(s->trace, "witness");
    const json_t *test = json_object_get(s->trace, "test");
    if (!violation && test) {
        put_condition(out, s, test);
        return;
    }
    if (!target) {
        text_put(out, "Steps by hand");
        return;
    }
    text_put(out, violation ? "Violated: " : "Witness: ");
    show_property(out, target);
    if (!strcmp(json_part_text_of(violation, "kind"), "liveness"))
        text_put(out, ", which no state reachable from the last one satisfies");
    if (!strcmp(json_part_text_of(violation, "kind"), "ltl"))
        text_put(out, ", which a run breaks that goes on for ever");
}

/* ": fires in step 2" */
static void put_treated(struct text *out, const json_t *fair)
{
    const json_t *fires = json_object_get(fair, "fires");
    if (json_is_integer(fires))
        text_format(out, ": fires in step %" JSON_INTEGER_FORMAT, json_integer_value(fires));
    else if (json_is_true(json_object_get(fair, "never_enabled")))
        text_put(out, ": is not enabled");
    else
        text_format(out, ": is not enabled after step %" JSON_INTEGER_FORMAT, json_integer_value(json_object_get(fair, "disabled")));
}

bool show_treated(struct text *out, const struct show *s, unsigned index)
{
    const json_t *fair = json_array_get(json_object_get(json_object_get(s->trace, "violation"), "fairness"), index);
    text_format(out, "%sfair rule \"%s\"", strcmp(json_part_text_of(fair, "strength"), "strong") ? "" : "strongly ",
                json_part_text_of(fair, "rule"));
    put_parameters(out, fair);
    put_treated(out, fair);
    return fair != NULL;
}

bool show_is_cycle(const struct show *s, unsigned step)
{
    return step > 0 && json_is_true(json_object_get(json_array_get(s->steps, step), "cycle"));
}

bool show_goes_round(const struct show *s, unsigned *loop)
{
    const json_t *at = json_object_get(json_object_get(s->trace, "violation"), "loop");
    json_int_t step = json_is_integer(at) ? json_integer_value(at) : -1;
    *loop = step >= 0 && step < (json_int_t)s->count ? (unsigned)step : 0;
    return step >= 0 && step < (json_int_t)s->count;
}
