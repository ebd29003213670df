/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * parser_formula.c - formulas of linear temporal logic, by precedence.
 *
 * `X`, `U`, `R`, `within` and `fires` are words here alone: elsewhere they are names.
 */
#include "parser_private.h"

enum { ATOMS_MOST = 64, NODES_MOST = 2000 };

static unsigned parse_equivalence(struct parser *p, struct formula *f);

static unsigned add_node(struct parser *p, struct formula *f, enum formula_op op, unsigned left, unsigned right)
{
    const struct formula_node node = {.op = op, .left = left, .right = right};
    if (f->count == NODES_MOST) {
        parser_refuse(p, here(p), "split it into several properties", "this formula has too many operators");
        p->panic = true;
    }
    ARENA_PUSH(p->arena, f->nodes, f->count, node);
    return f->count - 1;
}

static unsigned add_atom(struct parser *p, struct formula *f, struct atom *atom, unsigned first)
{
    atom->place = since(p, first);
    if (f->atom_count == ATOMS_MOST)
        parser_refuse(p, atom->place, "split it into several properties", "a formula has 64 conditions and events at most");
    ARENA_PUSH(p->arena, f->atoms, f->atom_count, atom);
    return add_node(p, f, FORMULA_ATOM, f->atom_count - 1, 0);
}

/* condition = "{" expr "}" */
static unsigned parse_condition(struct parser *p, struct formula *f)
{
    struct atom *atom = arena_alloc(p->arena, sizeof *atom);
    unsigned first = p->at;
    parser_expect(p, TOKEN_OPEN_BRACE, " and a condition");
    atom->condition = parse_expr(p);
    parser_expect(p, TOKEN_CLOSE_BRACE, " after the condition");
    return add_atom(p, f, atom, first);
}

/* fires = "fires" "(" STRING {"," expr} ")" */
static unsigned parse_fires(struct parser *p, struct formula *f)
{
    struct atom *atom = arena_alloc(p->arena, sizeof *atom);
    unsigned first = p->at;
    advance(p);
    parser_expect(p, TOKEN_OPEN, " and the name of a rule");
    atom->rule = parser_take_name(p);
    if (!atom->rule)
        parser_fail(p, "the name of a rule, as a string,");
    while (take(p, TOKEN_COMMA))
        ARENA_PUSH(p->arena, atom->arguments, atom->argument_count, parse_expr(p));
    parser_expect(p, TOKEN_CLOSE, " after the rule and its parameters");
    return add_atom(p, f, atom, first);
}

/* unary = ("!" | "[]" | "<>" | "X") unary | "(" formula ")" | "true" | "false" | condition | fires */
static unsigned parse_operand(struct parser *p, struct formula *f)
{
    unsigned node = 0;
    if (take(p, TOKEN_OPEN)) {
        node = parse_equivalence(p, f);
        parser_expect(p, TOKEN_CLOSE, " after the formula");
    } else if (at(p, TOKEN_OPEN_BRACE)) {
        node = parse_condition(p, f);
    } else if (parser_at_word(p, "fires") && peek_next(p) == TOKEN_OPEN) {
        node = parse_fires(p, f);
    } else if (at(p, TOKEN_TRUE) || at(p, TOKEN_FALSE)) {
        node = add_node(p, f, at(p, TOKEN_TRUE) ? FORMULA_TRUE : FORMULA_FALSE, 0, 0);
        advance(p);
    } else {
        parser_report(p, "a condition of the state stands in braces, as in [] <> {at[p] = inside}",
                      "'{', 'fires', '(' or an operator of a formula");
        p->panic = true;
    }
    return node;
}

static unsigned parse_unary(struct parser *p, struct formula *f)
{
    enum formula_op op = at(p, TOKEN_NOT)          ? FORMULA_NOT
                       : at(p, TOKEN_ALWAYS)       ? FORMULA_ALWAYS
                       : at(p, TOKEN_EVENTUALLY)   ? FORMULA_EVENTUALLY
                       : parser_at_word(p, "X")    ? FORMULA_NEXT
                                                   : FORMULA_ATOM;
    unsigned node = 0;
    if (!parser_enter(p)) {
        parser_leave(p);
        return 0;
    }
    if (op == FORMULA_ATOM) {
        node = parse_operand(p, f);
    } else {
        if (op == FORMULA_NOT)
            mark_here(p, ROLE_PREFIX);
        if (op == FORMULA_NEXT)
            mark_here(p, ROLE_SPACED);
        advance(p);
        node = add_node(p, f, op, parse_unary(p, f), 0);
    }
    parser_leave(p);
    return node;
}

