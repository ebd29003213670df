/* SPDX-License-Identifier: BSD-2-Clause */
/* step_test.c - see step_test.h. */
#include "step_test.h"

#include <string.h>

#include "../base/complain.h"
#include "../base/die.h"
#include "../base/stop.h"
#include "../litmus/outcomes.h"
#include "../machines/places.h"
#include "../machines/test_names.h"
#include "litmus_common.h"
#include "litmus_place.h"

#define AT(field) .offset = offsetof(struct step_test_arguments, field)

const struct option_spec step_test_options[] = {
    {.name = "at", .kind = OPTION_TEXT, AT(at), .argument = "PLACE",
     .help = "Run the test at this placement and layout, as 'murrelet litmus --at' and 'murrelet suite' name them. Default: each "
             "work-group on a CU of its own, and lines as the test says."},
    {.name = "outcome", .kind = OPTION_TEXT, AT(outcome), .argument = "CONDITION",
     .help = "What 'jump witness' and 'until witness' look for, e.g. '1:r0=1 /\\ 1:r1=0'. Default: the test's condition."},
    {.name = "prefetch", .kind = OPTION_COUNT, AT(prefetch), .argument = "K",
     .help = "At most K loads of other wavefronts on each CU, at any time. Default: 1.", .most = 8},
    {.name = "warm", .kind = OPTION_FLAG, AT(warm),
     .help = "Prefetches, any number, before the program alone: caches are warm when it begins."},
    {.name = "evictions", .kind = OPTION_FLAG, AT(evictions), .help = "Caches may evict of their own accord, at any time."},
    {.name = "size", .kind = OPTION_COUNT, AT(size), .argument = "N",
     .help = "Compile the machine for more than the test is known to need: 0 (default), 1 or 2. Where 1 or 2 is needed, it says "
             "so.", .most = MACHINE_SIZE_CLASSES - 1},
    {0},
};

/* ---- opening ---- */

static int refuse_place(const struct litmus_test *test, const struct machine_variant *machine, bool regrouped, const char *at)
{
    struct places places = places_of(machine, test, PLACEMENT_ALL, LAYOUT_ALL);
    struct litmus_placement placement;
    complain("murrelet: the test %s has no place '%s'; it has\n", test->name, at);
    while (places_next(&places, &placement)) {
        struct text text = {0};
        litmus_place_put(&text, test, regrouped, &placement);
        complain("    %s\n", text.bytes);
        text_free(&text);
    }
    return EXIT_BAD_INPUT;
}

/* The place of this name; without one the first. */
static bool find_place(const struct machine_variant *machine, const struct litmus_test *test, bool regrouped, const char *at,
                       struct litmus_placement *placement)
{
    struct places places = places_of(machine, test, at ? PLACEMENT_ALL : PLACEMENT_APART, at ? LAYOUT_ALL : LAYOUT_DEFAULT);
    while (places_next(&places, placement)) {
        struct text text = {0};
        litmus_place_put(&text, test, regrouped, placement);
        bool same = !at || !strcmp(text.bytes, at);
        text_free(&text);
        if (same)
            return true;
    }
    return false;
}

/* The file's test, or the one of those that regrouping makes of it which the name of a place is of. */
static const struct suite_test *find_test(struct arena *arena, const struct suite_test *read, const char *at, bool *regrouped)
{
    unsigned count = 0;
    const struct suite_test *tests =
        litmus_regroup_test(arena, read, litmus_place_regroups(at) ? PLACEMENT_REGROUP : PLACEMENT_APART, &count);
    *regrouped = false;
    for (unsigned i = 1; i < count; i++) {
        const char *group = strrchr(tests[i].test->name, ':');
        *regrouped = group && !strncmp(at, group + 1, strlen(group + 1)) && at[strlen(group + 1)] == ' ';
        if (*regrouped)
            return &tests[i];
    }
    return &tests[0];
}

static const char *constants_text(struct arena *arena, const struct option_list *list)
{
    const char *text = NULL;
    for (unsigned i = 0; i < list->count; i++)
        text = arena_format(arena, "%s%s%s", text ? text : "", text ? " " : "", list->items[i]);
    return text;
}

