/* SPDX-License-Identifier: BSD-2-Clause */
/* infer.c - murrelet infer: which reference models a machine keeps. */
#include <stdio.h>
#include <string.h>

#include "../base/complain.h"
#include "../base/die.h"
#include "../base/machine.h"
#include "../base/memory.h"
#include "commands.h"
#include "../generate/decorate.h"
#include "../report/json_parts.h"
#include "../suite/fragment.h"
#include "generated.h"
#include "litmus_common.h"
#include "../report/idle.h"
#include "../report/matrix.h"
#include "origin.h"
#include "suite_runs.h"
#include "suite_shown.h"
#include "write.h"

struct infer_arguments {
    struct option_list models;
    struct environment_arguments environment;
    struct compile_arguments compile;
    struct shown_arguments shown;
    const char *filter, *json;
    uint64_t threads;
    bool fresh, generated, fragments;
    struct generated_arguments what;
};

static const struct option_spec infer_options[] = {
    {.name = "model", .kind = OPTION_LIST, .offset = offsetof(struct infer_arguments, models), .argument = "MODEL",
     .help = "Judge by this one: a file in cat, or the name of a reference model. May be repeated. Default: every "
             "reference model."},
    {.name = "filter", .kind = OPTION_TEXT, .offset = offsetof(struct infer_arguments, filter), .argument = "TEXT",
     .help = "Only tests whose path contains TEXT."},
    {.name = "threads", .letter = 'j', .kind = OPTION_COUNT, .offset = offsetof(struct infer_arguments, threads),
     .argument = "N", .help = "Pairs at once. Default: the number of processors.", .most = 1024},
    {.name = "json", .kind = OPTION_TEXT, .offset = offsetof(struct infer_arguments, json), .argument = "FILE",
     .help = "Write what was found as JSON; - is the standard output, in place of the text."},
    {.name = "fresh", .kind = OPTION_FLAG, .offset = offsetof(struct infer_arguments, fresh),
     .help = "Run all pairs, and take none that an earlier run, or 'murrelet suite', has kept."},
    {.name = "generated", .kind = OPTION_FLAG, .offset = offsetof(struct infer_arguments, generated),
     .help = "By all tests of a vocabulary, as 'murrelet generate' makes them, up to a size; none is named then."},
    {.name = "fragments", .kind = OPTION_FLAG, .offset = offsetof(struct infer_arguments, fragments),
     .help = "Say of each model that is broken without which orders, scopes, fences and read-modify-writes no test breaks it."},
    {0},
};

static const struct option_group infer_groups[] = {
    {NULL, infer_options, 0},
    {"Which tests, with --generated", generated_options, offsetof(struct infer_arguments, what)},
    {"Runs that break something", suite_shown_options, offsetof(struct infer_arguments, shown)},
    {"A page of the run", suite_shown_page_options, offsetof(struct infer_arguments, shown)},
    {"Environment and bounds", litmus_environment_options, offsetof(struct infer_arguments, environment)},
    {"Compiling", load_compile_options, offsetof(struct infer_arguments, compile)},
    {0},
};

enum { SHOWN_MOST = 5 };

/* What the suite says of one model. */
struct standing {
    const char *model;
    unsigned kept, broken, incomplete;
    const char *breaking[SHOWN_MOST]; /* the first tests that break it */
    const char *open[SHOWN_MOST];     /* the first that are not complete */
    const struct suite_cell *first;   /* of those that break it */
    const char *outcome;              /* by which */
    const struct fragments *fragments; /* or NULL: nobody asks */
};

static struct standing judge_model(const struct suite *suite, unsigned column, const struct suite_promise *promise)
{
    struct standing standing = {.model = promise->model};
    for (unsigned t = 0; t < suite->test_count; t++) {
        struct suite_why why = {0};
        switch (suite_judge(suite, suite_cell(suite, column, t), promise, &why)) {
        case SUITE_KEPT: standing.kept++; break;
        case SUITE_INCOMPLETE:
            if (standing.incomplete < SHOWN_MOST)
                standing.open[standing.incomplete] = suite->tests[t].test->name;
            standing.incomplete++;
            break;
        case SUITE_FREE: break;
        case SUITE_BROKEN:
            if (standing.broken < SHOWN_MOST)
                standing.breaking[standing.broken] = suite->tests[t].test->name;
            if (!standing.broken) {
                standing.first = suite_cell(suite, column, t);
                standing.outcome = why.outcome;
            }
            standing.broken++;
            break;
        }
    }
    return standing;
}

