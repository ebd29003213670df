/* SPDX-License-Identifier: BSD-2-Clause */
/* litmus.c - murrelet litmus: litmus tests on machines, and every outcome. */
#include <stdlib.h>
#include <string.h>

#include "../base/complain.h"
#include "../base/die.h"
#include "../base/machine.h"
#include "../base/memory.h"
#include "../base/stop.h"
#include "../report/litmus_log.h"
#include "../machines/places.h"
#include "../litmus/print.h"
#include "commands.h"
#include "litmus_files.h"
#include "litmus_common.h"
#include "litmus_cover.h"
#include "litmus_place.h"
#include "litmus_trace.h"
#include "../machines/identity.h"
#include "origin.h"
#include "write.h"
#include "../report/execution_dot.h"
#include "../report/json_parts.h"
#include "../report/report.h"

struct litmus_arguments {
    struct option_list machines;
    struct compile_arguments compile;
    struct environment_arguments environment;
    uint64_t threads;
    struct option_list watches, constants;
    const char *outcome, *at, *json, *trace_out, *html, *dot, *coverage;
    bool all, slice, fewest_switches, stats;
    int trace;
    const char *progress;
    int color;
};

enum litmus_trace_mode { LITMUS_TRACE_NONE, LITMUS_TRACE_SHORT, LITMUS_TRACE_DIFF, LITMUS_TRACE_FULL };
static const char *const trace_modes[] = {"none", "short", "diff", "full", NULL};
static const char *const color_modes[] = {"auto", "always", "never", NULL};

static const struct option_spec machine_options[] = {
    {.name = "machine", .letter = 'm', .kind = OPTION_LIST, .offset = offsetof(struct litmus_arguments, machines),
     .argument = "MACHINE",
     .help = "The machine: NAME or NAME:VARIANT, or the path of a protocol of your own (FILE.m, written against "
             "models/lib/README.md; it is code that we compile and run). May be repeated."},
    {0},
};

