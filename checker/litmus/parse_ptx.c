/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * parse_ptx.c - the program of a PTX test, as Dartagnan's suite writes it:
 *
 *     program = head row+
 *     head    = place ("|" place)* ";"      place = "P0" "@" "cta" n "," "gpu" n
 *     row     = cell ("|" cell)* ";"        cell  = (label ":")? instruction?
 *
 * An instruction's name is words joined by dots: `ld.acquire.gpu`.  Those
 * whose meaning the machines have are read; all others are refused by name.
 * A load of a constant is a move.  A `cta` is a work-group, a `gpu` an agent,
 * and all threads are of one system.
 */
#include "parse_ptx.h"

#include <string.h>

#include "../base/arena.h"

struct ptx {
    struct builder *builder;
    struct litmus_lexer lexer;
    unsigned thread;
};

/* An instruction's name in its parts. */
enum { WORDS = 5 };
struct mnemonic {
    struct place place;
    const char *text;
    unsigned length;
    struct {
        const char *text;
        unsigned length;
    } word[WORDS];
    unsigned count; /* WORDS + 1: too many */
};

static struct place here(const struct ptx *ptx)
{
    return ptx->lexer.token.place;
}

static bool word_is(const struct mnemonic *name, unsigned i, const char *word)
{
    return i < name->count && i < WORDS && name->word[i].length == strlen(word) &&
           memcmp(name->word[i].text, word, name->word[i].length) == 0;
}

static struct mnemonic read_mnemonic(struct ptx *ptx)
{
    const struct litmus_token *token = &ptx->lexer.token;
    struct mnemonic name = {.place = token->place, .text = token->text, .length = token->length};
    unsigned start = 0;

    for (unsigned at = 0; at <= token->length; at++) {
        if (at < token->length && token->text[at] != '.')
            continue;
        if (name.count < WORDS) {
            name.word[name.count].text = token->text + start;
            name.word[name.count].length = at - start;
        }
        name.count += name.count <= WORDS;
        start = at + 1;
    }
    litmus_lexer_next(&ptx->lexer);
    return name;
}

static bool refuse(struct ptx *ptx, const struct mnemonic *name)
{
    build_error(ptx->builder, name->place, "known are ld, st, atom, red, fence, add, sub, goto, beq and its like",
                "the instruction `%.*s` has no meaning here", (int)name->length, name->text);
    return false;
}

/* ---- operands ---- */

static bool read_register(struct ptx *ptx, int *reg)
{
    int64_t number;

    if (!build_register_name(&ptx->lexer.token, &number)) {
        litmus_lexer_wanted(&ptx->lexer, "a register such as r0");
        return false;
    }
    *reg = build_register(ptx->builder, ptx->thread, number, here(ptx));
    litmus_lexer_next(&ptx->lexer);
    return *reg >= 0;
}

static bool read_comma(struct ptx *ptx)
{
    return litmus_lexer_expect(&ptx->lexer, ',', "`,`");
}

static bool is_register(const struct ptx *ptx)
{
    int64_t number;

    return build_register_name(&ptx->lexer.token, &number);
}

/* value = constant | register */
static bool read_value(struct ptx *ptx, struct litmus_operand *operand)
{
    if (ptx->lexer.token.kind == TOKEN_NUMBER) {
        *operand = (struct litmus_operand){.kind = OPERAND_VALUE, .value = {ptx->lexer.token.number, -1}};
        litmus_lexer_next(&ptx->lexer);
        return true;
    }
    operand->kind = OPERAND_REGISTER;
    return read_register(ptx, &operand->reg);
}

/* A location; a register would hold an address, which Dartagnan does not write. */
static bool read_location(struct ptx *ptx, struct litmus_operand *operand)
{
    int64_t number;

    if (ptx->lexer.token.kind != TOKEN_NAME || is_register(ptx) || build_processor_name(&ptx->lexer.token, &number)) {
        litmus_lexer_wanted(&ptx->lexer, "a location");
        return false;
    }
    int location = build_location(ptx->builder, ptx->lexer.token.text, ptx->lexer.token.length, here(ptx));
    *operand = (struct litmus_operand){.kind = OPERAND_VALUE, .value = {0, location}};
    litmus_lexer_next(&ptx->lexer);
    return location >= 0;
}

