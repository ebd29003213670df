/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * colour.c - code that gives each scalarset element a colour, a number that no
 * renaming of elements changes.
 *
 * A leaf either speaks of one element alone (it is indexed by it and holds
 * nothing that is renamed, or it holds it and nothing renamed indexes it), or
 * it relates elements.  sign_rows() adds what the former say, once;
 * sign_relations() adds what the latter say given the colours so far, in each
 * round of refinement.  Sums do not depend on the order of the elements.
 *
 * What is indexed by the same elements, or lies in one slot of a multiset, is
 * a *container*: it has one hash, of all that it holds, which goes to the
 * elements that index it and to those that it holds.
 *
 * A scalarset that no leaf relates to anything is *plain*: elements of equal
 * colour are interchangeable when their rows are equal, byte by byte.
 * A scalarset of one element is never renamed, and counts as a range; so does
 * one that is not shown symmetric, of which no element has a number.
 */
#include <string.h>

#include "../base/arena.h"
#include "codegen_private.h"

enum mode { ROWS, RELATIONS };

enum { UNROLLED = 8, HELD_FROM = 16 };

struct indexing {
    const char *element; /* C: its number */
    unsigned scalarset;
};

struct held {
    const char *code; /* C */
    const struct type *type;
};

struct container {
    enum mode mode;
    const char *hash, *row; /* C: names of variables */
    unsigned bits;          /* gathered in row */
    struct indexing *by;    /* the elements that index it; those of the outer one come first, and are shared */
    unsigned count;
    struct held *held;      /* leaves that hold elements */
    unsigned held_count;
    bool in_slot;           /* of a multiset */
    bool apart;             /* beneath an array by something else: all_rows() does not see it */
};

static bool part_moves(const struct type *part)
{
    return part->kind == TYPE_SCALARSET && part->high > part->low && !part->asymmetry;
}

bool gen_moves(const struct type *type)
{
    if (!type->contains_scalarset)
        return false;
    switch (type->kind) {
    case TYPE_RECORD:
        for (unsigned i = 0; i < type->field_count; i++)
            if (gen_moves(type_of(type->fields[i].type)))
                return true;
        return false;
    case TYPE_ARRAY:
        return gen_moves(type_of(type->index)) || gen_moves(type_of(type->element));
    case TYPE_MULTISET:
        return gen_moves(type_of(type->element));
    default:
        for (unsigned i = 0; i < gen_part_count(type); i++)
            if (part_moves(gen_part(type, i)))
                return true;
        return false;
    }
}

static void content(struct gen *, const struct type *, const char *path, struct container *);

/* ---- one container ---- */

static void flush(struct gen *gen, struct container *c)
{
    if (c->bits)
        gen_line(gen, "%s = mix(%s, %s), %s = 0;", c->hash, c->hash, c->row, c->row);
    c->bits = 0;
}

static void begin(struct gen *gen, struct container *c, const char *also)
{
    c->hash = gen_fresh(gen, "h");
    c->row = gen_fresh(gen, "row");
    c->bits = 0;
    c->held = NULL;
    c->held_count = 0;
    const char *place = arena_format(gen->arena, "%uu", gen->fresh++);
    gen_line(gen, "uint64_t %s = mix(%s, %s), %s = 0;", c->hash, place, also ? also : "0", c->row);
    gen_line(gen, "(void)%s, (void)%s;", c->hash, c->row);
}

/* Whether plain leaves are part of its hash: those of one element alone are in
 * the element's colour already when relations are told. */
static bool takes_plain(const struct container *c)
{
    bool relation = c->count > 1 || c->in_slot;
    return c->mode == RELATIONS ? relation : c->count == 1 && !relation;
}

static void take_plain(struct gen *gen, const struct type *type, const char *path, struct container *c)
{
    unsigned bits = layout_bits(type);
    if (!takes_plain(c))
        return;
    if (c->bits + bits > 64)
        flush(gen, c);
    if (bits == 64)
        gen_line(gen, "%s = %s;", c->row, path);
    else
        gen_line(gen, "%s = %s << %u | %s;", c->row, c->row, bits, path);
    c->bits += bits;
}

