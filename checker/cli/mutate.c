/* SPDX-License-Identifier: BSD-2-Clause */
/* mutate.c - murrelet mutate: single faults in a model or machine, and whether
 * its checks find them. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../audit/mutate.h"
#include "../base/complain.h"
#include "../base/die.h"
#include "../base/machine.h"
#include "../base/memory.h"
#include "../base/stop.h"
#include "../report/mutation.h"
#include "check_options.h"
#include "commands.h"
#include "litmus_common.h"
#include "mutated.h"
#include "write.h"

enum { MOST_PROCESSES = 64 };

struct mutate_arguments {
    struct mutated_arguments mutated;
    const char *machine, *cc, *json, *keep;
    struct option_list checks, drivers, tests, constants;
    uint64_t processes;
    double max_seconds;
    int dialect;
    bool suite, all_checks, list, quiet;
};

static const char *const dialects[] = {"rumur", "cmurphi", NULL};

static const struct option_spec subject_options[] = {
    {.name = "const", .letter = 'D', .kind = OPTION_LIST, .offset = offsetof(struct mutate_arguments, constants),
     .argument = "NAME=VALUE", .help = "A constant of MODEL.m, as `check` takes it. May be repeated."},
    {.name = "dialect", .kind = OPTION_CHOICE, .offset = offsetof(struct mutate_arguments, dialect), .choices = dialects,
     .help = "How to read MODEL.m, as `check` takes it. Default: rumur."},
    {.name = "machine", .letter = 'm', .kind = OPTION_TEXT, .offset = offsetof(struct mutate_arguments, machine),
     .argument = "MACHINE", .help = "In place of MODEL.m: NAME, NAME:VARIANT or FILE.m. Its checks have to be named."},
    {0},
};

static const struct option_spec check_options[] = {
    {.name = "check", .kind = OPTION_LIST, .offset = offsetof(struct mutate_arguments, checks), .argument = "TEXT",
     .help = "A check is `murrelet check TEXT`: a model that includes what is mutated, and options. May be repeated. "
             "Default, where a model is mutated: that model."},
    {.name = "driver", .kind = OPTION_LIST, .offset = offsetof(struct mutate_arguments, drivers), .argument = "TEXT",
     .help = "A check is `murrelet check --machine MACHINE --driver TEXT`: a driver, such as free or endless, and options. "
             "May be repeated."},
    {.name = "test", .kind = OPTION_LIST, .offset = offsetof(struct mutate_arguments, tests), .argument = "TEXT",
     .help = "A check is `murrelet suite --machine MACHINE TEXT`: litmus tests or folders, and options. May be repeated."},
    {.name = "suite", .kind = OPTION_FLAG, .offset = offsetof(struct mutate_arguments, suite),
     .help = "A check is the whole suite on the machine."},
    {.name = "max-seconds", .kind = OPTION_SECONDS, .offset = offsetof(struct mutate_arguments, max_seconds),
     .argument = "S", .help = "Of each check, with all that it compiles; one that takes longer ran out. Default: 60."},
    {.name = "all-checks", .kind = OPTION_FLAG, .offset = offsetof(struct mutate_arguments, all_checks),
     .help = "Run a killed mutant through the checks that follow too, and count for each check alone."},
    {.name = "processes", .letter = 'j', .kind = OPTION_COUNT, .offset = offsetof(struct mutate_arguments, processes),
     .argument = "N", .least = 1, .most = MOST_PROCESSES,
     .help = "Checks at once, each with one thread. Default: the number of processors."},
    {.name = "cc", .kind = OPTION_TEXT, .offset = offsetof(struct mutate_arguments, cc), .argument = "CC",
     .help = "The C compiler of every check; tcc, where checks search little and compile much."},
    {0},
};

static const struct option_spec output_options[] = {
    {.name = "list", .kind = OPTION_FLAG, .offset = offsetof(struct mutate_arguments, list),
     .help = "Print the mutants there are, and run none."},
    {.name = "keep", .kind = OPTION_TEXT, .offset = offsetof(struct mutate_arguments, keep), .argument = "FOLDER",
     .help = "Write each mutant that survived as a patch into this folder, which is made if it is not there."},
    {.name = "json", .kind = OPTION_TEXT, .offset = offsetof(struct mutate_arguments, json), .argument = "FILE",
     .help = "Write every mutant and what came of it as JSON; - is the standard output, in place of the text."},
    {.name = "quiet", .letter = 'q', .kind = OPTION_FLAG, .offset = offsetof(struct mutate_arguments, quiet),
     .help = "Print no line for a mutant that was killed or is no fault."},
    {0},
};

static const struct option_group mutate_groups[] = {
    {"What is mutated", subject_options, 0},
    {"Which mutants", mutated_options, offsetof(struct mutate_arguments, mutated)},
    {"Checks", check_options, 0},
    {"Results", output_options, 0},
    {0},
};

/* All that a run holds. */
struct run {
    struct mutate_arguments arguments;
    const char *subject; /* as it was given */
    struct mutated mutated;
};

