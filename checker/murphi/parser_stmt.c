/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * parser_stmt.c - parse statements.
 */
#include "../base/text.h"
#include "parser_private.h"

static struct block parse_body(struct parser *, unsigned first);
static struct stmt *parse_stmt(struct parser *);

/* ---- statements ---- */

static struct stmt *new_stmt(struct parser *p, enum stmt_kind kind)
{
    struct stmt *stmt = arena_alloc(p->arena, sizeof *stmt);
    stmt->kind = kind;
    stmt->place = here(p);
    return stmt;
}

const char *parser_take_string(struct parser *p)
{
    const char *text = at(p, TOKEN_STRING) ? token_at(p, p->at)->text : NULL;
    if (text)
        advance(p);
    return text;
}

/* A name is printed wherever something is said of what bears it: it neither moves a terminal's cursor nor begins a line. */
const char *parser_take_name(struct parser *p)
{
    const char *string = parser_take_string(p);
    if (!string)
        return NULL;
    struct text text = {0};
    text_printable(&text, string);
    const char *name = arena_text(p->arena, text.bytes ? text.bytes : "", text.length);
    text_free(&text);
    return name;
}

static enum property_kind property_kind_of(enum token_kind kind, bool local)
{
    switch (kind) {
    case TOKEN_ASSUME:
        return PROPERTY_ASSUME;
    case TOKEN_COVER:
        return PROPERTY_COVER;
    case TOKEN_LIVENESS:
        return PROPERTY_LIVENESS;
    default:
        return local ? PROPERTY_ASSERT : PROPERTY_INVARIANT;
    }
}

/* property = ("invariant" | "assert" | "assume" | "cover" | "liveness") (STRING expr | expr [STRING])
 * `invariant` and `assert` mean the same: what matters is where they stand. */
struct property *parse_property(struct parser *p, bool local)
{
    struct property *property = arena_alloc(p->arena, sizeof *property);
    unsigned first = p->at;
    property->kind = property_kind_of(peek(p), local);
    property->local = local;
    if (local && property->kind == PROPERTY_LIVENESS)
        parser_refuse(p, here(p), NULL, "liveness is a property of the whole model, and cannot be a statement");
    advance(p);
    property->message = parser_take_name(p);
    mark_here(p, ROLE_BODY);
    property->condition = parse_expr(p);
    if (!property->message)
        property->message = parser_take_name(p);
    property->place = since(p, first);
    return property;
}

static struct stmt *parse_property_stmt(struct parser *p)
{
    struct stmt *stmt = new_stmt(p, STMT_PROPERTY);
    stmt->property = parse_property(p, true);
    return stmt;
}

/* error = "error" STRING */
static struct stmt *parse_error(struct parser *p)
{
    struct stmt *stmt = new_stmt(p, STMT_ERROR);
    unsigned first = p->at;
    advance(p);
    stmt->property = arena_alloc(p->arena, sizeof *stmt->property);
    stmt->property->kind = PROPERTY_ERROR;
    stmt->property->local = true;
    stmt->property->message = parser_take_name(p);
    if (!stmt->property->message)
        parser_fail(p, "a message, as a string, after 'error'");
    stmt->property->place = since(p, first);
    return stmt;
}

/* elses = {"elsif" expr "then" block} ["else" block]
 * Each is one level deeper in the tree than the one before. */
static struct stmt *parse_elses(struct parser *p, unsigned opener)
{
    struct stmt *first = NULL, **last = &first;
    unsigned levels = 0;
    while (at(p, TOKEN_ELSIF) || at(p, TOKEN_ELSE)) {
        bool otherwise = at(p, TOKEN_ELSE);
        struct stmt *stmt = new_stmt(p, STMT_IF);
        unsigned from = p->at;
        levels++;
        if (!parser_enter(p))
            break;
        mark_here(p, ROLE_START);
        advance(p);
        if (!otherwise) {
            stmt->condition = parse_expr(p);
            parser_expect_header(p, TOKEN_THEN, " after the condition");
        }
        stmt->body = parse_body(p, opener);
        stmt->place = since(p, from);
        *last = stmt;
        last = &stmt->otherwise;
        if (otherwise)
            break;
    }
    while (levels--)
        parser_leave(p);
    return first;
}

