/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * rename.h - values, instances and whole states under a permutation of the
 * elements of a model's scalarsets.
 *
 * A permutation is as model.h's canonicalise gives it: for each scalarset that
 * is reduced, in order, the new name of each of its elements.  Renaming moves what is indexed
 * by an element and changes what names one; the slots of multisets keep their
 * places.
 */
#ifndef MURRELET_RENAME_H
#define MURRELET_RENAME_H

#include "model.h"

/* Where in a permutation a scalarset begins. */
uint32_t rename_offset(const struct model *, uint32_t scalarset);
/* A scalar of this type (NULL: a slot of a multiset), which is defined. */
int64_t rename_value(const struct model *, const struct model_type *, int64_t value, const uint16_t *permutation);
/* The instance of a rule or property, counted from 0 within it, that this one
 * becomes. */
uint64_t rename_instance(const struct model *, const struct model_parameter *, uint32_t count, uint64_t instance,
                         const uint16_t *permutation);
/* A state; `out` must not be `in`. */
void rename_leaves(const struct model *, const int64_t *in, int64_t *out, const uint16_t *permutation);

#endif
