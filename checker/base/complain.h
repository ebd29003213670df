/* SPDX-License-Identifier: BSD-2-Clause */
/* complain.h - what is wrong with what the user gave, on the standard error. */
#ifndef MURRELET_COMPLAIN_H
#define MURRELET_COMPLAIN_H

/* As printable_format() to it. */
void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Lines that were put together already; NULL: nothing. */
void complain_lines(const char *lines);

#endif
