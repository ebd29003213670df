/* SPDX-License-Identifier: BSD-2-Clause */
/* columns.c - see columns.h. */
#include "columns.h"

#include <string.h>

#include "../base/arena.h"

const struct columns_word columns_operators[] = {
    {"add", OPERATOR_ADD}, {"plus", OPERATOR_ADD}, {"sub", OPERATOR_SUB}, {"minus", OPERATOR_SUB}, {"mul", OPERATOR_MUL},
    {"div", OPERATOR_DIV}, {"and", OPERATOR_AND}, {"or", OPERATOR_OR}, {"xor", OPERATOR_XOR}, {"min", OPERATOR_MIN},
    {"max", OPERATOR_MAX}, {"exch", OPERATOR_COPY}, {"cas", OPERATOR_CAS}, {0}};

static const struct columns_word tests[] = {{"beq", OPERATOR_EQ}, {"bne", OPERATOR_NE}, {"blt", OPERATOR_LT},
                                            {"ble", OPERATOR_LE}, {"bgt", OPERATOR_GT}, {"bge", OPERATOR_GE}, {0}};

static struct place here(const struct columns *c)
{
    return c->lexer.token.place;
}

/* ---- names ---- */

int columns_word(const struct mnemonic *name, unsigned i, const struct columns_word *table)
{
    for (; i < name->count && i < COLUMNS_WORDS && table->text; table++)
        if (name->word[i].length == strlen(table->text) && !memcmp(name->word[i].text, table->text, name->word[i].length))
            return table->value;
    return -1;
}

static struct mnemonic read_mnemonic(struct columns *c)
{
    const struct litmus_token *token = &c->lexer.token;
    struct mnemonic name = {.place = token->place, .text = token->text, .length = token->length};
    unsigned start = 0;

    for (unsigned at = 0; at <= token->length; at++) {
        if (at < token->length && token->text[at] != '.')
            continue;
        if (name.count < COLUMNS_WORDS) {
            name.word[name.count].text = token->text + start;
            name.word[name.count].length = at - start;
        }
        name.count += name.count <= COLUMNS_WORDS;
        start = at + 1;
    }
    litmus_lexer_next(&c->lexer);
    return name;
}

bool columns_refuse(struct columns *c, const struct mnemonic *name)
{
    build_error(c->builder, name->place, c->dialect->known, "the instruction `%.*s` has no meaning here", (int)name->length,
                name->text);
    return false;
}

struct litmus_instruction *columns_instruction(struct columns *c, const struct mnemonic *name, enum litmus_instruction_kind kind)
{
    return build_instruction(c->builder, c->thread, kind, name->place);
}

/* ---- operands ---- */

bool columns_comma(struct columns *c)
{
    return litmus_lexer_expect(&c->lexer, ',', "`,`");
}

bool columns_register(struct columns *c, int *reg)
{
    int64_t number;

    if (!build_register_name(&c->lexer.token, &number)) {
        litmus_lexer_wanted(&c->lexer, "a register such as r0");
        return false;
    }
    *reg = build_register(c->builder, c->thread, number, here(c));
    litmus_lexer_next(&c->lexer);
    return *reg >= 0;
}

bool columns_value(struct columns *c, struct litmus_operand *operand)
{
    if (c->lexer.token.kind == TOKEN_NUMBER) {
        *operand = (struct litmus_operand){.kind = OPERAND_VALUE, .value = {c->lexer.token.number, -1}};
        litmus_lexer_next(&c->lexer);
        return true;
    }
    operand->kind = OPERAND_REGISTER;
    return columns_register(c, &operand->reg);
}

/* A location; a register would hold an address, which Dartagnan does not write. */
bool columns_location(struct columns *c, struct litmus_operand *operand)
{
    int64_t number;

    if (c->lexer.token.kind != TOKEN_NAME || build_register_name(&c->lexer.token, &number) ||
        build_processor_name(&c->lexer.token, &number)) {
        litmus_lexer_wanted(&c->lexer, "a location");
        return false;
    }
    int location = build_location(c->builder, c->lexer.token.text, c->lexer.token.length, here(c));
    *operand = (struct litmus_operand){.kind = OPERAND_VALUE, .value = {0, location}};
    litmus_lexer_next(&c->lexer);
    return location >= 0;
}

bool columns_stored(struct columns *c, struct litmus_instruction *rmw)
{
    struct litmus_operand first = {0};

    if (!columns_value(c, &first))
        return false;
    switch (rmw->value.operator) {
    case OPERATOR_CAS:
        rmw->value.left = first;
        return columns_comma(c) && columns_value(c, &rmw->value.right);
    case OPERATOR_COPY:
        rmw->value.left = first;
        return true;
    default:
        rmw->value.left.kind = OPERAND_OLD;
        rmw->value.right = first;
        return true;
    }
}

bool columns_loaded(struct columns *c, struct litmus_instruction *load)
{
    if (!columns_register(c, &load->target) || !columns_comma(c))
        return false;
    if (c->lexer.token.kind != TOKEN_NUMBER)
        return columns_location(c, &load->address);
    load->kind = LITMUS_MOVE;
    load->order = LITMUS_NA;
    load->level = LITMUS_SYS;
    load->marks = 0;
    load->annotations = "";
    return columns_value(c, &load->value.left);
}