static const struct option_spec result_options[] = {
    {.name = "outcome", .kind = OPTION_TEXT, .offset = offsetof(struct litmus_arguments, outcome),
     .argument = "CONDITION", .help = "Show a shortest run to this outcome, e.g. '1:r0=1 /\\ 1:r1=0'."},
    {.name = "at", .kind = OPTION_TEXT, .offset = offsetof(struct litmus_arguments, at), .argument = "PLACE",
     .help = "Run at this placement and layout alone, as 'murrelet suite' names them: 'P0,P1@cu0 P2@cu1 x|y'; of a "
             "regrouped test with its work-groups before: '[01][2] P0,P1@cu0 P2@cu1 x|y'."},
    {.name = "trace", .kind = OPTION_CHOICE, .offset = offsetof(struct litmus_arguments, trace),
     .choices = trace_modes,
     .help = "The shortest run to the condition (against it, for forall): none (default), what the threads do, what "
             "changes in the machine too, or the full state after each step. With the cycle of po, rf, co and fr that "
             "makes it surprising."},
    {.name = "all", .kind = OPTION_FLAG, .offset = offsetof(struct litmus_arguments, all),
     .help = "Show in runs what is a ghost, or the driver's own, too (lines '-- show:' of the model say what is)."},
    {.name = "slice", .kind = OPTION_FLAG, .offset = offsetof(struct litmus_arguments, slice),
     .help = "Cut runs down to the steps that the condition, or the property that is violated, depends on; they are run again "
             "to prove that they suffice, and no single one can be left out; so for what they change. Of liveness there is none."},
    {.name = "fewest-switches", .kind = OPTION_FLAG, .offset = offsetof(struct litmus_arguments, fewest_switches),
     .help = "Of all shortest runs show one in which it changes least often who acts: which lane, as a chart of the run has them."},
    {.name = "trace-out", .kind = OPTION_TEXT, .offset = offsetof(struct litmus_arguments, trace_out), .argument = "FILE",
     .help = "Write that run, or else the first one that violates a property of the machine, as JSON, for 'murrelet "
             "replay' and 'murrelet show'. Of several tests, machines or places it is the first that has one."},
    {.name = "html", .kind = OPTION_TEXT, .offset = offsetof(struct litmus_arguments, html), .argument = "FILE",
     .help = "Write the run that --trace-out takes as a page: a sequence chart to step through, as 'murrelet show' makes it."},
    {.name = "dot", .kind = OPTION_TEXT, .offset = offsetof(struct litmus_arguments, dot), .argument = "FILE",
     .help = "Write the execution of the run that --trace-out takes as a graph for dot: po, rf, co, fr, and their cycle."},
    {.name = "coverage", .kind = OPTION_TEXT, .offset = offsetof(struct litmus_arguments, coverage), .argument = "FILE",
     .help = "Write what all tests together came to of each machine: rules, branches of statements, values of enumerations in "
             "states (kinds of messages among them), covers. A name that ends in .json gets JSON (docs/coverage.schema.json), one in "
             ".html the machines' text with each line marked, any other text."},
    {.name = "progress", .kind = OPTION_TEXT, .offset = offsetof(struct litmus_arguments, progress), .argument = "MODEL",
     .choices = scheduler_names,
     .help = "Also decide whether every run of the program ends where the scheduler promises so much and the machine's own "
             "fair rules are weakly fair: fair (every work-group goes on), hsa (the first that has not ended), obe (those that "
             "have taken a step), lobe (those and the ones before them), hsa-obe. What is promised at a level of its own "
             "follows, as in hsa,agent=fair: of agents, wg or thread. Default: none."},
    {.name = "stats", .kind = OPTION_FLAG, .offset = offsetof(struct litmus_arguments, stats),
     .help = "Add, for each rule of the machine, how often its guard was tested, how often it fired and how many new states it "
             "made, and the states of each level."},
    {.name = "watch", .kind = OPTION_LIST, .offset = offsetof(struct litmus_arguments, watches), .argument = "EXPR",
     .help = "Print an expression over the machine's state after each step of a run. May be repeated."},
    {.name = "const", .kind = OPTION_LIST, .offset = offsetof(struct litmus_arguments, constants), .argument = "NAME=VALUE",
     .help = "Set a constant of the machine, over that of its variant. May be repeated."},
    {.name = "json", .kind = OPTION_TEXT, .offset = offsetof(struct litmus_arguments, json), .argument = "FILE",
     .help = "Write what was found as JSON too; - is the standard output, in place of the log."},
    {.name = "color", .kind = OPTION_CHOICE, .offset = offsetof(struct litmus_arguments, color),
     .choices = color_modes, .help = "Colour the output: auto (default) means on a terminal only."},
    {0},
};

static const struct option_spec limit_options[] = {
    {.name = "threads", .letter = 'j', .kind = OPTION_COUNT, .offset = offsetof(struct litmus_arguments, threads),
     .argument = "N", .help = "Search threads. Default: 1; small searches do not gain by more.", .most = 1024},
    {0},
};

static const struct option_group litmus_groups[] = {
    {NULL, machine_options, 0},
    {"Results", result_options, 0},
    {"Environment and bounds", litmus_environment_options, offsetof(struct litmus_arguments, environment)},
    {"Search", limit_options, 0},
    {"Compiling", load_compile_options, offsetof(struct litmus_arguments, compile)},
    {0},
};

/* All that the command holds. */
struct litmus_run_state {
    struct litmus_arguments arguments;
    struct machines *machines;
    struct litmus_options options;
    json_t *json; /* the list of tests */
    bool regrouped; /* the current test: its scopes are not as written */
    bool some_no, some_incomplete, failed; /* failed: an expression to watch is none of the machine's */
    struct arena *arena;
    const struct machine_variant *hashed; /* whose hash `hash` is */
    const char *hash;
    struct covered_machine *covered; /* for --coverage, the machines so far */
    unsigned covered_count;
    const char *current_file; /* the file whose test is run */
    bool out_of_memory;
    bool found_place;    /* some test has the place that --at names */
    json_t *kept;        /* the run that --trace-out takes; or NULL */
};

