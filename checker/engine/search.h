/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * search.h - explore a model's reachable states.
 *
 * The promises, whatever the threads, the exact store, the compiler:
 *  - HOLDS means that every reachable state was visited, exactly.
 *  - The counts, the verdicts and the trace are a function of the model and
 *    of the options that name a different question.
 *  - The trace of a violation is a shortest one; among those of the least
 *    depth, of the property that comes first in the model; among those, the
 *    least sequence (start instance, rule instance, rule instance, ...).  It
 *    is a run of the model without symmetry from one of its start states.
 */
#ifndef MURRELET_SEARCH_H
#define MURRELET_SEARCH_H

#include "result.h"

/* Never NULL.  The options must be consistent (the caller has checked). */
struct search_result *search_run(const struct model *, const struct search_options *);
/* What a search has found that will not go on, since memory ran out in the
 * middle of it: a result without traces.  From any of its threads; the search
 * is never run or freed again. */
struct search_result *search_so_far(struct search *);
/* Memory ran out before the traces could be verified: none is left in the result. */
void search_drop_traces(struct search_result *);

#endif
