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
    const char *name, *access, *orders[6]; /* what an access of it begins with; the weakest order first */
} operations[] = {
    {LITMUS_LOAD, "load", "load", {"none", "monotonic", "acquire", "seq_cst"}},
    {LITMUS_STORE, "store", "store", {"none", "monotonic", "release", "seq_cst"}},
    {LITMUS_RMW, "atomicrmw", "atomic", {"monotonic", "acquire", "release", "acq_rel", "seq_cst"}},
    {LITMUS_FENCE, "fence", "-", {"acquire", "release", "acq_rel", "seq_cst"}},
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

/* ---- what is wrong with a table ---- */

static const char *access_of(const char *operation)
{
    for (unsigned k = 0; k < OPERATIONS; k++)
        if (!strcmp(operations[k].name, operation))
            return operations[k].access;
    return "";
}

static bool begins_with_word(const char *text, const char *word)
{
    size_t length = strcspn(text, " ");
    return length == strlen(word) && !strncmp(text, word, length);
}

static bool same_key(const struct cell *a, const struct cell *b)
{
    bool same = true;
    for (int i = CELL_MODE; i <= CELL_SCOPE; i++)
        same = same && !strcmp(a[i].text, b[i].text);
    return same;
}

/* What a table may not have, so that none of its lines is passed over in silence; NULL: nothing. */
static const char *fault_of(const struct lowering *lowering, const struct rows *rows, unsigned at)
{
    const struct cell *cells = rows->rows[at].cells;
    bool known = false;
    for (unsigned i = 0; i < lowering->row_count; i++)
        known = known || is_row(&lowering->rows[i], cells[CELL_OPERATION].text, cells[CELL_ORDER].text, cells[CELL_SCOPE].text);
    if (!known)
        return "there is no such operation, order and scope";
    if (!begins_with_word(cells[CELL_INSTRUCTION].text, access_of(cells[CELL_OPERATION].text)))
        return "the instruction is not that of the operation: `load`, `store`, `atomic`, or `-` for a fence";
    for (unsigned i = 0; i < at; i++)
        if (same_key(rows->rows[i].cells, cells))
            return "the row is there twice";
    for (int i = CELL_BEFORE; i <= CELL_MARK; i++)
        if (strchr(cells[i].text, '"'))
            return "a table has no quotes";
    return NULL;
}

/* Whether some line says that the table has the mode. */
static bool mode_is_listed(const struct rows *list, const char *table, const char *mode)
{
    bool listed = false;
    for (unsigned i = 0; i < list->count; i++) {
        const struct cell *line = list->rows[i].cells;
        listed = listed || (!strcmp(line[LINE_MODE].text, mode) &&
                            (!strcmp(line[LINE_TABLE].text, table) || !strcmp(line[LINE_OVER].text, table)));
    }
    return listed;
}

static bool check_table(const struct lowering *lowering, struct diagnostics *diagnostics, const struct rows *list,
                        const char *table, const struct rows *rows)
{
    int errors = diagnostics_errors(diagnostics);
    for (unsigned i = 0; i < rows->count; i++) {
        const struct cell *mode = &rows->rows[i].cells[CELL_MODE];
        const char *fault = fault_of(lowering, rows, i);
        if (fault)
            diagnostics_add(diagnostics, SEVERITY_ERROR, rows->rows[i].place, NULL, "%s", fault);
        else if (!mode_is_listed(list, table, mode->text))
            diagnostics_add(diagnostics, SEVERITY_ERROR, mode->place, NULL, "no line of lowerings.tsv has the mode %s of this table",
                            mode->text);
    }
    return diagnostics_errors(diagnostics) == errors;
}

/* ---- the rows of a variant ---- */

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

/* Whether the mode has a row of a scope; NULL: of any. */
static bool has_scope(const struct rows *rows, const char *mode, const char *scope)
{
    for (unsigned i = 0; i < rows->count; i++)
        if (!strcmp(rows->rows[i].cells[CELL_MODE].text, mode) &&
            (!scope || !strcmp(rows->rows[i].cells[CELL_SCOPE].text, scope)))
            return true;
    return false;
}

/* What a table, a path below `root`, has for rows that have nothing yet. */
static bool fill_rows(struct lowering *lowering, struct arena *arena, struct diagnostics *diagnostics, const struct rows *list,
                      const char *root, const char *table, struct place place)
{
    struct rows *rows = rows_read_csv(arena, diagnostics, arena_format(arena, "%s/%s", root, table), table_columns);
    if (!rows || !check_table(lowering, diagnostics, list, table, rows))
        return false;
    if (!has_scope(rows, lowering->mode, NULL)) {
        diagnostics_add(diagnostics, SEVERITY_ERROR, place, NULL, "%s has no row of mode %s", table, lowering->mode);
        return false;
    }
    bool clusters = has_scope(rows, lowering->mode, scopes[LITMUS_CLUSTER]);
    for (unsigned i = 0; i < lowering->row_count; i++) {
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
    return true;
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

/* Whether some variant of the line's machine sets the constant that a cell of it names. */
static bool some_sets(const struct machines *machines, const struct cell *cells, int cell)
{
    for (unsigned m = 0; m < machines_count(machines); m++) {
        const struct machine_variant *variant = machines_at(machines, m);
        if (!variant->own && !strcmp(cells[LINE_MACHINE].text, variant->machine) && sets(variant, cells[cell].text))
            return true;
    }
    return false;
}

/* A variant that an earlier line is about as well; NULL: there is none. */
static const struct machine_variant *said_before(const struct rows *rows, unsigned at, const struct machines *machines)
{
    for (unsigned m = 0; m < machines_count(machines); m++) {
        const struct machine_variant *variant = machines_at(machines, m);
        for (unsigned i = 0; i < at && is_line_of(rows->rows[at].cells, variant); i++)
            if (is_line_of(rows->rows[i].cells, variant))
                return variant;
    }
    return NULL;
}

/* Each line is about variants that there are, and that no other line is about, whatever is asked for. */
static bool check_lines(const struct rows *rows, struct diagnostics *diagnostics, const struct machines *machines)
{
    int errors = diagnostics_errors(diagnostics);
    for (unsigned i = 0; i < rows->count; i++) {
        const struct cell *cells = rows->rows[i].cells;
        const int named[] = {LINE_WHEN, LINE_ALONE};
        for (int j = 0; j < 2; j++)
            if ((named[j] == LINE_WHEN || *cells[named[j]].text) && !some_sets(machines, cells, named[j]))
                diagnostics_add(diagnostics, SEVERITY_ERROR, cells[named[j]].place, NULL, "no variant of a machine `%s` has %s",
                                cells[LINE_MACHINE].text, cells[named[j]].text);
        const struct machine_variant *twice = said_before(rows, i, machines);
        if (twice)
            diagnostics_add(diagnostics, SEVERITY_ERROR, rows->rows[i].place, NULL, "an earlier line is about %s, too", twice->name);
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
    bool right = fill_rows(lowering, arena, diagnostics, rows, root, lowering->table, cells[LINE_TABLE].place) &&
                 (!*lowering->over ||
                  fill_rows(lowering, arena, diagnostics, rows, root, lowering->over, cells[LINE_OVER].place));
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
