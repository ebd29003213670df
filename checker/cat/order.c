/* SPDX-License-Identifier: BSD-2-Clause */
/* order.c - what follows when a pair of events is ordered, or is not. */
#include "order.h"

/* Decide one pair; false: it was decided otherwise. */
static bool settle(struct cat_bounds *o, unsigned a, unsigned b)
{
    if (a == b || !cat_related(&o->most, a, b))
        return false;
    cat_relate(&o->least, a, b);
    cat_unrelate(&o->most, b, a);
    return !cat_related(&o->least, b, a);
}

static bool is_acyclic(const struct cat_relation *r, unsigned count)
{
    struct cat_relation closed = *r;
    cat_close(&closed, count);
    return !cat_reflexive(&closed, count);
}

/* Everything up to a is before everything from b on. */
bool cat_order_put(struct cat_bounds *o, enum cat_order_kind kind, unsigned count, unsigned a, unsigned b)
{
    if (cat_related(&o->least, a, b))
        return true;
    if (kind == CAT_EACH)
        return settle(o, a, b) && is_acyclic(&o->least, count);
    for (unsigned i = 0; i < count; i++)
        for (unsigned j = 0; j < count; j++) {
            bool before = (i == a || cat_related(&o->least, i, a)) && (j == b || cat_related(&o->least, b, j));
            if (before && !cat_related(&o->least, i, j) && !settle(o, i, j))
                return false;
        }
    return true;
}

bool cat_order_refuse(struct cat_bounds *o, enum cat_order_kind kind, unsigned count, unsigned a, unsigned b)
{
    if (cat_related(&o->least, a, b))
        return false;
    if (!cat_related(&o->most, a, b))
        return true;
    if (kind != CAT_PARTIAL)
        return cat_order_put(o, kind, count, b, a);
    cat_unrelate(&o->most, a, b);
    return true;
}

bool cat_order_open(const struct cat_bounds *o, unsigned count, unsigned *a, unsigned *b)
{
    for (unsigned i = 0; i < count; i++)
        for (unsigned w = 0; w < CAT_WORDS; w++) {
            uint64_t open = o->most.to[i].word[w] & ~o->least.to[i].word[w];
            if (open) {
                *a = i;
                *b = w * 64 + (unsigned)__builtin_ctzll(open);
                return true;
            }
        }
    return false;
}
