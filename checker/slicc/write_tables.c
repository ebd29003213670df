/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * write_tables.c - caches, directories and TBE tables.
 *
 * A machine M has the entries of a structure T once a line, in M_T_at; each
 * table that holds such entries says which lines it has, in M_table_has.  Two
 * tables of one structure cannot hold the same line: that is an error of the model.
 */
#include "write_private.h"

static const struct slicc_decl *lookup_of(const struct slicc_writer *w, const struct slicc_decl *object)
{
    const struct slicc_type *type = slicc_type_of(w, object);
    return type->kind == SLICC_TYPE_STRUCT ? slicc_part(type->decl, SLICC_DECL_FUNCTION, "lookup", NULL) : NULL;
}

bool slicc_is_table(const struct slicc_writer *w, const struct slicc_decl *object)
{
    return object->kind == SLICC_DECL_OBJECT && object->used && lookup_of(w, object) != NULL;
}

/* What a cache or a directory holds: the machine's entries. */
static const struct slicc_type *main_entry(const struct slicc_decl *machine)
{
    for (unsigned i = 0; i < machine->part_count; i++) {
        const struct slicc_decl *d = machine->parts[i];
        if (d->kind == SLICC_DECL_STRUCT && d->type->is_entry && strcmp(d->name.text, "TBE"))
            return d->type;
    }
    return NULL;
}

const struct slicc_type *slicc_table_entry(const struct slicc_writer *w, const struct slicc_decl *table)
{
    const struct slicc_decl *lookup = lookup_of(w, table);
    const struct slicc_type *type = slicc_symbols_type(&w->slicc->symbols, table->machine, lookup->type_name);
    return type && type->machine ? type : main_entry(table->machine);
}

const struct slicc_type *slicc_entry_at(const struct slicc_writer *w, const struct slicc_decl *machine, unsigned index)
{
    for (unsigned i = 0; i < machine->part_count; i++) {
        const struct slicc_decl *d = machine->parts[i];
        bool held = false;
        for (unsigned j = 0; d->kind == SLICC_DECL_STRUCT && j < machine->part_count; j++)
            held = held || (slicc_is_table(w, machine->parts[j]) && slicc_table_entry(w, machine->parts[j]) == d->type);
        if (held && !index--)
            return d->type;
    }
    return NULL;
}

/* The i-th table of a machine, or NULL; with an entry type, of those that hold such. */
static struct slicc_decl *table_at(const struct slicc_writer *w, const struct slicc_decl *machine,
                                   const struct slicc_type *entry, unsigned index)
{
    for (unsigned i = 0; i < machine->part_count; i++)
        if (slicc_is_table(w, machine->parts[i]) && (!entry || slicc_table_entry(w, machine->parts[i]) == entry) && !index--)
            return machine->parts[i];
    return NULL;
}

void slicc_write_table_variables(struct slicc_writer *w)
{
    const struct slicc_type *entry;
    struct slicc_decl *m, *table;
    for (unsigned i = 0; (m = slicc_machine_at(w, i)); i++) {
        for (unsigned j = 0; (entry = slicc_entry_at(w, m, j)); j++)
            PUT(w, "  %s_at: array [%s_id] of array [Addr] of %s;\n", entry->mangled, m->name.text, entry->mangled);
        for (unsigned j = 0; (table = table_at(w, m, NULL, j)); j++) {
            PUT(w, "  %s_has: array [%s_id] of array [Addr] of boolean;\n", slicc_name_of(w, table), m->name.text);
            if (!slicc_table_entry(w, table))
                slicc_refuse(w, table->name.place, "a structure with interface=\"AbstractCacheEntry\"",
                             "'%s', since %s has no entries", table->name.text, m->name.text);
        }
    }
}

static bool is_cache(const struct slicc_writer *w, const struct slicc_decl *table)
{
    return slicc_type_is(slicc_type_of(w, table), "CacheMemory");
}

