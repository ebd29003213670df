/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * store_spill.c - keep within the memory, by leaving the oldest keys to files.
 *
 * Growth where keys may be left to files.
 *
 * Each table is charged with its index and with the keys that memory holds of
 * it, those included that it may hand out before it grows next.  The sum of that
 * stays within the memory: numbers are handed out in steps, and where the next
 * one does not fit, the oldest keys go to the file, of the states first.  A
 * search asks for the newest: what it reaches was mostly visited in this level, the
 * one before or the next.
 *
 * What a file cannot take is the indexes.  While all fits they grow as they do
 * elsewhere; then their lines take more numbers, and growth is by as much as
 * leaves the keys a share of the memory; then lines are almost full, and growth
 * is by small steps, down to a least number of keys.
 */
#include "store_inline.h"

#define LINE_BYTES (TABLE_LINE * sizeof(uint32_t))
#define HUGE_LINES ((UINT64_C(2) << 20) / LINE_BYTES) /* of a large index: a huge page is not taken in part */
#define SLACK_SHARE 128u               /* of the memory, for what is not reported by and by */
#ifndef SPILL_STEP
#define SPILL_STEP (UINT64_C(1) << 14) /* numbers that are handed out before the next step, at least */
#endif
#define STEP_SHARE 16u                 /* or as large a part of those so far */
#define KEPT_SHARE 8u                  /* of the memory, for keys, as long as indexes can do with the rest */
#define LEAST_KEPT (UINT64_C(1) << 19) /* bytes of keys that a table keeps in memory, or 1 / LEAST_SHARE of it */
#define LEAST_SHARE 64u
#ifndef SPILL_PIECE
#define SPILL_PIECE (UINT64_C(16) << 20) /* bytes that are written between two questions whether to stop */
#endif

void store_held(struct store *store, uint64_t bytes)
{
    uint64_t own = store_bytes(store);
    store->beside = bytes > own ? bytes - own : 0;
}

/* The states first. */
static unsigned tables_of(struct store *store, struct table *tables[1 + TREE_TABLES])
{
    unsigned count = 0;
    tables[count++] = &store->table;
    for (unsigned i = 0; store->tree && i < TREE_TABLES; i++)
        tables[count++] = tree_table(store->tree, i);
    return count;
}

static uint64_t charge(const struct table *table)
{
    return table->lines * LINE_BYTES + (table->limit - table->on_disk) * table->key_bytes;
}

/* What is left of the memory; less than 0: so much must go. */
static int64_t room(struct store *store)
{
    struct table *tables[1 + TREE_TABLES];
    int64_t rest = (int64_t)(store->options.memory - store->options.memory / SLACK_SHARE) - (int64_t)store->beside;
    for (unsigned i = tables_of(store, tables); i-- > 0;)
        rest -= (int64_t)charge(tables[i]);
    return rest;
}

static uint64_t least_kept(const struct store *store)
{
    uint64_t share = store->options.memory / LEAST_SHARE;
    return share < LEAST_KEPT ? share : LEAST_KEPT;
}

/* Bytes of keys that may leave the memory. */
static uint64_t to_spare(const struct store *store, const struct table *table)
{
    uint64_t kept = (table_reserved(table) - table->on_disk) * table->key_bytes, least = least_kept(store);
    return kept > least ? kept - least : 0;
}

static int64_t all_to_spare(struct store *store)
{
    struct table *tables[1 + TREE_TABLES];
    uint64_t sum = 0;
    for (unsigned i = tables_of(store, tables); i-- > 0;)
        sum += to_spare(store, tables[i]);
    return (int64_t)sum;
}

/* A quarter of its keys at least, that it need not be done again soon.  Where it is stopped,
 * fewer have gone than were to go, and the table is as whole as before. */
static bool spill_some(struct store *store, struct table *table, uint64_t need)
{
    uint64_t most = to_spare(store, table), some = (table_reserved(table) - table->on_disk) / 4 * table->key_bytes;
    uint64_t bytes = (need > some ? need : some) + table->key_bytes - 1; /* whole keys */
    uint64_t end = table->on_disk + (bytes < most ? bytes : most) / table->key_bytes, piece = SPILL_PIECE / table->key_bytes;
    do {
        if (pool_stopped(store->growing) || !table_spill(table, table->on_disk + piece < end ? table->on_disk + piece : end))
            return false;
    } while (table->on_disk < end);
    return true;
}

static uint64_t step(const struct table *table)
{
    uint64_t numbers = table_reserved(table) / STEP_SHARE;
    return numbers > SPILL_STEP ? numbers : SPILL_STEP;
}

