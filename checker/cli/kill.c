/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * kill.c - see kill.h.
 *
 * First the machine itself is run on all tests, as `suite` runs it: only those that it keeps can
 * show a fault.  Then each mutant runs in a process of its own, as for `mutate`, which judges the
 * same tests and leaves a mark for each in memory that the processes share.  What is marked as a
 * kill is the matrix that a smallest choice of tests is made for.
 */
#include "kill.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../audit/patch.h"
#include "../base/complain.h"
#include "../base/die.h"
#include "../base/folder.h"
#include "../base/machine.h"
#include "../base/memory.h"
#include "../base/stop.h"
#include "../generate/set_cover.h"
#include "../generate/write.h"
#include "../report/kills.h"
#include "../suite/again.h"
#include "litmus_files.h"
#include "write.h"

enum {
    MOST_PROCESSES = 64,
};
#define COVER_SECONDS 1 /* that the choice is given at least, though time is up */

const struct option_spec kill_options[] = {
    {.name = "kill", .kind = OPTION_TEXT, .offset = offsetof(struct kill_arguments, machine), .argument = "MACHINE",
     .help = "Of these tests, choose as few as find all the single faults in this machine that any of them finds: NAME, "
             "NAME:VARIANT or FILE.m."},
    {.name = "mutant", .kind = OPTION_LIST, .offset = offsetof(struct kill_arguments, mutants), .argument = "FILE.m",
     .help = "A fault by hand: this file in place of the machine's, with the same includes. May be repeated. Without --count "
             "no others are made then."},
    {.name = "mutants", .kind = OPTION_LIST, .offset = offsetof(struct kill_arguments, patches), .argument = "FOLDER",
     .help = "Faults by hand: each FOLDER/*.patch that changes one file, and that file is the machine's; counted are those that are "
             "not. May be repeated. Without --count no others are made then."},
    {.name = "test", .kind = OPTION_LIST, .offset = offsetof(struct kill_arguments, tests), .argument = "TEST.litmus|FOLDER",
     .help = "Choose from these tests, and make none. May be repeated."},
    {.name = "threads", .letter = 'j', .kind = OPTION_COUNT, .offset = offsetof(struct kill_arguments, threads),
     .argument = "N", .least = 1, .most = MOST_PROCESSES,
     .help = "Mutants at once, each in a process. Default: the number of processors."},
    {.name = "total-seconds", .kind = OPTION_SECONDS, .offset = offsetof(struct kill_arguments, total_seconds), .argument = "S",
     .help = "Stop after S seconds in all, with what is known then."},
    {.name = "json", .kind = OPTION_TEXT, .offset = offsetof(struct kill_arguments, json), .argument = "FILE",
     .help = "Write the choice and every mutant as JSON (docs/kill.schema.json); - is the standard output, in place of the text."},
    {0},
};

struct kill {
    const struct kill_request *request;
    struct arena *arena;
    struct suite suite;
    struct suite_options options;
    struct mutated mutated;
    struct mutate_check check;
    struct kills kills;
    const char **texts, **names; /* of the suite's tests */
    unsigned text_count, name_count;
    unsigned column;             /* the machine's */
    unsigned *kept, kept_count;  /* tests of the suite */
    unsigned char *marks;
    size_t mark_bytes;
    double until, cover_until;
    bool shows_progress;
};

/* ---- the machine and the tests ---- */

static bool open_machine(struct kill *k)
{
    const char *name = k->request->arguments->machine;
    const struct option_list machines = {.items = &name, .count = 1}, models = {0};
    int code = suite_begin(&k->suite, &machines, &models, k->request->compile, COLOR_AUTO);
    for (unsigned c = 0; !code && c < k->suite.column_count; c++)
        if (k->suite.asked[c])
            k->column = c;
    k->suite.tests_named = true;
    return !code && !mutated_check_machine(k->suite.columns[k->column]);
}

struct kill *kill_open(const struct kill_request *request)
{
    struct arena *arena = arena_new();
    struct kill *k = arena_alloc(arena, sizeof *k);
    *k = (struct kill){.request = request, .arena = arena, .shows_progress = isatty(STDERR_FILENO)};
    k->until = request->arguments->total_seconds > 0 ? machine_clock() + request->arguments->total_seconds : 0;
    if (open_machine(k))
        return k;
    kill_close(k);
    return NULL;
}

