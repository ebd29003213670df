/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * line.h - lines that somebody types: edited, with those before to go back to, and
 * completed, by the library libedit where it is there when the program runs (it is not
 * needed to build it); else, and where no terminal is, as they come.
 */
#ifndef MURRELET_LINE_H
#define MURRELET_LINE_H

#include <stdbool.h>

struct line_reader;

/* `complete` tells the lines that may be meant, one after the other, then NULL; each is to be freed.  At a terminal a
 * prompt is shown. */
struct line_reader *line_open(bool terminal, char *(*complete)(void *, unsigned index), void *data);
/* NULL at the end, and where it was asked to stop; the text lasts until the next call. */
char *line_read(struct line_reader *, bool *stopped);
void line_close(struct line_reader *);

#endif
