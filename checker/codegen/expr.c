/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * expr.c - code for expressions, with the checks that an evaluation makes.
 *
 * gen_scalar() writes the checks that an evaluation makes, in the order of the
 * evaluation, and returns a C expression for the value.  That expression reads
 * only temporaries, loop variables and constants, so that it keeps its value
 * whatever statements are written before it is used.
 */
#include <stdlib.h>
#include <string.h>

#include "../base/arena.h"
#include "../base/die.h"
#include "codegen_private.h"

/* ---- values ---- */

const char *gen_literal(struct gen *gen, int64_t number)
{
    if (number == INT64_MIN)
        return "INT64_MIN";
    const char *format = number > INT32_MAX || number < -INT32_MAX ? "INT64_C(%lld)" : "%lld";
    char *text = arena_format(gen->arena, format, (long long)number);
    return number < 0 ? arena_format(gen->arena, "(%s)", text) : text;
}

struct value gen_number(struct gen *gen, int64_t number)
{
    return (struct value){gen_literal(gen, number), number, number};
}

static bool is_constant(struct value value)
{
    return value.low == value.high;
}

/* A value of unknown interval within int64, as a temporary. */
static struct value keep(struct gen *gen, struct value value)
{
    const char *name = gen_fresh(gen, "t");
    gen_line(gen, "const int64_t %s = %s;", name, value.text);
    return (struct value){name, value.low, value.high};
}

/* Whether low - 1 and high + 1 - low can be computed as int64. */
static bool small_type(const struct type *type)
{
    return type->low > -(INT64_C(1) << 60) && type->high < INT64_C(1) << 60;
}

const char *gen_encode(struct gen *gen, const struct type *type, struct value value)
{
    const char *c = gen_type(gen, type);
    uint64_t shift = 1 - (uint64_t)type->low;
    if (is_constant(value))
        return arena_format(gen->arena, layout_width(type) == 8 ? "UINT64_C(%llu)" : "%lluu",
                            (unsigned long long)((uint64_t)value.low + shift));
    if (!small_type(type))
        return arena_format(gen->arena, "((uint64_t)%s + UINT64_C(%llu))", value.text, (unsigned long long)shift);
    if (shift == 0)
        return arena_format(gen->arena, "(%s)%s", c, value.text);
    return arena_format(gen->arena, "(%s)(%s + %s)", c, value.text, gen_literal(gen, (int64_t)shift));
}

const char *gen_decode(struct gen *gen, const struct type *type, const char *code)
{
    if (type->kind == TYPE_BOOLEAN)
        return arena_format(gen->arena, "(%s == 2)", code);
    if (!small_type(type))
        return arena_format(gen->arena, "(int64_t)(%s + UINT64_C(%llu))", code,
                            (unsigned long long)((uint64_t)type->low - 1));
    if (type->low == 1)
        return arena_format(gen->arena, "(int64_t)%s", code);
    if (type->low < 1)
        return arena_format(gen->arena, "((int64_t)%s - %s)", code, gen_literal(gen, 1 - type->low));
    return arena_format(gen->arena, "((int64_t)%s + %s)", code, gen_literal(gen, type->low - 1));
}

static const char *outside(struct gen *gen, struct value value, int64_t low, int64_t high)
{
    bool below = value.low < low, above = value.high > high;
    if (below && above)
        return arena_format(gen->arena, "%s < %s || %s > %s", value.text, gen_literal(gen, low), value.text,
                            gen_literal(gen, high));
    if (below)
        return arena_format(gen->arena, "%s < %s", value.text, gen_literal(gen, low));
    if (above)
        return arena_format(gen->arena, "%s > %s", value.text, gen_literal(gen, high));
    return NULL;
}

static struct value clamp(struct value value, int64_t low, int64_t high)
{
    if (value.low < low)
        value.low = low;
    if (value.high > high)
        value.high = high;
    if (value.low > value.high)
        value.low = low, value.high = high;
    return value;
}

/* Put a long expression that will be used twice in a temporary. */
static bool is_simple(const char *text)
{
    return strlen(text) <= 24;
}

static struct value check_range(struct gen *gen, struct value value, int64_t low, int64_t high,
                                enum model_property_kind kind, struct place place, const char *message)
{
    if (value.low >= low && value.high <= high)
        return value;
    if (!is_simple(value.text))
        value = keep(gen, value);
    gen_fail_if(gen, outside(gen, value, low, high), kind, place, message);
    return clamp(value, low, high);
}

const char *gen_fit(struct gen *gen, const struct type *type, struct value value, struct place place)
{
    return gen_encode(gen, type, check_range(gen, value, type->low, type->high, MODEL_RANGE, place,
                                             "a value outside its type"));
}

/* ---- symbols ---- */

void gen_bind_value(struct gen *gen, const struct symbol *symbol, const char *text, int64_t low, int64_t high)
{
    gen->bindings[symbol->id] = (struct binding){.text = text, .is_value = true, .low = low, .high = high};
}

void gen_bind_place(struct gen *gen, const struct symbol *symbol, const char *text)
{
    gen->bindings[symbol->id] = (struct binding){.text = text};
}

static const struct binding *binding_of(struct gen *gen, const struct symbol *symbol)
{
    const struct binding *binding = &gen->bindings[symbol->id];
    if (!binding->text)
        die("the code generator met %s before its declaration", symbol->name);
    return binding;
}

/* ---- designators ---- */

