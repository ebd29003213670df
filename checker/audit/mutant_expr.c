/* SPDX-License-Identifier: BSD-2-Clause */
/* mutant_expr.c - mutants of conditions and values. */
#include "mutant_expr.h"

#include <string.h>
#include <strings.h>

static void parts(struct mutant_search *, const struct expr *, bool was_negated);

static bool is_boolean(const struct expr *e)
{
    return e->type && type_of(e->type)->kind == TYPE_BOOLEAN;
}

static const char *text_of(struct mutant_search *search, const struct expr *e)
{
    return arena_text(search->mutants->arena, e->place.source->text + e->place.start, e->place.end - e->place.start);
}

enum mutant_known mutant_known(const struct expr *e)
{
    if (e->constant)
        return e->number != 0 ? MUTANT_TRUE : MUTANT_FALSE;
    if (e->kind == EXPR_UNARY && e->op == OP_NOT) {
        enum mutant_known known = mutant_known(e->left);
        return known == MUTANT_UNKNOWN ? known : known == MUTANT_TRUE ? MUTANT_FALSE : MUTANT_TRUE;
    }
    if (e->kind != EXPR_BINARY || (e->op != OP_AND && e->op != OP_OR))
        return MUTANT_UNKNOWN;
    enum mutant_known left = mutant_known(e->left), right = mutant_known(e->right);
    enum mutant_known deciding = e->op == OP_AND ? MUTANT_FALSE : MUTANT_TRUE;
    if (left == deciding || right == deciding)
        return deciding;
    return left == right ? left : MUTANT_UNKNOWN;
}

/* ---- operators of the language ---- */

static unsigned skip_to_operator(const struct source *source, unsigned at, unsigned end)
{
    const char *text = source->text;
    while (at < end) {
        if (strchr(" \t\r\n\f\v", text[at]))
            at++;
        else if (!strncmp(text + at, "--", 2))
            while (at < end && text[at] != '\n')
                at++;
        else if (!strncmp(text + at, "/*", 2))
            for (at += 2; at < end && strncmp(text + at - 2, "*/", 2); at++)
                ;
        else
            break;
    }
    return at;
}

/* Put another operator between the operands; between them there is nothing else but blanks and comments. */
static void exchange_operator(struct mutant_search *search, enum mutant_operator operator, const struct expr *e,
                              const char *other)
{
    const struct source *source = e->place.source;
    unsigned from = skip_to_operator(source, e->left->place.end, e->right->place.start), to = from;
    while (to < e->right->place.start && skip_to_operator(source, to, e->right->place.start) == to)
        to++;
    if (from < to)
        mutant_replace(search, operator, e->place, from, to, other);
}

static const char *other_bound(enum op op)
{
    switch (op) {
    case OP_LESS:
        return "<=";
    case OP_LESS_EQUAL:
        return "<";
    case OP_GREATER:
        return ">=";
    case OP_GREATER_EQUAL:
        return ">";
    default:
        return NULL;
    }
}

/* Where the whole comparison is negated too, that is the same as the other one of = and !=. */
static void comparison(struct mutant_search *search, const struct expr *e, bool was_negated)
{
    const char *other = other_bound(e->op);
    if (!other && !was_negated)
        other = e->op == OP_EQUAL ? "!=" : e->op == OP_NOT_EQUAL ? "=" : NULL;
    if (other)
        exchange_operator(search, MUTANT_COMPARISON, e, other);
    mutant_value(search, e->left);
    mutant_value(search, e->right);
}

static void binary(struct mutant_search *search, const struct expr *e, bool was_negated)
{
    switch (e->op) {
    case OP_EQUAL:
    case OP_NOT_EQUAL:
    case OP_LESS:
    case OP_LESS_EQUAL:
    case OP_GREATER:
    case OP_GREATER_EQUAL:
        comparison(search, e, was_negated);
        return;
    case OP_IMPLIES:
        mutant_condition(search, e->left, "true");
        mutant_condition(search, e->right, NULL);
        return;
    case OP_ADD:
    case OP_SUBTRACT:
        exchange_operator(search, MUTANT_ARITHMETIC, e, e->op == OP_ADD ? "-" : "+");
        break;
    default:
        break;
    }
    mutant_value(search, e->left);
    mutant_value(search, e->right);
}

