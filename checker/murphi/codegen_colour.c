/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Colours of scalarset elements: numbers that no renaming changes.
 *
 * A leaf either speaks of one element alone (it is indexed by it and holds
 * nothing that is renamed, or it holds it and nothing renamed indexes it), or
 * it relates elements.  sign_rows() adds what the former say, once;
 * sign_relations() adds what the latter say given the colours so far, in each
 * round of refinement.  Sums do not depend on the order of the elements.
 *
 * A scalarset that no leaf relates to anything is *plain*: elements of equal
 * colour are interchangeable when their rows are equal, byte by byte.
 */
#include <string.h>

#include "../base/arena.h"
#include "codegen_private.h"

enum mode { ROWS, RELATIONS };

/* What is known of a value on the way down to its leaves. */
struct trail {
    enum mode mode;
    const char *hash;          /* C: of the constant part of the way */
    const char *elements[16];  /* C: the numbers of the elements that index it */
    unsigned scalarsets[16];
    unsigned count;
    const char *sum;           /* C: within a multiset's slot, where its hash is summed; or NULL */
    bool in_slot;              /* the slot's hash is part of `hash` */
    bool apart;                /* beneath a plain array: gen_rows() does not see it */
};

static void sign_value(struct gen *, const struct type *, const char *path, struct trail);

static struct trail further(struct gen *gen, struct trail trail, const char *what)
{
    const char *name = gen_fresh(gen, "h");
    gen_line(gen, "const uint64_t %s = mix(%s, %s);", name, trail.hash, what);
    trail.hash = name;
    return trail;
}

static struct trail constant_step(struct gen *gen, struct trail trail)
{
    return further(gen, trail, arena_format(gen->arena, "%uu", gen->fresh++));
}

/* Whether two elements of one scalarset that index a leaf are the same one. */
static const char *equalities(struct gen *gen, const struct trail *trail)
{
    const char *text = "0u";
    for (unsigned i = 0; i < trail->count; i++)
        for (unsigned j = i + 1; j < trail->count; j++)
            if (trail->scalarsets[i] == trail->scalarsets[j])
                text = arena_format(gen->arena, "%s * 2 + (%s == %s)", text, trail->elements[i], trail->elements[j]);
    return text;
}

static void mark_related(struct gen *gen, const struct trail *trail)
{
    for (unsigned i = 0; i < trail->count; i++)
        gen->related[trail->scalarsets[i]] = true;
    gen->has_relations = true;
}

/* A leaf, or a slot as a whole, whose hash so far is `hash`. */
static void contribute(struct gen *gen, const char *hash, struct trail trail)
{
    bool relation = trail.count > 1 || trail.sum || trail.in_slot;
    if (relation != (trail.mode == RELATIONS))
        return;
    trail.hash = hash;
    if (trail.count > 1 || trail.sum)
        for (unsigned i = 0; i < trail.count; i++)
            trail = further(gen, trail, arena_format(gen->arena, "old[%s]", trail.elements[i]));
    if (trail.count > 1)
        trail = further(gen, trail, equalities(gen, &trail));
    if (trail.sum) {
        gen_line(gen, "%s += %s;", trail.sum, trail.hash);
        return;
    }
    if (relation)
        mark_related(gen, &trail);
    for (unsigned i = 0; i < trail.count; i++)
        gen_line(gen, "new[%s] += mix(%s, %uu);", trail.elements[i], trail.hash, i);
}

static struct trail with_element(struct trail trail, const char *element, unsigned scalarset)
{
    if (trail.count < sizeof trail.elements / sizeof *trail.elements) {
        trail.elements[trail.count] = element;
        trail.scalarsets[trail.count++] = scalarset;
    }
    return trail;
}

