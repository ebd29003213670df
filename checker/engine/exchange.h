/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * exchange.h - what the processes of a search tell each other (cluster.h).
 *
 * Each state belongs to one process, by its hash: that one stores it, and visits
 * it.  A search does the same things in each process, in the same order:
 *
 *   exchange_begin()    what comes from the others is for the following ...
 *   search_range()      states are visited; what belongs to others is sent
 *   exchange_settle()   ... until all that anyone sent has been taken,
 *   exchange_agree()    and all know what all have found.
 *
 * What all decide on is what they agreed on, never what one of them knows alone;
 * so that all do the same next.  exchange_goes_on() is the question whether to stop.
 *
 * A search that is alone has no exchange: search->exchange is NULL.
 */
#ifndef MURRELET_EXCHANGE_H
#define MURRELET_EXCHANGE_H

#include "cluster.h"
#include "explore.h"

void exchange_new(struct search *);
void exchange_free(struct search *);
void exchange_worker(struct worker *);
void exchange_worker_done(struct worker *);

/* From now on the search's `emit` hears only of targets that are this process's own. */
void exchange_route(struct search *);
unsigned exchange_owner(const struct search *, const uint64_t *state);
bool exchange_owns(const struct search *, const uint64_t *state);
unsigned exchange_rank(const struct search *);
unsigned exchange_size(const struct search *); /* 1 of a search that is alone */

/* Drop the successors of the state that is being visited; or keep those that are for others. */
static inline void exchange_forget(struct worker *worker)
{
    worker->waiting = worker->kept;
    if (worker->away)
        worker->away->waiting = worker->away->kept;
}
/* Whether the state that is being visited has successors that are not yet kept. */
static inline bool exchange_has_more(const struct worker *worker)
{
    return worker->waiting > worker->kept || (worker->away && worker->away->waiting > worker->away->kept);
}
static inline void exchange_keep(struct worker *worker)
{
    worker->kept = worker->waiting;
    if (worker->away)
        worker->away->kept = worker->away->waiting;
}

/* What a parcel of LANE_FORTH is for.  `take` deals with items from parcel->taken on; false: the store must
 * grow first.  `with_parent`: to each state the number of the one that it comes from is sent. */
struct exchange_use {
    bool (*take)(struct worker *, struct parcel *);
    void (*answered)(struct search *, const struct parcel *); /* LANE_BACK; or NULL */
    bool with_parent;
    bool by_one;               /* thread 0 alone takes */
};
void exchange_begin(struct search *, struct exchange_use);
/* By a thread, after each state that it keeps something of: what waits is sent now and then, and what came is taken. */
void exchange_pass(struct worker *);
/* By each thread at the end of its part of a range: thread 0 stays until the `members` all are through. */
void exchange_attend(struct worker *, unsigned members);
void exchange_settle(struct search *);
/* A `take`: states are put in the store. */
bool exchange_take_states(struct worker *, struct parcel *);
/* Put a state in the store of its owner, in such a phase; by thread 0.  False: the search is stopped. */
bool exchange_give(struct worker *, const uint64_t *state);
/* An answer to the sender of a parcel: one number. */
void exchange_answer(struct search *, unsigned to, uint64_t number);

/* Each process gives its numbers: the first `sums` become sums, the `leasts` after them minima.  All learn also
 * whether any is stopped. */
void exchange_agree(struct search *, uint64_t *values, size_t sums, size_t leasts);
/* After search_aside(): what stopped the search does not stop what follows. */
void exchange_aside(struct search *);
/* Whether the search is not stopped for good: of several processes as all agreed last; of one see search_goes_on(). */
bool exchange_goes_on(struct search *);
/* Some processes are lost: what is known is what all agreed on last. */
bool exchange_is_lost(const struct search *);

/* One leads; what it asks the owner of a state the others answer, until it dismisses them. */
bool exchange_leads(const struct search *);
void exchange_serve(struct search *, uint64_t (*look_up)(struct search *, const uint64_t *state, uint64_t about));
uint64_t exchange_ask(struct search *, const uint64_t *state, uint64_t about);
void exchange_dismiss(struct search *); /* where this one leads */

/* Once all is over: what each process did, in search->result, by rank. */
void exchange_figures(struct search *);

#endif
