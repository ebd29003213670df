/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * rename.c - another name for what a name stands for.
 *
 * Whether the new name collides with another one, hides it or is hidden by it is
 * not thought out, but tried: the texts are edited, read and checked again, and
 * every name must then stand where it stood and mean what it meant.
 *
 * Refused besides: where the model has errors, since then not every use is
 * known; where a file uses the name that this model is only put together with (a
 * driver); where another model includes an edited file; where a machine's header
 * names it.
 */
#include <ctype.h>
#include <string.h>

#include "../murphi/lexer.h"
#include "analysis.h"
#include "answers.h"
#include "data.h"
#include "litmus_rename.h"
#include "locate.h"
#include "nearby.h"

struct renaming {
    struct server *server;
    struct document *document;
    const struct analysis *old;
    const struct name_use *use;
    const char *from, *to;
    struct place *edited; /* where the name stands, in order */
    unsigned edited_count;
    struct refusal *refusal;
};

/* False, for the caller to return. */
#define refuse(renaming, ...) (server_refuse((renaming)->refusal, REPLY_REQUEST_FAILED, __VA_ARGS__) != NULL)

static bool same(const struct name_use *a, const struct name_use *b)
{
    return a->symbol == b->symbol && a->field == b->field;
}

static struct place declaration(const struct name_use *use)
{
    return use->symbol ? use->symbol->place : use->field->place;
}

/* ---- what can be told before it is tried ---- */

/* The unit that no unit of a file includes, by which this one comes into the program. */
static const struct unit *top(const struct analysis *a, const struct unit *unit)
{
    const struct unit *above;
    while ((above = analysis_unit(a, unit->included.source)) && *above->path == '/')
        unit = above;
    return unit;
}

static bool all_within(const struct renaming *r)
{
    const struct unit *own = top(r->old, r->old->own);
    for (unsigned i = 0; i < r->old->uses.count; i++) {
        const struct name_use *use = &r->old->uses.list[i];
        const struct unit *unit = analysis_unit(r->old, use->place.source);
        if (same(use, r->use) && (!unit || top(r->old, unit) != own))
            return refuse(r, "%s uses this name, and is no part of this model", unit ? unit->path : "something else");
    }
    return true;
}

static bool is_edited(const struct renaming *r, const struct unit *unit)
{
    for (unsigned i = 0; i < r->old->uses.count; i++)
        if (same(&r->old->uses.list[i], r->use) && r->old->uses.list[i].place.source == unit->source)
            return true;
    return false;
}

/* What is declared within a rule or a routine is seen by its file alone. */
static bool is_local(const struct name_use *use)
{
    enum symbol_kind kind = use->symbol ? use->symbol->kind : SYMBOL_TYPE;
    return kind == SYMBOL_LOCAL || kind == SYMBOL_PARAMETER || kind == SYMBOL_QUANTIFIER || kind == SYMBOL_ALIAS;
}

/* A file nearby that includes an edited one, and is not of this model; or NULL. */
static const char *stranger(const struct renaming *r, struct arena *arena)
{
    struct nearby near;
    nearby_read(&near, arena, r->document->path);
    for (unsigned i = 0; i < near.count; i++)
        for (unsigned k = 0; k < near.files[i].include_count; k++)
            for (unsigned u = 0; u < r->old->unit_count; u++)
                if (!strcmp(r->old->units[u].path, near.files[i].includes[k]) && is_edited(r, &r->old->units[u]) &&
                    !analysis_reads(r->old, near.files[i].path))
                    return near.files[i].path;
    return NULL;
}

static bool no_stranger(const struct renaming *r)
{
    if (is_local(r->use) || !r->document->is_file)
        return true;
    struct arena *arena = arena_new();
    documents_stand_in(&r->server->documents);
    const char *path = stranger(r, arena);
    documents_stand_back();
    if (path)
        (void)refuse(r, "%s includes the file too, and is not of this model", path);
    arena_free(arena);
    return !path;
}

static bool line_names(const char *line, const char *name)
{
    size_t length = strlen(name), end = strcspn(line, "\n");
    for (size_t i = 1; i + length <= end; i++) {
        bool before = isalnum((unsigned char)line[i - 1]) || line[i - 1] == '_';
        bool after = isalnum((unsigned char)line[i + length]) || line[i + length] == '_';
        if (!before && !after && !strncmp(line + i, name, length))
            return true;
    }
    return false;
}

static bool no_header(const struct renaming *r)
{
    bool global = r->use->symbol && r->use->symbol->kind == SYMBOL_CONST;
    for (unsigned u = 0; global && u < r->old->unit_count; u++) {
        const struct source *source = r->old->units[u].source;
        for (unsigned i = 0; i < source->line_count; i++) {
            const char *line = source->text + source->lines[i];
            if (!strncmp(line, "-- machine:", 11) && line_names(line, r->from))
                return refuse(r, "a machine's header names it, in %s", r->old->units[u].path);
        }
    }
    return true;
}

