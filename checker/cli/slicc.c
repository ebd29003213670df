/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * slicc.c - murrelet slicc: protocols written in gem5's SLICC.
 */
#include "../slicc/translate.h"

#include <stdio.h>
#include <string.h>

#include "../base/arena.h"
#include "../base/complain.h"
#include "../base/die.h"
#include "commands.h"
#include "load.h"
#include "write.h"

struct slicc_arguments {
    bool check, machine, covers, no_values, no_single_writer;
    const char *output;
    struct option_list copies, ordered, requests, cores, promises;
    int color;
};

static const char *const color_modes[] = {"auto", "always", "never", NULL};

static const struct option_spec slicc_options[] = {
    {.name = "output", .letter = 'o', .kind = OPTION_TEXT, .offset = offsetof(struct slicc_arguments, output),
     .argument = "MODEL.m", .help = "Write the model to this file. Default: the standard output."},
    {.name = "copies", .kind = OPTION_LIST, .offset = offsetof(struct slicc_arguments, copies), .argument = "MACHINE=N",
     .help = "How many copies of this machine there are; 0 leaves it out. Default: 2 of one with a mandatoryQueue, 1 of the "
             "others. Where there are several, or cores, the number is a constant of the model as well."},
    {.name = "ordered", .kind = OPTION_LIST, .offset = offsetof(struct slicc_arguments, ordered), .argument = "BUFFER",
     .help = "Messages that are received on this buffer (BUFFER, or MACHINE.BUFFER) stay in order from each sender; all: on "
             "each. Others may overtake each other."},
    {.name = "request", .kind = OPTION_LIST, .offset = offsetof(struct slicc_arguments, requests), .argument = "TYPE",
     .help = "What cores ask for: LD, ST, IFETCH, or one of the ATOMICs; MACHINE.TYPE: what those of this machine ask for, and "
             "nothing else. Default: LD and ST."},
    {.name = "machine", .kind = OPTION_FLAG, .offset = offsetof(struct slicc_arguments, machine),
     .help = "Write a machine for `murrelet litmus`, `suite` and `check --machine`: what threads issue goes to the cores, one a "
             "CU, and the model has no driver of its own."},
    {.name = "core", .kind = OPTION_LIST, .offset = offsetof(struct slicc_arguments, cores), .argument = "MACHINE",
     .help = "With --machine: whose core a CU has; given twice, a CU of the first agent, and of the others. Default: the first "
             "one with a mandatoryQueue. Others with one are left out."},
    {.name = "promise", .kind = OPTION_LIST, .offset = offsetof(struct slicc_arguments, promises), .argument = "MODEL",
     .help = "With --machine: what it promises, which a suite holds it to; VARIANT:MODEL: what its variant overlapping, or "
             "one-way, does. Default: none."},
    {.name = "covers", .kind = OPTION_FLAG, .offset = offsetof(struct slicc_arguments, covers),
     .help = "Write a cover \"MACHINE STATE EVENT\" for each pair of the table, so that a search says which are reached."},
    {.name = "no-values", .kind = OPTION_FLAG, .offset = offsetof(struct slicc_arguments, no_values),
     .help = "Do not ask that a load returns what the last store wrote: for protocols that promise less."},
    {.name = "no-single-writer", .kind = OPTION_FLAG, .offset = offsetof(struct slicc_arguments, no_single_writer),
     .help = "Do not ask, of the states' access permissions, that who may write is alone."},
    {.name = "check", .kind = OPTION_FLAG, .offset = offsetof(struct slicc_arguments, check),
     .help = "Only read the files and check their names and types, and print what they declare."},
    {.name = "color", .kind = OPTION_CHOICE, .offset = offsetof(struct slicc_arguments, color),
     .choices = color_modes, .help = "Colour the diagnostics: auto (default) means on a terminal only."},
    {0},
};

static const struct option_group slicc_groups[] = {
    {.options = slicc_options},
    {0},
};

static void print_counts(const struct slicc_protocol *protocol)
{
    struct slicc_counts n = slicc_count(protocol);
    printf("%u machines, %u states, %u events, %u actions, %u pairs of a state and an event\n", n.machines, n.states,
           n.events, n.actions, n.pairs);
    printf("%u in_ports, %u out_ports, %u functions\n", n.in_ports, n.out_ports, n.functions);
}

/* gem5 declares there what the reader has declarations of its own for. */
static bool is_for_gem5(const char *path)
{
    const char *slash = strrchr(path, '/');
    return !strncmp(slash ? slash + 1 : path, "RubySlicc_", 10);
}

