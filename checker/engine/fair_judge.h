/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fair_judge.h - whether a strongly connected set of nodes is a fair component (fair.h).
 *
 * The nodes of the set are those of ranks from its root's on, below FAIR_KNOWN.
 */
#ifndef MURRELET_FAIR_JUDGE_H
#define MURRELET_FAIR_JUDGE_H

#include "fair_part.h"

struct fair_judge;

/* `rank`: by node. */
struct fair_judge *fair_judge_open(struct fair_part *, const uint32_t *rank);
void fair_judge_close(struct fair_judge *);
/* `members`: the set's nodes, the last of which is its root. */
bool fair_judge(struct fair_judge *, const uint32_t *members, uint64_t size, uint32_t root_rank);
/* What strong fairness left of a set that was judged; each is given once.  False: none. */
bool fair_judge_rest(struct fair_judge *, struct stack32 *rest);

#endif
