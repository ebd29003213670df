/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * frames.h - a file that knows whether it is as it was written.
 *
 * What goes in is cut into frames of at most FRAME_BYTES, each with a hash of
 * its bytes, of what part of the file they belong to, of where the frame lies
 * and of a number that the file drew when it was made.  So no bit can differ,
 * no frame be missing, and none stand in for another, of this file or of another
 * like it.  A reader hands out bytes of a frame only after it has verified it,
 * into a buffer of fixed size: no number from the file sizes anything before.
 */
#ifndef MURRELET_FRAMES_H
#define MURRELET_FRAMES_H

#include <stdbool.h>
#include <stdio.h>

#define FRAME_BYTES (1u << 18)

/* The parts of a file, in their order. */
enum frames_part { FRAMES_HEAD, FRAMES_QUESTION, FRAMES_LEVELS, FRAMES_COUNTS, FRAMES_STATES, FRAMES_END };

struct frames;

/* Frames go to `to`, which says in the end whether they could be written. */
struct frames *frames_to(FILE *to);
/* NULL, with errno, where the file cannot be opened or is no regular file. */
struct frames *frames_from(const char *path);
/* What is written or read from now on belongs to the next part.  Of a reader
 * all of the part before must have been read. */
void frames_begin(struct frames *, enum frames_part);
/* Never buffered in reading; of a reader, an error where frames_wrong says why. */
FILE *frames_stream(struct frames *);
/* Read all of the file, from its start; then the reader is at its start again.
 * False: frames_wrong says what is wrong. */
bool frames_verify(struct frames *);
/* Asked before each frame that is read: where it says so, reading ends, and
 * nothing is wrong with the file. */
void frames_heed(struct frames *, bool (*stopped)(void *), void *data);
/* What is wrong with the file that is read, as what follows its name; or NULL. */
const char *frames_wrong(const struct frames *);
void frames_free(struct frames *);

#endif
