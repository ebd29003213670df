/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * symbols.c - what a document declares, as a tree: also of a text with errors,
 * as far as the parser could make something of it.
 */
#include <ctype.h>
#include <string.h>

#include "../litmus/print.h"
#include "../murphi/parser.h"
#include "analysis.h"
#include "answers.h"
#include "data.h"
#include "locate.h"

/* The protocol's kinds. */
enum kind {
    KIND_MODULE = 2, KIND_NAMESPACE = 3, KIND_CLASS = 5, KIND_FIELD = 8, KIND_CONSTRUCTOR = 9, KIND_ENUM = 10,
    KIND_FUNCTION = 12, KIND_VARIABLE = 13, KIND_CONSTANT = 14, KIND_BOOLEAN = 17, KIND_MEMBER = 22, KIND_STRUCT = 23,
    KIND_EVENT = 24,
};

struct tree {
    const struct server *server;
    const struct document *document;
    const struct lines *lines;
};

/* A symbol of the tree: all of it, and its name, which lies within.  NULL where it has no place. */
static json_t *node(const struct tree *t, const char *name, enum kind kind, struct place all, struct place own)
{
    if (!all.source)
        return NULL;
    if (own.start < all.start || own.end > all.end || own.start > own.end || own.source != all.source)
        own = (struct place){all.source, all.start, all.start};
    return json_pack("{sosisoso}", "name", data_text(*name ? name : "?"), "kind", (int)kind, "range",
                     data_range(t->lines, all.start, all.end, t->server->encoding), "selectionRange",
                     data_range(t->lines, own.start, own.end, t->server->encoding));
}

static void add(json_t *list, json_t *symbol)
{
    if (symbol)
        json_array_append_new(list, symbol);
}

/* ---- Murphi ---- */

static json_t *type_parts(const struct tree *t, const struct type *type)
{
    json_t *list = json_array();
    for (unsigned i = 0; type->kind == TYPE_ENUM && i < type->member_count; i++)
        add(list, node(t, type->members[i]->name, KIND_MEMBER, type->members[i]->place, type->members[i]->place));
    for (unsigned i = 0; type->kind == TYPE_RECORD && i < type->field_count; i++)
        add(list, node(t, type->fields[i].name, KIND_FIELD, type->fields[i].place, type->fields[i].place));
    return list;
}

static json_t *declared(const struct tree *t, const struct decl *decl)
{
    static const enum kind kinds[] = {[DECL_CONST] = KIND_CONSTANT, [DECL_VARIABLE] = KIND_VARIABLE, [DECL_ROUTINE] = KIND_FUNCTION};
    const struct symbol *symbol = decl->symbol;
    const struct type *type = symbol->type;
    enum kind kind = decl->kind != DECL_TYPE ? kinds[decl->kind]
                     : type && type->kind == TYPE_ENUM   ? KIND_ENUM
                     : type && type->kind == TYPE_RECORD ? KIND_STRUCT
                                                         : KIND_CLASS;
    json_t *result = node(t, symbol->name, kind, decl->place, symbol->place);
    if (result && decl->kind == DECL_TYPE && type && !decl->joined)
        json_object_set_new(result, "children", type_parts(t, type));
    return result;
}

static const char *property_word(enum property_kind kind)
{
    static const char *const words[] = {"invariant", "assert", "error", "assume", "cover", "liveness", "ltl"};
    return words[kind];
}

static enum kind rule_kind(const struct rule *rule)
{
    switch (rule->kind) {
    case RULE_SIMPLE: return KIND_EVENT;
    case RULE_STARTSTATE: return KIND_CONSTRUCTOR;
    case RULE_PROPERTY: return KIND_BOOLEAN;
    case RULE_RULESET: case RULE_ALIAS: case RULE_CHOOSE: break;
    }
    return KIND_NAMESPACE;
}

static const char *rule_name(const struct rule *rule)
{
    const char *own = rule->property ? rule->property->message : rule->name;
    if (own && *own)
        return own;
    switch (rule->kind) {
    case RULE_SIMPLE: return "rule";
    case RULE_STARTSTATE: return "startstate";
    case RULE_PROPERTY: return rule->property ? property_word(rule->property->kind) : "property";
    case RULE_RULESET: return "ruleset";
    case RULE_ALIAS: return "alias";
    case RULE_CHOOSE: return "choose";
    }
    return "rule";
}

