/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * layers.h - the states of a search by levels, each level a sorted set.
 *
 * A layer is one level, or some that follow one on the other: where there are too many
 * layers to look through, two neighbours that are small become one, whose keys then have a
 * depth with them.  The last layer is always one level, the one that is visited next.
 *
 * Invariant: no key is in two layers.
 */
#ifndef MURRELET_LAYERS_H
#define MURRELET_LAYERS_H

#include <stdio.h>

#include "../base/text.h"
#include "run_merge.h"

struct layer {
    struct run_set set;
    uint32_t first, levels; /* it has levels first .. first + levels - 1; a key's depth is counted from `first` */
};

struct layers {
    struct run_shape shape;
    const char *directory;
    bool depths;            /* levels are asked for again; else a layer of several forgets which is which */
    struct layer *layers;
    unsigned count, room;
    const struct run_set **sets; /* of the layers, for who merges */
    uint64_t keys;
    uint32_t levels;
    uint64_t *kept;         /* numbers of the runs that have a name, for a list of them was written (layers_file.c) */
    unsigned kept_count;
    uint64_t most_bytes;    /* that were on the disk at once */
};

struct layers *layers_new(uint32_t words, uint64_t block, bool depths, const char *directory);
void layers_free(struct layers *);
/* The levels that follow, whose keys have a depth if there are several; what is in the set then belongs to the
 * layers.  Alone, while nobody reads. */
void layers_add(struct layers *, struct run_set *, uint32_t levels);
/* Neighbours become one until there are few.  If there is trouble the layers are as whole as before. */
enum run_trouble layers_narrow(struct layers *, struct pool *);
/* The layer that has the level. */
const struct layer *layers_of(const struct layers *, uint32_t level);
uint64_t layers_bytes(const struct layers *);  /* on the disk */
uint64_t layers_memory(const struct layers *);

/* ---- layers_file.c ---- */
/* The runs get names, which they keep when the process ends.  False, with errno: they cannot. */
bool layers_keep(struct layers *);
/* A list of them was written, or was not: what only the other list had loses its name. */
void layers_kept(struct layers *, bool saved);
bool layers_save(const struct layers *, FILE *);
/* Into layers that have nothing.  False: `wrong` says what is wrong with a run; or nothing, where the
 * list could not be read, or the pool was stopped. */
bool layers_load(struct layers *, uint32_t bits, FILE *, const struct pool *, struct text *wrong);

#endif
