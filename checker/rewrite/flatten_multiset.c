/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * flatten_multiset.c - the routines that stand for the operations on multisets.
 *
 * Slots are sorted free ones last, and taken ones leaf by leaf, an undefined
 * leaf before the others.
 */
#include "flatten_private.h"

static void line(struct flattener *f, const char *text)
{
    flatten_line(f);
    text_put(f->out, text);
}

static void open(struct flattener *f, const char *text)
{
    line(f, text);
    f->indent++;
}

static void close(struct flattener *f)
{
    f->indent--;
    line(f, "end;");
}

void flatten_slot_type(struct flattener *f, const struct type *multiset)
{
    flatten_line(f);
    text_format(f->out, "murrelet_slot_%u: record taken: 0..0; item: ", multiset->id);
    flatten_type(f, multiset->element);
    text_put(f->out, "; end;");
}

static void write_add(struct flattener *f, const struct type *type)
{
    flatten_line(f);
    text_format(f->out, "procedure murrelet_add_%u(var m: ", type->id);
    flatten_type_definition(f, type);
    text_put(f->out, "; item: ");
    flatten_type(f, type->element);
    text_put(f->out, ");");
    open(f, "begin");
    flatten_line(f);
    text_format(f->out, "for i: 0..%u do", type->slots - 1);
    f->indent++;
    open(f, "if isundefined(m[i].taken) then");
    line(f, "m[i].taken := 0;");
    line(f, "m[i].item := item;");
    line(f, "return;");
    close(f);
    close(f);
    line(f, "error \"multisetadd: the multiset is full\";");
    close(f);
}

/* Compare the leaves at m[i].item`path` and m[j].item`path`. */
static void write_comparison(struct flattener *f, const struct type *type, const char *path, unsigned depth)
{
    struct text inner = { 0 };
    if (type->kind == TYPE_ARRAY) {
        flatten_line(f);
        text_format(f->out, "for k%u: ", depth);
        flatten_type(f, type->index);
        text_put(f->out, " do");
        f->indent++;
        text_format(&inner, "%s[k%u]", path, depth);
        write_comparison(f, type_of(type->element), inner.bytes, depth + 1);
        close(f);
    } else if (type->kind == TYPE_RECORD) {
        for (unsigned i = 0; i < type->field_count; i++) {
            inner.length = 0;
            text_format(&inner, "%s.%s", path, type->fields[i].name);
            write_comparison(f, type_of(type->fields[i].type), inner.bytes, depth);
        }
    } else {
        const char *less = type->kind == TYPE_BOOLEAN ? "!m[%s].item%s & m[%s].item%s" : "m[%s].item%s < m[%s].item%s";
        flatten_line(f);
        text_format(f->out, "if isundefined(m[i].item%s) then", path);
        f->indent++;
        flatten_line(f);
        text_format(f->out, "if !isundefined(m[j].item%s) then return true end;", path);
        f->indent--;
        flatten_line(f);
        text_format(f->out, "elsif isundefined(m[j].item%s) then return false;", path);
        flatten_line(f);
        text_put(f->out, "elsif ");
        text_format(f->out, less, "i", path, "j", path);
        text_put(f->out, " then return true;");
        flatten_line(f);
        text_put(f->out, "elsif ");
        text_format(f->out, less, "j", path, "i", path);
        text_put(f->out, " then return false;");
        line(f, "end;");
    }
    text_free(&inner);
}

static void write_before(struct flattener *f, const struct type *type)
{
    flatten_line(f);
    text_format(f->out, "function murrelet_before_%u(var m: ", type->id);
    flatten_type_definition(f, type);
    text_format(f->out, "; i: 0..%u; j: 0..%u): boolean;", type->slots - 1, type->slots - 1);
    open(f, "begin");
    line(f, "if isundefined(m[j].taken) then return !isundefined(m[i].taken) end;");
    line(f, "if isundefined(m[i].taken) then return false end;");
    write_comparison(f, type_of(type->element), "", 0);
    line(f, "return false;");
    close(f);
}

static void write_sort(struct flattener *f, const struct type *type)
{
    flatten_line(f);
    text_format(f->out, "procedure murrelet_sort_%u(var m: ", type->id);
    flatten_type_definition(f, type);
    text_put(f->out, ");");
    f->indent++;
    flatten_line(f);
    text_format(f->out, "var slot: murrelet_slot_%u;", type->id);
    f->indent--;
    open(f, "begin");
    flatten_line(f);
    text_format(f->out, "for i: 0..%u do for j: 0..%u do", type->slots - 2, type->slots - 2);
    f->indent++;
    flatten_line(f);
    text_format(f->out, "if murrelet_before_%u(m, j + 1, j) then", type->id);
    f->indent++;
    line(f, "slot := m[j];");
    line(f, "m[j] := m[j + 1];");
    line(f, "m[j + 1] := slot;");
    close(f);
    f->indent--;
    line(f, "end; end;");
    close(f);
}

/* Sort every multiset within `path`. */
static void write_finish_calls(struct flattener *f, const struct type *type, const char *path, unsigned depth)
{
    struct text inner = { 0 };
    if (type->kind == TYPE_MULTISET) {
        flatten_line(f);
        if (type->slots > 1)
            text_format(f->out, "murrelet_sort_%u(%s);", type->id, path);
    } else if (type->kind == TYPE_ARRAY && type->contains_multiset) {
        flatten_line(f);
        text_format(f->out, "for k%u: ", depth);
        flatten_type(f, type->index);
        text_put(f->out, " do");
        f->indent++;
        text_format(&inner, "%s[k%u]", path, depth);
        write_finish_calls(f, type_of(type->element), inner.bytes, depth + 1);
        close(f);
    }
    for (unsigned i = 0; type->kind == TYPE_RECORD && i < type->field_count; i++) {
        inner.length = 0;
        text_format(&inner, "%s.%s", path, type->fields[i].name);
        write_finish_calls(f, type_of(type->fields[i].type), inner.bytes, depth);
    }
    text_free(&inner);
}

void flatten_multiset_routines(struct flattener *f)
{
    for (unsigned i = 0; i < f->program->type_count; i++) {
        const struct type *type = f->program->types[i];
        if (type->kind != TYPE_MULTISET)
            continue;
        write_add(f, type);
        if (!f->sorts || type->slots < 2)
            continue;
        write_before(f, type);
        write_sort(f, type);
    }
    if (!f->sorts)
        return;
    line(f, "procedure murrelet_finish();");
    open(f, "begin");
    for (unsigned i = 0; i < f->program->variable_count; i++) {
        const struct symbol *variable = f->program->variables[i];
        write_finish_calls(f, type_of(variable->type), variable->name, 0);
    }
    close(f);
}
