/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * cells.c - read a published state table, and lay beside it which cells the
 * model reached.
 */
#include "cells.h"

#include <string.h>

#include "../base/source.h"
#include "../base/rows.h"

/* ---- lines and fields ---- */

static char *take(char **rest, char separator)
{
    char *start = *rest, *end = strchr(start, separator);
    *rest = end ? end + 1 : start + strlen(start);
    if (end)
        *end = 0;
    return start;
}

static char *take_line(char **rest)
{
    char *line = take(rest, '\n');
    size_t length = strlen(line);
    if (length && line[length - 1] == '\r')
        line[length - 1] = 0;
    return line;
}

static char *read_file(struct arena *arena, const char *root, const char *path, struct text *error)
{
    const char *whole = arena_format(arena, "%s/%s", root, path);
    struct source *source = source_read(arena, diagnostics_new(arena), whole, (struct place){0});
    if (!source)
        text_format(error, "cannot read %s", whole);
    return source ? arena_text(arena, source->text, source->length) : NULL;
}

/* ---- names ---- */

static int find(const char *const *names, unsigned count, const char *name, size_t length)
{
    for (unsigned i = 0; i < count; i++)
        if (strlen(names[i]) == length && !strncmp(names[i], name, length))
            return (int)i;
    return -1;
}

struct table_cell *table_cell(const struct table *table, unsigned state, unsigned event)
{
    return &table->cells[state * table->event_count + event];
}

static struct table_cell *cell_named(const struct table *table, const char *state, const char *event)
{
    int s = find(table->states, table->state_count, state, strlen(state));
    int e = find(table->events, table->event_count, event, strlen(event));
    return s < 0 || e < 0 ? NULL : table_cell(table, (unsigned)s, (unsigned)e);
}

/* ---- reading ---- */

static void read_events(struct table *table, struct arena *arena, char *heading)
{
    take(&heading, ',');
    while (*heading) {
        const char *column = take(&heading, ','), *slash = strrchr(column, '/');
        ARENA_PUSH(arena, table->events, table->event_count, slash ? slash + 1 : column);
    }
}

static bool read_row(struct table *table, struct arena *arena, char *line, struct text *error)
{
    char *state = take(&line, ',');
    state[strcspn(state, " ")] = 0;
    unsigned cells = table->state_count * table->event_count, end = cells + table->event_count;
    while (cells < end && *line) {
        struct table_cell cell = {.printed = take(&line, ',')};
        ARENA_PUSH(arena, table->cells, cells, cell);
    }
    if (cells < end || *line || find(table->states, table->state_count, state, strlen(state)) >= 0) {
        text_format(error, "%s: the row of '%s' has not one cell a column, or is there twice", table->path, state);
        return false;
    }
    ARENA_PUSH(arena, table->states, table->state_count, state);
    return true;
}

static bool read_cells(struct table *table, struct arena *arena, const char *root, struct text *error)
{
    char *rest = read_file(arena, root, table->path, error);
    if (!rest)
        return false;
    read_events(table, arena, take_line(&rest));
    while (*rest)
        if (!read_row(table, arena, take_line(&rest), error))
            return false;
    return true;
}

static const char *const note_kinds[] = {[TABLE_NOTE] = "note", [TABLE_DIFFERS] = "differs", [TABLE_REMARK] = "remark"};

const char *table_note_name(enum table_note_kind kind)
{
    return note_kinds[kind];
}

/* After "differs: ", the differences between semicolons. */
static void read_explained(struct table_note *note, struct arena *arena, char *kind)
{
    char *rest = strchr(kind, ':');
    if (!rest)
        return;
    *rest++ = 0;
    while (*rest) {
        const char *difference = take(&rest, ';');
        difference += strspn(difference, " ");
        ARENA_PUSH(arena, note->explains, note->explain_count, difference);
    }
}

