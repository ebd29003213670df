/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * ast_dump.c - print the syntax tree as S-expressions.
 */
#include "ast_dump.h"

#include <inttypes.h>

static void dump_quantifier(struct text *, const struct quantifier *);
static void dump_block(struct text *, const struct block *);
static void dump_decls(struct text *, struct decl *const *, unsigned count);

static void dump_string(struct text *text, const char *string)
{
    text_char(text, '"');
    for (; *string; string++) {
        if (*string == '"' || *string == '\\' || *string == '\n')
            text_char(text, '\\');
        text_char(text, *string == '\n' ? 'n' : *string);
    }
    text_char(text, '"');
}

/* ---- expressions ---- */

static const char *op_name(const struct expr *expr)
{
    static const char *const names[] = {
        [OP_NOT] = "!", [OP_NEGATE] = "-", [OP_COMPLEMENT] = "~", [OP_IMPLIES] = "->", [OP_OR] = "|",
        [OP_AND] = "&", [OP_EQUAL] = "=", [OP_NOT_EQUAL] = "!=", [OP_LESS] = "<", [OP_LESS_EQUAL] = "<=",
        [OP_GREATER] = ">", [OP_GREATER_EQUAL] = ">=", [OP_ADD] = "+", [OP_SUBTRACT] = "-",
        [OP_MULTIPLY] = "*", [OP_DIVIDE] = "/", [OP_MODULO] = "%", [OP_BIT_AND] = "bit&",
        [OP_BIT_OR] = "bit|", [OP_BIT_XOR] = "^", [OP_SHIFT_LEFT] = "<<", [OP_SHIFT_RIGHT] = ">>",
    };
    if (expr->logical)
        return expr->op == OP_AND ? "&&" : "||";
    return names[expr->op];
}

static void dump_operands(struct text *text, const char *head, const struct expr *expr)
{
    text_format(text, "(%s", head);
    const struct expr *operands[] = {expr->condition, expr->left, expr->right};
    for (unsigned i = 0; i < 3; i++)
        if (operands[i]) {
            text_char(text, ' ');
            ast_dump_expr(text, operands[i]);
        }
    text_char(text, ')');
}

static void dump_binder(struct text *text, const char *head, const struct expr *expr)
{
    text_format(text, "(%s ", head);
    dump_quantifier(text, expr->quantifier);
    text_char(text, ' ');
    ast_dump_expr(text, expr->left);
    text_char(text, ')');
}

void ast_dump_expr(struct text *text, const struct expr *expr)
{
    switch (expr->kind) {
    case EXPR_NUMBER:
        text_format(text, "%" PRId64, expr->number);
        return;
    case EXPR_UNDEFINED:
        text_put(text, "undefined");
        return;
    case EXPR_NAME:
        text_put(text, expr->name);
        return;
    case EXPR_FIELD:
        text_format(text, "(.%s ", expr->name);
        ast_dump_expr(text, expr->left);
        text_char(text, ')');
        return;
    case EXPR_INDEX:
        dump_operands(text, "[]", expr);
        return;
    case EXPR_CALL:
        text_format(text, "(%s()", expr->name);
        for (unsigned i = 0; i < expr->argument_count; i++) {
            text_char(text, ' ');
            ast_dump_expr(text, expr->arguments[i]);
        }
        text_char(text, ')');
        return;
    case EXPR_UNARY:
    case EXPR_BINARY:
        dump_operands(text, op_name(expr), expr);
        return;
    case EXPR_CONDITIONAL:
        dump_operands(text, "?", expr);
        return;
    case EXPR_FORALL:
        dump_binder(text, "forall", expr);
        return;
    case EXPR_EXISTS:
        dump_binder(text, "exists", expr);
        return;
    case EXPR_MULTISETCOUNT:
        dump_binder(text, "multisetcount", expr);
        return;
    case EXPR_ISUNDEFINED:
        dump_operands(text, "isundefined", expr);
        return;
    case EXPR_ISMEMBER:
        text_put(text, "(ismember ");
        ast_dump_expr(text, expr->left);
        text_char(text, ' ');
        ast_dump_type(text, expr->type_argument);
        text_char(text, ')');
        return;
    case EXPR_CONVERT:
        dump_operands(text, "convert", expr);
        return;
    }
}