static const char *index_text(struct gen *gen, const struct expr *e, const struct type *array)
{
    struct value index = gen_scalar(gen, e->right);
    if (array->kind == TYPE_MULTISET)
        return index.text;
    const struct type *type = type_of(array->index);
    index = check_range(gen, index, type->low, type->high, MODEL_INDEX, e->right->place,
                        "an index outside its array");
    if (is_constant(index))
        return arena_format(gen->arena, "%llu", (unsigned long long)((uint64_t)index.low - (uint64_t)type->low));
    if (type->low == 0)
        return index.text;
    return arena_format(gen->arena, "%s - %s", index.text, gen_literal(gen, type->low));
}

const char *gen_place(struct gen *gen, const struct expr *e, struct named *named)
{
    switch (e->kind) {
    case EXPR_NAME:
        if (e->symbol->by_reference)
            named->name = e;
        return binding_of(gen, e->symbol)->text;
    case EXPR_FIELD: {
        const char *left = gen_place(gen, e->left, named);
        return arena_format(gen->arena, "%s.m_%s", left, type_of(e->left->type)->fields[e->field].name);
    }
    case EXPR_INDEX: {
        const char *left = gen_place(gen, e->left, named);
        if (type_of(e->left->type)->kind == TYPE_MULTISET)
            *named = (struct named){e, left};
        return arena_format(gen->arena, "%s.at[%s]", left, index_text(gen, e, type_of(e->left->type)));
    }
    case EXPR_CALL:
        return gen_call(gen, e);
    case EXPR_CONDITIONAL: {
        /* Of compound values: choose an address. */
        const char *name = gen_fresh(gen, "chosen");
        gen_line(gen, "%s *%s;", gen_type(gen, type_of(e->type)), name);
        struct value condition = gen_scalar(gen, e->condition);
        gen_open(gen, "if (%s)", condition.text);
        gen_line(gen, "%s = &%s;", name, gen_designator(gen, e->left));
        gen_close(gen);
        gen_open(gen, "else");
        gen_line(gen, "%s = &%s;", name, gen_designator(gen, e->right));
        gen_close(gen);
        return arena_format(gen->arena, "(*%s)", name);
    }
    default:
        die("an expression of kind %d where a designator was expected", (int)e->kind);
    }
}

const char *gen_designator(struct gen *gen, const struct expr *e)
{
    struct named named = {0};
    const char *text = gen_place(gen, e, &named);
    gen_expect_element(gen, &named);
    return text;
}

static const char *stem_of(const struct expr *e)
{
    return e->kind == EXPR_INDEX ? stem_of(e->left) : e->name ? e->name : "t";
}

static bool bound_to_value(struct gen *gen, const struct expr *e)
{
    return e->kind == EXPR_NAME && gen->bindings[e->symbol->id].is_value;
}

static const char *describe_read(struct gen *gen, const struct expr *e)
{
    const struct source *source = e->place.source;
    if (!source || e->place.end <= e->place.start || e->place.end > source->length || e->place.end - e->place.start > 80)
        return "an undefined value is read";
    return arena_format(gen->arena, "%.*s is read, which is undefined", (int)(e->place.end - e->place.start),
                        source->text + e->place.start);
}

static struct value read(struct gen *gen, const struct expr *e)
{
    const struct type *type = type_of(e->type);
    if (bound_to_value(gen, e)) {
        const struct binding *binding = &gen->bindings[e->symbol->id];
        return (struct value){binding->text, binding->low, binding->high};
    }
    const char *place = gen_designator(gen, e);
    if (e->kind == EXPR_NAME && e->symbol->kind == SYMBOL_PARAMETER && gen->defined[e->symbol->id])
        return (struct value){gen_decode(gen, type, place), type->low, type->high};
    const char *name = gen_fresh(gen, stem_of(e));
    gen_line(gen, "const %s %s = %s;", layout_width(type) == 8 ? "uint64_t" : "int64_t", name, place);
    gen_fail_if(gen, arena_format(gen->arena, "!%s", name), MODEL_UNDEFINED_READ, e->place, describe_read(gen, e));
    return (struct value){gen_decode(gen, type, name), type->low, type->high};
}

/* ---- arithmetic ---- */

/* The least and greatest of op over the corners of two intervals; false where
 * it can leave int64. */
static bool corners(enum op op, struct value a, struct value b, int64_t *low, int64_t *high)
{
    int64_t left[2] = {a.low, a.high}, right[2] = {b.low, b.high};
    for (int i = 0; i < 4; i++) {
        int64_t r;
        bool overflow = op == OP_ADD        ? __builtin_add_overflow(left[i & 1], right[i >> 1], &r)
                        : op == OP_SUBTRACT ? __builtin_sub_overflow(left[i & 1], right[i >> 1], &r)
                                            : __builtin_mul_overflow(left[i & 1], right[i >> 1], &r);
        if (overflow)
            return false;
        *low = i == 0 || r < *low ? r : *low;
        *high = i == 0 || r > *high ? r : *high;
    }
    return true;
}

static struct value unknown(const char *text)
{
    return (struct value){text, INT64_MIN, INT64_MAX};
}

static struct value ring(struct gen *gen, const struct expr *e, struct value a, struct value b)
{
    struct value result = unknown(NULL);
    bool fits = corners(e->op, a, b, &result.low, &result.high);
    if (!fits) {
        a = is_simple(a.text) ? a : keep(gen, a);
        b = is_simple(b.text) ? b : keep(gen, b);
        const char *name = e->op == OP_ADD ? "add" : e->op == OP_SUBTRACT ? "subtract" : "multiply";
        gen_fail_if(gen, arena_format(gen->arena, "%s_overflows(%s, %s)", name, a.text, b.text), MODEL_OVERFLOW,
                    e->place, "a result that 64 bits do not hold");
        result = unknown(NULL);
    }
    const char *op = e->op == OP_ADD ? "+" : e->op == OP_SUBTRACT ? "-" : "*";
    result.text = arena_format(gen->arena, "((int64_t)%s %s %s)", a.text, op, b.text);
    return result;
}

