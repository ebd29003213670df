/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * suite_cat.h - memory models in cat by which machines are judged.
 *
 * A model obliges for a test unless an execution that it accepts raises one of its
 * flags: what a flagged program does is not defined.  The outcomes that it allows
 * are found when they are first asked for, and kept.
 */
#ifndef MURRELET_SUITE_CAT_H
#define MURRELET_SUITE_CAT_H

#include "suite_data.h"
#include "../cat/model.h"

struct suite_cat_verdict {
    struct outcomes *allowed;
    const char *flag;      /* one that some execution raises, or NULL */
    bool complete;         /* nothing else is allowed */
    const char *left_out;  /* or why that is not known: a clause */
};

/* The place of the model in the suite's list, read if it is not there yet; -1, with
 * diagnostics, where something is wrong with it. */
int suite_cat_add(struct suite *, struct diagnostics *, const char *path);
/* NULL where the suite was stopped before that was found out. */
const struct suite_cat_verdict *suite_cat_decide(const struct suite *, int model, unsigned test);
/* Whether suite_cat_decide has no search to do. */
bool suite_cat_is_decided(const struct suite *, int model, unsigned test);
const struct cat_model *suite_cat_model(const struct suite *, int model);
/* The same models, of a suite that has some of these tests alone: by its test, the original's.  The verdicts stay the original's. */
void suite_cat_again(struct suite *again, const struct suite *original, const unsigned *tests);
void suite_cat_free(struct suite *);

#endif
