/* SPDX-License-Identifier: BSD-2-Clause */
/* printable.c - see printable.h. */
#include "printable.h"

#include <string.h>

#include "text.h"

void printable_put_bytes(const char *bytes, size_t length, FILE *out)
{
    struct text part = {0}, shown = {0};
    text_add(&part, bytes, length);
    text_printable(&shown, part.bytes);
    if (shown.length)
        fwrite(shown.bytes, 1, shown.length, out);
    text_free(&part);
    text_free(&shown);
}

void printable_put(const char *string, FILE *out)
{
    printable_put_bytes(string, strlen(string), out);
}

void printable_place(const char *file, unsigned line, unsigned column, FILE *out)
{
    struct text place = {0};
    text_place(&place, file, line, column);
    fputs(place.bytes, out);
    text_free(&place);
}

void printable_put_lines(const char *lines, FILE *out)
{
    while (*lines) {
        size_t length = strcspn(lines, "\n\t");
        printable_put_bytes(lines, length, out);
        lines += length;
        if (*lines)
            fputc(*lines++, out);
    }
}

void printable_vformat(FILE *out, const char *format, va_list list)
{
    struct text text = {0};
    text_vformat(&text, format, list);
    printable_put_lines(text.bytes, out);
    text_free(&text);
}

void printable_format(FILE *out, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    printable_vformat(out, format, list);
    va_end(list);
}
