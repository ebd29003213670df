/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * types_expr.c - check expressions and designators, and convert between types.
 *
 * types_expr() resolves one expression: it gives each name its symbol and the
 * expression its type, and returns the type, or NULL after an error.
 */
#include "types_compare.h"
#include "types_private.h"
#include "uses.h"
#include "../base/nearest.h"

#include <inttypes.h>
#include <string.h>

static struct type *check(struct checker *, struct expr *, enum access);

/* ---- names ---- */

static bool is_slot(const struct symbol *symbol)
{
    return symbol->kind == SYMBOL_QUANTIFIER && symbol->quantifier && symbol->quantifier->multiset;
}

static void set_from_symbol(struct expr *e, struct symbol *symbol)
{
    e->symbol = symbol;
    e->type = type_of(symbol->type);
    e->writable = symbol->writable;
    if (symbol->kind == SYMBOL_CONST || symbol->kind == SYMBOL_MEMBER) {
        e->constant = true;
        e->number = symbol->value;
    } else if (symbol->kind == SYMBOL_ALIAS && symbol->expr->constant) {
        e->constant = true;
        e->number = symbol->expr->number;
    } else {
        e->designator = true;
    }
}

static struct symbol *look_up_value(struct checker *c, struct expr *e)
{
    struct symbol *symbol = types_lookup(c, e->name, e->place);
    if (!symbol)
        return NULL;
    if (symbol->kind == SYMBOL_TYPE || symbol->kind == SYMBOL_ROUTINE) {
        const char *hint = symbol->kind == SYMBOL_ROUTINE ? "a call needs parentheses, even with no arguments" : NULL;
        types_error(c, e->place, hint, "`%s` is %s; a value is expected here", e->name, types_kind_name(symbol));
        return NULL;
    }
    if (symbol->kind == SYMBOL_CONST && !types_resolve_symbol(c, symbol, e->place))
        return NULL;
    bool early = symbol->kind == SYMBOL_VARIABLE || symbol->kind == SYMBOL_MEMBER;
    if (early && !types_resolve(c, symbol->type))
        return NULL; /* a constant's definition refers to a name that is declared later */
    return symbol->type ? symbol : NULL;
}

static struct type *check_name(struct checker *c, struct expr *e, enum access access)
{
    struct symbol *symbol = look_up_value(c, e);
    if (!symbol)
        return NULL;
    if (is_slot(symbol)) {
        types_error(c, e->place, "write `m[i]` for the element, `multisetremove(i, m)` to remove it",
                    "`%s` stands for a place in a multiset, and has no value of its own", e->name);
        return NULL;
    }
    types_mark(c, symbol, access);
    set_from_symbol(e, symbol);
    return e->type;
}

/* ---- designators ---- */

static const char *field_name(const void *type, unsigned i)
{
    return ((const struct type *)type)->fields[i].name;
}

static struct type *check_field(struct checker *c, struct expr *e, enum access access)
{
    struct type *record = check(c, e->left, access);
    if (!record)
        return NULL;
    if (record->kind != TYPE_RECORD) {
        types_error(c, e->place, NULL, "`.%s` needs a record before it; this is %s", e->name, types_describe(c, record));
        return NULL;
    }
    for (unsigned i = 0; i < record->field_count; i++)
        if (!strcmp(record->fields[i].name, e->name)) {
            e->field = i;
            uses_note_field(c->arena, c->program, e->place, true, &record->fields[i]);
            return type_of(record->fields[i].type);
        }
    const char *near = nearest_of(e->name, field_name, record, record->field_count);
    const char *hint = near ? arena_format(c->arena, "did you mean `%s`?", near) : NULL;
    types_error(c, e->place, hint, "%s has no field `%s`", types_describe(c, record), e->name);
    return NULL;
}

