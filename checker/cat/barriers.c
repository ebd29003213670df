/* SPDX-License-Identifier: BSD-2-Clause */
/* barriers.c - see barriers.h. */
#include "barriers.h"

static const struct litmus_barrier *barrier_of(const struct cat_execution *x, const struct cat_event *e)
{
    return e->thread < 0 ? NULL : x->test->threads[e->thread].code[e->at].barrier;
}

/* Whether a thread is of those that a barrier's level holds. */
static bool is_within(const struct cat_execution *x, const struct cat_event *e, int thread)
{
    return x->test->scopes.group[thread][e->level] == x->test->scopes.group[e->thread][e->level];
}

/* Whether two events are at barriers of one number, id and level, and one instance of that. */
static bool are_alike(const struct cat_execution *x, const struct cat_event *a, const struct cat_event *b)
{
    const struct litmus_barrier *p = barrier_of(x, a), *q = barrier_of(x, b);
    return p && q && p->instance == q->instance && a->id == b->id && a->level == b->level && is_within(x, a, b->thread);
}

/* How many barriers alike the thread came to before this one. */
static unsigned round_of(const struct cat_execution *x, unsigned event)
{
    const struct cat_event *e = &x->events[event];
    unsigned round = 0;
    for (unsigned i = 0; i < event; i++)
        round += x->events[i].thread == e->thread && are_alike(x, &x->events[i], e);
    return round;
}

/* The barrier of a thread that is like this event in its round, or -1. */
static int comes(const struct cat_execution *x, const struct cat_event *e, unsigned round, int thread)
{
    for (unsigned i = 0; i < x->count; i++)
        if (x->events[i].thread == thread && are_alike(x, &x->events[i], e) && round-- == 0)
            return (int)i;
    return -1;
}

static bool came_to(const struct cat_execution *x, int thread, unsigned at)
{
    for (unsigned i = 0; i < x->count; i++)
        if (x->events[i].thread == thread && x->events[i].at == at)
            return true;
    return false;
}

/* Whether the thread's text has a barrier that is, or may be, like this event: of one that it did not come to,
 * the id may be any unless it is a constant. */
static bool is_expected(const struct cat_execution *x, const struct cat_event *e, int thread)
{
    const struct litmus_thread *code = &x->test->threads[thread];
    for (unsigned at = 0; at < code->length; at++) {
        const struct litmus_barrier *b = code->code[at].barrier;
        if (!b || b->instance != barrier_of(x, e)->instance || code->code[at].level != e->level)
            continue;
        int64_t id = b->id.kind == OPERAND_VALUE ? b->id.value.number : 0;
        if (b->id.kind == OPERAND_REGISTER ? !came_to(x, thread, at) : id == e->id)
            return true;
    }
    return false;
}

static bool gather(struct cat_meeting *m, const struct cat_execution *x, unsigned event)
{
    const struct cat_event *e = &x->events[event];
    unsigned round = round_of(x, event);
    bool all = true;
    *m = (struct cat_meeting){.count = 0};
    for (unsigned t = 0; t < x->test->thread_count; t++) {
        if (!is_within(x, e, (int)t))
            continue;
        int other = comes(x, e, round, (int)t);
        all = all && (other >= 0 || !is_expected(x, e, (int)t));
        if (other < 0)
            continue;
        const struct litmus_barrier *b = barrier_of(x, &x->events[other]);
        m->events[m->count++] = (unsigned)other;
        m->waits |= !b->arrives;
        if (b->quorum.kind != OPERAND_NONE && x->events[other].quorum > m->quorum)
            m->quorum = x->events[other].quorum > LITMUS_MAX_THREADS ? LITMUS_MAX_THREADS + 1 : (unsigned)x->events[other].quorum;
    }
    return !m->waits || (m->quorum ? m->count >= m->quorum : all);
}

/* Whether the thread stays at this barrier: the path's last event is one. */
static bool stays_at(const struct cat_execution *x, unsigned event)
{
    const struct cat_event *e = &x->events[event];
    bool last = event + 1 == x->count || x->events[event + 1].thread != e->thread;
    return last && x->paths[e->thread]->end == PATH_WAITS;
}

/* Each meeting is found at its first event. */
bool cat_barriers_meet(struct cat_meetings *meetings, const struct cat_execution *x)
{
    meetings->count = 0;
    for (unsigned i = 0; i < x->count; i++) {
        struct cat_meeting *m = &meetings->of[meetings->count];
        const struct litmus_barrier *b = barrier_of(x, &x->events[i]);
        if (!b)
            continue;
        bool met = gather(m, x, i);
        if (met == stays_at(x, i) && !(b->arrives && !met))
            return false;
        meetings->count += met && m->events[0] == i;
    }
    return true;
}

/* Whether the next event is the fence by which a thread leaves this barrier of OpenCL, and it has come to that. */
static bool has_exit(const struct cat_execution *x, unsigned event)
{
    const struct cat_event *e = &x->events[event];
    return event + 1 < x->count && x->events[event + 1].thread == e->thread && x->test->threads[e->thread].code[e->at].marks & LITMUS_MARK(ENTRY);
}

void cat_barriers_join(struct cat_execution *x, const struct cat_meeting *m, uint64_t members)
{
    for (unsigned i = 0; i < m->count; i++)
        for (unsigned j = 0; j < m->count; j++)
            if (members >> i & 1 && !barrier_of(x, &x->events[m->events[j]])->arrives) {
                cat_relate(&x->base[CAT_SYNCBAR], m->events[i], m->events[j]);
                if (has_exit(x, m->events[j]))
                    cat_relate(&x->base[CAT_SYNCBAR], m->events[i], m->events[j] + 1);
            }
}
