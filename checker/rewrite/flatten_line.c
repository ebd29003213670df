/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * flatten_line.c - what every part of the flattener writes: the begin of a line, a string.
 */
#include "flatten_private.h"

void flatten_line(struct flattener *f)
{
    text_char(f->out, '\n');
    for (unsigned i = 0; i < f->indent; i++)
        text_put(f->out, "  ");
}

void flatten_string(struct flattener *f, const char *decoded)
{
    text_char(f->out, '"');
    for (const char *c = decoded; *c; c++) {
        if (*c == '\n') {
            text_put(f->out, "\\n");
            continue;
        }
        if (*c == '"' || *c == '\\')
            text_char(f->out, '\\');
        text_char(f->out, *c);
    }
    text_char(f->out, '"');
}
