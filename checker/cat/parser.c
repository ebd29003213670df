/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * parser.c - from tokens to statements.
 *
 * Loosest first, infix operators bind as  |  ;  \  &  ,  then ~, then the
 * postfix + * ? ^-1, then the product.  A * is a product where an operand
 * follows it.  So `a & b ; c` is `(a & b) ; c`, and `~IW * M` is `~(IW * M)`.
 */
#include "syntax.h"

#include "../base/arena.h"

struct parser {
    struct cat_lexer lexer;
    struct arena *arena;
    struct diagnostics *diagnostics;
    bool failed;
    unsigned depth;
};

enum { DEPTH = 200 /* of brackets and operators within each other */ };

static void fail(struct parser *p, const char *wanted)
{
    if (!p->failed && p->lexer.kind != CAT_TOKEN_WRONG)
        diagnostics_add(p->diagnostics, SEVERITY_ERROR, p->lexer.place, NULL, "expected %s", wanted);
    p->failed = true;
}

static void next(struct parser *p)
{
    cat_lexer_next(&p->lexer);
}

static bool take(struct parser *p, char symbol)
{
    bool is = !p->failed && cat_lexer_at(&p->lexer, symbol);
    if (is)
        next(p);
    return is;
}

static bool take_word(struct parser *p, const char *word)
{
    bool is = !p->failed && cat_lexer_is(&p->lexer, word);
    if (is)
        next(p);
    return is;
}

static void expect(struct parser *p, char symbol, const char *wanted)
{
    if (!take(p, symbol))
        fail(p, wanted);
}

static const char *text_of(const struct parser *p, struct place place)
{
    return arena_text(p->arena, place.source->text + place.start, place.end - place.start);
}

static const char *take_name(struct parser *p, const char *wanted)
{
    const char *name = "";
    if (p->lexer.kind == CAT_TOKEN_NAME)
        name = text_of(p, p->lexer.place);
    else
        fail(p, wanted);
    if (!p->failed)
        next(p);
    return name;
}

/* ---- expressions ---- */

static struct cat_expression *parse_expression(struct parser *p);

static struct cat_expression *node(struct parser *p, enum cat_expression_kind kind, struct place place,
                                   struct cat_expression *left, struct cat_expression *right)
{
    struct cat_expression *e = arena_alloc(p->arena, sizeof *e);
    *e = (struct cat_expression){.kind = kind, .place = place, .left = left, .right = right};
    return e;
}

static struct cat_expression *parse_call(struct parser *p, struct cat_expression *name)
{
    name->kind = CAT_CALL;
    next(p);
    do {
        struct cat_expression *argument = parse_expression(p);
        ARENA_PUSH(p->arena, name->arguments, name->argument_count, argument);
    } while (take(p, ','));
    expect(p, ')', "',' or ')'");
    return name;
}

/* Whether what comes next begins an operand. */
static bool at_operand(const struct parser *p)
{
    const struct cat_lexer *l = &p->lexer;
    return l->kind == CAT_TOKEN_NAME || cat_lexer_at(l, '(') || cat_lexer_at(l, '[') || cat_lexer_at(l, '0') ||
           cat_lexer_at(l, '_');
}

static struct cat_expression *parse_operand(struct parser *p)
{
    struct place place = p->lexer.place;
    struct cat_expression *e;
    if (p->lexer.kind == CAT_TOKEN_NAME) {
        e = node(p, CAT_NAME, place, NULL, NULL);
        e->name = take_name(p, "a name");
        return cat_lexer_at(&p->lexer, '(') ? parse_call(p, e) : e;
    }
    if (take(p, '0'))
        return node(p, CAT_EMPTY, place, NULL, NULL);
    if (take(p, '_'))
        return node(p, CAT_ALL, place, NULL, NULL);
    if (take(p, '(')) {
        e = parse_expression(p);
        expect(p, ')', "')'");
        return e;
    }
    if (take(p, '[')) {
        e = node(p, CAT_IDENTITY, place, parse_expression(p), NULL);
        expect(p, ']', "']'");
        return e;
    }
    fail(p, "a set or a relation");
    return node(p, CAT_EMPTY, place, NULL, NULL);
}

