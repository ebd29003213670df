/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * write_base.c - which machines the model has, which types, how their values begin, and what the actions do at ports.
 */
#include "walk.h"
#include "write_private.h"

/* ---- machines ---- */

struct slicc_decl *slicc_core_at(const struct slicc_writer *w, unsigned agent)
{
    const struct slicc_protocol *protocol = &w->slicc->protocol;
    if (w->options->core_count)
        return agent < w->options->core_count ? slicc_symbols_machine(&w->slicc->symbols, w->options->cores[agent]) : NULL;
    for (unsigned i = 0; !agent && i < protocol->decl_count; i++)
        if (protocol->decls[i]->kind == SLICC_DECL_MACHINE && slicc_has_core(protocol->decls[i]))
            return protocol->decls[i];
    return NULL;
}

unsigned slicc_copies_of(const struct slicc_writer *w, const char *name)
{
    const struct slicc_decl *machine = slicc_symbols_machine(&w->slicc->symbols, name);
    if (machine && w->options->machine && slicc_has_core(machine))
        return slicc_core_at(w, 0) == machine || slicc_core_at(w, 1) == machine;
    for (unsigned i = 0; i < w->options->copies_count; i++)
        if (!strcmp(w->options->copies[i].machine, name))
            return machine ? w->options->copies[i].count : 0;
    return !machine ? 0 : slicc_has_core(machine) ? 2 : 1;
}

struct slicc_decl *slicc_machine_at(const struct slicc_writer *w, unsigned index)
{
    const struct slicc_protocol *protocol = &w->slicc->protocol;
    for (unsigned i = 0; i < protocol->decl_count; i++) {
        struct slicc_decl *d = protocol->decls[i];
        if (d->kind == SLICC_DECL_MACHINE && slicc_copies_of(w, d->name.text) && !index--)
            return d;
    }
    return NULL;
}

/* Whether its copies are alike and have no names: a core's, or several. */
bool slicc_is_set(const struct slicc_writer *w, const struct slicc_decl *m)
{
    return slicc_has_core(m) || slicc_copies_of(w, m->name.text) > 1;
}

struct mapping {
    const char *machine;
    bool found;
};

static void look_for_mapping(void *data, const struct slicc_expr *e)
{
    struct mapping *mapping = data;
    bool maps = e->kind == SLICC_EXPR_CALL && !strncmp(e->name, "mapAddressTo", 12) && e->argument_count >= 2;
    mapping->found = mapping->found || (maps && e->arguments[1]->kind == SLICC_EXPR_MEMBER_OF_ENUM &&
                                        !strcmp(e->arguments[1]->name, mapping->machine));
}

bool slicc_is_mapped_to(const struct slicc_writer *w, const struct slicc_decl *machine)
{
    struct mapping mapping = {machine->name.text, false};
    struct slicc_walk walk = {NULL, look_for_mapping, &mapping};
    const struct slicc_protocol *protocol = &w->slicc->protocol;
    struct slicc_decl *m;
    if (slicc_has_core(machine) || slicc_copies_of(w, machine->name.text) < 2)
        return false;
    for (unsigned i = 0; i < protocol->decl_count; i++)
        if (protocol->decls[i]->kind == SLICC_DECL_FUNCTION)
            slicc_walk_block(&walk, &protocol->decls[i]->body);
    for (unsigned i = 0; (m = slicc_machine_at(w, i)); i++)
        for (unsigned j = 0; j < m->part_count; j++)
            slicc_walk_block(&walk, &m->parts[j]->body);
    return mapping.found;
}

bool slicc_uses_memory(const struct slicc_decl *machine)
{
    return slicc_part(machine, SLICC_DECL_OBJECT, "responseFromMemory", NULL) != NULL;
}

/* ---- what is left out ---- */

bool slicc_type_dropped(const struct slicc_type *type)
{
    return type->kind == SLICC_TYPE_TIME || type->kind == SLICC_TYPE_STRING || type->kind == SLICC_TYPE_VOID ||
           (type->kind == SLICC_TYPE_OPAQUE && !slicc_type_is(type, "MachineID")) ||
           slicc_type_is(type, "MessageSizeType") || slicc_type_is(type, "AccessPermission");
}

const struct slicc_type *slicc_type_of(const struct slicc_writer *w, const struct slicc_decl *object)
{
    const char *name = object->type_name;
    const struct slicc_type *type = name ? slicc_symbols_type(&w->slicc->symbols, object->machine, name) : NULL;
    return type ? type : w->slicc->symbols.unknown;
}

/* ---- initial values ---- */

const char *slicc_initial(struct slicc_writer *w, const struct slicc_type *type, const struct slicc_decl *object,
                          const char *variable)
{
    const char *given = object ? slicc_pair(&object->pairs, "default") : NULL;
    if (!given && type->kind == SLICC_TYPE_ENUM)
        given = slicc_pair(&type->decl->pairs, "default");
    if (given && type->kind == SLICC_TYPE_ENUM) {
        /* The value is written as in C++: State_I or L1Cache_State_I. */
        for (unsigned i = 0; i < type->decl->part_count; i++) {
            const char *member = slicc_member_name(w, type, type->decl->parts[i]->name.text);
            size_t longer = strlen(member), shorter = strlen(given);
            if (longer >= shorter && !strcmp(member + longer - shorter, given)) {
                type->decl->parts[i]->used = true;
                return arena_format(w->arena, "%s := %s;\n", variable, member);
            }
        }
        slicc_refuse(w, object ? object->name.place : type->decl->name.place, NULL, "the default value \"%s\"", given);
    }
    if (type->kind == SLICC_TYPE_INT)
        return arena_format(w->arena, "%s := %s;\n", variable, given ? given : "0");
    if (type->kind == SLICC_TYPE_BOOL)
        return arena_format(w->arena, "%s := %s;\n", variable, given ? given : "false");
    if (slicc_type_is(type, "NetDest") || slicc_type_is(type, "WriteMask"))
        return arena_format(w->arena, "%s_clear(%s);\n", type->name, variable);
    if (type->kind == SLICC_TYPE_STRUCT && !type->is_entry && !slicc_type_is(type, "DataBlock"))
        return arena_format(w->arena, "new_%s(%s);\n", slicc_type_name(w, type), variable);
    return type->is_entry ? arena_format(w->arena, "%s := OOD;\n", variable) : "";
}

struct search {
    const char *port;
    enum slicc_stmt_kind kind;
    bool found;
};

static void look_for_port(void *data, const struct slicc_stmt *s)
{
    struct search *search = data;
    search->found = search->found || (s->kind == search->kind && !strcmp(s->name.text, search->port));
}

bool slicc_acts_on(const struct slicc_decl *machine, enum slicc_stmt_kind kind, const char *port)
{
    struct search search = {port, kind, false};
    struct slicc_walk walk = {look_for_port, NULL, &search};
    for (unsigned i = 0; i < machine->part_count; i++)
        if (machine->parts[i]->kind == SLICC_DECL_ACTION)
            slicc_walk_block(&walk, &machine->parts[i]->body);
    return search.found;
}

bool slicc_port_parks(const struct slicc_decl *machine, const struct slicc_decl *port)
{
    return slicc_acts_on(machine, SLICC_STMT_STALL_AND_WAIT, port->name.text);
}
