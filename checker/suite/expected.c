/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * expected.c - read what is recorded of each test.
 */
#include "expected.h"

#include <string.h>
#include <unistd.h>

#include "../base/die.h"
#include "../base/rows.h"

struct expected {
    const struct rows *rows;
};

enum { FILE_COLUMN, NAME_COLUMN, FIRST_FACT, COLUMNS = 19 };
static const char *const columns[COLUMNS + 1] = {
    "file", "name", "sc", "rc-mca", "rc", "racy_DRF", "racy_HRFd", "racy_HRFi", "racy_HRFdr", "racy_HRFir",
    "racy_HRFir_literal", "racy_RSP", "HRFir_allows", "required_HRFd", "required_HRFi", "required_HRFir",
    "required_RSP", "uses", "why", NULL};

/* What a column's cells say first; a note may follow, after `(` or `:`. */
static const char *vocabulary(const char *column)
{
    if (!strncmp(column, "racy_", 5))
        return " free racy n/a - ";
    if (!strncmp(column, "required_", 9))
        return " allowed forbidden undefined n/a ";
    if (!strcmp(column, "HRFir_allows"))
        return " yes no undef n/a ";
    return strcmp(column, "uses") && strcmp(column, "why") ? " yes no " : NULL;
}

static bool says(const char *cell, const char *words)
{
    char first[64];
    size_t length = strcspn(cell, ":(");
    if (!length || length + 3 > sizeof first)
        return false;
    first[0] = ' ';
    memcpy(first + 1, cell, length);
    strcpy(first + 1 + length, " ");
    return strstr(words, first) != NULL;
}

static void check_row(struct arena *arena, struct diagnostics *diagnostics, const char *root, const struct rows *rows,
                      unsigned at)
{
    const struct cell *cells = rows->rows[at].cells, *file = &cells[FILE_COLUMN], *name = &cells[NAME_COLUMN];
    if (access(arena_format(arena, "%s/litmus/%s", root, file->text), R_OK))
        diagnostics_add(diagnostics, SEVERITY_ERROR, file->place, NULL, "there is no test `%s`", file->text);
    for (unsigned i = 0; i < at; i++)
        if (!strcmp(rows->rows[i].cells[NAME_COLUMN].text, name->text))
            diagnostics_add(diagnostics, SEVERITY_ERROR, name->place, NULL, "the test `%s` is there twice", name->text);
    for (unsigned c = FIRST_FACT; c < COLUMNS; c++) {
        const char *words = vocabulary(columns[c]);
        if (words && !says(cells[c].text, words))
            diagnostics_add(diagnostics, SEVERITY_ERROR, cells[c].place,
                            arena_format(arena, "%s is one of:%s", columns[c], words), "`%s` says nothing of `%s`",
                            cells[c].text, columns[c]);
    }
}

struct expected *expected_open(struct arena *arena, struct diagnostics *diagnostics, const char *root)
{
    int errors = diagnostics_errors(diagnostics);
    struct expected *expected = arena_alloc(arena, sizeof *expected);
    expected->rows = rows_read(arena, diagnostics, arena_format(arena, "%s/litmus/expected.tsv", root), columns);
    for (unsigned i = 0; expected->rows && i < expected->rows->count; i++)
        check_row(arena, diagnostics, root, expected->rows, i);
    return diagnostics_errors(diagnostics) == errors ? expected : NULL;
}

unsigned expected_count(const struct expected *expected)
{
    return expected->rows->count;
}

const char *expected_name(const struct expected *expected, unsigned index)
{
    return expected->rows->rows[index].cells[NAME_COLUMN].text;
}

static const struct cell *row_of(const struct expected *expected, const char *test)
{
    for (unsigned r = 0; r < expected->rows->count; r++)
        if (!strcmp(expected_name(expected, r), test))
            return expected->rows->rows[r].cells;
    return NULL;
}

bool expected_has(const struct expected *expected, const char *test)
{
    return row_of(expected, test) != NULL;
}

const char *expected_get(const struct expected *expected, const char *test, const char *column)
{
    const struct cell *cells = row_of(expected, test);
    for (int c = 0; columns[c]; c++)
        if (!strcmp(columns[c], column))
            return cells ? cells[c].text : NULL;
    die("litmus/expected.tsv has no column %s", column);
}
