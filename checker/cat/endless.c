/* SPDX-License-Identifier: BSD-2-Clause */
/* endless.c - executions that do not end, and those that the bound of loops cuts off. */
#include "endless.h"

#include "../base/arena.h"
#include "choose.h"

enum question {
    ALL_GO_ON,   /* nobody stops that could go on */
    SOME_STOP,
    SOME_ARE_CUT,
};

/* The searcher comes first: choose.c hands it back. */
struct asker {
    struct searcher searcher;
    const struct promises *promises;
    enum question question;
    struct cat_endless *result;
    enum scheduler_finding would_be; /* of the execution that is looked at */
    bool cut;                        /* an execution comes to where the bound cut it */
};

/* ---- which choices of paths show something ---- */

static unsigned count_of(const struct asker *a, const struct path *const *paths, enum path_end end)
{
    unsigned count = 0;
    for (unsigned t = 0; t < a->searcher.test->thread_count; t++)
        count += paths[t]->end == end;
    return count;
}

/* Whether the scheduler lets every thread stop that does. */
static bool may_stop(const struct asker *a, const struct path *const *paths)
{
    const struct litmus_test *test = a->searcher.test;
    struct scheduler_thread threads[LITMUS_MAX_THREADS];
    for (unsigned t = 0; t < test->thread_count; t++)
        threads[t] = (struct scheduler_thread){.waits = paths[t]->end == PATH_ENDS || paths[t]->end == PATH_WAITS,
                                               .ran = paths[t]->count > 0 || paths[t]->end == PATH_SPINS};
    for (unsigned t = 0; t < test->thread_count; t++)
        if (paths[t]->end == PATH_STOPS && scheduler_promises(a->promises, test, threads, t))
            return false;
    return true;
}

/* Whether rounds that change nothing are there twice, though no others change memory: then once says as much. */
static bool repeats_in_vain(const struct asker *a, const struct path *const *paths)
{
    bool still = false, changes = false;
    for (unsigned t = 0; t < a->searcher.test->thread_count; t++) {
        still |= paths[t]->end == PATH_REPEATS && paths[t]->still;
        changes |= paths[t]->end == PATH_REPEATS && !paths[t]->still;
    }
    return still && !changes;
}

static bool shows_something(const struct asker *a, const struct path *const *paths)
{
    unsigned spin = count_of(a, paths, PATH_SPINS) + count_of(a, paths, PATH_REPEATS), wait = count_of(a, paths, PATH_WAITS);
    unsigned stop = count_of(a, paths, PATH_STOPS), cut = count_of(a, paths, PATH_IS_CUT);
    if (repeats_in_vain(a, paths))
        return false;
    switch (a->question) {
    case ALL_GO_ON: return !stop && !cut && (spin || wait);
    case SOME_STOP: return stop && !cut && spin && may_stop(a, paths);
    case SOME_ARE_CUT: return cut && !spin;
    }
    return false;
}

/* ---- the search ---- */

static void stop(struct asker *a)
{
    a->searcher.effort.stopped = true;
}

static void accept(struct searcher *s)
{
    struct asker *a = (struct asker *)s;
    if (a->question == SOME_ARE_CUT) {
        a->cut = true;
        stop(a);
        return;
    }
    if (a->result->finding == FOUND_ENDS || a->would_be == FOUND_ROUND) {
        a->result->finding = a->would_be;
        if (s->visit)
            s->visit(s->data, s->evaluation, NULL);
    }
    if (a->would_be != FOUND_BARRIER) /* a worse one may come */
        stop(a);
}

static void look_at_execution(struct searcher *s)
{
    if (choose_begin(s))
        choose_rest(s);
}

static void visit_paths(void *data, const struct path *const *paths)
{
    struct asker *a = data;
    struct searcher *s = &a->searcher;
    if (!shows_something(a, paths))
        return;
    bool spins = count_of(a, paths, PATH_SPINS) + count_of(a, paths, PATH_REPEATS);
    a->would_be = a->question == SOME_STOP ? FOUND_SCHEDULER : spins ? FOUND_ROUND : FOUND_BARRIER;
    if (a->would_be == a->result->finding)
        return;
    if (!cat_execution_make(s->execution, s->test, paths)) {
        effort_give_up(&s->effort, "an execution has too many events");
        return;
    }
    if (cat_barriers_meet(s->meetings, s->execution))
        choose_members(s, 0, look_at_execution);
}

static void ask(struct asker *a, const struct paths *paths, enum question question)
{
    a->question = question;
    a->searcher.effort = (struct effort){.until = a->searcher.options->until};
    paths_each(paths, &a->searcher.effort, visit_paths, a);
    if (a->searcher.effort.left_out)
        a->result->left_out = a->searcher.effort.left_out;
}

static bool find_paths(struct asker *a, struct paths *paths, struct arena *arena, bool stops)
{
    struct path_options options = {.unroll = a->searcher.options->unroll, .guess = true, .endless = true, .stops = stops};
    a->searcher.effort = (struct effort){.until = a->searcher.options->until};
    bool found = paths_find(paths, arena, a->searcher.test, &options, &a->searcher.effort);
    if (!found)
        a->result->left_out = a->searcher.effort.left_out;
    return found;
}

static void ask_all(struct asker *a, struct arena *arena)
{
    struct paths *paths = arena_alloc(arena, sizeof *paths);
    if (!find_paths(a, paths, arena, false))
        return;
    ask(a, paths, ALL_GO_ON);
    if (a->result->finding == FOUND_ENDS && a->result->left_out)
        return; /* what would be worse than all that follows was not looked for to the end */
    bool unrolled = paths->unrolled;
    if (a->result->finding != FOUND_ENDS || (promises_all(a->promises, SCHEDULER_FAIR) && !unrolled) || !find_paths(a, paths, arena, true))
        return;
    if (!promises_all(a->promises, SCHEDULER_FAIR))
        ask(a, paths, SOME_STOP);
    if (a->result->finding == FOUND_ENDS && unrolled)
        ask(a, paths, SOME_ARE_CUT);
    if (a->cut)
        a->result->left_out = "a loop was unrolled";
}

struct cat_endless cat_endless(const struct cat_model *model, const struct litmus_test *test, const struct cat_options *options,
                               const struct promises *promises, cat_visitor *visit, void *data)
{
    struct cat_endless result = {.finding = FOUND_ENDS};
    struct cat_result searched = {.complete = true};
    struct arena *work = arena_new();
    struct asker a = {.searcher = {.model = model, .test = test, .options = options, .visit = visit, .data = data, .accept = accept,
                                   .result = &searched},
                      .promises = promises, .result = &result};
    a.searcher.execution = arena_alloc(work, sizeof *a.searcher.execution);
    a.searcher.meetings = arena_alloc(work, sizeof *a.searcher.meetings);
    a.searcher.evaluation = cat_evaluation_new(work, model);
    ask_all(&a, work);
    if (result.finding != FOUND_ENDS)
        result.left_out = NULL;
    result.evaluations = searched.evaluations;
    arena_free(work);
    return result;
}
