/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Symmetry: one representative for each orbit, exactly.
 *
 * The elements of all scalarsets are numbered from 0, scalarset by scalarset;
 * an element has a *colour*, a 64-bit number that renaming elements does not
 * change.  sign() refines the colours by one round: each leaf that an index or
 * a value relates to elements adds to their colours a hash of what it is, what
 * it holds, and the colours of the others.  Sums do not depend on the order of
 * the elements, so the colours never do; two elements that differ may have one
 * colour, which costs time and nothing else.
 *
 * Where all colours of a scalarset differ, their order is the renaming.  Where
 * some agree, each of them in turn is told apart from the rest, and the search
 * goes on; of all states so found the least, packed, is the representative.
 * Elements whose exchange leaves the state as it is need one try for all.
 *
 * Multisets, which have no order, are sorted, after any renaming.
 */
#include "../base/arena.h"
#include "codegen_private.h"

/* ---- renaming ---- */

static const struct type *part_at(const struct type *type, unsigned i)
{
    return type->kind == TYPE_UNION ? type_of(type->parts[i]) : type;
}

static unsigned part_count(const struct type *type)
{
    return type->kind == TYPE_UNION ? type->part_count : 1;
}

static bool renamed(const struct type *scalar)
{
    return scalar->contains_scalarset;
}

/* The new code of a scalar whose code is `code`, as a C expression. */
static const char *rename_code(struct gen *gen, const struct type *type, const char *code)
{
    const char *text = code;
    int64_t offset = 1;
    if (!renamed(type))
        return code;
    for (unsigned i = 0; i < part_count(type); i++) {
        const struct type *part = part_at(type, i);
        int64_t size = part->high - part->low + 1;
        if (part->kind == TYPE_SCALARSET)
            text = arena_format(gen->arena, "%s - %lldu < %lldu ? to[%u + %s - %lldu] + %lldu : %s", code, (long long)offset,
                                (long long)size, gen->element_base[part->scalarset], code, (long long)offset,
                                (long long)offset, text);
        offset += size;
    }
    return arena_format(gen->arena, "(%s)", text);
}

static void rename_value(struct gen *gen, const struct type *type, const char *from, const char *to)
{
    if (!type->contains_scalarset) {
        if (type_is_scalar(type))
            gen_line(gen, "%s = %s;", to, from);
        else
            gen_line(gen, "memcpy(&%s, &%s, %u);", to, from, (unsigned)layout_size(type));
        return;
    }
    if (type_is_scalar(type)) {
        const char *code = gen_fresh(gen, "code");
        gen_line(gen, "const unsigned %s = %s;", code, from);
        gen_line(gen, "%s = (%s)%s;", to, gen_type(gen, type), rename_code(gen, type, code));
        return;
    }
    if (type->kind == TYPE_RECORD) {
        for (unsigned i = 0; i < type->field_count; i++)
            rename_value(gen, type_of(type->fields[i].type),
                         arena_format(gen->arena, "%s.m_%s", from, type->fields[i].name),
                         arena_format(gen->arena, "%s.m_%s", to, type->fields[i].name));
        return;
    }
    const char *i = gen_fresh(gen, "i"), *there = i;
    gen_open(gen, "for (unsigned %s = 0; %s < %u; %s++)", i, i, type->slots, i);
    if (type->kind == TYPE_ARRAY && renamed(type_of(type->index))) {
        const char *code = gen_fresh(gen, "code");
        there = gen_fresh(gen, "i");
        gen_line(gen, "const unsigned %s = %s + 1;", code, i);
        gen_line(gen, "const unsigned %s = %s - 1u;", there, rename_code(gen, type_of(type->index), code));
    }
    rename_value(gen, type_of(type->element), arena_format(gen->arena, "%s.at[%s]", from, i),
                 arena_format(gen->arena, "%s.at[%s]", to, there));
    if (type->kind == TYPE_MULTISET)
        gen_line(gen, "%s.taken[%s] = %s.taken[%s];", to, i, from, i);
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
                     arena_format(gen->arena, "t->m_%s", v->name));
    }
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

