/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * expansion.h - one thread's work place on a model (struct expansion of
 * model.h), for a search and for all else that fires rules.
 */
#ifndef MURRELET_ENGINE_EXPANSION_H
#define MURRELET_ENGINE_EXPANSION_H

#include "search.h"

/* Scratch memory and marks, zeroed; limits, bindings and enabled properties of
 * the options; symmetry and multiset reduction off.  The source, the calls back
 * and what they work on are the caller's to set.  Dies where memory lacks. */
void expansion_open(struct expansion *, const struct model *, const struct search_options *);
void expansion_close(struct expansion *);

#endif
