/* SPDX-License-Identifier: BSD-2-Clause */
/* path_walk.h - the paths of one thread, for paths.c. */
#ifndef MURRELET_AXIOMS_PATH_WALK_H
#define MURRELET_AXIOMS_PATH_WALK_H

#include "effort.h"
#include "path.h"

enum {
    PATH_EVENTS = 32, /* of a path: sets of them are 32 bits */
    PATH_VALUES = 64, /* of a location: sets of them are 64 bits */
};

struct path_values {
    struct litmus_value of[PATH_VALUES];
    unsigned depth[PATH_VALUES]; /* writes in the shortest chain that makes the value, each computed from the last */
    unsigned count;
};

/* Fill in paths->of[t].  `keep_cut`: keep paths that end at a back edge, for their writes. */
void path_walk(struct paths *, struct arena *, unsigned t, const struct path_options *, bool keep_cut, struct effort *);

#endif
