/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fair_join.c - pairs of nodes with one state, one of them in a fair component, breadth first along the same arcs until
 * both are one.
 *
 * A pair from which none was found leads to no such node, and is not looked at again.  Where pairs would take more memory
 * than there may be, no node joins from then on: a run is as good without, but its way to where it goes round may be longer.
 */
#include <Judy.h>
#include <stdlib.h>

#include "../base/die.h"
#include "../base/memory.h"
#include "bit_set.h"
#include "fair_join.h"

#define PATIENCE (1u << 12)
#ifndef MOST_BITS
#define MOST_BITS 128u /* pairs for each state of the model, up to which each has a bit */
#endif

/* The numbers of states, and of pairs, fit (fair_bytes, put). */
struct pair {
    uint32_t state;
    uint32_t to, at;          /* the automaton's states of the node in the component, and of the other one */
    uint32_t edge;            /* that leads here from the pair before */
    uint32_t before;          /* index; of the first one its own */
};

struct fair_join {
    const struct fair *fair;
    const struct product *product;
    uint32_t component;
    struct pair *queue;
    uint64_t count, space;
    bool full;                /* no memory for more pairs */
    uint32_t *inside;         /* the automaton's states that are in accepting components */
    uint32_t inside_count;
    uint64_t *seen;           /* bits by pair; NULL: they would be too many, or there is no memory for them */
    Pvoid_t seen_few;         /* then the same, as a Judy1 set */
    struct product_step *steps;
    uint64_t length;
    unsigned patience;
};

static uint64_t pairs_of(const struct fair_join *j)
{
    return j->product->states * j->inside_count * j->product->automaton->state_count;
}

static bool fits(const struct fair_join *j, uint64_t bytes)
{
    const struct product *p = j->product;
    return !p->fits || p->fits(p->stop_data, bytes);
}

struct fair_join *fair_join_open(const struct fair *fair)
{
    struct fair_join *j = memory_zeroed(1, sizeof *j);
    const struct automaton *a = fair->product->automaton;
    j->fair = fair;
    j->product = fair->product;
    j->patience = PATIENCE;
    j->inside = memory_zeroed(a->state_count, sizeof *j->inside);
    for (uint32_t i = 0; i < a->state_count; i++)
        if (a->components[a->states[i].component].accepting)
            j->inside[j->inside_count++] = i;
    if ((uint64_t)j->inside_count * a->state_count <= MOST_BITS && fits(j, pairs_of(j) / 8))
        j->seen = calloc(pairs_of(j) / 64 + 1, sizeof *j->seen);
    return j;
}

void fair_join_close(struct fair_join *j)
{
    Judy1FreeArray(&j->seen_few, PJE0);
    free(j->seen);
    free(j->inside);
    free(j->queue);
    free(j->steps);
    free(j);
}

const struct product_step *fair_join_steps(const struct fair_join *j, uint64_t *length)
{
    *length = j->length;
    return j->steps;
}

static bool must_stop(struct fair_join *j)
{
    if (j->patience-- > 0)
        return false;
    j->patience = PATIENCE;
    return j->product->stopped(j->product->stop_data);
}

/* `inside`: the place in j->inside of the state of the node in the component. */
static bool is_new(struct fair_join *j, uint64_t state, uint32_t inside, uint32_t at)
{
    uint64_t number = (state * j->inside_count + inside) * j->product->automaton->state_count + at;
    if (j->seen) {
        bool seen = bit_has(j->seen, number);
        bit_add(j->seen, number);
        return !seen;
    }
    int added = Judy1Set(&j->seen_few, number, PJE0);
    if (added == JERR)
        die_memory(sizeof *j);
    return added == 1;
}

static uint32_t place_inside(const struct fair_join *j, uint32_t at)
{
    uint32_t place = 0;
    while (j->inside[place] != at)
        place++;
    return place;
}

static void put(struct fair_join *j, struct pair pair)
{
    if (j->count == j->space && (j->count >= UINT32_MAX || !fits(j, 2 * j->space * sizeof *j->queue))) {
        j->full = true;
        return;
    }
    j->queue = memory_room(j->queue, j->count + 1, &j->space, sizeof *j->queue);
    j->queue[j->count++] = pair;
}

