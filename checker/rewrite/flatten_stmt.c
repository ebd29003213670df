/* SPDX-License-Identifier: BSD-2-Clause */
/* flatten_stmt.c - write statements as plain Murphi. */
#include "flatten_private.h"

#include <inttypes.h>

static void write_stmt(struct flattener *, const struct stmt *);

void flatten_block(struct flattener *f, const struct block *block)
{
    f->indent++;
    for (unsigned i = 0; i < block->count; i++)
        write_stmt(f, block->stmts[i]);
    f->indent--;
}

static void line(struct flattener *f, const char *text)
{
    flatten_line(f);
    text_put(f->out, text);
}

/* ---- multisets ---- */

/* Make undefined each multiset within a designator, whose text so far is `path`. */
static void empty_multisets(struct flattener *f, const struct type *type, const char *path, unsigned depth)
{
    struct text inner = { 0 };
    if (!type->contains_multiset)
        return;
    if (type->kind == TYPE_MULTISET) {
        flatten_line(f);
        text_format(f->out, "undefine %s;", path);
    } else if (type->kind == TYPE_ARRAY) {
        flatten_line(f);
        text_format(f->out, "for murrelet_i%u: ", depth);
        flatten_type(f, type->index);
        text_put(f->out, " do");
        text_format(&inner, "%s[murrelet_i%u]", path, depth);
        f->indent++;
        empty_multisets(f, type_of(type->element), inner.bytes, depth + 1);
        f->indent--;
        line(f, "end;");
    }
    for (unsigned i = 0; type->kind == TYPE_RECORD && i < type->field_count; i++) {
        inner.length = 0;
        text_format(&inner, "%s.%s", path, type->fields[i].name);
        empty_multisets(f, type_of(type->fields[i].type), inner.bytes, depth);
    }
    text_free(&inner);
}

static void write_clear(struct flattener *f, const struct stmt *s)
{
    struct text *out = f->out, path = { 0 };
    f->out = &path;
    flatten_expr(f, s->target);
    f->out = out;
    if (s->target->type->kind != TYPE_MULTISET) {
        flatten_line(f);
        text_format(f->out, "clear %s;", path.bytes);
    }
    empty_multisets(f, s->target->type, path.bytes, 0);
    text_free(&path);
}

static void write_add(struct flattener *f, const struct stmt *s)
{
    flatten_line(f);
    text_format(f->out, "murrelet_add_%u(", s->target->type->id);
    flatten_expr(f, s->target);
    text_put(f->out, ", ");
    flatten_expr(f, s->value);
    text_put(f->out, ");");
}

static void write_undefine_slot(struct flattener *f, const struct expr *multiset, const char *slot)
{
    flatten_line(f);
    text_put(f->out, "undefine ");
    flatten_expr(f, multiset);
    text_format(f->out, "[%s];", slot);
}

static void write_remove(struct flattener *f, const struct stmt *s)
{
    flatten_line(f);
    text_put(f->out, "if ");
    flatten_slot_free(f, s->target, s->value->symbol);
    text_put(f->out, " then error \"multisetremove: there is no such element\" end;");
    write_undefine_slot(f, s->target, s->value->symbol->name);
}

/* Whether removing one element may change what is asked of the next. */
static bool asks_beyond_its_element(const struct expr *e)
{
    return e && (e->kind == EXPR_MULTISETCOUNT || e->kind == EXPR_CALL || asks_beyond_its_element(e->condition)
                 || asks_beyond_its_element(e->left) || asks_beyond_its_element(e->right));
}

static unsigned goes_in_block(const struct block *);

/* The slots that have to be asked before any is removed, at most, in a statement. */
static unsigned goes_in_stmt(const struct stmt *s)
{
    unsigned most = 0;
    if (s->kind == STMT_MULTISET_REMOVEPRED && asks_beyond_its_element(s->condition))
        most = (unsigned)s->quantifier->count;
    for (const struct stmt *branch = s; branch; branch = branch->otherwise) {
        unsigned inner = goes_in_block(&branch->body);
        most = inner > most ? inner : most;
    }
    for (unsigned i = 0; i < s->case_count; i++) {
        unsigned inner = goes_in_block(&s->cases[i].body);
        most = inner > most ? inner : most;
    }
    return most;
}

