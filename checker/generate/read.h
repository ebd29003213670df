/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * read.h - a litmus test that somebody wrote as a cycle with decorations, where it is one.
 *
 * It is one if its accesses are those of a critical cycle, its condition says of each what
 * the cycle says, and what makes up its code has a word here: then the same test, up to the names of
 * threads, locations, registers and scope instances, is what decorated_write() writes.
 */
#ifndef MURRELET_GENERATE_READ_H
#define MURRELET_GENERATE_READ_H

#include "../litmus/program.h"
#include "decorate.h"

struct decorated_read {
    bool found;
    struct cycle cycle; /* that `decorated` is of */
    struct decorated decorated;
    const char *reason; /* why not, where it was not found */
};

/* A test of the vocabulary, on a cycle within the bounds. */
void decorated_read(const struct litmus_test *, const struct vocabulary *, const struct cycle_bounds *, struct decorated_read *out);

#endif
