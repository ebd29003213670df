/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * endless.h - whether every execution that a model allows ends, under a scheduler.
 *
 * An execution that does not end is shown by a finite one: some threads end, some spin (axioms/path_loops.h),
 * some wait at a barrier that is never complete, some stop though they could go on, which the scheduler need
 * not prevent.  What a spinning thread does last it does for ever, so that each of these reads sees a
 * write that no other comes after, and each of these writes (of what an RMW read) is before no other, but for those that happen
 * for ever too.  Where these change memory the execution has them twice, and they are related the second time as the first.  The model
 * must allow the execution.
 *
 * That nothing is found is an answer where no execution brings a thread to where the bound cut its path.
 * It rests on two properties that the models here have: what they allow they also allow without the last things that threads do, and
 * without a round of a loop that changes nothing.
 */
#ifndef MURRELET_CAT_ENDLESS_H
#define MURRELET_CAT_ENDLESS_H

#include "../litmus/scheduler.h"
#include "result.h"

struct cat_endless {
    enum scheduler_finding finding; /* FOUND_ENDS: no execution that does not end was found */
    const char *left_out;           /* ... and what was not looked at, in a clause; or NULL */
    uint64_t evaluations;
};

/* `visit` (or NULL) sees an execution that does not end, without values. */
struct cat_endless cat_endless(const struct cat_model *, const struct litmus_test *, const struct cat_options *, const struct promises *,
                               cat_visitor *visit, void *data);

#endif
