/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * navigate.c - where a name is declared, and where it stands.
 *
 * While a text has an error of syntax, the answers are of the last one that had
 * none, as far as the names are still there.
 */
#include "analysis.h"
#include "answers.h"
#include "locate.h"

/* A question about the name at a place. */
struct question {
    struct document *document;
    struct analysis *analysis;
    const struct name_use *use;
    unsigned at;
};

/* False with a refusal.  `use` is NULL where no name stands there. */
static bool ask(struct server *server, const json_t *params, struct refusal *refusal, struct question *q)
{
    *q = (struct question){.document = server_document(server, params, &q->at, refusal), .at = q->at};
    if (!q->document)
        return false;
    q->analysis = analysis_last_good(&server->documents, q->document);
    q->use = analysis_use_at(q->analysis, q->document, q->at);
    return true;
}

static json_t *or_null(json_t *json)
{
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
    if (!ask(server, params, refusal, &q))
        return NULL;
    if (!q.use)
        return or_null(included_file(server, &q));
    return or_null(locate(server, q.analysis, q.use->symbol ? q.use->symbol->place : q.use->field->place));
}

json_t *answer_type_definition(struct server *server, const json_t *params, struct refusal *refusal)
{
    struct question q;
    if (!ask(server, params, refusal, &q))
        return NULL;
    const struct type *type = q.use ? type_of(q.use->symbol ? q.use->symbol->type : q.use->field->type) : NULL;
    return or_null(type ? locate(server, q.analysis, type->place) : NULL);
}

static bool same(const struct name_use *a, const struct name_use *b)
{
    return a->symbol == b->symbol && a->field == b->field;
}

json_t *answer_references(struct server *server, const json_t *params, struct refusal *refusal)
{
    struct question q;
    bool declarations = json_is_true(json_object_get(json_object_get(params, "context"), "includeDeclaration"));
    if (!ask(server, params, refusal, &q))
        return NULL;
    json_t *list = json_array();
    for (unsigned i = 0; q.use && i < q.analysis->uses.count; i++) {
        const struct name_use *use = &q.analysis->uses.list[i];
        json_t *place = same(use, q.use) && (declarations || !use->declares) ? locate(server, q.analysis, use->place) : NULL;
        if (place)
            json_array_append_new(list, place);
    }
    return list;
}

json_t *answer_highlight(struct server *server, const json_t *params, struct refusal *refusal)
{
    struct question q;
    if (!ask(server, params, refusal, &q))
        return NULL;
    json_t *list = json_array();
    for (unsigned i = 0; q.use && i < q.analysis->uses.count; i++) {
        const struct name_use *use = &q.analysis->uses.list[i];
        bool here = same(use, q.use) && use->place.source == q.analysis->own->source;
        json_t *range = here ? locate_range(server, q.analysis, use->place) : NULL;
        if (range)
            json_array_append_new(list, json_pack("{so}", "range", range));
    }
    return list;
}
