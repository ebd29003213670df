/* SPDX-License-Identifier: BSD-2-Clause */
/* machine.h - what the machine that we run on has to give. */
#ifndef MURRELET_MACHINE_H
#define MURRELET_MACHINE_H

#include <stdint.h>

/* Bytes that this process may come to hold: the smaller of the RAM and the
 * limits of its control groups. */
uint64_t machine_memory(void);
unsigned machine_processors(void);

/* Seconds, of a clock that only goes forward. */
double machine_clock(void);
/* Bytes of memory that the process holds, or held a millisecond ago, and the most that it held. */
uint64_t machine_rss(void);
uint64_t machine_peak_rss(void);

#endif