static void sort_within(struct gen *gen, const struct type *type, const char *path)
{
    if (type_is_scalar(type) || !type->contains_multiset)
        return;
    if (type->kind == TYPE_RECORD) {
        for (unsigned i = 0; i < type->field_count; i++)
            sort_within(gen, type_of(type->fields[i].type), arena_format(gen->arena, "%s.m_%s", path, type->fields[i].name));
        return;
    }
    if (type_of(type->element)->contains_multiset) {
        const char *i = gen_fresh(gen, "i");
        gen_open(gen, "for (unsigned %s = 0; %s < %u; %s++)", i, i, type->slots, i);
        sort_within(gen, type_of(type->element), arena_format(gen->arena, "%s.at[%s]", path, i));
        gen_close(gen);
    }
    if (type->kind == TYPE_MULTISET)
        sort_slots(gen, type, path);
}

static void define_sort(struct gen *gen)
{
    text_put(gen->out,
        "/* Taken slots first, by their bytes. */\n"
        "static maybe_unused int slot_before(unsigned taken_a, const void *a, unsigned taken_b, const void *b, size_t size)\n"
        "{\n"
        "    return taken_a != taken_b ? taken_a > taken_b : memcmp(a, b, size) < 0;\n"
        "}\n\n");
    gen_open(gen, "static void sort_multisets(struct state *s)");
    gen_line(gen, "(void)s;");
    for (unsigned i = 0; i < gen->program->variable_count; i++) {
        const struct symbol *v = gen->program->variables[i];
        sort_within(gen, type_of(v->type), arena_format(gen->arena, "s->m_%s", v->name));
    }
    gen_close(gen);
    gen_blank(gen);
}

/* ---- colours ---- */

