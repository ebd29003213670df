/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * lexer.h - SLICC text to tokens.  The words of the language are names here:
 * the grammar tells them apart by their place.
 */
#ifndef MURRELET_SLICC_LEXER_H
#define MURRELET_SLICC_LEXER_H

#include <stdint.h>

#include "../base/source.h"

/* The longer operators stand before those that begin them. */
#define SLICC_SYMBOLS(SYMBOL) \
    SYMBOL(ASSIGN, ":=") SYMBOL(SCOPE, "::") SYMBOL(EQUAL, "==") SYMBOL(NOT_EQUAL, "!=") SYMBOL(LESS_EQUAL, "<=") \
    SYMBOL(GREATER_EQUAL, ">=") SYMBOL(SHIFT_LEFT, "<<") SYMBOL(SHIFT_RIGHT, ">>") SYMBOL(AND, "&&") SYMBOL(OR, "||") \
    SYMBOL(INCREMENT, "++") SYMBOL(DECREMENT, "--") SYMBOL(COLON, ":") SYMBOL(SEMICOLON, ";") SYMBOL(COMMA, ",") \
    SYMBOL(DOT, ".") SYMBOL(OPEN, "(") SYMBOL(CLOSE, ")") SYMBOL(OPEN_BRACKET, "[") SYMBOL(CLOSE_BRACKET, "]") \
    SYMBOL(OPEN_BRACE, "{") SYMBOL(CLOSE_BRACE, "}") SYMBOL(NOT, "!") SYMBOL(IS, "=") SYMBOL(LESS, "<") \
    SYMBOL(GREATER, ">") SYMBOL(PLUS, "+") SYMBOL(MINUS, "-") SYMBOL(STAR, "*") SYMBOL(SLASH, "/") SYMBOL(PERCENT, "%")

enum slicc_token_kind {
    SLICC_END_OF_FILE,
    SLICC_WORD,
    SLICC_NUMBER,
    SLICC_STRING,
#define SLICC_KIND(kind, spelling) SLICC_##kind,
    SLICC_SYMBOLS(SLICC_KIND)
#undef SLICC_KIND
};

struct slicc_token {
    enum slicc_token_kind kind;
    unsigned start, end;  /* bytes of the source */
    const char *text;     /* WORD, and STRING without its marks */
    int64_t number;       /* NUMBER */
};

struct slicc_tokens {
    const struct source *source;
    struct slicc_token *list; /* the last one is SLICC_END_OF_FILE */
    unsigned count;
};

struct slicc_tokens slicc_lexer_read(struct arena *, struct diagnostics *, const struct source *);
/* As messages name it: 'x' for a symbol, "a name" and the like for the others. */
const char *slicc_token_kind_name(enum slicc_token_kind);

#endif
