/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * symmetry.c - code that finds the representative of a state's orbit.
 *
 * Symmetry: one representative for each orbit, exactly.
 *
 * The elements of all scalarsets that are shown symmetric (symmetry.h) are numbered from 0, scalarset by scalarset;
 * an element has a *colour*, a 64-bit number that renaming elements does not
 * change (codegen_colour.c).  Two elements that differ may have one colour,
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

static unsigned first_multiset(const struct program *p, unsigned leaf)
{
    unsigned low = 0, high = p->multiset_count;
    while (low < high) {
        unsigned middle = low + (high - low) / 2;
        if (p->multisets[middle].leaf < leaf)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool gen_multisets_alike(const struct gen *gen, const struct type *type, unsigned leaf, const struct slot_use **kept)
{
    const struct program *p = gen->program;
    unsigned first = first_multiset(p, leaf);
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

/* Whether some multiset does not keep its order. */
static bool sorts_multisets(const struct gen *gen)
{
    for (unsigned i = 0; i < gen->program->multiset_count; i++)
        if (!gen->program->multisets[i].kept)
            return true;
    return false;
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
        sort_within(gen, type_of(v->type), v->leaf, arena_format(gen->arena, "s->m_%s", v->name));
    }
    gen_close(gen);
    gen_blank(gen);
    text_put(gen->out,
        "/* Whether target and source differ by more than the order of slots. */\n"
        "static maybe_unused int differs_sorted(struct work *k)\n"
        "{\n");
    if (sorts_multisets(gen))
        text_put(gen->out,
            "    memcpy(&k->sorted[0], &k->source, sizeof k->source);\n"
            "    memcpy(&k->sorted[1], &k->target, sizeof k->target);\n"
            "    sort_multisets(&k->sorted[0]);\n"
            "    sort_multisets(&k->sorted[1]);\n"
            "    return memcmp(&k->sorted[0], &k->sorted[1], sizeof k->target) != 0;\n");
    else
        text_put(gen->out, "    (void)k;\n    return 1;\n");
    text_put(gen->out, "}\n\n");
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
        "/* How many elements share their colour with one before them. */\n"
        "static unsigned count_ties(const uint64_t *colour)\n"
        "{\n"
        "    unsigned ties = 0;\n"
        "    for (unsigned k = 0; k < SCALARSETS; k++)\n"
        "        for (unsigned e = first_element[k]; e < first_element[k + 1]; e++)\n"
        "            for (unsigned f = first_element[k]; f < e; f++)\n"
        "                ties += colour[f] == colour[e];\n"
        "    return ties;\n"
        "}\n\n"
        "/* Each element's place among its scalarset's by colour, then by name. */\n"
        "static void rank_elements(const uint64_t *colour, uint16_t *rank)\n"
        "{\n"
        "    for (unsigned k = 0; k < SCALARSETS; k++) {\n"
        "        for (unsigned e = first_element[k]; e < first_element[k + 1]; e++) {\n"
        "            unsigned place = 0;\n"
        "            for (unsigned f = first_element[k]; f < e; f++) {\n"
        "                const unsigned before = colour[f] <= colour[e];\n"
        "                place += before;\n"
        "                rank[f] = (uint16_t)(rank[f] + !before);\n"
        "            }\n"
        "            rank[e] = (uint16_t)place;\n"
        "        }\n"
        "    }\n"
        "}\n\n"
        "/* Sign until the colours tell no more elements apart; returns the ties left. */\n"
        "static unsigned refine(const struct state *s, uint64_t *colour)\n"
        "{\n"
        "    unsigned ties = count_ties(colour);\n"
        "    for (unsigned round = 0; HAS_RELATIONS && ties && round < ELEMENTS; round++) {\n"
        "        uint64_t next[ELEMENTS];\n"
        "        for (unsigned e = 0; e < ELEMENTS; e++)\n"
        "            next[e] = mix(colour[e], 1);\n"
        "        sign_relations(s, colour, next);\n"
        "        memcpy(colour, next, sizeof next);\n"
        "        const unsigned left = count_ties(colour);\n"
        "        if (left == ties)\n"
        "            break;\n"
        "        ties = left;\n"
        "    }\n"
        "    return ties;\n"
        "}\n\n");
}

static void define_trials(struct gen *gen)
{
    text_put(gen->out,
        "static void normalise(struct expansion *x, struct state *s)\n"
        "{\n"
        "    if (SORTS_MULTISETS && x->multiset_reduction)\n"
        "        sort_multisets(s);\n"
        "}\n\n"
        "/* Keep the state renamed so, if it is the least yet; a first is not compared. */\n"
        "static void try_renaming(struct expansion *x, struct work *k, const uint16_t *to)\n"
        "{\n"
        "    uint64_t packed[sizeof k->packed / 8];\n"
        "    struct state *const into = k->tries ? &k->trial : &k->best;\n"
        "    rename_state(&k->target, to, into);\n"
        "    normalise(x, into);\n"
        "    if (k->tries++) {\n"
        "        unsigned i = 0;\n"
        "        if (k->tries == 2)\n"
        "            pack(&k->best, k->best_packed);\n"
        "        pack(&k->trial, packed);\n"
        "        while (i < sizeof packed / 8 && packed[i] == k->best_packed[i])\n"
        "            i++;\n"
        "        if (i == sizeof packed / 8 || packed[i] > k->best_packed[i])\n"
        "            return;\n"
        "        memcpy(k->best_packed, packed, sizeof packed);\n"
        "        memcpy(&k->best, &k->trial, sizeof k->best);\n"
        "    }\n"
        "    memcpy(k->best_to, to, sizeof k->best_to);\n"
        "}\n\n"
        "static void same_names(uint16_t *to)\n"
        "{\n"
        "    for (unsigned k = 0; k < SCALARSETS; k++)\n"
        "        for (unsigned e = first_element[k]; e < first_element[k + 1]; e++)\n"
        "            to[e] = (uint16_t)(e - first_element[k]);\n"
        "}\n\n"
        "/* Whether exchanging two elements leaves the state as it is. */\n"
        "static int interchangeable(struct expansion *x, struct work *k, unsigned scalarset, unsigned e, unsigned f)\n"
        "{\n"
        "    if (stops(x, k))\n"
        "        return 1;\n"
        "    const unsigned first = first_element[scalarset];\n"
        "    const int rows = interchangeable_rows(&k->target, scalarset, e - first, f - first);\n"
        "    uint16_t to[ELEMENTS];\n"
        "    if (rows >= 0)\n"
        "        return rows;\n"
        "    same_names(to);\n"
        "    to[e] = (uint16_t)(f - first);\n"
        "    to[f] = (uint16_t)(e - first);\n"
        "    if (!SORTS_MULTISETS || !x->multiset_reduction)\n"
        "        return renaming_keeps(&k->target, to);\n"
        "    rename_state(&k->target, to, &k->trial);\n"
        "    normalise(x, &k->trial);\n"
        "    return memcmp(&k->trial, &k->target, sizeof k->trial) == 0;\n"
        "}\n\n");
}

static void define_open_class(struct gen *gen)
{
    text_put(gen->out,
        "/* Classes of one colour whose members are all interchangeable stay as they\n"
        " * are: any order of them gives one state.  Of the others: an element of the\n"
        " * first scalarset that has one, and there of the least colour; else ELEMENTS. */\n"
        "static unsigned open_class(struct expansion *x, struct work *k, const uint64_t *colour, unsigned *scalarset)\n"
        "{\n"
        "    unsigned open = ELEMENTS;\n"
        "    for (unsigned i = 0; i < SCALARSETS && open == ELEMENTS; i++) {\n"
        "        for (unsigned e = first_element[i]; e < first_element[i + 1]; e++) {\n"
        "            int first = 1, tied = 0, all = 1;\n"
        "            for (unsigned f = first_element[i]; f < e && first; f++)\n"
        "                first = colour[f] != colour[e];\n"
        "            for (unsigned f = e + 1; f < first_element[i + 1] && first && all; f++)\n"
        "                if (colour[f] == colour[e])\n"
        "                    tied = 1, all = interchangeable(x, k, i, e, f);\n"
        "            if (first && tied && !all && (open == ELEMENTS || colour[e] < colour[open]))\n"
        "                open = e, *scalarset = i;\n"
        "        }\n"
        "    }\n"
        "    return open;\n"
        "}\n\n");
}

/* Often all members of a class can be exchanged, if only other elements are
 * with them.  This is found by trying: told apart in two orders that differ by
 * one exchange, they must lead to one state, by renamings that differ by that
 * exchange and by nothing that was told apart before.  A chain of such classes
 * down to a single state makes any other choice of names equivalent.  Whether
 * there is one does not depend on the elements' names, which is why it is all
 * or nothing: or else one orbit could have two representatives. */
static void define_chains(struct gen *gen)
{
    text_put(gen->out,
        "static unsigned members_of(const uint64_t *colour, unsigned scalarset, unsigned one, unsigned *members)\n"
        "{\n"
        "    unsigned count = 0;\n"
        "    for (unsigned e = first_element[scalarset]; e < first_element[scalarset + 1]; e++)\n"
        "        if (colour[e] == colour[one])\n"
        "            members[count++] = e;\n"
        "    return count;\n"
        "}\n\n"
        "/* Tell the members of a class apart in their order, but for an exchange of\n"
        " * the first with another. */\n"
        "static void tell_apart(uint64_t *colour, const unsigned *members, unsigned count, unsigned exchanged)\n"
        "{\n"
        "    const uint64_t shared = colour[members[0]];\n"
        "    for (unsigned m = 0; m < count; m++)\n"
        "        colour[members[m]] = mix(shared, 2 + (m == 0 ? exchanged : m == exchanged ? 0 : m));\n"
        "}\n\n"
        "/* The state and the renaming where each class left is told apart in its order. */\n"
        "static void descend(struct expansion *x, struct work *k, uint64_t *colour, uint64_t *packed, uint16_t *to)\n"
        "{\n"
        "    unsigned scalarset = 0, open, members[ELEMENTS];\n"
        "    while (refine(&k->target, colour) && (open = open_class(x, k, colour, &scalarset)) != ELEMENTS)\n"
        "        tell_apart(colour, members, members_of(colour, scalarset, open, members), 0);\n"
        "    rank_elements(colour, to);\n"
        "    rename_state(&k->target, to, &k->trial);\n"
        "    normalise(x, &k->trial);\n"
        "    pack(&k->trial, packed);\n"
        "}\n\n"
        "/* Whether exchanging any two of the members can be made up for. */\n"
        "static int is_symmetric(struct expansion *x, struct work *k, const uint64_t *colour, const unsigned *members,\n"
        "                        unsigned count)\n"
        "{\n"
        "    uint64_t apart[ELEMENTS], first[sizeof k->packed / 8], other[sizeof k->packed / 8];\n"
        "    uint16_t to[ELEMENTS], with[ELEMENTS];\n"
        "    memcpy(apart, colour, sizeof apart);\n"
        "    tell_apart(apart, members, count, 0);\n"
        "    descend(x, k, apart, first, to);\n"
        "    for (unsigned m = 1; m < count; m++) {\n"
        "        if (stops(x, k))\n"
        "            return 0;\n"
        "        memcpy(apart, colour, sizeof apart);\n"
        "        tell_apart(apart, members, count, m);\n"
        "        descend(x, k, apart, other, with);\n"
        "        if (memcmp(first, other, sizeof first) || with[members[0]] != to[members[m]]\n"
        "            || with[members[m]] != to[members[0]])\n"
        "            return 0;\n"
        "        for (unsigned i = 1; i < count; i++)\n"
        "            if (i != m && with[members[i]] != to[members[i]])\n"
        "                return 0;\n"
        "        for (unsigned e = 0; e < ELEMENTS; e++)\n"
        "            if (k->told[e] && with[e] != to[e])\n"
        "                return 0;\n"
        "    }\n"
        "    return 1;\n"
        "}\n\n"
        "/* Whether a chain of symmetric classes ends in one state: then `colour` tells it. */\n"
        "static int chain(struct expansion *x, struct work *k, uint64_t *colour)\n"
        "{\n"
        "    unsigned char told[ELEMENTS];\n"
        "    unsigned scalarset = 0, open, members[ELEMENTS];\n"
        "    int symmetric = 1;\n"
        "    memcpy(told, k->told, sizeof told);\n"
        "    while (symmetric && refine(&k->target, colour)\n"
        "           && (open = open_class(x, k, colour, &scalarset)) != ELEMENTS) {\n"
        "        const unsigned count = members_of(colour, scalarset, open, members);\n"
        "        symmetric = is_symmetric(x, k, colour, members, count);\n"
        "        tell_apart(colour, members, count, 0);\n"
        "        for (unsigned m = 0; m < count; m++)\n"
        "            k->told[members[m]] = 1;\n"
        "    }\n"
        "    memcpy(k->told, told, sizeof told);\n"
        "    return symmetric;\n"
        "}\n\n");
}

static void define_search(struct gen *gen)
{
    text_put(gen->out,
        "static void search(struct expansion *x, struct work *k, uint64_t *colour)\n"
        "{\n"
        "    unsigned scalarset = 0, open = ELEMENTS, members[ELEMENTS];\n"
        "    uint64_t apart[ELEMENTS];\n"
        "    uint16_t rank[ELEMENTS];\n"
        "    if (stops(x, k))\n"
        "        return;\n"
        "    if (refine(&k->target, colour))\n"
        "        open = open_class(x, k, colour, &scalarset);\n"
        "    memcpy(apart, colour, sizeof apart);\n"
        "    if (open == ELEMENTS || chain(x, k, apart)) {\n"
        "        rank_elements(apart, rank);\n"
        "        try_renaming(x, k, rank);\n"
        "        return;\n"
        "    }\n"
        "    /* Of members that are interchangeable by themselves one is enough. */\n"
        "    const unsigned count = members_of(colour, scalarset, open, members);\n"
        "    for (unsigned m = 0; m < count; m++) {\n"
        "        int fresh = 1;\n"
        "        for (unsigned i = 0; i < m && fresh; i++)\n"
        "            fresh = !interchangeable(x, k, scalarset, members[m], members[i]);\n"
        "        if (!fresh)\n"
        "            continue;\n"
        "        memcpy(apart, colour, sizeof apart);\n"
        "        apart[members[m]] = mix(colour[open], 2);\n"
        "        k->told[members[m]] = 1;\n"
        "        search(x, k, apart);\n"
        "        k->told[members[m]] = 0;\n"
        "    }\n"
        "}\n\n");
}

static void define_canonicalise(struct gen *gen)
{
    text_put(gen->out,
        "/* Heuristic symmetry is sound but not exact: ties go by the elements' names. */\n"
        "static void canonicalise_target(struct expansion *x, struct work *k, uint16_t *to)\n"
        "{\n"
        "    uint64_t colour[ELEMENTS];\n"
        "    normalise(x, &k->target);\n"
        "    if (x->symmetry == MODEL_SYMMETRY_OFF) {\n"
        "        if (to)\n"
        "            same_names(to);\n"
        "        return;\n"
        "    }\n"
        "    sign_rows(&k->target, colour);\n"
        "    k->tries = 0;\n"
        "    if (x->symmetry == MODEL_SYMMETRY_EXACT) {\n"
        "        search(x, k, colour);\n"
        "    } else {\n"
        "        uint16_t rank[ELEMENTS];\n"
        "        refine(&k->target, colour);\n"
        "        rank_elements(colour, rank);\n"
        "        try_renaming(x, k, rank);\n"
        "    }\n"
        "    memcpy(&k->target, &k->best, sizeof k->target);\n"
        "    if (to)\n"
        "        memcpy(to, k->best_to, sizeof k->best_to);\n"
        "}\n\n");
}

void gen_symmetry_work(struct gen *gen)
{
    if (sorts_multisets(gen))
        gen_line(gen, "struct state sorted[2]; /* source and target, for differs_sorted() */");
    if (!gen->element_count)
        return;
    gen_line(gen, "struct state trial, best; /* of the renamings of target */");
    gen_line(gen, "uint64_t best_packed[%u];", gen->layout->packed_words);
    gen_line(gen, "uint16_t best_to[%u];", gen->element_count);
    gen_line(gen, "unsigned tries;");
    gen_line(gen, "unsigned char told[%u]; /* elements that the search told apart */", gen->element_count);
}

void gen_symmetry(struct gen *gen)
{
    /* Where the order of slots can matter they are never sorted. */
    gen_line(gen, "enum { ELEMENTS = %u, SCALARSETS = %u, SORTS_MULTISETS = %d };", gen->element_count,
             gen->program->scalarset_count, sorts_multisets(gen));
    gen_blank(gen);
    define_sort(gen);
    if (gen->element_count) {
        scalarset_constants(gen);
        define_rename(gen);
        define_mix(gen);
        gen_colours(gen);
        define_refinement(gen);
        define_trials(gen);
        define_open_class(gen);
        define_chains(gen);
        define_search(gen);
        define_canonicalise(gen);
    } else {
        text_put(gen->out,
            "static void canonicalise_target(struct expansion *x, struct work *k, uint16_t *to)\n"
            "{\n"
            "    (void)to;\n"
            "    if (SORTS_MULTISETS && x->multiset_reduction)\n"
            "        sort_multisets(&k->target);\n"
            "}\n\n");
    }
    text_format(gen->out,
        "static void canonicalise(struct expansion *x, const uint64_t *in, uint64_t *out, uint16_t *permutation)\n"
        "{\n"
        "%s"
        "    struct work *const k = x->scratch;\n"
        "    k->clean = 0;\n"
        "    k->turns = 0;\n"
        "    unpack(in, &k->target);\n"
        "    canonicalise_target(x, k, permutation);\n"
        "    pack(&k->target, out);\n"
        "}\n\n",
        gen->is_bound ? "    if (x->narrow) {\n"
                        "        memmove(out, in, x->narrow->words * sizeof *out);\n"
                        "        return;\n"
                        "    }\n" : "");
}
