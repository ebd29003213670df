/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * symmetry.h - whether exchanging a scalarset's elements changes anything.
 *
 * A scalarset has no constants and no order, so whatever a rule or property
 * does commutes with exchanging its elements, but for one thing: a loop takes
 * the elements one after another.  A scalarset is *shown symmetric* where the
 * rounds of each loop over it (and over a union that holds it) can be done in
 * any order: the same state comes of it, the same value is returned, and if a
 * fault occurs in one order, one occurs in each.  Which of several faults is
 * named first may differ.
 */
#ifndef MURRELET_SYMMETRY_H
#define MURRELET_SYMMETRY_H

#include "ast.h"

struct arena;

/* Of a checked program without errors: fills every field marked [symmetry] in ast.h. */
void symmetry_check(struct arena *, struct program *);

#endif
