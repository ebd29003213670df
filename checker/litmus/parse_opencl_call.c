/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * parse_opencl_call.c - the functions of OpenCL C and of C11 that access memory atomically or order it:
 *
 *     call    = NAME "(" (argument ("," argument)*)? ")"
 *     order   = "memory_order_relaxed" | ..., of a function whose name ends in _explicit
 *     scope   = "memory_scope_device" | ...: where none is said the device, or all there is if threads have no places
 *     flags   = "CLK_GLOBAL_MEM_FENCE" ("|" "CLK_LOCAL_MEM_FENCE")?
 *
 * Without an order an access is sequentially consistent.  A relaxed fence orders nothing, and
 * is not there.  A compare-and-exchange reads the value that it expects from a location, by a
 * plain read, and where it fails writes there what it found, by a plain write; or it has the value
 * in a variable of the thread.
 */
#include <string.h>

#include "../base/arena.h"
#include "parse_opencl_private.h"

enum function { STORE, LOAD, INIT, EXCHANGE, COMPARE, FETCH, FENCE, C_FENCE, BARRIER };

static const struct form {
    const char *name;
    enum function function;
    enum litmus_operator operator;
    const char *refused;
} forms[] = {
    {"atomic_load", LOAD, 0, NULL}, {"atomic_store", STORE, 0, NULL}, {"atomic_init", INIT, 0, NULL},
    {"atomic_exchange", EXCHANGE, OPERATOR_COPY, NULL}, {"atomic_compare_exchange_strong", COMPARE, OPERATOR_CAS, NULL},
    {"atomic_compare_exchange_weak", COMPARE, OPERATOR_CAS, "a weak compare-and-exchange may fail for no reason, which is not read"},
    {"atomic_fetch_add", FETCH, OPERATOR_ADD, NULL}, {"atomic_fetch_sub", FETCH, OPERATOR_SUB, NULL},
    {"atomic_fetch_or", FETCH, OPERATOR_OR, NULL}, {"atomic_fetch_xor", FETCH, OPERATOR_XOR, NULL},
    {"atomic_fetch_and", FETCH, OPERATOR_AND, NULL}, {"atomic_fetch_min", FETCH, OPERATOR_MIN, NULL},
    {"atomic_fetch_max", FETCH, OPERATOR_MAX, NULL}, {"atomic_work_item_fence", FENCE, 0, NULL},
    {"atomic_thread_fence", C_FENCE, 0, NULL}, {"barrier", BARRIER, 0, "a barrier has a number, by which those that meet know each other: B1: barrier(...)"},
    {"work_group_barrier", BARRIER, 0, "a barrier has a number, by which those that meet know each other: B1: work_group_barrier(...)"},
};

static const struct opencl_word orders[] = {{"memory_order_relaxed", LITMUS_RLX}, {"memory_order_acquire", LITMUS_ACQ},
                                            {"memory_order_release", LITMUS_REL}, {"memory_order_acq_rel", LITMUS_AR},
                                            {"memory_order_seq_cst", LITMUS_SC}, {0}};
static const struct opencl_word scopes[] = {{"memory_scope_work_item", LITMUS_WI}, {"memory_scope_sub_group", LITMUS_WV},
                                            {"memory_scope_work_group", LITMUS_WG}, {"memory_scope_device", LITMUS_AGENT},
                                            {"memory_scope_all_svm_devices", LITMUS_SYS}, {"memory_scope_all_devices", LITMUS_SYS}, {0}};
static const struct opencl_word flag_words[] = {{"CLK_GLOBAL_MEM_FENCE", MARK_GLOBAL}, {"CLK_LOCAL_MEM_FENCE", MARK_LOCAL}, {0}};

/* ---- arguments ---- */

static bool take_comma(struct opencl_reader *r)
{
    return litmus_lexer_expect(&r->lexer, ',', "`,`");
}

static bool close(struct opencl_reader *r)
{
    return litmus_lexer_expect(&r->lexer, ')', "`)`");
}

static bool read_argument(struct opencl_reader *r, struct litmus_operand *operand)
{
    struct litmus_expression e;

    return opencl_expression(r, &e) && opencl_operand(r, &e, operand);
}

