/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * watch.h - what of a model's state tells what a controller does: the state of
 * its lines, and signals, which are messages that it sends and answers that it gives.
 *
 * The column `watch` of models/tables.tsv says so for a table, in items between
 * semicolons:
 *
 *     state PATH                       where the state of a line stands
 *     row NAME WHERE                   or, where no variable has it: a line is in the first row whose WHERE is so
 *     sends WHERE [= WORDS]            this becomes so at more places: a message is sent
 *     ends WHERE = WORDS               or at fewer: what was sent is done
 *     rises PATH [- PATH] = WORDS      a number (or truth) becomes greater
 *     falls PATH [- PATH] = WORDS      or smaller; "- PATH": beyond what another does
 *
 * PATH is a variable and its fields, without indices: `l1.state` is the field of every
 * element.  WHERE is `PATH MEMBER... & PATH MEMBER...`: one of these values stands in each; paths
 * of as many elements, of which the i-th are of one place.  A row may leave it out: all that is left.
 * WORDS, between commas, are what the published table may call the signal; without
 * them each member of the one path's enumeration is a signal of its own, under its own name.
 */
#ifndef MURRELET_WATCH_H
#define MURRELET_WATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "../base/arena.h"
#include "../base/text.h"
#include "../model/model.h"

enum watch_kind { WATCH_SENDS, WATCH_ENDS, WATCH_RISES, WATCH_FALLS };

/* The leaves of a path. */
struct watch_leaves {
    const uint32_t *leaves;
    unsigned count;
    const struct model_type *type;
};

/* One of some values stands in a leaf. */
struct watch_test {
    struct watch_leaves leaves;
    uint64_t members;            /* a bit each, from the least value on */
};

/* The places at which all tests are so; each test has as many leaves. */
struct watch_places {
    const struct watch_test *tests;
    unsigned test_count, count;
};

struct watch_signal {
    enum watch_kind kind;
    const char **words;          /* the first is its name */
    unsigned word_count;
    struct watch_places places;  /* WATCH_SENDS, WATCH_ENDS */
    struct watch_leaves leaves, beyond; /* the others; beyond: of what comes off, empty where nothing does */
};

struct watch_row {
    const char *name;
    int row;                     /* of the table */
    struct watch_places places;  /* no test: all that is left */
};

enum { WATCH_SIGNALS = 24, WATCH_STATES = 32 };

struct watch {
    struct watch_row *rows;      /* a line is in the first that holds */
    unsigned row_count, line_count; /* no line: nothing is watched */
    struct watch_signal *signals;
    unsigned signal_count;
};

/* Read the items.  `table` is the table's name and `rows` its states.  Of `state PATH` a row is the member of the
 * state's enumeration of that name, or of that name after the table's and an underscore (L2_I_S).
 * False, with what is wrong. */
bool watch_read(struct watch *, struct arena *, const struct model *, const char *items, const char *table,
                const char *const *rows, unsigned row_count, struct text *error);
/* The table's row in which a line is in a state of the model, as leaves; -1 in none. */
int watch_row_of(const struct watch *, unsigned line, const int64_t *leaves);
/* How often the signal is given between two states of the model, as leaves. */
unsigned watch_given(const struct watch_signal *, const int64_t *before, const int64_t *after);
/* The word by which the text of a published cell names the signal, or NULL. */
const char *watch_named(const struct watch_signal *, const char *printed);

#endif
