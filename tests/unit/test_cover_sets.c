/* SPDX-License-Identifier: BSD-2-Clause */
/* The fewest sets that cover, against trying all choices of sets, on matrices at random. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "generate/set_cover.h"

#define MOST_SETS 11u
#define MOST_ELEMENTS 20u
#define LARGER_SETS 28u
#define LARGER_ELEMENTS 50u
#define MATRICES 3000u

static uint64_t state = 1;

static unsigned random_below(unsigned n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)((state >> 33) % n);
}

/* Each set has an element with a chance of `density` in 10. */
static void fill(struct set_cover *input, uint64_t *members)
{
    unsigned density = 1 + random_below(6);
    for (unsigned set = 0; set < input->sets; set++)
        for (unsigned element = 0; element < input->elements; element++)
            if (random_below(10) < density)
                members[set] |= UINT64_C(1) << element;
}

/* Each element is in two sets, or in one: little of that needs no search. */
static void pair(const struct set_cover *input, uint64_t *members)
{
    for (unsigned element = 0; input->sets && element < input->elements; element++)
        for (unsigned i = 0; i < 2; i++)
            members[random_below(input->sets)] |= UINT64_C(1) << element;
}

static struct set_cover random_matrix(uint64_t *members, unsigned most_sets, unsigned most_elements)
{
    struct set_cover input = {random_below(most_sets + 1), random_below(most_elements + 1), members};
    memset(members, 0, input.sets * sizeof *members);
    if (random_below(2))
        fill(&input, members);
    else
        pair(&input, members);
    return input;
}

static uint64_t covered(const struct set_cover *input, unsigned chosen)
{
    uint64_t all = 0;
    for (unsigned set = 0; set < input->sets; set++)
        all |= chosen >> set & 1 ? input->members[set] : 0;
    return all;
}

static unsigned fewest(const struct set_cover *input)
{
    unsigned every = (1u << input->sets) - 1, least = input->sets;
    for (unsigned chosen = 0; chosen <= every; chosen++) {
        unsigned count = (unsigned)__builtin_popcount(chosen);
        if (count < least && covered(input, chosen) == covered(input, every))
            least = count;
    }
    return least;
}

static unsigned bits_of(const struct set_cover_found *found)
{
    unsigned bits = 0;
    for (unsigned i = 0; i < found->count; i++)
        bits |= 1u << found->chosen[i];
    return bits;
}

static void hold(const struct set_cover *input, const struct set_cover_found *found)
{
    unsigned least = fewest(input), bits = bits_of(found);
    cr_assert_eq((unsigned)__builtin_popcount(bits), found->count, "a set is there twice");
    cr_assert_eq(covered(input, bits), covered(input, (1u << input->sets) - 1), "it does not cover");
    cr_assert_eq(found->count, least, "%u sets, and %u are enough", found->count, least);
    cr_assert_eq(found->least, least, "no proof that it is %u: %u", least, found->least);
}

Test(set_cover, as_by_all_choices)
{
    for (unsigned i = 0; i < MATRICES; i++) {
        uint64_t members[MOST_SETS + 1];
        struct arena *arena = arena_new();
        struct set_cover input = random_matrix(members, MOST_SETS, MOST_ELEMENTS);
        struct set_cover_found found = set_cover_solve(arena, &input, NULL, NULL);
        hold(&input, &found);
        arena_free(arena);
    }
}

static bool count_down(void *left)
{
    unsigned *n = left;
    return *n == 0 || --*n == 0;
}

/* Wherever it is stopped, it is a cover, and the bound is one: of larger matrices, which take a search, by the whole answer. */
Test(set_cover, stopped)
{
    unsigned open = 0;
    for (unsigned i = 0; i < MATRICES; i++) {
        uint64_t members[LARGER_SETS + 1];
        struct arena *arena = arena_new();
        struct set_cover input = random_matrix(members, LARGER_SETS, LARGER_ELEMENTS);
        unsigned left = random_below(400);
        struct set_cover_found whole = set_cover_solve(arena, &input, NULL, NULL);
        struct set_cover_found found = set_cover_solve(arena, &input, count_down, &left);
        cr_assert_eq(covered(&input, bits_of(&found)), covered(&input, (1u << input.sets) - 1), "it does not cover");
        cr_assert_leq(found.least, whole.count, "%u are said to be needed, %u are", found.least, whole.count);
        cr_assert_geq(found.count, whole.count);
        cr_assert(left == 0 || found.least == found.count, "it was not stopped");
        open += found.least < found.count;
        arena_free(arena);
    }
    cr_assert_gt(open, 0, "none was stopped before its end");
}

/* More elements and sets than a word has bits: the cyclic cover, {i, i+1} around a ring, takes every other set. */
Test(set_cover, ring)
{
    enum { RING = 131 };
    unsigned words = set_cover_words(RING);
    uint64_t *members = calloc(RING * words, sizeof *members);
    struct arena *arena = arena_new();
    struct set_cover input = {RING, RING, members};
    for (unsigned set = 0; set < RING; set++) {
        set_cover_add(members + set * words, set);
        set_cover_add(members + set * words, (set + 1) % RING);
    }
    struct set_cover_found found = set_cover_solve(arena, &input, NULL, NULL);
    cr_assert_eq(found.count, (RING + 1) / 2);
    cr_assert_eq(found.least, found.count);
    arena_free(arena);
    free(members);
}

/* Of those that do the same, the first. */
Test(set_cover, first_of_equals)
{
    uint64_t members[] = {1, 6, 3, 6, 3};
    struct set_cover input = {5, 3, members};
    struct arena *arena = arena_new();
    struct set_cover_found found = set_cover_solve(arena, &input, NULL, NULL);
    cr_assert_eq(found.count, 2);
    cr_assert_eq(found.chosen[0], 1);
    cr_assert_eq(found.chosen[1], 2);
    arena_free(arena);
}
