/* SPDX-License-Identifier: BSD-2-Clause */
/* litmus_cover.h - what the tests came to of each machine that ran them: --coverage of litmus and suite. */
#ifndef MURRELET_LITMUS_COVER_H
#define MURRELET_LITMUS_COVER_H

#include "../machines/registry.h"
#include "../engine/result.h"

/* A verdict on the tests of each machine that is asked for. */
struct covered_machine {
    const struct machine_variant *machine;
    enum verdict verdict;
};

/* One section a machine, in this order.  False: it cannot be written, and that was said. */
bool litmus_cover_write(struct machines *, const struct covered_machine *, unsigned count, const char *path);

#endif
