/* SPDX-License-Identifier: BSD-2-Clause */
/* mutant_edit.h - edits of a program's files, each of which is a mutant. */
#ifndef MURRELET_MUTANT_EDIT_H
#define MURRELET_MUTANT_EDIT_H

#include "mutant.h"

/* One program is looked through.  A routine is when something that was looked
 * through calls it, so what only properties call never is. */
struct mutant_search {
    struct mutants *mutants;
    bool marks; /* mutants that are there, in what may run; else all are added */
    const struct routine **reached; /* in the order in which they were met */
    unsigned reached_count;
};

/* Replace bytes [start, end) of the source of the construct at `place`. */
void mutant_replace(struct mutant_search *, enum mutant_operator, struct place, unsigned start, unsigned end, const char *text);
/* Replace the whole construct. */
void mutant_replace_all(struct mutant_search *, enum mutant_operator, struct place, const char *text);
/* Take statements away, with the semicolon after them. */
void mutant_drop(struct mutant_search *, enum mutant_operator, struct place);
/* Say them twice. */
void mutant_repeat(struct mutant_search *, enum mutant_operator, struct place);

#endif
