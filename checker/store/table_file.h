/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * table_file.h - the keys of a table that lie in a file; and keys in a row, wherever they lie.
 */
#ifndef MURRELET_TABLE_FILE_H
#define MURRELET_TABLE_FILE_H

#include <stdio.h>

#include "table_key.h"

/* `count` keys in a row, from that of `number` on. */
void table_keys(const struct table *, uint64_t number, size_t count, uint64_t *keys);
/* Alone, or on numbers that no other thread reads or writes; the index stays as it is. */
void table_set_keys(struct table *, uint64_t number, size_t count, const uint64_t *keys);
/* Alone, of a table with a file: the keys of the numbers below `number`, which
 * have been handed out, are in memory no longer.  False: they are, for the disk is full. */
bool table_spill(struct table *, uint64_t number);

/* ---- for table.c and table_inline.h ---- */

bool table_file_open(struct table *, const char *directory);
void table_file_close(struct table *);
uint64_t table_far_key(const struct table *, uint64_t number);
void table_set_far_key(const struct table *, uint64_t number, uint64_t key);
/* Alone: only the keys of the numbers below `number` lie there. */
void table_file_shorten(struct table *, uint64_t number);
/* Room for that many keys, or `disk_full`; keys that lie as in `old` take the
 * width that the table has now; all keys of the file, to another one. */
bool table_file_room(struct table *, uint64_t keys);
void table_file_widen(const struct table *, const struct table *old);
bool table_file_copy(const struct table *, uint64_t most, FILE *);
/* Give back the pages that lie wholly within these bytes of the keys' region. */
void table_drop(const struct table *, uint64_t start, uint64_t end);

#endif
