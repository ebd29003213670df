/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * paths.c - the values that locations can have, and choices of a path for each
 * thread.  Both grow together: what a path writes is a value that others read.
 */
#include "paths.h"

#include <string.h>

#include "../base/arena.h"
#include "path_walk.h"

/* The values that a path reads from each location and writes to it, by their
 * places in the location's list. */
struct path_traffic {
    uint64_t needs, gives;
};

struct finder {
    struct paths *paths;
    struct arena *arena;
    const struct path_options *options;
    struct effort *effort;
};

/* ---- the values that a location can have ---- */

static int value_index(const struct path_values *values, struct litmus_value value)
{
    for (unsigned i = 0; i < values->count; i++)
        if (litmus_value_equal(values->of[i], value))
            return (int)i;
    return -1;
}

static bool add_value(struct finder *f, int location, struct litmus_value value, unsigned depth)
{
    struct path_values *values = &f->paths->values[location];
    int at = value_index(values, value);
    if (at >= 0) {
        bool sooner = depth < values->depth[at];
        values->depth[at] = sooner ? depth : values->depth[at];
        return sooner;
    }
    if (values->count == PATH_VALUES) {
        effort_give_up(f->effort, "a location has too many values");
        return false;
    }
    values->depth[values->count] = depth;
    values->of[values->count++] = value;
    return true;
}

/* From which locations' values the values of a location are computed, directly or through others. */
static void find_sources(const struct finder *f, bool *from)
{
    unsigned n = f->paths->test->location_count;
    memset(from, 0, n * n * sizeof *from);
    for (unsigned t = 0; t < f->paths->test->thread_count; t++)
        for (unsigned p = 0; p < f->paths->count[t]; p++)
            for (unsigned i = 0; i < f->paths->of[t][p].count; i++) {
                const struct path_event *events = f->paths->of[t][p].events, *e = &events[i];
                if (!e->action.writes)
                    continue;
                from[(unsigned)e->action.location * n + (unsigned)e->action.location] = true;
                for (unsigned j = 0; j <= i; j++)
                    if (e->data >> j & 1)
                        from[(unsigned)e->action.location * n + (unsigned)events[j].action.location] = true;
            }
    for (unsigned k = 0; k < n; k++)
        for (unsigned i = 0; i < n; i++)
            for (unsigned j = 0; j < n; j++)
                from[i * n + j] |= from[i * n + k] && from[k * n + j];
}

/* How many writes an execution has, at most, to the locations of a set. */
static unsigned writes_to(const struct finder *f, const bool *set)
{
    unsigned sum = 0;
    for (unsigned t = 0; t < f->paths->test->thread_count; t++) {
        unsigned most = 0;
        for (unsigned p = 0; p < f->paths->count[t]; p++) {
            unsigned n = 0;
            for (unsigned i = 0; i < f->paths->of[t][p].count; i++) {
                const struct race_action *x = &f->paths->of[t][p].events[i].action;
                n += x->writes && set[x->location];
            }
            most = n > most ? n : most;
        }
        sum += most;
    }
    return sum;
}

static unsigned depth_of(const struct finder *f, const struct path_event *events, const struct path_event *e)
{
    unsigned depth = 0;
    for (unsigned j = 0; j < PATH_EVENTS; j++) {
        if (!(e->data >> j & 1))
            continue;
        const struct path_values *values = &f->paths->values[events[j].action.location];
        unsigned before = values->depth[value_index(values, events[j].action.read)];
        depth = before > depth ? before : depth;
    }
    return depth + 1;
}

static bool add_written(struct finder *f, const unsigned *most)
{
    bool changed = false;
    for (unsigned t = 0; t < f->paths->test->thread_count; t++)
        for (unsigned p = 0; p < f->paths->count[t]; p++)
            for (unsigned i = 0; i < f->paths->of[t][p].count && !f->effort->stopped; i++) {
                const struct path_event *events = f->paths->of[t][p].events, *e = &events[i];
                unsigned depth = e->action.writes ? depth_of(f, events, e) : 0;
                if (e->action.writes && depth <= most[e->action.location])
                    changed |= add_value(f, e->action.location, e->action.written, depth);
            }
    return changed;
}

/* Whether some path writes to the location what it computed from a read. */
static bool is_computed(const struct finder *f, unsigned location)
{
    for (unsigned t = 0; t < f->paths->test->thread_count; t++)
        for (unsigned p = 0; p < f->paths->count[t]; p++)
            for (unsigned i = 0; i < f->paths->of[t][p].count; i++) {
                const struct path_event *e = &f->paths->of[t][p].events[i];
                if (e->action.writes && e->action.location == (int)location && e->data)
                    return true;
            }
    return false;
}

static bool add_named(struct finder *f, unsigned location, const struct litmus_proposition *p)
{
    if (!p)
        return false;
    bool changed = p->kind == PROPOSITION_EQUAL && add_value(f, (int)location, p->value, 0);
    changed |= add_named(f, location, p->left);
    return add_named(f, location, p->right) || changed;
}

/* What the program's text stores, wherever it stands: a store behind a branch may be what the branch is taken for. */
static bool add_constants(struct finder *f)
{
    const struct litmus_test *test = f->paths->test;
    bool changed = false;
    for (unsigned t = 0; t < test->thread_count; t++)
        for (unsigned i = 0; i < test->threads[t].length; i++) {
            const struct litmus_instruction *x = &test->threads[t].code[i];
            const struct litmus_operand *stored = x->value.operator == OPERATOR_CAS ? &x->value.right : &x->value.left;
            bool plain = x->value.operator == OPERATOR_CAS || x->value.operator == OPERATOR_COPY;
            if ((x->kind != LITMUS_STORE && x->kind != LITMUS_RMW) || !plain || stored->kind != OPERAND_VALUE)
                continue;
            for (unsigned l = 0; l < test->location_count; l++) /* where the address is in a register it may be any */
                if (x->address.kind != OPERAND_VALUE || test->locations[x->address.value.location].memory == l)
                    changed |= add_value(f, (int)l, stored->value, 1);
        }
    return changed;
}

