/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * parser_private.h - recursive descent over the token array: what the files of
 * the parser share.
 *
 * Errors: the first one of a stretch is reported and sets `panic`; while it
 * is set no token matches, so that every function falls through to a place
 * that knows where to go on (a `;`, a header's keyword, an `end`, the next
 * rule or section), and that one clears it.  Every loop here either takes a
 * token or stops.
 *
 * In the grammar above the functions, [x] is optional, {x} is repeated, and
 * END(word) is "end" or "end" + word.
 */
#ifndef MURRELET_PARSER_PRIVATE_H
#define MURRELET_PARSER_PRIVATE_H

#include <string.h>

#include "../base/arena.h"
#include "lexer.h"

struct parser {
    struct arena *arena;
    struct diagnostics *diagnostics;
    enum dialect dialect;
    const struct tokens *tokens;
    unsigned at;
    bool panic;
    bool gave_up; /* say no more, and read no more */
    unsigned depth;
    unsigned open[TOKEN_KINDS]; /* by end word: the blocks it would close */
    bool alone;                 /* leave includes alone */
    const char **included;      /* canonical paths */
    unsigned included_count, include_depth;
    const char *library; /* where an include is sought last, or NULL */
    unsigned sources;
    struct place keyword_name;  /* of the program */
};

/* ---- tokens ---- */

static inline const struct token *token_at(const struct parser *p, unsigned index)
{
    return &p->tokens->list[index < p->tokens->count ? index : p->tokens->count - 1];
}

/* The kind of the current token; one that matches nothing while in panic. */
static inline enum token_kind peek(const struct parser *p)
{
    return p->panic ? TOKEN_KINDS : token_at(p, p->at)->kind;
}

static inline enum token_kind peek_next(const struct parser *p)
{
    return p->panic ? TOKEN_KINDS : token_at(p, p->at + 1)->kind;
}

static inline bool at(const struct parser *p, enum token_kind kind)
{
    return peek(p) == kind;
}

static inline void advance(struct parser *p)
{
    if (p->at + 1 < p->tokens->count)
        p->at++;
}

static inline bool take(struct parser *p, enum token_kind kind)
{
    if (!at(p, kind))
        return false;
    advance(p);
    return true;
}

static inline bool is_name(enum token_kind kind)
{
    return kind == TOKEN_NAME || token_is_soft(kind);
}

static inline struct place token_place(const struct parser *p, unsigned index)
{
    const struct token *token = token_at(p, index);
    return (struct place){p->tokens->source, token->start, token->end};
}

static inline struct place here(const struct parser *p)
{
    return token_place(p, p->at);
}

/* From token `first` to the last one taken. */
static inline struct place since(const struct parser *p, unsigned first)
{
    struct place place = token_place(p, first);
    if (p->at > first)
        place.end = token_at(p, p->at - 1)->end;
    return place;
}

static inline struct place join(struct place from, struct place to)
{
    from.end = to.end > from.end ? to.end : from.end;
    return from;
}

/* ---- roles of tokens, for fmt alone ---- */

static inline void mark(struct parser *p, unsigned index, enum token_role role)
{
    if (p->tokens->layout)
        p->tokens->layout[index].roles |= role;
}

static inline void mark_here(struct parser *p, enum token_role role)
{
    mark(p, p->at, role);
}

/* The last token taken. */
static inline void mark_last(struct parser *p, enum token_role role)
{
    if (!p->tokens->layout)
        return;
    unsigned last = p->at;
    while (last && token_at(p, last - 1)->kind == TOKEN_SEMICOLON)
        last--;
    if (last)
        mark(p, last - 1, role);
}

/* The last token taken opens the body of a construct, or a part of it.  The
 * layout has semicolons of its own, and so none of the source's has a role. */
static inline unsigned open_body(struct parser *p, unsigned first)
{
    unsigned open = p->at ? p->at - 1 : 0;
    while (open && token_at(p, open)->kind == TOKEN_SEMICOLON)
        open--;
    if (p->tokens->layout) {
        struct token_layout *layout = &p->tokens->layout[open];
        layout->roles |= ROLE_OPEN;
        layout->opens++;
        layout->first = first;
        layout->last = open;
    }
    return open;
}

