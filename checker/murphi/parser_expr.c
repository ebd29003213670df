/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * parser_expr.c - parse expressions, by precedence.
 */
#include "parser_private.h"

enum { HEIGHT_LIMIT = 2000 }; /* of the tree: a & b & c & ... leans left */

/* ---- expressions ---- */

struct expr *parser_new_expr(struct parser *p, enum expr_kind kind, struct place place)
{
    struct expr *expr = arena_alloc(p->arena, sizeof *expr);
    expr->kind = kind;
    expr->place = place;
    expr->height = 1;
    return expr;
}

static void raise_height(struct expr *expr, const struct expr *child)
{
    if (child && child->height >= expr->height)
        expr->height = child->height + 1;
}

/* To be called on every node with children, once they are in place. */
static struct expr *finish_expr(struct parser *p, struct expr *expr)
{
    raise_height(expr, expr->left);
    raise_height(expr, expr->right);
    raise_height(expr, expr->condition);
    for (unsigned i = 0; i < expr->argument_count; i++)
        raise_height(expr, expr->arguments[i]);
    if (expr->height <= HEIGHT_LIMIT)
        return expr;
    parser_refuse(p, expr->place, "split it with a function or an alias",
                  "this expression has too many operators in a row");
    p->panic = true;
    return parser_new_expr(p, EXPR_NUMBER, expr->place);
}

static struct expr *bad_expr(struct parser *p)
{
    return parser_new_expr(p, EXPR_NUMBER, parser_missing_place(p));
}

/* designator = NAME {"." NAME | "[" expr "]"}; the NAME was taken. */
static struct expr *parse_selectors(struct parser *p, struct expr *left)
{
    while (at(p, TOKEN_DOT) || at(p, TOKEN_OPEN_BRACKET)) {
        struct expr *outer = parser_new_expr(p, at(p, TOKEN_DOT) ? EXPR_FIELD : EXPR_INDEX, left->place);
        outer->left = left;
        if (take(p, TOKEN_DOT)) {
            outer->name = parse_name(p, "a name of a field after '.'");
        } else {
            advance(p);
            outer->right = parse_expr(p);
            parser_expect(p, TOKEN_CLOSE_BRACKET, " after the index");
        }
        outer->place.end = token_at(p, p->at ? p->at - 1 : 0)->end;
        left = finish_expr(p, outer);
    }
    return left;
}

static struct expr *name_expr(struct parser *p)
{
    struct expr *expr = parser_new_expr(p, EXPR_NAME, here(p));
    expr->name = parse_name(p, "a name");
    return expr;
}

struct expr *parse_designator(struct parser *p)
{
    if (is_name(peek(p)))
        return parse_selectors(p, name_expr(p));
    parser_fail(p, "a name of a variable");
    return bad_expr(p);
}

bool parser_starts_expr(const struct parser *p)
{
    switch (peek(p)) {
    case TOKEN_NUMBER:
    case TOKEN_TRUE:
    case TOKEN_FALSE:
    case TOKEN_OPEN:
    case TOKEN_FORALL:
    case TOKEN_EXISTS:
    case TOKEN_ISUNDEFINED:
    case TOKEN_NOT:
    case TOKEN_MINUS:
    case TOKEN_PLUS:
    case TOKEN_TILDE:
        return true;
    default:
        return is_name(peek(p));
    }
}

/* argument = expr          (CMurphi: | "undefined") */
static struct expr *parse_argument(struct parser *p)
{
    if (p->dialect != DIALECT_CMURPHI || !at(p, TOKEN_UNDEFINED))
        return parse_expr(p);
    struct expr *expr = parser_new_expr(p, EXPR_UNDEFINED, here(p));
    advance(p);
    return expr;
}

/* arguments = "(" [argument {"," argument} [","]] ")" */
static void parse_arguments(struct parser *p, struct expr *call)
{
    parser_expect(p, TOKEN_OPEN, "");
    while (parser_starts_expr(p)) {
        ARENA_PUSH(p->arena, call->arguments, call->argument_count, parse_argument(p));
        if (!take(p, TOKEN_COMMA))
            break;
    }
    if (!at(p, TOKEN_CLOSE) && !p->panic)
        parser_fail(p, call->argument_count ? "',' or ')' after an argument" : "an argument or ')'");
    take(p, TOKEN_CLOSE);
}

/* call = NAME arguments */
struct expr *parse_call(struct parser *p)
{
    struct expr *call = parser_new_expr(p, EXPR_CALL, here(p));
    unsigned first = p->at;
    call->name = parse_name(p, "a name of a function");
    parse_arguments(p, call);
    call->place = since(p, first);
    return finish_expr(p, call);
}

