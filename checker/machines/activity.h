/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * activity.h - which rules of a machine have fired, and which of its covers were
 * met, over any number of searches.
 *
 * A verdict over many tests says nothing of a rule that none of them reaches.
 * What is counted is the machine's own text with what it includes; the driver's
 * rules and what observes it are not.  A rule that the machine's constants switch
 * off in every search is told apart from one that might have fired.
 */
#ifndef MURRELET_MACHINES_ACTIVITY_H
#define MURRELET_MACHINES_ACTIVITY_H

#include "run.h"

struct activity_item {
    const char *name;
    struct model_place place;
    bool is_rule;          /* else it is a cover */
    bool seen;             /* it fired, or was met */
    bool switched_off;     /* of a rule: in every search so far */
    struct rule_statistics statistics; /* of a rule, where they were counted: of all searches */
};

struct activity {
    struct arena *arena;
    struct activity_item *items; /* as the machine's text has them, rules first */
    unsigned count;
    unsigned searches;
    bool counted;                /* with statistics */
};

struct activity *activity_new(struct arena *);
/* With what this search has seen.  The machine is the same in all. */
void activity_add(struct activity *, const struct litmus_result *);
/* With what another has seen, of the same machine; false, and nothing is changed, where its rules and covers are others. */
bool activity_merge(struct activity *, const struct activity *);
/* How many rules (or covers) there are, those aside that are switched off; and how many of these were not seen. */
unsigned activity_total(const struct activity *, bool rules);
unsigned activity_unseen(const struct activity *, bool rules);
/* Whether the item is one that activity_unseen() counts. */
bool activity_is_unseen(const struct activity_item *);

#endif