/* The current token is the first one after it; `ended` when that is the word
 * that ends it. */
static inline void close_body(struct parser *p, unsigned open, bool ended)
{
    if (!p->tokens->layout)
        return;
    unsigned next = p->at;
    while (token_at(p, next)->kind == TOKEN_SEMICOLON)
        next++;
    p->tokens->layout[open].last = ended ? next : p->at - 1;
    p->tokens->layout[next].closes++;
}

/* ---- parser_error.c: errors, recovery, names ---- */

struct place parser_missing_place(const struct parser *p);
void parser_report(struct parser *p, const char *hint, const char *expected);
/* The same where nothing is missing, and what stands here is wrong. */
void parser_misplaced(struct parser *p, const char *hint, const char *expected);
void parser_fail(struct parser *p, const char *expected);
bool parser_expect(struct parser *p, enum token_kind kind, const char *where);
void parser_refuse(struct parser *p, struct place place, const char *hint, const char *what);
bool parser_enter(struct parser *p);
void parser_leave(struct parser *p);
bool parser_is_end(enum token_kind kind);
bool parser_is_section(enum token_kind kind);
bool parser_is_outer(enum token_kind kind);
bool parser_ends_block(enum token_kind kind);
bool parser_is_statement_word(enum token_kind kind);
bool parser_at_word(const struct parser *p, const char *word); /* a name, in any case */
bool parser_at_formula(const struct parser *p);
bool parser_at_fair(const struct parser *p);
bool parser_at_rule(const struct parser *p);
void parser_recover_to(struct parser *p, enum token_kind kind);
void parser_expect_header(struct parser *p, enum token_kind kind, const char *where);
void parser_open_block(struct parser *p, enum token_kind word);
void parser_close_block(struct parser *p, enum token_kind word, unsigned opener);

struct symbols {
    struct symbol **list;
    unsigned count;
};

const char *parse_name(struct parser *p, const char *what);
struct symbol *parser_new_symbol(struct parser *p, enum symbol_kind kind, const char *name, struct place place);
struct symbol *parse_symbol(struct parser *p, enum symbol_kind kind, const char *what);
struct symbols parse_names(struct parser *p, enum symbol_kind kind);

/* ---- parser_expr.c ---- */

struct quantifiers {
    struct quantifier **list;
    unsigned count;
};

static inline bool is_designator(const struct expr *expr)
{
    return (expr->kind == EXPR_NAME || expr->kind == EXPR_FIELD || expr->kind == EXPR_INDEX) && !expr->parenthesised;
}

struct expr *parser_new_expr(struct parser *p, enum expr_kind kind, struct place place);
struct expr *parse_designator(struct parser *p);
bool parser_starts_expr(const struct parser *p);
struct expr *parse_call(struct parser *p);
struct quantifier *parse_choice(struct parser *p);
struct quantifiers parse_quantifiers(struct parser *p);
struct expr *parse_expr(struct parser *p);
/* bound = NUMBER | NAME | "(" expr ")": what may stand before an opening parenthesis that is not its own. */
struct expr *parse_bound(struct parser *p);

/* ---- parser_formula.c: linear temporal logic ---- */

struct property *parse_formula_property(struct parser *p);
/* A formula alone, up to the end of the text. */
struct formula *parse_formula(struct parser *p);

/* ---- parser_decl.c: types and declarations ---- */

struct decls {
    struct decl **list;
    unsigned count;
};

struct type *parse_type(struct parser *p);
struct decl *parser_add_decl(struct parser *p, struct decls *decls, enum decl_kind kind, struct place place);
void parser_define(struct parser *p, struct symbols names, unsigned i, struct expr *expr, struct type *type);
void parse_section(struct parser *p, struct decls *decls, enum symbol_kind variable);

/* ---- parser_stmt.c ---- */

const char *parser_take_string(struct parser *p); /* NULL where none is there */
const char *parser_take_name(struct parser *p);   /* as text_printable has it */
struct property *parse_property(struct parser *p, bool local);
struct symbols parse_aliases(struct parser *p);
void parse_stmts(struct parser *p, struct block *block);
struct block parse_block(struct parser *p);

#endif
