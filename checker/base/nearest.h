/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * nearest.h - the name that was perhaps meant by one that is not there.
 */
#ifndef MURRELET_NEAREST_H
#define MURRELET_NEAREST_H

/* A search for it: `best` is NULL while nothing near enough was tried. */
struct nearest {
    const char *name, *best;
    unsigned distance;
};

struct nearest nearest_start(const char *name);
void nearest_try(struct nearest *, const char *candidate);
/* Among `count` names, fetched one by one; NULL: none is near. */
const char *nearest_of(const char *name, const char *(*get)(const void *, unsigned), const void *, unsigned count);

#endif
