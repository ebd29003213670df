/* SPDX-License-Identifier: BSD-2-Clause */
/* printable.h - what someone else named, such as a file, as a terminal may print it. */
#ifndef MURRELET_PRINTABLE_H
#define MURRELET_PRINTABLE_H

#include <stdarg.h>
#include <stdio.h>

/* As text_printable has it. */
void printable_put(const char *string, FILE *);
void printable_put_bytes(const char *bytes, size_t length, FILE *);
/* FILE:LINE:COLUMN. */
void printable_place(const char *file, unsigned line, unsigned column, FILE *);
/* The same of each of some lines, whose ends stay, and so do their tabs. */
void printable_put_lines(const char *lines, FILE *);
/* As fprintf, with all of it so: whatever a user gave can stand in it. */
void printable_format(FILE *, const char *format, ...) __attribute__((format(printf, 2, 3)));
void printable_vformat(FILE *, const char *format, va_list) __attribute__((format(printf, 2, 0)));

#endif