static struct quantifier *new_quantifier(struct parser *p)
{
    struct quantifier *quantifier = arena_alloc(p->arena, sizeof *quantifier);
    quantifier->symbol = parse_symbol(p, SYMBOL_QUANTIFIER, "a name for the parameter");
    quantifier->symbol->quantifier = quantifier;
    quantifier->place = quantifier->symbol->place;
    return quantifier;
}

/* quantifier = NAME ":" type | NAME ":=" expr "to" expr ["by" expr] */
static struct quantifier *parse_quantifier(struct parser *p)
{
    unsigned first = p->at;
    struct quantifier *quantifier = new_quantifier(p);
    if (take(p, TOKEN_ASSIGN)) {
        quantifier->from = parse_expr(p);
        parser_expect(p, TOKEN_TO, " after the first value");
        quantifier->to = parse_expr(p);
        if (take(p, TOKEN_BY))
            quantifier->by = parse_expr(p);
    } else if (take(p, TOKEN_COLON)) {
        quantifier->type = quantifier->symbol->type = parse_type(p);
    } else {
        parser_fail(p, "':' and a type, or ':=' and bounds, after the parameter");
    }
    quantifier->place = since(p, first);
    return quantifier;
}

/* choice = NAME ":" designator */
struct quantifier *parse_choice(struct parser *p)
{
    unsigned first = p->at;
    struct quantifier *quantifier = new_quantifier(p);
    parser_expect(p, TOKEN_COLON, " and a multiset after the parameter");
    quantifier->multiset = parse_designator(p);
    quantifier->place = since(p, first);
    return quantifier;
}

/* quantifiers = quantifier {";" quantifier} */
struct quantifiers parse_quantifiers(struct parser *p)
{
    struct quantifiers all = {0};
    unsigned last = 0;
    do {
        if (all.count)
            mark(p, last, ROLE_FINISH);
        ARENA_PUSH(p->arena, all.list, all.count, parse_quantifier(p));
        last = p->at ? p->at - 1 : 0;
        while (at(p, TOKEN_SEMICOLON) && peek_next(p) == TOKEN_SEMICOLON)
            advance(p);
    } while (take(p, TOKEN_SEMICOLON) && !at(p, TOKEN_DO));
    return all;
}

/* quantified = ("forall" | "exists") quantifiers "do" expr END(forall | exists)
 * Several quantifiers (CMurphi) become one node within another. */
static struct expr *parse_quantified(struct parser *p)
{
    unsigned first = p->at;
    bool forall = at(p, TOKEN_FORALL);
    enum token_kind end = forall ? TOKEN_ENDFORALL : TOKEN_ENDEXISTS;
    advance(p);
    parser_open_block(p, end);
    struct quantifiers all = parse_quantifiers(p);
    if (!take(p, TOKEN_COLON))
        parser_expect(p, TOKEN_DO, " after the quantifier");
    mark_last(p, ROLE_NEST);
    struct expr *expr = parse_expr(p);
    if (p->panic) {
        parser_recover_to(p, end);
        p->panic = !parser_is_end(peek(p));
    }
    parser_close_block(p, end, first);
    for (unsigned i = all.count; i-- > 0;) {
        struct expr *outer = parser_new_expr(p, forall ? EXPR_FORALL : EXPR_EXISTS, since(p, first));
        outer->quantifier = all.list[i];
        outer->left = expr;
        expr = finish_expr(p, outer);
    }
    return expr;
}

/* isundefined = "isundefined" "(" designator ")"
 * ismember = "ismember" "(" designator "," type ")" */
static struct expr *parse_test(struct parser *p)
{
    unsigned first = p->at;
    bool member = at(p, TOKEN_ISMEMBER);
    struct expr *expr = parser_new_expr(p, member ? EXPR_ISMEMBER : EXPR_ISUNDEFINED, here(p));
    advance(p);
    parser_expect(p, TOKEN_OPEN, "");
    expr->left = parse_designator(p);
    if (member) {
        parser_expect(p, TOKEN_COMMA, " and a type");
        expr->type_argument = parse_type(p);
    }
    parser_expect(p, TOKEN_CLOSE, "");
    expr->place = since(p, first);
    return finish_expr(p, expr);
}

