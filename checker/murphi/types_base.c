/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * types_base.c - names: scopes, what a name stands for, what an expression names.
 */
#include "types_base.h"

#include <strings.h>

#include "types_private.h"
#include "uses.h"

const char *types_kind_name(const struct symbol *symbol)
{
    switch (symbol->kind) {
    case SYMBOL_CONST: return "a constant";
    case SYMBOL_TYPE: return "a type";
    case SYMBOL_MEMBER: return "an enum's member";
    case SYMBOL_VARIABLE: return "a variable";
    case SYMBOL_LOCAL: return "a local variable";
    case SYMBOL_PARAMETER: return symbol->by_reference ? "a parameter" : "a parameter passed by value";
    case SYMBOL_QUANTIFIER: return "the parameter of a loop or ruleset";
    case SYMBOL_ALIAS: return "an alias";
    case SYMBOL_ROUTINE: return symbol->routine && symbol->routine->result ? "a function" : "a procedure";
    }
    return "a name";
}

void types_open(struct checker *c)
{
    c->scope = scope_open(c->arena, c->scope);
}

void types_close(struct checker *c)
{
    c->scope = scope_close(c->scope);
}

void types_declare(struct checker *c, struct symbol *symbol)
{
    symbol->id = c->program->symbol_count++;
    struct symbol *other = scope_add(c->arena, c->scope, symbol);
    uses_note_declaration(c->arena, c->program, symbol);
    if (!other)
        return;
    types_error(c, symbol->place, NULL, "`%s` is declared already, as %s", symbol->name, types_kind_name(other));
    if (other->place.source)
        diagnostics_add(c->diagnostics, SEVERITY_NOTE, other->place, NULL, "`%s` is declared here", symbol->name);
}

struct symbol *types_lookup(struct checker *c, const char *name, struct place place)
{
    struct symbol *symbol = scope_find(c->scope, name);
    if (symbol) {
        uses_note(c->arena, c->program, place, false, symbol);
        return symbol;
    }
    /* Comparing with every name is for the errors that will be shown. */
    const char *near = diagnostics_errors(c->diagnostics) < HINTED_ERRORS ? scope_nearest(c->scope, name) : NULL;
    const char *hint = near ? arena_format(c->arena, "did you mean `%s`?", near) : NULL;
    if (!strcasecmp(name, "undefined") && c->dialect != DIALECT_CMURPHI)
        hint = "--dialect cmurphi assigns and passes `undefined`";
    types_error(c, place, hint, "`%s` is not declared", name);
    return NULL;
}

struct symbol *types_root(const struct expr *e)
{
    while (e->kind == EXPR_FIELD || e->kind == EXPR_INDEX)
        e = e->left;
    if (e->kind != EXPR_NAME || !e->symbol)
        return NULL;
    if (e->symbol->kind == SYMBOL_ALIAS && e->symbol->by_reference)
        return types_root(e->symbol->expr);
    return e->symbol;
}

const struct expr *types_scalar_variable(const struct expr *e)
{
    while (e->kind == EXPR_CONVERT)
        e = e->left;
    bool variable = e->designator && !e->constant && type_is_scalar(e->type);
    if (e->kind == EXPR_NAME)
        variable &= e->symbol->kind != SYMBOL_QUANTIFIER && (e->symbol->kind != SYMBOL_ALIAS || e->symbol->by_reference);
    return variable ? e : NULL;
}
