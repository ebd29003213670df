/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * lowering.c - see lowering.h.
 *
 * All rows that a table could have are made first, in the order of their
 * numbers; then each is looked up in the table.
 */
#include "lowering.h"

#include <string.h>
#include <unistd.h>

#include "../base/rows.h"

enum { LINE_MACHINE, LINE_WHEN, LINE_TABLE, LINE_MODE, LINE_OVER, LINE_ALONE };
static const char *const line_columns[] = {"machine", "when", "table", "mode", "over", "alone", NULL};

enum { CELL_MODE, CELL_OPERATION, CELL_ORDER, CELL_SCOPE, CELL_BEFORE, CELL_INSTRUCTION, CELL_AFTER, CELL_MARK };
static const char *const table_columns[] = {"mode", "operation", "order", "scope", "before", "instruction", "after", "mark", NULL};

/* ---- LLVM's words ---- */

static const char *const scopes[LITMUS_LEVELS] = {
    [LITMUS_WI] = "singlethread", [LITMUS_WV] = "wavefront", [LITMUS_WG] = "workgroup",
    [LITMUS_CLUSTER] = "cluster", [LITMUS_AGENT] = "agent", [LITMUS_SYS] = "system",
};

/* A remote order is lowered as the plain one. */
static const char *const orders[LITMUS_ORDERS] = {
    [LITMUS_NA] = "none", [LITMUS_RLX] = "monotonic", [LITMUS_ACQ] = "acquire", [LITMUS_REL] = "release",
    [LITMUS_AR] = "acq_rel", [LITMUS_SC] = "seq_cst",
    [LITMUS_RM_ACQ] = "acquire", [LITMUS_RM_REL] = "release", [LITMUS_RM_AR] = "acq_rel",
};

static const struct {
    enum litmus_instruction_kind kind;
    const char *name, *orders[6]; /* the weakest first */
} operations[] = {
    {LITMUS_LOAD, "load", {"none", "monotonic", "acquire", "seq_cst"}},
    {LITMUS_STORE, "store", {"none", "monotonic", "release", "seq_cst"}},
    {LITMUS_RMW, "atomicrmw", {"monotonic", "acquire", "release", "acq_rel", "seq_cst"}},
    {LITMUS_FENCE, "fence", {"acquire", "release", "acq_rel", "seq_cst"}},
};
enum { OPERATIONS = sizeof operations / sizeof *operations };

static bool is_row(const struct lowering_row *row, const char *operation, const char *order, const char *scope)
{
    return !strcmp(row->operation, operation) && !strcmp(row->order, order) && !strcmp(row->scope, scope);
}

/* ---- reading ---- */

static void make_rows(struct lowering *lowering, struct arena *arena)
{
    for (unsigned k = 0; k < OPERATIONS; k++)
        for (const char *const *order = operations[k].orders; *order; order++) {
            bool plain = !strcmp(*order, "none");
            for (int level = 0; level < (plain ? 1 : LITMUS_LEVELS); level++) {
                struct lowering_row row = {.operation = operations[k].name, .order = *order, .scope = plain ? "-" : scopes[level]};
                ARENA_PUSH(arena, lowering->rows, lowering->row_count, row);
            }
        }
}

static const struct cell *find_line(const struct rows *rows, const char *mode, const struct lowering_row *row, const char *scope)
{
    for (unsigned i = 0; i < rows->count; i++) {
        const struct cell *cells = rows->rows[i].cells;
        if (!strcmp(cells[CELL_MODE].text, mode) && is_row(row, cells[CELL_OPERATION].text, cells[CELL_ORDER].text, row->scope) &&
            !strcmp(cells[CELL_SCOPE].text, scope))
            return cells;
    }
    return NULL;
}

static bool has_clusters(const struct rows *rows, const char *mode)
{
    for (unsigned i = 0; i < rows->count; i++)
        if (!strcmp(rows->rows[i].cells[CELL_MODE].text, mode) && !strcmp(rows->rows[i].cells[CELL_SCOPE].text, "cluster"))
            return true;
    return false;
}

/* What the table in the file at `path` has for rows that have nothing yet. */
static bool fill_rows(struct lowering *lowering, struct arena *arena, struct diagnostics *diagnostics, const char *path)
{
    struct rows *rows = rows_read_csv(arena, diagnostics, path, table_columns);
    bool clusters = rows && has_clusters(rows, lowering->mode);
    for (unsigned i = 0; rows && i < lowering->row_count; i++) {
        struct lowering_row *row = &lowering->rows[i];
        bool as_agent = !clusters && !strcmp(row->scope, scopes[LITMUS_CLUSTER]);
        const struct cell *cells = find_line(rows, lowering->mode, row, as_agent ? scopes[LITMUS_AGENT] : row->scope);
        if (row->instruction || !cells)
            continue;
        row->before = cells[CELL_BEFORE].text;
        row->instruction = cells[CELL_INSTRUCTION].text;
        row->after = cells[CELL_AFTER].text;
        row->mark = cells[CELL_MARK].text;
    }
    return rows;
}

