/* SPDX-License-Identifier: BSD-2-Clause */
/* suite.c - murrelet suite: machines times tests, as a matrix. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/die.h"
#include "../base/machine.h"
#include "../base/memory.h"
#include "../report/matrix.h"
#include "../report/matrix_page.h"
#include "../report/merge.h"
#include "../report/resume.h"
#include "../report/figures.h"
#include "commands.h"
#include "litmus_common.h"
#include "litmus_cover.h"
#include "origin.h"
#include "suite_runs.h"
#include "suite_shown.h"
#include "write.h"

struct suite_arguments {
    struct option_list machines, models, merge;
    struct environment_arguments environment;
    struct compile_arguments compile;
    struct shown_arguments shown;
    const char *filter, *json, *junit, *markdown, *html, *coverage, *expect, *shard, *resume;
    double total_seconds;
    uint64_t threads, pair_states;
    int color;
    bool quiet, thorough, allow_incomplete, fresh;
};

static const char *const color_modes[] = {"auto", "always", "never", NULL};

static const struct option_spec suite_options[] = {
    {.name = "machine", .letter = 'm', .kind = OPTION_LIST, .offset = offsetof(struct suite_arguments, machines),
     .argument = "MACHINE",
     .help = "A column: NAME, NAME:VARIANT or FILE.m. May be repeated. Default: every machine's default variant."},
    {.name = "model", .kind = OPTION_LIST, .offset = offsetof(struct suite_arguments, models), .argument = "MODEL",
     .help = "Judge by this memory model, and not by what a machine promises: a file in cat, or the name of a reference "
             "model. May be repeated."},
    {.name = "filter", .kind = OPTION_TEXT, .offset = offsetof(struct suite_arguments, filter), .argument = "TEXT",
     .help = "Only tests whose path contains TEXT."},
    {.name = "shard", .kind = OPTION_TEXT, .offset = offsetof(struct suite_arguments, shard), .argument = "I/N",
     .help = "Only part I of N of the pairs, by the names of machine and test alone: N computers share the work, and each pair is "
             "run by one. With --json FILE the report has all that --merge wants."},
    {.name = "merge", .kind = OPTION_LIST, .offset = offsetof(struct suite_arguments, merge), .argument = "FILE",
     .help = "Run nothing: report what the --json files of all parts (--shard) found, as one run would. May be repeated. The "
             "machines, tests and options are to be named as they were; pairs of a part that is not given are incomplete."},
    {.name = "thorough", .kind = OPTION_FLAG, .offset = offsetof(struct suite_arguments, thorough),
     .help = "All that may show a fault: --prefetch 2, and warm caches too, --evictions, --placement all, "
             "--layout all; --pair-states 3000000, where nothing else is said."},
    {.name = "pair-states", .kind = OPTION_COUNT, .offset = offsetof(struct suite_arguments, pair_states),
     .argument = "N", .help = "A pair's placements and layouts share N states: each may take a quarter of what those before "
                              "it left, and is incomplete beyond."},
    {.name = "threads", .letter = 'j', .kind = OPTION_COUNT, .offset = offsetof(struct suite_arguments, threads),
     .argument = "N", .help = "Pairs at once. Default: the number of processors.", .most = 1024},
    {.name = "json", .kind = OPTION_TEXT, .offset = offsetof(struct suite_arguments, json), .argument = "FILE",
     .help = "Write every cell as JSON; - is the standard output, in place of the text (also for the next three)."},
    {.name = "junit", .kind = OPTION_TEXT, .offset = offsetof(struct suite_arguments, junit), .argument = "FILE",
     .help = "Write a JUnit report, one case a pair."},
    {.name = "markdown", .kind = OPTION_TEXT, .offset = offsetof(struct suite_arguments, markdown),
     .argument = "FILE", .help = "Write the matrix as Markdown."},
    {.name = "html", .kind = OPTION_TEXT, .offset = offsetof(struct suite_arguments, html), .argument = "FILE",
     .help = "Write the matrix as a page that needs nothing else: filters, and behind each cell its test, its outcomes, the "
             "commands that show runs to them, and of a broken one the run itself, to step through (of the first, 4 MB)."},
    {.name = "coverage", .kind = OPTION_TEXT, .offset = offsetof(struct suite_arguments, coverage), .argument = "FILE",
     .help = "Write what all tests together came to of each machine: rules, branches of statements, values of enumerations in "
             "states (kinds of messages among them), covers. A name that ends in .json gets JSON (docs/coverage.schema.json), one in "
             ".html the machines' text with each line marked, any other text."},
    {.name = "expect", .kind = OPTION_TEXT, .offset = offsetof(struct suite_arguments, expect), .argument = "FILE",
     .help = "Compare with an earlier --json FILE: fail on changes alone, and say what changed."},
    {.name = "allow-incomplete", .kind = OPTION_FLAG, .offset = offsetof(struct suite_arguments, allow_incomplete),
     .help = "Exit with 0 though pairs are incomplete, where nothing is broken; in a JUnit report they are then skipped, "
             "and not errors."},
    {.name = "resume", .kind = OPTION_TEXT, .offset = offsetof(struct suite_arguments, resume), .argument = "FILE",
     .help = "Go on from an earlier --json FILE: pairs that it has whole are taken over, where the machine with all that "
             "it includes, the test, the options and the program are the same."},
    {.name = "fresh", .kind = OPTION_FLAG, .offset = offsetof(struct suite_arguments, fresh),
     .help = "Run all pairs. Without it a result that an earlier run has kept is taken, where the machine with all that it "
             "includes, the test, the options, the compiler and the program are the same; so an edit of one machine runs that "
             "one alone. Results are in the cache, and are kept where nothing was left out."},
    {.name = "total-seconds", .kind = OPTION_SECONDS, .offset = offsetof(struct suite_arguments, total_seconds),
     .argument = "S", .help = "Stop after S seconds in all; pairs that were not run are incomplete."},
    {.name = "quiet", .letter = 'q', .kind = OPTION_FLAG, .offset = offsetof(struct suite_arguments, quiet),
     .help = "Print the summary alone."},
    {.name = "color", .kind = OPTION_CHOICE, .offset = offsetof(struct suite_arguments, color),
     .choices = color_modes, .help = "Colour the output: auto (default) means on a terminal only."},
    {0},
};

static const struct option_group suite_groups[] = {
    {NULL, suite_options, 0},
    {"Runs that break something", suite_shown_options, offsetof(struct suite_arguments, shown)},
    {"Environment and bounds", litmus_environment_options, offsetof(struct suite_arguments, environment)},
    {"Compiling", load_compile_options, offsetof(struct suite_arguments, compile)},
    {0},
};

static void show_progress(void *data, unsigned done, unsigned total)
{
    (void)data;
    fprintf(stderr, "\r\033[K%u of %u pairs", done, total);
    if (done == total)
        fputs("\r\033[K", stderr);
}

typedef void matrix_writer(const struct suite *, const struct suite_options *, FILE *);

static int write_file(const struct suite *suite, const struct suite_options *options, const char *path,
                      matrix_writer *write)
{
    if (!path)
        return 0;
    struct output *output = write_begin(path, OUTPUT_REPORT);
    if (!output)
        return EXIT_BAD_INPUT;
    write(suite, options, output_stream(output));
    return write_end(output, path) ? 0 : EXIT_BAD_INPUT;
}

/* A machine of which nothing was asked has shown nothing. */
static bool judged_nothing(const struct suite *suite)
{
    for (unsigned c = 0; c < suite->column_count; c++)
        if (suite->asked[c] && !suite_count(suite, c).obliged)
            return true;
    return false;
}

