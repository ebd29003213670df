/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * parse_lisa.c - the program of a LISA test:
 *
 *     program = ";"? head row+ extra*
 *     head    = "P0" ("|" "P1")* ... ";"
 *     row     = cell ("|" cell)* ";"
 *     cell    = (label ":")* instruction?
 *     extra   = "scopes" ":" tree+
 *
 * What herd7 reads and no machine here could give a meaning to is refused.  Arrays are ours in this dialect.
 */
#include "parse_lisa.h"

#include <string.h>

#include "../base/arena.h"
#include "../base/text.h"

enum { NESTED_MOST = 16 };

struct lisa {
    struct builder *builder;
    struct litmus_lexer lexer;
    unsigned thread;
    struct litmus_operand offset; /* of the address that was read last */
    struct litmus_instruction nested[NESTED_MOST]; /* operations within the instruction's operation, innermost first */
    unsigned nested_count, depth;
};

static struct place here(const struct lisa *lisa)
{
    return lisa->lexer.token.place;
}

static bool refuse(struct lisa *lisa, const char *what)
{
    build_error(lisa->builder, here(lisa), NULL, "%s is not supported", what);
    return false;
}

/* ---- annotations ---- */

struct annotations {
    bool has_order, has_level;
    enum litmus_order order;
    enum litmus_level level;
    const char *text;
    struct place place;
};

static const struct {
    const char *name;
    enum litmus_level level;
} level_names[] = {
    {"wi", LITMUS_WI}, {"wv", LITMUS_WV}, {"sg", LITMUS_WV}, {"wave", LITMUS_WV}, {"warp", LITMUS_WV},
    {"wg", LITMUS_WG}, {"cta", LITMUS_WG}, {"cluster", LITMUS_CLUSTER}, {"agent", LITMUS_AGENT}, {"cmp", LITMUS_AGENT},
    {"component", LITMUS_AGENT}, {"gpu", LITMUS_AGENT}, {"dev", LITMUS_AGENT}, {"device", LITMUS_AGENT},
    {"sys", LITMUS_SYS}, {"system", LITMUS_SYS}, {"all", LITMUS_SYS}, {"svm", LITMUS_SYS},
};

static bool level_named(const struct litmus_lexer *lexer, enum litmus_level *level)
{
    for (unsigned i = 0; i < sizeof level_names / sizeof *level_names; i++) {
        if (litmus_lexer_is(lexer, level_names[i].name)) {
            *level = level_names[i].level;
            return true;
        }
    }
    return false;
}

static bool order_named(const struct litmus_lexer *lexer, enum litmus_order *order)
{
    for (unsigned i = 0; i < LITMUS_ORDERS; i++) {
        if (litmus_lexer_is(lexer, litmus_order_name(i))) {
            *order = i;
            return true;
        }
    }
    return false;
}

static bool read_annotation(struct lisa *lisa, struct annotations *into)
{
    if (!into->has_order && order_named(&lisa->lexer, &into->order)) {
        if (into->has_level) {
            build_error(lisa->builder, here(lisa), NULL, "the order stands before the scope");
            return false;
        }
        into->has_order = true;
    } else if (!into->has_level && level_named(&lisa->lexer, &into->level)) {
        into->has_level = true;
    } else if (lisa->lexer.token.kind == TOKEN_NAME) {
        build_error(lisa->builder, here(lisa), "orders: na rlx acq rel ar sc rm_acq rm_rel rm_ar; scopes: wi wv wg cluster agent sys",
                    "`%.*s` is no order or scope here", (int)lisa->lexer.token.length, lisa->lexer.token.text);
        return false;
    } else {
        litmus_lexer_wanted(&lisa->lexer, "an order or a scope");
        return false;
    }
    return true;
}

