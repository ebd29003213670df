/* SPDX-License-Identifier: BSD-2-Clause */
/* mutant_find.h - the mutants that a program has. */
#ifndef MURRELET_MUTANT_FIND_H
#define MURRELET_MUTANT_FIND_H

#include "mutant.h"

/* Add the mutants of a checked program that are not there yet.  The program's
 * sources must live as long as the mutants. */
void mutants_add(struct mutants *, const struct program *);
/* Set `live` of those that are within what a program may run, its constants
 * being what they are. */
void mutants_mark(struct mutants *, const struct program *);

#endif
