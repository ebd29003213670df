/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * flatten.c - write a model as plain Murphi: each declaration after those that it
 * needs, then the rules.  flatten.h says what plain means.
 */
#include "flatten.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../base/die.h"
#include "flatten_private.h"

/* ---- constants ---- */

static bool is_number(const struct flattener *f, const struct symbol *constant)
{
    return constant->type->kind == TYPE_RANGE || flatten_is_numbered(f, constant->type);
}

static void write_constant(struct flattener *f, const struct symbol *constant)
{
    flatten_line(f);
    if (is_number(f, constant))
        text_format(f->out, "%s: %" PRId64 ";", constant->name, constant->value);
    else
        text_format(f->out, "%s: %s;", constant->name, constant->type->members[constant->value]->name);
}

static bool belongs_outside(const struct flattener *f, const struct type *type)
{
    if (f->hoisted[type->id])
        return true;
    for (unsigned i = 0; i < f->program->decl_count; i++)
        if (f->program->decls[i]->kind == DECL_TYPE && f->program->decls[i]->symbol->type == type)
            return true;
    return false;
}

/* Numbers and booleans first, since nothing else is needed for them. */
static void write_constants(struct flattener *f, bool after_types)
{
    bool begun = false;
    for (unsigned i = 0; i < f->program->decl_count; i++) {
        const struct decl *decl = f->program->decls[i];
        if (decl->kind != DECL_CONST)
            continue;
        bool late = decl->symbol->type->kind == TYPE_ENUM && !is_number(f, decl->symbol);
        if (late != after_types)
            continue;
        if (!begun)
            text_put(f->out, "\n\nconst");
        begun = true;
        f->indent = 1;
        write_constant(f, decl->symbol);
    }
    for (unsigned i = 0; !after_types && i < f->program->type_count; i++) {
        const struct type *type = f->program->types[i];
        if (type->kind != TYPE_ENUM || !flatten_is_numbered(f, type) || !belongs_outside(f, type))
            continue;
        if (!begun)
            text_put(f->out, "\n\nconst");
        begun = true;
        f->indent = 1;
        flatten_member_constants(f, type);
    }
    f->indent = 0;
}

/* ---- types, each after those it names ---- */

struct type_order {
    struct flattener *f;
    bool *written;      /* by type id: hoisted types and slots */
    bool *declared;     /* by declaration */
};

static void write_type_decl(struct type_order *, unsigned);

static void need_name(struct type_order *o, const char *name)
{
    for (unsigned i = 0; i < o->f->program->decl_count; i++) {
        const struct decl *decl = o->f->program->decls[i];
        if (decl->kind == DECL_TYPE && !strcmp(decl->symbol->name, name))
            write_type_decl(o, i);
    }
}

/* Write what a type's text will name. */
static void need(struct type_order *o, const struct type *type)
{
    struct flattener *f = o->f;
    if (!type)
        return;
    if (type->kind == TYPE_NAMED) {
        need_name(o, type->name);
        return;
    }
    need(o, type->index);
    need(o, type->element);
    for (unsigned i = 0; i < type->field_count; i++)
        need(o, type->fields[i].type);
    for (unsigned i = 0; i < type->part_count; i++)
        need(o, type->parts[i]);
    if (o->written[type->id])
        return;
    o->written[type->id] = true;
    if (type->kind == TYPE_MULTISET) {
        flatten_slot_type(f, type);
    } else if (f->hoisted[type->id]) {
        flatten_line(f);
        text_format(f->out, "murrelet_type_%u: ", type->id);
        flatten_type_definition(f, type);
        text_put(f->out, ";");
    }
}

static void write_type_decl(struct type_order *o, unsigned i)
{
    const struct symbol *symbol = o->f->program->decls[i]->symbol;
    if (o->declared[i])
        return;
    o->declared[i] = true;
    need(o, symbol->type);
    flatten_line(o->f);
    text_format(o->f->out, "%s: ", symbol->name);
    flatten_type_definition(o->f, symbol->type);
    text_put(o->f->out, ";");
}

static void need_of_decl(struct type_order *o, unsigned i)
{
    const struct decl *decl = o->f->program->decls[i];
    if (decl->kind == DECL_TYPE)
        write_type_decl(o, i);
    else if (decl->kind == DECL_VARIABLE)
        need(o, decl->symbol->type);
    else if (decl->kind == DECL_ROUTINE) {
        need(o, decl->symbol->routine->result);
        for (unsigned k = 0; k < decl->symbol->routine->parameter_count; k++)
            need(o, decl->symbol->routine->parameters[k]->type);
    }
}

