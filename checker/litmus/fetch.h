/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fetch.h - out-of-order fetch, for the reference machines.
 *
 * A thread that performs its accesses out of order keeps, beside the advanced
 * pc and registers of its oldest unfinished instruction, what is known of the
 * next few: a window.  Entry i of the window is the i-th access, fence or
 * conditional branch from there, along the path taken.  The caller gives each
 * entry's result; program_window says what each entry is. */
#ifndef MURRELET_LITMUS_FETCH_H
#define MURRELET_LITMUS_FETCH_H

#include "stepper.h"

enum { PROGRAM_WINDOW = 12 };

enum program_result {
    PROGRAM_UNKNOWN = -1, /* a load or RMW whose value is not bound; a branch that nobody guessed */
    /* 0 and up: the value code read.  For a branch 0 or 1 is the guess. */
};

struct program_entry {
    struct program_operation operation;
    bool branch;            /* a conditional branch; no operation */
    int taken;              /* branch: 0, 1, or PROGRAM_UNKNOWN while its value is pending */
    bool located;           /* the location is known */
    bool valued;            /* all operands are known */
    uint32_t address_from;  /* earlier entries whose results the address depends on */
    uint32_t value_from;    /* ... the operands depend on */
    uint32_t control_from;  /* earlier branches on the path, as a set of entries */
};

/* Decode up to `limit` entries from (pc, registers); registers hold no pending
 * value here.  Decoding ends at the thread's end, or after a branch that is
 * neither resolved nor guessed (results[i] of the branch is PROGRAM_UNKNOWN),
 * or one resolved against its guess.  Returns the number of entries. */
unsigned program_window(const struct machine_program *, int thread, int pc, const int *registers,
                        const int *results, struct program_entry *entries, unsigned limit);
/* Retire the first `count` entries, whose results are all known. */
void program_retire(const struct machine_program *, int thread, int *pc, int *registers,
                    const int *results, unsigned count);

#endif
