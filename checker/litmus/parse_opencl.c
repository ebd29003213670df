/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * parse_opencl.c - threads and statements of OpenCL C, as Dartagnan's suite writes them:
 *
 *     program   = thread+
 *     thread    = "P0" ("@" "wg" n "," "dev" n)? "(" (parameter ("," parameter)*)? ")" block
 *     parameter = word* "*" word* NAME         words of regions, types and qualifiers
 *     block     = "{" statement* "}"
 *     statement = block | ";" | if | while | do | for | "break" ";" | "continue" ";" | "goto" NAME ";"
 *               | "return" ";" | NAME ":" | barrier ";" | type declared ("," declared)* ";" | simple ";"
 *     simple    = NAME ("=" | "+=" | "-=") value | NAME ("++" | "--") | "*" unary "=" value | call
 *
 * What each thread does is turned into the instructions of program.h as it is read.
 */
#include "parse_opencl.h"

#include <ctype.h>
#include <string.h>

#include "../base/arena.h"
#include "columns.h"
#include "parse_opencl_private.h"

static const struct columns_word places[] = {{"wg", LITMUS_WG}, {"dev", LITMUS_AGENT}, {0}};

/* ---- where threads begin and end ---- */

/* Blanks and all comments: between threads stand those of litmus tests too. */
static unsigned skip_all(const struct source *source, unsigned at)
{
    for (unsigned before = at + 1; before != at;) {
        before = at;
        at = litmus_skip_blank(source, at, source->length, NULL);
        at = litmus_skip_c(source, at, source->length, NULL);
    }
    return at;
}

/* Behind the brace that closes the one that comes first; the end of the text if none does. */
static unsigned block_end(const struct source *source, unsigned at)
{
    unsigned depth = 0;

    while ((at = litmus_skip_c(source, at, source->length, NULL)) < source->length) {
        depth += source->text[at] == '{';
        if (source->text[at] == '}' && (!depth || --depth == 0))
            return at + 1;
        at++;
    }
    return source->length;
}

/* Whether a thread begins there; *end is behind it. */
static bool is_thread(const struct source *source, unsigned at, unsigned *end)
{
    if (source->text[at] != 'P' || !isdigit((unsigned char)source->text[at + 1]))
        return false;
    *end = block_end(source, at);
    return true;
}

unsigned parse_opencl_extent(const struct source *source, unsigned from, unsigned *end)
{
    unsigned count = 0, at = skip_all(source, from);

    *end = from;
    while (count <= LITMUS_MAX_THREADS && is_thread(source, at, end)) {
        at = skip_all(source, *end);
        count++;
    }
    return count;
}

/* ---- parameters ---- */

/* The words before a parameter's name. */
struct declared {
    int region;        /* a mark, or -1 */
    bool atomic, type, pointer;
};

static bool read_declared(struct opencl_reader *r, struct declared *d)
{
    *d = (struct declared){.region = -1};
    for (;; litmus_lexer_next(&r->lexer)) {
        int region = opencl_word(r, opencl_regions);
        if (region >= 0)
            d->region = region;
        else if (opencl_word(r, opencl_atomic_types) >= 0)
            d->atomic = d->type = true;
        else if (opencl_word(r, opencl_types) >= 0)
            d->type = true;
        else if (litmus_lexer_at(&r->lexer, '*') && !d->pointer)
            d->pointer = true;
        else if (opencl_word(r, opencl_qualifiers) < 0)
            break;
    }
    if (!d->type)
        return opencl_error(r, opencl_here(r), "int, atomic_int and their like, of global or local memory", "expected a type that is read here");
    return d->pointer || opencl_error(r, opencl_here(r), "what threads share they are given by pointers: global atomic_int *x",
                                      "expected `*` and a location");
}

