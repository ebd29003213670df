/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * probe.h - each choice that is open, tried by itself: what the model refuses
 * whatever else is chosen need not be chosen again below.  One that goes may tell
 * of another, so it is done until nothing changes.
 */
#ifndef MURRELET_CAT_PROBE_H
#define MURRELET_CAT_PROBE_H

#include "searcher.h"

/* Whether the model refuses all that may come of what is chosen. */
bool probe_refutes(struct searcher *);
/* Sources of reads.  False: a read has none left. */
bool probe_sources(struct searcher *);
/* Orders of two writes: one that is refused is the other way round, or there is none.  False: it cannot be. */
bool probe_orders(struct searcher *);

#endif
