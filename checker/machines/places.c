/* SPDX-License-Identifier: BSD-2-Clause */
/* places.c - see places.h. */
#include "places.h"

#include <stdlib.h>
#include <string.h>

/* A user's own machine may ask where a thread is, whichever driver it has. */
bool places_matter(const struct machine_variant *machine)
{
    return machine->own || !machine->out_of_order;
}

unsigned places_group_cus(const struct machine_variant *machine)
{
    for (unsigned i = 0; i < machine->set.count; i++)
        if (!strcmp(machine->set.items[i].name, "GROUP_CUS") && atoi(machine->set.items[i].value) > 1)
            return (unsigned)atoi(machine->set.items[i].value);
    return 1;
}

struct places places_of(const struct machine_variant *machine, const struct litmus_test *test,
                        enum litmus_placement_set placements, enum litmus_layout_set layouts)
{
    bool matter = places_matter(machine);
    return (struct places){.test = test, .placements = matter ? placements : PLACEMENT_APART,
                           .layouts = matter ? layouts : LAYOUT_DEFAULT, .group_cus = places_group_cus(machine)};
}

bool places_next(struct places *places, struct litmus_placement *placement)
{
    while (litmus_placement_get(places->test, places->placements, places->group_cus, places->i, placement)) {
        if (litmus_layout_get(places->test, places->layouts, places->j++, placement))
            return true;
        places->i++, places->j = 0;
    }
    return false;
}

unsigned places_count(struct places places)
{
    struct litmus_placement placement;
    unsigned count = 0;
    while (places_next(&places, &placement))
        count++;
    return count;
}
