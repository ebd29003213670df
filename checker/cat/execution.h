/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * execution.h - the events of one choice of paths, and what the program alone
 * says of them.
 *
 * First come the initial writes, one for each location that is no alias, each as if
 * by a thread of its own; then each thread's events in its order.  An RMW is a read, and a
 * write behind it where it wrote; both are tagged RMW.
 */
#ifndef MURRELET_CAT_EXECUTION_H
#define MURRELET_CAT_EXECUTION_H

#include "../axioms/paths.h"
#include "bits.h"
#include "model.h"

struct cat_event {
    int thread;      /* -1: an initial write */
    unsigned at;     /* the instruction */
    unsigned place;  /* of its action in the thread's path */
    bool reads, writes;
    bool acquires, releases; /* which halves of an order it can have */
    int location;    /* -1: a fence */
    int address;     /* by which it was reached: the location, but for aliases */
    int64_t id, quorum; /* of a barrier */
    bool open;       /* a read whose value is not said by the path, but by its source */
    struct litmus_value value; /* read or written */
    enum litmus_order order;
    enum litmus_level level;
    uint64_t tags;
};

struct cat_execution {
    const struct litmus_test *test;
    const struct path *const *paths;
    struct cat_event events[CAT_EVENTS];
    unsigned count;
    struct cat_set spins; /* those that happen for ever, again and again */
    struct cat_set rounds; /* those that are what happens for ever for the first time, where memory changes; */
    unsigned twin[CAT_EVENTS]; /* ... of an event of `spins`, if there is one; else itself */
    struct cat_relation base[CAT_BASES]; /* those that are chosen are empty */
};

/* False: there are more than CAT_EVENTS events. */
bool cat_execution_make(struct cat_execution *, const struct litmus_test *, const struct path *const *paths);

#endif
