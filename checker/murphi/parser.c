/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * parser.c - recursive descent over the token array.
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
#include "parser.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../base/arena.h"
#include "lexer.h"

enum {
    DEPTH_LIMIT = 500,   /* of blocks, types and parentheses within each other */
    HEIGHT_LIMIT = 2000, /* of an expression's tree: a & b & c & ... leans left */
    INCLUDE_LIMIT = 64,
    ERROR_LIMIT = 100,   /* then the rest of the file is given up */
};

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
    unsigned sources;
};

static struct expr *parse_expr(struct parser *);
static struct type *parse_type(struct parser *);
static struct block parse_block(struct parser *);
static struct block parse_body(struct parser *, unsigned first);
static struct stmt *parse_stmt(struct parser *);
static struct rule *parse_rule(struct parser *);

/* ---- tokens ---- */

static const struct token *token_at(const struct parser *p, unsigned index)
{
    return &p->tokens->list[index < p->tokens->count ? index : p->tokens->count - 1];
}

/* The kind of the current token; one that matches nothing while in panic. */
static enum token_kind peek(const struct parser *p)
{
    return p->panic ? TOKEN_KINDS : token_at(p, p->at)->kind;
}

static enum token_kind peek_next(const struct parser *p)
{
    return p->panic ? TOKEN_KINDS : token_at(p, p->at + 1)->kind;
}

static bool at(const struct parser *p, enum token_kind kind)
{
    return peek(p) == kind;
}

static void advance(struct parser *p)
{
    if (p->at + 1 < p->tokens->count)
        p->at++;
}

static bool take(struct parser *p, enum token_kind kind)
{
    if (!at(p, kind))
        return false;
    advance(p);
    return true;
}

static bool is_name(enum token_kind kind)
{
    return kind == TOKEN_NAME || token_is_soft(kind);
}

static struct place token_place(const struct parser *p, unsigned index)
{
    const struct token *token = token_at(p, index);
    return (struct place){p->tokens->source, token->start, token->end};
}

static struct place here(const struct parser *p)
{
    return token_place(p, p->at);
}

/* From token `first` to the last one taken. */
static struct place since(const struct parser *p, unsigned first)
{
    struct place place = token_place(p, first);
    if (p->at > first)
        place.end = token_at(p, p->at - 1)->end;
    return place;
}

static struct place join(struct place from, struct place to)
{
    from.end = to.end > from.end ? to.end : from.end;
    return from;
}

/* ---- roles of tokens, for fmt ---- */

static void mark(struct parser *p, unsigned index, enum token_role role)
{
    p->tokens->list[index].roles |= role;
}

static void mark_here(struct parser *p, enum token_role role)
{
    mark(p, p->at, role);
}

/* The last token taken. */
static void mark_last(struct parser *p, enum token_role role)
{
    unsigned last = p->at;
    while (last && token_at(p, last - 1)->kind == TOKEN_SEMICOLON)
        last--;
    if (last)
        mark(p, last - 1, role);
}

/* The last token taken opens the body of a construct, or a part of it.  The
 * layout has semicolons of its own, and so none of the source's has a role. */
static unsigned open_body(struct parser *p, unsigned first)
{
    unsigned open = p->at ? p->at - 1 : 0;
    while (open && token_at(p, open)->kind == TOKEN_SEMICOLON)
        open--;
    mark(p, open, ROLE_OPEN);
    p->tokens->list[open].opens++;
    p->tokens->list[open].first = first;
    p->tokens->list[open].last = open;
    return open;
}

/* The current token is the first one after it; `ended` when that is the word
 * that ends it. */
static void close_body(struct parser *p, unsigned open, bool ended)
{
    unsigned next = p->at;
    while (token_at(p, next)->kind == TOKEN_SEMICOLON)
        next++;
    p->tokens->list[open].last = ended ? next : p->at - 1;
    p->tokens->list[next].closes++;
}

/* ---- errors ---- */

static const char *describe(const struct parser *p, unsigned index)
{
    const struct token *token = token_at(p, index);
    unsigned length = token->end - token->start;
    if (token->kind == TOKEN_STRING)
        return "a string";
    if (token->kind == TOKEN_END_OF_FILE || length > 40)
        return token_kind_name(token->kind);
    return arena_format(p->arena, "'%.*s'", (int)length, p->tokens->source->text + token->start);
}

/* Where something is missing: at the current token, or, when that begins
 * another line, right after the one before. */
static struct place missing_place(const struct parser *p)
{
    struct place place = here(p);
    if (!p->at)
        return place;
    unsigned end = token_at(p, p->at - 1)->end;
    if (memchr(p->tokens->source->text + end, '\n', place.start - end))
        place.start = place.end = end;
    return place;
}

static void give_up(struct parser *p)
{
    p->gave_up = true;
    p->at = p->tokens->count - 1;
}

static void report(struct parser *p, const char *hint, const char *expected)
{
    if (p->panic || p->gave_up)
        return;
    if (!hint && !strncmp(expected, "a name", 6) && token_is_word(token_at(p, p->at)->kind))
        hint = arena_format(p->arena, "%s is a reserved word", describe(p, p->at));
    diagnostics_add(p->diagnostics, SEVERITY_ERROR, missing_place(p), hint, "expected %s, found %s", expected,
                    describe(p, p->at));
    if (diagnostics_errors(p->diagnostics) >= ERROR_LIMIT)
        give_up(p);
}

static void fail(struct parser *p, const char *expected)
{
    report(p, NULL, expected);
    p->panic = true;
}

static bool expect(struct parser *p, enum token_kind kind, const char *where)
{
    if (take(p, kind))
        return true;
    if (!p->panic)
        fail(p, arena_format(p->arena, "%s%s", token_kind_name(kind), where));
    return false;
}

static void refuse(struct parser *p, struct place place, const char *hint, const char *what)
{
    if (!p->panic && !p->gave_up)
        diagnostics_add(p->diagnostics, SEVERITY_ERROR, place, hint, "%s", what);
}

/* Enter a level of nesting.  False, in panic, where that is one too many; the
 * caller leaves it all the same. */
static bool enter(struct parser *p)
{
    if (++p->depth <= DEPTH_LIMIT)
        return !p->panic;
    refuse(p, here(p), NULL, "this is nested too deeply");
    give_up(p);
    p->panic = true;
    return false;
}

static void leave(struct parser *p)
{
    p->depth--;
}

/* ---- where to go on after an error ---- */

