/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * parser_expr.c - expressions of SLICC.  Loosest first, operators bind as || ; && ;
 * == != ; < <= > >= ; << >> ; + - ; * / % ; then ! - ++ -- before an operand.
 */
#include "parser_private.h"

static struct slicc_expr *new_expr(struct slicc_parser *p, enum slicc_expr_kind kind, struct place place)
{
    struct slicc_expr *e = arena_alloc(p->arena, sizeof *e);
    e->kind = kind;
    e->place = place;
    return e;
}

/* arguments = [expr {"," expr}] close */
static void parse_arguments(struct slicc_parser *p, struct slicc_expr *e, enum slicc_token_kind close)
{
    while (!p->panic && !slicc_at(p, close)) {
        struct slicc_expr *argument = slicc_parse_expr(p);
        ARENA_PUSH(p->arena, e->arguments, e->argument_count, argument);
        if (!slicc_take(p, SLICC_COMMA))
            break;
    }
    slicc_expect(p, close, " after the arguments");
}

/* "is_valid" "(" expr ")" and its opposite */
static struct slicc_expr *parse_validity(struct slicc_parser *p, enum slicc_expr_kind kind)
{
    struct slicc_expr *e = new_expr(p, kind, slicc_here(p));
    p->at++;
    slicc_expect(p, SLICC_OPEN, "");
    e->left = slicc_parse_expr(p);
    slicc_expect(p, SLICC_CLOSE, " after the pointer");
    return e;
}

/* "static_cast" "(" type ["," STRING] "," expr ")" */
static struct slicc_expr *parse_cast(struct slicc_parser *p)
{
    struct slicc_expr *e = new_expr(p, SLICC_EXPR_CAST, slicc_here(p));
    p->at++;
    slicc_expect(p, SLICC_OPEN, "");
    e->type_name = slicc_parse_type(p);
    slicc_expect(p, SLICC_COMMA, " after the type");
    if (slicc_take(p, SLICC_STRING))
        slicc_expect(p, SLICC_COMMA, " before the expression");
    e->left = slicc_parse_expr(p);
    slicc_expect(p, SLICC_CLOSE, " after the expression");
    return e;
}

/* What begins with a name: a call, a member of an enum, T::m(...), a variable. */
static struct slicc_expr *parse_named(struct slicc_parser *p)
{
    struct slicc_expr *e = new_expr(p, SLICC_EXPR_NAME, slicc_here(p));
    const char *name = slicc_parse_type(p);
    const char *scope = strrchr(name, ':');
    e->name = name;
    if (scope) {
        e->kind = SLICC_EXPR_STATIC;
        e->type_name = arena_text(p->arena, name, (size_t)(scope - 1 - name));
        e->name = scope + 1;
        slicc_expect(p, SLICC_OPEN, " of a call");
        parse_arguments(p, e, SLICC_CLOSE);
    } else if (slicc_take(p, SLICC_OPEN)) {
        e->kind = SLICC_EXPR_CALL;
        parse_arguments(p, e, SLICC_CLOSE);
    } else if (slicc_take(p, SLICC_COLON)) {
        e->kind = SLICC_EXPR_MEMBER_OF_ENUM;
        e->type_name = name;
        struct slicc_name member = slicc_parse_name(p, "a member's name");
        e->name = member.text;
        e->place.end = member.place.end;
    }
    return e;
}

static struct slicc_expr *parse_word(struct slicc_parser *p)
{
    struct place place = slicc_here(p);
    bool truth = slicc_at_word(p, "true");
    struct slicc_expr *e;
    if (truth || slicc_at_word(p, "false")) {
        p->at++;
        e = new_expr(p, SLICC_EXPR_BOOL, place);
        e->number = truth;
        return e;
    }
    if (slicc_take_word(p, "OOD"))
        return new_expr(p, SLICC_EXPR_NOTHING, place);
    if (slicc_take_word(p, "new")) {
        e = new_expr(p, SLICC_EXPR_NEW, place);
        e->type_name = slicc_parse_type(p);
        return e;
    }
    if (slicc_at_word(p, "is_valid"))
        return parse_validity(p, SLICC_EXPR_VALID);
    if (slicc_at_word(p, "is_invalid"))
        return parse_validity(p, SLICC_EXPR_INVALID);
    return slicc_at_word(p, "static_cast") ? parse_cast(p) : parse_named(p);
}