static bool is_name(const char *text)
{
    struct arena *arena = arena_new();
    struct diagnostics *diagnostics = diagnostics_new(arena);
    const struct tokens *tokens = lexer_read(arena, diagnostics, source_from_text(arena, "", text), DIALECT_RUMUR);
    bool good = !diagnostics_errors(diagnostics) && tokens->count == 2 && tokens->list[0].kind == TOKEN_NAME &&
                tokens->list[0].end == strlen(text) && !tokens->list[0].start;
    arena_free(arena);
    return good;
}

/* ---- trying it ---- */

static struct text edited(const struct renaming *r, const struct source *source)
{
    struct text text = {0};
    unsigned at = 0;
    text_put(&text, "");
    for (unsigned i = 0; i < r->old->uses.count; i++) {
        const struct name_use *use = &r->old->uses.list[i];
        if (use->place.source != source || !same(use, r->use))
            continue;
        text_add(&text, source->text + at, use->place.start - at);
        text_put(&text, r->to);
        at = use->place.end;
    }
    text_add(&text, source->text + at, source->length - at);
    return text;
}

static struct analysis *analyse_edited(const struct renaming *r)
{
    struct document changed = *r->document;
    changed.text = (struct text){0};
    documents_stand_in(&r->server->documents);
    for (unsigned u = 0; u < r->old->unit_count; u++) {
        const struct unit *unit = &r->old->units[u];
        struct text text = edited(r, unit->source);
        if (*unit->path == '/' && is_edited(r, unit))
            source_stand_in_too(unit->path, text.bytes, text.length);
        if (unit == r->old->own)
            changed.text = text;
        else
            text_free(&text);
    }
    struct analysis *new = analysis_anew(&changed);
    documents_stand_back();
    text_free(&changed.text);
    return new;
}

