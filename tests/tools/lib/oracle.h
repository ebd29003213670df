/* SPDX-License-Identifier: BSD-2-Clause */
/* oracle.h - the plainest model checker that could be: every reachable state
 * by the interpreter, leaf vectors in one hash table.  It tells
 * what the real one must find on a small model. */
#ifndef MURRELET_ORACLE_H
#define MURRELET_ORACLE_H

#include "engine/search.h"
#include "interp/interp.h"

struct oracle_options {
    enum deadlock_mode deadlock;
    bool unmet_cover_is_violation;
    bool orbits;             /* count states up to symmetry; liveness is left out */
    bool compare_orbits;     /* ask that states of one orbit have successors of the same orbits */
    uint64_t max_states;
};

struct oracle_result {
    enum verdict verdict;    /* incomplete: more than max_states */
    uint64_t states, fired;  /* meant only where the verdict is holds */
    unsigned depth;          /* of the deepest state, or of the violation */
    uint64_t orbits;         /* compare_orbits: how many, of the states that violate nothing */
    bool orbits_differ;      /* so reduction is not sound for this model */
    enum model_property_kind kind;
    struct place place;      /* of the violation; nowhere for a deadlock */
    char message[300];
};

struct oracle_result oracle_check(const struct program *, const struct oracle_options *);

#endif
