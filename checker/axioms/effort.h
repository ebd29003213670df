/* SPDX-License-Identifier: BSD-2-Clause */
/* effort.h - how long an enumeration goes on, and why it ended early. */
#ifndef MURRELET_AXIOMS_EFFORT_H
#define MURRELET_AXIOMS_EFFORT_H

#include <stdbool.h>
#include <stdint.h>

struct effort {
    double until;         /* by machine_clock; 0: any time */
    bool stopped;
    const char *left_out; /* why it was stopped: a clause */
    uint64_t steps;
};

void effort_give_up(struct effort *, const char *why);
/* Whether to end; asked at each step of a part that may take long. */
bool effort_ended(struct effort *);

#endif
