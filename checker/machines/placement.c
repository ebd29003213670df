/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * placement.c - enumerate where threads and locations may be.
 *
 * litmus_placement_get() gives the n-th way to put the work-groups of a test on
 * compute units, litmus_layout_get() the n-th way to put its locations on lines and
 * words, and litmus_regroup() the n-th test that differs in its work-groups alone.
 */
#include "placement.h"

#include "../base/arena.h"

/* Number groups densely, in the order of their first member. */
static int dense(const unsigned *groups, int count, int *numbers)
{
    int used = 0;
    for (int i = 0; i < count; i++) {
        int same = -1;
        for (int j = 0; j < i && same < 0; j++)
            if (groups[j] == groups[i])
                same = numbers[j];
        numbers[i] = same < 0 ? used++ : same;
    }
    return used;
}

/* The test's work-groups, and a way to put them on CUs: block[g] is the CU of
 * group g, each at most one above the highest before it, so that every way
 * comes once. */
struct grouping {
    int thread_group[PROGRAM_THREADS];
    int agent[PROGRAM_THREADS], cluster[PROGRAM_THREADS]; /* by group; where no cluster has several groups, the agent */
    int groups;
    int block[PROGRAM_THREADS];
};

static void find_groups(const struct litmus_test *test, struct grouping *grouping)
{
    unsigned groups[PROGRAM_THREADS] = {0}, agents[PROGRAM_THREADS] = {0}, clusters[PROGRAM_THREADS] = {0};
    int agent[PROGRAM_THREADS], cluster[PROGRAM_THREADS], threads = (int)test->thread_count;
    for (int t = 0; t < threads; t++) {
        groups[t] = test->scopes.group[t][LITMUS_WG];
        agents[t] = test->scopes.group[t][LITMUS_AGENT];
        clusters[t] = test->scopes.group[t][litmus_has_clusters(test) ? LITMUS_CLUSTER : LITMUS_AGENT];
    }
    grouping->groups = dense(groups, threads, grouping->thread_group);
    dense(agents, threads, agent);
    dense(clusters, threads, cluster);
    for (int t = 0; t < threads; t++) {
        grouping->agent[grouping->thread_group[t]] = agent[t];
        grouping->cluster[grouping->thread_group[t]] = cluster[t];
    }
}

static bool blocks_are_lawful(const struct grouping *grouping)
{
    for (int g = 0; g < grouping->groups; g++)
        for (int h = 0; h < g; h++)
            if (grouping->block[g] == grouping->block[h] && grouping->cluster[g] != grouping->cluster[h])
                return false;
    return true;
}

/* No CU has more than two groups, and no two groups of one agent sit alone. */
static bool is_paired(const struct grouping *grouping)
{
    int size[PROGRAM_THREADS] = {0};
    for (int g = 0; g < grouping->groups; g++)
        size[grouping->block[g]]++;
    for (int g = 0; g < grouping->groups; g++) {
        if (size[grouping->block[g]] > 2)
            return false;
        for (int h = 0; h < g; h++)
            if (grouping->cluster[g] == grouping->cluster[h] && size[grouping->block[g]] == 1 &&
                size[grouping->block[h]] == 1)
                return false;
    }
    return true;
}

/* The next restricted growth string below the current one; the first is
 * 0 1 2 ..., every group apart. */
static bool next_blocks(struct grouping *grouping)
{
    for (int g = grouping->groups - 1; g > 0; g--) {
        if (grouping->block[g] == 0)
            continue;
        grouping->block[g]--;
        for (int h = g + 1; h < grouping->groups; h++) {
            int highest = 0;
            for (int i = 0; i < h; i++)
                if (grouping->block[i] > highest)
                    highest = grouping->block[i];
            grouping->block[h] = highest + 1;
        }
        return true;
    }
    return false;
}

/* Locations with the same number in `lines` share a line. */
static void lay(const struct litmus_test *test, const unsigned *lines, struct litmus_placement *placement)
{
    placement->lines = dense(lines, (int)test->location_count, placement->line);
    placement->words = 0;
    int used[PROGRAM_LOCATIONS] = {0};
    for (unsigned a = 0; a < test->location_count; a++) {
        placement->word[a] = used[placement->line[a]]++;
        if (placement->words < placement->word[a] + 1)
            placement->words = placement->word[a] + 1;
    }
}

/* The thread's place in its work-group, from 0. */
static unsigned rank_of(const struct grouping *grouping, unsigned thread)
{
    unsigned rank = 0;
    for (unsigned t = 0; t < thread; t++)
        rank += grouping->thread_group[t] == grouping->thread_group[thread];
    return rank;
}

static void place(const struct litmus_test *test, const struct grouping *grouping, unsigned group_cus,
                  struct litmus_placement *placement)
{
    *placement = (struct litmus_placement){0};
    unsigned cu[PROGRAM_THREADS] = {0};
    for (unsigned t = 0; t < test->thread_count; t++)
        cu[t] = (unsigned)grouping->block[grouping->thread_group[t]] * group_cus + rank_of(grouping, t) % group_cus;
    placement->cus = dense(cu, (int)test->thread_count, placement->cu);
    for (unsigned t = 0; t < test->thread_count; t++) {
        int component = grouping->agent[grouping->thread_group[t]];
        placement->component[placement->cu[t]] = component;
        if (placement->components < component + 1)
            placement->components = component + 1;
    }
    lay(test, test->layout.line, placement);
}

static bool belongs(const struct grouping *grouping, enum litmus_placement_set set, bool first)
{
    if (first || set == PLACEMENT_ALL || set == PLACEMENT_REGROUP)
        return first || blocks_are_lawful(grouping);
    return set == PLACEMENT_PAIRED && blocks_are_lawful(grouping) && is_paired(grouping);
}

