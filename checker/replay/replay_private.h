/* SPDX-License-Identifier: BSD-2-Clause */
/* replay_private.h - a replay by the interpreter: what replay.c and slice.c share. */
#ifndef MURRELET_REPLAY_PRIVATE_H
#define MURRELET_REPLAY_PRIVATE_H

#include "../base/text.h"
#include "../engine/search.h"
#include "../interp/interp.h"

struct replay {
    const struct program *program; /* NULL for a model built by hand */
    const struct model *model;
    const struct search_options *options;
    const struct violation *violation;
    struct text *difference;
    struct interp *interp;
    unsigned char *skipped;  /* by the program's property id */
    int64_t *leaves, *target; /* of the interpreter */
    const struct property *cover; /* a local one that the trace is to meet, or NULL */
    bool met;                /* by its last step */
    bool tries;              /* the steps are not known to be a run: their states are noted, and not compared */
    bool (*stopped)(void *);
    void *stop_data;
    bool has_stopped;
};

void replay_open(struct replay *, bool as_cmurphi);
void replay_close(struct replay *);
/* Fire step `number` of the trace from r->leaves, and leave there the state after it. */
enum interp_status replay_step(struct replay *, unsigned number);
/* Whether the interpreter's last fault is the violation. */
bool replay_is_expected(const struct replay *);
/* Fire each step from `first` on but a failing last one, from the state in r->leaves (of step 0: from none), and compare
 * the state after it.  False, with why in r->difference, where that is not so. */
bool replay_follow(struct replay *, unsigned first);
/* Whether the violation is there in r->leaves, which the last step led to. */
bool replay_end(struct replay *);

#endif
