/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * lint.c - warnings for what is almost surely a mistake.
 *
 * A warning that is wrong is worse than none, hence two restraints.  What
 * depends on a named constant is never called constant: such constants are
 * switches and sizes.  And what an included file declares may go unused, if it
 * is no variable: libraries offer more than a model takes.
 */
#include "lint.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../base/die.h"

struct linter {
    struct diagnostics *diagnostics;
    const struct program *program;
    /* The parameters, locals and aliases in sight, outermost first. */
    const struct symbol **visible;
    unsigned visible_count, visible_capacity;
};

#define warn(l, ...) diagnostics_add((l)->diagnostics, SEVERITY_WARNING, __VA_ARGS__)

static void lint_expr(struct linter *, const struct expr *);
static void lint_block(struct linter *, const struct block *);

/* ---- names in sight ---- */

static const struct symbol *hidden_by(const struct linter *l, const struct symbol *symbol)
{
    for (unsigned i = l->visible_count; i-- > 0;)
        if (!strcmp(l->visible[i]->name, symbol->name))
            return l->visible[i];
    return NULL;
}

static void see(struct linter *l, const struct symbol *symbol)
{
    const struct symbol *hidden = hidden_by(l, symbol);
    if (hidden) {
        warn(l, symbol->place, NULL, "`%s` hides another `%s` around it", symbol->name, symbol->name);
        diagnostics_add(l->diagnostics, SEVERITY_NOTE, hidden->place, NULL, "this one is hidden");
    }
    if (l->visible_count == l->visible_capacity) {
        l->visible_capacity = l->visible_capacity ? 2 * l->visible_capacity : 64;
        l->visible = realloc(l->visible, l->visible_capacity * sizeof *l->visible);
        if (!l->visible)
            die_memory(l->visible_capacity * sizeof *l->visible);
    }
    l->visible[l->visible_count++] = symbol;
}

/* ---- questions about expressions ---- */

static bool quantifier_names_constant(const struct quantifier *);

/* Whether a named constant has a say in this, directly or through a type's bounds. */
static bool names_constant(const struct expr *e)
{
    if (!e)
        return false;
    if (e->kind == EXPR_NAME && e->symbol) {
        if (e->symbol->kind == SYMBOL_CONST)
            return true;
        if (e->symbol->kind == SYMBOL_ALIAS && names_constant(e->symbol->expr))
            return true;
    }
    for (unsigned i = 0; i < e->argument_count; i++)
        if (names_constant(e->arguments[i]))
            return true;
    return names_constant(e->condition) || names_constant(e->left) || names_constant(e->right)
        || (e->quantifier && quantifier_names_constant(e->quantifier));
}

static bool type_names_constant(const struct type *type)
{
    return type && type->kind == TYPE_RANGE && (names_constant(type->low_expr) || names_constant(type->high_expr));
}

static bool quantifier_names_constant(const struct quantifier *q)
{
    return names_constant(q->from) || names_constant(q->to) || names_constant(q->by)
        || type_names_constant(type_of(q->type));
}

/* The literal `true` or `false`. */
static bool is_literal(const struct linter *l, const struct expr *e, int64_t value)
{
    return e->kind == EXPR_NAME && e->symbol == l->program->boolean->members[value];
}

static bool surely_constant(const struct expr *e)
{
    return e->constant && !names_constant(e);
}

static bool same(const struct expr *a, const struct expr *b)
{
    if (!a || !b)
        return a == b;
    if (a->kind != b->kind || a->op != b->op || a->argument_count != b->argument_count || a->type != b->type)
        return false;
    switch (a->kind) {
    case EXPR_NUMBER:
        return a->number == b->number;
    case EXPR_NAME:
        return a->symbol == b->symbol;
    case EXPR_FIELD:
        return a->field == b->field && same(a->left, b->left);
    case EXPR_INDEX: case EXPR_UNARY: case EXPR_BINARY: case EXPR_CONDITIONAL: case EXPR_CONVERT:
        return same(a->condition, b->condition) && same(a->left, b->left) && same(a->right, b->right);
    default:
        return false; /* calls may differ; the rest is too rare */
    }
}

