/* SPDX-License-Identifier: BSD-2-Clause */
/* lasso.h - whether a run that ends in a cycle satisfies a formula: by the
 * definition of each operator, without automata. */
#ifndef MURRELET_LASSO_H
#define MURRELET_LASSO_H

#include <stdbool.h>

#include "../model/model_fairness.h"

/* Positions 0 .. length - 1, each with its atoms as bits; after the last comes
 * position `loop`, again and again. */
bool lasso_satisfies(const struct model_formula_node *nodes, uint32_t count, const uint64_t *atoms, uint32_t length,
                     uint32_t loop);

#endif