static int set_options(struct step_test *t, struct litmus_options *options, const struct step_test_arguments *a,
                       const struct language_arguments *language, const struct compile_arguments *compile)
{
    const struct environment_arguments environment = {.prefetch = a->prefetch, .warm = a->warm, .evictions = a->evictions};
    litmus_set_options(options, &environment, compile);
    options->least_size = (unsigned)a->size;
    options->environment.constants = constants_text(t->arena, &language->constants);
    if (litmus_constants_are_right(options->environment.constants))
        return 0;
    complain("murrelet: --const wants NAME=VALUE of a constant that does not follow from the test and its surroundings, "
                    "not '%s'\n", options->environment.constants);
    return EXIT_BAD_INPUT;
}

static int bind(struct step_test *t, const struct machine_variant *machine, const struct suite_test *test, bool regrouped,
                const struct step_test_arguments *a, const struct litmus_options *options)
{
    struct litmus_placement placement;
    struct text error = {0};
    if (!find_place(machine, test->test, regrouped, a->at, &placement))
        return refuse_place(test->test, machine, regrouped, a->at);
    t->result = litmus_bind(t->machines, machine, test->program, &placement, options, &error);
    if (!t->result && !stop_asked())
        complain("murrelet: %s\n", error.bytes ? error.bytes : "the machine cannot be compiled");
    text_free(&error);
    if (!t->result)
        return stop_asked() ? EXIT_INCOMPLETE : EXIT_BAD_INPUT;
    t->names = test_names(t->result);
    t->title = arena_format(t->arena, "%s on %s", machine->name, test->test->name);
    t->origin = litmus_origin(t->result, options, test->path, a->outcome);
    return 0;
}

int step_test_open(struct step_test *t, const char *name, const char *path, const struct step_test_arguments *a,
                   const struct language_arguments *language, const struct compile_arguments *compile)
{
    struct suite_test read;
    struct litmus_options options;
    bool regrouped;
    *t = (struct step_test){.arena = arena_new()};
    t->machines = litmus_open_machines();
    const struct machine_variant *machine = t->machines ? litmus_find_machine(t->machines, name) : NULL;
    if (!machine || set_options(t, &options, a, language, compile) ||
        !litmus_read_test(t->arena, path, a->outcome, language->color, &read))
        return EXIT_BAD_INPUT;
    const struct suite_test *test = find_test(t->arena, &read, a->at, &regrouped);
    return bind(t, machine, test, regrouped, a, &options);
}

void step_test_close(struct step_test *t)
{
    outcomes_free(t->seen);
    litmus_result_free(t->result);
    if (t->machines)
        machines_close(t->machines);
    json_decref(t->origin);
    if (t->arena)
        arena_free(t->arena);
}

/* ---- outcomes ---- */

static void note(void *data, const int *codes)
{
    struct step_test *t = data;
    const struct litmus_test *test = t->result->test;
    struct litmus_value values[test->watch_count + 1];
    for (unsigned i = 0; i < test->watch_count; i++)
        values[i] = program_value(t->result->program, codes[i]);
    outcomes_free(t->seen);
    t->seen = outcomes_new(test);
    outcomes_add(t->seen, values, 1);
}

static void put_line(void *data, const struct outcome *outcome)
{
    text_format(data, "%s (the condition %s)", outcome->line, outcome->positive ? "holds" : "does not hold");
}

static const struct flat_rule *final_cover(const struct program *program)
{
    for (unsigned i = 0; i < program->property_count; i++)
        if (program->properties[i].rule->property->kind == PROPERTY_COVER && !strcmp(program->properties[i].name, "final"))
            return &program->properties[i];
    return NULL;
}

bool step_test_outcome(struct step_test *t, struct interp *interp, const int64_t *leaves, struct text *text)
{
    const struct flat_rule *cover = final_cover(t->result->model->program);
    bool holds = false;
    outcomes_free(t->seen);
    t->seen = NULL;
    litmus_host_collect(t->result->host, note, t);
    if (cover)
        interp_property(interp, cover, 0, leaves, &holds);
    litmus_host_collect(t->result->host, NULL, NULL);
    if (!t->seen)
        return false;
    if (outcomes_count(t->seen))
        outcomes_visit(t->seen, put_line, text);
    else
        text_put(text, "one that the test's filter leaves out");
    return true;
}
