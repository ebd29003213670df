/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * table.c - the set of keys that all exact stores stand on.
 *
 * Invariant: the entries in use are the published ones; between the first slot
 * of the line that the hash of a published key names and its slot none is empty.
 *
 * Ordering: see table_inline.h.
 */
#include "table.h"
#include "table_inline.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "../base/die.h"
#include "../base/memory.h"

/* A test build makes all this small, so that growth and races are frequent. */
#ifndef TABLE_FIRST_LINES
#define TABLE_FIRST_LINES 32u
#endif
#ifndef TABLE_HUGE
#define TABLE_HUGE (UINT64_C(2) << 20) /* regions above this ask for huge pages */
#endif
/* Bits that a half of a pair has to spare: a test build widens soon. */
#ifndef TABLE_SPARE_BITS
#define TABLE_SPARE_BITS 0u
#endif
#define TABLE_LEAST_BYTES 4u
#define TABLE_MAX_NUMBERS (UINT64_C(0xffffffff) - 1)

#define TOUCH_BYTES 4096u /* no page is smaller */

/* At a load of 3/4 one line in 15 is full over the time between two growths, and
 * one in six at its end; at 7/8 one in six, and one in three.  What lies behind a
 * full line costs two more reads of memory, one after the other. */
#define LINE_KEYS (TABLE_LINE / 4 * 3)

static uint64_t lines_limit(const struct table *table, uint64_t lines)
{
    return lines * table->line_keys;
}

static uint64_t lines_for(uint64_t numbers)
{
    return numbers / LINE_KEYS + 2;
}

static void set_lines(struct table *table, uint64_t lines)
{
    table->lines = lines;
    table->full = lines_limit(table, lines);
    if (table->full > table->capacity)
        table->full = table->capacity;
    table->limit = table->full;
    unsigned bits = 1;
    while (bits < 32 && table->full >= UINT64_C(1) << bits)
        bits++;
    table->index_bits = bits; /* a slot holds number + 1, at most `full` */
    table->tag_mask = bits == 32 ? 0 : ~UINT32_C(0) << bits;
}

/* The lines never become fewer, and no number was ever beyond their slots. */
static void give_regions(struct table *table)
{
    uint64_t slots = table->lines * TABLE_LINE;
    if (table->keys)
        memory_region_done(table->keys, table->keys_mapped, slots * sizeof(uint64_t), table_reserved(table) * table->key_bytes >= TABLE_HUGE);
    if (table->slots)
        memory_region_done((void *)table->slots, table->slots_mapped, slots * sizeof *table->slots, slots * sizeof *table->slots >= TABLE_HUGE);
}

/* A limit on address space may refuse us the whole. */
static bool reserve_regions(struct table *table, uint64_t capacity)
{
    for (; capacity >= 1024; capacity /= 2) {
        table->keys_mapped = capacity * (table->pairs ? sizeof(uint64_t) : table->key_bytes);
        table->slots_mapped = (lines_for(capacity) + TABLE_FIRST_LINES) * TABLE_LINE * sizeof *table->slots;
        table->keys = memory_region(table->keys_mapped);
        table->slots = memory_region(table->slots_mapped);
        table->capacity = capacity;
        if (table->keys && table->slots)
            return true;
        give_regions(table);
        table->keys = NULL;
        table->slots = NULL;
    }
    return false;
}

static bool make_table(struct table *table, unsigned contexts, uint64_t capacity, const char *directory)
{
    table->context_count = contexts;
    table->contexts = own_lines(contexts * sizeof *table->contexts);
    table->line_keys = LINE_KEYS;
    if (!table_file_open(table, directory) ||
        !reserve_regions(table, capacity < TABLE_MAX_NUMBERS ? capacity : TABLE_MAX_NUMBERS)) {
        table_done(table);
        return false;
    }
    set_lines(table, TABLE_FIRST_LINES);
    return true;
}

bool table_init(struct table *table, unsigned key_bytes, unsigned contexts, uint64_t capacity, const char *directory)
{
    memset(table, 0, sizeof *table);
    table->key_bytes = key_bytes < TABLE_LEAST_BYTES ? TABLE_LEAST_BYTES : key_bytes;
    return make_table(table, contexts, capacity, directory);
}

static void set_pair_bytes(struct table *table, unsigned bytes)
{
    table->key_bytes = bytes;
    table->half = bytes * 8 / 2;
}

