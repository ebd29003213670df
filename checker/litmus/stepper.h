/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * stepper.h - a thread's steps in program order: what it does next, and where it is afterwards.
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
#ifndef MURRELET_LITMUS_STEPPER_H
#define MURRELET_LITMUS_STEPPER_H

#include "values.h"

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

/* ---- for fetch.c, which runs ahead ---- */

/* An expression none of whose operands is pending. */
struct litmus_value stepper_value(const struct machine_program *, const struct litmus_expression *, const int *registers);
/* The code of a value that the program computes.  Along a path that a wrong
 * guess led to it may have none; there any value does. */
int stepper_code(const struct machine_program *, struct litmus_value);
/* What an access or fence is, given that no operand is pending. */
struct program_operation stepper_describe(const struct machine_program *, const struct litmus_instruction *,
                                          const int *registers);

#endif
