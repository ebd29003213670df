/* SPDX-License-Identifier: BSD-2-Clause */
/* run_sort.h - keys in the order of a run (run.h), in their place. */
#ifndef MURRELET_RUN_SORT_H
#define MURRELET_RUN_SORT_H

#include <stddef.h>
#include <stdint.h>

void run_sort(uint64_t *keys, size_t count, uint32_t words);

#endif
