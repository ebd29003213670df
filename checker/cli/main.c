/* SPDX-License-Identifier: BSD-2-Clause */
/* main.c - find the command and run it. */
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../base/complain.h"
#include "../base/die.h"
#include "../base/memory.h"
#include "../base/stack.h"
#include "../base/stop.h"
#include "commands.h"
#include "completion.h"
#include "write.h"

#define PIPE_BYTES (1u << 16)

#define COMMAND_ENTRY(name) &command_##name,
const struct command *const commands[] = {COMMANDS(COMMAND_ENTRY) NULL};

static const struct command *find_command(const char *name)
{
    for (const struct command *const *command = commands; *command; command++)
        if (!strcmp((*command)->name, name))
            return *command;
    return NULL;
}

static void print_commands(FILE *out)
{
    fputs("Usage: murrelet COMMAND [OPTION]... [OPERAND]...\n\n"
          "Murrelet checks models written in Murphi: every reachable state, exactly.\n\n"
          "Commands:\n", out);
    for (const struct command *const *command = commands; *command; command++)
        if (!(*command)->hidden)
            fprintf(out, "  %-10s %s\n", (*command)->name, (*command)->summary);
    fputs("\n'murrelet COMMAND --help' says what a command takes.\n"
          "Exit codes: 0 all hold, 1 violated, 2 bad input or usage, 3 incomplete, 4 our bug.\n", out);
}

/* `murrelet MODEL.m` is what a newcomer types first. */
static bool looks_like_model(const char *name)
{
    return text_ends_in(name, ".m");
}

static int unknown_command(const char *name)
{
    const char *names[sizeof commands / sizeof commands[0]] = {NULL};
    unsigned count = 0;
    for (const struct command *const *command = commands; *command; command++)
        if (!(*command)->hidden)
            names[count++] = (*command)->name;
    complain("murrelet: unknown command '%s'", name);
    const char *nearest = options_nearest(name, names);
    if (looks_like_model(name))
        complain("; did you mean 'murrelet check %s'?", name);
    else if (nearest)
        complain("; did you mean '%s'?", nearest);
    fputs("\nTry 'murrelet --help'.\n", stderr);
    return EXIT_BAD_INPUT;
}

/* ---- murrelet help ---- */

struct help_arguments {
    bool man, markdown, bash;
};

static const struct option_spec help_options[] = {
    {.name = "man", .kind = OPTION_FLAG, .offset = offsetof(struct help_arguments, man),
     .help = "Write the man page."},
    {.name = "markdown", .kind = OPTION_FLAG, .offset = offsetof(struct help_arguments, markdown),
     .help = "Write docs/commands.md."},
    {.name = "bash", .kind = OPTION_FLAG, .offset = offsetof(struct help_arguments, bash),
     .help = "Write docs/murrelet.bash: what bash completes."},
    {0},
};

static int run_help(int argc, char **argv)
{
    struct help_arguments arguments = {0};
    int first = options_parse(&command_help, &arguments, argc, argv);
    if (first < 0)
        return options_exit(first);
    if (arguments.man) {
        options_manual_roff(commands, stdout);
    } else if (arguments.markdown) {
        options_manual_markdown(commands, stdout);
    } else if (arguments.bash) {
        completion_bash(commands, stdout);
    } else if (first < argc) {
        const struct command *command = find_command(argv[first]);
        if (!command)
            return unknown_command(argv[first]);
        options_help(command, stdout);
    } else {
        print_commands(stdout);
    }
    return EXIT_HOLDS;
}

const struct command command_help = {
    .name = "help",
    .operands = "[COMMAND]",
    .summary = "say what a command does",
    .description = "Describe a command, or list them all.",
    .groups = (const struct option_group[]){{.options = help_options}, {0}},
    .run = run_help,
    .hidden = true,
};

/* A reader that leaves, and a file that may grow no more, are errors like a full
 * disk, not the end: what is written elsewhere is still to be finished.  What a pipe can hold goes into it
 * at once, so that a reader of the first lines alone is not told so, and so that what fails fails at the end, which
 * says why: stdio forgets it before.  (Where no buffer is given, the C library does not heed the size.) */
static void prepare_output(void)
{
    static char buffer[PIPE_BYTES];
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    if (!isatty(STDOUT_FILENO))
        setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
}

static int run(int argc, char **argv)
{
    prepare_output();
    if (argc < 2) {
        print_commands(stderr);
        return EXIT_BAD_INPUT;
    }
    json_set_alloc_funcs(memory_take, memory_give);
    const char *name = argv[1];
    if (!strcmp(name, "--help") || !strcmp(name, "-h")) {
        print_commands(stdout);
        return write_standard_end(EXIT_HOLDS);
    }
    if (!strcmp(name, "--version") || !strcmp(name, "-V")) {
        puts("murrelet " MURRELET_VERSION);
        return write_standard_end(EXIT_HOLDS);
    }
    const struct command *command = find_command(name);
    if (!command)
        return unknown_command(name);
    int code = command->run(argc - 1, argv + 1);
    /* Whoever was stopped before the input was there cannot call it bad. */
    return write_standard_end(code == EXIT_BAD_INPUT && stop_asked() ? EXIT_INCOMPLETE : code);
}

int main(int argc, char **argv)
{
    return stack_main(run, argc, argv);
}