static void sign_scalar(struct gen *gen, const struct type *type, const char *path, struct trail trail)
{
    if (!type->contains_scalarset) {
        if (trail.count || trail.sum)
            contribute(gen, arena_format(gen->arena, "mix(%s, %s)", trail.hash, path), trail);
        return;
    }
    const char *code = gen_fresh(gen, "code");
    gen_line(gen, "const unsigned %s = %s;", code, path);
    int64_t offset = 1;
    const char *otherwise = "";
    for (unsigned i = 0; i < gen_part_count(type); i++) {
        const struct type *part = gen_part(type, i);
        int64_t size = part->high - part->low + 1;
        if (part->kind == TYPE_SCALARSET) {
            gen_open(gen, "%sif (%s - %lldu < %lldu)", otherwise, code, (long long)offset, (long long)size);
            const char *element = gen_fresh(gen, "e");
            gen_line(gen, "const unsigned %s = %u + %s - %lldu;", element, gen->element_base[part->scalarset], code,
                     (long long)offset);
            struct trail inner = with_element(constant_step(gen, trail), element, (unsigned)part->scalarset);
            contribute(gen, inner.hash, inner);
            gen_close(gen);
            otherwise = "else ";
        }
        offset += size;
    }
    if (!trail.count && !trail.sum)
        return;
    /* Undefined, or of a part that is not renamed: for a relation this is one
     * of its cases, so it is told in the relations' rounds. */
    gen_open(gen, "else");
    if (trail.mode == RELATIONS && trail.count == 1 && !trail.sum && !trail.in_slot)
        gen_line(gen, "new[%s] += mix(%s, %s);", trail.elements[0], trail.hash, code);
    else if (trail.count != 1 || trail.sum || trail.in_slot)
        contribute(gen, arena_format(gen->arena, "mix(%s, %s)", trail.hash, code), trail);
    gen_close(gen);
}

/* An array of the whole state, or of records within it, by a scalarset: its
 * plain leaves are in gen_rows(). */
static bool has_rows(const struct type *array, const struct trail *trail)
{
    return type_of(array->index)->kind == TYPE_SCALARSET && !trail->count && !trail->apart && !trail->sum;
}

/* An array, part by part of its index: a scalarset's elements take part. */
static void sign_array(struct gen *gen, const struct type *type, const char *path, struct trail trail)
{
    const struct type *index = type_of(type->index), *element = type_of(type->element);
    if (has_rows(type, &trail) && (trail.mode == ROWS || (!element->contains_scalarset && !element->contains_multiset)))
        return;
    int64_t offset = 0;
    for (unsigned p = 0; p < gen_part_count(index); p++) {
        const struct type *part = gen_part(index, p);
        int64_t size = part->high - part->low + 1;
        bool symmetric = part->kind == TYPE_SCALARSET;
        if (symmetric || trail.count || trail.sum || element->contains_scalarset) {
            const char *i = gen_fresh(gen, "i");
            gen_open(gen, "for (unsigned %s = 0; %s < %lld; %s++)", i, i, (long long)size, i);
            struct trail inner = constant_step(gen, trail);
            inner.apart |= !symmetric;
            if (symmetric) {
                const char *e = gen_fresh(gen, "e");
                gen_line(gen, "const unsigned %s = %u + %s;", e, gen->element_base[part->scalarset], i);
                inner = with_element(inner, e, (unsigned)part->scalarset);
            } else {
                inner = further(gen, inner, i);
            }
            sign_value(gen, element, arena_format(gen->arena, "%s.at[%lld + %s]", path, (long long)offset, i), inner);
            gen_close(gen);
        }
        offset += size;
    }
}

/* A slot is known by all that it holds, not by its number. */
static void sign_multiset(struct gen *gen, const struct type *type, const char *path, struct trail trail)
{
    const struct type *element = type_of(type->element);
    if (trail.mode == ROWS || (!trail.count && !trail.sum && !element->contains_scalarset))
        return;
    const char *i = gen_fresh(gen, "i"), *sum = gen_fresh(gen, "sum");
    gen_open(gen, "for (unsigned %s = 0; %s < %u; %s++)", i, i, type->slots, i);
    gen_line(gen, "if (!%s.taken[%s])", path, i);
    gen_line(gen, "    continue;");
    gen_line(gen, "uint64_t %s = 0;", sum);
    const char *slot = arena_format(gen->arena, "%s.at[%s]", path, i);
    struct trail inside = {.mode = RELATIONS, .hash = arena_format(gen->arena, "%uu", gen->fresh++), .sum = sum};
    sign_value(gen, element, slot, inside);
    struct trail whole = further(gen, constant_step(gen, trail), sum);
    whole.in_slot = true;
    if (whole.count || whole.sum)
        contribute(gen, whole.hash, whole);
    if (!trail.sum && element->contains_scalarset)
        sign_value(gen, element, slot, whole);
    gen_close(gen);
}

