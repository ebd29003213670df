/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * slice.c - see slice.h.
 *
 * Steps are left out in blocks, of half the run first and of one step last, and that
 * again until no single one can be left out.  What comes before a block stays as it is,
 * so a trial begins in the state there.
 */
#include "slice.h"

#include <stdlib.h>
#include <string.h>

#include "../base/die.h"
#include "../base/memory.h"
#include "replay.h"
#include "replay_private.h"

struct slicing {
    const struct slice_asker *asker;
    struct replay replay;
    struct violation trial;       /* the violation, with the steps that are tried */
    struct violation *violation;  /* with the steps that are kept */
    uint32_t leaves;
    struct text difference;
};

static void copy(int64_t *to, const int64_t *from, uint32_t leaves)
{
    if (to && from)
        memcpy(to, from, leaves * sizeof *to);
}

/* A trace with room for as many steps, and for the states after them. */
static void make_room(struct slicing *s, const struct trace *trace)
{
    s->trial.trace = (struct trace){.steps = memory_zeroed(trace->count, sizeof *trace->steps), .count = trace->count};
    for (unsigned i = 0; i < trace->count; i++)
        s->trial.trace.steps[i].leaves = memory_zeroed(s->leaves, sizeof *s->replay.leaves);
}

static void drop_room(struct slicing *s, unsigned count)
{
    s->trial.trace.count = count;
    trace_free(&s->trial.trace);
}

/* Whether the host that answers the model has been at a loss since it was asked last. */
static bool is_troubled(const struct slicing *s)
{
    return s->asker->troubled && s->asker->troubled(s->asker->data);
}

/* ---- steps ---- */

/* Whether the run is one without the steps from `first` up to `end`. */
static bool suffices_without(struct slicing *s, unsigned first, unsigned end)
{
    const struct trace *kept = &s->violation->trace;
    struct trace *trial = &s->trial.trace;
    trial->count = first + kept->count - end;
    for (unsigned i = first; i < trial->count; i++)
        trial->steps[i].instance = kept->steps[i + end - first].instance;
    for (unsigned i = 0; i < first; i++)
        trial->steps[i].instance = kept->steps[i].instance;
    copy(s->replay.leaves, kept->steps[first - 1].leaves, s->leaves);
    bool right = replay_follow(&s->replay, first) && replay_end(&s->replay) && !s->replay.has_stopped;
    right &= !is_troubled(s);
    text_free(&s->difference);
    return right;
}

/* Keep what was tried. */
static void leave_out(struct slicing *s, unsigned first, unsigned end)
{
    struct trace *kept = &s->violation->trace;
    for (unsigned i = first; i < end; i++)
        free(kept->steps[i].leaves);
    memmove(&kept->steps[first], &kept->steps[end], (kept->count - end) * sizeof *kept->steps);
    kept->count -= end - first;
    for (unsigned i = first; i < kept->count; i++)
        copy(kept->steps[i].leaves, s->trial.trace.steps[i].leaves, s->leaves);
}

/* One pass through the run with blocks of a size, from its end; the start state stays, and the last step where it is the
 * one that fails.  Whether something was left out. */
static bool pass(struct slicing *s, unsigned size)
{
    bool some = false;
    unsigned end = s->violation->trace.count - s->violation->in_firing;
    while (end > 1 && !s->replay.has_stopped) {
        unsigned first = end > size + 1 ? end - size : 1;
        if (suffices_without(s, first, end)) {
            leave_out(s, first, end);
            some = true;
        }
        end = first;
    }
    return some;
}

static void slice_steps(struct slicing *s)
{
    for (unsigned size = s->violation->trace.count / 2; size > 1; size /= 2)
        pass(s, size);
    while (pass(s, 1))
        ;
    s->violation->slice.is_minimal = !s->replay.has_stopped;
    s->violation->depth = s->violation->trace.count - 1;
}

/* ---- changes ---- */

static bool changes(const struct trace *trace, unsigned step, uint32_t leaf)
{
    return trace->steps[step].leaves && trace->steps[step].leaves[leaf] != trace->steps[step - 1].leaves[leaf];
}

/* Make in `state` the changes of a step that are needed; false: the firing, which led to r->leaves, does not make one. */
static bool apply(const struct trace *trace, unsigned step, const int64_t *fired, int64_t *state, uint32_t leaves)
{
    for (uint32_t leaf = 0; leaf < leaves; leaf++) {
        if (!trace->steps[step].needed[leaf])
            continue;
        if (fired[leaf] != trace->steps[step].leaves[leaf])
            return false;
        state[leaf] = fired[leaf];
    }
    return true;
}

