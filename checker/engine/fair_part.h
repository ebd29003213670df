/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fair_part.h - a part of a product: the states of the model with those of one component of the automaton.
 *
 * Its nodes have numbers: state * width + place.  What fair.c walks, fair_reach.c reaches and fair_judge.c judges.
 */
#ifndef MURRELET_FAIR_PART_H
#define MURRELET_FAIR_PART_H

#include "../base/memory.h"
#include "bit_set.h"
#include "fair_nodes.h"

#define FAIR_PATIENCE (1u << 14) /* nodes between two questions whether to stop */
#define FAIR_AHEAD 4u            /* so many nodes before one is looked at, its arcs are fetched */
#define FAIR_LARGE 8u            /* a set of nodes is, if it has such a part of all */
#define ELSEWHERE UINT32_MAX

struct fair_part {
    struct fair *fair;
    const struct product *product;
    unsigned component, width;  /* of the automaton: which one, and how many states it has */
    uint64_t nodes;
    uint32_t *state_at;         /* by place: the automaton's state */
    uint32_t *place_of;         /* by the automaton's state: its place, or ELSEWHERE */
    unsigned patience;
};

struct fair_part fair_part_open(struct fair *, unsigned component);
void fair_part_close(struct fair_part *);

/* Whether to leave everything, which is asked now and then. */
static inline bool fair_must_stop(struct fair_part *part)
{
    if (part->patience-- == 0) {
        part->patience = FAIR_PATIENCE;
        part->fair->stopped = part->fair->stopped || part->product->stopped(part->product->stop_data);
    }
    return part->fair->stopped;
}

static inline uint64_t part_state(const struct fair_part *part, uint32_t node)
{
    return part->width == 1 ? node : node / part->width;
}

static inline uint32_t part_at(const struct fair_part *part, uint32_t node)
{
    return part->state_at[part->width == 1 ? 0 : node % part->width];
}

static inline struct product_walk part_walk(const struct fair_part *part, uint32_t node)
{
    return product_walk(part->product, part_state(part, node), part_at(part, node), 0, 0);
}

/* Where a step leads: false: out of the part. */
static inline bool part_leads(const struct fair_part *part, const struct product_step *step, uint32_t *node)
{
    uint32_t place = part->place_of[step->to];
    *node = (uint32_t)(step->target * part->width + place);
    return place != ELSEWHERE;
}

/* The place in this part that all steps lead to, by each arc of the state; or ELSEWHERE, also where it is not so simple. */
static inline uint32_t part_only_place(const struct fair_part *part, const struct product_walk *walk)
{
    uint32_t only = ELSEWHERE;
    for (uint64_t may = product_is_simple(walk) ? walk->may : 0; may; may &= may - 1) {
        uint32_t place = part->place_of[walk->from->arcs[__builtin_ctzll(may)].target];
        if (place == ELSEWHERE || (only != ELSEWHERE && place != only))
            return ELSEWHERE;
        only = place;
    }
    return only;
}

/* --- sets and lists of nodes ----------------------------------------------------------- */

static inline uint64_t part_words(const struct fair_part *part)
{
    return part->nodes / 64 + 1;
}

struct stack32 {
    uint32_t *list;
    uint64_t count, space;
};

static inline void stack32_push(struct stack32 *stack, uint32_t value)
{
    stack->list = memory_room(stack->list, stack->count + 1, &stack->space, sizeof *stack->list);
    stack->list[stack->count++] = value;
}

#endif
