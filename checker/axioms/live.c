/* SPDX-License-Identifier: BSD-2-Clause */
/* live.c - see live.h: from the end of the thread back, until nothing changes. */
#include "live.h"

#include <string.h>

#include "../base/arena.h"

bool live_has(const struct live_registers *s, int reg)
{
    return s->word[reg / 64] >> (reg % 64) & 1;
}

static void put(struct live_registers *s, const struct litmus_operand *o)
{
    if (o->kind == OPERAND_REGISTER)
        s->word[o->reg / 64] |= UINT64_C(1) << (o->reg % 64);
}

static void put_read(struct live_registers *s, const struct litmus_instruction *i)
{
    put(s, &i->address);
    put(s, &i->value.left);
    put(s, &i->value.right);
    if (i->barrier) {
        put(s, &i->barrier->id);
        put(s, &i->barrier->quorum);
    }
}

static struct live_registers live_before(const struct litmus_instruction *i, const struct live_registers *next,
                                         const struct live_registers *goal, bool moves)
{
    struct live_registers live = {{0}};
    if (i->kind != LITMUS_JUMP)
        live = *next;
    if (i->kind == LITMUS_JUMP || i->kind == LITMUS_BRANCH)
        for (unsigned w = 0; w < sizeof live.word / sizeof *live.word; w++)
            live.word[w] |= goal->word[w];
    bool used = moves || i->kind != LITMUS_MOVE || (i->target >= 0 && live_has(&live, i->target));
    bool sets = i->kind == LITMUS_MOVE || i->kind == LITMUS_LOAD || i->kind == LITMUS_RMW;
    if (sets && i->target >= 0)
        live.word[i->target / 64] &= ~(UINT64_C(1) << (i->target % 64));
    if (used)
        put_read(&live, i);
    return live;
}

const struct live_registers *live_find(struct arena *arena, const struct litmus_thread *thread, bool moves)
{
    struct live_registers *live = arena_alloc(arena, (thread->length + 1) * sizeof *live);
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned at = thread->length; at-- > 0;) {
            struct live_registers before = live_before(&thread->code[at], &live[at + 1], &live[thread->code[at].goal], moves);
            changed |= memcmp(&before, &live[at], sizeof before) != 0;
            live[at] = before;
        }
    }
    return live;
}