static void add_test(struct kill *k, const struct suite_test *test, const char *name, const char *text)
{
    ARENA_PUSH(k->suite.arena, k->suite.tests, k->suite.test_count, *test);
    ARENA_PUSH(k->arena, k->names, k->name_count, name);
    ARENA_PUSH(k->arena, k->texts, k->text_count, text);
}

bool kill_add(struct kill *k, const struct decorated *d)
{
    if (!generated_has_room(k->suite.test_count))
        return false;
    struct suite_test test = generated_suite_test(k->arena, d);
    add_test(k, &test, test.test->name, test.test->source->text);
    return true;
}

int kill_add_written(struct kill *k)
{
    const struct option_list *paths = &k->request->arguments->tests;
    struct litmus_files files = {0};
    bool right = litmus_files_find(&files, (int)paths->count, (char **)paths->items);
    for (unsigned i = 0; i < files.count && right; i++) {
        struct suite_test test;
        right = generated_has_room(k->suite.test_count) && litmus_read_test(k->arena, arena_format(k->arena, "%s", files.paths[i]), NULL, COLOR_AUTO, &test);
        if (right)
            add_test(k, &test, test.test->name, test.test->source->text);
    }
    litmus_files_free(&files);
    return right ? 0 : EXIT_BAD_INPUT;
}

/* ---- the machine itself ---- */

static void show_pairs(void *data, unsigned done, unsigned total)
{
    (void)data;
    fprintf(stderr, "\r\033[K%u of %u pairs of the machine itself", done, total);
    if (done == total)
        fputs("\r\033[K", stderr);
}

static double seconds_left(const struct kill *k)
{
    double left = k->until - machine_clock();
    return !(k->until > 0) ? 0 : left > 0.001 ? left : 0.001;
}

static unsigned processes_of(const struct kill *k)
{
    unsigned processors = machine_processors();
    uint64_t asked = k->request->arguments->threads;
    return asked ? (unsigned)asked : processors < MOST_PROCESSES ? processors : MOST_PROCESSES;
}

/* Only what the machine keeps can break. */
static void run_original(struct kill *k)
{
    const struct environment_arguments *environment = k->request->environment;
    k->options = (struct suite_options){.placements = (enum litmus_placement_set)environment->placement,
                                        .layouts = (enum litmus_layout_set)environment->layout,
                                        .threads = processes_of(k),
                                        .total_seconds = seconds_left(k),
                                        .progress = k->shows_progress ? show_pairs : NULL};
    litmus_set_options(&k->options.run, environment, k->request->compile);
    litmus_keep(&k->options, false);
    suite_run(&k->suite, &k->options);
    litmus_warn_not_kept(&k->suite);
    const char **names = NULL;
    unsigned name_count = 0;
    for (unsigned t = 0; t < k->suite.test_count; t++) {
        if (suite_cell(&k->suite, k->column, t)->judgement != SUITE_KEPT)
            continue;
        ARENA_PUSH(k->arena, k->kept, k->kept_count, t);
        ARENA_PUSH(k->arena, names, name_count, k->names[t]);
    }
    struct suite_count count = suite_count(&k->suite, k->column);
    k->kills.made = k->suite.test_count;
    k->kills.broken = count.broken;
    k->kills.free = count.free;
    k->kills.incomplete = count.incomplete;
    k->kills.tests = names;
    k->kills.test_count = name_count;
}

/* ---- mutants ---- */

/* The machine's file, under the name by which mutants of it are shown. */
static struct mutant_file *file_of_machine(struct kill *k, struct diagnostics *diagnostics, const char *path)
{
    const struct mutants *mutants = &k->mutated.mutation.mutants;
    struct mutant_file *file = arena_alloc(k->arena, sizeof *file);
    char *real = realpath(path, NULL);
    *file = (struct mutant_file){.path = arena_format(k->arena, "%s", real ? real : path), .shown = path, .taken = true};
    free(real);
    for (unsigned i = 0; i < mutants->file_count; i++)
        if (!strcmp(mutants->files[i]->path, file->path))
            file->shown = mutants->files[i]->shown;
    file->source = source_read(k->arena, diagnostics, path, (struct place){0});
    return file;
}

