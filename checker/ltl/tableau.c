/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * tableau.c - the tableau of a formula's negation, as an automaton with
 * acceptance on its arcs (J.-M. Couvreur, On-the-fly verification of linear
 * temporal logic, 1999).
 *
 * A state is a set of terms that are to hold of the rest of the run.  An arc
 * is one way to make them true: what it asks of this position's atoms, and
 * which terms are left to the next position.  f U g is made true by g, or by f
 * and itself at the next position: then it is *postponed*.  Each until has an acceptance
 * set, of the arcs that do not postpone it; a path that is in each set infinitely often
 * keeps every promise.
 */
#include "tableau.h"

#include <stdlib.h>
#include <string.h>

#include "../base/die.h"
#include "../base/memory.h"
#include "automaton_reduce.h"
#include "terms.h"

#define WORDS (TERMS_MOST / 64)
#define ARCS_MOST (1u << 18)
#define BRANCHES_MOST (1u << 16) /* ways to make one state's terms true */

struct set {
    uint64_t words[WORDS];
};

static void add(struct set *set, uint32_t term)
{
    set->words[term / 64] |= UINT64_C(1) << (term % 64);
}

static bool has(const struct set *set, uint32_t term)
{
    return set->words[term / 64] >> (term % 64) & 1;
}

/* One way so far. */
struct branch {
    struct set todo, done, next;
    uint64_t must, must_not, postponed;
};

struct tableau {
    struct terms terms;
    uint32_t promise[TERMS_MOST]; /* by until: its acceptance set */
    unsigned promises;
    struct set *sets;             /* by state */
    struct automaton *automaton;
    unsigned arcs, branches;
    bool overflow;
};

static uint32_t state_of(struct tableau *t, const struct set *set)
{
    struct automaton *a = t->automaton;
    for (unsigned i = 0; i < a->state_count; i++)
        if (!memcmp(&t->sets[i], set, sizeof *set))
            return i;
    if (a->state_count == AUTOMATON_STATES) {
        t->overflow = true;
        return 0;
    }
    t->sets[a->state_count] = *set;
    return a->state_count++;
}

static void add_arc(struct tableau *t, uint32_t from, const struct branch *branch)
{
    uint32_t target = state_of(t, &branch->next); /* may add a state */
    struct automaton_state *state = &t->automaton->states[from];
    if (++t->arcs > ARCS_MOST)
        t->overflow = true;
    state->arcs = realloc(state->arcs, (state->arc_count + 1) * sizeof *state->arcs);
    if (!state->arcs)
        die_memory(sizeof *state->arcs);
    state->arcs[state->arc_count++] = (struct automaton_arc){
        .target = target, .must = branch->must, .must_not = branch->must_not,
        .sets = t->automaton->all_sets & ~branch->postponed};
}

static uint32_t take_term(struct set *todo)
{
    for (unsigned w = 0; w < WORDS; w++)
        if (todo->words[w]) {
            uint32_t bit = (uint32_t)__builtin_ctzll(todo->words[w]);
            todo->words[w] &= todo->words[w] - 1;
            return w * 64 + bit;
        }
    return TERM_NONE;
}

static void demand(struct branch *branch, uint32_t term)
{
    if (!has(&branch->done, term))
        add(&branch->todo, term);
}

static void grow(struct tableau *t, uint32_t from, struct branch branch);

/* The other way to make `term` true; the caller goes on with the first one. */
static void fork_branch(struct tableau *t, uint32_t from, struct branch branch, uint32_t number)
{
    const struct term *term = &t->terms.list[number];
    if (++t->branches > BRANCHES_MOST) {
        t->overflow = true;
        return;
    }
    if (term->op == TERM_UNTIL) {
        demand(&branch, term->left);
        add(&branch.next, number);
        branch.postponed |= UINT64_C(1) << t->promise[number];
    } else {
        demand(&branch, term->right);
        if (term->op == TERM_RELEASE)
            add(&branch.next, number);
    }
    grow(t, from, branch);
}

/* What `term` asks; false: it contradicts what was asked before. */
static bool meet(struct tableau *t, uint32_t from, struct branch *branch, uint32_t number)
{
    const struct term *term = &t->terms.list[number];
    add(&branch->done, number);
    switch (term->op) {
    case TERM_FALSE:
        return false;
    case TERM_TRUE:
        break;
    case TERM_IS:
        branch->must |= UINT64_C(1) << term->left;
        break;
    case TERM_IS_NOT:
        branch->must_not |= UINT64_C(1) << term->left;
        break;
    case TERM_AND:
        demand(branch, term->left);
        demand(branch, term->right);
        break;
    case TERM_OR:
        fork_branch(t, from, *branch, number);
        demand(branch, term->left);
        break;
    case TERM_NEXT:
        add(&branch->next, term->left);
        break;
    case TERM_UNTIL:
        fork_branch(t, from, *branch, number);
        demand(branch, term->right);
        break;
    case TERM_RELEASE:
        fork_branch(t, from, *branch, number);
        demand(branch, term->left);
        demand(branch, term->right);
        break;
    }
    return !(branch->must & branch->must_not);
}

static void grow(struct tableau *t, uint32_t from, struct branch branch)
{
    uint32_t term;
    while (!t->overflow && (term = take_term(&branch.todo)) != TERM_NONE)
        if (!meet(t, from, &branch, term))
            return;
    if (!t->overflow)
        add_arc(t, from, &branch);
}

static void make_states(struct tableau *t, uint32_t whole)
{
    struct set start = {0};
    add(&start, whole);
    state_of(t, &start);
    for (uint32_t i = 0; i < t->automaton->state_count && !t->overflow; i++) {
        struct branch branch = {.todo = t->sets[i]};
        t->branches = 0;
        grow(t, i, branch);
    }
}

/* More untils than there are bits are too many. */
static void number_promises(struct tableau *t)
{
    for (uint32_t i = 0; i < t->terms.count; i++)
        if (t->terms.list[i].op == TERM_UNTIL)
            t->promise[i] = t->promises++;
    t->overflow |= t->promises > 64 || t->terms.overflow;
    t->automaton->set_count = t->promises;
    t->automaton->all_sets = t->promises >= 64 ? UINT64_MAX : (UINT64_C(1) << t->promises) - 1;
}

struct automaton *automaton_of_negation(const struct model_formula_node *nodes, uint32_t count)
{
    struct tableau *t = memory_zeroed(1, sizeof *t);
    t->automaton = memory_zeroed(1, sizeof *t->automaton);
    t->automaton->states = memory_zeroed(AUTOMATON_STATES, sizeof *t->automaton->states);
    t->sets = memory_zeroed(AUTOMATON_STATES, sizeof *t->sets);
    uint32_t whole = terms_of_negation(&t->terms, nodes, count);
    number_promises(t);
    if (!t->overflow)
        make_states(t, whole);
    struct automaton *automaton = t->automaton;
    if (t->overflow) {
        automaton_free(automaton);
        automaton = NULL;
    }
    free(t->sets);
    free(t);
    if (automaton)
        automaton_reduce(automaton);
    return automaton;
}
