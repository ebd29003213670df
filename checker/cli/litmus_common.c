/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * litmus_common.c - the options, the machines and the environment that litmus
 * commands share.
 */
#include "litmus_common.h"

#include <stdlib.h>
#include <string.h>

#include "../base/complain.h"
#include "../base/die.h"
#include "../base/machine.h"
#include "../base/stop.h"
#include "../cat/library.h"
#include "../machines/conformance.h"
#include "../litmus/parse.h"
#include "../suite/suite_cat.h"
#include "litmus_files.h"
#include "litmus_trace.h"
#include "origin.h"

static const char *const layout_sets[] = {"default", "all", NULL};
static const char *const placement_sets[] = {"apart", "paired", "all", "regroup", NULL};

const struct option_spec litmus_environment_options[] = {
    {.name = "prefetch", .kind = OPTION_COUNT, .offset = offsetof(struct environment_arguments, prefetch),
     .argument = "K", .help = "At most K loads of other wavefronts on each CU, at any time. Default: 1.", .most = 8},
    {.name = "warm", .kind = OPTION_FLAG, .offset = offsetof(struct environment_arguments, warm),
     .help = "Prefetches, any number, before the program alone: caches are warm when it begins."},
    {.name = "evictions", .kind = OPTION_FLAG, .offset = offsetof(struct environment_arguments, evictions),
     .help = "Caches may evict of their own accord, at any time."},
    {.name = "no-liveness", .kind = OPTION_FLAG, .offset = offsetof(struct environment_arguments, no_liveness),
     .help = "Do not check that from every reachable state every operation can still complete."},
    {.name = "ends", .kind = OPTION_FLAG, .offset = offsetof(struct environment_arguments, ends),
     .help = "Also check that from every reachable state every thread can still end: where a copy is never dropped, "
             "a loop that waits for a store may not."},
    {.name = "placement", .kind = OPTION_CHOICE, .offset = offsetof(struct environment_arguments, placement),
     .choices = placement_sets,
     .help = "Which work-groups share a CU: none (apart), and also two on each (paired), or every way (all); regroup: every "
             "way, of the test and of each with its threads in other work-groups of their agents."},
    {.name = "layout", .kind = OPTION_CHOICE, .offset = offsetof(struct environment_arguments, layout),
     .choices = layout_sets,
     .help = "Which locations share a line: as the test's key Line says, or none (default), or every way (all)."},
    {.name = "max-states", .kind = OPTION_COUNT, .offset = offsetof(struct environment_arguments, max_states),
     .argument = "N", .help = "Stop a pair, at each placement and layout, after N states; then it is incomplete."},
    {.name = "max-seconds", .kind = OPTION_SECONDS, .offset = offsetof(struct environment_arguments, max_seconds),
     .argument = "S", .help = "Stop a pair, at each placement and layout, after S seconds."},
    {.name = "memory", .kind = OPTION_BYTES, .offset = offsetof(struct environment_arguments, memory),
     .argument = "BYTES", .help = "Stop a pair that needs more. Default: 80 per cent of what there is."},
    {0},
};

void litmus_set_options(struct litmus_options *options, const struct environment_arguments *a,
                        const struct compile_arguments *compile)
{
    *options = (struct litmus_options){
        .environment = {.prefetches = a->warm && !a->prefetch ? 1 : (unsigned)a->prefetch, .warm = a->warm,
                        .evictions = a->evictions, .invariants = "none"},
        .compile = {.cc = compile->cc, .optimise = compile->optimise, .no_cache = compile->no_cache},
        .max_states = a->max_states, .max_seconds = a->max_seconds,
        .memory = a->memory ? a->memory : machine_memory() / 5 * 4,
        .threads = 1, .liveness = !a->no_liveness, .ends = a->ends, .interrupt = stop_note()};
    stop_on_signals(); /* who sets these options runs tests with them, and looks at the note */
}

