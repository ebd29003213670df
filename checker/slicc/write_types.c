/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * write_types.c - constants and types of the machine that is written.
 */
#include <stdlib.h>
#include <strings.h>

#include "write_private.h"

/* A field that the model has: what only gem5 needs has none, and of the built-in structures only what is named. */
static bool has_field(const struct slicc_writer *w, const struct slicc_decl *structure, const struct slicc_decl *field)
{
    static const char *const always[] = {"LineAddress", "Type", "addr", "DataBlk", "OriginalRequestorMachId", NULL};
    if (field->kind != SLICC_DECL_OBJECT || slicc_type_dropped(slicc_type_of(w, field)) || field->pointer)
        return false;
    bool needed = false;
    for (unsigned i = 0; always[i]; i++)
        needed = needed || !strcmp(field->name.text, always[i]);
    return !structure->built_in || field->used || needed;
}

static void write_new(struct slicc_writer *w, const char *name, const struct slicc_decl *d)
{
    PUT(w, "procedure new_%s(var x: %s);\nbegin\n  undefine x;\n", name, name);
    for (unsigned i = 0; i < d->part_count; i++)
        if (has_field(w, d, d->parts[i]))
            text_put(&w->out, slicc_initial(w, slicc_type_of(w, d->parts[i]), d->parts[i],
                                            arena_format(w->arena, "x.%s", slicc_field_name(w, d->parts[i]))));
    PUT(w, "end;\n\n");
    slicc_item(w, SLICC_ROUTINE, arena_format(w->arena, "new_%s", name));
}

/* ---- declarations ---- */

static bool wanted_machine(const struct slicc_writer *w, const struct slicc_type *type)
{
    return !type->machine || slicc_copies_of(w, type->machine->name.text);
}

/* The members of a built-in enumeration are those that are named. */
static bool has_member(const struct slicc_writer *w, const struct slicc_decl *d, const struct slicc_decl *member)
{
    if (!strcmp(d->name.text, "MachineType"))
        return member->used || slicc_copies_of(w, member->name.text);
    return !d->built_in || member->used;
}

static void write_enum(struct slicc_writer *w, const struct slicc_type *type)
{
    unsigned count = 0;
    for (unsigned i = 0; i < type->decl->part_count; i++)
        count += has_member(w, type->decl, type->decl->parts[i]);
    if (!count)
        return;
    PUT(w, "  %s: enum {\n", slicc_type_name(w, type));
    for (unsigned i = 0; i < type->decl->part_count; i++)
        if (has_member(w, type->decl, type->decl->parts[i]))
            PUT(w, "    %s%s\n", slicc_global_name(w, slicc_member_name(w, type, type->decl->parts[i]->name.text)),
                --count ? "," : "");
    PUT(w, "  };\n\n");
    slicc_item(w, SLICC_ENUM, type->mangled);
}

static bool is_library(const struct slicc_type *type)
{
    return type->decl->built_in && !type->is_message;
}

/* The name of a structure as a record: that of a table's entries too, of which expressions have pointers. */
static void write_record(struct slicc_writer *w, const struct slicc_type *type)
{
    bool any = false;
    if (is_library(type) || slicc_pair(&type->decl->pairs, "external") != NULL)
        if (!type->is_message)
            return;
    for (unsigned i = 0; i < type->decl->part_count; i++) {
        const struct slicc_decl *field = type->decl->parts[i];
        if (!has_field(w, type->decl, field))
            continue;
        if (!any)
            PUT(w, "  %s: record\n", type->mangled);
        any = true;
        PUT(w, "    %s: %s;\n", slicc_field_name(w, field), slicc_type_name(w, slicc_type_of(w, field)));
    }
    if (any)
        PUT(w, "  end;\n\n");
    slicc_item(w, SLICC_TYPE, type->mangled);
}