bool types_slot(struct checker *c, struct expr *e, struct type *multiset)
{
    const char *hint = "a multiset has no order: name an element by a parameter of choose, multisetcount or multisetremovepred";
    struct symbol *symbol = e->kind == EXPR_NAME ? scope_find(c->scope, e->name) : NULL;
    if (!symbol || !is_slot(symbol)) {
        if (types_expr(c, e))
            types_error(c, e->place, hint, "this is no place in a multiset");
        return false;
    }
    struct type *chosen = symbol->quantifier->multiset->type;
    if (!chosen || !symbol->type)
        return false;
    if (!types_equal(type_of(chosen), multiset)) {
        types_error(c, e->place, NULL, "`%s` is a place in %s, not in %s", e->name, types_describe(c, type_of(chosen)),
                    types_describe(c, multiset));
        return false;
    }
    types_mark(c, symbol, ACCESS_READ);
    uses_note(c->arena, c->program, e->place, false, symbol);
    set_from_symbol(e, symbol);
    return true;
}

static struct type *check_index(struct checker *c, struct expr *e, enum access access)
{
    struct type *left = check(c, e->left, access);
    if (!left) {
        types_expr(c, e->right);
        return NULL;
    }
    if (left->kind == TYPE_MULTISET)
        return types_slot(c, e->right, left) ? type_of(left->element) : NULL;
    if (left->kind != TYPE_ARRAY) {
        types_error(c, e->place, NULL, "only an array or a multiset can be indexed; this is %s", types_describe(c, left));
        return NULL;
    }
    if (!types_expr(c, e->right) || !types_coerce(c, &e->right, type_of(left->index), "the index"))
        return NULL;
    return type_of(left->element);
}

static struct type *check_selection(struct checker *c, struct expr *e, enum access access)
{
    struct type *type = e->kind == EXPR_FIELD ? check_field(c, e, access) : check_index(c, e, access);
    if (!type)
        return NULL;
    if (!e->left->designator) {
        types_error(c, e->left->place, "give it a name with alias first", "a part can be taken only of a variable");
        return NULL;
    }
    e->designator = true;
    e->writable = e->left->writable;
    return type;
}

struct type *types_designator(struct checker *c, struct expr *e, enum access access)
{
    struct type *type = check(c, e, access);
    if (type && !e->designator) {
        types_error(c, e->place, NULL, "this is a value; a variable is expected here");
        return NULL;
    }
    return type;
}

static void explain_read_only(struct checker *c, const struct expr *e, const char *what)
{
    const struct symbol *root = types_root(e);
    const char *hint = NULL;
    if (!root) {
        types_error(c, e->place, NULL, "this is a value; it cannot be %s", what);
        return;
    }
    if (root->kind == SYMBOL_PARAMETER)
        hint = arena_format(c->arena, "declare it `var %s` to pass it by reference", root->name);
    else if (root->kind == SYMBOL_ALIAS)
        hint = "it is an alias of a value, not of a variable";
    types_error(c, e->place, hint, "`%s` is %s, and cannot be %s", root->name, types_kind_name(root), what);
}

struct type *types_writable(struct checker *c, struct expr *e, const char *what)
{
    struct type *type = check(c, e, ACCESS_WRITE);
    if (!type)
        return NULL;
    if (!e->designator || !e->writable) {
        explain_read_only(c, e, what);
        return NULL;
    }
    return type;
}

/* ---- conversions ---- */

static struct expr *convert(struct checker *c, struct expr *e, struct type *type)
{
    struct expr *conversion = arena_alloc(c->arena, sizeof *conversion);
    conversion->kind = EXPR_CONVERT;
    conversion->place = e->place;
    conversion->left = e;
    conversion->height = e->height + 1;
    conversion->type = type;
    types_fold(c, conversion);
    return conversion;
}

static bool convertible(const struct type *from, const struct type *to)
{
    if (from->kind == TYPE_UNION && to->kind == TYPE_UNION) {
        for (unsigned i = 0; i < from->part_count; i++)
            if (types_is_part(to, type_of(from->parts[i])))
                return true;
        return false;
    }
    return (from->kind == TYPE_UNION && types_is_part(from, to)) || (to->kind == TYPE_UNION && types_is_part(to, from));
}