bool litmus_constants_are_right(const char *list)
{
    for (const char *item = list; item && *item; item += strcspn(item, " ") + (item[strcspn(item, " ")] == ' ')) {
        size_t length = strcspn(item, " "), name = strcspn(item, "=");
        if (!name || name + 1 >= length || machines_sets(item, name))
            return false;
    }
    return true;
}

void litmus_keep(struct suite_options *options, bool fresh)
{
    const char *never = getenv("MURRELET_FRESH");
    options->keep = !never || !*never;
    options->fresh = fresh;
}

void litmus_warn_not_kept(const struct suite *suite)
{
    if (suite->keep_error)
        complain("murrelet: warning: results could not be kept for later runs: %s\n", strerror(suite->keep_error));
}

struct machines *litmus_open_machines(void)
{
    struct text error = {0};
    struct machines *machines = machines_open(&error);
    if (machines)
        origin_warn(machines);
    else
        complain_lines(error.bytes);
    text_free(&error);
    return machines;
}

const struct cat_model *litmus_read_cat(struct machines *machines, struct arena *arena, const char *name,
                                        const struct option_list *folders)
{
    struct diagnostics *diagnostics = diagnostics_new(arena);
    const char *root = machines_root(machines), *path = cat_library_find(arena, root, NULL, name);
    const struct cat_model *model = cat_library_read(arena, diagnostics, root, path ? path : name, folders->items, folders->count);
    load_print_diagnostics(diagnostics);
    return model;
}

bool litmus_find_asked(struct asked *asked, struct machines *machines, struct arena *arena, const char *name)
{
    struct diagnostics *diagnostics = diagnostics_new(arena);
    struct text why = {0};
    bool found = asked_find(asked, machines, arena, diagnostics, name, &why);
    load_print_diagnostics(diagnostics);
    if (!found && why.bytes)
        complain_lines(why.bytes);
    text_free(&why);
    return found;
}

const struct machine_variant *litmus_find_machine(struct machines *machines, const char *name)
{
    struct text why = {0};
    const struct machine_variant *machine = machines_find(machines, name, &why);
    if (!machine)
        complain_lines(why.bytes);
    text_free(&why);
    return machine;
}

static void show_run(void *data, struct text *words, const struct litmus_result *result, const struct litmus_options *options,
                     const char *path)
{
    struct litmus_trace trace;
    (void)data, (void)options, (void)path;
    litmus_trace_open(&trace, result, result->violation ? LITMUS_RUN_VIOLATION : LITMUS_RUN_WITNESS);
    litmus_trace_words(&trace, words);
}

int litmus_check_own(struct machines *machines, const struct machine_variant *machine,
                     const struct compile_arguments *compile)
{
    if (!machine->own)
        return 0;
    struct text words = {0};
    const struct litmus_options asked = {
        .compile = {.cc = compile->cc, .optimise = compile->optimise, .no_cache = compile->no_cache}};
    const struct conformance_shower shower = {.show = show_run};
    enum conformance found = conformance_check(machines, machine, &asked, &shower, NULL, &words);
    if (found != CONFORMANCE_KEPT)
        complain("%s", words.bytes ? words.bytes : "the machine cannot be compiled\n");
    text_free(&words);
    return found == CONFORMANCE_KEPT ? 0 : found == CONFORMANCE_INCOMPLETE ? EXIT_INCOMPLETE : EXIT_BAD_INPUT;
}

bool litmus_read_test(struct arena *arena, const char *path, const char *outcome, int color, struct suite_test *out)
{
    struct diagnostics *diagnostics = diagnostics_new(arena);
    struct source *source = source_read(arena, diagnostics, path, (struct place){0});
    struct litmus_test *test = source ? litmus_parse(arena, diagnostics, source) : NULL;
    bool asked = test && (!outcome || litmus_parse_outcome(arena, diagnostics, test,
                                                           source_from_text(arena, "--outcome", outcome)));
    struct machine_program *program = asked ? machine_program_new(arena, diagnostics, test) : NULL;
    bool ok = program && !diagnostics_errors(diagnostics);
    diagnostics_print(diagnostics, stderr,
                      load_colour(&(struct language_arguments){.color = color}, stderr));
    *out = (struct suite_test){.path = path, .test = test, .program = program};
    return ok;
}