/* C: `each` with the number of the element that a code names, part by part;
 * else `otherwise`. */
static const char *by_element(struct gen *gen, struct held held, const char *each, const char *otherwise)
{
    const char *text = otherwise;
    int64_t offset = 1;
    for (unsigned i = 0; i < gen_part_count(held.type); i++) {
        const struct type *part = gen_part(held.type, i);
        int64_t size = part->high - part->low + 1;
        if (part_moves(part)) {
            const char *element = arena_format(gen->arena, "%u + %s - %lldu", gen->element_base[part->scalarset], held.code,
                                               (long long)offset);
            text = arena_format(gen->arena, "%s - %lldu < %lldu ? %s[%s] : %s", held.code, (long long)offset,
                                (long long)size, each, element, text);
        }
        offset += size;
    }
    return text;
}

/* A leaf that speaks of the element it holds alone: by where it stands. */
static void point(struct gen *gen, struct held held, struct container *c)
{
    int64_t offset = 1;
    for (unsigned i = 0; i < gen_part_count(held.type); i++) {
        const struct type *part = gen_part(held.type, i);
        int64_t size = part->high - part->low + 1;
        if (part_moves(part)) {
            gen_line(gen, "if (%s - %lldu < %lldu)", held.code, (long long)offset, (long long)size);
            gen_line(gen, "    new[%u + %s - %lldu] += mix(%s, %uu);", gen->element_base[part->scalarset], held.code,
                     (long long)offset, c->hash, gen->fresh++);
        }
        offset += size;
    }
}

static void take_element(struct gen *gen, const struct type *type, const char *path, struct container *c)
{
    bool alone = c->count == 0 && !c->in_slot;
    if (alone != (c->mode == ROWS))
        return;
    struct held held = {gen_fresh(gen, "code"), type};
    gen_line(gen, "const unsigned %s = %s;", held.code, path);
    if (alone) {
        point(gen, held, c);
        return;
    }
    gen_line(gen, "%s = mix(%s, %s);", c->hash, c->hash, by_element(gen, held, "old", held.code));
    ARENA_PUSH(gen->arena, c->held, c->held_count, held);
}

static void add_equality(struct text *text, const char *equal)
{
    text_put(text, text->length ? " * 2 + (" : "0u * 2 + (");
    text_put(text, equal);
    text_put(text, ")");
}

/* Which of the elements of one scalarset that index or fill it are the same. */
static void equalities(struct gen *gen, const struct container *c, struct text *text)
{
    for (unsigned i = 0; i < c->count; i++) {
        const struct indexing *by = &c->by[i];
        for (unsigned j = i + 1; j < c->count; j++)
            if (by->scalarset == c->by[j].scalarset)
                add_equality(text, arena_format(gen->arena, "%s == %s", by->element, c->by[j].element));
        for (unsigned j = 0; j < c->held_count; j++) {
            const struct type *type = c->held[j].type;
            if (type->kind == TYPE_SCALARSET && (unsigned)type->scalarset == by->scalarset)
                add_equality(text, arena_format(gen->arena, "%s + %u == %s + 1", c->held[j].code,
                                                gen->element_base[by->scalarset], by->element));
        }
    }
}

static void mark_related(struct gen *gen, const struct container *c)
{
    gen->has_relations = true;
    for (unsigned i = 0; i < c->count; i++)
        gen->related[c->by[i].scalarset] = true;
    for (unsigned i = 0; i < c->held_count; i++)
        for (unsigned p = 0; p < gen_part_count(c->held[i].type); p++)
            if (part_moves(gen_part(c->held[i].type, p)))
                gen->related[gen_part(c->held[i].type, p)->scalarset] = true;
}

