/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * table_inline.h - the part of table.c that is inlined where it is called:
 * a search spends most of its time here.  For the stores only.
 *
 * The one ordered pair: the compare-and-swap that puts a slot releases what
 * its thread wrote to the key under that number; every load of a slot that
 * may lead to its key acquires it.
 */
#ifndef MURRELET_TABLE_INLINE_H
#define MURRELET_TABLE_INLINE_H

/* ThreadSanitizer is to see each load of a slot. */
#ifdef __has_feature
#if __has_feature(thread_sanitizer)
#define __SANITIZE_THREAD__ 1
#endif
#endif
#if defined(__SSE2__) && !defined(__SANITIZE_THREAD__)
#define TABLE_VECTORS
#include <emmintrin.h>
#endif

#include "table_file.h"
#include "table_key.h"

static inline uint64_t table_key_inline(const struct table *table, uint64_t number)
{
    if (__builtin_expect(number < table->on_disk, 0))
        return table_far_key(table, number);
    return table_unpack(table, table->keys + number * table->key_bytes);
}

static inline void table_set_key(struct table *table, uint64_t number, uint64_t key)
{
    if (__builtin_expect(number < table->on_disk, 0))
        table_set_far_key(table, number, key);
    else
        table_pack(table, table->keys + number * table->key_bytes, key);
}

static inline uint64_t table_home_line(const struct table *table, uint64_t hash)
{
    return (hash >> 32) * table->lines >> 32;
}

/* None of the tag's bits helps to choose the line: a false match is as rare as
 * its width allows. */
static inline uint32_t table_tag(const struct table *table, uint64_t hash)
{
    return (uint32_t)hash & table->tag_mask;
}

static inline uint64_t table_entry_number(const struct table *table, uint32_t entry)
{
    return (entry & ~table->tag_mask) - UINT64_C(1);
}

/* Inlined always: gcc takes a function that does nothing but this for one
 * without effect, and drops the calls that it has not inlined. */
static inline __attribute__((always_inline)) void table_prefetch(const struct table *table, uint64_t hash)
{
    __builtin_prefetch((const void *)(table->slots + table_home_line(table, hash) * TABLE_LINE), 1);
}

/* What a line says of a tag: bits by slot.  Slots are filled from the first on,
 * and never emptied, so those before the first empty one were seen as they
 * will stay.  They are read in passing: before a number is followed to its key,
 * the slot must be loaded once more, with acquire. */
struct table_look {
    uint32_t match, empty;
};

#ifdef TABLE_VECTORS
static inline struct table_look table_look(const struct table *table, const _Atomic uint32_t *slots, uint32_t tag)
{
    const volatile __m128i *parts = (const volatile __m128i *)(uintptr_t)slots; /* each is to be read once */
    __m128i mask = _mm_set1_epi32((int)table->tag_mask), sought = _mm_set1_epi32((int)tag), zero = _mm_setzero_si128();
    __m128i match[4], empty[4];
#pragma GCC unroll 4
    for (unsigned i = 0; i < 4; i++) {
        __m128i part = parts[i];
        empty[i] = _mm_cmpeq_epi32(part, zero);
        match[i] = _mm_cmpeq_epi32(_mm_and_si128(part, mask), sought);
    }
    uint32_t matches = (uint32_t)_mm_movemask_epi8(
        _mm_packs_epi16(_mm_packs_epi32(match[0], match[1]), _mm_packs_epi32(match[2], match[3])));
    uint32_t empties = (uint32_t)_mm_movemask_epi8(
        _mm_packs_epi16(_mm_packs_epi32(empty[0], empty[1]), _mm_packs_epi32(empty[2], empty[3])));
    return (struct table_look){matches & ~empties, empties};
}
#else
static inline struct table_look table_look(const struct table *table, const _Atomic uint32_t *slots, uint32_t tag)
{
    struct table_look look = {0, 0};
    for (unsigned i = 0; i < TABLE_LINE; i++) {
        uint32_t entry = atomic_load_explicit(&slots[i], memory_order_relaxed);
        look.empty |= (uint32_t)(entry == 0) << i;
        look.match |= (uint32_t)(entry != 0 && (entry & table->tag_mask) == tag) << i;
    }
    return look;
}
#endif

/* The first number whose tag is that of the hash, or TABLE_NONE: where the
 * key is in the table, most likely its number.  The keys of all such numbers
 * are fetched (of a large table tags are short, and some lines have several);
 * of a line that is full without any, the next line. */
static inline uint64_t table_hint(const struct table *table, uint64_t hash)
{
    _Atomic uint32_t *line = table->slots + table_home_line(table, hash) * TABLE_LINE;
    struct table_look look = table_look(table, line, table_tag(table, hash));
    uint64_t first = TABLE_NONE;
    for (uint32_t match = look.match; match; match &= match - 1) {
        /* Acquires from the swap in table_insert_inline: the key of this number. */
        uint32_t entry = atomic_load_explicit(&line[__builtin_ctz(match)], memory_order_acquire);
        uint64_t number = table_entry_number(table, entry);
        __builtin_prefetch(table->keys + number * table->key_bytes);
        if (first == TABLE_NONE)
            first = number;
    }
    if (first == TABLE_NONE && !look.empty)
        __builtin_prefetch((const void *)(line + TABLE_LINE));
    return first;
}

static inline uint64_t table_insert_inline(struct table *table, struct numbers_context *context, uint64_t key, uint64_t hash)
{
    uint32_t tag = table_tag(table, hash);
    uint64_t line = table_home_line(table, hash);
    context->is_new = false;
    for (;;) {
        _Atomic uint32_t *slots = table->slots + line * TABLE_LINE;
        struct table_look look = table_look(table, slots, tag);
        for (uint32_t match = look.match; match; match &= match - 1) {
            /* Acquires from the swap below: the key of this number. */
            uint32_t entry = atomic_load_explicit(&slots[__builtin_ctz(match)], memory_order_acquire);
            uint64_t number = table_entry_number(table, entry);
            if (table_key_inline(table, number) == key)
                return number;
        }
        if (look.empty) {
            if (context->next == context->end && !numbers_reserve(&table->reserved, table->limit, context))
                return TABLE_FULL;
            table_set_key(table, context->next, key);
            uint32_t empty = 0;
            /* Releases the key to whoever loads the slot. */
            if (atomic_compare_exchange_strong_explicit(&slots[__builtin_ctz(look.empty)], &empty,
                                                        tag | (uint32_t)(context->next + 1),
                                                        memory_order_release, memory_order_relaxed)) {
                context->is_new = true;
                return context->next++;
            }
            continue; /* another thread was first: look again */
        }
        if (++line == table->lines)
            line = 0;
    }
}

#endif
