/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * sites.c - the places where a firing can fail, and the properties that they
 * stand for.
 */
#include "codegen_private.h"

#include <Judy.h>
#include <string.h>

#include "../base/arena.h"
#include "../base/die.h"

const char *gen_safe(struct gen *gen, const char *string)
{
    char *copy = arena_text(gen->arena, string, strlen(string));
    for (char *c = copy; *c; c++)
        if (*c == '*' || *c == '\\' || *c == '?' || (unsigned char)*c < 32)
            *c = ' ';
    return copy;
}

const char *gen_where(struct gen *gen, struct place place)
{
    if (!place.source)
        return "?";
    return arena_format(gen->arena, "%s:%u", gen_safe(gen, place.source->path), place_line(place));
}

const char *const gen_site_names[MODEL_PROPERTY_KINDS] = {
    [MODEL_INVARIANT] = "INVARIANT", [MODEL_ASSERT] = "ASSERT", [MODEL_ERROR] = "ERROR", [MODEL_ASSUME] = "ASSUME",
    [MODEL_COVER] = "COVER", [MODEL_LIVENESS] = "LIVENESS", [MODEL_LTL] = "LTL", [MODEL_RANGE] = "RANGE", [MODEL_INDEX] = "INDEX",
    [MODEL_UNDEFINED_READ] = "UNDEFINED", [MODEL_OVERFLOW] = "OVERFLOW", [MODEL_DIVISION] = "DIVISION",
    [MODEL_SHIFT] = "SHIFT", [MODEL_LOOP] = "LOOP", [MODEL_RECURSION] = "RECURSION", [MODEL_MULTISET] = "MULTISET",
    [MODEL_RETURN] = "RETURN", [MODEL_DEADLOCK] = "DEADLOCK",
};

static const char *const kind_words[MODEL_PROPERTY_KINDS] = {
    [MODEL_ASSERT] = "assertion", [MODEL_ERROR] = "error", [MODEL_ASSUME] = "assumption", [MODEL_COVER] = "cover",
    [MODEL_RANGE] = "range", [MODEL_INDEX] = "index", [MODEL_UNDEFINED_READ] = "undefined value",
    [MODEL_OVERFLOW] = "overflow", [MODEL_DIVISION] = "division", [MODEL_SHIFT] = "shift", [MODEL_LOOP] = "loop",
    [MODEL_RECURSION] = "recursion", [MODEL_MULTISET] = "multiset", [MODEL_RETURN] = "return",
};

static unsigned add_site(struct gen *gen, struct site site)
{
    unsigned order = site.place.source ? site.place.source->order : 0;
    const char *name = arena_format(gen->arena, "%s_%u_%u", gen_site_names[site.kind],
                                    site.place.source ? place_line(site.place) : 0,
                                    site.place.source ? place_column(site.place) : 0);
    site.name = order ? arena_format(gen->arena, "%s_F%u", name, order) : name;
    ARENA_PUSH(gen->arena, gen->sites, gen->site_count, site);
    return gen->site_count - 1;
}

const char *gen_site(struct gen *gen, enum model_property_kind kind, struct place place, const char *message)
{
    unsigned order = place.source ? place.source->order : 0;
    Word_t key = (Word_t)kind << 59 | (Word_t)(order & 0x7ffffff) << 32 | place.start;
    PPvoid_t slot = JudyLIns(&gen->site_index, key, NULL);
    if (slot == PPJERR)
        die_memory(sizeof key);
    Word_t *number = (Word_t *)slot;
    if (!*number)
        *number = 1 + add_site(gen, (struct site){.kind = kind, .place = place, .message = message});
    return gen->sites[*number - 1].name;
}

static enum model_property_kind property_kind(enum property_kind kind)
{
    static const enum model_property_kind kinds[] = {
        [PROPERTY_INVARIANT] = MODEL_INVARIANT, [PROPERTY_ASSERT] = MODEL_ASSERT, [PROPERTY_ERROR] = MODEL_ERROR,
        [PROPERTY_ASSUME] = MODEL_ASSUME, [PROPERTY_COVER] = MODEL_COVER, [PROPERTY_LIVENESS] = MODEL_LIVENESS, [PROPERTY_LTL] = MODEL_LTL};
    return kinds[kind];
}

const char *gen_property(struct gen *gen, const struct property *property)
{
    return gen->sites[gen->explicit_sites[property->id] - 1].name;
}

static const struct flat_rule *global_of(const struct program *program, const struct property *property)
{
    for (unsigned i = 0; i < program->property_count; i++)
        if (program->properties[i].rule->property == property)
            return &program->properties[i];
    return NULL;
}

void gen_add_explicit(struct gen *gen)
{
    const struct program *program = gen->program;
    gen->explicit_sites = arena_alloc(gen->arena, (program->all_property_count + 1) * sizeof *gen->explicit_sites);
    for (unsigned i = 0; i < program->all_property_count; i++) {
        const struct property *p = program->all_properties[i];
        struct site site = {.kind = property_kind(p->kind), .place = p->place, .property = p};
        site.global = p->local ? NULL : global_of(program, p);
        gen->explicit_sites[p->id] = 1 + add_site(gen, site);
    }
}

void gen_fault(struct gen *gen, const char *fault)
{
    const char *due = gen_due(gen);
    gen->faults++;
    text_format(gen->out, "%*s", 4 * gen->indent, "");
    if (due)
        text_format(gen->out, "{ %s ", due);
    text_format(gen->out, gen->fail, fault);
    text_put(gen->out, due ? " }\n" : "\n");
}

void gen_fail_if(struct gen *gen, const char *condition, enum model_property_kind kind, struct place place, const char *message)
{
    gen_line(gen, "if (unlikely(%s))", condition);
    gen->indent++;
    gen_fault(gen, arena_format(gen->arena, "1 + %s", gen_site(gen, kind, place, message)));
    gen->indent--;
}

const char *gen_site_title(struct gen *gen, const struct site *site, const unsigned *kinds)
{
    if (site->global)
        return site->global->name;
    if (site->property && site->property->message)
        return site->property->message;
    if (site->property)
        return arena_format(gen->arena, "%s %u", kind_words[site->kind], kinds[site->kind]);
    return arena_format(gen->arena, "%s at %u:%u", kind_words[site->kind], site->place.source ? place_line(site->place) : 0,
                        site->place.source ? place_column(site->place) : 0);
}

int gen_compare_sites(const void *a, const void *b)
{
    const struct site *one = a, *two = b;
    int order = one->place.source && two->place.source ? place_compare(one->place, two->place) : 0;
    return order ? order : (int)one->kind - (int)two->kind;
}

/* The enumerators stand at the head of the file, the table at its end. */
void gen_write_site_enum(struct gen *gen)
{
    text_put(gen->out, "/* The properties, by kind, line and column. */\nenum {\n");
    for (unsigned i = 0; i < gen->site_count; i++)
        text_format(gen->out, "    %s = %u,\n", gen->sites[i].name, i);
    text_put(gen->out, "    PROPERTIES\n};\n\n");
}
