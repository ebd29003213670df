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

/* The place of the next local state, where there is none yet. */
static struct local_state *next_local(struct thread_table *table)
{
    uint32_t number = table->count;
    struct local_state **block = &table->blocks[number / BLOCK];
    if (!*block)
        *block = malloc(BLOCK * sizeof **block);
    if (!*block)
        die_memory(BLOCK * sizeof **block);
    struct local_state *state = &(*block)[number % BLOCK];
    memset(state, 0, sizeof *state);
    return state;
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
    struct local_state *state = next_local(table);
    state->key = *key;
    host->describe(host, thread, state);
    state->next_same_hash = *bucket;
    *bucket = number + 1;
    /* Who comes to ask of it has its number from us, by the lock or the store. */
    atomic_store_explicit(&table->count, number + 1, memory_order_relaxed);
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
