/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * order.h - an order of events that is chosen pair by pair: `least` holds what
 * is decided, `most` what may still be.
 */
#ifndef MURRELET_CAT_ORDER_H
#define MURRELET_CAT_ORDER_H

#include "evaluate.h"

enum cat_order_kind {
    CAT_TOTAL,   /* every pair that may be is ordered one way, transitively */
    CAT_PARTIAL, /* transitively */
    CAT_EACH,    /* every pair that may be is ordered one way, without a cycle: it need not be transitive */
};

/* a before b, and what follows.  False: that cannot be. */
bool cat_order_put(struct cat_bounds *, enum cat_order_kind, unsigned count, unsigned a, unsigned b);
/* a is not before b.  False: that cannot be. */
bool cat_order_refuse(struct cat_bounds *, enum cat_order_kind, unsigned count, unsigned a, unsigned b);
/* A pair of which it is not decided whether the first is before the second; false: there is none. */
bool cat_order_open(const struct cat_bounds *, unsigned count, unsigned *a, unsigned *b);

#endif
