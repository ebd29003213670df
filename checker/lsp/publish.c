/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * publish.c - see publish.h.
 *
 * What is said of the document's own text stands where it is said.  What is said
 * of a file that it includes stands at the include, and what is said of the
 * files that it belongs to, which include it, at its beginning: once, since that
 * is a consequence of something here, or not of this document at all.
 */
#include "publish.h"

#include <string.h>

#include "analysis.h"
#include "data.h"
#include "locate.h"

enum { DIAGNOSTIC_ERROR = 1, DIAGNOSTIC_WARNING = 2, MESSAGE_LIMIT = 2000 };

struct publisher {
    struct server *server;
    const struct document *document;
    const struct analysis *analysis;
    json_t *list;
    json_t *last;  /* the one that notes go to, or NULL */
    bool elsewhere; /* something of the files around was said */
};

static void relate(const struct publisher *p, json_t *diagnostic, const struct unit *unit, const struct said *said)
{
    json_t *related = json_object_get(diagnostic, "relatedInformation");
    if (!related) {
        related = json_array();
        json_object_set_new(diagnostic, "relatedInformation", related);
    }
    json_t *range = data_range(&unit->lines, said->place.start, said->place.end, p->server->encoding);
    json_array_append_new(related, json_pack("{s{ssso}so}", "location", "uri", locate_uri(p->server, unit), "range", range, "message",
                                             data_text(said->message)));
}

/* The place in the document by which the source comes into the program; the document's start for what does not. */
static struct place place_here(const struct publisher *p, const struct unit *unit)
{
    const struct unit *own = p->analysis->own;
    while (unit && unit != own && unit->included.source != own->source)
        unit = analysis_unit(p->analysis, unit->included.source);
    return unit && unit != own ? unit->included : (struct place){own->source, 0, 0};
}

static json_t *message_of(const struct said *said, const struct unit *other)
{
    struct text text = {0};
    if (other)
        text_format(&text, "%s:%u: ", other->path, place_line(said->place));
    text_put(&text, said->message);
    if (said->hint)
        text_format(&text, "\nhint: %s", said->hint);
    size_t length = text.length > MESSAGE_LIMIT ? MESSAGE_LIMIT : text.length;
    json_t *string = data_string(text.bytes, length);
    text_free(&text);
    return string;
}

static void add(struct publisher *p, const struct said *said, struct place place, const struct unit *other)
{
    json_t *range = data_range(&p->analysis->own->lines, place.start, place.end, p->server->encoding);
    int severity = said->severity == SEVERITY_ERROR ? DIAGNOSTIC_ERROR : DIAGNOSTIC_WARNING;
    p->last = json_pack("{sosissso}", "range", range, "severity", severity, "source", "murrelet", "message",
                        message_of(said, other));
    json_array_append_new(p->list, p->last);
    if (other)
        relate(p, p->last, other, said);
}

static void tell(void *data, const struct said *said)
{
    struct publisher *p = data;
    const struct analysis *a = p->analysis;
    const struct unit *unit = analysis_unit(a, said->place.source);
    if (said->severity == SEVERITY_NOTE) {
        if (p->last && unit)
            relate(p, p->last, unit, said);
        return;
    }
    p->last = NULL;
    if (unit == a->own) {
        add(p, said, said->place, NULL);
        return;
    }
    struct place place = unit ? place_here(p, unit) : (struct place){a->own->source, 0, 0};
    bool below = unit && place.end;
    if (said->severity != SEVERITY_ERROR || (!below && p->elsewhere))
        return;
    p->elsewhere |= !below;
    add(p, said, place, unit);
}

static json_t *diagnostics_of(struct server *server, struct document *document)
{
    struct analysis *a = analysis_of(&server->documents, document);
    struct publisher p = {.server = server, .document = document, .analysis = a, .list = json_array()};
    if (a->own)
        diagnostics_each(a->diagnostics, tell, &p);
    return p.list;
}

static void publish(struct server *server, struct document *document)
{
    json_t *list = diagnostics_of(server, document);
    json_t *params = json_pack("{ssso}", "uri", document->uri, "diagnostics", list);
    if (document->versioned)
        json_object_set_new(params, "version", json_integer(document->version));
    wire_write(&server->wire, json_pack("{sssssO}", "jsonrpc", "2.0", "method", "textDocument/publishDiagnostics", "params", params));
    json_decref(params);
    document->stale = false;
}

void publish_stale(struct server *server)
{
    for (struct document *d = server->documents.first; d; d = d->next)
        if (d->stale)
            publish(server, d);
}

void publish_nothing(struct server *server, const char *uri)
{
    wire_write(&server->wire, json_pack("{sssss{ssso}}", "jsonrpc", "2.0", "method", "textDocument/publishDiagnostics", "params",
                                        "uri", uri, "diagnostics", json_array()));
}