static unsigned goes_in_block(const struct block *block)
{
    unsigned most = 0;
    for (unsigned i = 0; i < block->count; i++) {
        unsigned inner = goes_in_stmt(block->stmts[i]);
        most = inner > most ? inner : most;
    }
    return most;
}

static void open_slots(struct flattener *f, const struct quantifier *q)
{
    flatten_line(f);
    text_put(f->out, "for ");
    flatten_quantifier(f, q);
    text_put(f->out, " do");
    f->indent++;
}

static void close_slots(struct flattener *f)
{
    f->indent--;
    line(f, "end;");
}

static void write_taken_and(struct flattener *f, const struct stmt *s)
{
    text_put(f->out, "!");
    flatten_slot_free(f, s->quantifier->multiset, s->quantifier->symbol);
    text_put(f->out, " & ");
    flatten_operand(f, s->condition);
}

static void write_removepred(struct flattener *f, const struct stmt *s)
{
    const struct quantifier *q = s->quantifier;
    bool first = asks_beyond_its_element(s->condition);
    open_slots(f, q);
    if (first) {
        flatten_line(f);
        text_format(f->out, "murrelet_goes[%s] := ", q->symbol->name);
        write_taken_and(f, s);
        text_put(f->out, ";");
        close_slots(f);
        open_slots(f, q);
    }
    line(f, "if ");
    if (first)
        text_format(f->out, "murrelet_goes[%s]", q->symbol->name);
    else
        write_taken_and(f, s);
    text_put(f->out, " then");
    f->indent++;
    write_undefine_slot(f, q->multiset, q->symbol->name);
    f->indent--;
    line(f, "end;");
    close_slots(f);
}

/* ---- the others ---- */

static void write_if(struct flattener *f, const struct stmt *s)
{
    for (const char *word = "if "; s; s = s->otherwise, word = "elsif ") {
        line(f, s->condition ? word : "else");
        if (s->condition) {
            flatten_expr(f, s->condition);
            text_put(f->out, " then");
        }
        flatten_block(f, &s->body);
    }
    line(f, "end;");
}

static void write_switch(struct flattener *f, const struct stmt *s)
{
    line(f, "switch ");
    flatten_expr(f, s->value);
    f->indent++;
    for (unsigned i = 0; i < s->case_count; i++) {
        line(f, s->cases[i].value_count ? "case " : "else");
        for (unsigned k = 0; k < s->cases[i].value_count; k++) {
            text_put(f->out, k ? ", " : "");
            flatten_expr(f, s->cases[i].values[k]);
        }
        text_put(f->out, s->cases[i].value_count ? ":" : "");
        flatten_block(f, &s->cases[i].body);
    }
    f->indent--;
    line(f, "end;");
}

static void write_for(struct flattener *f, const struct stmt *s)
{
    bool maybe = flatten_may_be_empty(f, s->quantifier);
    if (s->quantifier->constant && !s->quantifier->count)
        return;
    if (maybe) {
        line(f, "if ");
        flatten_not_empty(f, s->quantifier);
        text_put(f->out, " then");
        f->indent++;
    }
    line(f, "for ");
    flatten_quantifier(f, s->quantifier);
    text_put(f->out, " do");
    flatten_block(f, &s->body);
    line(f, "end;");
    if (maybe) {
        f->indent--;
        line(f, "end;");
    }
}

static void write_aliases(struct flattener *f, const struct stmt *s)
{
    line(f, "alias");
    for (unsigned i = 0; i < s->alias_count; i++) {
        text_format(f->out, " %s: ", s->aliases[i]->name);
        flatten_expr(f, s->aliases[i]->expr);
        text_put(f->out, ";");
    }
    text_put(f->out, " do");
    flatten_block(f, &s->body);
    line(f, "end;");
}

void flatten_property_text(struct flattener *f, const struct property *property)
{
    static const char *const words[] = { "invariant", "assert", "error", "assume", "cover", "liveness", "ltl" };
    text_put(f->out, words[property->kind]);
    if (property->message) {
        text_put(f->out, " ");
        flatten_string(f, property->message);
    } else if (property->kind == PROPERTY_COVER) {
        text_put(f->out, " \"cover\""); /* Rumur's C for a cover without a name does not compile */
    }
}

