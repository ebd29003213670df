/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * onward.c - one successor of each state, for liveness.c.
 *
 * Whoever goes from each state to the successor that is kept of it walks along
 * one way.  Where all these ways come to states in which P holds, every state
 * reaches one: AG EF P is decided, and needed one number for each state, no
 * edges, no second expansion.  Where some do not, nothing is known of these.
 *
 * A successor on the next level is kept before any other: so ways go down as
 * far as they can, and most of them end, as the program does, in a final state.
 *
 * Numbers are noted as successors are put in, by searches of one thread whose
 * store tells them at once.  They are those of arrival, and of one thread none
 * moves when numbers are closed up.
 */
#include <stdlib.h>
#include <string.h>

#include "../base/die.h"
#include "explore.h"

bool onward_wanted(const struct search *search)
{
    const struct search_options *options = &search->options;
    if (options->store != STORE_VECTORS || search->reduces)
        return false;
    for (uint32_t p = 0; p < search->model->property_count; p++)
        if (search->model->properties[p].kind == MODEL_LIVENESS && options->enabled[p])
            return true;
    return false;
}

void onward_begin_level(struct search *search)
{
    uint64_t states = search->level_start[search->level + 1];
    if (!search->notes_onward || states <= search->onward_space)
        return;
    uint64_t space = states + states / 2;
    search->onward = realloc(search->onward, space * sizeof *search->onward);
    if (!search->onward)
        die_memory(space * sizeof *search->onward);
    memset(search->onward + search->onward_space, 0, (space - search->onward_space) * sizeof *search->onward);
    search->onward_space = space;
}

void onward_note(struct worker *worker, size_t count)
{
    struct search *search = worker->search;
    uint64_t deeper = search->levels ? search->level_start[search->level + 1] : 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t parent = worker->parents[i], number = worker->numbers[i] & ~STORE_NEW;
        if (parent == STORE_NONE)
            continue;
        uint32_t *kept = &search->onward[parent];
        if (*kept == 0 || (*kept <= deeper && number >= deeper))
            *kept = (uint32_t)(number + 1);
    }
}

uint64_t onward_from(const struct search *search, uint64_t number)
{
    return number < search->onward_space && search->onward[number] ? search->onward[number] - UINT64_C(1) : STORE_NONE;
}
