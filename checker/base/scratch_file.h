/* SPDX-License-Identifier: BSD-2-Clause */
/* scratch_file.h - nameless files for what memory does not hold.  They are gone with the process. */
#ifndef MURRELET_SCRATCH_FILE_H
#define MURRELET_SCRATCH_FILE_H

#include <stdbool.h>
#include <stdint.h>

/* A descriptor; -1: none can be made there. */
int scratch_open(const char *directory);
/* Any number of threads, on bytes of their own.  False: there is no room. */
bool scratch_write(int file, const void *bytes, uint64_t count, uint64_t offset);
/* False, with errno (0: the file is short): what was written does not come back. */
bool scratch_try_read(int file, void *bytes, uint64_t count, uint64_t offset);
/* Dies there. */
void scratch_read(int file, void *bytes, uint64_t count, uint64_t offset);

#endif
