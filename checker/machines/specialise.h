/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * specialise.h - a machine's model, its layout bound to one test.
 *
 * A machine is compiled for more threads, CUs, lines and values than most tests
 * have.  What lies under the index of a thread, a CU or a line that the test
 * has not (the types of models/lib/host.m, by their names) is expected to stay
 * as it is in the start state, and takes no bits; and so are the bits of a
 * scalar that only greater values would need.  That is a guess, and the model
 * checks it at every firing.  Where it is wrong, the search is done again with
 * the array, or the scalar, whole; and from then on all searches on the model
 * begin so.
 */
#ifndef MURRELET_MACHINES_SPECIALISE_H
#define MURRELET_MACHINES_SPECIALISE_H

#include <stdatomic.h>

#include "host.h"

struct arena;
struct program;

struct specialise_plan; /* of a model: what has turned out to be wrong */
struct specialise_plan *specialise_plan_new(struct arena *, const struct model *, const struct program *);

/* The model for one test.  *overflowed is set when a search meets a state that
 * the specialised layout cannot hold; then its result is worth nothing, and another
 * call gives a wider one, in the end the model itself. */
const struct model *specialise_model(struct arena *, struct specialise_plan *, const struct machine_program *,
                                 const struct litmus_placement *, const struct litmus_sizes *compiled,
                                 const struct model_external_binding *, atomic_bool *overflowed);

#endif
