/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * run_set.c - keep runs that follow one on the other.
 */
#include "run_set.h"

#include <stdlib.h>

#include "../base/die.h"

void run_set_add(struct run_set *set, struct run *run)
{
    if (!run)
        return;
    set->runs = realloc(set->runs, (set->count + 1) * sizeof *set->runs);
    if (!set->runs)
        die_memory((set->count + 1) * sizeof *set->runs);
    set->runs[set->count++] = run;
    set->keys += run->count;
    set->blocks += run->blocks;
}

void run_set_free(struct run_set *set)
{
    for (unsigned i = 0; i < set->count; i++)
        run_free(set->runs[i]);
    free(set->runs);
    *set = (struct run_set){0};
}

uint64_t run_set_bytes(const struct run_set *set)
{
    uint64_t bytes = 0;
    for (unsigned i = 0; i < set->count; i++)
        bytes += run_bytes(set->runs[i]);
    return bytes;
}

uint64_t run_set_memory(const struct run_set *set)
{
    uint64_t bytes = 0;
    for (unsigned i = 0; i < set->count; i++)
        bytes += run_memory(set->runs[i]);
    return bytes;
}

const struct run *run_set_block(const struct run_set *set, uint64_t *block)
{
    unsigned i = 0;
    while (*block >= set->runs[i]->blocks)
        *block -= set->runs[i++]->blocks;
    return set->runs[i];
}
