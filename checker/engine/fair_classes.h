/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fair_classes.h - which fair instances are alike in a component of a product
 * under symmetry.
 *
 * A run that stays in a component can go from any node round to it again, and may then
 * come with other names: what was called p is called q.  Instances that ways round make of each other
 * are one *class*.  Whatever becomes of one in some node of the component can be made to become of each, and a run that
 * leaves one out leaves out all: so a component is fair where its classes are treated fairly
 * (docs/engine.md has the proof).
 *
 * Names are those of the component's root.  A tree of steps from there gives each node one permutation to
 * them; each other step within the component is then a way round, and those
 * make all ways round.
 */
#ifndef MURRELET_FAIR_CLASSES_H
#define MURRELET_FAIR_CLASSES_H

#include "fair_part.h"

struct fair_classes {
    const struct fair_part *part;
    const uint32_t *rank;       /* by node */
    uint32_t *home;             /* by node: 1 + the permutation from its names to the root's; 0: not found yet */
    uint32_t *parent;           /* by label: a forest, a tree for each class */
    uint32_t *size;             /* by root of a tree */
};

void fair_classes_open(struct fair_classes *);
void fair_classes_close(struct fair_classes *);
/* The nodes of a component, the last of which is its root, are those of ranks from the root's on, below `known`.
 * False: product.stopped said so, and nothing is found. */
bool fair_classes_find(struct fair_classes *, const uint32_t *members, uint64_t count, uint32_t root_rank, uint32_t known);
/* The class of what a node calls `label`. */
uint32_t fair_classes_of(struct fair_classes *, uint32_t node, uint32_t label);

#endif
