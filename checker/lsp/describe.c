/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * describe.c - see describe.h.
 */
#include "describe.h"

#include <inttypes.h>
#include <stdbool.h>

#include "../rewrite/format.h"

enum { SHOWN_LENGTH = 400 }; /* of a type, an expression: a hover is read at a glance */

static void put_limited(struct text *text, struct text *part)
{
    bool cut = part->length > SHOWN_LENGTH;
    text_add(text, part->bytes ? part->bytes : "", cut ? SHOWN_LENGTH : part->length);
    if (cut)
        text_put(text, " ...");
    text_free(part);
}

static void put_expr(struct text *text, const struct expr *expr)
{
    struct text part = {0};
    format_expr(&part, expr);
    put_limited(text, &part);
}

/* What the checker made for itself was never written. */
static bool was_written(const struct type *type)
{
    return type->kind == TYPE_RANGE ? type->low_expr && type->high_expr : type->place.source != NULL;
}

static void put_type(struct text *text, const struct type *type)
{
    struct text part = {0};
    if (!type)
        text_put(text, "?");
    else if (type->name)
        text_put(text, type->name);
    else if (was_written(type))
        format_type(&part, type);
    else if (type->kind == TYPE_RANGE && type->low > INT64_MIN)
        text_format(text, "%" PRId64 "..%" PRId64, type->low, type->high);
    else
        text_put(text, type->kind == TYPE_BOOLEAN ? "boolean" : "integer");
    put_limited(text, &part);
}

/* The definition of a type that has a name. */
static void put_definition(struct text *text, const struct type *type)
{
    struct type unnamed = *type;
    if (type->kind != TYPE_NAMED)
        unnamed.name = NULL;
    if (was_written(type))
        put_type(text, &unnamed);
    else
        put_type(text, type);
}

static void put_parameters(struct text *text, const struct routine *routine)
{
    for (unsigned i = 0; i < routine->parameter_count; i++) {
        const struct symbol *parameter = routine->parameters[i];
        text_format(text, "%s%s%s: ", i ? "; " : "", parameter->by_reference ? "var " : "", parameter->name);
        put_type(text, parameter->type);
    }
}

static void put_routine(struct text *text, const struct symbol *symbol)
{
    const struct routine *routine = symbol->routine;
    text_format(text, "%s%s %s(", routine->external ? "external " : "", routine->result ? "function" : "procedure", symbol->name);
    put_parameters(text, routine);
    text_put(text, ")");
    if (routine->result) {
        text_put(text, ": ");
        put_type(text, routine->result);
    }
}

static void put_typed(struct text *text, const char *word, const char *name, const struct type *type)
{
    text_format(text, "%s%s: ", word, name);
    put_type(text, type);
}

static void put_symbol(struct text *text, const struct symbol *symbol)
{
    struct text part = {0};
    switch (symbol->kind) {
    case SYMBOL_CONST:
        text_format(text, "const %s: ", symbol->name);
        if (symbol->expr)
            put_expr(text, symbol->expr);
        break;
    case SYMBOL_TYPE:
        text_format(text, "type %s: ", symbol->name);
        if (symbol->type)
            put_definition(text, symbol->type);
        break;
    case SYMBOL_MEMBER:
        put_typed(text, "", symbol->name, symbol->type);
        break;
    case SYMBOL_VARIABLE:
        put_typed(text, "var ", symbol->name, symbol->type);
        break;
    case SYMBOL_LOCAL:
        put_typed(text, "var ", symbol->name, symbol->type);
        text_put(text, "  -- local");
        break;
    case SYMBOL_PARAMETER:
        put_typed(text, symbol->by_reference ? "var " : "", symbol->name, symbol->type);
        text_put(text, "  -- parameter");
        break;
    case SYMBOL_QUANTIFIER:
        if (symbol->quantifier)
            format_quantifier(&part, symbol->quantifier);
        put_limited(text, &part);
        break;
    case SYMBOL_ALIAS:
        text_format(text, "alias %s: ", symbol->name);
        if (symbol->expr)
            put_expr(text, symbol->expr);
        break;
    case SYMBOL_ROUTINE:
        put_routine(text, symbol);
        break;
    }
}

void describe_declaration(struct text *text, const struct name_use *use)
{
    if (use->symbol)
        put_symbol(text, use->symbol);
    else
        put_typed(text, ".", use->field->name, use->field->type);
}

/* ---- more ---- */

static void put_value(struct text *text, const struct type *type, int64_t value)
{
    type = type_of((struct type *)type);
    bool member = type && (type->kind == TYPE_ENUM || type->kind == TYPE_BOOLEAN) && value >= 0 && value < type->member_count;
    if (member)
        text_put(text, type->members[value]->name);
    else
        text_format(text, "%" PRId64, value);
}

/* Its values, or how large it is. */
static void put_extent(struct text *text, const struct type *type)
{
    type = type_of((struct type *)type);
    if (!type || !type->leaves || (type->kind == TYPE_RANGE && type->low == INT64_MIN))
        return;
    if (!type_is_scalar(type)) {
        text_format(text, "%u scalar%s", type->leaves, type->leaves == 1 ? "" : "s");
        return;
    }
    put_value(text, type, type->low);
    if (type->high != type->low) {
        text_put(text, "..");
        put_value(text, type, type->high);
    }
    uint64_t count = (uint64_t)type->high - (uint64_t)type->low + 1;
    text_format(text, ": %" PRIu64 " value%s", count, count == 1 ? "" : "s");
    if (type->kind == TYPE_SCALARSET && type->scalarset >= 0)
        text_put(text, type->asymmetry ? ", not shown symmetric" : ", symmetric");
}

void describe_more(struct text *text, const struct name_use *use)
{
    const struct symbol *symbol = use->symbol;
    if (symbol && symbol->kind == SYMBOL_CONST && symbol->type) {
        text_put(text, "= ");
        put_value(text, symbol->type, symbol->value);
    } else if (symbol && symbol->kind == SYMBOL_MEMBER) {
        text_format(text, "value %" PRId64, symbol->value);
    } else if (!symbol || symbol->kind != SYMBOL_ROUTINE) {
        put_extent(text, symbol ? symbol->type : use->field->type);
    }
}