static void each_type(struct slicc_writer *w, enum slicc_type_kind kind,
                      void (*write)(struct slicc_writer *, const struct slicc_type *))
{
    for (unsigned i = 0; i < w->slicc->symbols.type_count; i++) {
        const struct slicc_type *type = w->slicc->symbols.types[i];
        /* What the protocol declares itself replaces what is built in. */
        bool replaced = type->decl && type->decl->built_in && slicc_symbols_type(&w->slicc->symbols, NULL, type->name) != type;
        if (type->kind == kind && type->decl && !replaced && wanted_machine(w, type) && !slicc_type_dropped(type))
            write(w, type);
    }
}

static void write_new_of(struct slicc_writer *w, const struct slicc_type *type)
{
    bool external = slicc_pair(&type->decl->pairs, "external") != NULL;
    bool fields = false;
    for (unsigned i = 0; i < type->decl->part_count; i++)
        fields = fields || has_field(w, type->decl, type->decl->parts[i]);
    if (fields && (type->is_message || !external))
        write_new(w, type->mangled, type->decl);
}

static void write_constant(struct slicc_writer *w, const char *name, const char *value, const char *note)
{
    PUT(w, "  %s: %s;%s%s\n", name, value, *note ? "  -- " : "", note);
    slicc_item(w, SLICC_CONSTANT, name);
}

/* The value that a parameter begins with: a number, with a sign or without, or a truth value; as such, or as a text. */
static bool value_of(const struct slicc_expr *e, bool is_truth, long long *value)
{
    bool minus = e->kind == SLICC_EXPR_UNARY && e->operator == SLICC_MINUS && e->left->kind == SLICC_EXPR_NUMBER;
    if (e->kind == SLICC_EXPR_TEXT && is_truth) {
        *value = !strcasecmp(e->name, "true");
        return *value || !strcasecmp(e->name, "false");
    }
    if (e->kind == SLICC_EXPR_TEXT) {
        *value = strtoll(e->name, NULL, 10);
        return *e->name && strlen(e->name) < 10 && e->name[strspn(e->name, "0123456789")] == 0;
    }
    *value = minus ? -(long long)e->left->number : (long long)e->number;
    return is_truth ? e->kind == SLICC_EXPR_BOOL : minus || e->kind == SLICC_EXPR_NUMBER;
}

/* A machine's parameters that are numbers or truth values. */
static void write_parameters(struct slicc_writer *w, struct slicc_decl *m)
{
    for (unsigned j = 0; j < m->part_count; j++) {
        struct slicc_decl *p = m->parts[j];
        const struct slicc_type *type = slicc_type_of(w, p);
        const char *note = p->initial ? "" : "the source gives no value";
        bool number = type->kind == SLICC_TYPE_BOOL || type->kind == SLICC_TYPE_INT;
        long long value = 0;
        if (p->kind != SLICC_DECL_OBJECT || !p->parameter || p->pointer || !number)
            continue;
        if (p->initial && !value_of(p->initial, type->kind == SLICC_TYPE_BOOL, &value) && p->used)
            slicc_refuse(w, p->initial->place, NULL, "a parameter that begins with something else than a %s",
                         type->kind == SLICC_TYPE_BOOL ? "truth value" : "number");
        if (type->kind == SLICC_TYPE_BOOL)
            write_constant(w, slicc_name_of(w, p), value ? "true" : "false", note);
        else
            write_constant(w, slicc_name_of(w, p), arena_format(w->arena, "%lld", value), note);
    }
}

struct size {
    const char *name, *value, *note;
};

static void write_sizes(struct slicc_writer *w, const struct size *sizes, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        write_constant(w, sizes[i].name, sizes[i].value, sizes[i].note);
}

/* What the driver of a litmus test does not say. */
static void write_machine_sizes(struct slicc_writer *w)
{
    const struct size sizes[] = {
        {"WAYS", "LINES", "lines that a cache holds"},
        {"QUEUE", slicc_has_coalescer(w) ? "2 * LINES + CUS" : "LINES + CUS", "messages of a buffer: the real ones have no such bound, so one more is an error"},
        {"INT_MAX", "8", "numbers lie within -INT_MAX and this: another one is an error"},
        {"BLOCKING", slicc_has_coalescer(w) ? "0" : "1", "0: a thread goes on before its access is answered"},
        {"OOD", "LINES", "no line"},
    };
    write_sizes(w, sizes, sizeof sizes / sizeof *sizes);
}

