/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * uri.c - see uri.h.
 */
#include "uri.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "../base/arena.h"
#include "../base/memory.h"
#include "../base/text.h"

static int hexadecimal(char c)
{
    return isdigit((unsigned char)c) ? c - '0' : isxdigit((unsigned char)c) ? tolower((unsigned char)c) - 'a' + 10 : -1;
}

/* No file's name has a zero byte in it. */
static char *decode(struct arena *arena, const char *text)
{
    char *out = arena_alloc(arena, strlen(text) + 1), *to = out;
    for (; *text && *text != '?' && *text != '#'; text++) {
        int high = *text == '%' ? hexadecimal(text[1]) : -1, low = high >= 0 ? hexadecimal(text[2]) : -1;
        if (low >= 0 && !(high || low))
            return NULL;
        *to++ = low >= 0 ? (char)(high * 16 + low) : *text;
        text += low >= 0 ? 2 : 0;
    }
    return out;
}

char *uri_path(struct arena *arena, const char *uri)
{
    static const char scheme[] = "file://", here[] = "localhost";
    if (strncasecmp(uri, scheme, sizeof scheme - 1) != 0)
        return NULL;
    uri += sizeof scheme - 1;
    if (!strncasecmp(uri, here, sizeof here - 1))
        uri += sizeof here - 1;
    return *uri == '/' ? decode(arena, uri) : NULL;
}

const char *uri_of_path(struct arena *arena, const char *path)
{
    struct text text = {0};
    text_put(&text, "file://");
    for (; *path; path++) {
        if (isalnum((unsigned char)*path) || strchr("/-._~", *path))
            text_char(&text, *path);
        else
            text_format(&text, "%%%02X", (unsigned char)*path);
    }
    const char *uri = arena_text(arena, text.bytes, text.length);
    text_free(&text);
    return uri;
}

const char *path_real(struct arena *arena, const char *path)
{
    char *real = realpath(path, NULL);
    if (!real)
        memory_check_errno();
    const char *copy = arena_text(arena, real ? real : path, strlen(real ? real : path));
    free(real);
    return copy;
}
