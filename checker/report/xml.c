/* SPDX-License-Identifier: BSD-2-Clause */
/* xml.c - see xml.h. */
#include "xml.h"

void xml_put(const char *text, FILE *out)
{
    for (; *text; text++) {
        switch (*text) {
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '&': fputs("&amp;", out); break;
        case '"': fputs("&quot;", out); break;
        case '\n': case '\t': fputc(*text, out); break;
        default: fputc((unsigned char)*text < ' ' || *text == 127 ? ' ' : *text, out);
        }
    }
}