static void write_constants(struct slicc_writer *w)
{
    static const struct size sizes[] = {
        {"LINES", "1", ""}, {"WORDS", "1", "of a line"}, {"VALUES", "2", "of a word"}, {"WAYS", "1", "lines that a cache holds"},
        {"QUEUE", "4", "messages of a buffer: the real ones have no such bound, so one more is an error"},
        {"REQUESTS", "1", "that a core has under way"},
        {"INT_MAX", "8", "numbers lie within -INT_MAX and this: another one is an error"},
    };
    if (w->options->machine)
        write_machine_sizes(w);
    else
        write_sizes(w, sizes, sizeof sizes / sizeof *sizes);
    struct slicc_decl *m;
    for (unsigned i = 0; (m = slicc_machine_at(w, i)); i++) {
        unsigned copies = slicc_copies_of(w, m->name.text);
        if (slicc_is_set(w, m) || w->options->machine)
            write_constant(w, arena_format(w->arena, "%s_COPIES", m->name.text),
                           w->options->machine && slicc_has_core(m) ? "CUS" : arena_format(w->arena, "%u", copies), "");
        write_parameters(w, m);
    }
}

/* For a driver, whose CUs may be numbers: the copies of one machine, then those of the next. */
static void write_machine_numbers(struct slicc_writer *w)
{
    struct slicc_decl *m;
    const char *first = "0";
    for (unsigned i = 0; (m = slicc_machine_at(w, i)); i++) {
        const char *name = m->name.text;
        write_constant(w, arena_format(w->arena, "%s_1", name), first, "");
        PUT(w, "  %s_id: %s_1..%s_1 + %s_COPIES - 1;\n", name, name, name, name);
        slicc_item(w, SLICC_TYPE, arena_format(w->arena, "%s_id", name));
        first = arena_format(w->arena, "%s_1 + %s_COPIES", name, name);
    }
    PUT(w, "  MachineID: 0..%s - 1;\n\n", first);
    slicc_item(w, SLICC_TYPE, "MachineID");
}

static void write_machine_ids(struct slicc_writer *w)
{
    struct slicc_decl *m;
    const char *list = "";
    for (unsigned i = 0; (m = slicc_machine_at(w, i)); i++) {
        const char *name = m->name.text;
        if (slicc_is_set(w, m))
            PUT(w, "  %s_id: scalarset(%s_COPIES);\n", name, name);
        else
            PUT(w, "  %s_id: enum {%s_1};\n", name, name);
        list = arena_format(w->arena, "%s%s%s_id", list, i ? ", " : "", name);
    }
    PUT(w, "  MachineID: union {%s};\n\n", list);
    slicc_item(w, SLICC_TYPE, NULL);
}

static void write_context(struct slicc_writer *w, struct slicc_decl *m)
{
    const char *ports = "";
    for (unsigned i = 0; i < m->part_count; i++)
        if (m->parts[i]->kind == SLICC_DECL_IN_PORT)
            ports = arena_format(w->arena, "%s%s%s_at_%s", ports, *ports ? ", " : "", m->name.text, m->parts[i]->name.text);
    if (*ports)
        PUT(w, "  %s_port: enum {%s};\n", m->name.text, ports);
    PUT(w, "  %s_context: record  -- what a step works on\n", m->name.text);
    if (*ports)
        PUT(w, "    port: %s_port;\n", m->name.text);
    const struct slicc_type *type;
    for (unsigned i = 0; (type = slicc_received_at(w, m, i)); i++)
        PUT(w, "    in_%s: %s;\n", type->name, type->mangled);
    PUT(w, "    triggered, dequeued, recycled, parked: boolean;\n    event: %s_Event;\n    address, aside: Addr;\n"
           "    cache_entry, tbe: pointer;\n", m->name.text);
    for (unsigned i = 0; i < m->part_count; i++)
        if (slicc_is_table(w, m->parts[i]) && slicc_type_is(slicc_type_of(w, m->parts[i]), "CacheMemory"))
            PUT(w, "    victim_of_%s: pointer;\n", slicc_name_of(w, m->parts[i]));
    PUT(w, "  end;\n\n");
    slicc_item(w, SLICC_TYPE, NULL);
}

