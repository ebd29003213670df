/* SPDX-License-Identifier: BSD-2-Clause */
/* kills.h - which tests kill which mutants of a machine, and how few tests do: for people, and as JSON. */
#ifndef MURRELET_KILLS_H
#define MURRELET_KILLS_H

#include <stdio.h>

#include <jansson.h>

#include "../audit/mutate.h"

/* What became of a pair, a mutant and a test. */
enum kill_mark {
    KILL_UNKNOWN, /* it has not run, or left something out, and broke nothing */
    KILL_PASSES,
    KILL_KILLS,
    KILL_REFUSES, /* it cannot be run: the mutant is no machine any more */
};

enum kill_verdict {
    KILL_KILLED,   /* by some test */
    KILL_SURVIVED, /* every test looked at everything */
    KILL_RAN_OUT,  /* some pair has no answer, and none kills */
    KILL_REFUSED,  /* no test is needed to find it: it cannot be run */
    KILL_BROKE,    /* the checker failed */
    KILL_INVALID,
    KILL_SAME,
    KILL_NOT_RUN,
    KILL_VERDICTS
};

struct kills {
    const char *machine, *vocabulary; /* vocabulary: NULL where the tests were there already */
    unsigned edges, threads;
    bool internal;
    const struct mutation *mutation;
    unsigned made, broken, free, incomplete; /* tests, by what the original does on them */
    const char *const *tests;    /* those that it keeps */
    unsigned test_count;
    const unsigned char *marks;  /* enum kill_mark, by mutant of `mutation->mutants` and test */
    const unsigned *chosen;      /* tests that kill all that any kills */
    unsigned chosen_count, least; /* least: so many are needed */
    bool cut;                    /* by the user, or by time */
};

enum kill_mark kills_mark(const struct kills *, const struct mutate_result *, unsigned test);
enum kill_verdict kills_verdict(const struct kills *, const struct mutate_result *);
unsigned kills_count(const struct kills *, enum kill_verdict);
/* Pairs without an answer, of mutants that were to be run. */
unsigned kills_unknown(const struct kills *);
/* The choice is proved a smallest one of the tests: each pair has its answer, and fewer do not do. */
bool kills_smallest(const struct kills *);

void kills_text(const struct kills *, FILE *);
json_t *kills_json(const struct kills *);

#endif