/* ---- orders ---- */

static bool scope_word(const struct mnemonic *name, unsigned i, enum litmus_level *level)
{
    if (word_is(name, i, "cta"))
        *level = LITMUS_WG;
    else if (word_is(name, i, "cluster"))
        *level = LITMUS_CLUSTER;
    else if (word_is(name, i, "gpu"))
        *level = LITMUS_AGENT;
    else if (word_is(name, i, "sys"))
        *level = LITMUS_SYS;
    else
        return false;
    return true;
}

static bool order_word(const struct mnemonic *name, unsigned i, enum litmus_order *order)
{
    static const struct {
        const char *word;
        enum litmus_order order;
    } orders[] = {{"weak", LITMUS_NA}, {"relaxed", LITMUS_RLX}, {"acquire", LITMUS_ACQ},
                  {"release", LITMUS_REL}, {"acq_rel", LITMUS_AR}, {"sc", LITMUS_SC}};

    for (unsigned k = 0; k < sizeof orders / sizeof *orders; k++) {
        if (word_is(name, i, orders[k].word)) {
            *order = orders[k].order;
            return true;
        }
    }
    return false;
}

static bool order_fits(enum litmus_instruction_kind kind, enum litmus_order order)
{
    switch (kind) {
    case LITMUS_LOAD: return order == LITMUS_NA || order == LITMUS_RLX || order == LITMUS_ACQ;
    case LITMUS_STORE: return order == LITMUS_NA || order == LITMUS_RLX || order == LITMUS_REL;
    case LITMUS_RMW: return order != LITMUS_NA && order != LITMUS_SC;
    case LITMUS_FENCE: return order != LITMUS_NA && order != LITMUS_RLX;
    case LITMUS_MOVE: case LITMUS_BRANCH: case LITMUS_JUMP: break;
    }
    return false;
}

/* order "." scope, at word 1 of the name; `weak` has no scope, all others do.  A bare `ld` or `st` is weak. */
static bool read_order(struct ptx *ptx, const struct mnemonic *name, unsigned words, struct litmus_instruction *into)
{
    bool bare = name->count == 1 && (into->kind == LITMUS_LOAD || into->kind == LITMUS_STORE);
    bool order = bare || order_word(name, 1, &into->order);

    if (bare)
        into->order = LITMUS_NA;
    bool weak = order && into->order == LITMUS_NA;
    if (!order || !order_fits(into->kind, into->order) || name->count != words - weak - bare ||
        (!weak && !scope_word(name, 2, &into->level)))
        return refuse(ptx, name);
    into->annotations = weak ? "na"
                             : arena_format(ptx->builder->arena, "%s,%s", litmus_order_name(into->order),
                                            litmus_level_name(into->level));
    return true;
}

/* ---- instructions ---- */

static struct litmus_instruction *make(struct ptx *ptx, enum litmus_instruction_kind kind, struct place place)
{
    return build_instruction(ptx->builder, ptx->thread, kind, place);
}

/* "ld" order scope? reg "," (location | constant) */
static bool read_load(struct ptx *ptx, const struct mnemonic *name)
{
    struct litmus_instruction *load = make(ptx, LITMUS_LOAD, name->place);

    if (!load || !read_order(ptx, name, 3, load) || !read_register(ptx, &load->target) || !read_comma(ptx))
        return false;
    if (ptx->lexer.token.kind != TOKEN_NUMBER)
        return read_location(ptx, &load->address);
    load->kind = LITMUS_MOVE;
    load->order = LITMUS_NA;
    load->level = LITMUS_SYS;
    load->annotations = "";
    return read_value(ptx, &load->value.left);
}

