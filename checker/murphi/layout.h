/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * layout.h - where each scalar of the state lives, working and packed.
 *
 * Working form: a C struct of unsigned integers of 1, 2, 4 or 8 bytes, each
 * holding a *code*: 0 when undefined, else value - low + 1.  Aggregates lie
 * as C lays them out by natural alignment (a multiset: its elements, then one
 * `taken` byte, 0 or 1, a slot), padding is always zero, and the state is a
 * whole number of 8-byte words, so that bytes can be copied and compared.
 *
 * Packed form: the codes, each in the least number of bits that holds all of
 * them, with no gaps, word by word; within a word in the order of the
 * working form.  A word therefore packs by one bit-gather (pext) with a
 * constant mask.  Windows are in the order of their rank: the least, over
 * their scalars, of the greatest index of an array of records or arrays that
 * leads to the scalar.  What a small instance of a large model uses (the first
 * elements of each array), and the heads of queues, so lie together, in few
 * words that change, before many that never do.
 */
#ifndef MURRELET_LAYOUT_H
#define MURRELET_LAYOUT_H

#include "ast.h"

struct arena;

/* A scalar of the state: what a leaf of the ABI's vector is. */
struct layout_leaf {
    const struct type *type; /* NULL: a multiset's `taken` mark */
    uint32_t offset;         /* bytes, in the working state */
    uint32_t bit;            /* of the packed state */
    uint32_t rank;           /* the greatest array index that leads to it */
    uint8_t width;           /* bytes */
    uint8_t bits;
};

struct layout {
    struct layout_leaf *leaves; /* by leaf number */
    unsigned leaf_count;
    uint32_t *offsets;          /* by state variable */
    uint32_t state_bytes;       /* a multiple of 8; of a large state, of 64 */
    uint32_t state_bits, packed_words;
    uint64_t *state_word_masks;     /* by state word of 8 bytes: the bits that codes use */
    uint32_t *state_word_bits;      /* by state word: where it begins in the packed state */
    uint32_t *state_words_by_bit;   /* the state words, as they follow each other there */
    unsigned state_word_count;
};

/* A state of more words than this is a whole number of 8 of them. */
enum { LAYOUT_SMALL = 96 };

struct layout *layout_new(struct arena *, const struct program *);

/* The number of codes but one of a scalar: the greatest code. */
uint64_t layout_codes(const struct type *scalar);
unsigned layout_bits(const struct type *scalar);
unsigned layout_width(const struct type *scalar);
/* Of any type, resolved: bytes and alignment in the working form. */
uint32_t layout_size(const struct type *);
uint32_t layout_align(const struct type *);

#endif
