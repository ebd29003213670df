/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * ctypes.c - write the C type of each type of the model, and how a value of it is
 * cleared.
 */
#include "codegen_private.h"

#include <string.h>

#include "../base/arena.h"

/* The first of the types that are built the same. */
static const struct type *representative(struct gen *gen, const struct type *type)
{
    const struct program *program = gen->program;
    for (unsigned i = 0; i < type->id && i < program->type_count; i++)
        if (program->types[i]->kind == type->kind && types_equal(type_of(program->types[i]), type))
            return program->types[i];
    return type;
}

const char *gen_type(struct gen *gen, const struct type *type)
{
    if (type_is_scalar(type)) {
        unsigned width = layout_width(type);
        return width == 1 ? "uint8_t" : width == 2 ? "uint16_t" : width == 4 ? "uint32_t" : "uint64_t";
    }
    type = representative(gen, type);
    const char *stem = type->name                     ? type->name
                       : type->kind == TYPE_RECORD    ? "record"
                       : type->kind == TYPE_ARRAY     ? "array"
                                                      : "multiset";
    return arena_format(gen->arena, "struct %s_%u", stem, type->id);
}

static void define_parts(struct gen *gen, const struct type *type)
{
    if (type->kind != TYPE_RECORD) {
        gen_define_type(gen, type_of(type->element));
        return;
    }
    for (unsigned i = 0; i < type->field_count; i++)
        gen_define_type(gen, type_of(type->fields[i].type));
}

static void define_struct(struct gen *gen, const struct type *type)
{
    gen_line(gen, "%s {", gen_type(gen, type));
    gen->indent++;
    if (type->kind == TYPE_RECORD) {
        for (unsigned i = 0; i < type->field_count; i++)
            gen_line(gen, "%s m_%s;", gen_type(gen, type_of(type->fields[i].type)), type->fields[i].name);
        if (!type->field_count)
            gen_line(gen, "uint8_t nothing;");
    } else {
        gen_line(gen, "%s at[%u];", gen_type(gen, type_of(type->element)), type->slots);
        if (type->kind == TYPE_MULTISET)
            gen_line(gen, "uint8_t taken[%u];", type->slots);
    }
    gen->indent--;
    gen_line(gen, "};");
}

/* Least values everywhere; multisets empty. */
static void define_clear(struct gen *gen, const struct type *type)
{
    gen_open(gen, "static maybe_unused void clear_%u(%s *v)", type->id, gen_type(gen, type));
    if (type->kind == TYPE_MULTISET) {
        gen_line(gen, "memset(v, 0, sizeof *v);");
    } else if (type->kind == TYPE_ARRAY) {
        const struct type *element = type_of(type->element);
        gen_line(gen, "for (unsigned i = 0; i < %u; i++)", type->slots);
        if (type_is_scalar(element))
            gen_line(gen, "    v->at[i] = 1;");
        else
            gen_line(gen, "    clear_%u(&v->at[i]);", representative(gen, element)->id);
    } else {
        gen_line(gen, "(void)v;");
        for (unsigned i = 0; i < type->field_count; i++) {
            const struct type *field = type_of(type->fields[i].type);
            if (type_is_scalar(field))
                gen_line(gen, "v->m_%s = 1;", type->fields[i].name);
            else
                gen_line(gen, "clear_%u(&v->m_%s);", representative(gen, field)->id, type->fields[i].name);
        }
    }
    gen_close(gen);
    gen_blank(gen);
}

void gen_define_type(struct gen *gen, const struct type *type)
{
    if (type_is_scalar(type))
        return;
    type = representative(gen, type);
    if (gen->type_done[type->id])
        return;
    gen->type_done[type->id] = true;
    define_parts(gen, type);
    define_struct(gen, type);
    define_clear(gen, type);
}

void gen_clear(struct gen *gen, const struct type *type, const char *target)
{
    gen_line(gen, "clear_%u(&%s);", representative(gen, type)->id, target);
}

const struct type *gen_part(const struct type *type, unsigned i)
{
    return type->kind == TYPE_UNION ? type_of(type->parts[i]) : type;
}

unsigned gen_part_count(const struct type *type)
{
    return type->kind == TYPE_UNION ? type->part_count : 1;
}