/* ---- names and numbers ---- */

static void exchange_member(struct mutant_search *search, const struct expr *e)
{
    const struct type *type = type_of(e->symbol->type);
    if (type->member_count < 2)
        return;
    unsigned next = (unsigned)(e->symbol->value + 1) % type->member_count;
    mutant_replace_all(search, MUTANT_EXCHANGE_MEMBER, e->place, type->members[next]->name);
}

static void off_by_one(struct mutant_search *search, const struct expr *e)
{
    struct arena *arena = search->mutants->arena;
    if (type_of(e->type)->kind != TYPE_RANGE)
        return;
    if (e->kind == EXPR_NUMBER && !e->parenthesised && e->number < INT64_MAX && e->number >= 0) {
        mutant_replace_all(search, MUTANT_OFF_BY_ONE, e->place, arena_format(arena, "%lld", (long long)e->number + 1));
        if (e->number > 0)
            mutant_replace_all(search, MUTANT_OFF_BY_ONE, e->place, arena_format(arena, "%lld", (long long)e->number - 1));
        return;
    }
    mutant_replace_all(search, MUTANT_OFF_BY_ONE, e->place, arena_format(arena, "(%s + 1)", text_of(search, e)));
    mutant_replace_all(search, MUTANT_OFF_BY_ONE, e->place, arena_format(arena, "(%s - 1)", text_of(search, e)));
}

/* ---- quantifiers and calls ---- */

/* The first and the last word change; with the sign for one of them there is no mutant. */
static void exchange_quantifier(struct mutant_search *search, const struct expr *e)
{
    static const char *const words[] = {"forall", "exists"};
    const char *word = words[e->kind == EXPR_EXISTS], *other = words[e->kind == EXPR_FORALL];
    const char *text = text_of(search, e), *start = text, *end = text + strlen(text);
    while (*start == '(' || *start == ' ')
        start++;
    while (end > start && strchr(") ", end[-1]))
        end--;
    size_t length = strlen(word);
    if (strncasecmp(start, word, length))
        return;
    const char *last = end - start > (long)length && !strncasecmp(end - length, word, length) ? end - length : end;
    struct text changed = {0};
    text_add(&changed, text, (size_t)(start - text));
    text_put(&changed, other);
    text_add(&changed, start + length, (size_t)(last - start) - length);
    text_put(&changed, last < end ? other : "");
    text_put(&changed, end);
    mutant_replace(search, MUTANT_EXCHANGE_QUANTIFIER, e->place, e->place.start, e->place.end, changed.bytes);
    text_free(&changed);
}

void mutant_values_of_quantifier(struct mutant_search *search, const struct quantifier *q)
{
    if (q->type && !q->from)
        return;
    mutant_value(search, q->from);
    mutant_value(search, q->to);
    mutant_value(search, q->by);
    if (q->multiset)
        parts(search, q->multiset, true);
}

static void reach(struct mutant_search *search, const struct routine *routine)
{
    for (unsigned i = 0; i < search->reached_count; i++)
        if (search->reached[i] == routine)
            return;
    ARENA_PUSH(search->mutants->arena, search->reached, search->reached_count, routine);
}

/* What is handed over by reference stays a place. */
static void call(struct mutant_search *search, const struct expr *e)
{
    const struct routine *routine = e->symbol->routine;
    reach(search, routine);
    for (unsigned i = 0; i < e->argument_count; i++) {
        if (i < routine->parameter_count && routine->parameters[i]->by_reference)
            parts(search, e->arguments[i], true);
        else
            mutant_value(search, e->arguments[i]);
    }
}

