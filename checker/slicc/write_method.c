/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * write_method.c - calls of what gem5 has in C++: the methods of its objects, and its routines.
 */
#include "write_private.h"

static const char *refuse_call(struct slicc_writer *w, const struct slicc_call *c, const char *of)
{
    slicc_refuse(w, c->e->place, NULL, "'%s'%s%s", c->e->name, *of ? " of " : "", of);
    return "true";
}

static const char *end(struct slicc_writer *w, const struct slicc_call *c, const char *call)
{
    return c->statement ? arena_format(w->arena, "%s;\n", call) : call;
}

/* ---- tables ---- */

/* The rule of the port chooses a victim of each cache that its code asks. */
static void note_probe(struct slicc_writer *w, struct slicc_decl *table)
{
    for (unsigned i = 0; i < w->probed_count; i++)
        if (w->probed[i] == table)
            return;
    ARENA_PUSH(w->arena, w->probed, w->probed_count, table);
}

static const char *write_table(struct slicc_writer *w, const struct slicc_call *c, struct slicc_decl *table)
{
    const char *name = slicc_name_of(w, table), *method = c->e->name;
    if (!strcmp(method, "isTagPresent") || !strcmp(method, "isPresent"))
        return arena_format(w->arena, "%s_has[self][%s]", name, c->arguments[0]);
    if (!strcmp(method, "cacheProbe")) {
        note_probe(w, table);
        if (w->unit->kind != SLICC_DECL_IN_PORT)
            return refuse_call(w, c, "a cache, outside of an in_port");
        return arena_format(w->arena, "%s_cacheProbe(self, %s, now)", name, c->arguments[0]);
    }
    if (!strcmp(method, "allocate") || !strcmp(method, "allocateVoid"))
        return end(w, c, arena_format(w->arena, "%s_allocate(self, %s)", name, c->arguments[0]));
    if (!strcmp(method, "deallocate"))
        return end(w, c, arena_format(w->arena, "%s_deallocate(self, %s)", name, c->arguments[0]));
    if (!strcmp(method, "lookup") || !strcmp(method, "cacheAvail"))
        return arena_format(w->arena, "%s_%s(self, %s)", name, method, c->arguments[0]);
    if (!strcmp(method, "getNullEntry"))
        return "OOD";
    return refuse_call(w, c, table->type_name);
}

/* ---- ports ---- */

static const char *write_port(struct slicc_writer *w, const struct slicc_call *c, const struct slicc_decl *port)
{
    const char *machine = w->machine->name.text, *method = c->e->name;
    bool own = w->unit == port;
    if (!strcmp(method, "isReady"))
        return own ? "true" : refuse_call(w, c, "a port other than the one whose code this is");
    if (!strcmp(method, "isEmpty"))
        return own ? "false" : refuse_call(w, c, "a port other than the one whose code this is");
    if (w->unit->kind == SLICC_DECL_FUNCTION)
        return refuse_call(w, c, "a port, in a function");
    if (!strcmp(method, "dequeue"))
        return arena_format(w->arena, "dequeue_%s(%s_at_%s, now);\n", machine, machine, port->name.text);
    if (!strcmp(method, "recycle"))
        return arena_format(w->arena, "recycle_%s(%s_at_%s, now);\n", machine, machine, port->name.text);
    return refuse_call(w, c, "a port");
}

/* ---- destinations, masks, blocks ---- */

static const char *write_destination(struct slicc_writer *w, const struct slicc_call *c)
{
    const char *x = c->receiver, *method = c->e->name, *y = c->e->argument_count ? c->arguments[0] : "";
    if (!strcmp(method, "add"))
        return arena_format(w->arena, "%s[%s] := true;\n", x, y);
    if (!strcmp(method, "remove"))
        return arena_format(w->arena, "%s[%s] := false;\n", x, y);
    if (!strcmp(method, "isElement"))
        return arena_format(w->arena, "%s[%s]", x, y);
    if (!strcmp(method, "isEqual"))
        return arena_format(w->arena, "(%s = %s)", x, y);
    if (!strcmp(method, "broadcast")) {
        const struct slicc_expr *type = c->e->argument_count ? c->e->arguments[0] : NULL;
        if (type && type->kind != SLICC_EXPR_MEMBER_OF_ENUM)
            return refuse_call(w, c, "a NetDest, to a type of machine that is computed");
        const char *set = type ? arena_format(w->arena, "%s_id", type->name) : "MachineID";
        return type && !slicc_copies_of(w, type->name)
                   ? "" : arena_format(w->arena, "for m: %s do %s[m] := true; end;\n", set, x);
    }
    if (!strcmp(method, "smallestElement"))
        return arena_format(w->arena, "NetDest_only(%s)", x);
    if (!strcmp(method, "clear"))
        return arena_format(w->arena, "NetDest_clear(%s);\n", x);
    return end(w, c, c->e->argument_count ? arena_format(w->arena, "NetDest_%s(%s, %s)", method, x, y)
                                          : arena_format(w->arena, "NetDest_%s(%s)", method, x));
}

