/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * execution_print.c - print an execution as accesses and as cycles of
 * relations.
 *
 * An execution as text, in the words of herd and diy, and as JSON.
 */
#include "../base/text.h"
#include "../machines/execution.h"
#include "../litmus/print.h"
#include "json_parts.h"

/* ---- edges ---- */

/* What an event of the cycle is at one end of a po edge: an RMW is there for
 * what its other edge is about. */
static char role(const struct litmus_execution *x, unsigned at, bool leaves)
{
    unsigned event = x->cycle[at], n = x->cycle_length;
    if (x->events[event].what.kind != PROGRAM_RMW)
        return x->events[event].what.kind == PROGRAM_LOAD ? 'R' : 'W';
    if (leaves)
        return litmus_relation_of(x, x->cycle[(at + n - 1) % n], event) == RELATION_RF ? 'R' : 'W';
    return litmus_relation_of(x, event, x->cycle[(at + 1) % n]) == RELATION_FR ? 'R' : 'W';
}

void litmus_edge_name(struct text *out, const struct litmus_execution *x, unsigned at)
{
    static const char *const names[] = {"", "Po", "Rf", "Co", "Fr"};
    unsigned to = (at + 1) % x->cycle_length;
    const struct litmus_event *a = &x->events[x->cycle[at]], *b = &x->events[x->cycle[to]];
    enum litmus_relation relation = litmus_relation_of(x, x->cycle[at], x->cycle[to]);
    text_put(out, names[relation]);
    if (relation == RELATION_PO)
        text_format(out, "%c%c%c", a->what.location == b->what.location ? 's' : 'd', role(x, at, true),
                    role(x, to, false));
    else
        text_char(out, a->thread == b->thread ? 'i' : 'e');
}

/* Whether the event is a fence between two of its thread. */
static bool is_fence_between(const struct litmus_event *e, const struct litmus_event *a, const struct litmus_event *b)
{
    return e->what.kind == PROGRAM_FENCE && e->thread == a->thread && e->index > a->index && e->index < b->index;
}

/* ---- events ---- */

static void put_value(struct text *out, const struct litmus_execution *x, int code)
{
    litmus_print_value(out, x->test, program_value(x->program, code));
}

/* "w[rel,agent] y 1", as in the test but with the value itself; reads without. */
static void put_operation(struct text *out, const struct litmus_execution *x, const struct litmus_event *e)
{
    static const char *const names[] = {"r", "w", "rmw", "f"};
    text_format(out, "%s[%s", names[e->what.kind], litmus_order_name(e->what.order));
    if (e->what.order != LITMUS_NA)
        text_format(out, ",%s", litmus_level_name(e->what.level));
    text_char(out, ']');
    if (e->what.kind != PROGRAM_FENCE)
        text_format(out, " %s", x->test->locations[e->what.location].name);
    if (e->what.kind == PROGRAM_STORE) {
        text_char(out, ' ');
        put_value(out, x, e->written);
    }
}

static void put_event(struct text *out, const struct litmus_execution *x, unsigned at)
{
    const struct litmus_event *e = &x->events[x->cycle[at]];
    text_format(out, "  %c: P%d  ", 'a' + (int)(at % 26), e->thread);
    put_operation(out, x, e);
    if (e->read >= 0) {
        text_put(out, " reads ");
        put_value(out, x, e->read);
    }
    if (e->read >= 0 && e->written >= 0) {
        text_put(out, ", writes ");
        put_value(out, x, e->written);
    }
    text_char(out, '\n');
}

static void put_edge(struct text *out, const struct litmus_execution *x, unsigned at)
{
    unsigned to = (at + 1) % x->cycle_length;
    const struct litmus_event *a = &x->events[x->cycle[at]], *b = &x->events[x->cycle[to]];
    text_put(out, " --");
    litmus_edge_name(out, x, at);
    for (unsigned i = 0; i < x->count && litmus_relation_of(x, x->cycle[at], x->cycle[to]) == RELATION_PO; i++) {
        if (!is_fence_between(&x->events[i], a, b))
            continue;
        text_char(out, ' ');
        put_operation(out, x, &x->events[i]);
    }
    text_format(out, "--> %c", 'a' + (int)(to % 26));
}