/* A line whose state is `-`: the event is a rule, the kind `does: ` and all that a firing of it does in no cell. */
static bool read_aside(struct table *table, struct arena *arena, const char *rule, const char *kind, const char *text)
{
    static const char does[] = "does: ";
    if (strncmp(kind, does, strlen(does)) || !*text)
        return false;
    struct table_aside aside = {.rule = rule, .does = kind + strlen(does), .note = text};
    ARENA_PUSH(arena, table->asides, table->aside_count, aside);
    return true;
}

/* A line: table, state, event, a kind, text. */
static bool read_note(struct table *table, struct arena *arena, char *line, const char *path,
                      struct text *error)
{
    if (!*line || *line == '#' || strcmp(take(&line, '\t'), table->name))
        return true;
    const char *state = take(&line, '\t'), *event = take(&line, '\t');
    char *kind = take(&line, '\t');
    struct table_cell *cell = cell_named(table, state, event);
    if (!strcmp(state, "-") && read_aside(table, arena, event, kind, line))
        return true;
    struct table_note note = {.text = line};
    read_explained(&note, arena, kind);
    int known = find(note_kinds, sizeof note_kinds / sizeof *note_kinds, kind, strlen(kind));
    note.kind = (enum table_note_kind)known;
    if (!cell || known < 0 || !*line) {
        text_format(error, "%s: a note on '%s %s %s' that has no such cell, no kind or no text", path, table->name,
                    state, event);
        return false;
    }
    ARENA_PUSH(arena, cell->notes, cell->note_count, note);
    return true;
}

static bool read_notes(struct table *table, struct arena *arena, const char *root, const char *path,
                       struct text *error)
{
    char *rest = *path ? read_file(arena, root, path, error) : arena_format(arena, "%s", "");
    if (!rest)
        return false;
    take_line(&rest);
    while (*rest)
        if (!read_note(table, arena, take_line(&rest), path, error))
            return false;
    return true;
}

enum { LINE_MACHINE, LINE_MODEL, LINE_CONSTANTS, LINE_TABLE, LINE_FILE, LINE_NOTES, LINE_WATCH };
static const char *const line_columns[] = {"machine", "model", "constants", "table", "file", "notes", "watch", NULL};

/* A line of models/tables.tsv. */
static bool read_table(struct tables *tables, struct arena *arena, const char *root, const struct cell *cells,
                       struct text *error)
{
    const char *model = cells[LINE_MODEL].text, *constants = cells[LINE_CONSTANTS].text;
    if (tables->count && (strcmp(model, tables->model) || strcmp(constants, tables->constants))) {
        text_format(error, "the tables of '%s' are of two models", tables->machine);
        return false;
    }
    tables->model = model;
    tables->constants = constants;
    struct table table = {.name = cells[LINE_TABLE].text, .path = cells[LINE_FILE].text, .items = cells[LINE_WATCH].text};
    if (!read_cells(&table, arena, root, error) || !read_notes(&table, arena, root, cells[LINE_NOTES].text, error))
        return false;
    ARENA_PUSH(arena, tables->tables, tables->count, table);
    return true;
}

/* A note whose table no line of models/tables.tsv gives that file is a note on nothing. */
static bool speaks_of_a_table(const struct rows *rows, const char *notes, const char *table)
{
    for (unsigned i = 0; i < rows->count; i++)
        if (!strcmp(rows->rows[i].cells[LINE_NOTES].text, notes) && !strcmp(rows->rows[i].cells[LINE_TABLE].text, table))
            return true;
    return false;
}

static bool check_notes(const struct rows *rows, struct arena *arena, const char *root, const char *notes,
                        struct text *error)
{
    char *rest = *notes ? read_file(arena, root, notes, error) : arena_format(arena, "%s", "");
    if (!rest)
        return false;
    unsigned number = 1;
    for (take_line(&rest); *rest; number++) {
        char *line = take_line(&rest);
        const char *table = take(&line, '\t');
        if (!*table || *table == '#' || speaks_of_a_table(rows, notes, table))
            continue;
        text_format(error, "%s:%u: a note on the table '%s', which models/tables.tsv does not know", notes, number + 1, table);
        return false;
    }
    return true;
}

const char *tables_machine(struct arena *arena, const char *label)
{
    return arena_format(arena, "%.*s", (int)strcspn(label, " "), label);
}