/* ---- programs ---- */

/* A model as `check` reads it: a file, or a machine with a driver. */
struct model_root {
    const struct run *run;
    struct check_arguments arguments;
    const char *path;
};

/* The constants that were given; a form that is not right is the check's own to refuse. */
static struct constant_override *constants_of(const struct model_root *root, struct arena *arena)
{
    const struct option_list *list = &root->arguments.language.constants;
    struct constant_override *overrides = arena_alloc(arena, (list->count + 1) * sizeof *overrides);
    for (unsigned i = 0; i < list->count; i++) {
        const char *equals = strchr(list->items[i], '=');
        overrides[i].name = arena_text(arena, list->items[i], equals ? (size_t)(equals - list->items[i]) : 0);
        overrides[i].value = equals ? equals + 1 : "";
    }
    return overrides;
}

/* The text that puts a machine and a driver together, with the constants of both. */
static struct source *compose(const struct model_root *root, struct arena *arena, struct constant_override **constants,
                              unsigned *count, struct text *error)
{
    const struct compose_arguments *a = &root->arguments.compose;
    struct driver_request request = {.machine = a->machine, .driver = a->driver, .invariants = a->invariants.items,
                                     .invariant_count = a->invariants.count};
    struct driven driven;
    if (!driver_compose(&driven, arena, root->run->mutated.machines, &request, error))
        return NULL;
    *constants = driver_constants(&driven, arena, *constants, count);
    return driven.source;
}

static struct program *read_model(void *data, struct arena *arena, struct text *error)
{
    const struct model_root *root = data;
    unsigned count = root->arguments.language.constants.count;
    struct constant_override *constants = constants_of(root, arena);
    struct diagnostics *diagnostics = diagnostics_new(arena);
    enum dialect dialect = (enum dialect)root->arguments.language.dialect;
    diagnostics_drop_warnings(diagnostics);
    struct source *source = root->path ? source_read(arena, diagnostics, root->path, (struct place){0})
                                       : compose(root, arena, &constants, &count, error);
    struct program *program = source ? parse_program(arena, diagnostics, source, dialect) : NULL;
    if (program && !diagnostics_errors(diagnostics))
        types_check(arena, diagnostics, program, dialect, constants, count);
    if (!diagnostics_errors(diagnostics))
        return program;
    diagnostics_put(diagnostics, error);
    return NULL;
}

/* ---- checks ---- */

struct words {
    char **items;
    unsigned count;
};

static void add_word(struct run *run, struct words *words, const char *word)
{
    char *copy = arena_format(run->mutated.arena, "%s", word);
    ARENA_PUSH(run->mutated.arena, words->items, words->count, copy);
}

static void add_words(struct run *run, struct words *words, const char *const *list)
{
    for (; *list; list++)
        add_word(run, words, *list);
}

/* As a shell has it: blanks separate, but for those within quotes. */
static bool split(struct run *run, struct words *words, const char *text)
{
    while (*text) {
        struct text word = {0};
        text += strspn(text, " \t");
        const char *start = text;
        while (*text && *text != ' ' && *text != '\t') {
            const char *close = *text == '\'' || *text == '"' ? strchr(text + 1, *text) : NULL;
            if (close)
                text_add(&word, text + 1, (size_t)(close - text - 1));
            else if (*text == '\'' || *text == '"')
                return false;
            else
                text_char(&word, *text);
            text = close ? close + 1 : text + 1;
        }
        if (text > start)
            add_word(run, words, word.bytes ? word.bytes : "");
        text_free(&word);
    }
    return true;
}

