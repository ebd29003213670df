/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * slice.h - of a run to a violation only what the violation depends on.
 *
 * The slice is a run itself: some of the steps, from the same start state, fired by the
 * interpreter in their order, with the same violation at the end and, of the properties
 * that are checked, no other before.  It is made minimal: whichever single step is left
 * out, the rest is no such run.
 *
 * Of its changes a step has two kinds.  Those that are needed suffice: where all others
 * are undone as they happen, each step is still enabled and still makes the needed
 * changes, and the violation is still there.  And they are minimal in the same sense.
 */
#ifndef MURRELET_SLICE_H
#define MURRELET_SLICE_H

#include <stdbool.h>

#include "../engine/search.h"
#include "../murphi/types.h"

/* Make of the violation's trace its slice, and note in violation->slice what became of it.  `stopped` is asked now and then,
 * where not NULL; once it says so the slice is as small as it is then. */
void slice_make(const struct program *, const struct model *, const struct search_options *, struct violation *,
                bool (*stopped)(void *), void *stop_data);

#endif
