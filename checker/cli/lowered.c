/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * lowered.c - see lowered.h.
 *
 * Nothing is searched: by which row an access is lowered follows from its kind,
 * order and scope (audit/lowering.h).  That a machine takes these rows is for
 * its own suite to show.
 */
#include "lowered.h"

#include <string.h>

#include "../base/die.h"
#include "../base/printable.h"
#include "../litmus/print.h"
#include "litmus_common.h"
#include "origin.h"
#include "write.h"

/* The tests that have an access of a row. */
struct uses {
    const char **tests; /* their names */
    unsigned count;
};

struct run {
    struct arena *arena;
    struct machines *machines;
    const struct machine_variant *machine;
    const struct lowering *lowering;
    const struct lowered_arguments *arguments;
    struct suite_test *tests;
    unsigned test_count;
    struct uses *uses; /* by row */
};

/* ---- which rows are used ---- */

static void note_use(struct run *run, int row, const char *test)
{
    struct uses *uses = row < 0 ? NULL : &run->uses[row];
    if (uses && (!uses->count || uses->tests[uses->count - 1] != test))
        ARENA_PUSH(run->arena, uses->tests, uses->count, test);
}

static void note_uses(struct run *run)
{
    run->uses = arena_alloc(run->arena, run->lowering->row_count * sizeof *run->uses);
    memset(run->uses, 0, run->lowering->row_count * sizeof *run->uses);
    for (unsigned i = 0; i < run->test_count; i++) {
        const struct litmus_test *test = run->tests[i].test;
        for (unsigned t = 0; t < test->thread_count; t++)
            for (unsigned at = 0; at < test->threads[t].length; at++)
                note_use(run, lowering_row_of(run->lowering, test, t, at), test->name);
    }
}

static unsigned used(const struct run *run)
{
    unsigned count = 0;
    for (unsigned i = 0; i < run->lowering->row_count; i++)
        count += run->uses[i].count > 0;
    return count;
}

/* ---- text ---- */

enum { NAMES_SHOWN = 3 };

static void print_uses(const struct uses *uses)
{
    if (!uses->count) {
        puts("        no test uses it");
        return;
    }
    printf("        %u test%s: ", uses->count, uses->count == 1 ? "" : "s");
    for (unsigned i = 0; i < uses->count && i < NAMES_SHOWN; i++) {
        fputs(i ? ", " : "", stdout);
        printable_put(uses->tests[i], stdout);
    }
    if (uses->count > NAMES_SHOWN)
        printf(", and %u more", uses->count - NAMES_SHOWN);
    putchar('\n');
}

static void print_row(const struct run *run, unsigned row)
{
    printf("row %2u  ", row);
    printable_put(lowering_row_text(run->arena, &run->lowering->rows[row]), stdout);
    putchar('\n');
}

static const char *instruction_text(struct run *run, const struct litmus_test *test, unsigned thread, unsigned at)
{
    struct text text = {0};
    litmus_print_instruction(&text, test, thread, at);
    const char *said = arena_format(run->arena, "%s", text.bytes ? text.bytes : "");
    text_free(&text);
    return said;
}

static void print_test(struct run *run, const struct litmus_test *test)
{
    putchar('\n');
    printable_put(test->name, stdout);
    putchar('\n');
    for (unsigned t = 0; t < test->thread_count; t++)
        for (unsigned at = 0; at < test->threads[t].length; at++) {
            int row = lowering_row_of(run->lowering, test, t, at);
            if (row < 0)
                continue;
            printf("  P%u  ", t);
            printable_put(instruction_text(run, test, t, at), stdout);
            fputs("\n      ", stdout);
            print_row(run, (unsigned)row);
        }
}

static void print_text(struct run *run)
{
    const struct lowering *lowering = run->lowering;
    printf("%s, %s\n%s, %s", run->machine->name, run->machine->constants, lowering->table, lowering->mode);
    if (*lowering->over)
        printf(", over %s", lowering->over);
    printf(": %u rows, %u of them used by %u test%s\n", lowering->row_count, used(run), run->test_count,
           run->test_count == 1 ? "" : "s");
    for (unsigned i = 0; run->arguments->lowered && i < run->test_count; i++)
        print_test(run, run->tests[i].test);
    for (unsigned i = 0; !run->arguments->lowered && i < lowering->row_count; i++) {
        putchar('\n');
        print_row(run, i);
        print_uses(&run->uses[i]);
    }
}

/* ---- JSON ---- */

static json_t *row_json(const struct run *run, unsigned number)
{
    const struct lowering_row *row = &run->lowering->rows[number];
    json_t *tests = json_array();
    for (unsigned i = 0; i < run->uses[number].count; i++)
        json_array_append_new(tests, json_string(run->uses[number].tests[i]));
    return json_pack("{s:i, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:o}", "row", (int)number, "operation", row->operation, "order",
                     row->order, "scope", row->scope, "before", row->before, "instruction", row->instruction, "after", row->after,
                     "mark", row->mark, "tests", tests);
}

static json_t *test_json(struct run *run, const struct suite_test *own)
{
    json_t *accesses = json_array();
    for (unsigned t = 0; t < own->test->thread_count; t++)
        for (unsigned at = 0; at < own->test->threads[t].length; at++) {
            int row = lowering_row_of(run->lowering, own->test, t, at);
            if (row >= 0)
                json_array_append_new(accesses, json_pack("{s:i, s:s, s:i}", "thread", (int)t, "instruction",
                                                          instruction_text(run, own->test, t, at), "row", row));
        }
    return json_pack("{s:s, s:s, s:o}", "test", own->test->name, "path", own->path, "accesses", accesses);
}

static json_t *run_json(struct run *run)
{
    json_t *rows = json_array(), *tests = json_array();
    for (unsigned i = 0; i < run->lowering->row_count; i++)
        json_array_append_new(rows, row_json(run, i));
    for (unsigned i = 0; i < run->test_count; i++)
        json_array_append_new(tests, test_json(run, &run->tests[i]));
    json_t *root = json_pack("{s:s, s:s, s:s, s:s, s:s, s:o, s:o}", "machine", run->machine->name, "constants",
                             run->machine->constants, "table", run->lowering->table, "mode", run->lowering->mode, "over",
                             run->lowering->over, "rows", rows, "tests", tests);
    json_t *origin = origin_json(run->machines, false);
    json_object_update(root, origin);
    json_decref(origin);
    return root;
}

int lowered_show(struct arena *arena, struct machines *machines, const struct machine_variant *machine,
                 const struct lowering *lowering, const struct lowered_arguments *arguments, const char *json, int argc,
                 char **argv)
{
    struct run run = {.arena = arena, .machines = machines, .machine = machine, .lowering = lowering, .arguments = arguments};
    run.tests = litmus_read_tests(arena, machines, NULL, COLOR_AUTO, argc, argv, &run.test_count);
    if (!run.tests)
        return EXIT_BAD_INPUT;
    note_uses(&run);
    if (!json || strcmp(json, "-"))
        print_text(&run);
    if (json && !write_json(run_json(&run), json))
        return EXIT_BAD_INPUT;
    return arguments->every_row && used(&run) < lowering->row_count ? EXIT_VIOLATED : EXIT_HOLDS;
}
