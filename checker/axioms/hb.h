/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * hb.h - happens-before along sequentially consistent executions, in finite
 * state: the race analysis of the HRF models.
 *
 * Clocks grow for ever in a loop that spins.  Instead, for the latest access of
 * each thread, location and class (a *record*), the state holds what it happens
 * before: the next actions of threads, and the releases through which it may
 * come to happen before others (*elements*).  Which records and elements a test can have is
 * decided when the test is loaded, and the state is a set of bits over them.
 *
 * A state of the analysis is a number, given out in order of arrival; it means
 * nothing outside its analysis.  Numbering is done under a lock, so that
 * several search threads may share one.
 */
#ifndef MURRELET_AXIOMS_HB_H
#define MURRELET_AXIOMS_HB_H

#include "../litmus/machine_program.h"

enum race_model {
    RACE_DRF,
    RACE_HRF_DIRECT, RACE_HRF_INDIRECT,
    RACE_HRF_DIRECT_RELAXED, RACE_HRF_INDIRECT_RELAXED,
    RACE_RSP, /* the last, with remote-scope promotion */
    RACE_MODELS
};
extern const char *const race_model_names[]; /* NULL-terminated */

struct race_rules {
    enum race_model model;
    /* The relaxed models: scopes are inclusive where one instance contains the
     * other, and not only where both contain both threads. */
    bool literal;
    /* Every scope counts as the whole system: for machines that know none. */
    bool wide;
    /* rsp: a remote operation conflicts with a narrower atomic of its target. */
    bool strict;
};

bool race_is_relaxed(enum race_model);

struct hb;

struct hb *hb_new(const struct machine_program *, const struct race_rules *);
void hb_free(struct hb *);

int hb_start(struct hb *);
/* The state after the thread performs the operation next; `writes` is whether
 * an RMW does.  A state with a race stays as it is.  -1: there are too many. */
int hb_step(struct hb *, int state, int thread, const struct program_operation *, bool writes);

/* The first half of a race; the second is the access that led to the state. */
struct hb_race {
    int thread, location;
    bool atomic, writes;
    enum litmus_level level; /* as promoted */
};
/* Whether the state has a race; `race` may be NULL. */
bool hb_race(struct hb *, int state, struct hb_race *race);

/* For tests: the bits of the largest state, and how many states there are. */
unsigned hb_bits(const struct hb *);
unsigned hb_count(const struct hb *);

#endif
