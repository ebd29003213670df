/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * progress.h - the formulas that ask whether a program ends under a scheduler (litmus/scheduler.h).
 *
 * Each formula asks less of a run than the one before it, so the first that fails says why:
 *   goes round   every thread goes on for ever that has not ended: a live-lock, or a copy that nobody drops
 *   scheduler    some thread does not, and nothing promises that it will
 *   machine      some thread that is promised to go on is refused again and again, or not answered
 */
#ifndef MURRELET_MACHINES_PROGRESS_H
#define MURRELET_MACHINES_PROGRESS_H

#include <stdbool.h>

#include "../base/text.h"
#include "../litmus/scheduler.h"
#include "../model/model.h"

/* The text that stands beside models/lib/scheduler.m: formulas for so many threads. */
void progress_put(struct text *, const struct promises *, unsigned threads, bool out_of_order);
/* What the formula of this name says where it fails, and all say where none does. */
const char *progress_verdict(const char *name);

#endif
