/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fair_join.c - pairs of nodes with one state, one of them in a fair component, breadth first along the same arcs until
 * both are one.
 *
 * A pair from which none was found leads to no such node, and is not looked at again.
 */
#include <Judy.h>
#include <stdlib.h>

#include "../base/die.h"
#include "../base/memory.h"
#include "fair_join.h"

#define PATIENCE (1u << 12)

struct pair {
    struct product_step step; /* to the node in the component; of the first one its target and `to` alone */
    uint32_t at;              /* of the other node, with the same state */
    uint64_t before;          /* index; of the first one its own */
};

struct fair_join {
    const struct fair *fair;
    const struct product *product;
    uint32_t component;
    struct pair *queue;
    uint64_t count, space;
    Pvoid_t seen;             /* pairs by number */
    struct product_step *steps;
    uint64_t length;
    unsigned patience;
};

struct fair_join *fair_join_open(const struct fair *fair)
{
    struct fair_join *j = memory_zeroed(1, sizeof *j);
    j->fair = fair;
    j->product = fair->product;
    j->patience = PATIENCE;
    return j;
}

void fair_join_close(struct fair_join *j)
{
    Judy1FreeArray(&j->seen, PJE0);
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

static bool is_new(struct fair_join *j, uint64_t state, uint32_t inside, uint32_t at)
{
    uint64_t states = j->product->automaton->state_count;
    int added = Judy1Set(&j->seen, (state * states + inside) * states + at, PJE0);
    if (added == JERR)
        die_memory(sizeof *j);
    return added == 1;
}

static void put(struct fair_join *j, struct pair pair)
{
    j->queue = memory_room(j->queue, j->count + 1, &j->space, sizeof *j->queue);
    j->queue[j->count++] = pair;
}

/* The steps that led to the last pair. */
static void keep_steps(struct fair_join *j)
{
    uint64_t at = j->count - 1;
    for (uint64_t i = at; i != j->queue[i].before; i = j->queue[i].before)
        j->length++;
    j->steps = memory_zeroed(j->length, sizeof *j->steps);
    for (uint64_t i = j->length; i-- > 0; at = j->queue[at].before)
        j->steps[i] = j->queue[at].step;
}

/* Where the other node goes by the arc of a step of the one inside; true: to the same node. */
static bool follow(struct fair_join *j, uint64_t from, const struct product_step *step, uint32_t edge)
{
    struct product_step other;
    uint64_t state = j->queue[from].step.target;
    struct product_walk walk = product_walk(j->product, state, j->queue[from].at, edge, 0);
    while (product_next(&walk, &other) && other.edge == step->edge) {
        if (!is_new(j, step->target, step->to, other.to))
            continue;
        put(j, (struct pair){*step, other.to, from});
        if (other.to == step->to)
            return true;
    }
    return false;
}

static bool expand(struct fair_join *j, uint64_t from)
{
    struct product_step step;
    const struct product_step here = j->queue[from].step;
    struct product_walk walk = product_walk(j->product, here.target, here.to, 0, 0);
    while (product_next(&walk, &step)) {
        if (fair_component(j->fair, step.target, step.to) != j->component)
            continue;
        if (follow(j, from, &step, walk.edge))
            return true;
        product_resume(&walk);
    }
    return false;
}

static bool joins_as(struct fair_join *j, uint64_t state, uint32_t at, uint32_t inside)
{
    j->component = fair_component(j->fair, state, inside);
    j->count = 0;
    if (j->component == 0 || !is_new(j, state, inside, at))
        return false;
    put(j, (struct pair){{.target = state, .to = inside}, at, 0});
    for (uint64_t from = 0; from < j->count && !must_stop(j); from++)
        if (expand(j, from)) {
            keep_steps(j);
            return true;
        }
    return false;
}

bool fair_joins(struct fair_join *j, uint64_t state, uint32_t at, uint32_t *home)
{
    for (uint32_t inside = 0; inside < j->product->automaton->state_count; inside++)
        if (joins_as(j, state, at, inside)) {
            *home = inside;
            return true;
        }
    return false;
}