/* The tree knows where a rule's head ends; the rule goes on at most to what comes next, at `end`. */
static json_t *rule_node(const struct tree *t, const struct rule *rule, unsigned end)
{
    struct place own = rule->place, all = rule->place;
    if (!own.source)
        return NULL;
    unsigned line = (unsigned)strcspn(own.source->text + own.start, "\r\n");
    own.end = own.start + line < own.end ? own.start + line : own.end;
    while (end > all.end && isspace((unsigned char)own.source->text[end - 1]))
        end--;
    all.end = end > all.end ? end : all.end;
    json_t *result = node(t, rule_name(rule), rule_kind(rule), all, own);
    json_t *children = json_array();
    for (unsigned i = 0; i < rule->rule_count; i++)
        add(children, rule_node(t, rule->rules[i], i + 1 < rule->rule_count ? rule->rules[i + 1]->place.start : all.end));
    if (result && rule->rule_count)
        json_object_set(result, "children", children);
    json_decref(children);
    return result;
}

static json_t *murphi_symbols(const struct tree *t)
{
    struct arena *arena = arena_new();
    const struct text *text = &t->document->text;
    struct tokens *tokens;
    json_t *list = json_array();
    const struct program *p = parse_file(arena, diagnostics_new(arena),
                                         source_from_bytes(arena, t->document->path, text->bytes, text->length), DIALECT_RUMUR, &tokens);
    for (unsigned i = 0; i < p->decl_count; i++) {
        const struct decl *decl = p->decls[i];
        if (decl->kind == DECL_RULE && decl->rule)
            add(list, rule_node(t, decl->rule, decl->place.end));
        else if (decl->kind != DECL_INCLUDE && decl->symbol)
            add(list, declared(t, decl));
    }
    arena_free(arena);
    return list;
}

/* ---- litmus tests ---- */

static json_t *thread_node(const struct tree *t, const struct litmus_test *test, unsigned thread)
{
    const struct litmus_thread *code = &test->threads[thread];
    struct place all = code->place;
    struct text name = {0};
    for (unsigned i = 0; i < code->length; i++)
        all.end = code->code[i].place.end > all.end ? code->code[i].place.end : all.end;
    text_format(&name, "P%u", thread);
    json_t *children = json_array(), *result = node(t, name.bytes, KIND_MODULE, all, code->place);
    for (unsigned i = 0; i < code->length; i++) {
        text_free(&name);
        name = (struct text){0};
        litmus_print_instruction(&name, test, thread, i);
        add(children, node(t, name.bytes ? name.bytes : "", KIND_EVENT, code->code[i].place, code->code[i].place));
    }
    text_free(&name);
    if (result)
        json_object_set(result, "children", children);
    json_decref(children);
    return result;
}

static json_t *litmus_symbols(const struct tree *t, const struct analysis *a)
{
    json_t *list = json_array();
    const struct litmus_test *test = a ? a->test : NULL;
    for (unsigned i = 0; test && i < test->thread_count; i++)
        add(list, thread_node(t, test, i));
    if (test && test->condition->place.source) {
        static const char *const words[] = {"exists", "~exists", "forall"};
        add(list, node(t, words[test->quantifier], KIND_BOOLEAN, test->condition->place, test->condition->place));
    }
    return list;
}

/* ---- for clients that know no trees ---- */

static void flatten(const struct tree *t, json_t *tree, const char *container, json_t *flat)
{
    size_t i;
    json_t *one;
    json_array_foreach(tree, i, one) {
        json_t *item = json_pack("{sOsOs{sssO}}", "name", json_object_get(one, "name"), "kind", json_object_get(one, "kind"),
                                 "location", "uri", t->document->uri, "range", json_object_get(one, "range"));
        if (container)
            json_object_set_new(item, "containerName", json_string(container));
        json_array_append_new(flat, item);
        flatten(t, json_object_get(one, "children"), json_string_value(json_object_get(one, "name")), flat);
    }
}

json_t *answer_symbols(struct server *server, const json_t *params, struct refusal *refusal)
{
    struct tree t = {.server = server, .document = server_document(server, params, NULL, refusal)};
    if (!t.document)
        return NULL;
    json_t *tree = NULL;
    t.lines = &t.document->lines;
    if (t.document->language == LANGUAGE_MURPHI) {
        tree = murphi_symbols(&t);
    } else if (t.document->language == LANGUAGE_LITMUS) {
        const struct analysis *a = analysis_of(&server->documents, (struct document *)t.document);
        tree = litmus_symbols(&t, a);
    } else {
        tree = json_array();
    }
    if (server->nested_symbols)
        return tree;
    json_t *flat = json_array();
    flatten(&t, tree, NULL, flat);
    json_decref(tree);
    return flat;
}