/* How many tests oblige, without those that have one of the words; the model may be open on some of them. */
static unsigned oblige_without(const struct suite *suite, unsigned column, const struct suite_promise *promise, unsigned without)
{
    unsigned count = 0;
    for (unsigned t = 0; t < suite->test_count; t++) {
        struct suite_why why = {0};
        enum suite_judgement judgement = suite_judge(suite, suite_cell(suite, column, t), promise, &why);
        count += judgement != SUITE_FREE && !(fragment_words(suite->tests[t].test) & without);
    }
    return count;
}

/* Of what is not broken without some words, what is left to oblige. */
static const struct fragments *find_fragments(const struct suite *suite, unsigned column, const struct suite_promise *promise)
{
    unsigned *broken = NULL, count = 0;
    struct fragments *found = arena_alloc(suite->arena, sizeof *found), all;
    for (unsigned t = 0; t < suite->test_count; t++) {
        struct suite_why why = {0};
        if (suite_judge(suite, suite_cell(suite, column, t), promise, &why) == SUITE_BROKEN)
            ARENA_PUSH(suite->arena, broken, count, fragment_words(suite->tests[t].test));
    }
    all = fragments_find(suite->arena, broken, count);
    *found = (struct fragments){0};
    for (unsigned i = 0; i < all.count; i++)
        if (oblige_without(suite, column, promise, all.without[i]))
            ARENA_PUSH(suite->arena, found->without, found->count, all.without[i]);
    return found;
}

/* Something was judged by it, and did not break it. */
static bool stands(const struct standing *s)
{
    return !s->broken && s->kept + s->incomplete;
}

/* It stands, and no model that stands promises more. */
static bool is_maximal(const struct standing *standings, unsigned count, unsigned i)
{
    if (!stands(&standings[i]))
        return false;
    for (unsigned j = 0; j < count; j++)
        if (j != i && stands(&standings[j]) && suite_implies(standings[j].model, standings[i].model))
            return false;
    return true;
}

static void print_names(const char *const *names, unsigned count)
{
    for (unsigned i = 0; i < count && i < SHOWN_MOST; i++)
        printf(" %s", names[i]);
    fputs(count > SHOWN_MOST ? " ..." : "", stdout);
}

/* What rests on tests that are not complete is never called kept. */
static void print_standing(const struct standing *s, bool maximal)
{
    printf("  %-22s ", s->model);
    if (s->broken) {
        printf("broken by %u:", s->broken);
        print_names(s->breaking, s->broken);
    } else if (!stands(s)) {
        fputs("not judged: no test obliges", stdout);
    } else if (!s->incomplete) {
        printf("%s (%u tests oblige)", maximal ? "KEPT, maximal" : "kept", s->kept);
    } else {
        printf("not broken%s (%u tests oblige, %u of them incomplete:", maximal ? ", maximal" : "", s->kept + s->incomplete,
               s->incomplete);
        print_names(s->open, s->incomplete);
        putchar(')');
    }
    putchar('\n');
}

static void print_fragments(const struct standing *s)
{
    for (unsigned i = 0; s->fragments && i < s->fragments->count; i++) {
        const char *before = "      not broken without ";
        for (unsigned word = 0; word < FRAGMENT_WORDS; word++)
            if (s->fragments->without[i] >> word & 1) {
                printf("%s%s", before, fragment_word(word));
                before = ", ";
            }
        putchar('\n');
    }
}

/* What shows that a model is not kept; where two are broken by one outcome, once. */
static void print_command(const struct suite *suite, const struct suite_options *options, const struct standing *s,
                          const char **last)
{
    const char *command = s->first ? breach_of(suite->arena, suite, options, s->first, s->outcome).command : NULL;
    if (command && (!*last || strcmp(*last, command)))
        printf("      %s\n", command);
    *last = command ? command : *last;
}

