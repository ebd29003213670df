/* SPDX-License-Identifier: BSD-2-Clause */
/* printable.h - what someone else named, such as a file, as a terminal may print it. */
#ifndef MURRELET_PRINTABLE_H
#define MURRELET_PRINTABLE_H

#include <stdio.h>

/* As text_printable has it. */
void printable_put(const char *string, FILE *);
void printable_put_bytes(const char *bytes, size_t length, FILE *);
/* The same of each of some lines, whose ends stay, and so do their tabs. */
void printable_put_lines(const char *lines, FILE *);

#endif
