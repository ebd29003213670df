/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * bits.h - sets of events and relations between them, as bits: two words a set,
 * a set for each event a relation (of what it leads to).
 */
#ifndef MURRELET_CAT_BITS_H
#define MURRELET_CAT_BITS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { CAT_EVENTS = 128, CAT_WORDS = CAT_EVENTS / 64 };

struct cat_set {
    uint64_t word[CAT_WORDS];
};

struct cat_relation {
    struct cat_set to[CAT_EVENTS];
};

static inline bool cat_has(const struct cat_set *s, unsigned event)
{
    return s->word[event / 64] >> (event % 64) & 1;
}

static inline void cat_put(struct cat_set *s, unsigned event)
{
    s->word[event / 64] |= UINT64_C(1) << (event % 64);
}

static inline void cat_drop(struct cat_set *s, unsigned event)
{
    s->word[event / 64] &= ~(UINT64_C(1) << (event % 64));
}

static inline bool cat_related(const struct cat_relation *r, unsigned a, unsigned b)
{
    return cat_has(&r->to[a], b);
}

static inline void cat_relate(struct cat_relation *r, unsigned a, unsigned b)
{
    cat_put(&r->to[a], b);
}

static inline void cat_unrelate(struct cat_relation *r, unsigned a, unsigned b)
{
    cat_drop(&r->to[a], b);
}

static inline void cat_add(struct cat_set *s, const struct cat_set *more)
{
    for (unsigned w = 0; w < CAT_WORDS; w++)
        s->word[w] |= more->word[w];
}

static inline bool cat_none(const struct cat_set *s)
{
    return !(s->word[0] | s->word[1]);
}

static inline void cat_close(struct cat_relation *r, unsigned count)
{
    for (unsigned k = 0; k < count; k++)
        for (unsigned i = 0; i < count; i++)
            if (cat_related(r, i, k))
                cat_add(&r->to[i], &r->to[k]);
}

static inline bool cat_reflexive(const struct cat_relation *r, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (cat_related(r, i, i))
            return true;
    return false;
}

#endif
