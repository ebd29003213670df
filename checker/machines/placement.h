/* SPDX-License-Identifier: BSD-2-Clause */
/* placement.h - where a test's threads and locations are on a machine.
 *
 * Scopes and hardware are two things.  A work-group sits on one CU, or on the
 * GROUP_CUS that a machine may give it; which work-groups share them is
 * placement, and changes no race.  Work-groups of
 * different agents never share one, nor do those of different clusters, where
 * clusters have several work-groups. */
#ifndef MURRELET_LITMUS_PLACEMENT_H
#define MURRELET_LITMUS_PLACEMENT_H

#include "../base/text.h"
#include "../litmus/machine_program.h"

/* Where the test's threads and locations are on the machine.  CUs are numbered
 * from 0 by first use, components likewise; a location is word `word` of line
 * `line`. */
struct litmus_placement {
    int cu[PROGRAM_THREADS];        /* by thread */
    int component[PROGRAM_THREADS]; /* by CU */
    int cus, components;
    int line[PROGRAM_LOCATIONS], word[PROGRAM_LOCATIONS]; /* by location */
    int lines, words;
};

enum litmus_placement_set {
    PLACEMENT_APART,  /* a CU for each work-group */
    PLACEMENT_PAIRED, /* and every way to have two of them on each CU, as far as they go */
    PLACEMENT_ALL,    /* every way to map work-groups to CUs, equal ones once */
    PLACEMENT_REGROUP, /* the same, of the test and of each that litmus_regroup() makes of it */
};

enum litmus_layout_set {
    LAYOUT_DEFAULT, /* as the test lays its locations on lines: each on its own unless it says otherwise */
    LAYOUT_ALL,     /* every partition of the locations into lines, that one first */
};

/* Placement `index` of a set, from 0; the first is the one apart.  False where
 * there are no more.  A component for each agent, lines as the test lays them.
 * Where a work-group has several CUs, its threads are dealt out to them, and
 * work-groups that share one share them all. */
bool litmus_placement_get(const struct litmus_test *, enum litmus_placement_set, unsigned group_cus, unsigned index,
                          struct litmus_placement *);
/* The test with its threads in other work-groups, so that other scopes are
 * shared: every partition that keeps each thread's agent and, where clusters have
 * several work-groups, its cluster, and threads of one wavefront together.  Its name says who is together: NAME:[02][1].  Index 0 is
 * the test itself; NULL where there are no more. */
const struct litmus_test *litmus_regroup(struct arena *, const struct litmus_test *, unsigned index);
/* Lay the locations of a placement as layout `index` of a set says, from 0.
 * False, and nothing changed, where there are no more. */
bool litmus_layout_get(const struct litmus_test *, enum litmus_layout_set, unsigned index,
                       struct litmus_placement *);
/* "x,y|z": a line each */
void litmus_layout_print(struct text *, const struct litmus_test *, const struct litmus_placement *);
/* "P0,P2@cu0 P1@cu1" */
void litmus_placement_print(struct text *, const struct litmus_test *, const struct litmus_placement *);

#endif
