/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * server.c - see server.h.
 */
#include "server.h"

#include <string.h>

#include "analysis.h"
#include "answers.h"
#include "data.h"
#include "publish.h"

/* ---- the life of the server ---- */

static bool lists(const json_t *array, const char *word)
{
    size_t i;
    json_t *item;
    json_array_foreach(array, i, item)
        if (json_is_string(item) && !strcmp(json_string_value(item), word))
            return true;
    return false;
}

/* What the client can do; what is missing or is something else is what it cannot. */
static void read_capabilities(struct server *server, const json_t *params)
{
    const json_t *capabilities = json_object_get(params, "capabilities");
    const json_t *text = json_object_get(capabilities, "textDocument");
    const json_t *encodings = json_object_get(json_object_get(capabilities, "general"), "positionEncodings");
    const json_t *symbols = json_object_get(text, "documentSymbol");
    const char *first = json_string_value(json_array_get(encodings, 0));
    bool utf8 = first && !strcmp(first, "utf-8");
    server->encoding = utf8 || (lists(encodings, "utf-8") && !lists(encodings, "utf-16")) ? ENCODING_UTF8 : ENCODING_UTF16;
    server->markdown = lists(json_object_get(json_object_get(text, "hover"), "contentFormat"), "markdown");
    server->nested_symbols = json_is_true(json_object_get(symbols, "hierarchicalDocumentSymbolSupport"));
    const json_t *edits = json_object_get(json_object_get(capabilities, "workspace"), "workspaceEdit");
    server->document_changes = json_is_true(json_object_get(edits, "documentChanges"));
}

static json_t *answer_initialize(struct server *server, const json_t *params, struct refusal *refusal)
{
    if (server->initialized)
        return server_refuse(refusal, REPLY_INVALID_REQUEST, "initialize was sent before");
    read_capabilities(server, params);
    server->initialized = true;
    return json_pack("{s{sss{sbsis{sb}}sbsbsbsbsbsbsbs{sb}s{s[ss]}}s{ssss}}", "capabilities", "positionEncoding",
                     server->encoding == ENCODING_UTF8 ? "utf-8" : "utf-16", "textDocumentSync", "openClose", true, "change", 2,
                     "save", "includeText", false, "hoverProvider", true, "definitionProvider", true, "typeDefinitionProvider", true,
                     "referencesProvider", true, "documentHighlightProvider", true, "documentSymbolProvider", true,
                     "documentFormattingProvider", true, "renameProvider", "prepareProvider", true,
                     "completionProvider", "triggerCharacters", " ", ":", "serverInfo", "name",
                     "murrelet", "version", server->version);
}

static json_t *answer_shutdown(struct server *server, const json_t *params, struct refusal *refusal)
{
    (void)params, (void)refusal;
    server->shut_down = true;
    return json_null();
}

/* ---- what the client tells ---- */

/* What may have been made with the file's text is to be made again.  `anew`: it may belong to something else now. */
static void forget_readers(struct server *server, const char *path, bool anew)
{
    for (struct document *d = server->documents.first; d; d = d->next) {
        bool fresh = !d->now || d->wrong || analysis_reads(d->now, path);
        if (fresh || !strcmp(d->path, path))
            analysis_forget(d, anew);
    }
}

static void close_document(struct server *server, struct document *document)
{
    analysis_drop(document);
    documents_close(&server->documents, document);
}

static void tell_open(struct server *server, const json_t *params)
{
    const json_t *item = json_object_get(params, "textDocument");
    const char *uri = json_is_string(json_object_get(item, "text")) ? data_word(item, "uri") : NULL;
    struct document *before = uri ? documents_find(&server->documents, uri) : NULL;
    if (before)
        close_document(server, before);
    const struct document *document = documents_open(&server->documents, item);
    if (document)
        forget_readers(server, document->path, true);
}

static void tell_change(struct server *server, const json_t *params)
{
    struct refusal unsaid = {0};
    struct document *document = server_document(server, params, NULL, &unsaid);
    text_free(&unsaid.text);
    if (!document)
        return;
    const json_t *version = json_object_get(json_object_get(params, "textDocument"), "version");
    if (document_change(document, json_object_get(params, "contentChanges"), server->encoding) && json_is_integer(version))
        document->version = json_integer_value(version);
    forget_readers(server, document->path, false);
}

static void tell_save(struct server *server, const json_t *params)
{
    (void)params;
    for (struct document *d = server->documents.first; d; d = d->next)
        analysis_forget(d, true);
}

static void tell_close(struct server *server, const json_t *params)
{
    struct refusal unsaid = {0};
    struct document *document = server_document(server, params, NULL, &unsaid);
    text_free(&unsaid.text);
    if (!document)
        return;
    publish_nothing(server, document->uri);
    struct arena *arena = arena_new();
    const char *path = arena_text(arena, document->path, strlen(document->path));
    close_document(server, document);
    forget_readers(server, path, true);
    arena_free(arena);
}

static void tell_exit(struct server *server, const json_t *params)
{
    (void)params;
    server->code = server->shut_down ? 0 : 1;
}

/* ---- messages ---- */

