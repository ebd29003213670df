/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * host_locals.c - the table of the local states that each thread came to.
 */
#include "host_private.h"

#include <xxhash.h>

#include "../base/die.h"

static void grow_buckets(struct thread_table *table)
{
    uint32_t count = table->bucket_count ? 2 * table->bucket_count : 64;
    uint32_t *buckets = calloc(count, sizeof *buckets);
    if (!buckets)
        die_memory(count * sizeof *buckets);
    for (uint32_t i = 0; i < table->count; i++) {
        struct local_state *state = &table->blocks[i / BLOCK][i % BLOCK];
        uint32_t *bucket = &buckets[XXH3_64bits(&state->key, sizeof state->key) & (count - 1)];
        state->next_same_hash = *bucket;
        *bucket = i + 1;
    }
    free(table->buckets);
    table->buckets = buckets;
    table->bucket_count = count;
}

/* Under the lock. */
static int number_local(struct litmus_host *host, int thread, const struct local_key *key)
{
    struct thread_table *table = &host->tables[thread];
    if (table->count >= table->bucket_count)
        grow_buckets(table);
    uint32_t *bucket = &table->buckets[XXH3_64bits(key, sizeof *key) & (table->bucket_count - 1)];
    for (uint32_t i = *bucket; i; i = host_state_of(host, thread, i - 1)->next_same_hash)
        if (!memcmp(&host_state_of(host, thread, i - 1)->key, key, sizeof *key))
            return (int)i - 1;
    if ((int)table->count >= host->sizes.locals || table->count >= LOCALS_MOST) {
        host_note_trouble(host, "a thread of the test has more local states than the model was compiled for");
        return 0;
    }
    uint32_t number = table->count;
    if (!table->blocks[number / BLOCK]) {
        table->blocks[number / BLOCK] = calloc(BLOCK, sizeof(struct local_state));
        if (!table->blocks[number / BLOCK])
            die_memory(BLOCK * sizeof(struct local_state));
    }
    struct local_state *state = host_state_of(host, thread, number);
    state->key = *key;
    host->describe(host, thread, state);
    state->next_same_hash = *bucket;
    *bucket = number + 1;
    table->count++;
    host->new_local(host, thread, number);
    return (int)number;
}

int host_number_local(struct litmus_host *host, int thread, struct local_key *key)
{
    if (thread < 0 || thread >= host->thread_count) {
        host_note_trouble(host, "the machine did something for a thread that the test does not have");
        return 0;
    }
    if (host->normalise)
        host->normalise(host, thread, key);
    pthread_mutex_lock(&host->lock);
    int number = number_local(host, thread, key);
    pthread_mutex_unlock(&host->lock);
    return number;
}
