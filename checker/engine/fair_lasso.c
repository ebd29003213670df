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
#include "bit_set.h"
#include "fair_join.h"
#include "fair_queue.h"
#include "renaming.h"

#define PATIENCE (1u << 12)
#define AHEAD 4u /* so many nodes before one is walked from, its arcs are fetched */

struct place {
    uint64_t state;
    uint32_t at;      /* of the automaton */
    uint32_t tracked; /* under symmetry: what is here called the label that is sought; or 0 */
};

struct finder {
    const struct fair *fair;
    const struct product *product;
    struct fair_queue queue; /* of places, by number */
    struct product_step final; /* to the last of them */
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

static uint64_t bit_of(const struct finder *f, uint64_t state, uint32_t at)
{
    return state * f->product->automaton->state_count + at;
}

static uint64_t number_of(const struct finder *f, struct place place)
{
    uint64_t node = bit_of(f, place.state, place.at);
    return f->product->renaming ? node * f->product->labels + place.tracked : node;
}

static struct place place_of(const struct finder *f, uint64_t number)
{
    const struct product *p = f->product;
    uint64_t node = p->renaming ? number / p->labels : number;
    return (struct place){.state = node / p->automaton->state_count, .at = (uint32_t)(node % p->automaton->state_count),
                          .tracked = p->renaming ? (uint32_t)(number % p->labels) : 0};
}

static struct place place_at(const struct finder *f, uint64_t i)
{
    return place_of(f, fair_queue_at(&f->queue, i));
}

static bool must_stop(struct finder *f)
{
    const struct product *p = f->product;
    if (f->patience-- > 0)
        return false;
    f->patience = PATIENCE;
    return p->stopped(p->stop_data);
}

/* What a label of names that a permutation leads from is called. */
static uint32_t renamed(const struct finder *f, uint32_t naming, uint32_t label)
{
    return naming ? renaming_labels(f->product->renaming, naming)[label] : label;
}

static struct place place_after(const struct finder *f, const struct product_step *step, uint32_t tracked)
{
    return (struct place){.state = step->target, .at = step->to, .tracked = renamed(f, step->naming, tracked)};
}

static void put_step(struct finder *f, uint64_t before, const struct product_step *step)
{
    f->final = *step;
    fair_queue_put(&f->queue, number_of(f, place_after(f, step, place_at(f, before).tracked)), before);
}

/* --- what was found ------------------------------------------------------------------- */

static void add_step(struct finder *f, uint64_t state, uint32_t edge)
{
    struct fair_lasso *lasso = f->lasso;
    lasso->steps = memory_room(lasso->steps, lasso->count + 1, &f->step_space, sizeof *lasso->steps);
    lasso->steps[lasso->count++] = (struct fair_step){state, edge};
}

/* The step by which one entry of the queue found another: the first that leads there, but for the last of all. */
static struct product_step step_between(const struct finder *f, uint64_t from, uint64_t to)
{
    struct place here = place_at(f, from);
    struct product_walk walk = product_walk(f->product, here.state, here.at, 0, 0);
    struct product_step step;
    if (to == f->queue.count - 1)
        return f->final;
    while (product_next(&walk, &step))
        if (number_of(f, place_after(f, &step, here.tracked)) == fair_queue_at(&f->queue, to))
            return step;
    die("a step that was found is not there");
}

/* Add the steps that lead to place `last` of the queue; `taken`, where not NULL, is called with each.  Returns the place where they begin. */
static uint64_t add_steps(struct finder *f, uint64_t last, void (*taken)(struct finder *, const struct product_step *))
{
    uint64_t length, *way = fair_queue_way(&f->queue, last, &length), first = way[0];
    for (uint64_t i = 1; i < length; i++) {
        struct product_step step = step_between(f, way[i - 1], way[i]);
        add_step(f, place_at(f, way[i - 1]).state, step.edge);
        if (taken)
            taken(f, &step);
    }
    free(way);
    return first;
}

/* --- there ------------------------------------------------------------------------- */

static bool is_seen(const struct finder *f, uint64_t state, uint32_t at)
{
    return bit_has(f->seen, bit_of(f, state, at));
}

static bool is_first_time(struct finder *f, uint64_t state, uint32_t at)
{
    bool first = !is_seen(f, state, at);
    bit_add(f->seen, bit_of(f, state, at));
    return first;
}

static uint64_t seen_words(const struct product *p)
{
    return p->states * p->automaton->state_count / 64 + 1;
}

/* All that is set is in the queue; where that is long, everything is cleared. */
static void forget_seen(struct finder *f)
{
    bool everything = f->queue.count > seen_words(f->product) / 8;
    if (everything)
        memset(f->seen, 0, seen_words(f->product) * sizeof *f->seen);
    for (uint64_t i = 0; i < f->queue.count && !everything; i++) {
        struct place place = place_at(f, i);
        f->seen[bit_of(f, place.state, place.at) / 64] = 0;
    }
    Judy1FreeArray(&f->seen_inside, PJE0);
}

/* Whether the cycle may begin at a place of the queue. */
static bool is_there(struct finder *f, struct place place)
{
    f->home = place.at;
    return fair_component(f->fair, place.state, place.at) > 0 || fair_joins(f->join, place.state, place.at, &f->home);
}

static void begin_anywhere(struct finder *f)
{
    for (uint64_t i = 0; i < f->product->start_count; i++)
        if (is_first_time(f, f->product->starts[i], 0))
            fair_queue_put(&f->queue, number_of(f, (struct place){.state = f->product->starts[i]}), FAIR_QUEUE_NONE);
}

/* False: stopped.  Else `found` is the place of the queue where the cycle begins. */
static bool go_there(struct finder *f, uint64_t *found)
{
    struct product_step step;
    begin_anywhere(f);
    for (*found = 0; *found < f->queue.count && !must_stop(f); ++*found) {
        struct place place = place_at(f, *found);
        if (is_there(f, place))
            return true;
        struct product_walk walk = product_walk(f->product, place.state, place.at, 0, 0);
        while (product_next(&walk, &step))
            if (is_first_time(f, step.target, step.to))
                put_step(f, *found, &step);
    }
    if (!f->product->stopped(f->product->stop_data))
        die("a fair component is not reached from any start");
    return false;
}

/* --- and round ----------------------------------------------------------------------- */

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
    int added = Judy1Set(&f->seen_inside, number_of(f, (struct place){step->target, step->to, tracked}), PJE0);
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
    uint32_t tracked = place_at(f, at).tracked, after = renamed(f, step->naming, tracked);
    bool reached = home ? is_at(step, home) : f->missing & step->sets || meets_tracked(f, step, tracked, after);
    if (!is_new_inside(f, step, after) && !reached)
        return false;
    put_step(f, at, step);
    return reached;
}

