/* SPDX-License-Identifier: BSD-2-Clause */
/* merge.c - see merge.h. */
#include "merge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/complain.h"
#include "../base/memory.h"
#include "../suite/kept.h"
#include "json_parts.h"
#include "matrix.h"

struct merge {
    json_t *pairs; /* by machine and test: {"record": ..., "from": FILE} */
    json_t *rules; /* by machine: what its records begin with */
};

static bool refuse(const char *path, const char *what, const char *name)
{
    complain("murrelet: %s: %s%s%s\n", path, what, *name ? " " : "", name);
    return false;
}

/* ---- of the same contents ---- */

/* The first of a list that is not as it is here, by its name and hash; NULL: all are. */
static const char *first_other(const json_t *here, const json_t *there, const char *key)
{
    for (size_t i = 0; i < json_array_size(here) || i < json_array_size(there); i++) {
        const json_t *a = json_array_get(here, i), *b = json_array_get(there, i);
        if (!a || !b || strcmp(json_part_text_of(a, key), json_part_text_of(b, key)) || strcmp(json_part_text_of(a, "hash"), json_part_text_of(b, "hash")))
            return json_part_text_of(b ? b : a, key);
    }
    return NULL;
}

static bool same_lists(const char *path, const json_t *report, const json_t *origin)
{
    static const struct {
        const char *list, *key, *what;
    } lists[] = {
        {"machines", "machine", "it is of another machine, or of another text of it:"},
        {"tests", "test", "it is of another test, or of another text of it:"},
        {"memory_models", "file", "it is judged by another model, or another text of it:"},
    };
    for (unsigned i = 0; i < sizeof lists / sizeof *lists; i++) {
        const char *other = first_other(json_object_get(origin, lists[i].list), json_object_get(report, lists[i].list), lists[i].key);
        if (other)
            return refuse(path, lists[i].what, other);
    }
    return true;
}

static bool same_contents(const char *path, const json_t *report, const struct suite_options *options)
{
    json_t *environment = matrix_environment(options), *checks = matrix_checks(options);
    const json_t *given = json_object_get(report, "environment");
    const char *other = matrix_other_environment(environment, given);
    if (!other && !json_equal(checks, json_object_get(report, "checks")))
        other = "liveness";
    bool same = true;
    if (!json_is_array(json_object_get(report, "cells")) || !*json_part_text_of(given, "shard"))
        same = refuse(path, "no report of a part of a suite (--shard I/N --json FILE)", "");
    else if (!json_equal(json_object_get(options->origin, "tool"), json_object_get(report, "tool")))
        same = refuse(path, "it was written by another program", "");
    else if (other)
        same = refuse(path, "it is of another environment:", other);
    json_decref(environment);
    json_decref(checks);
    return same && same_lists(path, report, options->origin);
}

/* ---- what they say ---- */

static char *name_of(const char *machine, const char *variant, const char *test)
{
    struct text name = {0};
    text_format(&name, "%s%s%s on %s", machine, *variant ? ":" : "", variant, test);
    return name.bytes;
}

static bool add_cell(struct merge *merge, const char *path, const json_t *cell)
{
    char *name = name_of(json_part_text_of(cell, "machine"), json_part_text_of(cell, "variant"), json_part_text_of(cell, "test"));
    json_t *record = json_object_get(cell, "record");
    const json_t *known = json_object_get(merge->pairs, name);
    bool agrees = true;
    if (record && !known)
        json_object_set_new(merge->pairs, name, json_pack("{s:O, s:s*}", "record", record, "from", path));
    else if (record && !json_equal(record, json_object_get(known, "record"))) {
        complain("murrelet: %s and %s disagree on %s\n", json_part_text_of(known, "from"), path, name);
        agrees = false;
    }
    memory_give(name);
    return agrees;
}

/* A machine that had no pair in a part has no rules there. */
static bool add_rules(struct merge *merge, const char *path, const json_t *summary)
{
    const char *machine = json_part_text_of(summary, "machine");
    json_t *rules = json_object_get(summary, "rules"), *known = json_object_get(merge->rules, machine);
    if (json_array_size(rules) && !known)
        json_object_set(merge->rules, machine, rules);
    else if (json_array_size(rules) && !json_equal(rules, known))
        return refuse(path, "it has other rules than another part has of", machine);
    return true;
}

static bool add_report(struct merge *merge, const char *path, const struct suite_options *options)
{
    json_error_t error;
    json_t *report = json_load_file(path, 0, &error), *one;
    size_t index;
    bool good = report ? same_contents(path, report, options) : refuse(path, error.text, "");
    json_array_foreach(json_object_get(report, "summary"), index, one)
        good = good && add_rules(merge, path, one);
    json_array_foreach(json_object_get(report, "cells"), index, one)
        good = good && add_cell(merge, path, one);
    json_decref(report);
    return good;
}

struct merge *merge_open(const char *const *paths, unsigned count, const struct suite_options *options)
{
    struct merge *merge = memory_zeroed(1, sizeof *merge);
    *merge = (struct merge){json_object(), json_object()};
    for (unsigned i = 0; i < count; i++)
        if (!add_report(merge, paths[i], options)) {
            merge_free(merge);
            return NULL;
        }
    return merge;
}

void merge_free(struct merge *merge)
{
    if (!merge)
        return;
    json_decref(merge->pairs);
    json_decref(merge->rules);
    free(merge);
}

bool merge_take(void *data, const struct suite *suite, struct suite_cell *cell)
{
    const struct merge *merge = data;
    const char *machine = suite->columns[cell->machine]->name;
    char *name = name_of(machine, "", suite->tests[cell->test].test->name);
    const json_t *record = json_object_get(json_object_get(merge->pairs, name), "record");
    const json_t *rules = json_object_get(merge->rules, machine);
    json_t *none = rules ? NULL : json_array();
    bool filled = record && kept_restore(suite, cell, rules ? rules : none, record);
    json_decref(none);
    memory_give(name);
    return filled;
}
