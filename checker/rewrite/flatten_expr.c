/* SPDX-License-Identifier: BSD-2-Clause */
/* flatten_expr.c - write expressions as plain Murphi. */
#include "flatten_private.h"

#include <inttypes.h>
#include <string.h>

static const char *operator_text(enum op op)
{
    static const char *const texts[] = {
        [OP_NOT] = "!", [OP_NEGATE] = "-", [OP_COMPLEMENT] = "~", [OP_IMPLIES] = "->", [OP_OR] = "|", [OP_AND] = "&",
        [OP_EQUAL] = "=", [OP_NOT_EQUAL] = "!=", [OP_LESS] = "<", [OP_LESS_EQUAL] = "<=", [OP_GREATER] = ">",
        [OP_GREATER_EQUAL] = ">=", [OP_ADD] = "+", [OP_SUBTRACT] = "-", [OP_MULTIPLY] = "*", [OP_DIVIDE] = "/",
        [OP_MODULO] = "%", [OP_BIT_AND] = "&", [OP_BIT_OR] = "|", [OP_BIT_XOR] = "^", [OP_SHIFT_LEFT] = "<<",
        [OP_SHIFT_RIGHT] = ">>",
    };
    return texts[op];
}

/* Constants that print as a number: those of numbered types, and numbers. */
static bool prints_as_number(const struct flattener *f, const struct expr *e)
{
    if (!e->constant)
        return false;
    if (e->kind == EXPR_CONVERT || e->kind == EXPR_CONDITIONAL)
        return e->type->kind == TYPE_RANGE || e->type->kind == TYPE_UNION || flatten_is_numbered(f, e->type);
    return e->kind == EXPR_NUMBER || (e->kind == EXPR_UNARY && e->op == OP_NEGATE);
}

static const struct substitution *find_substitution(const struct flattener *f, const struct symbol *symbol)
{
    const struct substitution *s = f->substitutions;
    while (s && s->symbol != symbol)
        s = s->outer;
    return s;
}

static void write_name(struct flattener *f, const struct expr *e)
{
    const struct substitution *s = find_substitution(f, e->symbol);
    if (s)
        text_format(f->out, "%u", s->slot);
    else
        text_put(f->out, e->symbol->name);
}

static bool is_atom(const struct flattener *f, const struct expr *e)
{
    if (prints_as_number(f, e))
        return e->number >= 0;
    switch (e->kind) {
    case EXPR_NAME: case EXPR_FIELD: case EXPR_INDEX: case EXPR_CALL: case EXPR_ISUNDEFINED: case EXPR_NUMBER:
        return true;
    default:
        return false;
    }
}

void flatten_operand(struct flattener *f, const struct expr *e)
{
    bool atom = is_atom(f, e);
    if (!atom)
        text_put(f->out, "(");
    flatten_expr(f, e);
    if (!atom)
        text_put(f->out, ")");
}

/* Rumur reads `&` and `|` by the types of their sides, which it does not see
 * through aliases, fields and the like: arithmetic shows what they are. */
static void write_bit_operand(struct flattener *f, const struct expr *e)
{
    bool arithmetic = e->kind == EXPR_UNARY || (e->kind == EXPR_BINARY && e->op >= OP_ADD) || prints_as_number(f, e);
    if (arithmetic) {
        flatten_operand(f, e);
        return;
    }
    text_put(f->out, "(");
    flatten_operand(f, e);
    text_put(f->out, " + 0)");
}

static bool is_comparison(enum op op)
{
    return op >= OP_EQUAL && op <= OP_GREATER_EQUAL;
}

/* What every reader groups the same way goes without parentheses: `a + 1 = b & c & d`. */
static bool groups_alone(const struct expr *parent, const struct expr *e, bool left)
{
    if (e->kind != EXPR_BINARY)
        return false;
    if (is_comparison(parent->op))
        return e->op >= OP_ADD && e->op <= OP_MODULO;
    return (parent->op >= OP_IMPLIES && parent->op <= OP_AND && is_comparison(e->op))
        || (parent->op == OP_IMPLIES && (e->op == OP_AND || e->op == OP_OR))
        || ((parent->op == OP_AND || parent->op == OP_OR) && e->op == parent->op && left);
}

