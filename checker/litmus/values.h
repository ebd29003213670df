/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * values.h - the values that can occur in a run of a litmus test, and their codes.
 *
 * Codes are small numbers from 0, so a model stores a value in a few bits.
 * Code 0 is the number 0; the integers come first, rising from 0, then the
 * negative ones, then addresses.  So a test that uses 0..n only has codes equal
 * to its values.  `program_pending` (one above the last code) stands in a
 * register whose load was issued and has not been bound.
 */
#ifndef MURRELET_LITMUS_VALUES_H
#define MURRELET_LITMUS_VALUES_H

#include "program.h"

struct diagnostics;
struct machine_program;

/* Fills the table of codes of a program whose threads are made.  False, with an
 * error, if the values of the test are not bounded (a counter in a loop), or it
 * computes with an address. */
bool values_find(struct machine_program *, struct arena *, struct diagnostics *);

int program_value_count(const struct machine_program *);  /* codes are 0 .. count - 1; pending is count */
int program_pending(const struct machine_program *);
struct litmus_value program_value(const struct machine_program *, int code);
int program_code(const struct machine_program *, struct litmus_value); /* -1 if it cannot occur */

#endif