static struct value divide(struct gen *gen, const struct expr *e, struct value a, struct value b)
{
    b = is_simple(b.text) ? b : keep(gen, b);
    if (b.low <= 0 && b.high >= 0)
        gen_fail_if(gen, arena_format(gen->arena, "%s == 0", b.text), MODEL_DIVISION, e->place, "a division by zero");
    if (a.low == INT64_MIN && b.low <= -1 && b.high >= -1) {
        a = is_simple(a.text) ? a : keep(gen, a);
        gen_fail_if(gen, arena_format(gen->arena, "%s == INT64_MIN && %s == -1", a.text, b.text), MODEL_OVERFLOW,
                    e->place, "a result that 64 bits do not hold");
    }
    const char *text = arena_format(gen->arena, "((int64_t)%s %c %s)", a.text, e->op == OP_DIVIDE ? '/' : '%', b.text);
    if (e->op == OP_DIVIDE)
        return a.low >= 0 && b.low >= 0 ? (struct value){text, 0, a.high} : unknown(text);
    if (b.low == INT64_MIN)
        return unknown(text);
    int64_t most = (b.high > -b.low ? b.high : -b.low) - 1;
    if (most < 0)
        most = 0;
    if (a.low >= 0 && a.high < most)
        most = a.high;
    return (struct value){text, a.low >= 0 ? 0 : -most, a.high <= 0 ? 0 : most};
}

/* Left shifts are of the bits; the result is what two's complement gives. */
static struct value shift(struct gen *gen, const struct expr *e, struct value a, struct value b)
{
    b = check_range(gen, b, 0, 63, MODEL_SHIFT, e->place, "a shift by less than 0 or more than 63");
    if (e->op == OP_SHIFT_LEFT)
        return unknown(arena_format(gen->arena, "(int64_t)((uint64_t)%s << %s)", a.text, b.text));
    struct value result = {arena_format(gen->arena, "((int64_t)%s >> %s)", a.text, b.text), a.low, a.high};
    if (result.low > 0)
        result.low = 0;
    if (result.high < 0)
        result.high = -1;
    return result;
}

static struct value bitwise(struct gen *gen, const struct expr *e, struct value a, struct value b)
{
    char op = e->op == OP_BIT_AND ? '&' : e->op == OP_BIT_OR ? '|' : '^';
    struct value result = unknown(arena_format(gen->arena, "((int64_t)%s %c %s)", a.text, op, b.text));
    if (a.low < 0 || b.low < 0)
        return result;
    int64_t most = a.high > b.high ? a.high : b.high, ones = 0;
    while (ones < most)
        ones = 2 * ones + 1;
    return (struct value){result.text, 0, ones};
}

static struct value compare(struct gen *gen, enum op op, struct value a, struct value b)
{
    static const char *const signs[] = {
        [OP_EQUAL] = "==", [OP_NOT_EQUAL] = "!=", [OP_LESS] = "<",
        [OP_LESS_EQUAL] = "<=", [OP_GREATER] = ">", [OP_GREATER_EQUAL] = ">="};
    return (struct value){arena_format(gen->arena, "(%s %s %s)", a.text, signs[op], b.text), 0, 1};
}

static struct value compare_compound(struct gen *gen, const struct expr *e)
{
    const struct type *type = type_of(e->left->type);
    const char *left = gen_designator(gen, e->left);
    if (gen_calls(e->right)) { /* the call may change the left operand */
        const char *copy = gen_fresh(gen, "left");
        gen_line(gen, "%s %s;", gen_type(gen, type), copy);
        gen_line(gen, "memcpy(&%s, &%s, sizeof %s);", copy, left, copy);
        left = copy;
    }
    const char *right = gen_designator(gen, e->right);
    const char *name = gen_fresh(gen, "same");
    gen_line(gen, "const int %s = memcmp(&%s, &%s, %u) == 0;", name, left, right, (unsigned)layout_size(type));
    return (struct value){arena_format(gen->arena, e->op == OP_EQUAL ? "%s" : "!%s", name), 0, 1};
}

/* ---- short circuits ---- */

struct detour {
    struct text *outer, inner;
};

/* Write the next statements to a text of their own, to see whether there are any. */
static void detour_begin(struct gen *gen, struct detour *detour)
{
    *detour = (struct detour){.outer = gen->out};
    gen->out = &detour->inner;
}

static void detour_end(struct gen *gen, struct detour *detour)
{
    gen->out = detour->outer;
}

static void detour_put(struct gen *gen, struct detour *detour)
{
    text_add(gen->out, detour->inner.bytes, detour->inner.length);
    text_free(&detour->inner);
}

/* Whether the left operand of A -> B is the invariant's antecedent. */
static const char *take_antecedent(struct gen *gen)
{
    const char *antecedent = gen->antecedent;
    gen->antecedent = NULL;
    return antecedent;
}

/* Constant operands go, for tcc's sake, which takes (a || 1) || ((b && 1) || c) for 0 where a and b are. */
static struct value connect(struct gen *gen, enum op op, struct value left, struct value right)
{
    if (op == OP_IMPLIES) {
        left = is_constant(left) ? gen_number(gen, !left.low)
                                 : (struct value){arena_format(gen->arena, "(!%s)", left.text), 0, 1};
        op = OP_OR;
    }
    int64_t decisive = op == OP_OR;
    if (is_constant(left))
        return left.low == decisive ? left : right;
    if (is_constant(right))
        return right.low == decisive ? right : left;
    return (struct value){arena_format(gen->arena, op == OP_AND ? "(%s && %s)" : "(%s || %s)", left.text, right.text), 0, 1};
}

