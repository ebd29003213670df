/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * automaton_reduce.c - make an automaton smaller, and find its components.
 *
 * None of the steps changes which runs are accepted:
 *  - an arc between two components is taken once at most on a path, and one within a component that does not
 *    accept never matters: neither is in an acceptance set;
 *  - an arc that asks more than another one to the same state, and is in no set that the
 *    other is not in, is dropped;
 *  - states with the same arcs are one state;
 *  - a state that comes to no accepting component is dropped.
 * Merging may make more arcs equal, so all is done until nothing changes.
 */
#include "automaton_reduce.h"

#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"

/* ---- components, by Tarjan's algorithm; recursion is as deep as there are states ---- */

struct tarjan {
    struct automaton *automaton;
    unsigned *index, *low, *stack, top, seen, found;
    bool *on_stack;
};

static void visit(struct tarjan *t, unsigned state)
{
    const struct automaton_state *s = &t->automaton->states[state];
    t->index[state] = t->low[state] = ++t->seen;
    t->stack[t->top++] = state;
    t->on_stack[state] = true;
    for (unsigned k = 0; k < s->arc_count; k++) {
        unsigned target = s->arcs[k].target;
        if (!t->index[target])
            visit(t, target);
        if (t->on_stack[target] && t->low[target] < t->low[state])
            t->low[state] = t->low[target];
    }
    if (t->low[state] != t->index[state])
        return;
    unsigned member;
    do {
        member = t->stack[--t->top];
        t->on_stack[member] = false;
        t->automaton->states[member].component = t->found;
    } while (member != state);
    t->found++;
}

/* Found last to first: turned round, so that arcs lead from a component to itself or a later one. */
static void number_components(struct automaton *a, unsigned found)
{
    free(a->components);
    a->component_count = found;
    a->components = memory_zeroed(found, sizeof *a->components);
    for (unsigned i = 0; i < a->state_count; i++) {
        struct automaton_state *s = &a->states[i];
        s->component = found - 1 - s->component;
        s->place = a->components[s->component].states++;
    }
}

/* A component accepts where its own arcs, of which there is one at least, are in each set. */
static void find_accepting(struct automaton *a)
{
    for (unsigned c = 0; c < a->component_count; c++) {
        uint64_t sets = 0;
        bool any = false;
        for (unsigned i = 0; i < a->state_count; i++)
            for (unsigned k = 0; a->states[i].component == c && k < a->states[i].arc_count; k++)
                if (a->states[a->states[i].arcs[k].target].component == c) {
                    any = true;
                    sets |= a->states[i].arcs[k].sets;
                }
        a->components[c].accepting = any && sets == a->all_sets;
    }
}

static void find_components(struct automaton *a)
{
    struct tarjan t = {.automaton = a};
    unsigned count = a->state_count;
    t.index = memory_zeroed(count, sizeof *t.index);
    t.low = memory_zeroed(count, sizeof *t.low);
    t.stack = memory_zeroed(count, sizeof *t.stack);
    t.on_stack = memory_zeroed(count, sizeof *t.on_stack);
    for (unsigned i = 0; i < count; i++)
        if (!t.index[i])
            visit(&t, i);
    number_components(a, t.found);
    find_accepting(a);
    free(t.index);
    free(t.low);
    free(t.stack);
    free(t.on_stack);
}

/* ---- arcs ---- */

static void clear_sets(struct automaton *a)
{
    for (unsigned i = 0; i < a->state_count; i++)
        for (unsigned k = 0; k < a->states[i].arc_count; k++) {
            unsigned component = a->states[i].component;
            if (a->states[a->states[i].arcs[k].target].component != component || !a->components[component].accepting)
                a->states[i].arcs[k].sets = 0;
        }
}

static bool covers(const struct automaton_arc *by, const struct automaton_arc *arc)
{
    return by->target == arc->target && !(by->must & ~arc->must) && !(by->must_not & ~arc->must_not) &&
           !(arc->sets & ~by->sets);
}

static int compare_arcs(const void *x, const void *y)
{
    const struct automaton_arc *a = x, *b = y;
    if (a->target != b->target)
        return a->target < b->target ? -1 : 1;
    if (a->must != b->must)
        return a->must < b->must ? -1 : 1;
    if (a->must_not != b->must_not)
        return a->must_not < b->must_not ? -1 : 1;
    return (a->sets > b->sets) - (a->sets < b->sets);
}

