/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * hash.h - a hash (XXH3, 128 bits) of what comes in pieces.  The pieces run into one
 * another: whoever adds several says their lengths, or ends each.
 */
#ifndef MURRELET_HASH_H
#define MURRELET_HASH_H

#include <stdbool.h>
#include <stddef.h>

#include <xxhash.h>

struct hash {
    XXH3_state_t *state;
};

/* To be ended. */
struct hash hash_new(void);
void hash_bytes(struct hash, const void *bytes, size_t length);
/* A text and the 0 at its end. */
void hash_text(struct hash, const char *text);
/* What is left of an open file; false: it cannot be read. */
bool hash_file(struct hash, int file);
XXH128_hash_t hash_end(struct hash);

/* 32 hexadecimal digits and a 0. */
enum { HASH_DIGITS = 33 };
void hash_print(XXH128_hash_t, char digits[HASH_DIGITS]);

#endif