static void *new_flags(unsigned count)
{
    bool *flags = calloc(count + 1, sizeof *flags);
    if (!flags)
        die_memory(count);
    return flags;
}

static void write_types(struct flattener *f)
{
    struct type_order order = { f, new_flags(f->program->type_count), new_flags(f->program->decl_count) };
    size_t start = f->out->length;
    text_put(f->out, "\n\ntype");
    size_t header = f->out->length;
    f->indent = 1;
    for (unsigned i = 0; i < f->program->decl_count; i++)
        need_of_decl(&order, i);
    for (unsigned i = 0; i < f->program->type_count; i++)
        if (f->program->types[i]->kind == TYPE_MULTISET)
            need(&order, f->program->types[i]); /* those of local variables */
    f->indent = 0;
    if (f->out->length == header)
        f->out->length = start;
    free(order.written);
    free(order.declared);
}

static void write_variables(struct flattener *f)
{
    if (f->program->variable_count)
        text_put(f->out, "\n\nvar");
    f->indent = 1;
    for (unsigned i = 0; i < f->program->variable_count; i++) {
        flatten_line(f);
        text_format(f->out, "%s: ", f->program->variables[i]->name);
        flatten_type(f, f->program->variables[i]->type);
        text_put(f->out, ";");
    }
    for (unsigned i = 0; i < f->program->type_count; i++)
        if (f->passed_undefined[i]) {
            flatten_line(f);
            text_format(f->out, "murrelet_undefined_%u: ", i);
            flatten_type(f, f->program->types[i]);
            text_put(f->out, ";");
        }
    f->indent = 0;
}

/* ---- routines, each after those it calls ---- */

enum mark { MARK_NONE, MARK_OPEN, MARK_DONE };

static void write_routine_after_callees(struct flattener *, enum mark *, const struct routine *);

static void callees_of_block(struct flattener *, enum mark *, const struct routine *, const struct block *);

static void callees_of_expr(struct flattener *f, enum mark *marks, const struct routine *caller, const struct expr *e)
{
    if (!e)
        return;
    if (e->kind == EXPR_CALL) {
        const struct routine *callee = e->symbol->routine;
        if (marks[callee->id] == MARK_OPEN && callee != caller)
            refuse(f, e->place, NULL, "`%s` and `%s` call each other; plain Murphi knows no routine before it is declared",
                   caller->name, callee->name);
        else if (marks[callee->id] == MARK_NONE)
            write_routine_after_callees(f, marks, callee);
    }
    callees_of_expr(f, marks, caller, e->condition);
    callees_of_expr(f, marks, caller, e->left);
    callees_of_expr(f, marks, caller, e->right);
    for (unsigned i = 0; i < e->argument_count; i++)
        callees_of_expr(f, marks, caller, e->arguments[i]);
    if (e->quantifier) {
        callees_of_expr(f, marks, caller, e->quantifier->from);
        callees_of_expr(f, marks, caller, e->quantifier->to);
        callees_of_expr(f, marks, caller, e->quantifier->by);
        callees_of_expr(f, marks, caller, e->quantifier->multiset);
    }
}

static void callees_of_stmt(struct flattener *f, enum mark *marks, const struct routine *caller, const struct stmt *s)
{
    if (!s)
        return;
    callees_of_expr(f, marks, caller, s->target);
    callees_of_expr(f, marks, caller, s->value);
    callees_of_expr(f, marks, caller, s->condition);
    if (s->property)
        callees_of_expr(f, marks, caller, s->property->condition);
    for (unsigned i = 0; i < s->alias_count; i++)
        callees_of_expr(f, marks, caller, s->aliases[i]->expr);
    for (unsigned i = 0; i < s->case_count; i++) {
        for (unsigned k = 0; k < s->cases[i].value_count; k++)
            callees_of_expr(f, marks, caller, s->cases[i].values[k]);
        callees_of_block(f, marks, caller, &s->cases[i].body);
    }
    if (s->quantifier) {
        callees_of_expr(f, marks, caller, s->quantifier->from);
        callees_of_expr(f, marks, caller, s->quantifier->to);
        callees_of_expr(f, marks, caller, s->quantifier->by);
        callees_of_expr(f, marks, caller, s->quantifier->multiset);
    }
    callees_of_block(f, marks, caller, &s->body);
    callees_of_stmt(f, marks, caller, s->otherwise);
}

