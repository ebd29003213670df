/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * bits.c - a Bloom filter in cache lines, which reckons how much it forgets.
 *
 * Invariant, after each renumbering: `chances` is the sum over all lines of power[f], f the
 * bits of the line that are set, and the tallies' `set` add up to all of them.
 *
 * So chances / lines is at any moment the chance p that a state not visited
 * before is taken for known, over the line and the bits that its hash names.
 * Of the new states that are visited while p lasts, 1 - p are stored; so for each
 * one that is stored, p / (1 - p) are omitted, and that is what the tallies
 * add up, a block of numbers at a time.
 */
#include "bits.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <xxhash.h>

#include "../base/die.h"
#include "../base/memory.h"

#define BITS_HUGE (2u << 20)
#define SMALL_PAGE 4096u
#define LINE_WORDS (BITS_LINE / 64)
#define LINE_BYTES (BITS_LINE / 8)

/* One thread's; of what it did since it last added to `chances`: `new_states`, `added`. */
struct bits_tally {
    _Alignas(OWN_LINES) uint64_t set; /* bits */
    uint64_t new_states;
    double added;
    double chance;             /* as it was then */
    double omitted;
};

bool bits_init(struct bits *bits, unsigned contexts, uint64_t bytes, unsigned hashes, uint64_t seed)
{
    memset(bits, 0, sizeof *bits);
    bits->lines = bytes / LINE_BYTES ? bytes / LINE_BYTES : 1;
    bits->seed = seed;
    bits->hashes = hashes;
    bits->context_count = contexts;
    bits->limit = UINT64_MAX / 4;
    for (unsigned i = 0; i <= BITS_LINE; i++)
        bits->power[i] = pow((double)i / BITS_LINE, hashes);
    bits->contexts = own_lines(contexts * sizeof *bits->contexts);
    bits->tallies = own_lines(contexts * sizeof *bits->tallies);
    bits->words = memory_region(bits->lines * LINE_BYTES);
    if (!bits->words) {
        bits_done(bits);
        return false;
    }
    bits->mapped = bits->lines * LINE_BYTES;
    return true;
}

void bits_done(struct bits *bits)
{
    if (bits->words)
        memory_region_done((void *)bits->words, bits->mapped, bits->mapped, true);
    free(bits->contexts);
    free(bits->tallies);
    memset(bits, 0, sizeof *bits);
}

void bits_clear(struct bits *bits)
{
    madvise((void *)bits->words, bits->mapped, MADV_DONTNEED); /* the next touch finds zeros */
    memset(bits->contexts, 0, bits->context_count * sizeof *bits->contexts);
    memset(bits->tallies, 0, bits->context_count * sizeof *bits->tallies);
    atomic_store_explicit(&bits->reserved, 0, memory_order_relaxed);
    atomic_store_explicit(&bits->chances, 0, memory_order_relaxed);
}

/* --- putting in ---------------------------------------------------------- */

__extension__ typedef unsigned __int128 wide;

struct bits_hash bits_hash(const struct bits *bits, const uint64_t *state, size_t words)
{
    XXH128_hash_t hash = XXH3_128bits_withSeed(state, words * sizeof *state, bits->seed);
    return (struct bits_hash){.line = (uint64_t)((wide)hash.low64 * bits->lines >> 64), .places = hash.high64};
}

/* Bits carry no data but themselves: relaxed throughout. */
bool bits_find(const struct bits *bits, struct bits_hash hash)
{
    const _Atomic uint64_t *line = bits->words + hash.line * LINE_WORDS;
    uint64_t all = 1;
    for (unsigned i = 0; i < bits->hashes; i++, hash.places >>= 9)
        all &= atomic_load_explicit(&line[hash.places >> 6 & 7], memory_order_relaxed) >> (hash.places & 63);
    return all & 1;
}

/* How many of the state's bits this thread was the one to set. */
static unsigned set_bits(struct bits *bits, struct bits_hash hash)
{
    _Atomic uint64_t *line = bits->words + hash.line * LINE_WORDS;
    unsigned set = 0;
    for (unsigned i = 0; i < bits->hashes; i++, hash.places >>= 9) {
        _Atomic uint64_t *word = &line[hash.places >> 6 & 7];
        uint64_t bit = UINT64_C(1) << (hash.places & 63), old;
        if (bits->context_count > 1) {
            old = atomic_fetch_or_explicit(word, bit, memory_order_relaxed);
        } else {
            old = atomic_load_explicit(word, memory_order_relaxed);
            atomic_store_explicit(word, old | bit, memory_order_relaxed);
        }
        set += (old & bit) == 0;
    }
    return set;
}

static inline uint64_t pairs_of(uint64_t word)
{
    word -= word >> 1 & UINT64_C(0x5555555555555555);
    return (word & UINT64_C(0x3333333333333333)) + (word >> 2 & UINT64_C(0x3333333333333333));
}

/* Without the processor's instruction, which not every one has: first within
 * each word to sums of 4 bits, of two words to bytes, of all to one. */
static unsigned bits_in_line(const _Atomic uint64_t *line)
{
    const uint64_t nibbles = UINT64_C(0x0f0f0f0f0f0f0f0f);
    uint64_t sum = 0;
#pragma GCC unroll 4
    for (unsigned i = 0; i < LINE_WORDS; i += 2) {
        uint64_t a = pairs_of(atomic_load_explicit(&line[i], memory_order_relaxed));
        uint64_t b = pairs_of(atomic_load_explicit(&line[i + 1], memory_order_relaxed));
        sum += (a & nibbles) + (a >> 4 & nibbles) + (b & nibbles) + (b >> 4 & nibbles);
    }
    /* A byte holds up to 64; all eight up to 512, more than a byte does. */
    sum = (sum & UINT64_C(0x00ff00ff00ff00ff)) + (sum >> 8 & UINT64_C(0x00ff00ff00ff00ff));
    return (unsigned)(sum * UINT64_C(0x0001000100010001) >> 48);
}

