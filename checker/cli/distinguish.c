/* SPDX-License-Identifier: BSD-2-Clause */
/* distinguish.c - murrelet distinguish: the smallest test that tells two machines or models apart. */
#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../base/arena.h"
#include "../base/complain.h"
#include "../base/die.h"
#include "../base/machine.h"
#include "../base/memory.h"
#include "../base/printable.h"
#include "../base/stop.h"
#include "../generate/write.h"
#include "commands.h"
#include "generated.h"
#include "litmus_common.h"
#include "write.h"

struct distinguish_arguments {
    struct generated_arguments what;
    struct environment_arguments environment;
    struct compile_arguments compile;
    const char *json, *test;
    double total_seconds;
    bool both;
};

static const struct option_spec distinguish_options[] = {
    {.name = "both", .kind = OPTION_FLAG, .offset = offsetof(struct distinguish_arguments, both),
     .help = "One test that the first allows and the second does not, and one the other way round."},
    {.name = "test", .letter = 'o', .kind = OPTION_TEXT, .offset = offsetof(struct distinguish_arguments, test),
     .argument = "FILE", .help = "Write the first test found to a file."},
    {.name = "json", .kind = OPTION_TEXT, .offset = offsetof(struct distinguish_arguments, json), .argument = "FILE",
     .help = "Write what was found as JSON; - is the standard output, in place of the text."},
    {.name = "total-seconds", .kind = OPTION_SECONDS, .offset = offsetof(struct distinguish_arguments, total_seconds),
     .argument = "S", .help = "Stop after S seconds in all."},
    {0},
};

static const struct option_group distinguish_groups[] = {
    {NULL, distinguish_options, 0},
    {"Which tests", generated_options, offsetof(struct distinguish_arguments, what)},
    {"Environment and bounds", litmus_environment_options, offsetof(struct distinguish_arguments, environment)},
    {"Compiling", load_compile_options, offsetof(struct distinguish_arguments, compile)},
    {0},
};

#define LEAST_SECONDS 0.001 /* of a run: 0 would be without a bound */

struct found {
    struct text name, text;
};

struct distinguishing {
    const struct distinguish_arguments *arguments;
    const struct vocabulary *vocabulary;
    struct arena *arena;
    struct asking asking;
    struct asked sides[2];
    struct found found[2]; /* by side: a test that it alone allows */
    uint64_t tests, unknown;
    double until;
    struct text error;
    bool show_progress, out_of_memory;
};

static bool is_over(const struct distinguishing *s)
{
    bool one = s->found[0].name.bytes || s->found[1].name.bytes, two = s->found[0].name.bytes && s->found[1].name.bytes;
    return s->error.bytes || s->out_of_memory || stop_asked() || (s->until > 0 && machine_clock() > s->until) || (s->arguments->both ? two : one);
}

static void note(struct distinguishing *s, unsigned side, const struct decorated *d)
{
    if (s->found[side].name.bytes)
        return;
    decorated_name(&s->found[side].name, d);
    decorated_write(&s->found[side].text, d);
}

static bool compare(void *data, const struct decorated *d)
{
    struct distinguishing *s = data;
    struct arena *arena = arena_new();
    const struct litmus_test *test = generated_test(arena, d);
    enum allows answers[2];
    if (s->until > 0)
        s->asking.run.max_seconds = s->until - machine_clock() > LEAST_SECONDS ? s->until - machine_clock() : LEAST_SECONDS;
    for (unsigned side = 0; side < 2; side++)
        answers[side] = asked_allows(&s->sides[side], &s->asking, test, &s->error);
    arena_free(arena);
    s->tests++;
    if (answers[0] == ALLOWS_UNKNOWN || answers[1] == ALLOWS_UNKNOWN)
        s->unknown++;
    else if (answers[0] != answers[1])
        note(s, answers[0] == ALLOWS ? 0 : 1, d);
    if (s->show_progress && s->tests % 64 == 0)
        fprintf(stderr, "\r\033[K%llu tests", (unsigned long long)s->tests);
    return !is_over(s);
}

/* A cycle has as many accesses as edges, and the shorter come first. */
static bool compare_cycle(void *data, const struct cycle *cycle)
{
    struct distinguishing *s = data;
    decorated_each(cycle, s->vocabulary, compare, s);
    return !is_over(s);
}

/* ---- the report ---- */

static void put_found(const struct distinguishing *s)
{
    for (unsigned side = 0; side < 2; side++)
        if (s->found[side].name.bytes)
            printable_format(stdout, "%s allows, %s does not:\n\n%s\n", s->sides[side].name, s->sides[1 - side].name,
                             s->found[side].text.bytes);
    bool none = !s->found[0].name.bytes && !s->found[1].name.bytes;
    const struct cycle_bounds bounds = generated_bounds(&s->arguments->what);
    if (is_over(s) && none)
        printf("none was found, and not all was looked at");
    else if (none)
        printf("none up to %u accesses of %u threads, vocabulary %s", bounds.edges, bounds.threads, s->vocabulary->name);
    printf("%s%llu tests were looked at", none ? "; " : "", (unsigned long long)s->tests);
    if (s->unknown)
        printf(", %llu of them without an answer within bounds", (unsigned long long)s->unknown);
    putchar('\n');
}

