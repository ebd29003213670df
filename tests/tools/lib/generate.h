/* SPDX-License-Identifier: BSD-2-Clause */
/* generate.h - small random models, each a function of its seed.
 *
 * Most are made so that nothing is undefined where it is read and nothing
 * leaves its type; some take that care less.  What they do does not depend on
 * the names of scalarset elements, so that symmetry changes no verdict. */
#ifndef MURRELET_GENERATE_H
#define MURRELET_GENERATE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

struct generate_options {
    bool extensions; /* unions and multisets, which Rumur lacks */
    bool liveness;
};

void generate_model(struct text *out, uint64_t seed, const struct generate_options *);
/* How deadlocks are to be looked for in the model of this seed. */
const char *generate_deadlock(uint64_t seed);

#endif
