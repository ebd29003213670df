/* SPDX-License-Identifier: BSD-2-Clause */
/* generate.c - murrelet generate: litmus tests that nobody had to write. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include <Judy.h>

#include "../base/arena.h"
#include "../base/complain.h"
#include "../base/die.h"
#include "../base/machine.h"
#include "../base/memory.h"
#include "../base/stop.h"
#include "../cat/library.h"
#include "../generate/write.h"
#include "commands.h"
#include "generated.h"
#include "kill.h"
#include "like.h"
#include "litmus_common.h"
#include "write.h"

struct generate_arguments {
    struct generated_arguments what;
    const char *folder, *minimal;
    uint64_t every, spare;
    bool weaker, names;
    struct like_arguments like;
    struct kill_arguments kill;
    struct mutated_arguments mutated;
    struct environment_arguments environment;
    struct compile_arguments compile;
};

static const struct option_spec generate_options[] = {
    {.name = "folder", .letter = 'o', .kind = OPTION_TEXT, .offset = offsetof(struct generate_arguments, folder),
     .argument = "FOLDER", .help = "Write each test to a file in this folder, which is made."},
    {.name = "names", .kind = OPTION_FLAG, .offset = offsetof(struct generate_arguments, names),
     .help = "Print the name of each test."},
    {.name = "minimal", .kind = OPTION_TEXT, .offset = offsetof(struct generate_arguments, minimal), .argument = "MODEL",
     .help = "Only tests whose outcome the model in cat forbids, and allows as soon as any one order, fence, dependency or "
             "the scope is a step weaker."},
    {.name = "spare", .kind = OPTION_COUNT, .offset = offsetof(struct generate_arguments, spare), .argument = "N",
     .help = "With --minimal also tests in which up to N such steps, each by itself, would still forbid the outcome: an access "
             "that is stronger than it needs to be may take another way through a machine (0)."},
    {.name = "weaker", .kind = OPTION_FLAG, .offset = offsetof(struct generate_arguments, weaker),
     .help = "With --minimal, in place of each of these tests those that are a step weaker: what the model just allows, and a "
             "machine that is stronger than it need be never shows."},
    {.name = "every", .kind = OPTION_COUNT, .offset = offsetof(struct generate_arguments, every), .argument = "N", .least = 1,
     .help = "Of these tests every Nth alone, from the first."},
    {0},
};

static const struct option_group generate_groups[] = {
    {NULL, generate_options, 0},
    {"Which tests", generated_options, offsetof(struct generate_arguments, what)},
    {"Tests that are there already", like_options, offsetof(struct generate_arguments, like)},
    {"Tests that find the faults of a machine", kill_options, offsetof(struct generate_arguments, kill)},
    {"Which faults, with --kill", mutated_options, offsetof(struct generate_arguments, mutated)},
    {"Environment and bounds, with --kill", litmus_environment_options, offsetof(struct generate_arguments, environment)},
    {"Compiling, with --kill", load_compile_options, offsetof(struct generate_arguments, compile)},
    {0},
};

struct generating {
    const struct generate_arguments *arguments;
    const struct vocabulary *vocabulary;
    struct machines *machines;
    struct arena *arena;
    struct asked model;
    struct kill_request request;
    struct kill *kill; /* the tests are not written: a few of them are chosen; or NULL */
    uint64_t cycles, tests, of_cycle, passed; /* passed: of those that --every counts */
    Pvoid_t weaker;    /* JudySL: the names of those of the cycle that were met, with --weaker */
    double began;
    bool failed;
};

static bool is_forbidden(const struct generating *g, const struct decorated *d)
{
    struct arena *arena = arena_new();
    struct asking asking = {.machines = g->machines};
    const struct litmus_test *test = generated_test(arena, d);
    struct text why = {0};
    bool forbidden = asked_allows(&g->model, &asking, test, &why) == ALLOWS_NOT;
    text_free(&why);
    arena_free(arena);
    return forbidden;
}

/* None of its synchronisation could be a step weaker, but for so many steps as may be spared. */
static bool is_minimal(const struct generating *g, const struct decorated *d)
{
    struct decorated weaker;
    uint64_t spared = 0;
    if (!is_forbidden(g, d))
        return false;
    for (unsigned i = 0; decorated_weaken(d, g->vocabulary, i, &weaker); i++)
        if (is_forbidden(g, &weaker) && ++spared > g->arguments->spare)
            return false;
    return true;
}

static bool write_test(struct generating *g, const char *name, const struct decorated *d)
{
    const char *path = arena_format(g->arena, "%s/%s.litmus", g->arguments->folder, name);
    struct text text = {0};
    decorated_write(&text, d);
    bool written = write_text(&text, path);
    text_free(&text);
    return written;
}