static struct value logical(struct gen *gen, const struct expr *e)
{
    const char *antecedent = e->op == OP_IMPLIES ? take_antecedent(gen) : NULL;
    gen->antecedent = NULL;
    struct value left = gen_scalar(gen, e->left);
    struct detour detour;
    gen->indent++;
    detour_begin(gen, &detour);
    if (antecedent)
        gen_line(gen, "x->antecedent[%s] = 1;", antecedent);
    struct value right = gen_scalar(gen, e->right);
    detour_end(gen, &detour);
    gen->indent--;
    if (!detour.inner.length)
        return connect(gen, e->op, left, right);
    const char *name = gen_fresh(gen, "c");
    gen_line(gen, "int %s = %s%s;", name, e->op == OP_IMPLIES ? "!" : "", left.text);
    gen_open(gen, e->op == OP_AND ? "if (%s)" : "if (!%s)", name);
    detour_put(gen, &detour);
    gen_line(gen, "%s = %s;", name, right.text);
    gen_close(gen);
    return (struct value){name, 0, 1};
}

static struct value conditional(struct gen *gen, const struct expr *e)
{
    struct value condition = gen_scalar(gen, e->condition);
    const char *name = gen_fresh(gen, "t");
    gen_line(gen, "int64_t %s;", name);
    gen_open(gen, "if (%s)", condition.text);
    struct value left = gen_scalar(gen, e->left);
    gen_line(gen, "%s = %s;", name, left.text);
    gen_close(gen);
    gen_open(gen, "else");
    struct value right = gen_scalar(gen, e->right);
    gen_line(gen, "%s = %s;", name, right.text);
    gen_close(gen);
    return (struct value){name, left.low < right.low ? left.low : right.low,
                          left.high > right.high ? left.high : right.high};
}

/* ---- quantifiers ---- */

static void bind_loop(struct gen *gen, const struct quantifier *q, const char *name, int64_t a, int64_t b)
{
    gen_bind_value(gen, q->symbol, name, a < b ? a : b, a < b ? b : a);
}

static void constant_loop(struct gen *gen, const struct quantifier *q, const char *name, const char *bound)
{
    if (q->count == 0) {
        gen_open(gen, "for (int64_t %s = 0; %s < 0; %s++)", name, name, name);
        bind_loop(gen, q, name, 0, 0);
        return;
    }
    int64_t last = (int64_t)((uint64_t)q->first + (q->count - 1) * (uint64_t)q->step);
    const char *from = gen_literal(gen, q->first), *to = gen_literal(gen, last);
    int64_t far = INT64_C(1) << 61;
    bool plain = q->first > -far && q->first < far && last > -far && last < far && q->step > -far
                 && q->step < far && q->step != 0;
    if (plain && q->step == 1)
        gen_open(gen, "for (int64_t %s = %s; %s <= %s%s; %s++)", name, from, name, to,
                 bound ? arena_format(gen->arena, " && %s < %s", name, bound) : "", name);
    else if (plain && q->step > 0)
        gen_open(gen, "for (int64_t %s = %s; %s <= %s; %s += %s)", name, from, name, to, name, gen_literal(gen, q->step));
    else if (plain)
        gen_open(gen, "for (int64_t %s = %s; %s >= %s; %s += %s)", name, from, name, to, name, gen_literal(gen, q->step));
    else {
        const char *n = gen_fresh(gen, "n");
        gen_open(gen, "for (uint64_t %s = 0; %s < UINT64_C(%llu); %s++)", n, n, (unsigned long long)q->count, n);
        gen_line(gen, "const int64_t %s = (int64_t)(UINT64_C(%llu) + %s * UINT64_C(%llu));", name,
                 (unsigned long long)q->first, n, (unsigned long long)q->step);
    }
    bind_loop(gen, q, name, q->first, last);
}

/* Rumur runs down where the end lies below the start; CMurphi runs not at all. */
static void running_loop(struct gen *gen, const struct quantifier *q, const char *name)
{
    bool rumur = gen->program->dialect == DIALECT_RUMUR;
    struct value from = keep(gen, gen_scalar(gen, q->from));
    struct value to = keep(gen, gen_scalar(gen, q->to));
    struct value by = {"1", 1, 1};
    if (q->by)
        by = gen_scalar(gen, q->by);
    else if (rumur)
        by.text = arena_format(gen->arena, "(%s >= %s ? 1 : -1)", to.text, from.text);
    by = keep(gen, by);
    const char *astray = arena_format(gen->arena, "(%s > %s && %s < 0) || (%s < %s && %s > 0)", to.text, from.text,
                                      by.text, to.text, from.text, by.text);
    if (q->by)
        gen_fail_if(gen, arena_format(gen->arena, rumur ? "%s == 0 || %s" : "%s == 0", by.text, astray), MODEL_LOOP,
                    q->place, "a loop whose step is zero or leads away from its end");
    const char *n = gen_fresh(gen, "n"), *last = gen_fresh(gen, "last");
    gen_line(gen, "const uint64_t %s = loop_last(%s, %s, %s);", last, from.text, to.text, by.text);
    gen_open(gen, "for (uint64_t %s = 0; %s <= %s%s; %s++)", n, n, last,
             rumur ? "" : arena_format(gen->arena, " && !(%s)", astray), n);
    gen_line(gen, "const int64_t %s = (int64_t)((uint64_t)%s + %s * (uint64_t)%s);", name, from.text, n, by.text);
    gen_bind_value(gen, q->symbol, name, from.low < to.low ? from.low : to.low,
                   from.high > to.high ? from.high : to.high);
}

