/* SPDX-License-Identifier: BSD-2-Clause */
/* scheduler.c - see scheduler.h. */
#include "scheduler.h"

#include <stdio.h>
#include <string.h>

const char *const scheduler_names[] = {"none", "fair", "hsa", "obe", "lobe", "hsa-obe", NULL};

const char *const scheduler_findings[] = {
    [FOUND_ENDS] = "ends",
    [FOUND_ROUND] = "does not end: it goes round though every thread goes on",
    [FOUND_SCHEDULER] = "does not end: the scheduler starves a thread",
    [FOUND_MACHINE] = "does not end: the machine starves a thread",
    [FOUND_BARRIER] = "does not end: threads wait at a barrier that is never complete",
};

static const char *const level_names[PROMISE_LEVELS] = {"agent", "wg", "thread"};

bool promises_all(const struct promises *p, enum scheduler scheduler)
{
    return p->at[PROMISED_AGENTS] == scheduler && p->at[PROMISED_GROUPS] == scheduler && p->at[PROMISED_THREADS] == scheduler;
}

bool promises_asked(const struct promises *p)
{
    return !promises_all(p, SCHEDULER_NONE);
}

/* The number of a word of `length` bytes in a list, or -1. */
static int find_word(const char *const *words, int count, const char *word, size_t length)
{
    for (int i = 0; i < count; i++)
        if (strlen(words[i]) == length && !memcmp(words[i], word, length))
            return i;
    return -1;
}

/* LEVEL=MODEL, or, the first of all, MODEL. */
static bool read_promise(const char *text, size_t length, bool first, struct promises *p)
{
    const char *equals = memchr(text, '=', length);
    const char *model = equals ? equals + 1 : text;
    int level = equals ? find_word(level_names, PROMISE_LEVELS, text, (size_t)(equals - text)) : -1;
    int scheduler = find_word(scheduler_names, SCHEDULER_HSA_OBE + 1, model, length - (size_t)(model - text));
    if (scheduler < 0 || (equals ? level < 0 || scheduler == SCHEDULER_NONE : !first))
        return false;
    for (int i = 0; i < PROMISE_LEVELS; i++)
        if (!equals || i == level)
            p->at[i] = (enum scheduler)scheduler;
    return true;
}

bool promises_read(const char *text, struct promises *p)
{
    *p = (struct promises){{SCHEDULER_NONE}};
    for (const char *at = text; at; at = *at ? at + 1 : NULL) {
        size_t length = strcspn(at, ",");
        if (!read_promise(at, length, at == text, p))
            return false;
        at += length;
    }
    bool some = false, all = true;
    for (int i = 0; i < PROMISE_LEVELS; i++) {
        some |= p->at[i] != SCHEDULER_NONE;
        all &= p->at[i] != SCHEDULER_NONE;
    }
    return all || !some;
}

const char *promises_name(const struct promises *p, char name[PROMISES_NAME])
{
    if (promises_all(p, p->at[PROMISED_AGENTS]))
        return scheduler_names[p->at[PROMISED_AGENTS]];
    snprintf(name, PROMISES_NAME, "agent=%s,wg=%s,thread=%s", scheduler_names[p->at[PROMISED_AGENTS]],
             scheduler_names[p->at[PROMISED_GROUPS]], scheduler_names[p->at[PROMISED_THREADS]]);
    return name;
}

struct question {
    const struct promises *promises;
    const struct litmus_test *test;
    const struct scheduler_thread *threads;
};

/* The unit of a thread at a depth: units are numbered in the order of their first threads. */
static unsigned unit_of(const struct question *q, unsigned depth, unsigned t)
{
    const unsigned *group = q->test->scopes.group[t];
    return depth == PROMISED_AGENTS ? group[LITMUS_AGENT] : depth == PROMISED_GROUPS ? group[LITMUS_WG] : t;
}

static bool are_siblings(const struct question *q, unsigned depth, unsigned t, unsigned u)
{
    return depth == PROMISED_AGENTS || unit_of(q, depth - 1, t) == unit_of(q, depth - 1, u);
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
    switch (q->promises->at[depth]) {
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

bool scheduler_promises(const struct promises *promises, const struct litmus_test *test, const struct scheduler_thread *threads,
                        unsigned thread)
{
    struct question q = {promises, test, threads};
    for (unsigned depth = 0; depth < PROMISE_LEVELS; depth++)
        if (!goes_on(&q, depth, thread))
            return false;
    return true;
}
