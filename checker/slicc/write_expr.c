/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * write_expr.c - expressions as Murphi.
 *
 * An operator within another one gets parentheses, but for a row of && or ||:
 * the two languages bind differently.
 */
#include "write_private.h"

/* What is for the simulator's time, its logs and its statistics. */
bool slicc_expr_dropped(const struct slicc_expr *e)
{
    if (e->kind == SLICC_EXPR_CALL && (slicc_builtin_silent(e->name) || slicc_builtin_dropped(e->name)))
        return true;
    if (e->kind == SLICC_EXPR_UNARY)
        return slicc_type_is(e->left->type, "Scalar");
    return e->kind == SLICC_EXPR_METHOD && slicc_builtin_silent(e->name);
}

static const char *write_name(struct slicc_writer *w, const struct slicc_expr *e)
{
    if (e->local && e->local->implicit) {
        if (!strcmp(e->name, "machineID"))
            return "self";
        if (!strcmp(e->name, "in_msg"))
            return arena_format(w->arena, "now.in_%s", e->type->name);
        if (!strcmp(e->name, "out_msg"))
            return e->local->emitted;
        return arena_format(w->arena, "now.%s", e->name);
    }
    if (e->local)
        return e->local->emitted ? e->local->emitted : e->name;
    if (e->decl->kind != SLICC_DECL_OBJECT || slicc_type_dropped(e->type) || !e->decl->machine) {
        slicc_refuse(w, e->place, NULL, "'%s' as a value", e->name);
        return "0";
    }
    if (e->decl->parameter && !e->decl->pointer)
        return slicc_name_of(w, e->decl);
    return arena_format(w->arena, "%s[self]", slicc_name_of(w, e->decl));
}

static const char *operand(struct slicc_writer *w, const struct slicc_expr *e, enum slicc_token_kind within)
{
    const char *text = slicc_write_expr(w, e);
    bool row = (within == SLICC_AND || within == SLICC_OR) && e->operator == within;
    bool loose = e->kind == SLICC_EXPR_BINARY || (e->kind == SLICC_EXPR_UNARY && e->operator == SLICC_NOT) ||
                 e->kind == SLICC_EXPR_VALID || e->kind == SLICC_EXPR_INVALID;
    return loose && !row ? arena_format(w->arena, "(%s)", text) : text;
}

static const char *spelling(enum slicc_token_kind operator)
{
    switch (operator) {
    case SLICC_AND:
        return "&";
    case SLICC_OR:
        return "|";
    case SLICC_EQUAL:
        return "=";
    case SLICC_NOT_EQUAL:
        return "!=";
    case SLICC_LESS:
        return "<";
    case SLICC_LESS_EQUAL:
        return "<=";
    case SLICC_GREATER:
        return ">";
    case SLICC_GREATER_EQUAL:
        return ">=";
    case SLICC_SHIFT_LEFT:
        return "<<";
    case SLICC_SHIFT_RIGHT:
        return ">>";
    case SLICC_PLUS:
        return "+";
    case SLICC_MINUS:
        return "-";
    case SLICC_STAR:
        return "*";
    case SLICC_SLASH:
        return "/";
    default:
        return "%";
    }
}

static const char *write_binary(struct slicc_writer *w, const struct slicc_expr *e)
{
    if (e->left->type->kind == SLICC_TYPE_TIME || e->right->type->kind == SLICC_TYPE_TIME) {
        slicc_refuse(w, e->place, "say in the protocol which way it goes", "a condition on time");
        return "true";
    }
    const char *left = operand(w, e->left, e->operator);
    bool truth = e->type->kind == SLICC_TYPE_BOOL && e->right->kind == SLICC_EXPR_BOOL;
    if (truth && (e->operator == SLICC_EQUAL || e->operator == SLICC_NOT_EQUAL)) /* x == false is !x */
        return (e->operator == SLICC_EQUAL) == (e->right->number != 0) ? left : arena_format(w->arena, "!%s", left);
    const char *right = operand(w, e->right, e->operator);
    if (e->operator == SLICC_AND && !strcmp(left, "true"))
        return right;
    return arena_format(w->arena, "%s %s %s", left, spelling(e->operator), right);
}

static const char *write_unary(struct slicc_writer *w, const struct slicc_expr *e)
{
    if (e->operator == SLICC_INCREMENT || e->operator == SLICC_DECREMENT) {
        slicc_refuse(w, e->place, "write x := x + 1", "%s", slicc_token_kind_name(e->operator));
        return "0";
    }
    const char *text = operand(w, e->left, e->operator);
    return arena_format(w->arena, "%s%s", e->operator == SLICC_NOT ? "!" : "-", text);
}

static const char *write_field(struct slicc_writer *w, const struct slicc_expr *e)
{
    const struct slicc_type *type = e->left->type;
    const char *left = slicc_write_expr(w, e->left);
    if (slicc_type_dropped(e->type)) {
        slicc_refuse(w, e->place, NULL, "the field '%s', of type %s", e->name, e->type->name);
        return "0";
    }
    if (!type->is_entry)
        return arena_format(w->arena, "%s.%s", left, slicc_field_name(w, e->decl));
    if (!type->machine) {
        slicc_refuse(w, e->place, "static_cast(Entry, \"pointer\", ...) says which entry it is", "a field of any entry");
        return "0";
    }
    return arena_format(w->arena, "%s_at[self][%s].%s", type->mangled, left, slicc_field_name(w, e->decl));
}

/* ---- calls ---- */

