/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * vectors.c - a set of whole states, numbered densely from 0, for one thread.
 *
 * Invariant: each number is in one slot, and between the slot that its state's
 * hash names and that slot none is empty; at least half of the slots are.
 */
#include "vectors.h"

#include <stdlib.h>
#include <string.h>

#include "table_key.h"

#define VECTORS_BATCH 64u /* states whose cache misses overlap */
#ifndef VECTORS_FIRST
#define VECTORS_FIRST 256u /* states for which there is room at first; a power of two */
#endif

bool vectors_init(struct vectors *vectors, unsigned words, uint64_t most)
{
    *vectors = (struct vectors){.words = words, .space = VECTORS_FIRST, .most = most, .mask = 2 * VECTORS_FIRST - 1};
    vectors->states = malloc(vectors->space * words * sizeof *vectors->states);
    vectors->slots = calloc(vectors->mask + 1, sizeof *vectors->slots);
    return vectors->states && vectors->slots;
}

void vectors_done(struct vectors *vectors)
{
    free(vectors->states);
    free(vectors->slots);
    *vectors = (struct vectors){0};
}

static uint64_t home(const struct vectors *vectors, uint64_t hash)
{
    return hash & vectors->mask;
}

static uint64_t number_in(uint64_t slot)
{
    return (uint32_t)slot - UINT64_C(1);
}

static bool same(const uint64_t *a, const uint64_t *b, unsigned words)
{
    uint64_t differs = 0;
    for (unsigned i = 0; i < words; i++)
        differs |= a[i] ^ b[i];
    return differs == 0;
}

/* The slot of the state, or the empty one where it belongs. */
static uint64_t *find_slot(const struct vectors *vectors, const uint64_t *state, uint64_t hash)
{
    uint64_t at = home(vectors, hash);
    for (;; at = (at + 1) & vectors->mask) {
        uint64_t *slot = &vectors->slots[at];
        if (*slot == 0 || (*slot >> 32 == hash >> 32 && same(vectors_state(vectors, number_in(*slot)), state, vectors->words)))
            return slot;
    }
}

/* All states are distinct: each goes to the first empty slot. */
static void fill_slots(struct vectors *vectors)
{
    for (uint64_t number = 0; number < vectors->count; number++) {
        uint64_t hash = table_hash_words(vectors_state(vectors, number), vectors->words), at = home(vectors, hash);
        while (vectors->slots[at])
            at = (at + 1) & vectors->mask;
        vectors->slots[at] = hash >> 32 << 32 | (number + 1);
    }
}

/* False: there is no memory, and all is as it was. */
static bool grow(struct vectors *vectors)
{
    uint64_t space = vectors->space * 2, *slots = calloc(2 * space, sizeof *slots);
    uint64_t *states = slots ? realloc(vectors->states, space * vectors->words * sizeof *states) : NULL;
    if (!states) {
        free(slots);
        return false;
    }
    free(vectors->slots);
    *vectors = (struct vectors){.words = vectors->words, .states = states, .count = vectors->count, .space = space,
                            .most = vectors->most, .slots = slots, .mask = 2 * space - 1};
    fill_slots(vectors);
    return true;
}

/* So that the memory that the lookups read comes while others are made ready. */
static void fetch(const struct vectors *vectors, const uint64_t *states, size_t count, uint64_t *hashes)
{
    for (size_t i = 0; i < count; i++) {
        hashes[i] = table_hash_words(states + i * vectors->words, vectors->words);
        __builtin_prefetch(&vectors->slots[home(vectors, hashes[i])]);
    }
    for (size_t i = 0; i < count; i++) {
        uint64_t slot = vectors->slots[home(vectors, hashes[i])];
        if (slot)
            __builtin_prefetch(vectors_state(vectors, number_in(slot)));
    }
}

/* Of at most VECTORS_BATCH states. */
static size_t insert_batch(struct vectors *vectors, const uint64_t *states, size_t count, uint64_t *numbers)
{
    uint64_t hashes[VECTORS_BATCH];
    fetch(vectors, states, count, hashes);
    for (size_t i = 0; i < count; i++) {
        const uint64_t *state = states + i * vectors->words;
        uint64_t *slot = find_slot(vectors, state, hashes[i]);
        if (*slot) {
            numbers[i] = number_in(*slot);
            continue;
        }
        if (vectors->count == vectors->most || (vectors->count == vectors->space && !grow(vectors)))
            return i;
        slot = find_slot(vectors, state, hashes[i]); /* growth has moved it */
        memcpy(vectors->states + vectors->count * vectors->words, state, vectors->words * sizeof *state);
        numbers[i] = vectors->count++ | VECTORS_NEW;
        *slot = hashes[i] >> 32 << 32 | vectors->count;
    }
    return count;
}

size_t vectors_insert(struct vectors *vectors, const uint64_t *states, size_t count, uint64_t *numbers)
{
    uint64_t unwanted[VECTORS_BATCH];
    size_t done = 0;
    while (done < count) {
        size_t share = count - done < VECTORS_BATCH ? count - done : VECTORS_BATCH;
        size_t put = insert_batch(vectors, states + done * vectors->words, share, numbers ? numbers + done : unwanted);
        done += put;
        if (put < share)
            break;
    }
    return done;
}

uint64_t vectors_find(const struct vectors *vectors, const uint64_t *state)
{
    uint64_t slot = *find_slot(vectors, state, table_hash_words(state, vectors->words));
    return slot ? number_in(slot) : VECTORS_NONE;
}

uint64_t vectors_bytes(const struct vectors *vectors)
{
    return (vectors->space * vectors->words + vectors->mask + 1) * sizeof(uint64_t);
}

bool vectors_sound(const struct vectors *vectors)
{
    uint64_t entries = 0;
    for (uint64_t at = 0; at <= vectors->mask; at++) {
        uint64_t slot = vectors->slots[at];
        if (slot == 0)
            continue;
        if (number_in(slot) >= vectors->count)
            return false;
        const uint64_t *state = vectors_state(vectors, number_in(slot));
        if (find_slot(vectors, state, table_hash_words(state, vectors->words)) != &vectors->slots[at])
            return false;
        entries++;
    }
    return entries == vectors->count && vectors->count <= vectors->space;
}
