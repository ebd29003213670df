/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * model_fairness.h - the fairness group of the model ABI: which rules are fair,
 * and properties in linear temporal logic (LTL).
 *
 * A run is a sequence of states, with between each two the rule instance that
 * fires; a run that comes to a state from which no instance leads anywhere
 * stays in that state for ever, and nothing fires.  A formula is asked at
 * the positions of a run; of its atoms a condition is asked of the position's state, and
 * `fires` of the instance that leaves it.
 *
 * An instance is *enabled* in a state where firing it leads to a state (which
 * may be the same one).  A run is fair to an instance of a weakly fair rule
 * unless it is enabled from some point on for ever and fires only finitely often; to one of
 * a strongly fair rule unless it is enabled infinitely often and fires only
 * finitely often.  A property holds where every run from a start state that is fair to all
 * instances of all fair rules satisfies its formula.
 *
 * A property of the kind MODEL_LTL is in the model's table of properties, and
 * its formula here.  A rule that has a parameter over the slots of a multiset
 * is not fair.
 */
#ifndef MURRELET_MODEL_FAIRNESS_H
#define MURRELET_MODEL_FAIRNESS_H

#include "model.h"

#define MODEL_ATOMS 64u /* of a formula, at most */

enum model_strength { MODEL_UNFAIR, MODEL_WEAKLY_FAIR, MODEL_STRONGLY_FAIR };

enum model_formula_op {
    MODEL_FORMULA_TRUE,
    MODEL_FORMULA_FALSE,
    MODEL_FORMULA_ATOM,       /* `left` is its number */
    MODEL_FORMULA_NOT,        /* left */
    MODEL_FORMULA_NEXT,
    MODEL_FORMULA_ALWAYS,
    MODEL_FORMULA_EVENTUALLY,
    MODEL_FORMULA_AND,        /* left, right */
    MODEL_FORMULA_OR,
    MODEL_FORMULA_IMPLIES,
    MODEL_FORMULA_EQUIVALENT,
    MODEL_FORMULA_UNTIL,
    MODEL_FORMULA_RELEASE,
    MODEL_FORMULA_WITHIN      /* before the first position of which left is true, right is true of `bound` positions at
                               * most; left need not come */
};

/* Operands stand before their operator; the last node is the whole formula. */
struct model_formula_node {
    enum model_formula_op op;
    uint32_t left, right;
    uint32_t bound;              /* WITHIN */
};

/* Of a rule's parameter: a value, or a parameter of the property. */
struct model_fires_argument {
    int is_parameter;
    int64_t value;               /* is_parameter: which one */
};

struct model_atom {
    const char *text;            /* as written */
    const uint32_t *rules;       /* fires(...): the rules of that name; NULL: a condition */
    uint32_t rule_count;
    const struct model_fires_argument *arguments; /* of the first parameters of each of these rules; the others may be any */
    uint32_t argument_count;
};

struct model_formula {
    uint32_t property;
    const struct model_formula_node *nodes;
    uint32_t node_count;
    const struct model_atom *atoms;
    uint32_t atom_count;
};

struct model_fairness {
    const unsigned char *strength; /* enum model_strength, by rule; NULL: no rule is fair */
    const struct model_formula *formulas;
    uint32_t formula_count;
    /* The conditions among the atoms of a formula, in x->source, as bits by number of atom;
     * 0 where evaluating one fails (then violate was called), or the call was stopped. */
    int (*atoms)(struct expansion *, uint32_t formula, uint64_t instance, uint64_t *values);
};

#endif
