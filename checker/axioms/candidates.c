/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * candidates.c - enumerate the candidate executions of a test under the
 * relaxed HRF models.
 *
 * Choices are made in three layers: a path through each thread (its reads take
 * any value that the location can have), then for each location an order of its
 * writes and a source for each of its reads, then the checks on the whole.
 * Each layer drops early what it can refute: a value that nobody writes, an
 * order of writes against the program's.
 *
 * Relations are matrices of bits over the events of an execution, at most 64.
 */
#include "candidates.h"

#include <stdlib.h>
#include <string.h>

#include "../base/arena.h"

enum {
    EVENTS = 64,  /* of an execution */
    INITIAL = -1, /* the source of a read: the location's initial value */
};

struct finder {
    struct arena *arena;
    const struct litmus_test *test;
    const struct candidate_options *options;
    struct outcomes *outcomes;
    struct candidates *result;
    struct effort effort;
    struct paths paths;
    /* the current execution */
    const struct path *const *chosen; /* by thread */
    struct path_event events[EVENTS];
    unsigned count, first[LITMUS_MAX_THREADS + 1];
    int source[EVENTS];         /* of reads */
    int place[EVENTS];          /* in the order of the location's accesses */
    unsigned written[LITMUS_MAX_LOCATIONS]; /* how many writes are in order */
    int last[LITMUS_MAX_LOCATIONS];         /* the last of them */
};

bool candidates_matter(const struct litmus_test *test)
{
    for (unsigned t = 0; t < test->thread_count; t++)
        for (unsigned i = 0; i < test->threads[t].length; i++) {
            const struct litmus_instruction *x = &test->threads[t].code[i];
            if (x->kind == LITMUS_FENCE)
                return true;
            if (x->kind > LITMUS_FENCE)
                continue;
            if (x->order != LITMUS_NA && x->order != LITMUS_SC)
                return true; /* a remote order is a plain one, but under rsp */
        }
    return false;
}

/* ---- relations ---- */

struct relation {
    uint64_t after[EVENTS];
};

static void relate(struct relation *r, unsigned a, unsigned b)
{
    r->after[a] |= UINT64_C(1) << b;
}

static bool related(const struct relation *r, unsigned a, unsigned b)
{
    return r->after[a] >> b & 1;
}

static void close_transitively(struct relation *r, unsigned count)
{
    for (unsigned k = 0; k < count; k++)
        for (unsigned i = 0; i < count; i++)
            if (related(r, i, k))
                r->after[i] |= r->after[k];
}

/* Close the relation under transitivity. */
static bool has_cycle(const struct relation *r, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (related(r, i, i))
            return true;
    return false;
}

static bool coherent_before(const struct finder *f, unsigned a, unsigned b)
{
    const struct race_action *x = &f->events[a].action, *y = &f->events[b].action;
    return x->location >= 0 && x->location == y->location && f->place[a] < f->place[b];
}

/* ---- happens-before ---- */

static int common(const struct finder *f, unsigned a, unsigned b)
{
    enum litmus_level level = litmus_common_level(&f->test->scopes, a, b);
    return a == b ? (int)LITMUS_WI : f->options->rules.wide && level > LITMUS_SYS ? (int)LITMUS_SYS : (int)level;
}

static bool inclusive(const struct finder *f, unsigned a, int la, unsigned b, int lb)
{
    int least = la < lb ? la : lb, most = la < lb ? lb : la;
    return common(f, a, b) <= (f->options->rules.literal ? most : least);
}

static bool acquires(const struct race_action *x)
{
    return (x->kind == LITMUS_FENCE || x->reads) &&
           (x->order == LITMUS_ACQ || x->order == LITMUS_AR || x->order == LITMUS_SC || x->order == LITMUS_RM_ACQ ||
            x->order == LITMUS_RM_AR);
}

static bool releases(const struct race_action *x)
{
    return (x->kind == LITMUS_FENCE || x->writes) &&
           (x->order == LITMUS_REL || x->order == LITMUS_AR || x->order == LITMUS_SC || x->order == LITMUS_RM_REL ||
            x->order == LITMUS_RM_AR);
}

/* What synchronises: an access by itself, or a fence by an atomic near it. */
struct pattern {
    unsigned anchor, object;
    int level;
};

