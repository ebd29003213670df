/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * machine_program_private.h - the representation of a program that machines run,
 * for the files that make it, step through it, and fetch from it.
 */
#ifndef MURRELET_LITMUS_MACHINE_PROGRAM_PRIVATE_H
#define MURRELET_LITMUS_MACHINE_PROGRAM_PRIVATE_H

#include "operator.h"
#include "program.h"

enum { CODE_MOST = 256 }; /* instructions of a thread */

/* An instruction with registers renumbered to the model's. */
struct step {
    struct litmus_instruction instruction; /* target: a model register that is read afterwards, or -1 */
    uint32_t live_before;                  /* registers that may be read at or after it */
};

struct thread_program {
    struct step *steps; /* length + 1 of them: the last is the end, for its live_before */
    unsigned length;
    int model_register[LITMUS_MAX_REGISTERS]; /* of a register of the test, or -1 */
    int register_count;
    int initial[PROGRAM_REGISTERS]; /* codes */
};

struct machine_program {
    const struct litmus_test *test;
    struct litmus_value values[PROGRAM_VALUES]; /* by code */
    int value_count;
    int initial[PROGRAM_LOCATIONS];
    struct thread_program threads[PROGRAM_THREADS];
};

/* stepper.c.  Whether machines perform an RMW with this operator in one step. */
bool stepper_has_rmw(enum litmus_operator);

/* ---- operands, where `registers` may hold pending values ---- */

static inline bool operand_pending(const struct machine_program *program, const struct litmus_operand *operand, const int *registers)
{
    return operand->kind == OPERAND_REGISTER && registers[operand->reg] == program->value_count;
}

static inline bool expression_pending(const struct machine_program *program, const struct litmus_expression *e, const int *registers)
{
    return operand_pending(program, &e->left, registers) || operand_pending(program, &e->right, registers);
}

static inline struct litmus_value operand_value(const struct machine_program *program, const struct litmus_operand *operand,
                                         const int *registers)
{
    switch (operand->kind) {
    case OPERAND_VALUE: return operand->value;
    case OPERAND_REGISTER: return program->values[registers[operand->reg]];
    case OPERAND_NONE:
    case OPERAND_OLD: break;
    }
    return operator_number(0);
}

#endif
