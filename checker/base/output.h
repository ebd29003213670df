/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * output.h - files that are written for someone: complete, or as they were before.
 *
 * A regular file, or one that is not there yet, is written beside its name and
 * renamed over it by output_end, so that no moment, no full disk and no kill
 * leaves half of one.  The mode of a file that was there is kept, and so is its
 * owner; a symbolic link stays one, and its target is written.
 *
 * What is not a regular file (a device, a pipe, a terminal) is written as it
 * comes and never replaced.  So are "-" and whatever the standard output or
 * the standard error already leads to, through those streams; "/dev/fd/N",
 * through that descriptor; and a file that is writable in a directory that is
 * not.  The last is left empty where the writing fails.
 */
#ifndef MURRELET_OUTPUT_H
#define MURRELET_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

struct output;

enum output_kind {
    OUTPUT_REPORT,
    OUTPUT_DURABLE, /* it must survive the loss of power: synced before it is renamed */
    OUTPUT_PRIVATE, /* the same, and where it is new nobody else may read it */
};

/* NULL, with errno, where it cannot be written. */
struct output *output_begin(const char *path, enum output_kind);
/* To write to; the output owns it.  Errors may be looked at in the end alone. */
FILE *output_stream(struct output *);
/* Whether what is written can be seen before the end, and cannot be taken back. */
bool output_is_live(const struct output *);
/* All of it is in place; or false, with the errno of what failed first, and a
 * file that is not live is as it was before. */
bool output_end(struct output *);
/* Leave the file as it was. */
void output_drop(struct output *);

#endif
