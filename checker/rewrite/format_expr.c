/* SPDX-License-Identifier: BSD-2-Clause */
/* format_expr.c - expressions and types from the tree, on one line. */
#include "format.h"

#include <inttypes.h>

#include "../base/die.h"

/* How tightly an expression binds, the loosest first: as in the parser, but
 * that there & and && have levels of their own; here both are printed as &. */
enum level {
    LEVEL_CONDITIONAL,
    LEVEL_IMPLIES,
    LEVEL_OR,
    LEVEL_XOR,
    LEVEL_AND,
    LEVEL_NOT,
    LEVEL_COMPARISON,
    LEVEL_SHIFT,
    LEVEL_SUM,
    LEVEL_PRODUCT,
    LEVEL_SIGN,
    LEVEL_PRIMARY,
};

struct spelling {
    const char *text;
    enum level level;
};

static struct spelling spelling_of(enum op op)
{
    static const struct spelling table[] = {
        [OP_NOT] = {"!", LEVEL_NOT},
        [OP_NEGATE] = {"-", LEVEL_SIGN},
        [OP_COMPLEMENT] = {"~", LEVEL_SIGN},
        [OP_IMPLIES] = {"->", LEVEL_IMPLIES},
        [OP_OR] = {"|", LEVEL_OR},
        [OP_AND] = {"&", LEVEL_AND},
        [OP_EQUAL] = {"=", LEVEL_COMPARISON},
        [OP_NOT_EQUAL] = {"!=", LEVEL_COMPARISON},
        [OP_LESS] = {"<", LEVEL_COMPARISON},
        [OP_LESS_EQUAL] = {"<=", LEVEL_COMPARISON},
        [OP_GREATER] = {">", LEVEL_COMPARISON},
        [OP_GREATER_EQUAL] = {">=", LEVEL_COMPARISON},
        [OP_ADD] = {"+", LEVEL_SUM},
        [OP_SUBTRACT] = {"-", LEVEL_SUM},
        [OP_MULTIPLY] = {"*", LEVEL_PRODUCT},
        [OP_DIVIDE] = {"/", LEVEL_PRODUCT},
        [OP_MODULO] = {"%", LEVEL_PRODUCT},
        [OP_BIT_AND] = {"&", LEVEL_AND},
        [OP_BIT_OR] = {"|", LEVEL_OR},
        [OP_BIT_XOR] = {"^", LEVEL_XOR},
        [OP_SHIFT_LEFT] = {"<<", LEVEL_SHIFT},
        [OP_SHIFT_RIGHT] = {">>", LEVEL_SHIFT},
    };
    return table[op];
}

static const struct expr *skip_conversions(const struct expr *expr)
{
    while (expr->kind == EXPR_CONVERT)
        expr = expr->left;
    return expr;
}

static enum level level_of(const struct expr *expr)
{
    switch (expr->kind) {
    case EXPR_UNARY:
    case EXPR_BINARY:
        return spelling_of(expr->op).level;
    case EXPR_CONDITIONAL:
        return LEVEL_CONDITIONAL;
    case EXPR_NUMBER:
        return expr->number < 0 ? LEVEL_SIGN : LEVEL_PRIMARY;
    default:
        return LEVEL_PRIMARY;
    }
}

static void put_bare(struct text *, const struct expr *);

static void put(struct text *text, const struct expr *expr, enum level least)
{
    expr = skip_conversions(expr);
    bool parentheses = expr->parenthesised || level_of(expr) < least;
    if (parentheses)
        text_char(text, '(');
    put_bare(text, expr);
    if (parentheses)
        text_char(text, ')');
}

/* A sign before a sign would make "--", which begins a comment, and !a = b
 * reads worse than !(a = b): all but a primary gets parentheses, save !!a. */
static void put_unary(struct text *text, const struct expr *expr)
{
    const struct expr *left = skip_conversions(expr->left);
    bool twice = expr->op == OP_NOT && left->kind == EXPR_UNARY && left->op == OP_NOT;
    text_put(text, spelling_of(expr->op).text);
    put(text, left, twice ? LEVEL_NOT : LEVEL_PRIMARY);
}

static void put_binary(struct text *text, const struct expr *expr)
{
    struct spelling op = spelling_of(expr->op);
    bool chains = op.level != LEVEL_COMPARISON && op.level != LEVEL_IMPLIES;
    put(text, expr->left, chains ? op.level : op.level + 1);
    text_format(text, " %s ", op.text);
    put(text, expr->right, op.level + 1);
}

static void put_call(struct text *text, const struct expr *expr)
{
    text_format(text, "%s(", expr->name);
    for (unsigned i = 0; i < expr->argument_count; i++) {
        text_put(text, i ? ", " : "");
        put(text, expr->arguments[i], LEVEL_CONDITIONAL);
    }
    text_char(text, ')');
}

