/* SPDX-License-Identifier: BSD-2-Clause */
/* types_type.c - types: how they are worked out, numbered and laid out.
 *
 * Invariant: a type that is worked out has `leaves` > 0 and its number; one
 * that failed, or was not reached yet, has none. */
#include "types_private.h"
#include "uses.h"

#include <inttypes.h>
#include <string.h>

void types_number(struct checker *c, struct type *type)
{
    type->id = c->program->type_count;
    ARENA_PUSH(c->arena, c->program->types, c->program->type_count, type);
}

struct type *types_range(struct checker *c, int64_t low, int64_t high)
{
    struct type *type = arena_alloc(c->arena, sizeof *type);
    type->kind = TYPE_RANGE;
    type->low = low;
    type->high = high;
    type->leaves = 1;
    type->scalarset = -1;
    types_number(c, type);
    return type;
}

/* ---- resolution ---- */

/* Inline enums bring their members into the scope around them. */
void types_declare_members(struct checker *c, struct type *type)
{
    if (!type)
        return;
    switch (type->kind) {
    case TYPE_ENUM:
        for (unsigned i = 0; i < type->member_count; i++) {
            struct symbol *member = type->members[i];
            if (member->id)
                continue; /* seen; ids 0 to 2 are the built-in names' */
            member->kind = SYMBOL_MEMBER;
            member->type = type;
            member->value = i;
            types_declare(c, member);
        }
        break;
    case TYPE_UNION:
        for (unsigned i = 0; i < type->part_count; i++)
            types_declare_members(c, type->parts[i]);
        break;
    case TYPE_ARRAY: case TYPE_MULTISET:
        types_declare_members(c, type->index);
        types_declare_members(c, type->element);
        break;
    case TYPE_RECORD:
        for (unsigned i = 0; i < type->field_count; i++)
            types_declare_members(c, type->fields[i].type);
        break;
    case TYPE_BOOLEAN: case TYPE_RANGE: case TYPE_SCALARSET: case TYPE_NAMED:
        break;
    }
}

static bool resolve_named(struct checker *c, struct type *type)
{
    if (type->target)
        return type_of(type)->leaves > 0;
    struct symbol *symbol = types_lookup(c, type->name, type->place);
    if (!symbol)
        return false;
    if (symbol->kind != SYMBOL_TYPE) {
        types_error(c, type->place, NULL, "`%s` is %s, not a type", type->name, types_kind_name(symbol));
        return false;
    }
    symbol->read = true;
    if (!types_resolve_symbol(c, symbol, type->place))
        return false;
    type->target = symbol->type;
    type_of(type)->used = true;
    return true;
}

bool types_above_undefined(struct checker *c, int64_t low, struct place place)
{
    if (low > INT64_MIN)
        return true;
    types_error(c, place, "the least value of a range is -9223372036854775807",
                "-9223372036854775808 (-2^63) stands for undefined, so no range contains it");
    return false;
}

static bool resolve_range(struct checker *c, struct type *type)
{
    bool low = types_constant_integer(c, type->low_expr, "the lower bound of a range", &type->low);
    bool high = types_constant_integer(c, type->high_expr, "the upper bound of a range", &type->high);
    if (!low || !high)
        return false;
    if (type->high < type->low) {
        types_error(c, type->place, NULL, "the range %" PRId64 "..%" PRId64 " is empty", type->low, type->high);
        return false;
    }
    if (!types_above_undefined(c, type->low, type->place))
        return false;
    if ((uint64_t)type->high - (uint64_t)type->low >= INT64_MAX) {
        types_error(c, type->place, NULL, "a range may hold at most 2^63 - 1 values");
        return false;
    }
    type->leaves = 1;
    return true;
}

static bool scalarset_size(struct checker *c, const struct type *type, int64_t *size)
{
    if (!types_constant_integer(c, type->size, "the size of a scalarset", size))
        return false;
    if (*size < 1 || *size > SCALARSET_MAX) {
        types_error(c, type->size->place, NULL, "a scalarset has from 1 to %d elements, not %" PRId64, SCALARSET_MAX, *size);
        return false;
    }
    return true;
}

/* The one scalarset of this size that has no name (nor a node, with `size`): as Rumur has it, it is the
 * same wherever it is written, and has no symmetry.  So it behaves as a range,
 * and becomes one in the end, but is checked as what it is. */