/* --- the nearest --------------------------------------------------------------------- */

/* Breadth first from here, by a step at least: to a step that is useful, or to `home` if that is not NULL; the last one in the queue. */
static bool seek(struct finder *f, const struct place *home)
{
    struct product_step step;
    bool stays = arcs_stay(f->product->arcs);
    const struct place here = {f->here.state, f->here.at, f->product->renaming ? first_needed(f) : 0};
    fair_queue_clear(&f->queue);
    fair_queue_put(&f->queue, number_of(f, here), FAIR_QUEUE_NONE);
    for (uint64_t at = 0; at < f->queue.count && !must_stop(f); at++) {
        struct place place = place_at(f, at);
        struct product_walk walk = product_walk(f->product, place.state, place.at, 0, 0);
        if (at + AHEAD < f->queue.count)
            product_fetch(f->product, place_at(f, at + AHEAD).state);
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

static void take_step(struct finder *f, const struct product_step *step)
{
    uint32_t label = renamed(f, f->back, step->label);
    f->here = place_after(f, step, 0);
    f->missing &= ~step->sets;
    f->fired[label] = true;
    meet(f, label);
    go_by(f, step->naming);
    arrive(f, false);
}

/* As the run goes from where the cycle begins to where it is in the component. */
static void walk_as_joined(struct finder *f)
{
    uint64_t length;
    const struct product_step *steps = fair_join_steps(f->join, &length);
    for (uint64_t i = 0; i < length; i++) {
        add_step(f, f->here.state, steps[i].edge);
        take_step(f, &steps[i]);
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
        add_steps(f, f->queue.count - 1, take_step);
    }
    return true;
}

/* The index of the start that an entry of the queue is. */
static uint64_t start_of(const struct finder *f, uint64_t at)
{
    uint64_t start = 0;
    while (f->product->starts[start] != place_at(f, at).state)
        start++;
    return start;
}

bool fair_find_lasso(const struct fair *fair, struct fair_lasso *lasso)
{
    const struct product *p = fair->product;
    struct finder f = {.fair = fair, .product = p, .lasso = lasso, .patience = PATIENCE, .join = fair_join_open(fair)};
    uint64_t last;
    *lasso = (struct fair_lasso){0};
    f.queue = fair_queue_open(number_of(&f, (struct place){.state = p->states}));
    f.seen = memory_zeroed(seen_words(p), sizeof *f.seen);
    bool found = go_there(&f, &last);
    if (found) {
        lasso->start = start_of(&f, add_steps(&f, last, NULL));
        lasso->loop = lasso->count;
        f.here = place_at(&f, last);
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
    fair_queue_close(&f.queue);
    free(f.seen);
    free(f.needed);
    free(f.fired);
    free(f.enabled);
    free(f.stamp);
    return found;
}
