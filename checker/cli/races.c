/* SPDX-License-Identifier: BSD-2-Clause */
/* races.c - murrelet races: heterogeneous races of litmus tests. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "../base/complain.h"
#include "../base/die.h"
#include "../base/machine.h"
#include "../base/memory.h"
#include "../base/printable.h"
#include "../base/stop.h"
#include "../cat/library.h"
#include "../cat/search.h"
#include "../machines/races.h"
#include "../report/cat_dot.h"
#include "../report/execution_dot.h"
#include "../report/race_execution.h"
#include "commands.h"
#include "litmus_common.h"
#include "litmus_files.h"
#include "write.h"

struct races_arguments {
    struct option_list models;
    struct compile_arguments compile;
    const char *json, *dot;
    uint64_t unroll, max_states, max_executions, memory;
    double max_seconds;
    bool strict, literal, widen, reference, outcomes, quiet;
};

static const struct option_spec races_options[] = {
    {.name = "model", .letter = 'm', .kind = OPTION_LIST, .offset = offsetof(struct races_arguments, models),
     .argument = "MODEL",
     .help = "drf, hrf-direct, hrf-indirect, hrf-direct-relaxed, hrf-indirect-relaxed, or rsp (the last with "
             "remote-scope promotion), or a file in cat: racy is what it flags. May be repeated. Default: the named ones, "
             "all of them."},
    {.name = "strict", .kind = OPTION_FLAG, .offset = offsetof(struct races_arguments, strict),
     .help = "rsp: a remote operation conflicts with a narrower atomic of its target scope that is not ordered with it."},
    {.name = "literal", .kind = OPTION_FLAG, .offset = offsetof(struct races_arguments, literal),
     .help = "The relaxed models and rsp: two scopes are inclusive where one contains the other, as the definition of "
             "HRF-relaxed says to the letter. Default: where both contain both threads."},
    {.name = "widen", .kind = OPTION_FLAG, .offset = offsetof(struct races_arguments, widen),
     .help = "Take every scope for the system, as a machine that knows no scopes does."},
    {.name = "reference", .kind = OPTION_FLAG, .offset = offsetof(struct races_arguments, reference),
     .help = "Use the analysis as it is written out in Murphi (invariants/happens-before.m): the same verdicts, slowly, for small "
             "tests."},
    {.name = "outcomes", .kind = OPTION_FLAG, .offset = offsetof(struct races_arguments, outcomes),
     .help = "Print too what the model allows of a test that is not racy: the outcomes of the executions searched."},
    {.name = "json", .kind = OPTION_TEXT, .offset = offsetof(struct races_arguments, json), .argument = "FILE",
     .help = "Write the verdicts as JSON; - is the standard output, in place of the text."},
    {.name = "dot", .kind = OPTION_TEXT, .offset = offsetof(struct races_arguments, dot), .argument = "FILE",
     .help = "Write the execution of the first race that is found as a graph for dot: po, rf, co, fr, and the two that race."},
    {.name = "quiet", .letter = 'q', .kind = OPTION_FLAG, .offset = offsetof(struct races_arguments, quiet),
     .help = "A line a verdict, without executions."},
    {0},
};

static const struct option_spec limit_options[] = {
    {.name = "unroll", .kind = OPTION_COUNT, .offset = offsetof(struct races_arguments, unroll), .argument = "N",
     .help = "Where candidate executions are enumerated: take a loop's back edge at most N times. Default: 1.",
     .most = 8},
    {.name = "max-executions", .kind = OPTION_COUNT, .offset = offsetof(struct races_arguments, max_executions),
     .argument = "N", .help = "Look at no more than N executions of a test for candidates. Default: 2000000."},
    {.name = "max-states", .kind = OPTION_COUNT, .offset = offsetof(struct races_arguments, max_states),
     .argument = "N", .help = "Stop a search after N states. Default: 2000000."},
    {.name = "max-seconds", .kind = OPTION_SECONDS, .offset = offsetof(struct races_arguments, max_seconds),
     .argument = "S", .help = "Stop a search after S seconds."},
    {.name = "memory", .kind = OPTION_BYTES, .offset = offsetof(struct races_arguments, memory),
     .argument = "BYTES", .help = "Stop a search that needs more. Default: 80 per cent of what there is."},
    {0},
};

static const struct option_group races_groups[] = {
    {NULL, races_options, 0},
    {"Bounds", limit_options, 0},
    {"Compiling", load_compile_options, offsetof(struct races_arguments, compile)},
    {0},
};

struct races_run {
    struct races_arguments arguments;
    struct race_options options;
    bool wanted[RACE_MODELS];
    struct arena *arena;                /* of the models in cat */
    const struct cat_model **cat;
    unsigned cat_count;
    struct machines *machines;
    json_t *json;
    json_t *race;                       /* what --dot draws; or NULL */
    struct text flagged;                /* ... or this, where it was a model in cat that found the first race */
    const char *cat_name;               /* of the one that is asked now */
    bool some_racy, some_inexact;
    const char *current_file; /* the file whose test is looked at */
    const char *ended; /* why it ended early, or NULL: all that was asked for was looked at */
};

