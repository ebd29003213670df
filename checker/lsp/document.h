/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * document.h - the texts that the client has open, as it last said that they are.
 */
#ifndef MURRELET_LSP_DOCUMENT_H
#define MURRELET_LSP_DOCUMENT_H

#include <jansson.h>

#include "../base/arena.h"
#include "../base/text.h"
#include "lines.h"

enum language { LANGUAGE_MURPHI, LANGUAGE_LITMUS, LANGUAGE_OTHER };

struct analysis;
struct setting;

struct document {
    struct document *next;
    struct arena *arena;     /* its names */
    const char *uri;
    const char *path;        /* without links; the URI itself where that names no file */
    bool is_file;
    enum language language;
    json_int_t version;
    bool versioned;
    struct text text;
    struct lines lines;
    unsigned long edition;   /* another one for each text that any document ever had */
    bool stale;              /* what was last published is not of this text, or of texts that it includes */
    bool wrong;              /* when it was last analysed it had errors */
    struct arena *setting_arena;
    const struct setting *setting; /* setting.h; NULL: still to be found */
    struct analysis *now;    /* of this text, or NULL: still to be made */
    struct analysis *good;   /* of the last text without errors of syntax, which may be `now`; or NULL */
};

struct documents {
    struct document *first;
};

struct document *documents_find(const struct documents *, const char *uri);
struct document *documents_find_path(const struct documents *, const char *path);

/* Of an item of textDocument/didOpen whose URI is not open.  NULL where it is none. */
struct document *documents_open(struct documents *, const json_t *item);
/* What was made of it is the caller's to free. */
void documents_close(struct documents *, struct document *);

/* Apply the changes, in order; false where one of them is none, and the text is as before that one. */
bool document_change(struct document *, const json_t *changes, enum encoding);

/* From now on, until documents_stand_back, reading a file reads the open text. */
void documents_stand_in(const struct documents *);
void documents_stand_back(void);

#endif
