/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * cache.h - a folder of what is dear to make and is made again where it is lost.
 *
 * An entry is named by its key, and carries the key and a hash of all its
 * bytes.  It is read whole, once, and what is handed out is what was verified:
 * a file that is damaged, cut, of another key or not our own counts as absent.
 */
#ifndef MURRELET_CACHE_H
#define MURRELET_CACHE_H

#include <stdbool.h>
#include <stdint.h>

#include <xxhash.h>

#include "text.h"

struct arena;

#define CACHE_LIMIT (UINT64_C(256) << 20) /* bytes of all entries, where nothing else is said */

/* The user's folder, made if it was not there; NULL where there is none that
 * is our own and that nobody else may write. */
const char *cache_folder(struct arena *);
/* An entry's bytes are added to the text; false: there is none.  `ending`: of its name. */
bool cache_read(const char *folder, XXH128_hash_t key, const char *ending, struct text *);
/* Put an entry there; false: it could not be, and what was there is as it was. */
bool cache_write(const char *folder, XXH128_hash_t key, const char *ending, const char *bytes, size_t length);
/* Remove what was used longest ago until the rest takes at most `limit` bytes,
 * but not this entry; and what killed runs left. */
void cache_bound(struct arena *, const char *folder, uint64_t limit, XXH128_hash_t key, const char *ending);
/* Remove a folder and the files in it. */
void cache_remove_folder(struct arena *, const char *path);

#endif
