/* SPDX-License-Identifier: BSD-2-Clause */
/* unfired.c - see unfired.h. */
#include "unfired.h"

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

/* Whether constants alone make the condition false: a conjunct does, or both disjuncts do.  `false` itself, which
 * somebody wrote, is left to be doubted. */
static bool is_switched_off(const struct expr *guard)
{
    if (!guard)
        return false;
    if (guard->constant)
        return !guard->number && names_constant(guard);
    if (guard->kind != EXPR_BINARY)
        return false;
    if (guard->op == OP_AND)
        return is_switched_off(guard->left) || is_switched_off(guard->right);
    return guard->op == OP_OR && is_switched_off(guard->left) && is_switched_off(guard->right);
}

bool unfired_switched_off(const struct report *report, uint32_t rule)
{
    const struct program *program = report->program;
    return !report->result->rule_fired[rule] && program && rule < program->rule_count &&
           is_switched_off(program->rules[rule].rule->guard);
}

bool unfired_doubtful(const struct report *report, uint32_t rule)
{
    return !report->result->rule_fired[rule] && !unfired_switched_off(report, rule);
}
