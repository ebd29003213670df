/* SPDX-License-Identifier: BSD-2-Clause */
/* source.h - input files, places in them, and what is said about them.
 *
 * A diagnostic names file, line and column, shows the line and a caret, and
 * may add a hint.  Errors are collected and printed in source order at the
 * end of a phase (at most 20), so that one run shows several. */
#ifndef MURRELET_SOURCE_H
#define MURRELET_SOURCE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct arena;
struct text;

struct source {
    const char *path;    /* as shown to the user */
    const char *text;    /* terminated; text[length] == 0 */
    unsigned length;     /* bytes; a file of 2^31 bytes or more is refused */
    unsigned order;      /* the place of its first include: sources sort by it */
    const char *library; /* of a program's first source: the folder of what an include finds nowhere else; or NULL */
    const unsigned *lines; /* where each line starts */
    unsigned line_count;   /* at least 1 */
    const unsigned *marks; /* how many characters stand before every so many bytes, where a line is long */
};

/* Bytes [start, end) of a source.  The zero place is nowhere. */
struct place {
    const struct source *source;
    unsigned start, end;
};

unsigned place_line(struct place);   /* from 1 */
unsigned place_column(struct place); /* from 1, in characters (UTF-8) */
/* FILE:LINE:COLUMN, for people; of what is nowhere a question mark. */
void place_put(struct text *, struct place);
int place_compare(struct place, struct place); /* source order: -1, 0, 1 */

enum severity { SEVERITY_NOTE, SEVERITY_WARNING, SEVERITY_ERROR };

struct diagnostics;
struct diagnostics *diagnostics_new(struct arena *);
/* From now on warnings are neither kept nor counted. */
void diagnostics_drop_warnings(struct diagnostics *);
/* `hint` may be NULL.  A second error at the same place is dropped.  A note
 * belongs to the diagnostic added before it, and is printed after it. */
void diagnostics_add(struct diagnostics *, enum severity, struct place, const char *hint, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
void diagnostics_vadd(struct diagnostics *, enum severity, struct place, const char *hint, const char *format, va_list)
    __attribute__((format(printf, 5, 0)));
/* How many were ever added; printing does not reset them. */
int diagnostics_errors(const struct diagnostics *);
int diagnostics_warnings(const struct diagnostics *);
/* The last of the lines, which begin at `starts`, that begins at or before `at`; from 0. */
unsigned source_line_at(const unsigned *starts, unsigned count, unsigned at);
/* Tell of each in source order, a note after what it belongs to; nothing is forgotten. */
struct said {
    enum severity severity;
    struct place place;
    const char *message, *hint; /* `hint` may be NULL */
};
void diagnostics_each(struct diagnostics *, void (*tell)(void *data, const struct said *), void *data);
/* Print all in source order, and forget them.  `colour` as decided by the caller. */
void diagnostics_print(struct diagnostics *, FILE *, int colour);
/* The same, added to a text. */
void diagnostics_put(struct diagnostics *, struct text *);

/* Read a whole file (path "-" is standard input).  NULL on failure, with an
 * error added at `from` (which may be nowhere). */
struct source *source_read(struct arena *, struct diagnostics *, const char *path, struct place from);
struct source *source_from_text(struct arena *, const char *path, const char *text);
/* A text that may hold zero bytes, as a file's may. */
struct source *source_from_bytes(struct arena *, const char *path, const char *bytes, size_t length);
/* From now on source_read gives this text in place of the file's, by whatever
 * path or link it is asked for; what the text was is copied, and it keeps the
 * path that was asked for.  Of no other file; text NULL: all are read again.
 * Not while another thread reads sources. */
void source_stand_in(const char *path, const char *text, size_t length);
/* The same beside those that have one.  The file need not be there yet. */
void source_stand_in_too(const char *path, const char *text, size_t length);
/* Each path that a text stands in for. */
void source_each_stand_in(void (*visit)(void *, const char *path), void *data);
/* Whether there is such a file, or a text in place of it. */
bool source_exists(const char *path);

#endif
