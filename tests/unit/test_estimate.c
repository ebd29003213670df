/* SPDX-License-Identifier: BSD-2-Clause */
/* What is said of known levels is in docs/engine.md (tests/tools/estimates.c); here are the ends of it. */
#include <criterion/criterion.h>

#include "engine/estimate.h"

/* The levels of a bell: binomial coefficients, whose sum is 2^24. */
static unsigned bell(uint64_t *levels)
{
    levels[0] = 1;
    for (unsigned k = 1; k <= 24; k++)
        levels[k] = levels[k - 1] * (25 - k) / k;
    return 25;
}

Test(estimate, a_bell_that_is_half_seen)
{
    uint64_t levels[25];
    bell(levels);
    struct estimate estimate = estimate_states(levels, 13);
    cr_assert_null(estimate.none);
    cr_assert_leq(estimate.least, 1u << 24);
    cr_assert_geq(estimate.most, 1u << 24);
    cr_assert_leq(estimate.most, 4 * estimate.least);
}

Test(estimate, no_less_than_was_seen)
{
    uint64_t levels[25];
    unsigned count = bell(levels);
    struct estimate estimate = estimate_states(levels, count);
    cr_assert_null(estimate.none);
    cr_assert_eq(estimate.least, 1u << 24);
    cr_assert_leq(estimate.most, 1u << 26);
}

Test(estimate, nothing_of_growth_without_end)
{
    uint64_t levels[40];
    for (unsigned i = 0; i < 40; i++)
        levels[i] = 1ull << i;
    cr_assert_not_null(estimate_states(levels, 40).none, "they double");
    for (unsigned i = 0; i < 40; i++)
        levels[i] = 7;
    cr_assert_not_null(estimate_states(levels, 40).none, "they stay");
    cr_assert_not_null(estimate_states(levels, 9).none, "they are too few");
    cr_assert_not_null(estimate_states(levels, 0).none);
    levels[20] = 0;
    cr_assert_not_null(estimate_states(levels, 40).none, "one is empty");
}