static bool is_pure(const struct expr *e)
{
    return !e || (e->kind != EXPR_CALL && is_pure(e->condition) && is_pure(e->left) && is_pure(e->right));
}

/* ---- expressions ---- */

static void lint_same_sides(struct linter *l, const struct expr *e)
{
    bool repeats = e->op == OP_IMPLIES || e->op == OP_OR || e->op == OP_AND || (e->op >= OP_EQUAL && e->op <= OP_GREATER_EQUAL)
                || e->op == OP_SUBTRACT || e->op == OP_DIVIDE || e->op == OP_MODULO;
    if (repeats && !e->left->constant && same(e->left, e->right) && is_pure(e->left))
        warn(l, e->place, NULL, "both sides are the same");
}

/* `x < 0` where x is 0..3, and the like: decided by the type alone. */
static void lint_comparison(struct linter *l, const struct expr *e)
{
    const struct expr *x = e->left, *number = e->right;
    enum op op = e->op;
    if (x->constant) {
        static const enum op turned[] = {
            [OP_EQUAL] = OP_EQUAL, [OP_NOT_EQUAL] = OP_NOT_EQUAL, [OP_LESS] = OP_GREATER,
            [OP_LESS_EQUAL] = OP_GREATER_EQUAL, [OP_GREATER] = OP_LESS, [OP_GREATER_EQUAL] = OP_LESS_EQUAL,
        };
        x = e->right;
        number = e->left;
        op = turned[op];
    }
    if (x->constant || !surely_constant(number) || x->type->kind != TYPE_RANGE || !x->type->low_expr
        || type_names_constant(x->type))
        return;
    int64_t low = x->type->low, high = x->type->high, n = number->number;
    bool never = (op == OP_EQUAL && (n < low || n > high)) || (op == OP_LESS && n <= low)
              || (op == OP_LESS_EQUAL && n < low) || (op == OP_GREATER && n >= high) || (op == OP_GREATER_EQUAL && n > high);
    bool always = (op == OP_NOT_EQUAL && (n < low || n > high)) || (op == OP_LESS && n > high)
               || (op == OP_LESS_EQUAL && n >= high) || (op == OP_GREATER && n < low) || (op == OP_GREATER_EQUAL && n <= low);
    if (never || always)
        warn(l, e->place, NULL, "this is always %s: the type is %" PRId64 "..%" PRId64, always ? "true" : "false", low, high);
}

/* A constant that its place, a range, can never take. */
static void lint_store(struct linter *l, const struct expr *value, const struct type *type, const char *what)
{
    if (type && type->kind == TYPE_RANGE && type->low_expr && surely_constant(value) && !type_names_constant(type)
        && (value->number < type->low || value->number > type->high))
        warn(l, value->place, NULL, "%s, %" PRId64 ", is outside %" PRId64 "..%" PRId64, what, value->number, type->low,
             type->high);
}

static void lint_quantifier(struct linter *l, const struct quantifier *q)
{
    if (q->from)
        lint_expr(l, q->from);
    if (q->to)
        lint_expr(l, q->to);
    if (q->by)
        lint_expr(l, q->by);
    if (q->multiset)
        lint_expr(l, q->multiset);
    see(l, q->symbol);
}

static void lint_quantified(struct linter *l, const struct expr *e)
{
    unsigned mark = l->visible_count;
    lint_quantifier(l, e->quantifier);
    lint_expr(l, e->left);
    l->visible_count = mark;
    if (e->kind == EXPR_MULTISETCOUNT && e->left->constant)
        return; /* the number of all elements */
    if (!e->quantifier->symbol->read)
        warn(l, e->quantifier->symbol->place, NULL, "`%s` is never used", e->quantifier->symbol->name);
    else if (e->kind == EXPR_EXISTS && e->left->kind == EXPR_BINARY && e->left->op == OP_IMPLIES)
        warn(l, e->left->place, "`exists ... do A & B end` says that one with A has B",
             "this holds as soon as one `%s` fails what stands before `->`", e->quantifier->symbol->name);
}