bool types_coerce(struct checker *c, struct expr **at, struct type *type, const char *what)
{
    struct expr *e = *at;
    if (!e->type || !type)
        return false;
    if ((types_is_integer(e->type) && types_is_integer(type)) || types_equal(e->type, type))
        return true;
    if (!convertible(e->type, type)) {
        types_error(c, e->place, types_difference(c, e->type, type), "%s is %s; %s is expected", what,
                    types_describe(c, e->type), types_describe(c, type));
        return false;
    }
    *at = convert(c, e, type);
    if (e->constant && !(*at)->constant) {
        types_error(c, e->place, NULL, "%s is not a value of %s", what, types_describe(c, type));
        return false;
    }
    return true;
}

struct type *types_unify(struct checker *c, struct expr **left, struct expr **right)
{
    struct type *a = (*left)->type, *b = (*right)->type;
    if (types_equal(a, b))
        return a;
    if (types_is_integer(a) && types_is_integer(b))
        return c->program->integer;
    if (a->kind == TYPE_UNION && b->kind == TYPE_UNION) {
        struct type *joint = types_join(c, a, b);
        if (joint) {
            *left = convert(c, *left, joint);
            *right = convert(c, *right, joint);
        }
        return joint;
    }
    if (a->kind == TYPE_UNION && types_is_part(a, b)) {
        *right = convert(c, *right, a);
        return a;
    }
    if (b->kind == TYPE_UNION && types_is_part(b, a)) {
        *left = convert(c, *left, b);
        return b;
    }
    return NULL;
}

/* ---- operators ---- */

static const char *operator_name(enum op op)
{
    static const char *const names[] = {
        [OP_NOT] = "!", [OP_NEGATE] = "-", [OP_COMPLEMENT] = "~", [OP_IMPLIES] = "->", [OP_OR] = "|", [OP_AND] = "&",
        [OP_EQUAL] = "=", [OP_NOT_EQUAL] = "!=", [OP_LESS] = "<", [OP_LESS_EQUAL] = "<=", [OP_GREATER] = ">",
        [OP_GREATER_EQUAL] = ">=", [OP_ADD] = "+", [OP_SUBTRACT] = "-", [OP_MULTIPLY] = "*", [OP_DIVIDE] = "/",
        [OP_MODULO] = "%", [OP_BIT_AND] = "&", [OP_BIT_OR] = "|", [OP_BIT_XOR] = "^", [OP_SHIFT_LEFT] = "<<",
        [OP_SHIFT_RIGHT] = ">>",
    };
    return names[op];
}

static bool operand(struct checker *c, const struct expr *e, enum op op, bool boolean)
{
    if (boolean ? e->type->kind == TYPE_BOOLEAN : types_is_integer(e->type))
        return true;
    const char *hint = NULL;
    if (e->type->kind == TYPE_SCALARSET)
        hint = "the elements of a scalarset have no order and no arithmetic";
    else if (boolean && types_is_integer(e->type))
        hint = "write `x != 0` where a number should count as true";
    types_error(c, e->place, hint, "`%s` takes %s; this is %s", operator_name(op), boolean ? "booleans" : "numbers",
                types_describe(c, e->type));
    return false;
}

static struct type *check_unary(struct checker *c, struct expr *e)
{
    bool boolean = e->op == OP_NOT;
    if (!types_expr(c, e->left) || !operand(c, e->left, e->op, boolean))
        return NULL;
    return boolean ? c->program->boolean : c->program->integer;
}

static bool both(struct checker *c, struct expr *e, bool boolean)
{
    bool left = operand(c, e->left, e->op, boolean);
    return operand(c, e->right, e->op, boolean) && left;
}

/* `&` and `|` connect booleans, and combine the bits of numbers; `&&` and `||`
 * connect booleans only. */