static bool add_cat(struct races_run *run, const char *name)
{
    const struct cat_model *model = litmus_read_cat(run->machines, run->arena, name, &(struct option_list){0});
    if (model && !model->flags) {
        complain("murrelet: %s has no flag: nothing is racy under it\n", name);
        model = NULL;
    }
    if (model)
        ARENA_PUSH(run->arena, run->cat, run->cat_count, model);
    return model != NULL;
}

static bool find_model(struct races_run *run, const char *name)
{
    int m = 0;
    while (m < RACE_MODELS && strcmp(race_model_names[m], name))
        m++;
    if (m < RACE_MODELS)
        return run->wanted[m] = true;
    if (cat_is_file_name(name))
        return add_cat(run, name);
    const char *near = options_nearest(name, race_model_names);
    complain("murrelet: there is no race model '%s'%s%s%s\n", name, near ? "; is '" : "", near ? near : "",
             near ? "' meant?" : "");
    return false;
}

static bool find_models(struct races_run *run)
{
    const struct option_list *names = &run->arguments.models;
    bool right = true;
    for (int m = 0; m < RACE_MODELS; m++)
        run->wanted[m] = !names->count;
    for (unsigned i = 0; i < names->count; i++)
        right = right && find_model(run, names->items[i]);
    return right;
}

static json_t *action_json(const struct race_result *result, unsigned i)
{
    struct text text = {0};
    race_print_action(&text, result->test, &result->actions[i]);
    json_t *step = json_pack("{s:s, s:b}", "action", text.bytes, "races", i == result->first || i == result->second);
    text_free(&text);
    return step;
}

static void add_outcome_json(void *data, const struct outcome *outcome)
{
    json_array_append_new(data, json_string(outcome->line));
}

static void put_outcome(void *data, const struct outcome *outcome)
{
    (void)data;
    printf("    %s\n", outcome->line);
}

static void add_json(struct races_run *run, const struct race_result *result, const char *model)
{
    json_t *entry = json_pack("{s:s, s:s, s:s, s:b}", "test", result->test->name, "model", model, "verdict",
                              race_verdict_name(result->verdict), "exact", result->exact);
    if (!result->exact)
        json_object_set_new(entry, "reason", json_string(result->reason));
    json_object_set_new(entry, "states", json_integer((json_int_t)result->states));
    if (result->enumerated)
        json_object_set_new(entry, "candidates", json_integer((json_int_t)result->candidates));
    if (result->outcomes && result->verdict != RACE_RACY) {
        json_t *outcomes = json_array();
        outcomes_visit(result->outcomes, add_outcome_json, outcomes);
        json_object_set_new(entry, "outcomes", outcomes);
        json_object_set_new(entry, "condition", json_boolean(outcomes_tally(result->outcomes, true).positive > 0));
    }
    json_t *trace = json_array();
    for (unsigned i = 0; i < result->action_count; i++)
        json_array_append_new(trace, action_json(result, i));
    if (result->verdict == RACE_RACY) {
        const struct race_action *a = &result->actions[result->first], *b = &result->actions[result->second];
        json_object_set_new(entry, "race", json_pack("{s:s, s:[i, i]}", "location",
                                                     result->test->locations[a->location].name, "threads", a->thread,
                                                     b->thread));
        json_object_set_new(entry, "interleaved", json_boolean(result->interleaved));
    }
    json_object_set_new(entry, "trace", trace);
    json_array_append_new(run->json, entry);
}