static void write_lookup(struct slicc_writer *w, const char *table, const char *machine)
{
    PUT(w, "function %s_lookup(self: %s_id; a: Addr): pointer;\nbegin\n  if %s_has[self][a] then return a; end;\n  return OOD;\nend;\n\n",
        table, machine, table);
    slicc_item(w, SLICC_ROUTINE, arena_format(w->arena, "%s_lookup", table));
}

static void write_avail(struct slicc_writer *w, const char *table, const char *machine)
{
    PUT(w, "function %s_way_free(self: %s_id): boolean;\nvar n: 0..LINES;\nbegin\n  n := 0;\n  for b: Addr do\n"
           "    if %s_has[self][b] then n := n + 1; end;\n  end;\n  return n < WAYS;\nend;\n\n", table, machine, table);
    slicc_item(w, SLICC_ROUTINE, arena_format(w->arena, "%s_way_free", table));
    PUT(w, "-- Whether the line is there, or a way is free for it.\nfunction %s_cacheAvail(self: %s_id; a: Addr): boolean;\n"
           "begin\n  return %s_has[self][a] | %s_way_free(self);\nend;\n\n", table, machine, table, table);
    slicc_item(w, SLICC_ROUTINE, arena_format(w->arena, "%s_cacheAvail", table));
    PUT(w, "-- Any line that is there may be the victim: the rule has chosen one.\n"
           "function %s_cacheProbe(self: %s_id; a: Addr; var now: %s_context): Addr;\nbegin\n"
           "  assert now.victim_of_%s != OOD \"cacheProbe where a way is free\";\n  return now.victim_of_%s;\nend;\n\n",
        table, machine, machine, table, table);
    slicc_item(w, SLICC_ROUTINE, arena_format(w->arena, "%s_cacheProbe", table));
}

static void write_allocate(struct slicc_writer *w, const struct slicc_decl *table, const char *name, const char *machine)
{
    const struct slicc_type *entry = slicc_table_entry(w, table);
    struct slicc_decl *other;
    PUT(w, "function %s_allocate(self: %s_id; a: Addr): pointer;\nbegin\n", name, machine);
    for (unsigned i = 0; (other = table_at(w, table->machine, entry, i)); i++)
        PUT(w, "  assert !%s_has[self][a] \"%s has the line already\";\n", slicc_name_of(w, other), other->name.text);
    if (is_cache(w, table))
        PUT(w, "  assert %s_cacheAvail(self, a) \"%s has no free way\";\n", name, table->name.text);
    PUT(w, "  %s_has[self][a] := true;\n  new_%s(%s_at[self][a]);\n  return a;\nend;\n\n", name, entry->mangled, entry->mangled);
    slicc_item(w, SLICC_ROUTINE, arena_format(w->arena, "%s_allocate", name));
    PUT(w, "procedure %s_deallocate(self: %s_id; a: Addr);\nbegin\n  assert %s_has[self][a] \"%s does not have the line\";\n"
           "  %s_has[self][a] := false;\n  undefine %s_at[self][a];\nend;\n\n", name, machine, name, table->name.text, name, entry->mangled);
    slicc_item(w, SLICC_ROUTINE, arena_format(w->arena, "%s_deallocate", name));
}

void slicc_write_table_routines(struct slicc_writer *w)
{
    struct slicc_decl *m, *table;
    for (unsigned i = 0; (m = slicc_machine_at(w, i)); i++)
        for (unsigned j = 0; (table = table_at(w, m, NULL, j)); j++) {
            if (!slicc_table_entry(w, table))
                continue;
            const char *name = slicc_name_of(w, table);
            write_lookup(w, name, m->name.text);
            if (is_cache(w, table))
                write_avail(w, name, m->name.text);
            write_allocate(w, table, name, m->name.text);
        }
}

void slicc_write_table_start(struct slicc_writer *w)
{
    struct slicc_decl *m, *table;
    for (unsigned i = 0; (m = slicc_machine_at(w, i)); i++)
        for (unsigned j = 0; (table = table_at(w, m, NULL, j)); j++)
            PUT(w, "  for self: %s_id; a: Addr do %s_has[self][a] := false; end;\n", m->name.text, slicc_name_of(w, table));
}
