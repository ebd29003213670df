/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * host.h - a litmus test bound to a machine's model.
 *
 * The model (models/lib/host.m, litmus.m, window.m) asks for operations and
 * tells what became of them; a host answers from one test, one placement and
 * one layout.  A thread's whole local state is one number in the model: the
 * host numbers local states as they are visited, so that the numbers differ from
 * one host to another, and mean nothing outside it.
 *
 * A host may serve several search threads at once: what it has numbered never
 * changes, and numbering is done under a lock.
 */
#ifndef MURRELET_LITMUS_HOST_H
#define MURRELET_LITMUS_HOST_H

#include "../base/text.h"
#include "../model/model_binding.h"
#include "../litmus/machine_program.h"
#include "placement.h"

/* The sizes that a model was compiled for. */
struct litmus_sizes {
    int threads, cus, components, lines, words, values, locals, operations, tags;
};

struct litmus_host;

struct litmus_host *litmus_host_new(const struct machine_program *, const struct litmus_placement *,
                                    const struct litmus_sizes *);
void litmus_host_free(struct litmus_host *);

/* Fill `bindings` (by the model's externals).  False, with the name in
 * *missing, where the model has an external that no host supplies. */
bool litmus_host_bind(struct litmus_host *, const struct model *, struct model_external_binding *bindings,
                      const char **missing);

/* A final state's values, by the test's watches; value codes. */
typedef void litmus_final_function(void *data, const int *values);
/* Called for each final state, one call at a time, while `collect` is on. */
void litmus_host_collect(struct litmus_host *, litmus_final_function *, void *data);
/* What HostWitness() asks. */
typedef bool litmus_witness_function(void *data, const int *values);
void litmus_host_witness(struct litmus_host *, litmus_witness_function *, void *data);

/* What the analysis of invariants/races.m is done by. */
struct hb;
void litmus_host_hb(struct litmus_host *, struct hb *);

/* NULL, or a sentence that says why the results cannot be believed: there were more
 * local states or operations than the model's types hold, or a value that no run of
 * the test has. */
const char *litmus_host_trouble(const struct litmus_host *);
/* The same, and it is forgotten: where the host is asked of states that no run has. */
const char *litmus_host_take_trouble(struct litmus_host *);

/* ---- following one run ----
 *
 * A host that follows a run gives every operation that a thread issues a number
 * of its own, and every store a value of its own, above the test's values and
 * known to the host alone.  A machine copies values and does no more with them,
 * so that a value says which store it comes from.  Such a host serves one
 * thread, and a model whose `value` holds `litmus_follow_sizes()`. */

struct litmus_sizes litmus_follow_sizes(const struct machine_program *, struct litmus_sizes);
void litmus_host_follow(struct litmus_host *); /* before it is bound */

struct litmus_event {
    int thread, index;  /* the thread's index-th operation, branches of reference machines counted */
    struct program_operation what; /* a load, a store, an RMW or a fence */
    int read, written;  /* value codes; -1: it does not */
    int source;         /* the event that it reads from; EVENT_INITIAL; -1 where it does not read */
    int place;          /* of its write in the order of the location, from 0; -1 where it does not write */
};
enum { EVENT_INITIAL = -2 };

/* What was done in the run so far, by thread and then in program order.  NULL,
 * with a sentence in *why, where the values do not tell it. */
struct litmus_event *litmus_host_events(const struct litmus_host *, struct arena *, unsigned *count, const char **why);
/* The function of an external by its name; NULL where there is none. */
struct model_external_binding litmus_host_external(struct litmus_host *, const char *name);
/* All externals are bound. */
void litmus_host_start(struct litmus_host *);

/* For traces: what a local state is, e.g. "r1=1, next r[na] x"; what an operation is;
 * and what a value is, or false where no value of the test has the code. */
void litmus_host_print_local(const struct litmus_host *, struct text *, int thread, int local);
void litmus_host_print_operation(const struct litmus_host *, struct text *, int operation);
bool litmus_host_print_value(const struct litmus_host *, struct text *, int code);

#endif
