/* SPDX-License-Identifier: BSD-2-Clause */
/* flatten_type.c - types, and which of them are written as ranges. */
#include "flatten_private.h"

#include <inttypes.h>

bool flatten_is_numbered(const struct flattener *f, const struct type *type)
{
    return f->numbered[type->id];
}

/* ---- what is lowered ---- */

/* Everything that a multiset holds must have an order, to be sorted by. */
static void number_leaves(struct flattener *f, const struct type *type)
{
    switch (type->kind) {
    case TYPE_ENUM: case TYPE_SCALARSET:
        f->numbered[type->id] = true;
        break;
    case TYPE_ARRAY:
        number_leaves(f, type_of(type->element));
        break;
    case TYPE_RECORD:
        for (unsigned i = 0; i < type->field_count; i++)
            number_leaves(f, type_of(type->fields[i].type));
        break;
    default:
        break;
    }
}

static bool in_state(const struct type *whole, const struct type *type)
{
    if (whole == type)
        return true;
    if (whole->kind == TYPE_ARRAY)
        return in_state(type_of(whole->element), type);
    for (unsigned i = 0; whole->kind == TYPE_RECORD && i < whole->field_count; i++)
        if (in_state(type_of(whole->fields[i].type), type))
            return true;
    return false;
}

static bool in_some_variable(const struct flattener *f, const struct type *type)
{
    for (unsigned i = 0; i < f->program->variable_count; i++)
        if (in_state(type_of(f->program->variables[i]->type), type))
            return true;
    return false;
}

/* Enums and scalarsets without a name, in what the outermost scope declares. */
static void hoist(struct flattener *f, const struct type *type)
{
    if (!type)
        return;
    switch (type->kind) {
    case TYPE_ENUM: case TYPE_SCALARSET:
        f->hoisted[type->id] = !type->name;
        break;
    case TYPE_ARRAY: case TYPE_MULTISET:
        hoist(f, type->index);
        hoist(f, type->element);
        break;
    case TYPE_RECORD:
        for (unsigned i = 0; i < type->field_count; i++)
            hoist(f, type->fields[i].type);
        break;
    case TYPE_UNION:
        for (unsigned i = 0; i < type->part_count; i++)
            hoist(f, type->parts[i]);
        break;
    default:
        break;
    }
}

static void hoist_all(struct flattener *f)
{
    for (unsigned i = 0; i < f->program->decl_count; i++) {
        const struct decl *decl = f->program->decls[i];
        if (decl->kind == DECL_TYPE || decl->kind == DECL_VARIABLE)
            hoist(f, decl->symbol->type);
        if (decl->kind != DECL_ROUTINE)
            continue;
        hoist(f, decl->symbol->routine->result);
        for (unsigned k = 0; k < decl->symbol->routine->parameter_count; k++)
            hoist(f, decl->symbol->routine->parameters[k]->type);
    }
}

void flatten_choose_lowering(struct flattener *f)
{
    bool reduced = f->multiset_reduction && !f->program->slot_use_count;
    for (unsigned i = 0; i < f->program->type_count; i++) {
        const struct type *type = f->program->types[i];
        for (unsigned k = 0; type->kind == TYPE_UNION && k < type->part_count; k++)
            f->numbered[type_of(type->parts[k])->id] = true;
        if (type->kind == TYPE_MULTISET && reduced && type->slots > 1 && in_some_variable(f, type)) {
            f->sorts = true;
            number_leaves(f, type_of(type->element));
        }
    }
    hoist_all(f);
}

/* ---- how they are written ---- */

static void range(struct flattener *f, int64_t low, int64_t high)
{
    text_format(f->out, "%" PRId64 "..%" PRId64, low, high);
}

static void definition_of_enum(struct flattener *f, const struct type *type)
{
    text_put(f->out, "enum {");
    for (unsigned i = 0; i < type->member_count; i++)
        text_format(f->out, "%s%s", i ? ", " : "", type->members[i]->name);
    text_put(f->out, "}");
}

static void definition_of_record(struct flattener *f, const struct type *type)
{
    text_put(f->out, "record");
    f->indent++;
    for (unsigned i = 0; i < type->field_count; i++) {
        flatten_line(f);
        text_format(f->out, "%s: ", type->fields[i].name);
        flatten_type(f, type->fields[i].type);
        text_put(f->out, ";");
    }
    f->indent--;
    flatten_line(f);
    text_put(f->out, "end");
}

void flatten_type_definition(struct flattener *f, const struct type *type)
{
    switch (type->kind) {
    case TYPE_BOOLEAN:
        text_put(f->out, "boolean");
        break;
    case TYPE_NAMED:
        flatten_type(f, type);
        break;
    case TYPE_ENUM:
        if (f->numbered[type->id])
            range(f, type->low, type->high);
        else
            definition_of_enum(f, type);
        break;
    case TYPE_RANGE: case TYPE_UNION:
        range(f, type->low, type->high);
        break;
    case TYPE_SCALARSET:
        if (f->numbered[type->id])
            range(f, type->low, type->high);
        else
            text_format(f->out, "scalarset(%" PRId64 ")", type->high + 1);
        break;
    case TYPE_ARRAY:
        text_put(f->out, "array [");
        flatten_type(f, type->index);
        text_put(f->out, "] of ");
        flatten_type(f, type->element);
        break;
    case TYPE_RECORD:
        definition_of_record(f, type);
        break;
    case TYPE_MULTISET:
        text_format(f->out, "array [0..%u] of murrelet_slot_%u", type->slots - 1, type->id);
        break;
    }
}

void flatten_type(struct flattener *f, const struct type *type)
{
    const struct type *target = type->target;
    if (type->kind == TYPE_NAMED && target->kind == TYPE_RANGE && !target->low_expr)
        range(f, target->low, target->high); /* a scalarset without a name */
    else if (type->kind == TYPE_NAMED)
        text_put(f->out, target->kind == TYPE_BOOLEAN ? "boolean" : type->name);
    else if (f->hoisted[type->id])
        text_format(f->out, "murrelet_type_%u", type->id);
    else
        flatten_type_definition(f, type);
}

/* The members of an enum that is written as a range. */
void flatten_member_constants(struct flattener *f, const struct type *type)
{
    for (unsigned i = 0; i < type->member_count; i++) {
        flatten_line(f);
        text_format(f->out, "%s: %u;", type->members[i]->name, i);
    }
}
