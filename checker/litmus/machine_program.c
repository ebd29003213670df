/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * machine_program.c - from a litmus test to the program that machines run.
 *
 * Registers that nobody reads are dropped and the others numbered anew; then
 * values.c finds which values can occur, and liveness says which registers may
 * still be read, per instruction.
 */
#include "machine_program.h"


#include "../base/arena.h"
#include "../base/text.h"
#include "features.h"
#include "machine_program_private.h"

struct making {
    struct arena *arena;
    struct diagnostics *diagnostics;
    struct machine_program *program;
    bool failed;
};

static void fail(struct making *making, struct place place, const char *hint, const char *message)
{
    if (!making->failed)
        diagnostics_add(making->diagnostics, SEVERITY_ERROR, place, hint, "%s", message);
    making->failed = true;
}

/* ---- registers ---- */

static uint32_t operand_reads(const struct litmus_operand *operand)
{
    return operand->kind == OPERAND_REGISTER ? UINT32_C(1) << operand->reg : 0;
}

static uint32_t reads_of(const struct litmus_instruction *instruction)
{
    return operand_reads(&instruction->address) | operand_reads(&instruction->value.left) |
           operand_reads(&instruction->value.right);
}

static uint32_t writes_of(const struct litmus_instruction *instruction)
{
    return instruction->target >= 0 ? UINT32_C(1) << instruction->target : 0;
}

/* Which registers of a thread the model keeps: those that are read. */
static bool choose_registers(struct making *making, unsigned t)
{
    const struct litmus_thread *source = &making->program->test->threads[t];
    struct thread_program *thread = &making->program->threads[t];
    bool read[LITMUS_MAX_REGISTERS] = {false};

    for (unsigned at = 0; at < source->length; at++) {
        const struct litmus_operand *const operands[] = {&source->code[at].address, &source->code[at].value.left,
                                                         &source->code[at].value.right};
        for (unsigned k = 0; k < 3; k++)
            if (operands[k]->kind == OPERAND_REGISTER)
                read[operands[k]->reg] = true;
    }
    for (unsigned i = 0; i < making->program->test->watch_count; i++)
        if (making->program->test->watches[i].thread == (int)t)
            read[making->program->test->watches[i].index] = true;
    for (unsigned r = 0; r < source->register_count; r++)
        thread->model_register[r] = read[r] ? thread->register_count++ : -1;
    return thread->register_count <= PROGRAM_REGISTERS;
}

static void renumber_operand(const struct thread_program *thread, struct litmus_operand *operand)
{
    if (operand->kind == OPERAND_REGISTER)
        operand->reg = thread->model_register[operand->reg];
}

static void copy_code(struct making *making, unsigned t)
{
    const struct litmus_thread *source = &making->program->test->threads[t];
    struct thread_program *thread = &making->program->threads[t];

    thread->length = source->length;
    thread->steps = arena_alloc(making->arena, (source->length + 1) * sizeof *thread->steps);
    for (unsigned at = 0; at < source->length; at++) {
        struct litmus_instruction *instruction = &thread->steps[at].instruction;
        *instruction = source->code[at];
        if (instruction->target >= 0)
            instruction->target = thread->model_register[instruction->target];
        renumber_operand(thread, &instruction->address);
        renumber_operand(thread, &instruction->value.left);
        renumber_operand(thread, &instruction->value.right);
    }
}

static uint32_t live_after(const struct thread_program *thread, unsigned at)
{
    const struct litmus_instruction *instruction = &thread->steps[at].instruction;
    uint32_t live = 0;

    if (instruction->kind != LITMUS_JUMP)
        live |= thread->steps[at + 1].live_before;
    if (instruction->kind == LITMUS_JUMP || instruction->kind == LITMUS_BRANCH)
        live |= thread->steps[instruction->goal].live_before;
    return live;
}