/* A location is of no atomic type where no thread says that it is of one, and of both regions where threads differ. */
static void declare(struct opencl_reader *r, const struct declared *d, int location)
{
    struct litmus_location *l = &r->builder->test->locations[location];
    uint64_t region = d->region < 0 ? 0 : UINT64_C(1) << d->region;
    bool known = r->declared[location];

    if (d->atomic)
        l->marks &= ~LITMUS_MARK(NOT_ATOMIC);
    else if (!known)
        l->marks |= LITMUS_MARK(NOT_ATOMIC);
    l->marks |= region;
    r->declared[location] = true;
}

static bool read_parameter(struct opencl_reader *r)
{
    struct declared d;

    if (!read_declared(r, &d))
        return false;
    const struct litmus_token name = r->lexer.token;
    if (name.kind != TOKEN_NAME) {
        litmus_lexer_wanted(&r->lexer, "a location");
        return false;
    }
    int location = build_location_name(r->builder, &r->lexer);
    if (location < 0)
        return false;
    unsigned elements = r->builder->test->locations[location].rest;
    for (unsigned i = 0; i < elements || i == 0; i++)
        declare(r, &d, location + (int)i);
    struct opencl_parameter parameter = {name.text, name.length, location};
    ARENA_PUSH(r->builder->arena, r->parameters, r->parameter_count, parameter);
    return true;
}

/* ---- statements ---- */

static const char end_of_thread[] = "end-of-thread";

static bool read_statement(struct opencl_reader *);

static bool expect(struct opencl_reader *r, char symbol)
{
    char what[] = "` `";
    what[1] = symbol;
    return litmus_lexer_expect(&r->lexer, symbol, what);
}

/* "(" value ")": to `label` where it is false, or else where it is true. */
static bool read_test(struct opencl_reader *r, const char *label, bool where_true)
{
    struct litmus_expression value;
    struct place place = opencl_here(r);

    return expect(r, '(') && opencl_expression(r, &value) && (where_true || opencl_opposite(r, &value)) && expect(r, ')') &&
           opencl_branch(r, &value, label, place);
}

/* if = "if" "(" value ")" statement ("else" statement)? */
static bool read_if(struct opencl_reader *r)
{
    const char *otherwise = opencl_new_label(r, "else"), *end = opencl_new_label(r, "end");

    if (!read_test(r, otherwise, false) || !read_statement(r))
        return false;
    if (!litmus_lexer_is(&r->lexer, "else")) {
        opencl_put_label(r, otherwise);
        return true;
    }
    if (!opencl_jump(r, end, opencl_here(r)))
        return false;
    opencl_put_label(r, otherwise);
    litmus_lexer_next(&r->lexer);
    if (!read_statement(r))
        return false;
    opencl_put_label(r, end);
    return true;
}

/* The body of a loop, in which `break` and `continue` go there. */
static bool read_body(struct opencl_reader *r, const char *leave, const char *again)
{
    const char *outer_leave = r->leave, *outer_again = r->again;

    r->leave = leave;
    r->again = again;
    bool read = read_statement(r);
    r->leave = outer_leave;
    r->again = outer_again;
    return read;
}

/* while = "while" "(" value ")" statement */
static bool read_while(struct opencl_reader *r)
{
    const char *again = opencl_new_label(r, "loop"), *leave = opencl_new_label(r, "end");
    struct place place = opencl_here(r);

    opencl_put_label(r, again);
    if (!read_test(r, leave, false) || !read_body(r, leave, again) || !opencl_jump(r, again, place))
        return false;
    opencl_put_label(r, leave);
    return true;
}

/* do = "do" statement "while" "(" value ")" ";" */
static bool read_do(struct opencl_reader *r)
{
    const char *loop = opencl_new_label(r, "loop"), *again = opencl_new_label(r, "test"), *leave = opencl_new_label(r, "end");

    opencl_put_label(r, loop);
    if (!read_body(r, leave, again))
        return false;
    opencl_put_label(r, again);
    if (!opencl_take(r, "while")) {
        litmus_lexer_wanted(&r->lexer, "`while`");
        return false;
    }
    r->temporaries = 0;
    if (!read_test(r, loop, true) || !expect(r, ';'))
        return false;
    opencl_put_label(r, leave);
    return true;
}

