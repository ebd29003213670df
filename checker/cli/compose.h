/* SPDX-License-Identifier: BSD-2-Clause */
/* compose.h - a model that a command searches: a file, or, by --machine, a
 * machine under a driver with invariants, for every command that shares these
 * options. */
#ifndef MURRELET_COMPOSE_H
#define MURRELET_COMPOSE_H

#include "load.h"

/* Group: compose_options. */
struct compose_arguments {
    const char *machine, *driver;
    struct option_list invariants;
};
extern const struct option_spec compose_options[];

/* One operand, or a machine with its driver: else says what is wanted, and gives false. */
bool compose_operands(const struct command *, const struct compose_arguments *, int operands);
/* As load_program, or load_closed_program where `closed`; `path` is NULL where a machine is asked for. */
int compose_load(struct loaded *, const struct language_arguments *, const struct compose_arguments *, const char *path,
                 bool closed);

#endif
