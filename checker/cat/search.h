/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * search.h - the outcomes that a model allows of a test.
 *
 * For each choice of paths (axioms/paths.h) and of the write that each observed
 * location ends with, an execution that the model accepts is looked for: a source
 * is chosen for each read, then pairs of writes are ordered, as far as the model
 * looks at them (evaluate.h).  Where one is found the rest need not be seen,
 * unless a flag is still to be decided.
 */
#ifndef MURRELET_CAT_SEARCH_H
#define MURRELET_CAT_SEARCH_H

#include "../litmus/outcomes.h"
#include "result.h"

/* Outcomes are added to `outcomes`; `visit` (or NULL) sees the first execution of each. */
struct cat_result cat_search(struct arena *, const struct cat_model *, const struct litmus_test *, const struct cat_options *,
                             struct outcomes *outcomes, cat_visitor *visit, void *data);

/* A flag that some execution raised, or NULL. */
const char *cat_flag_raised(const struct cat_model *, const struct cat_result *);
/* What could change the answer and was not looked at, in a clause; or NULL. */
const char *cat_left_out(const struct cat_result *);

#endif
