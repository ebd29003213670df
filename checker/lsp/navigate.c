/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * navigate.c - where a name is declared, and where it stands.  In a litmus test a
 * location or register is declared where it first stands.
 *
 * While a text has an error of syntax, the answers are of the last one that had
 * none, as far as the names are still there.
 */
#include "analysis.h"
#include "answers.h"
#include "litmus_view.h"
#include "locate.h"

/* A question about the name at a place. */
struct question {
    struct document *document;
    struct analysis *analysis;
    const struct name_use *use; /* of a model; NULL: no name stands there */
    unsigned at;
    struct arena *arena;
    struct place *places;       /* where what it names is named, in order */
    unsigned count;
};

static bool same(const struct name_use *a, const struct name_use *b)
{
    return a->symbol == b->symbol && a->field == b->field;
}

static void find_places(struct question *q, bool declarations)
{
    struct analysis *a = q->analysis;
    unsigned at = q->at;
    q->use = analysis_use_at(a, q->document, at);
    for (unsigned i = 0; q->use && i < a->uses.count; i++)
        if (same(&a->uses.list[i], q->use) && (declarations || !a->uses.list[i].declares))
            ARENA_PUSH(q->arena, q->places, q->count, a->uses.list[i].place);
    if (a && a->test && analysis_from_now(a->own, q->document, &at))
        q->count = litmus_view_places(q->arena, a->test, at, &q->places);
}

/* False with a refusal; else `finish` ends it. */
static bool ask(struct server *server, const json_t *params, struct refusal *refusal, struct question *q, bool declarations)
{
    *q = (struct question){0};
    q->document = server_document(server, params, &q->at, refusal);
    if (!q->document)
        return false;
    q->arena = arena_new();
    q->analysis = analysis_last_good(&server->documents, q->document);
    find_places(q, declarations);
    return true;
}

/* The result: `json`, or null for none. */
static json_t *finish(struct question *q, json_t *json)
{
    arena_free(q->arena);
    return json ? json : json_null();
}

/* The file that the include there names, or NULL. */
static json_t *included_file(struct server *server, const struct question *q)
{
    const struct analysis *a = q->analysis;
    unsigned at = q->at;
    if (!a || !a->program || !a->own || !analysis_from_now(a->own, q->document, &at))
        return NULL;
    for (unsigned i = 0; i < a->unit_count; i++) {
        const struct unit *unit = &a->units[i];
        if (unit->included.source == a->own->source && unit->included.start <= at && at <= unit->included.end)
            return locate(server, a, (struct place){unit->source, 0, 0});
    }
    return NULL;
}

json_t *answer_definition(struct server *server, const json_t *params, struct refusal *refusal)
{
    struct question q;
    if (!ask(server, params, refusal, &q, true))
        return NULL;
    if (q.analysis && q.analysis->test)
        return finish(&q, q.count ? locate(server, q.analysis, q.places[0]) : NULL);
    if (!q.use)
        return finish(&q, included_file(server, &q));
    return finish(&q, locate(server, q.analysis, q.use->symbol ? q.use->symbol->place : q.use->field->place));
}

json_t *answer_type_definition(struct server *server, const json_t *params, struct refusal *refusal)
{
    struct question q;
    if (!ask(server, params, refusal, &q, true))
        return NULL;
    const struct type *type = q.use ? type_of(q.use->symbol ? q.use->symbol->type : q.use->field->type) : NULL;
    return finish(&q, type ? locate(server, q.analysis, type->place) : NULL);
}

json_t *answer_references(struct server *server, const json_t *params, struct refusal *refusal)
{
    struct question q;
    bool declarations = json_is_true(json_object_get(json_object_get(params, "context"), "includeDeclaration"));
    if (!ask(server, params, refusal, &q, declarations))
        return NULL;
    json_t *list = json_array();
    for (unsigned i = 0; i < q.count; i++) {
        json_t *place = locate(server, q.analysis, q.places[i]);
        if (place)
            json_array_append_new(list, place);
    }
    return finish(&q, list);
}

json_t *answer_highlight(struct server *server, const json_t *params, struct refusal *refusal)
{
    struct question q;
    if (!ask(server, params, refusal, &q, true))
        return NULL;
    json_t *list = json_array();
    for (unsigned i = 0; i < q.count; i++) {
        json_t *range = q.places[i].source == q.analysis->own->source ? locate_range(server, q.analysis, q.places[i]) : NULL;
        if (range)
            json_array_append_new(list, json_pack("{so}", "range", range));
    }
    return finish(&q, list);
}
