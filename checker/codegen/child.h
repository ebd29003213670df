/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * child.h - wait for a program that was started as the first of a process
 * group of its own, but not longer than the user wants to.
 */
#ifndef MURRELET_CHILD_H
#define MURRELET_CHILD_H

#include <spawn.h>
#include <stdbool.h>
#include <sys/types.h>

enum child_end { CHILD_ENDED, CHILD_INTERRUPTED, CHILD_LATE };

/* By a clock that only goes forward. */
double child_clock(void);
/* Attributes of a group of its own, in which signals that we ignore are not. */
void child_attributes(posix_spawnattr_t *);
/* Until it has ended, the user wishes to end (base/stop.h), or the clock is past
 * `until` (0: never): then it is killed, with all that it has started, and
 * *status is anything. */
enum child_end child_wait(pid_t, double until, int *status);

#endif
