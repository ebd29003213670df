/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * mutate.h - how many of a program's mutants its checks find.
 *
 * A mutant is run through the checks, the quickest first, until one fails.  It
 * is killed by that one; it survived where every check looked at everything
 * and found nothing; else it ran out, which is neither.  What is no program, or
 * is the original once names and constants are resolved, is no fault, and is
 * not run.
 */
#ifndef MURRELET_MUTATE_H
#define MURRELET_MUTATE_H

#include <xxhash.h>

#include "mutant.h"
#include "mutate_check.h"

enum mutate_verdict {
    MUTATE_NOT_RUN,
    MUTATE_KILLED,
    MUTATE_SURVIVED,
    MUTATE_RAN_OUT,
    MUTATE_INVALID, /* the language refuses it */
    MUTATE_SAME,    /* the program is the original */
    MUTATE_BROKE,   /* the checker failed on it */
    MUTATE_VERDICTS
};

/* A program that the mutated files are part of: the one that is mutated, or one
 * that a check runs. */
struct mutate_root {
    bool is_mutated;
    /* Read and check it; NULL, with the diagnostics in `error`, where it has errors. */
    struct program *(*read)(void *data, struct arena *, struct text *error);
    void *data;
    const struct program *program; /* the original */
    XXH128_hash_t hash;            /* of that */
};

struct mutate_result {
    const struct mutant *mutant;
    enum mutate_verdict verdict;
    struct check_result *checks; /* one for each check */
    const char *words;           /* invalid: why; else what the check that decided said; or "" */
    unsigned decided_by;         /* killed, ran out or broke: the check; else the number of checks */
};

struct mutation {
    struct arena *arena;
    struct mutate_root *roots;
    unsigned root_count;
    struct mutate_check *checks;
    unsigned check_count;
    unsigned *order;        /* of the checks, the quickest first */
    struct mutants mutants; /* that there are */
    unsigned chosen;        /* so many are to be run; 0: all */
    uint64_t seed;
    double max_seconds;     /* of each check */
    double until;           /* by machine_clock: no check goes on beyond; 0: no bound */
    unsigned processes;     /* checks at once */
    bool all_checks;        /* on after the first that kills */
    void (*progress)(void *data, const struct mutation *); /* or NULL */
    void *progress_data;
    struct mutate_result *results; /* in the order of the mutants, once mutate_run has returned */
    unsigned count;
    bool interrupted;       /* by the user, or at `until` */
};

/* Read the originals, and find all their mutants.  False, with words in `error`. */
bool mutate_find(struct mutation *, struct text *error);
/* Run the checks on the original, and put them in order.  False, with words in
 * `error`, where one does not pass; where the user stopped it, there are none. */
bool mutate_baseline(struct mutation *, struct text *error);
void mutate_run(struct mutation *);

/* The quickest check that the mutant passes with other counts than the original: it does something else there, which
 * need not be wrong.  The number of checks: none tells the two apart. */
unsigned mutate_tells(const struct mutation *, const struct mutate_result *);
unsigned mutate_count(const struct mutation *, enum mutate_verdict);
const char *mutate_verdict_name(enum mutate_verdict);
const char *check_end_name(enum check_end);

#endif
