/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * machine_program.h - a litmus test in the form that a machine model runs.
 *
 * Values are codes (values.h), a thread's state is a pc and registers that the
 * model keeps (stepper.h), and a thread may run ahead of itself (fetch.h); here
 * a program is made, and says how much of each there is.
 */
#ifndef MURRELET_LITMUS_MACHINE_PROGRAM_H
#define MURRELET_LITMUS_MACHINE_PROGRAM_H

#include "fetch.h"
#include "stepper.h"
#include "values.h"

/* NULL, with an error, if the values of the test are not bounded (a counter in
 * a loop), it computes with an address, or it outgrows the sizes of program.h.
 * The test must not change afterwards. */
struct machine_program *machine_program_new(struct arena *, struct diagnostics *, const struct litmus_test *);

const struct litmus_test *program_test(const struct machine_program *);
int program_initial_value(const struct machine_program *, int location);
/* Registers of a thread that the model must store: those read by its code or
 * watched.  Model registers are numbered from 0 to count - 1 in order. */
int program_register_count(const struct machine_program *, int thread);
int program_watch_register(const struct machine_program *, unsigned watch); /* model register of a watched register */
int program_pc_count(const struct machine_program *, int thread); /* pcs are 0 .. count - 1 */

#endif