bool table_init_pairs(struct table *table, unsigned contexts, uint64_t capacity, const char *directory)
{
    memset(table, 0, sizeof *table);
    table->pairs = true;
    set_pair_bytes(table, TABLE_LEAST_BYTES);
    return make_table(table, contexts, capacity, directory);
}

void table_compact_index(struct table *table)
{
    table->compact_index = true;
    table->line_keys = TABLE_COMPACT_KEYS;
}

void table_done(struct table *table)
{
    give_regions(table);
    if (table->key_bytes)
        table_file_close(table);
    free(table->contexts);
    free(table->lost);
    memset(table, 0, sizeof *table);
}

uint64_t table_key(const struct table *table, uint64_t number)
{
    return table_key_inline(table, number);
}

uint64_t table_insert(struct table *table, struct numbers_context *context, uint64_t key, uint64_t hash)
{
    return table_insert_inline(table, context, key, hash);
}

/* The slot where `key` is, or NULL. */
static _Atomic uint32_t *find_slot(const struct table *table, uint64_t key, uint64_t hash)
{
    uint32_t tag = table_tag(table, hash);
    uint64_t line = table_home_line(table, hash);
    for (;;) {
        _Atomic uint32_t *slots = table->slots + line * TABLE_LINE;
        for (unsigned i = 0; i < TABLE_LINE; i++) {
            /* Acquires from the swap in table_insert: the key of this number. */
            uint32_t entry = atomic_load_explicit(&slots[i], memory_order_acquire);
            if (entry == 0)
                return NULL;
            if ((entry & table->tag_mask) == tag && table_key_inline(table, table_entry_number(table, entry)) == key)
                return &slots[i];
        }
        if (++line == table->lines)
            line = 0;
    }
}

uint64_t table_find(const struct table *table, uint64_t key, uint64_t hash)
{
    _Atomic uint32_t *slot = find_slot(table, key, hash);
    return slot ? table_entry_number(table, atomic_load_explicit(slot, memory_order_relaxed)) : TABLE_NONE;
}

uint64_t table_reserved(const struct table *table)
{
    return atomic_load_explicit(&table->reserved, memory_order_relaxed);
}

struct renumbering {
    struct table *table;
    void (*moved)(void *, uint64_t from, uint64_t to);
    void *data;
};

static void move_key(void *data, uint64_t from, uint64_t to)
{
    const struct renumbering *renumbering = data;
    struct table *table = renumbering->table;
    uint64_t key = table_key_inline(table, from), hash = table_hash(key);
    _Atomic uint32_t *slot = find_slot(table, key, hash);
    table_set_key(table, to, key);
    if (slot) /* else the index is unfinished */
        atomic_store_explicit(slot, table_tag(table, hash) | (uint32_t)(to + 1), memory_order_relaxed);
    if (renumbering->moved)
        renumbering->moved(renumbering->data, from, to);
}

uint64_t table_renumber(struct table *table, void (*moved)(void *, uint64_t from, uint64_t to), void *data)
{
    struct renumbering renumbering = {table, moved, data};
    uint64_t count = numbers_renumber(table->contexts, table->context_count, &table->reserved, move_key, &renumbering);
    if (table->on_disk > count)
        table_file_shorten(table, count);
    return count;
}

/* Small indexes grow fast, for that costs nothing; large ones slowly, since
 * the peak of memory is just after. */
uint64_t table_next_lines(const struct table *table)
{
    uint64_t lines = table->lines < 1u << 14                ? table->lines * 4
                   : table->lines < 1u << 17                ? table->lines * 2
                   : !table->compact_index && table->lines < 1u << 19 ? table->lines * 2
                   : !table->compact_index                           ? table->lines + table->lines * 2 / 5
                                                            : table->lines + table->lines / 5;
    uint64_t most = lines_for(table->capacity);
    return lines < most ? lines : most;
}

uint64_t table_next_limit(const struct table *table)
{
    return lines_limit(table, table_next_lines(table));
}

uint64_t table_bytes(const struct table *table)
{
    uint64_t keys = (table_reserved(table) - table->on_disk) * table->key_bytes;
    return keys + table->lines * TABLE_LINE * sizeof *table->slots;
}

