/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * model_symmetry.h - the symmetry group of the model ABI: one state for each orbit.
 *
 * States that differ in the names of a scalarset's elements, or in the order of
 * a multiset's slots, can stand for each other.  With this group a model emits
 * the representative of each, as x->symmetry and x->multiset_reduction ask; a
 * model without it emits states as they are.  A model with a type of kind
 * MODEL_TYPE_SCALARSET has this group, even where no scalarset is reduced.
 *
 * How an instance of a rule or property is called after a renaming follows
 * from the types of its parameters (rename.h); a model says nothing of it.
 */
#ifndef MURRELET_MODEL_SYMMETRY_H
#define MURRELET_MODEL_SYMMETRY_H

#include "model.h"

/* All scalarsets are listed.  One that is not shown to be symmetric is never
 * renamed: under every setting its elements keep their names. */
struct model_scalarset {
    const char *name;
    uint32_t size;
    int reduced;                    /* symmetry renames its elements */
    const char *reason;             /* where not: why, and what decides it */
    struct model_place place;
    const char *start_reason;       /* reduced, but not shown of the start states, which is no */
    struct model_place start_place; /* error: the search then covers their orbits; else NULL */
};

/* The multisets of the state: of an array whose multisets are all alike in this,
 * one, called `net[]`; else one for each, `net[home]`.  One whose slots' order
 * can matter is never sorted: under every setting its slots keep their places. */
struct model_multiset {
    const char *name;
    int reduced;         /* states that differ in the order of its slots are one */
    const char *reason;  /* where not: why, and what decides it */
    struct model_place place;
};

struct model_symmetry {
    const struct model_scalarset *scalarsets;
    uint32_t scalarset_count;
    uint32_t permutation_size; /* the sum of the sizes of those that are reduced */
    const struct model_multiset *multisets;
    uint32_t multiset_count;
    /* The canonical form of a packed state, under x's settings.  `in` may be
     * `out`.  `permutation`, if not NULL, receives permutation_size entries:
     * for each scalarset that is reduced, in order, the new name of each of
     * its elements. */
    void (*canonicalise)(struct expansion *, const uint64_t *in, uint64_t *out, uint16_t *permutation);
};

#endif