/* if = "if" expr "then" block elses END(if) */
static struct stmt *parse_if(struct parser *p)
{
    struct stmt *stmt = new_stmt(p, STMT_IF);
    unsigned first = p->at;
    advance(p);
    parser_open_block(p, TOKEN_ENDIF);
    stmt->condition = parse_expr(p);
    parser_expect_header(p, TOKEN_THEN, " after the condition");
    stmt->body = parse_body(p, first);
    stmt->otherwise = parse_elses(p, first);
    parser_close_block(p, TOKEN_ENDIF, first);
    return stmt;
}

/* case = "case" expr {"," expr} [","] ":" block | "else" block */
static struct switch_case parse_case(struct parser *p)
{
    struct switch_case one = {.place = here(p)};
    unsigned first = p->at;
    bool otherwise = at(p, TOKEN_ELSE);
    mark_here(p, ROLE_START);
    advance(p);
    if (!otherwise) {
        do
            ARENA_PUSH(p->arena, one.values, one.value_count, parse_expr(p));
        while (take(p, TOKEN_COMMA) && !at(p, TOKEN_COLON));
        parser_expect_header(p, TOKEN_COLON, " after the values of the case");
    }
    one.place = since(p, first);
    unsigned open = open_body(p, first);
    one.body = parse_block(p);
    close_body(p, open, false);
    return one;
}

/* switch = "switch" expr {case} END(switch) */
static struct stmt *parse_switch(struct parser *p)
{
    struct stmt *stmt = new_stmt(p, STMT_SWITCH);
    unsigned first = p->at;
    advance(p);
    parser_open_block(p, TOKEN_ENDSWITCH);
    stmt->value = parse_expr(p);
    if (p->panic || (!at(p, TOKEN_CASE) && !at(p, TOKEN_ELSE) && !parser_is_end(peek(p)))) {
        if (!p->panic)
            parser_fail(p, "'case'");
        parser_recover_to(p, TOKEN_CASE);
        while (take(p, TOKEN_SEMICOLON))
            ;
    }
    unsigned open = open_body(p, first);
    bool last = false;
    while (!last && (at(p, TOKEN_CASE) || at(p, TOKEN_ELSE))) {
        last = at(p, TOKEN_ELSE);
        ARENA_PUSH(p->arena, stmt->cases, stmt->case_count, parse_case(p));
    }
    if (at(p, TOKEN_CASE))
        parser_refuse(p, here(p), NULL, "no case may follow 'else'");
    while (at(p, TOKEN_CASE))
        parse_case(p);
    close_body(p, open, true);
    parser_close_block(p, TOKEN_ENDSWITCH, first);
    return stmt;
}

/* for = "for" quantifiers "do" block END(for)
 * Several quantifiers (CMurphi) become one loop within another. */
static struct stmt *parse_for(struct parser *p)
{
    unsigned first = p->at;
    advance(p);
    parser_open_block(p, TOKEN_ENDFOR);
    struct quantifiers all = parse_quantifiers(p);
    parser_expect_header(p, TOKEN_DO, " after the quantifier");
    struct block body = parse_body(p, first);
    parser_close_block(p, TOKEN_ENDFOR, first);
    struct stmt *stmt = NULL;
    for (unsigned i = all.count; i-- > 0;) {
        stmt = new_stmt(p, STMT_FOR);
        stmt->quantifier = all.list[i];
        stmt->body = body;
        stmt->place = since(p, first);
        body = (struct block){0};
        if (i)
            ARENA_PUSH(p->arena, body.stmts, body.count, stmt);
    }
    return stmt;
}

/* while = "while" expr "do" block END(while) */
static struct stmt *parse_while(struct parser *p)
{
    struct stmt *stmt = new_stmt(p, STMT_WHILE);
    unsigned first = p->at;
    advance(p);
    parser_open_block(p, TOKEN_ENDWHILE);
    stmt->condition = parse_expr(p);
    parser_expect_header(p, TOKEN_DO, " after the condition");
    stmt->body = parse_body(p, first);
    parser_close_block(p, TOKEN_ENDWHILE, first);
    return stmt;
}