/* barrier = id | instance "," id ("," quorum)? */
bool columns_barrier(struct columns *c, struct litmus_instruction *fence, bool arrives)
{
    struct litmus_barrier *barrier = arena_alloc(c->builder->arena, sizeof *barrier);
    struct litmus_operand first = {0};

    *barrier = (struct litmus_barrier){.arrives = arrives};
    fence->barrier = barrier;
    if (!columns_value(c, &first))
        return false;
    if (!litmus_lexer_at(&c->lexer, ',')) {
        barrier->instance = BARRIER_BY_ID;
        barrier->id = first;
        return true;
    }
    if (first.kind == OPERAND_REGISTER) {
        build_error(c->builder, here(c), "its id comes second, and may be a register", "the number of a barrier is a constant");
        return false;
    }
    barrier->instance = first.value.number;
    litmus_lexer_next(&c->lexer);
    if (!columns_value(c, &barrier->id))
        return false;
    return !litmus_lexer_take(&c->lexer, ',') || columns_value(c, &barrier->quorum);
}

/* ---- forms of any dialect ---- */

bool columns_arithmetic(struct columns *c, const struct mnemonic *name)
{
    struct litmus_instruction *move = columns_instruction(c, name, LITMUS_MOVE);

    if (!move || name->count != 1)
        return columns_refuse(c, name);
    move->value.operator = (enum litmus_operator)columns_word(name, 0, columns_operators);
    return columns_register(c, &move->target) && columns_comma(c) && columns_value(c, &move->value.left) &&
           columns_comma(c) && columns_value(c, &move->value.right);
}

static bool read_goal(struct columns *c, const struct litmus_instruction *branch)
{
    if (c->lexer.token.kind != TOKEN_NAME) {
        litmus_lexer_wanted(&c->lexer, "a label");
        return false;
    }
    build_goal_of(c->builder, c->thread, branch, &c->lexer.token);
    litmus_lexer_next(&c->lexer);
    return true;
}

bool columns_goto(struct columns *c, const struct mnemonic *name)
{
    struct litmus_instruction *jump = columns_instruction(c, name, LITMUS_JUMP);

    return jump && (name->count == 1 || columns_refuse(c, name)) && read_goal(c, jump);
}

bool columns_branch(struct columns *c, const struct mnemonic *name)
{
    struct litmus_instruction *branch = columns_instruction(c, name, LITMUS_BRANCH);

    if (!branch || name->count != 1)
        return columns_refuse(c, name);
    branch->value.operator = (enum litmus_operator)columns_word(name, 0, tests);
    return columns_value(c, &branch->value.left) && columns_comma(c) && columns_value(c, &branch->value.right) &&
           columns_comma(c) && read_goal(c, branch);
}

/* ---- rows ---- */

static bool read_instruction(struct columns *c)
{
    if (c->lexer.token.kind != TOKEN_NAME) {
        litmus_lexer_wanted(&c->lexer, "an instruction");
        return false;
    }
    struct mnemonic name = read_mnemonic(c);
    for (const struct columns_form *form = c->dialect->forms; form->word; form++)
        if (columns_word(&name, 0, (struct columns_word[]){{form->word, 0}, {0}}) == 0)
            return form->read(c, &name);
    return columns_refuse(c, &name);
}

static bool at_cell_end(const struct columns *c)
{
    return litmus_lexer_at(&c->lexer, '|') || litmus_lexer_at(&c->lexer, ';') || c->lexer.token.kind == TOKEN_END;
}

/* cell = (label ":")* instruction? */
static bool read_cell(struct columns *c)
{
    while (c->lexer.token.kind == TOKEN_NAME) {
        struct litmus_lexer ahead = c->lexer;
        litmus_lexer_next(&ahead);
        if (!litmus_lexer_at(&ahead, ':'))
            break;
        build_label(c->builder, c->thread, &c->lexer.token);
        litmus_lexer_next(&ahead);
        c->lexer = ahead;
    }
    if (at_cell_end(c))
        return true;
    if (!read_instruction(c))
        return false;
    if (at_cell_end(c))
        return true;
    litmus_lexer_wanted(&c->lexer, "`|` or `;`");
    return false;
}

/* row = cell ("|" cell)* ";" */
static bool read_row(struct columns *c)
{
    unsigned count = c->builder->test->thread_count;

    for (c->thread = 0;; c->thread++) {
        if (c->thread == count) {
            build_error(c->builder, here(c), NULL, "this row has more cells than the test has processors");
            return false;
        }
        if (!read_cell(c))
            while (!at_cell_end(c))
                litmus_lexer_next(&c->lexer);
        if (!litmus_lexer_take(&c->lexer, '|'))
            break;
    }
    if (c->thread + 1 < count) {
        build_error(c->builder, here(c), NULL, "this row has fewer cells than the test has processors");
        return false;
    }
    return litmus_lexer_expect(&c->lexer, ';', "`|` or `;`");
}

