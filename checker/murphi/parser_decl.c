/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * parser_decl.c - parse declarations: types, constants, variables, routines.
 */
#include "parser_private.h"

/* ---- types ---- */

static struct type *new_type(struct parser *p, enum type_kind kind)
{
    struct type *type = arena_alloc(p->arena, sizeof *type);
    type->kind = kind;
    type->place = here(p);
    type->scalarset = -1;
    return type;
}

static struct type *named_type(struct parser *p, const char *name, struct place place)
{
    struct type *type = new_type(p, TYPE_NAMED);
    type->name = name;
    type->place = place;
    return type;
}

/* enum = "enum" "{" [NAME {"," NAME} [","]] "}" */
static struct type *parse_enum(struct parser *p)
{
    struct type *type = new_type(p, TYPE_ENUM);
    advance(p);
    parser_expect(p, TOKEN_OPEN_BRACE, "");
    struct symbols names = parse_names(p, SYMBOL_MEMBER);
    for (unsigned i = 0; i < names.count; i++) {
        names.list[i]->type = type;
        names.list[i]->value = i;
    }
    type->members = names.list;
    type->member_count = names.count;
    if (!at(p, TOKEN_CLOSE_BRACE) && !p->panic)
        parser_fail(p, names.count ? "',' or '}' after a member" : "a name of a member");
    take(p, TOKEN_CLOSE_BRACE);
    return type;
}

/* scalarset = "scalarset" "(" expr ")" */
static struct type *parse_scalarset(struct parser *p)
{
    struct type *type = new_type(p, TYPE_SCALARSET);
    advance(p);
    parser_expect(p, TOKEN_OPEN, " and a size");
    type->size = parse_expr(p);
    parser_expect(p, TOKEN_CLOSE, "");
    return type;
}

/* union = "union" "{" part {"," part} "}"      part = NAME | enum | scalarset */
static struct type *parse_union(struct parser *p)
{
    struct type *type = new_type(p, TYPE_UNION);
    advance(p);
    parser_expect(p, TOKEN_OPEN_BRACE, "");
    do {
        struct type *part = parse_type(p);
        if (part->kind != TYPE_NAMED && part->kind != TYPE_ENUM && part->kind != TYPE_SCALARSET)
            parser_refuse(p, part->place, NULL, "a union joins enums and scalarsets only");
        ARENA_PUSH(p->arena, type->parts, type->part_count, part);
    } while (take(p, TOKEN_COMMA) && !at(p, TOKEN_CLOSE_BRACE));
    parser_expect(p, TOKEN_CLOSE_BRACE, "");
    return type;
}

/* array = "array" "[" type "]" "of" type ; multiset = "multiset" "[" expr "]" "of" type */
static struct type *parse_elements(struct parser *p, enum type_kind kind)
{
    struct type *type = new_type(p, kind);
    advance(p);
    parser_expect(p, TOKEN_OPEN_BRACKET, kind == TYPE_ARRAY ? " and an index type" : " and a size");
    if (kind == TYPE_ARRAY)
        type->index = parse_type(p);
    else
        type->size = parse_expr(p);
    parser_expect(p, TOKEN_CLOSE_BRACKET, "");
    parser_expect(p, TOKEN_OF, "");
    type->element = parse_type(p);
    return type;
}

/* Skip to the end of a field that went wrong. */
static void recover_field(struct parser *p)
{
    p->panic = false;
    while (!at(p, TOKEN_SEMICOLON) && !parser_ends_block(peek(p)))
        advance(p);
}

