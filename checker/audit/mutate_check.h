/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * mutate_check.h - one check of one mutant, in a process of its own.
 *
 * The process is a copy of this one in which the mutant's text stands in for
 * its file (base/source.h), and which runs a command of this program as if it
 * had been typed, or a routine that is told which mutant it is.  So a mutant that breaks the checker, fills the memory or
 * never ends harms nobody, and nothing is written where the original lies.
 */
#ifndef MURRELET_MUTATE_CHECK_H
#define MURRELET_MUTATE_CHECK_H

#include <stdbool.h>
#include <sys/types.h>

#include "../base/arena.h"
#include "../base/text.h"

struct mutate_check {
    const char *name;         /* as the user is told */
    int (*run)(int, char **); /* a command: gives its exit code */
    int argc;
    char **argv;
    int (*judge)(void *data, unsigned mutant); /* in place of a command, where it is not NULL: gives an exit code too */
    void *data;
    double seconds;           /* of the original */
    const char *counts;       /* of the original, as in a check_result */
};

enum check_end {
    CHECK_NOT_RUN,
    CHECK_PASSES,  /* all was looked at, and nothing is wrong */
    CHECK_KILLS,
    CHECK_RAN_OUT, /* it did not come to an end, or left something out */
    CHECK_REFUSES, /* as bad input, which the original is not: it kills too */
    CHECK_BREAKS,  /* the checker itself failed */
    CHECK_ENDS
};

struct check_result {
    enum check_end end;
    double seconds;
    const char *words; /* the line that says what was found; or "" */
    const char *counts; /* passes: the lines that say how many states there are; else "" */
};

struct check_process {
    pid_t pid; /* 0: none */
    int ended; /* readable when it has ended; -1: none is to be had */
    int output;
    double started, until;
    bool was_asked, was_killed;
    const char *wrong; /* why it could not be started, or NULL */
};

/* Which mutant, and its text in place of the file at `path`; NULL: the original. */
struct check_subject {
    unsigned mutant;
    const char *path;
    const struct text *text;
};
void check_start(struct check_process *, const struct mutate_check *, const struct check_subject *, double max_seconds);
/* Whether it has ended.  One that is late is asked to end with what it has, and then made to. */
bool check_has_ended(struct check_process *, struct arena *, struct check_result *, struct text *output);
/* Ask it to end now. */
void check_ask(struct check_process *);
/* Until one of them may have ended, or for a moment. */
void check_doze(struct check_process *, unsigned count);

#endif
