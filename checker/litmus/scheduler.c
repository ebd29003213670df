/* SPDX-License-Identifier: BSD-2-Clause */
/* scheduler.c - see scheduler.h. */
#include "scheduler.h"

const char *const scheduler_names[] = {"none", "fair", "hsa", "obe", "lobe", "hsa-obe", NULL};

const char *const scheduler_findings[] = {
    [FOUND_ENDS] = "ends",
    [FOUND_ROUND] = "does not end: it goes round though every thread goes on",
    [FOUND_SCHEDULER] = "does not end: the scheduler starves a thread",
    [FOUND_MACHINE] = "does not end: the machine starves a thread",
    [FOUND_BARRIER] = "does not end: threads wait at a barrier that is never complete",
};

enum { AGENTS, GROUPS, THREADS, DEPTHS };

struct question {
    enum scheduler scheduler;
    const struct litmus_test *test;
    const struct scheduler_thread *threads;
};

/* The unit of a thread at a depth: units are numbered in the order of their first threads. */
static unsigned unit_of(const struct question *q, unsigned depth, unsigned t)
{
    const unsigned *group = q->test->scopes.group[t];
    return depth == AGENTS ? group[LITMUS_AGENT] : depth == GROUPS ? group[LITMUS_WG] : t;
}

static bool are_siblings(const struct question *q, unsigned depth, unsigned t, unsigned u)
{
    return depth == AGENTS || unit_of(q, depth - 1, t) == unit_of(q, depth - 1, u);
}

/* No unit before that of t has a thread that can be scheduled. */
static bool is_first(const struct question *q, unsigned depth, unsigned t)
{
    for (unsigned u = 0; u < q->test->thread_count; u++)
        if (are_siblings(q, depth, t, u) && unit_of(q, depth, u) < unit_of(q, depth, t) && !q->threads[u].waits)
            return false;
    return true;
}

/* The unit of t has taken a step, or if asked one behind it. */
static bool has_run(const struct question *q, unsigned depth, unsigned t, bool or_later)
{
    for (unsigned u = 0; u < q->test->thread_count; u++) {
        unsigned unit = unit_of(q, depth, u), mine = unit_of(q, depth, t);
        if (are_siblings(q, depth, t, u) && (unit == mine || (or_later && unit > mine)) && q->threads[u].ran)
            return true;
    }
    return false;
}

static bool is_named(const struct question *q, unsigned depth, unsigned t)
{
    switch (q->scheduler) {
    case SCHEDULER_NONE: return false;
    case SCHEDULER_FAIR: return true;
    case SCHEDULER_HSA: return is_first(q, depth, t);
    case SCHEDULER_OBE: return has_run(q, depth, t, false);
    case SCHEDULER_LOBE: return has_run(q, depth, t, true);
    case SCHEDULER_HSA_OBE: return is_first(q, depth, t) || has_run(q, depth, t, false);
    }
    return false;
}

/* Where no unit beside it is named, and it neither, the first one goes on. */
static bool goes_on(const struct question *q, unsigned depth, unsigned t)
{
    if (is_named(q, depth, t))
        return true;
    for (unsigned u = 0; u < q->test->thread_count; u++)
        if (are_siblings(q, depth, t, u) && !q->threads[u].waits && is_named(q, depth, u))
            return false;
    return is_first(q, depth, t);
}

bool scheduler_promises(enum scheduler scheduler, const struct litmus_test *test, const struct scheduler_thread *threads,
                        unsigned thread)
{
    struct question q = {scheduler, test, threads};
    for (unsigned depth = 0; depth < DEPTHS; depth++)
        if (!goes_on(&q, depth, thread))
            return false;
    return true;
}
