/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * path_loops.h - whether a thread on its path comes to where it was before.
 *
 * A thread that comes twice to one instruction with the same values in all registers
 * that it still computes with, and has changed nothing in between, can do so for ever.  A read and a
 * fence change nothing, nor does an RMW that writes what it read; a barrier does, as the others at it go on.
 * What it did in between can also be left out: what comes after it is then as it was.  Only where an access in
 * between is one that later ones depend on, those dependencies differ.
 */
#ifndef MURRELET_AXIOMS_PATH_LOOPS_H
#define MURRELET_AXIOMS_PATH_LOOPS_H

#include "path.h"

struct arena;
struct path_loops;

struct path_place {
    unsigned pc, count; /* the instruction, and the events before it */
    const struct path_event *events;
    const struct litmus_value *registers;
    const uint32_t *from; /* by register: the reads that it depends on */
};

/* NULL where the thread has no loop. */
struct path_loops *path_loops_new(struct arena *, const struct litmus_thread *);
/* Come to a place after `visits` others that are kept.  The number of events before the place to which this comes again, or
 * -1, with the place kept as one more.  `same`: dependencies are as they were too. */
int path_loops_come(struct path_loops *, const struct path_place *, unsigned *visits, bool *same);
/* Where it was kept just now: the number of events before what was done last, if that was done just before too, from the same
 * registers on; the greatest below `before`, or -1.  Two rounds are one round too, for a thread beside one whose rounds take
 * twice as long.  Barriers are not done again. */
int path_loops_repeat(const struct path_loops *, const struct path_place *, unsigned visits, unsigned before);
/* Whether `visits` are as many as there is room for. */
bool path_loops_full(unsigned visits);

#endif