static int report_error(const struct suite *suite, unsigned column)
{
    for (unsigned t = 0; t < suite->test_count; t++) {
        const struct suite_cell *cell = suite_cell(suite, column, t);
        if (cell->error) {
            complain("murrelet: %s cannot be run on %s: %s\n", suite->columns[column]->name,
                     suite->tests[t].test->name, cell->error);
            return EXIT_BAD_INPUT;
        }
    }
    return 0;
}

/* What is known of all models. */
struct verdicts {
    struct standing *standings;
    unsigned count;
    bool incomplete, judged;
};

static void judge_models(const struct suite *suite, unsigned column, bool fragments, struct verdicts *v)
{
    const struct suite_promises *models = &suite->promises[column];
    v->standings = arena_alloc(suite->arena, (models->count + 1) * sizeof *v->standings);
    for (; v->count < models->count; v->count++) {
        struct standing *s = &v->standings[v->count];
        *s = judge_model(suite, column, &models->items[v->count]);
        if (fragments && s->broken)
            s->fragments = find_fragments(suite, column, &models->items[v->count]);
        v->incomplete |= !s->broken && s->incomplete;
        v->judged |= stands(s) || s->broken;
    }
}

static void print_verdicts(const struct suite *suite, const struct suite_options *options, unsigned column,
                           const struct verdicts *v)
{
    const char *last = NULL;
    origin_print(stdout, suite->machines, !suite->tests_named);
    printf("%s, over %u tests:\n", suite->columns[column]->name, suite->test_count);
    for (unsigned i = 0; i < v->count; i++) {
        print_standing(&v->standings[i], is_maximal(v->standings, v->count, i));
        print_command(suite, options, &v->standings[i], &last);
        print_fragments(&v->standings[i]);
    }
    if (!suite->given_up) {
        idle_text(suite->activity[column], " ", stdout);
        matrix_put_open(suite, column, "  ", stdout);
        idle_statistics(suite->activity[column], suite->columns[column]->name, stdout);
    }
    matrix_put_kept(suite, "  ", stdout);
    if (!v->judged)
        puts("  nothing was judged: no test obliges by any model");
}

static json_t *names_json(const char *const *names, unsigned count)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < count && i < SHOWN_MOST; i++)
        json_array_append_new(list, json_string(names[i]));
    return list;
}

static json_t *fragments_json(const struct fragments *fragments)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < fragments->count; i++) {
        json_t *words = json_array();
        for (unsigned word = 0; word < FRAGMENT_WORDS; word++)
            if (fragments->without[i] >> word & 1)
                json_array_append_new(words, json_string(fragment_word(word)));
        json_array_append_new(list, words);
    }
    return list;
}

static json_t *standing_json(const struct standing *s, bool maximal)
{
    const char *verdict = s->broken ? "broken" : !stands(s) ? "not judged" : s->incomplete ? "not broken" : "kept";
    json_t *standing = json_pack("{s:s, s:s, s:b, s:i, s:i, s:i, s:o, s:o}", "model", s->model, "verdict", verdict, "maximal",
                     (int)maximal, "kept", (int)s->kept, "broken", (int)s->broken, "incomplete", (int)s->incomplete,
                     "broken_by", names_json(s->breaking, s->broken), "open", names_json(s->open, s->incomplete));
    if (s->fragments)
        json_object_set_new(standing, "not_broken_without", fragments_json(s->fragments));
    return standing;
}

/* With what was run, and in which surroundings. */
static json_t *verdicts_json(const struct suite *suite, const struct suite_options *options, unsigned column,
                             const struct verdicts *v)
{
    json_t *root = origin_json(suite->machines, !suite->tests_named), *models = json_array();
    for (unsigned i = 0; i < v->count; i++)
        json_array_append_new(models, standing_json(&v->standings[i], is_maximal(v->standings, v->count, i)));
    json_object_set_new(root, "machine", json_part_text(suite->columns[column]->name));
    json_object_set_new(root, "environment", matrix_environment(options));
    json_object_set_new(root, "tests", json_integer(suite->test_count));
    json_object_set_new(root, "models", models);
    if (!suite->given_up)
        json_object_set_new(root, "activity", idle_json(suite->activity[column]));
    if (suite->from_kept)
        json_object_set_new(root, "kept", matrix_kept(suite));
    return root;
}

