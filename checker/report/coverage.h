/* SPDX-License-Identifier: BSD-2-Clause */
/* coverage.h - what of a model a search came to: as JSON (docs/coverage.schema.json), and of that as text and as a page. */
#ifndef MURRELET_COVERAGE_REPORT_H
#define MURRELET_COVERAGE_REPORT_H

#include <stdio.h>

#include <jansson.h>

#include "../codegen/coverage.h"
#include "report.h"

/* `bytes`: of the points.  A new reference. */
json_t *coverage_json(const struct report *, const struct coverage *, const unsigned char *bytes);
void coverage_text(const json_t *, FILE *);
/* The model's text with each line marked: what was come to, in part, not at all. */
void coverage_html(const json_t *, FILE *);

#endif
