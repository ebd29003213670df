/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * litmus_rename.c - see litmus_rename.h.
 *
 * It is tried, as in a model (rename.c): the edited text is read, and every name must then stand where it stood, and two
 * names be of one thing where they were.
 */
#include "litmus_rename.h"

#include <ctype.h>
#include <string.h>

#include "answers.h"
#include "litmus_view.h"

/* False, for the caller to return. */
#define refuse(renaming, ...) (server_refuse((renaming)->refusal, REPLY_REQUEST_FAILED, __VA_ARGS__) != NULL)

static bool look(struct litmus_renaming *r, unsigned at)
{
    if (!r->old->test)
        return refuse(r, "%s has errors, so that not every use of a name is known", r->document->path);
    r->count = litmus_view_places(r->arena, r->old->test, at, &r->places);
    for (unsigned i = 0; i < r->count; i++)
        if (r->places[i].start <= at && at <= r->places[i].end)
            r->asked = r->places[i];
    if (!r->asked.source)
        return refuse(r, "%s", "there is no name here that can be another");
    r->from = arena_text(r->arena, r->asked.source->text + r->asked.start, r->asked.end - r->asked.start);
    return true;
}

bool litmus_rename_find(struct litmus_renaming *r, struct server *server, struct document *document, unsigned at, struct refusal *refusal)
{
    *r = (struct litmus_renaming){.document = document, .arena = arena_new(), .refusal = refusal};
    r->old = analysis_of(&server->documents, document);
    bool good = look(r, at);
    if (!good)
        litmus_rename_end(r);
    return good;
}

void litmus_rename_end(struct litmus_renaming *r)
{
    arena_free(r->arena);
}

/* ---- trying it ---- */

/* The words of C (C11, 6.4.1) that are in lower case. */
static bool is_word_of_c(const char *text)
{
    static const char *const words[] = {
        "auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else", "enum", "extern", "float", "for", "goto",
        "if", "inline", "int", "long", "register", "restrict", "return", "short", "signed", "sizeof", "static", "struct", "switch",
        "typedef", "union", "unsigned", "void", "volatile", "while"};
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(words[i], text))
            return true;
    return false;
}

static bool is_name(const char *text)
{
    bool good = isalpha((unsigned char)*text) || *text == '_';
    for (; good && *text; text++)
        good = isalnum((unsigned char)*text) || *text == '_';
    return good;
}

static struct analysis *analyse_edited(const struct litmus_renaming *r, const char *to)
{
    const struct source *source = r->old->test->source;
    struct document changed = *r->document;
    unsigned at = 0;
    changed.text = (struct text){0};
    for (unsigned i = 0; i < r->count; i++) {
        text_add(&changed.text, source->text + at, r->places[i].start - at);
        text_put(&changed.text, to);
        at = r->places[i].end;
    }
    text_add(&changed.text, source->text + at, source->length - at);
    struct analysis *new = analysis_anew(&changed);
    text_free(&changed.text);
    return new;
}

static bool same_sizes(const struct litmus_test *a, const struct litmus_test *b)
{
    bool same = a->thread_count == b->thread_count && a->location_count == b->location_count && a->name_count == b->name_count;
    for (unsigned t = 0; same && t < a->thread_count; t++)
        same = a->threads[t].register_count == b->threads[t].register_count && a->threads[t].length == b->threads[t].length;
    return same;
}

/* Each name stands where it stood, and is of what has the new name where it was of what had the old one. */
static bool same_names(const struct litmus_renaming *r, const struct litmus_test *new, const char *to)
{
    const struct litmus_name *a = r->old->test->names, *b = new->names;
    unsigned asked = 0, edits = 0;
    while (a[asked].place.start != r->asked.start)
        asked++;
    for (unsigned i = 0; i < new->name_count; i++) {
        bool is_it = litmus_view_is_same(&a[i], &a[asked]);
        unsigned start = a[i].place.start + edits * (unsigned)strlen(to) - edits * (unsigned)strlen(r->from);
        if (a[i].what != b[i].what || a[i].thread != b[i].thread || start != b[i].place.start || is_it != litmus_view_is_same(&b[i], &b[asked]))
            return false;
        edits += is_it;
    }
    return true;
}

bool litmus_rename_may(struct litmus_renaming *r, const char *to)
{
    if (!is_name(to) || (litmus_is_c(r->old->test) && is_word_of_c(to))) {
        server_refuse(r->refusal, REPLY_INVALID_PARAMS, "`%s` is no name, or is a word of the language", to);
        return false;
    }
    struct analysis *new = analyse_edited(r, to);
    bool good = true;
    if (!new->test)
        good = refuse(r, "with the name `%s` the test has an error", to);
    else if (!same_sizes(r->old->test, new->test) || !same_names(r, new->test, to))
        good = refuse(r, "`%s` would then mean something else somewhere", to);
    analysis_free(new);
    return good;
}