static struct type *check_connective(struct checker *c, struct expr *e)
{
    bool bits = e->op != OP_IMPLIES && !e->logical;
    if (bits && types_is_integer(e->left->type) && types_is_integer(e->right->type)) {
        e->op = e->op == OP_AND ? OP_BIT_AND : OP_BIT_OR;
        return c->program->integer;
    }
    return both(c, e, true) ? c->program->boolean : NULL;
}

static struct type *check_bits(struct checker *c, struct expr *e)
{
    return both(c, e, false) ? c->program->integer : NULL;
}

/* Two places of one multiset may be compared, to tell two choices apart. */
static bool compares_slots(struct checker *c, struct expr *e)
{
    if (e->left->kind != EXPR_NAME || e->right->kind != EXPR_NAME)
        return false;
    struct symbol *a = scope_find(c->scope, e->left->name), *b = scope_find(c->scope, e->right->name);
    return a && b && is_slot(a) && is_slot(b);
}

static struct type *check_slot_equality(struct checker *c, struct expr *e)
{
    struct type *multiset = scope_find(c->scope, e->left->name)->quantifier->multiset->type;
    if (!multiset || !types_slot(c, e->left, type_of(multiset)) || !types_slot(c, e->right, type_of(multiset)))
        return NULL;
    return c->program->boolean;
}

static struct type *check_equality(struct checker *c, struct expr *e)
{
    struct type *type = types_unify(c, &e->left, &e->right);
    if (!type) {
        types_error(c, e->place, types_difference(c, e->left->type, e->right->type), "%s and %s cannot be compared",
                    types_describe(c, e->left->type), types_describe(c, e->right->type));
        return NULL;
    }
    if (type->contains_multiset) {
        types_error(c, e->place, "count the elements with multisetcount", "multisets cannot be compared");
        return NULL;
    }
    return c->program->boolean;
}

static struct type *check_binary(struct checker *c, struct expr *e)
{
    bool equality = e->op == OP_EQUAL || e->op == OP_NOT_EQUAL;
    if (equality && compares_slots(c, e))
        return check_slot_equality(c, e);
    struct type *left = types_expr(c, e->left), *right = types_expr(c, e->right);
    if (!left || !right)
        return NULL;
    if (equality)
        return check_equality(c, e);
    if (e->op == OP_IMPLIES || e->op == OP_OR || e->op == OP_AND)
        return check_connective(c, e);
    if (e->op >= OP_BIT_AND)
        return check_bits(c, e);
    if (!both(c, e, false))
        return NULL;
    return e->op >= OP_ADD ? c->program->integer : c->program->boolean;
}

bool types_condition(struct checker *c, struct expr **at, const char *what)
{
    struct type *type = types_expr(c, *at);
    if (!type)
        return false;
    if (type->kind == TYPE_BOOLEAN)
        return true;
    types_error(c, (*at)->place, types_is_integer(type) ? "write `x != 0` where a number should count as true" : NULL,
                "%s is a condition and must be boolean; this is %s", what, types_describe(c, type));
    return false;
}

static struct type *check_conditional(struct checker *c, struct expr *e)
{
    bool condition = types_condition(c, &e->condition, "what stands before `?`");
    struct type *left = types_expr(c, e->left), *right = types_expr(c, e->right);
    if (!condition || !left || !right)
        return NULL;
    struct type *type = types_unify(c, &e->left, &e->right);
    if (!type)
        types_error(c, e->place, types_difference(c, left, right), "one outcome is %s, the other %s",
                    types_describe(c, left), types_describe(c, right));
    return type;
}

/* ---- quantifiers ---- */

static bool check_bound(struct checker *c, struct expr *e, const char *what)
{
    struct type *type = types_expr(c, e);
    if (!type)
        return false;
    if (types_is_integer(type) || type->kind == TYPE_ENUM || type->kind == TYPE_BOOLEAN)
        return true;
    types_error(c, e->place, type->kind == TYPE_SCALARSET ? "the elements of a scalarset have no order" : NULL,
                "%s must be a number or an enum's member; this is %s", what, types_describe(c, type));
    return false;
}

