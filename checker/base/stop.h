/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * stop.h - the user's wish that this process end its work: a signal's, and so
 * the process's, not a search's.
 *
 * The first SIGINT or SIGTERM after stop_on_signals() is only noted; whoever
 * works for long asks, ends in order, and reports what there is.  The second
 * one ends the process at once.  A command that goes on after what it was at
 * takes the note back: then the next signal is a first one again.
 */
#ifndef MURRELET_STOP_H
#define MURRELET_STOP_H

#include <stdatomic.h>
#include <stdbool.h>

void stop_on_signals(void);
/* What is run at the first signal, since the second one ends the process with nothing undone: it calls nothing but what a signal
 * handler may. */
void stop_undoes(void (*undo)(void));
bool stop_asked(void);
/* By which signal, where it was asked. */
int stop_signal(void);
void stop_take_back(void);
/* Until the file has input; false where it was asked to stop before. */
bool stop_wait(int file);
/* The note itself, for those that are told where to look. */
atomic_bool *stop_note(void);

#endif
