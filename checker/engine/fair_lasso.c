/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fair_lasso.c - a run to the nearest fair component, and a cycle in it.
 *
 * The way there is found breadth first, from the starts in their order and along
 * steps in theirs.  It ends where the cycle may begin, in a state that the cycle comes back to; the automaton may come
 * to its component later, on the run's first time round (fair_join.c).  So no run of
 * this kind has a shorter way to its cycle.  The cycle goes on as the run does to where it is in the component, then
 * to the nearest step that meets something that is still to be met, again and again, and then back:
 *  - a step in each acceptance set;
 *  - for each weakly fair instance a node where it is not enabled, or a step that fires it;
 *  - for each strongly fair one that the cycle enables a step that fires it.
 * So it is not the shortest cycle, but a short one.  Going back may enable more strongly fair
 * instances; then it goes on, and back once more.
 *
 * Under symmetry an instance is called by another name after a step.  The first instance that is to be met is followed by
 * what it is called, and the nearest step that meets it is sought among nodes each with
 * that.  The cycle may come back with other names than it began with; round after round it is fair to all alike.
 */
#include <Judy.h>
#include <stdlib.h>
#include <string.h>

#include "../base/die.h"
#include "../base/memory.h"
#include "fair_join.h"
#include "renaming.h"

#define PATIENCE (1u << 12)
#define AHEAD 4u /* so many nodes before one is walked from, its arcs are fetched */

/* Numbers of states have 31 bits at most (fair_bytes). */
struct place {
    uint64_t sets;    /* of a start: its index */
    uint32_t state;
    uint32_t at;      /* of the automaton */
    uint32_t edge;    /* by which it was reached */
    uint32_t label;
    uint32_t naming;  /* of that step */
    uint32_t tracked; /* under symmetry: what is here called the label that is sought; or 0 */
    uint32_t before;  /* index in the queue; of the first of a way: FIRST */
};

#define FIRST UINT32_MAX

struct finder {
    const struct fair *fair;
    const struct product *product;
    struct place *queue;
    uint64_t count, space;
    uint64_t *seen;          /* bits by state and automaton's state: what is in the queue */
    Pvoid_t seen_inside;     /* within the component under symmetry: the same and what is tracked, as a Judy1 set */
    uint32_t component;
    struct fair_join *join;
    uint32_t home;           /* the automaton's state in that component where the cycle begins */
    struct fair_lasso *lasso;
    uint64_t step_space;
    struct place here;       /* the end of what was found so far */
    uint32_t naming;         /* from the names where the cycle begins to those here; labels below have their names there */
    uint32_t back;           /* and from here to there */
    uint64_t missing;        /* acceptance sets */
    unsigned char *needed;   /* by label: it is to be met */
    bool *fired;             /* by label: in the cycle so far */
    uint64_t weak_needed, strong_needed;
    uint32_t *enabled;       /* the fair labels that a node enables */
    uint64_t enabled_count, *stamp, now;
    unsigned patience;
};

static void queue_put(struct finder *f, struct place place)
{
    if (f->count == FIRST)
        die_memory(f->count * sizeof place);
    f->queue = memory_room(f->queue, f->count + 1, &f->space, sizeof *f->queue);
    f->queue[f->count++] = place;
}

static void add_step(struct finder *f, uint64_t state, uint32_t edge)
{
    struct fair_lasso *lasso = f->lasso;
    lasso->steps = memory_room(lasso->steps, lasso->count + 1, &f->step_space, sizeof *lasso->steps);
    lasso->steps[lasso->count++] = (struct fair_step){state, edge};
}

/* Add the steps that lead to place `last` of the queue; returns the place where they begin. */
static uint64_t add_steps(struct finder *f, uint64_t last)
{
    uint64_t length = 0, first = last;
    for (; f->queue[first].before != FIRST; first = f->queue[first].before)
        length++;
    for (uint64_t i = 0; i < length; i++)
        add_step(f, 0, 0);
    for (uint64_t at = last, i = f->lasso->count; f->queue[at].before != FIRST; at = f->queue[at].before)
        f->lasso->steps[--i] = (struct fair_step){f->queue[f->queue[at].before].state, f->queue[at].edge};
    return first;
}