/* annots = ("[" (name ("," name)*)? "]")? */
static bool read_annotations(struct lisa *lisa, struct annotations *into)
{
    struct text text = {0};
    bool good = true;

    *into = (struct annotations){.text = "", .place = here(lisa), .level = LITMUS_SYS};
    if (!litmus_lexer_take(&lisa->lexer, '['))
        return true;
    while (good && !litmus_lexer_at(&lisa->lexer, ']')) {
        good = read_annotation(lisa, into);
        if (!good)
            break;
        text_add(&text, lisa->lexer.token.text, lisa->lexer.token.length);
        litmus_lexer_next(&lisa->lexer);
        if (litmus_lexer_take(&lisa->lexer, ','))
            text_char(&text, ',');
        else if (!litmus_lexer_at(&lisa->lexer, ']'))
            good = litmus_lexer_expect(&lisa->lexer, ',', "`,` or `]`");
    }
    if (good) {
        into->text = text.bytes ? arena_text(lisa->builder->arena, text.bytes, text.length) : "";
        into->place.end = here(lisa).end;
        litmus_lexer_next(&lisa->lexer);
    }
    text_free(&text);
    return good;
}

/* Which orders an instruction may carry. */
static bool order_fits(enum litmus_instruction_kind kind, enum litmus_order order)
{
    switch (order) {
    case LITMUS_NA: return kind == LITMUS_LOAD || kind == LITMUS_STORE;
    case LITMUS_RLX: return kind != LITMUS_FENCE;
    case LITMUS_ACQ: return kind != LITMUS_STORE;
    case LITMUS_REL: return kind != LITMUS_LOAD;
    case LITMUS_AR: return kind == LITMUS_RMW || kind == LITMUS_FENCE;
    case LITMUS_SC: return true;
    case LITMUS_RM_ACQ: return kind == LITMUS_LOAD || kind == LITMUS_RMW;
    case LITMUS_RM_REL: return kind == LITMUS_STORE || kind == LITMUS_RMW;
    case LITMUS_RM_AR: return kind == LITMUS_RMW;
    case LITMUS_ORDERS: break;
    }
    return false;
}

static bool annotate(struct lisa *lisa, struct litmus_instruction *instruction, const struct annotations *annotations)
{
    static const char *const names[] = {"load", "store", "read-modify-write", "fence"};
    enum litmus_instruction_kind kind = instruction->kind;
    const char *name = names[kind];

    if (!annotations->has_order && (kind == LITMUS_RMW || kind == LITMUS_FENCE)) {
        build_error(lisa->builder, annotations->place, NULL, "a %s needs an order, as in [ar,agent]", name);
        return false;
    }
    instruction->order = annotations->has_order ? annotations->order : LITMUS_NA;
    instruction->level = annotations->level;
    instruction->annotations = annotations->text;
    if (!order_fits(kind, instruction->order)) {
        build_error(lisa->builder, annotations->place, NULL, "a %s cannot be %s", name, litmus_order_name(instruction->order));
        return false;
    }
    if (instruction->order == LITMUS_NA && annotations->has_level) {
        build_error(lisa->builder, annotations->place, NULL, "a plain access has no scope");
        return false;
    }
    return true;
}

/* ---- operands ---- */

static bool read_register(struct lisa *lisa, int *reg)
{
    int64_t number;

    if (litmus_lexer_at(&lisa->lexer, '%'))
        return refuse(lisa, "a symbolic register");
    if (!build_register_name(&lisa->lexer.token, &number)) {
        litmus_lexer_wanted(&lisa->lexer, "a register such as r1");
        return false;
    }
    *reg = build_register(lisa->builder, lisa->thread, number, here(lisa));
    litmus_lexer_next(&lisa->lexer);
    return *reg >= 0;
}

static bool is_register(const struct lisa *lisa)
{
    int64_t number;

    return litmus_lexer_at(&lisa->lexer, '%') || build_register_name(&lisa->lexer.token, &number);
}

/* Words of the language that cannot name a location (r, w, b and f can). */
static bool is_word(const struct litmus_lexer *lexer)
{
    static const char *const words[] = {"rmw", "mov", "add", "and", "xor", "eq", "ne", "neq", "cas", "call", "scopes", "levels", "regions"};

    for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
        if (litmus_lexer_is(lexer, words[i]))
            return true;
    return false;
}

static bool read_location(struct lisa *lisa, struct litmus_operand *operand)
{
    int64_t number;

    if (lisa->lexer.token.kind != TOKEN_NAME || is_word(&lisa->lexer) || build_processor_name(&lisa->lexer.token, &number)) {
        litmus_lexer_wanted(&lisa->lexer, "a location");
        return false;
    }
    int location = build_location_name(lisa->builder, &lisa->lexer);
    *operand = (struct litmus_operand){.kind = OPERAND_VALUE, .value = build_address(lisa->builder, location)};
    return location >= 0;
}

