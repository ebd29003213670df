/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * values.c - which values each location and register can hold, as sets of codes.
 *
 * Per thread a forward analysis that knows no correlation between registers;
 * between threads a location's set is what any thread stores.  A value in memory
 * is a constant, or comes from a chain of stores that compute.  Locations whose
 * values hang on one another are a group; those that it hangs on are found before
 * it.  Where none of a group's stores that compute can run twice, a chain has each
 * at most once within the group, so as many rounds as there are such stores find
 * all.  A store of a constant through a register may be in a loop: what it adds to
 * a location is the same every time, so that a shortest chain has it at most once
 * for each location of the group that it may be at.
 *
 * What hangs on what, which ways branches go and where stores may be come out of
 * the same analysis.  It is done again until a pass finds none of these that the
 * one before did not know: that one's rounds were enough for every run.
 *
 * The sets are a superset of what occurs.  That the model's value type is one
 * value too large costs nothing; one too small is found out (program_rmw).
 */
#include "values.h"

#include "../base/arena.h"
#include "../base/text.h"
#include "machine_program_private.h"
#include "operator.h"

/* What is known of an instruction, from all passes. */
struct flow {
    uint64_t locations; /* where a store or RMW may be */
    unsigned ways;      /* of a branch: bit 0 on, bit 1 to its goal */
};

struct analysis {
    struct arena *arena;
    struct diagnostics *diagnostics;
    const struct litmus_test *test;
    struct machine_program *program;
    struct litmus_value values[PROGRAM_VALUES]; /* as they were met; code 0 is 0 */
    int count;
    bool failed;
    uint64_t memory[PROGRAM_LOCATIONS];
    uint64_t stored[PROGRAM_LOCATIONS]; /* found in this pass */
    struct flow *flow[PROGRAM_THREADS];
    uint64_t hangs_on[PROGRAM_LOCATIONS]; /* the locations that what is stored at one was computed from, or its address */
    bool grew;                            /* a flow, or what hangs on what, in this pass */
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
    uint64_t from[PROGRAM_REGISTERS]; /* the locations that its values may come from */
};

static void add_to(struct analysis *analysis, uint64_t *set, uint64_t more)
{
    analysis->grew |= (more & ~*set) != 0;
    *set |= more;
}

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
            if (operator_apply(e->operator, analysis->values[i], analysis->values[j], &value))
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
        changed |= (from->set[r] & ~into->set[r]) != 0 || (from->from[r] & ~into->from[r]) != 0;
        into->set[r] |= from->set[r];
        into->from[r] |= from->from[r];
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
            ways |= operator_is_zero(analysis->values[i]) ? 1u : 2u;
    return ways;
}

static uint64_t operand_from(const struct known *known, const struct litmus_operand *operand)
{
    return operand->kind == OPERAND_REGISTER ? known->from[operand->reg] : 0;
}

static uint64_t expression_from(const struct known *known, const struct litmus_expression *e)
{
    return operand_from(known, &e->left) | operand_from(known, &e->right);
}

static void transfer_store(struct analysis *analysis, const struct litmus_instruction *store, const struct known *known,
                           uint64_t locations, uint64_t old)
{
    uint64_t result = expression_set(analysis, known, store, old);
    uint64_t from = expression_from(known, &store->value) | operand_from(known, &store->address);
    bool of_old = store->value.left.kind == OPERAND_OLD || store->value.right.kind == OPERAND_OLD;

    for (int l = 0; l < PROGRAM_LOCATIONS; l++) {
        if (!has(locations, l))
            continue;
        analysis->stored[l] |= result;
        add_to(analysis, &analysis->hangs_on[l], from | (of_old ? UINT64_C(1) << l : 0));
    }
}

/* After an instruction: the sets, and what it stores. */
static void transfer(struct analysis *analysis, const struct litmus_instruction *instruction, struct flow *flow, struct known *known)
{
    const struct known before = *known;
    uint64_t locations, old = 0;

    switch (instruction->kind) {
    case LITMUS_MOVE:
        if (instruction->target < 0)
            break;
        known->set[instruction->target] = expression_set(analysis, &before, instruction, 0);
        known->from[instruction->target] = expression_from(&before, &instruction->value);
        break;
    case LITMUS_LOAD:
    case LITMUS_STORE:
    case LITMUS_RMW:
        locations = location_set(analysis, known, instruction);
        for (int l = 0; l < PROGRAM_LOCATIONS; l++)
            if (has(locations, l))
                old |= analysis->memory[l];
        if (instruction->kind != LITMUS_LOAD) {
            add_to(analysis, &flow->locations, locations);
            transfer_store(analysis, instruction, &before, locations, old);
        }
        if (instruction->kind == LITMUS_STORE || instruction->target < 0)
            break;
        known->set[instruction->target] = old;
        known->from[instruction->target] = locations | operand_from(&before, &instruction->address);
        break;
    case LITMUS_FENCE:
    case LITMUS_BRANCH:
    case LITMUS_JUMP:
        break;
    }
}