static void dump_quantifier(struct text *text, const struct quantifier *quantifier)
{
    text_format(text, "(%s", quantifier->symbol->name);
    const struct expr *parts[] = {quantifier->from, quantifier->to, quantifier->by, quantifier->multiset};
    for (unsigned i = 0; i < 4; i++)
        if (parts[i]) {
            text_char(text, ' ');
            ast_dump_expr(text, parts[i]);
        }
    if (!quantifier->from && !quantifier->multiset && quantifier->type) {
        text_char(text, ' ');
        ast_dump_type(text, quantifier->type);
    }
    text_char(text, ')');
}

/* ---- types ---- */

static void dump_fields(struct text *text, const struct type *type)
{
    text_put(text, "(record");
    for (unsigned i = 0; i < type->field_count; i++) {
        text_format(text, " (%s ", type->fields[i].name);
        ast_dump_type(text, type->fields[i].type);
        text_char(text, ')');
    }
    text_char(text, ')');
}

static void dump_sized(struct text *text, const char *head, const struct type *type)
{
    text_format(text, "(%s ", head);
    if (type->index)
        ast_dump_type(text, type->index);
    else
        ast_dump_expr(text, type->size);
    if (type->element) {
        text_char(text, ' ');
        ast_dump_type(text, type->element);
    }
    text_char(text, ')');
}

void ast_dump_type(struct text *text, const struct type *type)
{
    switch (type->kind) {
    case TYPE_NAMED:
        text_put(text, type->name);
        return;
    case TYPE_BOOLEAN:
        text_put(text, "boolean");
        return;
    case TYPE_ENUM:
        text_put(text, "(enum");
        for (unsigned i = 0; i < type->member_count; i++)
            text_format(text, " %s", type->members[i]->name);
        text_char(text, ')');
        return;
    case TYPE_RANGE:
        text_put(text, "(..");
        for (unsigned i = 0; i < 2; i++)
            if (i ? type->high_expr : type->low_expr) {
                text_char(text, ' ');
                ast_dump_expr(text, i ? type->high_expr : type->low_expr);
            }
        text_char(text, ')');
        return;
    case TYPE_SCALARSET:
        dump_sized(text, "scalarset", type);
        return;
    case TYPE_UNION:
        text_put(text, "(union");
        for (unsigned i = 0; i < type->part_count; i++) {
            text_char(text, ' ');
            ast_dump_type(text, type->parts[i]);
        }
        text_char(text, ')');
        return;
    case TYPE_ARRAY:
        dump_sized(text, "array", type);
        return;
    case TYPE_MULTISET:
        dump_sized(text, "multiset", type);
        return;
    case TYPE_RECORD:
        dump_fields(text, type);
        return;
    }
}

/* ---- statements ---- */

static void dump_atom(struct text *text, const struct atom *atom)
{
    if (atom->condition) {
        ast_dump_expr(text, atom->condition);
        return;
    }
    text_put(text, "(fires ");
    dump_string(text, atom->rule);
    for (unsigned i = 0; i < atom->argument_count; i++) {
        text_char(text, ' ');
        ast_dump_expr(text, atom->arguments[i]);
    }
    text_char(text, ')');
}