/* multisetcount = "multisetcount" "(" choice "," expr ")" */
static struct expr *parse_multisetcount(struct parser *p)
{
    unsigned first = p->at;
    struct expr *expr = parser_new_expr(p, EXPR_MULTISETCOUNT, here(p));
    advance(p);
    parser_expect(p, TOKEN_OPEN, "");
    expr->quantifier = parse_choice(p);
    parser_expect(p, TOKEN_COMMA, " and a condition");
    expr->left = parse_expr(p);
    parser_expect(p, TOKEN_CLOSE, "");
    expr->place = since(p, first);
    return finish_expr(p, expr);
}

static struct expr *parse_parenthesised(struct parser *p)
{
    unsigned first = p->at;
    advance(p);
    struct expr *expr = parse_expr(p);
    parser_expect(p, TOKEN_CLOSE, "");
    expr->parenthesised = true;
    expr->place = since(p, first);
    return expr;
}

static struct expr *number_expr(struct parser *p, bool negated)
{
    const struct token *token = token_at(p, p->at);
    struct expr *expr = parser_new_expr(p, EXPR_NUMBER, here(p));
    expr->number = negated ? INT64_MIN : token->number;
    if (token->too_large && !negated)
        parser_refuse(p, here(p), "the largest is 9223372036854775807", "this number does not fit in 64 bits");
    advance(p);
    return expr;
}

static struct expr *word_expr(struct parser *p, const char *name)
{
    struct expr *expr = parser_new_expr(p, EXPR_NAME, here(p));
    expr->name = name;
    advance(p);
    return expr;
}

/* primary = NUMBER | "true" | "false" | "(" expr ")" | quantified | isundefined
 *         | ismember | multisetcount | call | designator */
static struct expr *parse_primary(struct parser *p)
{
    switch (peek(p)) {
    case TOKEN_NUMBER:
        return number_expr(p, false);
    case TOKEN_TRUE:
        return word_expr(p, "true");
    case TOKEN_FALSE:
        return word_expr(p, "false");
    case TOKEN_OPEN:
        return parse_parenthesised(p);
    case TOKEN_FORALL:
    case TOKEN_EXISTS:
        return parse_quantified(p);
    case TOKEN_ISUNDEFINED:
        return parse_test(p);
    case TOKEN_STRING:
        parser_refuse(p, here(p), "messages of properties stand before or after the whole condition",
                      "a string cannot stand in an expression");
        p->panic = true;
        return bad_expr(p);
    default:
        break;
    }
    bool call = peek_next(p) == TOKEN_OPEN;
    if (call && at(p, TOKEN_ISMEMBER))
        return parse_test(p);
    if (call && at(p, TOKEN_MULTISETCOUNT))
        return parse_multisetcount(p);
    if (call && is_name(peek(p)))
        return parse_call(p);
    if (is_name(peek(p)))
        return parse_designator(p);
    parser_fail(p, "an expression");
    return bad_expr(p);
}

struct expr *parse_bound(struct parser *p)
{
    if (at(p, TOKEN_NUMBER))
        return number_expr(p, false);
    if (at(p, TOKEN_OPEN))
        return parse_parenthesised(p);
    if (is_name(peek(p)))
        return parse_designator(p);
    parser_fail(p, "a number, a constant, or an expression in parentheses");
    return bad_expr(p);
}

/* Precedence, the loosest first.  Comparisons and implications do not chain. */
enum level {
    LEVEL_NONE,
    LEVEL_IMPLIES,
    LEVEL_OR,
    LEVEL_AND,
    LEVEL_PIPE,
    LEVEL_CARET,
    LEVEL_AMPERSAND,
    LEVEL_NOT,
    LEVEL_COMPARISON,
    LEVEL_SHIFT,
    LEVEL_SUM,
    LEVEL_PRODUCT,
    LEVEL_SIGN,
};

struct binary {
    enum level level;
    enum op op;
};

