/* SPDX-License-Identifier: BSD-2-Clause */
/* execution_dot.h - the execution of a litmus test's run, or of a race, as a graph for dot. */
#ifndef MURRELET_EXECUTION_DOT_H
#define MURRELET_EXECUTION_DOT_H

#include <stdio.h>

#include <jansson.h>

/* Of a trace that has an "execution" (docs/check.schema.json), or of {"name", "label", "execution"}: the accesses of each
 * thread, po, rf, co and fr, those of the cycle of these stand out; and which accesses race. */
void execution_dot(const json_t *, FILE *);

#endif
