/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * nearby.h - the models near a file, and which includes which.
 */
#ifndef MURRELET_LSP_NEARBY_H
#define MURRELET_LSP_NEARBY_H

#include <stdbool.h>

struct arena;

struct nearby_file {
    const char *path;            /* without links */
    const char *text;
    const char **includes;       /* likewise */
    unsigned include_count;
};

struct nearby {
    struct arena *arena;
    const char *library;         /* the root of the library that the file belongs to; or NULL */
    const char *around;          /* the folder whose open texts are near */
    struct nearby_file *files;
    unsigned count;
};

/* Near the file of this path: setting.h says where that is.  Bounded: of a folder of very many files, the first. */
void nearby_read(struct nearby *, struct arena *, const char *path);
const struct nearby_file *nearby_find(const struct nearby *, const char *path);
/* Whether the file has a line that begins so. */
bool nearby_has_line(const struct nearby_file *, const char *begin);
/* Whether a line that begins so has this word. */
bool nearby_line_names(const struct nearby_file *, const char *begin, const char *word);

#endif
