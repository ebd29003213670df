/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * wire.h - messages as the language server protocol frames them: header lines,
 * one of which is `Content-Length: N`, an empty line, N bytes.
 *
 * Whatever comes in, the reader goes on: what is no header is skipped up to the
 * next `Content-Length:`, wherever in a line that stands, so that a message of
 * the wrong length costs itself and at most the one after it.
 */
#ifndef MURRELET_LSP_WIRE_H
#define MURRELET_LSP_WIRE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

#include "../base/text.h"

enum { WIRE_LONGEST = 64 << 20 };

struct wire {
    int in;
    FILE *out;
    struct text kept;  /* read and not yet used, from `at` on */
    size_t at;
    bool ended, failed; /* no more input; the output cannot be written */
};

enum wire_kind {
    WIRE_MESSAGE,
    WIRE_TOO_LONG, /* a message was skipped */
    WIRE_END,
};

/* The bytes stay until the next call.  *stray: before it, something that is no header was skipped. */
enum wire_kind wire_read(struct wire *, const char **bytes, size_t *length, bool *stray);
/* Whether more is there to be read at once. */
bool wire_pending(const struct wire *);
/* Takes the message over. */
void wire_write(struct wire *, json_t *);
void wire_free(struct wire *);

#endif
