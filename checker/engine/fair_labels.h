/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fair_labels.h - the rule instances that arcs tell apart, by labels.
 *
 * An instance has a label if its rule is fair, or a formula names it; 0 stands for all others.
 */
#ifndef MURRELET_FAIR_LABELS_H
#define MURRELET_FAIR_LABELS_H

#include "formulas_private.h"

/* Once.  False: there are more instances than labels. */
bool labels_make(struct prover *);
void labels_free(struct prover *);
/* The greatest label that an arc may have: under symmetry one with the number of any permutation. */
uint32_t labels_most(const struct prover *);
/* Where there are too many instances for a list. */
uint32_t label_by_rule(const struct prover *, unsigned thread, uint64_t instance);

static inline uint32_t label_of(const struct prover *prover, unsigned thread, uint64_t instance)
{
    return prover->label_of ? prover->label_of[instance] : label_by_rule(prover, thread, instance);
}

/* An instance is enabled somewhere.  `named`: its label, and above that the number of a permutation.  What is noted is read after pool_run. */
static inline void note_label(struct prover *prover, uint64_t named)
{
    atomic_bool *met = &prover->met[named & ((UINT64_C(1) << prover->label_bits) - 1)];
    if (!atomic_load_explicit(met, memory_order_relaxed))
        atomic_store_explicit(met, true, memory_order_relaxed);
    if (named > UINT32_MAX)
        atomic_store_explicit(&prover->too_many, true, memory_order_relaxed);
}

#endif
