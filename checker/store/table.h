/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * table.h - a set of keys of 4 to 8 bytes, numbered densely from 0.
 *
 * Two regions of reserved address space, touched on need:
 *   keys   key i in key_bytes bytes at keys + i * key_bytes, appended only.
 *          Keys that are pairs of numbers lie as two halves of equal width,
 *          in 4 bytes at first and wider (table_widen) as the numbers grow.
 *          Where there is a file, the first ones may lie there instead, at
 *          the same offsets (table_file.c);
 *   slots  an open-addressing hash index over them, in lines of 16 slots of
 *          32 bits: 0 empty, else (tag << index_bits) | (number + 1).
 * A key is found in the line that its hash names, or where that line is full
 * in the ones after it.  A line is filled from its first slot on, and no slot is
 * emptied while threads insert, so of two that insert one key the second meets
 * the first's entry.
 *
 * Each thread has a context, and with it a small block of numbers that are its
 * own until it has published a key under them.  table_renumber closes the gaps
 * that the blocks leave.
 *
 * What may overlap, on one table:
 *   table_insert, table_find, table_key (and table_inline.h)
 *                 any number of threads, each with its own context
 *   the rest          alone
 */
#ifndef MURRELET_TABLE_H
#define MURRELET_TABLE_H

#include <stdio.h>

#include "../base/pool.h"
#include "table_file.h"
#include "table_key.h"

/* `capacity`: the most keys that will be asked for; the table may take fewer
 * where address space is short.  False when there is none at all.  With
 * `directory` not NULL keys can be left to a nameless file there (table_spill);
 * false also where that cannot be. */
bool table_init(struct table *, unsigned key_bytes, unsigned contexts, uint64_t capacity, const char *directory);
/* For keys that are two numbers, one in the upper 32 bits, one in the lower:
 * these lie in as few bytes as table_widen allows. */
bool table_init_pairs(struct table *, unsigned contexts, uint64_t capacity, const char *directory);
/* Let the index be compact: fuller lines, and growth by smaller steps, for less memory and more time. */
void table_compact_index(struct table *);
#define TABLE_COMPACT_KEYS 14u /* of a line's 16 slots, where the index is compact */
#define TABLE_MOST_KEYS 15u
void table_done(struct table *);

/* The number of `key`, put in if it was not there; TABLE_FULL as above. */
uint64_t table_insert(struct table *, struct numbers_context *, uint64_t key, uint64_t hash);
uint64_t table_find(const struct table *, uint64_t key, uint64_t hash);
uint64_t table_key(const struct table *, uint64_t number);
/* Alone: hand out no more than `limit` numbers before the next growth. */
void table_hold(struct table *, uint64_t limit);
/* Numbers handed out so far: never less than those in use. */
uint64_t table_reserved(const struct table *);
/* Make numbers dense: the contexts give back their blocks, and the last keys move
 * into the gaps (`moved`, if not NULL, hears of each).  Returns the count. */
uint64_t table_renumber(struct table *, void (*moved)(void *, uint64_t from, uint64_t to), void *data);
/* Alone: grow the index, by all threads of the pool (NULL: by this one), until
 * pool_stopped() (then it is unfinished).  False at capacity.
 * Keys and index, full, will take at most `budget` bytes, `beside` more for
 * each number included; 0: no bound. */
bool table_grow(struct table *, struct pool *, uint64_t budget, unsigned beside);
/* The same to so many lines, at least as many as there are, with so many keys in each. */
void table_resize(struct table *, struct pool *, uint64_t lines, unsigned line_keys);
/* The lines of the index after its next growth, and the numbers that it takes then, at most. */
uint64_t table_next_lines(const struct table *);
uint64_t table_next_limit(const struct table *);
/* Alone, on a table of pairs: both numbers of a pair may be up to `numbers`
 * from now on.  The bytes by which it grows; or do it; false: no disk. */
uint64_t table_widening(const struct table *, uint64_t numbers);
bool table_widen(struct table *, uint64_t numbers);
/* Alone: the index anew, after the keys were changed in place. */
void table_reindex(struct table *, struct pool *);
uint64_t table_bytes(const struct table *); /* in use now, keys in a file left out */
/* Write the first `most` keys, and read them into a table just made; false: it failed.  Where
 * the table has a file, the last `near` keys stay in memory. */
bool table_save(const struct table *, uint64_t most, FILE *);
bool table_load(struct table *, FILE *, uint64_t near);

/* For tests: every number in the index exactly once, where its hash leads. */
bool table_sound(const struct table *);

#endif
