/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * watch.h - what of a model's state tells what a controller does: the state of
 * its lines, and signals, which are messages that it sends and answers that it gives.
 *
 * The column `watch` of models/tables.tsv says so for a table, in items between
 * semicolons:
 *
 *     state PATH                       where the state of a line stands
 *     sends PATH [MEMBER...] [= WORDS] such a value appears: a message of this kind is sent
 *     rises PATH [- PATH] [= WORDS]    a number (or truth) becomes greater
 *     falls PATH [- PATH] [= WORDS]    or smaller; "- PATH": beyond what another does
 *
 * PATH is a variable and its fields, without indices: `l1.state` is the field of every
 * element.  WORDS, between commas, are what the published table may call the signal; without
 * them each member of the kind's enumeration is a signal of its own, under its own name.
 */
#ifndef MURRELET_WATCH_H
#define MURRELET_WATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "../base/arena.h"
#include "../base/text.h"
#include "../model/model.h"

enum watch_kind { WATCH_SENDS, WATCH_RISES, WATCH_FALLS };

/* The leaves of a path. */
struct watch_leaves {
    const uint32_t *leaves;
    unsigned count;
    const struct model_type *type;
};

struct watch_signal {
    enum watch_kind kind;
    const char **words;          /* the first is its name */
    unsigned word_count;
    struct watch_leaves leaves, beyond; /* beyond: of what comes off; empty where nothing does */
    uint64_t members;            /* WATCH_SENDS: the values that count, a bit each */
};

enum { WATCH_SIGNALS = 16, WATCH_STATES = 32 };

struct watch {
    struct watch_leaves state;
    const signed char *row;      /* by value of the state's type: the table's row, or -1 */
    struct watch_signal *signals;
    unsigned signal_count;
};

/* Read the items.  `table` is the table's name and `rows` its states: a row is the member of the
 * state's enumeration of that name, or of that name after the table's and an underscore (L2_I_S).
 * False, with what is wrong. */
bool watch_read(struct watch *, struct arena *, const struct model *, const char *items, const char *table,
                const char *const *rows, unsigned row_count, struct text *error);
/* How often the signal is given between two states of the model, as leaves. */
unsigned watch_given(const struct watch_signal *, const int64_t *before, const int64_t *after);
/* The word by which the text of a published cell names the signal, or NULL. */
const char *watch_named(const struct watch_signal *, const char *printed);

#endif
