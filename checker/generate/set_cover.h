/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * set_cover.h - the fewest sets that have all elements which any set has.
 *
 * The search can be stopped: then what was found covers all the same, and `least` is
 * what any cover takes at least.  It is a smallest one where the two are equal.
 */
#ifndef MURRELET_GENERATE_SET_COVER_H
#define MURRELET_GENERATE_SET_COVER_H

#include <stdbool.h>
#include <stdint.h>

#include "../base/arena.h"

struct set_cover {
    unsigned sets, elements;
    const uint64_t *members; /* by set, set_cover_words(elements) each: a bit for each element */
};

struct set_cover_found {
    unsigned *chosen; /* sets, in ascending order */
    unsigned count, least;
};

unsigned set_cover_words(unsigned bits);
bool set_cover_has(const uint64_t *bits, unsigned i);
void set_cover_add(uint64_t *bits, unsigned i);

/* `stops` is asked again and again whether to stop; NULL: never.  Where it is not stopped, the
 * answer hangs on the input alone: of sets that do the same, the first is taken. */
struct set_cover_found set_cover_solve(struct arena *, const struct set_cover *, bool (*stops)(void *), void *data);

#endif
