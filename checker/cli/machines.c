/* SPDX-License-Identifier: BSD-2-Clause */
/* machines.c - murrelet machines: the protocols that litmus tests run on. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>

#include "../base/complain.h"
#include "../base/die.h"
#include "../base/printable.h"
#include "../base/stop.h"
#include "../machines/conformance.h"
#include "../machines/fair_rules.h"
#include "commands.h"
#include "../report/json_parts.h"
#include "litmus_common.h"
#include "litmus_place.h"
#include "litmus_trace.h"
#include "../machines/identity.h"
#include "../report/idle.h"
#include "origin.h"
#include "suite_shown.h"
#include "write.h"

struct machines_arguments {
    struct option_list check;
    const char *json, *new;
    struct shown_arguments shown;
    struct compile_arguments compile;
};

static const struct option_spec machines_options[] = {
    {.name = "json", .kind = OPTION_TEXT, .offset = offsetof(struct machines_arguments, json), .argument = "FILE",
     .help = "Write the list, or with --check what was found, as JSON; - is the standard output, in place of the text."},
    {.name = "check", .kind = OPTION_LIST, .offset = offsetof(struct machines_arguments, check), .argument = "MACHINE",
     .help = "In place of the list: check whether NAME, NAME:VARIANT or FILE.m keeps to the machine interface, and "
             "show the shortest run that does not. May be repeated."},
    {.name = "new", .kind = OPTION_TEXT, .offset = offsetof(struct machines_arguments, new), .argument = "FILE.m",
     .help = "In place of the list: write a small protocol to begin with, with comments that say what each part is for. "
             "A file that is there already is left as it is."},
    {0},
};

static const struct option_group machines_groups[] = {
    {NULL, machines_options, 0},
    {"With --check", suite_shown_options, offsetof(struct machines_arguments, shown)},
    {"With --check, a page of the run", suite_shown_page_options, offsetof(struct machines_arguments, shown)},
    {"Compiling", load_compile_options, offsetof(struct machines_arguments, compile)},
    {0},
};

static json_t *words_of(struct arena *arena, const char *list)
{
    json_t *array = json_array();
    char *copy = arena_format(arena, "%s", list), *rest = NULL;
    for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        json_array_append_new(array, json_string(word));
    return array;
}

static json_t *variant_json(struct arena *arena, const struct machines *machines, const struct machine_variant *v)
{
    json_t *object = json_pack("{s:s, s:o, s:s, s:s, s:s, s:s}", "name", v->name, "promises", words_of(arena, v->promises),
                     "constants", v->constants, "source", v->source, "file", v->path, "driver",
                     v->out_of_order ? "window" : "litmus");
    struct fair_rules fair = fair_rules_of(arena, machines, v);
    json_t *names = json_array();
    for (unsigned i = 0; i < fair.count; i++)
        json_array_append_new(names, json_string(fair.names[i]));
    json_object_set_new(object, "fair", names);
    const char *hash = identity_machine(arena, machines, v);
    if (hash)
        json_object_set_new(object, "hash", json_string(hash));
    return object;
}

static json_t *list_json(struct arena *arena, const struct machines *machines)
{
    json_t *list = json_array(), *variants = NULL, *root = origin_json(machines, false);
    const char *last = "";
    for (unsigned i = 0; i < machines_count(machines); i++) {
        const struct machine_variant *v = machines_at(machines, i);
        if (strcmp(last, v->machine)) {
            variants = json_array();
            json_array_append_new(list, json_pack("{s:s, s:o}", "name", v->machine, "variants", variants));
            last = v->machine;
        }
        json_array_append_new(variants, variant_json(arena, machines, v));
    }
    json_object_set_new(root, "machines", list);
    return root;
}

/* What the rules of a machine's text promise each other; of the variants that have one text the first one says it. */
static void print_fair(const struct machines *machines, const struct machine_variant *v)
{
    struct arena *arena = arena_new();
    struct fair_rules fair = fair_rules_of(arena, machines, v);
    for (unsigned i = 0; i < fair.count; i++)
        printf(i ? ", %s\"%s\"" : "%24s fair: \"%s\"", "", fair.names[i]);
    if (fair.count)
        putchar('\n');
    arena_free(arena);
}

static void print_table(const struct machines *machines)
{
    const char *last = "";
    printf("%-22s %-30s %s\n", "MACHINE", "PROMISES", "SOURCE");
    for (unsigned i = 0; i < machines_count(machines); i++) {
        const struct machine_variant *v = machines_at(machines, i);
        printf("%-22s %-30s %s\n", v->name, v->promises, v->source);
        if (*v->constants)
            printf("%-22s   with %s\n", "", v->constants);
        if (strcmp(last, v->path))
            print_fair(machines, v);
        last = v->path;
    }
}

/* What a check of a machine is told by: lines for people, and the same for programs. */
struct checked {
    const char *name;
    enum conformance found;
    struct activity *activity;
    const char *words; /* never NULL; of one that keeps to the interface empty */
};

