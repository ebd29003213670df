/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * machine_program.c - see machine_program.h.
 *
 * Before anything runs, two analyses:
 *
 *  - values: which values each location and register can hold, as sets of
 *    codes.  Per thread a forward analysis that knows no correlation between
 *    registers; between threads a location's set is what any thread stores.
 *    A value in memory is a constant, or comes from a chain of stores that
 *    compute; where none of those can run twice, the chain has each at most
 *    once, so as many rounds as there are such stores find all.
 *  - liveness: which registers may still be read, per instruction.
 *
 * The sets are a superset of what occurs.  That the model's value type is one
 * value too large costs nothing; one too small is found out (program_rmw).
 */
#include "machine_program.h"

#include <inttypes.h>
#include <string.h>

#include "../base/arena.h"
#include "../base/die.h"
#include "../base/text.h"

enum { CODE_MOST = 256, NOT_A_VALUE = -2 };

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

/* ---- values and operators ---- */

static struct litmus_value number(int64_t value)
{
    return (struct litmus_value){value, -1};
}

static bool is_zero(struct litmus_value value)
{
    return value.location < 0 && value.number == 0;
}

/* False where the operator has no meaning: arithmetic on an address. */
static bool apply(enum litmus_operator operator, struct litmus_value a, struct litmus_value b, struct litmus_value *result)
{
    uint64_t x = (uint64_t)a.number, y = (uint64_t)b.number;
    bool numbers = a.location < 0 && b.location < 0;

    switch (operator) {
    case OPERATOR_COPY: *result = a; return true;
    case OPERATOR_EQ: *result = number(litmus_value_equal(a, b)); return true;
    case OPERATOR_NE: *result = number(!litmus_value_equal(a, b)); return true;
    case OPERATOR_ADD:
        *result = numbers ? number((int64_t)(x + y)) : is_zero(b) ? a : b;
        return numbers || is_zero(a) || is_zero(b);
    case OPERATOR_SUB:
    case OPERATOR_XOR:
        *result = numbers ? number((int64_t)(operator == OPERATOR_SUB ? x - y : x ^ y)) : number(0);
        return numbers || litmus_value_equal(a, b);
    case OPERATOR_AND: *result = numbers ? number((int64_t)(x & y)) : a; return numbers || litmus_value_equal(a, b);
    case OPERATOR_OR: *result = numbers ? number((int64_t)(x | y)) : a; return numbers || litmus_value_equal(a, b);
    case OPERATOR_LT: *result = number(a.number < b.number); return numbers;
    case OPERATOR_LE: *result = number(a.number <= b.number); return numbers;
    case OPERATOR_GT: *result = number(a.number > b.number); return numbers;
    case OPERATOR_GE: *result = number(a.number >= b.number); return numbers;
    case OPERATOR_CAS: break;
    }
    return false;
}

/* ---- analysis of values ---- */

struct analysis {
    struct arena *arena;
    struct diagnostics *diagnostics;
    const struct litmus_test *test;
    struct machine_program *program;
    struct litmus_value values[PROGRAM_VALUES]; /* as they were met; code 0 is 0 */
    int count;
    bool failed;
    uint64_t memory[PROGRAM_LOCATIONS];
    uint64_t stored[PROGRAM_LOCATIONS]; /* found in this round */
};

static void fail(struct analysis *analysis, struct place place, const char *hint, const char *message)
{
    if (!analysis->failed)
        diagnostics_add(analysis->diagnostics, SEVERITY_ERROR, place, hint, "%s", message);
    analysis->failed = true;
}

static uint64_t set_of(struct analysis *analysis, struct litmus_value value, struct place place)
{
    for (int i = 0; i < analysis->count; i++)
        if (litmus_value_equal(analysis->values[i], value))
            return UINT64_C(1) << i;
    if (analysis->count == PROGRAM_VALUES) {
        fail(analysis, place, "a counter in a loop has no bound", "this test has too many values");
        return 1;
    }
    analysis->values[analysis->count] = value;
    return UINT64_C(1) << analysis->count++;
}

