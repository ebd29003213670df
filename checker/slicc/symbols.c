/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * symbols.c - the names of a protocol, and what they stand for.
 */
#include "symbols.h"

#include <string.h>

#include "../base/arena.h"
#include "../base/nearest.h"

struct slicc_decl *slicc_part(const struct slicc_decl *of, enum slicc_decl_kind kind, const char *name,
                              const struct slicc_decl *after)
{
    bool behind = !after;
    for (unsigned i = 0; i < of->part_count; i++) {
        struct slicc_decl *part = of->parts[i];
        if (behind && part->kind == kind && !strcmp(part->name.text, name))
            return part;
        behind = behind || part == after;
    }
    return NULL;
}

bool slicc_has_core(const struct slicc_decl *machine)
{
    return slicc_part(machine, SLICC_DECL_OBJECT, "mandatoryQueue", NULL) != NULL;
}

struct slicc_decl *slicc_symbols_find(const struct slicc_symbols *s, const struct slicc_decl *machine,
                                      enum slicc_decl_kind kind, const char *name, const struct slicc_decl *after)
{
    bool here = !after || after->machine == machine;
    struct slicc_decl *found = machine && here ? slicc_part(machine, kind, name, after) : NULL;
    bool behind = !after || (machine && after->machine == machine);
    for (unsigned own = 0; own < 2 && !found; own++) /* the protocol's own before those that come with the reader */
        for (unsigned i = 0; i < s->protocol->decl_count && !found; i++) {
            struct slicc_decl *d = s->protocol->decls[i];
            if (d->built_in != (own == 1))
                continue;
            if (behind && d->kind == kind && !strcmp(d->name.text, name))
                found = d;
            behind = behind || d == after;
        }
    return found;
}

struct slicc_decl *slicc_symbols_machine(const struct slicc_symbols *s, const char *name)
{
    return slicc_symbols_find(s, NULL, SLICC_DECL_MACHINE, name, NULL);
}

bool slicc_type_is(const struct slicc_type *type, const char *name)
{
    return !strcmp(type->name, name);
}

/* ---- types ---- */

static struct slicc_type *add_type(struct slicc_symbols *s, enum slicc_type_kind kind, const char *name)
{
    struct slicc_type *type = arena_alloc(s->protocol->arena, sizeof *type);
    type->kind = kind;
    type->name = type->mangled = name;
    ARENA_PUSH(s->protocol->arena, s->types, s->type_count, type);
    return type;
}

static bool is_entry(const struct slicc_decl *d)
{
    const char *interface = slicc_pair(&d->pairs, "interface");
    return !strcmp(d->name.text, "AbstractCacheEntry") || !strcmp(d->name.text, "AbstractEntry") ||
           !strcmp(d->name.text, "TBE") ||
           (interface && (!strcmp(interface, "AbstractCacheEntry") || !strcmp(interface, "AbstractEntry")));
}

static void collect_type(struct slicc_symbols *s, struct slicc_decl *d)
{
    static const enum slicc_type_kind kinds[] = {
        [SLICC_DECL_ENUM] = SLICC_TYPE_ENUM, [SLICC_DECL_STATE] = SLICC_TYPE_ENUM,
        [SLICC_DECL_STRUCT] = SLICC_TYPE_STRUCT, [SLICC_DECL_EXTERNAL_TYPE] = SLICC_TYPE_OPAQUE};
    if (d->kind != SLICC_DECL_ENUM && d->kind != SLICC_DECL_STATE && d->kind != SLICC_DECL_STRUCT &&
        d->kind != SLICC_DECL_EXTERNAL_TYPE)
        return;
    struct slicc_type *type = add_type(s, kinds[d->kind], d->name.text);
    type->decl = d;
    type->machine = d->machine;
    if (d->machine)
        type->mangled = arena_format(s->protocol->arena, "%s_%s", d->machine->name.text, d->name.text);
    const char *interface = slicc_pair(&d->pairs, "interface");
    type->is_entry = d->kind == SLICC_DECL_STRUCT && is_entry(d);
    type->is_message = interface && !strcmp(interface, "Message");
    d->type = type;
}