static void ask_for_huge_pages(void *start, uint64_t used, uint64_t mapped)
{
#ifdef MADV_HUGEPAGE
    const uint64_t huge = UINT64_C(2) << 20;
    uintptr_t from = ((uintptr_t)start + used + huge - 1) & ~(uintptr_t)(huge - 1);
    if (from < (uintptr_t)start + mapped)
        madvise((void *)from, (uintptr_t)start + mapped - from, MADV_HUGEPAGE);
#else
    (void)start, (void)used, (void)mapped;
#endif
}

/* Before the index takes `lines` lines: the pages of one that becomes large are
 * given back and come again as huge ones, zero; others must be emptied.  Where
 * there is a file memory is dear: the last page may not be a large part of it. */
static void begin_emptying(struct table *table, uint64_t lines)
{
    const uint64_t line_bytes = TABLE_LINE * sizeof *table->slots;
    uint64_t large = table->file < 0 ? TABLE_HUGE : TABLE_HUGE * 8;
    table->dirty = table->lines;
    if (table->lines * line_bytes < large && lines * line_bytes >= large) {
        madvise((void *)table->slots, table->lines * line_bytes, MADV_DONTNEED);
        ask_for_huge_pages((void *)table->slots, 0, table->slots_mapped);
        table->dirty = 0;
    }
}

/* Lines that were never touched are written to, a page at a time: a line that
 * is looked at before it is written to is given memory twice, first a page of
 * zeros to share and then its own, and all processors must hear of it. */
static void empty_part(void *data, unsigned part, unsigned parts)
{
    const struct table *table = data;
    const uint64_t line_bytes = TABLE_LINE * sizeof *table->slots;
    uint64_t start = table->lines * part / parts, end = table->lines * (part + 1) / parts;
    uint64_t dirty = end < table->dirty ? end : table->dirty > start ? table->dirty : start;
    memset((void *)(table->slots + start * TABLE_LINE), 0, (dirty - start) * line_bytes);
    for (uint64_t line = dirty; line < end; line += TOUCH_BYTES / line_bytes)
        atomic_store_explicit(table->slots + line * TABLE_LINE, 0, memory_order_relaxed);
}

/* Keys are distinct, so only the first empty slot is sought.  Nobody reads a
 * key through a slot before the growth is over: relaxed. */
static void put_again(struct table *table, uint64_t number, uint64_t hash)
{
    uint32_t entry = table_tag(table, hash) | (uint32_t)(number + 1);
    uint64_t line = table_home_line(table, hash);
    for (;;) {
        _Atomic uint32_t *slots = table->slots + line * TABLE_LINE;
        uint32_t empty = table_look(table, slots, 0).empty, none = 0;
        if (empty) {
            if (atomic_compare_exchange_strong_explicit(&slots[__builtin_ctz(empty)], &none, entry,
                                                        memory_order_relaxed, memory_order_relaxed))
                return;
        } else if (++line == table->lines) {
            line = 0;
        }
    }
}

#define GROW_BATCH 64u
#define FILL_ALONE 50000u /* keys for which no other thread is worth waking */
#define DROP_AFTER (1u << 14) /* keys that are widened before what they leave behind is given back */
#define ASK_AFTER 256u        /* batches, a fraction of a millisecond each */
#define LOAD_KEYS (1u << 16)  /* that are read at once from a checkpoint */

/* Whether this member or another has found that the search is to stop: relaxed,
 * for a member that learns it late has only put in more. */
static bool is_abandoned(struct table *table)
{
    if (pool_stopped(table->filling))
        atomic_store_explicit(&table->unfinished, true, memory_order_relaxed);
    return atomic_load_explicit(&table->unfinished, memory_order_relaxed);
}

static void put_range_again(struct table *table, uint64_t start, uint64_t end)
{
    uint64_t keys[GROW_BATCH], hashes[GROW_BATCH];
    for (unsigned batch = 1; start < end; batch++) {
        if (batch % ASK_AFTER == 0 && is_abandoned(table))
            return;
        unsigned count = end - start < GROW_BATCH ? (unsigned)(end - start) : GROW_BATCH;
        table_keys(table, start, count, keys);
        for (unsigned i = 0; i < count; i++) {
            hashes[i] = table_hash(keys[i]);
            table_prefetch(table, hashes[i]);
        }
        for (unsigned i = 0; i < count; i++)
            put_again(table, start + i, hashes[i]);
        start += count;
    }
}

