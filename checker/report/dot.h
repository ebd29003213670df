/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * dot.h - an execution as a graph for dot: a cluster for each thread, its accesses in
 * program order, and arrows for po, rf, co and fr.  Of a relation those pairs are drawn
 * that do not follow from two others of it.
 */
#ifndef MURRELET_DOT_H
#define MURRELET_DOT_H

#include <stdbool.h>

#include "../base/arena.h"
#include "../base/text.h"

enum dot_relation { DOT_PO, DOT_RF, DOT_CO, DOT_FR, DOT_RACE, DOT_RELATIONS };

struct dot_event {
    int thread;           /* -1: of nobody, an initial write */
    const char *label;
    bool marked;
};

struct dot_graph {
    const char *name, *label;
    struct dot_event *events;
    unsigned count, thread_count;
    unsigned char *related[DOT_RELATIONS]; /* [from * count + to]: 1, or 2 for an arrow that is to stand out */
};

/* Room for its events, and nothing related. */
struct dot_graph dot_graph_new(struct arena *, unsigned count);
void dot_relate(struct dot_graph *, enum dot_relation, unsigned from, unsigned to);
bool dot_related(const struct dot_graph *, enum dot_relation, unsigned from, unsigned to);
/* As it stands between the quotes of a label. */
void dot_quote(struct text *, const char *words);
void dot_put(struct text *, const struct dot_graph *);

#endif