/* Whether the run is one where all changes but those that are needed are undone as they happen. */
static bool changes_suffice(struct slicing *s)
{
    struct replay *r = &s->replay;
    const struct trace *kept = &s->violation->trace;
    int64_t *state = s->trial.trace.steps[0].leaves;
    bool right = true;
    copy(state, kept->steps[0].leaves, s->leaves);
    r->violation = s->violation;
    for (unsigned i = 1; i < kept->count && right; i++) {
        copy(r->leaves, state, s->leaves);
        enum interp_status status = replay_step(r, i);
        r->met = r->cover && interp_met(r->interp, r->cover);
        bool fails = s->violation->in_firing && i + 1 == kept->count;
        right = fails ? status == INTERP_VIOLATED && replay_is_expected(r)
                      : status == INTERP_OK && apply(kept, i, r->leaves, state, s->leaves);
    }
    copy(r->leaves, state, s->leaves);
    right = right && (s->violation->in_firing || replay_end(r)) && !r->has_stopped;
    right &= !is_troubled(s);
    text_free(&s->difference);
    return right;
}

/* The leaves that a variable has, in all steps, or those of one step: not needed, if the others suffice. */
static bool give_up(struct slicing *s, unsigned first, unsigned end, uint32_t leaf, uint32_t count)
{
    struct trace *kept = &s->violation->trace;
    bool some = false;
    for (unsigned i = first; i < end; i++)
        for (uint32_t l = leaf; l < leaf + count; l++)
            some |= kept->steps[i].needed[l];
    if (!some)
        return false;
    unsigned char *before = memory_zeroed((size_t)(end - first) * count, 1);
    for (unsigned i = first; i < end; i++) {
        memcpy(before + (size_t)(i - first) * count, kept->steps[i].needed + leaf, count);
        memset(kept->steps[i].needed + leaf, 0, count);
    }
    bool right = changes_suffice(s);
    for (unsigned i = first; i < end && !right; i++)
        memcpy(kept->steps[i].needed + leaf, before + (size_t)(i - first) * count, count);
    free(before);
    return right;
}

/* Each change on its own, the last ones first. */
static bool give_up_each(struct slicing *s)
{
    const struct trace *kept = &s->violation->trace;
    bool some = false;
    for (unsigned i = kept->count - 1; i > 0; i--)
        for (uint32_t leaf = 0; leaf < s->leaves && !s->replay.has_stopped; leaf++)
            some |= give_up(s, i, i + 1, leaf, 1);
    return some;
}

/* Each variable with all of its changes.  One may be needed no more once single changes of others are undone. */
static bool give_up_variables(struct slicing *s)
{
    const struct model *model = s->replay.model;
    bool some = false;
    for (uint32_t v = 0; v < model->variable_count && !s->replay.has_stopped; v++)
        some |= give_up(s, 1, s->violation->trace.count, model->variables[v].leaf, model->variables[v].type->leaves);
    return some;
}

static void forget_needs(struct slicing *s)
{
    struct trace *kept = &s->violation->trace;
    for (unsigned i = 0; i < kept->count; i++) {
        free(kept->steps[i].needed);
        kept->steps[i].needed = NULL;
    }
}

/* What a host's routines answer depends on what they are given alone.  Where changes are undone a host is asked of states that
 * no run has; one that is at a loss says so, and then the changes that were undone are needed. */
static void slice_changes(struct slicing *s)
{
    struct trace *kept = &s->violation->trace;
    if (!s->violation->slice.is_minimal)
        return;
    for (unsigned i = 1; i < kept->count; i++) {
        kept->steps[i].needed = memory_zeroed(s->leaves, 1);
        for (uint32_t leaf = 0; leaf < s->leaves; leaf++)
            kept->steps[i].needed[leaf] = changes(kept, i, leaf);
    }
    if (!changes_suffice(s)) { /* an assumption that cannot be evaluated on what the last firing makes */
        forget_needs(s);
        return;
    }
    while (give_up_variables(s) | give_up_each(s))
        ;
    if (s->replay.has_stopped)
        forget_needs(s);
}

/* ---- which violations have one ---- */

static const char *why_none(const struct program *program, const struct violation *violation)
{
    if (!program)
        return "the model is written in C, and no interpreter fires its steps";
    switch (violation->kind) {
    case MODEL_DEADLOCK:
        return "a deadlock is in all of the state: what is not done is part of it";
    case MODEL_LIVENESS:
        return "a liveness property is violated by all that is never reached";
    case MODEL_LTL:
        return "a formula is violated by a run that goes on for ever";
    default:
        return NULL;
    }
}

void slice_make(const struct program *program, const struct model *model, const struct search_options *options,
                struct violation *violation, const struct slice_asker *asker)
{
    struct slicing s = {.asker = asker, .violation = violation, .trial = *violation, .leaves = model->leaf_count};
    unsigned count = violation->trace.count;
    violation->slice.none = why_none(program, violation);
    if (violation->slice.none || !count)
        return;
    s.replay = (struct replay){.program = program, .model = model, .options = options, .violation = &s.trial,
                               .difference = &s.difference, .tries = true, .stopped = asker->stopped, .stop_data = asker->data};
    violation->slice.is_made = true;
    violation->slice.whole = count - 1;
    make_room(&s, &violation->trace);
    is_troubled(&s); /* what was before is not ours */
    replay_open(&s.replay, false);
    slice_steps(&s);
    slice_changes(&s);
    replay_close(&s.replay);
    drop_room(&s, count);
    if (!s.replay.has_stopped && !replay_verify(program, model, options, violation, &s.difference))
        die("the slice of a trace does not replay: %s", s.difference.bytes);
}