/* What stands behind the `*` of a product: an operand, or its complement. */
static struct cat_expression *parse_factor(struct parser *p)
{
    struct place place = p->lexer.place;
    return take(p, '~') ? node(p, CAT_COMPLEMENT, place, parse_operand(p), NULL) : parse_operand(p);
}

/* An operand with what is written behind it: closures, inverses, products. */
static struct cat_expression *parse_postfix(struct parser *p)
{
    struct cat_expression *e = parse_operand(p);
    while (!p->failed) {
        struct place place = p->lexer.place;
        if (p->lexer.kind == CAT_TOKEN_INVERSE) {
            next(p);
            e = node(p, CAT_INVERSE, place, e, NULL);
        } else if (take(p, '+')) {
            e = node(p, CAT_PLUS, place, e, NULL);
        } else if (take(p, '?')) {
            e = node(p, CAT_OPTION, place, e, NULL);
        } else if (take(p, '*')) {
            bool product = at_operand(p) || cat_lexer_at(&p->lexer, '~');
            e = node(p, product ? CAT_PRODUCT : CAT_STAR, place, e, product ? parse_factor(p) : NULL);
        } else {
            break;
        }
    }
    return e;
}

static struct cat_expression *parse_complement(struct parser *p)
{
    struct place place = p->lexer.place;
    if (++p->depth > DEPTH)
        fail(p, "an expression that is less deep");
    struct cat_expression *e = take(p, '~') ? node(p, CAT_COMPLEMENT, place, parse_complement(p), NULL) : parse_postfix(p);
    p->depth--;
    return e;
}

/* The infix operators, loosest first; `\` alone groups to the left.  Which way the
 * others group makes no difference to what they mean. */
static struct cat_expression *parse_infix(struct parser *p, unsigned level)
{
    static const struct {
        char symbol;
        enum cat_expression_kind kind;
    } operators[] = {
        {'|', CAT_UNION}, {';', CAT_SEQUENCE}, {'\\', CAT_DIFFERENCE}, {'&', CAT_INTERSECTION},
    };
    if (level == sizeof operators / sizeof *operators)
        return parse_complement(p);
    struct cat_expression *e = parse_infix(p, level + 1);
    struct place place = p->lexer.place;
    while (take(p, operators[level].symbol)) {
        e = node(p, operators[level].kind, place, e, parse_infix(p, level + 1));
        place = p->lexer.place;
    }
    return e;
}

static struct cat_expression *parse_expression(struct parser *p)
{
    return parse_infix(p, 0);
}

/* ---- statements ---- */

static void parse_parameters(struct parser *p, struct cat_binding *binding)
{
    do {
        const char *name = take_name(p, "a parameter's name");
        ARENA_PUSH(p->arena, binding->parameters, binding->parameter_count, name);
    } while (take(p, ','));
    expect(p, ')', "',' or ')'");
}

static struct cat_statement parse_let(struct parser *p)
{
    struct cat_statement s = {.kind = CAT_LET, .place = p->lexer.place};
    next(p);
    if (take_word(p, "rec"))
        s.kind = CAT_LET_REC;
    do {
        struct cat_binding b = {.place = p->lexer.place};
        b.name = take_name(p, "the name that is defined");
        if (take(p, '('))
            parse_parameters(p, &b);
        else if (p->lexer.kind == CAT_TOKEN_NAME) { /* let f a b = e */
            while (p->lexer.kind == CAT_TOKEN_NAME && !p->failed) {
                const char *name = take_name(p, "a parameter's name");
                ARENA_PUSH(p->arena, b.parameters, b.parameter_count, name);
            }
        }
        expect(p, '=', "'='");
        b.body = parse_expression(p);
        ARENA_PUSH(p->arena, s.bindings, s.binding_count, b);
    } while (take_word(p, "and"));
    if (!p->failed && cat_lexer_is(&p->lexer, "in"))
        fail(p, "a statement (`let ... in` is herd's alone)");
    return s;
}

