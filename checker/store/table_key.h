/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * table_key.h - a table as it lies in memory: its regions, and how a key is packed there.
 * table.h says what they mean.
 */
#ifndef MURRELET_TABLE_KEY_H
#define MURRELET_TABLE_KEY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "numbers.h"

struct pool;

#define TABLE_NONE UINT64_MAX /* no such key */
#define TABLE_FULL (UINT64_MAX - 1) /* the table must grow first */
#define TABLE_LINE 16u

struct table {
    unsigned char *keys;
    _Atomic uint32_t *slots;
    unsigned key_bytes, index_bits;
    bool pairs, compact_index;
    unsigned half;             /* of pairs: the bits of each number as it lies */
    uint32_t tag_mask;         /* the bits of a slot above index_bits */
    uint64_t on_disk;          /* the keys of numbers below this lie in the file only; changes alone */
    uint64_t lines, full;      /* full: numbers that `lines` lines take before they are too few */
    uint64_t limit;            /* numbers that are handed out before growth: `full`, or fewer (table_hold) */
    unsigned line_keys;        /* numbers for each line */
    uint64_t capacity;         /* numbers for which there is address space */
    size_t keys_mapped, slots_mapped;
    struct numbers_context *contexts;
    unsigned context_count;
    uint64_t grown;            /* during growth: numbers to put in, gaps aside */
    uint64_t dirty;            /* during growth: lines to empty */
    const struct pool *filling; /* during growth: whose members do it */
    _Atomic bool unfinished;   /* growth was stopped: the index lacks keys, and only table_key is right */
    int file;                  /* for keys, or -1 */
    struct table_block *blocks; /* of the file, that were read a moment ago; or NULL */
    bool disk_full;            /* why keys could not be left to the file */
    struct numbers_context *lost;   /* gaps that a checkpoint left, never to be filled */
    unsigned lost_count;
    _Alignas(OWN_LINES) _Atomic uint64_t reserved; /* numbers handed out to contexts */
};

/* A bijection on 64 bits whose every result bit hangs on every bit of the key. */
static inline uint64_t table_hash(uint64_t key)
{
    key ^= key >> 32;
    key *= UINT64_C(0xd6e8feb86659fd93);
    key ^= key >> 32;
    key *= UINT64_C(0xd6e8feb86659fd93);
    key ^= key >> 32;
    return key;
}

/* Of a few words. */
static inline uint64_t table_hash_words(const uint64_t *words, size_t count)
{
    uint64_t hash = words[0];
    for (size_t i = 1; i < count; i++)
        hash = (hash ^ hash >> 29) * UINT64_C(0x9e3779b97f4a7c15) + words[i];
    return table_hash(hash);
}

static inline uint64_t table_unhash(uint64_t hash)
{
    const uint64_t inverse = UINT64_C(0xcfee444d8b59a89b); /* of the factor above, modulo 2^64 */
    hash ^= hash >> 32;
    hash *= inverse;
    hash ^= hash >> 32;
    hash *= inverse;
    hash ^= hash >> 32;
    return hash;
}

/* A key of 4 to 8 bytes as two words that may share bytes: no byte beside it
 * is touched, for those may be another thread's. */
static inline uint64_t table_unpack(const struct table *table, const unsigned char *at)
{
    uint32_t low, high;
    memcpy(&low, at, 4);
    memcpy(&high, at + table->key_bytes - 4, 4);
    uint64_t key = low | (uint64_t)high << (8 * (table->key_bytes - 4));
    if (!table->pairs)
        return key;
    return key >> table->half << 32 | (key & ((UINT64_C(1) << table->half) - 1));
}

static inline void table_pack(const struct table *table, unsigned char *at, uint64_t key)
{
    if (table->pairs)
        key = key >> 32 << table->half | (uint32_t)key;
    uint32_t low = (uint32_t)key, high = (uint32_t)(key >> (8 * (table->key_bytes - 4)));
    memcpy(at, &low, 4);
    memcpy(at + table->key_bytes - 4, &high, 4);
}

#endif
