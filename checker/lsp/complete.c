/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * complete.c - what may be meant in a machine's header, where it names the memory
 * models that it promises and the invariants that it is checked against.  The editor
 * sifts the list by what was typed of the word.
 */
#include <dirent.h>
#include <stdio.h>
#include <string.h>

#include "../machines/header.h"
#include "answers.h"
#include "data.h"
#include "nearby.h"

enum { KIND_MODULE = 9, KIND_FILE = 17, KIND_REFERENCE = 18 }; /* of CompletionItemKind */

struct completion {
    struct nearby near;
    json_t *items, *range; /* of the word that is typed */
};

static void add(struct completion *c, const char *label, size_t length, int kind)
{
    json_t *text = data_string(label, length);
    json_array_append_new(c->items, json_pack("{sOsis{sOsO}}", "label", text, "kind", kind, "textEdit", "range", c->range, "newText", text));
    json_decref(text);
}

/* Behind blanks and comments, which may hold others. */
static const char *skip_comments(const char *p)
{
    unsigned depth = 0;
    for (; *p && (depth || strchr(" \t\r\n", *p) || !strncmp(p, "(*", 2)); p++)
        if (!strncmp(p, "(*", 2))
            depth++, p++;
        else if (depth && !strncmp(p, "*)", 2))
            depth--, p++;
    return p;
}

/* A memory model begins with its name; what models include, and is none by itself, begins with a definition. */
static bool is_model(const char *path)
{
    static const char *const words[] = {"let", "include", "show", "unshow", "procedure", "acyclic", "irreflexive", "empty", "flag"};
    char text[4096] = "";
    FILE *file = fopen(path, "r");
    size_t length = file ? fread(text, 1, sizeof text - 1, file) : 0;
    if (file)
        fclose(file);
    text[length] = 0;
    const char *first = skip_comments(text);
    length = strspn(first, "abcdefghijklmnopqrstuvwxyz");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == length && !strncmp(words[i], first, length))
            return false;
    return *first != 0;
}

/* The files of a folder whose names end so, named without the last `cut` bytes. */
static void add_files(struct completion *c, const char *folder, const char *ending, size_t cut, int kind)
{
    DIR *directory = opendir(folder);
    size_t end = strlen(ending);
    for (struct dirent *file; directory && (file = readdir(directory));) {
        size_t length = strlen(file->d_name);
        bool fits = length > end && !strcmp(file->d_name + length - end, ending);
        if (fits && (kind != KIND_FILE || is_model(arena_format(c->near.arena, "%s/%s", folder, file->d_name))))
            add(c, file->d_name, length - cut, kind);
    }
    if (directory)
        closedir(directory);
}

static const char *folder_of(struct arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/');
    return arena_text(arena, path, slash ? (size_t)(slash - path) : 0);
}

static void add_models(struct completion *c, const struct document *document)
{
    for (unsigned i = 0; header_models[i]; i++)
        add(c, header_models[i], strlen(header_models[i]), KIND_REFERENCE);
    if (document->is_file)
        add_files(c, folder_of(c->near.arena, document->path), ".cat", 0, KIND_FILE);
    if (c->near.library)
        add_files(c, arena_format(c->near.arena, "%s/litmus/models", c->near.library), ".cat", 0, KIND_FILE);
}

/* The library's, and what beside the machine states one and is no machine. */
static void add_invariants(struct completion *c, const struct document *document)
{
    if (!document->is_file)
        return;
    const char *folder = folder_of(c->near.arena, document->path);
    size_t length = strlen(folder) + 1;
    for (unsigned i = 0; i < c->near.count; i++) {
        const struct nearby_file *file = &c->near.files[i];
        bool beside = !strncmp(file->path, folder, length - 1) && file->path[length - 1] == '/' && !strchr(file->path + length, '/');
        if (beside && nearby_has_line(file, "invariant") && !nearby_has_line(file, "-- machine:"))
            add(c, file->path + length, strlen(file->path + length) - 2, KIND_MODULE);
    }
    if (c->near.library)
        add_files(c, arena_format(c->near.arena, "%s/invariants", c->near.library), ".m", 2, KIND_MODULE);
}

/* Where a line of this key, with or without a variant, begins to name: behind its colon; NULL: it is no such line. */
static const char *names_of(const char *line, const char *end, const char *key)
{
    size_t length = strlen(key);
    line += strspn(line, " \t");
    if (strncmp(line, "-- machine: ", 12) || strncmp(line + 12, key, length) || (line[12 + length] != ':' && line[12 + length] != ' '))
        return NULL;
    const char *colon = memchr(line + 12, ':', strcspn(line + 12, "\n"));
    return colon && colon < end && !memchr(colon, ';', (size_t)(end - colon)) ? colon + 1 : NULL;
}

json_t *answer_completion(struct server *server, const json_t *params, struct refusal *refusal)
{
    unsigned at;
    const struct document *document = server_document(server, params, &at, refusal);
    if (!document)
        return NULL;
    const char *text = document->text.bytes ? document->text.bytes : "", *end = text + at, *line = end, *word = end;
    while (line > text && line[-1] != '\n')
        line--;
    while (word > line && !strchr(" \t:,", word[-1]))
        word--;
    const char *models = names_of(line, end, "promises"), *names = models ? models : names_of(line, end, "invariants");
    struct completion c = {.items = json_array()};
    if (!names || document->language != LANGUAGE_MURPHI)
        return c.items;
    struct arena *arena = arena_new();
    c.near.arena = arena;
    c.range = data_range(&document->lines, (unsigned)(word - text), at, server->encoding);
    if (document->is_file)
        nearby_read(&c.near, arena, document->path);
    (models ? add_models : add_invariants)(&c, document);
    json_decref(c.range);
    arena_free(arena);
    return c.items;
}
