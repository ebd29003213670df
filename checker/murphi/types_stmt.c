/* SPDX-License-Identifier: BSD-2-Clause */
/* types_stmt.c - check statements, local declarations and the bodies of routines. */
#include "types_base.h"
#include "types_compare.h"
#include "types_private.h"

static void check_stmt(struct checker *, struct stmt *);

void types_block(struct checker *c, struct block *block)
{
    for (unsigned i = 0; i < block->count; i++)
        check_stmt(c, block->stmts[i]);
}

static struct stmt *new_stmt(struct checker *c, enum stmt_kind kind, struct place place)
{
    struct stmt *s = arena_alloc(c->arena, sizeof *s);
    s->kind = kind;
    s->place = place;
    return s;
}

/* As CMurphi does it, `x := y` becomes if isundefined(y) then undefine x else x := y end. */
static void copy_undefined(struct checker *c, struct stmt *s, const struct expr *variable)
{
    struct expr *condition = arena_alloc(c->arena, sizeof *condition);
    *condition = (struct expr){ .kind = EXPR_ISUNDEFINED, .place = variable->place, .left = (struct expr *)variable,
                                .height = variable->height + 1, .type = c->program->boolean };
    struct stmt *assign = new_stmt(c, STMT_ASSIGN, s->place), *otherwise = new_stmt(c, STMT_IF, s->place);
    struct stmt *undefine = new_stmt(c, STMT_UNDEFINE, s->place);
    assign->target = undefine->target = s->target;
    assign->value = s->value;
    ARENA_PUSH(c->arena, otherwise->body.stmts, otherwise->body.count, assign);
    *s = (struct stmt){ .kind = STMT_IF, .place = s->place, .condition = condition, .otherwise = otherwise };
    ARENA_PUSH(c->arena, s->body.stmts, s->body.count, undefine);
}

static void check_assign(struct checker *c, struct stmt *s)
{
    struct type *target = types_writable(c, s->target, "assigned to");
    struct type *value = types_expr(c, s->value);
    if (!target || !value || !types_coerce(c, &s->value, target, "the value assigned"))
        return;
    const struct expr *variable = types_scalar_variable(s->value);
    if (c->dialect == DIALECT_CMURPHI && variable)
        copy_undefined(c, s, variable);
}

static void check_if(struct checker *c, struct stmt *s)
{
    for (; s; s = s->otherwise) {
        if (s->condition)
            types_condition(c, &s->condition, "what follows `if`");
        types_block(c, &s->body);
    }
}

/* A case compares, and so may not fail to convert. */
static bool always_converts(const struct type *from, const struct type *to)
{
    if (from->kind != TYPE_UNION || types_equal(from, to))
        return true;
    for (unsigned i = 0; i < from->part_count; i++)
        if (to->kind != TYPE_UNION || !types_is_part(to, type_of(from->parts[i])))
            return false;
    return true;
}

static void check_case(struct checker *c, struct stmt *s, struct switch_case *branch)
{
    for (unsigned i = 0; i < branch->value_count; i++) {
        struct type *value = types_expr(c, branch->values[i]), *type = s->value->type;
        if (value && type && !always_converts(value, type))
            types_error(c, branch->values[i]->place, "compare with if and `=` instead",
                        "this case is %s, more than the %s of the switch", types_describe(c, value),
                        types_describe(c, type));
        else if (value && type)
            types_coerce(c, &branch->values[i], type, "this case");
    }
    types_block(c, &branch->body);
}

static void check_switch(struct checker *c, struct stmt *s)
{
    struct type *type = types_expr(c, s->value);
    if (type && !type_is_scalar(type)) {
        types_error(c, s->value->place, NULL, "switch takes a scalar; this is %s", types_describe(c, type));
        s->value->type = NULL;
    }
    for (unsigned i = 0; i < s->case_count; i++)
        check_case(c, s, &s->cases[i]);
}

static void check_for(struct checker *c, struct stmt *s)
{
    types_quantifier(c, s->quantifier);
    types_block(c, &s->body);
    types_close(c);
}

static void check_alias(struct checker *c, struct stmt *s)
{
    for (unsigned i = 0; i < s->alias_count; i++)
        types_alias(c, s->aliases[i]);
    types_block(c, &s->body);
    for (unsigned i = 0; i < s->alias_count; i++)
        types_close(c);
}

static void check_return(struct checker *c, struct stmt *s)
{
    struct type *value = s->value ? types_expr(c, s->value) : NULL;
    if (!c->routine || !c->routine->result) {
        if (s->value)
            types_error(c, s->value->place, NULL, "%s returns no value", c->routine ? "a procedure" : "a rule");
        return;
    }
    if (!s->value)
        types_error(c, s->place, NULL, "function `%s` returns a value of %s", c->routine->name,
                    types_describe(c, type_of(c->routine->result)));
    else if (value)
        types_coerce(c, &s->value, type_of(c->routine->result), "the value returned");
}

void types_local_property(struct checker *c, struct property *property)
{
    const char *outer = c->pure;
    if (property->kind == PROPERTY_LIVENESS)
        types_error(c, property->place, "write it outside, between the rules",
                    "liveness is a property of the whole model, not of one step");
    c->pure = "a property";
    if (property->condition)
        types_condition(c, &property->condition, "a property");
    c->pure = outer;
}

