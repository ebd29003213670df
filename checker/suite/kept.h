/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * kept.h - results that an earlier run has kept, so that an edit of one machine
 * searches that machine's pairs alone.
 *
 * The result of a pair rests on: this program; the machine's text with all that it
 * includes, and its constants; the test; the surroundings, the places, the bounds on
 * states and what is checked; the compiler with its options.  All of it is in the
 * key under which the result is kept (kept_file.h), so where any of it changed the
 * pair is searched.  Bounds on time and memory are not: a result that one of them
 * cut short is not kept at all.
 *
 * Kept is what a search came to in the end: all states were visited, or a property
 * of the machine is violated.  What is kept says where each outcome was seen first,
 * so that the run to it can be searched for once more there.
 *
 * Outcomes are kept and not judgements: promises are judged anew.  What models say
 * of tests for that is kept too, where it is all that there is to say.
 *
 * Before the threads start and after they end any call may be made; meanwhile
 * kept_take and kept_put are for who holds the suite's lock.
 */
#ifndef MURRELET_SUITE_KEPT_H
#define MURRELET_SUITE_KEPT_H

#include "suite_data.h"

struct kept;

/* NULL: there is no cache, or none is wanted; or what runs cannot be told for sure. */
struct kept *kept_open(const struct suite *, const struct suite_options *);
/* The errno of what could not be written; 0: all could. */
int kept_close(struct kept *);

/* Fill the cell, and add to what its machine came to, if there is such a result; `record`: with that, too. */
bool kept_take(struct kept *, const struct suite *, struct suite_cell *, bool record);
/* Whether the search was of the machine as it was read when kept_open was called. */
bool kept_is_of(const struct kept *, const struct suite *, unsigned column, const struct litmus_result *);
/* Keep what the cell came to; its searches' activity alone. */
void kept_put(struct kept *, const struct suite_cell *, const struct activity *);
/* Write what was put of the column, from which no thread puts any more. */
void kept_write(struct kept *, unsigned column);

/* A cell's result with what its searches came to, as it is kept: a new reference, or NULL where a text is no UTF-8;
 * and what stands before all results of a machine.  Reports of a part (--shard) have both. */
json_t *kept_record(const struct suite_cell *, const struct activity *);
json_t *kept_rules(const struct activity *);
/* Fill the cell by it, and add to what its machine came to; false, and nothing is changed, where it is no such result. */
bool kept_restore(const struct suite *, struct suite_cell *, const json_t *rules, const json_t *record);

#endif
