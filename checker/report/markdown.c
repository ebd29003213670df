/* SPDX-License-Identifier: BSD-2-Clause */
/* markdown.c - see markdown.h. */
#include "markdown.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "../base/text.h"

/* One within a word is none that begins or ends anything. */
static bool is_plain(const char *text, const char *at)
{
    return *at == '_' && at > text && isalnum((unsigned char)at[-1]) && isalnum((unsigned char)at[1]);
}

void markdown_put(const char *text, FILE *out)
{
    const char *end = text + strlen(text);
    unsigned length;
    for (const char *at = text; at < end; at += length ? length : 1) {
        length = text_character(at, end);
        if (!length)
            fputc('?', out);
        else if (length == 1 && strchr("<>&|`*_[]\\#~", *at) && !is_plain(text, at))
            fprintf(out, "&#%d;", *at);
        else if (length == 1 && ((unsigned char)*at < ' ' || *at == 127))
            fputc(' ', out);
        else
            fwrite(at, 1, length, out);
    }
}