/* declared = "*"* NAME ("=" value)? */
static bool read_declaration(struct opencl_reader *r)
{
    do {
        struct litmus_expression value = {.operator = OPERATOR_COPY, .left = {.kind = OPERAND_VALUE, .value = {0, -1}}};
        while (litmus_lexer_take(&r->lexer, '*'))
            ;
        const struct litmus_token name = r->lexer.token;
        if (name.kind != TOKEN_NAME) {
            litmus_lexer_wanted(&r->lexer, "a variable");
            return false;
        }
        for (unsigned i = 0; i < r->parameter_count; i++)
            if (litmus_lexer_is(&r->lexer, arena_text(r->builder->arena, r->parameters[i].name, r->parameters[i].length)))
                return opencl_error(r, name.place, NULL, "this thread is given a location of that name");
        if (opencl_variable(r, &name) >= 0)
            return opencl_error(r, name.place, "a thread's variables have names of their own, whatever their block", "this variable is declared already");
        int reg = build_named_register(r->builder, r->thread, &name);
        litmus_lexer_next(&r->lexer);
        bool given = r->lexer.token.kind == TOKEN_EQUAL && r->lexer.token.length == 1;
        if (reg < 0)
            return false;
        if (!given)
            continue;
        litmus_lexer_next(&r->lexer);
        if (!opencl_expression(r, &value) || !opencl_assign(r, reg, &value, name.place))
            return false;
    } while (litmus_lexer_take(&r->lexer, ','));
    return true;
}

/* NAME ("=" | "+=" | "-=") value | NAME ("++" | "--") */
static bool read_assignment(struct opencl_reader *r, int reg)
{
    struct place place = opencl_here(r);
    struct litmus_operand old = {.kind = OPERAND_REGISTER, .reg = reg};
    struct litmus_expression value;

    litmus_lexer_next(&r->lexer);
    bool step = opencl_at_pair(r, "++") || opencl_at_pair(r, "--"), down = opencl_at_pair(r, "--") || opencl_at_pair(r, "-=");
    bool computed = opencl_at_pair(r, "+=") || opencl_at_pair(r, "-=");
    if (!step && !computed && (r->lexer.token.kind != TOKEN_EQUAL || r->lexer.token.length != 1)) {
        litmus_lexer_wanted(&r->lexer, "`=`");
        return false;
    }
    litmus_lexer_next(&r->lexer);
    struct litmus_operand by = {.kind = OPERAND_VALUE, .value = {1, -1}};
    if (!step && !opencl_expression(r, &value))
        return false;
    if (computed && !opencl_operand(r, &value, &by))
        return false;
    if (step || computed)
        value = (struct litmus_expression){down ? OPERATOR_SUB : OPERATOR_ADD, old, by};
    return opencl_assign(r, reg, &value, place);
}

/* "*" unary "=" value */
static bool read_plain_store(struct opencl_reader *r)
{
    struct place place = opencl_here(r);
    struct litmus_operand address, stored;
    struct litmus_expression value;

    if (!opencl_pointer(r, &address))
        return false;
    if (r->lexer.token.kind != TOKEN_EQUAL || r->lexer.token.length != 1) {
        litmus_lexer_wanted(&r->lexer, "`=`");
        return false;
    }
    litmus_lexer_next(&r->lexer);
    if (!opencl_expression(r, &value) || !opencl_operand(r, &value, &stored))
        return false;
    struct litmus_instruction *store = opencl_emit(r, LITMUS_STORE, place);
    if (!store)
        return false;
    opencl_plain(store);
    store->address = address;
    store->value.left = stored;
    return true;
}

static bool read_simple(struct opencl_reader *r)
{
    struct litmus_expression value;
    int reg = opencl_variable(r, &r->lexer.token);

    if (litmus_lexer_at(&r->lexer, '*'))
        return read_plain_store(r);
    return reg >= 0 ? read_assignment(r, reg) : opencl_call(r, &value);
}

