/* SPDX-License-Identifier: BSD-2-Clause */
/* printed.h - what a cell of a published table says of the next state, and in which case. */
#ifndef MURRELET_PRINTED_H
#define MURRELET_PRINTED_H

#include <stdbool.h>
#include <stdint.h>

#include "../base/arena.h"

struct printed {
    uint32_t next; /* the rows that it names as next, a bit each */
    bool stays;    /* in some case the state remains */
};

/* Of the text of a cell, in a table with these rows. */
struct printed printed_read(const char *text, const char *const *rows, unsigned row_count);
/* What the text says in one of the cases that are told apart: the parts for all cases, and its own as if for all;
 * `(store/atomic?)` is for both.  Parts of other conditions stay as they are.  The case "else" is what no
 * condition of the others is for. */
const char *printed_case(struct arena *, const char *text, const char *its_case, const char *const *cases, unsigned case_count);

#endif