static void print_checked(const struct checked *c)
{
    bool ends = *c->words && c->words[strlen(c->words) - 1] == '\n';
    if (c->found == CONFORMANCE_KEPT) {
        printf("%s keeps to the machine interface, as far as the programs of models/lib/conformance show\n", c->name);
        idle_text(c->activity, " ", stdout);
        idle_statistics(c->activity, c->name, stdout);
        return;
    }
    fprintf(c->found == CONFORMANCE_BROKEN ? stdout : stderr, "%s%s", c->words, ends ? "" : "\n");
}

static json_t *checked_json(const struct checked *c)
{
    static const char *const verdicts[] = {[CONFORMANCE_KEPT] = "kept", [CONFORMANCE_BROKEN] = "broken",
                                           [CONFORMANCE_INCOMPLETE] = "incomplete", [CONFORMANCE_UNKNOWN] = "unknown"};
    json_t *object = json_pack("{s:o, s:s}", "machine", json_part_text(c->name), "interface", verdicts[c->found]);
    if (*c->words)
        json_object_set_new(object, "why", json_part_text(c->words));
    json_object_set_new(object, "activity", idle_json(c->activity));
    return object;
}

/* What runs are shown by, and the first of them. */
struct showing {
    const struct shown_arguments *arguments;
    json_t *first;
    bool failed; /* an expression to watch is none of the machine's: it is said on stderr */
};

static void show_run(void *data, struct text *words, const struct litmus_result *result, const struct litmus_options *options,
                     const char *path)
{
    struct showing *showing = data;
    struct litmus_trace trace;
    if (showing->arguments->slice)
        litmus_trace_slice(result);
    litmus_trace_open(&trace, result, result->violation ? LITMUS_RUN_VIOLATION : LITMUS_RUN_WITNESS);
    trace.report.all = showing->arguments->all;
    showing->failed |= !litmus_trace_watch(&trace, result, &showing->arguments->watches, COLOR_AUTO);
    litmus_trace_words(&trace, words);
    if ((!showing->arguments->trace_out && !showing->arguments->html) || showing->first)
        return;
    json_t *test = litmus_origin(result, options, path, NULL);
    trace.report.test = test;
    showing->first = report_trace(&trace.report, 0);
    json_decref(test);
}

static enum conformance ask(struct machines *machines, const struct machine_variant *machine, const struct machines_arguments *arguments,
                            struct showing *showing, struct activity *activity, struct text *words)
{
    const struct compile_arguments *a = &arguments->compile;
    const struct conformance_shower shower = {show_run, showing};
    const struct litmus_options asked = {
        .compile = {.cc = a->cc, .optimise = a->optimise, .no_cache = a->no_cache}, .stats = arguments->shown.stats,
        .environment = {.constants = suite_shown_constants(activity->arena, &arguments->shown)},
        .actor = arguments->shown.fewest_switches ? litmus_trace_actor : NULL};
    return conformance_check(machines, machine, &asked, &shower, activity, words);
}

/* What was found is appended to `list`. */
static int check(struct machines *machines, const struct machines_arguments *arguments, const char *name, struct showing *showing,
                 json_t *list)
{
    const struct machine_variant *machine = litmus_find_machine(machines, name);
    bool for_people = !arguments->json || strcmp(arguments->json, "-");
    if (!machine)
        return EXIT_BAD_INPUT;
    if (!machine->own && for_people)
        origin_print(stdout, machines, false);
    struct text words = {0};
    struct arena *arena = arena_new();
    struct checked checked = {.name = machine->name, .activity = activity_new(arena)};
    checked.found = ask(machines, machine, arguments, showing, checked.activity, &words);
    checked.words = words.bytes ? words.bytes : "";
    if (for_people)
        print_checked(&checked);
    json_array_append_new(list, checked_json(&checked));
    text_free(&words);
    arena_free(arena);
    static const int codes[] = {[CONFORMANCE_KEPT] = EXIT_HOLDS, [CONFORMANCE_BROKEN] = EXIT_VIOLATED,
                                [CONFORMANCE_INCOMPLETE] = EXIT_INCOMPLETE, [CONFORMANCE_UNKNOWN] = EXIT_BAD_INPUT};
    return showing->failed ? EXIT_BAD_INPUT : codes[checked.found];
}

/* Whether it says more of all that were to be checked: bad input, violated, incomplete, kept. */
static bool is_worse(int code, int than)
{
    return than == EXIT_HOLDS || (code != EXIT_HOLDS && code != EXIT_INCOMPLETE && (than == EXIT_INCOMPLETE || code > than));
}

/* Takes the list; true also where nobody asked for a file. */
static bool write_checks(const struct machines *machines, const struct machines_arguments *arguments, json_t *list)
{
    if (!arguments->json) {
        json_decref(list);
        return true;
    }
    json_t *root = origin_json(machines, false);
    json_object_set_new(root, "checked", list);
    return write_json(root, arguments->json);
}

