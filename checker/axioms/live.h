/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * live.h - the registers that a thread still computes with.
 *
 * What else they hold changes no step that it takes: it may be at the same place with other values in
 * them (path_loops.h), and what a load brings into one of them need not be known to go on (path_walk.h).
 */
#ifndef MURRELET_AXIOMS_LIVE_H
#define MURRELET_AXIOMS_LIVE_H

#include "../litmus/program.h"

struct live_registers {
    uint64_t word[LITMUS_MAX_REGISTERS / 64];
};

/* By instruction, and for the end, after which none is used: in the arena.  What a move computes with counts only where
 * its target does, unless `moves`. */
const struct live_registers *live_find(struct arena *, const struct litmus_thread *, bool moves);
bool live_has(const struct live_registers *, int reg);

#endif
