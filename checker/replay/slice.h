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
 * changes, and the violation is still there.  And they are minimal in the same sense: no single one, and no variable with
 * all of its changes, can be undone too.
 */
#ifndef MURRELET_SLICE_H
#define MURRELET_SLICE_H

#include <stdbool.h>

#include "../engine/search.h"
#include "../murphi/types.h"

/* What is asked while a slice is made; either may be NULL. */
struct slice_asker {
    bool (*stopped)(void *data); /* now and then; once it says so the slice is as small as it is then */
    /* Of a model whose routines a host supplies: whether the host was called with what it has no answer to since it was
     * asked last.  Then what it answered is worth nothing, and neither is the trial. */
    bool (*troubled)(void *data);
    void *data;
};

/* Make of the violation's trace its slice, and note in violation->slice what became of it. */
void slice_make(const struct program *, const struct model *, const struct search_options *, struct violation *,
                const struct slice_asker *);

#endif
