/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * symmetry_only.c - loops that act for the only element with a property, if one is the only one.
 *
 *     for c: S do
 *       if P(c) & (forall d: S do P(d) -> d = c end) then ...; return ...; end;
 *     end
 *
 * The rounds before the one that acts change nothing, and it leaves the loop; so
 * at most one round acts, for the same element in every order.  Where P fails
 * for some element, the loop fails in every order: either all rounds ask P, or
 * the one that acts has asked P of every element, since the forall asks all.
 *
 * Invariant: a loop that only_acts_once() accepts commutes with renaming as
 * soon as each of its rounds does; nothing need be known of two rounds together.
 */
#include "symmetry_private.h"

/* The two parameters that stand for each other. */
struct pair {
    const struct symbol *here, *there;
};

static bool same_name(const struct pair *pair, const struct symbol *a, const struct symbol *b)
{
    if (a == pair->here || b == pair->there)
        return a == pair->here && b == pair->there;
    return a && a == b;
}

static bool same(const struct pair *pair, const struct expr *a, const struct expr *b)
{
    if (!a || !b)
        return a == b;
    if (a->kind != b->kind || a->type != b->type || a->constant != b->constant || a->quantifier || b->quantifier)
        return false;
    if (a->constant)
        return a->number == b->number;
    if (a->op != b->op || a->field != b->field || a->type_argument != b->type_argument
        || a->argument_count != b->argument_count)
        return false;
    if ((a->kind == EXPR_NAME || a->kind == EXPR_CALL) && !same_name(pair, a->symbol, b->symbol))
        return false;
    for (unsigned i = 0; i < a->argument_count; i++)
        if (!same(pair, a->arguments[i], b->arguments[i]))
            return false;
    return same(pair, a->left, b->left) && same(pair, a->right, b->right) && same(pair, a->condition, b->condition);
}

static bool is_binary(const struct expr *e, enum op op)
{
    return e && e->kind == EXPR_BINARY && e->op == op;
}

static bool names(const struct expr *e, const struct symbol *symbol)
{
    return e->kind == EXPR_NAME && e->symbol == symbol;
}

/* The set whose elements it takes, one after the other, or NULL. */
static const struct type *set_of(const struct quantifier *q)
{
    const struct type *type = q->symbol->type ? type_of(q->symbol->type) : NULL;
    return type && type->kind == TYPE_SCALARSET && !q->multiset && !q->from ? type : NULL;
}

/* `P -> d = c`, of all d of the set that c is of. */
static bool is_of_no_other(const struct expr *e, const struct expr *property, const struct quantifier *q)
{
    if (e->kind != EXPR_FORALL || !e->quantifier->asks_all || set_of(e->quantifier) != set_of(q)
        || !is_binary(e->left, OP_IMPLIES) || !is_binary(e->left->right, OP_EQUAL))
        return false;
    const struct symbol *here = q->symbol, *there = e->quantifier->symbol;
    const struct expr *equal = e->left->right;
    bool is_this = (names(equal->left, there) && names(equal->right, here))
                || (names(equal->left, here) && names(equal->right, there));
    return is_this && same(&(struct pair){here, there}, property, e->left->left);
}

bool only_acts_once(const struct walk *w, const struct stmt *loop)
{
    const struct stmt *s = loop->body.count == 1 ? loop->body.stmts[0] : NULL;
    if (!set_of(loop->quantifier) || !s || s->kind != STMT_IF || s->otherwise || !s->body.count
        || s->body.stmts[s->body.count - 1]->kind != STMT_RETURN)
        return false;
    const struct expr *asked = s->condition;
    return is_binary(asked, OP_AND) && !symmetry_has_effect(w, asked) && is_of_no_other(asked->right, asked->left, loop->quantifier);
}