/* Move `stop` down to the gap's start, if the gap is the next one after `start`. */
static void stop_at_gap(const struct numbers_context *gap, uint64_t start, uint64_t *stop, uint64_t *resume)
{
    if (gap->next < gap->end && gap->end > start && gap->next < *stop) {
        *stop = gap->next;
        *resume = gap->end;
    }
}

/* The part's share of the numbers, less those that hold no key. */
static void fill_part(void *data, unsigned part, unsigned parts)
{
    struct table *table = data;
    uint64_t start = table->grown * part / parts, end = table->grown * (part + 1) / parts;
    while (start < end && !atomic_load_explicit(&table->unfinished, memory_order_relaxed)) {
        uint64_t stop = end, resume = end;
        for (unsigned i = 0; i < table->context_count; i++)
            stop_at_gap(&table->contexts[i], start, &stop, &resume);
        for (unsigned i = 0; i < table->lost_count; i++)
            stop_at_gap(&table->lost[i], start, &stop, &resume);
        if (stop > start)
            put_range_again(table, start, stop);
        start = resume > start ? resume : stop;
    }
}

static void run(struct table *table, struct pool *pool, pool_job *job)
{
    pool_run(pool, table_reserved(table) < FILL_ALONE ? 1 : pool_threads(pool), job, table);
}

/* The index is emptied and filled again from the keys, in their order: no
 * second index is ever resident, and the reading is sequential. */
static void fill_again(struct table *table, struct pool *pool)
{
    table->grown = table_reserved(table);
    table->filling = pool;
    atomic_store_explicit(&table->unfinished, false, memory_order_relaxed); /* before pool_run starts any other thread */
    run(table, pool, empty_part);
    run(table, pool, fill_part);
}

void table_resize(struct table *table, struct pool *pool, uint64_t lines, unsigned line_keys)
{
    uint32_t tag_mask = table->tag_mask;
    uint64_t before = table->lines, used = table_reserved(table) * table->key_bytes;
    table->line_keys = line_keys;
    begin_emptying(table, lines);
    if (used >= TABLE_HUGE && table->file < 0)
        ask_for_huge_pages(table->keys, used, table->keys_mapped);
    set_lines(table, lines);
    if (lines != before || table->tag_mask != tag_mask)
        fill_again(table, pool);
}

bool table_grow(struct table *table, struct pool *pool, uint64_t budget, unsigned beside)
{
    uint64_t lines = table_next_lines(table);
    uint64_t line_bytes = TABLE_LINE * sizeof *table->slots + lines_limit(table, 1) * (table->key_bytes + beside);
    if (budget && lines > budget / line_bytes)
        lines = budget / line_bytes;
    if (lines <= table->lines + table->lines / 64 || table->full == table->capacity)
        return false;
    table_resize(table, pool, lines, table->line_keys);
    return true;
}

void table_hold(struct table *table, uint64_t limit)
{
    table->limit = limit < table->full ? limit : table->full;
}

void table_reindex(struct table *table, struct pool *pool)
{
    table->dirty = table->lines;
    fill_again(table, pool);
}

static unsigned bytes_for_pairs(const struct table *table, uint64_t numbers)
{
    unsigned bytes = table->key_bytes;
    while (bytes < 8 && numbers > UINT64_C(1) << (bytes * 4 - TABLE_SPARE_BITS))
        bytes++;
    return bytes;
}

uint64_t table_widening(const struct table *table, uint64_t numbers)
{
    return (bytes_for_pairs(table, numbers) - table->key_bytes) * (table_reserved(table) - table->on_disk);
}

/* In place, from the last key to the first: none is written over before it is
 * read.  Where the first keys are in the file, what the others leave behind
 * is given back. */
bool table_widen(struct table *table, uint64_t numbers)
{
    struct table old = *table;
    unsigned bytes = bytes_for_pairs(table, numbers);
    if (bytes == table->key_bytes)
        return true;
    set_pair_bytes(table, bytes);
    if (!table_file_room(table, table->on_disk)) {
        set_pair_bytes(table, old.key_bytes);
        return false;
    }
    for (uint64_t i = table_reserved(table), kept = i; i-- > table->on_disk;) {
        table_set_key(table, i, table_key_inline(&old, i));
        if (table->on_disk > 0 && (kept - i >= DROP_AFTER || i == table->on_disk)) {
            uint64_t end = kept * old.key_bytes, start = table->on_disk * bytes;
            table_drop(table, i * old.key_bytes, end < start ? end : start);
            kept = i;
        }
    }
    table_file_widen(table, &old);
    return true;
}

