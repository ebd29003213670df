/* SPDX-License-Identifier: BSD-2-Clause */
/* formulas_private.h - what the files that decide formulas on a search share. */
#ifndef MURRELET_FORMULAS_PRIVATE_H
#define MURRELET_FORMULAS_PRIVATE_H

#include "../model/model_fairness.h"
#include "../store/arcs.h"
#include "explore.h"
#include "fair.h"
#include "namings.h"
#include "renaming.h"

#ifndef FAIR_ARCS
#define FAIR_ARCS 1 /* for tests: 0, as where there is no room for arcs; 2, as where they are on the disk */
#endif

/* A label stands for an instance of a rule that is fair, or that a formula names; 0 for all others. */
struct prover {
    struct search *search;
    const struct model_fairness *group;
    uint64_t states;
    struct arcs *arcs;
    bool again;              /* they are found again, not written down */
    uint64_t need;           /* bytes that are wanted beside them */
    uint32_t *label;         /* by rule: of its first instance, or 0 */
    uint32_t *label_of;      /* by instance of all rules; NULL: there are too many */
    uint32_t *rule;          /* by label */
    uint32_t labels;         /* 0 included */
    unsigned char *strength; /* by label */
    atomic_bool *met;        /* by label: the instance is enabled in some state */
    struct rule_hint *hints; /* by thread */

    /* Under symmetry an arc's label has above `label_bits` the number of the naming that it leads to. */
    struct namings namings;
    struct renaming renaming;
    unsigned label_bits;
    atomic_bool too_many;    /* some label does not fit */

    struct prover_start *starts;
    uint64_t start_count;

    /* The current property, and its instance; and its orbit, what permutations make of it. */
    uint32_t formula;
    uint64_t instance;
    uint64_t *orbit;         /* by place */
    uint32_t places;
    uint32_t *place;         /* by instance: 1 + its place in its orbit; 0: it was in none yet */
    uint32_t *place_after;   /* by naming, then place */
    void *conditions;        /* by state, then place */
    unsigned condition_bytes;
    uint64_t *fires;         /* by place, then label */
    uint64_t *begins;        /* by start: its state and the place of the instance */
    bool has_fires;
    atomic_bool failed;      /* some condition has no value in some state */
    uint32_t antecedent;     /* antecedent.h */
    atomic_bool antecedent_held; /* in some state, of some instance */
};

/* Where a run begins: a state of the store, and the permutation that made it of the start state. */
struct prover_start {
    uint64_t state, instance;
    uint32_t naming;
};

static inline bool formulas_rename(const struct prover *prover)
{
    return prover->namings.size > 0;
}

/* formula_orbit.c: what permutations make of an instance of the current property; of labels. */
void formulas_orbit(struct prover *);
void formulas_place_after(struct prover *);
uint64_t formulas_renamed_instance(struct prover *, const struct model_parameter *, uint32_t count, uint64_t instance, uint32_t naming);
uint64_t formulas_renamed_rule(struct prover *, uint64_t instance, uint32_t naming);
void formulas_open_names(struct prover *);
/* An instance is met where one of its orbit is. */
void formulas_spread_met(struct prover *);

/* fair_arcs.c: write down what each state leads to.  False: there is no room, or the search stops. */
bool formulas_arcs(struct prover *);
void formulas_drop(struct prover *);
void formulas_ignore_violation(struct expansion *, uint32_t property, uint64_t property_instance, enum model_where,
                               uint64_t instance);

/* fair_notes.c: whether that was done while states were searched. */
bool formulas_take_notes(struct prover *);

/* formula_run.c: a lasso in real states, told as shortly as it can be. */
struct run_step {
    uint64_t state;          /* of the store */
    uint32_t naming;         /* the permutation from the names of the real state to those of that */
    uint64_t instance;       /* that leaves the state, as the run calls it; MODEL_NO_INSTANCE: nothing does */
};

struct run {
    struct run_step *steps;
    uint64_t *words;         /* by step: the real state where it begins */
    uint64_t count, loop, space;
};

void formulas_follow(struct prover *, const struct fair_lasso *, struct run *);
void formula_run_free(struct run *);

/* formula_trace.c: a run as a trace, and why its cycle is fair. */
void formulas_trace(struct prover *, uint64_t start_instance, const struct run *, struct trace *);

#endif
