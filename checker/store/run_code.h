/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * run_code.h - how a run lies in its file.
 *
 * A block is a run_block_head and then keys: the first one whole, each other by
 * how it differs from the one before.  A key of one word is its difference, as a
 * number of 7 bits a byte; the length stands in the low bits of the first byte, so that one
 * load reads it.  A key of several words is a bit for each word, whether it differs,
 * and for each that does a bit for each byte, and the bytes that do.  A
 * depth comes after its key, as a number.
 */
#ifndef MURRELET_RUN_CODE_H
#define MURRELET_RUN_CODE_H

#include <string.h>
#include <xxhash.h>

#include "run.h"

struct run_block_head {
    uint64_t hash;         /* of what follows, the keys included */
    uint64_t place;        /* the number of the block in its run */
    uint32_t bytes, keys;  /* bytes: after the head */
};

#define RUN_NUMBER_BYTES 9u /* of a number, at most */
#define RUN_BEYOND 16u      /* bytes after a block that may be read, and count for nothing */

static inline size_t run_key_bytes(const struct run_shape *shape)
{
    size_t words = shape->words;
    return (words == 1 ? RUN_NUMBER_BYTES : (words + 7) / 8 + words * 9) + (shape->depths ? RUN_NUMBER_BYTES : 0);
}

static inline uint64_t run_block_hash(const struct run *run, const unsigned char *block, uint32_t bytes)
{
    size_t from = sizeof(uint64_t), to = sizeof(struct run_block_head) + bytes;
    return XXH3_64bits_withSeed(block + from, to - from, run->number);
}

/* ---- numbers ---- */

/* Writes 8 bytes beyond `at` in any case, or 9. */
static inline unsigned char *run_put_number(unsigned char *at, uint64_t value)
{
    unsigned length = (unsigned)(70 - __builtin_clzll(value | 1)) / 7;
    if (length > 8) {
        *at = 0;
        memcpy(at + 1, &value, sizeof value);
        return at + RUN_NUMBER_BYTES;
    }
    value = value << length | UINT64_C(1) << (length - 1);
    memcpy(at, &value, sizeof value);
    return at + length;
}

static inline const unsigned char *run_get_number(const unsigned char *at, uint64_t *value)
{
    uint64_t bits;
    memcpy(&bits, at, sizeof bits);
    if ((bits & 0xff) == 0) {
        memcpy(value, at + 1, sizeof *value);
        return at + RUN_NUMBER_BYTES;
    }
    unsigned length = (unsigned)__builtin_ctzll(bits) + 1;
    *value = bits << (64 - 8 * length) >> (64 - 8 * length) >> length;
    return at + length;
}

/* ---- keys of several words ---- */

static inline unsigned char *run_put_word(unsigned char *at, uint64_t difference)
{
    unsigned char *mask = at++;
    *mask = 0;
    for (unsigned i = 0; i < 8; i++, difference >>= 8)
        if (difference & 0xff) {
            *mask = (unsigned char)(*mask | 1u << i);
            *at++ = (unsigned char)difference;
        }
    return at;
}

static inline const unsigned char *run_get_word(const unsigned char *at, uint64_t *word)
{
    for (unsigned mask = *at++; mask; mask &= mask - 1)
        *word ^= (uint64_t)*at++ << (8 * (unsigned)__builtin_ctz(mask));
    return at;
}

static inline unsigned char *run_put_words(unsigned char *at, const uint64_t *key, const uint64_t *before, uint32_t words)
{
    unsigned char *mask = at;
    memset(mask, 0, (words + 7) / 8);
    at += (words + 7) / 8;
    for (uint32_t i = 0; i < words; i++)
        if (key[i] != before[i]) {
            mask[i / 8] = (unsigned char)(mask[i / 8] | 1u << i % 8);
            at = run_put_word(at, key[i] ^ before[i]);
        }
    return at;
}

static inline const unsigned char *run_get_words(const unsigned char *at, uint64_t *key, uint32_t words)
{
    const unsigned char *masks = at;
    at += (words + 7) / 8;
    for (uint32_t i = 0; i < words; i += 8)
        for (unsigned mask = masks[i / 8]; mask; mask &= mask - 1) {
            uint32_t word = i + (uint32_t)__builtin_ctz(mask);
            if (word < words) /* a file that someone made up */
                at = run_get_word(at, key + word);
        }
    return at;
}

#endif
