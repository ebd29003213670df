/* SPDX-License-Identifier: BSD-2-Clause */
/* paper.h - what reports that people read are written on: a stream, in colours or not. */
#ifndef MURRELET_PAPER_H
#define MURRELET_PAPER_H

#include "report.h"

enum { BOLD = 1, DIM = 2, RED = 31, GREEN = 32, YELLOW = 33 };

/* A paper to write on: where, and whether in colours. */
struct paper {
    const struct report *report;
    FILE *out;
};

void paper_paint(const struct paper *, int colour, const char *text);
void paper_place(const struct paper *, const struct model_place *);
/* " p = 1, q = 2"; nothing where there are none. */
void paper_parameters(const struct paper *, const struct model_parameter *, uint32_t count, uint64_t number);
/* The steps of a violation's trace (trace_text.c). */
void paper_trace(const struct paper *, unsigned index);

#endif
