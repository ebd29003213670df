/* SPDX-License-Identifier: BSD-2-Clause */
/* machine.h - what the machine that we run on has to give. */
#ifndef MURRELET_MACHINE_H
#define MURRELET_MACHINE_H

#include <stdint.h>

/* Bytes that this process may come to hold: the smaller of the RAM and the
 * limits of its control groups. */
uint64_t machine_memory(void);
unsigned machine_processors(void);

#endif
