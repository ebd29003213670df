/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * judge.h - what the outcomes of a machine say of its promises.
 *
 * A machine is judged by what it promises, or by what is asked for in place of
 * that: reference models (suite.h), and memory models in cat (suite_cat.h).
 */
#ifndef MURRELET_SUITE_JUDGE_H
#define MURRELET_SUITE_JUDGE_H

#include "suite_data.h"

/* Read the promises of all columns.  False, with diagnostics, where a model in cat
 * is not there or has errors. */
bool suite_read_promises(struct suite *, struct diagnostics *);
/* Judge the columns that were asked for by these models, and not by what they promise: the names
 * of reference models, or files in cat.  None: nothing changes. */
bool suite_judge_by(struct suite *, struct diagnostics *, const char *const *models, unsigned count);

/* Why a cell is broken, and by which outcome (as suite_cell.broken_by); or why the model leaves it open. */
struct suite_why {
    const char *why, *outcome;
};
/* Judge a cell by one model; *why is filled where it is broken, or incomplete for the model's sake. */
enum suite_judgement suite_judge(const struct suite *, const struct suite_cell *, const struct suite_promise *,
                                 struct suite_why *why);
/* Judge all cells by what their machines promise, and by what they have to show. */
void suite_judge_all(struct suite *, const struct suite_options *);

#endif