static void put_text(const struct races_run *run, const struct race_result *result, const char *model)
{
    printf("%s %s: %s", result->test->name, model, race_verdict_name(result->verdict));
    if (result->verdict == RACE_RACY) {
        const struct race_action *a = &result->actions[result->first], *b = &result->actions[result->second];
        printf(" on %s (P%d, P%d)", result->test->locations[a->location].name, a->thread, b->thread);
    }
    if (!result->exact)
        printf(" (%s)", result->reason);
    printf("; %llu states", (unsigned long long)result->states);
    if (result->enumerated)
        printf(", %llu candidates", (unsigned long long)result->candidates);
    putchar('\n');
    if (result->outcomes && result->verdict != RACE_RACY)
        outcomes_visit(result->outcomes, put_outcome, NULL);
    if (result->verdict == RACE_RACY && !run->arguments.quiet) {
        struct text text = {0};
        race_print_execution(&text, result);
        if (!result->interleaved)
            fputs("  in a candidate execution, thread by thread:\n", stdout);
        fputs(text.bytes, stdout);
        text_free(&text);
    }
}

static int decide(struct races_run *run, const struct machine_program *program, enum race_model model)
{
    struct text error = {0};
    run->options.rules.model = model;
    struct race_result *result = races_decide(run->machines, program, &run->options, &error);
    if (!result)
        complain("murrelet: %s\n", error.bytes ? error.bytes : "the machine sc cannot be compiled");
    text_free(&error);
    if (!result) /* the compiler is stopped too */
        return stop_asked() ? EXIT_INCOMPLETE : EXIT_BAD_INPUT;
    if (run->json)
        add_json(run, result, race_model_names[model]);
    if (!run->arguments.json || strcmp(run->arguments.json, "-"))
        put_text(run, result, race_model_names[model]);
    fflush(stdout); /* the next may be long in coming */
    if (run->arguments.dot && !run->race && !run->flagged.length && result->verdict == RACE_RACY)
        run->race = race_execution(result, race_model_names[model]);
    run->some_racy |= result->verdict == RACE_RACY;
    run->some_inexact |= result->verdict == RACE_NONE_FOUND;
    race_result_free(result);
    return 0;
}

/* ---- models in cat ---- */

static void put_cat(struct races_run *run, const struct litmus_test *test, const struct cat_model *model,
                    const struct cat_result *result, const struct outcomes *outcomes)
{
    const char *flag = cat_flag_raised(model, result), *name = cat_model_name(model), *left_out = cat_left_out(result);
    enum race_verdict verdict = flag ? RACE_RACY : left_out ? RACE_NONE_FOUND : RACE_FREE;
    if (run->json) {
        json_t *entry = json_pack("{s:s, s:s, s:s, s:b}", "test", test->name, "model", name, "verdict",
                                  race_verdict_name(verdict), "exact", flag || !left_out);
        if (flag)
            json_object_set_new(entry, "flag", json_string(flag));
        else if (left_out)
            json_object_set_new(entry, "reason", json_string(left_out));
        if (run->arguments.outcomes && !flag) {
            json_t *lines = json_array();
            outcomes_visit(outcomes, add_outcome_json, lines);
            json_object_set_new(entry, "outcomes", lines);
        }
        json_array_append_new(run->json, entry);
    }
    if (!run->arguments.json || strcmp(run->arguments.json, "-")) {
        printable_format(stdout, "%s %s: %s", test->name, name, race_verdict_name(verdict));
        if (flag || left_out)
            printf(" (%s%s)", flag ? "flag " : "", flag ? flag : left_out);
        printf("; %llu executions\n", (unsigned long long)result->accepted);
        if (run->arguments.outcomes && !flag)
            outcomes_visit(outcomes, put_outcome, NULL);
    }
    fflush(stdout);
    run->some_racy |= verdict == RACE_RACY;
    run->some_inexact |= verdict == RACE_NONE_FOUND;
}