/* The standard output has the log, unless it has the JSON. */
static bool prints_log(const struct litmus_run_state *state)
{
    return !state->arguments.json || strcmp(state->arguments.json, "-");
}

/* The run's log, and the run, behind the test's block, where readers of logs skip it. */
static void put_log(const struct litmus_result *result, const char *log, const struct litmus_trace *witness, const char *cycle)
{
    fputs(log, stdout);
    if (witness) {
        printf("A shortest run %s, %u steps:\n",
               result->test->outcome ? "to the outcome asked for"
               : result->test->quantifier == LITMUS_FORALL ? "against the condition" : "to the condition",
               result->witness_search->violations[0].trace.count - 1);
        litmus_trace_text(witness, stdout);
        printf("\n%s\n", cycle);
    } else if (result->test->outcome) {
        printf("No run to the outcome asked for%s.\n\n", result->complete ? "" : ", as far as was searched");
    }
}

static void put_violation(const struct litmus_result *result, const struct litmus_trace *violation)
{
    const struct violation *v = result->violation;
    const char *name = v->property == MODEL_NO_PROPERTY ? "deadlock" : result->model->model->properties[v->property].name;
    printf("Violation %s %s \"%s\"\n", result->machine->name, result_kind_name(v->kind), name);
    litmus_trace_text(violation, stdout);
}

/* Whether the program ends, where that was asked; NULL: it was not, or is not known. */
static const char *progress_of(const struct litmus_run_state *state, const struct litmus_result *result)
{
    const struct violation *v = result->violation;
    if (!promises_asked(&state->options.environment.promises) || (!v && !result->complete))
        return NULL;
    return v && v->kind != MODEL_LTL ? NULL : progress_verdict(v ? result->searched->properties[v->property].name : NULL);
}

/* Of the current machine, found out once for each that comes. */
static const char *machine_hash(struct litmus_run_state *state, const struct machine_variant *machine)
{
    if (state->hashed != machine) {
        state->hashed = machine;
        state->hash = identity_machine(state->arena, state->machines, machine);
    }
    return state->hash;
}

/* With the hashes of what was run. */
static void append_json(struct litmus_run_state *state, const struct litmus_result *result, json_t *entry)
{
    struct arena *arena = arena_new();
    const char *machine = machine_hash(state, result->machine);
    if (machine)
        json_object_set_new(entry, "machine_hash", json_string(machine));
    json_object_set_new(entry, "test_hash", json_string(identity_test(arena, result->test)));
    json_array_append_new(state->json, entry);
    arena_free(arena);
}

/* What is said of one test on one machine, in words. */
struct words {
    struct text log, cycle, placement, layout, scopes;
};

static void put_environment(struct words *words, const struct litmus_run_state *state, const struct litmus_result *result)
{
    litmus_place_words(result, &words->placement, &words->layout);
    if (state->regrouped)
        litmus_print_scopes(&words->scopes, result->test);
}

static struct litmus_report report_of(const struct litmus_run_state *state, const struct litmus_result *result,
                                      const struct words *words)
{
    return (struct litmus_report){
        .test = result->test, .outcomes = result->outcomes,
        .machine = result->machine->machine,
        .variant = *result->machine->variant ? result->machine->variant : NULL,
        .environment = {.prefetch = state->options.environment.prefetches, .warm = state->options.environment.warm,
                        .evictions = state->options.environment.evictions, .placement = words->placement.bytes,
                        .scopes = words->scopes.bytes, .layout = words->layout.bytes, .bound = state->options.max_states},
        .complete = result->complete, .left_out = result->complete ? NULL : litmus_left_out(result),
        .states = result->states, .depth = result->depth, .seconds = result->seconds,
        .asked = state->arguments.outcome, .reached = result->witness_search != NULL};
}

static void free_words(struct words *words)
{
    text_free(&words->log);
    text_free(&words->cycle);
    text_free(&words->placement);
    text_free(&words->layout);
    text_free(&words->scopes);
}

/* The runs of a result, and what goes with them. */
struct runs {
    struct litmus_trace witness, violation;
    bool has_witness, has_violation;
    json_t *origin;
};

