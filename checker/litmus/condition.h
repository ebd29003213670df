/* SPDX-License-Identifier: BSD-2-Clause */
/* condition.h - conditions on final states, and the verdict over all of them. */
#ifndef MURRELET_LITMUS_CONDITION_H
#define MURRELET_LITMUS_CONDITION_H

#include "program.h"

/* Whether a final state satisfies; `values` by the test's watches. */
bool litmus_holds(const struct litmus_proposition *, const struct litmus_value *values);

/* How many final states satisfy the condition and how many do not. */
struct litmus_tally {
    uint64_t positive, negative;
    bool complete; /* all final states were seen */
};

enum litmus_verdict { LITMUS_OK, LITMUS_NO, LITMUS_INCOMPLETE };
/* A state that decides, decides though the tally is not complete. */
enum litmus_verdict litmus_verdict(enum litmus_quantifier, struct litmus_tally);
const char *litmus_verdict_name(enum litmus_verdict); /* "ok", "no", "incomplete" */

enum litmus_observation { LITMUS_NEVER, LITMUS_SOMETIMES, LITMUS_ALWAYS };
/* By the states seen.  Of a run that is not complete only Sometimes is known: no
 * state that it left out can make that otherwise. */
enum litmus_observation litmus_observation(struct litmus_tally);
bool litmus_observation_is_known(struct litmus_tally);
const char *litmus_observation_name(enum litmus_observation);

#endif