/* record = "record" {names ":" type [";"]} END(record) */
static struct type *parse_record(struct parser *p)
{
    struct type *type = new_type(p, TYPE_RECORD);
    unsigned first = p->at;
    advance(p);
    parser_open_block(p, TOKEN_ENDRECORD);
    unsigned open = open_body(p, first);
    mark(p, open, ROLE_LIST);
    while (is_name(peek(p)) || at(p, TOKEN_COLON)) {
        mark_here(p, ROLE_START);
        struct symbols names = parse_names(p, SYMBOL_VARIABLE);
        parser_expect(p, TOKEN_COLON, " and a type");
        struct type *of = parse_type(p);
        for (unsigned i = 0; i < names.count; i++) {
            struct field field = {.name = names.list[i]->name, .place = names.list[i]->place, .type = of};
            ARENA_PUSH(p->arena, type->fields, type->field_count, field);
        }
        mark_last(p, ROLE_FINISH);
        if (p->panic)
            recover_field(p);
        while (take(p, TOKEN_SEMICOLON))
            ;
    }
    close_body(p, open, true);
    if (!parser_is_end(peek(p)) && !p->panic)
        parser_report(p, NULL, "a name of a field, or 'end'"), recover_field(p);
    parser_close_block(p, TOKEN_ENDRECORD, first);
    return type;
}

/* real = "real" "(" expr "," expr ")", which CMurphi has and we have not */
static struct type *refuse_real(struct parser *p)
{
    unsigned first = p->at;
    advance(p);
    if (take(p, TOKEN_OPEN)) {
        parse_expr(p);
        parser_expect(p, TOKEN_COMMA, "");
        parse_expr(p);
        parser_expect(p, TOKEN_CLOSE, "");
    }
    parser_refuse(p, since(p, first), "scale the quantity and use an integer range",
                  "real numbers are not supported: "
                  "an exact search must tell states apart, and rounding would not let it");
    return named_type(p, "boolean", since(p, first));
}

/* range = expr ".." expr; a lone NAME is the type of that name. */
static struct type *parse_range_or_name(struct parser *p)
{
    struct type *type = new_type(p, TYPE_RANGE);
    if (!parser_starts_expr(p)) {
        parser_fail(p, "a type");
        return named_type(p, "", type->place);
    }
    type->low_expr = parse_expr(p);
    if (take(p, TOKEN_DOTS)) {
        unsigned dots = p->at - 1;
        type->high_expr = parse_expr(p);
        if (type->low_expr->height > 1 || type->high_expr->height > 1)
            mark(p, dots, ROLE_SPACED);
        return type;
    }
    if (type->low_expr->kind == EXPR_NAME && !type->low_expr->parenthesised)
        return named_type(p, type->low_expr->name, type->low_expr->place);
    parser_fail(p, "'..' and the end of the range");
    return named_type(p, "", type->place);
}

static struct type *parse_type_kind(struct parser *p)
{
    switch (peek(p)) {
    case TOKEN_BOOLEAN:
        advance(p);
        return named_type(p, "boolean", token_place(p, p->at - 1));
    case TOKEN_ENUM:
        return parse_enum(p);
    case TOKEN_RECORD:
        return parse_record(p);
    case TOKEN_ARRAY:
        return parse_elements(p, TYPE_ARRAY);
    case TOKEN_SCALARSET:
        return parse_scalarset(p);
    case TOKEN_UNION:
        return parse_union(p);
    case TOKEN_REAL:
        return refuse_real(p);
    case TOKEN_MULTISET:
        if (peek_next(p) == TOKEN_OPEN_BRACKET)
            return parse_elements(p, TYPE_MULTISET);
        return parse_range_or_name(p);
    default:
        return parse_range_or_name(p);
    }
}

/* type = "boolean" | NAME | range | enum | record | array | scalarset | union | multiset */
struct type *parse_type(struct parser *p)
{
    unsigned first = p->at;
    struct type *type = parser_enter(p) ? parse_type_kind(p) : named_type(p, "", here(p));
    parser_leave(p);
    type->place = since(p, first);
    return type;
}

/* ---- declarations ---- */

struct decl *parser_add_decl(struct parser *p, struct decls *decls, enum decl_kind kind, struct place place)
{
    struct decl *decl = arena_alloc(p->arena, sizeof *decl);
    decl->kind = kind;
    decl->place = place;
    ARENA_PUSH(p->arena, decls->list, decls->count, decl);
    return decl;
}

/* A second name of a constant or alias stands for the first one. */
static struct expr *joined_expr(struct parser *p, const struct symbol *first, struct place place)
{
    struct expr *expr = parser_new_expr(p, EXPR_NAME, place);
    expr->name = first->name;
    return expr;
}