bool litmus_placement_get(const struct litmus_test *test, enum litmus_placement_set set, unsigned group_cus,
                          unsigned index, struct litmus_placement *placement)
{
    struct grouping grouping = {0};
    find_groups(test, &grouping);
    for (int g = 0; g < grouping.groups; g++)
        grouping.block[g] = g;
    bool first = true;
    do {
        if (belongs(&grouping, set, first) && index-- == 0) {
            place(test, &grouping, group_cus, placement);
            return true;
        }
        first = false;
    } while (next_blocks(&grouping));
    return false;
}

/* The next partition below the current one, as next_blocks() has it. */
static bool next_partition(unsigned *parts, unsigned count)
{
    for (unsigned a = count; a-- > 1;) {
        if (parts[a] == 0)
            continue;
        parts[a]--;
        for (unsigned b = a + 1; b < count; b++) {
            unsigned highest = 0;
            for (unsigned i = 0; i < b; i++)
                if (parts[i] > highest)
                    highest = parts[i];
            parts[b] = highest + 1;
        }
        return true;
    }
    return false;
}

/* ---- regrouping ---- */

/* Two threads that share a wavefront stay together, two on different agents
 * apart, as are two of different clusters where the test has clusters; and the
 * test's own grouping is not another one. */
static bool regroups(const struct litmus_test *test, const unsigned *parts)
{
    bool other = false;
    enum litmus_level widest = litmus_has_clusters(test) ? LITMUS_CLUSTER : LITMUS_AGENT;
    for (unsigned a = 0; a < test->thread_count; a++)
        for (unsigned b = 0; b < a; b++) {
            enum litmus_level level = litmus_common_level(&test->scopes, a, b);
            bool together = parts[a] == parts[b];
            if (together ? level > widest : level <= LITMUS_WV)
                return false;
            other |= together != (level <= LITMUS_WG);
        }
    return other;
}

static const struct litmus_test *regrouped(struct arena *arena, const struct litmus_test *test, const unsigned *parts)
{
    struct litmus_test *copy = arena_alloc(arena, sizeof *copy);
    struct text name = {0};
    int numbers[PROGRAM_THREADS];
    int count = dense(parts, (int)test->thread_count, numbers);
    *copy = *test;
    copy->scopes.group = arena_alloc(arena, test->thread_count * sizeof *copy->scopes.group);
    copy->scopes.count[LITMUS_WG] = (unsigned)count;
    text_format(&name, "%s:", test->name);
    for (unsigned t = 0; t < test->thread_count; t++) {
        for (int level = 0; level < LITMUS_LEVELS; level++)
            copy->scopes.group[t][level] = test->scopes.group[t][level];
        copy->scopes.group[t][LITMUS_WG] = (unsigned)numbers[t];
        if (!litmus_has_clusters(test))
            copy->scopes.group[t][LITMUS_CLUSTER] = (unsigned)numbers[t];
    }
    if (!litmus_has_clusters(test))
        copy->scopes.count[LITMUS_CLUSTER] = (unsigned)count;
    for (int group = 0; group < count; group++) {
        text_char(&name, '[');
        for (unsigned t = 0; t < test->thread_count; t++)
            if (numbers[t] == group)
                text_format(&name, "%u", t);
        text_char(&name, ']');
    }
    copy->name = arena_text(arena, name.bytes, name.length);
    text_free(&name);
    return copy;
}

const struct litmus_test *litmus_regroup(struct arena *arena, const struct litmus_test *test, unsigned index)
{
    if (index == 0)
        return test;
    unsigned parts[PROGRAM_THREADS];
    for (unsigned t = 0; t < test->thread_count; t++)
        parts[t] = t;
    do {
        if (regroups(test, parts) && --index == 0)
            return regrouped(arena, test, parts);
    } while (next_partition(parts, test->thread_count));
    return NULL;
}

/* ---- layouts ---- */

static bool is_own_layout(const struct litmus_test *test, const unsigned *lines)
{
    for (unsigned a = 0; a < test->location_count; a++)
        for (unsigned b = 0; b < a; b++)
            if ((lines[a] == lines[b]) != (test->layout.line[a] == test->layout.line[b]))
                return false;
    return true;
}

bool litmus_layout_get(const struct litmus_test *test, enum litmus_layout_set set, unsigned index,
                       struct litmus_placement *placement)
{
    if (index == 0) {
        lay(test, test->layout.line, placement);
        return true;
    }
    if (set == LAYOUT_DEFAULT)
        return false;
    unsigned lines[PROGRAM_LOCATIONS];
    for (unsigned a = 0; a < test->location_count; a++)
        lines[a] = a;
    do {
        if (!is_own_layout(test, lines) && --index == 0) {
            lay(test, lines, placement);
            return true;
        }
    } while (next_partition(lines, test->location_count));
    return false;
}

void litmus_layout_print(struct text *out, const struct litmus_test *test, const struct litmus_placement *placement)
{
    for (int line = 0; line < placement->lines; line++) {
        const char *separator = line ? "|" : "";
        for (unsigned a = 0; a < test->location_count; a++) {
            if (placement->line[a] != line)
                continue;
            text_format(out, "%s%s", separator, test->locations[a].name);
            separator = ",";
        }
    }
}

void litmus_placement_print(struct text *out, const struct litmus_test *test, const struct litmus_placement *placement)
{
    for (int c = 0; c < placement->cus; c++) {
        const char *separator = c ? " " : "";
        for (unsigned t = 0; t < test->thread_count; t++) {
            if (placement->cu[t] != c)
                continue;
            text_format(out, "%sP%u", separator, t);
            separator = ",";
        }
        text_format(out, "@cu%d", c);
    }
}
