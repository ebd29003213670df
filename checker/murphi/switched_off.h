/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * switched_off.h - guards that the model's named constants make false.
 *
 * A variant of a model switches rules off on purpose (`STEPS = 1 & ...` with
 * STEPS=0): that such a rule never fires is no reason to doubt the model.
 */
#ifndef MURRELET_SWITCHED_OFF_H
#define MURRELET_SWITCHED_OFF_H

#include "ast.h"

/* Whether constants alone make the guard false: a conjunct does, or both disjuncts do.  `false` itself, which somebody
 * wrote, is left to be doubted; NULL is no guard. */
bool switched_off(const struct expr *guard);

#endif
