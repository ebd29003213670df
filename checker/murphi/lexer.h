/* SPDX-License-Identifier: BSD-2-Clause */
/* lexer.h - text to tokens.  Keywords are recognised in any case; names keep
 * theirs.  Unicode operators and the doubled ASCII ones become the same kinds
 * where they mean the same. */
#ifndef MURRELET_LEXER_H
#define MURRELET_LEXER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "../base/source.h"
#include "../base/text.h"
#include "ast.h"

/* Reserved words, in alphabetical order: the lexer searches the list.  SOFT
 * ones mean something only in their place, and are names everywhere else, for
 * Rumur does not reserve them. */
#define LEXER_WORDS(WORD, SOFT) \
    WORD(ALIAS, "alias") WORD(ARRAY, "array") WORD(ASSERT, "assert") WORD(ASSUME, "assume") \
    WORD(BEGIN, "begin") WORD(BOOLEAN, "boolean") WORD(BY, "by") WORD(CASE, "case") \
    SOFT(CHOOSE, "choose") WORD(CLEAR, "clear") WORD(CONST, "const") WORD(COVER, "cover") \
    WORD(DO, "do") WORD(ELSE, "else") WORD(ELSIF, "elsif") WORD(END, "end") \
    WORD(ENDALIAS, "endalias") SOFT(ENDCHOOSE, "endchoose") WORD(ENDEXISTS, "endexists") \
    WORD(ENDFOR, "endfor") WORD(ENDFORALL, "endforall") WORD(ENDFUNCTION, "endfunction") \
    WORD(ENDIF, "endif") WORD(ENDPROCEDURE, "endprocedure") WORD(ENDRECORD, "endrecord") \
    WORD(ENDRULE, "endrule") WORD(ENDRULESET, "endruleset") WORD(ENDSTARTSTATE, "endstartstate") \
    WORD(ENDSWITCH, "endswitch") WORD(ENDWHILE, "endwhile") WORD(ENUM, "enum") \
    WORD(ERROR, "error") WORD(EXISTS, "exists") SOFT(EXTERNAL, "external") \
    SOFT(EXTERNFUN, "externfun") SOFT(EXTERNPROC, "externproc") WORD(FALSE, "false") WORD(FOR, "for") \
    WORD(FORALL, "forall") WORD(FUNCTION, "function") WORD(IF, "if") SOFT(INCLUDE, "include") \
    WORD(INVARIANT, "invariant") SOFT(ISMEMBER, "ismember") WORD(ISUNDEFINED, "isundefined") \
    WORD(LIVENESS, "liveness") SOFT(MULTISET, "multiset") SOFT(MULTISETADD, "multisetadd") \
    SOFT(MULTISETCOUNT, "multisetcount") SOFT(MULTISETREMOVE, "multisetremove") \
    SOFT(MULTISETREMOVEPRED, "multisetremovepred") WORD(OF, "of") WORD(PROCEDURE, "procedure") \
    WORD(PUT, "put") WORD(REAL, "real") WORD(RECORD, "record") WORD(RETURN, "return") \
    WORD(RULE, "rule") WORD(RULESET, "ruleset") WORD(SCALARSET, "scalarset") \
    WORD(STARTSTATE, "startstate") WORD(SWITCH, "switch") WORD(THEN, "then") WORD(TO, "to") \
    WORD(TRUE, "true") WORD(TYPE, "type") WORD(UNDEFINE, "undefine") SOFT(UNDEFINED, "undefined") \
    WORD(UNION, "union") WORD(VAR, "var") WORD(WHILE, "while")

