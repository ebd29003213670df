/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fuzz_litmus.c - libFuzzer over the litmus front end.
 *
 * Whatever bytes come in: nothing may crash, hang or offend a sanitizer, and
 *  - a LISA test that is read is printed as one that is read, and prints the same;
 *  - what a machine can run, it can step: some steps with any value, in program
 *    order and through a window, keep registers within the values.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "litmus/condition.h"
#include "litmus/machine_program.h"
#include "litmus/parse.h"
#include "litmus/print.h"

enum { INPUT_LIMIT = 16 * 1024, STEPS = 64 };

static void demand(int truth, const char *what, const char *shown)
{
    if (truth)
        return;
    fprintf(stderr, "fuzz: %s:\n%s\n", what, shown ? shown : "");
    abort();
}

static void print_quietly(struct diagnostics *diagnostics)
{
    static FILE *nowhere;
    if (!nowhere)
        nowhere = fopen("/dev/null", "w");
    diagnostics_print(diagnostics, nowhere, 1);
}

/* ---- printing ---- */

/* What is printed of a test is LISA's: no result of an RMW dropped, and no
 * operator that only PTX has. */
static void check_printing(const struct litmus_test *test)
{
    struct arena *arena = arena_new();
    struct diagnostics *diagnostics = diagnostics_new(arena);
    struct text once = {0}, twice = {0};
    char hash[33];
    litmus_print(&once, test);
    litmus_hash(test, hash);
    demand(strlen(hash) == 32, "the hash is short", hash);
    if (test->dialect == LITMUS_LISA) {
        struct litmus_test *again = litmus_parse(arena, diagnostics, source_from_text(arena, "again", once.bytes));
        if (!again)
            diagnostics_print(diagnostics, stderr, 0);
        demand(again != NULL, "what was printed does not read", once.bytes);
        litmus_print(&twice, again);
        demand(!strcmp(once.bytes, twice.bytes), "it prints differently the second time", twice.bytes);
    }
    print_quietly(diagnostics);
    text_free(&once);
    text_free(&twice);
    arena_free(arena);
}

/* ---- running ---- */

static void check_registers(const struct machine_program *program, int thread, int pc, const int *registers)
{
    demand(pc >= 0 && pc < program_pc_count(program, thread), "the pc is outside", NULL);
    for (int r = 0; r < PROGRAM_REGISTERS; r++)
        demand(registers[r] >= 0 && registers[r] <= program_pending(program), "a register is outside", NULL);
}

static void run_in_order(const struct machine_program *program, int thread, uint32_t seed)
{
    int pc, registers[PROGRAM_REGISTERS];
    program_start(program, thread, &pc, registers);
    for (int i = 0; i < STEPS; i++) {
        check_registers(program, thread, pc, registers);
        struct program_operation o = program_next(program, thread, pc, registers);
        if (o.kind == PROGRAM_END || o.kind == PROGRAM_STALL)
            return;
        seed = seed * 1664525u + 1013904223u;
        int value = (int)((seed >> 8) % (uint32_t)program_value_count(program));
        if (o.kind == PROGRAM_RMW)
            demand(program_rmw(program, o.rmw, value, o.value, o.expected) < program_value_count(program), "an RMW's result is outside", NULL);
        if (o.target >= 0 && seed & 1) {
            program_issue(program, thread, &pc, registers);
            check_registers(program, thread, pc, registers);
            program_bind(program, thread, &pc, registers, o.target, value);
        } else {
            program_complete(program, thread, &pc, registers, value);
        }
    }
}

static void run_windows(const struct machine_program *program, int thread, uint32_t seed)
{
    int pc, registers[PROGRAM_REGISTERS], results[PROGRAM_WINDOW];
    struct program_entry entries[PROGRAM_WINDOW];
    program_start(program, thread, &pc, registers);
    for (int i = 0; i < STEPS / 4; i++) {
        for (int k = 0; k < PROGRAM_WINDOW; k++) {
            seed = seed * 1664525u + 1013904223u;
            results[k] = (int)((seed >> 8) % (uint32_t)(program_value_count(program) + 1)) - 1;
        }
        unsigned count = program_window(program, thread, pc, registers, results, entries, PROGRAM_WINDOW);
        demand(count <= PROGRAM_WINDOW, "a window is too long", NULL);
        unsigned known = 0;
        while (known < count && (entries[known].branch ? entries[known].taken >= 0 : results[known] >= 0 ||
               entries[known].operation.kind == PROGRAM_STORE || entries[known].operation.kind == PROGRAM_FENCE)) {
            if (entries[known].branch)
                results[known] = entries[known].taken;
            known++;
        }
        program_retire(program, thread, &pc, registers, results, known);
        check_registers(program, thread, pc, registers);
    }
}

static void check_running(const struct litmus_test *test, uint32_t seed)
{
    struct arena *arena = arena_new();
    struct diagnostics *diagnostics = diagnostics_new(arena);
    struct machine_program *program = machine_program_new(arena, diagnostics, test);
    for (unsigned t = 0; program && t < test->thread_count; t++) {
        run_in_order(program, (int)t, seed);
        run_windows(program, (int)t, seed);
    }
    if (program && test->watch_count) {
        struct litmus_value *values = calloc(test->watch_count, sizeof *values);
        litmus_holds(test->condition, values);
        free(values);
    }
    print_quietly(diagnostics);
    arena_free(arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > INPUT_LIMIT)
        return 0;
    struct arena *arena = arena_new();
    struct diagnostics *diagnostics = diagnostics_new(arena);
    char *input = arena_text(arena, (const char *)data, size);
    struct source *source = source_from_text(arena, "/nonexistent/fuzz.litmus", input);
    struct litmus_test *test = litmus_parse(arena, diagnostics, source);
    demand(test || diagnostics_errors(diagnostics), "refused without a word", input);
    if (test) {
        check_printing(test);
        check_running(test, (uint32_t)size * 2654435761u);
        litmus_parse_outcome(arena, diagnostics, test, source_from_text(arena, "o", "0:r1=1 /\\ x=2"));
    }
    print_quietly(diagnostics);
    arena_free(arena);
    return 0;
}
