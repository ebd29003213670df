/* SPDX-License-Identifier: BSD-2-Clause */
/* trace_private.h - the search for a run to a violation: what trace.c, trace_look.c, disk_trace.c and switches.c share. */
#ifndef MURRELET_TRACE_PRIVATE_H
#define MURRELET_TRACE_PRIVATE_H

#include "../store/bloom.h"
#include "explore.h"

struct candidate {
    bool there;
    uint64_t instance, number; /* the least so far; the target's number in the store */
    bool fails;                /* it is a firing that fails */
};

/* A fault at the end of the run that is not the one sought. */
struct other_fault {
    bool there;
    uint32_t property;
    uint64_t instance, property_instance;
};

struct choice;

struct tracer {
    struct search *search;
    struct violation *violation;
    uint32_t property;         /* deadlock_index for a deadlock */
    unsigned depth;
    _Atomic uint64_t *marks;   /* a bit by number */
    struct bloom filter;       /* the marked states of the next level */
    const uint64_t *chain;     /* instead of marks: the number of the state at each depth */
    const uint64_t *given;     /* instead of both: the states themselves */
    unsigned chained;          /* how many */
    bool by_orbit;             /* compare orbits with the chain's, not numbers */
    bool following_stored;     /* the run is of stored states: targets are canonical as they are */
    uint64_t *stored, *orbit;  /* by_orbit: the next state of the chain, made exact */

    struct worker real;        /* no symmetry, no reduction: the run itself */
    struct worker stored_one;  /* as in the search, to follow stored states */
    struct worker exact;       /* canonical forms by exact symmetry */
    unsigned step;             /* of the successor that is sought */
    bool state_fails, firing_fails;
    uint64_t property_instance; /* the least that fails in the current state */
    struct candidate best;
    struct other_fault other;
    uint64_t *target;          /* of the best candidate */
    uint64_t *canonical;       /* scratch */
    struct choice *choice;     /* at work (switches.c) */
    uint64_t *chosen;          /* the instance of each step, where the run is not the least one (switches.c); or NULL */
};

/* trace_look.c */
struct tracer *trace_of(const struct worker *);
/* For the states of a level; at the end: that of the violation, where successors do not matter. */
void trace_callbacks(struct search *, bool at_end);
/* Whether the source, which lies at the depth of the violation, violates the property. */
bool trace_violates(struct worker *);
/* Whether the source violates nothing, so that a run may pass through it. */
bool trace_is_good(struct worker *);
/* Evaluate every liveness property and formula in the state, since the evaluation itself may fail. */
void trace_evaluate_liveness(const struct search *, struct expansion *);

/* disk_trace.c: of a search whose states are on the disk.  All that lies on a shortest run to the
 * violation; whether a state does, at this depth. */
void disk_mark_levels(struct tracer *);
bool disk_leads(struct search *, const uint64_t *state, unsigned level);
void disk_marks_free(struct search *);

#endif