/* Over the taken slots of a multiset. */
static void choose_loop(struct gen *gen, const struct quantifier *q, const char *name)
{
    const struct type *type = type_of(q->multiset->type);
    const char *multiset = gen_designator(gen, q->multiset);
    gen_open(gen, "for (int64_t %s = 0; %s < %u; %s++)", name, name, type->slots, name);
    gen_line(gen, "if (!%s.taken[%s])", multiset, name);
    gen_line(gen, "    continue;");
    gen_bind_value(gen, q->symbol, name, 0, (int64_t)type->slots - 1);
    gen_bind_multiset(gen, q->symbol, multiset);
}

void gen_loop(struct gen *gen, const struct quantifier *q, const char *bound)
{
    const char *name = arena_format(gen->arena, "%s_%u", q->symbol->name, q->symbol->id);
    if (q->multiset)
        choose_loop(gen, q, name);
    else if (q->constant)
        constant_loop(gen, q, name, bound);
    else
        running_loop(gen, q, name);
    gen_line(gen, "(void)%s;", name);
}

/* forall, exists and multisetcount.  Only a forall hands the antecedent on. */
static struct value quantified(struct gen *gen, const struct expr *e)
{
    const char *antecedent = e->kind == EXPR_FORALL ? take_antecedent(gen) : NULL;
    gen->antecedent = NULL;
    const char *name = gen_fresh(gen, e->kind == EXPR_FORALL ? "all" : e->kind == EXPR_EXISTS ? "any" : "count");
    gen_line(gen, "int64_t %s = %d;", name, e->kind == EXPR_FORALL);
    gen_open(gen, "%s", "");
    gen_loop(gen, e->quantifier, gen_quantifier_bound(gen, e));
    gen_poll_quantifier(gen, e);
    gen->antecedent = antecedent;
    gen_watch(gen, e->quantifier->symbol);
    unsigned faults = gen->faults;
    struct value body = gen_scalar(gen, e->left);
    gen_release(gen, e->quantifier->symbol);
    gen->antecedent = NULL;
    gen_open(gen, e->kind == EXPR_FORALL ? "if (!%s)" : "if (%s)", body.text);
    if (e->kind == EXPR_MULTISETCOUNT) {
        gen_line(gen, "%s++;", name);
    } else {
        gen_line(gen, "%s = %d;", name, e->kind == EXPR_EXISTS);
        if (!e->quantifier->asks_all || gen->faults == faults)
            gen_line(gen, "break;");
    }
    gen_close(gen);
    gen_close(gen);
    gen_close(gen);
    int64_t most = e->kind == EXPR_MULTISETCOUNT ? type_of(e->quantifier->multiset->type)->slots : 1;
    return (struct value){name, 0, most};
}

/* ---- unions ---- */

/* Scalars of which a union is made, in order; any other type is its own part. */
struct pieces {
    const struct type **types;
    unsigned count;
};

static void add_pieces(struct arena *arena, struct pieces *pieces, const struct type *type)
{
    if (type->kind == TYPE_UNION)
        for (unsigned i = 0; i < type->part_count; i++)
            add_pieces(arena, pieces, type_of(type->parts[i]));
    else
        ARENA_PUSH(arena, pieces->types, pieces->count, type);
}

static struct pieces pieces_of(struct arena *arena, const struct type *type)
{
    struct pieces pieces = {.count = 0};
    add_pieces(arena, &pieces, type);
    return pieces;
}

/* The ordinal at which a piece begins within a type, or -1. */
static int64_t piece_offset(const struct pieces *whole, const struct type *piece)
{
    int64_t offset = 0;
    for (unsigned i = 0; i < whole->count; i++) {
        if (whole->types[i] == piece)
            return offset;
        offset += whole->types[i]->high - whole->types[i]->low + 1;
    }
    return -1;
}

static struct value convert(struct gen *gen, const struct expr *e)
{
    const struct type *from = type_of(e->left->type), *to = type_of(e->type);
    struct value value = gen_scalar(gen, e->left);
    struct pieces pieces = pieces_of(gen->arena, from), others = pieces_of(gen->arena, to);
    value = keep(gen, value);
    const char *name = gen_fresh(gen, "t");
    gen_line(gen, "int64_t %s;", name);
    int64_t offset = 0;
    for (unsigned i = 0; i < pieces.count; i++) {
        int64_t size = pieces.types[i]->high - pieces.types[i]->low + 1, there = piece_offset(&others, pieces.types[i]);
        if (i + 1 < pieces.count)
            gen_line(gen, "%sif (%s < %s)", i ? "else " : "", value.text, gen_literal(gen, offset + size));
        else if (i)
            gen_line(gen, "else");
        gen->indent++;
        if (there < 0)
            gen_line(gen, "%s = -1;", name);
        else
            gen_line(gen, "%s = %s + %s;", name, value.text, gen_literal(gen, there - offset));
        gen->indent--;
        offset += size;
    }
    bool partial = false;
    for (unsigned i = 0; i < pieces.count; i++)
        partial |= piece_offset(&others, pieces.types[i]) < 0;
    if (partial)
        gen_fail_if(gen, arena_format(gen->arena, "%s < 0", name), MODEL_RANGE, e->place,
                    "a union's value that is not of this type");
    return (struct value){name, to->low, to->high};
}

