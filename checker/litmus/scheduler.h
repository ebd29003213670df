/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * scheduler.h - what a scheduler promises of threads, and what is found of a program that asks whether it ends.
 *
 * A promise is made of the units of each level, among those of one parent: of agents, of the work-groups of an
 * agent, of the threads of a work-group.  Where a unit is promised to go on and none of its parts is, it is the
 * first of these that goes on.  models/lib/scheduler.m says the same to machines.
 */
#ifndef MURRELET_LITMUS_SCHEDULER_H
#define MURRELET_LITMUS_SCHEDULER_H

#include "program.h"

enum scheduler { SCHEDULER_NONE, SCHEDULER_FAIR, SCHEDULER_HSA, SCHEDULER_OBE, SCHEDULER_LOBE, SCHEDULER_HSA_OBE };
/* As options and reports name them, by enum scheduler, from SCHEDULER_NONE ("none") on; then NULL. */
extern const char *const scheduler_names[];

enum { PROMISED_AGENTS, PROMISED_GROUPS, PROMISED_THREADS, PROMISE_LEVELS };

/* What is promised at each level; nothing is asked where all are SCHEDULER_NONE. */
struct promises {
    enum scheduler at[PROMISE_LEVELS];
};

enum { PROMISES_NAME = 64 };

bool promises_asked(const struct promises *);
/* Whether it is the same one at each level. */
bool promises_all(const struct promises *, enum scheduler);
/* "hsa", or "hsa,agent=fair,...": the first for all levels that are not named.  NULL: none.  False: it is not so written. */
bool promises_read(const char *text, struct promises *);
/* The same in one way, in `name`. */
const char *promises_name(const struct promises *, char name[PROMISES_NAME]);

enum scheduler_finding { FOUND_ENDS, FOUND_ROUND, FOUND_SCHEDULER, FOUND_MACHINE, FOUND_BARRIER };
/* In words, by enum scheduler_finding. */
extern const char *const scheduler_findings[];

/* A thread, from some point of a run on. */
struct scheduler_thread {
    bool waits; /* it has ended, or waits at a barrier: it cannot be scheduled */
    bool ran;   /* it has taken a step */
};

/* Whether a thread that does not wait is promised to go on. */
bool scheduler_promises(const struct promises *, const struct litmus_test *, const struct scheduler_thread *threads, unsigned thread);

#endif