void litmus_execution_print(struct text *out, const struct litmus_execution *x)
{
    if (!x->cycle_length) {
        text_put(out, "The run is sequentially consistent: no cycle of po, rf, co and fr.\n");
        return;
    }
    text_put(out, "The run is not sequentially consistent: a cycle of po, rf, co and fr.\n");
    for (unsigned at = 0; at < x->cycle_length; at++)
        put_event(out, x, at);
    text_put(out, "  a");
    for (unsigned at = 0; at < x->cycle_length; at++)
        put_edge(out, x, at);
    text_char(out, '\n');
    if (x->sc_allows)
        text_put(out, "(Another execution, that is sequentially consistent, ends so too.)\n");
}

/* ---- JSON ---- */

static json_t *json_code(const struct litmus_execution *x, int code)
{
    return json_part_litmus_value(x->test, program_value(x->program, code));
}

static json_t *json_event(const struct litmus_execution *x, unsigned number)
{
    static const char *const kinds[] = {"R", "W", "RMW", "F"};
    const struct litmus_event *e = &x->events[number];
    json_t *object = json_object();
    struct text text = {0};
    put_operation(&text, x, e);
    for (unsigned at = 0; at < x->cycle_length; at++) {
        char name[2] = {(char)('a' + (int)(at % 26)), 0};
        if (x->cycle[at] == number)
            json_object_set_new(object, "name", json_string(name));
    }
    json_object_set_new(object, "thread", json_integer(e->thread));
    json_object_set_new(object, "kind", json_string(kinds[e->what.kind]));
    json_object_set_new(object, "operation", json_string(text.bytes));
    if (e->what.kind != PROGRAM_FENCE)
        json_object_set_new(object, "location", json_string(x->test->locations[e->what.location].name));
    if (e->read >= 0) {
        json_object_set_new(object, "read", json_code(x, e->read));
        json_object_set_new(object, "reads_from", e->source >= 0 ? json_integer(e->source) : json_string("initial"));
    }
    if (e->written >= 0) {
        json_object_set_new(object, "written", json_code(x, e->written));
        json_object_set_new(object, "place", json_integer(e->place));
    }
    text_free(&text);
    return object;
}

static json_t *json_edge(const struct litmus_execution *x, unsigned at)
{
    static const char *const names[] = {"", "po", "rf", "co", "fr"};
    unsigned from = x->cycle[at], to = x->cycle[(at + 1) % x->cycle_length];
    enum litmus_relation relation = litmus_relation_of(x, from, to);
    struct text name = {0};
    litmus_edge_name(&name, x, at);
    json_t *edge = json_pack("{s:i, s:i, s:s, s:s}", "from", (int)from, "to", (int)to, "relation", names[relation],
                             "name", name.bytes);
    text_free(&name);
    if (relation != RELATION_PO)
        return edge;
    json_t *fences = json_array();
    for (unsigned i = 0; i < x->count; i++)
        if (is_fence_between(&x->events[i], &x->events[from], &x->events[to]))
            json_array_append_new(fences, json_integer(i));
    json_object_set_new(edge, "fences", fences);
    return edge;
}

json_t *litmus_execution_json(const struct litmus_execution *x)
{
    json_t *object = json_object(), *events = json_array(), *cycle = json_array(), *final = json_object();
    for (unsigned i = 0; i < x->test->watch_count; i++) {
        struct text name = {0};
        litmus_print_watch(&name, x->test, i);
        json_part_set(final, name.bytes, json_part_litmus_value(x->test, x->final[i]));
        text_free(&name);
    }
    for (unsigned i = 0; i < x->count; i++)
        json_array_append_new(events, json_event(x, i));
    for (unsigned at = 0; at < x->cycle_length; at++)
        json_array_append_new(cycle, json_edge(x, at));
    json_object_set_new(object, "events", events);
    json_object_set_new(object, "final", final);
    json_object_set_new(object, "sequentially_consistent", json_boolean(!x->cycle_length));
    if (x->sc_known)
        json_object_set_new(object, "allowed_by_sc", json_boolean(x->sc_allows));
    json_object_set_new(object, "cycle", cycle);
    return object;
}