static struct value is_member(struct gen *gen, const struct expr *e)
{
    const struct type *whole = type_of(e->left->type), *part = type_of(e->type_argument);
    struct value value = keep(gen, gen_scalar(gen, e->left)); /* evaluating the operand fails if it is undefined */
    if (whole == part)
        return (struct value){"1", 1, 1};
    struct pieces pieces = pieces_of(gen->arena, part), all = pieces_of(gen->arena, whole);
    const char *text = "0";
    for (unsigned i = 0; i < pieces.count; i++) {
        int64_t offset = piece_offset(&all, pieces.types[i]);
        if (offset < 0)
            continue;
        text = arena_format(gen->arena, "%s || (%s >= %s && %s <= %s)", text, value.text, gen_literal(gen, offset),
                            value.text, gen_literal(gen, offset + pieces.types[i]->high - pieces.types[i]->low));
    }
    return (struct value){arena_format(gen->arena, "(%s)", text), 0, 1};
}

/* ---- calls ---- */

/* A scalar argument by value may be undefined when it is a designator. */
static const char *value_argument(struct gen *gen, const struct symbol *parameter, const struct expr *argument)
{
    const struct type *type = type_of(parameter->type);
    if (argument->kind == EXPR_UNDEFINED) {
        const char *nothing = gen_fresh(gen, parameter->name);
        gen_line(gen, "%s %s;", gen_type(gen, type), nothing);
        gen_line(gen, "memset(&%s, 0, sizeof %s);", nothing, nothing);
        return type_is_scalar(type) ? nothing : arena_format(gen->arena, "&%s", nothing);
    }
    if (!type_is_scalar(type)) {
        const char *place = gen_designator(gen, argument), *copy = gen_fresh(gen, parameter->name);
        gen_line(gen, "%s %s;", gen_type(gen, type), copy);
        gen_line(gen, "memcpy(&%s, &%s, sizeof %s);", copy, place, copy);
        return arena_format(gen->arena, "&%s", copy);
    }
    const char *name = gen_fresh(gen, parameter->name);
    if (!argument->designator || argument->constant || bound_to_value(gen, argument)
        || !type_is_scalar(type_of(argument->type))) {
        struct value value = gen_scalar(gen, argument);
        const char *code = gen_fit(gen, type, value, argument->place);
        gen_line(gen, "const %s %s = %s;", gen_type(gen, type), name, code);
        return name;
    }
    const struct type *from = type_of(argument->type);
    const char *place = gen_designator(gen, argument);
    if (from->low == type->low && from->high == type->high) {
        gen_line(gen, "const %s %s = %s;", gen_type(gen, type), name, place);
        return name;
    }
    const char *raw = gen_fresh(gen, "t");
    gen_line(gen, "const %s %s = %s;", layout_width(from) == 8 ? "uint64_t" : "int64_t", raw, place);
    gen_line(gen, "%s %s = 0;", gen_type(gen, type), name);
    gen_open(gen, "if (%s)", raw);
    struct value value = {gen_decode(gen, from, raw), from->low, from->high};
    gen_line(gen, "%s = %s;", name, gen_fit(gen, type, value, argument->place));
    gen_close(gen);
    return name;
}

/* The arguments' codes, each as it is passed. */
static const char *const *external_codes(struct gen *gen, const struct expr *e)
{
    const struct routine *routine = e->symbol->routine;
    const char **codes = arena_alloc(gen->arena, (routine->parameter_count + 1) * sizeof *codes);
    for (unsigned i = 0; i < routine->parameter_count; i++) {
        const struct symbol *parameter = routine->parameters[i];
        codes[i] = parameter->by_reference ? gen_designator(gen, e->arguments[i])
                                           : value_argument(gen, parameter, e->arguments[i]);
    }
    return codes;
}

static const char *external_arguments(struct gen *gen, const struct routine *routine, const char *const *codes)
{
    const char *array = gen_fresh(gen, "arguments");
    gen_line(gen, "int64_t %s[%u];", array, routine->parameter_count ? routine->parameter_count : 1);
    gen_line(gen, "(void)%s;", array);
    for (unsigned i = 0; i < routine->parameter_count; i++) {
        const struct type *type = type_of(routine->parameters[i]->type);
        gen_line(gen, "%s[%u] = %s ? %s : MODEL_UNDEFINED;", array, i, codes[i], gen_decode(gen, type, codes[i]));
    }
    return array;
}

/* Check and store what the host wrote to arguments by reference. */
static void external_results(struct gen *gen, const struct expr *e, const char *array)
{
    const struct routine *routine = e->symbol->routine;
    for (unsigned i = 0; i < routine->parameter_count; i++) {
        const struct symbol *parameter = routine->parameters[i];
        if (!parameter->by_reference)
            continue;
        const struct type *type = type_of(parameter->type);
        const char *place = gen_designator(gen, e->arguments[i]);
        gen_open(gen, "if (%s[%u] == MODEL_UNDEFINED)", array, i);
        gen_line(gen, "%s = 0;", place);
        gen_close(gen);
        gen_open(gen, "else");
        struct value back = unknown(arena_format(gen->arena, "%s[%u]", array, i));
        gen_line(gen, "%s = %s;", place, gen_fit(gen, type, back, e->place));
        gen_close(gen);
    }
}

/* Whether the host may answer by a table (model.h). */
static bool may_be_table(const struct routine *routine)
{
    if (!routine->result || routine->parameter_count < 1 || routine->parameter_count > 3)
        return false;
    for (unsigned i = 0; i < routine->parameter_count; i++)
        if (routine->parameters[i]->by_reference || type_of(routine->parameters[i]->type)->low < 0)
            return false;
    return true;
}

