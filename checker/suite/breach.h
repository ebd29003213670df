/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * breach.h - of a broken cell: the outcome that breaks it, where it was seen, and
 * the command that shows a run to it.
 *
 * A cell adds up what its runs show, so each outcome is noted with the place of the
 * first run that shows it.  What was taken over from an earlier suite has no places.
 */
#ifndef MURRELET_SUITE_BREACH_H
#define MURRELET_SUITE_BREACH_H

#include "suite_data.h"

/* Where an outcome, or (line NULL) the violation of a property of the machine, was first seen. */
struct suite_seen {
    const struct suite_seen *next;
    const char *line;
    const char *placement, *layout; /* "P0@cu0 P1@cu1", "x|y"; or "any" */
    bool warm;
};

/* Note what the run shows that the cell has not seen; before the cell takes it.  The caller holds the arena. */
void breach_note(struct arena *, const struct suite *, struct suite_cell *, const struct litmus_result *);

/* An outcome as a condition: "1:r0=1; 1:r1=0;" as 1:r0=1 /\ 1:r1=0. */
const char *breach_condition(struct arena *, const char *outcome);

/* A blank, and the word as a shell takes it: in single quotes, where it is not plain. */
void breach_put_word(struct text *, const char *word);

/* Of a run of the suite: one that is warm though that was not asked for has one. */
unsigned breach_prefetches(const struct suite_options *, bool warm);

struct breach {
    const char *outcome;           /* as the cell lists it; NULL: the machine violates a property, or shows too little */
    const struct suite_seen *seen; /* NULL: not known where */
    const char *command;           /* to be run in a shell */
};

/* Of a broken cell, or of one that breaks the model that `outcome` is outside of. */
struct breach breach_of(struct arena *, const struct suite *, const struct suite_options *, const struct suite_cell *,
                        const char *outcome);

#endif