static bool check_step(struct checker *c, struct quantifier *q)
{
    if (!q->by)
        return true;
    struct type *type = types_expr(c, q->by);
    if (!type)
        return false;
    if (!types_is_integer(type)) {
        types_error(c, q->by->place, NULL, "a step must be a number; this is %s", types_describe(c, type));
        return false;
    }
    if (q->by->constant && !q->by->number) {
        types_error(c, q->by->place, NULL, "a step of 0 never ends");
        return false;
    }
    return true;
}

/* Both bounds and the step are constant. */
static bool count_range(struct checker *c, struct quantifier *q)
{
    int64_t from = q->from->number, to = q->to->number;
    q->constant = true;
    q->first = from;
    q->step = q->by ? q->by->number : 1;
    uint64_t width, step = q->step < 0 ? -(uint64_t)q->step : (uint64_t)q->step;
    if (q->step < 0 ? to > from : from > to) {
        if (c->dialect == DIALECT_CMURPHI)
            return true; /* no iterations */
        types_error(c, q->place, "give the bounds the other way round, or the step the other sign",
                    "the loop from %" PRId64 " to %" PRId64 " by %" PRId64 " never gets there", from, to, q->step);
        return false;
    }
    if (!types_above_undefined(c, from < to ? from : to, q->place))
        return false;
    width = from < to ? (uint64_t)to - (uint64_t)from : (uint64_t)from - (uint64_t)to;
    q->count = width / step;
    if (q->count++ == UINT64_MAX) {
        types_error(c, q->place, NULL, "this range is too large");
        return false;
    }
    return true;
}

static bool quantify_range(struct checker *c, struct quantifier *q)
{
    bool from = check_bound(c, q->from, "a lower bound"), to = check_bound(c, q->to, "an upper bound");
    bool step = check_step(c, q);
    if (!from || !to || !step)
        return false;
    struct type *type = types_unify(c, &q->from, &q->to);
    if (!type) {
        types_error(c, q->place, NULL, "one bound is %s, the other %s", types_describe(c, q->from->type),
                    types_describe(c, q->to->type));
        return false;
    }
    bool constant = q->from->constant && q->to->constant && (!q->by || q->by->constant);
    if (constant && !count_range(c, q))
        return false;
    if (types_is_integer(type)) {
        int64_t a = q->from->number, b = q->to->number;
        type = constant ? types_range(c, a < b ? a : b, a < b ? b : a) : c->program->integer;
    }
    if (constant)
        q->type = type;
    q->symbol->type = type;
    return true;
}

static bool quantify_type(struct checker *c, struct quantifier *q)
{
    types_declare_members(c, q->type);
    if (!types_resolve(c, q->type))
        return false;
    struct type *type = type_of(q->type);
    if (!type_is_scalar(type)) {
        types_error(c, q->type->place, NULL, "a parameter runs over a scalar type; this is %s", types_describe(c, type));
        return false;
    }
    q->symbol->type = type;
    q->constant = true;
    q->first = type->low;
    q->step = 1;
    q->count = (uint64_t)type->high - (uint64_t)type->low + 1;
    return true;
}

static bool quantify_multiset(struct checker *c, struct quantifier *q)
{
    struct type *type = types_designator(c, q->multiset, ACCESS_READ);
    if (!type)
        return false;
    if (type->kind != TYPE_MULTISET) {
        types_error(c, q->multiset->place, NULL, "a multiset is expected here; this is %s", types_describe(c, type));
        return false;
    }
    q->constant = true;
    q->step = 1;
    q->count = type->slots;
    q->symbol->type = types_range(c, 0, (int64_t)type->slots - 1);
    return true;
}