/* A reference machine that nobody named only judges others: where its bound is
 * too small for it, those that it judges are incomplete, and no others.  What
 * stopped it otherwise stopped the command.  A part does not answer for what the
 * others have. */
static int exit_code(const struct suite *suite, bool allow_incomplete, bool part)
{
    int code = !part && judged_nothing(suite) ? EXIT_INCOMPLETE : EXIT_HOLDS;
    for (unsigned i = 0; i < suite->column_count * suite->test_count; i++) {
        const struct suite_cell *cell = &suite->cells[i];
        if (!matrix_counts(suite->columns[cell->machine]) || (cell->awaits && cell->judgement == SUITE_INCOMPLETE))
            continue;
        if (cell->error)
            return EXIT_BAD_INPUT;
        if (cell->judgement == SUITE_BROKEN)
            code = EXIT_VIOLATED;
        else if (cell->judgement == SUITE_INCOMPLETE && code == EXIT_HOLDS && !allow_incomplete &&
                 (cell->cut || suite->asked[cell->machine]))
            code = EXIT_INCOMPLETE;
    }
    return code;
}

static bool is_stdout(const char *path)
{
    return path && !strcmp(path, "-");
}

static enum verdict verdict_of(const struct suite *suite, unsigned column)
{
    enum verdict verdict = VERDICT_HOLDS;
    for (unsigned i = 0; i < suite->column_count * suite->test_count; i++) {
        const struct suite_cell *cell = &suite->cells[i];
        if (cell->machine == column && cell->judgement == SUITE_BROKEN)
            return VERDICT_VIOLATED;
        if (cell->machine == column && !cell->elsewhere && (!cell->complete || cell->judgement == SUITE_INCOMPLETE))
            verdict = VERDICT_INCOMPLETE;
    }
    return verdict;
}

