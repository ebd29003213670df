/* SPDX-License-Identifier: BSD-2-Clause */
/* cover.c - code that notes what a search comes to (coverage.h). */
#include <string.h>

#include "../base/arena.h"
#include "codegen_private.h"
#include "coverage.h"

static unsigned add(struct gen *gen, struct coverage_point point)
{
    ARENA_PUSH(gen->coverage->arena, gen->coverage->points, gen->coverage->count, point);
    return gen->coverage->count - 1;
}

bool gen_covers(const struct gen *gen)
{
    return gen->coverage != NULL;
}

/* ---- branches ---- */

static bool is_awaited(const struct gen *gen, const struct stmt *stmt)
{
    for (unsigned i = 0; i < gen->awaiting_count; i++)
        if (gen->awaiting[i].stmt == stmt)
            return true;
    return false;
}

/* The points that await a statement follow from each of its branches, of which this is one. */
static void follow_from(struct gen *gen, const struct stmt *stmt, unsigned point)
{
    for (unsigned i = 0; i < gen->awaiting_count; i++) {
        const struct coverage_link link = {point, gen->awaiting[i].point};
        if (gen->awaiting[i].stmt == stmt)
            ARENA_PUSH(gen->coverage->arena, gen->coverage->links, gen->coverage->link_count, link);
    }
}

void gen_cover(struct gen *gen, const struct branch *branch)
{
    if (!gen->coverage || (!branch->what && !is_awaited(gen, branch->of)))
        return;
    unsigned point = add(gen, (struct coverage_point){.kind = branch->what ? COVERAGE_BRANCH : COVERAGE_WAY, .place = branch->place,
                                                      .what = branch->what});
    follow_from(gen, branch->of, point);
    const struct awaiting awaiting = {.stmt = branch->then, .point = point};
    if (awaiting.stmt)
        ARENA_PUSH(gen->arena, gen->awaiting, gen->awaiting_count, awaiting);
    else
        gen_line(gen, "note_point(%u);", point);
}

void gen_cover_within(struct gen *gen, const struct stmt *stmt, bool within)
{
    for (unsigned i = 0; i < gen->awaiting_count; i++)
        if (gen->awaiting[i].stmt == stmt)
            gen->awaiting[i].follows = within;
}

const char *gen_due(struct gen *gen)
{
    const char *all = NULL;
    for (unsigned i = 0; i < gen->awaiting_count; i++)
        if (!gen->awaiting[i].follows)
            all = arena_format(gen->arena, "%s%snote_point(%u);", all ? all : "", all ? " " : "", gen->awaiting[i].point);
    return all;
}

void gen_cover_end(struct gen *gen, const struct stmt *stmt)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < gen->awaiting_count; i++)
        if (gen->awaiting[i].stmt != stmt)
            gen->awaiting[kept++] = gen->awaiting[i];
    gen->awaiting_count = kept;
}

/* ---- values ---- */

static bool has_values(const struct type *type)
{
    bool has = type->kind == TYPE_ENUM;
    if (type->kind == TYPE_ARRAY || type->kind == TYPE_MULTISET)
        has = has_values(type_of(type->element));
    for (unsigned i = 0; type->kind == TYPE_RECORD && i < type->field_count; i++)
        has |= has_values(type_of(type->fields[i].type));
    return has;
}

/* Of one path: the points, and the C variable in which the codes of a state are gathered, a bit each. */
struct gathered {
    unsigned first, count;
    const char *bits;
};

/* A point for what is undefined, and one for each value, in the order of their codes. */
static struct gathered points_of(struct gen *gen, const struct type *type, const char *path, struct place place)
{
    struct coverage *c = gen->coverage;
    struct gathered g = {.count = 1 + type->member_count, .bits = gen_fresh(gen, "codes")};
    g.first = add(gen, (struct coverage_point){.kind = COVERAGE_VALUE, .place = place, .what = arena_format(c->arena, "%s", path)});
    for (unsigned i = 0; i < type->member_count; i++)
        add(gen, (struct coverage_point){.kind = COVERAGE_VALUE, .place = place, .what = c->points[g.first].what,
                                         .value = type->members[i]->name});
    return g;
}

struct gathering {
    struct gathered *list;
    unsigned count, next; /* next: of the second walk, which is like the first */
};

