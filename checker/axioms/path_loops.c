/* SPDX-License-Identifier: BSD-2-Clause */
/* path_loops.c - the registers that a thread still computes with, and the places that it came through. */
#include "path_loops.h"

#include <string.h>

#include "../base/arena.h"

enum { WORDS = LITMUS_MAX_REGISTERS / 64, VISITS = 64 };

struct register_set {
    uint64_t word[WORDS];
};

struct visit {
    unsigned pc, count;
    struct litmus_value *registers;
    uint32_t *from;
};

struct path_loops {
    const struct litmus_thread *thread;
    struct register_set *live; /* by instruction: registers that are used from there on, and the end */
    bool *heads;               /* by instruction: a back edge leads to it */
    struct visit visits[VISITS];
};

/* ---- registers ---- */

static bool has(const struct register_set *s, int reg)
{
    return s->word[reg / 64] >> (reg % 64) & 1;
}

static void put(struct register_set *s, const struct litmus_operand *o)
{
    if (o->kind == OPERAND_REGISTER)
        s->word[o->reg / 64] |= UINT64_C(1) << (o->reg % 64);
}

static void put_read(struct register_set *s, const struct litmus_instruction *i)
{
    put(s, &i->address);
    put(s, &i->value.left);
    put(s, &i->value.right);
    if (i->barrier) {
        put(s, &i->barrier->id);
        put(s, &i->barrier->quorum);
    }
}

/* Before an instruction: what a move computes counts only where its target does. */
static struct register_set live_before(const struct path_loops *l, unsigned at)
{
    const struct litmus_instruction *i = &l->thread->code[at];
    struct register_set live = {{0}};
    if (i->kind != LITMUS_JUMP)
        live = l->live[at + 1];
    if (i->kind == LITMUS_JUMP || i->kind == LITMUS_BRANCH)
        for (unsigned w = 0; w < WORDS; w++)
            live.word[w] |= l->live[i->goal].word[w];
    bool used = i->kind != LITMUS_MOVE || (i->target >= 0 && has(&live, i->target));
    bool sets = i->kind == LITMUS_MOVE || i->kind == LITMUS_LOAD || i->kind == LITMUS_RMW;
    if (sets && i->target >= 0)
        live.word[i->target / 64] &= ~(UINT64_C(1) << (i->target % 64));
    if (used)
        put_read(&live, i);
    return live;
}

static void find_live(struct path_loops *l)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned at = l->thread->length; at-- > 0;) {
            struct register_set live = live_before(l, at);
            changed |= memcmp(&live, &l->live[at], sizeof live) != 0;
            l->live[at] = live;
        }
    }
}

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
    l->live = arena_alloc(arena, (thread->length + 1) * sizeof *l->live);
    find_live(l);
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
        if (!has(&l->live[p->pc], (int)r))
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
