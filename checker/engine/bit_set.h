/* SPDX-License-Identifier: BSD-2-Clause */
/* bit_set.h - a set of numbers in an array that has a bit for each. */
#ifndef MURRELET_BIT_SET_H
#define MURRELET_BIT_SET_H

#include <stdbool.h>
#include <stdint.h>

static inline bool bit_has(const uint64_t *bits, uint64_t number)
{
    return bits[number / 64] >> (number % 64) & 1;
}

static inline void bit_add(uint64_t *bits, uint64_t number)
{
    bits[number / 64] |= UINT64_C(1) << (number % 64);
}

static inline void bit_take(uint64_t *bits, uint64_t number)
{
    bits[number / 64] &= ~(UINT64_C(1) << (number % 64));
}

#endif
