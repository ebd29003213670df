/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * litmus_rename.h - another name for a location, a register or a label of a litmus test.
 */
#ifndef MURRELET_LSP_LITMUS_RENAME_H
#define MURRELET_LSP_LITMUS_RENAME_H

#include "analysis.h"
#include "session.h"

struct litmus_renaming {
    struct document *document;
    struct analysis *old;
    struct arena *arena;
    struct place asked;     /* where the client is */
    struct place *places;   /* where the name stands, in order */
    unsigned count;
    const char *from;
    struct refusal *refusal;
};

/* The name at this byte; false with a refusal.  Else litmus_rename_end() ends it. */
bool litmus_rename_find(struct litmus_renaming *, struct server *, struct document *, unsigned at, struct refusal *);
void litmus_rename_end(struct litmus_renaming *);

/* Whether the test means the same with that name; false with a refusal. */
bool litmus_rename_may(struct litmus_renaming *, const char *to);

#endif
