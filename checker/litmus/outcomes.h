/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * outcomes.h - what final states were seen, by the values of the observed
 * registers and locations.  An outcome's key is its line in a log:
 * `1:r0=1; [x]=2;`.  Outcomes are visited in the order of their keys, so two
 * runs that see the same states in different orders print the same.
 */
#ifndef MURRELET_LITMUS_OUTCOMES_H
#define MURRELET_LITMUS_OUTCOMES_H

#include "condition.h"

struct outcomes;

struct outcome {
    const char *line;
    const struct litmus_value *values; /* by the test's watches; of the first state with this line */
    uint64_t count;                    /* final states */
    bool positive;                     /* satisfies the condition */
};

struct outcomes *outcomes_new(const struct litmus_test *);
void outcomes_free(struct outcomes *);
/* `count` final states with these values; those that the test's filter refuses
 * are not counted. */
void outcomes_add(struct outcomes *, const struct litmus_value *values, uint64_t count);
/* One that an earlier run found, by its line; its values are not known. */
void outcomes_restore(struct outcomes *, const char *line, uint64_t count, bool positive);
/* Whether these values were seen. */
bool outcomes_has(const struct outcomes *, const struct litmus_value *values);
unsigned outcomes_count(const struct outcomes *);
typedef void outcomes_visitor(void *data, const struct outcome *);
void outcomes_visit(const struct outcomes *, outcomes_visitor *, void *data);
const struct outcome *outcomes_find(const struct outcomes *, const char *line);
struct litmus_tally outcomes_tally(const struct outcomes *, bool complete);

#endif