static bool read_order(struct opencl_reader *r, enum litmus_order *order)
{
    int found = opencl_word(r, orders);

    if (litmus_lexer_is(&r->lexer, "memory_order_consume"))
        return opencl_error(r, opencl_here(r), NULL, "`memory_order_consume` is not read: OpenCL has none");
    if (found < 0) {
        litmus_lexer_wanted(&r->lexer, "an order such as memory_order_acquire");
        return false;
    }
    *order = (enum litmus_order)found;
    litmus_lexer_next(&r->lexer);
    return true;
}

static bool read_scope(struct opencl_reader *r, enum litmus_level *level)
{
    int found = opencl_word(r, scopes);

    if (found < 0) {
        litmus_lexer_wanted(&r->lexer, "a scope such as memory_scope_device");
        return false;
    }
    *level = (enum litmus_level)found;
    litmus_lexer_next(&r->lexer);
    return true;
}

/* flags = FLAG ("|" FLAG)* */
static bool read_flags(struct opencl_reader *r, uint64_t *marks)
{
    *marks = 0;
    do {
        int flag = opencl_word(r, flag_words);
        if (flag < 0) {
            litmus_lexer_wanted(&r->lexer, "CLK_GLOBAL_MEM_FENCE or CLK_LOCAL_MEM_FENCE");
            return false;
        }
        *marks |= UINT64_C(1) << flag;
        litmus_lexer_next(&r->lexer);
    } while (litmus_lexer_take(&r->lexer, '|'));
    return true;
}

/* ---- orders of accesses ---- */

struct ordered {
    enum litmus_order order, failing;
    enum litmus_level level;
    struct place place; /* of the order */
};

static enum litmus_level widest(const struct opencl_reader *r)
{
    return r->builder->test->scopes.given ? LITMUS_AGENT : LITMUS_SYS;
}

/* ("," order ("," order)? ("," scope)?)? ")" */
static bool read_ordered(struct opencl_reader *r, bool said, bool compares, struct ordered *o)
{
    *o = (struct ordered){LITMUS_SC, LITMUS_SC, widest(r), opencl_here(r)};
    if (!said)
        return close(r);
    if (!take_comma(r))
        return false;
    o->place = opencl_here(r);
    if (!read_order(r, &o->order) || (compares && (!take_comma(r) || !read_order(r, &o->failing))))
        return false;
    return (!litmus_lexer_take(&r->lexer, ',') || read_scope(r, &o->level)) && close(r);
}

/* What is left of an order in a read. */
static enum litmus_order reading_half(enum litmus_order order)
{
    return order == LITMUS_REL ? LITMUS_RLX : order == LITMUS_AR ? LITMUS_ACQ : order;
}

static bool order_fits(struct opencl_reader *r, enum function function, const struct ordered *o)
{
    bool wrong = function == LOAD    ? o->order == LITMUS_REL || o->order == LITMUS_AR
                 : function == STORE ? o->order == LITMUS_ACQ || o->order == LITMUS_AR
                                     : false;

    if (wrong)
        return opencl_error(r, o->place, NULL, function == LOAD ? "a load has no such order" : "a store has no such order");
    return true;
}

static void put_order(const struct opencl_reader *r, struct litmus_instruction *i, enum litmus_order order, enum litmus_level level)
{
    i->order = order;
    i->level = level;
    i->annotations = arena_format(r->builder->arena, "%s,%s", litmus_order_name(order), litmus_level_name(level));
}

/* ---- accesses ---- */

static struct litmus_instruction *access_at(struct opencl_reader *r, enum litmus_instruction_kind kind, const struct litmus_operand *address,
                                            const struct ordered *o, struct place place)
{
    struct litmus_instruction *i = opencl_emit(r, kind, place);

    if (!i)
        return NULL;
    i->address = *address;
    if (o)
        put_order(r, i, o->order, o->level);
    else
        opencl_plain(i);
    return i;
}

/* A register for what an access reads, which is its value. */
static bool set_result(struct opencl_reader *r, struct litmus_instruction *i, struct litmus_expression *value)
{
    struct litmus_operand target;

    if (!i || !opencl_temporary(r, &target))
        return false;
    i->target = target.reg;
    *value = (struct litmus_expression){.operator = OPERATOR_COPY, .left = target};
    return true;
}

/* What it expects: a location, or "&" and a variable. */
struct expected {
    int variable; /* or -1 */
    struct litmus_operand address, value;
};

