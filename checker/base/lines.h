/* SPDX-License-Identifier: BSD-2-Clause */
/* lines.h - memory that one thread has to itself, to write to all the time. */
#ifndef MURRELET_LINES_H
#define MURRELET_LINES_H

#include <stdlib.h>
#include <string.h>

#include "die.h"

/* A pair of cache lines: processors fetch a line's neighbour with it. */
#define OWN_LINES 128u

/* For free(); what is in it is not defined. */
static inline void *own_lines_unset(size_t bytes)
{
    void *block = aligned_alloc(OWN_LINES, (bytes / OWN_LINES + 1) * OWN_LINES);
    if (!block)
        die_memory(bytes);
    return block;
}

/* The same, zeroed. */
static inline void *own_lines(size_t bytes)
{
    return memset(own_lines_unset(bytes), 0, bytes);
}

#endif