/* Key width, count, gaps, keys. */
bool table_save(const struct table *table, uint64_t most, FILE *file)
{
    bool whole = table_reserved(table) <= most;
    uint64_t count = whole ? table_reserved(table) : most, width = table->key_bytes;
    uint64_t gaps = whole ? table->context_count + table->lost_count : 0; /* none is left after a renumbering */
    uint64_t on_disk = table->on_disk < count ? table->on_disk : count;
    bool good = fwrite(&width, sizeof width, 1, file) == 1 && fwrite(&count, sizeof count, 1, file) == 1 &&
                fwrite(&gaps, sizeof gaps, 1, file) == 1;
    for (uint64_t i = 0; i < gaps && good; i++) {
        const struct numbers_context *gap = i < table->context_count ? &table->contexts[i] : &table->lost[i - table->context_count];
        good = fwrite(&gap->next, sizeof gap->next, 1, file) == 1 && fwrite(&gap->end, sizeof gap->end, 1, file) == 1;
    }
    return good && table_file_copy(table, count, file) &&
           fwrite(table->keys + on_disk * width, width, count - on_disk, file) == count - on_disk;
}

/* All but the last `near` keys go to the table's own file by and by. */
static bool load_keys(struct table *table, FILE *file, uint64_t count, uint64_t near)
{
    for (uint64_t done = 0; done < count;) {
        uint64_t share = table->file >= 0 && count - done > LOAD_KEYS ? LOAD_KEYS : count - done;
        if (fread(table->keys + done * table->key_bytes, table->key_bytes, share, file) != share)
            return false;
        done += share;
        if (table->file >= 0 && done > near && !table_spill(table, done - near))
            return false;
    }
    return true;
}

bool table_load(struct table *table, FILE *file, uint64_t near)
{
    uint64_t width, count, gaps;
    if (fread(&width, sizeof width, 1, file) != 1 || fread(&count, sizeof count, 1, file) != 1 ||
        fread(&gaps, sizeof gaps, 1, file) != 1 || count > table->capacity || gaps > 1u << 20 ||
        (table->pairs ? width < TABLE_LEAST_BYTES || width > sizeof(uint64_t) : width != table->key_bytes))
        return false;
    if (table->pairs)
        set_pair_bytes(table, (unsigned)width);
    table->lost = own_lines((gaps + 1) * sizeof *table->lost);
    for (uint64_t i = 0; i < gaps; i++) {
        struct numbers_context gap = {0};
        if (fread(&gap.next, sizeof gap.next, 1, file) != 1 || fread(&gap.end, sizeof gap.end, 1, file) != 1 ||
            gap.end > count)
            return false;
        if (gap.next < gap.end)
            table->lost[table->lost_count++] = gap;
    }
    uint64_t lines = table->lines;
    if (table->file >= 0)
        table->line_keys = TABLE_COMPACT_KEYS;
    while (lines_limit(table, lines) <= count)
        lines += lines / 16 + 1;
    set_lines(table, lines);
    if (!load_keys(table, file, count, near))
        return false;
    atomic_store_explicit(&table->reserved, count, memory_order_relaxed); /* alone here */
    table_reindex(table, NULL);
    return true;
}

bool table_sound(const struct table *table)
{
    uint64_t entries = 0, gaps = 0;
    for (uint64_t i = 0; i < table->lines * TABLE_LINE; i++) {
        uint32_t entry = atomic_load_explicit(&table->slots[i], memory_order_relaxed);
        if (entry == 0)
            continue;
        uint64_t number = table_entry_number(table, entry);
        if (number >= table_reserved(table))
            return false;
        uint64_t key = table_key_inline(table, number);
        if (find_slot(table, key, table_hash(key)) != &table->slots[i])
            return false;
        entries++;
    }
    for (unsigned i = 0; i < table->context_count; i++)
        gaps += table->contexts[i].end - table->contexts[i].next;
    for (unsigned i = 0; i < table->lost_count; i++)
        gaps += table->lost[i].end - table->lost[i].next;
    return entries == table_reserved(table) - gaps;
}
