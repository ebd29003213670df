/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * renaming.h - what a permutation makes of the labels of arcs.
 *
 * A label stands for a rule instance, and a permutation makes another
 * instance of the same rule of it; label 0 stays.
 */
#ifndef MURRELET_RENAMING_H
#define MURRELET_RENAMING_H

#include <stdint.h>

/* Permutations by number, 0 of which changes nothing; whoever knows them fills this in. */
struct renaming {
    void *data;
    uint32_t (*product)(void *data, uint32_t first, uint32_t then);
    uint32_t (*inverse)(void *data, uint32_t);
    uint32_t (*label)(void *data, uint32_t naming, uint32_t label);
    uint32_t labels;
    struct renaming_slot *slots; /* renaming.c */
    struct renaming_pair *pairs;
};

void renaming_open(struct renaming *);
void renaming_close(struct renaming *);
/* By label, what a permutation makes of it; good until the next call. */
const uint32_t *renaming_labels(struct renaming *, uint32_t naming);
uint32_t renaming_product(struct renaming *, uint32_t first, uint32_t then);
uint32_t renaming_inverse(struct renaming *, uint32_t);

/* Labels of which some permutations make each other, as a forest: `parent` of each. */
uint32_t renaming_find(uint32_t *parent, uint32_t label);
void renaming_join(uint32_t *parent, const uint32_t *after, uint32_t labels);

#endif