static void callees_of_block(struct flattener *f, enum mark *marks, const struct routine *caller, const struct block *block)
{
    for (unsigned i = 0; i < block->count; i++)
        callees_of_stmt(f, marks, caller, block->stmts[i]);
}

static void write_header(struct flattener *f, const struct routine *routine)
{
    flatten_line(f);
    flatten_line(f);
    text_format(f->out, "%s %s(", routine->result ? "function" : "procedure", routine->name);
    for (unsigned i = 0; i < routine->parameter_count; i++) {
        const struct symbol *p = routine->parameters[i];
        text_format(f->out, "%s%s%s: ", i ? "; " : "", p->by_reference ? "var " : "", p->name);
        flatten_type(f, p->type);
    }
    text_put(f->out, ")");
    if (routine->result) {
        text_put(f->out, ": ");
        flatten_type(f, routine->result);
    }
    text_put(f->out, ";");
}

static void write_external(struct flattener *f, const struct routine *routine)
{
    for (unsigned i = 0; i < f->options->body_count; i++)
        if (!strcmp(f->options->bodies[i].name, routine->name)) {
            write_header(f, routine);
            flatten_line(f);
            text_put(f->out, f->options->bodies[i].text);
            text_put(f->out, "\nend;");
            return;
        }
    refuse(f, routine->place, NULL, "external `%s` has no body in Murphi", routine->name);
}

static void write_routine_after_callees(struct flattener *f, enum mark *marks, const struct routine *routine)
{
    marks[routine->id] = MARK_OPEN;
    callees_of_block(f, marks, routine, &routine->body);
    marks[routine->id] = MARK_DONE;
    if (routine->external) {
        write_external(f, routine);
        return;
    }
    write_header(f, routine);
    flatten_locals(f, routine->decls, routine->decl_count, &routine->body);
    flatten_line(f);
    text_put(f->out, "begin");
    flatten_block(f, &routine->body);
    flatten_line(f);
    text_put(f->out, "end;");
}

static void write_routines(struct flattener *f)
{
    enum mark *marks = calloc(f->program->routine_count + 1, sizeof *marks);
    if (!marks)
        die_memory(f->program->routine_count);
    for (unsigned i = 0; i < f->program->routine_count; i++)
        if (!marks[i])
            write_routine_after_callees(f, marks, f->program->routines[i]);
    free(marks);
}

/* ---- rules ---- */

static void write_rule(struct flattener *, const struct rule *);

static void write_end(struct flattener *f)
{
    flatten_line(f);
    text_put(f->out, "end;");
}

static void write_children(struct flattener *f, const struct rule *rule)
{
    f->indent++;
    for (unsigned i = 0; i < rule->rule_count; i++)
        write_rule(f, rule->rules[i]);
    f->indent--;
    write_end(f);
}

static void write_chosen(struct flattener *f, const struct chosen *chosen, const char *after)
{
    if (!chosen)
        return;
    write_chosen(f, chosen->outer, " & ");
    text_put(f->out, "!");
    flatten_slot_free(f, chosen->quantifier->multiset, chosen->quantifier->symbol);
    text_put(f->out, after);
}

static void write_body(struct flattener *f, const struct rule *rule)
{
    flatten_locals(f, rule->decls, rule->decl_count, &rule->body);
    flatten_line(f);
    text_put(f->out, "begin");
    f->in_rule = true;
    flatten_block(f, &rule->body);
    f->in_rule = false;
    if (f->sorts) {
        f->indent++;
        flatten_line(f);
        text_put(f->out, "murrelet_finish();");
        f->indent--;
    }
    flatten_line(f);
    text_put(f->out, "end;");
}

/* Rumur 2022.08.20 crashes on `ruleset i := a to b`.  A step other than 1
 * becomes a counter, of which the parameter is an alias. */
static void write_parameter(struct flattener *f, const struct quantifier *q)
{
    flatten_check_name(f, q->symbol->name, q->place);
    if (!q->from)
        flatten_quantifier(f, q);
    else if (q->step == 1)
        text_format(f->out, "%s: %" PRId64 "..%" PRId64, q->symbol->name, q->first, q->first + (int64_t)q->count - 1);
    else
        text_format(f->out, "murrelet_%s: 0..%" PRIu64, q->symbol->name, q->count - 1);
    if (q->from)
        flatten_check_range(f, q);
}

static unsigned rank_of(const struct flattener *f, const struct rule *rule)
{
    unsigned i = 0;
    while (f->program->rules[i].rule != rule)
        i++;
    return f->program->rules[i].rank;
}

