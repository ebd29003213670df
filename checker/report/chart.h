/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * chart.h - a trace as a sequence chart: its lanes, who acts in each step, and the
 * messages between them.
 *
 * Lanes and channels are those that the model's lines `-- show:` name (murphi/view.h).
 * Without such a line for a lane the elements of the types that index the state's arrays
 * are lanes.
 *
 * A message is on its way while its place in a channel differs from what was there at
 * the start: a place that holds one message, a slot of a multiset, or an entry of a
 * queue (a record with a count and an array), whose entries move up as the first one
 * leaves.
 */
#ifndef MURRELET_CHART_H
#define MURRELET_CHART_H

#include "chart_lanes.h"

/* Of the trace of violation `index`. */
const struct chart *chart_new(struct arena *, const struct report *, unsigned index);

#endif
