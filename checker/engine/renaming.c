/* SPDX-License-Identifier: BSD-2-Clause */
/* renaming.c - labels under permutations; what was worked out last is kept.  See renaming.h. */
#include "renaming.h"

#include <stdlib.h>

#include "../base/memory.h"

#define SLOTS 1024u
#define PAIRS 4096u

struct renaming_slot {
    uint32_t naming;   /* + 1 */
    uint32_t *after;
};

struct renaming_pair {
    uint32_t first, then, product;
};

void renaming_open(struct renaming *r)
{
    r->slots = memory_zeroed(SLOTS, sizeof *r->slots);
    r->pairs = memory_zeroed(PAIRS, sizeof *r->pairs);
}

void renaming_close(struct renaming *r)
{
    for (uint32_t i = 0; r->slots && i < SLOTS; i++)
        free(r->slots[i].after);
    free(r->slots);
    free(r->pairs);
}

const uint32_t *renaming_labels(struct renaming *r, uint32_t naming)
{
    struct renaming_slot *slot = &r->slots[naming % SLOTS];
    if (slot->naming != naming + 1) {
        if (!slot->after)
            slot->after = memory_zeroed(r->labels, sizeof *slot->after);
        for (uint32_t label = 1; label < r->labels; label++)
            slot->after[label] = r->label(r->data, naming, label);
        slot->naming = naming + 1;
    }
    return slot->after;
}

/* A pair with 0 is never kept, so that an empty one is none. */
uint32_t renaming_product(struct renaming *r, uint32_t first, uint32_t then)
{
    if (first == 0 || then == 0)
        return first + then;
    struct renaming_pair *pair = &r->pairs[(first * 2654435761u ^ then) % PAIRS];
    if (pair->first != first || pair->then != then)
        *pair = (struct renaming_pair){first, then, r->product(r->data, first, then)};
    return pair->product;
}

uint32_t renaming_inverse(struct renaming *r, uint32_t naming)
{
    return r->inverse(r->data, naming);
}

uint32_t renaming_find(uint32_t *parent, uint32_t label)
{
    while (parent[label] != label)
        label = parent[label] = parent[parent[label]];
    return label;
}

void renaming_join(uint32_t *parent, const uint32_t *after, uint32_t labels)
{
    for (uint32_t label = 1; label < labels; label++) {
        uint32_t a = renaming_find(parent, label), b = renaming_find(parent, after[label]);
        parent[a > b ? a : b] = a > b ? b : a;
    }
}
