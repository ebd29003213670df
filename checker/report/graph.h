/* SPDX-License-Identifier: BSD-2-Clause */
/* graph.h - the state graph, written as dot or JSON while the search goes on. */
#ifndef MURRELET_GRAPH_H
#define MURRELET_GRAPH_H

#include <stdbool.h>
#include <stdio.h>

#include "../engine/search.h"

struct graph;

/* By its ending: .dot, .gv or .json. */
bool graph_name_is_good(const char *path);
/* As JSON where the name ends in .json, else dot.  With the options of the search, what a state violates and which edges are
 * of the quotient is found out of the model; NULL: neither is said. */
struct graph *graph_begin(const struct model *, const struct search_options *, const char *path, FILE *);
/* A search_options.state and .edge; the data is the graph.  An edge from NULL
 * leads to a start state.  What leads on from a state comes right after it. */
bool graph_state(void *, const uint64_t *packed, bool good);
void graph_edge(void *, const uint64_t *from, uint64_t instance, const uint64_t *to);
/* The last lines, which say how the search ended; whether all was written the stream knows. */
void graph_end(struct graph *, const struct search_result *);
void graph_free(struct graph *);

#endif