/* No table may hand out more than its next step: what it might take is free for others. */
static void take_back(struct store *store)
{
    struct table *tables[1 + TREE_TABLES];
    for (unsigned i = tables_of(store, tables); i-- > 0;) {
        uint64_t numbers = table_reserved(tables[i]) + step(tables[i]);
        if (numbers < tables[i]->limit)
            table_hold(tables[i], numbers);
    }
}

/* Keys go until so many bytes are free; false: they do not suffice, or the disk is full. */
bool store_make_room(struct store *store, uint64_t bytes)
{
    struct table *tables[1 + TREE_TABLES];
    unsigned count = tables_of(store, tables);
    if (room(store) < (int64_t)bytes)
        take_back(store);
    for (unsigned i = 0; i < count; i++) {
        int64_t need = (int64_t)bytes - room(store);
        if (need <= 0)
            return true;
        if (!spill_some(store, tables[i], (uint64_t)need))
            return false;
    }
    return room(store) >= (int64_t)bytes;
}

bool store_yield(struct store *store, uint64_t bytes)
{
    if (!store_make_room(store, bytes))
        return false;
    store->beside += bytes;
    return true;
}

/* The next numbers of an index that takes more. */
static bool hand_out_more(struct store *store, struct table *table)
{
    uint64_t more = step(table), left = table->full - table->limit;
    if (more > left)
        more = left;
    while (!store_make_room(store, more * table->key_bytes)) {
        if (store_disk_full(store) || more <= SPILL_STEP / 16)
            return false;
        more /= 2;
    }
    table_hold(table, table->limit + more);
    return true;
}

/* How an index is to grow. */
struct growth {
    uint64_t lines;
    unsigned line_keys;
};

static uint64_t whole_pages(const struct table *table, uint64_t lines)
{
    uint64_t whole = lines / HUGE_LINES * HUGE_LINES;
    return whole > table->lines + table->lines / 32 ? whole : lines;
}

/* False: it cannot. */
static bool choose_growth(struct store *store, const struct table *table, struct growth *growth)
{
    uint64_t next = table_next_lines(table), memory = store->options.memory;
    int64_t free = room(store), keys = (int64_t)((next * table->line_keys - table->full) * table->key_bytes);
    int64_t spare = free + all_to_spare(store), comfortable = (spare - (int64_t)(memory / KEPT_SHARE)) / 2;
    *growth = (struct growth){next, table->line_keys};
    if (free >= (int64_t)((next - table->lines) * LINE_BYTES) + keys)
        return true;
    growth->lines = table->lines;
    if (table->line_keys < TABLE_COMPACT_KEYS) {
        growth->line_keys = TABLE_COMPACT_KEYS;
        return true;
    }
    if (comfortable >= (int64_t)(table->lines / 16 * LINE_BYTES)) {
        growth->lines += (uint64_t)comfortable / LINE_BYTES;
    } else if (table->line_keys < TABLE_MOST_KEYS) {
        growth->line_keys = TABLE_MOST_KEYS;
        return true;
    } else {
        uint64_t most = spare > 0 ? (uint64_t)spare / LINE_BYTES : 0;
        growth->lines += most < table->lines / 16 ? most : table->lines / 16;
    }
    growth->lines = growth->lines < next ? whole_pages(table, growth->lines) : next;
    return growth->lines > table->lines + table->lines / 64;
}

/* An index that is full; in a tree, pairs and roots may have to be wider first.
 * Its first new numbers are held back until there is room for their keys. */
static bool grow_index(struct store *store, struct table *table, struct pool *pool)
{
    bool in_tree = table != &store->table;
    uint64_t wider = in_tree ? tree_widening(store->tree, table, &store->table) : 0, numbers = table->full;
    struct growth growth;
    if (table->full == table->capacity)
        return false;
    if (wider && (!store_make_room(store, wider) || !tree_widen(store->tree, table, &store->table)))
        return false;
    if (!choose_growth(store, table, &growth) || !store_make_room(store, (growth.lines - table->lines) * LINE_BYTES))
        return false;
    table_resize(table, pool, growth.lines, growth.line_keys);
    if (room(store) < 0) /* not for all of their keys at once */
        table_hold(table, numbers);
    return table->limit > numbers || hand_out_more(store, table);
}

static bool grow_all(struct store *store, struct pool *pool)
{
    struct table *tables[1 + TREE_TABLES];
    for (unsigned i = tables_of(store, tables); i-- > 0;) {
        struct table *table = tables[i];
        if (table_reserved(table) < table->limit)
            continue;
        if (!(table->limit < table->full ? hand_out_more(store, table) : grow_index(store, table, pool)))
            return false;
    }
    return store_make_room(store, 0);
}

bool store_grow_spilling(struct store *store, struct pool *pool)
{
    store->growing = pool;
    bool grown = grow_all(store, pool);
    store->growing = NULL;
    return grown;
}
