/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * layers.c - keep the levels of a search, in few sets.
 *
 * Of all neighbours those two become one that have the fewest keys together.  So with n
 * levels of the same size a key is moved about log n times, and with levels that
 * grow the large ones are never moved.
 */
#include "layers.h"

#include <stdlib.h>
#include <string.h>

#include "../base/die.h"
#include "../base/memory.h"

#ifndef LAYERS_MOST
#define LAYERS_MOST 24u
#endif

struct layers *layers_new(uint32_t words, uint64_t block, bool depths, const char *directory)
{
    struct layers *layers = memory_zeroed(1, sizeof *layers);
    *layers = (struct layers){.shape = run_shape(words, block, false), .directory = directory, .depths = depths};
    return layers;
}

void layers_free(struct layers *layers)
{
    if (!layers)
        return;
    for (unsigned i = 0; i < layers->count; i++)
        run_set_free(&layers->layers[i].set);
    free(layers->layers);
    free(layers->sets);
    free(layers->kept);
    free(layers);
}

static void point_to_sets(struct layers *layers)
{
    for (unsigned i = 0; i < layers->count; i++)
        layers->sets[i] = &layers->layers[i].set;
}

static void make_room(struct layers *layers)
{
    if (layers->count < layers->room)
        return;
    layers->room = layers->room ? 2 * layers->room : 16;
    layers->layers = realloc(layers->layers, layers->room * sizeof *layers->layers);
    layers->sets = realloc(layers->sets, layers->room * sizeof *layers->sets);
    if (!layers->layers || !layers->sets)
        die_memory(layers->room * sizeof *layers->layers);
}

static void note_bytes(struct layers *layers, uint64_t bytes)
{
    if (layers->most_bytes < bytes)
        layers->most_bytes = bytes;
}

void layers_add(struct layers *layers, struct run_set *set, uint32_t levels)
{
    make_room(layers);
    layers->layers[layers->count++] = (struct layer){.set = *set, .first = layers->levels, .levels = levels};
    layers->keys += set->keys;
    layers->levels += levels;
    *set = (struct run_set){0};
    point_to_sets(layers);
    note_bytes(layers, layers_bytes(layers));
}

/* The first of the two that are to become one; the last layer stays what it is. */
static unsigned choose_pair(const struct layers *layers)
{
    unsigned best = 0;
    uint64_t least = UINT64_MAX;
    for (unsigned i = 0; i + 2 < layers->count; i++) {
        uint64_t keys = layers->layers[i].set.keys + layers->layers[i + 1].set.keys;
        if (keys < least) {
            least = keys;
            best = i;
        }
    }
    return best;
}

static enum run_trouble merge_pair(struct layers *layers, struct pool *pool)
{
    unsigned at = choose_pair(layers);
    struct layer *layer = &layers->layers[at];
    const uint32_t deeper[] = {0, layer->levels};
    struct run_merge merge = {.shape = run_shape(layers->shape.words, layers->shape.block, layers->depths), .directory = layers->directory,
                              .from = layers->sets + at, .from_count = 2, .deeper = deeper};
    struct run_set set = {0};
    enum run_trouble trouble = run_merge(&merge, pool, &set);
    if (trouble != RUN_FINE)
        return trouble;
    note_bytes(layers, layers_bytes(layers) + run_set_bytes(&set));
    run_set_free(&layer[0].set);
    run_set_free(&layer[1].set);
    layer->set = set;
    layer->levels += layer[1].levels;
    layers->count--;
    memmove(layer + 1, layer + 2, (layers->count - at - 1) * sizeof *layer);
    point_to_sets(layers);
    return RUN_FINE;
}

enum run_trouble layers_narrow(struct layers *layers, struct pool *pool)
{
    enum run_trouble trouble = RUN_FINE;
    while (layers->count > LAYERS_MOST && trouble == RUN_FINE)
        trouble = merge_pair(layers, pool);
    return trouble;
}

const struct layer *layers_of(const struct layers *layers, uint32_t level)
{
    const struct layer *layer = layers->layers;
    while (level >= layer->first + layer->levels)
        layer++;
    return layer;
}

uint64_t layers_bytes(const struct layers *layers)
{
    uint64_t bytes = 0;
    for (unsigned i = 0; i < layers->count; i++)
        bytes += run_set_bytes(&layers->layers[i].set);
    return bytes;
}

uint64_t layers_memory(const struct layers *layers)
{
    uint64_t bytes = 0;
    for (unsigned i = 0; i < layers->count; i++)
        bytes += run_set_memory(&layers->layers[i].set);
    return bytes;
}
