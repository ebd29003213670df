/* SPDX-License-Identifier: BSD-2-Clause */
/* parse_lisa.h - the program of a LISA test, with its scope tree. */
#ifndef MURRELET_LITMUS_PARSE_LISA_H
#define MURRELET_LITMUS_PARSE_LISA_H

#include "build.h"

/* The program lies at bytes [from, to). */
void parse_lisa_program(struct builder *, unsigned from, unsigned to);

#endif
