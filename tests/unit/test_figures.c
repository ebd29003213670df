/* SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>

#include "report/figures.h"

Test(figures, counts)
{
    cr_assert_str_eq(figure_count(0).text, "0");
    cr_assert_str_eq(figure_count(999).text, "999");
    cr_assert_str_eq(figure_count(1000).text, "1,000");
    cr_assert_str_eq(figure_count(1234567).text, "1,234,567");
    cr_assert_str_eq(figure_count(UINT64_MAX).text, "18,446,744,073,709,551,615");
}

Test(figures, rates)
{
    cr_assert_str_eq(figure_short(0).text, "0");
    cr_assert_str_eq(figure_short(999).text, "999");
    cr_assert_str_eq(figure_short(999.6).text, "1.00k");
    cr_assert_str_eq(figure_short(12345).text, "12.3k");
    cr_assert_str_eq(figure_short(1.5e6).text, "1.50M");
}

Test(figures, bytes)
{
    cr_assert_str_eq(figure_bytes(512).text, "512 B");
    cr_assert_str_eq(figure_bytes(1024).text, "1.00 KiB");
    cr_assert_str_eq(figure_bytes(3ull << 30).text, "3.00 GiB");
    cr_assert_str_eq(figure_bytes(1023 * 1024).text, "1.00 MiB"); /* three digits at most before a unit */
}

Test(figures, seconds)
{
    cr_assert_str_eq(figure_seconds(0.0123).text, "0.01 s");
    cr_assert_str_eq(figure_seconds(12.34).text, "12.3 s");
    cr_assert_str_eq(figure_seconds(59.99).text, "1 min 0 s");
    cr_assert_str_eq(figure_seconds(125).text, "2 min 5 s");
    cr_assert_str_eq(figure_seconds(3600 * 5 + 61).text, "5 h 1 min");
}
