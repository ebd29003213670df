/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * document.c - see document.h.
 */
#include "document.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "../base/memory.h"
#include "../base/source.h"
#include "data.h"
#include "uri.h"

struct document *documents_find(const struct documents *documents, const char *uri)
{
    struct document *document = documents->first;
    while (document && strcmp(document->uri, uri) != 0)
        document = document->next;
    return document;
}

struct document *documents_find_path(const struct documents *documents, const char *path)
{
    struct document *document = documents->first;
    while (document && !(document->is_file && !strcmp(document->path, path)))
        document = document->next;
    return document;
}

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), size = strlen(end);
    return length >= size && !strcasecmp(text + length - size, end);
}

/* By its name, and where that says nothing, by what the client calls it. */
static enum language language_of(const char *path, const char *id)
{
    if (ends_with(path, ".litmus") || (id && !strcasecmp(id, "litmus")))
        return LANGUAGE_LITMUS;
    if (ends_with(path, ".m") || (id && !strcasecmp(id, "murphi")))
        return LANGUAGE_MURPHI;
    return LANGUAGE_OTHER;
}

static void set_text(struct document *document, struct text text)
{
    static unsigned long editions;
    document->edition = ++editions;
    text_free(&document->text);
    lines_free(&document->lines);
    document->text = text;
    lines_make(&document->lines, text.bytes, text.length);
}

struct document *documents_open(struct documents *documents, const json_t *item)
{
    const char *uri = data_word(item, "uri");
    const json_t *text = json_object_get(item, "text"), *version = json_object_get(item, "version");
    if (!uri || !json_is_string(text))
        return NULL;
    struct document *document = memory_zeroed(1, sizeof *document);
    document->arena = arena_new();
    document->uri = arena_text(document->arena, uri, strlen(uri));
    const char *path = uri_path(document->arena, uri);
    document->is_file = path != NULL;
    document->path = path ? path_real(document->arena, path) : document->uri;
    document->language = language_of(document->path, data_word(item, "languageId"));
    document->versioned = json_is_integer(version);
    document->version = json_integer_value(version);
    document->stale = true;
    struct text copy = {0};
    text_add(&copy, json_string_value(text), json_string_length(text));
    set_text(document, copy);
    document->next = documents->first;
    documents->first = document;
    return document;
}

void documents_close(struct documents *documents, struct document *document)
{
    struct document **at = &documents->first;
    while (*at != document)
        at = &(*at)->next;
    *at = document->next;
    text_free(&document->text);
    lines_free(&document->lines);
    arena_free(document->arena);
    free(document);
}

static bool change(struct document *document, const json_t *one, enum encoding encoding)
{
    const json_t *text = json_object_get(one, "text"), *range = json_object_get(one, "range");
    unsigned start = 0, end = (unsigned)document->text.length;
    if (!json_is_string(text))
        return false;
    if (range && !json_is_null(range)) {
        struct position from, to;
        if (!data_read_position(json_object_get(range, "start"), &from) || !data_read_position(json_object_get(range, "end"), &to))
            return false;
        start = lines_offset(&document->lines, from, encoding);
        end = lines_offset(&document->lines, to, encoding);
        if (end < start)
            return false;
    }
    struct text new = {0};
    text_add(&new, document->text.bytes, start);
    text_add(&new, json_string_value(text), json_string_length(text));
    text_add(&new, document->text.bytes + end, document->text.length - end);
    set_text(document, new);
    return true;
}

bool document_change(struct document *document, const json_t *changes, enum encoding encoding)
{
    size_t i;
    json_t *one;
    bool good = json_is_array(changes);
    json_array_foreach(changes, i, one)
        if (!(good = change(document, one, encoding)))
            break;
    return good;
}

void documents_stand_in(const struct documents *documents)
{
    source_stand_in(NULL, NULL, 0);
    for (const struct document *d = documents->first; d; d = d->next)
        if (d->is_file)
            source_stand_in_too(d->path, d->text.bytes, d->text.length);
}

void documents_stand_back(void)
{
    source_stand_in(NULL, NULL, 0);
}
