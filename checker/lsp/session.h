/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * session.h - what the server knows of its client, for all who answer it.
 */
#ifndef MURRELET_LSP_SESSION_H
#define MURRELET_LSP_SESSION_H

#include "document.h"
#include "wire.h"

enum reply_code {
    REPLY_PARSE_ERROR = -32700,
    REPLY_INVALID_REQUEST = -32600,
    REPLY_METHOD_NOT_FOUND = -32601,
    REPLY_INVALID_PARAMS = -32602,
    REPLY_NOT_INITIALIZED = -32002,
    REPLY_REQUEST_FAILED = -32803,
};

struct server {
    struct wire wire;
    struct documents documents;
    enum encoding encoding;
    bool initialized, shut_down;
    bool markdown;              /* hover may be that */
    bool nested_symbols;        /* the client knows DocumentSymbol */
    bool document_changes;      /* and edits with versions */
    const char *version;        /* of the program */
    int code;                   /* to exit with; -1: not yet */
};

/* Why a request fails. */
struct refusal {
    enum reply_code code; /* 0: it does not */
    struct text text;     /* in words */
};

/* The document of params.textDocument, or NULL with a refusal; `at`, if not NULL, is the byte of params.position. */
struct document *server_document(struct server *, const json_t *params, unsigned *at, struct refusal *);
json_t *server_refuse(struct refusal *, enum reply_code, const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