static void put_quantified(struct text *text, const struct expr *expr)
{
    text_put(text, expr->kind == EXPR_FORALL ? "forall " : "exists ");
    format_quantifier(text, expr->quantifier);
    text_put(text, " do ");
    put(text, expr->left, LEVEL_CONDITIONAL);
    text_put(text, " end");
}

static void put_bare(struct text *text, const struct expr *expr)
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
        put(text, expr->left, LEVEL_PRIMARY);
        text_format(text, ".%s", expr->name);
        return;
    case EXPR_INDEX:
        put(text, expr->left, LEVEL_PRIMARY);
        text_char(text, '[');
        put(text, expr->right, LEVEL_CONDITIONAL);
        text_char(text, ']');
        return;
    case EXPR_CALL:
        put_call(text, expr);
        return;
    case EXPR_UNARY:
        put_unary(text, expr);
        return;
    case EXPR_BINARY:
        put_binary(text, expr);
        return;
    case EXPR_CONDITIONAL:
        put(text, expr->condition, LEVEL_IMPLIES);
        text_put(text, " ? ");
        put(text, expr->left, LEVEL_IMPLIES);
        text_put(text, " : ");
        put(text, expr->right, LEVEL_IMPLIES);
        return;
    case EXPR_FORALL:
    case EXPR_EXISTS:
        put_quantified(text, expr);
        return;
    case EXPR_ISUNDEFINED:
        text_put(text, "isundefined(");
        put(text, expr->left, LEVEL_CONDITIONAL);
        text_char(text, ')');
        return;
    case EXPR_ISMEMBER:
        text_put(text, "ismember(");
        put(text, expr->left, LEVEL_CONDITIONAL);
        text_put(text, ", ");
        format_type(text, expr->type_argument);
        text_char(text, ')');
        return;
    case EXPR_MULTISETCOUNT:
        text_put(text, "multisetcount(");
        format_quantifier(text, expr->quantifier);
        text_put(text, ", ");
        put(text, expr->left, LEVEL_CONDITIONAL);
        text_char(text, ')');
        return;
    case EXPR_CONVERT:
        break;
    }
    die("a conversion was to be skipped before it is printed");
}

void format_expr(struct text *text, const struct expr *expr)
{
    put(text, expr, LEVEL_CONDITIONAL);
}

void format_quantifier(struct text *text, const struct quantifier *quantifier)
{
    text_put(text, quantifier->symbol->name);
    if (quantifier->multiset) {
        text_put(text, ": ");
        format_expr(text, quantifier->multiset);
    } else if (quantifier->from) {
        text_put(text, " := ");
        format_expr(text, quantifier->from);
        text_put(text, " to ");
        format_expr(text, quantifier->to);
        text_put(text, quantifier->by ? " by " : "");
        if (quantifier->by)
            format_expr(text, quantifier->by);
    } else {
        text_put(text, ": ");
        format_type(text, quantifier->type);
    }
}

static void put_record(struct text *text, const struct type *type)
{
    text_put(text, "record ");
    for (unsigned i = 0; i < type->field_count; i++) {
        text_format(text, "%s: ", type->fields[i].name);
        format_type(text, type->fields[i].type);
        text_put(text, "; ");
    }
    text_put(text, "end");
}

static void put_enum(struct text *text, const struct type *type)
{
    text_put(text, "enum { ");
    for (unsigned i = 0; i < type->member_count; i++)
        text_format(text, "%s%s", i ? ", " : "", type->members[i]->name);
    text_put(text, " }");
}

static void put_union(struct text *text, const struct type *type)
{
    text_put(text, "union { ");
    for (unsigned i = 0; i < type->part_count; i++) {
        text_put(text, i ? ", " : "");
        format_type(text, type->parts[i]);
    }
    text_put(text, " }");
}

static void put_bound(struct text *text, const struct expr *bound, int64_t value)
{
    if (bound)
        put(text, bound, LEVEL_IMPLIES);
    else
        text_format(text, "%" PRId64, value);
}

void format_type(struct text *text, const struct type *type)
{
    switch (type->kind) {
    case TYPE_NAMED:
        text_put(text, type->name);
        return;
    case TYPE_BOOLEAN:
        text_put(text, "boolean");
        return;
    case TYPE_ENUM:
        put_enum(text, type);
        return;
    case TYPE_RANGE:
        put_bound(text, type->low_expr, type->low);
        text_put(text, "..");
        put_bound(text, type->high_expr, type->high);
        return;
    case TYPE_SCALARSET:
        text_put(text, "scalarset(");
        format_expr(text, type->size);
        text_char(text, ')');
        return;
    case TYPE_UNION:
        put_union(text, type);
        return;
    case TYPE_ARRAY:
        text_put(text, "array [");
        format_type(text, type->index);
        text_put(text, "] of ");
        format_type(text, type->element);
        return;
    case TYPE_RECORD:
        put_record(text, type);
        return;
    case TYPE_MULTISET:
        text_put(text, "multiset [");
        format_expr(text, type->size);
        text_put(text, "] of ");
        format_type(text, type->element);
        return;
    }
}