static bool must_stop(struct finder *f)
{
    const struct product *p = f->product;
    if (f->patience-- > 0)
        return false;
    f->patience = PATIENCE;
    return p->stopped(p->stop_data);
}

static struct place place_after(const struct product_step *step, uint64_t before)
{
    return (struct place){.state = (uint32_t)step->target, .at = step->to, .edge = step->edge, .label = step->label,
                          .naming = step->naming, .sets = step->sets, .before = (uint32_t)before};
}

static void put_step(struct finder *f, uint64_t before, const struct product_step *step)
{
    queue_put(f, place_after(step, before));
}

/* --- there ------------------------------------------------------------------------- */

static uint64_t number_of(const struct finder *f, uint64_t state, uint32_t at)
{
    return state * f->product->automaton->state_count + at;
}

static bool is_seen(const struct finder *f, uint64_t state, uint32_t at)
{
    uint64_t number = number_of(f, state, at);
    return f->seen[number / 64] >> (number % 64) & 1;
}

static bool is_first_time(struct finder *f, uint64_t state, uint32_t at)
{
    uint64_t number = number_of(f, state, at), bit = UINT64_C(1) << (number % 64);
    bool first = !(f->seen[number / 64] & bit);
    f->seen[number / 64] |= bit;
    return first;
}

static void forget_seen(struct finder *f)
{
    for (uint64_t i = 0; i < f->count; i++)
        f->seen[number_of(f, f->queue[i].state, f->queue[i].at) / 64] = 0; /* all that is set is in the queue */
    Judy1FreeArray(&f->seen_inside, PJE0);
}

/* Whether the cycle may begin at a place of the queue. */
static bool is_there(struct finder *f, uint64_t at)
{
    const struct place *place = &f->queue[at];
    f->home = place->at;
    return fair_component(f->fair, place->state, place->at) > 0 || fair_joins(f->join, place->state, place->at, &f->home);
}

static void begin_anywhere(struct finder *f)
{
    for (uint64_t i = 0; i < f->product->start_count; i++)
        if (is_first_time(f, f->product->starts[i], 0))
            queue_put(f, (struct place){.state = (uint32_t)f->product->starts[i], .sets = i, .before = FIRST});
}

/* False: stopped.  Else `found` is the place of the queue where the cycle begins. */
static bool go_there(struct finder *f, uint64_t *found)
{
    struct product_step step;
    begin_anywhere(f);
    for (*found = 0; *found < f->count && !must_stop(f); ++*found) {
        if (is_there(f, *found))
            return true;
        struct product_walk walk = product_walk(f->product, f->queue[*found].state, f->queue[*found].at, 0, 0);
        while (product_next(&walk, &step))
            if (is_first_time(f, step.target, step.to))
                put_step(f, *found, &step);
    }
    if (!f->product->stopped(f->product->stop_data))
        die("a fair component is not reached from any start");
    return false;
}

/* --- and round ----------------------------------------------------------------------- */

/* What a label of names that a permutation leads from is called. */
static uint32_t renamed(const struct finder *f, uint32_t naming, uint32_t label)
{
    return naming ? renaming_labels(f->product->renaming, naming)[label] : label;
}

/* By the names that `back` leads to. */
static void find_enabled(struct finder *f, uint64_t state, uint32_t back)
{
    struct arcs_of of = product_arcs(f->product, state);
    f->enabled_count = 0;
    f->now++;
    for (uint32_t i = 0; i < of.count; i++) {
        uint32_t label = renamed(f, back, product_label(f->product, &of, i));
        if (f->product->strength[label] != MODEL_UNFAIR && f->stamp[label] != f->now) {
            f->stamp[label] = f->now;
            f->enabled[f->enabled_count++] = label;
        }
    }
}

static bool is_weak(const struct finder *f, uint32_t label)
{
    return f->product->strength[label] == MODEL_WEAKLY_FAIR;
}

static void meet(struct finder *f, uint32_t label)
{
    if (f->needed[label])
        *(is_weak(f, label) ? &f->weak_needed : &f->strong_needed) -= 1;
    f->needed[label] = 0;
}

/* The run comes to a node: weakly fair instances that it does not enable are met, strongly fair
 * ones that it enables are needed from now on. */