/* What is known of a value on the way down to its leaves. */
struct trail {
    const char *hash;          /* C: of the constant part of the way */
    const char *elements[16];  /* C: the numbers of the elements that index it */
    unsigned scalarsets[16];
    unsigned count;
    const char *sum;           /* C: within a multiset's slot, where its hash is summed; or NULL */
    bool in_slot;              /* the slot's hash is part of `hash` */
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

/* A leaf whose hash so far, its content included, is `hash`. */
static void contribute(struct gen *gen, const char *hash, struct trail trail)
{
    trail.hash = hash;
    bool alone = trail.count == 1;
    for (unsigned i = 0; i < trail.count && !alone; i++)
        trail = further(gen, trail, arena_format(gen->arena, "old[%s]", trail.elements[i]));
    if (trail.count > 1)
        trail = further(gen, trail, equalities(gen, &trail));
    if (trail.sum && trail.count == 1)
        trail = further(gen, trail, arena_format(gen->arena, "old[%s]", trail.elements[0]));
    if (trail.sum) {
        gen_line(gen, "%s += %s;", trail.sum, trail.hash);
        return;
    }
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
    if (!renamed(type)) {
        if (trail.count || trail.sum)
            contribute(gen, arena_format(gen->arena, "mix(%s, %s)", trail.hash, path), trail);
        return;
    }
    const char *code = gen_fresh(gen, "code");
    gen_line(gen, "const unsigned %s = %s;", code, path);
    int64_t offset = 1;
    const char *otherwise = "";
    for (unsigned i = 0; i < part_count(type); i++) {
        const struct type *part = part_at(type, i);
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
    gen_open(gen, "else");
    contribute(gen, arena_format(gen->arena, "mix(%s, %s)", trail.hash, code), trail);
    gen_close(gen);
}

/* An array, part by part of its index: a scalarset's elements take part. */
static void sign_array(struct gen *gen, const struct type *type, const char *path, struct trail trail)
{
    const struct type *index = type_of(type->index), *element = type_of(type->element);
    int64_t offset = 0;
    for (unsigned p = 0; p < part_count(index); p++) {
        const struct type *part = part_at(index, p);
        int64_t size = part->high - part->low + 1;
        bool symmetric = part->kind == TYPE_SCALARSET;
        if (symmetric || trail.count || trail.sum || element->contains_scalarset) {
            const char *i = gen_fresh(gen, "i");
            gen_open(gen, "for (unsigned %s = 0; %s < %lld; %s++)", i, i, (long long)size, i);
            struct trail inner = constant_step(gen, trail);
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
    if (!trail.count && !trail.sum && !element->contains_scalarset)
        return;
    const char *i = gen_fresh(gen, "i"), *sum = gen_fresh(gen, "sum");
    gen_open(gen, "for (unsigned %s = 0; %s < %u; %s++)", i, i, type->slots, i);
    gen_line(gen, "if (!%s.taken[%s])", path, i);
    gen_line(gen, "    continue;");
    gen_line(gen, "uint64_t %s = 0;", sum);
    const char *slot = arena_format(gen->arena, "%s.at[%s]", path, i);
    struct trail inside = {.hash = arena_format(gen->arena, "%uu", gen->fresh++), .sum = sum};
    sign_value(gen, element, slot, inside);
    struct trail whole = further(gen, constant_step(gen, trail), sum);
    if (whole.count || whole.sum)
        contribute(gen, whole.hash, whole);
    if (!trail.sum && element->contains_scalarset)
        sign_value(gen, element, slot, whole);
    gen_close(gen);
}

static void sign_value(struct gen *gen, const struct type *type, const char *path, struct trail trail)
{
    if (!trail.count && !trail.sum && !type->contains_scalarset)
        return;
    if (type_is_scalar(type)) {
        sign_scalar(gen, type, path, trail);
        return;
    }
    if (type->kind == TYPE_ARRAY) {
        sign_array(gen, type, path, trail);
        return;
    }
    if (type->kind == TYPE_MULTISET) {
        sign_multiset(gen, type, path, trail);
        return;
    }
    for (unsigned i = 0; i < type->field_count; i++) {
        gen_open(gen, "%s", "");
        sign_value(gen, type_of(type->fields[i].type), arena_format(gen->arena, "%s.m_%s", path, type->fields[i].name),
                   constant_step(gen, trail));
        gen_close(gen);
    }
}

static void define_sign(struct gen *gen)
{
    gen_line(gen, "/* Add to each element's new colour what every leaf says of it. */");
    gen_open(gen, "static void sign(const struct state *s, const uint64_t *old, uint64_t *new)");
    gen_line(gen, "(void)s, (void)old, (void)new;");
    for (unsigned i = 0; i < gen->program->variable_count; i++) {
        const struct symbol *v = gen->program->variables[i];
        gen_open(gen, "%s", "");
        sign_value(gen, type_of(v->type), arena_format(gen->arena, "s->m_%s", v->name),
                   (struct trail){.hash = arena_format(gen->arena, "%uu", gen->fresh++)});
        gen_close(gen);
    }
    gen_close(gen);
    gen_blank(gen);
}

/* ---- the search ---- */

static void scalarset_constants(struct gen *gen)
{
    const struct program *program = gen->program;
    gen_line(gen, "enum { ELEMENTS = %u, SCALARSETS = %u };", gen->element_count, program->scalarset_count);
    text_put(gen->out, "static const unsigned first_element[SCALARSETS + 1] = {");
    for (unsigned i = 0; i < program->scalarset_count; i++)
        text_format(gen->out, "%u, ", gen->element_base[i]);
    text_format(gen->out, "%u};\n\n", gen->element_count);
}

static void define_mix(struct gen *gen)
{
    text_put(gen->out,
        "static uint64_t mix(uint64_t a, uint64_t b)\n"
        "{\n"
        "    a = (a ^ b * UINT64_C(0x9e3779b97f4a7c15)) * UINT64_C(0xd6e8feb86659fd93);\n"
        "    return a ^ a >> 32;\n"
        "}\n\n");
}

static void define_refinement(struct gen *gen)
{
    text_put(gen->out,
        "/* Each element's place among its scalarset's by colour; returns how many\n"
        " * elements share theirs with one before them. */\n"
        "static unsigned rank_elements(const uint64_t *colour, uint16_t *rank)\n"
        "{\n"
        "    unsigned ties = 0;\n"
        "    for (unsigned k = 0; k < SCALARSETS; k++) {\n"
        "        for (unsigned e = first_element[k]; e < first_element[k + 1]; e++) {\n"
        "            unsigned place = 0;\n"
        "            for (unsigned f = first_element[k]; f < first_element[k + 1]; f++) {\n"
        "                place += colour[f] < colour[e];\n"
        "                ties += colour[f] == colour[e] && f < e;\n"
        "            }\n"
        "            rank[e] = (uint16_t)place;\n"
        "        }\n"
        "    }\n"
        "    return ties;\n"
        "}\n\n"
        "/* Sign until the colours tell no more elements apart; returns the ties left. */\n"
        "static unsigned refine(const struct state *s, uint64_t *colour, uint16_t *rank)\n"
        "{\n"
        "    unsigned ties = UINT32_MAX;\n"
        "    for (;;) {\n"
        "        uint64_t next[ELEMENTS];\n"
        "        for (unsigned e = 0; e < ELEMENTS; e++)\n"
        "            next[e] = mix(colour[e], 1);\n"
        "        sign(s, colour, next);\n"
        "        memcpy(colour, next, sizeof next);\n"
        "        const unsigned left = rank_elements(colour, rank);\n"
        "        if (left == 0 || left == ties)\n"
        "            return left;\n"
        "        ties = left;\n"
        "    }\n"
        "}\n\n");
}

static void define_trials(struct gen *gen)
{
    text_put(gen->out,
        "static void normalise(struct expansion *x, struct state *s)\n"
        "{\n"
        "    if (x->multiset_reduction)\n"
        "        sort_multisets(s);\n"
        "}\n\n"
        "/* Keep the state renamed so, if it is the least yet. */\n"
        "static void try_renaming(struct expansion *x, struct work *k, const uint16_t *to)\n"
        "{\n"
        "    uint64_t packed[sizeof k->packed / 8];\n"
        "    rename_state(&k->target, to, &k->trial);\n"
        "    normalise(x, &k->trial);\n"
        "    pack(&k->trial, packed);\n"
        "    if (k->has_best) {\n"
        "        unsigned i = 0;\n"
        "        while (i < sizeof packed / 8 && packed[i] == k->best_packed[i])\n"
        "            i++;\n"
        "        if (i == sizeof packed / 8 || packed[i] > k->best_packed[i])\n"
        "            return;\n"
        "    }\n"
        "    k->has_best = 1;\n"
        "    memcpy(k->best_packed, packed, sizeof packed);\n"
        "    memcpy(k->best_to, to, sizeof k->best_to);\n"
        "    memcpy(&k->best, &k->trial, sizeof k->best);\n"
        "}\n\n"
        "/* Whether exchanging two elements leaves the state as it is. */\n"
        "static int interchangeable(struct expansion *x, struct work *k, unsigned scalarset, unsigned e, unsigned f)\n"
        "{\n"
        "    uint16_t to[ELEMENTS];\n"
        "    for (unsigned i = 0; i < SCALARSETS; i++)\n"
        "        for (unsigned j = first_element[i]; j < first_element[i + 1]; j++)\n"
        "            to[j] = (uint16_t)(j - first_element[i]);\n"
        "    to[e] = (uint16_t)(f - first_element[scalarset]);\n"
        "    to[f] = (uint16_t)(e - first_element[scalarset]);\n"
        "    rename_state(&k->target, to, &k->trial);\n"
        "    normalise(x, &k->trial);\n"
        "    return memcmp(&k->trial, &k->target, sizeof k->trial) == 0;\n"
        "}\n\n");
}

static void define_search(struct gen *gen)
{
    text_put(gen->out,
        "static void search(struct expansion *x, struct work *k, uint64_t *colour)\n"
        "{\n"
        "    uint16_t rank[ELEMENTS];\n"
        "    if (refine(&k->target, colour, rank) == 0) {\n"
        "        try_renaming(x, k, rank);\n"
        "        return;\n"
        "    }\n"
        "    /* The tied class of least colour in the first scalarset that has one. */\n"
        "    unsigned scalarset = 0, tied = ELEMENTS;\n"
        "    for (unsigned i = 0; i < SCALARSETS && tied == ELEMENTS; i++)\n"
        "        for (unsigned e = first_element[i]; e < first_element[i + 1]; e++)\n"
        "            for (unsigned f = first_element[i]; f < first_element[i + 1]; f++)\n"
        "                if (e != f && colour[e] == colour[f] && (tied == ELEMENTS || colour[e] < colour[tied]))\n"
        "                    tied = e, scalarset = i;\n"
        "    /* One of each set of interchangeable elements is told apart. */\n"
        "    unsigned members[ELEMENTS], chosen[ELEMENTS], member_count = 0, chosen_count = 0;\n"
        "    for (unsigned e = first_element[scalarset]; e < first_element[scalarset + 1]; e++)\n"
        "        if (colour[e] == colour[tied])\n"
        "            members[member_count++] = e;\n"
        "    for (unsigned m = 0; m < member_count; m++) {\n"
        "        unsigned c = 0;\n"
        "        while (c < chosen_count && !interchangeable(x, k, scalarset, members[m], chosen[c]))\n"
        "            c++;\n"
        "        if (c == chosen_count)\n"
        "            chosen[chosen_count++] = members[m];\n"
        "    }\n"
        "    uint64_t apart[ELEMENTS];\n"
        "    if (chosen_count == 1) {\n"
        "        memcpy(apart, colour, sizeof apart);\n"
        "        for (unsigned m = 0; m < member_count; m++)\n"
        "            apart[members[m]] = mix(colour[tied], 2 + m);\n"
        "        search(x, k, apart);\n"
        "        return;\n"
        "    }\n"
        "    for (unsigned c = 0; c < chosen_count; c++) {\n"
        "        memcpy(apart, colour, sizeof apart);\n"
        "        apart[chosen[c]] = mix(colour[tied], 2);\n"
        "        search(x, k, apart);\n"
        "    }\n"
        "}\n\n");
}

static void define_canonicalise(struct gen *gen)
{
    text_put(gen->out,
        "/* Sound but not exact: ties go by the elements' names. */\n"
        "static void guess_renaming(struct expansion *x, struct work *k, uint64_t *colour)\n"
        "{\n"
        "    uint16_t rank[ELEMENTS];\n"
        "    refine(&k->target, colour, rank);\n"
        "    for (unsigned i = 0; i < SCALARSETS; i++)\n"
        "        for (unsigned e = first_element[i]; e < first_element[i + 1]; e++)\n"
        "            for (unsigned f = first_element[i]; f < e; f++)\n"
        "                rank[e] = (uint16_t)(rank[e] + (colour[e] == colour[f]));\n"
        "    try_renaming(x, k, rank);\n"
        "}\n\n"
        "static void canonicalise_target(struct expansion *x, struct work *k, uint16_t *to)\n"
        "{\n"
        "    normalise(x, &k->target);\n"
        "    if (x->symmetry == MODEL_SYMMETRY_OFF) {\n"
        "        for (unsigned i = 0; to && i < SCALARSETS; i++)\n"
        "            for (unsigned e = first_element[i]; e < first_element[i + 1]; e++)\n"
        "                to[e] = (uint16_t)(e - first_element[i]);\n"
        "        return;\n"
        "    }\n"
        "    uint64_t colour[ELEMENTS];\n"
        "    for (unsigned i = 0; i < SCALARSETS; i++)\n"
        "        for (unsigned e = first_element[i]; e < first_element[i + 1]; e++)\n"
        "            colour[e] = i + 1;\n"
        "    k->has_best = 0;\n"
        "    if (x->symmetry == MODEL_SYMMETRY_EXACT)\n"
        "        search(x, k, colour);\n"
        "    else\n"
        "        guess_renaming(x, k, colour);\n"
        "    memcpy(&k->target, &k->best, sizeof k->target);\n"
        "    if (to)\n"
        "        memcpy(to, k->best_to, sizeof k->best_to);\n"
        "}\n\n");
}

void gen_symmetry_work(struct gen *gen)
{
    if (!gen->element_count)
        return;
    gen_line(gen, "struct state trial, best; /* of the renamings of target */");
    gen_line(gen, "uint64_t best_packed[%u];", gen->layout->packed_words);
    gen_line(gen, "uint16_t best_to[%u];", gen->element_count);
    gen_line(gen, "int has_best;");
}

void gen_symmetry(struct gen *gen)
{
    define_sort(gen);
    if (gen->element_count) {
        scalarset_constants(gen);
        define_rename(gen);
        define_mix(gen);
        define_sign(gen);
        define_refinement(gen);
        define_trials(gen);
        define_search(gen);
        define_canonicalise(gen);
    } else {
        text_put(gen->out,
            "static void canonicalise_target(struct expansion *x, struct work *k, uint16_t *to)\n"
            "{\n"
            "    (void)to;\n"
            "    if (x->multiset_reduction)\n"
            "        sort_multisets(&k->target);\n"
            "}\n\n");
    }
    text_put(gen->out,
        "static void canonicalise(struct expansion *x, const uint64_t *in, uint64_t *out, uint16_t *permutation)\n"
        "{\n"
        "    struct work *const k = x->scratch;\n"
        "    unpack(in, &k->target);\n"
        "    canonicalise_target(x, k, permutation);\n"
        "    pack(&k->target, out);\n"
        "}\n\n");
}