static bool read_all(struct slicc *s, char **paths, int count)
{
    for (int i = 0; i < count; i++) {
        if (is_for_gem5(paths[i]))
            continue;
        const struct source *source = source_read(s->protocol.arena, s->protocol.diagnostics, paths[i], (struct place){0});
        if (source)
            slicc_read(s, source);
    }
    return slicc_end(s);
}

/* MACHINE=N */
static bool read_copies(struct slicc *s, const struct option_list *list, struct slicc_copies *copies)
{
    for (unsigned i = 0; i < (unsigned)list->count; i++) {
        const char *equals = strchr(list->items[i], '='), *end = equals ? equals + 1 : "";
        unsigned count = 0;
        while (*end >= '0' && *end <= '9' && count < 100)
            count = count * 10 + (unsigned)(*end++ - '0');
        if (!equals || equals[1] == 0 || *end || count >= 100) {
            complain("murrelet: --copies wants MACHINE=N, not '%s'\n", list->items[i]);
            return false;
        }
        copies[i] = (struct slicc_copies){arena_text(s->protocol.arena, list->items[i], (size_t)(equals - list->items[i])), count};
        if (!slicc_symbols_machine(&s->symbols, copies[i].machine)) {
            complain("murrelet: --copies: there is no machine '%s'\n", copies[i].machine);
            return false;
        }
        for (unsigned j = 0; j < i; j++)
            if (!strcmp(copies[j].machine, copies[i].machine)) {
                complain("murrelet: --copies: '%s' is there twice\n", copies[i].machine);
                return false;
            }
    }
    return true;
}

/* One machine with a core, or two */
static bool read_cores(const struct slicc *s, const struct slicc_arguments *arguments)
{
    const struct option_list *list = &arguments->cores;
    if (!arguments->machine && (list->count || arguments->promises.count)) {
        complain("murrelet: --%s goes with --machine\n", list->count ? "core" : "promise");
        return false;
    }
    for (unsigned i = 0; i < (unsigned)list->count; i++) {
        const struct slicc_decl *machine = slicc_symbols_machine(&s->symbols, list->items[i]);
        bool again = i && !strcmp(list->items[i], list->items[0]);
        if (machine && slicc_has_core(machine) && i < 2 && !again)
            continue;
        complain(i > 1 ? "murrelet: --core: a third core, '%s'\n" : again ? "murrelet: --core: '%s' is there twice\n"
                                                                : "murrelet: --core: there is no machine '%s' with a mandatoryQueue\n",
                 list->items[i]);
        return false;
    }
    return true;
}

/* MODEL, or VARIANT:MODEL */
static bool read_promises(const struct option_list *list)
{
    for (unsigned i = 0; i < (unsigned)list->count; i++) {
        const char *promise = list->items[i], *colon = strchr(promise, ':');
        if (colon && strncmp(promise, "overlapping:", 12) && strncmp(promise, "one-way:", 8)) {
            complain("murrelet: --promise: '%.*s' is no variant; overlapping and one-way are\n", (int)(colon - promise), promise);
            return false;
        }
    }
    return true;
}

/* Of a machine for litmus tests: the copies of cores are the driver's */
static bool leaves_cores(const struct slicc *s, const struct option_list *copies)
{
    for (unsigned i = 0; i < (unsigned)copies->count; i++) {
        const char *item = copies->items[i];
        const struct slicc_decl *machine = slicc_symbols_machine(&s->symbols, arena_text(s->protocol.arena, item, strcspn(item, "=")));
        if (machine && slicc_has_core(machine)) {
            complain("murrelet: --copies: of cores there are as many as there are CUs; --core says whose\n");
            return false;
        }
    }
    return true;
}

/* BUFFER, or MACHINE.BUFFER, or all */
static bool read_ordered(const struct slicc *s, const struct option_list *list)
{
    for (unsigned i = 0; i < (unsigned)list->count; i++) {
        if (strcmp(list->items[i], "all") && !slicc_receives_on(s, list->items[i])) {
            complain("murrelet: --ordered: nothing is received on a buffer '%s'\n", list->items[i]);
            return false;
        }
    }
    return true;
}

static bool known_request(const char *type)
{
    static const char *const known[] = {"LD", "ST", "IFETCH", "ATOMIC", "ATOMIC_RETURN", "ATOMIC_NO_RETURN"};
    bool is = false;
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++)
        is = is || !strcmp(known[i], type);
    return is;
}

