/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * lowering.h - by which row of a compiler's table each access of a litmus test
 * becomes instructions.
 *
 * `models/lowerings.tsv` lists such tables, a line each: the machine; the
 * constant of its variants that chooses the table; the table, and which of its
 * modes; `over`, a table whose rows stand where that one has none; and the
 * constant with which a work-group of one thread is taken for its wave.
 * A table is CSV without quotes, in LLVM's words for operations, orders and
 * scopes: what stands before an access, the access, what stands after it.  One
 * that knows no clusters takes the row of the agent for them.
 */
#ifndef MURRELET_LOWERING_H
#define MURRELET_LOWERING_H

#include "../litmus/program.h"
#include "../machines/registry.h"

struct lowering_row {
    const char *operation, *order, *scope; /* scope: "-" where the order is "none" */
    const char *before, *instruction, *after, *mark; /* "" for nothing */
};

/* The rows by number, as constants such as DROP_ROW count them: by operation,
 * order and scope, from the weakest and narrowest. */
struct lowering {
    const char *table, *mode, *over; /* paths below the library's root; over "" for none */
    bool alone_is_wave;
    struct lowering_row *rows;
    unsigned row_count;
};

/* The table of a variant.  NULL where its machine has none; or, with
 * diagnostics, where a file is not as it must be. */
const struct lowering *lowering_read(struct arena *, struct diagnostics *, const struct machines *,
                                     const struct machine_variant *);

/* The number of the row, by operation, order and scope as they stand in the test;
 * -1 for what is no access and no fence, or has no row: a fence without an order. */
int lowering_row_of(const struct lowering *, const struct litmus_test *, unsigned thread, unsigned at);

/* "store release agent: BEFORE | ACCESS | AFTER", `.` for nothing. */
const char *lowering_row_text(struct arena *, const struct lowering_row *);

#endif
