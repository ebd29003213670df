/* SPDX-License-Identifier: BSD-2-Clause */
/* seek.h - a shortest way from a state to one that is wanted, by the interpreter: for who walks through a model by hand. */
#ifndef MURRELET_SEEK_H
#define MURRELET_SEEK_H

#include <stdbool.h>

#include "../interp/interp.h"

enum seek_end { SEEK_FOUND, SEEK_NONE, SEEK_TOO_MANY, SEEK_STOPPED };

struct seek {
    struct interp *interp;
    uint32_t leaves;
    uint64_t instances;        /* of rules */
    uint32_t most;             /* states to look at */
    /* Whether a state is wanted; whether a run may go through it; whether to stop. */
    bool (*wanted)(void *, const int64_t *leaves), (*allowed)(void *, const int64_t *leaves), (*stopped)(void *);
    void *data;
    /* Found: the rules that lead there, the caller's to free. */
    uint64_t *steps;
    unsigned count;
    uint32_t states;           /* that were looked at */
};

/* The state one begins in is not asked for. */
enum seek_end seek_run(struct seek *, const int64_t *from);

#endif
