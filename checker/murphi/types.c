/* SPDX-License-Identifier: BSD-2-Clause */
/* types.c - the stages of the type checker, and the declarations of the outermost scope. */
#include "symmetry.h"
#include "../base/nearest.h"
#include "../base/renamed.h"
#include "types_private.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "../base/die.h"

/* ---- scopes ---- */

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
    if (!other)
        return;
    types_error(c, symbol->place, NULL, "`%s` is declared already, as %s", symbol->name, types_kind_name(other));
    if (other->place.source)
        diagnostics_add(c->diagnostics, SEVERITY_NOTE, other->place, NULL, "`%s` is declared here", symbol->name);
}

struct symbol *types_lookup(struct checker *c, const char *name, struct place place)
{
    struct symbol *symbol = scope_find(c->scope, name);
    if (symbol)
        return symbol;
    /* Comparing with every name is for the errors that will be shown. */
    const char *near = diagnostics_errors(c->diagnostics) < HINTED_ERRORS ? scope_nearest(c->scope, name) : NULL;
    const char *hint = near ? arena_format(c->arena, "did you mean `%s`?", near) : NULL;
    if (!strcasecmp(name, "undefined") && c->dialect != DIALECT_CMURPHI)
        hint = "--dialect cmurphi assigns and passes `undefined`";
    types_error(c, place, hint, "`%s` is not declared", name);
    return NULL;
}

/* ---- constants given on the command line ---- */

static const struct place nowhere = { NULL, 0, 0 };

static bool parse_number(const char *text, int64_t *value)
{
    const char *digits = text + (*text == '-');
    bool hex = digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X');
    char *end;
    if (!(hex ? isxdigit((unsigned char)digits[2]) : isdigit((unsigned char)digits[0])))
        return false;
    errno = 0;
    long long number = strtoll(text, &end, hex ? 16 : 10);
    if (errno || *end)
        return false;
    *value = number;
    return true;
}

static struct constant_override *find_override(struct checker *c, const struct symbol *symbol)
{
    if (scope_find(c->scope, symbol->name) != symbol)
        return NULL; /* a local constant that happens to share the name */
    for (unsigned i = 0; i < c->override_count; i++)
        if (!strcmp(c->overrides[i].name, symbol->name))
            return &c->overrides[i];
    return NULL;
}

/* One that has no place came from the command line. */
static const char *asked(const struct constant_override *override)
{
    return override->place.source ? "" : "--const ";
}

static bool override_constant(struct checker *c, struct symbol *symbol, const struct constant_override *override)
{
    struct symbol *member = scope_find(c->scope, override->value);
    int64_t value = 0;
    struct type *type;
    if (parse_number(override->value, &value)) {
        type = c->program->integer;
    } else if (member && member->kind == SYMBOL_MEMBER && member->type) {
        type = member->type;
        value = member->value;
    } else {
        types_error(c, override->place, NULL, "%s%s=%s: the value must be a number or an enum's member", asked(override),
                    override->name, override->value);
        return false;
    }
    if (!types_equal(type, symbol->type)) {
        types_error(c, override->place, NULL, "%s%s=%s: `%s` is %s, the value is %s", asked(override), override->name,
                    override->value, symbol->name, types_describe(c, symbol->type), types_describe(c, type));
        return false;
    }
    symbol->value = value;
    return true;
}

static const char *global_constant(const void *program, unsigned i)
{
    const struct decl *decl = ((const struct program *)program)->decls[i];
    return decl->kind == DECL_CONST ? decl->symbol->name : "";
}

static bool has_constant(const struct program *program, const char *name)
{
    for (unsigned i = 0; i < program->decl_count; i++)
        if (!strcmp(global_constant(program, i), name))
            return true;
    return false;
}

/* What was perhaps meant by a constant that the model does not have; NULL: nothing is near. */
static const char *hint_for_constant(const struct checker *c, const char *name)
{
    const char *successor, *renamed = renamed_constant(name, &successor);
    if (renamed && has_constant(c->program, successor))
        return renamed;
    const char *near = nearest_of(name, global_constant, c->program, c->program->decl_count);
    return near && *near ? arena_format(c->arena, "did you mean `%s`?", near) : NULL;
}

static void report_unused_overrides(struct checker *c)
{
    for (unsigned i = 0; i < c->override_count; i++) {
        const struct constant_override *o = &c->overrides[i];
        if (o->used)
            continue;
        types_error(c, o->place, hint_for_constant(c, o->name), "%s%s=%s: the model has no constant `%s`", asked(o),
                    o->name, o->value, o->name);
    }
}

/* ---- constants and types, in whatever order they are declared ---- */

static bool resolve_constant(struct checker *c, struct symbol *symbol)
{
    if (symbol->type)
        return true;
    struct type *type = types_expr(c, symbol->expr);
    if (!type || !types_constant(c, symbol->expr, "the value of a constant"))
        return false;
    symbol->value = symbol->expr->number;
    symbol->type = types_is_integer(type) ? c->program->integer : type;
    struct constant_override *override = find_override(c, symbol);
    if (!override)
        return true;
    override->used = true;
    return override_constant(c, symbol, override);
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

/* What is refused is not tried again: each definition costs its own length. */
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

bool types_check(struct arena *arena, struct diagnostics *diagnostics, struct program *program, enum dialect dialect,
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
    report_unused_overrides(c);
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
    if (diagnostics_errors(diagnostics) == before)
        symmetry_check(arena, program);
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

bool types_check_expression(struct arena *arena, struct diagnostics *diagnostics, struct program *program,
                            enum dialect dialect, struct expr *e)
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
    types_expr(c, e);
    if (diagnostics_errors(diagnostics) == before)
        types_effects(c);
    types_close(c);
    return diagnostics_errors(diagnostics) == before;
}
