/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * data.h - the protocol's small data as JSON, and back.
 */
#ifndef MURRELET_LSP_DATA_H
#define MURRELET_LSP_DATA_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "lines.h"

/* A string; bytes that are no characters become U+FFFD. */
json_t *data_string(const char *bytes, size_t length);
json_t *data_text(const char *text);

json_t *data_range(const struct lines *, unsigned start, unsigned end, enum encoding);
bool data_read_position(const json_t *, struct position *);

/* The string of this name, or NULL where there is none or it has a zero byte. */
const char *data_word(const json_t *object, const char *name);

/* Put, or for NULL leave out. */
void data_set(json_t *object, const char *name, json_t *value);

#endif
