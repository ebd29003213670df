/* SPDX-License-Identifier: BSD-2-Clause */
/* by_night.h - sizes of tests: what `make test-nightly` takes, and what `make test` does. */
#ifndef MURRELET_UNIT_BY_NIGHT_H
#define MURRELET_UNIT_BY_NIGHT_H

#include <stdlib.h>

static inline unsigned by_night(unsigned night, unsigned day)
{
    const char *nightly = getenv("NIGHTLY");
    return nightly && *nightly ? night : day;
}

#endif
