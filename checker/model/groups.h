/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * groups.h - a model's optional groups, for those who need not know whether it
 * has them: the group, or one that is empty.
 */
#ifndef MURRELET_GROUPS_H
#define MURRELET_GROUPS_H

#include "model_binding.h"
#include "model_fairness.h"
#include "model_symmetry.h"

/* Never NULL.  Of a model without the group all counts are 0; its functions are
 * not to be called. */
const struct model_symmetry *groups_symmetry(const struct model *);
const struct model_binding *groups_binding(const struct model *);
const struct model_fairness *groups_fairness(const struct model *);

/* The canonical form, which is the state itself where the model has no symmetry
 * (model_symmetry.h, canonicalise). */
void groups_canonicalise(const struct model *, struct expansion *, const uint64_t *in, uint64_t *out,
                         uint16_t *permutation);

#endif
