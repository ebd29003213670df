/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * locate.c - see locate.h.
 */
#include "locate.h"

#include "data.h"

const char *locate_uri(const struct server *server, const struct unit *unit)
{
    const struct document *open = documents_find_path(&server->documents, unit->path);
    return open ? open->uri : unit->uri;
}

/* The open document of this unit, or NULL. */
static const struct document *open_document(const struct server *server, const struct unit *unit)
{
    const struct document *open = documents_find_path(&server->documents, unit->path);
    return open ? open : documents_find(&server->documents, unit->path);
}

json_t *locate_range(const struct server *server, const struct analysis *a, struct place place)
{
    const struct unit *unit = analysis_unit(a, place.source);
    if (!unit)
        return NULL;
    const struct document *open = open_document(server, unit);
    if (!open)
        return data_range(&unit->lines, place.start, place.end, server->encoding);
    if (!analysis_to_now(unit, open, &place.start) || !analysis_to_now(unit, open, &place.end))
        return NULL;
    return data_range(&open->lines, place.start, place.end, server->encoding);
}

json_t *locate(const struct server *server, const struct analysis *a, struct place place)
{
    const struct unit *unit = analysis_unit(a, place.source);
    json_t *range = unit && *unit->path != '<' ? locate_range(server, a, place) : NULL;
    return range ? json_pack("{ssso}", "uri", locate_uri(server, unit), "range", range) : NULL;
}
