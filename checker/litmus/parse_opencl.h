/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * parse_opencl.h - tests whose threads are written in OpenCL C, or in C with C11's atomics.
 */
#ifndef MURRELET_LITMUS_PARSE_OPENCL_H
#define MURRELET_LITMUS_PARSE_OPENCL_H

#include "build.h"

/* How many threads there are from `from` on, and in *end where the last one ends; more than
 * a test may have are not counted. */
unsigned parse_opencl_extent(const struct source *, unsigned from, unsigned *end);
/* The program lies at bytes [from, to). */
void parse_opencl_program(struct builder *, unsigned from, unsigned to);

#endif
