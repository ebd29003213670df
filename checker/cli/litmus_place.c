/* SPDX-License-Identifier: BSD-2-Clause */
/* litmus_place.c - see litmus_place.h. */
#include "litmus_place.h"

#include <string.h>

#include "../litmus/print.h"
#include "../machines/places.h"
#include "../report/json_parts.h"

bool litmus_place_regroups(const char *name)
{
    return name && *name == '[';
}

void litmus_place_put(struct text *text, const struct litmus_test *test, bool regrouped, const struct litmus_placement *placement)
{
    const char *group = regrouped ? strrchr(test->name, ':') : NULL;
    if (group)
        text_format(text, "%s ", group + 1);
    litmus_placement_print(text, test, placement);
    text_char(text, ' ');
    litmus_layout_print(text, test, placement);
}

void litmus_place_words(const struct litmus_result *result, struct text *placement, struct text *layout)
{
    if (places_matter(result->machine)) {
        litmus_placement_print(placement, result->test, &result->placement);
        litmus_layout_print(layout, result->test, &result->placement);
    } else {
        text_put(placement, "any");
        text_put(layout, "any");
    }
}

static void set_place(json_t *object, const struct litmus_result *result)
{
    struct text placement = {0}, layout = {0};
    litmus_place_words(result, &placement, &layout);
    json_part_set(object, "placement", json_part_text(placement.bytes));
    json_part_set(object, "layout", json_part_text(layout.bytes));
    text_free(&placement);
    text_free(&layout);
}

static void set_condition(json_t *object, const struct litmus_test *test)
{
    struct text condition = {0};
    litmus_print_quantifier(&condition, test->quantifier);
    text_char(&condition, ' ');
    litmus_print_proposition(&condition, test, test->condition);
    json_part_set(object, "condition", json_part_text(condition.bytes));
    text_free(&condition);
}

json_t *litmus_origin(const struct litmus_result *result, const struct litmus_options *options, const char *path, const char *outcome)
{
    const struct machine_environment *e = &options->environment;
    json_t *object = json_object();
    json_part_set(object, "path", json_part_text(path));
    json_part_set(object, "name", json_part_text(result->test->name));
    json_part_set(object, "machine", json_part_text(result->machine->name));
    json_part_set(object, "prefetch", json_part_count(e->prefetches));
    json_part_set(object, "warm", json_boolean(e->warm));
    json_part_set(object, "evictions", json_boolean(e->evictions));
    json_part_set(object, "liveness", json_boolean(options->liveness));
    json_part_set(object, "ends", json_boolean(options->ends));
    char promises[PROMISES_NAME];
    if (promises_asked(&e->promises))
        json_part_set(object, "progress", json_part_text(promises_name(&e->promises, promises)));
    json_part_set(object, "size", json_part_count(result->model->size_class));
    set_place(object, result);
    set_condition(object, result->test);
    if (strcmp(e->invariants, "none"))
        json_part_set(object, "invariants", json_part_text(e->invariants));
    if (outcome)
        json_part_set(object, "outcome", json_part_text(outcome));
    if (e->constants)
        json_part_set(object, "constants", json_part_text(e->constants));
    return object;
}