static void write_side(struct flattener *f, const struct expr *parent, const struct expr *e, bool left)
{
    if (parent->op == OP_BIT_AND || parent->op == OP_BIT_OR)
        write_bit_operand(f, e);
    else if (!prints_as_number(f, e) && groups_alone(parent, e, left))
        flatten_expr(f, e);
    else
        flatten_operand(f, e);
}

static void write_binary(struct flattener *f, const struct expr *e)
{
    write_side(f, e, e->left, true);
    text_format(f->out, " %s ", operator_text(e->op));
    write_side(f, e, e->right, false);
}

/* ---- quantifiers ---- */

bool flatten_may_be_empty(const struct flattener *f, const struct quantifier *q)
{
    return f->program->dialect == DIALECT_CMURPHI && q->from && !q->constant;
}

void flatten_not_empty(struct flattener *f, const struct quantifier *q)
{
    bool down = q->by && q->by->constant && q->by->number < 0;
    if (q->by && !q->by->constant)
        refuse(f, q->by->place, NULL, "a step that is not constant has no plain form in this dialect");
    flatten_operand(f, q->from);
    text_put(f->out, down ? " >= " : " <= ");
    flatten_operand(f, q->to);
}

/* An enum that a parameter runs through a range of must be numbers. */
void flatten_check_range(struct flattener *f, const struct quantifier *q)
{
    const struct type *type = q->symbol->type;
    if (type->kind == TYPE_BOOLEAN)
        refuse(f, q->place, "run over the type boolean", "a range of booleans has no plain form");
    if (type->kind == TYPE_ENUM && !flatten_is_numbered(f, type)) {
        f->numbered[type->id] = true;
        f->again = true;
    }
}

static void write_range(struct flattener *f, const struct quantifier *q)
{
    flatten_check_range(f, q);
    text_format(f->out, "%s := ", q->symbol->name);
    flatten_expr(f, q->from);
    text_put(f->out, " to ");
    flatten_expr(f, q->to);
    if (q->by) {
        text_put(f->out, " by ");
        flatten_expr(f, q->by);
    }
}

static bool mentions(const struct expr *e, const char *name)
{
    if (!e)
        return false;
    for (unsigned i = 0; i < e->argument_count; i++)
        if (mentions(e->arguments[i], name))
            return true;
    return (e->kind == EXPR_NAME && !strcmp(e->name, name)) || mentions(e->left, name) || mentions(e->right, name) ||
           mentions(e->condition, name);
}

static void check_hides(struct flattener *f, const struct quantifier *q, const char *name, struct place place)
{
    if (mentions(q->multiset, name))
        refuse(f, place, "give one of the two another name",
               "`%s` hides what a multiset is called by; plain Murphi asks of its slots where this one is known", name);
}

/* Where slots are asked for, the multiset's name means what it means around the choice. */
void flatten_check_name(struct flattener *f, const char *name, struct place place)
{
    for (const struct chosen *chosen = f->chosen; chosen; chosen = chosen->outer)
        check_hides(f, chosen->quantifier, name, place);
}

void flatten_quantifier(struct flattener *f, const struct quantifier *q)
{
    if (q->multiset)
        check_hides(f, q, q->symbol->name, q->place);
    if (q->multiset)
        text_format(f->out, "%s: 0..%" PRIu64, q->symbol->name, q->count - 1);
    else if (q->from)
        write_range(f, q);
    else {
        text_format(f->out, "%s: ", q->symbol->name);
        flatten_type(f, q->type);
    }
}

static void write_quantified(struct flattener *f, const struct expr *e)
{
    bool forall = e->kind == EXPR_FORALL;
    if (e->quantifier->constant && !e->quantifier->count) {
        text_put(f->out, forall ? "true" : "false");
        return;
    }
    if (flatten_may_be_empty(f, e->quantifier)) {
        text_put(f->out, "(");
        flatten_not_empty(f, e->quantifier);
        text_put(f->out, forall ? ") -> " : ") & ");
    }
    text_put(f->out, forall ? "forall " : "exists ");
    flatten_quantifier(f, e->quantifier);
    text_put(f->out, " do ");
    flatten_expr(f, e->left);
    text_put(f->out, forall ? " endforall" : " endexists");
}

