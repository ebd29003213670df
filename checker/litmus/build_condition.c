/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * build_condition.c - conditions, from loosest to tightest:
 *
 *     or      = and ("\/" and)*
 *     and     = implies ("/\" implies)*
 *     implies = not ("=>" implies)?
 *     not     = ("~" | "not") not | "(" or ")" | "true" | "false" | atom
 *     atom    = name ("=" | "==" | "!=" | "<>") (value | register)
 *     name    = NAME | "[" NAME "]" | n ":" rN
 */
#include "build.h"

#include "../base/arena.h"

enum { DEEPEST = 200 }; /* nesting; a fuzzer's input must not end the stack */

static struct litmus_proposition *parse_or(struct builder *, struct litmus_lexer *, bool observed, int depth);

static struct litmus_proposition *make(struct builder *builder, enum litmus_proposition_kind kind, struct place place)
{
    struct litmus_proposition *new = arena_alloc(builder->arena, sizeof *new);

    new->kind = kind;
    new->place = place;
    return new;
}

/* name = n ":" rN | NAME | "[" NAME "]" */
bool build_state_name(struct builder *builder, struct litmus_lexer *lexer, int *thread, int *index)
{
    int64_t number = 0, processor = 0;
    bool bracket = false;

    if (lexer->token.kind == TOKEN_SYMBOL && lexer->token.symbol == '*') {
        build_error(builder, lexer->token.place, NULL, "a location cannot be dereferenced here");
        return false;
    }
    bool is_processor = build_processor_name(&lexer->token, &processor);
    if (lexer->token.kind == TOKEN_NUMBER || is_processor) {
        struct place place = lexer->token.place;
        if (!is_processor)
            processor = lexer->token.number;
        litmus_lexer_next(lexer);
        if (!litmus_lexer_expect(lexer, ':', "`:` and a register"))
            return false;
        if (!build_register_name(&lexer->token, &number)) {
            litmus_lexer_wanted(lexer, "a register such as r0");
            return false;
        }
        if (processor < 0 || processor >= builder->test->thread_count) {
            build_error(builder, place, NULL, "the test has no processor P%lld", (long long)processor);
            return false;
        }
        *thread = (int)processor;
        *index = build_register(builder, (unsigned)processor, number, lexer->token.place);
        litmus_lexer_next(lexer);
        return *index >= 0;
    }
    bracket = litmus_lexer_take(lexer, '[');
    if (lexer->token.kind != TOKEN_NAME) {
        litmus_lexer_wanted(lexer, "a location or a register such as 0:r1");
        return false;
    }
    *thread = -1;
    *index = build_location(builder, lexer->token.text, lexer->token.length, lexer->token.place);
    litmus_lexer_next(lexer);
    if (bracket)
        return *index >= 0 && litmus_lexer_expect(lexer, ']', "`]`");
    if (litmus_lexer_at(lexer, '[')) {
        build_error(builder, lexer->token.place, NULL, "arrays are not supported");
        return false;
    }
    return *index >= 0;
}

/* The right side of an atom. */
static bool parse_value(struct builder *builder, struct litmus_lexer *lexer, struct litmus_proposition *atom, bool observed)
{
    int64_t number;
    bool address = litmus_lexer_take(lexer, '&');

    if (lexer->token.kind == TOKEN_NUMBER && !address) {
        struct litmus_lexer ahead = *lexer;
        litmus_lexer_next(&ahead);
        if (!litmus_lexer_at(&ahead, ':')) {
            atom->value = (struct litmus_value){lexer->token.number, -1};
            *lexer = ahead;
            return true;
        }
    } else if (lexer->token.kind == TOKEN_NAME && !build_processor_name(&lexer->token, &number)) {
        int location = build_location(builder, lexer->token.text, lexer->token.length, lexer->token.place);
        atom->value = (struct litmus_value){0, location};
        litmus_lexer_next(lexer);
        return location >= 0;
    }
    int thread, index;
    if (address || !build_state_name(builder, lexer, &thread, &index)) {
        if (address)
            litmus_lexer_wanted(lexer, "a location");
        return false;
    }
    atom->kind = PROPOSITION_SAME;
    atom->other = (unsigned)build_watch(builder, thread, index, observed);
    return true;
}

static struct litmus_proposition *parse_atom(struct builder *builder, struct litmus_lexer *lexer, bool observed)
{
    struct litmus_proposition *atom = make(builder, PROPOSITION_EQUAL, lexer->token.place);
    int thread, index;

    if (!build_state_name(builder, lexer, &thread, &index))
        return NULL;
    atom->watch = (unsigned)build_watch(builder, thread, index, observed);
    if (lexer->token.kind == TOKEN_COMPARE || litmus_lexer_at(lexer, '<') || litmus_lexer_at(lexer, '>')) {
        build_error(builder, lexer->token.place, NULL, "a condition compares with = and != only");
        return NULL;
    }
    if (lexer->token.kind != TOKEN_EQUAL && lexer->token.kind != TOKEN_DIFFER) {
        litmus_lexer_wanted(lexer, "`=` or `!=`");
        return NULL;
    }
    atom->negated = lexer->token.kind == TOKEN_DIFFER;
    litmus_lexer_next(lexer);
    if (!parse_value(builder, lexer, atom, observed))
        return NULL;
    atom->place.end = lexer->token.place.start;
    return atom;
}

static struct litmus_proposition *parse_not(struct builder *builder, struct litmus_lexer *lexer, bool observed, int depth)
{
    struct place place = lexer->token.place;
    struct litmus_proposition *inner;

    if (depth > DEEPEST) {
        build_error(builder, place, NULL, "this condition is nested too deeply");
        return NULL;
    }
    if (litmus_lexer_at(lexer, '~') || litmus_lexer_is(lexer, "not")) {
        litmus_lexer_next(lexer);
        inner = parse_not(builder, lexer, observed, depth + 1);
        struct litmus_proposition *outer = make(builder, PROPOSITION_NOT, place);
        outer->left = inner;
        return inner ? outer : NULL;
    }
    if (litmus_lexer_take(lexer, '(')) {
        inner = parse_or(builder, lexer, observed, depth + 1);
        return inner && litmus_lexer_expect(lexer, ')', "`)`") ? inner : NULL;
    }
    if (litmus_lexer_is(lexer, "true") || litmus_lexer_is(lexer, "false")) {
        inner = make(builder, litmus_lexer_is(lexer, "true") ? PROPOSITION_TRUE : PROPOSITION_FALSE, place);
        litmus_lexer_next(lexer);
        return inner;
    }
    return parse_atom(builder, lexer, observed);
}

static struct litmus_proposition *join(struct builder *builder, enum litmus_proposition_kind kind, struct place place,
                                       struct litmus_proposition *left, struct litmus_proposition *right)
{
    struct litmus_proposition *new = make(builder, kind, place);

    new->left = left;
    new->right = right;
    return left && right ? new : NULL;
}

static struct litmus_proposition *parse_implies(struct builder *builder, struct litmus_lexer *lexer, bool observed,
                                                int depth)
{
    struct litmus_proposition *left = parse_not(builder, lexer, observed, depth);
    struct place place = lexer->token.place;

    if (!left || lexer->token.kind != TOKEN_IMPLIES)
        return left;
    if (depth > DEEPEST) {
        build_error(builder, place, NULL, "this condition is nested too deeply");
        return NULL;
    }
    litmus_lexer_next(lexer);
    return join(builder, PROPOSITION_IMPLIES, place, left, parse_implies(builder, lexer, observed, depth + 1));
}

/* A left-associative chain is as deep as it is long, and so counts. */
static struct litmus_proposition *parse_and(struct builder *builder, struct litmus_lexer *lexer, bool observed, int depth)
{
    struct litmus_proposition *left = parse_implies(builder, lexer, observed, depth);

    for (int length = 0; left && lexer->token.kind == TOKEN_AND; length++) {
        struct place place = lexer->token.place;
        litmus_lexer_next(lexer);
        left = join(builder, PROPOSITION_AND, place, left, parse_implies(builder, lexer, observed, depth + 1));
        if (length > 10 * DEEPEST) {
            build_error(builder, place, NULL, "this condition is too long");
            return NULL;
        }
    }
    return left;
}

static struct litmus_proposition *parse_or(struct builder *builder, struct litmus_lexer *lexer, bool observed, int depth)
{
    struct litmus_proposition *left = parse_and(builder, lexer, observed, depth);

    for (int length = 0; left && lexer->token.kind == TOKEN_OR; length++) {
        struct place place = lexer->token.place;
        litmus_lexer_next(lexer);
        left = join(builder, PROPOSITION_OR, place, left, parse_and(builder, lexer, observed, depth + 1));
        if (length > 10 * DEEPEST) {
            build_error(builder, place, NULL, "this condition is too long");
            return NULL;
        }
    }
    return left;
}

struct litmus_proposition *build_proposition(struct builder *builder, struct litmus_lexer *lexer, bool observed)
{
    return parse_or(builder, lexer, observed, 0);
}