static void dump_formula(struct text *text, const struct formula *formula, unsigned node)
{
    static const char *const names[] = {
        [FORMULA_TRUE] = "true", [FORMULA_FALSE] = "false", [FORMULA_ATOM] = "", [FORMULA_NOT] = "!", [FORMULA_NEXT] = "X",
        [FORMULA_ALWAYS] = "[]", [FORMULA_EVENTUALLY] = "<>", [FORMULA_AND] = "&", [FORMULA_OR] = "|",
        [FORMULA_IMPLIES] = "->", [FORMULA_EQUIVALENT] = "<->", [FORMULA_UNTIL] = "U", [FORMULA_RELEASE] = "R",
        [FORMULA_WITHIN] = "within",
    };
    const struct formula_node *n = &formula->nodes[node];
    if (n->op == FORMULA_ATOM) {
        dump_atom(text, formula->atoms[n->left]);
        return;
    }
    text_format(text, n->op <= FORMULA_FALSE ? "%s" : "(%s ", names[n->op]);
    if (n->op <= FORMULA_FALSE)
        return;
    dump_formula(text, formula, n->left);
    if (n->op == FORMULA_WITHIN) {
        text_char(text, ' ');
        ast_dump_expr(text, n->within);
    }
    if (n->op >= FORMULA_AND) {
        text_char(text, ' ');
        dump_formula(text, formula, n->right);
    }
    text_char(text, ')');
}

static void dump_property(struct text *text, const struct property *property)
{
    static const char *const names[] = {"invariant", "assert", "error", "assume", "cover", "liveness", "ltl"};
    text_format(text, "(%s", names[property->kind]);
    if (property->message) {
        text_char(text, ' ');
        dump_string(text, property->message);
    }
    if (property->formula) {
        text_char(text, ' ');
        dump_formula(text, property->formula, property->formula->count - 1);
    } else if (property->condition) {
        text_char(text, ' ');
        ast_dump_expr(text, property->condition);
    }
    text_char(text, ')');
}

static void dump_aliases(struct text *text, struct symbol *const *aliases, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        text_format(text, " (%s ", aliases[i]->name);
        ast_dump_expr(text, aliases[i]->expr);
        text_char(text, ')');
    }
}

static void dump_cases(struct text *text, const struct stmt *stmt)
{
    for (unsigned i = 0; i < stmt->case_count; i++) {
        text_put(text, " (case");
        for (unsigned j = 0; j < stmt->cases[i].value_count; j++) {
            text_char(text, ' ');
            ast_dump_expr(text, stmt->cases[i].values[j]);
        }
        dump_block(text, &stmt->cases[i].body);
        text_char(text, ')');
    }
}

static const char *stmt_name(enum stmt_kind kind)
{
    static const char *const names[] = {
        [STMT_ASSIGN] = ":=", [STMT_IF] = "if", [STMT_SWITCH] = "switch", [STMT_FOR] = "for",
        [STMT_WHILE] = "while", [STMT_ALIAS] = "alias", [STMT_CALL] = "call", [STMT_CLEAR] = "clear",
        [STMT_UNDEFINE] = "undefine", [STMT_PUT] = "put", [STMT_PROPERTY] = "property",
        [STMT_ERROR] = "property", [STMT_RETURN] = "return", [STMT_MULTISET_ADD] = "multisetadd",
        [STMT_MULTISET_REMOVE] = "multisetremove", [STMT_MULTISET_REMOVEPRED] = "multisetremovepred",
    };
    return names[kind];
}

static bool has_body(enum stmt_kind kind)
{
    return kind == STMT_IF || kind == STMT_FOR || kind == STMT_WHILE || kind == STMT_ALIAS;
}

void ast_dump_stmt(struct text *text, const struct stmt *stmt)
{
    text_format(text, "(%s", stmt_name(stmt->kind));
    dump_aliases(text, stmt->aliases, stmt->alias_count);
    if (stmt->quantifier) {
        text_char(text, ' ');
        dump_quantifier(text, stmt->quantifier);
    }
    const struct expr *parts[] = {stmt->target, stmt->value, stmt->condition};
    for (unsigned i = 0; i < 3; i++)
        if (parts[i]) {
            text_char(text, ' ');
            ast_dump_expr(text, parts[i]);
        }
    if (stmt->text) {
        text_char(text, ' ');
        dump_string(text, stmt->text);
    }
    if (stmt->property) {
        text_char(text, ' ');
        dump_property(text, stmt->property);
    }
    dump_cases(text, stmt);
    if (has_body(stmt->kind))
        dump_block(text, &stmt->body);
    if (stmt->otherwise) {
        text_char(text, ' ');
        ast_dump_stmt(text, stmt->otherwise);
    }
    text_char(text, ')');
}

