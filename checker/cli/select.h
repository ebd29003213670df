/* SPDX-License-Identifier: BSD-2-Clause */
/* select.h - which properties a run checks: --only and --skip. */
#ifndef MURRELET_SELECT_H
#define MURRELET_SELECT_H

#include <stdbool.h>

#include "../model/model.h"
#include "options.h"

struct selection {
    unsigned char *enabled; /* by property; NULL: all */
    bool deadlock;          /* whether deadlocks are looked for */
};

/* --only leaves the properties that it names, and the assumptions, since they
 * say what the model is; --skip takes away those that it names.  "deadlock" is
 * the name of the absence of deadlocks.  A name that no property has is an
 * error: returns false after saying so. */
bool select_properties(const struct command *, const struct model *, const struct option_list *only,
                       const struct option_list *skip, struct selection *);
/* The cover of this name; MODEL_NO_PROPERTY, after saying so, where there is none. */
uint32_t select_cover(const struct command *, const struct model *, const char *name);
/* Whether of the faults that firings can end with some are skipped and others are
 * not.  A skipped one takes the firing with it, so that the order in which a
 * firing meets two of them decides whether it is seen. */
bool select_splits_faults(const struct model *, const struct selection *);
void select_free(struct selection *);

#endif
