/* SPDX-License-Identifier: BSD-2-Clause */
/* figures.h - numbers for people: 1,234,567 states, 3.2 GiB, 1 min 5 s. */
#ifndef MURRELET_FIGURES_H
#define MURRELET_FIGURES_H

#include <stdint.h>

/* Long enough for every figure here. */
struct figure {
    char text[32];
};

struct figure figure_count(uint64_t);   /* with a comma every three digits */
struct figure figure_short(double);     /* three digits and k, M, G: for rates */
struct figure figure_bytes(uint64_t);
struct figure figure_seconds(double);

#endif