/* arg = reg | name | k */
static bool read_argument(struct lisa *lisa, struct litmus_operand *operand, bool names)
{
    *operand = (struct litmus_operand){.kind = OPERAND_REGISTER};
    if (is_register(lisa))
        return read_register(lisa, &operand->reg);
    if (litmus_lexer_at(&lisa->lexer, '&'))
        return refuse(lisa, "a meta-variable");
    if (lisa->lexer.token.kind == TOKEN_NUMBER) {
        *operand = (struct litmus_operand){.kind = OPERAND_VALUE, .value = {lisa->lexer.token.number, -1}};
        litmus_lexer_next(&lisa->lexer);
        return true;
    }
    if (names)
        return read_location(lisa, operand);
    litmus_lexer_wanted(&lisa->lexer, "a register or a number");
    return false;
}

/* In "+" (reg | k) or "[" reg "]" what is added to an address; nothing stands there: kind is OPERAND_NONE. */
static bool read_offset(struct lisa *lisa, struct litmus_operand *offset)
{
    bool bracket = litmus_lexer_take(&lisa->lexer, '[');

    *offset = (struct litmus_operand){.kind = OPERAND_NONE};
    if (!bracket && !litmus_lexer_take(&lisa->lexer, '+'))
        return true;
    return read_argument(lisa, offset, false) && (!bracket || litmus_lexer_expect(&lisa->lexer, ']', "`]`"));
}

/* addr = (reg | name) (("+" (reg | k)) | "[" reg "]")?; what is added waits in `lisa`. */
static bool read_address(struct lisa *lisa, struct litmus_operand *operand)
{
    *operand = (struct litmus_operand){.kind = OPERAND_REGISTER};
    if (litmus_lexer_at(&lisa->lexer, '&'))
        return refuse(lisa, "a meta-variable");
    if (!(is_register(lisa) ? read_register(lisa, &operand->reg) : read_location(lisa, operand)))
        return false;
    bool alone = operand->kind == OPERAND_VALUE && operand->value.number == 0, plus = litmus_lexer_at(&lisa->lexer, '+');
    struct place place = here(lisa);
    if (!read_offset(lisa, &lisa->offset))
        return false;
    if (alone && lisa->offset.kind != OPERAND_NONE && !(plus && lisa->offset.kind == OPERAND_REGISTER)) {
        build_error(lisa->builder, place, "in the initial state: q[3]={0,0,0};", "an offset to what is no array");
        return false;
    }
    return true;
}

static bool read_operation(struct lisa *lisa, struct litmus_expression *expression, bool rmw);

/* operand = arg | "(" operator operand operand ")"; what is nested goes to a register that no test can name. */
static bool read_operand(struct lisa *lisa, struct litmus_operand *operand)
{
    struct litmus_instruction move = {.kind = LITMUS_MOVE, .level = LITMUS_SYS, .annotations = "", .place = here(lisa)};

    if (!litmus_lexer_at(&lisa->lexer, '('))
        return read_argument(lisa, operand, true);
    if (lisa->nested_count + lisa->depth++ >= NESTED_MOST) {
        build_error(lisa->builder, here(lisa), NULL, "an instruction has at most %d nested operations", NESTED_MOST);
        return false;
    }
    if (!read_operation(lisa, &move.value, false))
        return false;
    lisa->depth--;
    move.target = build_nested_register(lisa->builder, lisa->thread);
    *operand = (struct litmus_operand){.kind = OPERAND_REGISTER, .reg = move.target};
    lisa->nested[lisa->nested_count++] = move;
    return move.target >= 0;
}