static void collect(struct slicc_symbols *s, struct slicc_decl *d, struct slicc_decl *machine)
{
    d->machine = machine;
    collect_type(s, d);
    for (unsigned i = 0; i < d->part_count; i++)
        if (d->kind == SLICC_DECL_MACHINE)
            collect(s, d->parts[i], d);
        else
            d->parts[i]->machine = machine;
}

static void simple_types(struct slicc_symbols *s)
{
    static const char *const integers[] = {"int", "uint8_t", "uint16_t", "uint32_t", "uint64_t", "int32_t", "int64_t"};
    s->unknown = add_type(s, SLICC_TYPE_UNKNOWN, "?");
    s->void_type = add_type(s, SLICC_TYPE_VOID, "void");
    s->boolean = add_type(s, SLICC_TYPE_BOOL, "bool");
    for (unsigned i = 0; i < sizeof integers / sizeof *integers; i++)
        add_type(s, SLICC_TYPE_INT, integers[i]);
    s->address = add_type(s, SLICC_TYPE_ADDRESS, "Addr");
    s->time = add_type(s, SLICC_TYPE_TIME, "Tick");
    add_type(s, SLICC_TYPE_TIME, "Cycles");
    s->text = add_type(s, SLICC_TYPE_STRING, "std::string");
    add_type(s, SLICC_TYPE_STRING, "string");
    s->integer = slicc_symbols_type(s, NULL, "int");
}

/* The machines that there are are members of MachineType. */
static void collect_machine_types(struct slicc_symbols *s)
{
    struct slicc_decl *types = slicc_symbols_find(s, NULL, SLICC_DECL_ENUM, "MachineType", NULL);
    for (unsigned i = 0; types && i < s->protocol->decl_count; i++) {
        struct slicc_decl *d = s->protocol->decls[i];
        if (d->kind != SLICC_DECL_MACHINE || slicc_part(types, SLICC_DECL_MEMBER, d->name.text, NULL))
            continue;
        struct slicc_decl *member = arena_alloc(s->protocol->arena, sizeof *member);
        member->kind = SLICC_DECL_MEMBER;
        member->name = d->name;
        ARENA_PUSH(s->protocol->arena, types->parts, types->part_count, member);
    }
}

void slicc_symbols_collect(struct slicc_symbols *s, struct slicc_protocol *protocol)
{
    *s = (struct slicc_symbols){.protocol = protocol};
    simple_types(s);
    for (unsigned i = 0; i < protocol->decl_count; i++)
        collect(s, protocol->decls[i], protocol->decls[i]->kind == SLICC_DECL_MACHINE ? protocol->decls[i] : NULL);
    collect_machine_types(s);
}

const struct slicc_type *slicc_symbols_type(const struct slicc_symbols *s, const struct slicc_decl *machine, const char *name)
{
    const struct slicc_type *global = NULL;
    for (unsigned i = 0; i < s->type_count; i++) {
        const struct slicc_type *type = s->types[i];
        if (type->machine && type->machine == machine && !strcmp(type->name, name))
            return type;
        if (!strcmp(type->machine ? type->mangled : type->name, name) &&
            (!global || (global->decl && global->decl->built_in)))
            global = type;
    }
    return global;
}

/* ---- hints ---- */

static const char *did_you_mean(struct arena *arena, const struct nearest *nearest)
{
    return nearest->best ? arena_format(arena, "did you mean '%s'?", nearest->best) : NULL;
}

const char *slicc_symbols_hint(const struct slicc_symbols *s, const struct slicc_decl *machine, enum slicc_decl_kind kind,
                               const char *name)
{
    struct nearest nearest = nearest_start(name);
    for (unsigned i = 0; machine && i < machine->part_count; i++)
        if (machine->parts[i]->kind == kind)
            nearest_try(&nearest, machine->parts[i]->name.text);
    for (unsigned i = 0; i < s->protocol->decl_count; i++)
        if (s->protocol->decls[i]->kind == kind)
            nearest_try(&nearest, s->protocol->decls[i]->name.text);
    return did_you_mean(s->protocol->arena, &nearest);
}

const char *slicc_part_hint(struct arena *arena, const struct slicc_decl *of, const char *name)
{
    struct nearest nearest = nearest_start(name);
    for (unsigned i = 0; i < of->part_count; i++)
        nearest_try(&nearest, of->parts[i]->name.text);
    return did_you_mean(arena, &nearest);
}
