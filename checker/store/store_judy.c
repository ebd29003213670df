/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * store_judy.c - the reference store, on JudyHS.
 *
 * JudyHS stands beside the road of the other stores, sharing as little as it can,
 * since it is there to be compared with.
 */
#include <stdlib.h>

#include "../base/die.h"
#include "store_inline.h"

uint64_t store_judy_insert(struct store *store, const uint64_t *state)
{
    size_t words = store->options.words;
    PPvoid_t place = JudyHSIns(&store->judy, (void *)(uintptr_t)state, words * sizeof *state, PJE0);
    if (place == PPJERR)
        die_memory(words * sizeof *state);
    Word_t *value = (Word_t *)place;
    if (*value)
        return *value - 1;
    if (store->judy_count == store->judy_space) {
        store->judy_space = store->judy_space ? store->judy_space * 2 : 256;
        store->judy_states = realloc(store->judy_states, store->judy_space * words * sizeof *state);
        if (!store->judy_states)
            die_memory(store->judy_space * words * sizeof *state);
        if (store->options.parents) {
            store->parents = realloc(store->parents, store->judy_space * sizeof *store->parents);
            if (!store->parents)
                die_memory(store->judy_space * sizeof *store->parents);
        }
    }
    memcpy(store->judy_states + store->judy_count * words, state, words * sizeof *state);
    *value = ++store->judy_count;
    return (store->judy_count - 1) | STORE_NEW;
}

uint64_t store_judy_find(const struct store *store, const uint64_t *state)
{
    Word_t *value = (Word_t *)JudyHSGet(store->judy, (void *)(uintptr_t)state,
                                        store->options.words * sizeof *state);
    return value ? *value - 1 : STORE_NONE;
}
