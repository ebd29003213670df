/* SPDX-License-Identifier: BSD-2-Clause */
/* align.h - a litmus test with the cells of its program in columns. */
#ifndef MURRELET_LITMUS_ALIGN_H
#define MURRELET_LITMUS_ALIGN_H

#include "program.h"

struct text;

/* The test's text again; only blanks of its program differ, and comments there that begin a row stand on lines of their own.
 * A test in C is as it was, and so is one in which a comment within a cell goes on in the next line. */
void litmus_align(struct text *, const struct litmus_test *);

#endif