static bool has(uint64_t set, int i)
{
    return set >> i & 1;
}

/* The sets of registers, by model register, before an instruction. */
struct known {
    bool reached;
    uint64_t set[PROGRAM_REGISTERS];
};

static uint64_t operand_set(struct analysis *analysis, const struct known *known, const struct litmus_operand *operand,
                            uint64_t old, struct place place)
{
    switch (operand->kind) {
    case OPERAND_NONE: return 1;
    case OPERAND_VALUE: return set_of(analysis, operand->value, place);
    case OPERAND_REGISTER: return known->set[operand->reg];
    case OPERAND_OLD: return old;
    }
    return 1;
}

static bool same_operand(const struct litmus_operand *a, const struct litmus_operand *b)
{
    return a->kind == b->kind && (a->kind == OPERAND_OLD || (a->kind == OPERAND_REGISTER && a->reg == b->reg));
}

static uint64_t expression_set(struct analysis *analysis, const struct known *known,
                               const struct litmus_instruction *instruction, uint64_t old)
{
    const struct litmus_expression *e = &instruction->value;
    uint64_t left = operand_set(analysis, known, &e->left, old, instruction->place);
    uint64_t right = operand_set(analysis, known, &e->right, old, instruction->place);
    uint64_t result = 0;

    if (e->operator == OPERATOR_CAS)
        return right;
    if (e->operator == OPERATOR_COPY)
        return left;
    int count = analysis->count; /* the sets have no later ones */
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < count; j++) {
            struct litmus_value value;
            if (!has(left, i) || !has(right, j) || (same_operand(&e->left, &e->right) && i != j))
                continue;
            if (apply(e->operator, analysis->values[i], analysis->values[j], &value))
                result |= set_of(analysis, value, instruction->place);
            else
                fail(analysis, instruction->place, "addresses can be copied and compared", "this computes with an address");
        }
    }
    return result;
}

/* The locations that an access may be at. */
static uint64_t location_set(struct analysis *analysis, const struct known *known,
                             const struct litmus_instruction *instruction)
{
    uint64_t values, locations = 0;

    if (instruction->address.kind == OPERAND_VALUE)
        return UINT64_C(1) << instruction->address.value.location;
    values = operand_set(analysis, known, &instruction->address, 0, instruction->place);
    for (int i = 0; i < analysis->count; i++)
        if (has(values, i) && analysis->values[i].location >= 0)
            locations |= UINT64_C(1) << analysis->values[i].location;
    return locations;
}

static bool merge(struct known *into, const struct known *from)
{
    bool changed = !into->reached;

    into->reached = true;
    for (int r = 0; r < PROGRAM_REGISTERS; r++) {
        changed |= (from->set[r] & ~into->set[r]) != 0;
        into->set[r] |= from->set[r];
    }
    return changed;
}

/* Which ways a branch can go: bit 0 on, bit 1 to its goal. */
static unsigned branch_ways(struct analysis *analysis, const struct known *known, const struct litmus_instruction *branch)
{
    uint64_t values = expression_set(analysis, known, branch, 0);
    unsigned ways = 0;

    for (int i = 0; i < analysis->count; i++)
        if (has(values, i))
            ways |= is_zero(analysis->values[i]) ? 1u : 2u;
    return ways;
}

/* After an instruction: the sets, and what it stores. */
static void transfer(struct analysis *analysis, const struct litmus_instruction *instruction, struct known *known)
{
    uint64_t locations, old = 0, result;

    switch (instruction->kind) {
    case LITMUS_MOVE:
        result = expression_set(analysis, known, instruction, 0);
        if (instruction->target >= 0)
            known->set[instruction->target] = result;
        break;
    case LITMUS_LOAD:
    case LITMUS_STORE:
    case LITMUS_RMW:
        locations = location_set(analysis, known, instruction);
        for (int l = 0; l < PROGRAM_LOCATIONS; l++)
            if (has(locations, l))
                old |= analysis->memory[l];
        if (instruction->kind != LITMUS_LOAD) {
            result = expression_set(analysis, known, instruction, old);
            for (int l = 0; l < PROGRAM_LOCATIONS; l++)
                if (has(locations, l))
                    analysis->stored[l] |= result;
        }
        if (instruction->kind != LITMUS_STORE && instruction->target >= 0)
            known->set[instruction->target] = old;
        break;
    case LITMUS_FENCE:
    case LITMUS_BRANCH:
    case LITMUS_JUMP:
        break;
    }
}