/* An execution that raises a flag, the first of the run. */
static void draw_flagged(void *data, const struct cat_evaluation *evaluation, const struct cat_requirement *flag)
{
    struct races_run *run = data;
    if (run->arguments.dot && !run->race && !run->flagged.length)
        cat_dot_flag(&run->flagged, evaluation, flag, run->cat_name);
}

static void decide_cat(struct races_run *run, struct arena *arena, const struct litmus_test *test, const struct cat_model *model)
{
    run->cat_name = cat_model_name(model);
    struct cat_options options = {.unroll = (unsigned)run->arguments.unroll, .partial = cat_is_partial(model),
                                  .flagged = draw_flagged, .flagged_data = run,
                                  .until = run->arguments.max_seconds > 0 ? machine_clock() + run->arguments.max_seconds : 0};
    struct outcomes *outcomes = outcomes_new(test);
    struct cat_result result = cat_search(arena, model, test, &options, outcomes, NULL, NULL);
    put_cat(run, test, model, &result, outcomes);
    outcomes_free(outcomes);
}

static int run_file(struct races_run *run, const char *path)
{
    struct arena *arena = arena_new();
    struct suite_test test;
    int code = litmus_read_test(arena, path, NULL, COLOR_AUTO, &test) ? 0 : EXIT_BAD_INPUT;
    for (int m = 0; !code && m < RACE_MODELS && !stop_asked(); m++)
        if (run->wanted[m])
            code = decide(run, test.program, (enum race_model)m);
    for (unsigned i = 0; !code && i < run->cat_count && !stop_asked(); i++)
        decide_cat(run, arena, test.test, run->cat[i]);
    arena_free(arena);
    return code;
}

static int write_tests(struct races_run *run)
{
    json_t *root = json_pack("{s:o}", "tests", run->json);
    if (run->ended)
        json_object_set_new(root, "reason", json_string(run->ended));
    run->json = NULL;
    return write_json(root, run->arguments.json) ? 0 : EXIT_BAD_INPUT;
}

static bool write_race(const struct races_run *run)
{
    if (run->race)
        return write_form(run->race, run->arguments.dot, execution_dot);
    if (run->flagged.length)
        return write_text(&run->flagged, run->arguments.dot);
    complain("murrelet: %s: no race was found: there is nothing to draw\n", run->arguments.dot);
    return true;
}

static void set_options(struct races_run *run)
{
    const struct races_arguments *a = &run->arguments;
    run->options = (struct race_options){
        .rules = {.literal = a->literal, .strict = a->strict, .wide = a->widen},
        .run = {.compile = {.cc = a->compile.cc, .optimise = a->compile.optimise, .no_cache = a->compile.no_cache},
                .max_states = a->max_states, .max_seconds = a->max_seconds,
                .memory = a->memory ? a->memory : machine_memory() / 5 * 4, .threads = 1, .interrupt = stop_note()},
        .reference = a->reference, .outcomes = a->outcomes, .unroll = (unsigned)a->unroll, .max_executions = a->max_executions};
}

