/* SPDX-License-Identifier: BSD-2-Clause */
/* instance.h - which rule an instance number stands for, and with which
 * parameters (model.h: source order, the first parameter slowest). */
#ifndef MURRELET_INSTANCE_H
#define MURRELET_INSTANCE_H

#include "model.h"

/* The rule of an instance, by bisection; `rules` are the model's rules or its
 * start states. */
const struct model_rule *instance_rule(const struct model_rule *rules, uint32_t count, uint64_t instance);

/* The value of parameter `index`, where `number` counts from 0 within the
 * rule or property. */
int64_t instance_parameter(const struct model_parameter *, uint32_t count, uint64_t number, uint32_t index);

#endif
