/* SPDX-License-Identifier: BSD-2-Clause */
/* because.h - why the property that a trace is about fails in its last state or firing (or, a cover, holds). */
#ifndef MURRELET_BECAUSE_H
#define MURRELET_BECAUSE_H

#include "report.h"

/* The parts of its condition that decide, with their values, a line each: of an assertion in the firing that fails, with
 * its local variables, and else in the last state.  None where another firing fails, which says itself why, in a deadlock,
 * or for a liveness property, which is about more than one state. */
void because_each(const struct report *, unsigned index, void (*line)(void *data, const char *), void *data);

#endif