/* Whether some instance of a rule has a guard that holds. */
static void write_some_guard(struct flattener *f, const struct flat_rule *flat)
{
    for (unsigned i = 0; i < flat->enclosing_count; i++) {
        const struct quantifier *q = flat->enclosing[i].quantifier;
        if (flat->enclosing[i].kind != RULE_RULESET || (q->from && q->step != 1)) {
            refuse(f, flat->rule->place, "put the alias, the choice or the step into the guard",
                   "a rule with a priority before others', within an alias, a choose or a ruleset by steps, has no plain form");
            return;
        }
        text_put(f->out, "exists ");
        write_parameter(f, q);
        text_put(f->out, " do ");
    }
    if (flat->rule->guard)
        flatten_expr(f, flat->rule->guard);
    else
        text_put(f->out, "true");
    for (unsigned i = 0; i < flat->enclosing_count; i++)
        text_put(f->out, " end");
}

/* murrelet_outranked_R(): whether a rule of a rank below R has a guard that holds. */
static void write_ranks(struct flattener *f)
{
    for (unsigned rank = 1; rank < f->program->rank_count; rank++) {
        flatten_line(f);
        text_format(f->out, "function murrelet_outranked_%u(): boolean;\nbegin\n  return ", rank);
        if (rank > 1)
            text_format(f->out, "murrelet_outranked_%u()", rank - 1);
        bool first = rank == 1;
        for (unsigned i = 0; i < f->program->rule_count; i++) {
            const struct flat_rule *flat = &f->program->rules[i];
            if (flat->rank != rank - 1 || !flat->instances)
                continue;
            text_put(f->out, first ? "(" : "\n    | (");
            write_some_guard(f, flat);
            text_put(f->out, ")");
            first = false;
        }
        text_put(f->out, first ? "false;\nend;\n" : ";\nend;\n");
    }
}

static void write_simple(struct flattener *f, const struct rule *rule)
{
    flatten_line(f);
    text_put(f->out, "rule ");
    if (rule->name) {
        flatten_string(f, rule->name);
        text_put(f->out, " ");
    }
    unsigned rank = rank_of(f, rule);
    write_chosen(f, f->chosen, rule->guard || rank ? " & " : "");
    if (rule->guard && (f->chosen || rank))
        flatten_operand(f, rule->guard);
    else if (rule->guard)
        flatten_expr(f, rule->guard);
    else if (!f->chosen && !rank)
        text_put(f->out, "true");
    if (rank)
        text_format(f->out, "%s!murrelet_outranked_%u()", rule->guard ? " & " : "", rank);
    text_put(f->out, " ==>");
    write_body(f, rule);
}

static void write_startstate(struct flattener *f, const struct rule *rule)
{
    flatten_line(f);
    text_put(f->out, "startstate");
    if (rule->name) {
        text_put(f->out, " ");
        flatten_string(f, rule->name);
    }
    write_body(f, rule);
}

static void write_property(struct flattener *f, const struct property *property)
{
    flatten_line(f);
    if (property->formula) {
        text_put(f->out, "-- a formula is left out here, which plain Murphi has not");
        return;
    }
    flatten_property_text(f, property);
    text_put(f->out, " ");
    if (f->chosen) {
        text_put(f->out, "(");
        write_chosen(f, f->chosen, property->kind == PROPERTY_COVER ? ") & " : ") -> ");
        flatten_operand(f, property->condition);
    } else {
        flatten_expr(f, property->condition);
    }
    text_put(f->out, ";");
}

static bool has_instances(const struct rule *rule)
{
    for (unsigned i = 0; i < rule->quantifier_count; i++)
        if (rule->quantifiers[i]->constant && !rule->quantifiers[i]->count)
            return false;
    return true;
}

static bool is_counted(const struct quantifier *q)
{
    return q->from && q->step != 1;
}

static void write_counted(struct flattener *f, const struct quantifier *q)
{
    flatten_line(f);
    text_format(f->out, "alias %s: %" PRId64 " + murrelet_%s * %" PRId64 "; do", q->symbol->name, q->first,
                q->symbol->name, q->step);
}