static struct type *unnamed_scalarset(struct checker *c, int64_t size)
{
    for (unsigned i = 0; i < c->unnamed_count; i++)
        if (c->unnamed[i]->high == size - 1 && !c->unnamed[i]->size)
            return c->unnamed[i];
    struct type *type = types_range(c, 0, size - 1);
    type->kind = TYPE_SCALARSET;
    type->name = arena_format(c->arena, "scalarset(%" PRId64 ")", size);
    ARENA_PUSH(c->arena, c->unnamed, c->unnamed_count, type);
    return type;
}

static bool is_part_of_some_union(const struct checker *c, const struct type *type)
{
    for (unsigned i = 0; i < c->program->type_count; i++)
        if (c->program->types[i]->kind == TYPE_UNION && types_is_part(c->program->types[i], type))
            return true;
    return false;
}

static void give_symmetry(struct checker *c, struct type *type)
{
    type->scalarset = (int)c->program->scalarset_count;
    ARENA_PUSH(c->arena, c->program->scalarsets, c->program->scalarset_count, type);
}

void types_resolve_unnamed(struct checker *c)
{
    for (unsigned i = 0; i < c->unnamed_count; i++) {
        if (is_part_of_some_union(c, c->unnamed[i]))
            give_symmetry(c, c->unnamed[i]); /* a union has no ranges */
        else
            c->unnamed[i]->kind = TYPE_RANGE;
    }
}

static bool resolve_unnamed(struct checker *c, struct type *type)
{
    int64_t size;
    if (!scalarset_size(c, type, &size))
        return false;
    type->target = unnamed_scalarset(c, size);
    type->kind = TYPE_NAMED;
    type->name = type->target->name;
    return true;
}

static bool resolve_scalarset(struct checker *c, struct type *type)
{
    int64_t size;
    if (!scalarset_size(c, type, &size))
        return false;
    type->high = size - 1;
    type->leaves = 1;
    if (!scope_is_outermost(c->scope)) {
        /* It cannot be in the state, so that there is nothing to reduce. */
        ARENA_PUSH(c->arena, c->unnamed, c->unnamed_count, type);
        return true;
    }
    type->contains_scalarset = true;
    give_symmetry(c, type);
    return true;
}

static bool resolve_enum(struct checker *c, struct type *type)
{
    if (!type->member_count) {
        types_error(c, type->place, NULL, "an enum needs at least one member");
        return false;
    }
    type->high = (int64_t)type->member_count - 1;
    type->leaves = 1;
    return true;
}

static bool resolve_part(struct checker *c, struct type *type, unsigned i)
{
    struct type *part = type->parts[i];
    if (part->kind == TYPE_SCALARSET && !part->name)
        part->name = "scalarset"; /* its own, since nothing else can be of this type */
    if (!types_resolve(c, part))
        return false;
    struct type *target = type_of(part);
    if (target->kind != TYPE_ENUM && target->kind != TYPE_SCALARSET) {
        types_error(c, part->place, NULL, "a union joins enums and scalarsets; this is %s", types_describe(c, target));
        return false;
    }
    for (unsigned j = 0; j < i; j++)
        if (type_of(type->parts[j]) == target) {
            types_error(c, part->place, NULL, "%s is in this union already", types_describe(c, target));
            return false;
        }
    type->high += target->high + 1;
    type->contains_scalarset |= target->contains_scalarset;
    return true;
}

static bool resolve_union(struct checker *c, struct type *type)
{
    bool good = true;
    type->high = -1;
    for (unsigned i = 0; i < type->part_count; i++)
        good = resolve_part(c, type, i) && good;
    if (good && type->high < 0) {
        types_error(c, type->place, NULL, "a union needs at least one part");
        return false;
    }
    type->leaves = good;
    return good;
}

static bool set_leaves(struct checker *c, struct type *type, uint64_t leaves)
{
    if (leaves > LEAVES_MAX) {
        types_error(c, type->place, NULL, "this type holds more than %d scalars", LEAVES_MAX);
        return false;
    }
    type->leaves = (unsigned)leaves;
    return true;
}

static bool resolve_array(struct checker *c, struct type *type)
{
    bool index = types_resolve(c, type->index), element = types_resolve(c, type->element);
    if (!index || !element)
        return false;
    const struct type *i = type_of(type->index), *e = type_of(type->element);
    if (!type_is_scalar(i)) {
        types_error(c, type->index->place, NULL, "an array is indexed by a scalar type; this is %s", types_describe(c, i));
        return false;
    }
    if (i->high - i->low >= LEAVES_MAX)
        return set_leaves(c, type, UINT64_MAX);
    type->slots = (unsigned)(i->high - i->low + 1);
    type->contains_scalarset = i->contains_scalarset || e->contains_scalarset;
    type->contains_multiset = e->contains_multiset;
    return set_leaves(c, type, (uint64_t)type->slots * e->leaves);
}