/* The place of the answer in the host's table. */
static const char *answer_index(struct gen *gen, const struct routine *routine, const char *const *codes,
                                const char *binding)
{
    const char *index = NULL;
    static const char *const sizes[] = {NULL, "second", "third"};
    for (unsigned i = 0; i < 3; i++) {
        const char *value = i < routine->parameter_count
                                ? gen_decode(gen, type_of(routine->parameters[i]->type), codes[i]) : "0";
        if (i == 0)
            index = arena_format(gen->arena, "(uint64_t)(%s)", value);
        else if (i < routine->parameter_count)
            index = arena_format(gen->arena, "(%s) * %s->%s + (uint64_t)(%s)", index, binding, sizes[i], value);
    }
    return index;
}

static const char *call_external(struct gen *gen, const struct expr *e)
{
    const struct routine *routine = e->symbol->routine;
    const char *const *codes = external_codes(gen, e);
    const char *binding = gen_fresh(gen, "binding"), *name = gen_fresh(gen, "result");
    gen_line(gen, "const struct model_external_binding *const %s = &x->bindings[%u];", binding,
             gen_external_number(gen, routine));
    gen_line(gen, "int64_t %s;", name);
    if (may_be_table(routine)) {
        const char *defined = "";
        for (unsigned i = 0; i < routine->parameter_count; i++)
            defined = arena_format(gen->arena, "%s && %s", defined, codes[i]);
        gen_open(gen, "if (%s->answers%s)", binding, defined);
        gen_line(gen, "%s = %s->answers[%s];", name, binding, answer_index(gen, routine, codes, binding));
        gen_close(gen);
        gen_open(gen, "else");
    } else {
        gen_open(gen, "%s", "");
    }
    const char *array = external_arguments(gen, routine, codes);
    gen_line(gen, "%s = %s->function(%s->host, %s);", name, binding, binding, array);
    external_results(gen, e, array);
    gen_close(gen);
    gen_line(gen, "(void)%s;", name);
    if (!routine->result)
        return NULL;
    if (may_be_table(routine)) /* the host answers for it */
        return name;
    const struct type *type = type_of(routine->result);
    return check_range(gen, unknown(name), type->low, type->high, MODEL_RANGE, e->place,
                       "an external function's result outside its type").text;
}

/* A reference, and where its element may be gone, the guard of that. */
static const char *reference(struct gen *gen, const struct symbol *parameter, const struct expr *argument)
{
    struct named named = {0};
    const char *place = gen_place(gen, argument, &named), *guard = gen_guard_of(gen, &named);
    gen_expect_element(gen, &named);
    return parameter->guarded ? arena_format(gen->arena, "&%s, %s", place, guard ? guard : "&no_element")
                              : arena_format(gen->arena, "&%s", place);
}

static const char *call_internal(struct gen *gen, const struct expr *e)
{
    const struct routine *routine = e->symbol->routine;
    const char *list = "";
    for (unsigned i = 0; i < routine->parameter_count; i++) {
        const struct symbol *parameter = routine->parameters[i];
        const char *text = parameter->by_reference ? reference(gen, parameter, e->arguments[i])
                                                   : value_argument(gen, parameter, e->arguments[i]);
        list = arena_format(gen->arena, "%s, %s", list, text);
    }
    const char *result = NULL;
    if (routine->result) {
        const struct type *type = type_of(routine->result);
        result = gen_fresh(gen, routine->name);
        gen_line(gen, "%s %s;", type_is_scalar(type) ? "int64_t" : gen_type(gen, type), result);
        list = arena_format(gen->arena, "%s, &%s", list, result);
    }
    const unsigned long long frame = gen->frames[routine->id];
    if (frame) {
        gen_fail_if(gen, arena_format(gen->arena, "k->calls >= x->recursion_limit || %lluu > x->frame_limit - k->frames", frame),
                    MODEL_RECURSION, e->place, "calls nested beyond the limit");
        gen_line(gen, "k->calls++, k->frames += %lluu;", frame);
    }
    const char *fault = gen->cannot_fail[routine->id] ? NULL : gen_fresh(gen, "fault");
    gen_line(gen, "%s%s(x, k, s%s);", fault ? arena_format(gen->arena, "const uint32_t %s = ", fault) : "",
             gen_routine_name(gen, routine), list);
    if (frame)
        gen_line(gen, "k->calls--, k->frames -= %lluu;", frame);
    if (!fault)
        return result;
    gen_open(gen, "if (unlikely(%s))", fault);
    gen_fault(gen, fault);
    gen_close(gen);
    return result;
}

const char *gen_call(struct gen *gen, const struct expr *e)
{
    const struct routine *routine = e->symbol->routine;
    if (!routine->external)
        return call_internal(gen, e);
    return call_external(gen, e);
}

/* ---- all expressions ---- */

static struct value unary(struct gen *gen, const struct expr *e)
{
    struct value value = gen_scalar(gen, e->left);
    switch (e->op) {
    case OP_NOT:
        return (struct value){arena_format(gen->arena, "!%s", value.text), 0, 1};
    case OP_COMPLEMENT:
        return (struct value){arena_format(gen->arena, "(~(int64_t)%s)", value.text), ~value.high, ~value.low};
    default:
        break;
    }
    if (value.low == INT64_MIN) {
        value = is_simple(value.text) ? value : keep(gen, value);
        gen_fail_if(gen, arena_format(gen->arena, "%s == INT64_MIN", value.text), MODEL_OVERFLOW, e->place,
                    "a result that 64 bits do not hold");
        value.low++;
        value.high = value.high < value.low ? value.low : value.high;
    }
    return (struct value){arena_format(gen->arena, "(-(int64_t)%s)", value.text), -value.high, -value.low};
}