/* Memory ran out: the tests before the current one stand as they are. */
static int report_out_of_memory(void *data)
{
    struct races_run *run = data;
    if (run->current_file)
        complain("murrelet: %s was not finished, and what comes after it was not begun\n", run->current_file);
    int code = run->some_racy ? EXIT_VIOLATED : EXIT_INCOMPLETE;
    memory_reporting(code);
    run->ended = "memory";
    return run->json && write_tests(run) ? EXIT_BAD_INPUT : code;
}

/* What was decided stands; the current test may lack a model, or have one that was cut short. */
static void report_interrupted(struct races_run *run, unsigned not_begun)
{
    run->ended = "interrupted";
    run->some_inexact = true;
    if (run->current_file)
        complain("murrelet: interrupted in %s; after it %u test%s not looked at\n", run->current_file, not_begun,
                 not_begun == 1 ? " was" : "s were");
}

static void free_run(struct races_run *run)
{
    json_decref(run->race);
    text_free(&run->flagged);
    machines_close(run->machines);
    arena_free(run->arena);
    options_release(&run->arguments.models);
}

static int run_races(int argc, char **argv)
{
    struct races_run run = {.arguments = {.compile = COMPILE_DEFAULTS, .unroll = 1, .max_executions = 2000000,
                                          .max_states = 2000000}};
    int first = options_parse(&command_races, &run.arguments, argc, argv);
    if (first < 0)
        return options_exit(first);
    if (first == argc) {
        options_release(&run.arguments.models);
        return options_usage(&command_races, "name at least one litmus test or folder");
    }
    set_options(&run);
    stop_on_signals();
    memory_at_end(&(struct memory_end){report_out_of_memory, &run, NULL});
    struct litmus_files files = {0};
    run.arena = arena_new();
    run.machines = litmus_open_machines();
    int worst = run.machines && find_models(&run) && litmus_files_find(&files, argc - first, argv + first) ? 0 : EXIT_BAD_INPUT;
    if (!worst && run.arguments.json)
        run.json = json_array();
    bool ready = !worst;
    unsigned begun = 0;
    for (; ready && begun < files.count && !stop_asked(); begun++) {
        run.current_file = files.paths[begun];
        int code = run_file(&run, files.paths[begun]);
        if (code != EXIT_INCOMPLETE) /* said below, and no worse than a race */
            worst = code > worst ? code : worst;
    }
    if (ready && stop_asked())
        report_interrupted(&run, files.count - begun);
    if (run.json && write_tests(&run))
        worst = EXIT_BAD_INPUT;
    if (run.arguments.dot && !worst && !write_race(&run))
        worst = EXIT_BAD_INPUT;
    litmus_files_free(&files);
    free_run(&run);
    if (worst)
        return worst;
    return run.some_racy ? EXIT_VIOLATED : run.some_inexact ? EXIT_INCOMPLETE : EXIT_HOLDS;
}

static const struct option_absence races_absent[] = {
    {"html trace trace-out watch all slice fewest-switches stats const",
     "a race is shown by an execution, accesses in an order, and no machine takes steps in it; it "
     "is printed, --json has it and --dot draws it, and 'murrelet litmus' shows runs of machines"},
    {0},
};

const struct command command_races = {
    .name = "races",
    .operands = "TEST.litmus|FOLDER...",
    .summary = "decide whether litmus tests have heterogeneous races",
    .description = "Searches every sequentially consistent execution of each test for two accesses that conflict and "
                   "that happens-before does not order, under each model asked for; and, under the relaxed models, "
                   "where a test has relaxed, acquire or release accesses or fences, its candidate executions. A racy "
                   "test is shown with a shortest interleaving that has the race, or, where only candidates have one, "
                   "with the first of them.\n\n"
                   "A test is 'no race found' where none was found and something was left out, which is said: a loop "
                   "was unrolled, a bound was reached.\n\n"
                   "Exit code: 0 when every test is race-free, 1 when one is racy, 3 when none is and something was "
                   "left out.",
    .groups = races_groups,
    .absent = races_absent,
    .run = run_races,
};
