/* SPDX-License-Identifier: BSD-2-Clause */
/* here.h - the working directory, from which a user names files. */
#ifndef MURRELET_HERE_H
#define MURRELET_HERE_H

#include "arena.h"

/* Its absolute name; NULL where it has none any more, or may not be known. */
const char *here_name(struct arena *);
/* The end of an absolute path as the user names it: without the working directory where it lies below, empty where
 * it is that; else the whole of it. */
const char *here_below(const char *path);

#endif
