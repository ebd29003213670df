/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * parse_opencl_expression.c - expressions of C, from loosest to tightest:
 *
 *     value   = unary (operator value)?      || && | ^ & == != < <= > >= + - * /
 *     unary   = "!" unary | "-" unary | "*" unary | NAME | NUMBER | "true" | "false" | call
 *             | "(" type "*"* ")" unary | "(" value ")"
 *
 * Both sides of && and || are evaluated, so an access on the right of one is refused; and so are accesses on both
 * sides of another operator, which C does not order.
 */
#include <string.h>

#include "../base/arena.h"
#include "operator.h"
#include "parse_opencl_private.h"

static const struct operation {
    const char *text;
    unsigned tightness;
    enum litmus_operator operator;
} operations[] = {{"||", 1, OPERATOR_OR}, {"&&", 2, OPERATOR_AND}, {"|", 3, OPERATOR_OR}, {"^", 4, OPERATOR_XOR}, {"&", 5, OPERATOR_AND},
                  {"==", 6, OPERATOR_EQ}, {"!=", 6, OPERATOR_NE}, {"<=", 7, OPERATOR_LE}, {">=", 7, OPERATOR_GE}, {"<", 7, OPERATOR_LT},
                  {">", 7, OPERATOR_GT}, {"+", 8, OPERATOR_ADD}, {"-", 8, OPERATOR_SUB}, {"*", 9, OPERATOR_MUL}, {"/", 9, OPERATOR_DIV}};

enum { LOOSEST = 1, BITWISE = 3 };

static bool read_unary(struct opencl_reader *, struct litmus_expression *);

/* ---- instructions and registers ---- */

static struct litmus_thread *thread_of(const struct opencl_reader *r)
{
    return &r->builder->test->threads[r->thread];
}

int opencl_variable(const struct opencl_reader *r, const struct litmus_token *token)
{
    return token->kind == TOKEN_NAME ? build_find_named_register(r->builder, r->thread, token) : -1;
}

static struct litmus_operand constant(struct litmus_value value)
{
    return (struct litmus_operand){.kind = OPERAND_VALUE, .value = value};
}

static struct litmus_expression copy_of(struct litmus_operand operand)
{
    return (struct litmus_expression){.operator = OPERATOR_COPY, .left = operand};
}

bool opencl_temporary(struct opencl_reader *r, struct litmus_operand *operand)
{
    *operand = (struct litmus_operand){.kind = OPERAND_REGISTER};
    operand->reg = build_register(r->builder, r->thread, BUILD_TEMPORARY_REGISTER + r->temporaries++, opencl_here(r));
    return operand->reg >= 0;
}

bool opencl_operand(struct opencl_reader *r, const struct litmus_expression *e, struct litmus_operand *operand)
{
    *operand = e->left;
    if (e->operator == OPERATOR_COPY)
        return true;
    struct litmus_instruction *move = opencl_emit(r, LITMUS_MOVE, opencl_here(r));
    if (!move || !opencl_temporary(r, operand))
        return false;
    move->target = operand->reg;
    move->value = *e;
    return true;
}

bool opencl_assign(struct opencl_reader *r, int reg, const struct litmus_expression *e, struct place place)
{
    struct litmus_thread *t = thread_of(r);
    struct litmus_instruction *last = t->length ? &t->code[t->length - 1] : NULL;
    bool temporary = e->operator == OPERATOR_COPY && e->left.kind == OPERAND_REGISTER &&
                     t->registers[e->left.reg].number >= BUILD_TEMPORARY_REGISTER;

    if (temporary && last && last->target == e->left.reg && (last->kind == LITMUS_LOAD || last->kind == LITMUS_RMW)) {
        last->target = reg;
        return true;
    }
    return opencl_move(r, reg, e, place);
}

bool opencl_move(struct opencl_reader *r, int reg, const struct litmus_expression *e, struct place place)
{
    struct litmus_instruction *move = opencl_emit(r, LITMUS_MOVE, place);
    if (!move)
        return false;
    move->target = reg;
    move->value = *e;
    return true;
}

void opencl_plain(struct litmus_instruction *access)
{
    access->order = LITMUS_NA;
    access->level = LITMUS_SYS;
    access->annotations = "na";
}

/* ---- truth ---- */

static bool is_comparison(enum litmus_operator operator)
{
    return operator >= OPERATOR_EQ && operator <= OPERATOR_GE;
}

static enum litmus_operator opposite_of(enum litmus_operator operator)
{
    switch (operator) {
    case OPERATOR_EQ: return OPERATOR_NE;
    case OPERATOR_NE: return OPERATOR_EQ;
    case OPERATOR_LT: return OPERATOR_GE;
    case OPERATOR_GE: return OPERATOR_LT;
    case OPERATOR_LE: return OPERATOR_GT;
    default: return OPERATOR_LE;
    }
}