/* "st" order scope? location "," value */
static bool read_store(struct ptx *ptx, const struct mnemonic *name)
{
    struct litmus_instruction *store = make(ptx, LITMUS_STORE, name->place);

    return store && read_order(ptx, name, 3, store) && read_location(ptx, &store->address) && read_comma(ptx) &&
           read_value(ptx, &store->value.left);
}

static bool rmw_word(const struct mnemonic *name, unsigned i, enum litmus_operator *operator)
{
    static const struct {
        const char *word;
        enum litmus_operator operator;
    } operations[] = {{"add", OPERATOR_ADD}, {"plus", OPERATOR_ADD}, {"sub", OPERATOR_SUB}, {"minus", OPERATOR_SUB},
                      {"and", OPERATOR_AND}, {"or", OPERATOR_OR}, {"xor", OPERATOR_XOR}, {"exch", OPERATOR_COPY},
                      {"cas", OPERATOR_CAS}};

    for (unsigned k = 0; k < sizeof operations / sizeof *operations; k++) {
        if (word_is(name, i, operations[k].word)) {
            *operator = operations[k].operator;
            return true;
        }
    }
    return false;
}

/* ("atom" order scope op reg "," | "red" order scope op) location "," value ("," value)? */
static bool read_atom(struct ptx *ptx, const struct mnemonic *name)
{
    struct litmus_instruction *rmw = make(ptx, LITMUS_RMW, name->place);
    struct litmus_operand first = {0};

    if (!rmw || !rmw_word(name, 3, &rmw->value.operator))
        return refuse(ptx, name);
    if (!read_order(ptx, name, 4, rmw))
        return false;
    if (word_is(name, 0, "atom") && (!read_register(ptx, &rmw->target) || !read_comma(ptx)))
        return false;
    if (!read_location(ptx, &rmw->address) || !read_comma(ptx) || !read_value(ptx, &first))
        return false;
    switch (rmw->value.operator) {
    case OPERATOR_CAS:
        rmw->value.left = first;
        return read_comma(ptx) && read_value(ptx, &rmw->value.right);
    case OPERATOR_COPY:
        rmw->value.left = first;
        return true;
    default:
        rmw->value.left.kind = OPERAND_OLD;
        rmw->value.right = first;
        return true;
    }
}

/* "fence" order scope */
static bool read_fence(struct ptx *ptx, const struct mnemonic *name)
{
    struct litmus_instruction *fence = make(ptx, LITMUS_FENCE, name->place);

    return fence && read_order(ptx, name, 3, fence);
}

/* ("add" | "sub") reg "," reg "," value */
static bool read_arithmetic(struct ptx *ptx, const struct mnemonic *name)
{
    struct litmus_instruction *move = make(ptx, LITMUS_MOVE, name->place);

    if (!move || name->count != 1)
        return refuse(ptx, name);
    move->value.operator = word_is(name, 0, "add") ? OPERATOR_ADD : OPERATOR_SUB;
    return read_register(ptx, &move->target) && read_comma(ptx) && read_value(ptx, &move->value.left) &&
           read_comma(ptx) && read_value(ptx, &move->value.right);
}

static bool read_goal(struct ptx *ptx, const struct litmus_instruction *branch)
{
    if (ptx->lexer.token.kind != TOKEN_NAME) {
        litmus_lexer_wanted(&ptx->lexer, "a label");
        return false;
    }
    build_goal_of(ptx->builder, ptx->thread, branch, &ptx->lexer.token);
    litmus_lexer_next(&ptx->lexer);
    return true;
}

/* "goto" label */
static bool read_goto(struct ptx *ptx, const struct mnemonic *name)
{
    struct litmus_instruction *jump = make(ptx, LITMUS_JUMP, name->place);

    return jump && read_goal(ptx, jump);
}

