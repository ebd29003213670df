/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * types.c - the stages of the type checker, and the declarations of the outermost
 * scope.
 *
 * types_check() is the whole checker, stage after stage; read it first.  Each
 * stage fills in fields of the tree (ast.h says which), so that later stages and
 * the code generator find every name with its symbol and every expression with
 * its type.
 */
#include "types.h"

#include <string.h>

#include "../base/die.h"
#include "symmetry.h"
#include "view.h"
#include "types_private.h"

static const struct place nowhere = { NULL, 0, 0 };

/* ---- the outermost scope ---- */

static struct symbol *boolean_member(struct checker *c, const char *name, int64_t value)
{
    struct symbol *symbol = arena_alloc(c->arena, sizeof *symbol);
    symbol->kind = SYMBOL_MEMBER;
    symbol->name = name;
    symbol->type = c->program->boolean;
    symbol->value = value;
    return symbol;
}

static void make_boolean(struct checker *c)
{
    struct type *boolean = arena_alloc(c->arena, sizeof *boolean);
    c->program->boolean = boolean;
    boolean->kind = TYPE_BOOLEAN;
    boolean->name = "boolean";
    boolean->high = 1;
    boolean->leaves = 1;
    boolean->scalarset = -1;
    ARENA_PUSH(c->arena, boolean->members, boolean->member_count, boolean_member(c, "false", 0));
    ARENA_PUSH(c->arena, boolean->members, boolean->member_count, boolean_member(c, "true", 1));
    types_number(c, boolean);
}

static void declare_builtins(struct checker *c)
{
    struct type *boolean = c->program->boolean;
    struct symbol *symbol = arena_alloc(c->arena, sizeof *symbol);
    symbol->kind = SYMBOL_TYPE;
    symbol->name = "boolean";
    symbol->type = boolean;
    types_declare(c, boolean->members[0]);
    types_declare(c, boolean->members[1]);
    types_declare(c, symbol);
}

static void declare_global(struct checker *c, struct decl *decl)
{
    static const enum symbol_kind kinds[] = {
        [DECL_CONST] = SYMBOL_CONST, [DECL_TYPE] = SYMBOL_TYPE, [DECL_VARIABLE] = SYMBOL_VARIABLE,
        [DECL_ROUTINE] = SYMBOL_ROUTINE,
    };
    struct symbol *symbol = decl->symbol;
    if (decl->kind == DECL_RULE || decl->kind == DECL_INCLUDE || !symbol)
        return;
    symbol->kind = kinds[decl->kind];
    types_declare(c, symbol);
    if (decl->kind == DECL_TYPE || (decl->kind == DECL_VARIABLE && !decl->joined))
        types_declare_members(c, symbol->type);
    if (decl->kind == DECL_ROUTINE) {
        types_declare_members(c, symbol->routine->result);
        for (unsigned i = 0; i < symbol->routine->parameter_count; i++)
            types_declare_members(c, symbol->routine->parameters[i]->type);
    }
}

static void resolve_variable(struct checker *c, struct symbol *symbol)
{
    struct program *p = c->program;
    symbol->writable = true;
    if (!types_resolve(c, symbol->type)) {
        symbol->type = NULL;
        return;
    }
    unsigned leaves = type_of(symbol->type)->leaves;
    if (leaves > LEAVES_MAX - p->leaf_count) {
        types_error(c, symbol->place, NULL, "the state holds more than %d scalars", LEAVES_MAX);
        return;
    }
    if (p->variable_count == VARIABLES_MAX)
        types_error(c, symbol->place, "variables of one type are an array", "the state has more than %d variables",
                    VARIABLES_MAX);
    symbol->leaf = p->leaf_count;
    p->leaf_count += leaves;
    ARENA_PUSH(c->arena, p->variables, p->variable_count, symbol);
}

static void resolve_external(struct checker *c, struct routine *routine)
{
    for (unsigned i = 0; i < routine->parameter_count; i++) {
        struct symbol *parameter = routine->parameters[i];
        if (parameter->type && !type_is_scalar(type_of(parameter->type)))
            types_error(c, parameter->place, NULL, "an external routine takes scalars only; `%s` is %s", parameter->name,
                        types_describe(c, type_of(parameter->type)));
    }
    if (routine->result && !type_is_scalar(type_of(routine->result)))
        types_error(c, routine->result->place, NULL, "an external function returns a scalar; this is %s",
                    types_describe(c, type_of(routine->result)));
}

static void resolve_routine(struct checker *c, struct routine *routine)
{
    routine->id = c->program->routine_count;
    ARENA_PUSH(c->arena, c->program->routines, c->program->routine_count, routine);
    for (unsigned i = 0; i < routine->parameter_count; i++)
        if (!types_resolve(c, routine->parameters[i]->type))
            routine->parameters[i]->type = NULL;
    if (routine->result && !types_resolve(c, routine->result))
        return;
    if (routine->external)
        resolve_external(c, routine);
}

