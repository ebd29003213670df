/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * text.c - append to a string that grows.
 */
#include "text.h"

#include <stdio.h>
#include <string.h>

#include "die.h"
#include "memory.h"

static void reserve(struct text *text, size_t more)
{
    if (more < text->capacity - text->length)
        return;
    size_t capacity = text->capacity ? 2 * text->capacity : 256;
    while (capacity - text->length <= more)
        capacity *= 2;
    text->bytes = memory_resize(text->bytes, text->length, capacity);
    text->capacity = capacity;
}

void text_add(struct text *text, const char *bytes, size_t length)
{
    reserve(text, length);
    if (length)
        memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = 0;
}

void text_put(struct text *text, const char *string)
{
    text_add(text, string, strlen(string));
}

void text_char(struct text *text, char c)
{
    text_add(text, &c, 1);
}

void text_vformat(struct text *text, const char *format, va_list list)
{
    va_list again;
    va_copy(again, list);
    int length = vsnprintf(NULL, 0, format, list);
    if (length < 0)
        die("a format string that vsnprintf refuses");
    reserve(text, (size_t)length);
    vsnprintf(text->bytes + text->length, (size_t)length + 1, format, again);
    va_end(again);
    text->length += (size_t)length;
}

void text_format(struct text *text, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    text_vformat(text, format, list);
    va_end(list);
}

void text_free(struct text *text)
{
    memory_give(text->bytes);
    *text = (struct text){0};
}
