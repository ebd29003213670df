/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * lines.h - bytes of a text as the protocol counts them: lines, which end with
 * \n, \r\n or \r, and within a line units of UTF-16 or, if the client prefers
 * that, bytes.
 *
 * A byte that is not part of a character counts as a character of its own.
 * A position beyond the end of its line means that end, one beyond the last line
 * the end of the text, one within a character that character's start.
 */
#ifndef MURRELET_LSP_LINES_H
#define MURRELET_LSP_LINES_H

#include <stdbool.h>
#include <stddef.h>

enum encoding { ENCODING_UTF16, ENCODING_UTF8, ENCODINGS };

/* A character of a long line, and how many units of the line are before it: nobody counts from its start for what lies far behind. */
struct line_mark {
    unsigned at, units[ENCODINGS];
};

struct lines {
    const char *text; /* not owned */
    unsigned length;
    unsigned *starts, count;
    struct line_mark *marks; /* by block of the text: the first character in it of a line that began before it, or zeros */
};

struct position {
    unsigned line, character;
};

void lines_make(struct lines *, const char *text, size_t length);
void lines_free(struct lines *);

struct position lines_position(const struct lines *, unsigned at, enum encoding);
unsigned lines_offset(const struct lines *, struct position, enum encoding);
/* Where line `line` ends, its end of line not included. */
unsigned lines_end(const struct lines *, unsigned line);

/* The length of the character there, at least 1; *well: whether it is well-formed. */
unsigned lines_character(const char *at, const char *end, bool *well);

#endif
