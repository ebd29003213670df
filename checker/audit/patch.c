/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * patch.c - see patch.h.  Each part ("hunk") is a run of lines that begin with a blank
 * (both files have it), - (the old one) or + (the new one).  It goes where the old lines
 * stand, at or behind the end of the part before.
 */
#include "patch.h"

#include <string.h>

static const char *end_of_line(const char *at)
{
    const char *end = strchr(at, '\n');
    return end ? end + 1 : at + strlen(at);
}

static bool begins(const char *at, const char *word)
{
    return !strncmp(at, word, strlen(word));
}

const char *patch_file(struct arena *arena, const char *patch)
{
    const char *found = NULL;
    for (const char *at = patch; *at; at = end_of_line(at)) {
        if (!begins(at, "--- a/"))
            continue;
        if (found)
            return NULL;
        const char *path = at + strlen("--- a/");
        found = arena_text(arena, path, strcspn(path, "\t\r\n"));
    }
    return found;
}

static bool is_line_of_part(const char *at)
{
    return *at == ' ' || *at == '-' || *at == '+';
}

/* The lines of a part that a file has: the old one without those of + (`not`), the new one without those of -. */
static void put_side(struct text *out, const char *part, char not)
{
    for (const char *at = part; is_line_of_part(at); at = end_of_line(at))
        if (*at != not)
            text_add(out, at + 1, (size_t)(end_of_line(at) - at - 1));
}

/* Where the lines stand whole, at the beginning of a line, or NULL. */
static const char *find_lines(const char *text, const char *lines)
{
    const char *at = text;
    while (*at && !begins(at, lines))
        at = end_of_line(at);
    return *at ? at : NULL;
}

static const char *next_part(const char *at)
{
    while (*at && !begins(at, "@@ "))
        at = end_of_line(at);
    return *at ? at : NULL;
}

bool patch_apply(const char *patch, const char *text, struct text *out, struct text *why)
{
    const char *rest = text, *part = next_part(patch);
    for (; part; part = next_part(part + 1)) {
        struct text old = {0}, new = {0};
        put_side(&old, end_of_line(part), '+');
        put_side(&new, end_of_line(part), '-');
        const char *at = old.length ? find_lines(rest, old.bytes) : NULL;
        if (at) {
            text_add(out, rest, (size_t)(at - rest));
            text_add(out, new.bytes ? new.bytes : "", new.length);
            rest = at + old.length;
        } else {
            text_format(why, "what it changes is not there: %.*s", (int)strcspn(part, "\r\n"), part);
        }
        text_free(&old);
        text_free(&new);
        if (!at)
            return false;
    }
    text_put(out, rest);
    return rest != text;
}
