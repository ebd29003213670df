/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * tree_convert.c - move all states from a tree to one that is cut otherwise.
 *
 * The threads take chunks of roots.  A chunk is decoded, encoded anew, and then
 * written; where a table of the new tree is full, all stop until it has grown,
 * and go on with the chunks that they had.
 */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "../base/die.h"
#include "tree_batch.h"
#include "tree_inline.h"

#define TREE_CONVERT_ALONE 2048u /* roots for which no other thread is worth waking */

struct conversion {
    struct tree *from, *to;
    struct table *table;       /* where the roots lie, or NULL */
    uint64_t *roots;           /* or here */
    uint64_t count;
    _Atomic uint64_t cursor;   /* where the next chunk starts */
    _Atomic bool full;
    uint64_t *next, *end;      /* by member: what is left of its chunk */
};

/* What one member works with. */
struct scratch {
    uint64_t *state;
    struct tree_batch *batch;  /* of short states */
};

/* All of the roots at once, or none.  How many. */
static size_t convert_batch(const struct conversion *conversion, const struct scratch *scratch, unsigned member, uint64_t *roots,
                            size_t count)
{
    struct tree *to = conversion->to;
    tree_batch_clear(scratch->batch);
    for (size_t i = 0; i < count; i++) {
        tree_decode(conversion->from, tree_walker(conversion->from, member), roots[i], scratch->state);
        tree_batch_add(to, scratch->batch, scratch->state);
    }
    tree_batch_hint(to, scratch->batch);
    uint64_t found[TREE_BATCH];
    if (!tree_batch_roots(to, tree_walker(to, member), scratch->batch, found))
        return 0;
    memcpy(roots, found, count * sizeof *roots);
    return count;
}

/* One after the other.  How many. */
static size_t convert_each(const struct conversion *conversion, const struct scratch *scratch, unsigned member, uint64_t *roots,
                           size_t count)
{
    struct tree *to = conversion->to;
    for (size_t i = 0; i < count; i++) {
        uint64_t root;
        tree_decode(conversion->from, tree_walker(conversion->from, member), roots[i], scratch->state);
        if (!tree_encode(to, tree_walker(to, member), scratch->state, NULL, &root))
            return i;
        tree_move(to, tree_walker(to, member), scratch->state);
        roots[i] = root;
    }
    return count;
}

/* False: a table is full.  next[member] is how far it came. */
static bool convert_chunk(const struct conversion *conversion, const struct scratch *scratch, unsigned member)
{
    uint64_t roots[TREE_BATCH], *next = &conversion->next[member];
    size_t count = conversion->end[member] - *next;
    if (conversion->table)
        table_keys(conversion->table, *next, count, roots);
    else
        memcpy(roots, conversion->roots + *next, count * sizeof *roots);
    size_t done = scratch->batch ? convert_batch(conversion, scratch, member, roots, count)
                                 : convert_each(conversion, scratch, member, roots, count);
    if (conversion->table)
        table_set_keys(conversion->table, *next, done, roots);
    else
        memcpy(conversion->roots + *next, roots, done * sizeof *roots);
    *next += done;
    return done == count;
}

/* Numbers are handed out, nothing else: relaxed. */
static bool take_chunk(struct conversion *conversion, unsigned member)
{
    uint64_t start = atomic_fetch_add_explicit(&conversion->cursor, TREE_BATCH, memory_order_relaxed);
    if (start >= conversion->count)
        return false;
    conversion->next[member] = start;
    conversion->end[member] = start + TREE_BATCH < conversion->count ? start + TREE_BATCH : conversion->count;
    return true;
}

static void convert_part(void *data, unsigned member, unsigned members)
{
    struct conversion *conversion = data;
    struct scratch scratch = {.state = own_lines_unset(conversion->to->words * sizeof(uint64_t))};
    (void)members;
    if (tree_is_short(conversion->to))
        scratch.batch = own_lines_unset(sizeof *scratch.batch);
    do {
        /* A hint to leave: relaxed. */
        if (atomic_load_explicit(&conversion->full, memory_order_relaxed))
            break;
        if (!convert_chunk(conversion, &scratch, member)) {
            atomic_store_explicit(&conversion->full, true, memory_order_relaxed);
            break;
        }
    } while (take_chunk(conversion, member));
    free(scratch.state);
    free(scratch.batch);
}

static void grow_full_tables(const struct conversion *conversion, struct pool *pool)
{
    for (unsigned i = 0; i < TREE_TABLES; i++) {
        struct table *table = &conversion->to->tables[i];
        if (table_reserved(table) < table->limit)
            continue;
        if (!tree_widen(conversion->to, table, conversion->table) || !table_grow(table, pool, 0, 0))
            die("a tree does not take the states that another one took");
    }
}

void tree_convert(struct tree *from, struct tree *to, struct pool *pool, struct table *table, uint64_t *roots, uint64_t count)
{
    unsigned members = count < TREE_CONVERT_ALONE ? 1 : pool_threads(pool);
    if (members > from->threads) /* each has a walker */
        members = from->threads;
    struct conversion conversion = {.from = from, .to = to, .table = table, .roots = roots, .count = count};
    conversion.next = calloc(2 * (size_t)members, sizeof *conversion.next);
    if (!conversion.next)
        die_memory(2 * members * sizeof *conversion.next);
    conversion.end = conversion.next + members;
    for (;;) {
        pool_run(pool, members, convert_part, &conversion);
        if (!atomic_load_explicit(&conversion.full, memory_order_relaxed))
            break;
        grow_full_tables(&conversion, pool);
        atomic_store_explicit(&conversion.full, false, memory_order_relaxed); /* before pool_run starts any other thread */
    }
    free(conversion.next);
}