static void add_check(struct run *run, const struct command *command, const char *name, struct words words)
{
    struct mutate_check check = {.name = name, .run = command->run, .argc = (int)words.count};
    ARENA_PUSH(run->mutated.arena, words.items, words.count, NULL);
    check.argv = words.items;
    ARENA_PUSH(run->mutated.arena, run->mutated.mutation.checks, run->mutated.mutation.check_count, check);
}

/* The options that every check has; the user's, behind them, count for more. */
static struct words begin_check(struct run *run, const struct command *command)
{
    struct words words = {0};
    add_words(run, &words, (const char *[]){command->name, "--threads", "1", "--color", "never", NULL});
    if (run->arguments.cc)
        add_words(run, &words, (const char *[]){"--cc", run->arguments.cc, NULL});
    return words;
}

/* Take the model out of the words of a `murrelet check`. */
static int add_model(struct run *run, const struct words *words, bool is_mutated)
{
    struct model_root *root = arena_alloc(run->mutated.arena, sizeof *root);
    *root = (struct model_root){.run = run, .arguments = CHECK_DEFAULTS};
    struct words copy = {0};
    for (unsigned i = 0; i < words->count; i++)
        ARENA_PUSH(run->mutated.arena, copy.items, copy.count, words->items[i]);
    ARENA_PUSH(run->mutated.arena, copy.items, copy.count, NULL);
    int first = options_parse(&command_check, &root->arguments, (int)words->count, copy.items);
    if (first < 0)
        return EXIT_BAD_INPUT;
    if (!compose_operands(&command_mutate, &root->arguments.compose, (int)words->count - first))
        return EXIT_BAD_INPUT;
    root->path = root->arguments.compose.machine ? NULL : copy.items[first];
    if (!root->path && !run->mutated.machines)
        return options_usage(&command_mutate, "a check of a machine goes with --machine MACHINE");
    mutated_add_root(&run->mutated, is_mutated, read_model, root);
    return 0;
}

/* `before`: words that are not the user's, or none. */
static int add_model_check(struct run *run, const char *const *before, const char *text)
{
    struct words words = begin_check(run, &command_check);
    const char *name = "check";
    add_words(run, &words, (const char *[]){"--warn", "none", "--trace", "none", NULL});
    add_words(run, &words, before);
    for (; *before; before++)
        name = arena_format(run->mutated.arena, "%s %s", name, *before);
    if (!split(run, &words, text))
        return options_usage(&command_mutate, "a quote in '%s' is not closed", text);
    int code = add_model(run, &words, false);
    add_check(run, &command_check, arena_format(run->mutated.arena, "%s %s", name, text), words);
    return code;
}

static int add_driver_check(struct run *run, const char *text)
{
    if (!run->mutated.machine)
        return options_usage(&command_mutate, "--driver is a check of a machine: name it with --machine");
    return add_model_check(run, (const char *[]){"--machine", run->arguments.machine, "--driver", NULL}, text);
}

static int add_suite_check(struct run *run, const char *text)
{
    struct words words = begin_check(run, &command_suite);
    if (!run->mutated.machine)
        return options_usage(&command_mutate, "--test and --suite are checks of a machine: name it with --machine");
    add_words(run, &words, (const char *[]){"--quiet", "--machine", run->arguments.machine, NULL});
    if (!split(run, &words, text))
        return options_usage(&command_mutate, "a quote in '%s' is not closed", text);
    const char *name = arena_format(run->mutated.arena, "suite -m %s%s%s", run->arguments.machine, *text ? " " : "", text);
    add_check(run, &command_suite, name, words);
    return 0;
}

/* The model that is mutated, and, where no other check is named, its own. */
static int add_subject(struct run *run)
{
    const struct mutate_arguments *a = &run->arguments;
    struct words words = begin_check(run, &command_check);
    struct text name = {0};
    text_put(&name, "check");
    add_words(run, &words, (const char *[]){"--warn", "none", "--trace", "none", "--dialect", dialects[a->dialect], NULL});
    for (unsigned i = 0; i < a->constants.count; i++) {
        add_words(run, &words, (const char *[]){"--const", a->constants.items[i], NULL});
        text_format(&name, " --const %s", a->constants.items[i]);
    }
    add_word(run, &words, run->subject);
    text_format(&name, " %s", run->subject);
    int code = add_model(run, &words, true);
    if (!a->checks.count)
        add_check(run, &command_check, arena_text(run->mutated.arena, name.bytes, name.length), words);
    text_free(&name);
    return code;
}

