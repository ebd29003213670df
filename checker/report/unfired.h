/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * unfired.h - rules that never fired: those that might have, and those that the
 * model's named constants switch off.
 *
 * A variant of a model switches rules off on purpose (`STEPS = 1 & ...` with
 * STEPS=0), which is no reason to doubt it; a rule that could fire and never did
 * is one.
 */
#ifndef MURRELET_UNFIRED_H
#define MURRELET_UNFIRED_H

#include "report.h"

/* Whether the rule did not fire, and its guard is not false by named constants alone. */
bool unfired_doubtful(const struct report *, uint32_t rule);
/* Whether the rule did not fire, since its guard is false by named constants alone, whatever the state. */
bool unfired_switched_off(const struct report *, uint32_t rule);

#endif
