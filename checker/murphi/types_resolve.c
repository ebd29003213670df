/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * types_resolve.c - constants and types, in whatever order they are declared.
 *
 * A constant or a type is resolved when it is first used; its own definition may
 * use others, which are resolved in turn.
 */
#include "types_override.h"
#include "types_private.h"

static bool resolve_constant(struct checker *c, struct symbol *symbol)
{
    if (symbol->type)
        return true;
    struct type *type = types_expr(c, symbol->expr);
    if (!type || !types_constant(c, symbol->expr, "the value of a constant"))
        return false;
    symbol->value = symbol->expr->number;
    symbol->type = types_is_integer(type) ? c->program->integer : type;
    struct constant_override *override = types_override_find(c, symbol);
    if (!override)
        return true;
    override->used = true;
    return types_override_apply(c, symbol, override);
}

static bool resolve_type(struct checker *c, struct symbol *symbol)
{
    if (!symbol->type)
        return false;
    if (symbol->type->kind != TYPE_NAMED && !symbol->type->name)
        symbol->type->name = symbol->name;
    return types_resolve(c, symbol->type);
}

static bool is_resolved(const struct symbol *symbol)
{
    const struct type *type = type_of(symbol->type);
    return type && (symbol->kind == SYMBOL_CONST || type->leaves);
}

/* A definition that was refused is not tried again, so each costs no more than its own length. */
bool types_resolve_symbol(struct checker *c, struct symbol *symbol, struct place place)
{
    if (symbol->resolving) {
        types_error(c, place, NULL, "the definition of `%s` leads back to itself", symbol->name);
        return false;
    }
    if (symbol->refused || is_resolved(symbol))
        return !symbol->refused;
    if (c->resolving >= RESOLVING_LIMIT) {
        types_error(c, place, "declare it after what it uses", "`%s` is defined through too many other names",
                    symbol->name);
        return false;
    }
    symbol->resolving = true;
    c->resolving++;
    bool good = symbol->kind == SYMBOL_CONST ? resolve_constant(c, symbol) : resolve_type(c, symbol);
    c->resolving--;
    symbol->resolving = false;
    symbol->refused = !good;
    return good;
}
