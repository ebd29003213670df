/* SPDX-License-Identifier: BSD-2-Clause */
/* steps.h - walk along a trace; the printed trace and the JSON one are both
 * made from this, and so hold the same steps. */
#ifndef MURRELET_STEPS_H
#define MURRELET_STEPS_H

#include "../base/text.h"
#include "../model/value.h"
#include "report.h"

struct steps_private;

struct steps {
    unsigned number;              /* 0 for the start state */
    uint64_t instance;
    const struct model_rule *rule;
    const int64_t *before;        /* leaves; NULL at the start state */
    const int64_t *after;         /* NULL where this firing fails */
    struct text output;           /* what `put` statements print in this step */
    const char *fault;            /* why this firing fails, in words with values; or NULL */
    bool needed_only;             /* of a slice: what the violation does not need counts as no change; the caller's to set */
    struct steps_private *private_;
};

/* The trace of violation `index` of the report's result. */
struct steps *steps_open(const struct report *, unsigned index);
bool steps_next(struct steps *);
/* Have steps_next() go on with this step. */
void steps_from(struct steps *, unsigned number);
/* Whether the leaf is defined after this step; those of a multiset's free
 * slots are not. */
bool steps_defined(const struct steps *, uint32_t leaf);
/* The same before this step. */
bool steps_was_defined(const struct steps *, uint32_t leaf);
/* Whether this step gives a leaf another value (from nothing, at the start). */
bool steps_changed(const struct steps *, uint32_t leaf);
/* Whether it does, and a slice's violation does not need it. */
bool steps_unneeded(const struct steps *, uint32_t leaf);
/* Whether it changes the state at all. */
bool steps_moved(const struct steps *);
/* Where more than one scalar of a record or an array changes, and all of it is then undefined, or (a
 * record) again as it was in the start state: the word for that, for a line that stands for them all; else NULL. */
const char *steps_folded(const struct steps *, const struct value_part *);
/* In the start state: an element of the array, where they are all alike, so that one can stand for them, and that
 * spares lines: more than two scalars, or more than one of anything else.  Else how many there are. */
uint32_t steps_alike(const struct steps *, const struct value_part *array);
/* The value of watch expression `index` after this step. */
void steps_watch(struct steps *, unsigned index, struct text *out);
/* The first rule instance from `from` on that is enabled after this step;
 * MODEL_NO_INSTANCE where there is none, or nobody to ask. */
uint64_t steps_enabled(struct steps *, uint64_t from);
void steps_close(struct steps *);

#endif