/* The chance since the last time was as it was then at first, and as it is now at the end. */
static void add_up(struct bits *bits, struct bits_tally *tally)
{
    double chances = atomic_load_explicit(&bits->chances, memory_order_relaxed);
    while (!atomic_compare_exchange_weak_explicit(&bits->chances, &chances, chances + tally->added,
                                                  memory_order_relaxed, memory_order_relaxed))
        ;
    double now = (chances + tally->added) / (double)bits->lines, chance = (tally->chance + now) / 2;
    if (chance > 1 - 1e-9)
        chance = 1 - 1e-9; /* sums are rounded */
    tally->omitted += (double)tally->new_states * chance / (1 - chance);
    tally->chance = now;
    tally->new_states = 0;
    tally->added = 0;
}

uint64_t bits_insert(struct bits *bits, unsigned thread, struct bits_hash hash)
{
    struct numbers_context *context = &bits->contexts[thread];
    struct bits_tally *tally = &bits->tallies[thread];
    if (bits_find(bits, hash))
        return BITS_KNOWN;
    if (context->next == context->end) {
        add_up(bits, tally);
        if (!numbers_reserve(&bits->reserved, bits->limit, context))
            return BITS_FULL;
    }
    unsigned set = set_bits(bits, hash);
    if (set == 0)
        return BITS_KNOWN;
    unsigned after = bits_in_line(bits->words + hash.line * LINE_WORDS);
    tally->set += set;
    tally->added += bits->power[after] - bits->power[after - set];
    tally->new_states++;
    return context->next++;
}

/* --- between levels ------------------------------------------------------ */

/* The small pages of a huge one, those that were touched, to a buffer and back again. */
static void to_huge_page(unsigned char *page, unsigned char *buffer)
{
    unsigned char touched[BITS_HUGE / SMALL_PAGE];
    if (mincore(page, BITS_HUGE, touched))
        return;
    for (size_t i = 0; i < sizeof touched; i++)
        if (touched[i] & 1)
            memcpy(buffer + i * SMALL_PAGE, page + i * SMALL_PAGE, SMALL_PAGE);
    madvise(page, BITS_HUGE, MADV_DONTNEED);
    madvise(page, BITS_HUGE, MADV_HUGEPAGE);
    for (size_t i = 0; i < sizeof touched; i++)
        if (touched[i] & 1)
            memcpy(page + i * SMALL_PAGE, buffer + i * SMALL_PAGE, SMALL_PAGE);
}

/* Where none are given, nothing is lost but time. */
static void start_huge_pages(struct bits *bits)
{
    unsigned char *start = (unsigned char *)bits->words, *end = start + bits->mapped;
    unsigned char *buffer = malloc(BITS_HUGE);
    start += (BITS_HUGE - (uintptr_t)start % BITS_HUGE) % BITS_HUGE;
    for (; buffer && start + BITS_HUGE <= end; start += BITS_HUGE)
        to_huge_page(start, buffer);
    free(buffer);
}

uint64_t bits_renumber(struct bits *bits, void (*moved)(void *, uint64_t from, uint64_t to), void *data)
{
    for (unsigned i = 0; i < bits->context_count; i++)
        add_up(bits, &bits->tallies[i]);
    uint64_t count = numbers_renumber(bits->contexts, bits->context_count, &bits->reserved, moved, data);
    /* A small search does not pay for what it does not touch; a larger one has
     * paid for a fifth of the small pages by then, which is about what the huge
     * ones cost. */
    if (!bits->huge && count > bits->mapped / SMALL_PAGE / 4) {
        bits->huge = true;
        start_huge_pages(bits);
    }
    return count;
}

uint64_t bits_reserved(const struct bits *bits)
{
    return atomic_load_explicit(&bits->reserved, memory_order_relaxed);
}

uint64_t bits_bytes(const struct bits *bits)
{
    return bits->mapped;
}

static uint64_t bits_set(const struct bits *bits)
{
    uint64_t set = 0;
    for (unsigned i = 0; i < bits->context_count; i++)
        set += bits->tallies[i].set;
    return set;
}

double bits_filled(const struct bits *bits)
{
    return (double)bits_set(bits) / (double)bits->lines / BITS_LINE;
}

double bits_chance(const struct bits *bits)
{
    return atomic_load_explicit(&bits->chances, memory_order_relaxed) / (double)bits->lines;
}

double bits_omitted(const struct bits *bits)
{
    double omitted = 0;
    for (unsigned i = 0; i < bits->context_count; i++)
        omitted += bits->tallies[i].omitted;
    return omitted;
}

bool bits_sound(const struct bits *bits)
{
    uint64_t set = 0;
    double chances = 0, counted = atomic_load_explicit(&bits->chances, memory_order_relaxed);
    for (uint64_t i = 0; i < bits->lines; i++) {
        unsigned here = bits_in_line(bits->words + i * LINE_WORDS), again = 0;
        for (unsigned w = 0; w < LINE_WORDS; w++)
            for (uint64_t word = atomic_load_explicit(&bits->words[i * LINE_WORDS + w], memory_order_relaxed); word;
                 word &= word - 1)
                again++;
        if (here != again)
            return false;
        set += here;
        chances += bits->power[here];
    }
    return set == bits_set(bits) &&
           (bits->context_count > 1 || fabs(chances - counted) <= 1e-9 * (1 + chances));
}