static bool is_end(enum token_kind kind)
{
    switch (kind) {
    case TOKEN_END:
    case TOKEN_ENDALIAS:
    case TOKEN_ENDEXISTS:
    case TOKEN_ENDFOR:
    case TOKEN_ENDFORALL:
    case TOKEN_ENDFUNCTION:
    case TOKEN_ENDIF:
    case TOKEN_ENDPROCEDURE:
    case TOKEN_ENDRECORD:
    case TOKEN_ENDRULE:
    case TOKEN_ENDRULESET:
    case TOKEN_ENDSTARTSTATE:
    case TOKEN_ENDSWITCH:
    case TOKEN_ENDWHILE:
        return true;
    default:
        return false;
    }
}

static bool is_section(enum token_kind kind)
{
    return kind == TOKEN_CONST || kind == TOKEN_TYPE || kind == TOKEN_VAR;
}

/* What can only stand outside of statements. */
static bool is_outer(enum token_kind kind)
{
    return is_section(kind) || kind == TOKEN_RULE || kind == TOKEN_RULESET || kind == TOKEN_STARTSTATE ||
           kind == TOKEN_FUNCTION || kind == TOKEN_PROCEDURE || kind == TOKEN_END_OF_FILE;
}

static bool ends_block(enum token_kind kind)
{
    return is_end(kind) || is_outer(kind) || kind == TOKEN_ELSE || kind == TOKEN_ELSIF || kind == TOKEN_CASE;
}

static bool is_property(enum token_kind kind)
{
    return kind == TOKEN_INVARIANT || kind == TOKEN_ASSERT || kind == TOKEN_ASSUME || kind == TOKEN_COVER ||
           kind == TOKEN_LIVENESS;
}

static bool is_statement_word(enum token_kind kind)
{
    switch (kind) {
    case TOKEN_IF:
    case TOKEN_SWITCH:
    case TOKEN_FOR:
    case TOKEN_WHILE:
    case TOKEN_ALIAS:
    case TOKEN_CLEAR:
    case TOKEN_UNDEFINE:
    case TOKEN_PUT:
    case TOKEN_ERROR:
    case TOKEN_RETURN:
        return true;
    default:
        return is_property(kind);
    }
}

/* Whether a rule or property begins here.  `choose` is one only before a
 * name and a colon. */
static bool at_rule(const struct parser *p)
{
    enum token_kind kind = peek(p);
    return kind == TOKEN_RULE || kind == TOKEN_RULESET || kind == TOKEN_STARTSTATE || kind == TOKEN_ALIAS ||
           is_property(kind) || (kind == TOKEN_CHOOSE && is_name(peek_next(p)));
}

/* Skip to `kind`, but not over anything that begins or ends a construct. */
static void recover_to(struct parser *p, enum token_kind kind)
{
    p->panic = false;
    while (!at(p, kind) && !at(p, TOKEN_SEMICOLON) && !at(p, TOKEN_BEGIN) && !ends_block(peek(p)) &&
           !is_statement_word(peek(p)))
        advance(p);
}

/* The keyword between a construct's header and its body.  The body follows
 * whether it is there or not. */
static void expect_header(struct parser *p, enum token_kind kind, const char *where)
{
    if (take(p, kind) || (kind == TOKEN_DO && take(p, TOKEN_COLON)))
        return;
    expect(p, kind, where);
    recover_to(p, kind);
    take(p, kind);
}

/* ---- ends ---- */

static void open_block(struct parser *p, enum token_kind word)
{
    p->open[word]++;
}

/* END(word).  A wrong end word closes the block unless an outer one is
 * waiting for it; where there is none at all, the block ends here. */
static void close_block(struct parser *p, enum token_kind word, unsigned opener)
{
    bool quantifier = word == TOKEN_ENDFORALL || word == TOKEN_ENDEXISTS;
    mark_here(p, quantifier ? ROLE_UNNEST : ROLE_START);
    p->open[word]--;
    if (take(p, TOKEN_END) || take(p, word))
        return;
    if (p->panic)
        return;
    report(p, NULL, arena_format(p->arena, "'end' or '%s'", token_spelling(word)));
    if (!p->gave_up)
        diagnostics_add(p->diagnostics, SEVERITY_NOTE, token_place(p, opener), NULL, "to close what begins here");
    if (is_end(peek(p)) && !p->open[peek(p)])
        advance(p);
}

/* ---- names ---- */

/* NAME = letter {letter | digit | "_"} */
static const char *parse_name(struct parser *p, const char *what)
{
    if (!is_name(peek(p))) {
        fail(p, what);
        return "";
    }
    const char *name = token_at(p, p->at)->text;
    advance(p);
    return name;
}

static struct symbol *new_symbol(struct parser *p, enum symbol_kind kind, const char *name, struct place place)
{
    struct symbol *symbol = arena_alloc(p->arena, sizeof *symbol);
    symbol->kind = kind;
    symbol->name = name;
    symbol->place = place;
    return symbol;
}

static struct symbol *parse_symbol(struct parser *p, enum symbol_kind kind, const char *what)
{
    unsigned first = p->at;
    const char *name = parse_name(p, what);
    return new_symbol(p, kind, name, token_place(p, first));
}

struct symbols {
    struct symbol **list;
    unsigned count;
};

/* names = [NAME {"," NAME} [","]]: none at all, and a last comma, as Rumur
 * has it for the sake of generated models. */
static struct symbols parse_names(struct parser *p, enum symbol_kind kind)
{
    struct symbols names = {0};
    while (is_name(peek(p))) {
        ARENA_PUSH(p->arena, names.list, names.count, parse_symbol(p, kind, "a name"));
        if (!take(p, TOKEN_COMMA))
            break;
    }
    return names;
}

/* ---- expressions ---- */

static struct expr *new_expr(struct parser *p, enum expr_kind kind, struct place place)
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
    refuse(p, expr->place, "split it with a function or an alias", "this expression has too many operators in a row");
    p->panic = true;
    return new_expr(p, EXPR_NUMBER, expr->place);
}

static struct expr *bad_expr(struct parser *p)
{
    return new_expr(p, EXPR_NUMBER, missing_place(p));
}

static bool is_designator(const struct expr *expr)
{
    return (expr->kind == EXPR_NAME || expr->kind == EXPR_FIELD || expr->kind == EXPR_INDEX) && !expr->parenthesised;
}

/* designator = NAME {"." NAME | "[" expr "]"}; the NAME was taken. */
static struct expr *parse_selectors(struct parser *p, struct expr *left)
{
    while (at(p, TOKEN_DOT) || at(p, TOKEN_OPEN_BRACKET)) {
        struct expr *outer = new_expr(p, at(p, TOKEN_DOT) ? EXPR_FIELD : EXPR_INDEX, left->place);
        outer->left = left;
        if (take(p, TOKEN_DOT)) {
            outer->name = parse_name(p, "a name of a field after '.'");
        } else {
            advance(p);
            outer->right = parse_expr(p);
            expect(p, TOKEN_CLOSE_BRACKET, " after the index");
        }
        outer->place.end = token_at(p, p->at ? p->at - 1 : 0)->end;
        left = finish_expr(p, outer);
    }
    return left;
}

