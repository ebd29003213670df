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

#include <string.h>

#include "table.h"

/* A key of 4 to 8 bytes as two words that may share bytes: no byte beside it
 * is touched, for those may be another thread's. */
static inline uint64_t table_key_inline(const struct table *table, uint64_t number)
{
    const unsigned char *at = table->keys + number * table->key_bytes;
    uint32_t low, high;
    memcpy(&low, at, 4);
    memcpy(&high, at + table->key_bytes - 4, 4);
    uint64_t key = low | (uint64_t)high << (8 * (table->key_bytes - 4));
    if (!table->pairs)
        return key;
    return key >> table->half << 32 | (key & ((UINT64_C(1) << table->half) - 1));
}

static inline void table_set_key(struct table *table, uint64_t number, uint64_t key)
{
    unsigned char *at = table->keys + number * table->key_bytes;
    if (table->pairs)
        key = key >> 32 << table->half | (uint32_t)key;
    uint32_t low = (uint32_t)key, high = (uint32_t)(key >> (8 * (table->key_bytes - 4)));
    memcpy(at, &low, 4);
    memcpy(at + table->key_bytes - 4, &high, 4);
}

static inline uint64_t table_home_line(const struct table *table, uint64_t hash)
{
    return (hash >> 32) * table->lines >> 32;
}

static inline unsigned table_home_slot(uint64_t hash)
{
    return (unsigned)hash % TABLE_LINE;
}

/* None of the tag's bits helps to choose the line, nor the slot while
 * index_bits is 4 or more: a false match is as rare as its width allows. */
static inline uint32_t table_tag(const struct table *table, uint64_t hash)
{
    return (uint32_t)hash & table->tag_mask;
}

static inline uint64_t table_entry_number(const struct table *table, uint32_t entry)
{
    return (entry & ~table->tag_mask) - UINT64_C(1);
}

static inline void table_prefetch(const struct table *table, uint64_t hash)
{
    __builtin_prefetch((const void *)(table->slots + table_home_line(table, hash) * TABLE_LINE), 1);
}

/* The first number whose tag is that of the hash, or TABLE_NONE: where the
 * key is in the table, most likely its number.  The key there is fetched. */
static inline uint64_t table_hint(const struct table *table, uint64_t hash)
{
    _Atomic uint32_t *line = table->slots + table_home_line(table, hash) * TABLE_LINE;
    uint32_t tag = table_tag(table, hash);
    for (unsigned i = 0, slot = table_home_slot(hash); i < TABLE_LINE; i++, slot = (slot + 1) % TABLE_LINE) {
        /* Acquires from the swap in table_insert_inline: the key of this number. */
        uint32_t entry = atomic_load_explicit(&line[slot], memory_order_acquire);
        if (entry == 0)
            break;
        if ((entry & table->tag_mask) == tag) {
            uint64_t number = table_entry_number(table, entry);
            __builtin_prefetch(table->keys + number * table->key_bytes);
            return number;
        }
    }
    return TABLE_NONE;
}

static inline uint64_t table_insert_inline(struct table *table, struct numbers_hand *hand, uint64_t key, uint64_t hash)
{
    uint32_t tag = table_tag(table, hash);
    uint64_t line = table_home_line(table, hash);
    hand->fresh = false;
    for (;;) {
        _Atomic uint32_t *slots = table->slots + line * TABLE_LINE;
        for (unsigned i = 0, slot = table_home_slot(hash); i < TABLE_LINE; i++, slot = (slot + 1) % TABLE_LINE) {
            /* Acquires from the swap below: the key of this number. */
            uint32_t entry = atomic_load_explicit(&slots[slot], memory_order_acquire);
            if (entry == 0) {
                if (hand->next == hand->end && !numbers_reserve(&table->reserved, table->limit, hand))
                    return TABLE_FULL;
                table_set_key(table, hand->next, key);
                /* Releases the key to whoever loads the slot; on failure
                 * acquires the key of the thread that was first. */
                if (atomic_compare_exchange_strong_explicit(&slots[slot], &entry, tag | (uint32_t)(hand->next + 1),
                                                            memory_order_release, memory_order_acquire)) {
                    hand->fresh = true;
                    return hand->next++;
                }
            }
            if ((entry & table->tag_mask) == tag) {
                uint64_t number = table_entry_number(table, entry);
                if (table_key_inline(table, number) == key)
                    return number;
            }
        }
        if (++line == table->lines)
            line = 0;
    }
}

#endif
