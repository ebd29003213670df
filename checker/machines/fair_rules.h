/* SPDX-License-Identifier: BSD-2-Clause */
/* fair_rules.h - which rules of a machine its file says are fair: deliveries, responses, timers, epochs. */
#ifndef MURRELET_MACHINES_FAIR_RULES_H
#define MURRELET_MACHINES_FAIR_RULES_H

#include "registry.h"

struct fair_rules {
    const char **names;          /* each once, in the order of the machine's text */
    unsigned count;
};

/* None where the machine is no program. */
struct fair_rules fair_rules_of(struct arena *, const struct machines *, const struct machine_variant *);

#endif