bool types_quantifier(struct checker *c, struct quantifier *q)
{
    /* Bounds are read outside the scope that the parameter opens; inline enum
     * members belong inside. */
    bool good = false;
    q->symbol->kind = SYMBOL_QUANTIFIER;
    q->symbol->quantifier = q;
    q->symbol->type = NULL;
    if (q->multiset)
        good = quantify_multiset(c, q);
    else if (!q->type || q->from)
        good = quantify_range(c, q);
    types_open(c);
    if (!q->multiset && !q->from)
        good = quantify_type(c, q);
    types_declare(c, q->symbol);
    return good;
}

static struct type *check_quantified(struct checker *c, struct expr *e)
{
    bool good = types_quantifier(c, e->quantifier);
    const char *what = e->kind == EXPR_MULTISETCOUNT ? "what multisetcount counts" : "the body of forall or exists";
    good = types_condition(c, &e->left, what) && good;
    types_close(c);
    if (!good)
        return NULL;
    return e->kind == EXPR_MULTISETCOUNT ? c->program->integer : c->program->boolean;
}

void types_alias(struct checker *c, struct symbol *alias)
{
    alias->kind = SYMBOL_ALIAS;
    struct type *type = check(c, alias->expr, ACCESS_NONE);
    if (type) {
        alias->type = type;
        alias->by_reference = alias->expr->designator;
        alias->writable = alias->expr->writable;
    }
    types_open(c);
    types_declare(c, alias);
}

/* ---- the rest ---- */

static struct type *check_isundefined(struct checker *c, struct expr *e)
{
    struct type *type = types_designator(c, e->left, ACCESS_READ);
    if (!type)
        return NULL;
    if (!type_is_scalar(type)) {
        types_error(c, e->left->place, "ask about one of its parts", "isundefined takes a scalar; this is %s",
                    types_describe(c, type));
        return NULL;
    }
    return c->program->boolean;
}

/* What a value is a member of: to CMurphi boolean is an enum too. */
static bool has_members(const struct type *type)
{
    return type->kind == TYPE_ENUM || type->kind == TYPE_SCALARSET || type->kind == TYPE_BOOLEAN;
}

/* The type need not be one that the value can have: then the answer is no. */
static struct type *check_ismember(struct checker *c, struct expr *e)
{
    struct type *type = types_expr(c, e->left);
    if (!types_resolve(c, e->type_argument) || !type)
        return NULL;
    struct type *part = type_of(e->type_argument);
    if (!has_members(type) && type->kind != TYPE_UNION) {
        types_error(c, e->left->place, "a range's values belong to no such type",
                    "ismember takes a value of an enum, a scalarset or a union; this is %s", types_describe(c, type));
        return NULL;
    }
    if (!has_members(part)) {
        types_error(c, e->type_argument->place, "ask about its parts, joined by `|`",
                    "ismember asks about an enum or a scalarset; this is %s", types_describe(c, part));
        return NULL;
    }
    return c->program->boolean;
}

static bool check_reference(struct checker *c, struct expr *argument, struct symbol *parameter)
{
    struct type *wanted = type_of(parameter->type);
    struct type *type = check(c, argument, ACCESS_NONE);
    if (!type || !wanted)
        return false;
    if (!argument->designator || !argument->writable) {
        explain_read_only(c, argument, "passed by reference");
        return false;
    }
    if (!types_equal(type, wanted)) {
        const char *hint = types_difference(c, type, wanted);
        types_error(c, argument->place, hint ? hint : "by reference, the types must be the same",
                    "the argument is %s; `var %s` takes %s", types_describe(c, type), parameter->name,
                    types_describe(c, wanted));
        return false;
    }
    struct flow flow = { argument, types_root(argument), parameter, c->routine, argument->place, c->pure };
    ARENA_PUSH(c->arena, c->flows, c->flow_count, flow);
    return true;
}

