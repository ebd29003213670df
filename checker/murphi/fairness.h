/* SPDX-License-Identifier: BSD-2-Clause */
/* fairness.h - make rules fair from outside a model, before its types are checked. */
#ifndef MURRELET_FAIRNESS_H
#define MURRELET_FAIRNESS_H

#include "ast.h"

/* Every rule gets this fairness. */
void fairness_of_all(struct program *, enum fairness);
/* Those of this name, or "rule N"; false: there is none. */
bool fairness_of_rule(struct program *, const char *name, enum fairness);

#endif