void parser_define(struct parser *p, struct symbols names, unsigned i, struct expr *expr, struct type *type)
{
    struct symbol *symbol = names.list[i];
    if (symbol->kind == SYMBOL_CONST || symbol->kind == SYMBOL_ALIAS) {
        symbol->expr = i ? joined_expr(p, names.list[0], symbol->place) : expr;
    } else if (symbol->kind == SYMBOL_TYPE && i) {
        symbol->type = named_type(p, names.list[0]->name, symbol->place);
    } else {
        symbol->type = type;
        if (symbol->kind == SYMBOL_TYPE && type->kind != TYPE_NAMED)
            type->name = symbol->name;
    }
}

/* Whether another item of a section begins here.  What follows a name tells
 * an item from a statement (where `begin` is missing) or a construct that
 * begins with a soft word. */
static bool at_item(const struct parser *p)
{
    if (at(p, TOKEN_COLON))
        return true;
    if (parser_at_formula(p) || parser_at_fair(p))
        return false;
    enum token_kind next = peek_next(p);
    if (at(p, TOKEN_NAME))
        return next != TOKEN_ASSIGN && next != TOKEN_OPEN && next != TOKEN_OPEN_BRACKET && next != TOKEN_DOT;
    return is_name(peek(p)) && (next == TOKEN_COLON || next == TOKEN_COMMA);
}

/* Skip to the next item or section. */
static void recover_item(struct parser *p)
{
    p->panic = false;
    while (!at(p, TOKEN_SEMICOLON) && !parser_ends_block(peek(p)) && !parser_at_rule(p) && !at(p, TOKEN_BEGIN))
        advance(p);
}

/* item = names ":" (type | expr) [";"] */
static void parse_item(struct parser *p, struct decls *decls, enum decl_kind kind, enum symbol_kind symbol_kind,
                       bool opens)
{
    mark_here(p, ROLE_START);
    struct symbols names = parse_names(p, symbol_kind);
    parser_expect(p, TOKEN_COLON, kind == DECL_CONST ? " and a value" : " and a type");
    struct expr *expr = kind == DECL_CONST ? parse_expr(p) : NULL;
    struct type *type = kind == DECL_CONST ? NULL : parse_type(p);
    for (unsigned i = 0; i < names.count; i++) {
        struct symbol *symbol = names.list[i];
        parser_define(p, names, i, expr, type);
        struct decl *decl = parser_add_decl(p, decls, kind, join(symbol->place, expr ? expr->place : type->place));
        decl->symbol = symbol;
        decl->opens_section = opens && !i;
        decl->joined = i > 0;
    }
    mark_last(p, ROLE_FINISH);
    if (p->panic)
        recover_item(p);
    while (take(p, TOKEN_SEMICOLON))
        ;
}

/* What stands right after the keyword of a section, and is neither an item nor
 * what may follow an empty section. */
static bool at_bad_item(const struct parser *p)
{
    bool follows = parser_is_outer(peek(p)) || parser_at_rule(p) || is_name(peek(p)) || at(p, TOKEN_BEGIN) ||
                   at(p, TOKEN_SEMICOLON);
    return !p->panic && !at_item(p) && !follows;
}

/* section = ("const" | "type" | "var") {item} */
void parse_section(struct parser *p, struct decls *decls, enum symbol_kind variable)
{
    enum decl_kind kind = at(p, TOKEN_CONST) ? DECL_CONST : at(p, TOKEN_TYPE) ? DECL_TYPE : DECL_VARIABLE;
    enum symbol_kind symbol = kind == DECL_CONST ? SYMBOL_CONST : kind == DECL_TYPE ? SYMBOL_TYPE : variable;
    mark_here(p, ROLE_START);
    advance(p);
    unsigned open = open_body(p, p->at - 1);
    bool opens = true;
    if (at_bad_item(p)) {
        parser_fail(p, "a name to declare");
        recover_item(p);
        while (take(p, TOKEN_SEMICOLON))
            ;
    }
    while (at_item(p)) {
        parse_item(p, decls, kind, symbol, opens);
        opens = false;
    }
    close_body(p, open, false);
}