static bool check_argument(struct checker *c, struct expr **at, struct symbol *parameter)
{
    if ((*at)->kind == EXPR_UNDEFINED && !parameter->by_reference) {
        (*at)->type = type_of(parameter->type);
        return (*at)->type != NULL;
    }
    if (parameter->by_reference)
        return check_reference(c, *at, parameter);
    return types_expr(c, *at)
        && types_coerce(c, at, type_of(parameter->type), arena_format(c->arena, "the argument `%s`", parameter->name));
}

struct type *types_call(struct checker *c, struct expr *e, bool as_statement)
{
    struct symbol *symbol = types_lookup(c, e->name, e->place);
    if (symbol && symbol->kind != SYMBOL_ROUTINE) {
        types_error(c, e->place, NULL, "`%s` is %s; it cannot be called", e->name, types_kind_name(symbol));
        symbol = NULL;
    }
    if (!symbol) {
        for (unsigned i = 0; i < e->argument_count; i++)
            types_expr(c, e->arguments[i]);
        return NULL;
    }
    struct routine *routine = symbol->routine;
    if (routine->parameter_count != e->argument_count) {
        types_error(c, e->place, NULL, "`%s` takes %u argument%s, not %u", e->name, routine->parameter_count,
                    routine->parameter_count == 1 ? "" : "s", e->argument_count);
        return NULL;
    }
    bool good = true;
    for (unsigned i = 0; i < e->argument_count; i++)
        good = check_argument(c, &e->arguments[i], routine->parameters[i]) && good;
    e->symbol = symbol;
    symbol->read = true;
    struct call call = { c->routine, routine, e->place, c->pure };
    ARENA_PUSH(c->arena, c->calls, c->call_count, call);
    if (!as_statement && !routine->result) {
        types_error(c, e->place, NULL, "`%s` is a procedure: it has no value", e->name);
        return NULL;
    }
    return good && routine->result ? type_of(routine->result) : NULL;
}

static struct type *check_kind(struct checker *c, struct expr *e, enum access access)
{
    switch (e->kind) {
    case EXPR_NUMBER:
        e->constant = true;
        return c->program->integer;
    case EXPR_NAME:
        return check_name(c, e, access);
    case EXPR_FIELD: case EXPR_INDEX:
        return check_selection(c, e, access);
    case EXPR_CALL:
        return types_call(c, e, false);
    case EXPR_UNARY:
        return check_unary(c, e);
    case EXPR_BINARY:
        return check_binary(c, e);
    case EXPR_CONDITIONAL:
        return check_conditional(c, e);
    case EXPR_FORALL: case EXPR_EXISTS: case EXPR_MULTISETCOUNT:
        return check_quantified(c, e);
    case EXPR_ISUNDEFINED:
        return check_isundefined(c, e);
    case EXPR_ISMEMBER:
        return check_ismember(c, e);
    case EXPR_UNDEFINED:
        types_error(c, e->place, NULL, "`undefined` is passed by value only");
        return NULL;
    case EXPR_CONVERT:
        return e->type; /* ours, and checked */
    }
    return NULL;
}

static struct type *check(struct checker *c, struct expr *e, enum access access)
{
    if (c->depth >= DEPTH_LIMIT) { /* the parser bounds one expression, but a constant leads to another */
        types_error(c, e->place, "declare constants after what they use", "the definitions here are too deep");
        return NULL;
    }
    c->depth++;
    struct type *type = check_kind(c, e, access);
    c->depth--;
    e->type = type && type->leaves ? type : NULL;
    if (e->type)
        types_fold(c, e);
    return e->type;
}

struct type *types_expr(struct checker *c, struct expr *e)
{
    return check(c, e, ACCESS_READ);
}

bool types_constant_integer(struct checker *c, struct expr *e, const char *what, int64_t *value)
{
    struct type *type = types_expr(c, e);
    if (!type)
        return false;
    if (!types_is_integer(type)) {
        types_error(c, e->place, NULL, "%s must be a number; this is %s", what, types_describe(c, type));
        return false;
    }
    if (!types_constant(c, e, what))
        return false;
    *value = e->number;
    return true;
}
