/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * nearest.c - how many letters apart two names are, and which is nearest.
 */
#include "nearest.h"

#include <string.h>

enum { SLIP_NAME = 64 }; /* longer names are not compared */

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Edits (a letter added, dropped, changed, or two swapped) from a to b; case counts as nothing. */
static unsigned distance(const char *a, const char *b)
{
    unsigned rows[3][SLIP_NAME + 1];
    size_t m = strlen(a), n = strlen(b);
    if (m > SLIP_NAME || n > SLIP_NAME)
        return SLIP_NAME;
    for (size_t j = 0; j <= n; j++)
        rows[0][j] = (unsigned)j;
    for (size_t i = 1; i <= m; i++) {
        unsigned *row = rows[i % 3], *above = rows[(i + 2) % 3], *second = rows[(i + 1) % 3];
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= n; j++) {
            unsigned same = !strncasecmp(&a[i - 1], &b[j - 1], 1);
            row[j] = least(least(above[j], row[j - 1]) + 1, above[j - 1] + !same);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = least(row[j], second[j - 2] + 1);
        }
    }
    return rows[m % 3][n];
}

struct nearest nearest_start(const char *name)
{
    /* A third of the letters may be wrong: none but the case in a name of one or two. */
    return (struct nearest){ name, NULL, (unsigned)strlen(name) / 3 + 1 };
}

void nearest_try(struct nearest *nearest, const char *candidate)
{
    unsigned d = distance(nearest->name, candidate);
    if (d < nearest->distance) {
        nearest->distance = d;
        nearest->best = candidate;
    }
}

const char *nearest_of(const char *name, const char *(*get)(const void *, unsigned), const void *from, unsigned count)
{
    struct nearest nearest = nearest_start(name);
    for (unsigned i = 0; i < count; i++)
        nearest_try(&nearest, get(from, i));
    return nearest.best;
}
