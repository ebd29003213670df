/* SPDX-License-Identifier: BSD-2-Clause */
/* namings.c - number permutations of scalarset elements, and make one of two.  See namings.h. */
#include "namings.h"

#include <stdlib.h>
#include <string.h>

#include "../base/die.h"
#include "../base/memory.h"
#include "../model/groups.h"

/* --- numbers ------------------------------------------------------------------ */

static Word_t *place_of(Pvoid_t *numbers, const uint16_t *permutation, uint32_t size)
{
    PPvoid_t place = JudyHSIns(numbers, (void *)(uintptr_t)permutation, size * sizeof *permutation, PJE0);
    if (place == PPJERR)
        die_memory(size * sizeof *permutation);
    return (Word_t *)place;
}

/* Under the lock, or alone. */
static uint32_t number_of(struct namings *n, const uint16_t *permutation)
{
    Word_t *place = place_of(&n->numbers, permutation, n->size);
    if (*place == 0) {
        if (n->count == n->space) {
            n->space = n->space ? n->space * 2 : 16;
            n->permutations = realloc(n->permutations, (size_t)n->space * n->size * sizeof *n->permutations);
            if (!n->permutations)
                die_memory((size_t)n->space * n->size * sizeof *n->permutations);
        }
        memcpy(n->permutations + (size_t)n->count * n->size, permutation, n->size * sizeof *permutation);
        *place = ++n->count;
    }
    return (uint32_t)(*place - 1);
}

uint32_t namings_last(struct namings *n, unsigned thread)
{
    struct namer *namer = &n->namers[thread];
    if (n->size == 0)
        return 0;
    Word_t *place = place_of(&namer->known, namer->permutation, n->size);
    if (*place == 0) {
        pthread_mutex_lock(&n->lock);
        *place = number_of(n, namer->permutation) + 1;
        pthread_mutex_unlock(&n->lock);
    }
    return (uint32_t)(*place - 1);
}

bool namings_canonical(struct namings *n, struct worker *worker, const uint64_t *state)
{
    struct namer *namer = &n->namers[worker->number];
    namer->canonical.abandoned = false;
    groups_canonicalise(n->model, &namer->canonical.x, state, namer->target, namer->permutation);
    worker->abandoned |= namer->canonical.abandoned;
    return !namer->canonical.abandoned;
}

/* --- of two, one -------------------------------------------------------------- */

const uint16_t *namings_get(const struct namings *n, uint32_t number)
{
    return n->permutations + (size_t)number * n->size;
}

/* By namer 0, whose permutation is written anew. */
static uint32_t number_made(struct namings *n)
{
    return n->size ? number_of(n, n->namers[0].permutation) : 0;
}

/* Each scalarset that is reduced has its stretch of the permutation: calls `each` on where it begins and how long it is. */
static void fill_stretches(struct namings *n, const uint16_t *a, const uint16_t *b,
                           void (*each)(uint16_t *out, const uint16_t *a, const uint16_t *b, uint32_t size))
{
    const struct model_symmetry *group = groups_symmetry(n->model);
    uint32_t at = 0;
    for (uint32_t i = 0; i < group->scalarset_count && at < n->size; i++)
        if (group->scalarsets[i].reduced) {
            each(n->namers[0].permutation + at, a + at, b + at, group->scalarsets[i].size);
            at += group->scalarsets[i].size;
        }
}

static void put_product(uint16_t *out, const uint16_t *first, const uint16_t *then, uint32_t size)
{
    for (uint32_t e = 0; e < size; e++)
        out[e] = then[first[e]];
}

static void put_inverse(uint16_t *out, const uint16_t *of, const uint16_t *same, uint32_t size)
{
    (void)same;
    for (uint32_t e = 0; e < size; e++)
        out[of[e]] = (uint16_t)e;
}

static void put_same(uint16_t *out, const uint16_t *a, const uint16_t *b, uint32_t size)
{
    (void)a, (void)b;
    for (uint32_t e = 0; e < size; e++)
        out[e] = (uint16_t)e;
}

uint32_t namings_product(struct namings *n, uint32_t first, uint32_t then)
{
    if (first == 0 || then == 0)
        return first + then;
    fill_stretches(n, namings_get(n, first), namings_get(n, then), put_product);
    return number_made(n);
}

uint32_t namings_inverse(struct namings *n, uint32_t number)
{
    if (number == 0)
        return 0;
    fill_stretches(n, namings_get(n, number), namings_get(n, number), put_inverse);
    return number_made(n);
}

/* --- exchanges ------------------------------------------------------------------ */

/* Whether a scalarset ends at an entry, so that this and the next are of two. */
static bool is_last(const struct namings *n, uint32_t entry)
{
    const struct model_symmetry *group = groups_symmetry(n->model);
    uint32_t end = 0;
    for (uint32_t i = 0; i < group->scalarset_count && end <= entry; i++)
        end += group->scalarsets[i].reduced ? group->scalarsets[i].size : 0;
    return end == entry + 1;
}

uint32_t namings_exchanges(const struct namings *n)
{
    uint32_t count = 0;
    for (uint32_t entry = 0; entry < n->size; entry++)
        count += !is_last(n, entry);
    return count;
}

uint32_t namings_exchange(struct namings *n, uint32_t i)
{
    uint16_t *permutation = n->namers[0].permutation;
    uint32_t entry = 0;
    fill_stretches(n, permutation, permutation, put_same);
    for (;; entry++)
        if (!is_last(n, entry) && i-- == 0)
            break;
    uint16_t kept = permutation[entry];
    permutation[entry] = permutation[entry + 1];
    permutation[entry + 1] = kept;
    return number_made(n);
}

/* --- opening and closing ---------------------------------------------------------- */

void namings_open(struct namings *n, struct search *search)
{
    *n = (struct namings){.model = search->model, .threads = search->threads};
    pthread_mutex_init(&n->lock, NULL);
    if (search->options.symmetry != MODEL_SYMMETRY_OFF)
        n->size = groups_symmetry(search->model)->permutation_size;
    n->namers = own_lines(n->threads * sizeof *n->namers);
    for (unsigned i = 0; i < n->threads; i++) {
        struct namer *namer = &n->namers[i];
        namer->target = memory_zeroed(search->words, sizeof *namer->target);
        namer->permutation = memory_zeroed(groups_symmetry(search->model)->permutation_size + 1, sizeof *namer->permutation);
        if (search->reduces)
            worker_init(&namer->canonical, search, i, search->options.symmetry, search->options.multiset_reduction);
    }
    if (n->size) {
        fill_stretches(n, n->namers[0].permutation, n->namers[0].permutation, put_same);
        number_of(n, n->namers[0].permutation);
    }
}

void namings_close(struct namings *n)
{
    for (unsigned i = 0; i < n->threads; i++) {
        worker_done(&n->namers[i].canonical);
        free(n->namers[i].target);
        free(n->namers[i].permutation);
        JudyHSFreeArray(&n->namers[i].known, PJE0);
    }
    free(n->namers);
    JudyHSFreeArray(&n->numbers, PJE0);
    free(n->permutations);
    pthread_mutex_destroy(&n->lock);
}
