/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * paths.h - what each thread of a test may do by itself: its paths.
 *
 * A path is a run of one thread whose reads take any value that their location
 * can have.  What values those are follows from what the paths write: both are
 * found together.  A choice of a path for each thread, in which every value
 * that is read may be written, is what executions are made of: candidates.h and
 * cat/search.h go on from there.
 *
 * Loops are unrolled: a back edge is taken at most `unroll` times.
 */
#ifndef MURRELET_AXIOMS_PATHS_H
#define MURRELET_AXIOMS_PATHS_H

#include "effort.h"
#include "path.h"

/* False, with the reason in `effort`: not all were found. */
bool paths_find(struct paths *, struct arena *, const struct litmus_test *, const struct path_options *, struct effort *);

/* Call `visit` with each choice of a path for each thread in which all that is
 * read may be written, until the effort ends. */
typedef void paths_visitor(void *data, const struct path *const *chosen);
void paths_each(const struct paths *, struct effort *, paths_visitor *, void *data);

#endif