/* for = "for" "(" (declaration | simple)? ";" value? ";" simple? ")" statement: the step is read again behind the body. */
static bool read_for(struct opencl_reader *r)
{
    const char *loop = opencl_new_label(r, "loop"), *again = opencl_new_label(r, "step"), *leave = opencl_new_label(r, "end");
    struct place place = opencl_here(r);
    struct litmus_expression value;

    if (!expect(r, '(') || (!litmus_lexer_at(&r->lexer, ';') && !(opencl_skip_type(r) ? read_declaration(r) : read_simple(r))) || !expect(r, ';'))
        return false;
    opencl_put_label(r, loop);
    r->temporaries = 0;
    if (!litmus_lexer_at(&r->lexer, ';') && (!opencl_expression(r, &value) || !opencl_opposite(r, &value) || !opencl_branch(r, &value, leave, place)))
        return false;
    if (!expect(r, ';'))
        return false;
    struct litmus_lexer step = r->lexer;
    for (unsigned depth = 0; r->lexer.token.kind != TOKEN_END && (depth || !litmus_lexer_at(&r->lexer, ')')); litmus_lexer_next(&r->lexer))
        depth += litmus_lexer_at(&r->lexer, '(') ? 1u : litmus_lexer_at(&r->lexer, ')') ? -1u : 0;
    if (!expect(r, ')') || !read_body(r, leave, again))
        return false;
    struct litmus_lexer behind = r->lexer;
    opencl_put_label(r, again);
    r->lexer = step;
    r->temporaries = 0;
    if ((!litmus_lexer_at(&r->lexer, ')') && !read_simple(r)) || !expect(r, ')') || !opencl_jump(r, loop, place))
        return false;
    r->lexer = behind;
    opencl_put_label(r, leave);
    return true;
}

/* ("break" | "continue" | "return" | "goto" NAME) ";" */
static bool read_jump(struct opencl_reader *r)
{
    struct place place = opencl_here(r);
    const char *goal = litmus_lexer_is(&r->lexer, "break") ? r->leave : litmus_lexer_is(&r->lexer, "continue") ? r->again : end_of_thread;
    bool named = litmus_lexer_is(&r->lexer, "goto");
    r->returns |= litmus_lexer_is(&r->lexer, "return");

    litmus_lexer_next(&r->lexer);
    if (named && r->lexer.token.kind != TOKEN_NAME) {
        litmus_lexer_wanted(&r->lexer, "a label");
        return false;
    }
    if (named) {
        goal = arena_text(r->builder->arena, r->lexer.token.text, r->lexer.token.length);
        place = opencl_here(r);
        litmus_lexer_next(&r->lexer);
    }
    if (!goal)
        return opencl_error(r, place, NULL, "this stands in no loop");
    return opencl_jump(r, goal, place) && expect(r, ';');
}

/* NAME ":" there: a label, or a barrier's number. */
static bool read_labelled(struct opencl_reader *r)
{
    static const struct opencl_word barriers[] = {{"barrier", 0}, {"work_group_barrier", 0}, {0}};
    const struct litmus_token name = r->lexer.token;
    int64_t number = 0;

    litmus_lexer_next(&r->lexer);
    litmus_lexer_next(&r->lexer);
    if (opencl_word(r, barriers) < 0) {
        build_label(r->builder, r->thread, &name);
        return true;
    }
    if (!build_lettered_name(&name, 'B', &number))
        return opencl_error(r, name.place, "the barriers that meet have one number: B1: barrier(...)", "expected a barrier's number, such as B1");
    return opencl_barrier(r, number) && expect(r, ';');
}

static bool is_labelled(const struct opencl_reader *r)
{
    struct litmus_lexer ahead = r->lexer;

    if (r->lexer.token.kind != TOKEN_NAME)
        return false;
    litmus_lexer_next(&ahead);
    return litmus_lexer_at(&ahead, ':');
}

