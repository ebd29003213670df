/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fetch.c - the next instructions of a thread that runs ahead, as far as they are known.
 *
 * A path goes from the oldest unfinished instruction along the branches as they
 * were resolved or guessed.  Every register on it knows the entries that its
 * value depends on; what is not known is pending.
 */
#include "fetch.h"

#include <string.h>

#include "machine_program_private.h"

/* Registers along a path where some results are not known yet. */
struct path {
    const struct machine_program *program;
    const struct thread_program *thread;
    unsigned pc;
    int registers[PROGRAM_REGISTERS]; /* pending where not known */
    uint32_t from[PROGRAM_REGISTERS]; /* the entries that each depends on */
    uint32_t branches;                /* entries that are branches */
};

static uint32_t operand_from(const struct path *path, const struct litmus_operand *operand)
{
    return operand->kind == OPERAND_REGISTER ? path->from[operand->reg] : 0;
}

static uint32_t expression_from(const struct path *path, const struct litmus_expression *e)
{
    return operand_from(path, &e->left) | operand_from(path, &e->right);
}

static void set_register(struct path *path, int target, int value, uint32_t from)
{
    if (target < 0)
        return;
    path->registers[target] = value;
    path->from[target] = from;
}

/* Run moves and jumps up to the next entry; false at the thread's end. */
static bool advance(struct path *path)
{
    while (path->pc < path->thread->length) {
        const struct litmus_instruction *instruction = &path->thread->steps[path->pc].instruction;
        if (instruction->kind == LITMUS_JUMP) {
            path->pc = instruction->goal;
        } else if (instruction->kind == LITMUS_MOVE) {
            bool pending = expression_pending(path->program, &instruction->value, path->registers);
            int value = pending ? path->program->value_count
                                : stepper_code(path->program, stepper_value(path->program, &instruction->value, path->registers));
            set_register(path, instruction->target, value, expression_from(path, &instruction->value));
            path->pc++;
        } else {
            return true;
        }
    }
    return false;
}

/* The branch at the path's pc as an entry; goes on along the way it takes.
 * False if the path ends here. */
static bool enter_branch(struct path *path, unsigned index, int guess, struct program_entry *entry)
{
    const struct litmus_instruction *branch = &path->thread->steps[path->pc].instruction;
    bool pending = expression_pending(path->program, &branch->value, path->registers);

    entry->branch = true;
    entry->taken = PROGRAM_UNKNOWN;
    entry->valued = !pending;
    entry->value_from = expression_from(path, &branch->value);
    entry->operation = (struct program_operation){.kind = PROGRAM_STALL, .location = -1, .target = -1};
    path->branches |= UINT32_C(1) << index;
    if (!pending)
        entry->taken = !operator_is_zero(stepper_value(path->program, &branch->value, path->registers));
    int way = pending ? guess : entry->taken;
    if (way == PROGRAM_UNKNOWN || (guess != PROGRAM_UNKNOWN && guess != way))
        return false;
    path->pc = way ? branch->goal : path->pc + 1;
    return true;
}

static void enter_operation(struct path *path, unsigned index, int result, struct program_entry *entry)
{
    const struct litmus_instruction *instruction = &path->thread->steps[path->pc].instruction;
    int known[PROGRAM_REGISTERS];

    entry->valued = !expression_pending(path->program, &instruction->value, path->registers);
    entry->located = instruction->kind != LITMUS_FENCE && !operand_pending(path->program, &instruction->address, path->registers);
    entry->address_from = operand_from(path, &instruction->address);
    entry->value_from = expression_from(path, &instruction->value);
    for (int r = 0; r < PROGRAM_REGISTERS; r++) /* so that stepper_stepper_describe() may look at any */
        known[r] = path->registers[r] == path->program->value_count ? 0 : path->registers[r];
    entry->operation = stepper_describe(path->program, instruction, known);
    if (!entry->valued)
        entry->operation.value = entry->operation.expected = 0;
    if (!entry->located)
        entry->operation.location = -1;
    entry->located = entry->located && entry->operation.location >= 0;
    if (entry->operation.kind == PROGRAM_LOAD || entry->operation.kind == PROGRAM_RMW)
        set_register(path, instruction->target, result == PROGRAM_UNKNOWN ? path->program->value_count : result,
                     UINT32_C(1) << index);
    path->pc++;
}

static void start_path(struct path *path, const struct machine_program *program, int thread, int pc, const int *registers)
{
    *path = (struct path){.program = program, .thread = &program->threads[thread], .pc = (unsigned)pc};
    memcpy(path->registers, registers, sizeof path->registers);
}

unsigned program_window(const struct machine_program *program, int thread, int pc, const int *registers, const int *results,
                        struct program_entry *entries, unsigned limit)
{
    struct path path;
    unsigned count = 0;

    start_path(&path, program, thread, pc, registers);
    while (count < limit && advance(&path)) {
        struct program_entry *entry = &entries[count];
        *entry = (struct program_entry){.taken = PROGRAM_UNKNOWN, .control_from = path.branches};
        int result = results[count];
        if (path.thread->steps[path.pc].instruction.kind != LITMUS_BRANCH)
            enter_operation(&path, count, result, entry);
        else if (!enter_branch(&path, count, result, entry))
            return count + 1;
        count++;
    }
    return count;
}

void program_retire(const struct machine_program *program, int thread, int *pc, int *registers, const int *results,
                    unsigned count)
{
    struct path path;

    start_path(&path, program, thread, *pc, registers);
    for (unsigned i = 0; i < count && advance(&path); i++) {
        struct program_entry entry = {0};
        if (path.thread->steps[path.pc].instruction.kind != LITMUS_BRANCH)
            enter_operation(&path, i, results[i], &entry);
        else
            enter_branch(&path, i, results[i], &entry);
    }
    *pc = (int)path.pc;
    memcpy(registers, path.registers, sizeof path.registers);
    program_advance(program, thread, pc, registers);
}
