/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * allows.h - whether a machine, or a memory model in cat, allows the condition of a
 * test: one question, whoever is asked.
 *
 * A model allows all that it flags, since what a flagged program does is not defined.
 * A machine allows what it shows at some place, within the bounds of its search.
 */
#ifndef MURRELET_SUITE_ALLOWS_H
#define MURRELET_SUITE_ALLOWS_H

#include "../cat/search.h"
#include "../machines/placement.h"
#include "../machines/run.h"

enum allows { ALLOWS_NOT, ALLOWS, ALLOWS_UNKNOWN };

struct asked {
    const char *name;
    const struct machine_variant *machine; /* or */
    const struct cat_model *model;
};

struct asking {
    struct machines *machines;
    struct litmus_options run;
    enum litmus_placement_set placements;
};

/* MACHINE, MODEL.cat or the name of one in litmus/models; false, with words in `why`, where there is none, or
 * it has errors (in `diagnostics`). */
bool asked_find(struct asked *, struct machines *, struct arena *, struct diagnostics *, const char *name, struct text *why);
/* UNKNOWN: a bound was reached; words in `why` where the machine cannot be run at all. */
enum allows asked_allows(const struct asked *, const struct asking *, const struct litmus_test *, struct text *why);

#endif