static void write_property(struct flattener *f, const struct property *property)
{
    flatten_line(f);
    flatten_property_text(f, property);
    if (property->kind == PROPERTY_ERROR && !property->message)
        text_put(f->out, " \"error\"");
    if (property->condition) {
        text_put(f->out, " ");
        flatten_expr(f, property->condition);
    }
    text_put(f->out, ";");
}

static void write_return(struct flattener *f, const struct stmt *s)
{
    if (f->in_rule && f->sorts)
        line(f, "murrelet_finish();");
    line(f, "return");
    if (s->value) {
        text_put(f->out, " ");
        flatten_expr(f, s->value);
    }
    text_put(f->out, ";");
}

static void write_put(struct flattener *f, const struct stmt *s)
{
    line(f, "put ");
    if (s->value)
        flatten_expr(f, s->value);
    else
        flatten_string(f, s->text);
    text_put(f->out, ";");
}

static void write_stmt(struct flattener *f, const struct stmt *s)
{
    switch (s->kind) {
    case STMT_ASSIGN:
        flatten_line(f);
        flatten_expr(f, s->target);
        text_put(f->out, " := ");
        flatten_expr(f, s->value);
        text_put(f->out, ";");
        break;
    case STMT_IF:
        write_if(f, s);
        break;
    case STMT_SWITCH:
        write_switch(f, s);
        break;
    case STMT_FOR:
        write_for(f, s);
        break;
    case STMT_WHILE:
        line(f, "while ");
        flatten_expr(f, s->condition);
        text_put(f->out, " do");
        flatten_block(f, &s->body);
        line(f, "end;");
        break;
    case STMT_ALIAS:
        write_aliases(f, s);
        break;
    case STMT_CALL:
        flatten_line(f);
        flatten_expr(f, s->value);
        text_put(f->out, ";");
        break;
    case STMT_CLEAR:
        write_clear(f, s);
        break;
    case STMT_UNDEFINE:
        line(f, "undefine ");
        flatten_expr(f, s->target);
        text_put(f->out, ";");
        break;
    case STMT_PUT:
        write_put(f, s);
        break;
    case STMT_PROPERTY: case STMT_ERROR:
        write_property(f, s->property);
        break;
    case STMT_RETURN:
        write_return(f, s);
        break;
    case STMT_MULTISET_ADD:
        write_add(f, s);
        break;
    case STMT_MULTISET_REMOVE:
        write_remove(f, s);
        break;
    case STMT_MULTISET_REMOVEPRED:
        write_removepred(f, s);
        break;
    }
}

/* ---- local declarations, in their order ---- */

static bool is_numbered_enum(const struct flattener *f, const struct type *type)
{
    return type->kind == TYPE_ENUM && flatten_is_numbered(f, type);
}

static void write_local(struct flattener *f, const struct decl *decl)
{
    const struct symbol *symbol = decl->symbol;
    if (decl->kind == DECL_CONST) {
        line(f, "const ");
        text_format(f->out, "%s: ", symbol->name);
        if (symbol->expr->constant && symbol->type->kind == TYPE_RANGE)
            text_format(f->out, "%" PRId64 ";", symbol->value);
        else {
            flatten_expr(f, symbol->expr);
            text_put(f->out, ";");
        }
        return;
    }
    if (is_numbered_enum(f, symbol->type)) {
        line(f, "const");
        flatten_member_constants(f, symbol->type);
    }
    line(f, decl->kind == DECL_TYPE ? "type " : "var ");
    text_format(f->out, "%s: ", symbol->name);
    flatten_type(f, symbol->type);
    text_put(f->out, ";");
}

void flatten_locals(struct flattener *f, struct decl *const *decls, unsigned count, const struct block *body)
{
    unsigned goes = goes_in_block(body);
    f->indent++;
    for (unsigned i = 0; i < count; i++) {
        const struct decl *decl = decls[i];
        /* An inline enum that several names share cannot be written twice. */
        if (decl->joined && decl->kind == DECL_VARIABLE && decl->symbol->type->kind == TYPE_ENUM)
            refuse(f, decl->place, "give the enum a name", "several local variables of one inline enum have no plain form");
        write_local(f, decl);
    }
    if (goes) {
        flatten_line(f);
        text_format(f->out, "var murrelet_goes: array [0..%u] of boolean;", goes - 1);
    }
    f->indent--;
}
