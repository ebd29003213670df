/* SPDX-License-Identifier: BSD-2-Clause */
/* fair_part.c - the states of one component of the automaton, and their places.  See fair_part.h. */
#include "fair_part.h"

#include <stdlib.h>

struct fair_part fair_part_open(struct fair *fair, unsigned component)
{
    const struct product *p = fair->product;
    const struct automaton *a = p->automaton;
    struct fair_part part = {.fair = fair, .product = p, .component = component, .patience = FAIR_PATIENCE};
    part.width = a->components[component].states;
    part.nodes = p->states * part.width;
    part.state_at = memory_zeroed(part.width, sizeof *part.state_at);
    part.place_of = memory_zeroed(a->state_count, sizeof *part.place_of);
    for (unsigned i = 0; i < a->state_count; i++) {
        bool in = a->states[i].component == component;
        part.place_of[i] = in ? a->states[i].place : ELSEWHERE;
        if (in)
            part.state_at[a->states[i].place] = i;
    }
    return part;
}

void fair_part_close(struct fair_part *part)
{
    free(part->state_at);
    free(part->place_of);
}