/* The ways on from an instruction, as far as any pass has found them. */
static unsigned ways_from(struct analysis *analysis, const struct litmus_instruction *instruction, struct flow *flow,
                          const struct known *before)
{
    unsigned ways;

    if (instruction->kind != LITMUS_BRANCH)
        return instruction->kind == LITMUS_JUMP ? 2 : 1;
    ways = branch_ways(analysis, before, instruction);
    analysis->grew |= (ways & ~flow->ways) != 0;
    return flow->ways |= ways;
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
            struct flow *flow = &analysis->flow[number_of_thread][at];
            struct known after = before[at];
            if (!after.reached)
                continue;
            transfer(analysis, instruction, flow, &after);
            unsigned ways = ways_from(analysis, instruction, flow, &before[at]);
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

/* Whether an RMW, a read in effect, stores what it finds: it is in no chain that is shortest. */
static bool stores_what_it_finds(const struct litmus_instruction *store)
{
    const struct litmus_expression *e = &store->value;
    bool neutral = e->operator == OPERATOR_ADD || e->operator == OPERATOR_SUB || e->operator == OPERATOR_OR || e->operator == OPERATOR_XOR;

    return e->left.kind == OPERAND_OLD &&
           (e->operator == OPERATOR_COPY || (neutral && e->right.kind == OPERAND_VALUE && operator_is_zero(e->right.value)));
}

/* How many rounds find every value of a group: -1 if only convergence can say. */
static int rounds_needed(const struct analysis *analysis, uint64_t group)
{
    int rounds = 0;

    for (unsigned t = 0; t < analysis->test->thread_count; t++) {
        const struct thread_program *thread = &analysis->program->threads[t];
        for (unsigned at = 0; at < thread->length; at++) {
            const struct litmus_instruction *store = &thread->steps[at].instruction;
            uint64_t locations = analysis->flow[t][at].locations & group;
            if (!locations || stores_what_it_finds(store))
                continue;
            if (!stores_constant(store) && in_loop(thread, at))
                return -1;
            if (!stores_constant(store))
                rounds++;
            else if (store->address.kind != OPERAND_VALUE)
                rounds += __builtin_popcountll(locations);
        }
    }
    return rounds;
}

static void analyse_threads(struct analysis *analysis)
{
    for (unsigned t = 0; t < analysis->test->thread_count && !analysis->failed; t++)
        analyse_thread(analysis, t);
}

/* A pass begins with initial values, and those that are stored as constants where their location is known. */
static void begin_pass(struct analysis *analysis)
{
    static const struct known nothing = {.reached = true};
    const struct litmus_test *test = analysis->test;

    analysis->grew = false;
    for (unsigned l = 0; l < test->location_count; l++) {
        analysis->memory[l] = set_of(analysis, test->locations[l].initial, (struct place){test->source, 0, 0});
        analysis->stored[l] = 0;
    }
    for (unsigned t = 0; t < test->thread_count; t++) {
        const struct thread_program *thread = &analysis->program->threads[t];
        for (unsigned at = 0; at < thread->length; at++) {
            const struct litmus_instruction *store = &thread->steps[at].instruction;
            if ((store->kind == LITMUS_STORE || store->kind == LITMUS_RMW) && stores_constant(store) &&
                store->address.kind == OPERAND_VALUE)
                analysis->memory[store->address.value.location] |= expression_set(analysis, &nothing, store, 0);
        }
    }
}

/* What the locations of a group can hold, where all that it hangs on is known. */
static void find_group(struct analysis *analysis, uint64_t group)
{
    for (int round = 0; !analysis->failed; round++) {
        bool changed = false;
        analyse_threads(analysis);
        int rounds = rounds_needed(analysis, group);
        if (rounds >= 0 && round >= rounds) /* this round was for the registers alone */
            return;
        for (int l = 0; l < PROGRAM_LOCATIONS; l++) {
            if (!has(group, l))
                continue;
            changed |= (analysis->stored[l] & ~analysis->memory[l]) != 0;
            analysis->memory[l] |= analysis->stored[l];
        }
        if (!changed)
            return;
    }
}

/* All locations that each one hangs on, itself among them. */
static void close_hangs_on(const struct analysis *analysis, uint64_t closed[PROGRAM_LOCATIONS])
{
    for (int l = 0; l < PROGRAM_LOCATIONS; l++)
        closed[l] = analysis->hangs_on[l] | UINT64_C(1) << l;
    for (int via = 0; via < PROGRAM_LOCATIONS; via++)
        for (int l = 0; l < PROGRAM_LOCATIONS; l++)
            if (has(closed[l], via))
                closed[l] |= closed[via];
}

/* Group after group: one that hangs on another one hangs on more locations than that one. */
static void find_groups(struct analysis *analysis)
{
    uint64_t closed[PROGRAM_LOCATIONS], done = 0;
    int count = (int)analysis->test->location_count;

    close_hangs_on(analysis, closed);
    find_group(analysis, 0); /* of a test without locations the registers */
    for (int size = 1; size <= count; size++) {
        for (int l = 0; l < count; l++) {
            uint64_t group = 0;
            if (__builtin_popcountll(closed[l]) != size || has(done, l))
                continue;
            for (int m = 0; m < count; m++)
                if (closed[m] == closed[l])
                    group |= UINT64_C(1) << m;
            find_group(analysis, group);
            done |= group;
        }
    }
}

static void find_values(struct analysis *analysis)
{
    set_of(analysis, operator_number(0), (struct place){0});
    for (unsigned t = 0; t < analysis->test->thread_count; t++)
        analysis->flow[t] = arena_alloc(analysis->arena, (analysis->program->threads[t].length + 1) * sizeof *analysis->flow[t]);
    do {
        begin_pass(analysis);
        find_groups(analysis);
    } while (analysis->grew && !analysis->failed);
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

bool values_find(struct machine_program *program, struct arena *arena, struct diagnostics *diagnostics)
{
    struct analysis analysis = {.arena = arena, .diagnostics = diagnostics, .test = program->test, .program = program};

    find_values(&analysis);
    if (analysis.failed)
        return false;
    warn_of_branches(&analysis);
    number_values(&analysis);
    return true;
}

/* ---- codes ---- */

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
    for (int code = 0; code < program->value_count; code++)
        if (litmus_value_equal(program->values[code], value))
            return code;
    return -1;
}