static bool is_object(const struct race_action *x, bool release)
{
    return x->location >= 0 && x->order != LITMUS_NA && (release ? x->writes : x->reads);
}

static unsigned find_patterns(const struct finder *f, bool release, struct pattern *out)
{
    unsigned count = 0;
    for (unsigned i = 0; i < f->count; i++) {
        const struct race_action *x = &f->events[i].action;
        if (!(release ? releases(x) : acquires(x)))
            continue;
        if (x->kind != LITMUS_FENCE) {
            out[count++] = (struct pattern){i, i, (int)x->level};
            continue;
        }
        unsigned from = release ? i + 1 : f->first[x->thread], to = release ? f->first[x->thread + 1] : i;
        for (unsigned j = from; j < to; j++) {
            const struct race_action *o = &f->events[j].action;
            if (is_object(o, release))
                out[count++] = (struct pattern){i, j, (int)(x->level < o->level ? x->level : o->level)};
        }
    }
    return count;
}

static bool in_instance(const struct finder *f, unsigned thread, unsigned of, int level)
{
    return common(f, thread, of) <= level;
}

/* Edges that synchronise; for one thread alone if `view` is not negative. */
static void synchronise(const struct finder *f, struct relation *hb, int view)
{
    static _Thread_local struct pattern release[EVENTS * EVENTS], acquire[EVENTS * EVENTS];
    unsigned n = find_patterns(f, true, release), m = find_patterns(f, false, acquire);
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 0; j < m; j++) {
            const struct pattern *p = &release[i], *q = &acquire[j];
            unsigned a = (unsigned)f->events[p->anchor].action.thread, b = (unsigned)f->events[q->anchor].action.thread;
            if (a == b || !coherent_before(f, p->object, q->object) || !inclusive(f, a, p->level, b, q->level))
                continue;
            if (view >= 0 && !(in_instance(f, (unsigned)view, a, p->level) && in_instance(f, (unsigned)view, b, q->level)))
                continue;
            relate(hb, p->anchor, q->anchor);
        }
}

static void program_order(const struct finder *f, struct relation *r)
{
    for (unsigned t = 0; t < f->test->thread_count; t++)
        for (unsigned i = f->first[t]; i < f->first[t + 1]; i++)
            for (unsigned j = i + 1; j < f->first[t + 1]; j++)
                relate(r, i, j);
}

/* Compute happens-before; false: it has a cycle. */
static bool happens_before(const struct finder *f, struct relation *hb)
{
    *hb = (struct relation){{0}};
    program_order(f, hb);
    synchronise(f, hb, -1);
    close_transitively(hb, f->count);
    if (has_cycle(hb, f->count))
        return false;
    if (f->options->rules.model != RACE_HRF_DIRECT_RELAXED)
        return true;
    struct relation all = {{0}};
    for (unsigned t = 0; t < f->test->thread_count; t++) {
        struct relation view = {{0}};
        program_order(f, &view);
        synchronise(f, &view, (int)t);
        close_transitively(&view, f->count);
        for (unsigned i = 0; i < f->count; i++)
            all.after[i] |= view.after[i];
    }
    *hb = all;
    return true;
}

/* ---- the checks on a whole execution ---- */

/* No value out of thin air: dependencies and sources have no cycle. */
static bool grounded(const struct finder *f)
{
    struct relation r = {{0}};
    for (unsigned i = 0; i < f->count; i++) {
        unsigned first = f->first[f->events[i].action.thread];
        uint32_t depends = f->events[i].address | f->events[i].data | f->events[i].control;
        for (unsigned j = first; j < i; j++)
            if (depends >> (j - first) & 1)
                relate(&r, j, i);
        if (f->events[i].action.reads && f->source[i] != INITIAL)
            relate(&r, (unsigned)f->source[i], i);
    }
    close_transitively(&r, f->count);
    return !has_cycle(&r, f->count);
}

/* Of the sc events, those that stand for an access towards what is before it,
 * or after: itself, and sc fences beyond it in its thread. */
static bool stands_for(const struct finder *f, unsigned s, unsigned access, bool beyond_after)
{
    const struct race_action *x = &f->events[s].action, *y = &f->events[access].action;
    if (x->order != LITMUS_SC)
        return false;
    return s == access || (x->kind == LITMUS_FENCE && x->thread == y->thread && (beyond_after ? s > access : s < access));
}

