/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * execution_dot.c - see execution_dot.h.
 *
 * The initial writes that are read are events behind those of the threads, a location
 * each; in the order of the location (co) they come first.
 */
#include "execution_dot.h"

#include <string.h>

#include "dot.h"
#include "json_parts.h"

enum { LOCATIONS_MOST = 64, NOT_PLACED = -2, INITIAL = -1 };

struct drawing {
    struct arena *arena;
    const json_t *execution, *events;
    unsigned count;                     /* of the threads' events */
    const char *initial[LOCATIONS_MOST]; /* locations whose initial value is read */
    unsigned initials;
    struct dot_graph graph;
};

static const json_t *event_at(const struct drawing *d, unsigned i)
{
    return json_array_get(d->events, i);
}

static int number_of(const json_t *object, const char *key, int otherwise)
{
    const json_t *value = json_object_get(object, key);
    return json_is_integer(value) ? (int)json_integer_value(value) : otherwise;
}

static bool reads_initial(const json_t *event)
{
    return !strcmp(json_part_text_of(event, "reads_from"), "initial");
}

/* The event of a location's initial write; it is there. */
static unsigned initial_of(const struct drawing *d, const char *location)
{
    unsigned i = 0;
    while (i < d->initials && strcmp(d->initial[i], location))
        i++;
    return d->count + i;
}

static void find_initials(struct drawing *d)
{
    for (unsigned i = 0; i < d->count; i++) {
        const char *location = json_part_text_of(event_at(d, i), "location");
        if (reads_initial(event_at(d, i)) && initial_of(d, location) == d->count + d->initials && d->initials < LOCATIONS_MOST)
            d->initial[d->initials++] = location;
    }
}

static const char *value_text(const struct drawing *d, const json_t *value)
{
    return json_is_string(value) ? json_string_value(value)
                                 : arena_format(d->arena, "%lld", (long long)json_integer_value(value));
}

static const char *label_of(const struct drawing *d, const json_t *event)
{
    const json_t *read = json_object_get(event, "read"), *written = json_object_get(event, "written");
    const char *name = json_part_text_of(event, "name"), *what = json_part_text_of(event, "operation");
    const char *label = arena_format(d->arena, "%s%s%s", name, *name ? ": " : "", what);
    if (read)
        label = arena_format(d->arena, "%s reads %s", label, value_text(d, read));
    return read && written ? arena_format(d->arena, "%s, writes %s", label, value_text(d, written)) : label;
}

static void set_events(struct drawing *d)
{
    struct dot_graph *g = &d->graph;
    for (unsigned i = 0; i < d->count; i++) {
        int thread = number_of(event_at(d, i), "thread", 0);
        g->events[i] = (struct dot_event){.thread = thread, .label = label_of(d, event_at(d, i))};
        g->thread_count = thread >= (int)g->thread_count ? (unsigned)thread + 1 : g->thread_count;
    }
    for (unsigned i = 0; i < d->initials; i++)
        g->events[d->count + i] = (struct dot_event){.thread = -1, .label = arena_format(d->arena, "initial %s", d->initial[i])};
}

/* Where an event's write stands in the order of its location. */
static int place_of(const struct drawing *d, unsigned event)
{
    return event >= d->count ? INITIAL : number_of(event_at(d, event), "place", NOT_PLACED);
}

static const char *location_of(const struct drawing *d, unsigned event)
{
    return event >= d->count ? d->initial[event - d->count] : json_part_text_of(event_at(d, event), "location");
}

/* The event that it reads from; the count of all where that is not known. */
static unsigned source_of(const struct drawing *d, unsigned event)
{
    const json_t *object = event < d->count ? event_at(d, event) : NULL;
    int source = number_of(object, "reads_from", -1);
    if (object && reads_initial(object))
        return initial_of(d, json_part_text_of(object, "location"));
    return source >= 0 && source < (int)d->count ? (unsigned)source : d->graph.count;
}

/* Of two events: in program order, and what they do at one location. */
static void relate(struct drawing *d, unsigned a, unsigned b)
{
    struct dot_graph *g = &d->graph;
    unsigned source = source_of(d, a);
    bool same = !strcmp(location_of(d, a), location_of(d, b)) && *location_of(d, a);
    if (a < b && b < d->count && g->events[a].thread == g->events[b].thread)
        dot_relate(g, DOT_PO, a, b);
    if (source_of(d, b) == a)
        dot_relate(g, DOT_RF, a, b);
    if (!same || place_of(d, b) == NOT_PLACED)
        return;
    if (place_of(d, a) != NOT_PLACED && place_of(d, a) < place_of(d, b))
        dot_relate(g, DOT_CO, a, b);
    if (source < g->count && a != b && place_of(d, source) + 1 == place_of(d, b))
        dot_relate(g, DOT_FR, a, b); /* to the first write only that comes after the one it reads from */
}

static void mark_cycle(struct drawing *d)
{
    static const char *const names[] = {"po", "rf", "co", "fr"};
    size_t i;
    json_t *edge;
    json_array_foreach(json_object_get(d->execution, "cycle"), i, edge) {
        int from = number_of(edge, "from", -1), to = number_of(edge, "to", -1);
        for (int r = 0; r < 4; r++)
            if (from >= 0 && to >= 0 && from < (int)d->count && to < (int)d->count && !strcmp(json_part_text_of(edge, "relation"), names[r]))
                d->graph.related[r][(size_t)from * d->graph.count + (size_t)to] = 2;
    }
}

static void mark_race(struct drawing *d)
{
    const json_t *races = json_object_get(d->execution, "races");
    json_int_t a = json_integer_value(json_array_get(races, 0)), b = json_integer_value(json_array_get(races, 1));
    if (json_array_size(races) != 2 || a < 0 || b < 0 || a >= d->count || b >= d->count)
        return;
    d->graph.events[a].marked = d->graph.events[b].marked = true;
    dot_relate(&d->graph, DOT_RACE, (unsigned)a, (unsigned)b);
}

static void name_graph(struct drawing *d, const json_t *trace)
{
    const json_t *test = json_object_get(trace, "test");
    d->graph.name = test ? json_part_text_of(test, "name") : json_part_text_of(trace, "name");
    d->graph.label = test ? arena_format(d->arena, "%s on %s", json_part_text_of(test, "name"), json_part_text_of(test, "machine")) : json_part_text_of(trace, "label");
}

void execution_dot(const json_t *trace, FILE *out)
{
    struct drawing d = {.arena = arena_new(), .execution = json_object_get(trace, "execution")};
    struct text text = {0};
    d.events = json_object_get(d.execution, "events");
    d.count = (unsigned)json_array_size(d.events);
    find_initials(&d);
    d.graph = dot_graph_new(d.arena, d.count + d.initials);
    name_graph(&d, trace);
    set_events(&d);
    for (unsigned a = 0; a < d.graph.count; a++)
        for (unsigned b = 0; b < d.graph.count; b++)
            relate(&d, a, b);
    mark_cycle(&d);
    mark_race(&d);
    dot_put(&text, &d.graph);
    fputs(text.bytes, out);
    text_free(&text);
    arena_free(d.arena);
}