/* Whether the machine can be read with this text; what is wrong is said where not. */
static bool is_machine(struct kill *k, const struct mutant_file *file, const struct source *source)
{
    const struct mutate_root *root = &k->mutated.mutation.roots[0];
    struct arena *arena = arena_new();
    struct text error = {0};
    source_stand_in(file->path, source->text, source->length);
    bool right = root->read(root->data, arena, &error) != NULL;
    source_stand_in(NULL, NULL, 0);
    if (!right)
        complain("murrelet: %s, in place of %s:\n%s", source->path, file->shown, error.bytes ? error.bytes : "");
    text_free(&error);
    arena_free(arena);
    return right;
}

/* The files by hand, before those that are made; none of these where nobody asks for them. */
static int add_given(struct kill *k, const char *path)
{
    const struct option_list *given = &k->request->arguments->mutants;
    struct mutation *mutation = &k->mutated.mutation;
    struct diagnostics *diagnostics = diagnostics_new(k->arena);
    const struct mutant_file *file = given->count ? file_of_machine(k, diagnostics, path) : NULL;
    bool right = true;
    for (unsigned i = 0; i < given->count && file->source; i++) {
        const struct source *source = source_read(k->arena, diagnostics, given->items[i], (struct place){0});
        right &= source && is_machine(k, file, source);
        if (source)
            mutants_add_given(&mutation->mutants, file, given->items[i], source->text);
    }
    load_print_diagnostics(diagnostics);
    return right && !diagnostics_errors(diagnostics) ? 0 : EXIT_BAD_INPUT;
}

/* ---- faults that are kept as patches ---- */

struct patching {
    struct kill *k;
    unsigned others; /* patches of no file of the machine's, or of several */
    bool failed;
};

static const struct mutant_file *file_of_patch(const struct kill *k, const char *patch)
{
    const struct mutants *mutants = &k->mutated.mutation.mutants;
    const char *name = patch_file(k->arena, patch);
    char *real = name ? realpath(arena_format(k->arena, "%s/%s", machines_root(k->suite.machines), name), NULL) : NULL;
    const struct mutant_file *found = NULL;
    for (unsigned i = 0; real && i < mutants->file_count; i++)
        if (!strcmp(mutants->files[i]->path, real))
            found = mutants->files[i];
    free(real);
    return found;
}

static void add_patch(struct patching *p, const char *path)
{
    struct kill *k = p->k;
    struct diagnostics *diagnostics = diagnostics_new(k->arena);
    const struct source *patch = source_read(k->arena, diagnostics, path, (struct place){0});
    const struct mutant_file *file = patch ? file_of_patch(k, patch->text) : NULL;
    struct text text = {0}, why = {0};
    p->failed |= !patch;
    p->others += patch && !file;
    if (file && patch_apply(patch->text, file->source->text, &text, &why)) {
        mutants_add_given(&k->mutated.mutation.mutants, file, arena_format(k->arena, "%s", path), arena_text(k->arena, text.bytes, text.length));
    } else if (file) {
        complain("murrelet: %s does not apply to %s: %s\n", path, file->shown, why.bytes ? why.bytes : "it changes nothing");
        p->failed = true;
    }
    load_print_diagnostics(diagnostics);
    text_free(&text);
    text_free(&why);
}

static void take_patch(void *data, const struct folder_entry *entry)
{
    struct patching *p = data;
    size_t length = strlen(entry->name), ending = strlen(".patch");
    if (entry->error) {
        complain("murrelet: cannot read %s: %s\n", entry->path, strerror(entry->error));
        p->failed = true;
    } else if (length > ending && !strcmp(entry->name + length - ending, ".patch")) {
        add_patch(p, entry->path);
    }
}

