/* SPDX-License-Identifier: BSD-2-Clause */
/* litmus_again.c - see litmus_again.h. */
#include "litmus_again.h"

#include <string.h>

#include "../base/complain.h"
#include "../base/die.h"
#include "../base/stop.h"
#include "../machines/places.h"
#include "../machines/test_names.h"
#include "litmus_common.h"

static const char *text_of(const json_t *test, const char *key)
{
    return json_string_value(json_object_get(test, key));
}

static int refuse(const char *what, const char *name)
{
    complain("murrelet: the trace's 'test': %s '%s'\n", what, name);
    return EXIT_BAD_INPUT;
}

/* The test of the name that the trace says: the file's own, or one that regrouping makes of it. */
static const struct suite_test *find_test(struct litmus_again *again, const json_t *test, const char *path, const char *name)
{
    struct suite_test *read = arena_alloc(again->arena, sizeof *read);
    unsigned count = 0;
    if (!litmus_read_test(again->arena, path, text_of(test, "outcome"), COLOR_AUTO, read))
        return NULL;
    const struct suite_test *tests = litmus_regroup_test(again->arena, read, PLACEMENT_REGROUP, &count);
    for (unsigned i = 0; i < count; i++)
        if (!strcmp(tests[i].test->name, name))
            return &tests[i];
    refuse("the file holds no test", name);
    return NULL;
}

static bool is_place(const struct litmus_test *test, const struct litmus_placement *placement, const json_t *wanted)
{
    struct text where = {0}, layout = {0};
    litmus_placement_print(&where, test, placement);
    litmus_layout_print(&layout, test, placement);
    const char *at = text_of(wanted, "placement"), *lines = text_of(wanted, "layout");
    bool any = at && !strcmp(at, "any"), same = at && lines && !strcmp(at, where.bytes) && !strcmp(lines, layout.bytes);
    text_free(&where);
    text_free(&layout);
    return any || same;
}

static bool find_place(const struct machine_variant *machine, const struct litmus_test *test, const json_t *wanted,
                       struct litmus_placement *placement)
{
    struct places places = places_of(machine, test, PLACEMENT_ALL, LAYOUT_ALL);
    while (places_next(&places, placement))
        if (is_place(test, placement, wanted))
            return true;
    return false;
}

static struct litmus_options options_of(const json_t *test, const struct compile_arguments *compile)
{
    struct environment_arguments arguments = {
        .prefetch = (uint64_t)json_integer_value(json_object_get(test, "prefetch")) % 9,
        .warm = json_is_true(json_object_get(test, "warm")), .evictions = json_is_true(json_object_get(test, "evictions")),
        .no_liveness = !json_is_true(json_object_get(test, "liveness")), .ends = json_is_true(json_object_get(test, "ends"))};
    struct litmus_options options;
    litmus_set_options(&options, &arguments, compile);
    options.environment.constants = text_of(test, "constants");
    const char *invariants = text_of(test, "invariants");
    if (invariants && !strcmp(invariants, "conformance"))
        options.environment.invariants = "conformance";
    if (!promises_read(text_of(test, "progress"), &options.environment.promises))
        options.environment.promises = (struct promises){{SCHEDULER_NONE}};
    options.least_size = (unsigned)json_integer_value(json_object_get(test, "size")) % MACHINE_SIZE_CLASSES;
    return options;
}

/* What a test names: to be run. */
struct named {
    const struct machine_variant *machine;
    const struct suite_test *test;
    struct litmus_placement placement;
};

static int look_up(struct litmus_again *again, const json_t *test, struct named *named)
{
    const char *path = text_of(test, "path"), *name = text_of(test, "name"), *on = text_of(test, "machine");
    if (!path || !name || !on)
        return refuse("it has no path, name or machine:", path ? path : "");
    named->machine = again->machines ? litmus_find_machine(again->machines, on) : NULL;
    named->test = named->machine ? find_test(again, test, path, name) : NULL;
    if (!named->test)
        return EXIT_BAD_INPUT;
    if (!find_place(named->machine, named->test->test, test, &named->placement))
        return refuse("the test has no such placement and layout:", text_of(test, "placement") ? text_of(test, "placement") : "");
    return 0;
}

typedef struct litmus_result *litmus_runner(struct machines *, const struct machine_variant *, const struct machine_program *,
                                            const struct litmus_placement *, const struct litmus_options *, struct text *error);

static int run(struct litmus_again *again, const struct named *named, const struct litmus_options *options, litmus_runner *runner)
{
    struct text error = {0};
    again->result = runner(again->machines, named->machine, named->test->program, &named->placement, options, &error);
    if (!again->result)
        complain_lines(error.bytes ? error.bytes : "murrelet: the machine cannot be compiled\n");
    text_free(&error);
    return again->result ? 0 : EXIT_BAD_INPUT;
}

int litmus_again_open(struct litmus_again *again, const json_t *test, const struct compile_arguments *compile)
{
    struct named named;
    *again = (struct litmus_again){.arena = arena_new(), .machines = litmus_open_machines(), .opened = true};
    struct litmus_options options = options_of(test, compile);
    int code = look_up(again, test, &named);
    if (!code && !litmus_constants_are_right(options.environment.constants))
        code = refuse("its constants are not NAME=VALUE of the machine:", options.environment.constants);
    if (!code)
        code = run(again, &named, &options, litmus_bind);
    if (code)
        return code;
    again->names = test_names(again->result);
    again->title = arena_format(again->arena, "%s on %s", named.machine->name, named.test->test->name);
    return 0;
}

int litmus_again_search(struct litmus_again *again, struct machines *machines, const json_t *test, struct litmus_options *options)
{
    struct named named;
    *again = (struct litmus_again){.arena = arena_new(), .machines = machines};
    options->environment.prefetches = (unsigned)json_integer_value(json_object_get(test, "prefetch"));
    options->environment.warm = json_is_true(json_object_get(test, "warm"));
    int code = look_up(again, test, &named);
    return code ? code : run(again, &named, options, litmus_run);
}

void litmus_again_close(struct litmus_again *again)
{
    litmus_result_free(again->result);
    if (again->machines && again->opened)
        machines_close(again->machines);
    if (again->arena)
        arena_free(again->arena);
}
