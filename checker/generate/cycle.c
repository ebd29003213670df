/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * cycle.c - see cycle.h.  Edges are chosen one after the other, each with the kind
 * of the event that it starts from; the last one is external, so that the first
 * event begins a thread.
 */
#include "cycle.h"

#include <stdio.h>
#include <string.h>

bool cycle_edge_is_external(enum cycle_edge edge)
{
    return edge <= EDGE_RRE;
}

bool cycle_edge_is_program_order(enum cycle_edge edge)
{
    return edge >= EDGE_POD;
}

bool cycle_is_internal(const struct cycle *c)
{
    for (unsigned i = 0; i < c->count; i++)
        if (!cycle_edge_is_external(c->events[i].edge) && !cycle_edge_is_program_order(c->events[i].edge))
            return true;
    return false;
}

bool cycle_is_of_updates(const struct cycle *c)
{
    return c->count == 2;
}

bool cycle_is_of_loads(const struct cycle *c)
{
    for (unsigned i = 0; i < c->count; i++)
        if (c->events[i].write)
            return false;
    return true;
}

/* ---- which edges may follow each other ---- */

static bool is_reads_from(enum cycle_edge edge)
{
    return edge == EDGE_RFE || edge == EDGE_RFI;
}

static bool may_start(enum cycle_edge edge, bool write)
{
    return edge != EDGE_RRE && (cycle_edge_is_program_order(edge) || write != (edge == EDGE_FRE || edge == EDGE_FRI));
}

static bool may_end(enum cycle_edge edge, bool write)
{
    return cycle_edge_is_program_order(edge) || write != is_reads_from(edge);
}

/* Two steps of program order are one; two of communication are one, unless the second
 * reads from where the first leads, and one of them is between threads. */
static bool may_follow(enum cycle_edge edge, enum cycle_edge next, bool coherence)
{
    if (cycle_edge_is_program_order(edge) || cycle_edge_is_program_order(next))
        return cycle_edge_is_program_order(edge) != cycle_edge_is_program_order(next);
    if (coherence && edge == EDGE_FRE && next == EDGE_COE)
        return true; /* CoWR: what another store overwrote was past one's own */
    return !is_reads_from(edge) && is_reads_from(next) && (cycle_edge_is_external(edge) || cycle_edge_is_external(next));
}

/* ---- what follows from the edges ---- */

static void place_events(struct cycle *c)
{
    unsigned thread = 0, location = 0;
    for (unsigned i = 0; i < c->count; i++) {
        c->events[i].thread = thread;
        c->events[i].location = location;
        if (!i || cycle_edge_is_external(c->events[i - 1].edge))
            c->first[thread] = i;
        thread += cycle_edge_is_external(c->events[i].edge);
        location += c->events[i].edge == EDGE_POD;
    }
    c->threads = thread;
    c->locations = location ? location : 1;
    c->first[thread] = c->count;
    for (unsigned i = 0; i < c->count; i++) /* behind the last Pod comes the first location again */
        c->events[i].location %= c->locations;
}

/* The events of a location lie between two steps of program order, in the order of coherence. */
static bool give_values(struct cycle *c)
{
    unsigned start = 0;
    while (!cycle_edge_is_program_order(c->events[(start + c->count - 1) % c->count].edge))
        start++;
    int writes = 0;
    memset(c->twice, 0, sizeof c->twice);
    for (unsigned k = 0; k < c->count; k++) {
        struct cycle_event *e = &c->events[(start + k) % c->count];
        writes += e->write;
        e->value = writes;
        e->reads = writes - 1;
        c->twice[e->location] |= writes == 2;
        c->final[e->location] = 2;
        if (writes > 2)
            return false; /* the final value would not tell their order */
        if (cycle_edge_is_program_order(e->edge))
            writes = 0;
    }
    return true;
}

static unsigned count_edges(const struct cycle *c, enum cycle_edge edge, unsigned from, unsigned to)
{
    unsigned count = 0;
    for (unsigned i = from; i < to; i++)
        count += c->events[i].edge == edge;
    return count;
}

/* Each thread reaches at most two locations, and no location is reached by more steps than it needs. */
static bool threads_are_small(const struct cycle *c)
{
    for (unsigned t = 0; t < c->threads; t++)
        if (c->first[t + 1] - c->first[t] > CYCLE_THREAD_EVENTS ||
            count_edges(c, EDGE_POD, c->first[t], c->first[t + 1]) > 1)
            return false;
    return true;
}