static struct type *check_multiset(struct checker *c, struct stmt *s, const char *what)
{
    struct type *type = types_writable(c, s->target, what);
    if (type && type->kind != TYPE_MULTISET) {
        types_error(c, s->target->place, NULL, "a multiset is expected here; this is %s", types_describe(c, type));
        return NULL;
    }
    return type;
}

static void check_multiset_add(struct checker *c, struct stmt *s)
{
    struct type *type = check_multiset(c, s, "added to");
    if (types_expr(c, s->value) && type)
        types_coerce(c, &s->value, type_of(type->element), "the element added");
}

/* The scalarset that clearing a value of the type would take an element of. */
static const struct type *cleared_scalarset(const struct type *type)
{
    const struct type *found = NULL;
    type = type_of((struct type *)type);
    if (type->kind == TYPE_SCALARSET && type->scalarset >= 0)
        return type;
    if (type->kind == TYPE_ARRAY)
        return cleared_scalarset(type->element);
    for (unsigned i = 0; type->kind == TYPE_UNION && i < type->part_count && !found; i++)
        found = cleared_scalarset(type->parts[i]);
    for (unsigned i = 0; type->kind == TYPE_RECORD && i < type->field_count && !found; i++)
        found = cleared_scalarset(type->fields[i].type);
    return found;
}

static void check_clear(struct checker *c, struct stmt *s)
{
    struct type *type = types_writable(c, s->target, "cleared");
    const struct type *set = type ? cleared_scalarset(type) : NULL;
    if (set && type_of(type) == set)
        types_error(c, s->place, "undefine it, or assign an element", "`clear` gives the least value, but the elements of a scalarset have no order");
    else if (set)
        types_error(c, s->place, "clear its other parts one by one, and undefine these, or assign elements",
                    "`clear` gives the least value, but this holds elements of scalarset `%s`, which have no order",
                    set->name ? set->name : "scalarset");
}

static void check_multiset_removepred(struct checker *c, struct stmt *s)
{
    /* The multiset is the quantifier's; it is written here, read there. */
    struct expr *multiset = s->quantifier->multiset;
    types_quantifier(c, s->quantifier);
    types_condition(c, &s->condition, "what multisetremovepred asks");
    types_close(c);
    if (multiset->type)
        types_writable(c, multiset, "removed from");
}

static void check_stmt(struct checker *c, struct stmt *s)
{
    struct type *multiset;
    switch (s->kind) {
    case STMT_ASSIGN:
        check_assign(c, s);
        break;
    case STMT_IF:
        check_if(c, s);
        break;
    case STMT_SWITCH:
        check_switch(c, s);
        break;
    case STMT_FOR:
        check_for(c, s);
        break;
    case STMT_WHILE:
        types_condition(c, &s->condition, "what follows `while`");
        types_block(c, &s->body);
        break;
    case STMT_ALIAS:
        check_alias(c, s);
        break;
    case STMT_CALL:
        s->value->type = types_call(c, s->value, true);
        break;
    case STMT_CLEAR:
        check_clear(c, s);
        break;
    case STMT_UNDEFINE:
        types_writable(c, s->target, "undefined");
        break;
    case STMT_PUT:
        if (s->value)
            types_expr(c, s->value);
        break;
    case STMT_PROPERTY: case STMT_ERROR:
        types_local_property(c, s->property);
        break;
    case STMT_RETURN:
        check_return(c, s);
        break;
    case STMT_MULTISET_ADD:
        check_multiset_add(c, s);
        break;
    case STMT_MULTISET_REMOVE:
        multiset = check_multiset(c, s, "removed from");
        if (multiset)
            types_slot(c, s->value, multiset);
        break;
    case STMT_MULTISET_REMOVEPRED:
        check_multiset_removepred(c, s);
        break;
    }
}

/* ---- declarations within a rule or a routine: each sees those above it ---- */

void types_locals(struct checker *c, struct decl **decls, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        struct symbol *symbol = decls[i]->symbol;
        if (!symbol)
            continue;
        if (decls[i]->kind == DECL_VARIABLE) {
            symbol->kind = SYMBOL_LOCAL;
            symbol->writable = true;
        }
        if (decls[i]->kind == DECL_CONST) {
            symbol->kind = SYMBOL_CONST;
            types_resolve_symbol(c, symbol, symbol->place);
        } else if (!decls[i]->joined || decls[i]->kind == DECL_TYPE) {
            types_declare_members(c, symbol->type);
            if (decls[i]->kind == DECL_TYPE)
                symbol->kind = SYMBOL_TYPE, types_resolve_symbol(c, symbol, symbol->place);
            else if (!types_resolve(c, symbol->type))
                symbol->type = NULL;
        } else if (!type_of(symbol->type)->leaves) {
            symbol->type = NULL; /* the one that it shares has failed */
        }
        types_declare(c, symbol);
    }
}

static void check_parameters(struct checker *c, struct routine *routine)
{
    for (unsigned i = 0; i < routine->parameter_count; i++) {
        struct symbol *parameter = routine->parameters[i];
        parameter->kind = SYMBOL_PARAMETER;
        parameter->writable = parameter->by_reference;
        types_declare(c, parameter);
    }
}

void types_routine(struct checker *c, struct routine *routine)
{
    c->routine = routine;
    types_open(c);
    check_parameters(c, routine);
    types_locals(c, routine->decls, routine->decl_count);
    types_block(c, &routine->body);
    types_close(c);
    c->routine = NULL;
}
