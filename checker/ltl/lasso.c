/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * lasso.c - evaluate a formula on a run that ends in a cycle.
 *
 * Each subformula is evaluated at every position, operands first.  Until is
 * the least solution of its equation, release the greatest: the positions are
 * gone through from the last to the first, twice, since what is known at the
 * cycle's first position reaches its last one in the second round.  Within is counted.
 */
#include "lasso.h"

#include <stdlib.h>

#include "../base/die.h"

struct lasso {
    const struct model_formula_node *nodes;
    const uint64_t *atoms;
    uint32_t length, loop;
    bool *values; /* node * length + position */
};

static bool *row(const struct lasso *l, uint32_t node)
{
    return l->values + (size_t)node * l->length;
}

static uint32_t next(const struct lasso *l, uint32_t position)
{
    return position + 1 < l->length ? position + 1 : l->loop;
}

/* By counting; what was not seen in as many rounds as the count may take, and one, does not come. */
static bool is_within(const struct lasso *l, const struct model_formula_node *n, uint32_t from)
{
    const bool *left = row(l, n->left), *right = row(l, n->right);
    uint32_t count = 0;
    for (uint64_t steps = (uint64_t)l->length * (n->bound + 2); steps > 0 && !left[from]; steps--, from = next(l, from)) {
        count += right[from];
        if (count > n->bound)
            return false;
    }
    return true;
}

/* now | (go_on & X self), from `first` at all positions; `least`: starts from false, else from true. */
static void solve(const struct lasso *l, uint32_t node, const bool *now, const bool *go_on, bool least)
{
    bool *self = row(l, node);
    for (uint32_t i = 0; i < l->length; i++)
        self[i] = !least;
    for (int round = 0; round < 2; round++)
        for (uint32_t i = l->length; i-- > 0;) {
            bool after = self[next(l, i)];
            if (least)
                self[i] = now[i] || ((!go_on || go_on[i]) && after);
            else
                self[i] = now[i] && ((go_on && go_on[i]) || after);
        }
}

static bool pointwise(const struct lasso *l, const struct model_formula_node *n, uint32_t i)
{
    const bool *left = row(l, n->left), *right = row(l, n->right);
    switch (n->op) {
    case MODEL_FORMULA_TRUE: return true;
    case MODEL_FORMULA_FALSE: return false;
    case MODEL_FORMULA_ATOM: return l->atoms[i] >> n->left & 1;
    case MODEL_FORMULA_NOT: return !left[i];
    case MODEL_FORMULA_NEXT: return left[next(l, i)];
    case MODEL_FORMULA_AND: return left[i] && right[i];
    case MODEL_FORMULA_OR: return left[i] || right[i];
    case MODEL_FORMULA_IMPLIES: return !left[i] || right[i];
    case MODEL_FORMULA_EQUIVALENT: return left[i] == right[i];
    case MODEL_FORMULA_WITHIN: return is_within(l, n, i);
    case MODEL_FORMULA_ALWAYS: case MODEL_FORMULA_EVENTUALLY: case MODEL_FORMULA_UNTIL: case MODEL_FORMULA_RELEASE:
        break;
    }
    die("an operator of a formula is not evaluated position by position");
}

static void evaluate(const struct lasso *l, uint32_t node)
{
    const struct model_formula_node *n = &l->nodes[node];
    if (n->op == MODEL_FORMULA_ALWAYS)
        solve(l, node, row(l, n->left), NULL, false);
    else if (n->op == MODEL_FORMULA_EVENTUALLY)
        solve(l, node, row(l, n->left), NULL, true);
    else if (n->op == MODEL_FORMULA_UNTIL)
        solve(l, node, row(l, n->right), row(l, n->left), true);
    else if (n->op == MODEL_FORMULA_RELEASE)
        solve(l, node, row(l, n->right), row(l, n->left), false);
    else
        for (uint32_t i = 0; i < l->length; i++)
            row(l, node)[i] = pointwise(l, n, i);
}

bool lasso_satisfies(const struct model_formula_node *nodes, uint32_t count, const uint64_t *atoms, uint32_t length,
                     uint32_t loop)
{
    struct lasso l = {.nodes = nodes, .atoms = atoms, .length = length, .loop = loop};
    l.values = calloc((size_t)count * length, sizeof *l.values);
    if (!l.values)
        die_memory((size_t)count * length);
    for (uint32_t node = 0; node < count; node++)
        evaluate(&l, node);
    bool holds = row(&l, count - 1)[0];
    free(l.values);
    return holds;
}
