/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * cells.h - a protocol's published state table beside what its model reached.
 *
 * `models/tables.tsv` lists the tables, a line each: machine, model (a file, or
 * MACHINE DRIVER INVARIANT,... that `check --machine` would search), its
 * constants, the table's name, the table, notes on it, and what tells what its
 * controller does (watch.h).  A table is CSV
 * without quotes: a row a state, whose name is the first word; a column an
 * event, whose name follows the last `/` of its heading.  A cell `x` is one
 * that the source says cannot happen.
 *
 * In the model a cell's units are
 *   cover "TABLE STATE EVENT" or "TABLE STATE EVENT (CASE)", where it acts;
 *   error "TABLE STATE, STATE EVENT: words", where it is impossible.
 */
#ifndef MURRELET_CELLS_H
#define MURRELET_CELLS_H

#include <stdbool.h>

#include "../base/arena.h"
#include "../base/text.h"
#include "../model/model.h"
#include "../machines/registry.h"
#include "watch.h"

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

/* What a firing does in a cell (derive.h). */
struct table_effect {
    uint32_t next;          /* the rows that lines in the cell's state go to, a bit each; 0: they stay */
    bool beside;            /* a line in a state that no cell of the firing is of changes too */
    unsigned char given[WATCH_SIGNALS]; /* by signal, how often */
    uint64_t times;         /* how many firings do this */
};

struct table_unit {
    const struct model_property *property; /* an error, or a cover: a local one stands in a rule, else nothing is done */
    bool met;               /* by the search: covered, or raised */
    struct table_effect *effects; /* where the table is watched */
    unsigned effect_count;
};

enum table_note_kind {
    TABLE_NOTE,             /* why a cell is not reached, or is reached although crossed out, or has no unit */
    TABLE_DIFFERS,          /* why the model's action or next state is not the printed one */
    TABLE_REMARK            /* what else is to be said */
};

struct table_note {
    enum table_note_kind kind;
    const char **explains;  /* TABLE_DIFFERS: the differences that it is about, as cell_words.h words them */
    unsigned explain_count;
    const char *text;
};

struct table_cell {
    const char *printed;
    struct table_unit *units;
    unsigned unit_count;
    struct table_note *notes;
    unsigned note_count;
    const char **differences; /* where what it does is not what is printed (derive.h), in words */
    unsigned difference_count;
    const char *does;         /* what it does, in the words of such tables; NULL: that was not watched */
};

/* What the controller does in firings of a rule that no cell names. */
struct table_aside {
    const char *rule, *does; /* in the words of cell_words.h */
    const char *note;        /* why, or NULL */
    bool met;
};

struct table {
    const char *name, *path; /* path: below the library's root */
    const char *items;       /* the column `watch` */
    struct watch watch;      /* those, read; without signals and state where there are none */
    struct table_aside *asides; /* what is done in no cell */
    unsigned aside_count;
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

/* Tables of the model's own covers: each that tables_is_cell stands for one (cells_own.c). */
void tables_of_covers(struct tables *, struct arena *, const struct model *);
bool tables_is_cell(const struct model_property *);

/* The machine that the first column of a line names: all before a blank. What follows tells another search of it from the first. */
const char *tables_machine(struct arena *, const char *label);
/* Attach a property of the model to its cells; the search then says whether it is met.
 * One that names no table is left alone; one that names a table and no cell,
 * or one that a cell has already, is refused. */
bool tables_add_unit(struct tables *, struct arena *, const struct model_property *, struct text *error);
/* The units of that property, in all cells. */
void tables_set_met(struct tables *, const struct model_property *, bool met);
/* Whether it stands for what is crossed out; else it is a cover. */
bool table_unit_is_error(const struct table_unit *);

const char *table_note_name(enum table_note_kind);
/* Whether a note explains that difference of the cell. */
bool table_explains(const struct table_cell *, const char *difference);
/* Whether the cell has that difference. */
bool table_differs(const struct table_cell *, const char *difference);
struct table_cell *table_cell(const struct table *, unsigned state, unsigned event);
enum table_mark table_mark(const struct table_cell *);
/* What the source says cannot happen. */
bool table_crossed(const struct table_cell *);

#endif