/* ---- unions ---- */

static bool has_call(const struct expr *e)
{
    return e && (e->kind == EXPR_CALL || has_call(e->condition) || has_call(e->left) || has_call(e->right));
}

static bool is_part(const struct type *whole, const struct type *part)
{
    for (unsigned i = 0; i < whole->part_count; i++)
        if (type_of(whole->parts[i]) == part)
            return true;
    return false;
}

static int64_t offset_in(const struct type *whole, const struct type *part)
{
    int64_t offset = 0;
    for (unsigned i = 0; whole->kind == TYPE_UNION && i < whole->part_count && type_of(whole->parts[i]) != part; i++)
        offset += type_of(whole->parts[i])->high + 1;
    return offset;
}

static void write_shifted(struct flattener *f, const struct expr *e, int64_t by)
{
    if (by) {
        flatten_operand(f, e);
        text_format(f->out, " %c %" PRId64, by < 0 ? '-' : '+', by < 0 ? -by : by);
    } else {
        flatten_expr(f, e);
    }
}

/* Whether every part of a union lies as far along in another. */
static bool shifts_alike(const struct type *from, const struct type *to)
{
    int64_t shift = offset_in(to, type_of(from->parts[0])) - offset_in(from, type_of(from->parts[0]));
    for (unsigned i = 0; i < from->part_count; i++) {
        const struct type *part = type_of(from->parts[i]);
        if (!is_part(to, part) || offset_in(to, part) - offset_in(from, part) != shift)
            return false;
    }
    return true;
}

static void write_moved_part(struct flattener *f, const struct expr *e, const struct type *part)
{
    if (is_part(e->type, part))
        write_shifted(f, e->left, offset_in(e->type, part) - offset_in(e->left->type, part));
    else
        text_put(f->out, "-1"); /* outside every union */
}

/* Part by part: `(e <= 2 ? e + 4 : (e <= 5 ? -1 : e - 6))`. */
static void write_between_unions(struct flattener *f, const struct expr *e)
{
    const struct type *from = e->left->type;
    unsigned last = from->part_count - 1;
    if (shifts_alike(from, e->type)) {
        write_moved_part(f, e, type_of(from->parts[0]));
        return;
    }
    if (has_call(e->left))
        refuse(f, e->place, "store the result in a variable first",
               "a call whose result changes its union has no plain form");
    for (unsigned i = 0; i < last; i++) {
        const struct type *part = type_of(from->parts[i]);
        text_put(f->out, "(");
        flatten_operand(f, e->left);
        text_format(f->out, " <= %" PRId64 " ? ", offset_in(from, part) + part->high);
        write_moved_part(f, e, part);
        text_put(f->out, " : ");
    }
    write_moved_part(f, e, type_of(from->parts[last]));
    for (unsigned i = 0; i < last; i++)
        text_put(f->out, ")");
}

static void write_convert(struct flattener *f, const struct expr *e)
{
    const struct type *from = e->left->type, *to = e->type;
    if (from->kind == TYPE_UNION && to->kind == TYPE_UNION)
        write_between_unions(f, e);
    else
        write_shifted(f, e->left, to->kind == TYPE_UNION ? offset_in(to, from) : -offset_in(from, to));
}

static void write_ismember(struct flattener *f, const struct expr *e)
{
    const struct type *part = type_of(e->type_argument);
    int64_t start = offset_in(e->left->type, part);
    if (e->constant) {
        text_put(f->out, e->number ? "true" : "false");
        return;
    }
    if (has_call(e->left))
        refuse(f, e->place, "store the result in a variable first", "ismember of a call has no plain form");
    if (e->left->type->kind != TYPE_UNION || !is_part(e->left->type, part)) { /* as undefined, it fails as before */
        flatten_operand(f, e->left);
        text_put(f->out, e->left->type == part ? " = " : " != ");
        flatten_operand(f, e->left);
        return;
    }
    flatten_operand(f, e->left);
    text_format(f->out, " >= %" PRId64 " & ", start);
    flatten_operand(f, e->left);
    text_format(f->out, " <= %" PRId64, start + part->high);
}

/* ---- multisets ---- */

