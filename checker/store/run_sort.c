/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * run_sort.c - sort keys in their place.
 *
 * A set of keys is dealt into up to 256 by the topmost bits in which any two of it
 * differ, wherever these lie in the key (P. M. McIlroy, K. Bostic and M. D. McIlroy's
 * "American flag sort", 1993); each of those is sorted likewise.  So the words and
 * bits that keys share, of which those of a model have many, cost one look.
 */
#include "run_sort.h"

#include <string.h>

#include "run.h"

#define BINS 256u
#define DIGIT_BITS 8u
#define BY_INSERTION 24u /* keys that are too few to deal */

/* `words` is a constant where it is called with one, and all of this is made for it. */
#define INLINE static inline __attribute__((always_inline))

INLINE void swap(uint64_t *a, uint64_t *b, uint32_t words)
{
    for (uint32_t i = 0; i < words; i++) {
        uint64_t word = a[i];
        a[i] = b[i];
        b[i] = word;
    }
}

INLINE void insert_all(uint64_t *keys, size_t count, uint32_t words)
{
    for (size_t i = 1; i < count; i++)
        for (size_t k = i; k > 0 && run_compare(keys + k * words, keys + (k - 1) * words, words) < 0; k--)
            swap(keys + k * words, keys + (k - 1) * words, words);
}

/* Where keys differ first. */
struct digit {
    uint32_t word;
    unsigned shift;
};

/* False: they are all the same.  They are known to be in the words before `digit->word`. */
INLINE bool find_digit(const uint64_t *keys, size_t count, uint32_t words, struct digit *digit)
{
    uint32_t first = words;
    uint64_t differ = 0;
    for (size_t i = 1; i < count; i++)
        for (uint32_t w = digit->word; w < words && w <= first; w++) {
            uint64_t bits = keys[i * words + w] ^ keys[w];
            if (!bits)
                continue;
            differ = w < first ? bits : differ | bits;
            first = w;
            break;
        }
    if (first == words)
        return false;
    unsigned top = 64 - (unsigned)__builtin_clzll(differ);
    *digit = (struct digit){first, top > DIGIT_BITS ? top - DIGIT_BITS : 0};
    return true;
}

INLINE unsigned bin_of(const uint64_t *key, struct digit digit)
{
    return (unsigned)(key[digit.word] >> digit.shift) % BINS;
}

/* ends[b] becomes where bin b ends. */
INLINE void deal(uint64_t *keys, size_t count, uint32_t words, struct digit digit, size_t *ends)
{
    size_t next[BINS];
    memset(ends, 0, BINS * sizeof *ends);
    for (size_t i = 0; i < count; i++)
        ends[bin_of(keys + i * words, digit)]++;
    for (size_t b = 0, sum = 0; b < BINS; b++) {
        next[b] = sum;
        sum += ends[b];
        ends[b] = sum;
    }
    for (unsigned b = 0; b < BINS; b++)
        while (next[b] < ends[b]) {
            uint64_t *key = keys + next[b] * words;
            unsigned bin = bin_of(key, digit);
            if (bin == b)
                next[b]++;
            else
                swap(key, keys + next[bin]++ * words, words);
        }
}

INLINE void sort(uint64_t *keys, size_t count, uint32_t words, uint32_t word, void (*again)(uint64_t *, size_t, uint32_t, uint32_t))
{
    struct digit digit = {word, 0};
    size_t ends[BINS], from = 0;
    if (count <= BY_INSERTION) {
        insert_all(keys, count, words);
        return;
    }
    if (!find_digit(keys, count, words, &digit))
        return;
    deal(keys, count, words, digit, ends);
    for (unsigned b = 0; b < BINS; from = ends[b++])
        if (ends[b] - from > 1)
            again(keys + from * words, ends[b] - from, words, digit.word);
}

static void sort_one(uint64_t *keys, size_t count, uint32_t words, uint32_t word)
{
    (void)words;
    sort(keys, count, 1, word, sort_one);
}

static void sort_two(uint64_t *keys, size_t count, uint32_t words, uint32_t word)
{
    (void)words;
    sort(keys, count, 2, word, sort_two);
}

static void sort_any(uint64_t *keys, size_t count, uint32_t words, uint32_t word)
{
    sort(keys, count, words, word, sort_any);
}

void run_sort(uint64_t *keys, size_t count, uint32_t words)
{
    (words == 1 ? sort_one : words == 2 ? sort_two : sort_any)(keys, count, words, 0);
}
