/* SPDX-License-Identifier: BSD-2-Clause */
/* mutation.h - what came of a program's mutants: for people, and as JSON. */
#ifndef MURRELET_MUTATION_H
#define MURRELET_MUTATION_H

#include <stdio.h>

#include <jansson.h>

#include "../audit/mutate.h"

/* Mutants as they are, none of which was run. */
void mutation_list(const struct mutation *, FILE *);
/* A line: where it is, and what was changed to what. */
void mutation_put_mutant(struct text *, const struct mutant *);
/* The checks, with the original's times. */
void mutation_checks(const struct mutation *, FILE *);
/* Each mutant that was looked at (`all`), or those that were not killed; and the counts. */
void mutation_text(const struct mutation *, bool all, FILE *);
/* The same as an object, a new reference. */
json_t *mutation_mutant_json(const struct mutant *);
/* `of`: the model or machine, as it was given.  A new reference. */
json_t *mutation_json(const struct mutation *, const char *of);

#endif
