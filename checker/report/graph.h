/* SPDX-License-Identifier: BSD-2-Clause */
/* graph.h - the state graph of a small model, as dot or JSON. */
#ifndef MURRELET_GRAPH_H
#define MURRELET_GRAPH_H

#include <stdbool.h>
#include <stdio.h>

#include "../engine/search.h"

struct graph;

enum { GRAPH_STATES_MAX = 10000 };

/* `interrupt` is set when the graph grows beyond its bound. */
struct graph *graph_new(const struct model *, atomic_bool *interrupt);
/* A search_options.edge; the data is the graph.  An edge from NULL leads to a
 * start state. */
void graph_edge(void *, const uint64_t *from, uint64_t instance, const uint64_t *to);
bool graph_too_large(const struct graph *);
/* By its ending: .dot, .gv or .json. */
bool graph_name_is_good(const char *path);
/* As JSON where the name ends in .json, else dot; whether it could be written the stream knows. */
void graph_write(const struct graph *, const char *path, FILE *);
void graph_free(struct graph *);

#endif
