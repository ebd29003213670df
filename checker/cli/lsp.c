/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * lsp.c - murrelet lsp: a language server on the standard input and output.
 */
#include "../lsp/server.h"

#include <unistd.h>

#include "../base/die.h"
#include "commands.h"

struct lsp_arguments {
    bool stdio;
};

static const struct option_spec lsp_options[] = {
    {.name = "stdio", .kind = OPTION_FLAG, .offset = offsetof(struct lsp_arguments, stdio),
     .help = "Talk over the standard input and output. There is no other way; some editors say so all the same."},
    {0},
};

static int run_lsp(int argc, char **argv)
{
    struct lsp_arguments arguments = {0};
    int first = options_parse(&command_lsp, &arguments, argc, argv);
    if (first < 0)
        return options_exit(first);
    if (first < argc)
        return options_usage(&command_lsp, "it takes no operands");
    return server_run(STDIN_FILENO, stdout, MURRELET_VERSION);
}

const struct command command_lsp = {
    .name = "lsp",
    .operands = "",
    .summary = "tell an editor, as one types, what models and litmus tests say",
    .description =
        "A language server: an editor starts it, and talks to it in the Language Server Protocol (docs/editors.md says how "
        "to set one up). For models it gives diagnostics as one types, with included files taken "
        "from open buffers where there are any, and else from disk; on hover the declaration of a name, its comment, the "
        "value of a constant and how many values a type has; definition and type, references, symbols, renaming and the "
        "layout of 'murrelet fmt'. For litmus tests it gives diagnostics, hover and symbols.\n\n"
        "A file that is a part (of a model that includes it, of a machine, of what machines are asked) is read with what it "
        "belongs to, as far as that lies nearby. A name is changed only where every name then means what it meant.\n\n"
        "The exit code is 0 where the client asked for a shutdown before it left, and else 1, as the protocol has it.",
    .groups = (const struct option_group[]){{.options = lsp_options}, {0}},
    .run = run_lsp,
};
