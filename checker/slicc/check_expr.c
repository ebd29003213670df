/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * check_expr.c - the type of each expression, and what each name in it is.
 */
#include "check_private.h"

bool slicc_type_fits(const struct slicc_type *wanted, const struct slicc_type *given)
{
    if (wanted == given || wanted->kind == SLICC_TYPE_UNKNOWN || given->kind == SLICC_TYPE_UNKNOWN)
        return true;
    if (wanted->is_entry && given->is_entry) /* AbstractCacheEntry is what any entry is */
        return !strncmp(wanted->name, "Abstract", 8) || !strncmp(given->name, "Abstract", 8) ||
               !strcmp(wanted->name, given->name);
    bool number = wanted->kind == SLICC_TYPE_INT || wanted->kind == SLICC_TYPE_TIME;
    bool numeric = given->kind == SLICC_TYPE_INT || given->kind == SLICC_TYPE_TIME;
    return (number && numeric) || (wanted->kind == given->kind && wanted->kind == SLICC_TYPE_STRING);
}

void slicc_check_value(struct slicc_checker *c, struct slicc_expr *e, const struct slicc_type *wanted)
{
    slicc_check_expr(c, e);
    if (!slicc_type_fits(wanted, e->type))
        slicc_wrong(c, e->place, NULL, "this is of type %s, where %s is wanted", e->type->name, wanted->name);
}

static struct slicc_local *find_local(struct slicc_checker *c, const char *name)
{
    for (unsigned i = c->local_count; i-- > 0;)
        if (!strcmp(c->locals[i]->name, name))
            return c->locals[i];
    return NULL;
}

static void check_name(struct slicc_checker *c, struct slicc_expr *e)
{
    static const enum slicc_decl_kind kinds[] = {SLICC_DECL_OBJECT, SLICC_DECL_IN_PORT, SLICC_DECL_OUT_PORT};
    e->local = find_local(c, e->name);
    for (unsigned i = 0; !e->local && !e->decl && i < sizeof kinds / sizeof *kinds; i++)
        e->decl = slicc_symbols_find(c->symbols, c->machine, kinds[i], e->name, NULL);
    if (e->decl)
        e->decl->used = true;
    if (e->local) {
        e->type = e->local->type;
    } else if (!e->decl) {
        const char *hint = slicc_symbols_hint(c->symbols, c->machine, SLICC_DECL_OBJECT, e->name);
        slicc_wrong(c, e->place, hint, "there is no '%s' here", e->name);
    } else if (e->decl->kind == SLICC_DECL_OBJECT) {
        e->type = slicc_need_type(c, e->decl->type_name, e->decl->type_place);
    } else {
        e->type = slicc_symbols_type(c->symbols, NULL, e->decl->kind == SLICC_DECL_IN_PORT ? "InPort" : "OutPort");
    }
}

static void check_member(struct slicc_checker *c, struct slicc_expr *e)
{
    const struct slicc_type *type = slicc_need_type(c, e->type_name, e->place);
    e->type = type;
    if (type->kind == SLICC_TYPE_UNKNOWN)
        return;
    if (type->kind != SLICC_TYPE_ENUM) {
        slicc_wrong(c, e->place, NULL, "%s is not an enumeration", e->type_name);
        return;
    }
    e->decl = slicc_part(type->decl, SLICC_DECL_MEMBER, e->name, NULL);
    if (e->decl)
        e->decl->used = true;
    /* A protocol may ask for the machines that another one has. */
    else if (strcmp(type->name, "MachineType"))
        slicc_wrong(c, e->place, slicc_part_hint(c->arena, type->decl, e->name), "%s has no member '%s'", type->name, e->name);
}

/* ---- calls ---- */

