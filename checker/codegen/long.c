/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * long.c - which loops and calls may take long.
 *
 * Generated code asks in these, and in no others, now and then whether the
 * search is to stop (`stopped` of model.h).
 *
 * The cost of a construct is an upper bound of how many expressions and
 * statements one execution of it evaluates; loops whose bounds are not known
 * and recursion are endless.  Costs saturate, so a ruleset of 2^62 instances
 * is no trouble.
 *
 * Invariant: between two such questions lie at most some LONG_COST steps: a loop
 * whose turn costs more asks on each turn, and a routine that costs more asks
 * when it is called.
 */
#include "codegen_private.h"

#include "../base/arena.h"

static uint64_t cost_of_block(struct gen *, const struct block *);

static uint64_t plus(uint64_t a, uint64_t b)
{
    return a > GEN_ENDLESS - b ? GEN_ENDLESS : a + b;
}

static uint64_t times(uint64_t a, uint64_t b)
{
    uint64_t product;
    return a == GEN_ENDLESS || b == GEN_ENDLESS || __builtin_mul_overflow(a, b, &product) ? GEN_ENDLESS : product;
}

/* A copy, a comparison or a clearing of a value goes over all of its bytes. */
static uint64_t cost_of_value(const struct expr *e)
{
    const struct type *type = e && e->type ? type_of(e->type) : NULL;
    return type && !type_is_scalar(type) ? layout_size(type) / 64 : 0;
}

static uint64_t turns_of(const struct quantifier *q)
{
    if (q->multiset)
        return type_of(q->multiset->type)->slots;
    if (q->constant)
        return q->count;
    /* From the least that an end can be to the greatest, by at least one. */
    int64_t low = INT64_MAX, high = INT64_MIN;
    const struct expr *ends[] = {q->from, q->to};
    for (unsigned i = 0; i < 2; i++) {
        const struct type *type = ends[i]->constant ? NULL : type_of(ends[i]->type);
        int64_t least = type ? type->low : ends[i]->number, most = type ? type->high : ends[i]->number;
        low = least < low ? least : low;
        high = most > high ? most : high;
    }
    return plus((uint64_t)high - (uint64_t)low, 1);
}

static uint64_t cost_of_routine(struct gen *gen, const struct routine *routine)
{
    if (routine->external)
        return 1;
    if (routine->recursive)
        return GEN_ENDLESS;
    if (!gen->costs[routine->id])
        gen->costs[routine->id] = plus(1, cost_of_block(gen, &routine->body));
    return gen->costs[routine->id];
}

static uint64_t cost_of_expr(struct gen *gen, const struct expr *e)
{
    if (!e || e->constant)
        return 0;
    uint64_t cost = plus(1, cost_of_value(e));
    for (unsigned i = 0; i < e->argument_count; i++)
        cost = plus(cost, cost_of_expr(gen, e->arguments[i]));
    if (e->kind == EXPR_CALL)
        cost = plus(cost, cost_of_routine(gen, e->symbol->routine));
    uint64_t left = cost_of_expr(gen, e->left);
    cost = plus(cost, e->quantifier ? gen_loop_cost(e->quantifier, left) : left);
    return plus(plus(cost, cost_of_expr(gen, e->right)), cost_of_expr(gen, e->condition));
}

uint64_t gen_loop_cost(const struct quantifier *q, uint64_t body)
{
    return times(turns_of(q), plus(1, body));
}

