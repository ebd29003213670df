/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * layout.c - formatting: what `murrelet fmt` makes of the text, as one edit of
 * the lines that differ.
 */
#include "../rewrite/format.h"

#include <string.h>

#include "../litmus/align.h"
#include "../litmus/parse.h"
#include "answers.h"
#include "data.h"

/* The lines at both ends that stay are left out of the edit, so that the cursor stays where it is. */
static json_t *edit(const struct server *server, const struct document *document, const struct text *new)
{
    const char *old = document->lines.text, *to = new->bytes ? new->bytes : "";
    size_t begin = 0, end = 0, length = document->text.length, least = length < new->length ? length : new->length;
    while (begin < least && old[begin] == to[begin])
        begin++;
    while (end < least - begin && old[length - 1 - end] == to[new->length - 1 - end])
        end++;
    if (begin == length && begin == new->length)
        return json_array();
    while (begin > 0 && old[begin - 1] != '\n')
        begin--;
    while (end > 0 && old[length - end - 1] != '\n')
        end--;
    json_t *range = data_range(&document->lines, (unsigned)begin, (unsigned)(length - end), server->encoding);
    return json_pack("[{soso}]", "range", range, "newText", data_string(to + begin, new->length - end - begin));
}

static json_t *format_test(const struct server *server, const struct document *document, struct refusal *refusal)
{
    struct arena *arena = arena_new();
    struct text new = {0};
    struct source *source = source_from_bytes(arena, document->path, document->text.bytes, document->text.length);
    const struct litmus_test *test = litmus_parse(arena, diagnostics_new(arena), source);
    if (test)
        litmus_align(&new, test);
    json_t *result = test ? edit(server, document, &new)
                          : server_refuse(refusal, REPLY_REQUEST_FAILED, "the test has an error, and was left as it is");
    text_free(&new);
    arena_free(arena);
    return result;
}

json_t *answer_formatting(struct server *server, const json_t *params, struct refusal *refusal)
{
    const struct document *document = server_document(server, params, NULL, refusal);
    if (!document)
        return NULL;
    if (document->language == LANGUAGE_LITMUS)
        return format_test(server, document, refusal);
    if (document->language != LANGUAGE_MURPHI)
        return json_null();
    struct arena *arena = arena_new();
    struct text new = {0};
    struct source *source = source_from_bytes(arena, document->path, document->text.bytes, document->text.length);
    bool good = !format_source(&new, diagnostics_new(arena), source, DIALECT_RUMUR);
    json_t *result = good ? edit(server, document, &new)
                          : server_refuse(refusal, REPLY_REQUEST_FAILED, "the text has an error of syntax, and was left as it is");
    text_free(&new);
    arena_free(arena);
    return result;
}