static bool compare_with_zero(struct opencl_reader *r, struct litmus_expression *e, enum litmus_operator operator)
{
    struct litmus_operand operand;

    if (!opencl_operand(r, e, &operand))
        return false;
    *e = (struct litmus_expression){operator, operand, constant((struct litmus_value){0, -1})};
    return true;
}

bool opencl_opposite(struct opencl_reader *r, struct litmus_expression *e)
{
    if (!is_comparison(e->operator))
        return compare_with_zero(r, e, OPERATOR_EQ);
    e->operator = opposite_of(e->operator);
    return true;
}

static bool as_truth(struct opencl_reader *r, struct litmus_expression *e)
{
    return is_comparison(e->operator) || compare_with_zero(r, e, OPERATOR_NE);
}

/* ---- operands ---- */

/* NAME: a variable's value, or the address that a parameter is. */
static bool read_name(struct opencl_reader *r, struct litmus_expression *e)
{
    const struct litmus_token name = r->lexer.token;
    int reg = opencl_variable(r, &name);

    litmus_lexer_next(&r->lexer);
    if (reg >= 0) {
        *e = copy_of((struct litmus_operand){.kind = OPERAND_REGISTER, .reg = reg});
        return true;
    }
    for (unsigned i = 0; i < r->parameter_count; i++)
        if (r->parameters[i].length == name.length && !memcmp(r->parameters[i].name, name.text, name.length)) {
            build_name(r->builder, LITMUS_NAMES_LOCATION, -1, 0, name.place);
            *e = copy_of(constant(build_address(r->builder, r->parameters[i].location)));
            return true;
        }
    return opencl_error(r, name.place, "a variable of this thread, or a location that it is given", "this is not declared");
}

/* "(" type "*"* ")" there: skip it. */
static bool take_cast(struct opencl_reader *r)
{
    struct litmus_lexer before = r->lexer;

    if (!litmus_lexer_take(&r->lexer, '('))
        return false;
    bool type = opencl_skip_type(r);
    while (type && litmus_lexer_take(&r->lexer, '*'))
        ;
    if (type && litmus_lexer_take(&r->lexer, ')'))
        return true;
    r->lexer = before;
    return false;
}

static bool read_parenthesised(struct opencl_reader *r, struct litmus_expression *e)
{
    litmus_lexer_next(&r->lexer);
    return opencl_expression(r, e) && litmus_lexer_expect(&r->lexer, ')', "`)`");
}

/* What is read there is an address. */
static bool as_address(struct opencl_reader *r, const struct litmus_expression *e, struct litmus_operand *address, struct place place)
{
    if (litmus_lexer_at(&r->lexer, '['))
        return opencl_error(r, opencl_here(r), "*(q + 1), or atomic_load(q + 1)", "brackets are not read in C");
    if (e->operator == OPERATOR_COPY && e->left.kind == OPERAND_VALUE && e->left.value.location < 0)
        return opencl_error(r, place, NULL, "a number is no location");
    return opencl_operand(r, e, address);
}

bool opencl_address(struct opencl_reader *r, struct litmus_operand *address)
{
    struct litmus_expression e;
    struct place place = opencl_here(r);

    return opencl_expression(r, &e) && as_address(r, &e, address, place);
}

bool opencl_pointer(struct opencl_reader *r, struct litmus_operand *address)
{
    struct litmus_expression e;

    litmus_lexer_next(&r->lexer);
    struct place place = opencl_here(r);
    return read_unary(r, &e) && as_address(r, &e, address, place);
}

/* "*" pointer: a plain read. */
static bool read_plain_load(struct opencl_reader *r, struct litmus_expression *e)
{
    struct place place = opencl_here(r);
    struct litmus_operand address, target;

    if (!opencl_pointer(r, &address))
        return false;
    struct litmus_instruction *load = opencl_emit(r, LITMUS_LOAD, place);
    if (!load || !opencl_temporary(r, &target))
        return false;
    opencl_plain(load);
    load->address = address;
    load->target = target.reg;
    *e = copy_of(target);
    return true;
}

static bool read_negative(struct opencl_reader *r, struct litmus_expression *e)
{
    struct litmus_operand operand;

    litmus_lexer_next(&r->lexer);
    if (!read_unary(r, e) || !opencl_operand(r, e, &operand))
        return false;
    if (operand.kind == OPERAND_VALUE && operand.value.location < 0)
        *e = copy_of(constant((struct litmus_value){-operand.value.number, -1}));
    else
        *e = (struct litmus_expression){OPERATOR_SUB, constant((struct litmus_value){0, -1}), operand};
    return true;
}

