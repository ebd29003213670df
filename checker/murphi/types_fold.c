/* SPDX-License-Identifier: BSD-2-Clause */
/* types_fold.c - constant expressions.
 *
 * An operation whose value fails (an overflow, a division by zero) is not
 * constant: where a constant must stand it is an error, anywhere else it is
 * left to fail when, and if, it is evaluated. */
#include "types_compare.h"
#include "types_private.h"


static const char *overflow = "this overflows signed 64-bit arithmetic";

/* The value of an arithmetic operation, or NULL set to what fails. */
static const char *arithmetic(enum op op, int64_t a, int64_t b, int64_t *value)
{
    switch (op) {
    case OP_ADD:
        return __builtin_add_overflow(a, b, value) ? overflow : NULL;
    case OP_SUBTRACT:
        return __builtin_sub_overflow(a, b, value) ? overflow : NULL;
    case OP_MULTIPLY:
        return __builtin_mul_overflow(a, b, value) ? overflow : NULL;
    case OP_DIVIDE: case OP_MODULO:
        if (!b)
            return "this divides by zero";
        if (a == INT64_MIN && b == -1)
            return overflow;
        *value = op == OP_DIVIDE ? a / b : a % b;
        return NULL;
    case OP_BIT_AND:
        *value = a & b;
        return NULL;
    case OP_BIT_OR:
        *value = a | b;
        return NULL;
    case OP_BIT_XOR:
        *value = a ^ b;
        return NULL;
    case OP_SHIFT_LEFT: case OP_SHIFT_RIGHT:
        if (b < 0 || b > 63)
            return "this shifts by a negative number, or by 64 or more";
        /* The bits are shifted; the sign fills in from the left. */
        if (op == OP_SHIFT_LEFT)
            *value = (int64_t)((uint64_t)a << b);
        else
            *value = a < 0 ? ~(int64_t)(~(uint64_t)a >> b) : a >> b;
        return NULL;
    default:
        return "this is no arithmetic";
    }
}

static bool comparison(enum op op, int64_t a, int64_t b)
{
    switch (op) {
    case OP_EQUAL: return a == b;
    case OP_NOT_EQUAL: return a != b;
    case OP_LESS: return a < b;
    case OP_LESS_EQUAL: return a <= b;
    case OP_GREATER: return a > b;
    default: return a >= b;
    }
}

static void set(struct expr *e, int64_t value)
{
    e->constant = true;
    e->number = value;
}

static void fold_connective(struct expr *e)
{
    /* The value of the left side that decides, and the outcome then. */
    int64_t decider = e->op == OP_OR, outcome = e->op != OP_AND;
    if (!e->left->constant)
        return;
    if (e->left->number == decider)
        set(e, outcome);
    else if (e->right->constant)
        set(e, e->right->number);
}

static const char *fold_unary(struct expr *e)
{
    int64_t value = 0;
    if (!e->left->constant)
        return NULL;
    if (e->op == OP_NEGATE && __builtin_sub_overflow((int64_t)0, e->left->number, &value))
        return overflow;
    set(e, e->op == OP_NEGATE ? value : e->op == OP_NOT ? !e->left->number : ~e->left->number);
    return NULL;
}

static const char *fold_binary(struct expr *e)
{
    int64_t value;
    if (e->op == OP_IMPLIES || e->op == OP_OR || e->op == OP_AND) {
        fold_connective(e);
        return NULL;
    }
    if (!e->left->constant || !e->right->constant)
        return NULL;
    if (e->op >= OP_EQUAL && e->op <= OP_GREATER_EQUAL) {
        set(e, comparison(e->op, e->left->number, e->right->number));
        return NULL;
    }
    const char *failure = arithmetic(e->op, e->left->number, e->right->number, &value);
    if (!failure)
        set(e, value);
    return failure;
}

/* Of a value that is surely defined the type may decide: of a constant, and of
 * what a parameter runs over.  Any other may be undefined, which fails. */
static void fold_ismember(struct expr *e)
{
    const struct expr *value = e->left;
    const struct type *part = type_of(e->type_argument);
    bool defined = value->constant || (value->kind == EXPR_NAME && value->symbol->kind == SYMBOL_QUANTIFIER);
    int64_t ordinal;
    if (!defined)
        return;
    if (value->type->kind != TYPE_UNION)
        set(e, value->type == part);
    else if (!types_is_part(value->type, part))
        set(e, 0);
    else if (value->constant)
        set(e, types_convert(value->type, part, value->number, &ordinal));
}

/* What fails, or NULL. */
static const char *fold(struct expr *e)
{
    int64_t value;
    switch (e->kind) {
    case EXPR_UNARY:
        return fold_unary(e);
    case EXPR_BINARY:
        return fold_binary(e);
    case EXPR_CONDITIONAL:
        if (e->condition->constant) {
            const struct expr *chosen = e->condition->number ? e->left : e->right;
            if (chosen->constant)
                set(e, chosen->number);
        }
        return NULL;
    case EXPR_CONVERT:
        if (e->left->constant) {
            if (!types_convert(e->left->type, e->type, e->left->number, &value))
                return "this value does not belong to the type";
            set(e, value);
        }
        return NULL;
    case EXPR_ISMEMBER:
        fold_ismember(e);
        return NULL;
    default:
        return NULL;
    }
}

void types_fold(struct checker *c, struct expr *e)
{
    (void)c;
    fold(e);
}

/* The first operand that is not constant and has no such operand itself. */
static struct expr *culprit(struct expr *e)
{
    struct expr *operands[] = { e->condition, e->left, e->right };
    if (e->kind == EXPR_UNARY || e->kind == EXPR_BINARY || e->kind == EXPR_CONDITIONAL || e->kind == EXPR_CONVERT)
        for (unsigned i = 0; i < sizeof operands / sizeof operands[0]; i++)
            if (operands[i] && !operands[i]->constant)
                return culprit(operands[i]);
    return e;
}

bool types_constant(struct checker *c, struct expr *e, const char *what)
{
    if (!e->type)
        return false;
    if (e->constant)
        return true;
    struct expr *at = culprit(e);
    const char *failure = fold(at);
    if (failure)
        types_error(c, at->place, NULL, "%s", failure);
    else
        types_error(c, at->place, NULL, "%s must be a constant", what);
    return false;
}