static bool read_expected(struct opencl_reader *r, struct expected *x)
{
    struct place place = opencl_here(r);
    struct litmus_expression value;

    *x = (struct expected){.variable = -1};
    if (!litmus_lexer_take(&r->lexer, '&'))
        return opencl_address(r, &x->address);
    x->variable = opencl_variable(r, &r->lexer.token);
    if (x->variable < 0)
        return opencl_error(r, place, NULL, "expected `&` and a variable of this thread, or a location");
    litmus_lexer_next(&r->lexer);
    value = (struct litmus_expression){.operator = OPERATOR_ADD, .left = {.kind = OPERAND_REGISTER, .reg = x->variable},
                                       .right = {.kind = OPERAND_VALUE, .value = {0, -1}}};
    return opencl_operand(r, &value, &x->value); /* as it was before the call */
}

/* Where it failed, what it found is what is expected from now on. */
static bool put_found(struct opencl_reader *r, const struct expected *x, struct litmus_operand found, struct litmus_expression *value, struct place place)
{
    struct litmus_expression same = {OPERATOR_EQ, found, x->value}, copy = {.operator = OPERATOR_COPY, .left = found};
    struct litmus_operand truth;

    if (x->variable >= 0) {
        *value = same;
        return opencl_operand(r, &same, &truth) && opencl_move(r, x->variable, &copy, place) &&
               (*value = (struct litmus_expression){.operator = OPERATOR_COPY, .left = truth}, true);
    }
    const char *end = opencl_new_label(r, "same");
    if (!opencl_operand(r, &same, &truth))
        return false;
    *value = (struct litmus_expression){.operator = OPERATOR_COPY, .left = truth};
    if (!opencl_branch(r, value, end, place))
        return false;
    struct litmus_instruction *store = access_at(r, LITMUS_STORE, &x->address, NULL, place);
    if (!store)
        return false;
    store->value.left = found;
    opencl_put_label(r, end);
    return true;
}

/* location "," expected "," desired ("," order "," order ("," scope)?)? */
static bool read_compare(struct opencl_reader *r, const struct litmus_operand *address, bool said, struct litmus_expression *value, struct place place)
{
    struct expected x;
    struct litmus_operand desired;
    struct ordered o;
    struct litmus_expression found;

    if (!take_comma(r) || !read_expected(r, &x) || !take_comma(r) || !read_argument(r, &desired) || !read_ordered(r, said, true, &o) ||
        !order_fits(r, COMPARE, &o))
        return false;
    if (x.variable < 0) {
        if (!set_result(r, access_at(r, LITMUS_LOAD, &x.address, NULL, place), &found))
            return false;
        x.value = found.left;
    }
    struct litmus_instruction *rmw = access_at(r, LITMUS_RMW, address, &o, place);
    if (!rmw)
        return false;
    rmw->failing = reading_half(o.failing) == reading_half(o.order) ? LITMUS_NA : reading_half(o.failing);
    rmw->value = (struct litmus_expression){OPERATOR_CAS, x.value, desired};
    return set_result(r, rmw, &found) && put_found(r, &x, found.left, value, place);
}

/* What an access does beside its address and order: what it stores, or computes from what was there. */
static struct litmus_expression stored_by(const struct form *f, struct litmus_operand argument)
{
    if (f->function != FETCH)
        return (struct litmus_expression){.operator = OPERATOR_COPY, .left = argument};
    return (struct litmus_expression){f->operator, {.kind = OPERAND_OLD}, argument};
}

static bool read_access(struct opencl_reader *r, const struct form *f, bool said, struct litmus_expression *value, struct place place)
{
    struct litmus_operand address, argument = {0};
    struct ordered o;

    if (!opencl_address(r, &address))
        return false;
    if (f->function == COMPARE)
        return read_compare(r, &address, said, value, place);
    if (f->function != LOAD && (!take_comma(r) || !read_argument(r, &argument)))
        return false;
    if (!read_ordered(r, said, false, &o) || !order_fits(r, f->function, &o))
        return false;
    enum litmus_instruction_kind kind = f->function == LOAD ? LITMUS_LOAD : f->function == STORE || f->function == INIT ? LITMUS_STORE : LITMUS_RMW;
    struct litmus_instruction *i = access_at(r, kind, &address, f->function == INIT ? NULL : &o, place);
    if (i && kind != LITMUS_LOAD)
        i->value = stored_by(f, argument);
    *value = (struct litmus_expression){.operator = OPERATOR_COPY, .left = {.kind = OPERAND_VALUE, .value = {0, -1}}};
    return kind == LITMUS_STORE ? i != NULL : set_result(r, i, value);
}