static const struct method {
    const char *name;
    answer *answer;                                /* a request */
    void (*tell)(struct server *, const json_t *); /* a notification */
} methods[] = {
    {"initialize", answer_initialize, NULL},
    {"shutdown", answer_shutdown, NULL},
    {"exit", NULL, tell_exit},
    {"textDocument/didOpen", NULL, tell_open},
    {"textDocument/didChange", NULL, tell_change},
    {"textDocument/didSave", NULL, tell_save},
    {"textDocument/didClose", NULL, tell_close},
    {"workspace/didChangeWatchedFiles", NULL, tell_save},
    {"textDocument/hover", answer_hover, NULL},
    {"textDocument/completion", answer_completion, NULL},
    {"textDocument/definition", answer_definition, NULL},
    {"textDocument/typeDefinition", answer_type_definition, NULL},
    {"textDocument/references", answer_references, NULL},
    {"textDocument/documentHighlight", answer_highlight, NULL},
    {"textDocument/documentSymbol", answer_symbols, NULL},
    {"textDocument/prepareRename", answer_prepare_rename, NULL},
    {"textDocument/rename", answer_rename, NULL},
    {"textDocument/formatting", answer_formatting, NULL},
};

static const struct method *find_method(const char *name)
{
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        if (!strcmp(methods[i].name, name))
            return &methods[i];
    return NULL;
}

static void reply_error(struct server *server, json_t *id, enum reply_code code, const char *message)
{
    wire_write(&server->wire, json_pack("{sssOs{siso}}", "jsonrpc", "2.0", "id", id, "error", "code", (int)code, "message",
                                        data_text(message)));
}

/* Why a request cannot be answered now, whatever it asks; 0: it can. */
static enum reply_code out_of_order(const struct server *server, const struct method *method)
{
    if (server->shut_down)
        return REPLY_INVALID_REQUEST;
    return server->initialized || (method && method->answer == answer_initialize) ? 0 : REPLY_NOT_INITIALIZED;
}

static void answer_request(struct server *server, json_t *id, const char *name, const json_t *params)
{
    const struct method *method = find_method(name);
    enum reply_code code = out_of_order(server, method);
    if (code) {
        reply_error(server, id, code, server->shut_down ? "the server was shut down" : "the server is not initialized");
        return;
    }
    if (!method || !method->answer) {
        reply_error(server, id, REPLY_METHOD_NOT_FOUND, "there is no such request");
        return;
    }
    struct refusal refusal = {0};
    json_t *result = method->answer(server, params, &refusal);
    if (refusal.code)
        reply_error(server, id, refusal.code, refusal.text.bytes);
    else
        wire_write(&server->wire, json_pack("{sssOso}", "jsonrpc", "2.0", "id", id, "result", result));
    text_free(&refusal.text);
}

/* Before initialize, and after shutdown, only exit is heeded. */
static void heed(struct server *server, const char *name, const json_t *params)
{
    const struct method *method = find_method(name);
    bool open = server->initialized && !server->shut_down;
    if (method && method->tell && (open || method->tell == tell_exit))
        method->tell(server, params);
}

static void take(struct server *server, json_t *message)
{
    json_t *id = json_object_get(message, "id");
    const char *method = data_word(message, "method");
    bool known_id = json_is_integer(id) || json_is_string(id);
    bool reply = !json_object_get(message, "method") && known_id;
    if (reply)
        return; /* to a request, and we send none */
    if (!method || (id && !known_id))
        reply_error(server, known_id ? id : json_null(), REPLY_INVALID_REQUEST, "this is no request");
    else if (id)
        answer_request(server, id, method, json_object_get(message, "params"));
    else
        heed(server, method, json_object_get(message, "params"));
}

static void take_bytes(struct server *server, const char *bytes, size_t length)
{
    json_error_t error;
    json_t *message = json_loadb(bytes, length, JSON_ALLOW_NUL | JSON_DECODE_ANY, &error);
    if (message)
        take(server, message);
    else
        reply_error(server, json_null(), REPLY_PARSE_ERROR, error.text);
    json_decref(message);
}

static void serve(struct server *server)
{
    const char *bytes;
    size_t length;
    bool stray;
    if (!wire_pending(&server->wire))
        publish_stale(server);
    enum wire_kind kind = wire_read(&server->wire, &bytes, &length, &stray);
    if (stray)
        reply_error(server, json_null(), REPLY_PARSE_ERROR, "this is no header of a message");
    if (kind == WIRE_MESSAGE)
        take_bytes(server, bytes, length);
    else if (kind == WIRE_TOO_LONG)
        reply_error(server, json_null(), REPLY_INVALID_REQUEST, "this message is too long");
    else
        tell_exit(server, NULL);
}

int server_run(int in, FILE *out, const char *version)
{
    struct server server = {.wire = {.in = in, .out = out}, .version = version, .code = -1};
    while (server.code < 0) {
        serve(&server);
        if (server.wire.failed)
            server.code = 1;
    }
    while (server.documents.first)
        close_document(&server, server.documents.first);
    wire_free(&server.wire);
    return server.code;
}
