/* SPDX-License-Identifier: BSD-2-Clause */
/* mutant_expr.h - mutants of conditions and values. */
#ifndef MURRELET_MUTANT_EXPR_H
#define MURRELET_MUTANT_EXPR_H

#include "mutant_edit.h"

enum mutant_known { MUTANT_FALSE, MUTANT_TRUE, MUTANT_UNKNOWN };
/* What constants alone make of a condition. */
enum mutant_known mutant_known(const struct expr *);

/* Mutants of a condition; `neutral` is what it may be replaced by, "true" or
 * "false", or NULL. */
void mutant_condition(struct mutant_search *, const struct expr *, const char *neutral);
/* Mutants of an expression whose value is used; it may be NULL. */
void mutant_value(struct mutant_search *, const struct expr *);
void mutant_values_of_quantifier(struct mutant_search *, const struct quantifier *);

#endif
