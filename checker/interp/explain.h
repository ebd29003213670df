/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * explain.h - why a condition is true or false in a state: the parts that decide
 * it, with their values.
 *
 * Of `a & b` that is false one false part is enough, of `a -> b` both are told; a
 * forall that is false is explained by the first value for which it is, and an exists that
 * is true by the first for which it is.
 */
#ifndef MURRELET_EXPLAIN_H
#define MURRELET_EXPLAIN_H

#include "interp.h"

/* What an explanation is written by. */
struct explain_lines {
    void (*write)(void *data, struct text *, const struct expr *); /* an expression, as in the source */
    void (*line)(void *data, const char *line);
    void *data;
};

/* Of a global property in a state where it has a value. */
enum interp_status explain_property(struct interp *, const struct flat_rule *, uint64_t instance, const int64_t *state,
                                    const struct explain_lines *);

/* Of an assertion that fails, where it does: to be called from interp_options.failed.  Nothing is told of a condition that
 * changes what it is about. */
void explain_assertion(struct interp *, const struct property *, const struct explain_lines *);

#endif
