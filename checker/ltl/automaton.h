/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * automaton.h - a Büchi automaton of the runs that break a formula.
 *
 * A state is left by an arc at each position of a run.  An arc may be taken where the position's
 * atoms have all of `must` and none of `must_not`.  A run is accepted where
 * some path along it takes arcs of each acceptance set infinitely often (with
 * no sets: where some path goes on for ever).
 */
#ifndef MURRELET_AUTOMATON_H
#define MURRELET_AUTOMATON_H

#include <stdbool.h>
#include <stdio.h>

#include "../model/model_fairness.h"

#define AUTOMATON_STATES 4096u /* at most */

struct automaton_arc {
    uint32_t target;
    uint64_t must, must_not; /* atoms */
    uint64_t sets;           /* acceptance sets that it is in; 0 for one between components */
};

struct automaton_state {
    struct automaton_arc *arcs;
    unsigned arc_count;
    unsigned component;      /* strongly connected; arcs lead to the same one or to a greater one */
    unsigned place;          /* among the states of its component */
};

struct automaton_component {
    unsigned states;
    bool accepting;          /* some path in it takes arcs of each set */
};

struct automaton {
    struct automaton_state *states; /* each can come to an accepting component; state 0 is where runs begin */
    unsigned state_count;           /* 0: no run breaks the formula */
    struct automaton_component *components;
    unsigned component_count;
    unsigned set_count;
    uint64_t all_sets;
};

void automaton_free(struct automaton *);
static inline bool automaton_takes(const struct automaton_arc *arc, uint64_t atoms)
{
    return (atoms & arc->must) == arc->must && !(atoms & arc->must_not);
}
/* One line a state and arc, for dumps. */
void automaton_print(const struct automaton *, FILE *);

#endif