static struct value binary(struct gen *gen, const struct expr *e)
{
    if (e->op <= OP_AND)
        return logical(gen, e);
    const struct type *type = type_of(e->left->type);
    if (e->op <= OP_NOT_EQUAL && type && !type_is_scalar(type))
        return compare_compound(gen, e);
    if (gen_is_slot(e->left) && gen_is_slot(e->right))
        return gen_same_element(gen, e);
    struct value a = gen_scalar(gen, e->left), b = gen_scalar(gen, e->right);
    switch (e->op) {
    case OP_ADD: case OP_SUBTRACT: case OP_MULTIPLY:
        return ring(gen, e, a, b);
    case OP_DIVIDE: case OP_MODULO:
        return divide(gen, e, a, b);
    case OP_SHIFT_LEFT: case OP_SHIFT_RIGHT:
        return shift(gen, e, a, b);
    case OP_BIT_AND: case OP_BIT_OR: case OP_BIT_XOR:
        return bitwise(gen, e, a, b);
    default:
        return compare(gen, e->op, a, b);
    }
}

static struct value call_value(struct gen *gen, const struct expr *e)
{
    const char *text = gen_call(gen, e);
    const struct type *type = type_of(e->symbol->routine->result);
    return (struct value){text, type->low, type->high};
}

static struct value is_undefined(struct gen *gen, const struct expr *e)
{
    if (bound_to_value(gen, e->left) || !e->left->designator)
        return gen_scalar(gen, e->left), gen_number(gen, 0);
    const char *name = gen_fresh(gen, "undefined");
    gen_line(gen, "const int %s = !%s;", name, gen_designator(gen, e->left));
    return (struct value){name, 0, 1};
}

struct value gen_scalar(struct gen *gen, const struct expr *e)
{
    if (e->constant)
        return gen_number(gen, e->number);
    /* What lies below another operator is no antecedent. */
    if (e->kind != EXPR_FORALL && !(e->kind == EXPR_BINARY && e->op == OP_IMPLIES))
        gen->antecedent = NULL;
    switch (e->kind) {
    case EXPR_NUMBER:
        return gen_number(gen, e->number);
    case EXPR_NAME:
        if (e->symbol->kind == SYMBOL_CONST || e->symbol->kind == SYMBOL_MEMBER)
            return gen_number(gen, e->symbol->value);
        return read(gen, e);
    case EXPR_FIELD:
    case EXPR_INDEX:
        return read(gen, e);
    case EXPR_CALL:
        return call_value(gen, e);
    case EXPR_UNARY:
        return unary(gen, e);
    case EXPR_BINARY:
        return binary(gen, e);
    case EXPR_CONDITIONAL:
        return conditional(gen, e);
    case EXPR_FORALL:
    case EXPR_EXISTS:
    case EXPR_MULTISETCOUNT:
        return quantified(gen, e);
    case EXPR_ISUNDEFINED:
        return is_undefined(gen, e);
    case EXPR_ISMEMBER:
        return is_member(gen, e);
    case EXPR_CONVERT:
        return convert(gen, e);
    case EXPR_UNDEFINED:
        break; /* only an argument, which is passed elsewhere */
    }
    die("an unknown kind of expression, %d", (int)e->kind);
}

void gen_unless(struct gen *gen, const struct expr *e, const char *otherwise)
{
    if (e->kind == EXPR_BINARY && e->op == OP_AND && !e->constant) {
        gen_unless(gen, e->left, otherwise);
        gen_unless(gen, e->right, otherwise);
        return;
    }
    struct value value = gen_scalar(gen, e);
    if (is_constant(value) && value.low)
        return;
    gen_open(gen, "if (!%s)", value.text);
    gen_line(gen, "%s", otherwise);
    gen_close(gen);
}

void gen_alias(struct gen *gen, const struct symbol *symbol)
{
    const struct expr *e = symbol->expr;
    const struct type *type = type_of(e->type);
    const char *name = arena_format(gen->arena, "%s_%u", symbol->name, symbol->id);
    if (!symbol->by_reference && !type_is_scalar(type)) {
        const char *place = gen_designator(gen, e);
        gen_line(gen, "%s %s;", gen_type(gen, type), name);
        gen_line(gen, "memcpy(&%s, &%s, sizeof %s);", name, place, name);
        gen_bind_place(gen, symbol, name);
        return;
    }
    if (symbol->by_reference && !bound_to_value(gen, e) && !e->constant) {
        struct named named = {0};
        const char *place = gen_place(gen, e, &named);
        gen_expect_element(gen, &named);
        gen_line(gen, "%s *const %s = &%s;", gen_type(gen, type), name, place);
        gen_line(gen, "(void)%s;", name);
        gen_bind_place(gen, symbol, arena_format(gen->arena, "(*%s)", name));
        gen->bindings[symbol->id].guard = gen_guard_of(gen, &named);
        return;
    }
    struct value value = gen_scalar(gen, e);
    if (is_constant(value)) {
        gen_bind_value(gen, symbol, value.text, value.low, value.high);
        return;
    }
    gen_line(gen, "const int64_t %s = %s;", name, value.text);
    gen_line(gen, "(void)%s;", name);
    gen_bind_value(gen, symbol, name, value.low, value.high);
}

/* Found out by trial: write the expression to a text of its own, and see whether a check came with it. */
bool gen_cannot_fail(struct gen *gen, const struct expr *e)
{
    const char *antecedent = gen->antecedent;
    unsigned before = gen->faults;
    struct detour detour;
    detour_begin(gen, &detour);
    gen_scalar(gen, e);
    detour_end(gen, &detour);
    text_free(&detour.inner);
    gen->antecedent = antecedent;
    return gen->faults == before;
}
