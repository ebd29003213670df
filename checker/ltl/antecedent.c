/* SPDX-License-Identifier: BSD-2-Clause */
/* antecedent.c - find it, and evaluate it as on a run that stays in one state. */
#include "antecedent.h"

#include "lasso.h"

/* It is asked of a state alone, not of what happens there or later. */
static bool is_condition(const struct model_formula *formula, uint32_t node)
{
    const struct model_formula_node *n = &formula->nodes[node];
    switch (n->op) {
    case MODEL_FORMULA_TRUE: case MODEL_FORMULA_FALSE:
        return true;
    case MODEL_FORMULA_ATOM:
        return formula->atoms[n->left].rules == NULL;
    case MODEL_FORMULA_NOT:
        return is_condition(formula, n->left);
    case MODEL_FORMULA_AND: case MODEL_FORMULA_OR: case MODEL_FORMULA_IMPLIES: case MODEL_FORMULA_EQUIVALENT:
        return is_condition(formula, n->left) && is_condition(formula, n->right);
    case MODEL_FORMULA_NEXT: case MODEL_FORMULA_ALWAYS: case MODEL_FORMULA_EVENTUALLY: case MODEL_FORMULA_UNTIL:
    case MODEL_FORMULA_RELEASE: case MODEL_FORMULA_WITHIN:
        break;
    }
    return false;
}

uint32_t antecedent_of(const struct model_formula *formula)
{
    const struct model_formula_node *always = &formula->nodes[formula->node_count - 1];
    if (always->op != MODEL_FORMULA_ALWAYS || formula->nodes[always->left].op != MODEL_FORMULA_IMPLIES)
        return NO_ANTECEDENT;
    uint32_t antecedent = formula->nodes[always->left].left;
    return is_condition(formula, antecedent) ? antecedent : NO_ANTECEDENT;
}

bool antecedent_holds(const struct model_formula *formula, uint32_t antecedent, uint64_t atoms)
{
    return lasso_satisfies(formula->nodes, antecedent + 1, &atoms, 1, 0);
}