/* ("beq" | "bne" | ...) reg "," value "," label */
static bool read_branch(struct ptx *ptx, const struct mnemonic *name)
{
    static const struct {
        const char *word;
        enum litmus_operator operator;
    } tests[] = {{"beq", OPERATOR_EQ}, {"bne", OPERATOR_NE}, {"blt", OPERATOR_LT},
                 {"ble", OPERATOR_LE}, {"bgt", OPERATOR_GT}, {"bge", OPERATOR_GE}};
    struct litmus_instruction *branch = make(ptx, LITMUS_BRANCH, name->place);

    if (!branch)
        return false;
    for (unsigned i = 0; i < sizeof tests / sizeof *tests; i++)
        if (word_is(name, 0, tests[i].word))
            branch->value.operator = tests[i].operator;
    return read_value(ptx, &branch->value.left) && read_comma(ptx) && read_value(ptx, &branch->value.right) &&
           read_comma(ptx) && read_goal(ptx, branch);
}

static bool read_instruction(struct ptx *ptx)
{
    static const struct {
        const char *word;
        bool (*read)(struct ptx *, const struct mnemonic *);
    } forms[] = {{"ld", read_load}, {"st", read_store}, {"atom", read_atom}, {"red", read_atom}, {"fence", read_fence},
                 {"add", read_arithmetic}, {"sub", read_arithmetic}, {"goto", read_goto}, {"beq", read_branch},
                 {"bne", read_branch}, {"blt", read_branch}, {"ble", read_branch}, {"bgt", read_branch},
                 {"bge", read_branch}};

    if (ptx->lexer.token.kind != TOKEN_NAME) {
        litmus_lexer_wanted(&ptx->lexer, "an instruction");
        return false;
    }
    struct mnemonic name = read_mnemonic(ptx);
    for (unsigned i = 0; i < sizeof forms / sizeof *forms; i++)
        if (word_is(&name, 0, forms[i].word))
            return forms[i].read(ptx, &name);
    return refuse(ptx, &name);
}

static bool at_cell_end(const struct ptx *ptx)
{
    return litmus_lexer_at(&ptx->lexer, '|') || litmus_lexer_at(&ptx->lexer, ';') || ptx->lexer.token.kind == TOKEN_END;
}

/* cell = (label ":")* instruction? */
static bool read_cell(struct ptx *ptx)
{
    while (ptx->lexer.token.kind == TOKEN_NAME) {
        struct litmus_lexer ahead = ptx->lexer;
        litmus_lexer_next(&ahead);
        if (!litmus_lexer_at(&ahead, ':'))
            break;
        build_label(ptx->builder, ptx->thread, &ptx->lexer.token);
        litmus_lexer_next(&ahead);
        ptx->lexer = ahead;
    }
    if (at_cell_end(ptx))
        return true;
    if (!read_instruction(ptx))
        return false;
    if (at_cell_end(ptx))
        return true;
    litmus_lexer_wanted(&ptx->lexer, "`|` or `;`");
    return false;
}

/* row = cell ("|" cell)* ";" */
static bool read_row(struct ptx *ptx)
{
    unsigned count = ptx->builder->test->thread_count;

    for (ptx->thread = 0;; ptx->thread++) {
        if (ptx->thread == count) {
            build_error(ptx->builder, here(ptx), NULL, "this row has more cells than the test has processors");
            return false;
        }
        if (!read_cell(ptx))
            while (!at_cell_end(ptx))
                litmus_lexer_next(&ptx->lexer);
        if (!litmus_lexer_take(&ptx->lexer, '|'))
            break;
    }
    if (ptx->thread + 1 < count) {
        build_error(ptx->builder, here(ptx), NULL, "this row has fewer cells than the test has processors");
        return false;
    }
    return litmus_lexer_expect(&ptx->lexer, ';', "`|` or `;`");
}

/* ---- head ---- */

