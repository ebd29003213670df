/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * evaluate.h - what a model says of an execution of which not everything is
 * chosen yet.
 *
 * Each set and relation is known between two bounds: what is in it however the
 * rest is chosen, and what may be.  When all is chosen the bounds meet.  A
 * requirement that the bounds decide is decided for every way to go on, so whole
 * branches fall, and whole branches stand, at once.
 */
#ifndef MURRELET_CAT_EVALUATE_H
#define MURRELET_CAT_EVALUATE_H

#include "execution.h"

struct cat_bounds {
    struct cat_relation least, most; /* a set is in to[0] */
};

enum cat_answer { CAT_NO, CAT_OPEN, CAT_YES };

/* In which evaluations a node was computed and became another, for the last time: what no operand of has become another since
 * then is as it was.  0: not yet. */
struct cat_note {
    uint64_t computed, changed;
    unsigned end; /* of the first variable of a let rec: its FIX; else 0 */
};

struct cat_known {
    uint64_t asked; /* 0: not yet */
    enum cat_answer answer;
};

struct cat_evaluation {
    const struct cat_model *model;
    const struct cat_execution *execution;
    struct cat_bounds *values;            /* by node */
    struct cat_note *notes;               /* by node */
    struct cat_known *known;              /* by requirement */
    unsigned *open, open_count;           /* nodes, in their order, that what is chosen may still change; of a let rec the first */
    uint64_t now;                         /* counts evaluations; of an execution the first is 1 */
    struct cat_bounds fresh;
    struct cat_bounds chosen[CAT_CHOSEN]; /* the caller's: it narrows them, and goes back as far as to where it started */
};

struct cat_evaluation *cat_evaluation_new(struct arena *, const struct cat_model *);
/* An execution comes, and `chosen` is all that may be.  False: the model refuses whatever may come of it. */
bool cat_evaluation_start(struct cat_evaluation *, const struct cat_execution *);
/* Compute what depends on choices, as far as is needed.  NO: some requirement fails however
 * the rest is chosen; YES: none does. */
enum cat_answer cat_evaluate(struct cat_evaluation *);
/* After that was not NO: whether a flag is raised. */
enum cat_answer cat_flag(struct cat_evaluation *, const struct cat_requirement *);

#endif
