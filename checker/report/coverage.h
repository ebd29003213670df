/* SPDX-License-Identifier: BSD-2-Clause */
/* coverage.h - what of a model a search came to: as JSON (docs/coverage.schema.json), and of that as text and as a page. */
#ifndef MURRELET_COVERAGE_REPORT_H
#define MURRELET_COVERAGE_REPORT_H

#include <stdio.h>

#include <jansson.h>

#include "../codegen/coverage.h"
#include "report.h"

/* Of what is called so.  A new reference. */
json_t *coverage_json(const char *name, enum verdict, const struct model *, const struct covered *);
/* Add to the first what the second came to: one machine's, compiled for other sizes, say. */
void coverage_join(json_t *coverage, const json_t *other);
/* These take one coverage, or {"machines": [one, ...]}. */
void coverage_text(const json_t *, FILE *);
/* The model's text with each line marked: what was come to, in part, not at all. */
void coverage_html(const json_t *, FILE *);

#endif
