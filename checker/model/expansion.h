/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * expansion.h - one thread's work place on a model (struct expansion of
 * model.h), for a search and for all else that fires rules.
 */
#ifndef MURRELET_ENGINE_EXPANSION_H
#define MURRELET_ENGINE_EXPANSION_H

#include "model.h"

/* What all expansions of one search have in common. */
struct expansion_settings {
    const unsigned char *enabled;         /* by property; NULL: all */
    const struct model_external_binding *bindings; /* by external */
    uint64_t loop_limit;
    uint32_t recursion_limit;
};

/* Scratch memory and marks, zeroed; symmetry and multiset reduction off.  The source, the calls back
 * and what they work on are the caller's to set.  Dies where memory lacks. */
void expansion_open(struct expansion *, const struct model *, struct expansion_settings);
void expansion_close(struct expansion *);

#endif
