/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * symmetry.c - code that finds the representative of a state's orbit.
 *
 * Symmetry: one representative for each orbit, exactly.
 *
 * The elements of all scalarsets that are shown symmetric (symmetry.h) are numbered from 0, scalarset by scalarset;
 * an element has a *colour*, a 64-bit number that renaming elements does not
 * change (colour.c).  Two elements that differ may have one colour,
 * which costs time and nothing else.
 *
 * Where all colours of a scalarset differ, their order is the renaming.  Where
 * some agree, and exchanging the elements changes the state, each of them in
 * turn is told apart from the rest, and the search goes on; of all states so
 * found the least, packed, is the representative.  It depends on nothing but
 * the orbit: a renaming of the state permutes the branches, no more.  Branches
 * that symmetries of the state itself map to each other are walked once.
 *
 * Multisets, which have no order, are sorted, after any renaming.
 */
#include <string.h>

#include "../base/arena.h"
#include "codegen_private.h"

/* ---- renaming ---- */

/* The new code of a scalar whose code is `code`, as a C expression. */
static const char *rename_code(struct gen *gen, const struct type *type, const char *code)
{
    const char *text = code;
    int64_t offset = 1;
    if (!gen_moves(type))
        return code;
    for (unsigned i = 0; i < gen_part_count(type); i++) {
        const struct type *part = gen_part(type, i);
        int64_t size = part->high - part->low + 1;
        if (gen_moves(part))
            text = arena_format(gen->arena, "%s - %lldu < %lldu ? to[%u + %s - %lldu] + %lldu : %s", code, (long long)offset,
                                (long long)size, gen->element_base[part->scalarset], code, (long long)offset,
                                (long long)offset, text);
        offset += size;
    }
    return arena_format(gen->arena, "(%s)", text);
}

/* Write a value renamed to its new place, or (`compare`) leave the function
 * where what stands there is something else. */
static void rename_value(struct gen *gen, const struct type *type, const char *from, const char *to, bool compare)
{
    unsigned size = layout_size(type);
    if (!gen_moves(type)) {
        if (compare)
            gen_line(gen, "if (memcmp(&%s, &%s, %u)) return 0;", to, from, size);
        else
            gen_line(gen, "memcpy(&%s, &%s, %u);", to, from, size);
        return;
    }
    if (type_is_scalar(type)) {
        const char *code = gen_fresh(gen, "code");
        gen_line(gen, "const unsigned %s = %s;", code, from);
        gen_line(gen, compare ? "if (%s != (%s)%s) return 0;" : "%s = (%s)%s;", to, gen_type(gen, type),
                 rename_code(gen, type, code));
        return;
    }
    if (type->kind == TYPE_RECORD) {
        for (unsigned i = 0; i < type->field_count; i++)
            rename_value(gen, type_of(type->fields[i].type),
                         arena_format(gen->arena, "%s.m_%s", from, type->fields[i].name),
                         arena_format(gen->arena, "%s.m_%s", to, type->fields[i].name), compare);
        return;
    }
    const char *i = gen_fresh(gen, "i"), *there = i;
    gen_open(gen, "for (unsigned %s = 0; %s < %u; %s++)", i, i, type->slots, i);
    if (type->kind == TYPE_ARRAY && gen_moves(type_of(type->index))) {
        const char *code = gen_fresh(gen, "code");
        there = gen_fresh(gen, "i");
        gen_line(gen, "const unsigned %s = %s + 1;", code, i);
        gen_line(gen, "const unsigned %s = %s - 1u;", there, rename_code(gen, type_of(type->index), code));
    }
    rename_value(gen, type_of(type->element), arena_format(gen->arena, "%s.at[%s]", from, i),
                 arena_format(gen->arena, "%s.at[%s]", to, there), compare);
    if (type->kind == TYPE_MULTISET && strcmp(from, to)) /* else it is compared with itself */
        gen_line(gen, compare ? "if (%s.taken[%s] != %s.taken[%s]) return 0;" : "%s.taken[%s] = %s.taken[%s];", to, i, from, i);
    gen_close(gen);
}

static void define_rename(struct gen *gen)
{
    gen_line(gen, "/* s with element e of each scalarset called to[e]. */");
    gen_open(gen, "static void rename_state(const struct state *s, const uint16_t *to, struct state *t)");
    gen_line(gen, "memset(t, 0, sizeof *t);");
    for (unsigned i = 0; i < gen->program->variable_count; i++) {
        const struct symbol *v = gen->program->variables[i];
        rename_value(gen, type_of(v->type), arena_format(gen->arena, "s->m_%s", v->name),
                     arena_format(gen->arena, "t->m_%s", v->name), false);
    }
    gen_close(gen);
    gen_blank(gen);
    gen_line(gen, "/* Whether it is still the same state then, slots of multisets in their order. */");
    gen_open(gen, "static maybe_unused int renaming_keeps(const struct state *s, const uint16_t *to)");
    for (unsigned i = 0; i < gen->program->variable_count; i++) {
        const struct symbol *v = gen->program->variables[i];
        const char *path = arena_format(gen->arena, "s->m_%s", v->name);
        if (gen_moves(type_of(v->type)))
            rename_value(gen, type_of(v->type), path, path, true);
    }
    gen_line(gen, "return 1;");
    gen_close(gen);
    gen_blank(gen);
}

