/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * session.c - see session.h.
 */
#include "session.h"

#include <stdarg.h>

#include "data.h"

json_t *server_refuse(struct refusal *refusal, enum reply_code code, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    text_vformat(&refusal->text, format, list);
    va_end(list);
    refusal->code = code;
    return NULL;
}

struct document *server_document(struct server *server, const json_t *params, unsigned *at, struct refusal *refusal)
{
    const char *uri = data_word(json_object_get(params, "textDocument"), "uri");
    struct document *document = uri ? documents_find(&server->documents, uri) : NULL;
    struct position position;
    if (!uri) {
        server_refuse(refusal, REPLY_INVALID_PARAMS, "textDocument.uri is missing");
        return NULL;
    }
    if (!document) {
        server_refuse(refusal, REPLY_INVALID_PARAMS, "this document is not open");
        return NULL;
    }
    if (at && !data_read_position(json_object_get(params, "position"), &position)) {
        server_refuse(refusal, REPLY_INVALID_PARAMS, "position is missing, or is none");
        return NULL;
    }
    if (at)
        *at = lines_offset(&document->lines, position, server->encoding);
    return document;
}
