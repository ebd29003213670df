/* SPDX-License-Identifier: BSD-2-Clause */
/* allows.c - see allows.h. */
#include "allows.h"

#include "../cat/library.h"
#include "../machines/places.h"

bool asked_find(struct asked *asked, struct machines *machines, struct arena *arena, struct diagnostics *diagnostics,
                const char *name, struct text *why)
{
    struct text unknown = {0};
    *asked = (struct asked){.name = arena_format(arena, "%s", name)};
    if (!cat_is_file_name(name))
        asked->machine = machines_find(machines, name, &unknown);
    const char *path = asked->machine ? NULL : cat_library_find(arena, machines_root(machines), NULL, name);
    if (path)
        asked->model = cat_library_read(arena, diagnostics, machines_root(machines), path, NULL, 0);
    else if (!asked->machine && cat_is_file_name(name))
        text_format(why, "murrelet: there is no memory model '%s'\n", name);
    else if (!asked->machine)
        text_put(why, unknown.bytes);
    text_free(&unknown);
    return asked->machine || asked->model;
}

static enum allows model_allows(const struct cat_model *model, const struct litmus_test *test)
{
    struct arena *arena = arena_new();
    struct cat_options options = {.unroll = 2, .partial = cat_is_partial(model)};
    struct outcomes *outcomes = outcomes_new(test);
    struct cat_result result = cat_search(arena, model, test, &options, outcomes, NULL, NULL);
    bool positive = cat_flag_raised(model, &result) || outcomes_tally(outcomes, true).positive;
    enum allows answer = positive ? ALLOWS : cat_left_out(&result) ? ALLOWS_UNKNOWN : ALLOWS_NOT;
    outcomes_free(outcomes);
    arena_free(arena);
    return answer;
}

static enum allows shows_at(const struct machine_variant *machine, const struct asking *asking,
                            const struct machine_program *program, const struct litmus_placement *placement, struct text *why)
{
    struct litmus_result *result = litmus_run(asking->machines, machine, program, placement, &asking->run, why);
    if (!result)
        return ALLOWS_UNKNOWN;
    enum allows answer = result->tally.positive ? ALLOWS : result->complete ? ALLOWS_NOT : ALLOWS_UNKNOWN;
    litmus_result_free(result);
    return answer;
}

static enum allows machine_allows(const struct machine_variant *machine, const struct asking *asking,
                                  const struct litmus_test *test, struct text *why)
{
    struct arena *arena = arena_new();
    const struct machine_program *program = machine_program_new(arena, diagnostics_new(arena), test);
    struct places places = places_of(machine, test, asking->placements, LAYOUT_DEFAULT);
    struct litmus_placement placement;
    enum allows answer = program ? ALLOWS_NOT : ALLOWS_UNKNOWN;
    while (program && answer != ALLOWS && places_next(&places, &placement)) {
        enum allows here = shows_at(machine, asking, program, &placement, why);
        answer = here == ALLOWS_NOT ? answer : here;
    }
    arena_free(arena);
    return answer;
}

enum allows asked_allows(const struct asked *asked, const struct asking *asking, const struct litmus_test *test, struct text *why)
{
    return asked->model ? model_allows(asked->model, test) : machine_allows(asked->machine, asking, test, why);
}
