/* SPDX-License-Identifier: BSD-2-Clause */
/* generate.h - small random models, each a function of its seed.
 *
 * Most are made so that nothing is undefined where it is read and nothing
 * leaves its type; some take that care less.  What they do does not depend on
 * the names of scalarset elements, so that symmetry changes no verdict; but
 * where an order is asked for, they are about what loops, functions and
 * quantifiers over a scalarset do. */
#ifndef MURRELET_GENERATE_H
#define MURRELET_GENERATE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

enum generate_order {
    ORDER_NONE,   /* scalarsets are one type among others */
    ORDER_FREE,   /* loops over them as people write them, and none shows an order */
    ORDER_TAKEN,  /* the order in which they are gone through may show */
};

struct generate_options {
    enum generate_order order;
    int shape;       /* ORDER_TAKEN: this one alone, from 1; 0: all */
    bool extensions; /* unions and multisets, which Rumur lacks */
    bool liveness;
};

void generate_model(struct text *out, uint64_t seed, const struct generate_options *);
/* What a shape is, in words; NULL where there is none of this number. */
const char *generate_shape_name(int shape);
/* How deadlocks are to be looked for in the model of this seed. */
const char *generate_deadlock(uint64_t seed);

#endif