static int check_all(struct machines *machines, const struct machines_arguments *arguments)
{
    int worst = EXIT_HOLDS;
    unsigned begun = 0, ended = 0;
    json_t *list = json_array();
    struct showing showing = {.arguments = &arguments->shown};
    for (; begun < arguments->check.count && !stop_asked(); begun++) {
        int code = check(machines, arguments, arguments->check.items[begun], &showing, list);
        if (is_worse(code, worst))
            worst = code;
        ended += code != EXIT_INCOMPLETE || !stop_asked();
    }
    if (stop_asked()) {
        complain("murrelet: interrupted: %u of %u machines were not checked to the end\n",
                 arguments->check.count - ended, arguments->check.count);
        worst = is_worse(EXIT_INCOMPLETE, worst) ? EXIT_INCOMPLETE : worst;
    }
    if (!write_checks(machines, arguments, list) || !suite_shown_write(showing.first, &arguments->shown))
        worst = EXIT_BAD_INPUT;
    return worst;
}

/* The skeleton without its first line, which is about our own files. */
static bool write_skeleton(const struct source *skeleton, const char *path)
{
    struct output *file = write_begin(path, OUTPUT_REPORT);
    if (!file)
        return false;
    fwrite(skeleton->text + skeleton->lines[1], 1, skeleton->length - skeleton->lines[1], output_stream(file));
    return write_end(file, path);
}

static int begin_new(const struct machines *machines, const char *path)
{
    if (!text_ends_in(path, ".m"))
        return options_usage(&command_machines, "--new takes a name that ends in .m, not '%s'", path);
    if (!access(path, F_OK)) {
        complain("murrelet: %s is there already, and is left as it is\n", path);
        return EXIT_BAD_INPUT;
    }
    struct arena *arena = arena_new();
    struct diagnostics *diagnostics = diagnostics_new(arena);
    const char *from = arena_format(arena, "%s/models/lib/skeleton.m", machines_root(machines));
    const struct source *skeleton = source_read(arena, diagnostics, from, (struct place){0});
    diagnostics_print(diagnostics, stderr, 0);
    bool written = skeleton && write_skeleton(skeleton, path);
    if (written)
        printable_format(stdout, "%s is a protocol that keeps to the machine interface; its head says what to try\n", path);
    arena_free(arena);
    return written ? EXIT_HOLDS : EXIT_BAD_INPUT;
}

static int list_machines(struct machines *machines, const struct machines_arguments *arguments)
{
    bool written = true;
    if (!arguments->json || strcmp(arguments->json, "-"))
        print_table(machines);
    if (arguments->json) {
        struct arena *arena = arena_new();
        written = write_json(list_json(arena, machines), arguments->json);
        arena_free(arena);
    }
    return written ? EXIT_HOLDS : EXIT_BAD_INPUT;
}

static int run_machines(int argc, char **argv)
{
    struct machines_arguments arguments = {.compile = COMPILE_DEFAULTS};
    int first = options_parse(&command_machines, &arguments, argc, argv);
    if (first < 0)
        return options_exit(first);
    if (first < argc)
        return options_usage(&command_machines, "no operand is wanted, '%s' was given", argv[first]);
    if (arguments.new && arguments.check.count)
        return options_usage(&command_machines, "--new goes without --check: what it writes is to be changed first");
    if (!arguments.check.count && suite_shown_is_asked(&arguments.shown))
        return options_usage(&command_machines, "what is shown of runs goes with --check: there is none otherwise");
    if (arguments.check.count && !suite_shown_may_set(&command_machines, &arguments.check, &arguments.shown))
        return EXIT_BAD_INPUT;
    struct machines *machines = litmus_open_machines();
    if (!machines)
        return EXIT_BAD_INPUT;
    int code;
    if (arguments.check.count) {
        stop_on_signals();
        code = check_all(machines, &arguments);
    } else if (arguments.new) {
        code = begin_new(machines, arguments.new);
    } else {
        code = list_machines(machines, &arguments);
    }
    machines_close(machines);
    options_release(&arguments.check);
    suite_shown_release(&arguments.shown);
    return code;
}

static const struct option_absence machines_absent[] = {
    {"trace dot svg mermaid text itf",
     "the run is printed, and --trace-out writes it, for 'murrelet show'"},
    {0},
};

const struct command command_machines = {
    .name = "machines",
    .operands = "",
    .summary = "list the machines that litmus tests run on, check one, or begin a new one",
    .description = "Lists every machine and variant as --machine takes them, what it promises, and its source. The "
                   "bare name is a machine's default.\n\n"
                   "Exit code of --check: 1 where a machine does not keep to the interface, 2 where it cannot be "
                   "compiled or is not a machine, 3 where a bound was reached or it was interrupted.",
    .groups = machines_groups,
    .absent = machines_absent,
    .run = run_machines,
};
