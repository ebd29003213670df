/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * interface.h - the routines that a machine must have (models/lib/README.md).
 */
#ifndef MURRELET_INTERFACE_H
#define MURRELET_INTERFACE_H

#include <stdbool.h>

#include "../base/source.h"

struct program;

/* Whether the file's routines have the names, kinds and numbers of parameters
 * that its driver calls (`out_of_order`: that of the reference machines); else an
 * error for each that does not. */
bool interface_check(struct diagnostics *, const struct program *, const char *machine, bool out_of_order);

#endif
