/* SPDX-License-Identifier: BSD-2-Clause */
/* coverage_text.c - coverage as text: how much, and what a search did not come to. */
#include <inttypes.h>

#include "../base/printable.h"
#include "ci_parts.h"
#include "coverage.h"

static void put_sum(const json_t *coverage, const char *key, const char *words, FILE *out)
{
    const json_t *sum = json_object_get(json_object_get(coverage, "summary"), key);
    fprintf(out, "  %-9s %" JSON_INTEGER_FORMAT " of %" JSON_INTEGER_FORMAT " %s\n", key, json_integer_value(json_object_get(sum, "met")),
            json_integer_value(json_object_get(sum, "of")), words);
}

static void put_missed(const json_t *list, const char *name, const char *words, FILE *out)
{
    size_t i;
    json_t *item;
    json_array_foreach(list, i, item) {
        struct text place = {0};
        if (json_is_true(json_object_get(item, "met")))
            continue;
        ci_place(&place, json_object_get(item, "place"));
        fprintf(out, "%s: %s \"%s\" %s\n", place.bytes, name, json_part_text_of(item, name), words);
        text_free(&place);
    }
}

static void put_values(const json_t *list, FILE *out)
{
    size_t i, j;
    json_t *item, *value;
    json_array_foreach(list, i, item) {
        json_array_foreach(json_object_get(item, "not_met"), j, value)
            fprintf(out, "%s%s", j ? ", " : "", json_string_value(value));
        if (json_array_size(json_object_get(item, "not_met")))
            fprintf(out, ": no state has %s so\n", json_part_text_of(item, "variable"));
    }
}

static void put_one(const json_t *coverage, FILE *out)
{
    printable_put(json_part_text_of(coverage, "model"), out);
    fprintf(out, ", %s\n", json_part_text_of(coverage, "verdict"));
    put_sum(coverage, "rules", "fire", out);
    put_sum(coverage, "branches", "are taken", out);
    put_sum(coverage, "values", "of enumerations are in some state", out);
    put_sum(coverage, "covers", "are met", out);
    put_missed(json_object_get(coverage, "rules"), "rule", "never fires", out);
    put_missed(json_object_get(coverage, "branches"), "branch", "is never taken", out);
    put_values(json_object_get(coverage, "values"), out);
    put_missed(json_object_get(coverage, "covers"), "cover", "is never met", out);
}

void coverage_text(const json_t *coverage, FILE *out)
{
    const json_t *machines = json_object_get(coverage, "machines");
    size_t i;
    json_t *one;
    if (!machines)
        put_one(coverage, out);
    json_array_foreach(machines, i, one) {
        fputs(i ? "\n" : "", out);
        put_one(one, out);
    }
}
