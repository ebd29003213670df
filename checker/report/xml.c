/* SPDX-License-Identifier: BSD-2-Clause */
/* xml.c - see xml.h. */
#include "xml.h"

#include <stdbool.h>
#include <string.h>

#include "../base/text.h"

/* XML has no control characters, and neither U+FFFE nor U+FFFF. */
static bool is_no_character(const char *at, unsigned length)
{
    return !length || (length == 3 && (!memcmp(at, "\xEF\xBF\xBE", 3) || !memcmp(at, "\xEF\xBF\xBF", 3)));
}

static unsigned put_character(const char *at, const char *end, FILE *out)
{
    switch (*at) {
    case '<': fputs("&lt;", out); return 1;
    case '>': fputs("&gt;", out); return 1;
    case '&': fputs("&amp;", out); return 1;
    case '"': fputs("&quot;", out); return 1;
    case '\n': case '\t': fputc(*at, out); return 1;
    default: break;
    }
    unsigned length = text_character(at, end);
    if (is_no_character(at, length))
        fputc('?', out);
    else if (length == 1 && ((unsigned char)*at < ' ' || *at == 127))
        fputc(' ', out);
    else
        fwrite(at, 1, length, out);
    return length ? length : 1;
}

void xml_put_bytes(const char *text, size_t length, FILE *out)
{
    for (const char *at = text, *end = text + length; at < end; at += put_character(at, end, out)) {}
}

void xml_put(const char *text, FILE *out)
{
    xml_put_bytes(text, strlen(text), out);
}