static struct expr *name_expr(struct parser *p)
{
    struct expr *expr = new_expr(p, EXPR_NAME, here(p));
    expr->name = parse_name(p, "a name");
    return expr;
}

static struct expr *parse_designator(struct parser *p)
{
    if (is_name(peek(p)))
        return parse_selectors(p, name_expr(p));
    fail(p, "a name of a variable");
    return bad_expr(p);
}

static bool starts_expr(const struct parser *p)
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

/* arguments = "(" [expr {"," expr} [","]] ")" */
static void parse_arguments(struct parser *p, struct expr *call)
{
    expect(p, TOKEN_OPEN, "");
    while (starts_expr(p)) {
        ARENA_PUSH(p->arena, call->arguments, call->argument_count, parse_expr(p));
        if (!take(p, TOKEN_COMMA))
            break;
    }
    if (!at(p, TOKEN_CLOSE) && !p->panic)
        fail(p, call->argument_count ? "',' or ')' after an argument" : "an argument or ')'");
    take(p, TOKEN_CLOSE);
}

/* call = NAME arguments */
static struct expr *parse_call(struct parser *p)
{
    struct expr *call = new_expr(p, EXPR_CALL, here(p));
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
        expect(p, TOKEN_TO, " after the first value");
        quantifier->to = parse_expr(p);
        if (take(p, TOKEN_BY))
            quantifier->by = parse_expr(p);
    } else if (take(p, TOKEN_COLON)) {
        quantifier->type = quantifier->symbol->type = parse_type(p);
    } else {
        fail(p, "':' and a type, or ':=' and bounds, after the parameter");
    }
    quantifier->place = since(p, first);
    return quantifier;
}

/* choice = NAME ":" designator */
static struct quantifier *parse_choice(struct parser *p)
{
    unsigned first = p->at;
    struct quantifier *quantifier = new_quantifier(p);
    expect(p, TOKEN_COLON, " and a multiset after the parameter");
    quantifier->multiset = parse_designator(p);
    quantifier->place = since(p, first);
    return quantifier;
}

struct quantifiers {
    struct quantifier **list;
    unsigned count;
};

/* quantifiers = quantifier {";" quantifier} */
static struct quantifiers parse_quantifiers(struct parser *p)
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
    open_block(p, end);
    struct quantifiers all = parse_quantifiers(p);
    if (!take(p, TOKEN_COLON))
        expect(p, TOKEN_DO, " after the quantifier");
    mark_last(p, ROLE_NEST);
    struct expr *expr = parse_expr(p);
    if (p->panic) {
        recover_to(p, end);
        p->panic = !is_end(peek(p));
    }
    close_block(p, end, first);
    for (unsigned i = all.count; i-- > 0;) {
        struct expr *outer = new_expr(p, forall ? EXPR_FORALL : EXPR_EXISTS, since(p, first));
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
    struct expr *expr = new_expr(p, member ? EXPR_ISMEMBER : EXPR_ISUNDEFINED, here(p));
    advance(p);
    expect(p, TOKEN_OPEN, "");
    expr->left = parse_designator(p);
    if (member) {
        expect(p, TOKEN_COMMA, " and a type");
        expr->type_argument = parse_type(p);
    }
    expect(p, TOKEN_CLOSE, "");
    expr->place = since(p, first);
    return finish_expr(p, expr);
}

/* multisetcount = "multisetcount" "(" choice "," expr ")" */
static struct expr *parse_multisetcount(struct parser *p)
{
    unsigned first = p->at;
    struct expr *expr = new_expr(p, EXPR_MULTISETCOUNT, here(p));
    advance(p);
    expect(p, TOKEN_OPEN, "");
    expr->quantifier = parse_choice(p);
    expect(p, TOKEN_COMMA, " and a condition");
    expr->left = parse_expr(p);
    expect(p, TOKEN_CLOSE, "");
    expr->place = since(p, first);
    return finish_expr(p, expr);
}

static struct expr *parse_parenthesised(struct parser *p)
{
    unsigned first = p->at;
    advance(p);
    struct expr *expr = parse_expr(p);
    expect(p, TOKEN_CLOSE, "");
    expr->parenthesised = true;
    expr->place = since(p, first);
    return expr;
}

static struct expr *number_expr(struct parser *p, bool negated)
{
    const struct token *token = token_at(p, p->at);
    struct expr *expr = new_expr(p, EXPR_NUMBER, here(p));
    expr->number = negated ? INT64_MIN : token->number;
    if (token->too_large && !negated)
        refuse(p, here(p), "the largest is 9223372036854775807", "this number does not fit in 64 bits");
    advance(p);
    return expr;
}