static bool add_guesses(struct finder *f)
{
    const struct litmus_test *test = f->paths->test;
    bool changed = add_constants(f);
    for (unsigned l = 0; l < test->location_count; l++)
        if (is_computed(f, l)) {
            changed |= add_named(f, l, test->condition);
            changed |= add_named(f, l, test->filter);
            changed |= add_named(f, l, test->outcome);
        }
    return changed;
}

/* A value comes about by a chain of different writes, each computed from what
 * the one before wrote: so chains are no longer than there are writes. */
static void find_values(struct finder *f)
{
    unsigned n = f->paths->test->location_count;
    bool *from = arena_alloc(f->arena, (n * n + 1) * sizeof *from);
    unsigned *most = arena_alloc(f->arena, (n + 1) * sizeof *most);
    for (unsigned l = 0; l < n; l++)
        add_value(f, (int)l, f->paths->test->locations[l].initial, 0);
    for (bool changed = true; changed && !f->effort->stopped;) {
        for (unsigned t = 0; t < f->paths->test->thread_count; t++)
            path_walk(f->paths, f->arena, t, f->options, true, f->effort);
        find_sources(f, from);
        for (unsigned l = 0; l < n; l++)
            most[l] = writes_to(f, from + l * n);
        changed = add_written(f, most);
        if (f->options->guess)
            changed |= add_guesses(f);
    }
    f->paths->unrolled = false;
    for (unsigned t = 0; t < f->paths->test->thread_count && !f->effort->stopped; t++)
        path_walk(f->paths, f->arena, t, f->options, false, f->effort);
}

static void find_traffic(struct finder *f)
{
    unsigned locations = f->paths->test->location_count;
    f->paths->may_give = arena_alloc(f->arena, (f->paths->test->thread_count * locations + 1) * sizeof *f->paths->may_give);
    for (unsigned t = 0; t < f->paths->test->thread_count; t++) {
        f->paths->traffic[t] = arena_alloc(f->arena, (f->paths->count[t] * locations + 1) * sizeof *f->paths->traffic[t]);
        for (unsigned p = 0; p < f->paths->count[t]; p++)
            for (unsigned i = 0; i < f->paths->of[t][p].count; i++) {
                const struct race_action *x = &f->paths->of[t][p].events[i].action;
                if (x->location < 0)
                    continue;
                struct path_traffic *traffic = &f->paths->traffic[t][p * locations + (unsigned)x->location];
                int read = x->reads && !x->open ? value_index(&f->paths->values[x->location], x->read) : -1;
                int written = x->writes ? value_index(&f->paths->values[x->location], x->written) : -1;
                if (read > 0) /* the initial value is there for all */
                    traffic->needs |= UINT64_C(1) << read;
                if (written >= 0) /* else no execution has the value */
                    traffic->gives |= UINT64_C(1) << written;
                f->paths->may_give[t * locations + (unsigned)x->location] |= traffic->gives;
            }
    }
}

bool paths_find(struct paths *paths, struct arena *arena, const struct litmus_test *test,
                const struct path_options *options, struct effort *effort)
{
    struct finder f = {paths, arena, options, effort};
    *paths = (struct paths){.test = test};
    paths->values = arena_alloc(arena, (test->location_count + 1) * sizeof *paths->values);
    find_values(&f);
    if (!effort->stopped)
        find_traffic(&f);
    return !effort->stopped;
}

/* ---- a path for each thread ---- */

struct choice {
    const struct paths *paths;
    struct effort *effort;
    paths_visitor *visit;
    void *data;
    const struct path *chosen[LITMUS_MAX_THREADS];
};

/* Whether what is read may be written: by the threads before `next` as chosen,
 * by the others as they may. */
static bool may_be_written(const struct paths *paths, unsigned next, const struct path_traffic *sum)
{
    unsigned locations = paths->test->location_count;
    for (unsigned l = 0; l < locations; l++) {
        uint64_t gives = sum[l].gives;
        for (unsigned t = next; t < paths->test->thread_count; t++)
            gives |= paths->may_give[t * locations + l];
        if (sum[l].needs & ~gives)
            return false;
    }
    return true;
}

static void choose(struct choice *c, unsigned t, const struct path_traffic *before)
{
    unsigned locations = c->paths->test->location_count;
    if (t == c->paths->test->thread_count) {
        c->visit(c->data, c->chosen);
        return;
    }
    for (unsigned p = 0; p < c->paths->count[t] && !effort_ended(c->effort); p++) {
        struct path_traffic sum[locations + 1];
        for (unsigned l = 0; l < locations; l++) {
            sum[l].needs = before[l].needs | c->paths->traffic[t][p * locations + l].needs;
            sum[l].gives = before[l].gives | c->paths->traffic[t][p * locations + l].gives;
        }
        if (!may_be_written(c->paths, t + 1, sum))
            continue;
        c->chosen[t] = &c->paths->of[t][p];
        choose(c, t + 1, sum);
    }
}

void paths_each(const struct paths *paths, struct effort *effort, paths_visitor *visit, void *data)
{
    struct path_traffic none[LITMUS_MAX_LOCATIONS] = {{0}};
    struct choice c = {.paths = paths, .effort = effort, .visit = visit, .data = data};
    choose(&c, 0, none);
}
