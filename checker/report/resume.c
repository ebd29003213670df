/* SPDX-License-Identifier: BSD-2-Clause */
/* resume.c - see resume.h. */
#include "resume.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/complain.h"
#include "../base/die.h"
#include "../litmus/print.h"
#include "json_parts.h"
#include "matrix.h"

struct resume {
    json_t *earlier, *reported;
    const json_t *origin;
    bool same_options;
};

/* In another environment, of other checks or another program, nothing is the
 * same.  Which part of the tests was run does not matter. */
static bool same_options(const struct resume *resume, const struct suite_options *options)
{
    json_t *now = matrix_environment(options), *checks = matrix_checks(options);
    bool same = !matrix_other_environment(now, json_object_get(resume->earlier, "environment")) &&
                json_equal(checks, json_object_get(resume->earlier, "checks")) &&
                *json_part_text_of(json_object_get(resume->origin, "tool"), "hash") &&
                json_equal(json_object_get(resume->origin, "tool"), json_object_get(resume->earlier, "tool"));
    json_decref(now);
    json_decref(checks);
    return same;
}

struct resume *resume_open(const char *path, const struct suite_options *options, const json_t *origin)
{
    json_error_t error;
    json_t *earlier = json_load_file(path, 0, &error);
    if (!json_is_array(json_object_get(earlier, "cells"))) {
        complain("murrelet: %s: %s\n", path, earlier ? "there is no list \"cells\"" : error.text);
        json_decref(earlier);
        return NULL;
    }
    struct resume *resume = calloc(1, sizeof *resume);
    if (!resume)
        die_memory(sizeof *resume);
    *resume = (struct resume){.earlier = earlier, .origin = origin, .reported = json_pack("{s:s}", "file", path)};
    resume->same_options = same_options(resume, options);
    return resume;
}

void resume_free(struct resume *resume)
{
    if (!resume)
        return;
    json_decref(resume->earlier);
    json_decref(resume->reported);
    free(resume);
}

json_t *resume_json(const struct resume *resume)
{
    return resume->reported;
}

/* The hash of what bears a name; NULL where none does, or more than one. */
static const char *hash_of(const json_t *list, const char *key, const char *name)
{
    const char *hash = NULL;
    unsigned count = 0;
    size_t index;
    const json_t *one;
    json_array_foreach((json_t *)list, index, one)
        if (!strcmp(json_part_text_of(one, key), name)) {
            hash = json_part_text_of(one, "hash");
            count++;
        }
    return count == 1 && hash && *hash ? hash : NULL;
}

static bool same_content(const struct resume *resume, const char *list, const char *key, const char *name)
{
    const char *now = hash_of(json_object_get(resume->origin, list), key, name);
    const char *before = hash_of(json_object_get(resume->earlier, list), key, name);
    return now && before && !strcmp(now, before);
}

static const json_t *find(const struct resume *resume, const struct suite *suite, const struct suite_cell *cell)
{
    const struct machine_variant *machine = suite->columns[cell->machine];
    const char *test = suite->tests[cell->test].test->name;
    size_t index;
    const json_t *one;
    json_array_foreach(json_object_get(resume->earlier, "cells"), index, one)
        if (!strcmp(json_part_text_of(one, "test"), test) && !strcmp(json_part_text_of(one, "machine"), machine->machine) &&
            !strcmp(json_part_text_of(one, "variant"), machine->variant) && !*json_part_text_of(one, "regrouped_from"))
            return one;
    return NULL;
}

bool resume_take(void *data, const struct suite *suite, struct suite_cell *cell)
{
    const struct resume *resume = data;
    const struct suite_test *test = &suite->tests[cell->test];
    const json_t *outcome;
    size_t index;
    if (!resume->same_options || test->origin || !same_content(resume, "tests", "test", test->test->name) ||
        !same_content(resume, "machines", "machine", suite->columns[cell->machine]->name))
        return false;
    const json_t *earlier = find(resume, suite, cell);
    if (!earlier || !json_is_true(json_object_get(earlier, "complete")) || json_object_get(earlier, "error") ||
        json_object_get(earlier, "violation"))
        return false;
    cell->outcomes = outcomes_new(test->test);
    json_array_foreach(json_object_get(earlier, "outcomes"), index, outcome)
        outcomes_restore(cell->outcomes, json_part_text_of(outcome, "state"),
                         (uint64_t)json_integer_value(json_object_get(outcome, "count")),
                         json_is_true(json_object_get(outcome, "condition")));
    cell->complete = true;
    cell->states = (uint64_t)json_integer_value(json_object_get(earlier, "states"));
    cell->depth = (unsigned)json_integer_value(json_object_get(earlier, "depth"));
    cell->placements = (unsigned)json_integer_value(json_object_get(earlier, "placements"));
    cell->tally = outcomes_tally(cell->outcomes, true);
    return true;
}
