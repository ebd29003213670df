/* SPDX-License-Identifier: BSD-2-Clause */
/* symmetry.h - what 'check --check-symmetry' found, as text and as JSON. */
#ifndef MURRELET_REPORT_SYMMETRY_H
#define MURRELET_REPORT_SYMMETRY_H

#include <stdio.h>

#include <jansson.h>

#include "../engine/commute.h"

void symmetry_text(const char *path, const struct model *, const struct commute_result *, FILE *);
/* A new reference; docs/symmetry.schema.json describes it. */
json_t *symmetry_json(const char *path, const struct model *, const struct commute_result *);

#endif