static const char *write_mask(struct slicc_writer *w, const struct slicc_call *c)
{
    const char *method = c->e->name;
    if (!strcmp(method, "cmpMask"))
        return arena_format(w->arena, "(%s = %s)", c->receiver, c->arguments[0]);
    return end(w, c, c->e->argument_count ? arena_format(w->arena, "WriteMask_%s(%s, %s)", method, c->receiver, c->arguments[0])
                                          : arena_format(w->arena, "WriteMask_%s(%s)", method, c->receiver));
}

static const char *write_data(struct slicc_writer *w, const struct slicc_call *c)
{
    const char *method = c->e->name;
    bool masked = c->e->argument_count >= 2 && slicc_type_is(c->e->arguments[1]->type, "WriteMask");
    if (!strcmp(method, "clear"))
        return arena_format(w->arena, "undefine %s;\n", c->receiver);
    if (masked && (!strcmp(method, "copyPartial") || !strcmp(method, "atomicPartial")))
        return arena_format(w->arena, "DataBlock_%s(%s, %s, %s);\n", method, c->receiver, c->arguments[0], c->arguments[1]);
    return refuse_call(w, c, "DataBlock");
}

/* ---- cores ---- */

static const char *argument_of(const struct slicc_call *c, const char *type)
{
    for (unsigned i = 0; i < c->e->argument_count; i++)
        if (slicc_type_is(c->e->arguments[i]->type, type))
            return c->arguments[i];
    return NULL;
}

static const char *number_of(const struct slicc_call *c)
{
    for (unsigned i = 0; i < c->e->argument_count; i++)
        if (c->e->arguments[i]->type->kind == SLICC_TYPE_INT)
            return c->arguments[i];
    return NULL;
}

static const char *write_core(struct slicc_writer *w, const struct slicc_call *c)
{
    const char *method = c->e->name, *machine = w->machine->name.text;
    const char *address = argument_of(c, "Addr"), *block = argument_of(c, "DataBlock");
    const char *number = number_of(c);
    bool load = !strcmp(method, "readCallback"), atomic = w->options->machine && !strcmp(method, "atomicCallback");
    if ((load || atomic || !strcmp(method, "writeCallback")) && address && block && slicc_has_core(w->machine))
        return arena_format(w->arena, "%s_%s(self, %s, %s);\n", method, machine, address, block);
    if (w->options->machine && !strcmp(method, "invTCPCallback"))
        return arena_format(w->arena, "invTCPCallback_%s(self, %s);\n", machine, address);
    if (w->options->machine && !strcmp(method, "writeCompleteCallback") && number)
        return arena_format(w->arena, "writeCompleteCallback_%s(self, %s, %s);\n", machine, address, number);
    return refuse_call(w, c, slicc_type_of(w, c->e->left->decl)->name);
}

static bool is_core(const struct slicc_type *type)
{
    return slicc_type_is(type, "Sequencer") || slicc_type_is(type, "GPUCoalescer") || slicc_type_is(type, "VIPERCoalescer");
}

const char *slicc_write_method(struct slicc_writer *w, const struct slicc_call *c)
{
    const struct slicc_expr *left = c->e->left;
    struct slicc_decl *object = left->kind == SLICC_EXPR_NAME ? left->decl : NULL;
    if (object && (object->kind == SLICC_DECL_IN_PORT || object->kind == SLICC_DECL_OUT_PORT))
        return write_port(w, c, object);
    if (object && slicc_is_table(w, object))
        return write_table(w, c, object);
    if (object && is_core(left->type))
        return write_core(w, c);
    if (slicc_type_is(left->type, "NetDest"))
        return write_destination(w, c);
    if (slicc_type_is(left->type, "WriteMask"))
        return write_mask(w, c);
    if (slicc_type_is(left->type, "DataBlock"))
        return write_data(w, c);
    return refuse_call(w, c, left->type->name);
}