/* aliases = {names ":" expr [";"]} */
struct symbols parse_aliases(struct parser *p)
{
    struct symbols all = {0};
    unsigned last = p->at;
    while (is_name(peek(p)) || at(p, TOKEN_COLON)) {
        if (all.count)
            mark(p, last, ROLE_FINISH);
        struct symbols names = parse_names(p, SYMBOL_ALIAS);
        parser_expect(p, TOKEN_COLON, " and what the alias stands for");
        struct expr *expr = parse_expr(p);
        for (unsigned i = 0; i < names.count; i++) {
            parser_define(p, names, i, expr, NULL);
            ARENA_PUSH(p->arena, all.list, all.count, names.list[i]);
        }
        last = p->at - 1;
        while (take(p, TOKEN_SEMICOLON))
            ;
    }
    return all;
}

/* alias = "alias" aliases "do" block END(alias) */
static struct stmt *parse_alias(struct parser *p)
{
    struct stmt *stmt = new_stmt(p, STMT_ALIAS);
    unsigned first = p->at;
    advance(p);
    parser_open_block(p, TOKEN_ENDALIAS);
    struct symbols aliases = parse_aliases(p);
    stmt->aliases = aliases.list;
    stmt->alias_count = aliases.count;
    parser_expect_header(p, TOKEN_DO, " after the aliases");
    stmt->body = parse_body(p, first);
    parser_close_block(p, TOKEN_ENDALIAS, first);
    return stmt;
}

/* clear = ("clear" | "undefine") designator */
static struct stmt *parse_clear(struct parser *p)
{
    struct stmt *stmt = new_stmt(p, at(p, TOKEN_CLEAR) ? STMT_CLEAR : STMT_UNDEFINE);
    advance(p);
    stmt->target = parse_designator(p);
    return stmt;
}

/* put = "put" (STRING | expr) */
static struct stmt *parse_put(struct parser *p)
{
    struct stmt *stmt = new_stmt(p, STMT_PUT);
    advance(p);
    stmt->text = parser_take_string(p);
    if (!stmt->text)
        stmt->value = parse_expr(p);
    return stmt;
}

/* return = "return" [expr] */
static struct stmt *parse_return(struct parser *p)
{
    struct stmt *stmt = new_stmt(p, STMT_RETURN);
    advance(p);
    if (parser_starts_expr(p))
        stmt->value = parse_expr(p);
    return stmt;
}

/* multiset statement = "multisetadd" "(" expr "," designator ")"
 *                    | "multisetremove" "(" expr "," designator ")"
 *                    | "multisetremovepred" "(" choice "," expr ")" */
static struct stmt *parse_multiset_stmt(struct parser *p)
{
    enum stmt_kind kind = at(p, TOKEN_MULTISETADD)      ? STMT_MULTISET_ADD
                          : at(p, TOKEN_MULTISETREMOVE) ? STMT_MULTISET_REMOVE
                                                        : STMT_MULTISET_REMOVEPRED;
    struct stmt *stmt = new_stmt(p, kind);
    advance(p);
    parser_expect(p, TOKEN_OPEN, "");
    if (kind == STMT_MULTISET_REMOVEPRED) {
        stmt->quantifier = parse_choice(p);
        parser_expect(p, TOKEN_COMMA, " and a condition");
        stmt->condition = parse_expr(p);
    } else {
        stmt->value = parse_expr(p);
        parser_expect(p, TOKEN_COMMA, " and a multiset");
        stmt->target = parse_designator(p);
    }
    parser_expect(p, TOKEN_CLOSE, "");
    return stmt;
}

/* assignment = designator ":=" expr          (CMurphi: | designator ":=" "undefined")
 * The left side, or a call, was taken by the caller. */
static struct stmt *finish_simple(struct parser *p, struct expr *left)
{
    struct stmt *stmt = new_stmt(p, STMT_ASSIGN);
    stmt->place = left->place;
    if (left->kind == EXPR_CALL && !left->parenthesised && !at(p, TOKEN_ASSIGN)) {
        stmt->kind = STMT_CALL;
        stmt->value = left;
        return stmt;
    }
    stmt->target = left;
    if (at(p, TOKEN_EQUAL) && is_designator(left)) {
        parser_refuse(p, here(p), "an assignment is written ':='", "'=' compares, and a comparison is no statement");
        advance(p);
    } else if (!p->panic && at(p, TOKEN_ASSIGN) && !is_designator(left)) {
        parser_refuse(p, left->place, NULL, "only a variable, or a part of one, can be assigned to");
        advance(p);
    } else {
        parser_expect(p, TOKEN_ASSIGN, left->kind == EXPR_NAME ? " or '(' after the name" : " after the variable");
    }
    if (p->dialect == DIALECT_CMURPHI && at(p, TOKEN_UNDEFINED)) {
        stmt->kind = STMT_UNDEFINE;
        advance(p);
        return stmt;
    }
    stmt->value = parse_expr(p);
    return stmt;
}

