/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * translate.c - a checked protocol as a Murphi model that can be searched.
 *
 * The pieces are written in no particular layout, put together with what they
 * need, and laid out as `murrelet fmt` does.
 */
#include "translate.h"

#include "../base/die.h"
#include "../rewrite/format.h"
#include "write_private.h"

static void mark_member(struct slicc_writer *w, const char *type, const char *name)
{
    struct slicc_decl *d = slicc_symbols_find(&w->slicc->symbols, NULL, SLICC_DECL_ENUM, type, NULL);
    struct slicc_decl *member = d ? slicc_part(d, SLICC_DECL_MEMBER, name, NULL) : NULL;
    if (member)
        member->used = true;
}

/* What the cores and the memory around the protocol say. */
static void mark_used(struct slicc_writer *w)
{
    mark_member(w, "RubyRequestType", "LD");
    mark_member(w, "RubyRequestType", "ST");
    mark_member(w, "MemoryRequestType", "MEMORY_READ");
    mark_member(w, "MemoryRequestType", "MEMORY_WB");
    if (slicc_has_coalescer(w)) /* an acquire asks for it */
        mark_member(w, "RubyRequestType", "REPLACEMENT");
    for (unsigned i = 0; i < w->options->request_count; i++)
        mark_member(w, "RubyRequestType", w->options->requests[i].type);
}

static void write_variables(struct slicc_writer *w)
{
    struct slicc_decl *m;
    slicc_write_table_variables(w);
    slicc_write_buffer_variables(w);
    for (unsigned i = 0; (m = slicc_machine_at(w, i)); i++)
        for (unsigned j = 0; j < m->part_count; j++) {
            struct slicc_decl *d = m->parts[j];
            const struct slicc_type *type = slicc_type_of(w, d);
            bool plain = type->kind == SLICC_TYPE_BOOL || type->kind == SLICC_TYPE_INT || type->kind == SLICC_TYPE_ENUM ||
                         type->kind == SLICC_TYPE_ADDRESS || slicc_type_is(type, "NetDest") || slicc_type_is(type, "MachineID");
            if (d->kind == SLICC_DECL_OBJECT && !d->parameter && plain)
                PUT(w, "  %s: array [%s_id] of %s;\n", slicc_name_of(w, d), m->name.text, slicc_type_name(w, type));
        }
    slicc_item(w, SLICC_VARIABLE, NULL);
    slicc_write_core_variables(w);
}

static void write_object_start(struct slicc_writer *w)
{
    struct slicc_decl *m;
    for (unsigned i = 0; (m = slicc_machine_at(w, i)); i++)
        for (unsigned j = 0; j < m->part_count; j++) {
            struct slicc_decl *d = m->parts[j];
            const struct slicc_type *type = slicc_type_of(w, d);
            if (d->kind != SLICC_DECL_OBJECT || d->parameter || slicc_type_dropped(type) ||
                (type->kind == SLICC_TYPE_STRUCT && !slicc_type_is(type, "NetDest")))
                continue;
            const char *start = slicc_initial(w, type, d, arena_format(w->arena, "%s[self]", slicc_name_of(w, d)));
            if (*start)
                PUT(w, "  for self: %s_id do %s  end;\n", m->name.text, start);
        }
}

static void write_start(struct slicc_writer *w)
{
    if (w->options->machine) {
        PUT(w, "procedure MachineStart();\nbegin\n");
        slicc_write_table_start(w);
        slicc_write_buffer_start(w);
        slicc_write_core_start(w);
        write_object_start(w);
        slicc_write_machine_start(w);
        PUT(w, "end;\n\n");
        slicc_item(w, SLICC_ROUTINE, NULL);
        return;
    }
    PUT(w, "ruleset v: Value do\n  startstate \"memory holds one value\"\n");
    slicc_write_table_start(w);
    slicc_write_buffer_start(w);
    slicc_write_core_start(w);
    write_object_start(w);
    PUT(w, "  for a: Addr; w: Word do memory[a][w] := v; end;\n%s  end;\nend;\n\n",
        w->options->no_values ? "" : "  latest := memory;\n");
    slicc_item(w, SLICC_RULE, NULL);
}

