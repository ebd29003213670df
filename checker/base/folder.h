/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * folder.h - the files of a folder and of those below it, in order.
 *
 * Names in a folder come sorted by their bytes, a folder's files where its name
 * stands.  Symbolic links are followed; a folder that holds itself is entered
 * once.  Memory that runs out is never taken for a file that is not there: the
 * C library's fts and glob cannot promise that, and end in a fault of their own.
 */
#ifndef MURRELET_FOLDER_H
#define MURRELET_FOLDER_H

#include <stdbool.h>

struct folder_entry {
    const char *path, *name; /* both end with the walk */
    bool named;              /* it is the path that was asked for */
    bool regular;            /* a file; else a pipe, a device or the like */
    int error;               /* it cannot be read, and errno's number why; or 0 */
};

/* Tell of `path` itself, or, where it is a folder, of all that lies below. */
void folder_walk(const char *path, void (*tell)(void *data, const struct folder_entry *), void *data);

#endif
