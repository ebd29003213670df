/* SPDX-License-Identifier: BSD-2-Clause */
/* commands.h - every command, in the order of `murrelet --help`.  A command is
 * a file here that defines `const struct command command_NAME`; a line in this
 * list is all that main.c needs. */
#ifndef MURRELET_COMMANDS_H
#define MURRELET_COMMANDS_H

#include "options.h"

#define MURRELET_VERSION "0.1.0"

#define COMMANDS(COMMAND) \
    COMMAND(check) \
    COMMAND(replay) \
    COMMAND(show) \
    COMMAND(step) \
    COMMAND(rules) \
    COMMAND(print) \
    COMMAND(fmt) \
    COMMAND(slicc) \
    COMMAND(lsp) \
    COMMAND(litmus) \
    COMMAND(suite) \
    COMMAND(races) \
    COMMAND(outcomes) \
    COMMAND(infer) \
    COMMAND(generate) \
    COMMAND(distinguish) \
    COMMAND(mutate) \
    COMMAND(machines) \
    COMMAND(table) \
    COMMAND(help)

#define COMMAND_DECLARE(name) extern const struct command command_##name;
COMMANDS(COMMAND_DECLARE)
#undef COMMAND_DECLARE

/* NULL-terminated. */
extern const struct command *const commands[];

#endif
