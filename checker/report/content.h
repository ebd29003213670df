/* SPDX-License-Identifier: BSD-2-Clause */
/* content.h - fingerprints: of a model's text, so that a trace is not replayed
 * against another model by mistake; and of a trace, so that it knows whether it
 * is as it was written. */
#ifndef MURRELET_CONTENT_H
#define MURRELET_CONTENT_H

#include <jansson.h>

#include "../base/hash.h"
#include "../murphi/ast.h"

struct content_hash {
    char text[HASH_DIGITS];
};

/* Of the model's file and all that it includes, in the order of their first
 * inclusion; their paths do not count. */
struct content_hash content_of_program(const struct program *);
/* Of a file's bytes; all zeros where it cannot be read. */
struct content_hash content_of_file(const char *path);
/* Of all that a trace says but its own "trace_hash", whatever the layout and the order of its members. */
struct content_hash content_of_trace(const json_t *trace);

#endif
