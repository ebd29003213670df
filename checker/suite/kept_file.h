/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * kept_file.h - results of earlier runs, by name, in an entry of the cache (base/cache.h).
 *
 * The entry's key is made of what all its results rest on; a name says what one
 * rests on beside that.  So a change of either is another key or another name, and
 * what was kept is not found.  What is damaged counts as absent.
 *
 * Two runs may write the entry: the one that comes later adds to what it finds, and
 * what is lost between its reading and its writing is made again some day.
 */
#ifndef MURRELET_SUITE_KEPT_FILE_H
#define MURRELET_SUITE_KEPT_FILE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "../base/arena.h"
#include "../base/hash.h"

/* A key that is being made: each text and number is told from what stands beside it. */
struct kept_key {
    struct hash hash;
};
struct kept_key kept_key_new(const char *kind);
void kept_key_text(struct kept_key, const char *); /* NULL is told from "" */
void kept_key_number(struct kept_key, uint64_t);
XXH128_hash_t kept_key_end(struct kept_key);

struct kept_file;
/* `fresh`: nothing is found in it, and what is put there replaces what is. */
struct kept_file *kept_file_open(struct arena *, const char *folder, XXH128_hash_t key, bool fresh);
/* What stands before all its results; NULL where there is none. */
const json_t *kept_file_head(const struct kept_file *);
/* NULL where there is none of that name. */
const json_t *kept_file_find(const struct kept_file *, const char *name);
/* Both are taken over.  `head` is the same in all calls; NULL: none.  Where a text
 * cannot be written as JSON (`result` or `head` is NULL for that), nothing is kept. */
void kept_file_put(struct kept_file *, const char *name, json_t *head, json_t *result);
/* False, with errno, where what was put cannot be written. */
bool kept_file_write(struct kept_file *);
void kept_file_free(struct kept_file *);

#endif
