/* SPDX-License-Identifier: BSD-2-Clause */
/* text.h - a string that grows.  Zero-initialise it; `bytes` is always
 * terminated once anything was added or room made, and NULL before. */
#ifndef MURRELET_TEXT_H
#define MURRELET_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

struct text {
    char *bytes;
    size_t length, capacity;
};

/* Makes room for so many bytes more, which spares what is added from being moved. */
void text_reserve(struct text *, size_t more);
void text_add(struct text *, const char *bytes, size_t length);
void text_put(struct text *, const char *string);
void text_char(struct text *, char);
/* The bytes of the UTF-8 character at `at`, which is not `end`; 0 where it is malformed. */
unsigned text_character(const char *at, const char *end);
/* Whether a terminal may obey the character of `length` bytes in place of showing it: ASCII's, U+0080 to U+009F, and what turns the order of characters. */
bool text_is_control(const char *at, unsigned length);
/* As a terminal may print it, on one line: control characters, and bytes that are no UTF-8, as \n, \t or \x1b. */
void text_printable(struct text *, const char *string);
/* FILE:LINE:COLUMN, the file as text_printable has it. */
void text_place(struct text *, const char *file, unsigned line, unsigned column);
/* A line of Murphi that includes this file, whatever its name has in it. */
void text_include(struct text *, const char *path);
void text_format(struct text *, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_vformat(struct text *, const char *format, va_list);
void text_free(struct text *);

/* Whether the string ends so, and there is something before that, as there is in the name of a file. */
bool text_ends_in(const char *string, const char *ending);

/* Whether it is a byte of a UTF-8 character that is not its first. */
static inline bool text_continues(char c)
{
    return ((unsigned char)c & 0xC0) == 0x80;
}

#endif
