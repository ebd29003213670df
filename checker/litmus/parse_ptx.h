/* SPDX-License-Identifier: BSD-2-Clause */
/* parse_ptx.h - the program of a PTX test, as Dartagnan writes it. */
#ifndef MURRELET_LITMUS_PARSE_PTX_H
#define MURRELET_LITMUS_PARSE_PTX_H

#include "build.h"

/* The program lies at bytes [from, to). */
void parse_ptx_program(struct builder *, unsigned from, unsigned to);

#endif