/* condition ? left : right */
static void choice(struct mutant_search *search, const struct expr *e)
{
    enum mutant_known known = search->marks ? mutant_known(e->condition) : MUTANT_UNKNOWN;
    mutant_condition(search, e->condition, "true");
    if (!e->condition->constant)
        mutant_replace_all(search, MUTANT_SKIP_BRANCH, e->condition->place, "false");
    if (known != MUTANT_FALSE)
        mutant_value(search, e->left);
    if (known != MUTANT_TRUE)
        mutant_value(search, e->right);
}

/* ---- expressions ---- */

/* What an expression is made of. */
static void parts(struct mutant_search *search, const struct expr *e, bool was_negated)
{
    switch (e->kind) {
    case EXPR_NUMBER:
    case EXPR_NAME:
    case EXPR_UNDEFINED:
        break;
    case EXPR_FIELD:
    case EXPR_ISUNDEFINED:
    case EXPR_ISMEMBER:
        parts(search, e->left, true);
        break;
    case EXPR_INDEX:
        parts(search, e->left, true);
        mutant_value(search, e->right);
        break;
    case EXPR_CALL:
        call(search, e);
        break;
    case EXPR_UNARY:
        if (e->op == OP_NOT && e->left->kind != EXPR_BINARY)
            parts(search, e->left, true);
        else if (e->op == OP_NOT && e->left->op != OP_AND && e->left->op != OP_OR)
            parts(search, e->left, true);
        else if (e->op == OP_NOT)
            mutant_condition(search, e->left, NULL);
        else
            mutant_value(search, e->left);
        break;
    case EXPR_BINARY:
        binary(search, e, was_negated);
        break;
    case EXPR_CONDITIONAL:
        choice(search, e);
        break;
    case EXPR_FORALL:
    case EXPR_EXISTS:
        exchange_quantifier(search, e);
        mutant_values_of_quantifier(search, e->quantifier);
        mutant_condition(search, e->left, NULL);
        break;
    case EXPR_MULTISETCOUNT:
        mutant_values_of_quantifier(search, e->quantifier);
        mutant_condition(search, e->left, "true");
        break;
    case EXPR_CONVERT:
        mutant_value(search, e->left);
        break;
    }
}

static void negate(struct mutant_search *search, const struct expr *e)
{
    bool is_not = e->kind == EXPR_UNARY && e->op == OP_NOT;
    const char *text = text_of(search, is_not ? e->left : e);
    mutant_replace_all(search, MUTANT_NEGATE_CONDITION, e->place,
                       arena_format(search->mutants->arena, is_not ? "(%s)" : "!(%s)", text));
}

void mutant_condition(struct mutant_search *search, const struct expr *e, const char *neutral)
{
    bool is_literal = e->kind == EXPR_NAME && e->symbol->kind == SYMBOL_MEMBER;
    if (!is_literal && (e->constant || (search->marks && mutant_known(e) != MUTANT_UNKNOWN)))
        return;
    if (is_literal) {
        exchange_member(search, e);
    } else if (e->kind == EXPR_BINARY && (e->op == OP_AND || e->op == OP_OR)) {
        bool is_and = e->op == OP_AND;
        const char *other = e->logical ? (is_and ? "||" : "&&") : (is_and ? "|" : "&");
        if (!e->left->constant && !e->right->constant)
            exchange_operator(search, MUTANT_EXCHANGE_LOGIC, e, other);
        mutant_condition(search, e->left, is_and ? "true" : "false");
        mutant_condition(search, e->right, is_and ? "true" : "false");
    } else {
        negate(search, e);
        if (neutral)
            mutant_replace_all(search, MUTANT_DROP_CONDITION, e->place, neutral);
        parts(search, e, true);
    }
}

void mutant_value(struct mutant_search *search, const struct expr *e)
{
    if (!e)
        return;
    if (e->kind == EXPR_NAME && e->symbol && e->symbol->kind == SYMBOL_MEMBER)
        exchange_member(search, e);
    else if (e->constant && !is_boolean(e))
        off_by_one(search, e);
    else if (is_boolean(e))
        mutant_condition(search, e, NULL);
    else
        parts(search, e, false);
}