static bool is_turned(const struct cycle *c, unsigned a, unsigned b, int *order)
{
    *order = 0;
    for (unsigned k = 0; k < c->count && !*order; k++) {
        const struct cycle_event *x = &c->events[(a + k) % c->count], *y = &c->events[(b + k) % c->count];
        *order = x->edge != y->edge ? (x->edge < y->edge ? -1 : 1) : (int)y->write - (int)x->write;
    }
    return !*order;
}

/* Of all ways to begin it with a thread the first one stands for all. */
static bool is_first_of_its_turns(struct cycle *c)
{
    for (unsigned t = 0; t < c->threads; t++) {
        int order;
        c->same[t] = is_turned(c, 0, c->first[t], &order);
        if (order > 0)
            return false;
    }
    return true;
}

/* Two steps to another location at least, or one cycle of a single location. */
static bool is_whole(struct cycle *c, const struct cycle_bounds *bounds)
{
    unsigned pod = count_edges(c, EDGE_POD, 0, c->count), pos = count_edges(c, EDGE_POS, 0, c->count);
    bool coherence = !pod && pos == 1 && c->count == 3;
    const struct cycle_event *last = &c->events[c->count - 1];
    if ((!coherence && (pod < 2 || pos)) || !cycle_edge_is_external(last->edge) || !may_end(last->edge, c->events[0].write))
        return false;
    for (unsigned i = 0; i < c->count; i++)
        if (!may_follow(c->events[i].edge, c->events[(i + 1) % c->count].edge, coherence))
            return false;
    place_events(c);
    return c->threads >= 2 && c->threads <= bounds->threads && threads_are_small(c) && is_first_of_its_turns(c) && give_values(c);
}

/* ---- two accesses ---- */

#define W(number) .write = true, .value = (number)
#define UPDATE(before, after) .write = true, .update = true, .reads = (before), .value = (after)
/* A store comes between reading and writing; both read the same; an update reads what is stored behind it; each reads what the
 * other stores. */
static const struct cycle of_updates[] = {
    {.events = {{UPDATE(0, 2), .edge = EDGE_FRE}, {W(1), .edge = EDGE_COE}}, .twice = {true}, .final = {2}},
    {.events = {{UPDATE(0, 1), .edge = EDGE_FRE}, {UPDATE(0, 2), .edge = EDGE_FRE}}, .same = {true, true}},
    {.events = {{W(1), .edge = EDGE_RFE}, {UPDATE(1, 2), .edge = EDGE_COE}}, .twice = {true}, .final = {1}},
    {.events = {{UPDATE(2, 1), .edge = EDGE_RFE}, {UPDATE(1, 2), .edge = EDGE_RFE}}, .same = {true, true}},
};

static bool updates_each(cycle_visitor *visit, void *data)
{
    for (unsigned i = 0; i < sizeof of_updates / sizeof of_updates[0]; i++) {
        struct cycle c = of_updates[i];
        c.count = c.threads = 2;
        c.locations = c.first[1] = c.events[1].thread = 1;
        c.first[2] = 2;
        if (!visit(data, &c))
            return false;
    }
    return true;
}

/* ---- loads ---- */

/* A location is read twice, and once elsewhere; two are read, there in the other order. */
static const struct cycle of_loads[] = {
    {.events = {{.edge = EDGE_POS}, {.edge = EDGE_RRE}, {.edge = EDGE_RRE, .thread = 1}},
     .count = 3, .threads = 2, .locations = 1, .first = {0, 2, 3}, .same = {true}},
    {.events = {{.edge = EDGE_POD}, {.edge = EDGE_RRE, .location = 1}, {.edge = EDGE_POD, .thread = 1, .location = 1}, {.edge = EDGE_RRE, .thread = 1}},
     .count = 4, .threads = 2, .locations = 2, .first = {0, 2, 4}, .same = {true, true}},
};

static bool loads_each(const struct cycle_bounds *bounds, cycle_visitor *visit, void *data)
{
    for (unsigned i = 0; i < sizeof of_loads / sizeof of_loads[0]; i++)
        if (of_loads[i].count <= bounds->edges && !visit(data, &of_loads[i]))
            return false;
    return true;
}

/* ---- all of them ---- */

struct search {
    const struct cycle_bounds *bounds;
    cycle_visitor *visit;
    void *data;
    struct cycle cycle;
};

static bool choose(struct search *s, unsigned at)
{
    struct cycle *c = &s->cycle;
    if (at == c->count) {
        struct cycle whole = *c;
        return !is_whole(&whole, s->bounds) || s->visit(s->data, &whole);
    }
    for (int edge = EDGE_RFE; edge <= EDGE_POS; edge++)
        for (int write = 1; write >= 0; write--) {
            struct cycle_event *e = &c->events[at];
            bool internal = edge >= EDGE_RFI && edge <= EDGE_COI;
            *e = (struct cycle_event){.write = write, .edge = (enum cycle_edge)edge};
            if (may_start(e->edge, e->write) && (!at || may_end(e[-1].edge, e->write)) && (!internal || s->bounds->internal) &&
                !choose(s, at + 1))
                return false;
        }
    return true;
}

