/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * static.c - which rule instances no state enables.
 *
 * The guard of such an instance is false by its parameters and constants alone.
 * The interpreter evaluates each guard on a state in which everything is
 * undefined.  A guard that reads the state fails there, and its instance counts
 * as possible; so `false` means that the state was not read.  This holds for
 * guards in which only a read can see the state (`is_plain`).
 */
#include <stdlib.h>

#include "../base/arena.h"
#include "codegen_private.h"
#include "../interp/interp.h"

/* Evaluating more guards than this would show in the time to start. */
enum { MOST_INSTANCES = 16384, MOST_STEPS = 4000000 };

static bool plain_block(const struct block *, bool externals);
static bool plain_quantifier(const struct quantifier *, bool externals);

/* Not: what sees undefined values without failing, has effects, or depends on
 * limits that are set later. */
static bool plain_expr(const struct expr *e, bool externals)
{
    if (!e)
        return true;
    if (e->kind == EXPR_ISUNDEFINED || e->kind == EXPR_MULTISETCOUNT)
        return false;
    if (e->kind == EXPR_BINARY && e->op >= OP_EQUAL && e->op <= OP_NOT_EQUAL && e->left->type
        && !type_is_scalar(type_of(e->left->type)))
        return false;
    if (e->kind == EXPR_CALL) {
        const struct routine *routine = e->symbol->routine;
        if (routine->external ? !externals
                              : routine->recursive || routine->writes_state || !plain_block(&routine->body, externals))
            return false;
    }
    for (unsigned i = 0; i < e->argument_count; i++)
        if (!plain_expr(e->arguments[i], externals))
            return false;
    if (e->quantifier && !plain_quantifier(e->quantifier, externals))
        return false;
    return plain_expr(e->left, externals) && plain_expr(e->right, externals) && plain_expr(e->condition, externals);
}

static bool plain_quantifier(const struct quantifier *q, bool externals)
{
    return !q->multiset && plain_expr(q->from, externals) && plain_expr(q->to, externals)
           && plain_expr(q->by, externals);
}

static bool plain_stmt(const struct stmt *s, bool externals)
{
    if (s->kind == STMT_WHILE || s->kind == STMT_PROPERTY || s->kind >= STMT_MULTISET_ADD)
        return false;
    if (!plain_expr(s->target, externals) || !plain_expr(s->value, externals) || !plain_expr(s->condition, externals)
        || !plain_block(&s->body, externals))
        return false;
    if (s->otherwise && !plain_stmt(s->otherwise, externals))
        return false;
    if (s->quantifier && !plain_quantifier(s->quantifier, externals))
        return false;
    for (unsigned i = 0; i < s->alias_count; i++)
        if (!plain_expr(s->aliases[i]->expr, externals))
            return false;
    for (unsigned i = 0; i < s->case_count; i++) {
        for (unsigned j = 0; j < s->cases[i].value_count; j++)
            if (!plain_expr(s->cases[i].values[j], externals))
                return false;
        if (!plain_block(&s->cases[i].body, externals))
            return false;
    }
    return true;
}

static bool plain_block(const struct block *block, bool externals)
{
    for (unsigned i = 0; i < block->count; i++)
        if (!plain_stmt(block->stmts[i], externals))
            return false;
    return true;
}

static bool plain_rule(const struct flat_rule *flat, bool externals)
{
    if (!flat->rule->guard || flat->instances < 2 || flat->instances > MOST_INSTANCES)
        return false;
    for (unsigned i = 0; i < flat->enclosing_count; i++) {
        const struct enclosing *around = &flat->enclosing[i];
        if (around->kind == RULE_CHOOSE || (around->kind == RULE_ALIAS && !plain_expr(around->alias->expr, externals)))
            return false;
    }
    return plain_expr(flat->rule->guard, externals);
}

/* Which instances of a rule are possible, or NULL where all may be. */
const unsigned char *gen_possible(struct gen *gen, const struct flat_rule *flat)
{
    if (!plain_rule(flat, false))
        return NULL;
    unsigned char *possible = arena_alloc(gen->arena, flat->instances);
    int64_t *undefined = arena_alloc(gen->arena, (gen->layout->leaf_count + 1) * sizeof *undefined);
    for (unsigned i = 0; i < gen->layout->leaf_count; i++)
        undefined[i] = gen->layout->leaves[i].type ? MODEL_UNDEFINED : 0;
    struct interp_options options = {.step_limit = MOST_STEPS}; /* then it fails, and all that are left count as possible */
    struct interp *interp = interp_new(gen->program, &options);
    uint64_t count = 0;
    for (uint64_t i = 0; i < flat->instances; i++)
        count += possible[i] = interp_guard(interp, flat->first_instance + i, undefined);
    interp_free(interp);
    return count < flat->instances ? possible : NULL;
}

/* The same of the guards of a model that is bound to a host, whose externals
 * have no effects where a guard calls them: the model itself tests them, when
 * its layout is specialised. */
bool gen_can_prune(const struct flat_rule *flat)
{
    return plain_rule(flat, true);
}