/* op = arg | "(" operator operand operand ")" */
static bool read_operation(struct lisa *lisa, struct litmus_expression *expression, bool rmw)
{
    static const struct {
        const char *name;
        enum litmus_operator operator;
    } operators[] = {{"add", OPERATOR_ADD}, {"sub", OPERATOR_SUB}, {"mul", OPERATOR_MUL}, {"div", OPERATOR_DIV},
                     {"and", OPERATOR_AND}, {"or", OPERATOR_OR}, {"xor", OPERATOR_XOR}, {"min", OPERATOR_MIN},
                     {"max", OPERATOR_MAX}, {"eq", OPERATOR_EQ}, {"neq", OPERATOR_NE}, {"ne", OPERATOR_NE},
                     {"lt", OPERATOR_LT}, {"le", OPERATOR_LE}, {"gt", OPERATOR_GT}, {"ge", OPERATOR_GE}, {"cas", OPERATOR_CAS}};
    unsigned i = 0;

    expression->operator = OPERATOR_COPY;
    if (!litmus_lexer_take(&lisa->lexer, '('))
        return read_argument(lisa, &expression->left, true);
    while (i < sizeof operators / sizeof *operators && !litmus_lexer_is(&lisa->lexer, operators[i].name))
        i++;
    if (i == sizeof operators / sizeof *operators) {
        litmus_lexer_wanted(&lisa->lexer, "an operator: add, sub, mul, div, and, or, xor, min, max, eq, neq, lt, le, gt, ge; cas in an rmw");
        return false;
    }
    if (operators[i].operator == OPERATOR_CAS && !rmw) {
        build_error(lisa->builder, here(lisa), NULL, "cas stands in an rmw only");
        return false;
    }
    expression->operator = operators[i].operator;
    litmus_lexer_next(&lisa->lexer);
    return read_operand(lisa, &expression->left) && read_operand(lisa, &expression->right) &&
           litmus_lexer_expect(&lisa->lexer, ')', "`)`");
}

/* ---- instructions ---- */

/* "r" annots reg addr */
static bool read_load(struct lisa *lisa, struct litmus_instruction *load)
{
    struct annotations annotations;

    return read_annotations(lisa, &annotations) && annotate(lisa, load, &annotations) &&
           read_register(lisa, &load->target) && read_address(lisa, &load->address);
}

/* "w" annots addr (reg | k) */
static bool read_store(struct lisa *lisa, struct litmus_instruction *store)
{
    struct annotations annotations;

    return read_annotations(lisa, &annotations) && annotate(lisa, store, &annotations) &&
           read_address(lisa, &store->address) && read_argument(lisa, &store->value.left, false);
}

static void make_old(struct litmus_operand *operand, int target)
{
    if (operand->kind == OPERAND_REGISTER && operand->reg == target)
        *operand = (struct litmus_operand){.kind = OPERAND_OLD};
}

static bool reads(const struct litmus_expression *e, int reg)
{
    return (e->left.kind == OPERAND_REGISTER && e->left.reg == reg) || (e->right.kind == OPERAND_REGISTER && e->right.reg == reg);
}

/* "rmw" annots reg op addr: in op the target stands for the old value */
static bool read_rmw(struct lisa *lisa, struct litmus_instruction *rmw)
{
    struct annotations annotations;

    if (!read_annotations(lisa, &annotations) || !annotate(lisa, rmw, &annotations) ||
        !read_register(lisa, &rmw->target) || !read_operation(lisa, &rmw->value, true) ||
        !read_address(lisa, &rmw->address))
        return false;
    make_old(&rmw->value.left, rmw->target);
    make_old(&rmw->value.right, rmw->target);
    for (unsigned i = 0; i < lisa->nested_count; i++)
        if (reads(&lisa->nested[i].value, rmw->target)) {
            build_error(lisa->builder, lisa->nested[i].place, NULL, "what memory held stands in the outermost operation only");
            return false;
        }
    return true;
}

/* "f" annots */
static bool read_fence(struct lisa *lisa, struct litmus_instruction *fence)
{
    struct annotations annotations;

    if (!read_annotations(lisa, &annotations) || !annotate(lisa, fence, &annotations))
        return false;
    return litmus_lexer_at(&lisa->lexer, '{') ? refuse(lisa, "a fence between sets of labels") : true;
}

/* "mov" reg op */
static bool read_move(struct lisa *lisa, struct litmus_instruction *move)
{
    return read_register(lisa, &move->target) && read_operation(lisa, &move->value, false);
}

