/* SPDX-License-Identifier: BSD-2-Clause */
/* chart_lanes.h - a chart's parts, and its lanes: which there are, and what of the state is whose. */
#ifndef MURRELET_CHART_LANES_H
#define MURRELET_CHART_LANES_H

#include "../base/arena.h"
#include "../murphi/view.h"
#include "report.h"

enum { CHART_NOBODY = -1 };

struct chart_message {
    unsigned sent, received;   /* steps; received is the trace's count where it never is */
    int from, to;              /* lanes, or CHART_NOBODY */
    const char *text, *at;     /* "GETX x", and the place in the state: "up[cu0][x]" */
};

struct chart {
    const char **lanes;
    unsigned lane_count;
    int *lane_of;              /* by leaf */
    int *actor;                /* by step: who acts */
    struct chart_message *messages; /* by the step that sends them */
    unsigned message_count;
};

/* What a lane stands for: a value of a type; or, with no type, the lane of its name. */
struct lane_key {
    const char *type;
    int64_t value;
};

struct charting {
    struct arena *arena;
    const struct report *report;
    const struct view *view;
    const struct trace *trace;
    struct chart *chart;
    struct lane_key *keys; /* by lane */
};

/* Fill the lanes, and whose each leaf is. */
void chart_find_lanes(struct charting *);
struct lane_key chart_key_of(const struct model_type *, int64_t value);
int chart_lane_of_value(const struct charting *, const struct model_type *, int64_t value);
int chart_lane_named(const struct charting *, const char *name);
/* What the model says; empty where it is no program, or says nothing. */
const struct view *chart_view(const struct report *);

#endif