static bool accepts(struct slicc_checker *c, const struct slicc_decl *routine, const struct slicc_expr *call)
{
    bool fits = routine->parameter_count == call->argument_count;
    for (unsigned i = 0; fits && i < call->argument_count; i++) {
        const struct slicc_type *type = slicc_symbols_type(c->symbols, routine->machine, routine->parameters[i].type_name);
        fits = !type || slicc_type_fits(type, call->arguments[i]->type);
    }
    return fits;
}

static const char *argument_types(struct slicc_checker *c, const struct slicc_expr *call)
{
    const char *list = "";
    for (unsigned i = 0; i < call->argument_count; i++)
        list = arena_format(c->arena, "%s%s%s", list, i ? ", " : "", call->arguments[i]->type->name);
    return list;
}

/* trigger(event, address [, entry] [, tbe]) */
static void check_trigger(struct slicc_checker *c, struct slicc_expr *e)
{
    e->type = c->symbols->void_type;
    const struct slicc_type *event = c->machine ? slicc_symbols_type(c->symbols, c->machine, "Event") : NULL;
    if (c->unit->kind != SLICC_DECL_IN_PORT) {
        slicc_wrong(c, e->place, NULL, "trigger stands in an in_port alone");
    } else if (e->argument_count < 2 || e->argument_count > 4) {
        slicc_wrong(c, e->place, NULL, "trigger takes an event, an address, an entry and a TBE");
    } else if (event && !slicc_type_fits(event, e->arguments[0]->type)) {
        slicc_wrong(c, e->arguments[0]->place, NULL, "this is of type %s, where an event is wanted", e->arguments[0]->type->name);
    } else if (!slicc_type_fits(c->symbols->address, e->arguments[1]->type)) {
        slicc_wrong(c, e->arguments[1]->place, NULL, "this is of type %s, where an address is wanted", e->arguments[1]->type->name);
    } else {
        for (unsigned i = 2; i < e->argument_count; i++)
            if (!e->arguments[i]->type->is_entry && e->arguments[i]->type->kind != SLICC_TYPE_UNKNOWN)
                slicc_wrong(c, e->arguments[i]->place, NULL, "this is of type %s, where an entry is wanted",
                            e->arguments[i]->type->name);
    }
}

/* What is part of the language, though it looks like a call. */
static bool check_special_call(struct slicc_checker *c, struct slicc_expr *e)
{
    e->type = c->symbols->void_type;
    if (!strcmp(e->name, "trigger")) {
        check_trigger(c, e);
    } else if (!strcmp(e->name, "assert")) {
        if (e->argument_count != 1)
            slicc_wrong(c, e->place, NULL, "assert takes a condition");
        else if (!slicc_type_fits(c->symbols->boolean, e->arguments[0]->type))
            slicc_wrong(c, e->arguments[0]->place, NULL, "this is of type %s, where a condition is wanted",
                        e->arguments[0]->type->name);
    } else if (!strcmp(e->name, "error")) {
        if (e->argument_count != 1 || e->arguments[0]->kind != SLICC_EXPR_TEXT)
            slicc_wrong(c, e->place, NULL, "error takes a text");
    } else {
        return slicc_builtin_silent(e->name);
    }
    return true;
}

static void check_call(struct slicc_checker *c, struct slicc_expr *e)
{
    for (unsigned i = 0; i < e->argument_count; i++)
        if (strcmp(e->name, "DPRINTF") || i) /* its first argument is a flag, not a variable */
            slicc_check_expr(c, e->arguments[i]);
    if (check_special_call(c, e))
        return;
    e->type = c->symbols->unknown;
    struct slicc_decl *routine = NULL, *seen = NULL;
    while (!e->decl && (routine = slicc_symbols_find(c->symbols, c->machine, SLICC_DECL_FUNCTION, e->name, routine))) {
        seen = routine;
        e->decl = accepts(c, routine, e) ? routine : NULL;
    }
    if (e->decl)
        e->type = slicc_need_type(c, e->decl->type_name, e->decl->type_place);
    else if (seen)
        slicc_wrong(c, e->place, NULL, "no '%s' takes (%s)", e->name, argument_types(c, e));
    else
        slicc_wrong(c, e->place, slicc_symbols_hint(c->symbols, c->machine, SLICC_DECL_FUNCTION, e->name),
                    "there is no routine '%s'", e->name);
}