/* ---- multisets ---- */

static void sort_slots(struct gen *gen, const struct type *type, const char *path)
{
    const char *i = gen_fresh(gen, "i"), *j = gen_fresh(gen, "j");
    unsigned size = layout_size(type_of(type->element));
    gen_open(gen, "for (unsigned %s = 1; %s < %u; %s++)", i, i, type->slots, i);
    gen_open(gen, "for (unsigned %s = %s; %s > 0 && slot_before(%s.taken[%s], &%s.at[%s], %s.taken[%s - 1], &%s.at[%s - 1], %u); %s--)",
             j, i, j, path, j, path, j, path, j, path, j, size, j);
    gen_line(gen, "unsigned char element[%u], taken = %s.taken[%s];", size, path, j);
    gen_line(gen, "memcpy(element, &%s.at[%s], %u);", path, j, size);
    gen_line(gen, "memcpy(&%s.at[%s], &%s.at[%s - 1], %u);", path, j, path, j, size);
    gen_line(gen, "memcpy(&%s.at[%s - 1], element, %u);", path, j, size);
    gen_line(gen, "%s.taken[%s] = %s.taken[%s - 1];", path, j, path, j);
    gen_line(gen, "%s.taken[%s - 1] = taken;", path, j);
    gen_close(gen);
    gen_close(gen);
}

bool gen_multisets_alike(const struct gen *gen, const struct type *type, unsigned leaf, const struct slot_use **kept)
{
    const struct program *p = gen->program;
    unsigned first = types_first_multiset(p, leaf);
    *kept = first < p->multiset_count ? p->multisets[first].kept : NULL;
    for (unsigned i = first; i < p->multiset_count && p->multisets[i].leaf < leaf + type->leaves; i++)
        if (p->multisets[i].kept != *kept)
            return false;
    return true;
}

/* Those that do not keep their order; `leaf` is where the value begins. */
static void sort_within(struct gen *gen, const struct type *type, unsigned leaf, const char *path)
{
    const struct slot_use *kept;
    if (type_is_scalar(type) || !type->contains_multiset)
        return;
    if (type->kind == TYPE_RECORD) {
        for (unsigned i = 0; i < type->field_count; i++)
            sort_within(gen, type_of(type->fields[i].type), leaf + type->fields[i].leaf,
                        arena_format(gen->arena, "%s.m_%s", path, type->fields[i].name));
        return;
    }
    const struct type *element = type_of(type->element);
    bool alike = gen_multisets_alike(gen, type, leaf, &kept);
    if (alike && kept)
        return;
    if (type->kind == TYPE_MULTISET) {
        sort_slots(gen, type, path);
    } else if (alike) {
        const char *i = gen_fresh(gen, "i");
        gen_open(gen, "for (unsigned %s = 0; %s < %u; %s++)", i, i, type->slots, i);
        sort_within(gen, element, leaf, arena_format(gen->arena, "%s.at[%s]", path, i));
        gen_close(gen);
    } else {
        for (unsigned i = 0; i < type->slots; i++)
            sort_within(gen, element, leaf + i * element->leaves, arena_format(gen->arena, "%s.at[%u]", path, i));
    }
}

static void define_sort(struct gen *gen)
{
    gen_runtime(gen, "slots");
    gen_open(gen, "static void sort_multisets(struct state *s)");
    gen_line(gen, "(void)s;");
    for (unsigned i = 0; i < gen->program->variable_count; i++) {
        const struct symbol *v = gen->program->variables[i];
        sort_within(gen, type_of(v->type), v->leaf, arena_format(gen->arena, "s->m_%s", v->name));
    }
    gen_close(gen);
    gen_blank(gen);
    gen_runtime(gen, "sorted");
}

/* ---- the search ---- */

static void scalarset_constants(struct gen *gen)
{
    const struct program *program = gen->program;
    text_put(gen->out, "static const unsigned first_element[SCALARSETS + 1] = {");
    for (unsigned i = 0; i < program->scalarset_count; i++)
        text_format(gen->out, "%u, ", gen->element_base[i]);
    text_format(gen->out, "%u};\n\n", gen->element_count);
}

void gen_symmetry(struct gen *gen)
{
    define_sort(gen);
    if (gen->element_count) {
        scalarset_constants(gen);
        define_rename(gen);
        gen_runtime(gen, "mix");
        gen_colours(gen);
        gen_runtime(gen, "search");
    } else {
        gen_runtime(gen, "sort_only");
    }
    if (gen_has_symmetry(gen))
        gen_runtime(gen, "canonicalise");
}