static bool resolve_multiset(struct checker *c, struct type *type)
{
    int64_t size;
    bool sized = types_constant_integer(c, type->size, "the capacity of a multiset", &size);
    if (!types_resolve(c, type->element) || !sized)
        return false;
    const struct type *element = type_of(type->element);
    if (size < 1) {
        types_error(c, type->size->place, NULL, "a multiset holds at least 1 element, not %" PRId64, size);
        return false;
    }
    if (element->contains_multiset) {
        types_error(c, type->element->place, NULL, "a multiset of multisets is not supported");
        return false;
    }
    if (size > LEAVES_MAX)
        return set_leaves(c, type, UINT64_MAX);
    type->slots = (unsigned)size;
    type->contains_scalarset = element->contains_scalarset;
    type->contains_multiset = true;
    return set_leaves(c, type, (uint64_t)size * (1 + (uint64_t)element->leaves));
}

static bool resolve_field(struct checker *c, struct type *type, unsigned i)
{
    struct field *field = &type->fields[i];
    uses_note_field_declaration(c->arena, c->program, field);
    bool good = types_resolve(c, field->type);
    for (unsigned j = 0; j < i; j++)
        if (!strcmp(type->fields[j].name, field->name)) {
            types_error(c, field->place, NULL, "this record has a field `%s` already", field->name);
            return false;
        }
    return good;
}

static bool resolve_record(struct checker *c, struct type *type)
{
    uint64_t leaves = 0;
    bool good = true;
    if (!type->field_count) {
        types_error(c, type->place, NULL, "a record needs at least one field");
        return false;
    }
    for (unsigned i = 0; i < type->field_count; i++) {
        if (!resolve_field(c, type, i)) {
            good = false;
            continue;
        }
        const struct type *t = type_of(type->fields[i].type);
        type->fields[i].leaf = (unsigned)leaves;
        leaves += t->leaves;
        type->contains_scalarset |= t->contains_scalarset;
        type->contains_multiset |= t->contains_multiset;
    }
    return good && set_leaves(c, type, leaves);
}

static bool resolve_anew(struct checker *c, struct type *type)
{
    type->scalarset = -1;
    switch (type->kind) {
    case TYPE_ENUM: return resolve_enum(c, type);
    case TYPE_RANGE: return resolve_range(c, type);
    case TYPE_SCALARSET: return resolve_scalarset(c, type);
    case TYPE_UNION: return resolve_union(c, type);
    case TYPE_ARRAY: return resolve_array(c, type);
    case TYPE_RECORD: return resolve_record(c, type);
    case TYPE_MULTISET: return resolve_multiset(c, type);
    case TYPE_BOOLEAN: case TYPE_NAMED: break;
    }
    return false;
}

bool types_resolve(struct checker *c, struct type *type)
{
    if (!type)
        return false;
    if (type->kind == TYPE_BOOLEAN && type != c->program->boolean) {
        /* There is one boolean: the parser's nodes become references to it. */
        type->kind = TYPE_NAMED;
        type->name = "boolean";
        type->target = c->program->boolean;
    }
    if (type->kind == TYPE_NAMED)
        return resolve_named(c, type);
    if (type->leaves || type->refused)
        return !type->refused;
    if (type->resolving) {
        types_error(c, type->place, NULL, "this type is defined through itself");
        return false;
    }
    type->resolving = true;
    bool unnamed = type->kind == TYPE_SCALARSET && !type->name;
    bool good = unnamed ? resolve_unnamed(c, type) : resolve_anew(c, type);
    type->resolving = false;
    type->refused = !good;
    if (good && !unnamed)
        types_number(c, type);
    return good;
}

struct type *types_join(struct checker *c, struct type *a, struct type *b)
{
    struct type *joint = arena_alloc(c->arena, sizeof *joint);
    bool overlap = false;
    joint->kind = TYPE_UNION;
    for (unsigned i = 0; i < a->part_count; i++)
        ARENA_PUSH(c->arena, joint->parts, joint->part_count, a->parts[i]);
    for (unsigned i = 0; i < b->part_count; i++) {
        if (types_is_part(a, type_of(b->parts[i])))
            overlap = true;
        else
            ARENA_PUSH(c->arena, joint->parts, joint->part_count, b->parts[i]);
    }
    return overlap && types_resolve(c, joint) ? joint : NULL;
}