static bool is_machine(const struct machines *machines, const char *name)
{
    for (unsigned i = 0; i < machines_count(machines); i++)
        if (!strcmp(machines_at(machines, i)->name, name))
            return true;
    return false;
}

/* All lines, whichever machine is asked for: one that names nothing would never be found. */
static bool check_lines(const struct rows *rows, struct arena *arena, struct diagnostics *diagnostics,
                        const struct machines *machines)
{
    int errors = diagnostics_errors(diagnostics);
    for (unsigned i = 0; i < rows->count; i++) {
        const struct cell *cells = rows->rows[i].cells;
        struct header_constants constants = {0};
        const char *machine = tables_machine(arena, cells[LINE_MACHINE].text), *near = machines_nearest(machines, machine);
        if (!is_machine(machines, machine))
            diagnostics_add(diagnostics, SEVERITY_ERROR, cells[LINE_MACHINE].place,
                            near ? arena_format(arena, "did you mean `%s`?", near) : NULL, "there is no machine `%s`", machine);
        machine_constants_read(&constants, arena, diagnostics, cells[LINE_CONSTANTS].text, cells[LINE_CONSTANTS].place);
        if (!*cells[LINE_TABLE].text || !*cells[LINE_MODEL].text || !*cells[LINE_FILE].text)
            diagnostics_add(diagnostics, SEVERITY_ERROR, rows->rows[i].place, NULL,
                            "a model, a table's name and its file are wanted");
        for (unsigned j = 0; j < i; j++)
            if (!strcmp(rows->rows[j].cells[LINE_MACHINE].text, cells[LINE_MACHINE].text) &&
                !strcmp(rows->rows[j].cells[LINE_TABLE].text, cells[LINE_TABLE].text))
                diagnostics_add(diagnostics, SEVERITY_ERROR, cells[LINE_TABLE].place, NULL,
                                "the table `%s` of `%s` is there twice", cells[LINE_TABLE].text, cells[LINE_MACHINE].text);
    }
    return diagnostics_errors(diagnostics) == errors;
}

static bool read_lines(struct tables *tables, struct arena *arena, const struct machines *machines,
                       const struct rows *rows, struct text *error)
{
    struct text known = {0};
    const char *last = "", *root = machines_root(machines);
    bool right = true;
    for (unsigned i = 0; right && i < rows->count; i++) {
        const struct cell *cells = rows->rows[i].cells;
        if (strcmp(cells[LINE_MACHINE].text, last))
            text_format(&known, "%s %s", known.length ? "," : "", cells[LINE_MACHINE].text);
        last = cells[LINE_MACHINE].text;
        if (!strcmp(last, tables->machine))
            right = read_table(tables, arena, root, cells, error) &&
                    check_notes(rows, arena, root, cells[LINE_NOTES].text, error);
    }
    if (right && !tables->count)
        text_format(error, "there is no table of a machine '%s'; there are those of:%s", tables->machine, known.bytes);
    text_free(&known);
    return right && tables->count;
}

bool tables_read(struct tables *tables, struct arena *arena, struct diagnostics *diagnostics,
                 const struct machines *machines, const char *machine)
{
    *tables = (struct tables){.machine = machine};
    const char *path = arena_format(arena, "%s/models/tables.tsv", machines_root(machines));
    struct rows *rows = rows_read(arena, diagnostics, path, line_columns);
    struct text error = {0};
    bool right = rows && check_lines(rows, arena, diagnostics, machines);
    if (right && !read_lines(tables, arena, machines, rows, &error)) {
        diagnostics_add(diagnostics, SEVERITY_ERROR, (struct place){0}, NULL, "%s", error.bytes);
        right = false;
    }
    text_free(&error);
    return right;
}

/* ---- units ---- */

static const struct table *table_of(const struct tables *tables, const char *name)
{
    for (unsigned i = 0; i < tables->count; i++) {
        size_t length = strlen(tables->tables[i].name);
        if (!strncmp(name, tables->tables[i].name, length) && name[length] == ' ')
            return &tables->tables[i];
    }
    return NULL;
}