static struct cat_statement parse_check(struct parser *p)
{
    struct cat_statement s = {.kind = CAT_CHECK, .place = p->lexer.place};
    if (take_word(p, "flag"))
        s.use = CAT_FLAG;
    else if (take_word(p, "undefined_unless"))
        s.use = CAT_DEFINED;
    s.negated = take(p, '~');
    if (take_word(p, "acyclic"))
        s.check = CAT_ACYCLIC;
    else if (take_word(p, "irreflexive"))
        s.check = CAT_IRREFLEXIVE;
    else if (take_word(p, "empty"))
        s.check = CAT_IS_EMPTY;
    else
        fail(p, "acyclic, irreflexive or empty");
    s.expression = parse_expression(p);
    if (take_word(p, "as"))
        s.name = take_name(p, "the name of the check");
    return s;
}

static struct cat_statement parse_include(struct parser *p)
{
    struct cat_statement s = {.kind = CAT_INCLUDE, .place = p->lexer.place};
    next(p);
    s.place = p->lexer.place;
    if (p->lexer.kind == CAT_TOKEN_STRING) {
        s.name = text_of(p, p->lexer.place);
        next(p);
    } else {
        fail(p, "the name of a file in quotes");
    }
    return s;
}

/* `show` and `unshow` say what herd draws: they are read, and mean nothing here. */
static void parse_show(struct parser *p)
{
    next(p);
    do {
        parse_expression(p);
        if (take_word(p, "as"))
            take_name(p, "a name");
    } while (take(p, ','));
}

static void parse_statement(struct parser *p, struct cat_file *file)
{
    struct cat_statement s;
    if (cat_lexer_is(&p->lexer, "show") || cat_lexer_is(&p->lexer, "unshow")) {
        parse_show(p);
        return;
    }
    if (cat_lexer_is(&p->lexer, "let"))
        s = parse_let(p);
    else if (cat_lexer_is(&p->lexer, "include"))
        s = parse_include(p);
    else if (p->lexer.kind == CAT_TOKEN_KEYWORD || cat_lexer_at(&p->lexer, '~'))
        s = parse_check(p);
    else {
        fail(p, "let, include, a check or show");
        return;
    }
    ARENA_PUSH(p->arena, file->statements, file->count, s);
}

static void refuse_herds_own(struct parser *p)
{
    static const char *const words[] = {"procedure", "call", "with", "forall", "match", "if", "try", "enum", "instructions",
                                        "default"};
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
        if (!p->failed && cat_lexer_is(&p->lexer, words[i])) {
            diagnostics_add(p->diagnostics, SEVERITY_ERROR, p->lexer.place,
                            "the part of cat that is read is listed in docs/cat.md", "`%s` is herd's alone, and is not read",
                            words[i]);
            p->failed = true;
        }
}

/* Words and a string before the first statement. */
static const char *parse_title(struct parser *p)
{
    struct place first = p->lexer.place, last = p->lexer.place;
    bool some = false;
    while (p->lexer.kind == CAT_TOKEN_NAME || p->lexer.kind == CAT_TOKEN_STRING) {
        last = p->lexer.place;
        some = true;
        next(p);
    }
    return some ? text_of(p, (struct place){first.source, first.start, last.end}) : "";
}

struct cat_file *cat_parse(struct arena *arena, struct diagnostics *diagnostics, const struct source *source)
{
    struct parser p = {.arena = arena, .diagnostics = diagnostics};
    struct cat_file *file = arena_alloc(arena, sizeof *file);
    cat_lexer_start(&p.lexer, source, diagnostics);
    *file = (struct cat_file){.source = source, .title = parse_title(&p)};
    while (!p.failed && p.lexer.kind != CAT_TOKEN_END) {
        refuse_herds_own(&p);
        if (!p.failed)
            parse_statement(&p, file);
    }
    return p.failed ? NULL : file;
}
