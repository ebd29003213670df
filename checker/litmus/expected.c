/* SPDX-License-Identifier: BSD-2-Clause */
#include "expected.h"

#include <string.h>

#include "../base/source.h"

enum { COLUMNS_MOST = 64 };

struct row {
    const char *cells[COLUMNS_MOST];
};

struct expected {
    struct row header;
    struct row *rows;
    unsigned row_count, column_count;
};

/* Split a line at its tabs, in place; the rest of the cells are empty. */
static unsigned split(char *line, struct row *row)
{
    unsigned count = 0;
    for (char *cell = line; cell && count < COLUMNS_MOST; count++) {
        char *tab = strchr(cell, '\t');
        if (tab)
            *tab = 0;
        row->cells[count] = cell;
        cell = tab ? tab + 1 : NULL;
    }
    for (unsigned i = count; i < COLUMNS_MOST; i++)
        row->cells[i] = "";
    return count;
}

struct expected *expected_open(struct arena *arena, const char *path, struct text *error)
{
    struct diagnostics *diagnostics = diagnostics_new(arena);
    struct source *source = source_read(arena, diagnostics, path, (struct place){0});
    if (!source) {
        text_format(error, "cannot read %s", path);
        return NULL;
    }
    struct expected *expected = arena_alloc(arena, sizeof *expected);
    char *text = arena_text(arena, source->text, source->length), *rest = NULL;
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        struct row row;
        unsigned count = split(line, &row);
        if (!expected->column_count) {
            expected->header = row;
            expected->column_count = count;
        } else {
            ARENA_PUSH(arena, expected->rows, expected->row_count, row);
        }
    }
    return expected;
}

static int column_of(const struct expected *expected, const char *column)
{
    for (unsigned c = 0; c < expected->column_count; c++)
        if (!strcmp(expected->header.cells[c], column))
            return (int)c;
    return -1;
}

const char *expected_get(const struct expected *expected, const char *test, const char *column)
{
    int name = column_of(expected, "name"), wanted = column_of(expected, column);
    for (unsigned r = 0; name >= 0 && wanted >= 0 && r < expected->row_count; r++)
        if (!strcmp(expected->rows[r].cells[name], test))
            return expected->rows[r].cells[wanted];
    return NULL;
}
