/* SPDX-License-Identifier: BSD-2-Clause */
/* show_parts.h - what the forms of a written trace have in common: its lanes, who acts, its messages. */
#ifndef MURRELET_SHOW_PARTS_H
#define MURRELET_SHOW_PARTS_H

#include <stdbool.h>

#include <jansson.h>

#include "../base/text.h"

enum { SHOW_NOBODY = -1 };

struct show {
    const json_t *trace, *steps, *chart;
    unsigned count, lane_count; /* steps; lanes, at least one */
};

/* Of a trace that is one. */
struct show show_open(const json_t *trace);
const char *show_lane(const struct show *, unsigned lane);
/* The lane that acts in a step; the last where that is nobody's. */
unsigned show_actor(const struct show *, unsigned step);

struct show_message {
    unsigned sent, received; /* received: the count of steps where it never is */
    int from, to;
    const char *text;
};
/* False where there are no more. */
bool show_message(const struct show *, unsigned index, struct show_message *);

/* "issue t = P0, w = 0", and of step 0 "start: reset". */
void show_rule(struct text *, const struct show *, unsigned step);
/* "this firing fails: a value outside its type"; false of a step that does not fail. */
bool show_fails(struct text *, const struct show *, unsigned step);
/* Whether the run ends in a firing that fails. */
bool show_ends_failing(const struct show *);
/* A value in words: Undefined, true, 3, Idle. */
void show_value(struct text *, const json_t *);
/* What changes, but for what is hidden: "x := 1, y := 2". */
void show_changes(struct text *, const struct show *, unsigned step);
/* Of a litmus test, what a thread does: the access that it goes on from, and what it reads, or the registers that get a
 * value: "r[acq,agent] y reads 1", "r1=1".  False where the step says nothing of that. */
bool show_access(struct text *, const struct show *, unsigned step);
/* Of a run that goes round: whether the step is in the cycle. */
bool show_is_cycle(const struct show *, unsigned step);
/* Whether it does; then after its last step it goes on as after step *loop, for ever, and where that is the last one it
 * stays there. */
bool show_goes_round(const struct show *, unsigned *loop);
/* What a fair rule does in the cycle: "fair rule \"ask\" i = p_1: fires in step 2".  False where there are no more. */
bool show_treated(struct text *, const struct show *, unsigned index);
/* Whether a property of this kind is one that somebody wrote, and gave its name. */
bool show_is_written(const char *kind);
/* What is violated or met: "invariant \"SWMR\" n = node_1"; of what the language asks, what is wrong. */
void show_property(struct text *, const json_t *target);
/* "Violated: invariant \"SWMR\" n = node_1" */
void show_target(struct text *, const struct show *);

#endif