/* Of two that cover each other, and so are equal, the first stays. */
static bool drop_covered(struct automaton_state *s)
{
    unsigned kept = 0, count = s->arc_count;
    if (count)
        qsort(s->arcs, count, sizeof *s->arcs, compare_arcs);
    for (unsigned i = 0; i < count; i++) {
        bool covered = false;
        for (unsigned k = 0; k < kept && !covered; k++)
            covered = covers(&s->arcs[k], &s->arcs[i]);
        for (unsigned k = i + 1; k < count && !covered; k++)
            covered = covers(&s->arcs[k], &s->arcs[i]) && !covers(&s->arcs[i], &s->arcs[k]);
        if (!covered)
            s->arcs[kept++] = s->arcs[i];
    }
    s->arc_count = kept;
    return kept != count;
}

/* ---- states ---- */

static bool same_arcs(const struct automaton_state *x, const struct automaton_state *y)
{
    if (x->arc_count != y->arc_count)
        return false;
    for (unsigned i = 0; i < x->arc_count; i++)
        if (compare_arcs(&x->arcs[i], &y->arcs[i]))
            return false;
    return true;
}

/* Give each kept state the number that `to` says, and take the others away; `to` of
 * one that is taken away is the number of the state in its place, or state_count: arcs to it go too. */
static void renumber(struct automaton *a, const unsigned *to, const bool *keep)
{
    unsigned count = 0, gone = a->state_count;
    for (unsigned i = 0; i < a->state_count; i++) {
        struct automaton_state s = a->states[i];
        a->states[i].arcs = NULL;
        a->states[i].arc_count = 0;
        if (!keep[i]) {
            free(s.arcs);
            continue;
        }
        unsigned arcs = 0;
        for (unsigned k = 0; k < s.arc_count; k++)
            if (to[s.arcs[k].target] != gone) {
                s.arcs[arcs] = s.arcs[k];
                s.arcs[arcs++].target = to[s.arcs[k].target];
            }
        s.arc_count = arcs;
        a->states[count++] = s;
    }
    a->state_count = count;
}

static bool merge_states(struct automaton *a)
{
    unsigned *to = memory_zeroed(a->state_count, sizeof *to), count = 0;
    bool *keep = memory_zeroed(a->state_count, sizeof *keep), merged = false;
    for (unsigned i = 0; i < a->state_count; i++) {
        unsigned like = 0;
        while (like < i && !(keep[like] && same_arcs(&a->states[like], &a->states[i])))
            like++;
        keep[i] = like == i;
        to[i] = keep[i] ? count++ : to[like];
        merged |= !keep[i];
    }
    renumber(a, to, keep);
    free(to);
    free(keep);
    return merged;
}

/* Arcs lead to later components only, so the last states of these are asked first. */
static bool drop_useless(struct automaton *a)
{
    bool *useful = memory_zeroed(a->state_count, sizeof *useful), changed = true;
    unsigned *to = memory_zeroed(a->state_count, sizeof *to), count = 0, before = a->state_count;
    for (unsigned i = 0; i < before; i++)
        useful[i] = a->components[a->states[i].component].accepting;
    while (changed) {
        changed = false;
        for (unsigned i = before; i-- > 0;)
            for (unsigned k = 0; k < a->states[i].arc_count && !useful[i]; k++)
                changed |= useful[i] = useful[a->states[i].arcs[k].target];
    }
    for (unsigned i = 0; i < before; i++)
        to[i] = useful[i] ? count++ : before;
    if (before && !useful[0])
        memset(useful, 0, before * sizeof *useful); /* no run is accepted */
    renumber(a, to, useful);
    free(useful);
    free(to);
    return a->state_count != before;
}

void automaton_reduce(struct automaton *a)
{
    bool changed = true;
    while (changed) {
        changed = false;
        find_components(a);
        clear_sets(a);
        for (unsigned i = 0; i < a->state_count; i++)
            changed |= drop_covered(&a->states[i]);
        changed |= drop_useless(a);
        changed |= merge_states(a);
    }
    find_components(a);
}