static bool open_run(struct litmus_run_state *state, struct litmus_trace *trace, const struct litmus_result *result,
                     enum litmus_run_kind kind, const json_t *origin, const json_t *execution)
{
    litmus_trace_open(trace, result, kind);
    trace->report.test = origin;
    trace->report.execution = execution;
    trace->report.all = state->arguments.all;
    trace->report.colour = load_colour(&(struct language_arguments){.color = state->arguments.color}, stdout);
    if (state->arguments.trace == LITMUS_TRACE_FULL)
        trace->report.trace = TRACE_FULL;
    if (state->arguments.trace <= LITMUS_TRACE_SHORT && kind == LITMUS_RUN_WITNESS)
        trace->report.only = "threads";
    state->failed |= !litmus_trace_watch(trace, result, &state->arguments.watches, state->arguments.color);
    if ((state->arguments.trace_out || state->arguments.html || state->arguments.dot) && !state->kept)
        state->kept = report_trace(&trace->report, 0);
    return true;
}

static void open_runs(struct runs *runs, struct litmus_run_state *state, const struct litmus_result *result,
                      const json_t *execution)
{
    *runs = (struct runs){.origin = litmus_origin(result, &state->options, state->current_file, state->arguments.outcome)};
    if (result->witness_search)
        runs->has_witness = open_run(state, &runs->witness, result, LITMUS_RUN_WITNESS, runs->origin, execution);
    if (result->violation && result->violation->trace.count)
        runs->has_violation = open_run(state, &runs->violation, result, LITMUS_RUN_VIOLATION, runs->origin, NULL);
}

static json_t *entry_of(const struct litmus_report *report, const struct runs *runs, json_t *execution)
{
    json_t *entry = litmus_json(report, execution);
    if (runs->has_witness)
        json_part_set(entry, "trace", report_trace(&runs->witness.report, 0));
    if (runs->has_violation)
        json_part_set(entry, "violation", report_trace(&runs->violation.report, 0));
    return entry;
}

/* The worst of all of its tests. */
static void note_verdict(struct litmus_run_state *state, const struct litmus_result *result, enum litmus_verdict verdict)
{
    enum verdict own = verdict == LITMUS_NO || result->violation ? VERDICT_VIOLATED : result->complete ? VERDICT_HOLDS : VERDICT_INCOMPLETE;
    unsigned i = 0;
    while (i < state->covered_count && state->covered[i].machine != result->machine)
        i++;
    if (i == state->covered_count)
        ARENA_PUSH(state->arena, state->covered, state->covered_count, ((struct covered_machine){result->machine, VERDICT_HOLDS}));
    if (own == VERDICT_VIOLATED || state->covered[i].verdict == VERDICT_HOLDS)
        state->covered[i].verdict = own;
}

static void conclude(struct litmus_run_state *state, struct litmus_result *result)
{
    struct words words = {0};
    struct runs runs;
    if (state->arguments.slice)
        litmus_trace_slice(result);
    put_environment(&words, state, result);
    json_t *execution = result->witness_search ? litmus_trace_execution(state->machines, result, &state->options, &words.cycle) : NULL;
    open_runs(&runs, state, result, execution);
    struct litmus_report report = report_of(state, result, &words);
    litmus_log(&words.log, &report);
    if (prints_log(state))
        put_log(result, words.log.bytes, runs.has_witness ? &runs.witness : NULL, words.cycle.bytes);
    char promises[PROMISES_NAME];
    const char *scheduler = promises_name(&state->options.environment.promises, promises), *progress = progress_of(state, result);
    if (progress && prints_log(state))
        printf("Progress %s %s %s: %s\n", result->test->name, result->machine->name, scheduler, progress);
    const struct report counted = {.model = result->searched, .result = result->search};
    if (state->arguments.stats && prints_log(state))
        report_text_statistics(&counted, stdout);
    if (state->json) {
        json_t *entry = entry_of(&report, &runs, json_incref(execution));
        if (state->arguments.stats)
            report_set_statistics(entry, &counted);
        if (progress)
            json_part_set(entry, "progress", json_pack("{s:s, s:s}", "scheduler", scheduler, "finds", progress));
        append_json(state, result, entry);
    }
    json_decref(execution);
    if (runs.has_violation)
        put_violation(result, &runs.violation);
    json_decref(runs.origin);
    free_words(&words);
    enum litmus_verdict verdict = litmus_verdict(result->test->quantifier, result->tally);
    note_verdict(state, result, verdict);
    state->some_no |= verdict == LITMUS_NO || result->violation != NULL;
    state->some_incomplete |= verdict == LITMUS_INCOMPLETE;
}

