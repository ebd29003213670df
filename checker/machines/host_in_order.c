/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * host_in_order.c - the litmus driver: operations are issued in program order.
 */
#include "host_private.h"

void host_describe_in_order(struct litmus_host *host, int thread, struct local_state *state)
{
    int pc, registers[PROGRAM_REGISTERS];
    host_load_registers(&state->key, &pc, registers);
    struct program_operation next = program_next(host->program, thread, pc, registers);
    bool outstanding = false;
    state->free_tag = -1;
    for (int g = host->sizes.tags - 1; g >= 0; g--) {
        if (state->key.tags[g] == NO_TAG)
            state->free_tag = (int8_t)g;
        else
            outstanding = true;
    }
    state->ended = next.kind == PROGRAM_END && !outstanding;
    bool reads = next.kind == PROGRAM_LOAD || next.kind == PROGRAM_RMW;
    bool waits = reads && (state->free_tag < 0 ||
                           (next.target >= 0 && registers[next.target] == program_pending(host->program)));
    state->next = waits ? 0 : host_number_operation(host, next, thread, state->key.past);
}
