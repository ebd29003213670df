/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * figures.c - print counts, bytes, rates and times so that people can read
 * them.
 */
#include "figures.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct figure figure_count(uint64_t count)
{
    char digits[24];
    struct figure figure;
    size_t length = (size_t)snprintf(digits, sizeof digits, "%" PRIu64, count), at = 0;
    for (size_t i = 0; i < length; i++) {
        if (i && (length - i) % 3 == 0)
            figure.text[at++] = ',';
        figure.text[at++] = digits[i];
    }
    figure.text[at] = 0;
    return figure;
}

/* Three significant digits, so that a column of them is easy to compare. */
static void three_digits(struct figure *figure, double value, const char *unit)
{
    int places = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
    snprintf(figure->text, sizeof figure->text, "%.*f%s", places, value, unit);
}

struct figure figure_short(double value)
{
    static const char *const units[] = {"", "k", "M", "G", "T", "P", "E"};
    struct figure figure;
    unsigned unit = 0;
    for (; value >= 999.5 && unit < 6; unit++)
        value /= 1000;
    if (unit == 0)
        snprintf(figure.text, sizeof figure.text, "%.0f", value);
    else
        three_digits(&figure, value, units[unit]);
    return figure;
}

struct figure figure_bytes(uint64_t bytes)
{
    static const char *const units[] = {" B", " KiB", " MiB", " GiB", " TiB", " PiB", " EiB"};
    struct figure figure;
    double value = (double)bytes;
    unsigned unit = 0;
    for (; value >= 999.5 && unit < 6; unit++)
        value /= 1024;
    if (unit == 0)
        snprintf(figure.text, sizeof figure.text, "%.0f%s", value, units[0]);
    else
        three_digits(&figure, value, units[unit]);
    return figure;
}

struct figure figure_seconds(double seconds)
{
    struct figure figure;
    uint64_t whole = seconds > 0 ? (uint64_t)(seconds + 0.5) : 0;
    if (seconds < 59.95)
        snprintf(figure.text, sizeof figure.text, seconds < 9.995 ? "%.2f s" : "%.1f s", seconds);
    else if (whole < 3600)
        snprintf(figure.text, sizeof figure.text, "%" PRIu64 " min %" PRIu64 " s", whole / 60, whole % 60);
    else
        snprintf(figure.text, sizeof figure.text, "%" PRIu64 " h %" PRIu64 " min", whole / 3600, whole / 60 % 60);
    return figure;
}