void flatten_slot_free(struct flattener *f, const struct expr *multiset, const struct symbol *slot)
{
    const struct substitution *s = find_substitution(f, slot);
    text_put(f->out, "isundefined(");
    flatten_expr(f, multiset);
    if (s)
        text_format(f->out, "[%u].taken)", s->slot);
    else
        text_format(f->out, "[%s].taken)", slot->name);
}

enum { TERMS_IN_A_ROW = 500 };

/* 1 where this slot holds an element that is counted. */
static void write_count_of_slot(struct flattener *f, const struct expr *e, unsigned slot)
{
    struct substitution here = { e->quantifier->symbol, slot, f->substitutions };
    f->substitutions = &here;
    text_put(f->out, "(!");
    flatten_slot_free(f, e->quantifier->multiset, e->quantifier->symbol);
    text_put(f->out, " & ");
    flatten_operand(f, e->left);
    f->substitutions = here.outer;
    text_put(f->out, " ? 1 : 0)");
}

/* A sum with a term for each slot from `from` to before `to`; one of many is the sum of two halves, for an expression may not
 * be as high as a multiset may be large. */
static void write_multisetcount(struct flattener *f, const struct expr *e, unsigned from, unsigned to)
{
    if (to - from > TERMS_IN_A_ROW) {
        unsigned middle = from + (to - from) / 2;
        text_put(f->out, "(");
        write_multisetcount(f, e, from, middle);
        text_put(f->out, ") + (");
        write_multisetcount(f, e, middle, to);
        text_put(f->out, ")");
        return;
    }
    for (unsigned slot = from; slot < to; slot++) {
        text_put(f->out, slot > from ? " + " : "");
        write_count_of_slot(f, e, slot);
    }
}

static void write_call(struct flattener *f, const struct expr *e)
{
    text_format(f->out, "%s(", e->symbol->name);
    for (unsigned i = 0; i < e->argument_count; i++) {
        text_put(f->out, i ? ", " : "");
        flatten_expr(f, e->arguments[i]);
    }
    text_put(f->out, ")");
}

/* A variable of the type that nothing is ever assigned to. */
static void write_undefined(struct flattener *f, const struct type *type)
{
    if (!f->passed_undefined[type->id])
        f->again = f->passed_undefined[type->id] = true;
    text_format(f->out, "murrelet_undefined_%u", type->id);
}

void flatten_expr(struct flattener *f, const struct expr *e)
{
    if (prints_as_number(f, e)) {
        text_format(f->out, "%" PRId64, e->number);
        return;
    }
    switch (e->kind) {
    case EXPR_NUMBER:
        text_format(f->out, "%" PRId64, e->number);
        break;
    case EXPR_NAME:
        write_name(f, e);
        break;
    case EXPR_UNDEFINED:
        write_undefined(f, e->type);
        break;
    case EXPR_FIELD:
        flatten_expr(f, e->left);
        text_format(f->out, ".%s", e->name);
        break;
    case EXPR_INDEX:
        flatten_expr(f, e->left);
        text_put(f->out, "[");
        flatten_expr(f, e->right);
        text_put(f->out, e->left->type->kind == TYPE_MULTISET ? "].item" : "]");
        break;
    case EXPR_CALL:
        write_call(f, e);
        break;
    case EXPR_UNARY:
        text_put(f->out, operator_text(e->op));
        flatten_operand(f, e->left);
        break;
    case EXPR_BINARY:
        write_binary(f, e);
        break;
    case EXPR_CONDITIONAL:
        flatten_operand(f, e->condition);
        text_put(f->out, " ? ");
        flatten_operand(f, e->left);
        text_put(f->out, " : ");
        flatten_operand(f, e->right);
        break;
    case EXPR_FORALL: case EXPR_EXISTS:
        write_quantified(f, e);
        break;
    case EXPR_ISUNDEFINED:
        text_put(f->out, "isundefined(");
        flatten_expr(f, e->left);
        text_put(f->out, ")");
        break;
    case EXPR_ISMEMBER:
        write_ismember(f, e);
        break;
    case EXPR_MULTISETCOUNT:
        write_multisetcount(f, e, 0, (unsigned)e->quantifier->count);
        break;
    case EXPR_CONVERT:
        write_convert(f, e);
        break;
    }
}