/* What is said of a test is said under its name: a file named twice counts
 * once, and two files of one name are pointed out. */
static bool is_there_already(const struct suite_test *tests, unsigned count, const struct suite_test *test)
{
    for (unsigned t = 0; t < count; t++) {
        if (!strcmp(tests[t].path, test->path))
            return true;
        if (!strcmp(tests[t].test->name, test->test->name))
            complain("murrelet: warning: %s and %s have one name, %s\n", tests[t].path, test->path, test->test->name);
    }
    return false;
}

struct suite_test *litmus_read_tests(struct arena *arena, const struct machines *machines, const char *filter, int color,
                                     int argc, char **argv, unsigned *count)
{
    struct litmus_files files = {0};
    char *library = arena_format(arena, "%s/litmus", machines_root(machines));
    bool ok = argc ? litmus_files_find(&files, argc, argv) : litmus_files_find(&files, 1, &library);
    struct suite_test *tests = arena_alloc(arena, (files.count + 1) * sizeof *tests);
    *count = 0;
    for (unsigned i = 0; ok && i < files.count; i++) {
        if (filter && !strstr(files.paths[i], filter))
            continue;
        ok = litmus_read_test(arena, arena_format(arena, "%s", files.paths[i]), NULL, color, &tests[*count]);
        if (ok && !is_there_already(tests, *count, &tests[*count]))
            ++*count;
    }
    litmus_files_free(&files);
    if (!ok)
        *count = 0;
    return ok ? tests : NULL;
}

struct suite_test *litmus_regroup_test(struct arena *arena, const struct suite_test *test, int placement,
                                       unsigned *count)
{
    struct suite_test *tests = NULL;
    const struct litmus_test *next = test->test;
    *count = 0;
    ARENA_PUSH(arena, tests, *count, *test);
    while (placement == PLACEMENT_REGROUP && (next = litmus_regroup(arena, test->test, *count))) {
        struct suite_test other = {.path = test->path, .test = next, .origin = test->test};
        other.program = machine_program_new(arena, diagnostics_new(arena), next);
        ARENA_PUSH(arena, tests, *count, other);
    }
    return tests;
}

/* ---- what a suite is made of ---- */

static void add_column(struct suite *suite, const struct machine_variant *machine)
{
    for (unsigned i = 0; i < suite->column_count; i++)
        if (suite->columns[i] == machine)
            return;
    ARENA_PUSH(suite->arena, suite->columns, suite->column_count, machine);
}

/* A machine's first line is its default. */
static bool is_default(const struct machines *machines, unsigned index)
{
    for (unsigned i = 0; i < index; i++)
        if (!strcmp(machines_at(machines, i)->machine, machines_at(machines, index)->machine))
            return false;
    return true;
}

static const bool *asked_for(const struct suite *suite, const struct option_list *names)
{
    bool *asked = arena_alloc(suite->arena, suite->column_count * sizeof *asked);
    for (unsigned c = 0; c < suite->column_count; c++) {
        asked[c] = !names->count;
        for (unsigned i = 0; i < names->count; i++)
            asked[c] |= !strcmp(names->items[i], suite->columns[c]->name);
    }
    return asked;
}

static int add_columns(struct suite *suite, const struct option_list *names, const struct compile_arguments *compile)
{
    for (int i = 0; machines_references[i]; i++)
        add_column(suite, machines_reference(suite->machines, machines_references[i]));
    for (unsigned i = 0; i < names->count; i++) {
        const struct machine_variant *machine = litmus_find_machine(suite->machines, names->items[i]);
        if (!machine || litmus_check_own(suite->machines, machine, compile))
            return EXIT_BAD_INPUT;
        add_column(suite, machine);
    }
    for (unsigned i = 0; !names->count && i < machines_count(suite->machines); i++) {
        const struct machine_variant *machine = machines_at(suite->machines, i);
        if (is_default(suite->machines, i))
            add_column(suite, machine);
    }
    suite->asked = asked_for(suite, names);
    return 0;
}

