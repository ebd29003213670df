/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * set_cover.c - see set_cover.h.
 *
 * What needs no search is done first, until nothing changes: a set within another is
 * dropped; an element is dropped where whoever covers another one covers it too; the only set that
 * has an element is taken.  Of what is left, covers of so many sets are looked for, and of
 * one more where there are none, up to the size of one that is known; so the number that was
 * looked for last is at any time what a cover takes at least.
 *
 * Elements no two of which are in one set take a set each, which bounds from below what is
 * still to be taken.
 */
#include "set_cover.h"

#include <string.h>

enum { NO_COVER = 1 << 30 };

struct solver {
    const struct set_cover *input;
    struct arena *arena;
    unsigned words, set_words;
    uint64_t *left;          /* elements that are to be covered yet */
    uint64_t *live;          /* sets that may be taken */
    uint64_t *holders;       /* by element, set_words each: the sets that have it */
    unsigned *taken, taken_count;
    unsigned *best, best_count; /* a cover of what was left for the search */
    bool (*stops)(void *);
    void *data;
    bool stopped;
};

/* ---- bits ---- */

unsigned set_cover_words(unsigned bits)
{
    return (bits + 63) / 64;
}

bool set_cover_has(const uint64_t *bits, unsigned i)
{
    return bits[i / 64] >> (i % 64) & 1;
}

void set_cover_add(uint64_t *bits, unsigned i)
{
    bits[i / 64] |= UINT64_C(1) << (i % 64);
}

static void drop(uint64_t *bits, unsigned i)
{
    bits[i / 64] &= ~(UINT64_C(1) << (i % 64));
}

static unsigned count_common(const uint64_t *a, const uint64_t *b, unsigned words)
{
    unsigned count = 0;
    for (unsigned w = 0; w < words; w++)
        count += (unsigned)__builtin_popcountll(a[w] & b[w]);
    return count;
}

/* Whether, as far as `mask` goes, all of `a` is in `b`. */
static bool is_within(const uint64_t *a, const uint64_t *b, const uint64_t *mask, unsigned words)
{
    for (unsigned w = 0; w < words; w++)
        if (a[w] & mask[w] & ~b[w])
            return false;
    return true;
}

static bool is_empty(const uint64_t *bits, unsigned words)
{
    for (unsigned w = 0; w < words; w++)
        if (bits[w])
            return false;
    return true;
}

static void subtract(uint64_t *from, const uint64_t *bits, unsigned words)
{
    for (unsigned w = 0; w < words; w++)
        from[w] &= ~bits[w];
}

static const uint64_t *members(const struct solver *s, unsigned set)
{
    return s->input->members + (size_t)set * s->words;
}

static uint64_t *holders(const struct solver *s, unsigned element)
{
    return s->holders + (size_t)element * s->set_words;
}

static bool stops(struct solver *s)
{
    s->stopped = s->stopped || (s->stops && s->stops(s->data));
    return s->stopped;
}

/* ---- what needs no search ---- */

/* One of two that have the same, the first, stays. */
static bool is_dominated(const struct solver *s, unsigned set)
{
    for (unsigned other = 0; other < s->input->sets; other++)
        if (other != set && set_cover_has(s->live, other) && is_within(members(s, set), members(s, other), s->left, s->words) &&
            (other < set || !is_within(members(s, other), members(s, set), s->left, s->words)))
            return true;
    return false;
}

static bool drop_sets(struct solver *s)
{
    bool changed = false;
    for (unsigned set = 0; set < s->input->sets && !stops(s); set++) {
        if (!set_cover_has(s->live, set))
            continue;
        if (!count_common(members(s, set), s->left, s->words) || is_dominated(s, set)) {
            drop(s->live, set);
            changed = true;
        }
    }
    return changed;
}

/* Whether some other element has no holder but those of this one. */
static bool is_covered_along(const struct solver *s, unsigned element)
{
    for (unsigned other = 0; other < s->input->elements; other++)
        if (other != element && set_cover_has(s->left, other) &&
            is_within(holders(s, other), holders(s, element), s->live, s->set_words) &&
            (other < element || !is_within(holders(s, element), holders(s, other), s->live, s->set_words)))
            return true;
    return false;
}

static bool drop_elements(struct solver *s)
{
    bool changed = false;
    for (unsigned element = 0; element < s->input->elements && !stops(s); element++)
        if (set_cover_has(s->left, element) && is_covered_along(s, element)) {
            drop(s->left, element);
            changed = true;
        }
    return changed;
}

static unsigned first_of(const uint64_t *bits, const uint64_t *mask)
{
    unsigned w = 0;
    while (!(bits[w] & mask[w]))
        w++;
    return 64 * w + (unsigned)__builtin_ctzll(bits[w] & mask[w]);
}

static bool take_essential(struct solver *s)
{
    bool changed = false;
    for (unsigned element = 0; element < s->input->elements; element++) {
        if (!set_cover_has(s->left, element) || count_common(holders(s, element), s->live, s->set_words) != 1)
            continue;
        unsigned set = first_of(holders(s, element), s->live);
        s->taken[s->taken_count++] = set;
        subtract(s->left, members(s, set), s->words);
        drop(s->live, set);
        changed = true;
    }
    return changed;
}

static void reduce(struct solver *s)
{
    bool changed = true;
    while (changed && !stops(s)) {
        changed = drop_sets(s);
        changed |= drop_elements(s);
        changed |= take_essential(s);
    }
}

/* ---- bounds ---- */