/* within = "within" bound unary, after `left`, which stands twice where a leadsto has it */
static unsigned parse_within(struct parser *p, struct formula *f, unsigned left)
{
    mark_here(p, ROLE_SPACED);
    advance(p);
    struct expr *bound = parse_bound(p);
    mark_last(p, ROLE_SPACED);
    unsigned node = add_node(p, f, FORMULA_WITHIN, left, parse_unary(p, f));
    f->nodes[node].within = bound;
    return node;
}

/* until = unary [("U" | "R") until | within] */
static unsigned parse_until(struct parser *p, struct formula *f)
{
    unsigned left = parse_unary(p, f);
    if (parser_at_word(p, "within"))
        return parse_within(p, f, left);
    bool until = parser_at_word(p, "U");
    if ((!until && !parser_at_word(p, "R")) || !parser_enter(p))
        return left;
    mark_here(p, ROLE_SPACED);
    advance(p);
    unsigned right = parse_until(p, f);
    parser_leave(p);
    return add_node(p, f, until ? FORMULA_UNTIL : FORMULA_RELEASE, left, right);
}

/* conjunction = until {("&" | "&&") until} */
static unsigned parse_conjunction(struct parser *p, struct formula *f)
{
    unsigned left = parse_until(p, f);
    while (take(p, TOKEN_AMPERSAND) || take(p, TOKEN_AND))
        left = add_node(p, f, FORMULA_AND, left, parse_until(p, f));
    return left;
}

/* disjunction = conjunction {("|" | "||") conjunction} */
static unsigned parse_disjunction(struct parser *p, struct formula *f)
{
    unsigned left = parse_conjunction(p, f);
    while (take(p, TOKEN_PIPE) || take(p, TOKEN_OR))
        left = add_node(p, f, FORMULA_OR, left, parse_conjunction(p, f));
    return left;
}

/* implication = disjunction ["->" implication] */
static unsigned parse_implication(struct parser *p, struct formula *f)
{
    unsigned left = parse_disjunction(p, f);
    if (!at(p, TOKEN_IMPLIES) || !parser_enter(p))
        return left;
    advance(p);
    unsigned right = parse_implication(p, f);
    parser_leave(p);
    return add_node(p, f, FORMULA_IMPLIES, left, right);
}

/* formula = implication {"<->" implication} */
static unsigned parse_equivalence(struct parser *p, struct formula *f)
{
    unsigned left = parse_implication(p, f);
    while (take(p, TOKEN_EQUIVALENT))
        left = add_node(p, f, FORMULA_EQUIVALENT, left, parse_implication(p, f));
    return left;
}

struct formula *parse_formula(struct parser *p)
{
    struct formula *f = arena_alloc(p->arena, sizeof *f);
    parse_equivalence(p, f);
    return f;
}

/* {P} {Q}: [] (P -> <> Q), and with a bound [] (P -> <> Q & Q within ...) */
static struct formula *parse_leads_to(struct parser *p)
{
    struct formula *f = arena_alloc(p->arena, sizeof *f);
    unsigned from = parse_condition(p, f), to = parse_condition(p, f);
    unsigned then = add_node(p, f, FORMULA_EVENTUALLY, to, 0);
    if (parser_at_word(p, "within"))
        then = add_node(p, f, FORMULA_AND, then, parse_within(p, f, to));
    add_node(p, f, FORMULA_ALWAYS, add_node(p, f, FORMULA_IMPLIES, from, then), 0);
    return f;
}

/* property = "ltl" STRING formula | "leadsto" STRING condition condition [within] */
struct property *parse_formula_property(struct parser *p)
{
    struct property *property = arena_alloc(p->arena, sizeof *property);
    unsigned first = p->at;
    bool leads_to = parser_at_word(p, "leadsto");
    property->kind = PROPERTY_LTL;
    advance(p);
    property->message = parser_take_name(p);
    mark_here(p, ROLE_BODY);
    property->formula = leads_to ? parse_leads_to(p) : parse_formula(p);
    property->place = since(p, first);
    return property;
}
