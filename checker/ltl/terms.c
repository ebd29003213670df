/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * terms.c - push negations down to the atoms, and simplify on the way.
 *
 * Always and eventually become release and until: [] f is false R f, <> f is
 * true U f.  Simplified is only what is equal at every position of every run, by the laws
 * beside it.
 */
#include "terms.h"

#include <stdlib.h>

#include "../base/die.h"

enum { FALSE_TERM = TERM_FALSE, TRUE_TERM = TERM_TRUE };

static uint32_t intern(struct terms *t, enum term_op op, uint32_t left, uint32_t right)
{
    for (uint32_t i = 0; i < t->count; i++)
        if (t->list[i].op == op && t->list[i].left == left && t->list[i].right == right)
            return i;
    if (t->count == TERMS_MOST) {
        t->overflow = true;
        return FALSE_TERM;
    }
    t->list[t->count] = (struct term){op, left, right};
    return t->count++;
}

/* Whether one says of an atom what the other denies. */
static bool contradict(const struct terms *t, uint32_t a, uint32_t b)
{
    const struct term *x = &t->list[a], *y = &t->list[b];
    return x->left == y->left && ((x->op == TERM_IS && y->op == TERM_IS_NOT) || (x->op == TERM_IS_NOT && y->op == TERM_IS));
}

/* f & f = f, f & true = f, f & false = false, a & !a = false, and the duals. */
static uint32_t combine(struct terms *t, enum term_op op, uint32_t a, uint32_t b)
{
    uint32_t neutral = op == TERM_AND ? TRUE_TERM : FALSE_TERM, absorbing = op == TERM_AND ? FALSE_TERM : TRUE_TERM;
    if (a == b || b == neutral)
        return a;
    if (a == neutral)
        return b;
    if (a == absorbing || b == absorbing || contradict(t, a, b))
        return absorbing;
    return intern(t, op, a < b ? a : b, a < b ? b : a);
}

/* X true = true, X false = false. */
static uint32_t next(struct terms *t, uint32_t a)
{
    return a == TRUE_TERM || a == FALSE_TERM ? a : intern(t, TERM_NEXT, a, 0);
}

/* f U f = f, f U true = true, f U false = false, false U g = g, f U (f U g) = f U g. */
static uint32_t until(struct terms *t, uint32_t a, uint32_t b)
{
    const struct term *right = &t->list[b];
    if (a == b || b == TRUE_TERM || b == FALSE_TERM || a == FALSE_TERM || (right->op == TERM_UNTIL && right->left == a))
        return b;
    return intern(t, TERM_UNTIL, a, b);
}

/* The duals. */
static uint32_t release(struct terms *t, uint32_t a, uint32_t b)
{
    const struct term *right = &t->list[b];
    if (a == b || b == TRUE_TERM || b == FALSE_TERM || a == TRUE_TERM || (right->op == TERM_RELEASE && right->left == a))
        return b;
    return intern(t, TERM_RELEASE, a, b);
}

/* By node and sign: its term. */
struct converting {
    struct terms *terms;
    const struct model_formula_node *nodes;
    uint32_t (*made)[2];
};

static uint32_t equivalence(struct terms *t, const uint32_t *a, const uint32_t *b, bool negated)
{
    uint32_t both = combine(t, TERM_AND, a[0], b[negated]);
    return combine(t, TERM_OR, both, combine(t, TERM_AND, a[1], b[!negated]));
}

/*
 * g at most n times before f, within(n): f R (f | !g | (g & X within(n - 1))), and of within(0) the last part is false.  A
 * position of which g is true counts for all within(k) that stand by then, and the least says the most.  The negation is the
 * dual.
 */
static uint32_t within(struct terms *t, const uint32_t *f, const uint32_t *g, uint32_t bound, bool negated)
{
    uint32_t whole = negated ? TRUE_TERM : FALSE_TERM;
    for (uint32_t n = 0; n <= bound && !t->overflow; n++) {
        uint32_t then = n ? next(t, whole) : whole;
        if (negated)
            whole = until(t, f[1], combine(t, TERM_AND, f[1], combine(t, TERM_AND, g[0], then)));
        else
            whole = release(t, f[0], combine(t, TERM_OR, f[0], combine(t, TERM_OR, g[1], combine(t, TERM_AND, g[0], then))));
    }
    return whole;
}

/* made[node][1] is the negation. */
static uint32_t convert(const struct converting *c, const struct model_formula_node *n, bool negated)
{
    struct terms *t = c->terms;
    const uint32_t *a = c->made[n->op == MODEL_FORMULA_ATOM ? 0 : n->left], *b = c->made[n->op > MODEL_FORMULA_EVENTUALLY ? n->right : 0];
    switch (n->op) {
    case MODEL_FORMULA_TRUE: return negated ? FALSE_TERM : TRUE_TERM;
    case MODEL_FORMULA_FALSE: return negated ? TRUE_TERM : FALSE_TERM;
    case MODEL_FORMULA_ATOM: return intern(t, negated ? TERM_IS_NOT : TERM_IS, n->left, 0);
    case MODEL_FORMULA_NOT: return a[!negated];
    case MODEL_FORMULA_NEXT: return next(t, a[negated]);
    case MODEL_FORMULA_ALWAYS: return negated ? until(t, TRUE_TERM, a[1]) : release(t, FALSE_TERM, a[0]);
    case MODEL_FORMULA_EVENTUALLY: return negated ? release(t, FALSE_TERM, a[1]) : until(t, TRUE_TERM, a[0]);
    case MODEL_FORMULA_AND: return combine(t, negated ? TERM_OR : TERM_AND, a[negated], b[negated]);
    case MODEL_FORMULA_OR: return combine(t, negated ? TERM_AND : TERM_OR, a[negated], b[negated]);
    case MODEL_FORMULA_IMPLIES: return combine(t, negated ? TERM_AND : TERM_OR, a[!negated], b[negated]);
    case MODEL_FORMULA_EQUIVALENT: return equivalence(t, a, b, negated);
    case MODEL_FORMULA_UNTIL: return negated ? release(t, a[1], b[1]) : until(t, a[0], b[0]);
    case MODEL_FORMULA_RELEASE: return negated ? until(t, a[1], b[1]) : release(t, a[0], b[0]);
    case MODEL_FORMULA_WITHIN: return within(t, a, b, n->bound, negated);
    }
    return FALSE_TERM;
}

uint32_t terms_of_negation(struct terms *t, const struct model_formula_node *nodes, uint32_t count)
{
    struct converting c = {t, nodes, calloc(count, sizeof *c.made)};
    if (!c.made)
        die_memory(count * sizeof *c.made);
    t->count = 0;
    t->overflow = false;
    intern(t, TERM_FALSE, 0, 0);
    intern(t, TERM_TRUE, 0, 0);
    for (uint32_t i = 0; i < count; i++)
        for (int negated = 0; negated < 2; negated++)
            c.made[i][negated] = convert(&c, &nodes[i], negated);
    uint32_t whole = c.made[count - 1][1];
    free(c.made);
    return whole;
}