static bool is_whole(const struct lowering *lowering, struct diagnostics *diagnostics, struct place place)
{
    for (unsigned i = 0; i < lowering->row_count; i++) {
        const struct lowering_row *row = &lowering->rows[i];
        if (!row->instruction) {
            diagnostics_add(diagnostics, SEVERITY_ERROR, place, NULL, "the table has no row of mode %s for %s %s %s",
                            lowering->mode, row->operation, row->order, row->scope);
            return false;
        }
    }
    return true;
}

/* Whether the variant sets the constant as "NAME=VALUE" says. */
static bool sets(const struct machine_variant *variant, const char *assignment)
{
    size_t length = strcspn(assignment, "=");
    for (unsigned i = 0; i < variant->set.count; i++) {
        const struct header_constant *constant = &variant->set.items[i];
        if (strlen(constant->name) == length && !strncmp(constant->name, assignment, length))
            return assignment[length] && !strcmp(constant->value, assignment + length + 1);
    }
    return false;
}

static bool is_line_of(const struct cell *cells, const struct machine_variant *variant)
{
    return !variant->own && !strcmp(cells[LINE_MACHINE].text, variant->machine) && sets(variant, cells[LINE_WHEN].text);
}

/* Each line is about a variant that there is, whatever is asked for. */
static bool check_lines(const struct rows *rows, struct diagnostics *diagnostics, const struct machines *machines)
{
    int errors = diagnostics_errors(diagnostics);
    for (unsigned i = 0; i < rows->count; i++) {
        const struct cell *cells = rows->rows[i].cells;
        bool found = false;
        for (unsigned m = 0; m < machines_count(machines) && !found; m++)
            found = is_line_of(cells, machines_at(machines, m));
        if (!found)
            diagnostics_add(diagnostics, SEVERITY_ERROR, cells[LINE_WHEN].place, NULL, "no variant of a machine `%s` has %s",
                            cells[LINE_MACHINE].text, cells[LINE_WHEN].text);
    }
    return diagnostics_errors(diagnostics) == errors;
}

static const struct cell *line_of(const struct rows *rows, const struct machine_variant *variant)
{
    for (unsigned i = 0; i < rows->count; i++)
        if (is_line_of(rows->rows[i].cells, variant))
            return rows->rows[i].cells;
    return NULL;
}

const struct lowering *lowering_read(struct arena *arena, struct diagnostics *diagnostics, const struct machines *machines,
                                     const struct machine_variant *variant)
{
    const char *root = machines_root(machines), *list = arena_format(arena, "%s/models/lowerings.tsv", root);
    if (access(list, F_OK) != 0) /* a library may have none */
        return NULL;
    struct rows *rows = rows_read(arena, diagnostics, list, line_columns);
    const struct cell *cells = rows && check_lines(rows, diagnostics, machines) ? line_of(rows, variant) : NULL;
    if (!cells)
        return NULL;
    struct lowering *lowering = arena_alloc(arena, sizeof *lowering);
    *lowering = (struct lowering){.table = cells[LINE_TABLE].text, .mode = cells[LINE_MODE].text, .over = cells[LINE_OVER].text,
                                  .alone_is_wave = sets(variant, cells[LINE_ALONE].text)};
    make_rows(lowering, arena);
    bool right = fill_rows(lowering, arena, diagnostics, arena_format(arena, "%s/%s", root, lowering->table)) &&
                 (!*lowering->over || fill_rows(lowering, arena, diagnostics, arena_format(arena, "%s/%s", root, lowering->over)));
    return right && is_whole(lowering, diagnostics, cells[LINE_TABLE].place) ? lowering : NULL;
}

/* ---- a test's accesses ---- */

static bool is_alone(const struct litmus_test *test, unsigned thread)
{
    unsigned together = 0;
    for (unsigned i = 0; i < test->thread_count; i++)
        together += test->scopes.group[i][LITMUS_WG] == test->scopes.group[thread][LITMUS_WG];
    return together == 1;
}

int lowering_row_of(const struct lowering *lowering, const struct litmus_test *test, unsigned thread, unsigned at)
{
    const struct litmus_instruction *instruction = &test->threads[thread].code[at];
    bool wave = lowering->alone_is_wave && instruction->level == LITMUS_WG && is_alone(test, thread);
    const char *scope = instruction->order == LITMUS_NA ? "-" : scopes[wave ? LITMUS_WV : instruction->level];
    for (unsigned k = 0; k < OPERATIONS; k++)
        for (unsigned i = 0; operations[k].kind == instruction->kind && i < lowering->row_count; i++)
            if (is_row(&lowering->rows[i], operations[k].name, orders[instruction->order], scope))
                return (int)i;
    return -1;
}

const char *lowering_row_text(struct arena *arena, const struct lowering_row *row)
{
    bool plain = !strcmp(row->scope, "-");
    return arena_format(arena, "%s %s%s%s: %s | %s | %s", row->operation, row->order, plain ? "" : " ", plain ? "" : row->scope,
                        *row->before ? row->before : ".", row->instruction, *row->after ? row->after : ".");
}