static int run_once(struct litmus_run_state *state, const struct machine_variant *machine,
                    const struct machine_program *program, const struct litmus_placement *placement)
{
    struct text error = {0};
    struct litmus_result *result = litmus_run(state->machines, machine, program, placement, &state->options, &error);
    if (!result)
        complain("murrelet: %s\n", error.bytes ? error.bytes : "the machine cannot be compiled");
    text_free(&error);
    if (!result) /* the compiler is stopped too */
        return stop_asked() ? EXIT_INCOMPLETE : EXIT_BAD_INPUT;
    conclude(state, result);
    litmus_result_free(result);
    return state->failed ? EXIT_BAD_INPUT : 0;
}

/* Whether --at, if it was given, names this place. */
static bool is_wanted(struct litmus_run_state *state, const struct litmus_test *test, const struct litmus_placement *placement)
{
    const char *at = state->arguments.at;
    struct text text = {0};
    if (!at)
        return true;
    litmus_place_put(&text, test, state->regrouped, placement);
    bool same = !strcmp(text.bytes, at);
    text_free(&text);
    state->found_place |= same;
    return same;
}

static int run_pair(struct litmus_run_state *state, const struct machine_program *program, const char *name)
{
    const struct machine_variant *machine = litmus_find_machine(state->machines, name);
    const struct environment_arguments *a = &state->arguments.environment;
    const struct litmus_test *test = program_test(program);
    struct litmus_placement placement;
    if (!machine)
        return EXIT_BAD_INPUT;
    if (promises_asked(&state->options.environment.promises) && machine->out_of_order && !strstr(machine->constants, "IN_ORDER=1")) {
        complain("murrelet litmus: --progress takes machines whose threads issue in order: %s performs out of order\n", name);
        return EXIT_BAD_INPUT;
    }
    struct places places = state->arguments.at
                               ? places_of(machine, test, PLACEMENT_ALL, LAYOUT_ALL)
                               : places_of(machine, test, (enum litmus_placement_set)a->placement, (enum litmus_layout_set)a->layout);
    int code = 0;
    while (!code && places_next(&places, &placement))
        if (is_wanted(state, test, &placement))
            code = run_once(state, machine, program, &placement);
    return code;
}

/* Before any verdict: the machines are there, and keep to the interface. */
static int check_machines(struct litmus_run_state *state)
{
    int code = 0;
    for (unsigned i = 0; !code && i < state->arguments.machines.count; i++) {
        const struct machine_variant *machine = litmus_find_machine(state->machines, state->arguments.machines.items[i]);
        code = machine ? litmus_check_own(state->machines, machine, &state->arguments.compile) : EXIT_BAD_INPUT;
    }
    return code;
}

/* Whether some machine is taken by its name. */
static bool takes_ours(struct litmus_run_state *state)
{
    bool ours = false;
    for (unsigned i = 0; i < state->arguments.machines.count; i++)
        ours |= !litmus_find_machine(state->machines, state->arguments.machines.items[i])->own;
    return ours;
}

/* --at with work-groups names a test that regrouping makes. */
static int regroups(const struct litmus_run_state *state)
{
    return litmus_place_regroups(state->arguments.at) ? PLACEMENT_REGROUP : state->arguments.environment.placement;
}

