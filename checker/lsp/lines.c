/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * lines.c - see lines.h.
 */
#include "lines.h"

#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "../base/source.h"
#include "../base/text.h"

enum { BLOCK = 1024 };

static unsigned count_lines(const struct lines *lines, unsigned *starts)
{
    unsigned count = 1;
    for (unsigned i = 0; i < lines->length; i++) {
        bool ends = lines->text[i] == '\n' || (lines->text[i] == '\r' && (i + 1 == lines->length || lines->text[i + 1] != '\n'));
        if (ends && starts)
            starts[count] = i + 1;
        count += ends;
    }
    return count;
}

static unsigned units(unsigned length, enum encoding encoding)
{
    return encoding == ENCODING_UTF8 ? length : length == 4 ? 2 : 1;
}

/* In each block behind that in which the line begins. */
static void mark_line(struct lines *lines, unsigned start, unsigned end)
{
    struct line_mark here = {.at = start};
    unsigned block = start / BLOCK;
    while (here.at < end && block < end / BLOCK) {
        bool well;
        unsigned length = lines_character(lines->text + here.at, lines->text + lines->length, &well);
        here.at += length;
        for (enum encoding e = 0; e < ENCODINGS; e++)
            here.units[e] += units(length, e);
        if (here.at / BLOCK != block && here.at < end)
            lines->marks[block = here.at / BLOCK] = here;
    }
}

/* The last mark of the line up to `most`, which is a byte, or a number of units; else its start. */
static struct line_mark mark_before(const struct lines *lines, unsigned line, unsigned most, bool is_byte, enum encoding encoding)
{
    const unsigned start = lines->starts[line], end = lines_end(lines, line);
    struct line_mark found = {.at = start};
    unsigned low = start / BLOCK, high = end / BLOCK + 1;
    while (high - low > 1) {
        unsigned middle = low + (high - low) / 2;
        const struct line_mark *mark = &lines->marks[middle];
        if (mark->at > start && (is_byte ? mark->at : mark->units[encoding]) <= most) {
            found = *mark;
            low = middle;
        } else {
            high = middle;
        }
    }
    return found;
}

void lines_make(struct lines *lines, const char *text, size_t length)
{
    *lines = (struct lines){.text = text ? text : "", .length = (unsigned)length};
    lines->starts = memory_zeroed(count_lines(lines, NULL), sizeof *lines->starts);
    lines->count = count_lines(lines, lines->starts);
    lines->marks = memory_zeroed(length / BLOCK + 2, sizeof *lines->marks);
    for (unsigned line = 0; line < lines->count; line++)
        mark_line(lines, lines->starts[line], lines_end(lines, line));
}

void lines_free(struct lines *lines)
{
    free(lines->starts);
    free(lines->marks);
    *lines = (struct lines){0};
}

unsigned lines_character(const char *at, const char *end, bool *well)
{
    unsigned char c = (unsigned char)*at;
    unsigned length = c < 0x80 ? 1 : c >= 0xC2 && c < 0xE0 ? 2 : c >= 0xE0 && c < 0xF0 ? 3 : c >= 0xF0 && c < 0xF5 ? 4 : 0;
    *well = length && (size_t)(end - at) >= length;
    for (unsigned i = 1; *well && i < length; i++)
        *well = text_continues(at[i]);
    if (*well && length > 2) { /* too long a form, a surrogate, beyond the last character */
        unsigned char d = (unsigned char)at[1];
        *well = !((c == 0xE0 && d < 0xA0) || (c == 0xED && d > 0x9F) || (c == 0xF0 && d < 0x90) || (c == 0xF4 && d > 0x8F));
    }
    return *well ? length : 1;
}

unsigned lines_end(const struct lines *lines, unsigned line)
{
    unsigned start = lines->starts[line], end = line + 1 < lines->count ? lines->starts[line + 1] : lines->length;
    while (end > start && line + 1 < lines->count && (lines->text[end - 1] == '\n' || lines->text[end - 1] == '\r'))
        end--;
    return end;
}

struct position lines_position(const struct lines *lines, unsigned at, enum encoding encoding)
{
    at = at > lines->length ? lines->length : at;
    struct position position = {.line = source_line_at(lines->starts, lines->count, at)};
    unsigned end = lines_end(lines, position.line);
    at = at > end ? end : at;
    const struct line_mark from = mark_before(lines, position.line, at, true, encoding);
    position.character = from.units[encoding];
    for (unsigned i = from.at; i < at;) {
        bool well;
        unsigned length = lines_character(lines->text + i, lines->text + lines->length, &well);
        if (i + length > at)
            break;
        position.character += units(length, encoding);
        i += length;
    }
    return position;
}

unsigned lines_offset(const struct lines *lines, struct position position, enum encoding encoding)
{
    if (position.line >= lines->count)
        return lines->length;
    const struct line_mark from = mark_before(lines, position.line, position.character, false, encoding);
    unsigned at = from.at, end = lines_end(lines, position.line), character = from.units[encoding];
    while (at < end) {
        bool well;
        unsigned length = lines_character(lines->text + at, lines->text + end, &well);
        character += units(length, encoding);
        if (character > position.character)
            return at;
        at += length;
    }
    return end;
}
