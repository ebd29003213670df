/* SPDX-License-Identifier: BSD-2-Clause */
/* chart_messages.h - a chart's messages: all channels, over all steps. */
#ifndef MURRELET_CHART_MESSAGES_H
#define MURRELET_CHART_MESSAGES_H

#include "chart_lanes.h"

void chart_find_messages(struct charting *);

#endif