/* WORD n */
static bool read_place_number(struct ptx *ptx, const char *word, int64_t *number)
{
    if (!litmus_lexer_is(&ptx->lexer, word)) {
        litmus_lexer_wanted(&ptx->lexer, strcmp(word, "cta") == 0 ? "`cta` and a number" : "`gpu` and a number, or `cluster` and a number");
        return false;
    }
    litmus_lexer_next(&ptx->lexer);
    if (ptx->lexer.token.kind != TOKEN_NUMBER || ptx->lexer.token.number < 0 || ptx->lexer.token.number > 9999) {
        litmus_lexer_wanted(&ptx->lexer, "a number from 0 to 9999");
        return false;
    }
    *number = ptx->lexer.token.number;
    litmus_lexer_next(&ptx->lexer);
    return true;
}

/* A cta is of one cluster.  One that is of none is a cluster by itself. */
static bool put_in_cluster(struct ptx *ptx, unsigned thread, int64_t cluster)
{
    unsigned(*groups)[LITMUS_LEVELS] = ptx->builder->test->scopes.group, *own = groups[thread];

    own[LITMUS_CLUSTER] = cluster < 0 ? own[LITMUS_WG] : 100000000 + own[LITMUS_AGENT] * 10000 + (unsigned)cluster;
    for (unsigned other = 0; other < thread; other++)
        if (groups[other][LITMUS_WG] == own[LITMUS_WG] && groups[other][LITMUS_CLUSTER] != own[LITMUS_CLUSTER]) {
            build_error(ptx->builder, here(ptx), "numbers of `cta` count within their gpu", "P%u and P%u are of one cta, and not of one cluster",
                        other, thread);
            return false;
        }
    return true;
}

/* place = "P0" "@" "cta" n "," ("cluster" n ",")? "gpu" n; numbers of cta and cluster count within their gpu */
static bool read_place(struct ptx *ptx, unsigned thread)
{
    unsigned *group = ptx->builder->test->scopes.group[thread];
    int64_t number, cta, cluster = -1, gpu;

    if (!build_processor_name(&ptx->lexer.token, &number) || number != thread) {
        build_error(ptx->builder, here(ptx), NULL, "processors are P0, P1, ... in order: here P%u", thread);
        return false;
    }
    ptx->builder->test->threads[thread].place = here(ptx);
    litmus_lexer_next(&ptx->lexer);
    if (!litmus_lexer_expect(&ptx->lexer, '@', "`@cta 0,gpu 0`") || !read_place_number(ptx, "cta", &cta) ||
        !read_comma(ptx))
        return false;
    if (litmus_lexer_is(&ptx->lexer, "cluster") && (!read_place_number(ptx, "cluster", &cluster) || !read_comma(ptx)))
        return false;
    if (!read_place_number(ptx, "gpu", &gpu))
        return false;
    group[LITMUS_WI] = group[LITMUS_WV] = thread;
    group[LITMUS_WG] = (unsigned)(gpu * 10000 + cta);
    group[LITMUS_AGENT] = (unsigned)gpu;
    group[LITMUS_SYS] = 0;
    return put_in_cluster(ptx, thread, cluster);
}

static bool read_head(struct ptx *ptx)
{
    for (unsigned i = 0; i < ptx->builder->test->thread_count; i++) {
        if (i > 0 && !litmus_lexer_expect(&ptx->lexer, '|', "`|`"))
            return false;
        if (!read_place(ptx, i))
            return false;
    }
    ptx->builder->test->scopes.given = true;
    return litmus_lexer_expect(&ptx->lexer, ';', "`|` or `;`");
}

void parse_ptx_program(struct builder *builder, unsigned from, unsigned to)
{
    struct ptx ptx = {.builder = builder};

    litmus_lexer_start(&ptx.lexer, builder->source, builder->diagnostics, LEXIS_PTX, from, to);
    litmus_lexer_take(&ptx.lexer, ';');
    if (!read_head(&ptx))
        return;
    while (ptx.lexer.token.kind != TOKEN_END)
        if (!read_row(&ptx))
            return;
}
