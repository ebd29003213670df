/* SPDX-License-Identifier: BSD-2-Clause */
/* searcher.h - what a search for executions has at hand: sources.h, probe.h and choose.h work on it, for search.c and endless.c. */
#ifndef MURRELET_CAT_SEARCHER_H
#define MURRELET_CAT_SEARCHER_H

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
    struct cat_relation ordered; /* writes of which the model wants one to be before the other, where coherence is partial */
    struct cat_set asked;        /* open reads whose values are of the outcome */
    struct litmus_value *values; /* by watch: of the outcome that is looked for */
    bool found;                  /* since choose_rest began */
    uint64_t began;              /* which evaluation that was */
};

/* What the model says of all that may come of what is chosen; CAT_NO, too, where nothing more is to be looked at. */
enum cat_answer searcher_ask(struct searcher *);

/* How two writes are ordered in coherence. */
static inline enum cat_order_kind searcher_coherence(const struct searcher *s, unsigned a, unsigned b)
{
    return s->options->partial && !cat_related(&s->ordered, a, b) ? CAT_PARTIAL : CAT_TOTAL;
}

#endif