static bool read_number(struct opencl_reader *r, struct litmus_expression *e, int64_t number)
{
    litmus_lexer_next(&r->lexer);
    *e = copy_of(constant((struct litmus_value){number, -1}));
    return true;
}

static bool is_call(const struct opencl_reader *r)
{
    struct litmus_lexer ahead = r->lexer;

    litmus_lexer_next(&ahead);
    return r->lexer.token.kind == TOKEN_NAME && litmus_lexer_at(&ahead, '(');
}

static bool read_primary(struct opencl_reader *r, struct litmus_expression *e)
{
    if (litmus_lexer_take(&r->lexer, '!'))
        return read_unary(r, e) && opencl_opposite(r, e);
    if (litmus_lexer_at(&r->lexer, '-'))
        return read_negative(r, e);
    if (litmus_lexer_at(&r->lexer, '*'))
        return read_plain_load(r, e);
    if (r->lexer.token.kind == TOKEN_NUMBER)
        return read_number(r, e, r->lexer.token.number);
    if (litmus_lexer_is(&r->lexer, "true") || litmus_lexer_is(&r->lexer, "false"))
        return read_number(r, e, litmus_lexer_is(&r->lexer, "true"));
    if (is_call(r))
        return r->call(r, e);
    if (r->lexer.token.kind == TOKEN_NAME)
        return read_name(r, e);
    if (take_cast(r))
        return read_unary(r, e);
    if (litmus_lexer_at(&r->lexer, '('))
        return read_parenthesised(r, e);
    litmus_lexer_wanted(&r->lexer, "a value");
    return false;
}

static bool read_unary(struct opencl_reader *r, struct litmus_expression *e)
{
    if (r->depth == OPENCL_DEEPEST)
        return opencl_error(r, opencl_here(r), NULL, "this is nested too deeply");
    r->depth++;
    bool read = read_primary(r, e);
    r->depth--;
    return read;
}

/* ---- operators ---- */

/* The operator that comes next, or NULL. */
static const struct operation *next_operation(const struct opencl_reader *r)
{
    const struct litmus_token *token = &r->lexer.token;

    for (unsigned i = 0; i < sizeof operations / sizeof *operations; i++)
        if (token->kind != TOKEN_NAME && token->kind != TOKEN_END && token->length == strlen(operations[i].text) &&
            !memcmp(token->text, operations[i].text, token->length))
            return &operations[i];
    return NULL;
}

static bool has_access(const struct litmus_thread *t, unsigned from, unsigned to)
{
    for (; from < to; from++)
        if (t->code[from].kind == LITMUS_LOAD || t->code[from].kind == LITMUS_RMW || t->code[from].kind == LITMUS_STORE)
            return true;
    return false;
}

static bool read_value(struct opencl_reader *r, struct litmus_expression *e, unsigned loosest);

/* operator value, behind the left side, which begins at that instruction. */
static bool read_operation(struct opencl_reader *r, struct litmus_expression *e, const struct operation *o, unsigned start)
{
    struct place place = opencl_here(r);
    struct litmus_expression right;
    bool truth = o->tightness < BITWISE;

    litmus_lexer_next(&r->lexer);
    struct litmus_expression result = {.operator = o->operator};
    if ((truth && !as_truth(r, e)) || !opencl_operand(r, e, &result.left))
        return false;
    unsigned before = thread_of(r)->length;
    if (!read_value(r, &right, o->tightness + 1) || (truth && !as_truth(r, &right)) || !opencl_operand(r, &right, &result.right))
        return false;
    bool accesses = has_access(thread_of(r), before, thread_of(r)->length);
    if (!truth && accesses && has_access(thread_of(r), start, before))
        return opencl_error(r, place, "with a statement for each it is clear", "which side of this has its access first, C leaves open");
    if (truth && accesses)
        return opencl_error(r, place, "with an `if` it is clear whether it is done", "an access on the right of && and || is not read");
    *e = result;
    return true;
}

static bool read_value(struct opencl_reader *r, struct litmus_expression *e, unsigned loosest)
{
    unsigned start = thread_of(r)->length;

    if (!read_unary(r, e))
        return false;
    for (const struct operation *o; (o = next_operation(r)) && o->tightness >= loosest;)
        if (!read_operation(r, e, o, start))
            return false;
    return true;
}

bool opencl_expression(struct opencl_reader *r, struct litmus_expression *e)
{
    return read_value(r, e, LOOSEST);
}
