/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * places.h - where a machine runs a test: each placement of a set, and on each
 * of them each layout of a set, one after the other.
 *
 * Where threads and locations are makes no difference to the reference machines
 * of ours, which have one memory and no CUs, lines or banks: they are searched
 * once, at the first place.
 */
#ifndef MURRELET_LITMUS_PLACES_H
#define MURRELET_LITMUS_PLACES_H

#include "registry.h"
#include "placement.h"

struct places {
    const struct litmus_test *test;
    enum litmus_placement_set placements;
    enum litmus_layout_set layouts;
    unsigned group_cus; /* over which a work-group's threads are dealt out */
    unsigned i, j; /* of the next */
};

bool places_matter(const struct machine_variant *);
/* What the variant sets the machine's constant GROUP_CUS to; 1 where it does not. */
unsigned places_group_cus(const struct machine_variant *);
struct places places_of(const struct machine_variant *, const struct litmus_test *, enum litmus_placement_set,
                        enum litmus_layout_set);
bool places_next(struct places *, struct litmus_placement *);
/* How many are left. */
unsigned places_count(struct places);

#endif