static void order_sc(const struct finder *f, struct relation *sc, unsigned a, unsigned b)
{
    for (unsigned i = 0; i < f->count; i++)
        for (unsigned j = 0; j < f->count; j++) {
            if (!stands_for(f, i, a, false) || !stands_for(f, j, b, true))
                continue;
            const struct race_action *x = &f->events[i].action, *y = &f->events[j].action;
            bool fence = x->kind == LITMUS_FENCE || y->kind == LITMUS_FENCE;
            if (!fence || inclusive(f, (unsigned)x->thread, (int)x->level, (unsigned)y->thread, (int)y->level))
                relate(sc, i, j);
        }
}

static bool agree(const struct finder *f, const struct relation *hb)
{
    struct relation sc = {{0}};
    for (unsigned i = 0; i < f->count; i++)
        for (unsigned j = 0; j < f->count; j++) {
            const struct race_action *x = &f->events[i].action, *y = &f->events[j].action;
            if (related(hb, i, j) && coherent_before(f, j, i))
                return false;
            bool two_reads = x->location >= 0 && x->location == y->location && x->reads && y->reads;
            if (coherent_before(f, i, j) || (two_reads && related(hb, i, j)))
                order_sc(f, &sc, i, j);
            if (x->thread == y->thread && i < j && x->order == LITMUS_SC && y->order == LITMUS_SC)
                relate(&sc, i, j);
        }
    close_transitively(&sc, f->count);
    return !has_cycle(&sc, f->count);
}

static bool conflict(const struct finder *f, const struct race_action *x, const struct race_action *y)
{
    if (x->thread == y->thread || x->location < 0 || x->location != y->location || !(x->writes || y->writes))
        return false;
    if (x->order == LITMUS_NA || y->order == LITMUS_NA)
        return true;
    return !inclusive(f, (unsigned)x->thread, (int)x->level, (unsigned)y->thread, (int)y->level);
}

static void find_race(struct finder *f, const struct relation *hb)
{
    for (unsigned j = 0; j < f->count; j++)
        for (unsigned i = 0; i < j; i++) {
            if (!conflict(f, &f->events[i].action, &f->events[j].action) || related(hb, i, j) || related(hb, j, i))
                continue;
            f->result->racy = true;
            f->result->first = i;
            f->result->second = j;
            f->result->action_count = f->count;
            f->result->actions = arena_alloc(f->arena, f->count * sizeof *f->result->actions);
            for (unsigned k = 0; k < f->count; k++)
                f->result->actions[k] = f->events[k].action;
            return;
        }
}

static void add_outcome(struct finder *f)
{
    struct litmus_value values[f->test->watch_count + 1];
    for (unsigned i = 0; i < f->test->watch_count; i++) {
        const struct litmus_watch *w = &f->test->watches[i];
        if (w->thread >= 0)
            values[i] = f->chosen[w->thread]->registers[w->index];
        else if (f->last[w->index] == INITIAL)
            values[i] = f->test->locations[w->index].initial;
        else
            values[i] = f->events[f->last[w->index]].action.written;
    }
    outcomes_add(f->outcomes, values, 1);
}

static void judge(struct finder *f)
{
    struct relation hb;
    if (f->options->most && f->result->executions == f->options->most) {
        effort_give_up(&f->effort, "the bound on executions was reached");
        return;
    }
    f->result->executions++;
    if (!grounded(f) || !happens_before(f, &hb) || !agree(f, &hb))
        return;
    f->result->count++;
    if (!f->result->racy)
        find_race(f, &hb);
    if (f->outcomes)
        add_outcome(f);
}

/* ---- orders of writes, and sources of reads ---- */

static void choose_location(struct finder *f, unsigned location);

/* Whether the access keeps the program's order with earlier ones of its thread
 * at its location, that have their places. */
static bool keeps_order(const struct finder *f, unsigned i)
{
    for (unsigned j = f->first[f->events[i].action.thread]; j < i; j++)
        if (coherent_before(f, i, j))
            return false;
    return true;
}

static bool writes_keep_order(const struct finder *f, unsigned i)
{
    for (unsigned j = i + 1; j < f->first[f->events[i].action.thread + 1]; j++)
        if (f->events[j].action.writes && coherent_before(f, j, i))
            return false;
    return true;
}

