/* SPDX-License-Identifier: BSD-2-Clause */
/* mutant_find.c - mutants of rules, start states, routines and statements. */
#include "mutant_find.h"

#include "mutant_expr.h"

static void block(struct mutant_search *, const struct block *);
static bool does_something(const struct block *);

/* ---- what does nothing to the state: a check of the model's own ---- */

static bool is_doing(const struct stmt *s)
{
    switch (s->kind) {
    case STMT_PUT:
    case STMT_PROPERTY:
    case STMT_ERROR:
        return false;
    case STMT_IF:
        return does_something(&s->body) || (s->otherwise && is_doing(s->otherwise));
    case STMT_FOR:
    case STMT_ALIAS:
        return does_something(&s->body);
    default:
        return true;
    }
}

static bool does_something(const struct block *b)
{
    for (unsigned i = 0; i < b->count; i++)
        if (is_doing(b->stmts[i]))
            return true;
    return false;
}

/* ---- statements ---- */

/* The body, from its first statement to its last. */
static void skip_body(struct mutant_search *search, const struct block *b)
{
    if (!does_something(b))
        return;
    struct place place = b->stmts[0]->place;
    place.end = b->stmts[b->count - 1]->place.end;
    mutant_drop(search, MUTANT_SKIP_BRANCH, place);
}

static void arms(struct mutant_search *search, const struct stmt *s)
{
    for (; s; s = s->otherwise) {
        enum mutant_known known = search->marks && s->condition ? mutant_known(s->condition) : MUTANT_UNKNOWN;
        if (!s->condition) {
            skip_body(search, &s->body);
        } else if (known == MUTANT_UNKNOWN) {
            mutant_condition(search, s->condition, "true");
            if (!s->condition->constant && does_something(&s->body))
                mutant_replace_all(search, MUTANT_SKIP_BRANCH, s->condition->place, "false");
        }
        if (known != MUTANT_FALSE)
            block(search, &s->body);
        if (known == MUTANT_TRUE)
            return;
    }
}

/* Whether a case can be that of a constant. */
static bool may_be(const struct expr *value, const struct switch_case *one)
{
    if (!value->constant || !one->value_count)
        return true;
    for (unsigned i = 0; i < one->value_count; i++)
        if (!one->values[i]->constant || one->values[i]->number == value->number)
            return true;
    return false;
}

static void cases(struct mutant_search *search, const struct stmt *s)
{
    if (!s->value->constant)
        mutant_value(search, s->value);
    for (unsigned i = 0; i < s->case_count; i++) {
        if (search->marks && !may_be(s->value, &s->cases[i]))
            continue;
        skip_body(search, &s->cases[i].body);
        block(search, &s->cases[i].body);
    }
}

/* An index in what is assigned to, and not the variable itself. */
static void target(struct mutant_search *search, const struct expr *e)
{
    for (; e->kind == EXPR_FIELD || e->kind == EXPR_INDEX; e = e->left)
        if (e->kind == EXPR_INDEX)
            mutant_value(search, e->right);
}

static void multiset(struct mutant_search *search, const struct stmt *s)
{
    if (s->kind == STMT_MULTISET_ADD) {
        mutant_drop(search, MUTANT_DROP_SEND, s->place);
        mutant_repeat(search, MUTANT_REPEAT_SEND, s->place);
        mutant_value(search, s->value);
    } else {
        mutant_drop(search, MUTANT_DROP_RECEIVE, s->place);
    }
    if (s->target)
        target(search, s->target);
    if (s->condition)
        mutant_condition(search, s->condition, "true");
}

static void aliases(struct mutant_search *search, struct symbol *const *list, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        mutant_value(search, list[i]->expr);
}

static void loop(struct mutant_search *search, const struct stmt *s)
{
    mutant_drop(search, MUTANT_DROP_STATEMENT, s->place);
    if (s->quantifier)
        mutant_values_of_quantifier(search, s->quantifier);
    else
        mutant_condition(search, s->condition, NULL);
    block(search, &s->body);
}

static void statement(struct mutant_search *search, const struct stmt *s)
{
    switch (s->kind) {
    case STMT_ASSIGN:
        mutant_drop(search, MUTANT_DROP_ASSIGNMENT, s->place);
        target(search, s->target);
        mutant_value(search, s->value);
        break;
    case STMT_IF:
        arms(search, s);
        break;
    case STMT_SWITCH:
        cases(search, s);
        break;
    case STMT_FOR:
    case STMT_WHILE:
        loop(search, s);
        break;
    case STMT_ALIAS:
        aliases(search, s->aliases, s->alias_count);
        block(search, &s->body);
        break;
    case STMT_CALL:
        mutant_drop(search, MUTANT_DROP_CALL, s->place);
        mutant_repeat(search, MUTANT_REPEAT_CALL, s->place);
        mutant_value(search, s->value);
        break;
    case STMT_CLEAR:
    case STMT_UNDEFINE:
        mutant_drop(search, MUTANT_DROP_STATEMENT, s->place);
        target(search, s->target);
        break;
    case STMT_PUT:
    case STMT_PROPERTY:
    case STMT_ERROR:
        break;
    case STMT_RETURN:
        if (s->value)
            mutant_value(search, s->value);
        else
            mutant_drop(search, MUTANT_DROP_STATEMENT, s->place);
        break;
    case STMT_MULTISET_ADD:
    case STMT_MULTISET_REMOVE:
    case STMT_MULTISET_REMOVEPRED:
        multiset(search, s);
        break;
    }
}

static void block(struct mutant_search *search, const struct block *b)
{
    for (unsigned i = 0; i < b->count; i++)
        if (is_doing(b->stmts[i]))
            statement(search, b->stmts[i]);
}

/* ---- rules and routines ---- */

static void rule(struct mutant_search *search, const struct rule *r)
{
    if (r->kind == RULE_PROPERTY || (search->marks && r->guard && mutant_known(r->guard) == MUTANT_FALSE))
        return;
    aliases(search, r->aliases, r->alias_count);
    if (r->guard) {
        mutant_condition(search, r->guard, "true");
        if (!r->guard->constant)
            mutant_replace_all(search, MUTANT_SKIP_RULE, r->guard->place, "false");
    }
    block(search, &r->body);
    for (unsigned i = 0; i < r->rule_count; i++)
        rule(search, r->rules[i]);
}

static void look_through(struct mutant_search *search, const struct program *program)
{
    for (unsigned i = 0; i < program->decl_count; i++)
        if (program->decls[i]->kind == DECL_RULE)
            rule(search, program->decls[i]->rule);
    for (unsigned i = 0; i < search->reached_count; i++) /* which grows meanwhile */
        block(search, &search->reached[i]->body);
}

void mutants_add(struct mutants *mutants, const struct program *program)
{
    struct mutant_search search = {.mutants = mutants};
    look_through(&search, program);
}

void mutants_mark(struct mutants *mutants, const struct program *program)
{
    struct mutant_search search = {.mutants = mutants, .marks = true};
    look_through(&search, program);
}
