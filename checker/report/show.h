/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * show.h - a trace that was written as JSON (docs/check.schema.json), in other forms.
 *
 * A trace without a chart, such as one written by hand, has one lane.
 */
#ifndef MURRELET_SHOW_H
#define MURRELET_SHOW_H

#include <stdbool.h>
#include <stdio.h>

#include <jansson.h>

/* Whether it is a trace at all; else `why` says what is missing. */
bool show_is_trace(const json_t *trace, const char **why);
/* Columns for a terminal of that many characters. */
void show_columns(const json_t *trace, unsigned width, FILE *);
/* The chart as a picture, and as text of Mermaid. */
void show_svg(const json_t *trace, FILE *);
void show_mermaid(const json_t *trace, FILE *);
/* As Apalache's ADR-015 describes it: a new reference. */
json_t *show_itf(const json_t *trace);

#endif
