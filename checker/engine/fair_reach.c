/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fair_reach.c - which nodes of a product can be reached.  See fair_reach.h.
 *
 * Each node once, in sweeps over the nodes in the order in which arcs lie: those to go on from have a bit.  Where sweeps find few,
 * what is left is gone through with a stack.
 */
#include "fair_reach.h"

#include <stdlib.h>
#include <string.h>

#define FEW 64u /* a sweep that finds less than one node in so many words */

struct spread {
    struct fair_part *part;
    uint64_t *found, *todo; /* bits by node */
    uint64_t count;         /* of nodes that were found */
    bool stacked;           /* nodes to go on from are on the stack */
    struct stack32 stack;
};

bool fair_reach(struct fair *fair, uint64_t state, uint32_t at)
{
    const struct automaton *a = fair->product->automaton;
    uint64_t *reached = fair->reached[a->states[at].component];
    uint32_t node = (uint32_t)fair_node(a, state, at);
    bool first = !bit_has(reached, node);
    bit_add(reached, node);
    return first;
}

/* --- on from what was reached ---------------------------------------------------------- */

static void find(struct spread *s, uint32_t node)
{
    if (bit_has(s->found, node))
        return;
    bit_add(s->found, node);
    s->count++;
    if (s->stacked)
        stack32_push(&s->stack, node);
    else
        bit_add(s->todo, node);
}

/* By one arc of the automaton, with each of the state's. */
static void spread_along(struct spread *s, const struct arcs_of *of, uint32_t to)
{
    const struct automaton *a = s->part->product->automaton;
    uint64_t *reached = s->part->fair->reached[a->states[to].component];
    uint32_t place = a->states[to].place, width = a->components[a->states[to].component].states;
    if (s->part->place_of[to] == ELSEWHERE)
        for (uint32_t i = 0; i < of->count; i++)
            bit_add(reached, of->targets[i] * width + place);
    else
        for (uint32_t i = 0; i < of->count; i++)
            find(s, of->targets[i] * width + place);
}

static void spread(struct spread *s, uint32_t node)
{
    struct product_walk walk = part_walk(s->part, node);
    struct product_step step;
    if (product_is_simple(&walk)) {
        for (uint64_t may = walk.may; may; may &= may - 1)
            spread_along(s, &walk.of, walk.from->arcs[__builtin_ctzll(may)].target);
        return;
    }
    while (product_go(&walk, &step, false))
        if (part_leads(s->part, &step, &node))
            find(s, node);
        else
            fair_reach(s->part->fair, step.target, step.to);
}

/* One of those to go on from; false: there is none in this word. */
static bool take(struct spread *s, uint64_t word, uint32_t *node)
{
    if (s->todo[word] == 0)
        return false;
    *node = (uint32_t)(word * 64 + (uint64_t)__builtin_ctzll(s->todo[word]));
    s->todo[word] &= s->todo[word] - 1;
    return true;
}

/* False: it found few. */
static bool sweep(struct spread *s)
{
    uint64_t before = s->count;
    uint32_t node;
    for (uint64_t word = 0; word < part_words(s->part); word++)
        while (take(s, word, &node) && !fair_must_stop(s->part))
            spread(s, node);
    return (s->count - before) * FEW > part_words(s->part);
}

static void go_through_stack(struct spread *s)
{
    uint32_t node;
    s->stacked = true;
    for (uint64_t word = 0; word < part_words(s->part); word++)
        while (take(s, word, &node))
            stack32_push(&s->stack, node);
    while (s->stack.count && !fair_must_stop(s->part))
        spread(s, s->stack.list[--s->stack.count]);
    free(s->stack.list);
}

void fair_reach_on(struct fair_part *part, uint64_t *found, uint64_t *todo)
{
    struct spread s = {.part = part, .found = found, .todo = todo};
    while (sweep(&s) && !part->fair->stopped)
        ;
    go_through_stack(&s);
}

