/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * derive.h - what each cell of a published table does in the model, and where
 * that is not what is printed.
 *
 * Every firing of every reachable state is looked at, without reduction: which cells it
 * is of its covers say, and what the controller does in them the states before and after
 * (watch.h).  What a cell prints is read as far as it is about states and signals: `GETX -> V_M`,
 * `(pending 0?) -> I`, `INV -> S_M`; `else:` begins the other case, and a cell that begins
 * with a state's name leads there (`V / LD`).
 */
#ifndef MURRELET_DERIVE_H
#define MURRELET_DERIVE_H

#include "../engine/result.h"
#include "cells.h"

struct derivation;

/* Before the search: the units are attached (tables_add_unit), the tables' `watch` is read.  NULL, with what is
 * wrong, where it is not as it must be.  Tables without a `watch` are left alone. */
struct derivation *derive_new(struct tables *, struct arena *, const struct model *,
                              const struct search_options *, struct text *error);
/* For the search's `state` (engine/result.h), one thread; the derivation is the data. */
bool derive_state(void *derivation, const uint64_t *packed, bool good);
/* After the search: fill in what each cell does and how it differs.  `complete`: what was not seen is not done. */
void derive_end(struct derivation *, bool complete);

#endif
