/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * host_state.c - number the operations that threads issue, and find a local state
 * or an operation by its number.
 */
#include "host_private.h"

void host_note_trouble(struct litmus_host *host, const char *sentence)
{
    const char *none = NULL;
    atomic_compare_exchange_strong_explicit(&host->trouble, &none, sentence, memory_order_relaxed,
                                            memory_order_relaxed);
}

const char *litmus_host_take_trouble(struct litmus_host *host)
{
    return atomic_exchange_explicit(&host->trouble, NULL, memory_order_relaxed);
}

const char *litmus_host_trouble(const struct litmus_host *host)
{
    return atomic_load_explicit(&host->trouble, memory_order_relaxed);
}

struct local_state *host_state_of(const struct litmus_host *host, int64_t thread, int64_t local)
{
    const struct thread_table *table = host_below(thread, PROGRAM_THREADS) ? &host->tables[thread] : NULL;
    bool is_there = table && local >= 0 && local < atomic_load_explicit(&table->count, memory_order_relaxed);
    return is_there ? &table->blocks[local / BLOCK][local % BLOCK] : (struct local_state *)(uintptr_t)&host->nobody;
}

int host_location_at(const struct litmus_host *host, int64_t line, int64_t word)
{
    return host_below(line, PROGRAM_LOCATIONS) && host_below(word, PROGRAM_LOCATIONS) ? host->location_of[line][word] : -1;
}

void host_load_registers(const struct local_key *key, int *pc, int *registers)
{
    *pc = key->pc;
    for (int r = 0; r < PROGRAM_REGISTERS; r++)
        registers[r] = key->registers[r];
}

void host_store_registers(struct local_key *key, int pc, const int *registers)
{
    key->pc = (int16_t)pc;
    for (int r = 0; r < PROGRAM_REGISTERS; r++)
        key->registers[r] = (int8_t)registers[r];
}

static bool same_operation(const struct program_operation *a, const struct program_operation *b)
{
    return a->kind == b->kind && a->order == b->order && a->level == b->level && a->location == b->location &&
           a->value == b->value && a->expected == b->expected && a->rmw == b->rmw;
}

bool host_has_provenance(const struct litmus_host *host, uint32_t number, int thread, int index)
{
    const struct followed *f = &host->provenance->operations[number];
    return f->thread == thread && f->index == index;
}

/* Under the lock.  0 where there are too many (and a trouble is noted).  Which
 * operation of its thread it is counts only while a run is followed. */
uint16_t host_number_operation(struct litmus_host *host, struct program_operation operation, int thread, int index)
{
    if (operation.kind == PROGRAM_END || operation.kind == PROGRAM_STALL)
        return 0;
    for (uint32_t i = 1; i <= host->operation_count; i++)
        if (same_operation(&host->operations[i], &operation) &&
            (!host->provenance || host_has_provenance(host, i, thread, index)))
            return (uint16_t)i;
    if ((int)host->operation_count + 1 >= host->sizes.operations || host->operation_count + 1 >= OPERATIONS_MOST) {
        host_note_trouble(host, "the test has more different operations than the model was compiled for");
        return 0;
    }
    host->operations[++host->operation_count] = operation;
    if (host->provenance)
        host->provenance->operations[host->operation_count] = (struct followed){
            .thread = thread, .index = index, .source = -1, .place = -1,
            .written = operation.kind == PROGRAM_STORE ? operation.value : -1};
    host->new_operation(host, host->operation_count);
    return (uint16_t)host->operation_count;
}
