/* SPDX-License-Identifier: BSD-2-Clause */
/* antecedent.h - the A of a formula [] (A -> B) that is made of conditions alone: where it holds nowhere, so does the formula, and says nothing. */
#ifndef MURRELET_ANTECEDENT_H
#define MURRELET_ANTECEDENT_H

#include <stdbool.h>

#include "../model/model_fairness.h"

#define NO_ANTECEDENT UINT32_MAX

/* Its node, or NO_ANTECEDENT. */
uint32_t antecedent_of(const struct model_formula *);
bool antecedent_holds(const struct model_formula *, uint32_t antecedent, uint64_t atoms);

#endif