static int add_tests(struct suite *suite, const char *filter, int color, int argc, char **argv)
{
    suite->tests_named = argc > 0;
    suite->tests = litmus_read_tests(suite->arena, suite->machines, filter, color, argc, argv, &suite->test_count);
    if (suite->tests && !suite->test_count)
        complain("murrelet: no test is left to run\n");
    return suite->test_count ? 0 : EXIT_BAD_INPUT;
}

/* By what each column is judged. */
static int add_promises(struct suite *suite, const struct option_list *models, int color)
{
    struct diagnostics *diagnostics = diagnostics_new(suite->arena);
    bool right = suite_read_promises(suite, diagnostics) &&
                 suite_judge_by(suite, diagnostics, models->items, models->count);
    diagnostics_print(diagnostics, stderr, load_colour(&(struct language_arguments){.color = color}, stderr));
    return right ? 0 : EXIT_BAD_INPUT;
}

int suite_begin(struct suite *suite, const struct option_list *machines, const struct option_list *models,
                const struct compile_arguments *compile, int color)
{
    suite->arena = arena_new();
    suite->machines = litmus_open_machines();
    if (!suite->machines)
        return EXIT_BAD_INPUT;
    struct diagnostics *diagnostics = diagnostics_new(suite->arena);
    suite->expected = expected_open(suite->arena, diagnostics, machines_root(suite->machines));
    suite->must = suite->expected ? must_open(suite->arena, diagnostics, suite->machines, suite->expected) : NULL;
    diagnostics_print(diagnostics, stderr, load_colour(&(struct language_arguments){.color = color}, stderr));
    if (!suite->must)
        return EXIT_BAD_INPUT;
    int code = add_columns(suite, machines, compile);
    return code ? code : add_promises(suite, models, color);
}

int suite_prepare(struct suite *suite, const struct option_list *machines, const struct option_list *models,
                  const struct compile_arguments *compile, const char *filter, int color, int argc, char **argv)
{
    int code = suite_begin(suite, machines, models, compile, color);
    return code ? code : add_tests(suite, filter, color, argc, argv);
}

void suite_regroup(struct suite *suite)
{
    struct suite_test *tests = NULL;
    unsigned count = 0;
    for (unsigned t = 0; t < suite->test_count; t++) {
        unsigned made;
        const struct suite_test *group = litmus_regroup_test(suite->arena, &suite->tests[t], PLACEMENT_REGROUP, &made);
        for (unsigned i = 0; i < made; i++)
            ARENA_PUSH(suite->arena, tests, count, group[i]);
    }
    suite->tests = tests;
    suite->test_count = count;
}

static bool read_shard(const char *text, unsigned *index, unsigned *count)
{
    int end = 0;
    return sscanf(text, "%9u/%9u%n", index, count, &end) == 2 && !text[end] && *index >= 1 && *index <= *count;
}

bool suite_shard_is_valid(const char *shard)
{
    unsigned index, count;
    return read_shard(shard, &index, &count);
}

void suite_set_shard(struct suite_options *options, const char *shard)
{
    options->shard = shard;
    if (shard && !read_shard(shard, &options->part, &options->parts))
        die("the shard was not checked");
}

static void free_outcomes(struct suite *suite)
{
    for (unsigned i = 0; suite->cells && i < suite->column_count * suite->test_count; i++) {
        outcomes_free(suite->cells[i].outcomes);
        json_decref(suite->cells[i].record);
    }
}

void suite_release(struct suite *suite)
{
    free_outcomes(suite);
    suite_cat_free(suite);
    for (unsigned t = 0; t < suite->test_count; t++)
        for (int m = 0; m <= RACE_MODELS; m++)
            race_result_free(suite->tests[t].races[m]);
    if (suite->machines)
        machines_close(suite->machines);
    arena_free(suite->arena);
}
