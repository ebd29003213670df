/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * suite.h - machines times tests, and what each machine promises of each test.
 *
 * A cell is one pair, over a set of placements: its outcomes are those of all
 * of them together.  A promise names a reference model:
 *
 *   sc, rc-mca, rc       the outcomes are among those of that reference machine
 *   drf, drf-relaxed, hrf-direct, hrf-indirect, hrf-direct-relaxed,
 *   hrf-indirect-relaxed, rsp
 *                        where the test is race-free under that model, the
 *                        outcomes are among those that it allows (races.h)
 *
 * A machine that knows no scopes promises drf or drf-relaxed too: with every
 * scope widened to the system, more of its tests are free of races.  drf-relaxed
 * is hrf-indirect-relaxed so widened.
 *
 * Races are decided there and then, regrouped tests' too; the library's record
 * of them (litmus/expected.tsv) is compared.
 *
 * And a machine has to show what models/must-show.tsv says: one that orders more
 * than its protocol does is broken too.
 *
 * An incomplete cell is never clean: it can be broken, or it is incomplete.
 */
#ifndef MURRELET_LITMUS_SUITE_H
#define MURRELET_LITMUS_SUITE_H

#include "breach.h"
#include "judge.h"
#include "suite_data.h"
#include "suite_races.h"
#include "suite_stop.h"

/* Whether model `a` promises all that `b` does. */
bool suite_implies(const char *a, const char *b);

void suite_run(struct suite *, const struct suite_options *);
/* In the middle of suite_run, which will not go on, since memory ran out: every
 * pair that has not run is incomplete, and all are judged by what is known. */
void suite_give_up(struct suite *, const struct suite_options *);
struct suite_count suite_count(const struct suite *, unsigned column);

#endif