static const char **write_arguments(struct slicc_writer *w, const struct slicc_expr *e)
{
    const char **texts = arena_alloc(w->arena, (e->argument_count + 1) * sizeof *texts);
    for (unsigned i = 0; i < e->argument_count; i++) {
        const struct slicc_expr *a = e->arguments[i];
        bool named = a->kind == SLICC_EXPR_MEMBER_OF_ENUM && slicc_type_is(a->type, "MachineType");
        texts[i] = slicc_type_dropped(a->type) || a->kind == SLICC_EXPR_NEW || named || slicc_type_is(a->type, "MachineType")
                       ? "" : slicc_write_expr(w, a);
    }
    return texts;
}

/* A routine of the protocol: the copy of the machine, then what is not dropped. */
static const char *write_own_call(struct slicc_writer *w, const struct slicc_expr *e)
{
    const char *text = arena_format(w->arena, "%s(%s", slicc_name_of(w, e->decl), e->decl->machine ? "self" : "");
    bool first = !e->decl->machine;
    for (unsigned i = 0; i < e->argument_count; i++) {
        const struct slicc_parameter *parameter = &e->decl->parameters[i];
        if (slicc_type_dropped(parameter->type))
            continue;
        text = arena_format(w->arena, "%s%s%s", text, first ? "" : ", ", slicc_write_expr(w, e->arguments[i]));
        first = false;
    }
    return arena_format(w->arena, "%s)", text);
}

static bool returns_place(const struct slicc_decl *d)
{
    const char *by = slicc_pair(&d->pairs, "return_by_ref");
    return by && !strcmp(by, "yes");
}

/* A routine that returns a place, not a value: its expression stands in place of the call. */
static const char *write_inline(struct slicc_writer *w, const struct slicc_expr *e)
{
    const struct slicc_decl *d = e->decl;
    enum { DEPTH = 20 /* of such routines within each other: more is one that calls itself */ };
    if (w->inlined >= DEPTH) {
        slicc_refuse(w, e->place, NULL, "a routine that returns a place and calls itself");
        return "0";
    }
    if (d->body.count != 1 || d->body.list[0]->kind != SLICC_STMT_RETURN || !d->body.list[0]->value) {
        slicc_refuse(w, e->place, NULL, "a routine that returns a place by more than one statement");
        return "0";
    }
    for (unsigned i = 0; i < d->parameter_count; i++)
        if (d->parameters[i].local)
            d->parameters[i].local->emitted = slicc_write_expr(w, e->arguments[i]);
    w->inlined++;
    const char *text = slicc_write_expr(w, d->body.list[0]->value);
    w->inlined--;
    return text;
}

static const char *write_call(struct slicc_writer *w, const struct slicc_expr *e, bool statement)
{
    if (e->kind == SLICC_EXPR_CALL && e->decl && e->decl->has_body) {
        if (returns_place(e->decl))
            return write_inline(w, e);
        return arena_format(w->arena, statement ? "%s;\n" : "%s", write_own_call(w, e));
    }
    struct slicc_call call = {.e = e, .arguments = write_arguments(w, e), .statement = statement};
    if (e->kind == SLICC_EXPR_CALL) {
        if (e->argument_count && slicc_type_is(e->arguments[0]->type, "MachineID") && !strcmp(e->name, "machineIDToMachineType"))
            call.arguments[0] = slicc_write_expr(w, e->arguments[0]);
        return slicc_write_builtin(w, &call);
    }
    bool object = e->left->kind == SLICC_EXPR_NAME && e->left->decl && !e->left->local &&
                  (e->left->decl->kind != SLICC_DECL_OBJECT || e->left->decl->pointer || slicc_is_table(w, e->left->decl));
    call.receiver = object ? NULL : slicc_write_expr(w, e->left);
    return slicc_write_method(w, &call);
}

const char *slicc_write_call(struct slicc_writer *w, const struct slicc_expr *e)
{
    if (slicc_expr_dropped(e))
        return "";
    if (e->kind == SLICC_EXPR_CAST)
        return slicc_write_call(w, e->left);
    if (e->kind != SLICC_EXPR_CALL && e->kind != SLICC_EXPR_METHOD) {
        slicc_refuse(w, e->place, NULL, "this as a statement");
        return "";
    }
    return write_call(w, e, true);
}

const char *slicc_write_expr(struct slicc_writer *w, const struct slicc_expr *e)
{
    switch (e->kind) {
    case SLICC_EXPR_NUMBER:
        return arena_format(w->arena, "%lld", (long long)e->number);
    case SLICC_EXPR_BOOL:
        return e->number ? "true" : "false";
    case SLICC_EXPR_MEMBER_OF_ENUM:
        return slicc_member_name(w, e->type, e->name);
    case SLICC_EXPR_NAME:
        return write_name(w, e);
    case SLICC_EXPR_FIELD:
        return write_field(w, e);
    case SLICC_EXPR_CALL:
    case SLICC_EXPR_METHOD:
        return write_call(w, e, false);
    case SLICC_EXPR_NOTHING:
        return "OOD";
    case SLICC_EXPR_VALID:
        return arena_format(w->arena, "%s != OOD", slicc_write_expr(w, e->left));
    case SLICC_EXPR_INVALID:
        return arena_format(w->arena, "%s = OOD", slicc_write_expr(w, e->left));
    case SLICC_EXPR_CAST:
        return slicc_write_expr(w, e->left);
    case SLICC_EXPR_UNARY:
        return write_unary(w, e);
    case SLICC_EXPR_BINARY:
        return write_binary(w, e);
    case SLICC_EXPR_TEXT:
    case SLICC_EXPR_STATIC:
    case SLICC_EXPR_INDEX:
    case SLICC_EXPR_NEW:
        break;
    }
    slicc_refuse(w, e->place, NULL, "this as a value");
    return "0";
}