/* The paths, in order; then, in the same order, the statements that gather their codes. */
static void list_paths(struct gen *gen, struct gathering *all, const struct type *type, const char *path, struct place place)
{
    if (type->kind == TYPE_ENUM)
        ARENA_PUSH(gen->arena, all->list, all->count, points_of(gen, type, path, place));
    else if (type->kind == TYPE_ARRAY || type->kind == TYPE_MULTISET)
        list_paths(gen, all, type_of(type->element), arena_format(gen->arena, type->kind == TYPE_MULTISET ? "%s{*}" : "%s[*]", path), place);
    for (unsigned i = 0; type->kind == TYPE_RECORD && i < type->field_count; i++)
        list_paths(gen, all, type_of(type->fields[i].type), arena_format(gen->arena, "%s.%s", path, type->fields[i].name), place);
}

static void gather(struct gen *gen, struct gathering *all, const struct type *type, const char *target)
{
    if (!has_values(type))
        return;
    if (type->kind == TYPE_ENUM) {
        const struct gathered *g = &all->list[all->next++];
        if (g->count <= 64)
            gen_line(gen, "%s |= UINT64_C(1) << %s;", g->bits, target);
        else
            gen_line(gen, "note_point(%u + %s);", g->first, target);
        return;
    }
    for (unsigned i = 0; type->kind == TYPE_RECORD && i < type->field_count; i++)
        gather(gen, all, type_of(type->fields[i].type), arena_format(gen->arena, "%s.m_%s", target, type->fields[i].name));
    if (type->kind == TYPE_RECORD)
        return;
    const char *i = gen_fresh(gen, "i");
    gen_open(gen, "for (unsigned %s = 0; %s < %u; %s++)", i, i, type->slots, i);
    if (type->kind == TYPE_MULTISET)
        gen_open(gen, "if (%s.taken[%s])", target, i);
    gather(gen, all, type_of(type->element), arena_format(gen->arena, "%s.at[%s]", target, i));
    if (type->kind == TYPE_MULTISET)
        gen_close(gen);
    gen_close(gen);
}

void gen_cover_state(struct gen *gen)
{
    if (!gen->coverage)
        return;
    struct gathering all = {0};
    for (unsigned i = 0; i < gen->program->variable_count; i++) {
        const struct symbol *v = gen->program->variables[i];
        list_paths(gen, &all, type_of(v->type), v->name, v->place);
    }
    gen_open(gen, "static void note_values(struct work *k, const struct state *s)");
    gen_line(gen, "(void)s, (void)k;");
    for (unsigned i = 0; i < all.count; i++)
        gen_line(gen, "uint64_t %s = 0;", all.list[i].bits);
    for (unsigned i = 0; i < gen->program->variable_count; i++)
        gather(gen, &all, type_of(gen->program->variables[i]->type), arena_format(gen->arena, "s->m_%s", gen->program->variables[i]->name));
    for (unsigned i = 0; i < all.count; i++)
        if (all.list[i].count <= 64)
            gen_line(gen, "note_codes(k, %u, %u, %s);", i, all.list[i].first, all.list[i].bits);
    gen_close(gen);
    gen_blank(gen);
    gen->coverage->paths = all.count;
}

/* ---- of all ---- */

unsigned char *coverage_met(const struct coverage *c, const unsigned char *bytes)
{
    unsigned char *met = arena_alloc(c->arena, c->count + 1);
    memcpy(met, bytes, c->count);
    for (bool more = true; more;) {
        more = false;
        for (unsigned i = c->link_count; i-- > 0;)
            if (met[c->links[i].from] && !met[c->links[i].to]) {
                met[c->links[i].to] = 1;
                more = true;
            }
    }
    return met;
}

/* Before the rest that uses them, as far as the number of points is not needed; it is known behind the rest. */
void gen_cover_bytes(struct gen *gen, bool defines)
{
    if (!gen->coverage)
        return;
    if (defines) {
        gen_line(gen, "unsigned char %s[%u];", COVERAGE_BYTES, gen->coverage->count + 1);
        return;
    }
    text_put(gen->out,
        "#if defined(__GNUC__) && !defined(__TINYC__)\n__attribute__((visibility(\"default\")))\n#endif\n"
        "extern unsigned char " COVERAGE_BYTES "[];\n");
    gen_line(gen, "enum { NOTED_POINTS = %u, NOTED_PATHS = %u };", gen->coverage->count + 1, gen->coverage->paths + 1);
    gen_blank(gen);
}
