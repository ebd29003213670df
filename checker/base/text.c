/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * text.c - append to a string that grows.
 */
#include "text.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "die.h"
#include "memory.h"

void text_reserve(struct text *text, size_t more)
{
    if (more < text->capacity - text->length)
        return;
    size_t capacity = text->capacity ? 2 * text->capacity : 256;
    while (capacity - text->length <= more)
        capacity *= 2;
    text->bytes = memory_resize(text->bytes, text->length, capacity);
    text->capacity = capacity;
    text->bytes[text->length] = 0;
}

void text_add(struct text *text, const char *bytes, size_t length)
{
    text_reserve(text, length);
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

/* Most pieces fit into what is free, and are formatted once; the others a second time, when there is room. */
void text_vformat(struct text *text, const char *format, va_list list)
{
    va_list again;
    va_copy(again, list);
    size_t free_bytes = text->capacity - text->length;
    int length = vsnprintf(free_bytes ? text->bytes + text->length : NULL, free_bytes, format, list);
    if (length < 0)
        die("a format string that vsnprintf refuses");
    if ((size_t)length >= free_bytes) {
        text_reserve(text, (size_t)length);
        vsnprintf(text->bytes + text->length, (size_t)length + 1, format, again);
    }
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

bool text_ends_in(const char *string, const char *ending)
{
    size_t length = strlen(string), tail = strlen(ending);
    return length > tail && !strcmp(string + length - tail, ending);
}

/* Of a shorter form the long one is malformed, and so are the halves of a pair and what is beyond the last character. */
static bool begins_well(unsigned char first, unsigned char second)
{
    return first == 0xE0 ? second >= 0xA0 : first == 0xED ? second < 0xA0 : first == 0xF0 ? second >= 0x90 : first != 0xF4 || second < 0x90;
}

unsigned text_character(const char *at, const char *end)
{
    unsigned char c = (unsigned char)*at;
    unsigned length = c < 0x80 ? 1 : c >= 0xC2 && c < 0xE0 ? 2 : c >= 0xE0 && c < 0xF0 ? 3 : c >= 0xF0 && c < 0xF5 ? 4 : 0;
    if (!length || (size_t)(end - at) < length || (length > 2 && !begins_well(c, (unsigned char)at[1])))
        return 0;
    for (unsigned i = 1; i < length; i++)
        if (((unsigned char)at[i] & 0xC0) != 0x80)
            return 0;
    return length;
}

bool text_is_control(const char *at, unsigned length)
{
    unsigned char c = (unsigned char)*at;
    if (length == 3 && c == 0xE2) { /* U+2028 to U+202E, which end a line or turn the order, and U+2066 to U+2069 */
        unsigned char last = (unsigned char)at[2];
        return (unsigned char)at[1] == 0x80 ? last >= 0xA8 && last <= 0xAE : (unsigned char)at[1] == 0x81 && last >= 0xA6 && last <= 0xA9;
    }
    return length == 1 ? c < ' ' || c == 0x7F : length == 2 && c == 0xC2 && (unsigned char)at[1] < 0xA0;
}

void text_printable(struct text *text, const char *string)
{
    const char *end = string + strlen(string);
    for (unsigned length; string < end; string += length ? length : 1) {
        length = text_character(string, end);
        if (length && !text_is_control(string, length))
            text_add(text, string, length);
        else if (*string == '\n' || *string == '\t')
            text_put(text, *string == '\n' ? "\\n" : "\\t");
        else
            for (unsigned i = 0; i < (length ? length : 1); i++)
                text_format(text, "\\x%02x", (unsigned char)string[i]);
    }
}

void text_place(struct text *text, const char *file, unsigned line, unsigned column)
{
    text_printable(text, file);
    text_format(text, ":%u:%u", line, column);
}

void text_include(struct text *text, const char *path)
{
    text_put(text, "include \"");
    for (; *path; path++) {
        if (strchr("\"\\\n", *path))
            text_char(text, '\\');
        text_char(text, *path == '\n' ? 'n' : *path);
    }
    text_put(text, "\"\n");
}
