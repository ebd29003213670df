/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * processes.h - a command that several processes carry out together
 * (engine/cluster.h): the first of them speaks, and the others are silent.
 */
#ifndef MURRELET_PROCESSES_H
#define MURRELET_PROCESSES_H

#include <stdbool.h>

/* Join the others.  False: it cannot be, which is said. */
bool processes_open(void);
/* Whether this process speaks and writes. */
bool processes_leads(void);
/* The largest exit code that any has come to; one that comes to it alone says why. */
int processes_agree(int code);
/* What may go wrong from now on goes wrong in one process, which says so. */
void processes_ready(void);
/* Part.  Returns the exit code of this process: that of them all is the first one's. */
int processes_close(int code, bool lost);

#endif
