/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * namings.h - the permutations by which states come to their canonical forms,
 * each with a number.
 *
 * A search under symmetry keeps one state of each orbit.  What goes along a run by name, an instance of a rule
 * or property, goes on from the state that a firing makes as what the permutation to that one's
 * canonical form calls it.  Number 0 is the permutation that changes nothing.
 */
#ifndef MURRELET_NAMINGS_H
#define MURRELET_NAMINGS_H

#include <Judy.h>

#include "explore.h"

/* One thread's: what it needs beside its worker for canonical forms, and the numbers that it has met. */
struct namer {
    struct worker canonical;
    uint64_t *target;         /* the canonical form that it found last, and the permutation to it */
    uint16_t *permutation;
    Pvoid_t known;            /* JudyHS: permutation -> number + 1 */
};

struct namings {
    const struct model *model;
    unsigned threads;
    struct namer *namers;     /* by thread */
    uint32_t size;            /* entries of a permutation; 0: all have the number 0 */
    pthread_mutex_t lock;     /* of what follows, while threads run */
    Pvoid_t numbers;          /* as `known` */
    uint16_t *permutations;   /* by number */
    uint32_t count, space;
};

void namings_open(struct namings *, struct search *);
void namings_close(struct namings *);
/* The namer's target is the canonical form of a state; false: the search stops, and it is not. */
bool namings_canonical(struct namings *, struct worker *, const uint64_t *state);
/* The number of the permutation that a thread found last. */
uint32_t namings_last(struct namings *, unsigned thread);

/* Alone.  The pointer is good until another number is given. */
const uint16_t *namings_get(const struct namings *, uint32_t number);
/* What changes names as `first` does, and then as `then`; and back again. */
uint32_t namings_product(struct namings *, uint32_t first, uint32_t then);
uint32_t namings_inverse(struct namings *, uint32_t);
/* The permutations that exchange two neighbours of a scalarset, of which all others are made: how many, and number `i`. */
uint32_t namings_exchanges(const struct namings *);
uint32_t namings_exchange(struct namings *, uint32_t i);

#endif