static bool take_one(struct generating *g, const struct decorated *d)
{
    struct text name = {0};
    if (g->passed++ % g->arguments->every)
        return !stop_asked();
    g->tests++;
    g->of_cycle++;
    if (g->kill) {
        g->failed = !kill_add(g->kill, d);
        return !g->failed && !stop_asked();
    }
    if (g->arguments->names || g->arguments->folder)
        decorated_name(&name, d);
    if (g->arguments->names)
        puts(name.bytes);
    if (g->arguments->folder && !write_test(g, name.bytes, d))
        g->failed = true;
    text_free(&name);
    return !g->failed && !stop_asked();
}

/* Two tests may have one that is weaker than both. */
static bool is_met(struct generating *g, const struct decorated *d)
{
    struct text name = {0};
    decorated_name(&name, d);
    PPvoid_t entry = JudySLIns(&g->weaker, (const uint8_t *)name.bytes, PJE0);
    if (!entry || entry == PPJERR)
        die_memory(strlen(name.bytes));
    bool met = *entry != NULL;
    *entry = &g->weaker;
    text_free(&name);
    return met;
}

static bool take_weaker(struct generating *g, const struct decorated *d)
{
    struct decorated weaker;
    bool more = true;
    for (unsigned i = 0; more && decorated_weaken(d, g->vocabulary, i, &weaker); i++) {
        weaker = decorated_first(&weaker);
        if (!is_met(g, &weaker) && !is_forbidden(g, &weaker))
            more = take_one(g, &weaker);
    }
    return more;
}

static bool take(void *data, const struct decorated *d)
{
    struct generating *g = data;
    if (g->model.model && !is_minimal(g, d))
        return !stop_asked();
    return g->arguments->weaker ? take_weaker(g, d) : take_one(g, d);
}

static bool take_cycle(void *data, const struct cycle *cycle)
{
    struct generating *g = data;
    char edges[8 * CYCLE_EDGES];
    const char *name = cycle_name(cycle);
    if (!vocabulary_has_cycle(g->vocabulary, cycle))
        return true;
    g->of_cycle = 0;
    decorated_each(cycle, g->vocabulary, take, g);
    JudySLFreeArray(&g->weaker, PJE0);
    g->cycles++;
    cycle_spell(cycle, edges, (int)sizeof edges, " ");
    if (!g->arguments->names && !g->kill && g->of_cycle)
        printf("%8llu  %-7s %s\n", (unsigned long long)g->of_cycle, name ? name : "", edges);
    return !g->failed && !stop_asked();
}

static int open_kill(struct generating *g)
{
    const struct generate_arguments *a = g->arguments;
    g->request = (struct kill_request){.command = &command_generate, .arguments = &a->kill, .mutated = &a->mutated, .environment = &a->environment,
                                    .compile = &a->compile, .what = &a->what, .folder = a->folder, .names = a->names};
    g->kill = a->kill.machine ? kill_open(&g->request) : NULL;
    return a->kill.machine && !g->kill ? EXIT_BAD_INPUT : 0;
}

static int prepare(struct generating *g)
{
    const char *minimal = g->arguments->minimal, *folder = g->arguments->folder;
    int code = 0;
    if (minimal && !cat_is_file_name(minimal)) /* a machine may have the name too */
        minimal = arena_format(g->arena, "%s.cat", minimal);
    if (minimal && !litmus_find_asked(&g->model, g->machines, g->arena, minimal))
        code = EXIT_BAD_INPUT;
    if (!code && folder && mkdir(folder, 0777) && errno != EEXIST) {
        complain("murrelet: cannot make the folder %s: %s\n", folder, strerror(errno));
        code = EXIT_BAD_INPUT;
    }
    return code ? code : open_kill(g);
}

/* All of the vocabulary, or those that are like some, or some themselves. */
static int add_tests(struct generating *g)
{
    const struct generate_arguments *a = g->arguments;
    struct cycle_bounds bounds = generated_bounds(&a->what);
    if (a->like.tests.count)
        return like_run(&a->like, &a->what, !g->kill, take, g);
    if (a->kill.tests.count)
        return kill_add_written(g->kill);
    cycles_each(&bounds, take_cycle, g);
    return 0;
}

