/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * decorate.h - what makes a test of a cycle: an order for each access, what lies
 * between two accesses of a thread, one scope for all that synchronises, and the
 * scope tree of the threads.
 */
#ifndef MURRELET_GENERATE_DECORATE_H
#define MURRELET_GENERATE_DECORATE_H

#include "cycle.h"

/* The stronger after the weaker.  SYNC is acquire of a read, release of a write. */
enum access_order { ACCESS_NA, ACCESS_RLX, ACCESS_SYNC, ACCESS_SC, ACCESS_ORDERS };
/* Between accesses in program order; a dependency is on the read before, a fence is for both. */
enum access_link { LINK_NONE, LINK_CTRL, LINK_DATA, LINK_FENCE_AR, LINK_FENCE_SC, LINKS };
enum access_scope { SCOPE_WG, SCOPE_AGENT, SCOPE_SYS, SCOPES };

/* Sets of the above, a bit each. */
struct vocabulary {
    const char *name, *is;
    unsigned orders, links, scopes;
    bool trees;       /* every scope tree; else all work-groups apart in one agent */
};

/* Those that have names; the first is the default.  Ends with one without a name. */
extern const struct vocabulary vocabularies[];

struct decorated {
    const struct cycle *cycle;
    enum access_order order[CYCLE_EDGES]; /* by event */
    enum access_link link[CYCLE_EDGES];   /* by event: between it and the next */
    enum access_scope scope;
    unsigned group[CYCLE_THREADS];        /* by thread: its work-group, numbered as they come */
    unsigned agent[CYCLE_THREADS];        /* by work-group: its agent, likewise */
};

typedef bool decorated_visitor(void *data, const struct decorated *);
/* Each test once, up to the names of its threads, locations and scope instances.  Ends, with
 * false, when `visit` returns false. */
bool decorated_each(const struct cycle *, const struct vocabulary *, decorated_visitor *, void *data);

/* The test with one synchronisation weakened by a step, or dropped, as the vocabulary has it: the `index`th of
 * these, from 0; false where there are no more. */
bool decorated_weaken(const struct decorated *, const struct vocabulary *, unsigned index, struct decorated *weaker);
bool decorated_has_scope(const struct decorated *); /* something in it bears one */

#endif
