/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * search.c - the outcomes of each choice of paths.
 *
 * Which write a location ends with is chosen first, so that the outcome is
 * known before the rest: one that was found already is not looked for again.
 */
#include "search.h"

#include <stdlib.h>

#include "../base/arena.h"
#include "choose.h"
#include "sources.h"

/* ---- what locations end with ---- */

/* Reads that nobody asked for: any source that is left to them will do. */
static void fill_values(struct searcher *s)
{
    struct cat_event *events = s->execution->events;
    for (unsigned e = 0; e < s->execution->count; e++)
        if (events[e].open && !cat_has(&s->asked, e))
            events[e].value = events[sources_next(s, e, 0)].value;
}

static void add_outcome(struct searcher *s)
{
    if (s->found)
        return;
    fill_values(s);
    unsigned before = outcomes_count(s->outcomes);
    outcomes_add(s->outcomes, s->values, 1);
    if (s->visit && outcomes_count(s->outcomes) != before)
        s->visit(s->data, s->evaluation, s->values);
}

/* The open read that a register ends with; -1: its value is known. */
static int open_read_of(const struct cat_execution *x, int thread, int index)
{
    const struct path *path = x->paths[thread];
    for (unsigned e = 0; e < x->count && path->opened[index] >= 0; e++)
        if (x->events[e].thread == thread && x->events[e].place == (unsigned)path->opened[index])
            return (int)e;
    return -1;
}

static void find_asked(struct searcher *s)
{
    s->asked = (struct cat_set){{0}};
    for (unsigned i = 0; i < s->test->watch_count; i++) {
        const struct litmus_watch *w = &s->test->watches[i];
        int read = w->thread >= 0 ? open_read_of(s->execution, w->thread, w->index) : -1;
        if (read >= 0)
            cat_put(&s->asked, (unsigned)read);
    }
}

/* What a register ends with, where values are chosen. */
static struct litmus_value value_of_register(const struct cat_execution *x, int thread, int index)
{
    int read = open_read_of(x, thread, index);
    return read >= 0 ? x->events[read].value : x->paths[thread]->registers[index];
}

static void look_for(struct searcher *s)
{
    for (unsigned i = 0; i < s->test->watch_count; i++) {
        const struct litmus_watch *w = &s->test->watches[i];
        if (w->thread >= 0)
            s->values[i] = value_of_register(s->execution, w->thread, w->index);
    }
    if (s->test->filter && !litmus_holds(s->test->filter, s->values))
        return;
    if (!choose_all_raised(s) || !outcomes_has(s->outcomes, s->values))
        choose_rest(s);
}

/* An earlier watch of the same memory, or -1. */
static int watched_before(const struct litmus_test *test, unsigned watch, int memory)
{
    for (unsigned i = 0; i < watch; i++)
        if (test->watches[i].thread < 0 && (int)test->locations[test->watches[i].index].memory == memory)
            return (int)i;
    return -1;
}

static void choose_last(struct searcher *s, unsigned watch)
{
    const struct cat_execution *x = s->execution;
    if (watch == s->test->watch_count) {
        choose_values(s, look_for);
        return;
    }
    const struct litmus_watch *w = &s->test->watches[watch];
    if (w->thread >= 0) {
        choose_last(s, watch + 1);
        return;
    }
    int memory = (int)s->test->locations[w->index].memory, other = watched_before(s->test, watch, memory);
    if (other >= 0) {
        s->values[watch] = s->values[other];
        choose_last(s, watch + 1);
        return;
    }
    for (unsigned e = 0; e < x->count && !effort_ended(&s->effort); e++) {
        struct cat_bounds saved = s->evaluation->chosen[CAT_CO];
        if (sources_is_write_to(&x->events[e], memory) && sources_last_write(s, e)) {
            s->values[watch] = x->events[e].value;
            choose_last(s, watch + 1);
        }
        s->evaluation->chosen[CAT_CO] = saved;
    }
}

/* ---- paths ---- */

static void look_at_execution(struct searcher *s)
{
    find_asked(s);
    if (choose_begin(s))
        choose_last(s, 0);
}

static void visit_paths(void *data, const struct path *const *paths)
{
    struct searcher *s = data;
    if (!cat_execution_make(s->execution, s->test, paths)) {
        effort_give_up(&s->effort, "an execution has too many events");
        return;
    }
    if (cat_barriers_meet(s->meetings, s->execution))
        choose_members(s, 0, look_at_execution);
}

struct cat_result cat_search(struct arena *arena, const struct cat_model *model, const struct litmus_test *test,
                             const struct cat_options *options, struct outcomes *outcomes, cat_visitor *visit, void *data)
{
    struct cat_result result = {.raised = arena_alloc(arena, model->requirement_count + 1)};
    struct arena *work = arena_new();
    struct searcher s = {.model = model, .test = test, .options = options, .outcomes = outcomes, .visit = visit,
                         .data = data, .accept = add_outcome, .flags = true, .result = &result, .effort = {.until = options->until}};
    struct paths *paths = arena_alloc(work, sizeof *paths);
    s.execution = arena_alloc(work, sizeof *s.execution);
    s.meetings = arena_alloc(work, sizeof *s.meetings);
    s.evaluation = cat_evaluation_new(work, model);
    s.values = arena_alloc(work, (test->watch_count + 1) * sizeof *s.values);
    struct path_options path_options = {.unroll = options->unroll, .guess = true, .open = true};
    if (paths_find(paths, work, test, &path_options, &s.effort))
        paths_each(paths, &s.effort, visit_paths, &s);
    result.unrolled = paths->unrolled;
    result.complete = !s.effort.stopped;
    result.left_out = s.effort.left_out;
    arena_free(work);
    return result;
}

const char *cat_flag_raised(const struct cat_model *model, const struct cat_result *result)
{
    for (unsigned i = 0; i < model->requirement_count; i++)
        if (result->raised[i])
            return model->requirements[i].name;
    return NULL;
}

const char *cat_left_out(const struct cat_result *result)
{
    return result->left_out ? result->left_out : result->unrolled ? "a loop was unrolled" : NULL;
}
