/* SPDX-License-Identifier: BSD-2-Clause */
/* report.h - what a search found, as text and as JSON. */
#ifndef MURRELET_REPORT_H
#define MURRELET_REPORT_H

#include <stdbool.h>
#include <stdio.h>

#include <jansson.h>

#include "../engine/search.h"
#include "../machines/driver.h"
#include "../model/value.h"
#include "../murphi/types.h"

enum trace_mode { TRACE_DIFF, TRACE_FULL, TRACE_NONE };

/* All that a report is made from; it owns nothing. */
struct report {
    const char *path;                   /* of the model, as given */
    const struct model *model;
    const struct program *program;      /* NULL for a model built by hand */
    const struct search_options *options;
    const struct search_result *result;
    const struct constant_override *constants;
    unsigned constant_count;
    const struct driven *driven;        /* of a machine under a driver; or NULL */
    const json_t *test;                 /* of a run of a litmus test: what says again which; or NULL */
    const char *const *formulas, *const *fair, *const *strong; /* --ltl, --fair, --strong-fair, as given */
    unsigned formula_count, fair_count, strong_count;
    const json_t *execution;            /* of a litmus test's witness: its accesses and their relations; or NULL */
    enum dialect dialect;
    enum trace_mode trace;
    const struct value_names *names;    /* what values are called; NULL: as the model calls them */
    bool all;                           /* what the model says is a ghost, or the driver's, is shown too */
    const char *only;                   /* of the state a trace shows this variable alone; NULL: all */
    const char *const *watches;         /* --watch expressions, as written */
    struct expr *const *watch_exprs;    /* the same, checked */
    unsigned watch_count;
    const char *witness;                /* --witness: the cover's name, or NULL */
    bool stats, properties, quiet, colour;
    bool estimate;                      /* of a search that was stopped: how large the whole may be */
    bool claims_nothing;                /* the trace is a run, and shows nothing */
};

/* Whether a property is checked in this run at all. */
bool report_enabled(const struct report *, uint32_t property);
/* Whether it is of the form A -> B, or [] (A -> B). */
bool report_has_antecedent(const struct report *, uint32_t property);
/* Whether the antecedent held nowhere, though all states were visited. */
bool report_vacuous(const struct report *, uint32_t property);
/* Whether the violation of this index is the run that --witness asked for. */
bool report_is_witness(const struct report *, unsigned index);

/* Whether the search ended between two levels, since the next would have passed
 * the bound on states: what waits is that level, whole. */
bool report_stopped_before_level(const struct report *);
unsigned report_next_level(const struct report *);

/* Whether a trace shows what happens to this variable. */
bool report_shows(const struct report *, uint32_t variable);
/* Whether the model says that it is a ghost, or the driver's (murphi/view.h). */
bool report_hides(const struct report *, uint32_t variable);

void report_text(const struct report *, FILE *);
/* The steps of a trace alone. */
void report_text_trace(const struct report *, unsigned index, FILE *);
/* What one step of a trace changes, and what it was. */
void report_text_changes(const struct report *, unsigned index, unsigned step, FILE *);
/* The state after it: what is whose, as a chart has it, lane by lane.  Of a `part`, as in `cache[Node_1]`, what is of it
 * alone; false: there is none of this name. */
void report_text_state(const struct report *, unsigned index, unsigned step, FILE *);
bool report_text_part(const struct report *, unsigned index, unsigned step, const char *part, FILE *);
/* One violation, or witness, and its trace. */
void report_text_violation(const struct report *, unsigned index, FILE *);
/* What --stats adds: how often each rule was tested and fired, and the states of each level. */
void report_text_statistics(const struct report *, FILE *);
void report_set_statistics(json_t *object, const struct report *);
/* A new reference. */
json_t *report_json(const struct report *);
/* The trace of violation `index` of the result, as --trace-out writes it. */
json_t *report_trace(const struct report *, unsigned index);

/* The exit code of the verdict; 0 also when what --witness asked for was found. */
int report_exit_code(const struct report *);

#endif