/* "b" annots (reg label | label) */
static bool read_branch(struct lisa *lisa, struct litmus_instruction *branch)
{
    struct annotations annotations;

    if (!read_annotations(lisa, &annotations))
        return false;
    if (annotations.has_order || annotations.has_level) {
        build_error(lisa->builder, annotations.place, NULL, "a branch has no order");
        return false;
    }
    if (is_register(lisa)) {
        branch->kind = LITMUS_BRANCH;
        branch->value.left.kind = OPERAND_REGISTER;
        if (!read_register(lisa, &branch->value.left.reg))
            return false;
    }
    if (lisa->lexer.token.kind != TOKEN_NAME) {
        litmus_lexer_wanted(&lisa->lexer, "a label");
        return false;
    }
    build_goal_of(lisa->builder, lisa->thread, branch, &lisa->lexer.token);
    litmus_lexer_next(&lisa->lexer);
    return true;
}

/* An access at an address with an offset is two instructions: the address goes to a register that no test can name. */
static bool compute_address(struct lisa *lisa, struct place place)
{
    struct litmus_thread *thread = &lisa->builder->test->threads[lisa->thread];
    struct litmus_instruction access = thread->code[thread->length - 1];
    int reg = build_address_register(lisa->builder, lisa->thread);

    if (!build_instruction(lisa->builder, lisa->thread, access.kind, place))
        return false;
    struct litmus_instruction *move = &thread->code[thread->length - 2];
    *move = (struct litmus_instruction){.kind = LITMUS_MOVE, .level = LITMUS_SYS, .target = reg, .annotations = "", .place = access.place,
                                        .value = {OPERATOR_ADD, access.address, lisa->offset}};
    access.address = (struct litmus_operand){.kind = OPERAND_REGISTER, .reg = reg};
    thread->code[thread->length - 1] = access;
    return true;
}

/* What is nested in an instruction's operation comes before it. */
static bool put_nested(struct lisa *lisa)
{
    struct litmus_thread *thread = &lisa->builder->test->threads[lisa->thread];
    struct litmus_instruction last = thread->code[thread->length - 1];

    for (unsigned i = 0; i < lisa->nested_count; i++) {
        if (!build_instruction(lisa->builder, lisa->thread, last.kind, last.place))
            return false;
        thread->code[thread->length - 2] = lisa->nested[i];
    }
    thread->code[thread->length - 1] = last;
    return true;
}

static bool read_instruction(struct lisa *lisa)
{
    static const struct {
        const char *name;
        enum litmus_instruction_kind kind;
        bool (*read)(struct lisa *, struct litmus_instruction *);
    } forms[] = {{"r", LITMUS_LOAD, read_load}, {"w", LITMUS_STORE, read_store}, {"rmw", LITMUS_RMW, read_rmw},
                 {"f", LITMUS_FENCE, read_fence}, {"mov", LITMUS_MOVE, read_move}, {"b", LITMUS_JUMP, read_branch}};
    struct place place = here(lisa);

    if (litmus_lexer_is(&lisa->lexer, "call"))
        return refuse(lisa, "`call`");
    if (litmus_lexer_is(&lisa->lexer, "codevar"))
        return refuse(lisa, "`codevar`");
    if (litmus_lexer_at(&lisa->lexer, '&'))
        return refuse(lisa, "a meta-variable");
    for (unsigned i = 0; i < sizeof forms / sizeof *forms; i++) {
        if (!litmus_lexer_is(&lisa->lexer, forms[i].name))
            continue;
        litmus_lexer_next(&lisa->lexer);
        struct litmus_instruction *instruction = build_instruction(lisa->builder, lisa->thread, forms[i].kind, place);
        lisa->offset.kind = OPERAND_NONE;
        lisa->nested_count = lisa->depth = 0;
        if (!instruction || !forms[i].read(lisa, instruction))
            return false;
        instruction->place.end = here(lisa).start;
        while (instruction->place.end > place.start && strchr(" \t\r\n", lisa->builder->source->text[instruction->place.end - 1]))
            instruction->place.end--;
        return put_nested(lisa) && (lisa->offset.kind == OPERAND_NONE || compute_address(lisa, place));
    }
    litmus_lexer_wanted(&lisa->lexer, "an instruction: r, w, rmw, f, b or mov");
    return false;
}

static bool at_cell_end(const struct lisa *lisa)
{
    return litmus_lexer_at(&lisa->lexer, '|') || litmus_lexer_at(&lisa->lexer, ';') || lisa->lexer.token.kind == TOKEN_END;
}

