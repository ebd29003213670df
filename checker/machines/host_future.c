/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * host_future.c - which lines a thread may still access, by the place in its
 * program.
 */
#include "host_private.h"

#include "../base/die.h"

/* The lines to which one instruction may do any of `kinds`; of ORDERS, which are of no line, 1. */
static unsigned lines_of(const struct litmus_host *host, const struct litmus_instruction *instruction,
                         unsigned kinds)
{
    unsigned does = 0;
    if (kinds == ORDERS)
        return instruction->kind == LITMUS_FENCE ||
               (instruction->kind < LITMUS_FENCE && instruction->order != LITMUS_NA && instruction->order != LITMUS_RLX);
    if (instruction->kind == LITMUS_LOAD || instruction->kind == LITMUS_RMW)
        does |= READS;
    if (instruction->kind == LITMUS_STORE || instruction->kind == LITMUS_RMW)
        does |= WRITES;
    if (instruction->kind == LITMUS_LOAD && instruction->order != LITMUS_NA && instruction->order != LITMUS_RLX)
        does |= SYNCHRONISES;
    if (instruction->kind == LITMUS_LOAD)
        does |= does & SYNCHRONISES ? LOADS : LOADS | RELAXED_LOADS;
    if (!(does & kinds))
        return 0;
    if (instruction->address.kind == OPERAND_VALUE)
        return 1u << host->placement.line[instruction->address.value.location];
    return (1u << PROGRAM_LOCATIONS) - 1;
}

/* What the instructions from each pc on may do: from the end backwards, until
 * loops add nothing. */
uint8_t *host_find_future(const struct litmus_host *host, int thread, unsigned kinds)
{
    const struct litmus_thread *code = &host->test->threads[thread];
    uint8_t *future = calloc(code->length + 1, 1);
    if (!future)
        die_memory(code->length + 1);
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned pc = code->length; pc-- > 0;) {
            const struct litmus_instruction *instruction = &code->code[pc];
            unsigned set = lines_of(host, instruction, kinds);
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
