/* SPDX-License-Identifier: BSD-2-Clause */
/* path_loops.c - the places that a thread came through. */
#include "path_loops.h"

#include <string.h>

#include "../base/arena.h"
#include "live.h"

enum { VISITS = 64 };

struct visit {
    unsigned pc, count;
    struct litmus_value *registers;
    uint32_t *from;
};

struct path_loops {
    const struct litmus_thread *thread;
    const struct live_registers *live; /* by instruction */
    bool *heads;               /* by instruction: a back edge leads to it */
    struct visit visits[VISITS];
};

/* ---- places ---- */

struct path_loops *path_loops_new(struct arena *arena, const struct litmus_thread *thread)
{
    struct path_loops *l = arena_alloc(arena, sizeof *l);
    bool some = false;
    l->thread = thread;
    l->heads = arena_alloc(arena, thread->length + 1);
    for (unsigned at = 0; at < thread->length; at++)
        if ((thread->code[at].kind == LITMUS_BRANCH || thread->code[at].kind == LITMUS_JUMP) && thread->code[at].goal <= at)
            some = l->heads[thread->code[at].goal] = true;
    if (!some)
        return NULL;
    l->live = live_find(arena, thread, false);
    for (unsigned v = 0; v < VISITS; v++) {
        l->visits[v].registers = arena_alloc(arena, (thread->register_count + 1) * sizeof *l->visits[v].registers);
        l->visits[v].from = arena_alloc(arena, (thread->register_count + 1) * sizeof *l->visits[v].from);
    }
    return l;
}

static bool changes(const struct path_loops *l, const struct race_action *a)
{
    return l->thread->code[a->at].barrier || (a->writes && !(a->reads && litmus_value_equal(a->read, a->written)));
}

static bool is_same_state(const struct path_loops *l, const struct visit *v, const struct path_place *p, bool *same)
{
    *same = true;
    for (unsigned r = 0; r < l->thread->register_count; r++) {
        if (!live_has(&l->live[p->pc], (int)r))
            continue;
        if (!litmus_value_equal(v->registers[r], p->registers[r]))
            return false;
        *same &= v->from[r] == p->from[r];
    }
    return true;
}

bool path_loops_full(unsigned visits)
{
    return visits == VISITS;
}

int path_loops_come(struct path_loops *l, const struct path_place *p, unsigned *visits, bool *same)
{
    unsigned unchanged = p->count;
    if (!l->heads[p->pc])
        return -1;
    while (unchanged && !changes(l, &p->events[unchanged - 1].action))
        unchanged--;
    for (unsigned v = *visits; v-- > 0 && l->visits[v].count >= unchanged;)
        if (l->visits[v].pc == p->pc && is_same_state(l, &l->visits[v], p, same))
            return (int)l->visits[v].count;
    struct visit *new = &l->visits[(*visits)++];
    new->pc = p->pc;
    new->count = p->count;
    memcpy(new->registers, p->registers, l->thread->register_count * sizeof *new->registers);
    memcpy(new->from, p->from, l->thread->register_count * sizeof *new->from);
    return -1;
}

static bool is_same_event(const struct path_loops *l, const struct race_action *a, const struct race_action *b)
{
    return a->at == b->at && a->location == b->location && a->address == b->address && a->reads == b->reads && a->writes == b->writes &&
           (!a->reads || litmus_value_equal(a->read, b->read)) && (!a->writes || litmus_value_equal(a->written, b->written)) &&
           !l->thread->code[a->at].barrier;
}

/* Whether the events from `middle` on are those before them once more. */
static bool is_repeated(const struct path_loops *l, const struct path_place *p, unsigned middle)
{
    unsigned length = p->count - middle;
    for (unsigned e = middle; e < p->count; e++)
        if (!is_same_event(l, &p->events[e].action, &p->events[e - length].action))
            return false;
    return true;
}

static bool has_visit(const struct path_loops *l, const struct path_place *p, unsigned visits, unsigned count)
{
    bool same;
    for (unsigned v = 0; v < visits; v++)
        if (l->visits[v].pc == p->pc && l->visits[v].count == count && is_same_state(l, &l->visits[v], p, &same))
            return true;
    return false;
}

int path_loops_repeat(const struct path_loops *l, const struct path_place *p, unsigned visits, unsigned before)
{
    for (unsigned middle = before; l->heads[p->pc] && middle-- > (p->count + 1) / 2;) /* there is as much before it */
        if (has_visit(l, p, visits, middle) && has_visit(l, p, visits, 2 * middle - p->count) && is_repeated(l, p, middle))
            return (int)middle;
    return -1;
}