static void lint_expr(struct linter *l, const struct expr *e)
{
    if (!e)
        return;
    if (e->quantifier) {
        lint_quantified(l, e);
        return;
    }
    if (e->kind == EXPR_BINARY) {
        lint_same_sides(l, e);
        if (e->op >= OP_EQUAL && e->op <= OP_GREATER_EQUAL)
            lint_comparison(l, e);
    }
    if (e->kind == EXPR_INDEX && e->left->type->kind == TYPE_ARRAY)
        lint_store(l, e->right, type_of(e->left->type->index), "this index");
    lint_expr(l, e->condition);
    lint_expr(l, e->left);
    lint_expr(l, e->right);
    for (unsigned i = 0; i < e->argument_count; i++) {
        lint_store(l, e->arguments[i], type_of(e->symbol->routine->parameters[i]->type), "this argument");
        lint_expr(l, e->arguments[i]);
    }
}

static void lint_condition(struct linter *l, const struct expr *e, bool expected, const char *what)
{
    if (surely_constant(e) && !is_literal(l, e, expected))
        warn(l, e->place, NULL, "%s is always %s", what, e->number ? "true" : "false");
    else
        lint_expr(l, e);
}

/* ---- statements ---- */

static bool ends(const struct block *);

/* Whether what follows a statement can never run. */
static bool ends_stmt(const struct stmt *s)
{
    switch (s->kind) {
    case STMT_RETURN: case STMT_ERROR:
        return true;
    case STMT_PROPERTY:
        return s->property->kind == PROPERTY_ASSERT && s->property->condition->constant && !s->property->condition->number;
    case STMT_IF:
        for (; s; s = s->otherwise) {
            if (!ends(&s->body))
                return false;
            if (!s->condition)
                return true;
        }
        return false;
    case STMT_ALIAS:
        return ends(&s->body);
    case STMT_WHILE:
        return s->condition->constant && s->condition->number;
    case STMT_SWITCH: {
        uint64_t values = 0;
        bool otherwise = false;
        for (unsigned i = 0; i < s->case_count; i++) {
            if (!ends(&s->cases[i].body))
                return false;
            values += s->cases[i].value_count;
            otherwise |= !s->cases[i].value_count;
        }
        const struct type *type = s->value->type;
        return otherwise || values > (uint64_t)type->high - (uint64_t)type->low;
    }
    default:
        return false;
    }
}

static bool ends(const struct block *block)
{
    for (unsigned i = 0; i < block->count; i++)
        if (ends_stmt(block->stmts[i]))
            return true;
    return false;
}

static bool repeated(const struct stmt *s, unsigned branch, unsigned value)
{
    const struct expr *e = s->cases[branch].values[value];
    for (unsigned i = 0; i <= branch; i++)
        for (unsigned k = 0; k < (i == branch ? value : s->cases[i].value_count); k++) {
            const struct expr *other = s->cases[i].values[k];
            if (e->constant && other->constant && e->number == other->number && !names_constant(e) && !names_constant(other))
                return true;
        }
    return false;
}

static void lint_switch(struct linter *l, const struct stmt *s)
{
    lint_expr(l, s->value);
    for (unsigned i = 0; i < s->case_count; i++) {
        for (unsigned k = 0; k < s->cases[i].value_count; k++) {
            if (repeated(s, i, k))
                warn(l, s->cases[i].values[k]->place, NULL, "this value has a case already, and the first one wins");
            lint_store(l, s->cases[i].values[k], s->value->type, "this case");
            lint_expr(l, s->cases[i].values[k]);
        }
        lint_block(l, &s->cases[i].body);
    }
}