/* ---- routines ---- */

static const char *write_map(struct slicc_writer *w, const struct slicc_call *c)
{
    const struct slicc_expr *type = c->e->arguments[1];
    if (type->kind != SLICC_EXPR_MEMBER_OF_ENUM)
        return refuse_call(w, c, "a type of machine that is computed");
    struct slicc_decl *machine = slicc_symbols_machine(&w->slicc->symbols, type->name);
    unsigned copies = machine ? slicc_copies_of(w, type->name) : 0;
    if (!copies)
        return refuse_call(w, c, arena_format(w->arena, "%s, a machine that the model does not have", type->name));
    if (slicc_has_core(machine))
        return refuse_call(w, c, arena_format(w->arena, "%s, a machine with a core", type->name));
    if (copies > 1 && c->e->argument_count > 4)
        return refuse_call(w, c, arena_format(w->arena, "%s, of several copies in clusters", type->name));
    if (copies > 1 && w->options->machine)
        return arena_format(w->arena, "(%s_1 + %s %% %s_COPIES)", type->name, c->arguments[0], type->name);
    return copies == 1 ? arena_format(w->arena, "%s_1", type->name) : arena_format(w->arena, "home_%s[%s]", type->name, c->arguments[0]);
}

static const char *write_pointer(struct slicc_writer *w, const struct slicc_call *c)
{
    const char *which = strstr(c->e->name, "tbe") ? "tbe" : "cache_entry";
    bool set = !strncmp(c->e->name, "set_", 4);
    if (w->unit->kind != SLICC_DECL_ACTION)
        return refuse_call(w, c, "an action, elsewhere");
    return arena_format(w->arena, "now.%s := %s;\n", which, set ? c->arguments[0] : "OOD");
}

static const char *write_memory(struct slicc_writer *w, const struct slicc_call *c)
{
    bool read = !strcmp(c->e->name, "queueMemoryRead");
    return read ? arena_format(w->arena, "queueMemoryRead_%s(self, %s, %s);\n", w->machine->name.text, c->arguments[0], c->arguments[1])
                : arena_format(w->arena, "queueMemoryWrite_%s(self, %s, %s, %s);\n", w->machine->name.text, c->arguments[0],
                               c->arguments[1], c->arguments[3]);
}

static const char *write_count(struct slicc_writer *w, const struct slicc_call *c)
{
    const struct slicc_expr *type = c->e->arguments[0];
    if (type->kind != SLICC_EXPR_MEMBER_OF_ENUM)
        return refuse_call(w, c, "a type of machine that is computed");
    struct slicc_decl *m = slicc_symbols_machine(&w->slicc->symbols, type->name);
    return m && slicc_is_set(w, m) ? arena_format(w->arena, "%s_COPIES", type->name)
                                   : arena_format(w->arena, "%u", slicc_copies_of(w, type->name));
}

const char *slicc_write_builtin(struct slicc_writer *w, const struct slicc_call *c)
{
    const char *name = c->e->name;
    if (!strcmp(name, "makeLineAddress"))
        return c->arguments[0];
    if (!strcmp(name, "mapAddressToMachine") || !strcmp(name, "mapAddressToRange"))
        return write_map(w, c);
    if (!strcmp(name, "machineIDToMachineType"))
        return arena_format(w->arena, "machineIDToMachineType(%s)", c->arguments[0]);
    if (!strcmp(name, "machineCount"))
        return write_count(w, c);
    if (!strncmp(name, "set_", 4) || !strncmp(name, "unset_", 6))
        return write_pointer(w, c);
    if (!strcmp(name, "queueMemoryRead") || !strcmp(name, "queueMemoryWrite"))
        return write_memory(w, c);
    if (!strncmp(name, "wakeUp", 6) && w->unit->kind == SLICC_DECL_ACTION)
        return c->e->argument_count ? arena_format(w->arena, "wake_%s(self, %s);\n", w->machine->name.text, c->arguments[0])
                                    : arena_format(w->arena, "for a: Addr do wake_%s(self, a); end;\n", w->machine->name.text);
    return refuse_call(w, c, "");
}
