/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * cycle.h - critical cycles: the shapes of litmus tests.
 *
 * A test asks whether an execution may go round a cycle of program order and
 * communication (reads-from, from-read, coherence).  Sequential consistency forbids
 * each of them, and who forbids all cycles is sequentially consistent; a cycle is
 * critical where none of its parts could be left out.  So these are all the questions
 * there are, up to the orders and scopes of the accesses (decorate.h); but that two accesses of
 * a location make a cycle where one of them reads and writes at once.  Beside these stand cycles of
 * loads alone, which ask nothing but that they end: what a machine does where nobody stores.
 */
#ifndef MURRELET_GENERATE_CYCLE_H
#define MURRELET_GENERATE_CYCLE_H

#include <stdbool.h>

enum {
    CYCLE_EDGES = 6,
    CYCLE_THREADS = 4,
    CYCLE_THREAD_EVENTS = 3, /* of a thread, at most */
};

/* External edges, to another thread, come first; then internal ones.  RRE is from a read to another of the same write. */
enum cycle_edge { EDGE_RFE, EDGE_FRE, EDGE_COE, EDGE_RRE, EDGE_RFI, EDGE_FRI, EDGE_COI, EDGE_POD, EDGE_POS };

struct cycle_event {
    bool write;
    enum cycle_edge edge;  /* to the next event; of the last, to the first */
    unsigned thread, location;
    int value;             /* that a write stores, or a read returns if the cycle is there */
    bool update;           /* a write that is on the cycle by what it reads too */
    int reads;             /* that a write finds, if it reads as well */
};

struct cycle {
    struct cycle_event events[CYCLE_EDGES];
    unsigned count, threads, locations;
    unsigned first[CYCLE_THREADS + 1]; /* by thread: its first event */
    bool twice[CYCLE_EDGES];           /* by location: it has two writes, and a last value that tells their order */
    int final[CYCLE_EDGES];            /* by location: that value */
    bool same[CYCLE_THREADS];          /* by number of threads to turn it by: it is the same again */
};

/* What cycles there are: those of at most `edges` edges and `threads` threads; `internal`: with
 * communication within a thread too. */
struct cycle_bounds {
    unsigned edges, threads;
    bool internal;
};

/* Returns whether there are to be more. */
typedef bool cycle_visitor(void *data, const struct cycle *);
/* Each once, however it is turned, the shorter first. */
void cycles_each(const struct cycle_bounds *, cycle_visitor *, void *data);

bool cycle_edge_is_external(enum cycle_edge);
bool cycle_edge_is_program_order(enum cycle_edge);
/* Two accesses of which one at least both reads and writes: who forbids it performs read-modify-writes in one step. */
bool cycle_is_of_updates(const struct cycle *);
/* Loads, each of what was there before: the outcome that it asks for is the only one. */
bool cycle_is_of_loads(const struct cycle *);
bool cycle_is_internal(const struct cycle *); /* it has communication within a thread */
/* As diy names it: MP, SB, IRIW; or NULL, where it has no name. */
const char *cycle_name(const struct cycle *);
/* "PodWW Rfe PodRR Fre", the edges as diy spells them, with `between`; returns its length. */
int cycle_spell(const struct cycle *, char *out, int room, const char *between);

#endif
