/* SPDX-License-Identifier: BSD-2-Clause */
/* matrix_page.c - see matrix_page.h.  The page itself is page/matrix.html. */
#include "matrix_page.h"

#include "../base/here.h"
#include "../suite/breach.h"
#include "json_parts.h"
#include "matrix.h"
#include "page.h"

static void add_outcome(void *data, const struct outcome *outcome)
{
    json_part_append(data, json_pack("[o, b]", json_part_text(outcome->line), outcome->positive));
}

/* What is said of a cell elsewhere too, but its outcomes as pairs, and the command that runs it. */
static json_t *cell_of(const struct suite *suite, const struct suite_options *options, const struct suite_cell *cell)
{
    static const char *const keys[] = {"judgement", "why", "not_judged", "complete", "left_out", "violation", "error", "placements",
                                       "states", "shown_by", "kept"};
    json_t *whole = matrix_cell(suite, options, cell), *object = json_object(), *outcomes = json_array();
    if (cell->elsewhere)
        json_object_set_new(whole, "judgement", json_string("in another part"));
    struct suite_cell nowhere = *cell;
    char mark[3];
    nowhere.seen = NULL;
    matrix_mark(suite, cell, mark);
    json_part_set(object, "mark", json_part_text(mark));
    for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++)
        if (json_object_get(whole, keys[i]))
            json_part_set(object, keys[i], json_incref(json_object_get(whole, keys[i])));
    if (cell->outcomes)
        outcomes_visit(cell->outcomes, add_outcome, outcomes);
    json_part_set(object, "outcomes", outcomes);
    if (options->runs && options->runs[cell - suite->cells])
        json_part_set(object, "run", json_incref(options->runs[cell - suite->cells]));
    json_part_set(object, "command", json_part_text(breach_of(suite->arena, suite, options, &nowhere, NULL).command));
    json_decref(whole);
    return object;
}

static json_t *column_of(const struct machine_variant *machine)
{
    json_t *object = json_pack("{s:o}", "name", json_part_text(machine->name));
    if (machine->promises && *machine->promises)
        json_part_set(object, "promises", json_part_text(machine->promises));
    return object;
}

static json_t *test_of(const struct suite *suite, const struct suite_test *test)
{
    struct diagnostics *quiet = diagnostics_new(suite->arena);
    const struct source *source = source_read(suite->arena, quiet, test->path, (struct place){0});
    return json_pack("{s:o, s:o, s:o}", "name", json_part_text(test->test->name), "path", json_part_text(test->path), "text",
                     json_part_text(source ? source->text : ""));
}

static json_t *environment_of(const struct suite *suite, const struct suite_options *options)
{
    struct text text = {0};
    text_put(&text, "Environment: ");
    matrix_environment_words(options, &text);
    if (suite->from_kept)
        text_format(&text, ", %u of %u results kept by earlier runs", suite->from_kept, suite->column_count * suite->test_count);
    json_t *words = json_part_text(text.bytes);
    text_free(&text);
    return words;
}

void matrix_page(const struct suite *suite, const struct suite_options *options, FILE *out)
{
    json_t *columns = json_array(), *tests = json_array(), *cells = json_array();
    for (unsigned c = 0; c < suite->column_count; c++)
        json_part_append(columns, column_of(suite->columns[c]));
    for (unsigned t = 0; t < suite->test_count; t++) {
        json_part_append(tests, test_of(suite, &suite->tests[t]));
        for (unsigned c = 0; c < suite->column_count; c++)
            json_part_append(cells, cell_of(suite, options, suite_cell(suite, c, t)));
    }
    json_t *root = json_pack("{s:o, s:o, s:o, s:o}", "columns", columns, "tests", tests, "cells", cells, "environment", environment_of(suite, options));
    const char *folder = here_name(suite->arena);
    if (folder)
        json_part_set(root, "folder", json_part_text(folder));
    page_matrix(root, out);
    json_decref(root);
}
