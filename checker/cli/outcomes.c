/* SPDX-License-Identifier: BSD-2-Clause */
/* outcomes.c - murrelet outcomes: what a memory model in cat allows of litmus tests. */
#include <jansson.h>
#include <string.h>

#include "../base/complain.h"
#include "../base/die.h"
#include "../base/machine.h"
#include "../base/memory.h"
#include "../base/stop.h"
#include "../base/text.h"
#include "../cat/endless.h"
#include "../cat/library.h"
#include "../litmus/parse.h"
#include "../report/cat_dot.h"
#include "../report/endless.h"
#include "../report/litmus_log.h"
#include "commands.h"
#include "litmus_common.h"
#include "litmus_files.h"
#include "origin.h"
#include "write.h"

enum coherence { COHERENCE_BY_TITLE, COHERENCE_TOTAL, COHERENCE_PARTIAL };
static const char *const coherence_names[] = {"model", "total", "partial", NULL};

struct outcomes_arguments {
    struct option_list folders;
    const char *cat, *json, *dot;
    int coherence;
    const char *progress;
    bool no_outcomes;
    uint64_t unroll;
    double max_seconds;
};

static const struct option_spec outcomes_options[] = {
    {.name = "cat", .letter = 'c', .kind = OPTION_TEXT, .offset = offsetof(struct outcomes_arguments, cat),
     .argument = "MODEL.cat",
     .help = "The memory model: a file, or the name of one in litmus/models. Required."},
    {.name = "include", .letter = 'I', .kind = OPTION_LIST, .offset = offsetof(struct outcomes_arguments, folders),
     .argument = "FOLDER",
     .help = "Look here for what the model includes, after the including file's own folder and before litmus/models. "
             "May be repeated."},
    {.name = "coherence", .kind = OPTION_CHOICE, .offset = offsetof(struct outcomes_arguments, coherence),
     .argument = "KIND", .choices = coherence_names,
     .help = "The writes of a location are ordered totally, or by any partial order with the initial one first. Default: "
             "partial for a model whose title begins with PTX, else total."},
    {.name = "progress", .kind = OPTION_TEXT, .offset = offsetof(struct outcomes_arguments, progress), .argument = "MODEL",
     .choices = scheduler_names,
     .help = "Also decide whether every execution ends where the scheduler promises so much: fair (every work-group goes on), hsa "
             "(the first that has not ended), obe (those that have taken a step), lobe (those and the ones before them), hsa-obe. "
             "What is promised at a level of its own follows, as in hsa,agent=fair: of agents, wg or thread. Default: none."},
    {.name = "no-outcomes", .kind = OPTION_FLAG, .offset = offsetof(struct outcomes_arguments, no_outcomes),
     .help = "With --progress: decide that alone. Outcomes and flags are not looked for, which of loops can take far longer, "
             "and no condition is judged."},
    {.name = "unroll", .kind = OPTION_COUNT, .offset = offsetof(struct outcomes_arguments, unroll), .argument = "N",
     .help = "Take a loop's back edge at most N times. Default: 2.", .most = 8},
    {.name = "max-seconds", .kind = OPTION_SECONDS, .offset = offsetof(struct outcomes_arguments, max_seconds),
     .argument = "S", .help = "Stop with a test after S seconds."},
    {.name = "json", .kind = OPTION_TEXT, .offset = offsetof(struct outcomes_arguments, json), .argument = "FILE",
     .help = "Write the outcomes as JSON too; - is the standard output, in place of the log."},
    {.name = "dot", .kind = OPTION_TEXT, .offset = offsetof(struct outcomes_arguments, dot), .argument = "FILE",
     .help = "Write an execution that satisfies the condition of the last test that has one, or with --progress one that does not "
             "end, as a graph for dot."},
    {0},
};

static const struct option_group outcomes_groups[] = {{NULL, outcomes_options, 0}, {0}};

struct outcomes_run {
    struct outcomes_arguments arguments;
    struct promises promises;
    struct arena *arena;
    struct machines *machines;
    const struct cat_model *model;
    const char *model_name;
    struct cat_options options;
    json_t *json;
    struct text dot;
    struct text endless;    /* of the current test: an execution that does not end, or empty */
    json_t *endless_json;   /* ... or NULL */
    const char *current_file;
    bool some_no, some_incomplete;
};

/* ---- the model ---- */

static int read_model(struct outcomes_run *run)
{
    run->model = litmus_read_cat(run->machines, run->arena, run->arguments.cat, &run->arguments.folders);
    if (!run->model)
        return EXIT_BAD_INPUT;
    run->model_name = cat_model_name(run->model);
    run->options.partial = run->arguments.coherence == COHERENCE_PARTIAL ||
                           (run->arguments.coherence == COHERENCE_BY_TITLE && cat_is_partial(run->model));
    return 0;
}

/* ---- one test ---- */

static void draw(void *data, const struct cat_evaluation *evaluation, const struct litmus_value *values)
{
    struct outcomes_run *run = data;
    if (run->arguments.dot && litmus_holds(evaluation->execution->test->condition, values)) {
        text_free(&run->dot);
        cat_dot(&run->dot, evaluation, run->model_name);
    }
}