static void write_simple(struct slicc_writer *w, const char *const simple[][2], unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        PUT(w, "  %s: %s%s\n", simple[i][0], simple[i][1], strchr(simple[i][1], ';') ? "" : ";");
        slicc_item(w, SLICC_TYPE, simple[i][0]);
    }
}

/* Of a machine for litmus tests, in terms of the driver's.  An atomic that travels to where the data is goes as the
 * number of its operation, behind the values. */
static void write_machine_types(struct slicc_writer *w)
{
    static const char *const simple[][2] = {
        {"Addr", "line"}, {"pointer", "0..LINES; -- to the entry of a line, or OOD"}, {"int", "-INT_MAX..INT_MAX"},
        {"Word", "word"}, {"Value", "value"}, {"Datum", "0..VALUES + OPERATIONS - 1; -- a value, or the operation of an atomic"},
        {"WriteMask", "array [Word] of boolean"}};
    write_simple(w, simple, sizeof simple / sizeof *simple);
    PUT(w, "  DataBlock: array [Word] of %s;\n", slicc_carries_atomics(w) ? "Datum" : "Value");
    slicc_item(w, SLICC_TYPE, "DataBlock");
    write_machine_numbers(w);
}

static void write_model_types(struct slicc_writer *w)
{
    static const char *const simple[][2] = {
        {"Addr", "scalarset(LINES)"}, {"nothing", "enum {OOD}"},
        {"pointer", "union {Addr, nothing}; -- to the entry of a line"}, {"int", "-INT_MAX..INT_MAX"},
        {"Word", "scalarset(WORDS)"}, {"Value", "scalarset(VALUES)"}, {"DataBlock", "array [Word] of Value"},
        {"WriteMask", "array [Word] of boolean"}};
    write_simple(w, simple, sizeof simple / sizeof *simple);
    write_machine_ids(w);
}

void slicc_write_types(struct slicc_writer *w)
{
    write_constants(w);
    if (w->options->machine)
        write_machine_types(w);
    else
        write_model_types(w);
    PUT(w, "  NetDest: array [MachineID] of boolean;\n\n");
    slicc_item(w, SLICC_TYPE, "NetDest");
    each_type(w, SLICC_TYPE_ENUM, write_enum);
    each_type(w, SLICC_TYPE_STRUCT, write_record);
    slicc_write_buffer_types(w);
    struct slicc_decl *m;
    for (unsigned i = 0; (m = slicc_machine_at(w, i)); i++)
        write_context(w, m);
}

/* Whether m is a copy of the machine. */
static const char *is_of(struct slicc_writer *w, const char *name)
{
    return w->options->machine ? arena_format(w->arena, "%s_1 <= m & m < %s_1 + %s_COPIES", name, name, name)
                               : arena_format(w->arena, "ismember(m, %s_id)", name);
}

static void write_machine_type_of(struct slicc_writer *w)
{
    struct slicc_decl *m;
    const struct slicc_decl *machine_type = slicc_symbols_find(&w->slicc->symbols, NULL, SLICC_DECL_ENUM, "MachineType", NULL);
    PUT(w, "function machineIDToMachineType(m: MachineID): MachineType;\nbegin\n");
    for (unsigned i = 0; (m = slicc_machine_at(w, i)); i++)
        PUT(w, "  if %s then return %s; end;\n", is_of(w, m->name.text), slicc_member_name(w, machine_type->type, m->name.text));
    PUT(w, "  error \"a machine without a type\";\nend;\n\n");
    slicc_item(w, SLICC_ROUTINE, "machineIDToMachineType");
}

void slicc_write_type_routines(struct slicc_writer *w)
{
    write_machine_type_of(w);
    each_type(w, SLICC_TYPE_STRUCT, write_new_of);
}
