/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * suite_shown.h - how a suite, and infer, show the runs that break something: what
 * is cut away, watched and counted, and which constants the machines have.
 *
 * They are the options of 'murrelet litmus', so that the command which a broken
 * cell names shows the very run that is written here.
 */
#ifndef MURRELET_CLI_SUITE_SHOWN_H
#define MURRELET_CLI_SUITE_SHOWN_H

#include "../suite/suite.h"
#include "options.h"

/* Group: suite_shown_options. */
struct shown_arguments {
    struct option_list watches, constants;
    const char *trace_out, *html;
    bool all, slice, fewest_switches, stats;
};
extern const struct option_spec suite_shown_options[];
/* --html, of commands that have no other page; also of shown_arguments. */
extern const struct option_spec suite_shown_page_options[];

/* What the options of a suite have of it.  False, with what is wrong on stderr, where a constant is none that may be set,
 * or would be one of a machine that judges others. */
bool suite_shown_set(const struct command *, struct suite_options *, const struct suite *, const struct option_list *machines,
                     const struct shown_arguments *);
/* The constants, separated by blanks; NULL where none is set. */
const char *suite_shown_constants(struct arena *, const struct shown_arguments *);
/* Whether they may be set of these machines; what is wrong goes to stderr. */
bool suite_shown_may_set(const struct command *, const struct option_list *machines, const struct shown_arguments *);
bool suite_shown_is_asked(const struct shown_arguments *);
/* The run that was asked for, as JSON and as a page; NULL: there is none.  The run is released. */
bool suite_shown_write(json_t *run, const struct shown_arguments *);
void suite_shown_release(struct shown_arguments *);

#endif