/* One thread, to its fixed point, with memory as it stands. */
static void analyse_thread(struct analysis *analysis, unsigned number_of_thread)
{
    const struct thread_program *thread = &analysis->program->threads[number_of_thread];
    const struct litmus_thread *source = &analysis->test->threads[number_of_thread];
    struct known *before = arena_alloc(analysis->arena, (thread->length + 1) * sizeof *before);
    bool again = true;

    before[0].reached = true;
    for (unsigned r = 0; r < source->register_count; r++)
        if (thread->model_register[r] >= 0)
            before[0].set[thread->model_register[r]] = set_of(analysis, source->registers[r].initial, source->place);
    while (again && !analysis->failed) {
        again = false;
        for (unsigned at = 0; at < thread->length && !analysis->failed; at++) {
            const struct litmus_instruction *instruction = &thread->steps[at].instruction;
            struct known after = before[at];
            unsigned ways = 1;
            if (!after.reached)
                continue;
            transfer(analysis, instruction, &after);
            if (instruction->kind == LITMUS_JUMP)
                ways = 2;
            if (instruction->kind == LITMUS_BRANCH)
                ways = branch_ways(analysis, &before[at], instruction);
            if (ways & 1)
                again |= merge(&before[at + 1], &after);
            if (ways & 2)
                again |= merge(&before[instruction->goal], &after);
        }
    }
}

/* Whether instruction `at` can run again after it ran. */
static bool in_loop(const struct thread_program *thread, unsigned at)
{
    bool seen[CODE_MOST + 1] = {false};
    unsigned stack[CODE_MOST + 1], depth = 0;

    stack[depth++] = at;
    while (depth) {
        unsigned from = stack[--depth];
        if (from >= thread->length)
            continue;
        const struct litmus_instruction *instruction = &thread->steps[from].instruction;
        unsigned next[2] = {from + 1, instruction->goal};
        bool goes[2] = {instruction->kind != LITMUS_JUMP, instruction->kind == LITMUS_JUMP || instruction->kind == LITMUS_BRANCH};
        for (int k = 0; k < 2; k++) {
            if (!goes[k])
                continue;
            if (next[k] == at)
                return true;
            if (!seen[next[k]]) {
                seen[next[k]] = true;
                stack[depth++] = next[k];
            }
        }
    }
    return false;
}

/* Whether a store or RMW stores the same value whenever it runs. */
static bool stores_constant(const struct litmus_instruction *store)
{
    const struct litmus_expression *e = &store->value;

    if (e->operator == OPERATOR_COPY)
        return e->left.kind == OPERAND_VALUE;
    if (e->operator == OPERATOR_CAS)
        return e->right.kind == OPERAND_VALUE;
    return e->left.kind == OPERAND_VALUE && e->right.kind == OPERAND_VALUE;
}

/* How many rounds find every value: -1 if only convergence can say.  Values
 * that are stored as constants are there from the start, where their location
 * is known. */
static int rounds_needed(struct analysis *analysis)
{
    static const struct known nothing = {.reached = true};
    int rounds = 0;
    bool in_loops = false;

    for (unsigned t = 0; t < analysis->test->thread_count; t++) {
        const struct thread_program *thread = &analysis->program->threads[t];
        for (unsigned at = 0; at < thread->length; at++) {
            const struct litmus_instruction *store = &thread->steps[at].instruction;
            if (store->kind != LITMUS_STORE && store->kind != LITMUS_RMW)
                continue;
            bool constant = stores_constant(store) && store->address.kind == OPERAND_VALUE;
            if (constant)
                analysis->memory[store->address.value.location] |= expression_set(analysis, &nothing, store, 0);
            rounds += !constant;
            in_loops |= !constant && in_loop(thread, at);
        }
    }
    return in_loops ? -1 : rounds;
}