/* Of the machines that were asked for. */
static int write_covered(const struct suite *suite, const char *path)
{
    struct covered_machine *asked = NULL;
    unsigned count = 0;
    for (unsigned c = 0; path && c < suite->column_count; c++)
        if (suite->asked[c])
            ARENA_PUSH(suite->arena, asked, count, ((struct covered_machine){suite->columns[c], verdict_of(suite, c)}));
    return !path || litmus_cover_write(suite->machines, asked, count, path) ? 0 : EXIT_BAD_INPUT;
}

static int report(const struct suite_arguments *arguments, const struct suite *suite,
                  const struct suite_options *options)
{
    bool colour = load_colour(&(struct language_arguments){.color = arguments->color}, stdout);
    FILE *text = is_stdout(arguments->json) || is_stdout(arguments->junit) || is_stdout(arguments->markdown) ||
                         is_stdout(arguments->html) || is_stdout(arguments->coverage)
                     ? NULL
                     : stdout;
    if (text)
        origin_print(text, suite->machines, !suite->tests_named);
    if (text && !arguments->quiet)
        matrix_text(suite, colour, text);
    if (text)
        matrix_summary(suite, options, colour, text);
    int code = write_file(suite, options, arguments->json, matrix_json);
    if (!code)
        code = write_file(suite, options, arguments->junit, matrix_junit);
    if (!code)
        code = write_file(suite, options, arguments->markdown, matrix_markdown);
    if (!code)
        code = write_file(suite, options, arguments->html, matrix_page);
    if (!code)
        code = write_covered(suite, arguments->coverage);
    if (code)
        return code;
    if (arguments->expect)
        return matrix_compare(suite, options, arguments->expect, text ? text : stderr);
    return exit_code(suite, arguments->allow_incomplete, arguments->shard);
}

static void be_thorough(struct suite_arguments *arguments)
{
    struct environment_arguments *a = &arguments->environment;
    if (!arguments->pair_states)
        arguments->pair_states = 3000000;
    a->prefetch = 2;
    a->evictions = true;
    a->warm = false;
    if (a->placement != PLACEMENT_REGROUP)
        a->placement = PLACEMENT_ALL;
    a->layout = LAYOUT_ALL;
}

