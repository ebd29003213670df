/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * stepper.c - the run of one thread, in program order.
 *
 * Invariant: between calls a pc stands where program_advance leaves it, and
 * registers that are dead there are 0, so that one situation of a thread has
 * one representation.
 */
#include "stepper.h"

#include <string.h>

#include "../base/die.h"
#include "machine_program_private.h"

enum { NOT_A_VALUE = -2 };

struct litmus_value stepper_value(const struct machine_program *program, const struct litmus_expression *e,
                                            const int *registers)
{
    struct litmus_value result;

    if (!operator_apply(e->operator, operand_value(program, &e->left, registers), operand_value(program, &e->right, registers), &result))
        return operator_number(0); /* the analysis refused such programs, on any path that can be reached */
    return result;
}

int stepper_code(const struct machine_program *program, struct litmus_value value)
{
    int code = program_code(program, value);

    return code < 0 ? 0 : code;
}

static void clear_dead(const struct machine_program *program, const struct thread_program *thread, int pc, int *registers)
{
    uint32_t live = thread->steps[pc].live_before;

    for (int r = 0; r < PROGRAM_REGISTERS; r++)
        if (!(live >> r & 1) && registers[r] != program->value_count)
            registers[r] = 0;
}

/* One local instruction; false if the thread must stop before it. */
static bool run_local(const struct machine_program *program, const struct litmus_instruction *instruction, int *pc, int *registers)
{
    switch (instruction->kind) {
    case LITMUS_MOVE:
        if (instruction->target >= 0) {
            if (registers[instruction->target] == program->value_count ||
                expression_pending(program, &instruction->value, registers))
                return false;
            registers[instruction->target] = stepper_code(program, stepper_value(program, &instruction->value, registers));
        }
        ++*pc;
        return true;
    case LITMUS_BRANCH:
        if (expression_pending(program, &instruction->value, registers))
            return false;
        *pc = operator_is_zero(stepper_value(program, &instruction->value, registers)) ? *pc + 1 : (int)instruction->goal;
        return true;
    case LITMUS_JUMP:
        *pc = (int)instruction->goal;
        return true;
    case LITMUS_LOAD:
    case LITMUS_STORE:
    case LITMUS_RMW:
    case LITMUS_FENCE:
        break;
    }
    return false;
}

void program_advance(const struct machine_program *program, int number_of_thread, int *pc, int *registers)
{
    const struct thread_program *thread = &program->threads[number_of_thread];

    while ((unsigned)*pc < thread->length && run_local(program, &thread->steps[*pc].instruction, pc, registers))
        ;
    clear_dead(program, thread, *pc, registers);
}

void program_start(const struct machine_program *program, int thread, int *pc, int *registers)
{
    memset(registers, 0, PROGRAM_REGISTERS * sizeof *registers);
    memcpy(registers, program->threads[thread].initial,
           (size_t)program->threads[thread].register_count * sizeof *registers);
    *pc = 0;
    program_advance(program, thread, pc, registers);
}

bool stepper_has_rmw(enum litmus_operator operator)
{
    switch (operator) {
    case OPERATOR_COPY: case OPERATOR_ADD: case OPERATOR_SUB: case OPERATOR_AND: case OPERATOR_OR: case OPERATOR_XOR:
    case OPERATOR_EQ: case OPERATOR_NE: case OPERATOR_CAS: return true;
    case OPERATOR_MUL: case OPERATOR_DIV: case OPERATOR_MIN: case OPERATOR_MAX:
    case OPERATOR_LT: case OPERATOR_LE: case OPERATOR_GT: case OPERATOR_GE: return false;
    }
    return false;
}

static enum program_rmw rmw_of_operator(enum litmus_operator operator)
{
    switch (operator) {
    case OPERATOR_COPY: return PROGRAM_EXCHANGE;
    case OPERATOR_ADD: return PROGRAM_ADD;
    case OPERATOR_SUB: return PROGRAM_SUB;
    case OPERATOR_AND: return PROGRAM_AND;
    case OPERATOR_OR: return PROGRAM_OR;
    case OPERATOR_XOR: return PROGRAM_XOR;
    case OPERATOR_EQ: return PROGRAM_EQ;
    case OPERATOR_NE: return PROGRAM_NE;
    case OPERATOR_CAS: return PROGRAM_CAS;
    default: break;
    }
    die("a read-modify-write with an operator that no machine has was not refused");
}

/* An RMW whose two operands are both what memory held. */
static enum program_rmw rmw_of_old(enum litmus_operator operator, int one, int *value)
{
    *value = 0;
    switch (operator) {
    case OPERATOR_ADD: return PROGRAM_DOUBLE;
    case OPERATOR_AND:
    case OPERATOR_OR: return PROGRAM_ADD; /* of 0: unchanged */
    case OPERATOR_EQ: *value = one; return PROGRAM_EXCHANGE;
    case OPERATOR_CAS: return PROGRAM_ADD;
    default: return PROGRAM_EXCHANGE; /* 0 */
    }
}

