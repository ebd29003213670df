/* SPDX-License-Identifier: BSD-2-Clause */
#include "commands.h"
static int run_step(int argc, char **argv) { (void)argc, (void)argv; return 2; }
const struct command command_step = {.name = "step", .operands = "MODEL.m", .summary = "x", .description = "x", .run = run_step};
