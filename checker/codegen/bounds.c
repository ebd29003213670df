/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * bounds.c - where a loop of a bound model may end early.
 *
 * A model that is bound to a host often has loops whose body does nothing
 * unless a predicate of the host holds of the loop's variable (`for t: thread do
 * if UsedThread(t) ...`).  The binding says from which value on the predicate
 * is false (model_binding.h), and the loop ends there.
 */
#include "../base/arena.h"
#include "codegen_private.h"

static const struct routine *decided_by(const struct expr *, const struct symbol *);

static bool is_variable(const struct expr *e, const struct symbol *variable)
{
    return e->kind == EXPR_NAME && e->symbol == variable;
}

/* A function that does no more than return an expression. */
static const struct expr *returned(const struct routine *routine)
{
    if (routine->body.count != 1 || routine->decl_count || routine->recursive)
        return NULL;
    const struct stmt *s = routine->body.stmts[0];
    return s->kind == STMT_RETURN ? s->value : NULL;
}

static const struct routine *decided_by_call(const struct expr *e, const struct symbol *variable)
{
    const struct routine *routine = e->symbol->routine;
    if (routine->external)
        return routine->parameter_count && !routine->parameters[0]->by_reference && routine->result
                   && is_variable(e->arguments[0], variable) ? routine : NULL;
    const struct expr *value = returned(routine);
    for (unsigned i = 0; value && i < routine->parameter_count; i++)
        if (!routine->parameters[i]->by_reference && is_variable(e->arguments[i], variable))
            return decided_by(value, routine->parameters[i]);
    return NULL;
}

/* The external that is asked of the variable before anything else; where it
 * says no, so does the expression. */
static const struct routine *decided_by(const struct expr *e, const struct symbol *variable)
{
    if (e->constant)
        return NULL;
    switch (e->kind) {
    case EXPR_CALL:
        return decided_by_call(e, variable);
    case EXPR_BINARY:
        return e->op == OP_AND ? decided_by(e->left, variable) : NULL;
    case EXPR_EXISTS:
        return e->quantifier->constant ? decided_by(e->left, variable) : NULL;
    default:
        return NULL;
    }
}

static const struct routine *stmt_decided_by(const struct block *block, const struct symbol *variable)
{
    if (block->count != 1)
        return NULL;
    const struct stmt *s = block->stmts[0];
    if (s->kind == STMT_IF && s->condition && !s->otherwise)
        return decided_by(s->condition, variable);
    if (s->kind == STMT_FOR && s->quantifier->constant)
        return stmt_decided_by(&s->body, variable);
    return NULL;
}

/* A C variable of that value; NULL where there is none. */
static const char *bound(struct gen *gen, const struct routine *external)
{
    if (!gen->is_bound || !external)
        return NULL;
    const char *name = gen_fresh(gen, "bound");
    unsigned number = gen_external_number(gen, external);
    gen_line(gen, "const int64_t %s = x->bindings[%u].bound ? x->bindings[%u].bound : INT64_MAX;", name, number, number);
    return name;
}

const char *gen_quantifier_bound(struct gen *gen, const struct expr *e)
{
    const struct expr *body = e->left;
    if (e->kind == EXPR_FORALL)
        body = body->kind == EXPR_BINARY && body->op == OP_IMPLIES && !body->constant ? body->left : NULL;
    else if (e->kind != EXPR_EXISTS)
        body = NULL;
    return body ? bound(gen, decided_by(body, e->quantifier->symbol)) : NULL;
}

bool gen_for_is_bound(const struct gen *gen, const struct stmt *stmt)
{
    return gen->is_bound && stmt_decided_by(&stmt->body, stmt->quantifier->symbol);
}

const char *gen_for_bound(struct gen *gen, const struct stmt *stmt)
{
    return bound(gen, stmt_decided_by(&stmt->body, stmt->quantifier->symbol));
}