/* cell = (label ":")* instruction? */
static bool read_cell(struct lisa *lisa)
{
    while (lisa->lexer.token.kind == TOKEN_NAME) {
        struct litmus_lexer ahead = lisa->lexer;
        litmus_lexer_next(&ahead);
        if (!litmus_lexer_at(&ahead, ':'))
            break;
        if (litmus_lexer_is(&lisa->lexer, "codevar"))
            return refuse(lisa, "`codevar`");
        build_label(lisa->builder, lisa->thread, &lisa->lexer.token);
        litmus_lexer_next(&ahead);
        lisa->lexer = ahead;
    }
    if (at_cell_end(lisa))
        return true;
    if (!read_instruction(lisa))
        return false;
    if (at_cell_end(lisa))
        return true;
    litmus_lexer_wanted(&lisa->lexer, "`|` or `;`");
    return false;
}

/* row = cell ("|" cell)* ";" */
static bool read_row(struct lisa *lisa)
{
    unsigned count = lisa->builder->test->thread_count;

    for (lisa->thread = 0;; lisa->thread++) {
        if (lisa->thread == count) {
            build_error(lisa->builder, here(lisa), NULL, "this row has more cells than the test has processors");
            return false;
        }
        if (!read_cell(lisa))
            while (!at_cell_end(lisa)) /* go on with the next cell, to report more */
                litmus_lexer_next(&lisa->lexer);
        if (!litmus_lexer_take(&lisa->lexer, '|'))
            break;
    }
    if (lisa->thread + 1 < count) {
        build_error(lisa->builder, here(lisa), NULL, "this row has fewer cells than the test has processors");
        return false;
    }
    return litmus_lexer_expect(&lisa->lexer, ';', "`|` or `;`");
}

/* head = "P0" ("|" "P1")* ";" */
static bool read_head(struct lisa *lisa)
{
    for (unsigned i = 0; i < lisa->builder->test->thread_count; i++) {
        int64_t number;
        if (i > 0 && !litmus_lexer_expect(&lisa->lexer, '|', "`|`"))
            return false;
        if (!build_processor_name(&lisa->lexer.token, &number)) {
            litmus_lexer_wanted(&lisa->lexer, "a processor such as P0");
            return false;
        }
        if (number != i) {
            build_error(lisa->builder, here(lisa), NULL, "processors are P0, P1, ... in order: here P%u", i);
            return false;
        }
        lisa->builder->test->threads[i].place = here(lisa);
        litmus_lexer_next(&lisa->lexer);
        if (litmus_lexer_at(&lisa->lexer, ':'))
            return refuse(lisa, "an annotation of a processor");
    }
    return litmus_lexer_expect(&lisa->lexer, ';', "`|` or `;`");
}

/* ---- scope tree ---- */

struct scope_reader {
    struct lisa *lisa;
    unsigned next; /* a group number never used before */
    bool placed[LITMUS_MAX_THREADS];
};

/* group[] so far of the node being read: numbers for levels above it. */
static bool read_processor(struct scope_reader *reader, enum litmus_level below, const unsigned *group)
{
    struct lisa *lisa = reader->lisa;
    struct litmus_test *test = lisa->builder->test;
    int64_t number = -1;

    if (lisa->lexer.token.kind == TOKEN_NUMBER)
        number = lisa->lexer.token.number;
    else if (!build_processor_name(&lisa->lexer.token, &number)) {
        litmus_lexer_wanted(&lisa->lexer, "a processor, a subtree or `)`");
        return false;
    }
    if (number < 0 || number >= test->thread_count) {
        build_error(lisa->builder, here(lisa), NULL, "the test has no processor P%lld", (long long)number);
        return false;
    }
    if (reader->placed[number]) {
        build_error(lisa->builder, here(lisa), NULL, "P%lld stands in the scope tree twice", (long long)number);
        return false;
    }
    reader->placed[number] = true;
    for (unsigned level = 0; level < LITMUS_LEVELS; level++)
        test->scopes.group[number][level] = level >= below ? group[level] : reader->next++;
    litmus_lexer_next(&lisa->lexer);
    return true;
}

/* tree = "(" name (tree+ | proc*) ")".  Levels that the tree skips are made
 * apart for each child, as herd7 does. */