bool table_unit_is_error(const struct table_unit *unit)
{
    return unit->property->kind == MODEL_ERROR;
}

static bool add_unit(struct table_cell *cell, struct arena *arena, struct table_unit unit, struct text *error)
{
    for (unsigned i = 0; i < cell->unit_count; i++)
        if (!strcmp(cell->units[i].property->name, unit.property->name)) {
            text_format(error, "two units are named \"%s\"", unit.property->name);
            return false;
        }
    ARENA_PUSH(arena, cell->units, cell->unit_count, unit);
    return true;
}

/* "STATE, STATE EVENT", then " (" or ":" or nothing. */
static bool add_to_cells(const struct table *table, struct arena *arena, struct table_unit unit, const char *at,
                         struct text *error)
{
    const char *states = at;
    bool more = true;
    while (more) {
        size_t length = strcspn(at, ", ");
        more = at[length] == ',';
        at += length + (more ? 2 : at[length] == ' ');
    }
    const char *end = strstr(at, table_unit_is_error(&unit) ? ":" : " (");
    int event = find(table->events, table->event_count, at, end ? (size_t)(end - at) : strlen(at));
    while (event >= 0 && states < at) {
        size_t length = strcspn(states, ", ");
        int state = find(table->states, table->state_count, states, length);
        if (state < 0)
            break;
        if (!add_unit(table_cell(table, (unsigned)state, (unsigned)event), arena, unit, error))
            return false;
        states += length + strspn(states + length, ", ");
    }
    if (event < 0 || states < at)
        text_format(error, "\"%s\" names no cell of %s", unit.property->name, table->path);
    return event >= 0 && states == at;
}

bool tables_add_unit(struct tables *tables, struct arena *arena, const struct model_property *property,
                     struct text *error)
{
    if (property->kind != MODEL_COVER && property->kind != MODEL_ERROR)
        return true;
    const struct table *table = table_of(tables, property->name);
    if (!table)
        return true;
    struct table_unit unit = {.property = property};
    return add_to_cells(table, arena, unit, property->name + strlen(table->name) + 1, error);
}

void tables_set_met(struct tables *tables, const struct model_property *property, bool met)
{
    for (unsigned t = 0; t < tables->count; t++)
        for (unsigned c = 0; c < tables->tables[t].state_count * tables->tables[t].event_count; c++) {
            struct table_cell *cell = &tables->tables[t].cells[c];
            for (unsigned u = 0; u < cell->unit_count; u++)
                if (cell->units[u].property == property)
                    cell->units[u].met = met;
        }
}

/* ---- what came of a cell ---- */

bool table_crossed(const struct table_cell *cell)
{
    return cell->printed[0] == 'x' && (!cell->printed[1] || cell->printed[1] == ' ');
}

enum table_mark table_mark(const struct table_cell *cell)
{
    unsigned covers = 0, met = 0;
    bool raised = false;
    for (unsigned i = 0; i < cell->unit_count; i++) {
        bool error = table_unit_is_error(&cell->units[i]);
        covers += !error;
        met += !error && cell->units[i].met;
        raised |= error && cell->units[i].met;
    }
    if (table_crossed(cell))
        return met || raised ? TABLE_CROSSED_REACHED : cell->unit_count ? TABLE_CROSSED : TABLE_CROSSED_NO_UNIT;
    if (!covers)
        return TABLE_NOT_WATCHED;
    return met == covers ? TABLE_REACHED : met ? TABLE_PARTLY : TABLE_NOT_REACHED;
}

/* ---- what notes are about ---- */

bool table_explains(const struct table_cell *cell, const char *difference)
{
    for (unsigned n = 0; n < cell->note_count; n++)
        for (unsigned i = 0; i < cell->notes[n].explain_count; i++)
            if (!strcmp(cell->notes[n].explains[i], difference))
                return true;
    return false;
}

bool table_differs(const struct table_cell *cell, const char *difference)
{
    for (unsigned i = 0; i < cell->difference_count; i++)
        if (!strcmp(cell->differences[i], difference))
            return true;
    return false;
}
