/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * operator.h - what the operators of a litmus test compute, on numbers and addresses.
 */
#ifndef MURRELET_LITMUS_OPERATOR_H
#define MURRELET_LITMUS_OPERATOR_H

#include "program.h"

static inline struct litmus_value operator_number(int64_t value)
{
    return (struct litmus_value){value, -1};
}

static inline bool operator_is_zero(struct litmus_value value)
{
    return value.location < 0 && value.number == 0;
}

/* False where the operator has no meaning: arithmetic on an address, but for adding a number to one in an array. */
bool operator_apply(enum litmus_operator, struct litmus_value, struct litmus_value, struct litmus_value *result);

#endif
