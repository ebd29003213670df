/* SPDX-License-Identifier: BSD-2-Clause */
/* hash.c - see hash.h. */
#include "hash.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "die.h"

struct hash hash_new(void)
{
    struct hash hash = {XXH3_createState()};
    if (!hash.state)
        die_memory(sizeof(XXH128_hash_t));
    XXH3_128bits_reset(hash.state);
    return hash;
}

void hash_bytes(struct hash hash, const void *bytes, size_t length)
{
    XXH3_128bits_update(hash.state, bytes, length);
}

void hash_text(struct hash hash, const char *text)
{
    hash_bytes(hash, text, strlen(text) + 1);
}

bool hash_file(struct hash hash, int file)
{
    char buffer[64 * 1024];
    for (;;) {
        ssize_t got = read(file, buffer, sizeof buffer);
        if (got > 0)
            hash_bytes(hash, buffer, (size_t)got);
        else if (got == 0 || errno != EINTR)
            return got == 0;
    }
}

XXH128_hash_t hash_end(struct hash hash)
{
    XXH128_hash_t result = XXH3_128bits_digest(hash.state);
    XXH3_freeState(hash.state);
    return result;
}

void hash_print(XXH128_hash_t hash, char digits[HASH_DIGITS])
{
    snprintf(digits, HASH_DIGITS, "%016" PRIx64 "%016" PRIx64, hash.high64, hash.low64);
}
