/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * choose.h - choose a source for each read and orders of events, ask the model, go back: the executions of one choice of
 * paths, for search.c and endless.c.
 */
#ifndef MURRELET_CAT_CHOOSE_H
#define MURRELET_CAT_CHOOSE_H

#include "../axioms/effort.h"
#include "../litmus/outcomes.h"
#include "barriers.h"
#include "order.h"
#include "result.h"

struct searcher {
    const struct cat_model *model;
    const struct litmus_test *test;
    const struct cat_options *options;
    struct outcomes *outcomes; /* search.c's */
    cat_visitor *visit;
    void *data;
    void (*accept)(struct searcher *); /* an execution, or all that may come of what is chosen */
    bool flags;                  /* of interest */
    struct cat_result *result;
    struct effort effort;
    struct cat_execution *execution;
    struct cat_evaluation *evaluation;
    struct cat_meetings *meetings;
    struct litmus_value *values; /* by watch: of the outcome that is looked for */
    bool found;                  /* since choose_rest began */
};

/* What may be chosen for `execution`.  False: nothing can. */
bool choose_begin(struct searcher *);
/* Each choice of values for the reads whose values are open, as far as the model lets it be; sources of one value stay open. */
void choose_values(struct searcher *, void (*with)(struct searcher *));
/* Go through the rest, until one is accepted and no flag is open. */
void choose_rest(struct searcher *);

/* No other write to the location comes after this one, but such as happen for ever.  False: one has to. */
bool choose_last_write(struct searcher *, unsigned last);

static inline bool choose_is_write_to(const struct cat_event *e, int location)
{
    return e->writes && e->location == location;
}

/* Each set of members for each meeting of `execution`: where a quorum is enough, any that is as large. */
void choose_members(struct searcher *, unsigned meeting, void (*with)(struct searcher *));

#endif