static struct expr *word_expr(struct parser *p, const char *name)
{
    struct expr *expr = new_expr(p, EXPR_NAME, here(p));
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
        refuse(p, here(p), "messages of properties stand before or after the whole condition",
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
    fail(p, "an expression");
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
    struct expr *expr = new_expr(p, EXPR_UNARY, here(p));
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
    if (enter(p)) {
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
    leave(p);
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
            refuse(p, here(p), "add parentheses", "this operator does not chain with the one before it");
        previous = binary.level;
        struct expr *expr = new_expr(p, EXPR_BINARY, left->place);
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
static struct expr *parse_expr(struct parser *p)
{
    struct expr *condition = parse_binary(p, LEVEL_IMPLIES);
    if (!at(p, TOKEN_QUESTION))
        return condition;
    struct expr *expr = new_expr(p, EXPR_CONDITIONAL, condition->place);
    expr->condition = condition;
    if (enter(p)) {
        advance(p);
        expr->left = parse_expr(p);
        expect(p, TOKEN_COLON, " and the other value");
        mark_last(p, ROLE_SPACED);
        expr->right = parse_expr(p);
    } else {
        expr->left = bad_expr(p);
        expr->right = bad_expr(p);
    }
    leave(p);
    expr->place = join(expr->place, expr->right->place);
    return finish_expr(p, expr);
}

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
    expect(p, TOKEN_OPEN_BRACE, "");
    struct symbols names = parse_names(p, SYMBOL_MEMBER);
    for (unsigned i = 0; i < names.count; i++) {
        names.list[i]->type = type;
        names.list[i]->value = i;
    }
    type->members = names.list;
    type->member_count = names.count;
    if (!at(p, TOKEN_CLOSE_BRACE) && !p->panic)
        fail(p, names.count ? "',' or '}' after a member" : "a name of a member");
    take(p, TOKEN_CLOSE_BRACE);
    return type;
}

/* scalarset = "scalarset" "(" expr ")" */
static struct type *parse_scalarset(struct parser *p)
{
    struct type *type = new_type(p, TYPE_SCALARSET);
    advance(p);
    expect(p, TOKEN_OPEN, " and a size");
    type->size = parse_expr(p);
    expect(p, TOKEN_CLOSE, "");
    return type;
}

/* union = "union" "{" part {"," part} "}"      part = NAME | enum | scalarset */
static struct type *parse_union(struct parser *p)
{
    struct type *type = new_type(p, TYPE_UNION);
    advance(p);
    expect(p, TOKEN_OPEN_BRACE, "");
    do {
        struct type *part = parse_type(p);
        if (part->kind != TYPE_NAMED && part->kind != TYPE_ENUM && part->kind != TYPE_SCALARSET)
            refuse(p, part->place, NULL, "a union joins enums and scalarsets only");
        ARENA_PUSH(p->arena, type->parts, type->part_count, part);
    } while (take(p, TOKEN_COMMA) && !at(p, TOKEN_CLOSE_BRACE));
    expect(p, TOKEN_CLOSE_BRACE, "");
    return type;
}

/* array = "array" "[" type "]" "of" type */
static struct type *parse_array(struct parser *p)
{
    struct type *type = new_type(p, TYPE_ARRAY);
    advance(p);
    expect(p, TOKEN_OPEN_BRACKET, " and an index type");
    type->index = parse_type(p);
    expect(p, TOKEN_CLOSE_BRACKET, "");
    expect(p, TOKEN_OF, "");
    type->element = parse_type(p);
    return type;
}

/* multiset = "multiset" "[" expr "]" "of" type */
static struct type *parse_multiset(struct parser *p)
{
    struct type *type = new_type(p, TYPE_MULTISET);
    advance(p);
    expect(p, TOKEN_OPEN_BRACKET, " and a size");
    type->size = parse_expr(p);
    expect(p, TOKEN_CLOSE_BRACKET, "");
    expect(p, TOKEN_OF, "");
    type->element = parse_type(p);
    return type;
}

/* Skip to the end of a field that went wrong. */
static void recover_field(struct parser *p)
{
    p->panic = false;
    while (!at(p, TOKEN_SEMICOLON) && !ends_block(peek(p)))
        advance(p);
}

/* record = "record" {names ":" type [";"]} END(record) */
static struct type *parse_record(struct parser *p)
{
    struct type *type = new_type(p, TYPE_RECORD);
    unsigned first = p->at;
    advance(p);
    open_block(p, TOKEN_ENDRECORD);
    unsigned open = open_body(p, first);
    mark(p, open, ROLE_LIST);
    while (is_name(peek(p)) || at(p, TOKEN_COLON)) {
        mark_here(p, ROLE_START);
        struct symbols names = parse_names(p, SYMBOL_VARIABLE);
        expect(p, TOKEN_COLON, " and a type");
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
    if (!is_end(peek(p)) && !p->panic)
        report(p, NULL, "a name of a field, or 'end'"), recover_field(p);
    close_block(p, TOKEN_ENDRECORD, first);
    return type;
}

/* real = "real" "(" expr "," expr ")", which CMurphi has and we have not */
static struct type *refuse_real(struct parser *p)
{
    unsigned first = p->at;
    advance(p);
    if (take(p, TOKEN_OPEN)) {
        parse_expr(p);
        expect(p, TOKEN_COMMA, "");
        parse_expr(p);
        expect(p, TOKEN_CLOSE, "");
    }
    refuse(p, since(p, first), "scale the quantity and use an integer range",
           "real numbers are not supported: an exact search must tell states apart, and rounding would not let it");
    return named_type(p, "boolean", since(p, first));
}

/* range = expr ".." expr; a lone NAME is the type of that name. */
static struct type *parse_range_or_name(struct parser *p)
{
    struct type *type = new_type(p, TYPE_RANGE);
    if (!starts_expr(p)) {
        fail(p, "a type");
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
    fail(p, "'..' and the end of the range");
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
        return parse_array(p);
    case TOKEN_SCALARSET:
        return parse_scalarset(p);
    case TOKEN_UNION:
        return parse_union(p);
    case TOKEN_REAL:
        return refuse_real(p);
    case TOKEN_MULTISET:
        if (peek_next(p) == TOKEN_OPEN_BRACKET)
            return parse_multiset(p);
        return parse_range_or_name(p);
    default:
        return parse_range_or_name(p);
    }
}

/* type = "boolean" | NAME | range | enum | record | array | scalarset | union | multiset */
static struct type *parse_type(struct parser *p)
{
    unsigned first = p->at;
    struct type *type = enter(p) ? parse_type_kind(p) : named_type(p, "", here(p));
    leave(p);
    type->place = since(p, first);
    return type;
}

/* ---- declarations ---- */

struct decls {
    struct decl **list;
    unsigned count;
};

static struct decl *add_decl(struct parser *p, struct decls *decls, enum decl_kind kind, struct place place)
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
    struct expr *expr = new_expr(p, EXPR_NAME, place);
    expr->name = first->name;
    return expr;
}

static void define(struct parser *p, struct symbols names, unsigned i, struct expr *expr, struct type *type)
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
    enum token_kind next = peek_next(p);
    if (at(p, TOKEN_NAME))
        return next != TOKEN_ASSIGN && next != TOKEN_OPEN && next != TOKEN_OPEN_BRACKET && next != TOKEN_DOT;
    return is_name(peek(p)) && (next == TOKEN_COLON || next == TOKEN_COMMA);
}

/* Skip to the next item or section. */
static void recover_item(struct parser *p)
{
    p->panic = false;
    while (!at(p, TOKEN_SEMICOLON) && !ends_block(peek(p)) && !at_rule(p) && !at(p, TOKEN_BEGIN))
        advance(p);
}

/* item = names ":" (type | expr) [";"] */
static void parse_item(struct parser *p, struct decls *decls, enum decl_kind kind, enum symbol_kind symbol_kind,
                       bool opens)
{
    mark_here(p, ROLE_START);
    struct symbols names = parse_names(p, symbol_kind);
    expect(p, TOKEN_COLON, kind == DECL_CONST ? " and a value" : " and a type");
    struct expr *expr = kind == DECL_CONST ? parse_expr(p) : NULL;
    struct type *type = kind == DECL_CONST ? NULL : parse_type(p);
    for (unsigned i = 0; i < names.count; i++) {
        struct symbol *symbol = names.list[i];
        define(p, names, i, expr, type);
        struct decl *decl = add_decl(p, decls, kind, join(symbol->place, expr ? expr->place : type->place));
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

/* section = ("const" | "type" | "var") {item} */
static void parse_section(struct parser *p, struct decls *decls, enum symbol_kind variable)
{
    enum decl_kind kind = at(p, TOKEN_CONST) ? DECL_CONST : at(p, TOKEN_TYPE) ? DECL_TYPE : DECL_VARIABLE;
    enum symbol_kind symbol = kind == DECL_CONST ? SYMBOL_CONST : kind == DECL_TYPE ? SYMBOL_TYPE : variable;
    mark_here(p, ROLE_START);
    advance(p);
    unsigned open = open_body(p, p->at - 1);
    bool opens = true;
    while (at_item(p)) {
        parse_item(p, decls, kind, symbol, opens);
        opens = false;
    }
    close_body(p, open, false);
}

/* ---- statements ---- */

static struct stmt *new_stmt(struct parser *p, enum stmt_kind kind)
{
    struct stmt *stmt = arena_alloc(p->arena, sizeof *stmt);
    stmt->kind = kind;
    stmt->place = here(p);
    return stmt;
}

static const char *take_string(struct parser *p)
{
    const char *text = at(p, TOKEN_STRING) ? token_at(p, p->at)->text : NULL;
    if (text)
        advance(p);
    return text;
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
static struct property *parse_property(struct parser *p, bool local)
{
    struct property *property = arena_alloc(p->arena, sizeof *property);
    unsigned first = p->at;
    property->kind = property_kind_of(peek(p), local);
    property->local = local;
    if (local && property->kind == PROPERTY_LIVENESS)
        refuse(p, here(p), NULL, "liveness is a property of the whole model, and cannot be a statement");
    advance(p);
    property->message = take_string(p);
    mark_here(p, ROLE_BODY);
    property->condition = parse_expr(p);
    if (!property->message)
        property->message = take_string(p);
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
    stmt->property->message = take_string(p);
    if (!stmt->property->message)
        fail(p, "a message, as a string, after 'error'");
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
        if (!enter(p))
            break;
        mark_here(p, ROLE_START);
        advance(p);
        if (!otherwise) {
            stmt->condition = parse_expr(p);
            expect_header(p, TOKEN_THEN, " after the condition");
        }
        stmt->body = parse_body(p, opener);
        stmt->place = since(p, from);
        *last = stmt;
        last = &stmt->otherwise;
        if (otherwise)
            break;
    }
    while (levels--)
        leave(p);
    return first;
}

/* if = "if" expr "then" block elses END(if) */
static struct stmt *parse_if(struct parser *p)
{
    struct stmt *stmt = new_stmt(p, STMT_IF);
    unsigned first = p->at;
    advance(p);
    open_block(p, TOKEN_ENDIF);
    stmt->condition = parse_expr(p);
    expect_header(p, TOKEN_THEN, " after the condition");
    stmt->body = parse_body(p, first);
    stmt->otherwise = parse_elses(p, first);
    close_block(p, TOKEN_ENDIF, first);
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
        expect_header(p, TOKEN_COLON, " after the values of the case");
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
    open_block(p, TOKEN_ENDSWITCH);
    stmt->value = parse_expr(p);
    if (p->panic || (!at(p, TOKEN_CASE) && !at(p, TOKEN_ELSE) && !is_end(peek(p)))) {
        if (!p->panic)
            fail(p, "'case'");
        recover_to(p, TOKEN_CASE);
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
        refuse(p, here(p), NULL, "no case may follow 'else'");
    while (at(p, TOKEN_CASE))
        parse_case(p);
    close_body(p, open, true);
    close_block(p, TOKEN_ENDSWITCH, first);
    return stmt;
}

/* for = "for" quantifiers "do" block END(for)
 * Several quantifiers (CMurphi) become one loop within another. */
static struct stmt *parse_for(struct parser *p)
{
    unsigned first = p->at;
    advance(p);
    open_block(p, TOKEN_ENDFOR);
    struct quantifiers all = parse_quantifiers(p);
    expect_header(p, TOKEN_DO, " after the quantifier");
    struct block body = parse_body(p, first);
    close_block(p, TOKEN_ENDFOR, first);
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
    open_block(p, TOKEN_ENDWHILE);
    stmt->condition = parse_expr(p);
    expect_header(p, TOKEN_DO, " after the condition");
    stmt->body = parse_body(p, first);
    close_block(p, TOKEN_ENDWHILE, first);
    return stmt;
}

/* aliases = {names ":" expr [";"]} */
static struct symbols parse_aliases(struct parser *p)
{
    struct symbols all = {0};
    unsigned last = p->at;
    while (is_name(peek(p)) || at(p, TOKEN_COLON)) {
        if (all.count)
            mark(p, last, ROLE_FINISH);
        struct symbols names = parse_names(p, SYMBOL_ALIAS);
        expect(p, TOKEN_COLON, " and what the alias stands for");
        struct expr *expr = parse_expr(p);
        for (unsigned i = 0; i < names.count; i++) {
            define(p, names, i, expr, NULL);
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
    open_block(p, TOKEN_ENDALIAS);
    struct symbols aliases = parse_aliases(p);
    stmt->aliases = aliases.list;
    stmt->alias_count = aliases.count;
    expect_header(p, TOKEN_DO, " after the aliases");
    stmt->body = parse_body(p, first);
    close_block(p, TOKEN_ENDALIAS, first);
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
    stmt->text = take_string(p);
    if (!stmt->text)
        stmt->value = parse_expr(p);
    return stmt;
}

/* return = "return" [expr] */
static struct stmt *parse_return(struct parser *p)
{
    struct stmt *stmt = new_stmt(p, STMT_RETURN);
    advance(p);
    if (starts_expr(p))
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
    expect(p, TOKEN_OPEN, "");
    if (kind == STMT_MULTISET_REMOVEPRED) {
        stmt->quantifier = parse_choice(p);
        expect(p, TOKEN_COMMA, " and a condition");
        stmt->condition = parse_expr(p);
    } else {
        stmt->value = parse_expr(p);
        expect(p, TOKEN_COMMA, " and a multiset");
        stmt->target = parse_designator(p);
    }
    expect(p, TOKEN_CLOSE, "");
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
        refuse(p, here(p), "an assignment is written ':='", "'=' compares, and a comparison is no statement");
        advance(p);
    } else if (!p->panic && at(p, TOKEN_ASSIGN) && !is_designator(left)) {
        refuse(p, left->place, NULL, "only a variable, or a part of one, can be assigned to");
        advance(p);
    } else {
        expect(p, TOKEN_ASSIGN, left->kind == EXPR_NAME ? " or '(' after the name" : " after the variable");
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
    fail(p, "a statement");
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
    if (enter(p)) {
        stmt = parse_stmt_kind(p);
        mark_last(p, ROLE_FINISH);
    } else { /* the depth limit: get past the word that began it */
        stmt = new_stmt(p, STMT_RETURN);
        advance(p);
    }
    leave(p);
    stmt->place = since(p, first);
    return stmt;
}

static void recover_stmt(struct parser *p)
{
    p->panic = false;
    while (!at(p, TOKEN_SEMICOLON) && !ends_block(peek(p)) && !is_statement_word(peek(p)))
        advance(p);
}

/* After a statement: ";", or what ends the block.  A missing one is no reason
 * to lose the next statement. */
static void end_stmt(struct parser *p)
{
    if (p->panic)
        recover_stmt(p);
    else if (!at(p, TOKEN_SEMICOLON) && !ends_block(peek(p))) {
        report(p, NULL, "';' after the statement");
        if (!is_name(peek(p)))
            recover_stmt(p);
    }
}

static void parse_stmts(struct parser *p, struct block *block)
{
    if (p->panic)
        recover_stmt(p);
    for (;;) {
        while (take(p, TOKEN_SEMICOLON))
            ;
        if (ends_block(peek(p)))
            return;
        ARENA_PUSH(p->arena, block->stmts, block->count, parse_stmt(p));
        end_stmt(p);
    }
}

/* block = {stmt ";"} [stmt] */
static struct block parse_block(struct parser *p)
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

/* ---- rules ---- */

/* locals = [{section} "begin"] */
static struct decls parse_locals(struct parser *p, bool begin_optional)
{
    struct decls decls = {0};
    while (is_section(peek(p)))
        parse_section(p, &decls, SYMBOL_LOCAL);
    if (at(p, TOKEN_BEGIN))
        mark_here(p, ROLE_START);
    if (!take(p, TOKEN_BEGIN) && decls.count && !begin_optional)
        report(p, NULL, "'begin' after the declarations");
    return decls;
}

static struct rule *new_rule(struct parser *p, enum rule_kind kind)
{
    struct rule *rule = arena_alloc(p->arena, sizeof *rule);
    rule->kind = kind;
    rule->place = here(p);
    return rule;
}

static void parse_code(struct parser *p, struct rule *rule, enum token_kind end, unsigned first)
{
    struct decls decls = parse_locals(p, false);
    rule->decls = decls.list;
    rule->decl_count = decls.count;
    unsigned open = open_body(p, first);
    parse_stmts(p, &rule->body);
    close_body(p, open, true);
    close_block(p, end, first);
}

/* Whether what follows "rule" [STRING] may be a guard. */
static bool at_guard(const struct parser *p)
{
    bool multiset = at(p, TOKEN_MULTISETADD) || at(p, TOKEN_MULTISETREMOVE) || at(p, TOKEN_MULTISETREMOVEPRED);
    return starts_expr(p) && !(multiset && peek_next(p) == TOKEN_OPEN);
}

/* A rule without guard or `begin` whose first statement, an assignment or a
 * call, was read as a guard: go back, for it is a statement. */
static bool was_statement(const struct parser *p, const struct expr *expr)
{
    return (expr->kind == EXPR_CALL && (at(p, TOKEN_SEMICOLON) || ends_block(peek(p)))) ||
           (at(p, TOKEN_ASSIGN) && is_designator(expr));
}

/* guard = expr "==>" */
static void parse_guard(struct parser *p, struct rule *rule)
{
    unsigned first = p->at;
    struct expr *expr = parse_expr(p);
    if (was_statement(p, expr)) {
        p->at = first;
        return;
    }
    mark(p, first, ROLE_BODY);
    if (take(p, TOKEN_ARROW)) {
        rule->guard = expr;
        return;
    }
    expect(p, TOKEN_ARROW, " after the guard");
    recover_to(p, TOKEN_ARROW);
    take(p, TOKEN_ARROW);
}

/* rule = "rule" [STRING] [guard] locals block END(rule)     (CMurphi: "rule" [NUMBER] ...) */
static struct rule *parse_simple_rule(struct parser *p)
{
    struct rule *rule = new_rule(p, RULE_SIMPLE);
    unsigned first = p->at;
    advance(p);
    open_block(p, TOKEN_ENDRULE);
    if (p->dialect == DIALECT_CMURPHI && at(p, TOKEN_NUMBER)) {
        if (token_at(p, p->at)->number)
            refuse(p, here(p), "encode the order in the guards", "priorities of rules are not supported");
        advance(p);
    }
    rule->name = take_string(p);
    rule->place = since(p, first);
    if (at_guard(p))
        parse_guard(p, rule);
    parse_code(p, rule, TOKEN_ENDRULE, first);
    return rule;
}

/* startstate = "startstate" [STRING] locals block END(startstate) */
static struct rule *parse_startstate(struct parser *p)
{
    struct rule *rule = new_rule(p, RULE_STARTSTATE);
    unsigned first = p->at;
    advance(p);
    open_block(p, TOKEN_ENDSTARTSTATE);
    rule->name = take_string(p);
    rule->place = since(p, first);
    parse_code(p, rule, TOKEN_ENDSTARTSTATE, first);
    return rule;
}

/* Skip to the next rule or what may close the construct around. */
static void recover_rule(struct parser *p)
{
    p->panic = false;
    while (!at_rule(p) && !is_end(peek(p)) && !at(p, TOKEN_ENDCHOOSE) && !is_outer(peek(p)))
        advance(p);
}

static void end_rule(struct parser *p)
{
    mark_last(p, ROLE_FINISH);
    if (p->panic)
        recover_rule(p);
    while (take(p, TOKEN_SEMICOLON))
        ;
}

/* rules = {rule [";"]} */
static void parse_rules(struct parser *p, struct rule *outer)
{
    if (p->panic)
        recover_rule(p);
    while (take(p, TOKEN_SEMICOLON))
        ;
    for (;;) {
        if (at_rule(p)) {
            ARENA_PUSH(p->arena, outer->rules, outer->rule_count, parse_rule(p));
            end_rule(p);
        } else if (is_end(peek(p)) || at(p, TOKEN_ENDCHOOSE) || is_outer(peek(p))) {
            return;
        } else {
            report(p, NULL, "a rule, or 'end'");
            recover_rule(p);
        }
    }
}

/* ruleset = "ruleset" quantifiers "do" rules END(ruleset) */
static struct rule *parse_ruleset(struct parser *p)
{
    struct rule *rule = new_rule(p, RULE_RULESET);
    unsigned first = p->at;
    advance(p);
    open_block(p, TOKEN_ENDRULESET);
    struct quantifiers all = parse_quantifiers(p);
    rule->quantifiers = all.list;
    rule->quantifier_count = all.count;
    rule->place = since(p, first);
    expect_header(p, TOKEN_DO, " after the parameters");
    unsigned open = open_body(p, first);
    parse_rules(p, rule);
    close_body(p, open, true);
    close_block(p, TOKEN_ENDRULESET, first);
    return rule;
}

/* choose = "choose" choice "do" rules END(choose) */
static struct rule *parse_choose(struct parser *p)
{
    struct rule *rule = new_rule(p, RULE_CHOOSE);
    unsigned first = p->at;
    advance(p);
    open_block(p, TOKEN_ENDCHOOSE);
    ARENA_PUSH(p->arena, rule->quantifiers, rule->quantifier_count, parse_choice(p));
    rule->place = since(p, first);
    expect_header(p, TOKEN_DO, " after the multiset");
    unsigned open = open_body(p, first);
    parse_rules(p, rule);
    close_body(p, open, true);
    close_block(p, TOKEN_ENDCHOOSE, first);
    return rule;
}

/* alias rule = "alias" aliases "do" rules END(alias) */
static struct rule *parse_alias_rule(struct parser *p)
{
    struct rule *rule = new_rule(p, RULE_ALIAS);
    unsigned first = p->at;
    advance(p);
    open_block(p, TOKEN_ENDALIAS);
    struct symbols aliases = parse_aliases(p);
    rule->aliases = aliases.list;
    rule->alias_count = aliases.count;
    rule->place = since(p, first);
    expect_header(p, TOKEN_DO, " after the aliases");
    unsigned open = open_body(p, first);
    parse_rules(p, rule);
    close_body(p, open, true);
    close_block(p, TOKEN_ENDALIAS, first);
    return rule;
}

static struct rule *parse_property_rule(struct parser *p)
{
    struct rule *rule = new_rule(p, RULE_PROPERTY);
    rule->property = parse_property(p, false);
    rule->place = rule->property->place;
    return rule;
}

/* A rule, start state, property or a construct around them. */
static struct rule *parse_rule(struct parser *p)
{
    struct rule *rule = NULL;
    mark_here(p, ROLE_START);
    if (enter(p))
        switch (peek(p)) {
        case TOKEN_RULE:
            rule = parse_simple_rule(p);
            break;
        case TOKEN_STARTSTATE:
            rule = parse_startstate(p);
            break;
        case TOKEN_RULESET:
            rule = parse_ruleset(p);
            break;
        case TOKEN_ALIAS:
            rule = parse_alias_rule(p);
            break;
        case TOKEN_CHOOSE:
            rule = parse_choose(p);
            break;
        default:
            rule = parse_property_rule(p);
            break;
        }
    else /* the depth limit: get past the word that began it */
        advance(p);
    leave(p);
    return rule ? rule : new_rule(p, RULE_RULESET);
}

/* ---- routines ---- */

/* parameters = {["var"] names ":" type [";"]} */
static void parse_parameters(struct parser *p, struct routine *routine)
{
    unsigned last = p->at;
    while (at(p, TOKEN_VAR) || is_name(peek(p))) {
        if (routine->parameter_count)
            mark(p, last, ROLE_FINISH);
        bool by_reference = take(p, TOKEN_VAR);
        struct symbols names = parse_names(p, SYMBOL_PARAMETER);
        expect(p, TOKEN_COLON, " and a type after the parameter");
        struct type *type = parse_type(p);
        for (unsigned i = 0; i < names.count; i++) {
            names.list[i]->type = type;
            names.list[i]->by_reference = by_reference;
            ARENA_PUSH(p->arena, routine->parameters, routine->parameter_count, names.list[i]);
        }
        last = p->at - 1;
        while (take(p, TOKEN_SEMICOLON))
            ;
    }
}

/* header = NAME "(" parameters ")" [":" type] */
static struct routine *parse_header(struct parser *p)
{
    struct routine *routine = arena_alloc(p->arena, sizeof *routine);
    routine->place = here(p);
    routine->name = parse_name(p, "a name for the routine");
    expect(p, TOKEN_OPEN, " and parameters");
    parse_parameters(p, routine);
    expect(p, TOKEN_CLOSE, " after the parameters");
    if (take(p, TOKEN_COLON))
        routine->result = parse_type(p);
    return routine;
}

static void add_routine(struct parser *p, struct decls *decls, struct routine *routine, struct place place)
{
    struct symbol *symbol = new_symbol(p, SYMBOL_ROUTINE, routine->name, routine->place);
    symbol->routine = routine;
    symbol->type = routine->result;
    add_decl(p, decls, DECL_ROUTINE, place)->symbol = symbol;
}

/* routine = ("function" | "procedure") header [";"] {section} ["begin"] block END(function | procedure) [";"] */
static void parse_routine(struct parser *p, struct decls *decls)
{
    unsigned first = p->at;
    enum token_kind end = at(p, TOKEN_FUNCTION) ? TOKEN_ENDFUNCTION : TOKEN_ENDPROCEDURE;
    mark_here(p, ROLE_START);
    advance(p);
    open_block(p, TOKEN_ENDFUNCTION);
    open_block(p, TOKEN_ENDPROCEDURE);
    struct routine *routine = parse_header(p);
    mark_last(p, ROLE_FINISH);
    if (p->panic)
        recover_to(p, TOKEN_BEGIN);
    while (take(p, TOKEN_SEMICOLON))
        ;
    struct decls locals = parse_locals(p, true);
    routine->decls = locals.list;
    routine->decl_count = locals.count;
    unsigned open = open_body(p, first);
    routine->body = parse_block(p);
    close_body(p, open, true);
    p->open[end == TOKEN_ENDFUNCTION ? TOKEN_ENDPROCEDURE : TOKEN_ENDFUNCTION]--;
    if (at(p, TOKEN_ENDPROCEDURE) || at(p, TOKEN_ENDFUNCTION)) { /* either word, as Rumur */
        mark_here(p, ROLE_START);
        p->open[end]--;
        advance(p);
    } else {
        close_block(p, end, first);
    }
    mark_last(p, ROLE_FINISH);
    add_routine(p, decls, routine, since(p, first));
}

/* external = ("external" ("function" | "procedure") | "externfun" | "externproc") header [STRING] [";"]
 * The string is CMurphi's: the C file that defines it. */
static void parse_external(struct parser *p, struct decls *decls)
{
    unsigned first = p->at;
    mark_here(p, ROLE_START);
    if (at(p, TOKEN_EXTERNAL))
        advance(p);
    advance(p);
    struct routine *routine = parse_header(p);
    routine->external = true;
    take_string(p);
    mark_last(p, ROLE_FINISH);
    add_routine(p, decls, routine, since(p, first));
}

static bool at_external(const struct parser *p)
{
    enum token_kind next = peek_next(p);
    return (at(p, TOKEN_EXTERNAL) && (next == TOKEN_FUNCTION || next == TOKEN_PROCEDURE)) ||
           ((at(p, TOKEN_EXTERNFUN) || at(p, TOKEN_EXTERNPROC)) && is_name(next));
}

/* ---- the program ---- */

static void parse_source(struct parser *, const struct source *, struct decls *);

static const char *relative_path(struct parser *p, const char *path)
{
    const char *from = p->tokens->source->path, *slash = strrchr(from, '/');
    if (*path == '/')
        return path;
    if (!slash)
        return *path == '-' ? arena_format(p->arena, "./%s", path) : path;
    return arena_format(p->arena, "%.*s%s", (int)(slash + 1 - from), from, path);
}

/* Note a file by what it really is.  False where it was noted before. */
static bool note_path(struct parser *p, const char *path)
{
    char *real = realpath(path, NULL);
    const char *canonical = arena_text(p->arena, real ? real : path, strlen(real ? real : path));
    free(real);
    for (unsigned i = 0; i < p->included_count; i++)
        if (!strcmp(p->included[i], canonical))
            return false;
    ARENA_PUSH(p->arena, p->included, p->included_count, canonical);
    return true;
}

static bool readable(struct parser *p, const char *path, struct place place)
{
    struct stat status;
    if (!stat(path, &status) && !S_ISREG(status.st_mode)) {
        refuse(p, place, NULL, "only a regular file can be included");
        return false;
    }
    if (p->include_depth < INCLUDE_LIMIT)
        return true;
    refuse(p, place, NULL, "files include each other too deeply");
    return false;
}

/* include = "include" STRING [";"], once for each file */
static void parse_include(struct parser *p, struct decls *decls)
{
    unsigned first = p->at;
    mark_here(p, ROLE_START);
    advance(p);
    struct place place = here(p);
    const char *path = take_string(p);
    struct decl *decl = add_decl(p, decls, DECL_INCLUDE, since(p, first));
    decl->path = path;
    const char *found = relative_path(p, path);
    if (p->alone || !readable(p, found, place) || !note_path(p, found))
        return;
    struct source *source = source_read(p->arena, p->diagnostics, found, place);
    if (!source)
        return;
    source->order = p->sources++;
    decl->included = source;
    p->include_depth++;
    parse_source(p, source, decls);
    p->include_depth--;
}

/* Skip to the next thing that can stand outermost. */
static void recover_outer(struct parser *p)
{
    p->panic = false;
    while (!at_rule(p) && !is_outer(peek(p)) && !at_external(p))
        advance(p);
}

/* program = {section | routine | external | include | rule [";"]} */
static void parse_outer(struct parser *p, struct decls *decls)
{
    unsigned first = p->at;
    if (is_section(peek(p))) {
        parse_section(p, decls, SYMBOL_VARIABLE);
    } else if (at(p, TOKEN_FUNCTION) || at(p, TOKEN_PROCEDURE)) {
        parse_routine(p, decls);
    } else if (at_external(p)) {
        parse_external(p, decls);
    } else if (at(p, TOKEN_INCLUDE) && peek_next(p) == TOKEN_STRING) {
        parse_include(p, decls);
    } else if (at_rule(p)) {
        struct rule *rule = parse_rule(p);
        add_decl(p, decls, DECL_RULE, since(p, first))->rule = rule;
        end_rule(p);
    } else {
        report(p, is_end(peek(p)) ? "there is one 'end' too many before this" : NULL, "a declaration or a rule");
        advance(p);
        recover_outer(p);
    }
    if (p->panic)
        recover_outer(p);
}

static void parse_tokens(struct parser *p, struct tokens *tokens, struct decls *decls)
{
    p->tokens = tokens;
    p->at = 0;
    for (;;) {
        while (take(p, TOKEN_SEMICOLON))
            ;
        if (at(p, TOKEN_END_OF_FILE))
            return;
        parse_outer(p, decls);
    }
}

static void parse_source(struct parser *p, const struct source *source, struct decls *decls)
{
    const struct tokens *tokens = p->tokens;
    unsigned place = p->at;
    parse_tokens(p, lexer_read(p->arena, p->diagnostics, source, p->dialect), decls);
    p->tokens = tokens;
    p->at = p->gave_up && tokens ? tokens->count - 1 : place;
}

struct program *parse_program(struct arena *arena, struct diagnostics *diagnostics, struct source *source,
                              enum dialect dialect)
{
    struct program *program = arena_alloc(arena, sizeof *program);
    struct parser parser = {.arena = arena, .diagnostics = diagnostics, .dialect = dialect};
    struct decls decls = {0};
    program->source = source;
    source->order = parser.sources++;
    note_path(&parser, source->path);
    parse_source(&parser, source, &decls);
    program->decls = decls.list;
    program->decl_count = decls.count;
    return program;
}

struct program *parse_file(struct arena *arena, struct diagnostics *diagnostics, struct source *source,
                           enum dialect dialect, struct tokens **tokens)
{
    struct program *program = arena_alloc(arena, sizeof *program);
    struct parser parser = {.arena = arena, .diagnostics = diagnostics, .dialect = dialect, .alone = true};
    struct decls decls = {0};
    program->source = source;
    *tokens = lexer_read(arena, diagnostics, source, dialect);
    parse_tokens(&parser, *tokens, &decls);
    program->decls = decls.list;
    program->decl_count = decls.count;
    return program;
}

struct expr *parse_expression(struct arena *arena, struct diagnostics *diagnostics, struct source *source,
                              enum dialect dialect)
{
    int errors = diagnostics_errors(diagnostics);
    struct parser parser = {.arena = arena, .diagnostics = diagnostics, .dialect = dialect};
    parser.tokens = lexer_read(arena, diagnostics, source, dialect);
    struct expr *expr = parse_expr(&parser);
    expect(&parser, TOKEN_END_OF_FILE, " after the expression");
    return diagnostics_errors(diagnostics) > errors ? NULL : expr;
}