static void give_to_held(struct gen *gen, const struct container *c)
{
    for (unsigned i = 0; i < c->held_count; i++) {
        int64_t offset = 1;
        for (unsigned p = 0; p < gen_part_count(c->held[i].type); p++) {
            const struct type *part = gen_part(c->held[i].type, p);
            int64_t size = part->high - part->low + 1;
            if (part_moves(part)) {
                gen_line(gen, "if (%s - %lldu < %lldu)", c->held[i].code, (long long)offset, (long long)size);
                gen_line(gen, "    new[%u + %s - %lldu] += mix(%s, %uu);", gen->element_base[part->scalarset],
                         c->held[i].code, (long long)offset, c->hash, HELD_FROM + i);
            }
            offset += size;
        }
    }
}

static void end(struct gen *gen, struct container *c)
{
    flush(gen, c);
    if (c->mode == ROWS) {
        if (c->count == 1 && !c->in_slot && c->apart)
            gen_line(gen, "new[%s] += %s;", c->by[0].element, c->hash);
        return;
    }
    if (c->count <= 1 && !c->held_count && !(c->count && c->in_slot))
        return;
    struct text same = {0};
    equalities(gen, c, &same);
    for (unsigned i = 0; i < c->count; i++)
        gen_line(gen, "%s = mix(%s, old[%s]);", c->hash, c->hash, c->by[i].element);
    if (same.length)
        gen_line(gen, "%s = mix(%s, %s);", c->hash, c->hash, same.bytes);
    text_free(&same);
    for (unsigned i = 0; i < c->count; i++)
        gen_line(gen, "new[%s] += mix(%s, %uu);", c->by[i].element, c->hash, i);
    give_to_held(gen, c);
    mark_related(gen, c);
}

/* ---- the way down ---- */

/* What a container inside another starts from. */
static struct container inner_of(const struct container *c)
{
    struct container inner = *c;
    inner.held = NULL;
    inner.held_count = 0;
    return inner;
}

/* Write a loop only where something in it says something. */
static void keep_if_useful(struct gen *gen, struct text *outer, struct text *inner)
{
    gen->out = outer;
    if (inner->bytes && strstr(inner->bytes, "new["))
        text_add(gen->out, inner->bytes, inner->length);
    text_free(inner);
}

static void each_element(struct gen *gen, const struct type *element, const char *path, int64_t offset,
                         const struct type *part, struct container *c)
{
    struct text *outer = gen->out, text = {0};
    struct container inner = inner_of(c);
    const char *i = gen_fresh(gen, "i"), *e = gen_fresh(gen, "e");
    gen->out = &text;
    gen_open(gen, "for (unsigned %s = 0; %s < %lld; %s++)", i, i, (long long)(part->high - part->low + 1), i);
    gen_line(gen, "const unsigned %s = %u + %s;", e, gen->element_base[part->scalarset], i);
    struct indexing by = {e, (unsigned)part->scalarset};
    ARENA_PUSH(gen->arena, inner.by, inner.count, by);
    begin(gen, &inner, NULL);
    content(gen, element, arena_format(gen->arena, "%s.at[%lld + %s]", path, (long long)offset, i), &inner);
    end(gen, &inner);
    gen_close(gen);
    keep_if_useful(gen, outer, &text);
}

/* By something that is not renamed: part of the same container if short. */
static void each_place(struct gen *gen, const struct type *element, const char *path, int64_t offset, int64_t size,
                       struct container *c)
{
    bool apart = c->apart;
    if (size <= UNROLLED) {
        c->apart = true;
        for (int64_t i = 0; i < size; i++)
            content(gen, element, arena_format(gen->arena, "%s.at[%lld]", path, (long long)(offset + i)), c);
        c->apart = apart;
        return;
    }
    struct text *outer = gen->out, text = {0};
    struct container inner = inner_of(c);
    const char *i = gen_fresh(gen, "i");
    gen->out = &text;
    inner.apart = true;
    gen_open(gen, "for (unsigned %s = 0; %s < %lld; %s++)", i, i, (long long)size, i);
    begin(gen, &inner, i);
    content(gen, element, arena_format(gen->arena, "%s.at[%lld + %s]", path, (long long)offset, i), &inner);
    end(gen, &inner);
    gen_close(gen);
    keep_if_useful(gen, outer, &text);
}

