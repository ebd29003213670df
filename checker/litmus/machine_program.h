/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * machine_program.h - a litmus test in the form that a machine model runs.
 *
 * Values are codes: small numbers from 0, in a table that holds every value
 * that can occur in a run of the test (so a model stores a value in a few
 * bits).  Code 0 is the number 0; the integers come first, rising from 0, then
 * the negative ones, then addresses.  So a test that uses 0..n only has codes
 * equal to its values.  `PROGRAM_PENDING` (one above the last code) stands in
 * a register whose load was issued and has not been bound.
 *
 * A thread's state is its pc and its registers; both live in the model's
 * state, so that they are part of what is stored.  A pc is never between two
 * instructions that only compute: program_advance() runs moves and branches at
 * once, until the next access, fence, the thread's end, or a computation that
 * reads a pending register.  A register that no instruction will read before
 * it is written again, and that the condition does not observe, is 0.
 *
 * Everything here is a table lookup or a short loop; nothing allocates.
 */
#ifndef MURRELET_LITMUS_MACHINE_PROGRAM_H
#define MURRELET_LITMUS_MACHINE_PROGRAM_H

#include "program.h"

struct diagnostics;
struct machine_program;

/* A test with more is refused; the drivers' largest sizes. */
enum { PROGRAM_THREADS = 6, PROGRAM_LOCATIONS = 8, PROGRAM_REGISTERS = 16, PROGRAM_VALUES = 60 };

/* NULL, with an error, if the values of the test are not bounded (a counter in
 * a loop), it computes with an address, or it outgrows the sizes above.  The
 * test must not change afterwards. */
struct machine_program *machine_program_new(struct arena *, struct diagnostics *, const struct litmus_test *);

const struct litmus_test *program_test(const struct machine_program *);
int program_value_count(const struct machine_program *);  /* codes are 0 .. count - 1; pending is count */
int program_pending(const struct machine_program *);
struct litmus_value program_value(const struct machine_program *, int code);
int program_code(const struct machine_program *, struct litmus_value); /* -1 if it cannot occur */
int program_initial_value(const struct machine_program *, int location);
/* Registers of a thread that the model must store: those read by its code or
 * watched.  Model registers are numbered from 0 to count - 1 in order. */
int program_register_count(const struct machine_program *, int thread);
int program_watch_register(const struct machine_program *, unsigned watch); /* model register of a watched register */
int program_pc_count(const struct machine_program *, int thread); /* pcs are 0 .. count - 1 */

enum program_kind {
    PROGRAM_LOAD,
    PROGRAM_STORE,
    PROGRAM_RMW,
    PROGRAM_FENCE,
    PROGRAM_END,   /* nothing left */
    PROGRAM_STALL, /* the next instruction reads a pending register, or an address that is none */
};

/* What an RMW leaves in memory; `program_rmw` computes it. */
enum program_rmw {
    PROGRAM_EXCHANGE, /* the operand */
    PROGRAM_ADD, PROGRAM_SUB, PROGRAM_AND, PROGRAM_OR, PROGRAM_XOR, /* of what it held and the operand */
    PROGRAM_EQ, PROGRAM_NE, /* 1 or 0 */
    PROGRAM_DOUBLE,   /* twice what it held */
    PROGRAM_CAS,      /* the operand if it held `expected`, else no store */
};

struct program_operation {
    enum program_kind kind;
    enum litmus_order order;
    enum litmus_level level;
    int location;         /* LOAD, STORE, RMW; -1 for others, and in a window where it is not known */
    int value;            /* STORE: the code to store.  RMW: the operand */
    int expected;         /* RMW, CAS */
    enum program_rmw rmw;
    int target;           /* LOAD, RMW: the model register, or -1 if nobody reads the result */
};

/* The first pc and registers of a thread, advanced to its first access.  `registers` has room for
 * PROGRAM_REGISTERS; unused ones are set to 0. */
void program_start(const struct machine_program *, int thread, int *pc, int *registers);
/* Run local instructions until one of the stops named above. */
void program_advance(const struct machine_program *, int thread, int *pc, int *registers);
/* What the thread does next, at a pc that program_advance left. */
struct program_operation program_next(const struct machine_program *, int thread, int pc, const int *registers);
/* The operation was issued: step past it.  A target register becomes pending
 * (it must not be pending already).  A pending register stays so until it is
 * bound, read again or not.  Advances. */
void program_issue(const struct machine_program *, int thread, int *pc, int *registers);
/* The value of a pending register arrived.  Advances. */
void program_bind(const struct machine_program *, int thread, int *pc, int *registers, int target, int value);
/* Both at once, for a machine whose accesses block: `value` is ignored by a
 * store and a fence. */
void program_complete(const struct machine_program *, int thread, int *pc, int *registers, int value);
/* The code that an RMW leaves in memory, -1 for none (a failed compare-and-
 * swap), -2 if no run of the test can hold such a value: the machine has then
 * performed an access that it should not have. */
int program_rmw(const struct machine_program *, enum program_rmw, int old, int value, int expected);

/* ---- out-of-order fetch, for the reference machines ----
 *
 * A thread that performs its accesses out of order keeps, beside the advanced
 * pc and registers of its oldest unfinished instruction, what is known of the
 * next few: a window.  Entry i of the window is the i-th access, fence or
 * conditional branch from there, along the path taken.  The caller gives each
 * entry's result; program_window says what each entry is. */
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