/* The rest, with their usual spelling. */
#define LEXER_SYMBOLS(SYMBOL) \
    SYMBOL(ALWAYS, "[]") SYMBOL(EVENTUALLY, "<>") SYMBOL(EQUIVALENT, "<->") \
    SYMBOL(ASSIGN, ":=") SYMBOL(COLON, ":") SYMBOL(SEMICOLON, ";") SYMBOL(COMMA, ",") SYMBOL(DOT, ".") \
    SYMBOL(DOTS, "..") SYMBOL(OPEN, "(") SYMBOL(CLOSE, ")") SYMBOL(OPEN_BRACKET, "[") \
    SYMBOL(CLOSE_BRACKET, "]") SYMBOL(OPEN_BRACE, "{") SYMBOL(CLOSE_BRACE, "}") SYMBOL(ARROW, "==>") \
    SYMBOL(QUESTION, "?") SYMBOL(IMPLIES, "->") SYMBOL(OR, "||") SYMBOL(AND, "&&") SYMBOL(PIPE, "|") \
    SYMBOL(CARET, "^") SYMBOL(AMPERSAND, "&") SYMBOL(NOT, "!") SYMBOL(EQUAL, "=") \
    SYMBOL(NOT_EQUAL, "!=") SYMBOL(LESS, "<") SYMBOL(LESS_EQUAL, "<=") SYMBOL(GREATER, ">") \
    SYMBOL(GREATER_EQUAL, ">=") SYMBOL(SHIFT_LEFT, "<<") SYMBOL(SHIFT_RIGHT, ">>") SYMBOL(PLUS, "+") \
    SYMBOL(MINUS, "-") SYMBOL(STAR, "*") SYMBOL(SLASH, "/") SYMBOL(PERCENT, "%") SYMBOL(TILDE, "~")

enum token_kind {
    TOKEN_END_OF_FILE,
    TOKEN_NAME,
    TOKEN_NUMBER,
    TOKEN_STRING,
#define LEXER_KIND(kind, spelling) TOKEN_##kind,
    LEXER_WORDS(LEXER_KIND, LEXER_KIND)
    LEXER_SYMBOLS(LEXER_KIND)
#undef LEXER_KIND
    TOKEN_KINDS
};

enum token_role {
    ROLE_START = 1,    /* begins a line: an item, a statement, a rule, `begin`, an end word */
    ROLE_OPEN = 2,     /* what follows is one level deeper, up to a token that `closes` */
    ROLE_LIST = 4,     /* OPEN: may stay on one line whatever it holds */
    ROLE_FINISH = 8,   /* a `;` belongs after it */
    ROLE_NEST = 16,    /* the `do` of a quantifier in an expression */
    ROLE_UNNEST = 32,  /* its end */
    ROLE_PREFIX = 64,  /* an operator before its only operand */
    ROLE_SPACED = 128, /* the `:` after a `?`, the `..` of a range with an operator in it, an operator of a formula that is
                           a word, what `within` counts to */
    ROLE_BODY = 256,   /* a guard, or the condition of a property, begins here */
};

/* Small, for a machine has tens of thousands, read anew by each run. */
struct token {
    enum token_kind kind;
    unsigned start, end;  /* bytes of the source */
    bool unicode;         /* an operator or quantifier that is not in ASCII */
    bool too_large;       /* NUMBER: 2^63, good only after a minus sign */
    union {
        int64_t number;   /* NUMBER */
        const char *text; /* NAME, a soft word: as written; STRING: decoded.  NULL of all others */
    };
};

/* What the parser finds out about a token, for `fmt`. */
struct token_layout {
    unsigned roles;       /* enum token_role */
    unsigned opens;       /* how many levels begin after it */
    unsigned closes;      /* how many levels end before it */
    unsigned first;       /* OPEN: the first token of the construct */
    unsigned last;        /* OPEN: the last one of the part, its end word included */
};

struct comment {
    unsigned start, end;  /* its markers included, the end of line not */
};

struct tokens {
    const struct source *source;
    struct token *list;   /* the last one is TOKEN_END_OF_FILE */
    struct token_layout *layout; /* of each, or NULL where nobody asks */
    unsigned count;
    struct comment *comments;
    unsigned comment_count;
};

struct tokens *lexer_read(struct arena *, struct diagnostics *, const struct source *, enum dialect);

/* "'then'", "a name", ...: for "expected ..." */
const char *token_kind_name(enum token_kind);
bool token_is_word(enum token_kind); /* reserved or soft */
bool token_is_soft(enum token_kind);
/* The keyword or symbol as it is usually written. */
const char *token_spelling(enum token_kind);

/* One token a line: place, kind, text. */
void lexer_dump(FILE *, const struct tokens *);

#endif
