/* SPDX-License-Identifier: BSD-2-Clause */
/* json_parts.h - what reports in JSON have in common; each call gives a new
 * reference, and dies where memory lacks. */
#ifndef MURRELET_JSON_PARTS_H
#define MURRELET_JSON_PARTS_H

#include "report.h"

struct litmus_test;
struct litmus_value;

/* Any bytes: those that are no UTF-8 become '?'. */
json_t *json_part_text(const char *);
/* What an object has under a key, "" where that is no text. */
const char *json_part_text_of(const json_t *object, const char *key);
/* Whether json_part_text makes this of the text. */
bool json_part_is(const json_t *, const char *);
json_t *json_part_place(const struct model_place *);
/* null where undefined, a number for a range, true or false, or a name; a NULL
 * type is a multiset slot's mark. */
json_t *json_part_scalar(const struct model_type *, int64_t value);
/* By name; `number` counts instances from 0 within the rule or property. */
json_t *json_part_parameters(const struct value_names *, const struct model_parameter *, uint32_t count, uint64_t number);

json_t *json_part_scalar_by(const struct value_names *, const struct model_type *, int64_t value, int64_t *seen);
json_t *json_part_count(uint64_t);
json_t *json_part_litmus_value(const struct litmus_test *, struct litmus_value);
/* They take the value over. */
void json_part_set(json_t *object, const char *key, json_t *value);
void json_part_append(json_t *array, json_t *value);
json_t *json_part_names(const struct driver_file *, unsigned count);
/* What it takes to put a machine under a driver together again. */
json_t *json_part_composed(const struct driven *);
/* What was violated, or the witness (trace_json.c). */
json_t *json_part_violation(const struct report *, const struct violation *);

#endif