/* The step of the node in the component that led to a pair: the first that leads there. */
static struct product_step step_to(const struct fair_join *j, const struct pair *pair)
{
    const struct pair *before = &j->queue[pair->before];
    struct product_walk walk = product_walk(j->product, before->state, before->to, pair->edge == PRODUCT_STUTTER ? 0 : pair->edge, 0);
    struct product_step step;
    while (product_next(&walk, &step))
        if (step.edge == pair->edge && step.to == pair->to)
            return step;
    die("a pair is not reached from the one before");
}

/* The steps that led to the last pair. */
static void keep_steps(struct fair_join *j)
{
    uint64_t at = j->count - 1;
    for (uint64_t i = at; i != j->queue[i].before; i = j->queue[i].before)
        j->length++;
    j->steps = memory_zeroed(j->length, sizeof *j->steps);
    for (uint64_t i = j->length; i-- > 0; at = j->queue[at].before)
        j->steps[i] = step_to(j, &j->queue[at]);
}

/* Where both nodes go by a step of the one inside; true: to the same node. */
static bool come(struct fair_join *j, uint64_t from, const struct product_step *step, uint32_t inside, uint32_t at)
{
    if (!is_new(j, step->target, inside, at))
        return false;
    put(j, (struct pair){(uint32_t)step->target, step->to, at, step->edge, (uint32_t)from});
    return at == step->to && !j->full;
}

/* Where the other node goes by the arc of a step of the one inside; true: to the same node. */
static bool follow(struct fair_join *j, uint64_t from, const struct product_step *step, struct product_walk *beside, uint32_t edge)
{
    struct product_step other;
    uint32_t inside = place_inside(j, step->to);
    beside->edge = edge;
    beside->arc = 0;
    while (product_go(beside, &other, false) && other.edge == step->edge) {
        if (come(j, from, step, inside, other.to))
            return true;
    }
    return false;
}

/* The other node goes by every arc of the automaton that `may` has. */
static bool follow_simply(struct fair_join *j, uint64_t from, const struct product_step *step, const struct product_walk *beside)
{
    uint32_t inside = place_inside(j, step->to);
    for (uint64_t may = beside->may; may; may &= may - 1)
        if (come(j, from, step, inside, beside->from->arcs[__builtin_ctzll(may)].target))
            return true;
    return false;
}

/* expand(), where it is so simple for both nodes, in the same order. */
static bool expand_simply(struct fair_join *j, uint64_t from, const struct product_walk *walk, const struct product_walk *beside)
{
    for (uint32_t edge = 0; edge < walk->of.count; edge++)
        for (uint64_t may = walk->may; may; may &= may - 1) {
            const struct automaton_arc *arc = &walk->from->arcs[__builtin_ctzll(may)];
            struct product_step step = {.target = walk->of.targets[edge], .to = arc->target, .edge = edge};
            if (fair_component(j->fair, step.target, step.to) == j->component && follow_simply(j, from, &step, beside))
                return true;
        }
    return false;
}

static bool expand(struct fair_join *j, uint64_t from)
{
    struct product_step step;
    const struct pair here = j->queue[from];
    struct product_walk walk = product_walk(j->product, here.state, here.to, 0, 0);
    struct product_walk beside = product_walk_beside(&walk, here.at);
    if (product_is_simple(&walk) && product_is_simple(&beside))
        return expand_simply(j, from, &walk, &beside);
    while (product_go(&walk, &step, false))
        if (fair_component(j->fair, step.target, step.to) == j->component && follow(j, from, &step, &beside, walk.edge))
            return true;
    return false;
}

static bool joins_as(struct fair_join *j, uint64_t state, uint32_t at, uint32_t inside)
{
    j->component = fair_component(j->fair, state, j->inside[inside]);
    j->count = 0;
    if (j->component == 0 || !is_new(j, state, inside, at))
        return false;
    put(j, (struct pair){.state = (uint32_t)state, .to = j->inside[inside], .at = at});
    for (uint64_t from = 0; from < j->count && !j->full && !must_stop(j); from++)
        if (expand(j, from)) {
            keep_steps(j);
            return true;
        }
    return false;
}

bool fair_joins(struct fair_join *j, uint64_t state, uint32_t at, uint32_t *home)
{
    for (uint32_t inside = 0; inside < j->inside_count && !j->full; inside++)
        if (joins_as(j, state, at, inside)) {
            *home = j->inside[inside];
            return true;
        }
    return false;
}
