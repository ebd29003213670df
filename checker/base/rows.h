/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * rows.h - a table of the library: lines of cells between tabs, or commas, the first of
 * which names the columns.
 *
 * Verdicts rest on these tables, so a table is as its reader says or it is
 * refused: the columns are those asked for, in that order, and each row has a
 * cell for each of them.  Empty lines, and lines that begin with #, are left
 * out.  Every cell knows its place, for what its reader finds wrong with it.
 */
#ifndef MURRELET_LITMUS_ROWS_H
#define MURRELET_LITMUS_ROWS_H

#include "arena.h"
#include "source.h"

struct cell {
    const char *text; /* without blanks around it; "" where it is empty */
    struct place place;
};

struct row {
    struct cell *cells; /* as many as columns */
    struct place place; /* the whole line */
};

struct rows {
    struct row *rows;
    unsigned count;
};

/* `columns` ends with NULL.  NULL, with the diagnostics, where the file cannot
 * be read or is not such a table. */
struct rows *rows_read(struct arena *, struct diagnostics *, const char *path, const char *const *columns);
/* The same of a table whose cells stand between commas, without quotes. */
struct rows *rows_read_csv(struct arena *, struct diagnostics *, const char *path, const char *const *columns);

#endif
