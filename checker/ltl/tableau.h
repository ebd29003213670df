/* SPDX-License-Identifier: BSD-2-Clause */
/* tableau.h - from a formula to an automaton of the runs that break it. */
#ifndef MURRELET_TABLEAU_H
#define MURRELET_TABLEAU_H

#include "automaton.h"

/* NULL: it would have more than AUTOMATON_STATES states or 64 acceptance sets, or take too many steps to make. */
struct automaton *automaton_of_negation(const struct model_formula_node *nodes, uint32_t count);

#endif