/* Write what a walk says, unless it says nothing. */
static void sign_value(struct gen *gen, const struct type *type, const char *path, struct trail trail)
{
    if (!trail.count && !trail.sum && !type->contains_scalarset)
        return;
    struct text *outer = gen->out, inner = {0};
    gen->out = &inner;
    if (type_is_scalar(type))
        sign_scalar(gen, type, path, trail);
    else if (type->kind == TYPE_ARRAY)
        sign_array(gen, type, path, trail);
    else if (type->kind == TYPE_MULTISET)
        sign_multiset(gen, type, path, trail);
    else
        for (unsigned i = 0; i < type->field_count; i++) {
            gen_open(gen, "%s", "");
            sign_value(gen, type_of(type->fields[i].type), arena_format(gen->arena, "%s.m_%s", path, type->fields[i].name),
                       constant_step(gen, trail));
            gen_close(gen);
        }
    gen->out = outer;
    if (inner.bytes && strstr(inner.bytes, "+="))
        text_add(gen->out, inner.bytes, inner.length);
    text_free(&inner);
}

static void sign_state(struct gen *gen, enum mode mode)
{
    for (unsigned i = 0; i < gen->program->variable_count; i++) {
        const struct symbol *v = gen->program->variables[i];
        gen_open(gen, "%s", "");
        sign_value(gen, type_of(v->type), arena_format(gen->arena, "s->m_%s", v->name),
                   (struct trail){.mode = mode, .hash = arena_format(gen->arena, "%uu", gen->fresh++)});
        gen_close(gen);
    }
}

/* ---- rows ---- */

/* The plain leaves that belong to one element, gathered into words of 64 bits
 * in `row`, each mixed into `h` when full. */
static void flush_row(struct gen *gen, unsigned *bits)
{
    if (*bits)
        gen_line(gen, "h = mix(h, row), row = 0;");
    *bits = 0;
}

static void row_value(struct gen *gen, const struct type *type, const char *path, unsigned *bits)
{
    if (type_is_scalar(type)) {
        unsigned own = layout_bits(type);
        if (type->contains_scalarset)
            return;
        if (*bits + own > 64)
            flush_row(gen, bits);
        if (own == 64)
            gen_line(gen, "row = %s;", path);
        else
            gen_line(gen, "row = row << %u | %s;", own, path);
        *bits += own;
    } else if (type->kind == TYPE_RECORD) {
        for (unsigned i = 0; i < type->field_count; i++)
            row_value(gen, type_of(type->fields[i].type), arena_format(gen->arena, "%s.m_%s", path, type->fields[i].name), bits);
    } else if (type->kind == TYPE_ARRAY && !type_of(type->index)->contains_scalarset) {
        if (type->slots <= 8) {
            for (unsigned i = 0; i < type->slots; i++)
                row_value(gen, type_of(type->element), arena_format(gen->arena, "%s.at[%u]", path, i), bits);
            return;
        }
        const char *i = gen_fresh(gen, "i");
        flush_row(gen, bits);
        gen_open(gen, "for (unsigned %s = 0; %s < %u; %s++)", i, i, type->slots, i);
        row_value(gen, type_of(type->element), arena_format(gen->arena, "%s.at[%s]", path, i), bits);
        flush_row(gen, bits);
        gen_close(gen);
    }
}

static void rows_within(struct gen *gen, const struct type *type, const char *path, int scalarset, unsigned *bits)
{
    if (type->kind == TYPE_RECORD)
        for (unsigned i = 0; i < type->field_count; i++)
            rows_within(gen, type_of(type->fields[i].type), arena_format(gen->arena, "%s.m_%s", path, type->fields[i].name),
                        scalarset, bits);
    else if (type->kind == TYPE_ARRAY && type_of(type->index)->kind == TYPE_SCALARSET
             && type_of(type->index)->scalarset == scalarset)
        row_value(gen, type_of(type->element), arena_format(gen->arena, "%s.at[i]", path), bits);
}

static void all_rows(struct gen *gen)
{
    const struct program *program = gen->program;
    for (unsigned k = 0; k < program->scalarset_count; k++) {
        unsigned bits = 0;
        gen_open(gen, "for (unsigned i = 0; i < %lld; i++)", (long long)program->scalarsets[k]->high + 1);
        gen_line(gen, "uint64_t h = %uu, row = 0;", k + 1);
        for (unsigned i = 0; i < program->variable_count; i++)
            rows_within(gen, type_of(program->variables[i]->type),
                        arena_format(gen->arena, "s->m_%s", program->variables[i]->name), (int)k, &bits);
        flush_row(gen, &bits);
        gen_line(gen, "(void)row;");
        gen_line(gen, "new[%u + i] = h;", gen->element_base[k]);
        gen_close(gen);
    }
}

