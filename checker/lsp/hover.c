/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * hover.c - what the name under the cursor is: how it is declared, what it is
 * worth, and the comment right above its declaration.
 */
#include <string.h>

#include "analysis.h"
#include "answers.h"
#include "data.h"
#include "describe.h"
#include "litmus_view.h"
#include "locate.h"

/* Whether the line that begins at `start` is a comment to its end. */
static bool is_comment(const struct source *source, unsigned start)
{
    const char *line = source->text + start;
    line += strspn(line, " \t");
    return !strncmp(line, "--", 2) && strncmp(line, "-- SPDX", 7) != 0;
}

static void put_line(struct text *text, const struct source *source, unsigned start)
{
    const char *line = source->text + start;
    line += strspn(line, " \t");
    line += strspn(line, "-");
    line += *line == ' ';
    text_add(text, line, strcspn(line, "\r\n"));
    text_char(text, '\n');
}

/* The comment lines right above the declaration. */
static void put_comment(struct text *text, struct place place)
{
    const struct source *source = place.source;
    if (!source)
        return;
    unsigned line = place_line(place) - 1, first = line;
    while (first > 0 && is_comment(source, source->lines[first - 1]))
        first--;
    for (; first < line; first++)
        put_line(text, source, source->lines[first]);
}

static void put_use(struct text *text, const struct name_use *use, bool markdown)
{
    struct text more = {0}, comment = {0};
    text_put(text, markdown ? "```murphi\n" : "");
    describe_declaration(text, use);
    text_put(text, markdown ? "\n```\n" : "\n");
    describe_more(&more, use);
    put_comment(&comment, use->symbol ? use->symbol->place : use->field->place);
    if (more.length)
        text_format(text, "%s%s\n", markdown ? "\n" : "", more.bytes);
    if (comment.length)
        text_format(text, markdown ? "\n---\n\n```text\n%s```\n" : "\n%s", comment.bytes);
    text_free(&more);
    text_free(&comment);
}

static json_t *hover(const struct server *server, const struct text *text, json_t *range)
{
    json_t *result = json_pack("{s{ssso}}", "contents", "kind", server->markdown ? "markdown" : "plaintext", "value",
                               data_string(text->bytes, text->length));
    data_set(result, "range", range);
    return result;
}

json_t *answer_hover(struct server *server, const json_t *params, struct refusal *refusal)
{
    unsigned at;
    struct document *document = server_document(server, params, &at, refusal);
    if (!document)
        return NULL;
    const struct analysis *a = analysis_last_good(&server->documents, document);
    const struct name_use *use = analysis_use_at(a, document, at);
    struct text text = {0};
    struct place place = {0};
    if (use) {
        put_use(&text, use, server->markdown);
        place = use->place;
    } else if (a && a->test && analysis_from_now(a->own, document, &at)) {
        place = litmus_view_hover(&text, a->test, at);
    }
    json_t *result = text.length ? hover(server, &text, locate_range(server, a, place)) : json_null();
    text_free(&text);
    return result;
}