/* The run that breaks the first model that is broken, if one is. */
static bool write_run(const struct suite *suite, const struct suite_options *options, const struct verdicts *v,
                      const struct shown_arguments *shown)
{
    struct suite_runs runs = {.suite = suite, .options = options, .shown = shown};
    unsigned i = 0;
    while (i < v->count && !v->standings[i].first)
        i++;
    bool asked = (shown->trace_out || shown->html) && i < v->count;
    json_t *run = asked ? suite_run_of(&runs, v->standings[i].first, v->standings[i].outcome) : NULL;
    return suite_shown_write(run, shown) && !runs.failed;
}

static int conclude(const struct suite *suite, const struct suite_options *options, unsigned column,
                    const struct infer_arguments *arguments)
{
    struct verdicts verdicts = {0};
    const char *json = arguments->json;
    int failed = report_error(suite, column);
    if (failed)
        return failed;
    judge_models(suite, column, arguments->fragments, &verdicts);
    if (!json || strcmp(json, "-"))
        print_verdicts(suite, options, column, &verdicts);
    if (arguments->generated && (!json || strcmp(json, "-")))
        printf("  complete up to %u accesses of %u threads, vocabulary %s\n", (unsigned)arguments->what.edges,
               (unsigned)arguments->what.threads, generated_vocabulary(&arguments->what)->name);
    if (json && !write_json(verdicts_json(suite, options, column, &verdicts), json))
        return EXIT_BAD_INPUT;
    if (!suite->given_up && !write_run(suite, options, &verdicts, &arguments->shown))
        return EXIT_BAD_INPUT;
    return verdicts.incomplete || !verdicts.judged ? EXIT_INCOMPLETE : EXIT_HOLDS;
}

/* All that a run holds. */
struct running {
    struct infer_arguments *arguments;
    const char *machine;
    struct suite suite;
    struct suite_options options;
};

static unsigned column_of(const struct running *running)
{
    const struct suite *suite = &running->suite;
    for (unsigned c = 0; c < suite->column_count; c++)
        if (!strcmp(suite->columns[c]->name, running->machine))
            return c;
    return suite->column_count - 1;
}

/* Memory ran out: what the tests that have run say, with the others incomplete. */
static int report_out_of_memory(void *data)
{
    struct running *running = data;
    if (!running->suite.cells)
        return EXIT_INCOMPLETE;
    suite_give_up(&running->suite, &running->options);
    conclude(&running->suite, &running->options, column_of(running), running->arguments);
    return EXIT_INCOMPLETE;
}

/* The models asked for, or every reference model. */
static struct option_list models_of(struct infer_arguments *arguments, const char **room)
{
    struct option_list all = {room, 0};
    for (; header_models[all.count]; all.count++)
        room[all.count] = header_models[all.count];
    return arguments->models.count ? arguments->models : all;
}

static bool add_generated(void *data, const struct decorated *d)
{
    struct suite *suite = data;
    if (!generated_has_room(suite->test_count))
        return false;
    struct suite_test test = generated_suite_test(suite->arena, d);
    ARENA_PUSH(suite->arena, suite->tests, suite->test_count, test);
    return true;
}

/* All tests of a vocabulary, up to a size. */
struct generating {
    struct suite *suite;
    const struct vocabulary *vocabulary;
    bool whole;
};

static bool add_cycle(void *data, const struct cycle *cycle)
{
    struct generating *g = data;
    g->whole = decorated_each(cycle, g->vocabulary, add_generated, g->suite);
    return g->whole;
}

