/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * defined.c - which parameters by value are never undefined.
 *
 * These are the parameters to which every call passes a computed value, a
 * constant, a loop's variable, or another such parameter.  (A variable may be
 * passed while it is undefined, since passing does not count as reading.)  At
 * first all parameters are taken to be such ones; those that a call contradicts
 * are taken away until nothing changes.
 */
#include "../base/arena.h"
#include "codegen_private.h"

/* ---- every call of the program ---- */

static bool visit_expr(struct gen *, const struct expr *);
static bool visit_block(struct gen *, const struct block *);

static bool never_undefined(const struct gen *gen, const struct expr *e)
{
    if (e->kind == EXPR_UNDEFINED)
        return false;
    if (e->constant || !e->designator)
        return true;
    if (e->kind != EXPR_NAME)
        return false;
    const struct symbol *symbol = e->symbol;
    return symbol->kind == SYMBOL_QUANTIFIER || (symbol->kind == SYMBOL_ALIAS && !symbol->by_reference)
        || (symbol->kind == SYMBOL_PARAMETER && !symbol->by_reference && gen->defined[symbol->id]);
}

/* Each returns whether it took something away. */
static bool visit_call(struct gen *gen, const struct expr *e)
{
    const struct routine *routine = e->symbol->routine;
    bool changed = false;
    for (unsigned i = 0; i < routine->parameter_count; i++) {
        const struct symbol *parameter = routine->parameters[i];
        if (parameter->by_reference || !gen->defined[parameter->id] || never_undefined(gen, e->arguments[i]))
            continue;
        gen->defined[parameter->id] = false;
        changed = true;
    }
    return changed;
}

static bool visit_quantifier(struct gen *gen, const struct quantifier *q)
{
    bool changed = false;
    if (q) {
        changed |= visit_expr(gen, q->from);
        changed |= visit_expr(gen, q->to);
        changed |= visit_expr(gen, q->by);
        changed |= visit_expr(gen, q->multiset);
    }
    return changed;
}

static bool visit_expr(struct gen *gen, const struct expr *e)
{
    if (!e)
        return false;
    bool changed = e->kind == EXPR_CALL && visit_call(gen, e);
    for (unsigned i = 0; i < e->argument_count; i++)
        changed |= visit_expr(gen, e->arguments[i]);
    changed |= visit_quantifier(gen, e->quantifier);
    changed |= visit_expr(gen, e->left);
    changed |= visit_expr(gen, e->right);
    changed |= visit_expr(gen, e->condition);
    return changed;
}

static bool visit_stmt(struct gen *gen, const struct stmt *s)
{
    bool changed = visit_expr(gen, s->target);
    changed |= visit_expr(gen, s->value);
    changed |= visit_expr(gen, s->condition);
    changed |= s->property && visit_expr(gen, s->property->condition);
    changed |= visit_quantifier(gen, s->quantifier);
    changed |= visit_block(gen, &s->body);
    changed |= s->otherwise && visit_stmt(gen, s->otherwise);
    for (unsigned i = 0; i < s->alias_count; i++)
        changed |= visit_expr(gen, s->aliases[i]->expr);
    for (unsigned i = 0; i < s->case_count; i++) {
        for (unsigned j = 0; j < s->cases[i].value_count; j++)
            changed |= visit_expr(gen, s->cases[i].values[j]);
        changed |= visit_block(gen, &s->cases[i].body);
    }
    return changed;
}

static bool visit_block(struct gen *gen, const struct block *block)
{
    bool changed = false;
    for (unsigned i = 0; i < block->count; i++)
        changed |= visit_stmt(gen, block->stmts[i]);
    return changed;
}

static bool visit_rules(struct gen *gen, const struct flat_rule *rules, unsigned count)
{
    bool changed = false;
    for (unsigned i = 0; i < count; i++) {
        const struct rule *rule = rules[i].rule;
        for (unsigned j = 0; j < rules[i].enclosing_count; j++) {
            const struct enclosing *around = &rules[i].enclosing[j];
            if (around->kind == RULE_ALIAS)
                changed |= visit_expr(gen, around->alias->expr);
            else
                changed |= visit_quantifier(gen, around->quantifier);
        }
        changed |= visit_expr(gen, rule->guard);
        changed |= rule->property && visit_expr(gen, rule->property->condition);
        changed |= visit_block(gen, &rule->body);
    }
    return changed;
}

static bool visit_program(struct gen *gen)
{
    const struct program *program = gen->program;
    bool changed = visit_rules(gen, program->rules, program->rule_count);
    changed |= visit_rules(gen, program->start_states, program->start_state_count);
    changed |= visit_rules(gen, program->properties, program->property_count);
    for (unsigned i = 0; i < program->routine_count; i++)
        changed |= visit_block(gen, &program->routines[i]->body);
    return changed;
}

void gen_find_defined(struct gen *gen)
{
    const struct program *program = gen->program;
    gen->defined = arena_alloc(gen->arena, program->symbol_count + 1);
    for (unsigned i = 0; i < program->routine_count; i++)
        for (unsigned j = 0; j < program->routines[i]->parameter_count; j++) {
            const struct symbol *parameter = program->routines[i]->parameters[j];
            gen->defined[parameter->id] = !parameter->by_reference && type_is_scalar(type_of(parameter->type));
        }
    while (visit_program(gen))
        continue;
}
