/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * decorate.h - what makes a test of a cycle: how each access is done, its order and scope,
 * what lies between two accesses of a thread, and the scope tree of the threads.
 */
#ifndef MURRELET_GENERATE_DECORATE_H
#define MURRELET_GENERATE_DECORATE_H

#include "vocabulary.h"

/* Of an event.  A scope that nothing bears is 0, so that equal decorations are equal bytes. */
struct decoration {
    unsigned char order, form, scope;              /* enum access_order, access_form, access_scope */
    unsigned char dependency, fence, fence_scope;  /* between it and the next: access_dependency, access_fence, access_scope */
    unsigned char prelude;                         /* enum access_prelude */
};

struct decorated {
    const struct cycle *cycle;
    struct decoration at[CYCLE_EDGES]; /* by event */
    enum access_layout layout;
    unsigned group[CYCLE_THREADS];     /* by thread: its work-group, numbered as they come */
    unsigned agent[CYCLE_THREADS];     /* by work-group: its agent, likewise */
};

typedef bool decorated_visitor(void *data, const struct decorated *);
/* Each test once, up to the names of its threads, locations and scope instances.  Ends, with
 * false, when `visit` returns false. */
bool decorated_each(const struct cycle *, const struct vocabulary *, decorated_visitor *, void *data);
/* Of all ways to begin its cycle with a thread, the first one stands for all. */
bool decorated_is_first(const struct decorated *);
struct decorated decorated_first(const struct decorated *);
/* Of those of one location in a thread the first alone may have a prelude. */
bool decorated_may_have(const struct cycle *, unsigned event, enum access_prelude);
/* The first layer that has the test, or NULL. */
const struct vocabulary_layer *decorated_layer(const struct decorated *, const struct vocabulary *);

/* The test with one synchronisation weakened by a step, or dropped, as its layer of the vocabulary has it: the `index`th of
 * these, from 0; false where there are no more. */
bool decorated_weaken(const struct decorated *, const struct vocabulary *, unsigned index, struct decorated *weaker);

/* A scope that an access or a fence bears, for the walk below. */
struct scope_slot {
    unsigned event;
    bool of_fence;
};
enum { SCOPE_SLOTS = 2 * CYCLE_EDGES };
/* In the order of the events, and how many. */
unsigned decorated_slots(const struct decorated *, struct scope_slot *);
unsigned char *decorated_scope(struct decorated *, struct scope_slot);
/* Whether they have one scope between them. */
bool decorated_same_unit(const struct decorated *, enum scope_unit, struct scope_slot, struct scope_slot);

#endif
