/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * parser_private.h - what the parts of the parser share.
 *
 * The first error of a declaration puts the parser in panic: nothing more is
 * said and every parse_* returns at once, until the next declaration.
 */
#ifndef MURRELET_SLICC_PARSER_PRIVATE_H
#define MURRELET_SLICC_PARSER_PRIVATE_H

#include <string.h>

#include "../base/arena.h"
#include "ast.h"

struct slicc_parser {
    struct arena *arena;
    struct diagnostics *diagnostics;
    struct slicc_tokens tokens;
    unsigned at, depth;
    bool panic;
};

/* ---- tokens (parser_tokens.c) ---- */

const struct slicc_token *slicc_ahead(const struct slicc_parser *, unsigned by);
/* Of the current token; in panic it is none. */
bool slicc_at(const struct slicc_parser *, enum slicc_token_kind);
bool slicc_at_word(const struct slicc_parser *, const char *word);
struct place slicc_here(const struct slicc_parser *);
/* From the token `first` to the one before the current. */
struct place slicc_since(const struct slicc_parser *, unsigned first);
bool slicc_take(struct slicc_parser *, enum slicc_token_kind);
bool slicc_take_word(struct slicc_parser *, const char *word);
void slicc_expect(struct slicc_parser *, enum slicc_token_kind, const char *where);
void slicc_fail(struct slicc_parser *, const char *expected);
/* A level of nesting: false where that is one too many.  It is left all the same. */
bool slicc_enter(struct slicc_parser *);
void slicc_leave(struct slicc_parser *);

struct slicc_name slicc_parse_name(struct slicc_parser *, const char *what);
/* type = NAME {"::" NAME}, as one text. */
const char *slicc_parse_type(struct slicc_parser *);
/* pairs = {"," (NAME "=" (STRING | NUMBER | NAME) | STRING)} */
struct slicc_pairs slicc_parse_pairs(struct slicc_parser *);

/* ---- expressions (parser_expr.c) and statements (parser_stmt.c) ---- */

struct slicc_expr *slicc_parse_expr(struct slicc_parser *);
struct slicc_block slicc_parse_block(struct slicc_parser *);

#endif
