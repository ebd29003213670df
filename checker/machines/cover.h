/* SPDX-License-Identifier: BSD-2-Clause */
/* cover.h - what the searches of one compiled machine came to, over any number of tests (codegen/coverage.h). */
#ifndef MURRELET_MACHINES_COVER_H
#define MURRELET_MACHINES_COVER_H

#include <stdatomic.h>

#include "../codegen/coverage.h"
#include "../engine/result.h"
#include "../model/model.h"

struct machine_cover {
    struct coverage points;
    atomic_uchar *fired, *met; /* by rule; by property, of covers */
    atomic_uint searches;
    /* Of these the host was at a loss: the test has more local states than the model has room for, and was run again in a
     * larger one.  What such a search came to no run may come to, so that nothing of this model is counted. */
    atomic_uint spoilt;
};

/* The points are found by codegen_covered(); the rest when the model is there. */
struct machine_cover *machine_cover_new(struct arena *);
void machine_cover_open(struct machine_cover *, struct arena *, const struct model *);
/* With what a search has seen. */
void machine_cover_add(struct machine_cover *, const struct model *, const struct search_result *);

#endif
