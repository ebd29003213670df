/* SPDX-License-Identifier: BSD-2-Clause */
/* content.h - a fingerprint of a model's text, so that a trace is not replayed
 * against another model by mistake. */
#ifndef MURRELET_CONTENT_H
#define MURRELET_CONTENT_H

#include "../murphi/ast.h"

struct content_hash {
    char text[33]; /* 32 hexadecimal digits */
};

/* Of the model's file and all that it includes, in the order of their first
 * inclusion; their paths do not count. */
struct content_hash content_of_program(const struct program *);
/* Of a file's bytes; all zeros where it cannot be read. */
struct content_hash content_of_file(const char *path);

#endif
