/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * seek.c - see seek.h.
 *
 * Breadth first, without reduction: the states stand one behind the other in the order
 * in which they are reached, each with the one before it on its way; a table of twice as
 * many slots says which are known.
 */
#include "seek.h"

#include <stdlib.h>
#include <string.h>

#include <xxhash.h>

#include "../base/memory.h"

struct way {
    uint32_t before;
    uint64_t instance;
};

struct seeking {
    struct seek *seek;
    int64_t *states, *target;
    struct way *places;
    uint32_t count, room, *slots, mask; /* slots: a state's number and one; 0: free */
};

static int64_t *state_at(const struct seeking *s, uint32_t number)
{
    return s->states + (size_t)number * s->seek->leaves;
}

static uint32_t slot_of(const struct seeking *s, const int64_t *state)
{
    size_t bytes = s->seek->leaves * sizeof *state;
    uint32_t slot = (uint32_t)XXH3_64bits(state, bytes) & s->mask;
    while (s->slots[slot] && memcmp(state_at(s, s->slots[slot] - 1), state, bytes))
        slot = (slot + 1) & s->mask;
    return slot;
}

static void grow(struct seeking *s)
{
    s->room = s->room ? 2 * s->room : 1024;
    s->states = memory_resized(s->states, s->room, s->seek->leaves * sizeof *s->states + 1);
    s->places = memory_resized(s->places, s->room, sizeof *s->places);
    s->mask = 2 * s->room - 1;
    s->slots = memory_resized(s->slots, 2 * s->room, sizeof *s->slots);
    memset(s->slots, 0, 2 * s->room * sizeof *s->slots);
    for (uint32_t i = 0; i < s->count; i++)
        s->slots[slot_of(s, state_at(s, i))] = i + 1;
}

/* Whether it was not there before. */
static bool put(struct seeking *s, const int64_t *state, struct way place)
{
    if (s->count == s->room)
        grow(s);
    uint32_t slot = slot_of(s, state);
    if (s->slots[slot])
        return false;
    memcpy(state_at(s, s->count), state, s->seek->leaves * sizeof *state);
    s->places[s->count] = place;
    s->slots[slot] = ++s->count;
    return true;
}

static void note_way(const struct seeking *s)
{
    struct seek *seek = s->seek;
    for (uint32_t at = s->count - 1; at; at = s->places[at].before)
        seek->count++;
    seek->steps = memory_resized(NULL, seek->count + 1, sizeof *seek->steps);
    unsigned step = seek->count;
    for (uint32_t at = s->count - 1; at; at = s->places[at].before)
        seek->steps[--step] = s->places[at].instance;
}

/* What leads on from a state. */
static enum seek_end expand(struct seeking *s, uint32_t number)
{
    struct seek *seek = s->seek;
    for (uint64_t i = 0; i < seek->instances; i++) {
        if (seek->stopped(seek->data))
            return SEEK_STOPPED;
        if (interp_fire(seek->interp, i, state_at(s, number), s->target) != INTERP_OK || !seek->allowed(seek->data, s->target) ||
            !put(s, s->target, (struct way){number, i}))
            continue;
        if (seek->wanted(seek->data, s->target)) {
            note_way(s);
            return SEEK_FOUND;
        }
        if (s->count == seek->most)
            return SEEK_TOO_MANY;
    }
    return SEEK_NONE;
}

enum seek_end seek_run(struct seek *seek, const int64_t *from)
{
    struct seeking s = {.seek = seek, .target = memory_resized(NULL, seek->leaves + 1, sizeof *s.target)};
    enum seek_end end = SEEK_NONE;
    put(&s, from, (struct way){0});
    for (uint32_t i = 0; i < s.count && end == SEEK_NONE; i++)
        end = expand(&s, i);
    seek->states = s.count;
    free(s.states);
    free(s.target);
    free(s.places);
    free(s.slots);
    return end;
}
