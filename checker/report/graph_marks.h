/* SPDX-License-Identifier: BSD-2-Clause */
/* graph_marks.h - what a graph of states says of one state, or edge, beyond what the search tells. */
#ifndef MURRELET_GRAPH_MARKS_H
#define MURRELET_GRAPH_MARKS_H

#include <stdbool.h>

#include <jansson.h>

#include "../base/text.h"
#include "../engine/search.h"

struct graph_marks;

struct graph_marks *graph_marks_new(const struct model *, const struct search_options *);
void graph_marks_free(struct graph_marks *);
/* The names of what a state violates, or a firing from it: "SWMR, data-value", or as an array; either may be NULL. */
void graph_marks_violated(struct graph_marks *, const uint64_t *packed, struct text *, json_t *names);
/* Calls `put` with each firing from a state that violates a property, as an assertion: it leads nowhere. */
void graph_marks_failing(struct graph_marks *, const uint64_t *packed, void (*put)(void *, uint64_t instance, uint32_t property),
                         void *data);
/* Whether the edge leads to another state than the rule makes, which stands for it under symmetry; and in words what has
 * another name there: "process_1 becomes process_2".  `from` NULL: to a start state. */
bool graph_marks_renamed(struct graph_marks *, const uint64_t *from, uint64_t instance, const uint64_t *to, struct text *);

#endif
