/* SPDX-License-Identifier: BSD-2-Clause */
/* endless.c - print an execution that does not end. */
#include "endless.h"

#include "../base/text.h"
#include "../litmus/print.h"

static const char *end_of(enum path_end end)
{
    static const char *const words[] = {[PATH_ENDS] = "ends", [PATH_SPINS] = "spins", [PATH_REPEATS] = "goes round", [PATH_WAITS] = "waits at a barrier",
                                        [PATH_STOPS] = "stops", [PATH_IS_CUT] = "is cut"};
    return words[end];
}

/* The source of a read, or -1: not an event of a thread. */
static int source_of(const struct cat_evaluation *v, unsigned read)
{
    for (unsigned w = 0; w < v->execution->count; w++)
        if (v->execution->events[w].thread >= 0 && cat_related(&v->chosen[CAT_RF].least, w, read))
            return (int)w;
    return -1;
}

static void put_name(struct text *text, const struct cat_execution *x, unsigned event)
{
    unsigned number = 0;
    for (unsigned e = 0; e < event; e++)
        number += x->events[e].thread >= 0;
    for (unsigned round = number / 26; round-- > 0;)
        text_char(text, 'a');
    text_char(text, (char)('a' + number % 26));
}

static void put_kind(struct text *text, const struct cat_event *e, bool barrier)
{
    text_put(text, barrier ? "barrier" : e->location < 0 ? "f" : e->writes ? "w" : "r");
    if (e->order != LITMUS_NA)
        text_format(text, "[%s,%s]", litmus_order_name(e->order), litmus_level_name(e->level));
    else if (!barrier)
        text_put(text, "[na]");
}

static void put_event(struct text *text, const struct cat_evaluation *v, unsigned event)
{
    const struct cat_execution *x = v->execution;
    const struct cat_event *e = &x->events[event];
    text_put(text, "  ");
    put_name(text, x, event);
    text_format(text, ": P%d  ", e->thread);
    put_kind(text, e, x->test->threads[e->thread].code[e->at].barrier);
    if (e->location >= 0) {
        text_format(text, " %s %s", x->test->locations[e->location].name, e->reads ? "reads " : "");
        litmus_print_value(text, x->test, e->value);
    }
    int source = e->reads ? source_of(v, event) : -1;
    if (source >= 0) {
        text_put(text, " of ");
        put_name(text, x, (unsigned)source);
    }
    text_put(text, cat_has(&x->spins, event) ? ", for ever\n" : "\n");
}

void endless_text(struct text *text, const struct cat_evaluation *v)
{
    const struct cat_execution *x = v->execution;
    for (unsigned e = 0; e < x->count; e++)
        if (x->events[e].thread >= 0)
            put_event(text, v, e);
    for (unsigned t = 0; t < x->test->thread_count; t++)
        text_format(text, "%sP%u %s", t ? ", " : "  ", t, end_of(x->paths[t]->end));
    text_put(text, "\n");
}

static json_t *event_json(const struct cat_evaluation *v, unsigned event)
{
    const struct cat_execution *x = v->execution;
    const struct cat_event *e = &x->events[event];
    struct text name = {0}, kind = {0}, value = {0};
    put_name(&name, x, event);
    put_kind(&kind, e, x->test->threads[e->thread].code[e->at].barrier);
    json_t *object = json_pack("{s:s, s:i, s:s, s:b}", "event", name.bytes, "thread", e->thread, "kind", kind.bytes,
                               "for_ever", (int)cat_has(&x->spins, event));
    if (e->location >= 0) {
        litmus_print_value(&value, x->test, e->value);
        json_object_set_new(object, "location", json_string(x->test->locations[e->location].name));
        json_object_set_new(object, "value", json_string(value.bytes));
    }
    int source = e->reads ? source_of(v, event) : -1;
    if (source >= 0) {
        struct text from = {0};
        put_name(&from, x, (unsigned)source);
        json_object_set_new(object, "reads_from", json_string(from.bytes));
        text_free(&from);
    }
    text_free(&name);
    text_free(&kind);
    text_free(&value);
    return object;
}

json_t *endless_json(const struct cat_evaluation *v)
{
    const struct cat_execution *x = v->execution;
    json_t *events = json_array(), *threads = json_array();
    for (unsigned e = 0; e < x->count; e++)
        if (x->events[e].thread >= 0)
            json_array_append_new(events, event_json(v, e));
    for (unsigned t = 0; t < x->test->thread_count; t++)
        json_array_append_new(threads, json_string(end_of(x->paths[t]->end)));
    return json_pack("{s:o, s:o}", "events", events, "threads", threads);
}