/* How many names that are edited stand before this place, in all sources up to its own. */
static unsigned edits_before(const struct renaming *r, struct place place)
{
    unsigned low = 0, high = r->edited_count;
    while (low < high) {
        unsigned middle = low + (high - low) / 2;
        if (place_compare(r->edited[middle], place) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Where a byte of an old source is in the edited one. */
static unsigned moved(const struct renaming *r, const struct source *source, unsigned at)
{
    unsigned edits = edits_before(r, (struct place){source, at, 0}) - edits_before(r, (struct place){source, 0, 0});
    return at + edits * (unsigned)strlen(r->to) - edits * (unsigned)strlen(r->from);
}

/* The uses are in order, and so are these. */
static void note_edited(struct renaming *r, struct arena *arena)
{
    for (unsigned i = 0; i < r->old->uses.count; i++)
        if (same(&r->old->uses.list[i], r->use))
            ARENA_PUSH(arena, r->edited, r->edited_count, r->old->uses.list[i].place);
}

static bool same_place(const struct renaming *r, struct place old, const struct analysis *new, struct place place)
{
    const struct unit *a = analysis_unit(r->old, old.source), *b = analysis_unit(new, place.source);
    if (!a || !b)
        return a == b; /* both of the language itself */
    return !strcmp(a->path, b->path) && moved(r, old.source, old.start) == place.start;
}

static void first_error(void *data, const struct said *said)
{
    const struct said **first = data;
    static struct said copy;
    if (said->severity == SEVERITY_ERROR && !*first) {
        copy = *said;
        *first = &copy;
    }
}

static bool means_the_same(const struct renaming *r, struct analysis *new)
{
    const struct said *error = NULL;
    diagnostics_each(new->diagnostics, first_error, &error);
    if (error)
        return refuse(r, "with that name the model has an error: %s", error->message);
    if (new->uses.count != r->old->uses.count)
        return refuse(r, "`%s` would then not be used where it is now", r->from);
    for (unsigned i = 0; i < new->uses.count; i++) {
        const struct name_use *a = &r->old->uses.list[i], *b = &new->uses.list[i];
        if (!same_place(r, a->place, new, b->place) || !same_place(r, declaration(a), new, declaration(b)))
            return refuse(r, "`%s` would then mean something else somewhere", same(a, r->use) ? r->to : b->symbol ? b->symbol->name : b->field->name);
    }
    return true;
}

static bool try_it(struct renaming *r)
{
    struct arena *arena = arena_new();
    note_edited(r, arena);
    struct analysis *new = analyse_edited(r);
    bool good = means_the_same(r, new);
    analysis_free(new);
    arena_free(arena);
    return good;
}

/* ---- the edits ---- */

static json_t *edits_of(const struct renaming *r, const struct unit *unit)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < r->old->uses.count; i++) {
        const struct name_use *use = &r->old->uses.list[i];
        if (!same(use, r->use) || use->place.source != unit->source)
            continue;
        json_t *range = data_range(&unit->lines, use->place.start, use->place.end, r->server->encoding);
        json_array_append_new(list, json_pack("{soss}", "range", range, "newText", r->to));
    }
    return list;
}

/* Both forms of a workspace edit, of which a client takes one. */
struct workspace {
    json_t *changes, *versioned;
};

/* The list is taken over. */
static void add_edits(struct workspace *w, const struct server *server, const struct unit *unit, json_t *list)
{
    const char *uri = locate_uri(server, unit);
    const struct document *open = documents_find(&server->documents, uri);
    json_t *version = open && open->versioned ? json_integer(open->version) : json_null();
    json_array_append_new(w->versioned, json_pack("{s{ssso}sO}", "textDocument", "uri", uri, "version", version, "edits", list));
    json_object_set_new(w->changes, uri, list);
}

static json_t *finish_edit(struct workspace *w, const struct server *server)
{
    json_t *edit = json_object();
    bool with = server->document_changes;
    json_object_set(edit, with ? "documentChanges" : "changes", with ? w->versioned : w->changes);
    json_decref(w->changes);
    json_decref(w->versioned);
    return edit;
}

static json_t *workspace_edit(const struct renaming *r)
{
    struct workspace w = {json_object(), json_array()};
    for (unsigned u = 0; u < r->old->unit_count; u++)
        if (is_edited(r, &r->old->units[u]))
            add_edits(&w, r->server, &r->old->units[u], edits_of(r, &r->old->units[u]));
    return finish_edit(&w, r->server);
}

/* ---- litmus tests ---- */

static json_t *rename_in_test(struct server *server, struct document *document, unsigned at, const char *to, struct refusal *refusal)
{
    struct litmus_renaming r;
    json_t *result = NULL;
    if (!litmus_rename_find(&r, server, document, at, refusal))
        return NULL;
    if (!strcmp(r.from, to)) {
        result = json_object();
    } else if (litmus_rename_may(&r, to)) {
        struct workspace w = {json_object(), json_array()};
        json_t *list = json_array();
        for (unsigned i = 0; i < r.count; i++) {
            json_t *range = data_range(&r.old->own->lines, r.places[i].start, r.places[i].end, server->encoding);
            json_array_append_new(list, json_pack("{soss}", "range", range, "newText", to));
        }
        add_edits(&w, server, r.old->own, list);
        result = finish_edit(&w, server);
    }
    litmus_rename_end(&r);
    return result;
}

static json_t *prepare_in_test(struct server *server, struct document *document, unsigned at, struct refusal *refusal)
{
    struct litmus_renaming r;
    if (!litmus_rename_find(&r, server, document, at, refusal))
        return NULL;
    json_t *range = data_range(&r.old->own->lines, r.asked.start, r.asked.end, server->encoding);
    json_t *result = json_pack("{soss}", "range", range, "placeholder", r.from);
    litmus_rename_end(&r);
    return result;
}

/* ---- requests ---- */

/* The name there, of a model that has no errors; else false with a refusal, where there is something to say. */
static bool find(struct renaming *r, const json_t *params)
{
    unsigned at;
    r->document = server_document(r->server, params, &at, r->refusal);
    if (!r->document)
        return false;
    r->old = analysis_of(&r->server->documents, r->document);
    if (r->old->parsed)
        r->use = analysis_use_at(r->old, r->document, at);
    if (!r->old->parsed || (r->use && diagnostics_errors(r->old->diagnostics)))
        return refuse(r, "%s has errors, or what it belongs to has, so that not every use of a name is known", r->document->path);
    if (!r->use || !declaration(r->use).source)
        return refuse(r, "%s", "there is no name here that can be another");
    r->from = r->use->symbol ? r->use->symbol->name : r->use->field->name;
    return true;
}

/* The document there, where it is a litmus test. */
static struct document *test_at(struct server *server, const json_t *params, unsigned *at)
{
    struct refusal ignored = {0};
    struct document *document = server_document(server, params, at, &ignored);
    text_free(&ignored.text);
    return document && document->language == LANGUAGE_LITMUS ? document : NULL;
}

json_t *answer_prepare_rename(struct server *server, const json_t *params, struct refusal *refusal)
{
    struct renaming r = {.server = server, .refusal = refusal};
    unsigned at;
    struct document *test = test_at(server, params, &at);
    if (test)
        return prepare_in_test(server, test, at, refusal);
    if (!find(&r, params))
        return NULL;
    return json_pack("{soss}", "range", locate_range(server, r.old, r.use->place), "placeholder", r.from);
}

json_t *answer_rename(struct server *server, const json_t *params, struct refusal *refusal)
{
    struct renaming r = {.server = server, .refusal = refusal, .to = data_word(params, "newName")};
    if (!r.to)
        return server_refuse(refusal, REPLY_INVALID_PARAMS, "newName is missing");
    unsigned at;
    struct document *test = test_at(server, params, &at);
    if (test)
        return rename_in_test(server, test, at, r.to, refusal);
    if (!find(&r, params))
        return NULL;
    if (!is_name(r.to)) {
        server_refuse(refusal, REPLY_INVALID_PARAMS, "`%s` is no name, or is a word of the language", r.to);
        return NULL;
    }
    if (!strcmp(r.from, r.to))
        return json_object();
    return all_within(&r) && no_header(&r) && no_stranger(&r) && try_it(&r) ? workspace_edit(&r) : NULL;
}
