/* SPDX-License-Identifier: BSD-2-Clause */
/* again.c - see again.h. */
#include "again.h"

#include <string.h>

#include "suite.h"
#include "suite_cat.h"

struct known {
    const struct suite *original;
    const unsigned *tests;
    unsigned column;
};

/* The cell of a machine that only judges. */
static bool take_known(void *data, const struct suite *again, struct suite_cell *cell)
{
    const struct known *known = data;
    unsigned test = cell->test;
    (void)again;
    if (cell->machine == known->column)
        return false;
    memcpy(cell, suite_cell(known->original, cell->machine, known->tests[test]), sizeof *cell);
    cell->test = test;
    return true;
}

static void set_columns(struct suite *again, const struct suite *original, unsigned column, const struct machine_variant *machine)
{
    const struct machine_variant **columns = arena_alloc(original->arena, original->column_count * sizeof *columns);
    memcpy(columns, original->columns, original->column_count * sizeof *columns);
    columns[column] = machine;
    again->columns = columns;
}

void suite_run_again(struct suite *again, const struct suite *original, const struct suite_options *asked,
                     struct machines *machines, const struct machine_variant *machine, unsigned column, const unsigned *tests,
                     unsigned count)
{
    struct known known = {original, tests, column};
    struct suite_options options = *asked;
    *again = *original;
    again->machines = machines;
    set_columns(again, original, column, machine);
    again->test_count = count;
    again->tests = arena_alloc(original->arena, (count + 1) * sizeof *again->tests);
    for (unsigned i = 0; i < count; i++)
        again->tests[i] = original->tests[tests[i]];
    suite_cat_again(again, original, tests);
    options.keep = false;
    options.take = take_known;
    options.take_data = &known;
    options.progress = NULL;
    suite_run(again, &options);
}