static int add_all(struct suite *suite, const struct generated_arguments *what)
{
    struct cycle_bounds bounds = generated_bounds(what);
    struct generating g = {suite, generated_vocabulary(what), true};
    suite->tests_named = true; /* they are not the library's */
    cycles_each(&bounds, add_cycle, &g);
    return g.whole ? 0 : EXIT_BAD_INPUT;
}

static int prepare(struct running *running, int argc, char **argv)
{
    struct infer_arguments *arguments = running->arguments;
    struct suite *suite = &running->suite;
    const char *room[HEADER_MODELS];
    struct option_list machine = {&running->machine, 1}, models = models_of(arguments, room);
    if (arguments->generated && (argc || arguments->filter))
        return options_usage(&command_infer, "--generated makes the tests: none is named, and --filter takes none away");
    int code = arguments->generated ? suite_begin(suite, &machine, &models, &arguments->compile, COLOR_AUTO)
                                    : suite_prepare(suite, &machine, &models, &arguments->compile, arguments->filter, COLOR_AUTO, argc, argv);
    if (!code && arguments->generated)
        code = add_all(suite, &arguments->what);
    if (code)
        return code;
    if (arguments->environment.placement == PLACEMENT_REGROUP)
        suite_regroup(suite);
    running->options = (struct suite_options){
        .placements = (enum litmus_placement_set)arguments->environment.placement,
        .layouts = (enum litmus_layout_set)arguments->environment.layout,
        .threads = arguments->threads ? (unsigned)arguments->threads : machine_processors()};
    litmus_set_options(&running->options.run, &arguments->environment, &arguments->compile);
    litmus_keep(&running->options, arguments->fresh);
    return suite_shown_set(&command_infer, &running->options, suite, &machine, &arguments->shown) ? 0 : EXIT_BAD_INPUT;
}

static int run_infer(int argc, char **argv)
{
    struct infer_arguments arguments = {
        .what = GENERATED_DEFAULTS, .environment = {.prefetch = 1, .placement = PLACEMENT_PAIRED, .max_states = 3000000},
        .compile = COMPILE_DEFAULTS};
    int first = options_parse(&command_infer, &arguments, argc, argv);
    if (first < 0)
        return options_exit(first);
    if (first == argc)
        return options_usage(&command_infer, "name a machine");
    struct running running = {.arguments = &arguments, .machine = argv[first]};
    memory_at_end(&(struct memory_end){report_out_of_memory, &running, "fewer pairs at once (--threads) take less"});
    int code = prepare(&running, argc - first - 1, argv + first + 1);
    if (!code) {
        suite_run(&running.suite, &running.options);
        litmus_warn_not_kept(&running.suite);
        memory_reporting(EXIT_INCOMPLETE);
        code = conclude(&running.suite, &running.options, column_of(&running), &arguments);
    }
    suite_release(&running.suite);
    options_release(&arguments.models);
    suite_shown_release(&arguments.shown);
    return code;
}

static const struct option_absence infer_absent[] = {
    {"trace dot svg mermaid text itf",
     "of a model that is broken a command is printed that shows a run, and --trace-out writes the "
     "first one, for 'murrelet show'"},
    {0},
};

const struct command command_infer = {
    .name = "infer",
    .operands = "MACHINE [TEST.litmus|FOLDER]...",
    .summary = "find the strongest reference models that a machine never breaks",
    .description = "Runs the suite on one machine and judges it by every reference model, whatever the machine "
                   "promises, or by those that --model names. The models are only partially ordered: sc, rc-mca and rc speak of all outcomes; drf, "
                   "hrf-direct, hrf-indirect, hrf-indirect-relaxed and rsp of the programs without a race. It prints "
                   "every maximal model that no test breaks, and the tests that break the others.\n\n"
                   "With --fragments it says of each model that is broken what the tests that break it have in common: a choice of orders, "
                   "scopes, fences and read-modify-writes without which none of the tests that are left breaks it. With --generated "
                   "these are all tests of a vocabulary up to a size.\n\n"
                   "A model that is kept is kept by these tests in this environment, which is no proof for others. One that "
                   "rests on tests which are incomplete is only said to be not broken, and the exit code is 3.",
    .groups = infer_groups,
    .absent = infer_absent,
    .run = run_infer,
};