static uint64_t cost_of_stmt(struct gen *gen, const struct stmt *s)
{
    uint64_t cost = plus(1, plus(cost_of_value(s->target), cost_of_value(s->value)));
    uint64_t body = plus(cost_of_block(gen, &s->body), cost_of_expr(gen, s->condition));
    if (s->kind == STMT_WHILE)
        return GEN_ENDLESS;
    cost = plus(cost, s->quantifier ? gen_loop_cost(s->quantifier, body) : body);
    cost = plus(cost, plus(cost_of_expr(gen, s->target), cost_of_expr(gen, s->value)));
    if (s->kind == STMT_PROPERTY)
        cost = plus(cost, cost_of_expr(gen, s->property->condition));
    if (s->otherwise)
        cost = plus(cost, cost_of_stmt(gen, s->otherwise));
    for (unsigned i = 0; i < s->alias_count; i++)
        cost = plus(cost, cost_of_expr(gen, s->aliases[i]->expr));
    for (unsigned i = 0; i < s->case_count; i++)
        cost = plus(cost, cost_of_block(gen, &s->cases[i].body));
    for (unsigned i = 0; i < s->case_count; i++)
        for (unsigned j = 0; j < s->cases[i].value_count; j++)
            cost = plus(cost, cost_of_expr(gen, s->cases[i].values[j]));
    return cost;
}

static uint64_t cost_of_block(struct gen *gen, const struct block *block)
{
    uint64_t cost = 0;
    for (unsigned i = 0; i < block->count; i++)
        cost = plus(cost, cost_of_stmt(gen, block->stmts[i]));
    return cost;
}

/* ---- asking ---- */

static bool is_long(uint64_t cost)
{
    return cost > GEN_LONG_COST;
}

/* On each turn of what may take long. */
static void poll(struct gen *gen)
{
    gen->polls++;
    gen_line(gen, "if (stops(x, k))");
    gen->indent++;
    gen_fault(gen, "FAULT_STOPPED");
    gen->indent--;
}

void gen_poll_for(struct gen *gen, const struct stmt *s)
{
    if (is_long(gen_loop_cost(s->quantifier, plus(cost_of_block(gen, &s->body), cost_of_expr(gen, s->condition)))))
        poll(gen);
}

void gen_poll_while(struct gen *gen)
{
    poll(gen);
}

void gen_poll_quantifier(struct gen *gen, const struct expr *e)
{
    if (is_long(gen_loop_cost(e->quantifier, cost_of_expr(gen, e->left))))
        poll(gen);
}

void gen_poll_routine(struct gen *gen, const struct routine *routine)
{
    if (is_long(cost_of_routine(gen, routine)))
        poll(gen);
}

/* ---- rules ---- */

/* A firing goes over the whole state, to copy and to pack it: some leaves take
 * as long as one step. */
static uint64_t cost_of_firing(const struct gen *gen)
{
    return gen->layout->leaf_count / 8;
}

/* Of one instance: what encloses it, its guard or condition, its body. */
static uint64_t cost_of_instance(struct gen *gen, const struct flat_rule *flat)
{
    uint64_t cost = flat->rule->property ? 1 : plus(1, cost_of_firing(gen));
    for (unsigned i = 0; i < flat->enclosing_count; i++)
        if (flat->enclosing[i].kind == RULE_ALIAS)
            cost = plus(cost, cost_of_expr(gen, flat->enclosing[i].alias->expr));
    cost = plus(cost, cost_of_expr(gen, flat->rule->guard));
    if (flat->rule->property)
        cost = plus(cost, cost_of_expr(gen, flat->rule->property->condition));
    return plus(cost, cost_of_block(gen, &flat->rule->body));
}

/* Of the loops over its parameters, from place `level` of what encloses it in. */
static uint64_t cost_within(struct gen *gen, const struct flat_rule *flat, unsigned level)
{
    uint64_t cost = cost_of_instance(gen, flat);
    for (unsigned i = flat->enclosing_count; i-- > level;)
        if (flat->enclosing[i].kind != RULE_ALIAS)
            cost = gen_loop_cost(flat->enclosing[i].quantifier, cost);
    return cost;
}

bool gen_is_long(struct gen *gen, const struct flat_rule *flat, unsigned level)
{
    return is_long(cost_within(gen, flat, level));
}

bool gen_rules_are_long(struct gen *gen)
{
    uint64_t cost = 0;
    for (unsigned i = 0; i < gen->program->rule_count; i++)
        cost = plus(cost, cost_within(gen, &gen->program->rules[i], 0));
    return is_long(cost);
}