/* The set that covers most of what is left, the first of several. */
static unsigned best_set(const struct solver *s, const uint64_t *live, const uint64_t *left)
{
    unsigned best = 0, most = 0;
    for (unsigned set = 0; set < s->input->sets; set++) {
        unsigned count = set_cover_has(live, set) ? count_common(members(s, set), left, s->words) : 0;
        if (count > most) {
            most = count;
            best = set;
        }
    }
    return best;
}

/* A cover to begin with: what covers most, again and again. */
static void cover_greedily(struct solver *s)
{
    uint64_t left[s->words];
    memcpy(left, s->left, sizeof left);
    for (s->best_count = 0; !is_empty(left, s->words); s->best_count++) {
        unsigned set = best_set(s, s->live, left);
        s->best[s->best_count] = set;
        subtract(left, members(s, set), s->words);
    }
}

/* The element that the fewest sets have, the first of several; *fewest: how many. */
static unsigned rarest(const struct solver *s, const uint64_t *live, const uint64_t *left, unsigned *fewest)
{
    unsigned found = 0;
    *fewest = NO_COVER;
    for (unsigned element = 0; element < s->input->elements; element++) {
        unsigned count = set_cover_has(left, element) ? count_common(holders(s, element), live, s->set_words) : NO_COVER;
        if (count < *fewest) {
            *fewest = count;
            found = element;
        }
    }
    return found;
}

/* How many sets what is left takes at least; NO_COVER where no live set has one of the elements. */
static unsigned least_sets(const struct solver *s, const uint64_t *live, const uint64_t *left)
{
    uint64_t apart[s->words];
    unsigned count = 0;
    memcpy(apart, left, sizeof apart);
    for (; !is_empty(apart, s->words); count++) {
        unsigned holding, element = rarest(s, live, apart, &holding);
        if (!holding)
            return NO_COVER;
        for (unsigned set = 0; set < s->input->sets; set++)
            if (set_cover_has(live, set) && set_cover_has(holders(s, element), set))
                subtract(apart, members(s, set), s->words);
    }
    return count;
}

/* ---- the search ---- */

/* Cover what is left by at most `room` sets of those that are live, which go behind `depth` others into `best`. */
static bool descend(struct solver *s, const uint64_t *live, const uint64_t *left, unsigned depth, unsigned room)
{
    uint64_t candidates[s->set_words], others[s->set_words], rest[s->words];
    unsigned holding;
    if (is_empty(left, s->words)) {
        s->best_count = depth;
        return true;
    }
    if (stops(s) || least_sets(s, live, left) > room)
        return false;
    unsigned element = rarest(s, live, left, &holding);
    memcpy(others, live, sizeof others);
    for (unsigned w = 0; w < s->set_words; w++)
        candidates[w] = live[w] & holders(s, element)[w];
    while (!is_empty(candidates, s->set_words) && !s->stopped) {
        unsigned set = best_set(s, candidates, left);
        drop(candidates, set);
        drop(others, set); /* the covers that have it are all tried now */
        memcpy(rest, left, sizeof rest);
        subtract(rest, members(s, set), s->words);
        s->best[depth] = set;
        if (descend(s, others, rest, depth + 1, room - 1))
            return true;
    }
    return false;
}

/* Give how many sets what is left takes at least, and put a cover into `best`. */
static unsigned search(struct solver *s)
{
    unsigned least = is_empty(s->left, s->words) ? 0 : least_sets(s, s->live, s->left);
    cover_greedily(s);
    unsigned known[s->best_count + 1], count = s->best_count;
    memcpy(known, s->best, count * sizeof *known);
    while (least < count && !stops(s)) {
        if (descend(s, s->live, s->left, 0, least))
            return least;
        least += !s->stopped;
    }
    memcpy(s->best, known, count * sizeof *known);
    s->best_count = count;
    return least;
}

/* ---- from the input to the answer ---- */

static void prepare(struct solver *s)
{
    const struct set_cover *input = s->input;
    s->words = set_cover_words(input->elements);
    s->set_words = set_cover_words(input->sets);
    s->left = arena_alloc(s->arena, (s->words + 1) * sizeof *s->left);
    s->live = arena_alloc(s->arena, (s->set_words + 1) * sizeof *s->live);
    s->holders = arena_alloc(s->arena, ((size_t)input->elements * s->set_words + 1) * sizeof *s->holders);
    s->taken = arena_alloc(s->arena, (input->sets + 1) * sizeof *s->taken);
    s->best = arena_alloc(s->arena, (input->sets + 1) * sizeof *s->best);
    for (unsigned set = 0; set < input->sets; set++) {
        set_cover_add(s->live, set);
        for (unsigned element = 0; element < input->elements; element++)
            if (set_cover_has(members(s, set), element)) {
                set_cover_add(s->left, element);
                set_cover_add(holders(s, element), set);
            }
    }
}

struct set_cover_found set_cover_solve(struct arena *arena, const struct set_cover *input, bool (*stop)(void *), void *data)
{
    struct solver s = {.input = input, .arena = arena, .stops = stop, .data = data};
    struct set_cover_found found = {0};
    if (!input->sets || !input->elements)
        return found;
    prepare(&s);
    reduce(&s);
    found.least = s.taken_count + search(&s);
    uint64_t *chosen = arena_alloc(arena, s.set_words * sizeof *chosen);
    for (unsigned i = 0; i < s.taken_count; i++)
        set_cover_add(chosen, s.taken[i]);
    for (unsigned i = 0; i < s.best_count; i++)
        set_cover_add(chosen, s.best[i]);
    for (unsigned set = 0; set < input->sets; set++)
        if (set_cover_has(chosen, set))
            ARENA_PUSH(arena, found.chosen, found.count, set);
    return found;
}