static void check_method_of(struct slicc_checker *c, struct slicc_expr *e, const struct slicc_type *type)
{
    struct slicc_decl *method = NULL, *seen = NULL;
    e->type = c->symbols->unknown;
    if (type->kind == SLICC_TYPE_UNKNOWN)
        return;
    if (type->kind != SLICC_TYPE_STRUCT) {
        slicc_wrong(c, e->place, NULL, "%s has no methods", type->name);
        return;
    }
    while (!e->decl && (method = slicc_part(type->decl, SLICC_DECL_FUNCTION, e->name, method))) {
        seen = method;
        e->decl = accepts(c, method, e) ? method : NULL;
    }
    if (e->decl) {
        e->decl->used = true;
        e->type = slicc_need_type(c, e->decl->type_name, e->decl->type_place);
    } else if (slicc_builtin_silent(e->name))
        e->type = c->symbols->void_type;
    else if (seen)
        slicc_wrong(c, e->place, NULL, "no '%s' of %s takes (%s)", e->name, type->name, argument_types(c, e));
    else
        slicc_wrong(c, e->place, slicc_part_hint(c->arena, type->decl, e->name), "%s has no method '%s'", type->name, e->name);
}

static void check_arguments(struct slicc_checker *c, struct slicc_expr *e)
{
    for (unsigned i = 0; i < e->argument_count; i++)
        slicc_check_expr(c, e->arguments[i]);
}

/* table[address] is table.lookup(address). */
static void check_index(struct slicc_checker *c, struct slicc_expr *e)
{
    slicc_check_expr(c, e->left);
    check_arguments(c, e);
    e->name = "lookup";
    e->kind = SLICC_EXPR_METHOD;
    check_method_of(c, e, e->left->type);
}

static void check_field(struct slicc_checker *c, struct slicc_expr *e)
{
    slicc_check_expr(c, e->left);
    const struct slicc_type *type = e->left->type;
    if (type->kind == SLICC_TYPE_UNKNOWN)
        return;
    e->decl = type->kind == SLICC_TYPE_STRUCT ? slicc_part(type->decl, SLICC_DECL_OBJECT, e->name, NULL) : NULL;
    if (e->decl) {
        e->type = slicc_need_type(c, e->decl->type_name, e->decl->type_place);
        e->decl->used = true;
        e->decl->read_from = e->decl->read_from || (e->left->local && !strcmp(e->left->local->name, "in_msg"));
    } else if (type->kind == SLICC_TYPE_STRUCT)
        slicc_wrong(c, e->place, slicc_part_hint(c->arena, type->decl, e->name), "%s has no field '%s'", type->name, e->name);
    else
        slicc_wrong(c, e->place, NULL, "%s has no fields", type->name);
}

/* ---- operators ---- */

static void check_unary(struct slicc_checker *c, struct slicc_expr *e)
{
    e->type = e->operator == SLICC_NOT ? c->symbols->boolean : c->symbols->integer;
    slicc_check_expr(c, e->left);
    if (slicc_type_is(e->left->type, "Scalar")) /* of statistics */
        e->type = c->symbols->void_type;
    else if (!slicc_type_fits(e->type, e->left->type))
        slicc_wrong(c, e->left->place, NULL, "this is of type %s, where %s is wanted", e->left->type->name, e->type->name);
}

