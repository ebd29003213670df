/* SPDX-License-Identifier: BSD-2-Clause */
/* main.c - find the command and run it. */
#include <stdio.h>
#include <string.h>

#include "../base/die.h"
#include "commands.h"

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
    size_t length = strlen(name);
    return length > 2 && !strcmp(name + length - 2, ".m");
}

static int unknown_command(const char *name)
{
    const char *names[sizeof commands / sizeof commands[0]] = {NULL};
    unsigned count = 0;
    for (const struct command *const *command = commands; *command; command++)
        if (!(*command)->hidden)
            names[count++] = (*command)->name;
    fprintf(stderr, "murrelet: unknown command '%s'", name);
    const char *nearest = options_nearest(name, names);
    if (looks_like_model(name))
        fprintf(stderr, "; did you mean 'murrelet check %s'?", name);
    else if (nearest)
        fprintf(stderr, "; did you mean '%s'?", nearest);
    fputs("\nTry 'murrelet --help'.\n", stderr);
    return EXIT_BAD_INPUT;
}

/* ---- murrelet help ---- */

struct help_arguments {
    bool man, markdown;
};

static const struct option_spec help_options[] = {
    {.name = "man", .kind = OPTION_FLAG, .offset = offsetof(struct help_arguments, man),
     .help = "Write the man page."},
    {.name = "markdown", .kind = OPTION_FLAG, .offset = offsetof(struct help_arguments, markdown),
     .help = "Write docs/commands.md."},
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

/* Output that could not be written (a full disk, a closed pipe) must not pass
 * for a verdict. */
static int flush_output(int code)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return code;
    fputs("murrelet: cannot write the standard output\n", stderr);
    return code == EXIT_HOLDS ? EXIT_BUG : code;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        print_commands(stderr);
        return EXIT_BAD_INPUT;
    }
    const char *name = argv[1];
    if (!strcmp(name, "--help") || !strcmp(name, "-h")) {
        print_commands(stdout);
        return flush_output(EXIT_HOLDS);
    }
    if (!strcmp(name, "--version") || !strcmp(name, "-V")) {
        puts("murrelet " MURRELET_VERSION);
        return flush_output(EXIT_HOLDS);
    }
    const struct command *command = find_command(name);
    if (!command)
        return unknown_command(name);
    return flush_output(command->run(argc - 1, argv + 1));
}
