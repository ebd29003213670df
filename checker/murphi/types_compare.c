/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * types_compare.c - types side by side: identity, parts of unions, and what a message says of them.
 */
#include "types_compare.h"

#include <inttypes.h>
#include <string.h>

#include "types_private.h"

/* ---- identity ---- */

static bool same_fields(const struct type *a, const struct type *b)
{
    if (a->field_count != b->field_count)
        return false;
    for (unsigned i = 0; i < a->field_count; i++)
        if (strcmp(a->fields[i].name, b->fields[i].name)
            || !types_equal(type_of(a->fields[i].type), type_of(b->fields[i].type)))
            return false;
    return true;
}

static bool same_parts(const struct type *a, const struct type *b)
{
    if (a->part_count != b->part_count)
        return false;
    for (unsigned i = 0; i < a->part_count; i++)
        if (type_of(a->parts[i]) != type_of(b->parts[i]))
            return false;
    return true;
}

/* Ranges, arrays, records, multisets and unions are the same where they are
 * built the same; an enum or a scalarset is the same as itself only. */
bool types_equal(const struct type *a, const struct type *b)
{
    if (a == b)
        return true;
    if (!a || !b || a->kind != b->kind)
        return false;
    switch (a->kind) {
    case TYPE_BOOLEAN:
        return true;
    case TYPE_RANGE:
        return a->low == b->low && a->high == b->high;
    case TYPE_UNION:
        return same_parts(a, b);
    case TYPE_ARRAY:
        return types_equal(type_of(a->index), type_of(b->index)) && types_equal(type_of(a->element), type_of(b->element));
    case TYPE_RECORD:
        return same_fields(a, b);
    case TYPE_MULTISET:
        return a->slots == b->slots && types_equal(type_of(a->element), type_of(b->element));
    case TYPE_ENUM: case TYPE_SCALARSET: case TYPE_NAMED:
        break;
    }
    return false;
}

bool types_is_part(const struct type *whole, const struct type *part)
{
    for (unsigned i = 0; i < whole->part_count; i++)
        if (type_of(whole->parts[i]) == part)
            return true;
    return false;
}

static bool offset_in_union(const struct type *whole, const struct type *part, int64_t *offset)
{
    *offset = 0;
    for (unsigned i = 0; i < whole->part_count; i++) {
        const struct type *p = type_of(whole->parts[i]);
        if (p == part)
            return true;
        *offset += p->high + 1;
    }
    return false;
}

bool types_convert(const struct type *from, const struct type *to, int64_t value, int64_t *converted)
{
    int64_t offset;
    if (from->kind == TYPE_UNION) {
        unsigned i = 0;
        for (; i < from->part_count && value > type_of(from->parts[i])->high; i++)
            value -= type_of(from->parts[i])->high + 1;
        if (i == from->part_count)
            return false;
        from = type_of(from->parts[i]);
    }
    if (to->kind == TYPE_UNION) {
        if (!offset_in_union(to, from, &offset))
            return false;
        value += offset;
    } else if (to != from) {
        return false;
    }
    *converted = value;
    return true;
}

/* ---- names for messages ---- */

static const char *describe_members(struct checker *c, const struct type *type)
{
    char *text = arena_format(c->arena, "enum {%s", type->members[0]->name);
    for (unsigned i = 1; i < type->member_count && i < 3; i++)
        text = arena_format(c->arena, "%s, %s", text, type->members[i]->name);
    return arena_format(c->arena, type->member_count > 3 ? "%s, ...}" : "%s}", text);
}

static const char *describe_parts(struct checker *c, const struct type *type)
{
    char *text = arena_format(c->arena, "union {%s", types_describe(c, type_of(type->parts[0])));
    for (unsigned i = 1; i < type->part_count; i++)
        text = arena_format(c->arena, "%s, %s", text, types_describe(c, type_of(type->parts[i])));
    return arena_format(c->arena, "%s}", text);
}

const char *types_describe(struct checker *c, const struct type *type)
{
    if (type == c->program->integer)
        return "an integer";
    if (type->name)
        return type->name;
    switch (type->kind) {
    case TYPE_BOOLEAN:
        return "boolean";
    case TYPE_ENUM:
        return describe_members(c, type);
    case TYPE_RANGE:
        return arena_format(c->arena, "%" PRId64 "..%" PRId64, type->low, type->high);
    case TYPE_SCALARSET:
        return arena_format(c->arena, "scalarset(%" PRId64 ")", type->high + 1);
    case TYPE_UNION:
        return describe_parts(c, type);
    case TYPE_ARRAY:
        return arena_format(c->arena, "array [%s] of %s", types_describe(c, type_of(type->index)),
                            types_describe(c, type_of(type->element)));
    case TYPE_RECORD:
        return arena_format(c->arena, "record %s: ... end", type->field_count ? type->fields[0].name : "");
    case TYPE_MULTISET:
        return arena_format(c->arena, "multiset [%u] of %s", type->slots, types_describe(c, type_of(type->element)));
    case TYPE_NAMED:
        break;
    }
    return "a type";
}

static const char *difference_of_records(struct checker *c, const struct type *a, const struct type *b)
{
    if (a->field_count != b->field_count)
        return arena_format(c->arena, "one record has %u fields, the other %u", a->field_count, b->field_count);
    for (unsigned i = 0; i < a->field_count; i++) {
        const struct field *f = &a->fields[i], *g = &b->fields[i];
        if (strcmp(f->name, g->name))
            return arena_format(c->arena, "field %u is `%s` in one record, `%s` in the other", i + 1, f->name, g->name);
        if (!types_equal(type_of(f->type), type_of(g->type)))
            return arena_format(c->arena, "field `%s` is %s in one record, %s in the other", f->name,
                                types_describe(c, type_of(f->type)), types_describe(c, type_of(g->type)));
    }
    return NULL;
}

const char *types_difference(struct checker *c, const struct type *a, const struct type *b)
{
    if (a->kind != b->kind)
        return NULL;
    if (a->kind == TYPE_SCALARSET)
        return "two scalarsets are different types, even of one size: symmetry renames their elements apart";
    if (a->kind == TYPE_RECORD)
        return difference_of_records(c, a, b);
    if (a->kind == TYPE_ARRAY && !types_equal(type_of(a->index), type_of(b->index)))
        return arena_format(c->arena, "one array is indexed by %s, the other by %s",
                            types_describe(c, type_of(a->index)), types_describe(c, type_of(b->index)));
    if (a->kind == TYPE_ARRAY || (a->kind == TYPE_MULTISET && a->slots == b->slots))
        return arena_format(c->arena, "one has elements of %s, the other of %s",
                            types_describe(c, type_of(a->element)), types_describe(c, type_of(b->element)));
    if (a->kind == TYPE_MULTISET)
        return "multisets of different capacities are different types";
    return NULL;
}