static void arrive(struct finder *f, bool at_first)
{
    find_enabled(f, f->here.state, f->back);
    for (uint32_t label = 1; label < f->product->labels && f->weak_needed; label++)
        if (f->needed[label] && is_weak(f, label) && f->stamp[label] != f->now)
            meet(f, label);
    for (uint64_t i = 0; i < f->enabled_count; i++) {
        uint32_t label = f->enabled[i];
        if (f->needed[label] || f->fired[label] || (is_weak(f, label) && !at_first))
            continue;
        f->needed[label] = 1;
        *(is_weak(f, label) ? &f->weak_needed : &f->strong_needed) += 1;
    }
}

/* The first label that is needed, as it is called here; or 0. */
static uint32_t first_needed(struct finder *f)
{
    for (uint32_t label = 1; label < f->product->labels; label++)
        if (f->needed[label])
            return renamed(f, f->naming, label);
    return 0;
}

/* Whether a step itself meets anything that is needed. */
static bool is_useful_step(const struct finder *f, const struct product_step *step)
{
    return f->missing & step->sets || f->needed[step->label];
}

/* Whether a node does not enable something that is needed. */
static bool is_useful_node(struct finder *f, uint64_t state)
{
    uint64_t enabled = 0;
    if (f->weak_needed == 0)
        return false;
    find_enabled(f, state, 0);
    for (uint64_t i = 0; i < f->enabled_count; i++)
        enabled += f->needed[f->enabled[i]] && is_weak(f, f->enabled[i]);
    return enabled < f->weak_needed;
}

static bool is_inside(const struct finder *f, const struct product_step *step)
{
    return f->product->automaton->states[step->to].component == f->product->automaton->states[f->here.at].component &&
           fair_component(f->fair, step->target, step->to) == f->component;
}

static bool is_at(const struct product_step *step, const struct place *place)
{
    return step->target == place->state && step->to == place->at;
}

/* Put what a step leads to in the queue, where it is new or what is sought: true.  A node that was seen told then that it is not. */
static bool seek_by(struct finder *f, uint64_t at, const struct product_step *step, const struct place *home)
{
    bool reached = home ? is_at(step, home) : is_useful_step(f, step), seen = is_seen(f, step->target, step->to);
    if ((seen && !reached) || !is_inside(f, step))
        return false;
    if (!seen)
        is_first_time(f, step->target, step->to);
    put_step(f, at, step);
    return reached || (!seen && !home && is_useful_node(f, step->target));
}

/* --- the same under symmetry: what is tracked goes by other names from node to node ------ */

static bool is_new_inside(struct finder *f, const struct product_step *step, uint32_t tracked)
{
    uint64_t number = number_of(f, step->target, step->to) * f->product->labels + tracked;
    int added = Judy1Set(&f->seen_inside, number, PJE0);
    if (added == JERR)
        die_memory(sizeof *f);
    return added == 1;
}

/* Whether a step meets the label that is tracked; `after` is what that is called after the step. */
static bool meets_tracked(struct finder *f, const struct product_step *step, uint32_t tracked, uint32_t after)
{
    if (tracked == 0 || step->label == tracked)
        return tracked != 0;
    if (!is_weak(f, tracked))
        return false;
    find_enabled(f, step->target, 0);
    return f->stamp[after] != f->now;
}

static bool seek_tracked_by(struct finder *f, uint64_t at, const struct product_step *step, const struct place *home)
{
    if (!is_inside(f, step))
        return false;
    uint32_t tracked = f->queue[at].tracked, after = renamed(f, step->naming, tracked);
    bool reached = home ? is_at(step, home) : f->missing & step->sets || meets_tracked(f, step, tracked, after);
    if (!is_new_inside(f, step, after) && !reached)
        return false;
    put_step(f, at, step);
    f->queue[f->count - 1].tracked = after;
    return reached;
}

/* --- the nearest --------------------------------------------------------------------- */