static void check_binary(struct slicc_checker *c, struct slicc_expr *e)
{
    const struct slicc_symbols *s = c->symbols;
    bool logical = e->operator == SLICC_AND || e->operator == SLICC_OR;
    bool equality = e->operator == SLICC_EQUAL || e->operator == SLICC_NOT_EQUAL;
    bool order = e->operator == SLICC_LESS || e->operator == SLICC_LESS_EQUAL || e->operator == SLICC_GREATER ||
                 e->operator == SLICC_GREATER_EQUAL;
    e->type = logical || equality || order ? s->boolean : s->integer;
    slicc_check_expr(c, e->left);
    slicc_check_expr(c, e->right);
    if (equality) {
        if (!slicc_type_fits(e->left->type, e->right->type))
            slicc_wrong(c, e->place, NULL, "these are of types %s and %s, and cannot be compared", e->left->type->name,
                        e->right->type->name);
        return;
    }
    const struct slicc_type *wanted = logical ? s->boolean : s->integer;
    struct slicc_expr *const sides[] = {e->left, e->right};
    for (int i = 0; i < 2; i++) {
        if (sides[i]->type->kind == SLICC_TYPE_TIME)
            e->type = order ? s->boolean : s->time;
        if (sides[i]->type->kind == SLICC_TYPE_ADDRESS)
            slicc_wrong(c, e->place, NULL, "addresses are elements of a set in a machine that is checked: they have no %s",
                        order ? "order" : "arithmetic");
        else if (!slicc_type_fits(wanted, sides[i]->type))
            slicc_wrong(c, sides[i]->place, NULL, "this is of type %s, where %s is wanted", sides[i]->type->name, wanted->name);
    }
}

/* ---- all ---- */

static void check_kind(struct slicc_checker *c, struct slicc_expr *e)
{
    switch (e->kind) {
    case SLICC_EXPR_NUMBER:
        e->type = c->symbols->integer;
        break;
    case SLICC_EXPR_BOOL:
        e->type = c->symbols->boolean;
        break;
    case SLICC_EXPR_TEXT:
        e->type = c->symbols->text;
        break;
    case SLICC_EXPR_MEMBER_OF_ENUM:
        check_member(c, e);
        break;
    case SLICC_EXPR_NAME:
        check_name(c, e);
        break;
    case SLICC_EXPR_CALL:
        check_call(c, e);
        break;
    case SLICC_EXPR_FIELD:
        check_field(c, e);
        break;
    case SLICC_EXPR_METHOD:
        slicc_check_expr(c, e->left);
        check_arguments(c, e);
        check_method_of(c, e, e->left->type);
        break;
    case SLICC_EXPR_STATIC:
        check_arguments(c, e);
        check_method_of(c, e, slicc_need_type(c, e->type_name, e->place));
        break;
    case SLICC_EXPR_INDEX:
        check_index(c, e);
        break;
    case SLICC_EXPR_NEW:
        e->type = slicc_need_type(c, e->type_name, e->place);
        break;
    case SLICC_EXPR_NOTHING:
        e->type = slicc_symbols_type(c->symbols, NULL, "AbstractCacheEntry");
        break;
    case SLICC_EXPR_VALID:
    case SLICC_EXPR_INVALID:
        e->type = c->symbols->boolean;
        slicc_check_expr(c, e->left);
        if (!e->left->type->is_entry && e->left->type->kind != SLICC_TYPE_UNKNOWN)
            slicc_wrong(c, e->left->place, NULL, "this is of type %s, where a pointer to an entry is wanted", e->left->type->name);
        break;
    case SLICC_EXPR_CAST:
        slicc_check_expr(c, e->left);
        e->type = slicc_need_type(c, e->type_name, e->place);
        if (!slicc_type_fits(e->type, e->left->type))
            slicc_wrong(c, e->place, NULL, "%s cannot be made a %s", e->left->type->name, e->type->name);
        break;
    case SLICC_EXPR_UNARY:
        check_unary(c, e);
        break;
    case SLICC_EXPR_BINARY:
        check_binary(c, e);
        break;
    }
}

void slicc_check_expr(struct slicc_checker *c, struct slicc_expr *e)
{
    e->type = c->symbols->unknown;
    check_kind(c, e);
}