static void analyse_values(struct analysis *analysis)
{
    const struct litmus_test *test = analysis->test;

    set_of(analysis, number(0), (struct place){0});
    for (unsigned l = 0; l < test->location_count; l++)
        analysis->memory[l] = set_of(analysis, test->locations[l].initial, (struct place){test->source, 0, 0});
    int rounds = rounds_needed(analysis);
    for (int round = 0; !analysis->failed; round++) {
        bool changed = false;
        for (unsigned t = 0; t < test->thread_count && !analysis->failed; t++)
            analyse_thread(analysis, t);
        if (rounds >= 0 && round >= rounds) /* this round was for the registers alone */
            return;
        for (unsigned l = 0; l < test->location_count; l++) {
            changed |= (analysis->stored[l] & ~analysis->memory[l]) != 0;
            analysis->memory[l] |= analysis->stored[l];
        }
        if (!changed)
            return;
    }
}

/* Integers from 0 up, then negative ones, then addresses. */
static int64_t rank_class(struct litmus_value value)
{
    return value.location >= 0 ? 2 : value.number < 0 ? 1 : 0;
}

static bool value_before(struct litmus_value a, struct litmus_value b)
{
    if (rank_class(a) != rank_class(b))
        return rank_class(a) < rank_class(b);
    return a.location >= 0 ? a.location < b.location : a.number < b.number;
}

static void number_values(struct analysis *analysis)
{
    struct machine_program *program = analysis->program;

    for (int i = 0; i < analysis->count; i++) {
        int code = 0;
        for (int j = 0; j < analysis->count; j++)
            code += value_before(analysis->values[j], analysis->values[i]);
        program->values[code] = analysis->values[i];
    }
    program->value_count = analysis->count;
}