/* TYPE, or MACHINE.TYPE */
static bool read_requests(struct slicc *s, const struct option_list *list, struct slicc_request *requests)
{
    for (unsigned i = 0; i < (unsigned)list->count; i++) {
        const char *item = list->items[i], *dot = strchr(item, '.');
        requests[i].machine = dot ? arena_text(s->protocol.arena, item, (size_t)(dot - item)) : NULL;
        requests[i].type = dot ? dot + 1 : item;
        if (dot && !slicc_symbols_machine(&s->symbols, requests[i].machine)) {
            complain("murrelet: --request: there is no machine '%s'\n", requests[i].machine);
            return false;
        }
        if (!known_request(requests[i].type)) {
            complain("murrelet: --request: cores of the model do not ask for '%s'\n", requests[i].type);
            return false;
        }
        for (unsigned j = 0; j < i; j++)
            if (!strcmp(list->items[j], item)) {
                complain("murrelet: --request: '%s' is there twice\n", item);
                return false;
            }
    }
    return true;
}

static bool deliver(struct slicc *s, const struct slicc_arguments *arguments, const struct text *model)
{
    (void)s;
    if (arguments->output)
        return write_text(model, arguments->output);
    fwrite(model->bytes, 1, model->length, stdout);
    return true;
}

/* Write the model.  The diagnostics are the caller's to print. */
static bool translate(struct slicc *s, const struct slicc_arguments *arguments, struct text *model)
{
    struct slicc_copies *copies = arena_alloc(s->protocol.arena, ((size_t)arguments->copies.count + 1) * sizeof *copies);
    struct slicc_request *requests = arena_alloc(s->protocol.arena, ((size_t)arguments->requests.count + 1) * sizeof *requests);
    struct slicc_options options = {
        .copies = copies, .copies_count = (unsigned)arguments->copies.count,
        .ordered = arguments->ordered.items, .ordered_count = (unsigned)arguments->ordered.count,
        .requests = requests, .request_count = (unsigned)arguments->requests.count,
        .machine = arguments->machine, .cores = arguments->cores.items, .core_count = (unsigned)arguments->cores.count,
        .promises = arguments->promises.items, .promise_count = (unsigned)arguments->promises.count,
        .covers = arguments->covers, .no_values = arguments->no_values, .no_single_writer = arguments->no_single_writer};
    return read_cores(s, arguments) && read_promises(&arguments->promises) &&
           (!arguments->machine || leaves_cores(s, &arguments->copies)) && read_copies(s, &arguments->copies, copies) &&
           read_ordered(s, &arguments->ordered) && read_requests(s, &arguments->requests, requests) && slicc_translate(model, s, &options);
}

static int run(const struct slicc_arguments *arguments, char **paths, int count)
{
    struct arena *arena = arena_new();
    struct diagnostics *diagnostics = diagnostics_new(arena);
    struct slicc protocol;
    struct text model = {0};
    slicc_begin(&protocol, arena, diagnostics);
    bool good = read_all(&protocol, paths, count);
    if (good && !arguments->check)
        good = translate(&protocol, arguments, &model);
    struct language_arguments colours = {.color = arguments->color};
    diagnostics_print(diagnostics, stderr, load_colour(&colours, stderr));
    if (good && arguments->check)
        print_counts(&protocol.protocol);
    else if (good)
        good = deliver(&protocol, arguments, &model);
    text_free(&model);
    arena_free(arena);
    return good ? EXIT_HOLDS : EXIT_BAD_INPUT;
}

static int run_slicc(int argc, char **argv)
{
    struct slicc_arguments arguments = {.color = COLOR_AUTO};
    int first = options_parse(&command_slicc, &arguments, argc, argv), code;
    if (first < 0)
        code = options_exit(first);
    else if (first == argc)
        code = options_usage(&command_slicc, "name the files of a protocol: FILE.sm, or the FILE.slicc that lists them");
    else
        code = run(&arguments, argv + first, argc - first);
    options_release(&arguments.copies);
    options_release(&arguments.ordered);
    options_release(&arguments.requests);
    options_release(&arguments.cores);
    options_release(&arguments.promises);
    return code;
}

const struct command command_slicc = {
    .name = "slicc",
    .operands = "FILE.sm|FILE.slicc...",
    .summary = "write a protocol in gem5's SLICC as a model in Murphi",
    .description =
        "Reads a protocol in SLICC, the language of gem5's Ruby: the FILE.slicc that lists its files, or the files. "
        "What gem5 implements in C++ (files RubySlicc_*) is known and not read. Writes a model in Murphi: the machines with "
        "their states, events and actions, cores that load and store, and memory, for `murrelet check`. docs/slicc.md says "
        "what each part stands for. What cannot be translated is refused, with its place (exit code 2).",
    .groups = slicc_groups,
    .run = run_slicc,
};
