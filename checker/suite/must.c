/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * must.c - read which outcomes each machine has to show.
 *
 * Tests that somebody else wrote, or that were generated, are known by the cycle that they
 * are (generate/read.h): its name is the same for all that differ in names alone.
 */
#include "must.h"

#include <stdlib.h>
#include <string.h>

#include "../base/nearest.h"
#include "../base/rows.h"
#include "../base/text.h"
#include "../generate/read.h"
#include "../generate/write.h"
#include "../litmus/parse.h"

struct line {
    const char *machine, *test;
    unsigned prefetches; /* it shows with so many, or more */
};

struct must {
    const char *root;
    const struct expected *expected;
    struct line *lines;
    unsigned count;
    /* Read when a test that the record does not have is first looked for. */
    const char **cycles; /* by line: that its test is, or NULL */
};

enum { MUST_MACHINE, MUST_TEST, MUST_PREFETCHES };
static const char *const columns[] = {"machine", "test", "prefetches", "why", NULL};

static bool is_machine(const struct machines *machines, const char *name)
{
    for (unsigned i = 0; i < machines_count(machines); i++)
        if (!strcmp(machines_at(machines, i)->name, name))
            return true;
    return false;
}

static const char *test_at(const void *expected, unsigned i)
{
    return expected_name(expected, i);
}

static void wrong_name(struct arena *arena, struct diagnostics *diagnostics, const struct cell *cell, const char *what,
                       const char *near)
{
    diagnostics_add(diagnostics, SEVERITY_ERROR, cell->place, near ? arena_format(arena, "did you mean `%s`?", near) : NULL,
                    "there is no %s `%s`", what, cell->text);
}

static void check_row(struct arena *arena, struct diagnostics *diagnostics, const struct machines *machines,
                      const struct expected *expected, const struct cell *cells)
{
    const char *prefetches = cells[MUST_PREFETCHES].text;
    if (!is_machine(machines, cells[MUST_MACHINE].text))
        wrong_name(arena, diagnostics, &cells[MUST_MACHINE], "machine", machines_nearest(machines, cells[MUST_MACHINE].text));
    if (!expected_has(expected, cells[MUST_TEST].text))
        wrong_name(arena, diagnostics, &cells[MUST_TEST], "test of the library",
                   nearest_of(cells[MUST_TEST].text, test_at, expected, expected_count(expected)));
    if (strlen(prefetches) != 1 || !strchr("012345678", *prefetches))
        diagnostics_add(diagnostics, SEVERITY_ERROR, cells[MUST_PREFETCHES].place, NULL,
                        "a number of prefetches is wanted, 0 to 8, not `%s`", prefetches);
}

struct must *must_open(struct arena *arena, struct diagnostics *diagnostics, const struct machines *machines,
                       const struct expected *expected)
{
    const char *path = arena_format(arena, "%s/models/must-show.tsv", machines_root(machines));
    int errors = diagnostics_errors(diagnostics);
    struct rows *rows = rows_read(arena, diagnostics, path, columns);
    struct must *must = arena_alloc(arena, sizeof *must);
    *must = (struct must){.root = machines_root(machines), .expected = expected};
    for (unsigned i = 0; rows && i < rows->count; i++) {
        const struct cell *cells = rows->rows[i].cells;
        struct line line = {cells[MUST_MACHINE].text, cells[MUST_TEST].text,
                            (unsigned)strtoul(cells[MUST_PREFETCHES].text, NULL, 10)};
        check_row(arena, diagnostics, machines, expected, cells);
        for (unsigned j = 0; j < must->count; j++)
            if (!strcmp(must->lines[j].machine, line.machine) && !strcmp(must->lines[j].test, line.test))
                diagnostics_add(diagnostics, SEVERITY_ERROR, rows->rows[i].place, NULL,
                                "`%s` has to show `%s` already", line.machine, line.test);
        ARENA_PUSH(arena, must->lines, must->count, line);
    }
    return diagnostics_errors(diagnostics) == errors ? must : NULL;
}

static const char *cycle_of(struct arena *arena, const struct litmus_test *test)
{
    static const struct cycle_bounds bounds = {CYCLE_EDGES, CYCLE_THREADS, true};
    struct decorated_read read;
    struct text name = {0};
    decorated_read(test, vocabularies, &bounds, &read);
    if (!read.found)
        return NULL;
    decorated_name(&name, &read.decorated);
    const char *kept = arena_format(arena, "%s", name.bytes);
    text_free(&name);
    return kept;
}

/* A test of the library is read by whoever runs it; what is wrong in it is said there. */
static const char *cycle_of_library(struct arena *arena, const struct must *must, const char *name)
{
    struct diagnostics *diagnostics = diagnostics_new(arena);
    const char *path = arena_format(arena, "%s/litmus/%s", must->root, expected_get(must->expected, name, "file"));
    const struct source *source = source_read(arena, diagnostics, path, (struct place){0});
    const struct litmus_test *test = source ? litmus_parse(arena, diagnostics, source) : NULL;
    return test ? cycle_of(arena, test) : NULL;
}

static void read_cycles(struct arena *arena, struct must *must)
{
    must->cycles = arena_alloc(arena, must->count * sizeof *must->cycles);
    for (unsigned i = 0; i < must->count; i++)
        must->cycles[i] = cycle_of_library(arena, must, must->lines[i].test);
}

const char *must_like(struct arena *arena, struct must *must, const struct litmus_test *test)
{
    if (expected_has(must->expected, test->name))
        return test->name;
    if (!must->cycles)
        read_cycles(arena, must);
    const char *cycle = cycle_of(arena, test);
    for (unsigned i = 0; cycle && i < must->count; i++)
        if (must->cycles[i] && !strcmp(must->cycles[i], cycle))
            return must->lines[i].test;
    return NULL;
}

bool must_show(const struct must *must, const char *machine, const char *test, unsigned prefetches)
{
    for (unsigned i = 0; test && i < must->count; i++)
        if (prefetches >= must->lines[i].prefetches && !strcmp(must->lines[i].machine, machine) &&
            !strcmp(must->lines[i].test, test))
            return true;
    return false;
}