static void write_routines(struct slicc_writer *w)
{
    const struct slicc_protocol *protocol = &w->slicc->protocol;
    slicc_write_library(w);
    slicc_write_type_routines(w);
    slicc_write_table_routines(w);
    slicc_write_buffer_routines(w);
    slicc_write_core_routines(w);
    for (unsigned i = 0; i < protocol->decl_count; i++)
        if (protocol->decls[i]->kind == SLICC_DECL_FUNCTION)
            slicc_write_function(w, protocol->decls[i]);
    struct slicc_decl *m;
    for (unsigned i = 0; (m = slicc_machine_at(w, i)); i++)
        for (unsigned j = 0; j < m->part_count; j++)
            if (m->parts[j]->kind == SLICC_DECL_FUNCTION)
                slicc_write_function(w, m->parts[j]);
            else if (m->parts[j]->kind == SLICC_DECL_ACTION)
                slicc_write_action(w, m->parts[j]);
    slicc_write_step(w);
}

static void write_rules(struct slicc_writer *w)
{
    struct slicc_decl *m;
    slicc_write_core_rules(w);
    for (unsigned i = 0; (m = slicc_machine_at(w, i)); i++)
        slicc_write_port_rules(w, m);
    slicc_write_properties(w);
}

static void write_head(struct slicc_writer *w, struct text *out)
{
    const struct slicc_protocol *protocol = &w->slicc->protocol;
    text_format(out, "-- %s, written by murrelet slicc.\n--\n-- From", protocol->name.text ? protocol->name.text : "A protocol");
    const struct source *last = NULL;
    for (unsigned i = 0; i < protocol->decl_count; i++)
        if (!protocol->decls[i]->built_in && protocol->decls[i]->name.place.source != last) {
            last = protocol->decls[i]->name.place.source;
            text_format(out, " %s", slicc_where(w, (struct place){last, 0, 0}));
            out->length -= strlen(strrchr(out->bytes, ':'));
        }
    text_put(out, ".\n-- docs/slicc.md says what each part stands for.\n");
    if (w->options->machine)
        slicc_write_machine_head(w, out);
    text_put(out, "\n");
}

static bool has_what_it_takes(struct slicc_writer *w)
{
    const char *lacks = !slicc_machine_at(w, 0) ? "a protocol without a machine"
                        : w->options->machine && !slicc_core_at(w, 0) ? "as a machine, a protocol without a mandatoryQueue" : NULL;
    if (lacks)
        slicc_refuse(w, (struct place){0}, NULL, "%s", lacks);
    return !lacks;
}

bool slicc_translate(struct text *out, struct slicc *slicc, const struct slicc_options *options)
{
    struct slicc_writer writer = {.slicc = slicc, .options = options, .arena = slicc->protocol.arena,
                                  .diagnostics = slicc->protocol.diagnostics};
    struct slicc_writer *w = &writer;
    struct text raw = {0};
    if (options->machine)
        slicc_reserve_machine_names(w);
    mark_used(w);
    if (!has_what_it_takes(w))
        return false;
    slicc_write_types(w);
    write_variables(w);
    write_routines(w);
    write_start(w);
    write_rules(w);
    bool good = !diagnostics_errors(w->diagnostics);
    if (good) {
        write_head(w, &raw);
        slicc_assemble(w, &raw);
        struct diagnostics *own = diagnostics_new(w->arena);
        if (format_source(out, own, source_from_text(w->arena, "the machine that was written", raw.bytes), DIALECT_RUMUR)) {
            diagnostics_print(own, stderr, 0);
            die("a machine was written that does not parse.");
        }
    }
    text_free(&raw);
    return good;
}