/* ---- head ---- */

/* WORD n */
static bool read_place_number(struct builder *builder, struct litmus_lexer *lexer, const char *word, int64_t *number)
{
    if (!litmus_lexer_is(lexer, word)) {
        litmus_lexer_wanted(lexer, arena_format(builder->arena, "`%s` and a number", word));
        return false;
    }
    litmus_lexer_next(lexer);
    if (lexer->token.kind != TOKEN_NUMBER || lexer->token.number < 0 || lexer->token.number > 9999) {
        litmus_lexer_wanted(lexer, "a number from 0 to 9999");
        return false;
    }
    *number = lexer->token.number;
    litmus_lexer_next(lexer);
    return true;
}

/* The first thread that has the same numbers from a level on: what they share is named after it. */
static unsigned first_with(int64_t (*numbers)[LITMUS_LEVELS], unsigned thread, enum litmus_level level)
{
    for (unsigned other = 0; other < thread; other++)
        if (!memcmp(numbers[other] + level, numbers[thread] + level, (LITMUS_LEVELS - level) * sizeof **numbers))
            return other;
    return thread;
}

/* Whether a comma and this word come next. */
static bool names_next(const struct litmus_lexer *lexer, const char *word)
{
    struct litmus_lexer ahead = *lexer;

    return litmus_lexer_take(&ahead, ',') && litmus_lexer_is(&ahead, word);
}

/* Numbers of work-groups count within their agent, so one that is named again is of the same cluster. */
static bool is_of_one_cluster(struct builder *builder, const struct litmus_lexer *lexer, int64_t (*numbers)[LITMUS_LEVELS], unsigned thread,
                              const char *group)
{
    for (unsigned other = 0; other < thread; other++)
        if (numbers[other][LITMUS_WG] == numbers[thread][LITMUS_WG] && numbers[other][LITMUS_CLUSTER] != numbers[thread][LITMUS_CLUSTER] &&
            first_with(numbers, thread, LITMUS_AGENT) == first_with(numbers, other, LITMUS_AGENT)) {
            build_error(builder, lexer->token.place, arena_format(builder->arena, "numbers of `%s` count within their gpu", group),
                        "P%u and P%u are of one %s, and not of one cluster", other, thread, group);
            return false;
        }
    return true;
}

bool columns_place(struct builder *builder, struct litmus_lexer *lexer, const struct columns_word *levels, unsigned thread,
                   int64_t (*numbers)[LITMUS_LEVELS])
{
    unsigned *group = builder->test->scopes.group[thread];
    int64_t number;

    if (!build_processor_name(&lexer->token, &number) || number != thread) {
        build_error(builder, lexer->token.place, NULL, "processors are P0, P1, ... in order: here P%u", thread);
        return false;
    }
    builder->test->threads[thread].place = lexer->token.place;
    litmus_lexer_next(lexer);
    for (unsigned level = 0; level < LITMUS_LEVELS; level++) /* what has no number is of this thread alone, or of all */
        numbers[thread][level] = level < (unsigned)levels->value ? (int64_t)thread : 0;
    for (const struct columns_word *level = levels; level->text; level++) {
        if (level->value == LITMUS_CLUSTER && !names_next(lexer, level->text))
            continue;
        if (!litmus_lexer_expect(lexer, level == levels ? '@' : ',', level == levels ? "`@` and the processor's place" : "`,`") ||
            !read_place_number(builder, lexer, level->text, &numbers[thread][level->value]))
            return false;
        if (level->value == LITMUS_WG) /* a cluster of its own, unless one is given */
            numbers[thread][LITMUS_CLUSTER] = numbers[thread][LITMUS_WG];
    }
    if (!is_of_one_cluster(builder, lexer, numbers, thread, levels->text))
        return false;
    for (enum litmus_level level = LITMUS_WI; level < LITMUS_LEVELS; level++)
        group[level] = level == LITMUS_WI ? thread : first_with(numbers, thread, level);
    return true;
}

static bool read_head(struct columns *c)
{
    int64_t numbers[LITMUS_MAX_THREADS][LITMUS_LEVELS];

    for (unsigned i = 0; i < c->builder->test->thread_count; i++) {
        if (i > 0 && !litmus_lexer_expect(&c->lexer, '|', "`|`"))
            return false;
        if (!columns_place(c->builder, &c->lexer, c->dialect->place, i, numbers))
            return false;
    }
    c->builder->test->scopes.given = true;
    return litmus_lexer_expect(&c->lexer, ';', "`|` or `;`");
}

void columns_parse(struct builder *builder, const struct columns_dialect *dialect, unsigned from, unsigned to)
{
    struct columns c = {.builder = builder, .dialect = dialect};

    litmus_lexer_start(&c.lexer, builder->source, builder->diagnostics, LEXIS_PTX, from, to);
    litmus_lexer_take(&c.lexer, ';');
    if (!read_head(&c))
        return;
    while (c.lexer.token.kind != TOKEN_END)
        if (!read_row(&c))
            return;
}
