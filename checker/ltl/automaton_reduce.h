/* SPDX-License-Identifier: BSD-2-Clause */
/* automaton_reduce.h - drop what no accepted run of an automaton needs. */
#ifndef MURRELET_AUTOMATON_REDUCE_H
#define MURRELET_AUTOMATON_REDUCE_H

#include "automaton.h"

/* And find its components. */
void automaton_reduce(struct automaton *);

#endif
