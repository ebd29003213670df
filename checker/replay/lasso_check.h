/* SPDX-License-Identifier: BSD-2-Clause */
/* lasso_check.h - whether a trace that goes round breaks its formula, and is
 * fair: by the formula's definition on the run itself, without automata. */
#ifndef MURRELET_LASSO_CHECK_H
#define MURRELET_LASSO_CHECK_H

#include "../base/text.h"
#include "../engine/result.h"
#include "../model/model_fairness.h"

/* What to ask of a state.  Either may be cut short: then `stopped` says so, and the answer is not used. */
struct lasso_asker {
    void *data;
    /* Whether firing an instance leads to a state. */
    bool (*leads)(void *, const int64_t *leaves, uint64_t instance);
    /* The formula's conditions, as bits; false: one has no value. */
    bool (*conditions)(void *, const struct model_formula *, const int64_t *leaves, uint64_t *values);
    bool (*stopped)(void *);
};

/* The states and firings are those of the trace, which have been run again.  False: `why` says in which way it is not. */
bool lasso_check(const struct model *, const struct violation *, const struct lasso_asker *, struct text *why);

#endif
