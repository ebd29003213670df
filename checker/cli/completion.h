/* SPDX-License-Identifier: BSD-2-Clause */
/* completion.h - what a shell completes, from the table of commands. */
#ifndef MURRELET_COMPLETION_H
#define MURRELET_COMPLETION_H

#include "options.h"

/* A script for bash: commands, each one's options, and what an option of choices takes; else names of files. */
void completion_bash(const struct command *const *commands, FILE *);

#endif