static int run_file(struct litmus_run_state *state, const char *path)
{
    struct arena *arena = arena_new();
    struct suite_test test;
    int code = litmus_read_test(arena, path, state->arguments.outcome, state->arguments.color, &test) ? 0 : EXIT_BAD_INPUT;
    unsigned count = 0;
    const struct suite_test *tests =
        code ? NULL : litmus_regroup_test(arena, &test, regroups(state), &count);
    for (unsigned i = 0; !code && i < state->arguments.machines.count; i++)
        for (unsigned t = 0; !code && t < count; t++) {
            state->regrouped = tests[t].origin != NULL;
            code = run_pair(state, tests[t].program, state->arguments.machines.items[i]);
        }
    arena_free(arena);
    return code;
}

static int write_tests(struct litmus_run_state *state)
{
    json_t *root = origin_json(state->machines, false);
    json_object_set_new(root, "tests", state->json);
    if (state->out_of_memory)
        json_object_set_new(root, "reason", json_string("memory"));
    state->json = NULL;
    return write_json(root, state->arguments.json) ? 0 : EXIT_BAD_INPUT;
}

static const char *constants_text(struct litmus_run_state *state)
{
    const struct option_list *list = &state->arguments.constants;
    const char *text = NULL;
    for (unsigned i = 0; i < list->count; i++)
        text = arena_format(state->arena, "%s%s%s", text ? text : "", text ? " " : "", list->items[i]);
    return text;
}

static void set_options(struct litmus_run_state *state, const struct promises *promises)
{
    struct litmus_arguments *a = &state->arguments;
    if (a->watches.count && a->trace == LITMUS_TRACE_NONE)
        a->trace = LITMUS_TRACE_SHORT;
    litmus_set_options(&state->options, &a->environment, &a->compile);
    state->options.threads = (unsigned)a->threads;
    state->options.witness = a->trace != LITMUS_TRACE_NONE || a->outcome || a->trace_out || a->html || a->dot || a->watches.count;
    state->options.stats = a->stats;
    state->options.actor = a->fewest_switches ? litmus_trace_actor : NULL;
    state->options.environment.constants = constants_text(state);
    state->options.environment.promises = *promises;
}

/* Each test's log hears when the test is done; when nobody hears it any more, the rest is not run. */
static bool somebody_reads(const struct litmus_run_state *state)
{
    return write_standard_flush() || state->arguments.json;
}

/* Memory ran out: the tests before the current one stand as they are. */
static int report_out_of_memory(void *data)
{
    struct litmus_run_state *state = data;
    if (state->current_file)
        complain("murrelet: %s was not finished, and what comes after it was not begun\n", state->current_file);
    int code = state->some_no ? EXIT_VIOLATED : EXIT_INCOMPLETE;
    memory_reporting(code);
    state->out_of_memory = true;
    return state->json && write_tests(state) ? EXIT_BAD_INPUT : code;
}

/* Every file, while somebody reads; gives the worst exit code. */
static int run_files(struct litmus_run_state *state, const struct litmus_files *files)
{
    int worst = 0;
    unsigned run = 0;
    for (; run < files->count && !stop_asked() && (run == 0 || somebody_reads(state)); run++) {
        state->current_file = files->paths[run];
        int code = run_file(state, files->paths[run]);
        if (code > worst)
            worst = code;
    }
    if (stop_asked()) {
        complain("murrelet: interrupted: %u of %u tests were not run\n", files->count - run, files->count);
        state->some_incomplete = true;
    }
    return worst;
}

/* The machines are checked, the files found, then run. */
static int run_all(struct litmus_run_state *state, struct litmus_files *files, int count, char **names)
{
    int code = check_machines(state);
    if (state->arguments.coverage)
        machines_cover(state->machines);
    if (!code && takes_ours(state) && prints_log(state))
        origin_print(stdout, state->machines, false);
    if (!code && !litmus_files_find(files, count, names))
        code = EXIT_BAD_INPUT;
    int worst = run_files(state, files);
    if (!code && !worst && state->arguments.at && !state->found_place && !stop_asked())
        code = options_usage(&command_litmus, "no test has the place '%s'; it is named as in 'P0@cu0 P1@cu1 x|y'", state->arguments.at);
    return code > worst ? code : worst;
}

