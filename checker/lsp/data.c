/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * data.c - see data.h.
 */
#include "data.h"

#include <limits.h>
#include <string.h>

#include "../base/text.h"

json_t *data_string(const char *bytes, size_t length)
{
    struct text text = {0};
    for (const char *at = bytes, *end = bytes + length; at < end;) {
        bool well;
        unsigned size = lines_character(at, end, &well);
        if (well)
            text_add(&text, at, size);
        else
            text_put(&text, "\xEF\xBF\xBD");
        at += size;
    }
    json_t *string = json_stringn(text.bytes ? text.bytes : "", text.length);
    text_free(&text);
    return string;
}

json_t *data_text(const char *text)
{
    return data_string(text, strlen(text));
}

static json_t *position(const struct lines *lines, unsigned at, enum encoding encoding)
{
    struct position p = lines_position(lines, at, encoding);
    return json_pack("{sIsI}", "line", (json_int_t)p.line, "character", (json_int_t)p.character);
}

json_t *data_range(const struct lines *lines, unsigned start, unsigned end, enum encoding encoding)
{
    return json_pack("{soso}", "start", position(lines, start, encoding), "end", position(lines, end < start ? start : end, encoding));
}

/* A number that is too large is beyond the end of whatever it counts. */
static bool read_number(const json_t *number, unsigned *value)
{
    json_int_t n = json_integer_value(number);
    *value = n > INT_MAX ? INT_MAX : (unsigned)n;
    return json_is_integer(number) && n >= 0;
}

bool data_read_position(const json_t *json, struct position *p)
{
    return read_number(json_object_get(json, "line"), &p->line) && read_number(json_object_get(json, "character"), &p->character);
}

const char *data_word(const json_t *object, const char *name)
{
    const json_t *string = json_object_get(object, name);
    const char *text = json_string_value(string);
    return text && strlen(text) == json_string_length(string) ? text : NULL;
}

void data_set(json_t *object, const char *name, json_t *value)
{
    if (value)
        json_object_set_new(object, name, value);
}
