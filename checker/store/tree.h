/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * tree.h - long states as 64-bit roots over shared nodes.
 *
 * A state is cut into chunks of at most 8 bytes.  Each distinct chunk has a
 * number in the table of leaves; numbers are joined in pairs, each distinct
 * pair again a number in the table of nodes, until two are left: the root,
 * which is as good as the state.  (After Laarman, van de Pol and Weber,
 * "Parallel recursive state compression for free".)  Neighbours share most of
 * the tree, so a root is all that most states cost.
 *
 * How much is shared hangs on where a range of chunks is split: best is a
 * split both of whose sides have few values each.  A tree may be given a
 * sample of the states to choose by.
 *
 * Each thread decodes and encodes relative to the last state it decoded: only
 * what differs is looked up.
 *
 * What may overlap: tree_encode, tree_find and tree_decode (and tree_batch.h), any number of
 * threads with a walker each; the rest alone.
 */
#ifndef MURRELET_TREE_H
#define MURRELET_TREE_H

#include "../base/pool.h"
#include "table.h"

struct tree;
struct tree_walker;

/* `samples`: `count` of `states` states, one after the other, or NULL.  Returns NULL where
 * there is no address space, or no file in `directory`, as for a table. */
struct tree *tree_new(unsigned bytes, unsigned threads, uint64_t capacity, const char *directory,
                      const uint64_t *samples, size_t count, uint64_t states);
void tree_free(struct tree *);
struct tree_walker *tree_walker(struct tree *, unsigned thread);

/* `state` is `bytes` bytes rounded up to whole words.  `changed`: a bit for each of its words;
 * those without one are as in the state that the walker decoded last; or NULL.  False: a table
 * must grow. */
bool tree_encode(struct tree *, struct tree_walker *, const uint64_t *state, const uint64_t *changed, uint64_t *root);
/* From here on the walker is where it was encoding last, as if that had been decoded. */
void tree_move(struct tree *, struct tree_walker *, const uint64_t *state);
/* As tree_encode, but adds nothing; false: no such state was encoded. */
bool tree_find(const struct tree *, struct tree_walker *, const uint64_t *state, uint64_t *root);
void tree_decode(const struct tree *, struct tree_walker *, uint64_t root, uint64_t *state);

/* Alone: each root, of the first `count` in a table of pairs or else in an array, becomes that
 * of the same state in another tree. */
void tree_convert(struct tree *from, struct tree *to, struct pool *, struct table *, uint64_t *roots, uint64_t count);

/* Shape and tables; tree_load gives a new tree, or NULL.  `near`: as for table_load. */
bool tree_save(const struct tree *, FILE *);
struct tree *tree_load(unsigned bytes, unsigned threads, uint64_t capacity, const char *directory, FILE *, uint64_t near);

#define TREE_COMPACT_WORDS 8u /* trees of longer states grow by small steps */

uint64_t tree_bytes(const struct tree *);
/* The tables, to see which is full and to grow it. */
#define TREE_TABLES 2
struct table *tree_table(struct tree *, unsigned);
/* Before one of the tables grows, alone: pairs, and the roots in a table of
 * pairs (or NULL), must take its larger numbers.  By how many bytes they grow;
 * or do it: false: no disk. */
uint64_t tree_widening(const struct tree *, const struct table *growing, const struct table *roots);
bool tree_widen(struct tree *, const struct table *growing, struct table *roots);

#endif
