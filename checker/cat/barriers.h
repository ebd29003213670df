/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * barriers.h - which barriers of an execution meet.
 *
 * Barriers of one level, number and id meet, in one instance of the level, each
 * time anew.  All threads there that have such a barrier must come to it, or so
 * many as its quorum says: some set of them then meets, and all go on.
 */
#ifndef MURRELET_CAT_BARRIERS_H
#define MURRELET_CAT_BARRIERS_H

#include "execution.h"

struct cat_meeting {
    unsigned events[LITMUS_MAX_THREADS]; /* one of each thread that came */
    unsigned count;
    unsigned quorum; /* 0: all must come */
    bool waits;      /* some event of it does */
};

struct cat_meetings {
    struct cat_meeting of[CAT_EVENTS];
    unsigned count;
};

/* False: a thread goes on that waits for ever, or one stays for ever (PATH_WAITS) that does not wait. */
bool cat_barriers_meet(struct cat_meetings *, const struct cat_execution *);
/* The events of a meeting in the set `members` (by place in it) meet, with all that wait there. */
void cat_barriers_join(struct cat_execution *, const struct cat_meeting *, uint64_t members);

#endif
