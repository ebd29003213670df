/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * symmetry_effect.c - what stops early and still asks every element.
 *
 * `exists s: S do ...` ends with the first element that satisfies it.  Where
 * asking a later one would fail, whether anything fails hangs on the order of
 * the elements.  So a forall or an exists over the elements of a scalarset
 * asks them all, and so does a loop that does nothing but look for one at which
 * to return, and always returns the same.  This holds with any
 * setting of symmetry, in the interpreter and in the generated code, which may
 * stop early where nothing in the body can fail.
 *
 * Where the body has an effect, the rest must not be asked, and it stays as it
 * is: the walk refuses it.
 */
#include "symmetry_private.h"

/* ---- expressions ---- */

static bool any_call(const struct expr *e, const bool *of_routine)
{
    if (!e || e->constant)
        return false;
    if (e->kind == EXPR_CALL && of_routine[e->symbol->routine->id])
        return true;
    for (unsigned i = 0; i < e->argument_count; i++)
        if (any_call(e->arguments[i], of_routine))
            return true;
    const struct quantifier *q = e->quantifier;
    return any_call(e->condition, of_routine) || any_call(e->left, of_routine) || any_call(e->right, of_routine)
        || (q && (any_call(q->from, of_routine) || any_call(q->to, of_routine) || any_call(q->by, of_routine)
                  || any_call(q->multiset, of_routine)));
}

bool symmetry_has_effect(const struct walk *w, const struct expr *e)
{
    return any_call(e, w->has_effect);
}

/* ---- the statements of a body ---- */

typedef bool question(struct walk *, struct stmt *, void *data);

/* Whether the answer is yes for any statement, those within others included. */
static bool any_stmt(struct walk *w, const struct block *block, question *ask, void *data)
{
    for (unsigned i = 0; i < block->count; i++) {
        for (struct stmt *s = block->stmts[i]; s; s = s->otherwise)
            if (ask(w, s, data) || any_stmt(w, &s->body, ask, data))
                return true;
        for (unsigned k = 0; k < block->stmts[i]->case_count; k++)
            if (any_stmt(w, &block->stmts[i]->cases[k].body, ask, data))
                return true;
    }
    return false;
}

typedef bool expr_question(struct walk *, struct expr *, void *data);

static bool any_of_stmt(struct walk *w, const struct stmt *s, expr_question *ask, void *data)
{
    const struct quantifier *q = s->quantifier;
    struct expr *const parts[] = {
        s->target, s->value, s->condition, q ? q->from : NULL, q ? q->to : NULL, q ? q->by : NULL,
        q ? q->multiset : NULL, s->property ? s->property->condition : NULL,
    };
    for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++)
        if (parts[i] && ask(w, parts[i], data))
            return true;
    for (unsigned i = 0; i < s->alias_count; i++)
        if (ask(w, s->aliases[i]->expr, data))
            return true;
    for (unsigned i = 0; i < s->case_count; i++)
        for (unsigned k = 0; k < s->cases[i].value_count; k++)
            if (ask(w, s->cases[i].values[k], data))
                return true;
    return false;
}

/* ---- routines ---- */

static bool refuses(struct walk *w, struct stmt *s, void *data)
{
    (void)w, (void)data;
    return s->property && (s->property->kind == PROPERTY_ASSUME || s->property->kind == PROPERTY_COVER);
}

static bool expr_calls(struct walk *w, struct expr *e, void *of_routine)
{
    (void)w;
    return any_call(e, of_routine);
}

static bool calls(struct walk *w, struct stmt *s, void *of_routine)
{
    return any_of_stmt(w, s, expr_calls, of_routine);
}

/* What is true of a routine that calls one of which it is true. */
static void spread(struct walk *w, bool *of_routine)
{
    const struct program *p = w->program;
    bool changed;
    do {
        changed = false;
        for (unsigned i = 0; i < p->routine_count; i++)
            if (!of_routine[i] && any_stmt(w, &p->routines[i]->body, calls, of_routine))
                changed = of_routine[i] = true;
    } while (changed);
}

static void find_effects(struct walk *w)
{
    const struct program *p = w->program;
    w->has_effect = arena_alloc(w->arena, p->routine_count + 1);
    for (unsigned i = 0; i < p->routine_count; i++)
        w->has_effect[i] = p->routines[i]->external || any_stmt(w, &p->routines[i]->body, refuses, NULL);
    spread(w, w->has_effect);
    for (unsigned i = 0; i < p->routine_count; i++) {
        const struct routine *routine = p->routines[i];
        w->has_effect[i] |= routine->writes_state;
        for (unsigned k = 0; k < routine->parameter_count; k++)
            w->has_effect[i] |= routine->parameters[k]->by_reference && routine->parameters[k]->written;
    }
}

/* ---- quantifiers ---- */