/* --- where all can be reached ------------------------------------------------------------ */

/* Whether every state can be reached in a component: it is where runs begin, and its state may always stay.  Under
 * symmetry a state can be reached in some places, and perhaps not in others. */
static bool is_everywhere(const struct product *p, unsigned component)
{
    const struct automaton *a = p->automaton;
    const struct automaton_state *s = &a->states[0];
    if (p->places != 1 || s->component != component || a->components[component].states != 1)
        return false;
    for (unsigned k = 0; k < s->arc_count; k++)
        if (s->arcs[k].target == 0 && !s->arcs[k].must && !s->arcs[k].must_not)
            return true;
    return false;
}

/* Whether state 0 leads to a state of the automaton wherever this arc does. */
static bool is_entered_like(const struct automaton *a, const struct automaton_arc *arc)
{
    const struct automaton_state *s = &a->states[0];
    for (unsigned k = 0; k < s->arc_count; k++)
        if (s->arcs[k].target == arc->target && !(s->arcs[k].must & ~arc->must) && !(s->arcs[k].must_not & ~arc->must_not))
            return true;
    return false;
}

/* Whether each node of a component that a step of the component leads to is reached, where state 0 is everywhere: the
 * step before it might have been from there.  So all that go round are; of others it must not matter whether they
 * are, and so nothing may lead out. */
static bool is_entered_everywhere(const struct automaton *a, unsigned component)
{
    for (unsigned i = 0; i < a->state_count; i++)
        for (unsigned k = 0; a->states[i].component == component && k < a->states[i].arc_count; k++) {
            const struct automaton_arc *arc = &a->states[i].arcs[k];
            if (a->states[arc->target].component != component || !is_entered_like(a, arc))
                return false;
        }
    return true;
}

static bool enters_all_everywhere(const struct automaton *a)
{
    for (unsigned c = 1; c < a->component_count; c++)
        if (!is_entered_everywhere(a, c))
            return false;
    return true;
}

/* All states are there already: what is left are the ways out.  Most states have none. */
static void leave_everywhere(struct fair_part *part)
{
    const struct product *p = part->product;
    const struct automaton_state *s = &p->automaton->states[0];
    struct spread all = {.part = part, .found = part->fair->reached[part->component]};
    for (uint64_t state = 0; state < p->states && !fair_must_stop(part); state++) {
        uint64_t atoms = product_conditions(p, state);
        bool may_leave = p->fires != NULL;
        for (unsigned k = 0; k < s->arc_count && !may_leave; k++)
            may_leave = s->arcs[k].target != 0 && automaton_takes(&s->arcs[k], atoms);
        if (may_leave)
            spread(&all, (uint32_t)state);
    }
}

/* --- a part -------------------------------------------------------------------------------- */

static void fill(uint64_t *words, uint64_t bits)
{
    memset(words, 0xff, bits / 64 * sizeof *words);
    if (bits % 64)
        words[bits / 64] |= (UINT64_C(1) << (bits % 64)) - 1;
}

bool fair_reach_everywhere(struct fair_part *part)
{
    bool everywhere = is_everywhere(part->product, part->component);
    if (everywhere)
        fill(part->fair->reached[part->component], part->nodes);
    return everywhere;
}

static void leave_all(struct fair_part *part)
{
    const struct automaton *a = part->product->automaton;
    if (!enters_all_everywhere(a))
        leave_everywhere(part);
    else
        for (unsigned c = 1; c < a->component_count; c++)
            fill(part->fair->reached[c], part->product->states * a->components[c].states);
}

void fair_reach_part(struct fair_part *part)
{
    uint64_t *reached = part->fair->reached[part->component];
    if (fair_reach_everywhere(part)) {
        leave_all(part);
        return;
    }
    uint64_t *todo = memory_zeroed(part_words(part), sizeof *todo);
    memcpy(todo, reached, part_words(part) * sizeof *todo);
    fair_reach_on(part, reached, todo);
    free(todo);
}