/* A branch that herd7 would not follow: it takes registers for booleans. */
static void warn_of_branches(struct analysis *analysis)
{
    if (analysis->test->dialect != LITMUS_LISA)
        return;
    for (unsigned t = 0; t < analysis->test->thread_count; t++) {
        const struct thread_program *thread = &analysis->program->threads[t];
        for (unsigned at = 0; at < thread->length; at++) {
            const struct litmus_instruction *branch = &thread->steps[at].instruction;
            bool computed = false;
            if (branch->kind != LITMUS_BRANCH)
                continue;
            for (unsigned k = 0; k < at && !computed; k++) {
                const struct litmus_instruction *move = &thread->steps[k].instruction;
                computed = move->kind == LITMUS_MOVE && move->target == branch->value.left.reg &&
                           (move->value.operator == OPERATOR_EQ || move->value.operator == OPERATOR_NE);
            }
            bool boolean = true;
            for (int i = 0; i < analysis->count; i++)
                boolean &= analysis->values[i].location < 0 && (analysis->values[i].number == 0 || analysis->values[i].number == 1);
            if (!computed && !boolean)
                diagnostics_add(analysis->diagnostics, SEVERITY_WARNING, branch->place,
                                "compare first: mov r9 (neq r1 0)",
                                "herd7 drops executions where this register is neither 0 nor 1");
        }
    }
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
static bool choose_registers(struct analysis *analysis, unsigned t)
{
    const struct litmus_thread *source = &analysis->test->threads[t];
    struct thread_program *thread = &analysis->program->threads[t];
    bool read[LITMUS_MAX_REGISTERS] = {false};

    for (unsigned at = 0; at < source->length; at++) {
        const struct litmus_operand *const operands[] = {&source->code[at].address, &source->code[at].value.left,
                                                         &source->code[at].value.right};
        for (unsigned k = 0; k < 3; k++)
            if (operands[k]->kind == OPERAND_REGISTER)
                read[operands[k]->reg] = true;
    }
    for (unsigned i = 0; i < analysis->test->watch_count; i++)
        if (analysis->test->watches[i].thread == (int)t)
            read[analysis->test->watches[i].index] = true;
    for (unsigned r = 0; r < source->register_count; r++)
        thread->model_register[r] = read[r] ? thread->register_count++ : -1;
    return thread->register_count <= PROGRAM_REGISTERS;
}

static void renumber_operand(const struct thread_program *thread, struct litmus_operand *operand)
{
    if (operand->kind == OPERAND_REGISTER)
        operand->reg = thread->model_register[operand->reg];
}

static void copy_code(struct analysis *analysis, unsigned t)
{
    const struct litmus_thread *source = &analysis->test->threads[t];
    struct thread_program *thread = &analysis->program->threads[t];

    thread->length = source->length;
    thread->steps = arena_alloc(analysis->arena, (source->length + 1) * sizeof *thread->steps);
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

static void analyse_liveness(struct analysis *analysis, unsigned t)
{
    struct thread_program *thread = &analysis->program->threads[t];
    bool changed = true;

    for (unsigned i = 0; i < analysis->test->watch_count; i++)
        if (analysis->test->watches[i].thread == (int)t)
            thread->steps[thread->length].live_before |= UINT32_C(1) << thread->model_register[analysis->test->watches[i].index];
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

static bool fits(struct analysis *analysis)
{
    const struct litmus_test *test = analysis->test;
    struct place whole = {test->source, 0, 0};

    if (test->thread_count > PROGRAM_THREADS)
        fail(analysis, test->threads[PROGRAM_THREADS].place, NULL, "machines run at most 6 threads");
    if (test->location_count > PROGRAM_LOCATIONS)
        fail(analysis, whole, NULL, "machines run tests of at most 8 locations");
    for (unsigned t = 0; t < test->thread_count && !analysis->failed; t++) {
        if (test->threads[t].length > CODE_MOST)
            fail(analysis, test->threads[t].place, NULL, "machines run threads of at most 256 instructions");
        else if (!choose_registers(analysis, t))
            fail(analysis, test->threads[t].place, NULL, "machines run threads of at most 16 registers that are read");
    }
    return !analysis->failed;
}

static int code_of(const struct machine_program *program, struct litmus_value value)
{
    for (int code = 0; code < program->value_count; code++)
        if (litmus_value_equal(program->values[code], value))
            return code;
    return -1;
}

static void set_initial(struct machine_program *program)
{
    const struct litmus_test *test = program->test;

    for (unsigned l = 0; l < test->location_count; l++)
        program->initial[l] = code_of(program, test->locations[l].initial);
    for (unsigned t = 0; t < test->thread_count; t++)
        for (unsigned r = 0; r < test->threads[t].register_count; r++)
            if (program->threads[t].model_register[r] >= 0)
                program->threads[t].initial[program->threads[t].model_register[r]] =
                    code_of(program, test->threads[t].registers[r].initial);
}

struct machine_program *machine_program_new(struct arena *arena, struct diagnostics *diagnostics, const struct litmus_test *test)
{
    struct analysis analysis = {.arena = arena, .diagnostics = diagnostics, .test = test};

    analysis.program = arena_alloc(arena, sizeof *analysis.program);
    analysis.program->test = test;
    if (!fits(&analysis))
        return NULL;
    for (unsigned t = 0; t < test->thread_count; t++)
        copy_code(&analysis, t);
    analyse_values(&analysis);
    if (analysis.failed)
        return NULL;
    warn_of_branches(&analysis);
    number_values(&analysis);
    for (unsigned t = 0; t < test->thread_count; t++)
        analyse_liveness(&analysis, t);
    set_initial(analysis.program);
    return analysis.program;
}

const struct litmus_test *program_test(const struct machine_program *program)
{
    return program->test;
}

int program_value_count(const struct machine_program *program)
{
    return program->value_count;
}

int program_pending(const struct machine_program *program)
{
    return program->value_count;
}

struct litmus_value program_value(const struct machine_program *program, int code)
{
    return program->values[code];
}

int program_code(const struct machine_program *program, struct litmus_value value)
{
    return code_of(program, value);
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

/* ---- running, in program order ---- */

static bool operand_pending(const struct machine_program *program, const struct litmus_operand *operand, const int *registers)
{
    return operand->kind == OPERAND_REGISTER && registers[operand->reg] == program->value_count;
}

static bool expression_pending(const struct machine_program *program, const struct litmus_expression *e, const int *registers)
{
    return operand_pending(program, &e->left, registers) || operand_pending(program, &e->right, registers);
}

static struct litmus_value operand_value(const struct machine_program *program, const struct litmus_operand *operand,
                                         const int *registers)
{
    switch (operand->kind) {
    case OPERAND_VALUE: return operand->value;
    case OPERAND_REGISTER: return program->values[registers[operand->reg]];
    case OPERAND_NONE:
    case OPERAND_OLD: break;
    }
    return number(0);
}

static struct litmus_value expression_value(const struct machine_program *program, const struct litmus_expression *e,
                                            const int *registers)
{
    struct litmus_value result;

    if (!apply(e->operator, operand_value(program, &e->left, registers), operand_value(program, &e->right, registers), &result))
        return number(0); /* the analysis refused such programs, on any path that can be reached */
    return result;
}

/* The code of a value that the program computes.  Along a path that a wrong
 * guess led to it may have none; there any value does. */
static int computed_code(const struct machine_program *program, struct litmus_value value)
{
    int code = code_of(program, value);

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
            registers[instruction->target] = computed_code(program, expression_value(program, &instruction->value, registers));
        }
        ++*pc;
        return true;
    case LITMUS_BRANCH:
        if (expression_pending(program, &instruction->value, registers))
            return false;
        *pc = is_zero(expression_value(program, &instruction->value, registers)) ? *pc + 1 : (int)instruction->goal;
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
    case OPERATOR_LT:
    case OPERATOR_LE:
    case OPERATOR_GT:
    case OPERATOR_GE:
        break;
    }
    die("no dialect writes a read-modify-write with this operator");
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
    int left = computed_code(program, operand_value(program, &e->left, registers));
    int right = computed_code(program, operand_value(program, &e->right, registers));

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
        operation->rmw = rmw_of_old(e->operator, computed_code(program, number(1)), &operation->value);
    } else if (left_old || right_old) {
        operation->value = left_old ? right : left;
    } else {
        operation->rmw = PROGRAM_EXCHANGE;
        operation->value = computed_code(program, expression_value(program, e, registers));
    }
}

/* What an access or fence is, given that no operand is pending. */
static struct program_operation describe(const struct machine_program *program, const struct litmus_instruction *instruction,
                                         const int *registers)
{
    static const enum program_kind kinds[] = {PROGRAM_LOAD, PROGRAM_STORE, PROGRAM_RMW, PROGRAM_FENCE};
    struct program_operation operation = {.kind = kinds[instruction->kind], .order = instruction->order,
                                          .level = instruction->level, .location = -1, .target = instruction->target};

    if (instruction->kind != LITMUS_FENCE)
        operation.location = operand_value(program, &instruction->address, registers).location;
    if (instruction->kind == LITMUS_STORE)
        operation.value = computed_code(program, expression_value(program, &instruction->value, registers));
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
    struct program_operation operation = describe(program, instruction, registers);
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
    if (!apply(operators[rmw], program->values[old], program->values[rmw == PROGRAM_DOUBLE ? old : value], &result))
        return NOT_A_VALUE;
    int code = code_of(program, result);
    return code < 0 ? NOT_A_VALUE : code;
}

/* ---- windows ---- */

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
                                : computed_code(path->program, expression_value(path->program, &instruction->value, path->registers));
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
        entry->taken = !is_zero(expression_value(path->program, &branch->value, path->registers));
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
    for (int r = 0; r < PROGRAM_REGISTERS; r++) /* so that describe() may look at any */
        known[r] = path->registers[r] == path->program->value_count ? 0 : path->registers[r];
    entry->operation = describe(path->program, instruction, known);
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
