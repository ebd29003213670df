/* SPDX-License-Identifier: BSD-2-Clause */
/* formulas_private.h - what the files that decide formulas on a search share. */
#ifndef MURRELET_FORMULAS_PRIVATE_H
#define MURRELET_FORMULAS_PRIVATE_H

#include "../model/model_fairness.h"
#include "../store/arcs.h"
#include "explore.h"
#include "fair.h"

/* A label stands for an instance of a rule that is fair, or that a formula names; 0 for all others. */
struct prover {
    struct search *search;
    const struct model_fairness *group;
    uint64_t states;
    struct arcs *arcs;
    bool again;              /* they are found again, not written down */
    uint64_t need;           /* bytes that are wanted beside them */
    uint32_t *label;         /* by rule: of its first instance, or 0 */
    uint32_t labels;         /* 0 included */
    unsigned char *strength; /* by label */
    atomic_bool *met;        /* by label: the instance is enabled in some state */
    struct rule_hint *hints; /* by thread */
    uint64_t *starts, *start_instances, start_count;

    /* The current property, and its instance. */
    uint32_t formula;
    uint64_t instance;
    void *conditions;        /* by state */
    unsigned condition_bytes;
    uint64_t *fires;         /* by label */
    bool has_fires;
    atomic_bool failed;      /* some condition has no value in some state */
};

/* fair_arcs.c: write down what each state leads to.  False: there is no room, or the search stops. */
bool formulas_arcs(struct prover *);
void formulas_drop(struct prover *);
void formulas_ignore_violation(struct expansion *, uint32_t property, uint64_t property_instance, enum model_where,
                               uint64_t instance);

/* formula_trace.c: the same run, told as shortly as it can be; then its rule instances and states. */
void formulas_shorten(struct fair_lasso *);
void formulas_trace(const struct prover *, const struct fair_lasso *, struct trace *);

#endif
