/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * view.h - how a model wants its state to be read, as lines of its files say:
 *
 *     -- show: lane thread                            a lane for each element of the type
 *     -- show: lane "L2" of l2, memory                one for these variables
 *     -- show: channel up from cu to "L2" as "{kind} {line}"
 *     -- show: channel l1.fetch while ASKED from cu to "L2" as "GETS {line}"
 *     -- show: ghost last, version_of                 for the properties alone
 *     -- show: driver prefetches                      of what drives the model
 *
 * A line begins at the beginning of a line of the file.  A lane is what a chart gives a
 * column: a thread, a cache, a bank.  A channel's variable holds messages on their
 * way; `from` and `to` name lanes, and of a type it is the channel's index of that
 * type, or else the message's field; a field can be named too.  In the text of a message {x} is its field x, or
 * the channel's index of type x.  A part of a variable can be a channel, `l1.fetch` through
 * all of l1's indices, and a field that has other uses too is one while it has one of
 * the values that are named; then the other fields of its records are the message's, after its own.  Ghosts and the driver's variables are hidden where
 * a trace is shown, unless they are asked for.
 */
#ifndef MURRELET_VIEW_H
#define MURRELET_VIEW_H

#include "ast.h"

struct view_lane {
    const char *name;          /* of the type, or of the lane */
    bool is_type;
    struct symbol **variables; /* of a lane that is no type */
    unsigned count;
};

enum { VIEW_DEEP = 8 };

struct view_channel {
    const struct symbol *variable;
    const char **path;         /* the fields that lead from there to what holds messages */
    unsigned path_count;       /* at most VIEW_DEEP */
    const char **values;       /* that the last field has while there is a message; none: what it had not at the start */
    unsigned value_count;
    const char *from, *to;     /* names of lanes or types; NULL: nobody's */
    const char *text;          /* NULL: as the variable is */
};

enum view_hidden { VIEW_SHOWN, VIEW_GHOST, VIEW_DRIVER };

struct view {
    struct view_lane *lanes;   /* in the order of the lines */
    unsigned lane_count;
    struct view_channel *channels;
    unsigned channel_count;
    unsigned char *hidden;     /* by the program's variable: enum view_hidden */
};

/* Read the lines of all files of a program that is checked.  NULL, with what is wrong in the diagnostics, where one is
 * not of this form or names what is not there. */
const struct view *view_read(struct arena *, struct diagnostics *, const struct program *);

#endif