static int generate(struct generating *g)
{
    struct cycle_bounds bounds = generated_bounds(&g->arguments->what);
    int code = prepare(g);
    if (code)
        return code;
    code = add_tests(g);
    if (g->kill)
        return g->failed || code == EXIT_BAD_INPUT ? EXIT_BAD_INPUT : kill_run(g->kill);
    if (g->arguments->like.tests.count)
        return g->failed ? EXIT_BAD_INPUT : code;
    fprintf(g->arguments->names ? stderr : stdout, "%llu tests of %llu cycles, vocabulary %s (%s), at most %u edges\n",
            (unsigned long long)g->tests, (unsigned long long)g->cycles, g->vocabulary->name, g->vocabulary->is, bounds.edges);
    fflush(stdout);
    if (machine_clock() - g->began > 1)
        complain("made in %.0f s\n", machine_clock() - g->began);
    if (stop_asked())
        fputs("murrelet: interrupted: not all were made\n", stderr);
    return g->failed ? EXIT_BAD_INPUT : stop_asked() ? EXIT_INCOMPLETE : EXIT_HOLDS;
}

/* Memory ran out: the files that were written stand. */
static int report_out_of_memory(void *data)
{
    const struct generating *g = data;
    complain("murrelet: not all were made: %llu tests before\n", (unsigned long long)g->tests);
    memory_reporting(EXIT_INCOMPLETE);
    return EXIT_INCOMPLETE;
}

/* Whether something is said that only --kill looks at. */
static bool asks_of_faults(const struct generate_arguments *a)
{
    return a->kill.mutants.count || a->kill.patches.count || a->kill.tests.count || a->kill.json || a->kill.total_seconds > 0 || a->mutated.folders.count ||
           a->mutated.operators.count || a->mutated.at.count || a->mutated.count || a->mutated.seed != 1 || a->kill.threads;
}

static void release(struct generating *g, struct generate_arguments *arguments)
{
    kill_close(g->kill);
    machines_close(g->machines);
    JudySLFreeArray(&g->weaker, PJE0);
    mutated_release(&arguments->mutated);
    options_release(&arguments->kill.mutants);
    options_release(&arguments->kill.patches);
    options_release(&arguments->kill.tests);
    options_release(&arguments->like.tests);
    arena_free(g->arena);
}

static int run_generate(int argc, char **argv)
{
    struct generate_arguments arguments = {.what = GENERATED_DEFAULTS, .every = 1,
                                           .mutated = MUTATED_DEFAULTS,
                                           .environment = {.prefetch = 1, .max_states = 1000000},
                                           .compile = COMPILE_DEFAULTS};
    int first = options_parse(&command_generate, &arguments, argc, argv);
    if (first < 0)
        return options_exit(first);
    if (first < argc)
        return options_usage(&command_generate, "nothing is wanted behind the options, not '%s'", argv[first]);
    if (!arguments.kill.machine && asks_of_faults(&arguments))
        return options_usage(&command_generate, "that goes with --kill MACHINE");
    if (arguments.weaker && !arguments.minimal)
        return options_usage(&command_generate, "--weaker goes with --minimal MODEL");
    struct generating g = {.arguments = &arguments, .vocabulary = generated_vocabulary(&arguments.what), .arena = arena_new(),
                            .began = machine_clock()};
    stop_on_signals();
    memory_at_end(&(struct memory_end){report_out_of_memory, &g, NULL});
    memory_hold();
    g.machines = litmus_open_machines();
    int code = g.machines ? generate(&g) : EXIT_BAD_INPUT;
    release(&g, &arguments);
    return code;
}

const struct command command_generate = {
    .name = "generate",
    .operands = "",
    .summary = "write litmus tests: every critical cycle, with every order, fence and scope; or the few that find all faults",
    .description = "Makes a test of each critical cycle of program order and communication, with each way to give its accesses "
                   "orders, fences and dependencies, scopes and a scope tree, as the vocabulary has them; tests that differ by "
                   "the names of threads, locations and scope instances alone are one. Prints how many there are of each "
                   "cycle.\n\n"
                   "With --kill, mutants are made of a machine, as `murrelet mutate` makes them, and each runs all tests that "
                   "the machine itself keeps, judged by what it promises. Chosen are as few of the tests as kill every mutant "
                   "that any of them kills: a smallest choice, or at least so many and at most so many where the search for it "
                   "was cut short. Ctrl-C ends it with what is known so far.\n\n"
                   "With --like, only those tests are made that somebody wrote already.\n\n"
                   "Exit code: 0, or 3 when it was interrupted. With --like 1 when one is none of the vocabulary. With --kill 0 when a smallest choice kills all mutants, 1 when it is "
                   "one and some mutant survives all tests, 3 when no choice is proved a smallest one: some pairs have no "
                   "answer, or the time was up.",
    .groups = generate_groups,
    .run = run_generate,
};