/* ---- fences and barriers ---- */

/* (flags ",")? order ("," scope)? ")" */
static bool read_fence(struct opencl_reader *r, bool flags, struct place place)
{
    enum litmus_order order;
    enum litmus_level level = widest(r);
    uint64_t marks = 0;

    if ((flags && (!read_flags(r, &marks) || !take_comma(r))) || !read_order(r, &order) ||
        (litmus_lexer_take(&r->lexer, ',') && !read_scope(r, &level)) || !close(r))
        return false;
    if (order == LITMUS_RLX)
        return true;
    struct litmus_instruction *fence = opencl_emit(r, LITMUS_FENCE, place);
    if (!fence)
        return false;
    put_order(r, fence, order, level);
    fence->marks = marks;
    return true;
}

static struct litmus_instruction *put_fence(struct opencl_reader *r, uint64_t marks, struct place place)
{
    struct litmus_instruction *fence = opencl_emit(r, LITMUS_FENCE, place);

    if (fence) {
        put_order(r, fence, LITMUS_AR, LITMUS_WG);
        fence->marks = marks;
    }
    return fence;
}

/* A barrier is two fences: one where threads enter, which waits, and one where they leave. */
bool opencl_barrier(struct opencl_reader *r, int64_t instance)
{
    struct place place = opencl_here(r);
    enum litmus_level level = LITMUS_WG;
    uint64_t marks;

    litmus_lexer_next(&r->lexer);
    if (!litmus_lexer_expect(&r->lexer, '(', "`(`") || !read_flags(r, &marks) || (litmus_lexer_take(&r->lexer, ',') && !read_scope(r, &level)))
        return false;
    if (level != LITMUS_WG)
        return opencl_error(r, place, NULL, "a barrier that orders for another scope than its work-group is not read");
    struct litmus_instruction *entry = close(r) ? put_fence(r, marks | LITMUS_MARK(ENTRY), place) : NULL;
    if (!entry)
        return false;
    entry->barrier = arena_alloc(r->builder->arena, sizeof *entry->barrier);
    *entry->barrier = (struct litmus_barrier){.instance = instance};
    return put_fence(r, marks | LITMUS_MARK(EXIT), place) != NULL;
}

/* ---- calls ---- */

/* The function of that name, and whether its order is said; NULL: there is none. */
static const struct form *find_form(const struct litmus_token *name, bool *said)
{
    static const char explicit[] = "_explicit";
    unsigned length = name->length, tail = sizeof explicit - 1;

    *said = length > tail && !memcmp(name->text + length - tail, explicit, tail);
    length -= *said ? tail : 0;
    for (unsigned i = 0; i < sizeof forms / sizeof *forms; i++) {
        bool ordered = forms[i].function <= FETCH && forms[i].function != INIT;
        if (strlen(forms[i].name) == length && !memcmp(forms[i].name, name->text, length) && (ordered || !*said))
            return &forms[i];
    }
    return NULL;
}

bool opencl_call(struct opencl_reader *r, struct litmus_expression *value)
{
    const struct litmus_token name = r->lexer.token;
    bool said;

    if (name.kind != TOKEN_NAME) {
        litmus_lexer_wanted(&r->lexer, "a statement");
        return false;
    }
    const struct form *f = find_form(&name, &said);
    if (f && f->refused)
        return opencl_error(r, name.place, NULL, f->refused);
    litmus_lexer_next(&r->lexer);
    if (!f)
        return opencl_error(r, name.place, "functions are those of C11's atomics, atomic_work_item_fence and barrier",
                            litmus_lexer_at(&r->lexer, '(') ? "this function is not read" : "this is not declared");
    if (!litmus_lexer_expect(&r->lexer, '(', "`(`"))
        return false;
    *value = (struct litmus_expression){.operator = OPERATOR_COPY, .left = {.kind = OPERAND_VALUE, .value = {0, -1}}};
    return f->function == FENCE || f->function == C_FENCE ? read_fence(r, f->function == FENCE, name.place) : read_access(r, f, said, value, name.place);
}