/* ---- plain scalarsets ---- */

/* Leave with 0 where the rows of e and f of a plain scalarset differ. */
static void compare_rows(struct gen *gen, const struct type *type, const char *path, int scalarset)
{
    if (!type->contains_scalarset || type->kind == TYPE_MULTISET)
        return;
    if (type_is_scalar(type)) {
        int64_t offset = 1;
        for (unsigned i = 0; i < gen_part_count(type); i++) {
            const struct type *part = gen_part(type, i);
            if (part->kind == TYPE_SCALARSET && part->scalarset == scalarset)
                gen_line(gen, "if (%s == e + %lld || %s == f + %lld) return 0;", path, (long long)offset, path, (long long)offset);
            offset += part->high - part->low + 1;
        }
        return;
    }
    if (type->kind == TYPE_RECORD) {
        for (unsigned i = 0; i < type->field_count; i++)
            compare_rows(gen, type_of(type->fields[i].type), arena_format(gen->arena, "%s.m_%s", path, type->fields[i].name),
                         scalarset);
        return;
    }
    const struct type *index = type_of(type->index);
    int64_t offset = 0;
    for (unsigned i = 0; i < gen_part_count(index); i++) {
        const struct type *part = gen_part(index, i);
        if (part->kind == TYPE_SCALARSET && part->scalarset == scalarset)
            gen_line(gen, "if (memcmp(&%s.at[%lld + e], &%s.at[%lld + f], %u)) return 0;", path, (long long)offset, path,
                     (long long)offset, (unsigned)layout_size(type_of(type->element)));
        offset += part->high - part->low + 1;
    }
    const char *i = gen_fresh(gen, "i");
    struct text *outer = gen->out, inner = {0};
    gen->out = &inner;
    gen_open(gen, "for (unsigned %s = 0; %s < %u; %s++)", i, i, type->slots, i);
    compare_rows(gen, type_of(type->element), arena_format(gen->arena, "%s.at[%s]", path, i), scalarset);
    gen_close(gen);
    gen->out = outer;
    if (strstr(inner.bytes, "return"))
        text_add(gen->out, inner.bytes, inner.length);
    text_free(&inner);
}

static void define_interchangeable_rows(struct gen *gen)
{
    const struct program *program = gen->program;
    text_put(gen->out,
        "/* Whether elements e and f of a scalarset, counted within it, are\n"
        " * interchangeable; -1 where their rows alone do not tell. */\n");
    gen_open(gen, "static int interchangeable_rows(const struct state *s, unsigned scalarset, unsigned e, unsigned f)");
    gen_line(gen, "(void)s, (void)e, (void)f;");
    gen_open(gen, "switch (scalarset)");
    for (unsigned k = 0; k < program->scalarset_count; k++) {
        if (gen->related[k])
            continue;
        gen_line(gen, "case %u:", k);
        gen->indent++;
        for (unsigned i = 0; i < program->variable_count; i++)
            compare_rows(gen, type_of(program->variables[i]->type),
                         arena_format(gen->arena, "s->m_%s", program->variables[i]->name), (int)k);
        gen_line(gen, "return 1;");
        gen->indent--;
    }
    gen_line(gen, "default:");
    gen_line(gen, "    return -1;");
    gen_close(gen);
    gen_close(gen);
    gen_blank(gen);
}

void gen_colours(struct gen *gen)
{
    gen->related = arena_alloc(gen->arena, gen->program->scalarset_count * sizeof *gen->related);
    gen_line(gen, "/* The colours that leaves give which speak of one element alone. */");
    gen_open(gen, "static void sign_rows(const struct state *s, uint64_t *new)");
    gen_line(gen, "(void)s, (void)new;");
    all_rows(gen);
    sign_state(gen, ROWS);
    gen_close(gen);
    gen_blank(gen);
    gen_line(gen, "/* Add what leaves say which relate elements whose colours are old. */");
    gen_open(gen, "static maybe_unused void sign_relations(const struct state *s, const uint64_t *old, uint64_t *new)");
    gen_line(gen, "(void)s, (void)old, (void)new;");
    sign_state(gen, RELATIONS);
    gen_close(gen);
    gen_blank(gen);
    gen_line(gen, "enum { HAS_RELATIONS = %d };", gen->has_relations);
    gen_blank(gen);
    define_interchangeable_rows(gen);
}
