/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * choose.h - choose a source for each read and orders of events, ask the model, go back: the executions of one choice of
 * paths, for search.c and endless.c.
 */
#ifndef MURRELET_CAT_CHOOSE_H
#define MURRELET_CAT_CHOOSE_H

#include "searcher.h"

/* What may be chosen for `execution`, and what the model says of that.  False: nothing can. */
bool choose_begin(struct searcher *);
/* Each choice of values for the reads that are asked for, as far as the model lets it be; sources of one value stay open. */
void choose_values(struct searcher *, void (*with)(struct searcher *));
/* Whether no flag is left that an execution may raise for the first time. */
bool choose_all_raised(const struct searcher *);
/* Go through the rest, until one is accepted and no flag is open. */
void choose_rest(struct searcher *);

/* Each set of members for each meeting of `execution`: where a quorum is enough, any that is as large. */
void choose_members(struct searcher *, unsigned meeting, void (*with)(struct searcher *));

#endif
