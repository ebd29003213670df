/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * terms.h - formulas in negation normal form, each subformula once.
 *
 * Invariant: operands have smaller numbers than what they are operands of, and
 * no two terms are written alike.
 */
#ifndef MURRELET_TERMS_H
#define MURRELET_TERMS_H

#include <stdbool.h>

#include "../model/model_fairness.h"

#define TERMS_MOST 512u
#define TERM_NONE UINT32_MAX

enum term_op { TERM_FALSE, TERM_TRUE, TERM_IS, TERM_IS_NOT, TERM_AND, TERM_OR, TERM_NEXT, TERM_UNTIL, TERM_RELEASE };

struct term {
    enum term_op op;
    uint32_t left, right; /* IS, IS_NOT: left is the atom */
};

struct terms {
    struct term list[TERMS_MOST];
    uint32_t count;       /* 0 and 1 are false and true */
    bool overflow;        /* there would be more */
};

/* The term of a formula's negation; its value means nothing after an overflow. */
uint32_t terms_of_negation(struct terms *, const struct model_formula_node *nodes, uint32_t count);

#endif