void cycles_each(const struct cycle_bounds *bounds, cycle_visitor *visit, void *data)
{
    struct search s = {.bounds = bounds, .visit = visit, .data = data};
    if (!updates_each(visit, data) || !loads_each(bounds, visit, data))
        return;
    for (s.cycle.count = 3; s.cycle.count <= bounds->edges && s.cycle.count <= CYCLE_EDGES; s.cycle.count++)
        if (!choose(&s, 0))
            return;
}

/* ---- names ---- */

int cycle_spell(const struct cycle *c, char *out, int room, const char *between)
{
    static const char *const names[] = {"Rfe", "Fre", "Coe", "Rre", "Rfi", "Fri", "Coi", "Pod", "Pos"};
    int length = 0;
    for (unsigned i = 0; i < c->count && length < room; i++) {
        const struct cycle_event *e = &c->events[i], *next = &c->events[(i + 1) % c->count];
        length += snprintf(out + length, (size_t)(room - length), "%s%s", i ? between : "", names[e->edge]);
        if (cycle_edge_is_program_order(e->edge) && length < room)
            length += snprintf(out + length, (size_t)(room - length), "%c%c", e->write ? 'W' : 'R', next->write ? 'W' : 'R');
    }
    return length;
}

/* By the cycle's edges, in the turn that diy's documents have. */
static const char *const named[][2] = {
    {"MP", "PodWW Rfe PodRR Fre"}, {"SB", "PodWR Fre PodWR Fre"}, {"LB", "PodRW Rfe PodRW Rfe"},
    {"S", "PodWW Rfe PodRW Coe"}, {"R", "PodWW Coe PodWR Fre"}, {"2+2W", "PodWW Coe PodWW Coe"},
    {"WRC", "Rfe PodRW Rfe PodRR Fre"}, {"WRW+WR", "Rfe PodRW Coe PodWR Fre"}, {"WRR+2W", "Rfe PodRR Fre PodWW Coe"},
    {"WWC", "Rfe PodRW Rfe PodRW Coe"}, {"WRW+2W", "Rfe PodRW Coe PodWW Coe"}, {"RWC", "Rfe PodRR Fre PodWR Fre"},
    {"3.SB", "PodWR Fre PodWR Fre PodWR Fre"}, {"3.LB", "PodRW Rfe PodRW Rfe PodRW Rfe"},
    {"3.2W", "PodWW Coe PodWW Coe PodWW Coe"}, {"ISA2", "PodWW Rfe PodRW Rfe PodRR Fre"},
    {"Z6.0", "PodWW Rfe PodRW Coe PodWR Fre"}, {"Z6.1", "PodWW Coe PodWW Rfe PodRW Coe"},
    {"Z6.2", "PodWW Rfe PodRW Rfe PodRW Coe"}, {"Z6.3", "PodWW Coe PodWW Rfe PodRR Fre"},
    {"Z6.4", "PodWW Coe PodWR Fre PodWR Fre"}, {"Z6.5", "PodWW Coe PodWW Coe PodWR Fre"},
    {"W+RWC", "PodWW Rfe PodRR Fre PodWR Fre"}, {"IRIW", "Rfe PodRR Fre Rfe PodRR Fre"},
    {"IRRWIW", "Rfe PodRR Fre Rfe PodRW Coe"}, {"IRWIW", "Rfe PodRW Coe Rfe PodRW Coe"},
    {"CoRR", "Rfe PosRR Fre"}, {"CoRW", "Rfe PosRW Coe"}, {"CoWR", "PosWR Fre Coe"},
    {"RR", "PosRR Rre Rre"}, {"2+2R", "PodRR Rre PodRR Rre"},
};

static bool is_spelled(const struct cycle *c, const char *edges)
{
    char whole[6 * CYCLE_EDGES + 2], twice[2 * sizeof whole + 4], wanted[sizeof whole + 4];
    cycle_spell(c, whole, (int)sizeof whole, " ");
    snprintf(twice, sizeof twice, " %s %s ", whole, whole); /* every turn of it is in this */
    snprintf(wanted, sizeof wanted, " %s ", edges);
    return strlen(whole) == strlen(edges) && strstr(twice, wanted);
}

const char *cycle_name(const struct cycle *c)
{
    for (unsigned i = 0; i < sizeof named / sizeof named[0]; i++)
        if (is_spelled(c, named[i][1]))
            return named[i][0];
    return NULL;
}
