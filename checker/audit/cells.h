/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * cells.h - a protocol's published state table beside what its model reached.
 *
 * `models/tables.tsv` lists the tables, a line each: machine, model (a file, or
 * MACHINE DRIVER INVARIANT,... that `check --machine` would search), its
 * constants, the table's name, the table, and notes on it.  A table is CSV
 * without quotes: a row a state, whose name is the first word; a column an
 * event, whose name follows the last `/` of its heading.  A cell `x` is one
 * that the source says cannot happen.
 *
 * In the model a cell's units are
 *   cover "TABLE STATE EVENT" or "TABLE STATE EVENT (CASE)", where it acts;
 *   error "TABLE STATE, STATE EVENT: words", where it is impossible.
 */
#ifndef MURRELET_LITMUS_TABLE_H
#define MURRELET_LITMUS_TABLE_H

#include <stdbool.h>

#include "../base/arena.h"
#include "../base/text.h"
#include "../model/model.h"
#include "../machines/registry.h"

enum table_mark {
    TABLE_REACHED,          /* all covers met */
    TABLE_PARTLY,           /* some */
    TABLE_NOT_REACHED,
    TABLE_NOT_WATCHED,      /* it can happen, and the model has no cover for it */
    TABLE_CROSSED,          /* crossed out; an error watches it, and is never raised */
    TABLE_CROSSED_NO_UNIT,  /* crossed out, and the model has no transition for it */
    TABLE_CROSSED_REACHED,
    TABLE_MARKS
};

struct table_unit {
    const char *name;
    bool error;             /* else a cover */
    bool met;               /* by the search: covered, or raised */
};

struct table_note {
    bool differs;           /* the model's action or next state is not the printed one */
    const char *text;
};

struct table_cell {
    const char *printed;
    struct table_unit *units;
    unsigned unit_count;
    struct table_note *notes;
    unsigned note_count;
};

struct table {
    const char *name, *path; /* path: below the library's root */
    const char **states, **events;
    unsigned state_count, event_count;
    struct table_cell *cells; /* state * event_count + event */
};

/* The tables of one machine, and the model that shows what of them is reached. */
struct tables {
    const char *machine, *model, *constants;
    struct table *tables;
    unsigned count;
};

/* False, with the diagnostics, where the machine has none or a file is not as it must be. */
bool tables_read(struct tables *, struct arena *, struct diagnostics *, const struct machines *, const char *machine);
/* Attach a property of the model to its cells, `met` as the search found it.
 * One that names no table is left alone; one that names a table and no cell,
 * or one that a cell has already, is refused. */
bool tables_add_unit(struct tables *, struct arena *, const struct model_property *, bool met, struct text *error);

struct table_cell *table_cell(const struct table *, unsigned state, unsigned event);
enum table_mark table_mark(const struct table_cell *);
/* What the source says cannot happen. */
bool table_crossed(const struct table_cell *);

#endif