/* simple = assignment | call */
static struct stmt *parse_simple(struct parser *p)
{
    if (peek_next(p) == TOKEN_OPEN) {
        if (at(p, TOKEN_MULTISETADD) || at(p, TOKEN_MULTISETREMOVE) || at(p, TOKEN_MULTISETREMOVEPRED))
            return parse_multiset_stmt(p);
        return finish_simple(p, parse_call(p));
    }
    if (is_name(peek(p)))
        return finish_simple(p, parse_designator(p));
    struct stmt *stmt = new_stmt(p, STMT_RETURN);
    parser_misplaced(p, NULL, "a statement");
    p->panic = true;
    return stmt;
}

static struct stmt *parse_stmt_kind(struct parser *p)
{
    switch (peek(p)) {
    case TOKEN_IF:
        return parse_if(p);
    case TOKEN_SWITCH:
        return parse_switch(p);
    case TOKEN_FOR:
        return parse_for(p);
    case TOKEN_WHILE:
        return parse_while(p);
    case TOKEN_ALIAS:
        return parse_alias(p);
    case TOKEN_CLEAR:
    case TOKEN_UNDEFINE:
        return parse_clear(p);
    case TOKEN_PUT:
        return parse_put(p);
    case TOKEN_ERROR:
        return parse_error(p);
    case TOKEN_RETURN:
        return parse_return(p);
    case TOKEN_INVARIANT:
    case TOKEN_ASSERT:
    case TOKEN_ASSUME:
    case TOKEN_COVER:
    case TOKEN_LIVENESS:
        return parse_property_stmt(p);
    default:
        return parse_simple(p);
    }
}

/* stmt = if | switch | for | while | alias | clear | put | error | return | property
 *      | multiset statement | simple */
static struct stmt *parse_stmt(struct parser *p)
{
    unsigned first = p->at;
    struct stmt *stmt = NULL;
    mark_here(p, ROLE_START);
    if (parser_enter(p)) {
        stmt = parse_stmt_kind(p);
        mark_last(p, ROLE_FINISH);
    } else { /* the depth limit: get past the word that began it */
        stmt = new_stmt(p, STMT_RETURN);
        advance(p);
    }
    parser_leave(p);
    stmt->place = since(p, first);
    return stmt;
}

static void recover_stmt(struct parser *p)
{
    p->panic = false;
    while (!at(p, TOKEN_SEMICOLON) && !parser_ends_block(peek(p)) && !parser_is_statement_word(peek(p)))
        advance(p);
}

/* After a statement: ";", or what ends the block.  A missing one is no reason
 * to lose the next statement. */
static void end_stmt(struct parser *p)
{
    if (p->panic)
        recover_stmt(p);
    else if (!at(p, TOKEN_SEMICOLON) && !parser_ends_block(peek(p))) {
        parser_report(p, NULL, "';' after the statement");
        if (!is_name(peek(p)))
            recover_stmt(p);
    }
}

void parse_stmts(struct parser *p, struct block *block)
{
    if (p->panic)
        recover_stmt(p);
    for (;;) {
        while (take(p, TOKEN_SEMICOLON))
            ;
        if (parser_ends_block(peek(p)))
            return;
        ARENA_PUSH(p->arena, block->stmts, block->count, parse_stmt(p));
        end_stmt(p);
    }
}

/* block = {stmt ";"} [stmt] */
struct block parse_block(struct parser *p)
{
    struct block block = {0};
    parse_stmts(p, &block);
    return block;
}

/* A block that the last token opened, of the construct that began at `first`. */
static struct block parse_body(struct parser *p, unsigned first)
{
    unsigned open = open_body(p, first);
    struct block block = parse_block(p);
    close_body(p, open, true);
    return block;
}
