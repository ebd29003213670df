/* SPDX-License-Identifier: BSD-2-Clause */
/* litmus_again.h - a litmus test on a machine put together again, from what a trace says of it ("test" in
 * docs/check.schema.json). */
#ifndef MURRELET_LITMUS_AGAIN_H
#define MURRELET_LITMUS_AGAIN_H

#include <jansson.h>

#include "../machines/run.h"
#include "../model/value.h"
#include "load.h"

struct litmus_again {
    struct arena *arena;
    struct machines *machines;
    bool opened;                  /* here, to be closed with it */
    struct litmus_result *result; /* bound, and not searched, but by litmus_again_search */
    struct value_names names;
    const char *title;            /* "tc-weak on MP+na.xwg" */
};

/* An exit code: 0, or with what is wrong on stderr.  To be closed in either case. */
int litmus_again_open(struct litmus_again *, const json_t *test, const struct compile_arguments *);
/* The same on machines that are open, searched for its outcome under these options, whose surroundings are taken from `test`. */
int litmus_again_search(struct litmus_again *, struct machines *, const json_t *test, struct litmus_options *);
void litmus_again_close(struct litmus_again *);

#endif
