/* SPDX-License-Identifier: BSD-2-Clause */
/* lexer.h - tokens of a part of a litmus test.  The parts of a file have
 * different rules for names and numbers, so a lexer is made for one part. */
#ifndef MURRELET_LITMUS_LEXER_H
#define MURRELET_LITMUS_LEXER_H

#include <stdbool.h>
#include <stdint.h>

#include "../base/source.h"

enum litmus_token_kind {
    TOKEN_END,
    TOKEN_NAME,
    TOKEN_NUMBER,
    TOKEN_SYMBOL,  /* one character */
    TOKEN_AND,     /* /\ */
    TOKEN_OR,      /* \/ */
    TOKEN_IMPLIES, /* => */
    TOKEN_EQUAL,   /* = or == */
    TOKEN_DIFFER,  /* != or <> */
    TOKEN_COMPARE, /* <= >= */
    TOKEN_PAIR,    /* C: && || ++ -- += -= */
    TOKEN_WRONG,   /* already reported */
};

struct litmus_token {
    enum litmus_token_kind kind;
    char symbol;
    int64_t number;
    const char *text; /* into the source */
    unsigned length;
    struct place place;
};

enum litmus_lexis {
    LEXIS_CODE,  /* names of letters, digits, _ / - */
    LEXIS_STATE, /* also . and $ in names, and _ first */
    LEXIS_PTX,   /* names of letters, digits, _ and dots; % before a register's name */
    LEXIS_C,     /* names, signs and comments of C */
};

struct litmus_lexer {
    const struct source *source;
    struct diagnostics *diagnostics;
    enum litmus_lexis lexis;
    unsigned at, end;
    struct litmus_token token; /* the one that comes next */
};

void litmus_lexer_start(struct litmus_lexer *, const struct source *, struct diagnostics *, enum litmus_lexis,
                        unsigned from, unsigned to);
void litmus_lexer_next(struct litmus_lexer *);
/* Whether the next token is this name, or this one-character symbol. */
bool litmus_lexer_is(const struct litmus_lexer *, const char *name);
bool litmus_lexer_at(const struct litmus_lexer *, char symbol);
/* Skip it if it is. */
bool litmus_lexer_take(struct litmus_lexer *, char symbol);
/* Skip it, or report "expected WHAT". */
bool litmus_lexer_expect(struct litmus_lexer *, char symbol, const char *what);
void litmus_lexer_wanted(struct litmus_lexer *, const char *what);

/* The first place at or after `at` (below `end`) that is no blank and in no
 * comment; *unclosed, if not NULL, is set to the start of a comment without end. */
unsigned litmus_skip_blank(const struct source *, unsigned at, unsigned end, int64_t *unclosed);
/* The same with comments of C. */
unsigned litmus_skip_c(const struct source *, unsigned at, unsigned end, int64_t *unclosed);

#endif
