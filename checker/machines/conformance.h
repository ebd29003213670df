/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * conformance.h - whether a machine keeps to the machine interface, before
 * anything is believed that it shows.
 *
 * The small programs of models/lib/conformance run on the machine under
 * invariants/conformance.m, with prefetches and evictions, the work-groups
 * apart and paired: every access is answered once, every store is reported
 * once, the final value is that of the last store, a thread sees its own
 * accesses in program order, no increment is lost.  That is asked of machines
 * which promise nothing between threads too.
 */
#ifndef MURRELET_LITMUS_CONFORMANCE_H
#define MURRELET_LITMUS_CONFORMANCE_H

#include "activity.h"

enum conformance { CONFORMANCE_KEPT, CONFORMANCE_BROKEN, CONFORMANCE_INCOMPLETE, CONFORMANCE_UNKNOWN };

/* The caller's, for what is written for people is made above this floor. */
struct conformance_shower {
    /* Appends the run to what is violated, or to the witness, to `words`; with what it is a run of. */
    void (*show)(void *data, struct text *words, const struct litmus_result *, const struct litmus_options *, const char *path);
    void *data;
};

/* Under what was `asked` of compiling, constants, counting and of who acts; the surroundings are the check's own.
 * BROKEN: `words` says what is wrong, with the shortest run that shows it.
 * INCOMPLETE: a bound was reached, or the user wishes to end (base/stop.h).
 * UNKNOWN: it cannot be compiled.  `words` says why.  The activity, or NULL, is added to. */
enum conformance conformance_check(struct machines *, const struct machine_variant *, const struct litmus_options *asked,
                                   const struct conformance_shower *, struct activity *, struct text *words);

#endif
