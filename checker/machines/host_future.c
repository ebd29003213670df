/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * host_future.c - which lines a thread may still access, by the place in its
 * program.
 */
#include "host_private.h"

#include "../base/die.h"

static bool does(const struct litmus_instruction *instruction, enum later what)
{
    bool access = instruction->kind < LITMUS_FENCE, load = instruction->kind == LITMUS_LOAD;
    bool relaxed = instruction->order == LITMUS_NA || instruction->order == LITMUS_RLX;
    switch (what) {
    case READS_LATER: return load || instruction->kind == LITMUS_RMW;
    case WRITES_LATER: return instruction->kind == LITMUS_STORE || instruction->kind == LITMUS_RMW;
    case ACCESSES_LATER: return access;
    case LOADS_LATER: return load;
    case RELAXED_LOADS_LATER: return load && relaxed;
    case SYNCHRONISES: return load && !relaxed;
    case ORDERS_LATER: return instruction->kind == LITMUS_FENCE || (access && !relaxed);
    case LATER_COUNT: break;
    }
    return false;
}

/* The lines to which one instruction may do that. */
static unsigned lines_of(const struct litmus_host *host, const struct litmus_instruction *instruction, enum later what)
{
    if (!does(instruction, what))
        return 0;
    if (what == ORDERS_LATER)
        return 1;
    if (instruction->address.kind == OPERAND_VALUE)
        return 1u << host->placement.line[instruction->address.value.location];
    return (1u << PROGRAM_LOCATIONS) - 1;
}

/* What the instructions from each pc on may do: from the end backwards, until
 * loops add nothing. */
uint8_t *host_find_future(const struct litmus_host *host, int thread, enum later what)
{
    const struct litmus_thread *code = &host->test->threads[thread];
    uint8_t *future = calloc(code->length + 1, 1);
    if (!future)
        die_memory(code->length + 1);
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned pc = code->length; pc-- > 0;) {
            const struct litmus_instruction *instruction = &code->code[pc];
            unsigned set = lines_of(host, instruction, what);
            if (instruction->kind != LITMUS_JUMP)
                set |= future[pc + 1];
            if (instruction->kind == LITMUS_JUMP || instruction->kind == LITMUS_BRANCH)
                set |= future[instruction->goal];
            changed |= set != future[pc];
            future[pc] = (uint8_t)set;
        }
    }
    return future;
}