static json_t *found_json(const struct distinguishing *s)
{
    json_t *tests = json_array();
    for (unsigned side = 0; side < 2; side++)
        if (s->found[side].name.bytes)
            json_array_append_new(tests, json_pack("{s:s, s:s, s:s, s:s}", "test", s->found[side].name.bytes, "allowed_by",
                                                   s->sides[side].name, "forbidden_by", s->sides[1 - side].name, "text",
                                                   s->found[side].text.bytes));
    return json_pack("{s:[s,s], s:s, s:i, s:i, s:I, s:I, s:b, s:o}", "between", s->sides[0].name, s->sides[1].name, "vocabulary",
                     s->vocabulary->name, "accesses", (int)s->arguments->what.edges, "threads", (int)s->arguments->what.threads,
                     "tests", (json_int_t)s->tests, "unknown", (json_int_t)s->unknown, "stopped",
                     (int)(is_over(s) && !json_array_size(tests)), "found", tests);
}

static int write_found(const struct distinguishing *s)
{
    const char *path = s->arguments->test;
    const struct found *found = s->found[0].name.bytes ? &s->found[0] : &s->found[1];
    if (path && found->name.bytes && !write_text(&found->text, path))
        return EXIT_BAD_INPUT;
    if (s->arguments->json && !write_json(found_json(s), s->arguments->json))
        return EXIT_BAD_INPUT;
    return 0;
}

/* ---- the command ---- */

static bool find_sides(struct distinguishing *s, char **names)
{
    bool right = true;
    for (unsigned side = 0; side < 2 && right; side++)
        right = litmus_find_asked(&s->sides[side], s->asking.machines, s->arena, names[side]);
    return right;
}

static int search(struct distinguishing *s)
{
    struct cycle_bounds bounds = generated_bounds(&s->arguments->what);
    cycles_each(&bounds, compare_cycle, s);
    if (s->show_progress)
        fputs("\r\033[K", stderr);
    if (s->error.bytes) {
        complain("murrelet: %s\n", s->error.bytes);
        return stop_asked() ? EXIT_INCOMPLETE : EXIT_BAD_INPUT;
    }
    if (!s->arguments->json || strcmp(s->arguments->json, "-"))
        put_found(s);
    int code = write_found(s);
    if (code)
        return code;
    if (s->found[0].name.bytes || s->found[1].name.bytes)
        return EXIT_VIOLATED;
    return is_over(s) || s->unknown ? EXIT_INCOMPLETE : EXIT_HOLDS;
}

/* Memory ran out: what was found before stands. */
static int report_out_of_memory(void *data)
{
    struct distinguishing *s = data;
    int code = s->found[0].name.bytes || s->found[1].name.bytes ? EXIT_VIOLATED : EXIT_INCOMPLETE;
    memory_reporting(code);
    s->out_of_memory = true;
    if (!s->arguments->json || strcmp(s->arguments->json, "-"))
        put_found(s);
    write_found(s); /* as far as memory goes; it says so where it fails */
    return code;
}

static int run_distinguish(int argc, char **argv)
{
    struct distinguish_arguments arguments = {
        .what = GENERATED_DEFAULTS, .environment = {.prefetch = 1, .placement = PLACEMENT_PAIRED, .max_states = 1000000},
        .compile = COMPILE_DEFAULTS};
    int first = options_parse(&command_distinguish, &arguments, argc, argv);
    if (first < 0)
        return options_exit(first);
    if (argc - first != 2)
        return options_usage(&command_distinguish, "two machines or models are wanted");
    struct distinguishing s = {.arguments = &arguments, .vocabulary = generated_vocabulary(&arguments.what),
                               .arena = arena_new(), .show_progress = isatty(STDERR_FILENO)};
    litmus_set_options(&s.asking.run, &arguments.environment, &arguments.compile);
    s.asking.run.liveness = false;
    s.asking.placements = (enum litmus_placement_set)arguments.environment.placement;
    s.until = arguments.total_seconds > 0 ? machine_clock() + arguments.total_seconds : 0;
    memory_at_end(&(struct memory_end){report_out_of_memory, &s, NULL});
    memory_hold();
    s.asking.machines = litmus_open_machines();
    int code = s.asking.machines && find_sides(&s, argv + first) ? search(&s) : EXIT_BAD_INPUT;
    for (unsigned side = 0; side < 2; side++) {
        text_free(&s.found[side].name);
        text_free(&s.found[side].text);
    }
    text_free(&s.error);
    machines_close(s.asking.machines);
    arena_free(s.arena);
    return code;
}

const struct command command_distinguish = {
    .name = "distinguish",
    .operands = "A B",
    .summary = "find the smallest litmus test that tells two machines or memory models apart",
    .description = "A and B are machines, as --machine takes them, or memory models in cat. Goes through the tests that "
                   "'murrelet generate' makes, those of fewer accesses first, and asks of each whether A allows its outcome and "
                   "whether B does; the first on which they differ is printed. A model allows whatever it flags.\n\n"
                   "Exit code: 1 when a test was found, 0 when there is none in this vocabulary, up to so many accesses and "
                   "threads, 3 when none was found and not all was looked at.",
    .groups = distinguish_groups,
    .run = run_distinguish,
};