static void resolve_globals(struct checker *c)
{
    for (unsigned i = 0; i < c->program->decl_count; i++) {
        struct decl *decl = c->program->decls[i];
        if ((decl->kind == DECL_CONST || decl->kind == DECL_TYPE)
            && !types_resolve_symbol(c, decl->symbol, decl->symbol->place) && !diagnostics_errors(c->diagnostics))
            die("`%s` failed without an error", decl->symbol->name);
    }
    for (unsigned i = 0; i < c->program->decl_count; i++) {
        struct decl *decl = c->program->decls[i];
        if (decl->kind == DECL_VARIABLE)
            resolve_variable(c, decl->symbol);
        else if (decl->kind == DECL_ROUTINE)
            resolve_routine(c, decl->symbol->routine);
    }
}

static void check_bodies(struct checker *c)
{
    for (unsigned i = 0; i < c->program->routine_count; i++)
        if (!c->program->routines[i]->external)
            types_routine(c, c->program->routines[i]);
    types_rules(c);
}

bool types_fit(struct arena *arena, struct diagnostics *diagnostics, struct program *program, enum dialect dialect,
               struct constant_override *overrides, unsigned count)
{
    struct checker checker = {
        .arena = arena, .diagnostics = diagnostics, .program = program, .dialect = dialect,
        .overrides = overrides, .override_count = count,
    };
    struct checker *c = &checker;
    int before = diagnostics_errors(diagnostics);
    program->dialect = dialect;
    make_boolean(c);
    program->integer = types_range(c, INT64_MIN, INT64_MAX);
    types_open(c);
    declare_builtins(c);
    for (unsigned i = 0; i < program->decl_count; i++)
        declare_global(c, program->decls[i]);
    resolve_globals(c);
    types_override_report(c);
    check_bodies(c);
    if (diagnostics_errors(diagnostics) == before) {
        types_effects(c);
        types_slots(c);
        types_number_properties(c);
    }
    if (!program->start_state_count && diagnostics_errors(diagnostics) == before)
        types_error(c, nowhere, NULL, "%s has no start state", program->source ? program->source->path : "the model");
    types_close(c);
    types_resolve_unnamed(c);
    return diagnostics_errors(diagnostics) == before;
}

bool types_check(struct arena *arena, struct diagnostics *diagnostics, struct program *program, enum dialect dialect,
                 struct constant_override *overrides, unsigned count)
{
    int before = diagnostics_errors(diagnostics);
    if (!types_fit(arena, diagnostics, program, dialect, overrides, count))
        return false;
    symmetry_check(arena, program);
    program->view = view_read(arena, diagnostics, program);
    return diagnostics_errors(diagnostics) == before;
}

/* ---- an expression of the user's, after the model was checked ---- */

static void show_global(struct checker *c, struct decl *decl)
{
    if (decl->symbol)
        scope_add(c->arena, c->scope, decl->symbol);
}

static void show_members(struct checker *c)
{
    for (unsigned i = 0; i < c->program->type_count; i++) {
        const struct type *type = c->program->types[i];
        for (unsigned k = 0; (type->kind == TYPE_ENUM || type->kind == TYPE_BOOLEAN) && k < type->member_count; k++)
            scope_add(c->arena, c->scope, type->members[k]);
    }
}

static void show_value(struct checker *c, const char *name, struct type *type, int64_t value)
{
    struct symbol *symbol = arena_alloc(c->arena, sizeof *symbol);
    *symbol = (struct symbol){.kind = SYMBOL_CONST, .name = name, .type = type, .value = value};
    scope_add(c->arena, c->scope, symbol);
}

static void show_elements(struct checker *c)
{
    for (unsigned i = 0; i < c->program->type_count; i++) {
        struct type *type = c->program->types[i];
        if (type->kind != TYPE_SCALARSET || !type->name)
            continue;
        for (int64_t value = type->low; value <= type->high; value++)
            show_value(c, arena_format(c->arena, "%s_%lld", type->name, (long long)(value - type->low + 1)), type, value);
    }
}

bool types_check_expression(struct arena *arena, struct diagnostics *diagnostics, struct program *program,
                            enum dialect dialect, struct expr *e, const struct shown_names *names)
{
    struct checker checker = {
        .arena = arena, .diagnostics = diagnostics, .program = program, .dialect = dialect, .pure = "a watched expression",
    };
    struct checker *c = &checker;
    int before = diagnostics_errors(diagnostics);
    types_open(c);
    for (unsigned i = 0; i < program->decl_count; i++)
        show_global(c, program->decls[i]);
    show_members(c);
    show_elements(c);
    for (unsigned i = 0; names && i < names->count; i++)
        show_value(c, names->list[i].name, names->list[i].type, names->list[i].value);
    types_expr(c, e);
    if (diagnostics_errors(diagnostics) == before)
        types_effects(c);
    types_close(c);
    return diagnostics_errors(diagnostics) == before;
}