/* Breadth first from here, by a step at least: to a step that is useful, or to `home` if that is not NULL; the last one in the queue. */
static bool seek(struct finder *f, const struct place *home)
{
    struct product_step step;
    bool stays = arcs_stay(f->product->arcs);
    f->count = 0;
    queue_put(f, (struct place){.state = f->here.state, .at = f->here.at, .before = FIRST,
                                .tracked = f->product->renaming ? first_needed(f) : 0});
    for (uint64_t at = 0; at < f->count && !must_stop(f); at++) {
        struct product_walk walk = product_walk(f->product, f->queue[at].state, f->queue[at].at, 0, 0);
        if (at + AHEAD < f->count)
            product_fetch(f->product, f->queue[at + AHEAD].state);
        while (product_next(&walk, &step)) {
            if (f->product->renaming ? seek_tracked_by(f, at, &step, home) : seek_by(f, at, &step, home))
                return true;
            if (!stays) /* other states' arcs may have been read */
                product_resume(&walk);
        }
    }
    if (!f->product->stopped(f->product->stop_data))
        die("a fair component lacks what it was judged by");
    return false;
}

static void go_by(struct finder *f, uint32_t naming)
{
    if (naming == 0)
        return;
    f->naming = renaming_product(f->product->renaming, f->naming, naming);
    f->back = renaming_inverse(f->product->renaming, f->naming);
}

static void take_step(struct finder *f, struct place to)
{
    uint32_t label = renamed(f, f->back, to.label);
    f->here = to;
    f->missing &= ~to.sets;
    f->fired[label] = true;
    meet(f, label);
    go_by(f, to.naming);
    arrive(f, false);
}

/* Walk along the steps that were found, up to place `last` of the queue. */
static void walk_along(struct finder *f, uint64_t last)
{
    uint64_t *way = memory_zeroed(f->count, sizeof *way), length = 0;
    add_steps(f, last);
    for (uint64_t at = last; f->queue[at].before != FIRST; at = f->queue[at].before)
        way[length++] = at;
    while (length > 0)
        take_step(f, f->queue[way[--length]]);
    free(way);
}

/* As the run goes from where the cycle begins to where it is in the component. */
static void walk_as_joined(struct finder *f)
{
    uint64_t length;
    const struct product_step *steps = fair_join_steps(f->join, &length);
    for (uint64_t i = 0; i < length; i++) {
        add_step(f, f->here.state, steps[i].edge);
        take_step(f, place_after(&steps[i], 0));
    }
}

static bool is_round(const struct finder *f, const struct place *home)
{
    return !f->missing && !f->weak_needed && !f->strong_needed && f->lasso->count > f->lasso->loop &&
           f->here.state == home->state && f->here.at == home->at;
}

static bool go_round(struct finder *f)
{
    const struct place home = f->here;
    f->missing = f->product->automaton->all_sets;
    arrive(f, true);
    walk_as_joined(f);
    while (!is_round(f, &home)) {
        bool needs = f->missing || f->weak_needed || f->strong_needed;
        bool found = seek(f, needs ? NULL : &home);
        forget_seen(f);
        if (!found)
            return false;
        walk_along(f, f->count - 1);
    }
    return true;
}

bool fair_find_lasso(const struct fair *fair, struct fair_lasso *lasso)
{
    const struct product *p = fair->product;
    struct finder f = {.fair = fair, .product = p, .lasso = lasso, .patience = PATIENCE, .join = fair_join_open(fair)};
    uint64_t last;
    *lasso = (struct fair_lasso){0};
    f.seen = memory_zeroed(p->states * p->automaton->state_count / 64 + 1, sizeof *f.seen);
    bool found = go_there(&f, &last);
    if (found) {
        lasso->start = f.queue[add_steps(&f, last)].sets;
        lasso->loop = lasso->count;
        f.here = f.queue[last];
        f.here.at = f.home;
        f.component = fair_component(fair, f.here.state, f.here.at);
        forget_seen(&f);
        f.needed = memory_zeroed(p->labels, sizeof *f.needed);
        f.fired = memory_zeroed(p->labels, sizeof *f.fired);
        f.enabled = memory_zeroed(p->labels, sizeof *f.enabled);
        f.stamp = memory_zeroed(p->labels, sizeof *f.stamp);
        found = go_round(&f);
    }
    fair_join_close(f.join);
    free(f.queue);
    free(f.seen);
    free(f.needed);
    free(f.fired);
    free(f.enabled);
    free(f.stamp);
    return found;
}
