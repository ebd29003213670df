/* SPDX-License-Identifier: BSD-2-Clause */
/* lines.h - memory that one thread has to itself, to write to all the time. */
#ifndef MURRELET_LINES_H
#define MURRELET_LINES_H

#include <stdlib.h>
#include <string.h>

#include "../base/die.h"

/* A pair of cache lines: processors fetch a line's neighbour with it. */
#define OWN_LINES 128u

/* Zeroed, for free(). */
static inline void *own_lines(size_t bytes)
{
    size_t size = (bytes / OWN_LINES + 1) * OWN_LINES;
    void *block = aligned_alloc(OWN_LINES, size);
    if (!block)
        die_memory(bytes);
    return memset(block, 0, size);
}

#endif