static void set_options(struct suite_options *options, const struct suite_arguments *arguments)
{
    *options = (struct suite_options){
        .placements = (enum litmus_placement_set)arguments->environment.placement,
        .layouts = (enum litmus_layout_set)arguments->environment.layout,
        .pair_states = arguments->pair_states,
        .warm_too = arguments->thorough,
        .total_seconds = arguments->total_seconds,
        .allow_incomplete = arguments->allow_incomplete,
        .threads = arguments->threads ? (unsigned)arguments->threads : machine_processors(),
        .progress = isatty(STDERR_FILENO) ? show_progress : NULL};
    litmus_set_options(&options->run, &arguments->environment, &arguments->compile);
    litmus_keep(options, arguments->fresh);
    options->keep &= !arguments->coverage && !arguments->merge.count; /* what a pair covers is not kept */
    suite_set_shard(options, arguments->shard);
}

/* All that a run holds. */
struct running {
    const struct suite_arguments *arguments;
    struct suite suite;
    struct suite_options options;
};

/* The first run that breaks something, if there is one. */
static bool write_first(const struct suite_runs *runs, const char *path)
{
    const json_t *first = path ? suite_runs_first(runs) : NULL;
    if (!first)
        write_no_run(path);
    return !first || write_json(json_incref((json_t *)first), path);
}

/* The reports of parts, from which all results are taken; NULL, with a message, where they do not belong together. */
static struct merge *open_parts(const struct suite_arguments *arguments, struct suite_options *options)
{
    options->merges = true;
    options->take = merge_take;
    return options->take_data = merge_open(arguments->merge.items, arguments->merge.count, options);
}

static int run_and_report(const struct suite_arguments *arguments, struct suite *suite, struct suite_options *options)
{
    struct resume *resume = NULL;
    int code = EXIT_HOLDS;
    struct merge *merge = NULL;
    if (arguments->json || arguments->resume || arguments->merge.count) { /* before the run: who edits meanwhile does not edit what was run */
        options->origin = origin_json(suite->machines, !suite->tests_named);
        origin_add_suite(options->origin, suite);
    }
    if (arguments->resume) {
        resume = resume_open(arguments->resume, options, options->origin);
        code = resume ? EXIT_HOLDS : EXIT_BAD_INPUT;
        options->take = resume ? resume_take : NULL;
        options->take_data = resume;
        options->resumed = resume ? resume_json(resume) : NULL;
    }
    if (arguments->merge.count) {
        merge = open_parts(arguments, options);
        code = merge ? EXIT_HOLDS : EXIT_BAD_INPUT;
    }
    if (!code) {
        suite_run(suite, options);
        litmus_warn_not_kept(suite);
        struct suite_runs runs = {.suite = suite, .options = options, .shown = &arguments->shown};
        if (arguments->html || arguments->shown.trace_out)
            suite_runs_find(&runs, !arguments->html);
        options->runs = runs.by_cell; /* not before all are there: memory may run out meanwhile, and then the page has none */
        memory_reporting(exit_code(suite, false, arguments->shard) == EXIT_VIOLATED ? EXIT_VIOLATED : EXIT_INCOMPLETE);
        code = report(arguments, suite, options);
        options->runs = NULL;
        if (runs.failed || !write_first(&runs, arguments->shown.trace_out))
            code = EXIT_BAD_INPUT;
        suite_runs_free(&runs);
    }
    if (code == EXIT_HOLDS && suite_stopped(suite) && (suite->not_run || !arguments->allow_incomplete))
        code = EXIT_INCOMPLETE;
    resume_free(resume);
    merge_free(merge);
    json_decref(options->origin);
    return code;
}