static void dump_block(struct text *text, const struct block *block)
{
    text_put(text, " {");
    for (unsigned i = 0; i < block->count; i++) {
        text_put(text, i ? " " : "");
        ast_dump_stmt(text, block->stmts[i]);
    }
    text_char(text, '}');
}

/* ---- rules, routines, declarations ---- */

static void dump_rule(struct text *text, const struct rule *rule)
{
    static const char *const names[] = {"rule", "startstate", "property", "ruleset", "alias", "choose"};
    text_format(text, "(%s%s", rule->kind != RULE_SIMPLE || rule->fairness == FAIRNESS_NONE ? ""
                               : rule->fairness == FAIRNESS_WEAK                            ? "fair "
                                                                                             : "strong fair ",
                names[rule->kind]);
    if (rule->priority)
        text_format(text, " %" PRId64, rule->priority);
    if (rule->name) {
        text_char(text, ' ');
        dump_string(text, rule->name);
    }
    for (unsigned i = 0; i < rule->quantifier_count; i++) {
        text_char(text, ' ');
        dump_quantifier(text, rule->quantifiers[i]);
    }
    dump_aliases(text, rule->aliases, rule->alias_count);
    if (rule->guard) {
        text_char(text, ' ');
        ast_dump_expr(text, rule->guard);
    }
    dump_decls(text, rule->decls, rule->decl_count);
    if (rule->property) {
        text_char(text, ' ');
        dump_property(text, rule->property);
    }
    if (rule->kind == RULE_SIMPLE || rule->kind == RULE_STARTSTATE)
        dump_block(text, &rule->body);
    for (unsigned i = 0; i < rule->rule_count; i++) {
        text_char(text, ' ');
        dump_rule(text, rule->rules[i]);
    }
    text_char(text, ')');
}

static void dump_routine(struct text *text, const struct routine *routine)
{
    text_format(text, "(%s%s %s", routine->external ? "external " : "", routine->result ? "function" : "procedure",
                routine->name);
    for (unsigned i = 0; i < routine->parameter_count; i++) {
        const struct symbol *parameter = routine->parameters[i];
        text_format(text, " (%s%s ", parameter->by_reference ? "var " : "", parameter->name);
        ast_dump_type(text, parameter->type);
        text_char(text, ')');
    }
    if (routine->result) {
        text_put(text, " : ");
        ast_dump_type(text, routine->result);
    }
    dump_decls(text, routine->decls, routine->decl_count);
    if (!routine->external)
        dump_block(text, &routine->body);
    text_char(text, ')');
}

static void dump_decl(struct text *text, const struct decl *decl)
{
    switch (decl->kind) {
    case DECL_CONST:
        text_format(text, "(const %s ", decl->symbol->name);
        ast_dump_expr(text, decl->symbol->expr);
        text_char(text, ')');
        return;
    case DECL_TYPE:
    case DECL_VARIABLE:
        text_format(text, "(%s %s ", decl->kind == DECL_TYPE ? "type" : "var", decl->symbol->name);
        ast_dump_type(text, decl->symbol->type);
        text_char(text, ')');
        return;
    case DECL_ROUTINE:
        dump_routine(text, decl->symbol->routine);
        return;
    case DECL_RULE:
        dump_rule(text, decl->rule);
        return;
    case DECL_INCLUDE:
        text_put(text, "(include ");
        dump_string(text, decl->path);
        text_char(text, ')');
        return;
    }
}

static void dump_decls(struct text *text, struct decl *const *decls, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        text_char(text, ' ');
        dump_decl(text, decls[i]);
    }
}

void ast_dump(struct text *text, const struct program *program)
{
    for (unsigned i = 0; i < program->decl_count; i++) {
        dump_decl(text, program->decls[i]);
        text_char(text, '\n');
    }
}