static bool prints_log(const struct outcomes_run *run)
{
    return !run->arguments.json || strcmp(run->arguments.json, "-");
}

static void keep_endless(void *data, const struct cat_evaluation *evaluation, const struct litmus_value *values)
{
    struct outcomes_run *run = data;
    (void)values;
    text_free(&run->endless);
    json_decref(run->endless_json);
    endless_text(&run->endless, evaluation);
    run->endless_json = endless_json(evaluation);
    if (run->arguments.dot) {
        text_free(&run->dot);
        cat_dot(&run->dot, evaluation, run->model_name);
    }
}

/* Whether every execution ends, in the log and in the test's JSON. */
static void conclude_progress(struct outcomes_run *run, const struct litmus_test *test, json_t *entry)
{
    char name[PROMISES_NAME];
    const char *promises = promises_name(&run->promises, name);
    struct cat_endless found = cat_endless(run->model, test, &run->options, &run->promises, keep_endless, run);
    const char *finds = scheduler_findings[found.finding];
    if (prints_log(run)) {
        printf("Progress %s %s %s: ", test->name, run->model_name, promises);
        printf(found.left_out ? "is not known: %s\n" : "%s\n", found.left_out ? found.left_out : finds);
        fputs(run->endless.bytes ? run->endless.bytes : "", stdout);
    }
    json_t *progress = json_pack("{s:s}", "scheduler", promises);
    json_object_set_new(progress, found.left_out ? "left_out" : "finds", json_string(found.left_out ? found.left_out : finds));
    if (run->endless_json)
        json_object_set_new(progress, "execution", run->endless_json);
    if (entry)
        json_object_set(entry, "progress", progress);
    json_decref(progress);
    run->endless_json = NULL;
    text_free(&run->endless);
    run->some_no |= found.finding != FOUND_ENDS;
    run->some_incomplete |= found.left_out != NULL;
}

static json_t *conclude(struct outcomes_run *run, struct arena *arena, const struct litmus_test *test,
                        const struct outcomes *outcomes, const struct cat_result *result, double seconds)
{
    const char **flags = NULL;
    unsigned flag_count = 0;
    for (unsigned i = 0; i < run->model->requirement_count; i++)
        if (result->raised[i])
            ARENA_PUSH(arena, flags, flag_count, run->model->requirements[i].name);
    struct litmus_report report = {.test = test, .outcomes = outcomes, .model = run->model_name,
                                   .complete = !cat_left_out(result), .left_out = cat_left_out(result),
                                   .states = result->accepted, .seconds = seconds, .flags = flags, .flag_count = flag_count};
    struct text log = {0};
    litmus_log(&log, &report);
    if (prints_log(run))
        fputs(log.bytes, stdout);
    text_free(&log);
    json_t *entry = run->json ? litmus_json(&report, NULL) : NULL;
    if (entry)
        json_array_append_new(run->json, entry);
    enum litmus_verdict verdict = litmus_verdict(test->quantifier, outcomes_tally(outcomes, report.complete));
    run->some_no |= verdict == LITMUS_NO;
    run->some_incomplete |= verdict == LITMUS_INCOMPLETE;
    return entry;
}

/* Its outcomes and flags, in the log and as JSON; the JSON, or NULL. */
static json_t *find_outcomes(struct outcomes_run *run, struct arena *arena, const struct litmus_test *test)
{
    double started = machine_clock();
    struct outcomes *outcomes = outcomes_new(test);
    struct cat_result result = cat_search(arena, run->model, test, &run->options, outcomes, draw, run);
    json_t *entry = conclude(run, arena, test, outcomes, &result, machine_clock() - started);
    outcomes_free(outcomes);
    return entry;
}

/* The JSON of a test whose outcomes nobody asks for, or NULL. */
static json_t *name_test(struct outcomes_run *run, const struct litmus_test *test)
{
    if (!run->json)
        return NULL;
    json_t *entry = json_pack("{s:s, s:s}", "test", test->name, "model", run->model_name);
    json_array_append_new(run->json, entry);
    return entry;
}

static int run_file(struct outcomes_run *run, const char *path)
{
    struct arena *arena = arena_new();
    struct diagnostics *diagnostics = diagnostics_new(arena);
    const struct source *source = source_read(arena, diagnostics, path, (struct place){0});
    const struct litmus_test *test = source ? litmus_parse(arena, diagnostics, source) : NULL;
    bool read = test && !diagnostics_errors(diagnostics) && cat_model_fits(run->model, test, diagnostics);
    load_print_diagnostics(diagnostics);
    if (read) {
        run->options.until = run->arguments.max_seconds > 0 ? machine_clock() + run->arguments.max_seconds : 0;
        json_t *entry = run->arguments.no_outcomes ? name_test(run, test) : find_outcomes(run, arena, test);
        if (promises_asked(&run->promises))
            conclude_progress(run, test, entry);
    }
    arena_free(arena);
    return read ? 0 : EXIT_BAD_INPUT;
}