/* Memory ran out: what the pairs that have run say, with the others incomplete. */
static int report_out_of_memory(void *data)
{
    struct running *running = data;
    if (!running->suite.cells)
        return EXIT_INCOMPLETE;
    suite_give_up(&running->suite, &running->options);
    int code = exit_code(&running->suite, false, running->arguments->shard) == EXIT_VIOLATED ? EXIT_VIOLATED : EXIT_INCOMPLETE;
    memory_reporting(code);
    report(running->arguments, &running->suite, &running->options);
    return code;
}

static void release_lists(struct suite_arguments *arguments)
{
    options_release(&arguments->machines);
    options_release(&arguments->models);
    options_release(&arguments->merge);
    suite_shown_release(&arguments->shown);
}

/* 0, or the exit code of a usage error. */
static int check_arguments(const struct suite_arguments *arguments)
{
    if (arguments->shard && !suite_shard_is_valid(arguments->shard))
        return options_usage(&command_suite, "--shard wants I/N with 1 <= I <= N, not '%s'", arguments->shard);
    if (arguments->merge.count && (arguments->shard || arguments->resume || arguments->coverage || arguments->fresh))
        return options_usage(&command_suite, "--merge runs nothing: --shard, --resume, --coverage and --fresh do not go with it");
    if (arguments->coverage && arguments->resume)
        return options_usage(&command_suite, "--coverage and --resume do not go together: of the pairs that are taken over it is not "
                             "known what they came to");
    return 0;
}

static int prepare(struct running *running, int argc, char **argv)
{
    const struct suite_arguments *arguments = running->arguments;
    struct suite *suite = &running->suite;
    int code = suite_prepare(suite, &arguments->machines, &arguments->models, &arguments->compile, arguments->filter, arguments->color,
                             argc, argv);
    if (code)
        return code;
    if (arguments->coverage)
        machines_cover(suite->machines);
    if (arguments->environment.placement == PLACEMENT_REGROUP)
        suite_regroup(suite);
    set_options(&running->options, arguments);
    return suite_shown_set(&command_suite, &running->options, suite, &arguments->machines, &arguments->shown) ? 0 : EXIT_BAD_INPUT;
}

static int run_suite(int argc, char **argv)
{
    struct suite_arguments arguments = {
        .environment = {.prefetch = 1, .placement = PLACEMENT_PAIRED, .max_states = 3000000},
        .compile = COMPILE_DEFAULTS};
    int first = options_parse(&command_suite, &arguments, argc, argv);
    if (first < 0)
        return options_exit(first);
    int code = check_arguments(&arguments);
    if (!code) {
        struct running running = {.arguments = &arguments};
        memory_at_end(&(struct memory_end){report_out_of_memory, &running, "fewer pairs at once (--threads) take less"});
        if (arguments.thorough)
            be_thorough(&arguments);
        code = prepare(&running, argc - first, argv + first);
        if (!code)
            code = run_and_report(&arguments, &running.suite, &running.options);
        suite_release(&running.suite);
    }
    release_lists(&arguments);
    return code;
}

static const struct option_absence suite_absent[] = {
    {"trace dot svg mermaid text itf",
     "beside each cell that is broken a command is printed that shows its run, and --trace-out "
     "writes the first one, for 'murrelet show'"},
    {0},
};

const struct command command_suite = {
    .name = "suite",
    .operands = "[TEST.litmus|FOLDER]...",
    .summary = "run machines times litmus tests, and judge what each machine promises",
    .description = "Runs each test on each machine, at every placement asked for, and prints a matrix: N never, S "
                   "sometimes, A always, ? incomplete; ! where a machine shows what its promise forbids; ~ where it "
                   "promises nothing, since the test has a race under the model that it promises. With no "
                   "operand, the tests are those that come along. The reference machines sc, rc-mca and rc always "
                   "run, since promises are judged by them.\n\n"
                   "Exit code: 1 on a broken promise; 3 when a pair is incomplete (not with --allow-incomplete), or "
                   "nothing was judged of a machine, since none of its tests is obliged by a promise.",
    .groups = suite_groups,
    .absent = suite_absent,
    .run = run_suite,
};