static bool mark_expr(struct walk *w, struct expr *e, void *data)
{
    if (!e)
        return false;
    if (e->kind == EXPR_FORALL || e->kind == EXPR_EXISTS)
        e->quantifier->asks_all = symmetry_matters(e->quantifier) && !symmetry_has_effect(w, e->left);
    mark_expr(w, e->condition, data);
    mark_expr(w, e->left, data);
    mark_expr(w, e->right, data);
    for (unsigned i = 0; i < e->argument_count; i++)
        mark_expr(w, e->arguments[i], data);
    const struct quantifier *q = e->quantifier;
    if (q) {
        mark_expr(w, q->from, data);
        mark_expr(w, q->to, data);
        mark_expr(w, q->by, data);
        mark_expr(w, q->multiset, data);
    }
    return false;
}

struct returned {
    bool any, differ;
    int64_t value;
};

static bool note_return(struct walk *w, struct stmt *s, void *data)
{
    struct returned *r = data;
    (void)w;
    if (s->kind != STMT_RETURN)
        return false;
    int64_t value = s->value ? s->value->number : 0;
    r->differ |= (s->value && !s->value->constant) || (r->any && value != r->value);
    r->any = true;
    r->value = value;
    return false;
}

/* Whether a return may leave the body, and always with one value. */
static bool returns_one_value(struct walk *w, const struct block *body)
{
    struct returned r = {0};
    any_stmt(w, body, note_return, &r);
    return r.any && !r.differ;
}

static bool in_local(const struct expr *target)
{
    while (target->kind == EXPR_FIELD || target->kind == EXPR_INDEX)
        target = target->left;
    return target->kind == EXPR_NAME && target->symbol->kind == SYMBOL_LOCAL;
}

static bool expr_has_effect(struct walk *w, struct expr *e, void *data)
{
    (void)data;
    return symmetry_has_effect(w, e);
}

static bool has_effect(struct walk *w, struct stmt *s, void *data)
{
    switch (s->kind) {
    case STMT_ASSIGN: case STMT_CLEAR: case STMT_UNDEFINE:
        if (!in_local(s->target))
            return true;
        break;
    case STMT_MULTISET_ADD: case STMT_MULTISET_REMOVE: case STMT_MULTISET_REMOVEPRED:
        return true;
    case STMT_PROPERTY:
        if (s->property->kind != PROPERTY_ASSERT)
            return true;
        break;
    default:
        break;
    }
    return any_of_stmt(w, s, expr_has_effect, data);
}

static bool mark_stmt(struct walk *w, struct stmt *s, void *data)
{
    any_of_stmt(w, s, mark_expr, data);
    if (s->kind == STMT_FOR)
        s->quantifier->asks_all = symmetry_matters(s->quantifier) && returns_one_value(w, &s->body)
            && !any_stmt(w, &s->body, has_effect, NULL);
    return false;
}

static void mark_rules(struct walk *w, const struct flat_rule *rules, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        for (unsigned k = 0; k < rules[i].enclosing_count; k++) {
            const struct enclosing *around = &rules[i].enclosing[k];
            if (around->kind == RULE_ALIAS)
                mark_expr(w, around->alias->expr, NULL);
            else if (around->quantifier->multiset)
                mark_expr(w, around->quantifier->multiset, NULL);
        }
        mark_expr(w, rules[i].rule->guard, NULL);
        if (rules[i].rule->property)
            mark_expr(w, rules[i].rule->property->condition, NULL);
        any_stmt(w, &rules[i].rule->body, mark_stmt, NULL);
    }
}

static bool expr_loops(struct walk *w, struct expr *e, void *data)
{
    if (!e)
        return false;
    if ((e->kind == EXPR_FORALL || e->kind == EXPR_EXISTS) && symmetry_matters(e->quantifier) && !e->quantifier->asks_all)
        return true;
    for (unsigned i = 0; i < e->argument_count; i++)
        if (expr_loops(w, e->arguments[i], data))
            return true;
    return expr_loops(w, e->condition, data) || expr_loops(w, e->left, data) || expr_loops(w, e->right, data);
}

static bool loops(struct walk *w, struct stmt *s, void *data)
{
    return (s->kind == STMT_FOR && symmetry_matters(s->quantifier)) || any_of_stmt(w, s, expr_loops, data);
}

void symmetry_effects(struct walk *w)
{
    const struct program *p = w->program;
    find_effects(w);
    mark_rules(w, p->rules, p->rule_count);
    mark_rules(w, p->start_states, p->start_state_count);
    mark_rules(w, p->properties, p->property_count);
    for (unsigned i = 0; i < p->routine_count; i++)
        any_stmt(w, &p->routines[i]->body, mark_stmt, NULL);
    w->loops_within = arena_alloc(w->arena, p->routine_count + 1);
    for (unsigned i = 0; i < p->routine_count; i++)
        w->loops_within[i] = any_stmt(w, &p->routines[i]->body, loops, NULL);
    spread(w, w->loops_within);
}
