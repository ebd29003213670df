/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * view.h - how a model wants its state to be read, as lines of its files say:
 *
 *     -- show: lane thread                            a lane for each element of the type
 *     -- show: lane "L2" of l2, memory                one for these variables
 *     -- show: channel up from cu to "L2" as "{kind} {line}"
 *     -- show: ghost last, version_of                 for the properties alone
 *     -- show: driver prefetches                      of what drives the model
 *
 * A line begins at the beginning of a line of the file.  A lane is what a chart gives a
 * column: a thread, a cache, a bank.  A channel's variable holds messages on their
 * way; `from` and `to` name lanes, and of a type it is the channel's index of that
 * type, or else the message's field; a field can be named too.  In the text of a message {x} is its field x, or
 * the channel's index of type x.  Ghosts and the driver's variables are hidden where
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

struct view_channel {
    const struct symbol *variable;
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