static int add_patches(struct kill *k)
{
    const struct option_list *folders = &k->request->arguments->patches;
    struct patching p = {.k = k};
    for (unsigned i = 0; i < folders->count; i++)
        folder_walk(folders->items[i], take_patch, &p);
    if (p.others)
        complain("murrelet: %u patches are left out: they change no file of the machine's, or several\n", p.others);
    return p.failed ? EXIT_BAD_INPUT : 0;
}

/* Those by hand alone, unless others are asked for too. */
static void leave_given(struct kill *k)
{
    const struct kill_arguments *a = k->request->arguments;
    struct mutation *mutation = &k->mutated.mutation;
    if (!a->mutants.count && !a->patches.count)
        return;
    if (!k->mutated.arguments->count)
        mutation->mutants.count = mutation->mutants.files_given;
    else if (mutation->chosen)
        mutation->chosen += mutation->mutants.files_given;
}

static int find_mutants(struct kill *k)
{
    const struct machine_variant *machine = k->suite.columns[k->column];
    k->mutated = (struct mutated){.arguments = k->request->mutated, .arena = k->arena, .machines = k->suite.machines,
                                  .machine = machine};
    int code = mutated_open(&k->mutated, k->request->command, machine->path);
    mutated_add_machine_roots(&k->mutated);
    code = code ? code : mutated_find(&k->mutated);
    code = code ? code : add_given(k, machine->path);
    code = code ? code : add_patches(k);
    if (!code)
        leave_given(k);
    if (!code && !k->mutated.mutation.mutants.count) {
        fputs("murrelet: there is nothing to mutate: --in, --at and --operator say what is\n", stderr);
        code = EXIT_BAD_INPUT;
    }
    return code;
}

static enum kill_mark mark_of(const struct suite_cell *cell)
{
    if (cell->judgement == SUITE_BROKEN)
        return KILL_KILLS;
    if (cell->error)
        return KILL_REFUSES;
    return cell->judgement == SUITE_INCOMPLETE ? KILL_UNKNOWN : KILL_PASSES;
}

/* The tests on the machine as its text is now; false where that is none any more.  Whether a user's own keeps to the
 * interface, which is asked before its own tests, is not asked of mutants: what these tests find of it is to be seen. */
static bool run_again(struct kill *k, struct suite *again)
{
    struct suite_options options = k->options;
    const char *name = k->suite.columns[k->column]->name;
    struct machines *machines = litmus_open_machines();
    const struct machine_variant *machine = machines ? litmus_find_machine(machines, name) : NULL;
    if (!machine)
        return false;
    options.threads = 1;
    options.total_seconds = seconds_left(k);
    options.run.memory /= processes_of(k);
    suite_run_again(again, &k->suite, &options, machines, machine, k->column, k->kept, k->kept_count);
    return true;
}

/* In a process of its own, with the mutant's text in place: mark what each test comes to. */
static int judge_mutant(void *data, unsigned mutant)
{
    struct kill *k = data;
    struct suite again;
    unsigned char *marks = k->marks + (size_t)mutant * k->kept_count;
    bool runs = run_again(k, &again);
    for (unsigned t = 0; t < k->kept_count; t++)
        marks[t] = (unsigned char)(runs ? mark_of(suite_cell(&again, k->column, t)) : KILL_REFUSES);
    return EXIT_HOLDS;
}

static void show_mutants(void *data, const struct mutation *mutation)
{
    const struct kill *k = data;
    unsigned wanted = mutation->chosen ? mutation->chosen : mutation->mutants.count;
    fprintf(stderr, "\r\033[K%u of %u mutants by %u tests", mutation->count, wanted, k->kept_count);
}

