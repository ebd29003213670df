/* SPDX-License-Identifier: BSD-2-Clause */
/* endless.h - an execution that does not end (cat/endless.h), in words and as JSON. */
#ifndef MURRELET_REPORT_ENDLESS_H
#define MURRELET_REPORT_ENDLESS_H

#include <jansson.h>

#include "../cat/evaluate.h"

struct text;

/* A line an event, with what each read reads from and what happens for ever, and a line of how the threads end. */
void endless_text(struct text *, const struct cat_evaluation *);
json_t *endless_json(const struct cat_evaluation *);

#endif