static int add_checks(struct run *run)
{
    const struct mutate_arguments *a = &run->arguments;
    int code = 0;
    if (run->mutated.machine)
        mutated_add_machine_roots(&run->mutated);
    else
        code = add_subject(run);
    for (unsigned i = 0; !code && i < a->checks.count; i++)
        code = add_model_check(run, (const char *[]){NULL}, a->checks.items[i]);
    for (unsigned i = 0; !code && i < a->drivers.count; i++)
        code = add_driver_check(run, a->drivers.items[i]);
    for (unsigned i = 0; !code && i < a->tests.count; i++)
        code = add_suite_check(run, a->tests.items[i]);
    if (!code && a->suite)
        code = add_suite_check(run, "");
    if (!code && !run->mutated.mutation.check_count && !a->list)
        code = options_usage(&command_mutate, "name a check of the machine: --driver, --test, --suite or --check");
    return code;
}

/* ---- what is mutated ---- */

static int open_subject(struct run *run)
{
    struct mutated *mutated = &run->mutated;
    if (!run->arguments.machine)
        return 0;
    mutated->machines = litmus_open_machines();
    mutated->machine = mutated->machines ? litmus_find_machine(mutated->machines, run->arguments.machine) : NULL;
    return mutated->machine ? mutated_check_machine(mutated->machine) : EXIT_BAD_INPUT;
}

/* ---- results ---- */

static void show_progress(void *data, const struct mutation *mutation)
{
    (void)data;
    fprintf(stderr, "\r\033[K%u killed, %u survived, %u ran out", mutate_count(mutation, MUTATE_KILLED),
            mutate_count(mutation, MUTATE_SURVIVED), mutate_count(mutation, MUTATE_RAN_OUT));
}

static bool write_patch(const struct run *run, const struct mutant *mutant)
{
    const char *slash = strrchr(mutant->file->shown, '/'), *operator = mutant_operator_name(mutant->operator);
    const char *path = arena_format(run->mutated.arena, "%s/%s-%u-%u-%s-%u.patch", run->arguments.keep,
                                    slash ? slash + 1 : mutant->file->shown, place_line(mutant->place),
                                    place_column(mutant->place), operator,
                                    (unsigned)(mutant - run->mutated.mutation.mutants.items) + 1);
    struct output *output = write_begin(path, OUTPUT_REPORT);
    struct text patch = {0};
    if (!output)
        return false;
    mutant_put_patch(&patch, mutant);
    fprintf(output_stream(output), "%s: %s.\n", operator, mutant_operator_meaning(mutant->operator));
    fwrite(patch.bytes, 1, patch.length, output_stream(output));
    text_free(&patch);
    return write_end(output, path);
}

static bool keep(const struct run *run)
{
    if (!run->arguments.keep)
        return true;
    if (mkdir(run->arguments.keep, 0777) && errno != EEXIST) {
        complain("murrelet: cannot make '%s': %s\n", run->arguments.keep, strerror(errno));
        return false;
    }
    for (unsigned i = 0; i < run->mutated.mutation.count; i++)
        if (run->mutated.mutation.results[i].verdict == MUTATE_SURVIVED && !write_patch(run, run->mutated.mutation.results[i].mutant))
            return false;
    return true;
}

/* A checker that failed is our bug; then what survived counts, then what is not known. */
static int exit_code(const struct mutation *mutation)
{
    if (mutate_count(mutation, MUTATE_BROKE))
        return EXIT_BUG;
    if (mutate_count(mutation, MUTATE_SURVIVED))
        return EXIT_VIOLATED;
    bool all = !mutation->interrupted && !mutate_count(mutation, MUTATE_RAN_OUT) && mutate_count(mutation, MUTATE_KILLED);
    return all ? EXIT_HOLDS : EXIT_INCOMPLETE;
}

static int report(const struct run *run)
{
    const struct mutate_arguments *a = &run->arguments;
    bool written = keep(run);
    if (!a->json || strcmp(a->json, "-"))
        mutation_text(&run->mutated.mutation, !a->quiet, stdout);
    if (a->json)
        written &= write_json(mutation_json(&run->mutated.mutation, run->mutated.machine ? run->mutated.machine->name : run->subject), a->json);
    return written ? exit_code(&run->mutated.mutation) : EXIT_BAD_INPUT;
}