static void analyse_liveness(struct making *making, unsigned t)
{
    struct thread_program *thread = &making->program->threads[t];
    bool changed = true;

    for (unsigned i = 0; i < making->program->test->watch_count; i++)
        if (making->program->test->watches[i].thread == (int)t)
            thread->steps[thread->length].live_before |= UINT32_C(1) << thread->model_register[making->program->test->watches[i].index];
    while (changed) {
        changed = false;
        for (unsigned at = thread->length; at-- > 0;) {
            struct step *step = &thread->steps[at];
            uint32_t live = (live_after(thread, at) & ~writes_of(&step->instruction)) | reads_of(&step->instruction);
            changed |= live != step->live_before;
            step->live_before = live;
        }
    }
    for (unsigned at = 0; at < thread->length; at++)
        if (!(writes_of(&thread->steps[at].instruction) & live_after(thread, at)))
            thread->steps[at].instruction.target = -1;
}

/* ---- making ---- */

/* An RMW that no machine performs in one step. */
static void refuse_operators(struct making *making)
{
    const struct litmus_test *test = making->program->test;

    for (unsigned t = 0; t < test->thread_count; t++)
        for (unsigned i = 0; i < test->threads[t].length; i++) {
            const struct litmus_instruction *rmw = &test->threads[t].code[i];
            if (rmw->kind == LITMUS_RMW && !stepper_has_rmw(rmw->value.operator))
                fail(making, rmw->place, NULL, "machines have no read-modify-write with this operator");
            if (rmw->failing != LITMUS_NA)
                fail(making, rmw->place, NULL, "machines have no compare-and-swap of another order where it fails");
        }
}

static bool fits(struct making *making)
{
    const struct litmus_test *test = making->program->test;
    struct place whole = {test->source, 0, 0};

    struct litmus_need need;
    if (litmus_needs(test, 0, &need))
        fail(making, need.place, "`murrelet outcomes --cat MODEL` asks a memory model", arena_format(making->arena, "machines have no %s", need.name));
    refuse_operators(making);
    if (test->thread_count > PROGRAM_THREADS)
        fail(making, test->threads[PROGRAM_THREADS].place, NULL, "machines run at most 6 threads");
    if (test->location_count > PROGRAM_LOCATIONS)
        fail(making, whole, NULL, "machines run tests of at most 8 locations");
    for (unsigned t = 0; t < test->thread_count && !making->failed; t++) {
        if (test->threads[t].length > CODE_MOST)
            fail(making, test->threads[t].place, NULL, "machines run threads of at most 256 instructions");
        else if (!choose_registers(making, t))
            fail(making, test->threads[t].place, NULL, "machines run threads of at most 16 registers that are read");
    }
    return !making->failed;
}

static void set_initial(struct machine_program *program)
{
    const struct litmus_test *test = program->test;

    for (unsigned l = 0; l < test->location_count; l++)
        program->initial[l] = program_code(program, test->locations[l].initial);
    for (unsigned t = 0; t < test->thread_count; t++)
        for (unsigned r = 0; r < test->threads[t].register_count; r++)
            if (program->threads[t].model_register[r] >= 0)
                program->threads[t].initial[program->threads[t].model_register[r]] =
                    program_code(program, test->threads[t].registers[r].initial);
}

struct machine_program *machine_program_new(struct arena *arena, struct diagnostics *diagnostics, const struct litmus_test *test)
{
    struct machine_program *program = arena_alloc(arena, sizeof *program);
    struct making making = {.arena = arena, .diagnostics = diagnostics, .program = program};

    program->test = test;
    if (!fits(&making))
        return NULL;
    for (unsigned t = 0; t < test->thread_count; t++)
        copy_code(&making, t);
    if (!values_find(program, arena, diagnostics))
        return NULL;
    for (unsigned t = 0; t < test->thread_count; t++)
        analyse_liveness(&making, t);
    set_initial(program);
    return program;
}

/* ---- what is known of it ---- */

const struct litmus_test *program_test(const struct machine_program *program)
{
    return program->test;
}

int program_initial_value(const struct machine_program *program, int location)
{
    return program->initial[location];
}

int program_register_count(const struct machine_program *program, int thread)
{
    return program->threads[thread].register_count;
}

int program_watch_register(const struct machine_program *program, unsigned watch)
{
    const struct litmus_watch *w = &program->test->watches[watch];

    return program->threads[w->thread].model_register[w->index];
}

int program_pc_count(const struct machine_program *program, int thread)
{
    return (int)program->threads[thread].length + 1;
}
