/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * kind.h - which stores there are, and what a lossy one may have missed.
 */
#ifndef MURRELET_STORE_KIND_H
#define MURRELET_STORE_KIND_H

#include <stdbool.h>
#include <stdint.h>

enum store_kind { STORE_AUTO, STORE_FLAT, STORE_JUDY, STORE_COMPACT, STORE_BITSTATE, STORE_RUNS, STORE_VECTORS };

/* What a lossy store is expected to have missed: states that were reached, and
 * taken for ones that it had.  What only those lead to was never reached, and
 * is not among them. */
struct omissions {
    bool lossy;                    /* else all is 0 */
    double expected;               /* how many */
    double probability;            /* that there was one */
    double by_state;               /* that a new state was one, over the whole search */
    unsigned hash_bits;            /* STORE_COMPACT: what it keeps of a state */
    unsigned hashes;               /* STORE_BITSTATE: bits that a state sets */
    uint64_t array_bytes;          /* STORE_BITSTATE */
    double filled;                 /* STORE_BITSTATE: the share of the bits that are set */
};

#endif
