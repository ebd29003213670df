/* SPDX-License-Identifier: BSD-2-Clause */
/* write.h - the files that commands write: complete, or said to be missing. */
#ifndef MURRELET_WRITE_H
#define MURRELET_WRITE_H

#include <stdbool.h>
#include <stdio.h>

#include <jansson.h>

#include "../base/output.h"
#include "../base/text.h"

/* Begin and end a file, with a message where it cannot be written. */
struct output *write_begin(const char *path, enum output_kind);
bool write_end(struct output *, const char *path);
bool write_text(const struct text *, const char *path);
/* An object, indented by two, its members in their order; it is freed. */
bool write_json(json_t *, const char *path);
/* What a report's JSON, or a trace's, says, in another form. */
bool write_form(const json_t *, const char *path, void (*form)(const json_t *, FILE *));
/* A trace as a page. */
bool write_page(const json_t *trace, const char *path);
/* There is no run to write there (NULL: nor was one asked for): where a file is, say that it is an earlier one's. */
void write_no_run(const char *path);
/* What a search came to (report/coverage.h), in the form that the name's ending asks for; it is freed. */
bool write_coverage(json_t *, const char *path);
/* Write out what is on its way to the standard output; false: it or something before could not be. */
bool write_standard_flush(void);
/* The last thing that a command does: an output that is not all there (a full
 * disk, a reader that has left) must not pass for a verdict.  Returns the exit code. */
int write_standard_end(int code);

#endif
