/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * execution.h - a machine's run as the memory models see it: its accesses, what
 * each read reads from (rf) and in which order the writes of a location stand
 * (co), beside each thread's program order (po).  A read is before (fr) every
 * write of its location that stands behind the one it reads from.
 *
 * The run is done once more by the interpreter, step for step, with values
 * that say which store they come from (litmus_host_follow); so rf is exact
 * where stores write equal values too.  Every step must be enabled there, and
 * lead to the state that the trace has, in all but values: a machine that does
 * more with a value than to copy it is not followed, and that is said.
 */
#ifndef MURRELET_LITMUS_EXECUTION_H
#define MURRELET_LITMUS_EXECUTION_H

#include <jansson.h>

#include "run.h"

enum litmus_relation { RELATION_NONE, RELATION_PO, RELATION_RF, RELATION_CO, RELATION_FR };

struct litmus_execution {
    const struct litmus_test *test;
    const struct machine_program *program;
    struct litmus_event *events; /* by thread, then in program order */
    unsigned count;
    const struct litmus_value *final; /* how the run ends, by the test's watches */
    /* A shortest cycle of po, rf, co and fr: events, each related to the next
     * and the last to the first.  None (0): the run is sequentially consistent. */
    unsigned *cycle;
    unsigned cycle_length;
    /* Where there is a cycle: whether some other execution that is sequentially
     * consistent meets the condition too; not known before somebody asks `sc`. */
    bool sc_known, sc_allows;
};

/* Of result->witness_search.  NULL, with words in `error`, where the run cannot
 * be followed. */
struct litmus_execution *litmus_execution_of(struct machines *, const struct litmus_result *,
                                             const struct litmus_options *, struct arena *, struct text *error);

/* How event a stands directly before event b; program order before the others. */
enum litmus_relation litmus_relation_of(const struct litmus_execution *, unsigned a, unsigned b);
/* The edge that leaves place `at` of the cycle, as diy names it: PodWW, Rfe, Fri. */
void litmus_edge_name(struct text *, const struct litmus_execution *, unsigned at);

void litmus_execution_print(struct text *, const struct litmus_execution *);
json_t *litmus_execution_json(const struct litmus_execution *);

#endif