static bool read_tree(struct scope_reader *reader, enum litmus_level above, const unsigned *group)
{
    struct lisa *lisa = reader->lisa;
    unsigned own[LITMUS_LEVELS];
    enum litmus_level level;

    if (!litmus_lexer_expect(&lisa->lexer, '(', "`(` and a scope"))
        return false;
    if (!level_named(&lisa->lexer, &level)) {
        litmus_lexer_wanted(&lisa->lexer, "a scope: wi, wv, wg, cluster, agent or sys");
        return false;
    }
    if (level >= above) {
        build_error(lisa->builder, here(lisa), NULL, "%s cannot stand inside %s", litmus_level_name(level),
                    litmus_level_name(above));
        return false;
    }
    struct place place = here(lisa);
    for (unsigned i = 0; i < LITMUS_LEVELS; i++)
        own[i] = i >= above ? group[i] : i >= level ? reader->next++ : 0;
    litmus_lexer_next(&lisa->lexer);
    bool trees = litmus_lexer_at(&lisa->lexer, '(');
    unsigned count = 0;
    for (; !litmus_lexer_at(&lisa->lexer, ')'); count++)
        if (!(trees ? read_tree(reader, level, own) : read_processor(reader, level, own)))
            return false;
    if (level == LITMUS_WI && count > 1) {
        build_error(lisa->builder, place, NULL, "a work-item is one processor");
        return false;
    }
    litmus_lexer_next(&lisa->lexer);
    return true;
}

/* scopes = "scopes" ":" tree+; several trees share one sys unless they are sys */
static bool read_scopes(struct lisa *lisa)
{
    struct scope_reader reader = {.lisa = lisa, .next = 1};
    struct litmus_lexer ahead = lisa->lexer;
    unsigned group[LITMUS_LEVELS + 1] = {0};
    enum litmus_level first = LITMUS_WI;
    struct place place = here(lisa);

    litmus_lexer_next(&ahead);
    level_named(&ahead, &first);
    do {
        if (!read_tree(&reader, first == LITMUS_SYS ? LITMUS_LEVELS : LITMUS_SYS, group))
            return false;
    } while (litmus_lexer_at(&lisa->lexer, '('));
    for (unsigned i = 0; i < lisa->builder->test->thread_count; i++) {
        if (!reader.placed[i]) {
            build_error(lisa->builder, place, NULL, "P%u is missing in the scope tree", i);
            return false;
        }
    }
    lisa->builder->test->scopes.given = true;
    return true;
}

static bool at_extra(const struct lisa *lisa)
{
    struct litmus_lexer ahead = lisa->lexer;

    litmus_lexer_next(&ahead);
    return litmus_lexer_at(&ahead, ':') && (litmus_lexer_is(&lisa->lexer, "scopes") ||
           litmus_lexer_is(&lisa->lexer, "levels") || litmus_lexer_is(&lisa->lexer, "regions"));
}

static bool read_extra(struct lisa *lisa)
{
    if (litmus_lexer_is(&lisa->lexer, "levels"))
        return refuse(lisa, "`levels:`");
    if (litmus_lexer_is(&lisa->lexer, "regions"))
        return refuse(lisa, "`regions:`");
    if (lisa->builder->test->scopes.given) {
        build_error(lisa->builder, here(lisa), NULL, "the scope tree is given twice");
        return false;
    }
    litmus_lexer_next(&lisa->lexer);
    litmus_lexer_next(&lisa->lexer);
    return read_scopes(lisa);
}

void parse_lisa_program(struct builder *builder, unsigned from, unsigned to)
{
    struct lisa lisa = {.builder = builder};

    litmus_lexer_start(&lisa.lexer, builder->source, builder->diagnostics, LEXIS_CODE, from, to);
    litmus_lexer_take(&lisa.lexer, ';');
    if (!read_head(&lisa))
        return;
    while (lisa.lexer.token.kind != TOKEN_END && !at_extra(&lisa))
        if (!read_row(&lisa))
            return;
    while (at_extra(&lisa))
        if (!read_extra(&lisa))
            return;
    if (lisa.lexer.token.kind != TOKEN_END)
        litmus_lexer_wanted(&lisa.lexer, "`scopes:` or a condition");
    else if (!builder->test->scopes.given)
        diagnostics_add(builder->diagnostics, SEVERITY_WARNING, builder->test->threads[0].place,
                        "add for instance scopes: (sys (agent (wg 0) (wg 1)))",
                        "no scope tree: each thread is a work-group of its own on one agent");
}
