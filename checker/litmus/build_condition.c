/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * build_condition.c - conditions, from loosest to tightest:
 *
 *     or      = and ("\/" and)*
 *     and     = implies ("/\" implies)*
 *     implies = not ("=>" implies)?
 *     not     = ("~" | "not") not | "(" or ")" | "true" | "false" | atom
 *     atom    = operand ("=" | "==" | "!=" | "<>" | "<" | "<=" | ">" | ">=") operand
 *     operand = NUMBER | "&" NAME | name
 *     name    = NAME | "[" NAME "]" | n ":" rN               in C n ":" NAME
 *
 * In LISA a NAME on the right is the location's address, as herd has it, but beside
 * a number, which no address is equal to: there it is the location's value, as it
 * is on the left, and as it is on both sides in the other dialects.  Those alone
 * compare by size.  Two constants compare to true or false as they are read.
 */
#include "build.h"

#include <string.h>

#include "../base/arena.h"
#include "operator.h"

enum { DEEPEST = 200 }; /* nesting; a fuzzer's input must not end the stack */

static struct litmus_proposition *parse_or(struct builder *, struct litmus_lexer *, bool observed, int depth);

static struct litmus_proposition *make(struct builder *builder, enum litmus_proposition_kind kind, struct place place)
{
    struct litmus_proposition *new = arena_alloc(builder->arena, sizeof *new);

    new->kind = kind;
    new->place = place;
    return new;
}

/* The variable of a thread that has the name; a location's name is that of a pointer to it. */
static int variable(struct builder *builder, unsigned thread, const struct litmus_token *name)
{
    const struct litmus_test *test = builder->test;
    int known = build_find_named_register(builder, thread, name), location = -1;

    for (unsigned i = 0; i < test->location_count; i++)
        if (strlen(test->locations[i].name) == name->length && !memcmp(test->locations[i].name, name->text, name->length))
            location = (int)i;
    struct litmus_token register_name = *name;
    if (known < 0 && location >= 0) {
        build_name(builder, LITMUS_NAMES_LOCATION, -1, 0, name->place);
        register_name.place.source = NULL; /* what stands there is the location's name */
    }
    int index = known >= 0 ? known : build_named_register(builder, thread, &register_name);
    if (known < 0 && index >= 0 && location >= 0)
        test->threads[thread].registers[index].initial = build_address(builder, location);
    return index;
}

/* name = n ":" rN | NAME | "[" NAME "]" */
/* register_name = processor ":" register, from the processor on. */
static bool register_name(struct builder *builder, struct litmus_lexer *lexer, int64_t processor, int *thread, int *index)
{
    int64_t number = 0;
    struct place place = lexer->token.place;
    litmus_lexer_next(lexer);
    if (!litmus_lexer_expect(lexer, ':', "`:` and a register"))
        return false;
    if (litmus_is_c(builder->test) ? lexer->token.kind != TOKEN_NAME : !build_register_name(&lexer->token, &number)) {
        litmus_lexer_wanted(lexer, litmus_is_c(builder->test) ? "a variable" : "a register such as r0");
        return false;
    }
    if (processor < 0 || processor >= builder->test->thread_count) {
        build_error(builder, place, NULL, "the test has no processor P%lld", (long long)processor);
        return false;
    }
    *thread = (int)processor;
    *index = litmus_is_c(builder->test) ? variable(builder, (unsigned)processor, &lexer->token)
                                        : build_register(builder, (unsigned)processor, number, lexer->token.place);
    litmus_lexer_next(lexer);
    return *index >= 0;
}

/* location_name = location | "[" location "]" */
static bool location_name(struct builder *builder, struct litmus_lexer *lexer, int *index)
{
    bool bracket = litmus_lexer_take(lexer, '[');
    if (lexer->token.kind != TOKEN_NAME) {
        litmus_lexer_wanted(lexer, "a location or a register such as 0:r1");
        return false;
    }
    *index = build_location_name(builder, lexer);
    return *index >= 0 && (!bracket || litmus_lexer_expect(lexer, ']', "`]`"));
}

bool build_state_name(struct builder *builder, struct litmus_lexer *lexer, int *thread, int *index)
{
    if (lexer->token.kind == TOKEN_SYMBOL && lexer->token.symbol == '*') {
        build_error(builder, lexer->token.place, NULL, "a location cannot be dereferenced here");
        return false;
    }
    int64_t processor = 0;
    if (build_processor_name(&lexer->token, &processor))
        return register_name(builder, lexer, processor, thread, index);
    if (lexer->token.kind == TOKEN_NUMBER)
        return register_name(builder, lexer, lexer->token.number, thread, index);
    *thread = -1;
    return location_name(builder, lexer, index);
}

/* One side of an atom. */
struct operand {
    bool constant;              /* else a register or location, which is watched */
    bool number;                /* a constant, and no address */
    struct litmus_value value;  /* where constant */
    int thread, index;
};

static bool parse_address(struct builder *builder, struct litmus_lexer *lexer, struct operand *operand)
{
    if (lexer->token.kind != TOKEN_NAME) {
        litmus_lexer_wanted(lexer, "a location");
        return false;
    }
    operand->constant = true;
    operand->value = build_address(builder, build_location_name(builder, lexer));
    return operand->value.location >= 0;
}

/* `address`: a NAME is what is named, and not its value. */
static bool parse_operand(struct builder *builder, struct litmus_lexer *lexer, struct operand *operand, bool address)
{
    int64_t processor;
    *operand = (struct operand){0};
    if (litmus_lexer_take(lexer, '&'))
        return parse_address(builder, lexer, operand);
    if (lexer->token.kind == TOKEN_NUMBER) {
        struct litmus_lexer ahead = *lexer;
        litmus_lexer_next(&ahead);
        if (!litmus_lexer_at(&ahead, ':')) {
            *operand = (struct operand){.constant = true, .number = true, .value = {lexer->token.number, -1}};
            *lexer = ahead;
            return true;
        }
    } else if (address && lexer->token.kind == TOKEN_NAME && !build_processor_name(&lexer->token, &processor)) {
        return parse_address(builder, lexer, operand);
    }
    return build_state_name(builder, lexer, &operand->thread, &operand->index);
}

static void compare_constants(struct litmus_proposition *atom, enum litmus_operator operator, struct litmus_value left,
                              struct litmus_value right)
{
    struct litmus_value result = {0, -1};
    operator_apply(operator, left, right, &result);
    atom->kind = operator_is_zero(result) ? PROPOSITION_FALSE : PROPOSITION_TRUE;
}

/* The operator that says the same with its sides exchanged. */
static enum litmus_operator exchanged(enum litmus_operator operator)
{
    switch (operator) {
    case OPERATOR_LT: return OPERATOR_GT;
    case OPERATOR_GT: return OPERATOR_LT;
    case OPERATOR_LE: return OPERATOR_GE;
    case OPERATOR_GE: return OPERATOR_LE;
    default: return operator;
    }
}

static void compare_watches(struct builder *builder, struct litmus_proposition *atom, enum litmus_operator operator,
                            const struct operand *left, const struct operand *right, bool observed)
{
    bool by_size = operator != OPERATOR_EQ && operator != OPERATOR_NE;
    bool swap = operator == OPERATOR_GT || operator == OPERATOR_LE;
    const struct operand *first = swap ? right : left, *second = swap ? left : right;
    atom->kind = by_size ? PROPOSITION_LESS : PROPOSITION_SAME;
    atom->watch = (unsigned)build_watch(builder, first->thread, first->index, observed);
    atom->other = (unsigned)build_watch(builder, second->thread, second->index, observed);
}

static void compare(struct builder *builder, struct litmus_proposition *atom, enum litmus_operator operator,
                    const struct operand *left, const struct operand *right, bool observed)
{
    if (left->constant && right->constant) {
        compare_constants(atom, operator, left->value, right->value);
        return;
    }
    atom->negated = operator == OPERATOR_NE || operator == OPERATOR_LE || operator == OPERATOR_GE;
    if (!left->constant && !right->constant) {
        compare_watches(builder, atom, operator, left, right, observed);
        return;
    }
    const struct operand *watched = left->constant ? right : left;
    operator = left->constant ? exchanged(operator) : operator;
    atom->negated = operator == OPERATOR_NE || operator == OPERATOR_LE || operator == OPERATOR_GE;
    atom->kind = operator == OPERATOR_EQ || operator == OPERATOR_NE   ? PROPOSITION_EQUAL
                 : operator == OPERATOR_LT || operator == OPERATOR_GE ? PROPOSITION_BELOW
                                                                      : PROPOSITION_ABOVE;
    atom->watch = (unsigned)build_watch(builder, watched->thread, watched->index, observed);
    atom->value = left->constant ? left->value : right->value;
}

/* The comparison that stands next; false after an error. */
static bool parse_comparison(struct builder *builder, struct litmus_lexer *lexer, enum litmus_operator *operator)
{
    const struct litmus_token *token = &lexer->token;
    bool less = litmus_lexer_at(lexer, '<'), more = litmus_lexer_at(lexer, '>'), by_size = token->kind == TOKEN_COMPARE;

    if ((less || more || by_size) && builder->test->dialect == LITMUS_LISA) {
        build_error(builder, token->place, NULL, "a condition compares with = and != only");
        return false;
    }
    if (token->kind != TOKEN_EQUAL && token->kind != TOKEN_DIFFER && !less && !more && !by_size) {
        litmus_lexer_wanted(lexer, "`=` or `!=`");
        return false;
    }
    *operator = less                          ? OPERATOR_LT
                : more                        ? OPERATOR_GT
                : token->kind == TOKEN_EQUAL  ? OPERATOR_EQ
                : token->kind == TOKEN_DIFFER ? OPERATOR_NE
                : token->symbol == '<'        ? OPERATOR_LE
                                              : OPERATOR_GE;
    litmus_lexer_next(lexer);
    return true;
}

static struct litmus_proposition *parse_atom(struct builder *builder, struct litmus_lexer *lexer, bool observed)
{
    struct litmus_proposition *atom = make(builder, PROPOSITION_EQUAL, lexer->token.place);
    struct operand left, right;
    enum litmus_operator operator;

    if (!parse_operand(builder, lexer, &left, false) || !parse_comparison(builder, lexer, &operator) ||
        !parse_operand(builder, lexer, &right, builder->test->dialect == LITMUS_LISA && !left.number))
        return NULL;
    compare(builder, atom, operator, &left, &right, observed);
    atom->place.end = lexer->token.place.start;
    return atom;
}

static struct litmus_proposition *parse_not(struct builder *builder, struct litmus_lexer *lexer, bool observed, int depth)
{
    struct place place = lexer->token.place;
    struct litmus_proposition *inner;

    if (depth > DEEPEST) {
        build_error(builder, place, NULL, "this condition is nested too deeply");
        return NULL;
    }
    if (litmus_lexer_at(lexer, '~') || litmus_lexer_is(lexer, "not")) {
        litmus_lexer_next(lexer);
        inner = parse_not(builder, lexer, observed, depth + 1);
        struct litmus_proposition *outer = make(builder, PROPOSITION_NOT, place);
        outer->left = inner;
        return inner ? outer : NULL;
    }
    if (litmus_lexer_take(lexer, '(')) {
        inner = parse_or(builder, lexer, observed, depth + 1);
        return inner && litmus_lexer_expect(lexer, ')', "`)`") ? inner : NULL;
    }
    if (litmus_lexer_is(lexer, "true") || litmus_lexer_is(lexer, "false")) {
        inner = make(builder, litmus_lexer_is(lexer, "true") ? PROPOSITION_TRUE : PROPOSITION_FALSE, place);
        litmus_lexer_next(lexer);
        return inner;
    }
    return parse_atom(builder, lexer, observed);
}

static struct litmus_proposition *join(struct builder *builder, enum litmus_proposition_kind kind, struct place place,
                                       struct litmus_proposition *left, struct litmus_proposition *right)
{
    struct litmus_proposition *new = make(builder, kind, place);

    new->left = left;
    new->right = right;
    return left && right ? new : NULL;
}

static struct litmus_proposition *parse_implies(struct builder *builder, struct litmus_lexer *lexer, bool observed,
                                                int depth)
{
    struct litmus_proposition *left = parse_not(builder, lexer, observed, depth);
    struct place place = lexer->token.place;

    if (!left || lexer->token.kind != TOKEN_IMPLIES)
        return left;
    if (depth > DEEPEST) {
        build_error(builder, place, NULL, "this condition is nested too deeply");
        return NULL;
    }
    litmus_lexer_next(lexer);
    return join(builder, PROPOSITION_IMPLIES, place, left, parse_implies(builder, lexer, observed, depth + 1));
}

typedef struct litmus_proposition *parse_part(struct builder *, struct litmus_lexer *, bool observed, int depth);

/* parts joined by `token`.  A left-associative chain is as deep as it is long, and so counts. */
static struct litmus_proposition *parse_chain(struct builder *builder, struct litmus_lexer *lexer, bool observed, int depth,
                                              parse_part *part, enum litmus_token_kind token, enum litmus_proposition_kind kind)
{
    struct litmus_proposition *left = part(builder, lexer, observed, depth);

    for (int length = 0; left && lexer->token.kind == token; length++) {
        struct place place = lexer->token.place;
        litmus_lexer_next(lexer);
        left = join(builder, kind, place, left, part(builder, lexer, observed, depth + 1));
        if (length > 10 * DEEPEST) {
            build_error(builder, place, NULL, "this condition is too long");
            return NULL;
        }
    }
    return left;
}

static struct litmus_proposition *parse_and(struct builder *builder, struct litmus_lexer *lexer, bool observed, int depth)
{
    return parse_chain(builder, lexer, observed, depth, parse_implies, TOKEN_AND, PROPOSITION_AND);
}

static struct litmus_proposition *parse_or(struct builder *builder, struct litmus_lexer *lexer, bool observed, int depth)
{
    return parse_chain(builder, lexer, observed, depth, parse_and, TOKEN_OR, PROPOSITION_OR);
}

struct litmus_proposition *build_proposition(struct builder *builder, struct litmus_lexer *lexer, bool observed)
{
    return parse_or(builder, lexer, observed, 0);
}
