/* SPDX-License-Identifier: BSD-2-Clause */
/* cat_dot.h - an execution that a memory model accepts, as a graph for dot. */
#ifndef MURRELET_CAT_DOT_H
#define MURRELET_CAT_DOT_H

#include "../cat/search.h"

struct text;

/* A cluster for each thread; arrows po (to the next event), rf, co (to the next
 * write), fr.  What the model did not need to choose is left out. */
void cat_dot(struct text *, const struct cat_evaluation *, const char *model);

/* The same of one that raises a flag: where that is a relation that is not empty (`flag ~empty race`), its pairs are drawn. */
void cat_dot_flag(struct text *, const struct cat_evaluation *, const struct cat_requirement *flag, const char *model);

#endif