static void run_mutants(struct kill *k)
{
    struct mutation *mutation = &k->mutated.mutation;
    k->mark_bytes = (size_t)mutation->mutants.count * k->kept_count + 1;
    k->marks = mmap(NULL, k->mark_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (k->marks == MAP_FAILED)
        die_memory(k->mark_bytes);
    k->kills.mutation = mutation;
    k->kills.marks = k->marks;
    k->kills.cut = stop_asked() || (k->until > 0 && machine_clock() > k->until);
    if (!k->kept_count) /* then no mutant can be told from the machine, and it did not survive anything */
        return;
    k->check = (struct mutate_check){.name = "tests", .judge = judge_mutant, .data = k};
    mutation->checks = &k->check;
    mutation->check_count = 1;
    mutation->order = arena_alloc(k->arena, sizeof *mutation->order);
    mutation->processes = processes_of(k);
    mutation->max_seconds = 1e9; /* each test has bounds of its own */
    mutation->until = k->until;
    mutation->progress = k->shows_progress ? show_mutants : NULL;
    mutation->progress_data = k;
    mutate_run(mutation);
    if (mutation->progress)
        fputs("\r\033[K", stderr);
    k->kills.cut = mutation->interrupted;
}

/* ---- the choice ---- */

static bool cover_stops(void *data)
{
    const struct kill *k = data;
    return stop_asked() || (k->cover_until > 0 && machine_clock() > k->cover_until);
}

static void choose(struct kill *k)
{
    struct kills *kills = &k->kills;
    unsigned killed = kills_count(kills, KILL_KILLED), words = set_cover_words(killed), element = 0;
    uint64_t *members = arena_alloc(k->arena, ((size_t)kills->test_count * words + 1) * sizeof *members);
    for (unsigned i = 0; i < kills->mutation->count; i++) {
        const struct mutate_result *result = &kills->mutation->results[i];
        if (kills_verdict(kills, result) != KILL_KILLED)
            continue;
        for (unsigned t = 0; t < kills->test_count; t++)
            if (kills_mark(kills, result, t) == KILL_KILLS)
                set_cover_add(members + (size_t)t * words, element);
        element++;
    }
    double least = machine_clock() + COVER_SECONDS;
    k->cover_until = k->until > 0 && k->until < least ? least : k->until;
    struct set_cover input = {kills->test_count, killed, members};
    struct set_cover_found found = set_cover_solve(k->arena, &input, cover_stops, k);
    kills->chosen = found.chosen;
    kills->chosen_count = found.count;
    kills->least = found.least;
}

/* ---- results ---- */

static bool write_chosen(const struct kill *k)
{
    for (unsigned c = 0; k->request->folder && c < k->kills.chosen_count; c++) {
        unsigned test = k->kept[k->kills.chosen[c]];
        struct text text = {0};
        text_put(&text, k->texts[test]);
        bool written = write_text(&text, arena_format(k->arena, "%s/%s.litmus", k->request->folder, k->names[test]));
        text_free(&text);
        if (!written)
            return false;
    }
    return true;
}

/* What is not proved is not said by a code that says it is. */
static int exit_code(const struct kills *kills)
{
    if (kills_count(kills, KILL_BROKE))
        return EXIT_BUG;
    if (!kills->test_count || !kills_smallest(kills))
        return EXIT_INCOMPLETE;
    if (kills_count(kills, KILL_SURVIVED))
        return EXIT_VIOLATED;
    return kills_count(kills, KILL_KILLED) ? EXIT_HOLDS : EXIT_INCOMPLETE;
}

static int report(struct kill *k)
{
    const char *json = k->request->arguments->json;
    bool written = write_chosen(k);
    for (unsigned c = 0; k->request->names && c < k->kills.chosen_count; c++)
        puts(k->kills.tests[k->kills.chosen[c]]);
    if (!json || strcmp(json, "-"))
        kills_text(&k->kills, k->request->names ? stderr : stdout);
    if (json)
        written &= write_json(kills_json(&k->kills), json);
    return written ? exit_code(&k->kills) : EXIT_BAD_INPUT;
}

int kill_run(struct kill *k)
{
    const struct generated_arguments *what = k->request->what;
    const struct kill_arguments *arguments = k->request->arguments;
    k->kills = (struct kills){.machine = arguments->machine,
                              .vocabulary = arguments->tests.count ? NULL : generated_vocabulary(what)->name, .edges = (unsigned)what->edges, .threads = (unsigned)what->threads, .internal = what->internal};
    int code = find_mutants(k);
    if (code)
        return code;
    run_original(k);
    run_mutants(k);
    choose(k);
    return report(k);
}

void kill_close(struct kill *k)
{
    if (!k)
        return;
    if (k->marks)
        munmap(k->marks, k->mark_bytes);
    suite_release(&k->suite);
    arena_free(k->arena);
}