static bool read_block(struct opencl_reader *r)
{
    litmus_lexer_next(&r->lexer);
    while (!litmus_lexer_take(&r->lexer, '}'))
        if (r->lexer.token.kind == TOKEN_END ? !expect(r, '}') : !read_statement(r))
            return false;
    return true;
}

static bool read_inner(struct opencl_reader *r)
{
    static const struct opencl_word jumps[] = {{"break", 0}, {"continue", 0}, {"return", 0}, {"goto", 0}, {0}};

    if (litmus_lexer_at(&r->lexer, '{'))
        return read_block(r);
    if (litmus_lexer_take(&r->lexer, ';'))
        return true;
    if (is_labelled(r))
        return read_labelled(r);
    if (opencl_take(r, "if"))
        return read_if(r);
    if (opencl_take(r, "while"))
        return read_while(r);
    if (opencl_take(r, "do"))
        return read_do(r);
    if (opencl_take(r, "for"))
        return read_for(r);
    if (opencl_word(r, jumps) >= 0)
        return read_jump(r);
    return (opencl_skip_type(r) ? read_declaration(r) : read_simple(r)) && expect(r, ';');
}

static bool read_statement(struct opencl_reader *r)
{
    if (r->depth == OPENCL_DEEPEST)
        return opencl_error(r, opencl_here(r), NULL, "this is nested too deeply");
    r->depth++;
    r->temporaries = 0;
    bool read = read_inner(r);
    r->depth--;
    return read;
}

/* ---- threads ---- */

/* "P0" or "P0" place, of the next thread. */
static bool read_place(struct opencl_reader *r, int64_t (*numbers)[LITMUS_LEVELS])
{
    struct litmus_test *test = r->builder->test;
    struct litmus_lexer ahead = r->lexer;
    int64_t number;

    litmus_lexer_next(&ahead);
    if (r->thread == 0)
        test->scopes.given = litmus_lexer_at(&ahead, '@');
    if (test->scopes.given || litmus_lexer_at(&ahead, '@'))
        return columns_place(r->builder, &r->lexer, places, r->thread, numbers) &&
               (test->scopes.given || opencl_error(r, opencl_here(r), NULL, "all processors have a place, or none has"));
    if (!build_processor_name(&r->lexer.token, &number) || number != r->thread) {
        build_error(r->builder, opencl_here(r), NULL, "processors are P0, P1, ... in order: here P%u", r->thread);
        return false;
    }
    test->threads[r->thread].place = opencl_here(r);
    litmus_lexer_next(&r->lexer);
    return true;
}

static void read_thread(struct opencl_reader *r, int64_t (*numbers)[LITMUS_LEVELS])
{
    r->parameter_count = 0;
    r->parameters = NULL;
    r->returns = false;
    if (!read_place(r, numbers) || !expect(r, '('))
        return;
    while (!litmus_lexer_take(&r->lexer, ')'))
        if (!read_parameter(r) || (!litmus_lexer_at(&r->lexer, ')') && !expect(r, ',')))
            return;
    if (!litmus_lexer_at(&r->lexer, '{')) {
        litmus_lexer_wanted(&r->lexer, "`{` and what the thread does");
        return;
    }
    if (read_block(r) && r->returns)
        opencl_put_label(r, end_of_thread);
}

void parse_opencl_program(struct builder *builder, unsigned from, unsigned to)
{
    int64_t numbers[LITMUS_MAX_THREADS][LITMUS_LEVELS];
    struct opencl_reader r = {.builder = builder, .call = opencl_call};
    unsigned at = skip_all(builder->source, from), end;

    for (; at < to && r.thread < builder->test->thread_count && is_thread(builder->source, at, &end); r.thread++) {
        litmus_lexer_start(&r.lexer, builder->source, builder->diagnostics, LEXIS_C, at, end);
        read_thread(&r, numbers);
        at = skip_all(builder->source, end);
    }
    if (!r.thread)
        build_error(builder, (struct place){builder->source, from, from}, "P0@wg 0, dev 0 (global atomic_int *x) { ... }", "expected a thread");
}