/* Places: 0 the initial value, 2k the k-th write, one more for a read of it.
 * An RMW that writes has the place of its write, right after what it read. */
static void choose_source(struct finder *f, unsigned location, unsigned i)
{
    while (i < f->count && !(f->events[i].action.location == (int)location && f->events[i].action.reads &&
                             !f->events[i].action.writes))
        i++;
    if (i == f->count) {
        for (unsigned j = 0; j < f->count; j++)
            if (f->events[j].action.location == (int)location && !keeps_order(f, j))
                return;
        choose_location(f, location + 1);
        return;
    }
    for (int s = INITIAL; s < (int)f->count && !effort_ended(&f->effort); s++) {
        const struct race_action *x = s == INITIAL ? NULL : &f->events[s].action;
        if (x && (!x->writes || x->location != (int)location))
            continue;
        struct litmus_value value = x ? x->written : f->test->locations[location].initial;
        if (!litmus_value_equal(value, f->events[i].action.read))
            continue;
        f->source[i] = s;
        f->place[i] = x ? f->place[s] + 1 : 1;
        if (writes_keep_order(f, i))
            choose_source(f, location, i + 1);
    }
}

static void choose_order(struct finder *f, unsigned location, unsigned left)
{
    if (!left) {
        choose_source(f, location, 0);
        return;
    }
    int last = f->last[location];
    struct litmus_value value = last == INITIAL ? f->test->locations[location].initial : f->events[last].action.written;
    for (unsigned i = 0; i < f->count && !effort_ended(&f->effort); i++) {
        const struct race_action *x = &f->events[i].action;
        bool ready = x->writes && x->location == (int)location && !f->place[i] &&
                     (!x->reads || litmus_value_equal(x->read, value));
        for (unsigned j = f->first[x->thread]; ready && j < i; j++)
            ready = !(f->events[j].action.writes && f->events[j].action.location == (int)location && !f->place[j]);
        if (!ready)
            continue;
        f->source[i] = last;
        f->last[location] = (int)i;
        f->place[i] = 2 * (int)++f->written[location];
        choose_order(f, location, left - 1);
        f->place[i] = 0;
        f->written[location]--;
        f->last[location] = last;
    }
}

static void choose_location(struct finder *f, unsigned location)
{
    unsigned writes = 0;
    if (location == f->test->location_count) {
        judge(f);
        return;
    }
    for (unsigned i = 0; i < f->count; i++)
        if (f->events[i].action.location == (int)location) {
            f->place[i] = 0;
            writes += f->events[i].action.writes;
        }
    f->written[location] = 0;
    f->last[location] = INITIAL;
    choose_order(f, location, writes);
}

/* ---- paths ---- */

static void visit(void *data, const struct path *const *chosen)
{
    struct finder *f = data;
    f->count = 0;
    f->chosen = chosen;
    for (unsigned t = 0; t < f->test->thread_count; t++) {
        f->first[t] = f->count;
        for (unsigned i = 0; i < chosen[t]->count; i++) {
            if (f->count == EVENTS) {
                effort_give_up(&f->effort, "an execution has too many accesses");
                return;
            }
            f->events[f->count] = chosen[t]->events[i];
            if (f->options->rules.wide)
                f->events[f->count].action.level = LITMUS_SYS;
            f->count++;
        }
    }
    f->first[f->test->thread_count] = f->count;
    choose_location(f, 0);
}

struct candidates candidates_find(struct arena *arena, const struct litmus_test *test,
                                  const struct candidate_options *options, struct outcomes *outcomes)
{
    struct candidates result = {0};
    struct arena *work = arena_new();
    struct finder *f = arena_alloc(work, sizeof *f);
    *f = (struct finder){.arena = work, .test = test, .options = options, .outcomes = outcomes, .result = &result,
                         .effort = {.until = options->until}};
    if (paths_find(&f->paths, work, test, &(struct path_options){.unroll = options->unroll}, &f->effort))
        paths_each(&f->paths, &f->effort, visit, f);
    result.unrolled = f->paths.unrolled;
    result.complete = !f->effort.stopped;
    result.left_out = f->effort.left_out;
    if (result.racy) {
        struct race_action *actions = arena_alloc(arena, result.action_count * sizeof *actions);
        memcpy(actions, result.actions, result.action_count * sizeof *actions);
        result.actions = actions;
    }
    arena_free(work);
    return result;
}