static struct slicc_expr *parse_primary(struct slicc_parser *p)
{
    struct slicc_expr *e = new_expr(p, SLICC_EXPR_NUMBER, slicc_here(p));
    const struct slicc_token *token = slicc_ahead(p, 0);
    if (slicc_at(p, SLICC_WORD))
        return parse_word(p);
    e->number = token->number;
    if (slicc_take(p, SLICC_NUMBER))
        return e;
    if (slicc_take(p, SLICC_STRING)) {
        e->kind = SLICC_EXPR_TEXT;
        e->name = token->text;
        return e;
    }
    if (slicc_take(p, SLICC_OPEN)) {
        e = slicc_parse_expr(p);
        slicc_expect(p, SLICC_CLOSE, "");
        return e;
    }
    slicc_fail(p, "an expression");
    return e;
}

/* postfix = primary {"." NAME ["(" arguments] | "[" arguments} */
static struct slicc_expr *parse_postfix(struct slicc_parser *p)
{
    unsigned first = p->at;
    struct slicc_expr *e = parse_primary(p);
    for (unsigned length = 0; !p->panic && length < 100; length++) {
        struct slicc_expr *outer = new_expr(p, SLICC_EXPR_FIELD, slicc_here(p));
        outer->left = e;
        if (slicc_take(p, SLICC_DOT)) {
            outer->name = slicc_parse_name(p, "a field or a method").text;
            if (slicc_take(p, SLICC_OPEN)) {
                outer->kind = SLICC_EXPR_METHOD;
                parse_arguments(p, outer, SLICC_CLOSE);
            }
        } else if (slicc_take(p, SLICC_OPEN_BRACKET)) {
            outer->kind = SLICC_EXPR_INDEX;
            parse_arguments(p, outer, SLICC_CLOSE_BRACKET);
        } else {
            return e;
        }
        outer->place = slicc_since(p, first);
        e = outer;
    }
    if (!p->panic)
        slicc_fail(p, "an end to this chain");
    return e;
}

static struct slicc_expr *parse_unary(struct slicc_parser *p)
{
    static const enum slicc_token_kind prefixes[] = {SLICC_NOT, SLICC_MINUS, SLICC_INCREMENT, SLICC_DECREMENT};
    struct slicc_expr *e = NULL;
    if (slicc_enter(p))
        for (unsigned i = 0; !e && i < sizeof prefixes / sizeof *prefixes; i++)
            if (slicc_at(p, prefixes[i])) {
                e = new_expr(p, SLICC_EXPR_UNARY, slicc_here(p));
                p->at++;
                e->operator = prefixes[i];
                e->left = parse_unary(p);
            }
    if (!e)
        e = p->panic ? new_expr(p, SLICC_EXPR_NUMBER, slicc_here(p)) : parse_postfix(p);
    slicc_leave(p);
    return e;
}

/* How tightly an infix operator binds; 0: it is none. */
static int binding(enum slicc_token_kind kind)
{
    switch (kind) {
    case SLICC_OR:
        return 1;
    case SLICC_AND:
        return 2;
    case SLICC_EQUAL:
    case SLICC_NOT_EQUAL:
        return 3;
    case SLICC_LESS:
    case SLICC_LESS_EQUAL:
    case SLICC_GREATER:
    case SLICC_GREATER_EQUAL:
        return 4;
    case SLICC_SHIFT_LEFT:
    case SLICC_SHIFT_RIGHT:
        return 5;
    case SLICC_PLUS:
    case SLICC_MINUS:
        return 6;
    case SLICC_STAR:
    case SLICC_SLASH:
    case SLICC_PERCENT:
        return 7;
    default:
        return 0;
    }
}

static struct slicc_expr *parse_binary(struct slicc_parser *p, int tightest)
{
    unsigned first = p->at, height = 0;
    struct slicc_expr *e = parse_unary(p);
    while (!p->panic && binding(slicc_ahead(p, 0)->kind) >= tightest) {
        struct slicc_expr *outer = new_expr(p, SLICC_EXPR_BINARY, slicc_here(p));
        outer->operator = slicc_ahead(p, 0)->kind;
        p->at++;
        outer->left = e;
        outer->right = parse_binary(p, binding(outer->operator) + 1);
        outer->place = slicc_since(p, first);
        e = outer;
        if (++height > 500)
            slicc_fail(p, "fewer operators in an expression");
    }
    return e;
}

struct slicc_expr *slicc_parse_expr(struct slicc_parser *p)
{
    slicc_enter(p);
    struct slicc_expr *e = parse_binary(p, 1);
    slicc_leave(p);
    return e;
}