static struct binary binary_of(enum token_kind kind)
{
    static const struct binary table[TOKEN_KINDS + 1] = {
        [TOKEN_IMPLIES] = {LEVEL_IMPLIES, OP_IMPLIES},
        [TOKEN_OR] = {LEVEL_OR, OP_OR},
        [TOKEN_AND] = {LEVEL_AND, OP_AND},
        [TOKEN_PIPE] = {LEVEL_PIPE, OP_OR},
        [TOKEN_CARET] = {LEVEL_CARET, OP_BIT_XOR},
        [TOKEN_AMPERSAND] = {LEVEL_AMPERSAND, OP_AND},
        [TOKEN_EQUAL] = {LEVEL_COMPARISON, OP_EQUAL},
        [TOKEN_NOT_EQUAL] = {LEVEL_COMPARISON, OP_NOT_EQUAL},
        [TOKEN_LESS] = {LEVEL_COMPARISON, OP_LESS},
        [TOKEN_LESS_EQUAL] = {LEVEL_COMPARISON, OP_LESS_EQUAL},
        [TOKEN_GREATER] = {LEVEL_COMPARISON, OP_GREATER},
        [TOKEN_GREATER_EQUAL] = {LEVEL_COMPARISON, OP_GREATER_EQUAL},
        [TOKEN_SHIFT_LEFT] = {LEVEL_SHIFT, OP_SHIFT_LEFT},
        [TOKEN_SHIFT_RIGHT] = {LEVEL_SHIFT, OP_SHIFT_RIGHT},
        [TOKEN_PLUS] = {LEVEL_SUM, OP_ADD},
        [TOKEN_MINUS] = {LEVEL_SUM, OP_SUBTRACT},
        [TOKEN_STAR] = {LEVEL_PRODUCT, OP_MULTIPLY},
        [TOKEN_SLASH] = {LEVEL_PRODUCT, OP_DIVIDE},
        [TOKEN_PERCENT] = {LEVEL_PRODUCT, OP_MODULO},
    };
    return table[kind];
}

static struct expr *parse_binary(struct parser *, enum level);

static struct expr *unary_expr(struct parser *p, enum op op, enum level level)
{
    struct expr *expr = parser_new_expr(p, EXPR_UNARY, here(p));
    mark_here(p, ROLE_PREFIX);
    advance(p);
    expr->op = op;
    expr->left = parse_binary(p, level);
    expr->place = join(expr->place, expr->left->place);
    return finish_expr(p, expr);
}

/* unary = "!" comparison | ("-" | "+" | "~") unary | primary
 * So !a = b is !(a = b), and -a * b is (-a) * b. */
static struct expr *parse_unary(struct parser *p)
{
    struct expr *expr = NULL;
    unsigned first = p->at;
    if (parser_enter(p)) {
        if (at(p, TOKEN_NOT))
            expr = unary_expr(p, OP_NOT, LEVEL_COMPARISON);
        else if (at(p, TOKEN_MINUS) && token_at(p, p->at + 1)->too_large)
            mark_here(p, ROLE_PREFIX), advance(p), expr = number_expr(p, true);
        else if (at(p, TOKEN_MINUS))
            expr = unary_expr(p, OP_NEGATE, LEVEL_SIGN);
        else if (at(p, TOKEN_TILDE))
            expr = unary_expr(p, OP_COMPLEMENT, LEVEL_SIGN);
        else if (take(p, TOKEN_PLUS))
            mark_last(p, ROLE_PREFIX), expr = parse_unary(p);
        else
            expr = parse_primary(p);
    }
    parser_leave(p);
    if (!expr)
        return bad_expr(p);
    if (p->at > first)
        expr->place = since(p, first);
    return expr;
}

/* binary = unary {operator unary}, by precedence; all lean left. */
static struct expr *parse_binary(struct parser *p, enum level least)
{
    struct expr *left = parse_unary(p);
    enum level previous = LEVEL_NONE;
    for (;;) {
        struct binary binary = binary_of(peek(p));
        if (!binary.level || binary.level < least)
            return left;
        bool chains = binary.level != LEVEL_COMPARISON && binary.level != LEVEL_IMPLIES;
        if (!chains && binary.level == previous)
            parser_refuse(p, here(p), "add parentheses", "this operator does not chain with the one before it");
        previous = binary.level;
        struct expr *expr = parser_new_expr(p, EXPR_BINARY, left->place);
        expr->op = binary.op;
        expr->logical = at(p, TOKEN_OR) || at(p, TOKEN_AND);
        advance(p);
        expr->left = left;
        expr->right = parse_binary(p, binary.level + 1);
        expr->place = join(expr->place, expr->right->place);
        left = finish_expr(p, expr);
    }
}

/* expr = binary ["?" expr ":" expr] */
struct expr *parse_expr(struct parser *p)
{
    struct expr *condition = parse_binary(p, LEVEL_IMPLIES);
    if (!at(p, TOKEN_QUESTION))
        return condition;
    struct expr *expr = parser_new_expr(p, EXPR_CONDITIONAL, condition->place);
    expr->condition = condition;
    if (parser_enter(p)) {
        advance(p);
        expr->left = parse_expr(p);
        parser_expect(p, TOKEN_COLON, " and the other value");
        mark_last(p, ROLE_SPACED);
        expr->right = parse_expr(p);
    } else {
        expr->left = bad_expr(p);
        expr->right = bad_expr(p);
    }
    parser_leave(p);
    expr->place = join(expr->place, expr->right->place);
    return finish_expr(p, expr);
}