/* An array by a scalarset within nothing but records: its plain leaves are in
 * all_rows(). */
static bool has_rows(const struct type *array, const struct container *c)
{
    return type_of(array->index)->kind == TYPE_SCALARSET && c->count == 0 && !c->apart && !c->in_slot;
}

static void array_content(struct gen *gen, const struct type *type, const char *path, struct container *c)
{
    const struct type *index = type_of(type->index), *element = type_of(type->element);
    bool rows = has_rows(type, c);
    int64_t offset = 0;
    for (unsigned p = 0; p < gen_part_count(index); p++) {
        const struct type *part = gen_part(index, p);
        int64_t size = part->high - part->low + 1;
        if (part_moves(part)) {
            bool apart = c->apart;
            c->apart |= !rows;
            each_element(gen, element, path, offset, part, c);
            c->apart = apart;
        } else {
            each_place(gen, element, path, offset, size, c);
        }
        offset += size;
    }
}

/* A slot is known by all that it holds, not by its number. */
static void multiset_content(struct gen *gen, const struct type *type, const char *path, struct container *c)
{
    if (c->mode == ROWS)
        return;
    struct text *outer = gen->out, text = {0};
    struct container inner = inner_of(c);
    const char *i = gen_fresh(gen, "i");
    gen->out = &text;
    inner.in_slot = true;
    gen_open(gen, "for (unsigned %s = 0; %s < %u; %s++)", i, i, type->slots, i);
    gen_line(gen, "if (!%s.taken[%s])", path, i);
    gen_line(gen, "    continue;");
    begin(gen, &inner, NULL);
    content(gen, type_of(type->element), arena_format(gen->arena, "%s.at[%s]", path, i), &inner);
    end(gen, &inner);
    gen_close(gen);
    keep_if_useful(gen, outer, &text);
}

static void content(struct gen *gen, const struct type *type, const char *path, struct container *c)
{
    if (type_is_scalar(type) && gen_moves(type))
        take_element(gen, type, path, c);
    else if (type_is_scalar(type))
        take_plain(gen, type, path, c);
    else if (type->kind == TYPE_ARRAY)
        array_content(gen, type, path, c);
    else if (type->kind == TYPE_MULTISET)
        multiset_content(gen, type, path, c);
    else
        for (unsigned i = 0; i < type->field_count; i++)
            content(gen, type_of(type->fields[i].type), arena_format(gen->arena, "%s.m_%s", path, type->fields[i].name), c);
}

static void sign_state(struct gen *gen, enum mode mode)
{
    for (unsigned i = 0; i < gen->program->variable_count; i++) {
        const struct symbol *v = gen->program->variables[i];
        struct text *outer = gen->out, text = {0};
        struct container c = {.mode = mode};
        if (!gen_moves(type_of(v->type)))
            continue;
        gen->out = &text;
        gen_open(gen, "%s", "");
        begin(gen, &c, NULL);
        content(gen, type_of(v->type), arena_format(gen->arena, "s->m_%s", v->name), &c);
        end(gen, &c);
        gen_close(gen);
        keep_if_useful(gen, outer, &text);
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
        if (gen_moves(type))
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
    } else if (type->kind == TYPE_ARRAY && !gen_moves(type_of(type->index))) {
        if (type->slots <= UNROLLED) {
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
        if (program->scalarsets[k]->asymmetry)
            continue;
        if (!part_moves(program->scalarsets[k])) {
            gen_line(gen, "new[%u] = 0;", gen->element_base[k]);
            continue;
        }
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
    if (!gen_moves(type) || type->kind == TYPE_MULTISET)
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
        if (gen->related[k] || !part_moves(program->scalarsets[k]))
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
