/* SPDX-License-Identifier: BSD-2-Clause */
/* rows.c - see rows.h. */
#include "rows.h"

#include <stdbool.h>
#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\r';
}

static struct cell cell_at(struct arena *arena, const struct source *source, unsigned start, unsigned end)
{
    while (start < end && is_blank(source->text[start]))
        start++;
    while (end > start && is_blank(source->text[end - 1]))
        end--;
    return (struct cell){.text = arena_text(arena, source->text + start, end - start),
                         .place = {source, start, end > start ? end : start + 1}};
}

/* The cells of the line [start, end). */
static struct cell *split(struct arena *arena, const struct source *source, char between, unsigned start, unsigned end,
                          unsigned *count)
{
    struct cell *cells = NULL;
    *count = 0;
    for (;;) {
        const char *next = memchr(source->text + start, between, end - start);
        unsigned stop = next ? (unsigned)(next - source->text) : end;
        struct cell cell = cell_at(arena, source, start, stop);
        ARENA_PUSH(arena, cells, *count, cell);
        if (!next)
            return cells;
        start = stop + 1;
    }
}

static bool check_columns(struct diagnostics *diagnostics, const struct cell *cells, unsigned count,
                          const char *const *columns)
{
    unsigned i = 0;
    for (; i < count && columns[i]; i++)
        if (strcmp(cells[i].text, columns[i])) {
            diagnostics_add(diagnostics, SEVERITY_ERROR, cells[i].place, NULL,
                            "the column `%s` is wanted here, not `%s`", columns[i], cells[i].text);
            return false;
        }
    if (columns[i])
        diagnostics_add(diagnostics, SEVERITY_ERROR, cells[count - 1].place, NULL, "the column `%s` is missing",
                        columns[i]);
    else if (i < count)
        diagnostics_add(diagnostics, SEVERITY_ERROR, cells[i].place, NULL, "there is no column `%s`", cells[i].text);
    return !columns[i] && i == count;
}

static bool is_left_out(const struct source *source, unsigned start, unsigned end)
{
    while (start < end && is_blank(source->text[start]))
        start++;
    return start == end || source->text[start] == '#';
}

static struct rows *read_table(struct arena *arena, struct diagnostics *diagnostics, const char *path,
                               const char *const *columns, char between)
{
    struct source *source = source_read(arena, diagnostics, path, (struct place){0});
    if (!source)
        return NULL;
    struct rows *table = arena_alloc(arena, sizeof *table);
    unsigned wanted = 0;
    int errors = diagnostics_errors(diagnostics);
    while (columns[wanted])
        wanted++;
    const char *nul = memchr(source->text, 0, source->length);
    if (nul) {
        unsigned at = (unsigned)(nul - source->text);
        diagnostics_add(diagnostics, SEVERITY_ERROR, (struct place){source, at, at + 1}, NULL, "a table has no NUL byte");
        return NULL;
    }
    for (unsigned line = 0; line < source->line_count; line++) {
        unsigned start = source->lines[line], count;
        unsigned end = line + 1 < source->line_count ? source->lines[line + 1] - 1 : source->length;
        if (line && is_left_out(source, start, end))
            continue;
        struct row row = {.cells = split(arena, source, between, start, end, &count), .place = {source, start, end}};
        if (!line && !check_columns(diagnostics, row.cells, count, columns))
            return NULL;
        if (line && count != wanted)
            diagnostics_add(diagnostics, SEVERITY_ERROR, row.place,
                            between == '\t' ? "cells are separated by tabs" : "cells are separated by commas",
                            "the line has %u cell%s, and the table %u columns", count, count == 1 ? "" : "s", wanted);
        else if (line)
            ARENA_PUSH(arena, table->rows, table->count, row);
    }
    return diagnostics_errors(diagnostics) > errors ? NULL : table;
}

struct rows *rows_read(struct arena *arena, struct diagnostics *diagnostics, const char *path,
                       const char *const *columns)
{
    return read_table(arena, diagnostics, path, columns, '\t');
}

struct rows *rows_read_csv(struct arena *arena, struct diagnostics *diagnostics, const char *path,
                           const char *const *columns)
{
    return read_table(arena, diagnostics, path, columns, ',');
}