/* ---- the command ---- */

static int say(const struct text *error)
{
    complain_lines(error->bytes);
    return error->bytes ? EXIT_BAD_INPUT : EXIT_INCOMPLETE; /* no words: the user stopped it */
}

static int find(struct run *run)
{
    const struct mutation *mutation = &run->mutated.mutation;
    int code = mutated_find(&run->mutated);
    if (code)
        return code;
    if (run->arguments.list) {
        mutation_list(mutation, stdout);
        return 0;
    }
    if (mutation->mutants.count)
        return 0;
    fputs("murrelet: there is nothing to mutate: --in, --at and --operator say what is\n", stderr);
    return EXIT_BAD_INPUT;
}

static int judge(struct run *run, struct text *error)
{
    struct mutation *mutation = &run->mutated.mutation;
    bool shows = !run->arguments.json || strcmp(run->arguments.json, "-");
    stop_on_signals();
    if (!mutate_baseline(mutation, error))
        return say(error);
    if (shows)
        mutation_checks(mutation, stdout);
    if (isatty(STDERR_FILENO))
        mutation->progress = show_progress;
    mutate_run(mutation);
    if (mutation->progress)
        fputs("\r\033[K", stderr);
    return report(run);
}

static int run_all(struct run *run)
{
    const struct mutate_arguments *a = &run->arguments;
    struct text error = {0};
    run->mutated.mutation.max_seconds = a->max_seconds;
    run->mutated.mutation.all_checks = a->all_checks;
    unsigned processors = machine_processors();
    run->mutated.mutation.processes = a->processes ? (unsigned)a->processes : processors < MOST_PROCESSES ? processors : MOST_PROCESSES;
    int code = open_subject(run);
    if (!code)
        code = mutated_open(&run->mutated, &command_mutate, run->mutated.machine ? run->mutated.machine->path : run->subject);
    code = code ? code : add_checks(run);
    code = code ? code : find(run);
    if (!code && !a->list)
        code = judge(run, &error);
    text_free(&error);
    return code;
}

static void release(struct run *run)
{
    struct mutate_arguments *a = &run->arguments;
    machines_close(run->mutated.machines);
    arena_free(run->mutated.arena);
    options_release(&a->checks);
    options_release(&a->drivers);
    options_release(&a->tests);
    mutated_release(&a->mutated);
    options_release(&a->constants);
}

static int run_mutate(int argc, char **argv)
{
    struct run run = {.arguments = {.mutated = MUTATED_DEFAULTS, .max_seconds = 60}};
    int first = options_parse(&command_mutate, &run.arguments, argc, argv), code;
    if (first < 0)
        return options_exit(first);
    run.mutated.arena = arena_new();
    run.mutated.arguments = &run.arguments.mutated;
    memory_at_end(&(struct memory_end){.advice = "fewer checks at once (--processes) take less"});
    if (argc - first != (run.arguments.machine ? 0 : 1)) {
        code = options_usage(&command_mutate, "name one model, or a machine with --machine");
    } else {
        run.subject = argv[first];
        setenv("MURRELET_FRESH", "1", 1); /* a mutant comes once: its results are of no use to later runs */
        code = run_all(&run);
    }
    release(&run);
    return code;
}

const struct command command_mutate = {
    .name = "mutate",
    .operands = "MODEL.m | --machine MACHINE",
    .summary = "make single faults in a model or machine, and see whether its checks find them",
    .description = "Makes mutants, programs that differ from the original in one place, and runs each through the checks, the "
                   "quickest first, until one fails. A mutant is killed by that check; it survived where every check looked "
                   "at everything and found nothing; it ran out where some check did not come to its end. Mutants that are "
                   "no programs are invalid, and those that are the original once names and constants are resolved are the "
                   "same: neither is run. Checks that the original does not pass are refused. Nothing is written where the "
                   "model lies.\n\n"
                   "Ctrl-C ends it with what was found so far.\n\n"
                   "Exit code: 0 when every mutant that was run is killed, 1 when some survived, 3 when some ran out, or "
                   "there were none to run.",
    .groups = mutate_groups,
    .run = run_mutate,
};