/* ---- all of them ---- */

static int write_tests(struct outcomes_run *run, const char *reason)
{
    json_t *root = origin_json(run->machines, false);
    json_object_set_new(root, "tests", run->json);
    if (reason)
        json_object_set_new(root, "reason", json_string(reason));
    run->json = NULL;
    return write_json(root, run->arguments.json) ? 0 : EXIT_BAD_INPUT;
}

static int write_dot(struct outcomes_run *run)
{
    if (!run->dot.bytes) {
        complain("murrelet: %s: no execution satisfies a condition: there is nothing to draw\n", run->arguments.dot);
        return 0;
    }
    return write_text(&run->dot, run->arguments.dot) ? 0 : EXIT_BAD_INPUT;
}

/* Memory ran out: the tests before the current one stand as they are. */
static int report_out_of_memory(void *data)
{
    struct outcomes_run *run = data;
    if (run->current_file)
        complain("murrelet: %s was not finished, and what comes after it was not begun\n", run->current_file);
    int code = run->some_no ? EXIT_VIOLATED : EXIT_INCOMPLETE;
    memory_reporting(code);
    return run->json && write_tests(run, "memory") ? EXIT_BAD_INPUT : code;
}

static int run_files(struct outcomes_run *run, const struct litmus_files *files)
{
    int worst = 0;
    unsigned begun = 0;
    for (; begun < files->count && !stop_asked(); begun++) {
        run->current_file = files->paths[begun];
        int code = run_file(run, files->paths[begun]);
        worst = code > worst ? code : worst;
    }
    if (stop_asked()) {
        complain("murrelet: interrupted: %u of %u tests were not begun\n", files->count - begun, files->count);
        run->some_incomplete = true;
    }
    return worst;
}

static int run_all(struct outcomes_run *run, int count, char **names)
{
    struct litmus_files files = {0};
    int worst = read_model(run);
    if (!worst && !litmus_files_find(&files, count, names))
        worst = EXIT_BAD_INPUT;
    if (!worst && run->arguments.json)
        run->json = json_array();
    if (!worst)
        worst = run_files(run, &files);
    if (run->json && write_tests(run, stop_asked() ? "interrupted" : NULL))
        worst = EXIT_BAD_INPUT;
    if (!worst && run->arguments.dot)
        worst = write_dot(run);
    litmus_files_free(&files);
    return worst ? worst : run->some_no ? EXIT_VIOLATED : run->some_incomplete ? EXIT_INCOMPLETE : EXIT_HOLDS;
}

static int run_outcomes(int argc, char **argv)
{
    struct outcomes_run run = {.arguments = {.unroll = 2}};
    int first = options_parse(&command_outcomes, &run.arguments, argc, argv), code;
    if (first < 0)
        return options_exit(first);
    if (first == argc || !run.arguments.cat) {
        options_release(&run.arguments.folders);
        return options_usage(&command_outcomes, run.arguments.cat ? "name at least one litmus test or folder"
                                                                  : "name a memory model with --cat");
    }
    if (!promises_read(run.arguments.progress, &run.promises)) {
        options_release(&run.arguments.folders);
        return options_usage(&command_outcomes, "--progress takes a model, and then any LEVEL=MODEL, as hsa,agent=fair");
    }
    if (run.arguments.no_outcomes && !promises_asked(&run.promises)) {
        options_release(&run.arguments.folders);
        return options_usage(&command_outcomes, "--no-outcomes leaves nothing to find without --progress");
    }
    stop_on_signals();
    memory_at_end(&(struct memory_end){report_out_of_memory, &run, NULL});
    run.arena = arena_new();
    run.options.unroll = (unsigned)run.arguments.unroll;
    run.machines = litmus_open_machines();
    code = run.machines ? run_all(&run, argc - first, argv + first) : EXIT_BAD_INPUT;
    text_free(&run.dot);
    machines_close(run.machines);
    arena_free(run.arena);
    options_release(&run.arguments.folders);
    return code;
}

static const struct option_absence outcomes_absent[] = {
    {"html trace trace-out watch all slice fewest-switches stats const",
     "a model in cat allows executions, and no machine takes steps in them; --dot draws one, and "
     "'murrelet litmus' shows runs of machines"},
    {0},
};

const struct command command_outcomes = {
    .name = "outcomes",
    .operands = "--cat MODEL.cat TEST.litmus|FOLDER...",
    .summary = "what a memory model in cat allows of litmus tests",
    .description = "Finds for each test all outcomes of executions that an axiomatic model accepts, and prints them and "
                   "the verdict on the test's condition in the layout of herd7's logs. Every path through each thread, "
                   "every source of each read and every order of the writes is taken into account; what the model does "
                   "not look at is not enumerated. A flag of the model is printed where an execution raises it.\n\n"
                   "Exit code: 0 when every condition is met and, where that was asked, every execution ends, 1 when one is not or does not, 3 when "
                   "something was left out that could change a verdict.",
    .groups = outcomes_groups,
    .absent = outcomes_absent,
    .run = run_outcomes,
};
