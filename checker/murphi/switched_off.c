/* SPDX-License-Identifier: BSD-2-Clause */
/* switched_off.c - see switched_off.h. */
#include "switched_off.h"

static bool names_constant(const struct expr *e)
{
    if (!e)
        return false;
    if (e->kind == EXPR_NAME && e->symbol && e->symbol->kind == SYMBOL_CONST)
        return true;
    for (unsigned i = 0; i < e->argument_count; i++)
        if (names_constant(e->arguments[i]))
            return true;
    return names_constant(e->left) || names_constant(e->right) || names_constant(e->condition);
}

bool switched_off(const struct expr *guard)
{
    if (!guard)
        return false;
    if (guard->constant)
        return !guard->number && names_constant(guard);
    if (guard->kind != EXPR_BINARY)
        return false;
    if (guard->op == OP_AND)
        return switched_off(guard->left) || switched_off(guard->right);
    return guard->op == OP_OR && switched_off(guard->left) && switched_off(guard->right);
}