static void lint_if(struct linter *l, const struct stmt *s)
{
    for (; s; s = s->otherwise) {
        if (s->condition)
            lint_condition(l, s->condition, true, "this condition");
        lint_block(l, &s->body);
    }
}

static void lint_aliases(struct linter *l, struct symbol **aliases, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        lint_expr(l, aliases[i]->expr);
        see(l, aliases[i]);
        if (!aliases[i]->read && !aliases[i]->written)
            warn(l, aliases[i]->place, NULL, "alias `%s` is never used", aliases[i]->name);
    }
}

static void lint_assign(struct linter *l, const struct stmt *s)
{
    lint_expr(l, s->target);
    lint_expr(l, s->value);
    lint_store(l, s->value, s->target->type, "the value assigned");
    if (same(s->target, s->value) && is_pure(s->target))
        warn(l, s->place, NULL, "this assigns a variable to itself");
}

static void lint_stmt(struct linter *l, const struct stmt *s)
{
    unsigned mark = l->visible_count;
    switch (s->kind) {
    case STMT_ASSIGN:
        lint_assign(l, s);
        break;
    case STMT_IF:
        lint_if(l, s);
        break;
    case STMT_SWITCH:
        lint_switch(l, s);
        break;
    case STMT_FOR:
        lint_quantifier(l, s->quantifier);
        lint_block(l, &s->body);
        break;
    case STMT_WHILE:
        lint_condition(l, s->condition, true, "this condition");
        lint_block(l, &s->body);
        break;
    case STMT_ALIAS:
        lint_aliases(l, s->aliases, s->alias_count);
        lint_block(l, &s->body);
        break;
    case STMT_MULTISET_REMOVEPRED:
        lint_quantifier(l, s->quantifier);
        lint_expr(l, s->condition);
        break;
    case STMT_PROPERTY: case STMT_ERROR:
        lint_expr(l, s->property->condition);
        break;
    case STMT_CALL: case STMT_CLEAR: case STMT_UNDEFINE: case STMT_PUT: case STMT_RETURN:
    case STMT_MULTISET_ADD: case STMT_MULTISET_REMOVE:
        lint_expr(l, s->target);
        lint_expr(l, s->value);
        break;
    }
    l->visible_count = mark;
}

static void lint_block(struct linter *l, const struct block *block)
{
    for (unsigned i = 0; i < block->count; i++) {
        lint_stmt(l, block->stmts[i]);
        if (i + 1 < block->count && ends_stmt(block->stmts[i])) {
            warn(l, block->stmts[i + 1]->place, NULL, "this never runs: what stands before it returns or fails");
            return;
        }
    }
}

/* ---- declarations ---- */

static void lint_variable(struct linter *l, const struct symbol *s)
{
    if (!s->read && !s->written)
        warn(l, s->place, NULL, "variable `%s` is never used", s->name);
    else if (!s->read)
        warn(l, s->place, NULL, "variable `%s` is written and never read", s->name);
    else if (!s->written)
        warn(l, s->place, NULL, "variable `%s` is read and never written: it is always undefined", s->name);
}

static void lint_locals(struct linter *l, struct decl **decls, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        const struct symbol *symbol = decls[i]->symbol;
        if (decls[i]->kind == DECL_VARIABLE) {
            see(l, symbol);
            lint_variable(l, symbol);
        }
    }
}

static void lint_routine(struct linter *l, const struct routine *routine)
{
    unsigned mark = l->visible_count;
    for (unsigned i = 0; i < routine->parameter_count; i++)
        see(l, routine->parameters[i]);
    lint_locals(l, routine->decls, routine->decl_count);
    lint_block(l, &routine->body);
    if (routine->result && !routine->external && !ends(&routine->body))
        warn(l, routine->place, NULL, "function `%s` can end without returning a value", routine->name);
    l->visible_count = mark;
}