/* Operands of an RMW; pending ones count as 0. */
static void fill_rmw(const struct machine_program *program, const struct litmus_expression *e, const int *registers,
                     struct program_operation *operation)
{
    bool left_old = e->left.kind == OPERAND_OLD, right_old = e->right.kind == OPERAND_OLD;
    int left = stepper_code(program, operand_value(program, &e->left, registers));
    int right = stepper_code(program, operand_value(program, &e->right, registers));

    operation->rmw = rmw_of_operator(e->operator);
    if (e->operator == OPERATOR_CAS) {
        operation->expected = left;
        operation->value = right_old ? left : right; /* storing what it held, which is `left` */
        if (left_old) /* always equal */
            operation->rmw = PROGRAM_EXCHANGE;
        if (left_old && right_old)
            operation->rmw = rmw_of_old(e->operator, 0, &operation->value);
    } else if (e->operator == OPERATOR_COPY) {
        operation->value = left;
        if (left_old)
            operation->rmw = PROGRAM_ADD; /* of 0 */
    } else if (left_old && right_old) {
        operation->rmw = rmw_of_old(e->operator, stepper_code(program, operator_number(1)), &operation->value);
    } else if (left_old || right_old) {
        operation->value = left_old ? right : left;
    } else {
        operation->rmw = PROGRAM_EXCHANGE;
        operation->value = stepper_code(program, stepper_value(program, e, registers));
    }
}

struct program_operation stepper_describe(const struct machine_program *program, const struct litmus_instruction *instruction,
                                         const int *registers)
{
    static const enum program_kind kinds[] = {PROGRAM_LOAD, PROGRAM_STORE, PROGRAM_RMW, PROGRAM_FENCE};
    struct program_operation operation = {.kind = kinds[instruction->kind], .order = instruction->order,
                                          .level = instruction->level, .location = -1, .target = instruction->target};

    if (instruction->kind != LITMUS_FENCE)
        operation.location = operand_value(program, &instruction->address, registers).location;
    if (instruction->kind == LITMUS_STORE)
        operation.value = stepper_code(program, stepper_value(program, &instruction->value, registers));
    if (instruction->kind == LITMUS_RMW)
        fill_rmw(program, &instruction->value, registers, &operation);
    return operation;
}

static bool is_access(enum program_kind kind)
{
    return kind == PROGRAM_LOAD || kind == PROGRAM_STORE || kind == PROGRAM_RMW;
}

struct program_operation program_next(const struct machine_program *program, int number_of_thread, int pc, const int *registers)
{
    const struct thread_program *thread = &program->threads[number_of_thread];
    const struct litmus_instruction *instruction = &thread->steps[pc].instruction;
    struct program_operation stop = {.kind = PROGRAM_STALL, .location = -1, .target = -1};

    if ((unsigned)pc == thread->length) {
        stop.kind = PROGRAM_END;
        return stop;
    }
    if (instruction->kind > LITMUS_FENCE || operand_pending(program, &instruction->address, registers) ||
        expression_pending(program, &instruction->value, registers))
        return stop;
    struct program_operation operation = stepper_describe(program, instruction, registers);
    return is_access(operation.kind) && operation.location < 0 ? stop : operation;
}

void program_issue(const struct machine_program *program, int thread, int *pc, int *registers)
{
    int target = program->threads[thread].steps[*pc].instruction.target;

    if (target >= 0)
        registers[target] = program->value_count;
    ++*pc;
    program_advance(program, thread, pc, registers);
}

void program_bind(const struct machine_program *program, int thread, int *pc, int *registers, int target, int value)
{
    registers[target] = value;
    program_advance(program, thread, pc, registers);
}

void program_complete(const struct machine_program *program, int thread, int *pc, int *registers, int value)
{
    int target = program->threads[thread].steps[*pc].instruction.target;

    if (target >= 0)
        registers[target] = value;
    ++*pc;
    program_advance(program, thread, pc, registers);
}

int program_rmw(const struct machine_program *program, enum program_rmw rmw, int old, int value, int expected)
{
    static const enum litmus_operator operators[] = {
        [PROGRAM_ADD] = OPERATOR_ADD, [PROGRAM_SUB] = OPERATOR_SUB, [PROGRAM_AND] = OPERATOR_AND,
        [PROGRAM_OR] = OPERATOR_OR, [PROGRAM_XOR] = OPERATOR_XOR, [PROGRAM_EQ] = OPERATOR_EQ,
        [PROGRAM_NE] = OPERATOR_NE, [PROGRAM_DOUBLE] = OPERATOR_ADD};
    struct litmus_value result;

    if (rmw == PROGRAM_EXCHANGE)
        return value;
    if (rmw == PROGRAM_CAS)
        return old == expected ? value : -1;
    if (!operator_apply(operators[rmw], program->values[old], program->values[rmw == PROGRAM_DOUBLE ? old : value], &result))
        return NOT_A_VALUE;
    int code = program_code(program, result);
    return code < 0 ? NOT_A_VALUE : code;
}
