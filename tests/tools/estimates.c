/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * estimates TABLE - what is said of searches whose levels are known, had they been stopped early.
 *
 * Each row of the table has the levels of a search that saw all (levels.tsv: `murrelet check --symmetry off --stats`
 * with its arguments).  For each set of rows, and each share of the states: how often the range that is said
 * (engine/estimate.c) holds the whole, how often it does not, and how often nothing is said.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/rows.h"
#include "engine/estimate.h"

enum { MOST = 5000 };

struct tally {
    unsigned holds, wrong, none;
};

static unsigned read_levels(const char *text, uint64_t *levels)
{
    unsigned count = 0;
    char *end;
    for (uint64_t level; (level = strtoull(text, &end, 10)) > 0 && count < MOST; text = end)
        levels[count++] = level;
    return count;
}

static uint64_t sum(const uint64_t *levels, unsigned count)
{
    uint64_t states = 0;
    for (unsigned i = 0; i < count; i++)
        states += levels[i];
    return states;
}

/* Levels are visited whole while they have at most this share of all; the states of the next are known then. */
static void tell(const uint64_t *levels, unsigned count, unsigned percent, struct tally *tally)
{
    uint64_t all = sum(levels, count), seen = 0;
    unsigned whole = 0;
    while (whole < count && (seen += levels[whole]) * 100 <= all * percent)
        whole++;
    struct estimate estimate = estimate_states(levels, whole < count ? whole + 1 : count);
    if (estimate.none)
        tally->none++;
    else if (estimate.least <= all && all <= estimate.most && estimate.most <= 4 * estimate.least)
        tally->holds++;
    else
        tally->wrong++;
}

static void show(const struct rows *rows, const char *set)
{
    static const unsigned percents[] = {5, 10, 20, 30, 40, 50, 70};
    uint64_t levels[MOST];
    printf("%s:\n  seen   holds  wrong  none\n", set);
    for (size_t p = 0; p < sizeof percents / sizeof *percents; p++) {
        struct tally tally = {0};
        for (unsigned i = 0; i < rows->count; i++)
            if (!strcmp(rows->rows[i].cells[0].text, set))
                tell(levels, read_levels(rows->rows[i].cells[2].text, levels), percents[p], &tally);
        printf("  %2u %%  %6u %6u %5u\n", percents[p], tally.holds, tally.wrong, tally.none);
    }
}

int main(int argc, char **argv)
{
    static const char *const columns[] = {"set", "arguments", "levels", NULL};
    struct arena *arena = arena_new();
    struct diagnostics *diagnostics = diagnostics_new(arena);
    struct rows *rows = argc == 2 ? rows_read(arena, diagnostics, argv[1], columns) : NULL;
    if (!rows) {
        diagnostics_print(diagnostics, stderr, 0);
        return 2;
    }
    show(rows, "chosen");
    show(rows, "held out");
    arena_free(arena);
    return 0;
}