static bool member_used(const struct type *type)
{
    for (unsigned i = 0; type->kind == TYPE_ENUM && i < type->member_count; i++)
        if (type->members[i]->read)
            return true;
    return false;
}

static void lint_decl(struct linter *l, const struct decl *decl)
{
    const struct symbol *s = decl->symbol;
    bool own = decl->place.source == l->program->source;
    switch (decl->kind) {
    case DECL_TYPE:
        if (own && !s->read && !member_used(s->type))
            warn(l, s->place, NULL, "type `%s` is never used", s->name);
        break;
    case DECL_CONST:
        if (own && !s->read)
            warn(l, s->place, NULL, "constant `%s` is never used", s->name);
        break;
    case DECL_VARIABLE:
        lint_variable(l, s);
        break;
    case DECL_ROUTINE:
        if (own && !s->read)
            warn(l, s->place, NULL, "%s `%s` is never called", s->routine->result ? "function" : "procedure", s->name);
        lint_routine(l, s->routine);
        break;
    case DECL_RULE: case DECL_INCLUDE:
        break;
    }
}

/* ---- rules ---- */

static void lint_rule(struct linter *l, const struct rule *rule)
{
    unsigned mark = l->visible_count;
    for (unsigned i = 0; i < rule->quantifier_count; i++) {
        const struct symbol *symbol = rule->quantifiers[i]->symbol;
        lint_quantifier(l, rule->quantifiers[i]);
        if (!symbol->read)
            warn(l, symbol->place, "each of its values gives the same rules again", "parameter `%s` is never used",
                 symbol->name);
    }
    lint_aliases(l, rule->aliases, rule->alias_count);
    if (rule->guard)
        lint_condition(l, rule->guard, true, "this guard");
    for (unsigned i = 0; rule->property && rule->property->formula && i < rule->property->formula->atom_count; i++)
        if (rule->property->formula->atoms[i]->condition)
            lint_condition(l, rule->property->formula->atoms[i]->condition, true, "this condition");
    if (rule->property && rule->property->condition && !rule->property->formula)
        lint_condition(l, rule->property->condition, true, "this property");
    lint_locals(l, rule->decls, rule->decl_count);
    lint_block(l, &rule->body);
    for (unsigned i = 0; i < rule->rule_count; i++)
        lint_rule(l, rule->rules[i]);
    l->visible_count = mark;
}

/* The first says what comes of it. */
static void lint_slots(struct linter *l)
{
    for (unsigned i = 0; i < l->program->slot_use_count; i++) {
        const struct slot_use *use = l->program->slot_uses[i];
        warn(l, use->place, i ? NULL : "for soundness, states are not reduced by the order of this multiset's slots",
             "the order of a multiset's slots can matter here, for `%s`: %s", use->name, use->why);
    }
}

static void lint_scalarsets(struct linter *l)
{
    for (unsigned i = 0; i < l->program->scalarset_count; i++) {
        const struct type *set = l->program->scalarsets[i];
        if (set->asymmetry)
            warn(l, set->asymmetry_place, "for soundness, states that differ by exchanging its elements are visited one by one",
                 "scalarset `%s` is not shown symmetric: %s", set->name, set->asymmetry);
    }
}

void lint_program(struct diagnostics *diagnostics, struct program *program)
{
    struct linter l = { .diagnostics = diagnostics, .program = program };
    lint_slots(&l);
    lint_scalarsets(&l);
    for (unsigned i = 0; i < program->decl_count; i++) {
        if (program->decls[i]->kind == DECL_RULE)
            lint_rule(&l, program->decls[i]->rule);
        else
            lint_decl(&l, program->decls[i]);
    }
    if (!program->rule_count)
        warn(&l, (struct place){ 0 }, NULL, "%s has no rules", program->source->path);
    free(l.visible);
}
