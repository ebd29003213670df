/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * syntax.h - a memory model in the cat language, as it is written.
 *
 * lexer.c cuts a file into tokens, parser.c makes the tree below, and
 * resolve.c gives names their meaning (model.h).
 */
#ifndef MURRELET_CAT_SYNTAX_H
#define MURRELET_CAT_SYNTAX_H

#include <stdbool.h>

#include "../base/source.h"

struct arena;

/* ---- tokens ---- */

enum cat_token_kind {
    CAT_TOKEN_END,
    CAT_TOKEN_NAME,
    CAT_TOKEN_KEYWORD, /* a name that begins or joins statements */
    CAT_TOKEN_STRING,  /* the place is of what stands between the quotes */
    CAT_TOKEN_SYMBOL,  /* one character: 0 and _ too */
    CAT_TOKEN_INVERSE, /* ^-1 */
    CAT_TOKEN_WRONG,   /* already reported */
};

struct cat_lexer {
    const struct source *source;
    struct diagnostics *diagnostics;
    enum cat_token_kind kind; /* of the token that comes next */
    char symbol;
    struct place place;
};

void cat_lexer_start(struct cat_lexer *, const struct source *, struct diagnostics *);
void cat_lexer_next(struct cat_lexer *);
bool cat_lexer_is(const struct cat_lexer *, const char *word);
bool cat_lexer_at(const struct cat_lexer *, char symbol);

/* ---- the tree ---- */

enum cat_expression_kind {
    CAT_NAME, CAT_EMPTY, CAT_ALL,                          /* name, 0, _ */
    CAT_UNION, CAT_DIFFERENCE, CAT_INTERSECTION,           /* | \ & */
    CAT_SEQUENCE, CAT_PRODUCT,                             /* ; * */
    CAT_COMPLEMENT, CAT_PLUS, CAT_STAR, CAT_OPTION, CAT_INVERSE, /* ~ + * ? ^-1 */
    CAT_IDENTITY,                                          /* [S] */
    CAT_CALL,
};

struct cat_expression {
    enum cat_expression_kind kind;
    struct place place;            /* of the operator or the name */
    const char *name;              /* NAME, CALL */
    struct cat_expression *left, *right; /* right: of binary operators */
    struct cat_expression **arguments;   /* CALL */
    unsigned argument_count;
};

struct cat_binding {
    struct place place;
    const char *name;
    const char **parameters; /* of a function; NULL: it is none */
    unsigned parameter_count;
    struct cat_expression *body;
};

enum cat_check_kind { CAT_ACYCLIC, CAT_IRREFLEXIVE, CAT_IS_EMPTY };
enum cat_check_use {
    CAT_REQUIRE, /* an execution that fails it is none */
    CAT_FLAG,    /* `flag`: says something of executions that satisfy it */
    CAT_DEFINED, /* `undefined_unless`: says something of those that do not */
};

enum cat_statement_kind { CAT_LET, CAT_LET_REC, CAT_CHECK, CAT_INCLUDE };

struct cat_statement {
    enum cat_statement_kind kind;
    struct place place;
    struct cat_binding *bindings; /* LET, LET_REC */
    unsigned binding_count;
    enum cat_check_kind check;    /* CHECK */
    enum cat_check_use use;
    bool negated;
    struct cat_expression *expression;
    const char *name;             /* of the check, or NULL; of the included file */
};

struct cat_file {
    const struct source *source;
    const char *title; /* what stands before the first statement, or "" */
    struct cat_statement *statements;
    unsigned count;
};

/* NULL, with diagnostics, where the text is not cat. */
struct cat_file *cat_parse(struct arena *, struct diagnostics *, const struct source *);

#endif