static bool write_dot(const struct litmus_run_state *state)
{
    if (state->kept && json_is_object(json_object_get(state->kept, "execution")))
        return write_form(state->kept, state->arguments.dot, execution_dot);
    complain("murrelet: %s: there is no run to the condition: there is nothing to draw\n", state->arguments.dot);
    return true;
}

static int end(struct litmus_run_state *state, int worst)
{
    struct litmus_arguments *a = &state->arguments;
    if (state->json && write_tests(state))
        worst = EXIT_BAD_INPUT;
    if (!state->kept && !worst) {
        write_no_run(a->trace_out);
        write_no_run(a->html);
    }
    if (state->kept && a->html && !write_page(state->kept, a->html))
        worst = EXIT_BAD_INPUT;
    if (state->kept && a->trace_out && !write_json(json_incref(state->kept), a->trace_out))
        worst = EXIT_BAD_INPUT;
    if (a->coverage && worst <= EXIT_VIOLATED && !litmus_cover_write(state->machines, state->covered, state->covered_count, a->coverage))
        worst = EXIT_BAD_INPUT;
    if (a->dot && !worst && !write_dot(state))
        worst = EXIT_BAD_INPUT;
    json_decref(state->kept);
    machines_close(state->machines);
    arena_free(state->arena);
    options_release(&a->machines);
    options_release(&a->watches);
    options_release(&a->constants);
    if (worst)
        return worst;
    return state->some_no ? EXIT_VIOLATED : state->some_incomplete ? EXIT_INCOMPLETE : EXIT_HOLDS;
}

static int run_litmus(int argc, char **argv)
{
    struct litmus_run_state state = {.arguments = {.compile = COMPILE_DEFAULTS, .environment = ENVIRONMENT_DEFAULTS, .threads = 1}};
    int first = options_parse(&command_litmus, &state.arguments, argc, argv);
    if (first < 0)
        return options_exit(first);
    if (first == argc) {
        options_release(&state.arguments.machines);
        return options_usage(&command_litmus, "name at least one litmus test or folder");
    }
    if (!state.arguments.machines.count)
        return options_usage(&command_litmus, "name at least one machine with --machine");
    for (unsigned i = 0; i < state.arguments.constants.count; i++)
        if (!litmus_constants_are_right(state.arguments.constants.items[i]))
            return options_usage(&command_litmus, "--const wants NAME=VALUE of a constant that does not follow from the test "
                                 "and its surroundings, not '%s'", state.arguments.constants.items[i]);
    struct promises promises;
    if (!promises_read(state.arguments.progress, &promises))
        return options_usage(&command_litmus, "--progress takes a model, and then any LEVEL=MODEL, as hsa,agent=fair");
    state.machines = litmus_open_machines();
    if (!state.machines)
        return EXIT_BAD_INPUT;
    state.arena = arena_new();
    set_options(&state, &promises);
    memory_at_end(&(struct memory_end){report_out_of_memory, &state, "a smaller --prefetch and --no-liveness take less"});
    if (state.arguments.json)
        state.json = json_array();
    struct litmus_files files = {0};
    int worst = run_all(&state, &files, argc - first, argv + first);
    litmus_files_free(&files);
    return end(&state, worst);
}

static const struct option_absence litmus_absent[] = {
    {"svg mermaid text itf",
     "--trace-out writes the run, and 'murrelet show' draws it from there"},
    {"junit markdown",
     "'murrelet suite' writes that of tests on machines"},
    {0},
};

const struct command command_litmus = {
    .name = "litmus",
    .operands = "TEST.litmus|FOLDER...",
    .summary = "run litmus tests on machines, and print every outcome",
    .description = "Runs each test on each machine, through every interleaving of the machine's steps, and prints the "
                   "set of outcomes and the verdict on the test's condition in the layout of herd7's logs.\n\n"
                   "Exit code: 0 when every condition is met, 1 when one is not or a property of the machine is "
                   "violated, 3 when a bound left something out.",
    .groups = litmus_groups,
    .absent = litmus_absent,
    .run = run_litmus,
};