static void write_ruleset(struct flattener *f, const struct rule *rule)
{
    const struct chosen *outer = f->chosen;
    const struct chosen here = { rule->quantifiers[0], outer };
    if (!has_instances(rule))
        return;
    flatten_line(f);
    for (unsigned i = 0; i < rule->quantifier_count; i++) {
        text_put(f->out, i ? "; " : "ruleset ");
        write_parameter(f, rule->quantifiers[i]);
    }
    text_put(f->out, " do");
    for (unsigned i = 0; i < rule->quantifier_count; i++)
        if (is_counted(rule->quantifiers[i]))
            write_counted(f, rule->quantifiers[i]);
    if (rule->kind == RULE_CHOOSE)
        f->chosen = &here;
    write_children(f, rule);
    f->chosen = outer;
    for (unsigned i = 0; i < rule->quantifier_count; i++)
        if (is_counted(rule->quantifiers[i]))
            write_end(f);
}

static void write_alias_rule(struct flattener *f, const struct rule *rule)
{
    flatten_line(f);
    text_put(f->out, "alias");
    for (unsigned i = 0; i < rule->alias_count; i++) {
        flatten_check_name(f, rule->aliases[i]->name, rule->place);
        text_format(f->out, " %s: ", rule->aliases[i]->name);
        flatten_expr(f, rule->aliases[i]->expr);
        text_put(f->out, ";");
    }
    text_put(f->out, " do");
    write_children(f, rule);
}

static void write_rule(struct flattener *f, const struct rule *rule)
{
    switch (rule->kind) {
    case RULE_SIMPLE:
        write_simple(f, rule);
        break;
    case RULE_STARTSTATE:
        write_startstate(f, rule);
        break;
    case RULE_PROPERTY:
        write_property(f, rule->property);
        break;
    case RULE_RULESET: case RULE_CHOOSE:
        write_ruleset(f, rule);
        break;
    case RULE_ALIAS:
        write_alias_rule(f, rule);
        break;
    }
}

static void write_rules(struct flattener *f)
{
    for (unsigned i = 0; i < f->program->decl_count; i++)
        if (f->program->decls[i]->kind == DECL_RULE) {
            text_char(f->out, '\n');
            write_rule(f, f->program->decls[i]->rule);
        }
}

/* ---- the whole ---- */

static void write_head(struct flattener *f)
{
    text_format(f->out, "-- %s, flattened by murrelet\n", f->program->source->path);
    for (unsigned i = 0; i < f->program->scalarset_count; i++) {
        const struct type *type = f->program->scalarsets[i];
        if (f->numbered[type->id])
            text_format(f->out, "-- scalarset %s is a range here: compare counts with symmetry off\n",
                        type->name ? type->name : "without a name");
    }
    text_put(f->out, f->sorts ? "-- multisets are sorted arrays here, as with multiset reduction\n" : "");
}

static void write_program(struct flattener *f)
{
    write_head(f);
    write_constants(f, false);
    write_types(f);
    write_constants(f, true);
    write_variables(f);
    text_char(f->out, '\n');
    flatten_multiset_routines(f);
    write_routines(f);
    write_ranks(f);
    write_rules(f);
    text_char(f->out, '\n');
}

/* Arrays of slots can be read whether an element is there or not. */
static void refuse_multisets(struct flattener *f)
{
    const struct program *p = f->program;
    unsigned kept = 0;
    for (unsigned i = 0; i < p->multiset_count; i++)
        kept += p->multisets[i].kept != NULL;
    if (p->loose_use.source)
        refuse(f, p->loose_use, "copy what is needed of an element before it is removed",
               "the element may be gone here, or one of another multiset; plain Murphi does not tell");
    if (f->options->multiset_reduction && kept && kept < p->multiset_count)
        refuse(f, p->slot_uses[0]->place, "flatten it with --multiset-reduction off",
               "the order of some multisets' slots can matter, and not of others; such models have no reduced plain form");
}

bool flatten_program(struct text *out, struct diagnostics *diagnostics, const struct program *program,
                     const struct flatten_options *options)
{
    struct flattener flattener = {
        .out = out, .diagnostics = diagnostics, .program = program, .options = options,
        .multiset_reduction = options->multiset_reduction,
        .numbered = new_flags(program->type_count), .hoisted = new_flags(program->type_count),
        .passed_undefined = new_flags(program->type_count),
    };
    struct flattener *f = &flattener;
    int before = diagnostics_errors(diagnostics);
    refuse_multisets(f);
    if (program->keyword_name.source)
        refuse(f, program->keyword_name, "give it another name", "this name is a keyword in plain Murphi, as Rumur reads it");
    flatten_choose_lowering(f);
    size_t start = out->length;
    do {
        out->length = start;
        f->again = false;
        write_program(f);
    } while (f->again);
    free(f->numbered);
    free(f->hoisted);
    free(f->passed_undefined);
    return diagnostics_errors(diagnostics) == before;
}
