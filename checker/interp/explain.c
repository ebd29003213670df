/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * explain.c - see explain.h.
 */
#include "explain.h"

#include <string.h>

#include "evaluate.h"

struct explaining {
    struct interp *in;
    const struct explain_lines *lines;
    const struct flat_rule *rule;
    struct text bindings; /* that no line has told yet */
};

static void explain(struct explaining *, const struct expr *, bool truth);

static void put_line(struct explaining *x, struct text *line)
{
    x->lines->line(x->lines->data, line->bytes);
    text_free(line);
}

/* "p = Process_1" */
static void put_binding(struct explaining *x, const struct symbol *symbol)
{
    text_format(&x->bindings, "%s%s = ", x->bindings.length ? ", " : "", symbol->name);
    interp_print_leaves(type_of(symbol->type), x->in->slots[symbol->id], &x->bindings);
}

/* What in an expression has a value that its text does not say: a place in the state, a call. */
static void put_values(struct explaining *x, const struct expr *e, struct text *line)
{
    bool told = e && e->kind == EXPR_NAME && e->symbol && e->symbol->kind == SYMBOL_QUANTIFIER;
    if (!e || e->constant || e->kind == EXPR_NUMBER || told)
        return;
    if (e->designator || e->kind == EXPR_CALL || e->kind == EXPR_MULTISETCOUNT) {
        if (!type_is_scalar(e->type) || e->type->kind == TYPE_BOOLEAN)
            return;
        text_put(line, line->length ? ", " : "");
        x->lines->write(x->lines->data, line, e);
        text_put(line, " is ");
        interp_print_leaves(e->type, evaluate_value(x->in, e), line);
        return;
    }
    if (e->kind == EXPR_FORALL || e->kind == EXPR_EXISTS || e->kind == EXPR_ISUNDEFINED)
        return;
    put_values(x, e->condition, line);
    put_values(x, e->left, line);
    put_values(x, e->right, line);
}

/* A part that is not taken apart further. */
static void put_part(struct explaining *x, const struct expr *e, bool truth)
{
    struct text line = {0}, values = {0};
    if (x->bindings.length)
        put_line(x, &x->bindings);
    x->lines->write(x->lines->data, &line, e);
    text_put(&line, truth ? " is true" : " is false");
    put_values(x, e, &values);
    for (unsigned i = 0; e->kind == EXPR_CALL && i < e->argument_count; i++)
        put_values(x, e->arguments[i], &values);
    if (values.length)
        text_format(&line, ": %s", values.bytes);
    text_free(&values);
    put_line(x, &line);
}

/* The first value for which the body is `truth`, and why it is. */
static void explain_quantified(struct explaining *x, const struct expr *e, bool truth)
{
    struct interp *in = x->in;
    const struct symbol *symbol = e->quantifier->symbol;
    struct mark mark = evaluate_mark(in);
    int64_t **slot = &in->slots[symbol->id], *outer = *slot, *room = evaluate_room(in, 1);
    struct walk walk = evaluate_walk(in, e->quantifier);
    *slot = room;
    while (evaluate_next(&walk, room)) {
        if (walk.slots)
            evaluate_hold_slot(in, symbol, walk.slots + (size_t)*room * walk.stride);
        if ((evaluate_scalar(in, e->left) != 0) != truth)
            continue;
        if (!walk.slots)
            put_binding(x, symbol);
        explain(x, e->left, truth);
        break;
    }
    *slot = outer;
    evaluate_release(in, mark);
}

/* An and that is true, an or that is false: both sides.  Else the first that decides. */
static void explain_sides(struct explaining *x, const struct expr *e, bool truth, bool both)
{
    bool left = evaluate_scalar(x->in, e->left) != 0;
    if (both || left == truth)
        explain(x, e->left, truth);
    if (both || left != truth)
        explain(x, e->right, truth);
}

static void explain_implies(struct explaining *x, const struct expr *e, bool truth)
{
    bool left = evaluate_scalar(x->in, e->left) != 0;
    if (!truth || !left)
        explain(x, e->left, left);
    if (left)
        explain(x, e->right, truth);
}

static void explain(struct explaining *x, const struct expr *e, bool truth)
{
    if ((e->kind == EXPR_FORALL && !truth) || (e->kind == EXPR_EXISTS && truth)) {
        explain_quantified(x, e, truth);
    } else if (e->kind == EXPR_UNARY && e->op == OP_NOT) {
        explain(x, e->left, !truth);
    } else if (e->kind == EXPR_BINARY && e->op == OP_AND) {
        explain_sides(x, e, truth, truth);
    } else if (e->kind == EXPR_BINARY && e->op == OP_OR) {
        explain_sides(x, e, truth, !truth);
    } else if (e->kind == EXPR_BINARY && e->op == OP_IMPLIES) {
        explain_implies(x, e, truth);
    } else if (e->kind == EXPR_CONDITIONAL) {
        bool first = evaluate_scalar(x->in, e->condition) != 0;
        explain(x, e->condition, first);
        explain(x, first ? e->left : e->right, truth);
    } else {
        put_part(x, e, truth);
    }
}

static void explain_bound(struct interp *in, void *data)
{
    struct explaining *x = data;
    const struct expr *condition = x->rule->rule->property->condition;
    explain(x, condition, evaluate_scalar(in, condition) != 0);
}

enum interp_status explain_property(struct interp *in, const struct flat_rule *rule, uint64_t instance, const int64_t *state,
                                    const struct explain_lines *lines)
{
    struct explaining x = {.in = in, .lines = lines, .rule = rule};
    enum interp_status status = interp_within(in, rule, instance, state, explain_bound, &x);
    text_free(&x.bindings);
    return status;
}

/* Whether evaluating it twice is as evaluating it once. */
static bool is_repeatable(const struct expr *e)
{
    if (!e)
        return true;
    if (e->kind == EXPR_CALL && e->symbol->routine->writes_state)
        return false;
    for (unsigned i = 0; e->kind == EXPR_CALL && i < e->argument_count; i++)
        if (!is_repeatable(e->arguments[i]) || (e->symbol->routine->parameters[i]->by_reference && e->symbol->routine->parameters[i]->written))
            return false;
    return is_repeatable(e->condition) && is_repeatable(e->left) && is_repeatable(e->right);
}

/* A part that was not evaluated may fail where its value is told: then no more is. */
static void explain_as_far(struct explaining *x, const struct expr *condition)
{
    jmp_buf outer;
    memcpy(&outer, &x->in->escape, sizeof outer);
    if (!setjmp(x->in->escape))
        explain(x, condition, false);
    memcpy(&x->in->escape, &outer, sizeof outer);
}

void explain_assertion(struct interp *in, const struct property *property, const struct explain_lines *lines)
{
    struct explaining x = {.in = in, .lines = lines};
    if (is_repeatable(property->condition))
        explain_as_far(&x, property->condition);
    text_free(&x.bindings);
}
