/* SPDX-License-Identifier: BSD-2-Clause */
/* Automata of formulas against the formulas themselves, on random runs that end in a cycle. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "ltl/tableau.h"
#include "ltl/lasso.h"
#include "by_night.h"

#define NODES 96
#define POSITIONS 6
#define PAIRS (POSITIONS * 400)

struct formula {
    struct model_formula_node nodes[NODES];
    uint32_t count;
};

static unsigned pick(unsigned *seed, unsigned below)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (unsigned)((uint64_t)(*seed >> 8) * below >> 24);
}

static uint32_t put(struct formula *f, enum model_formula_op op, uint32_t left, uint32_t right)
{
    f->nodes[f->count] = (struct model_formula_node){.op = op, .left = left, .right = right};
    return f->count++;
}

/* A formula of `size` nodes at most; what `within` counts is small, since its automaton is larger than others. */
static uint32_t random_formula(struct formula *f, unsigned *seed, unsigned size)
{
    if (size <= 1)
        return pick(seed, 12) ? put(f, MODEL_FORMULA_ATOM, pick(seed, 3), 0)
                              : put(f, pick(seed, 2) ? MODEL_FORMULA_TRUE : MODEL_FORMULA_FALSE, 0, 0);
    enum model_formula_op op = (enum model_formula_op)(MODEL_FORMULA_NOT + pick(seed, MODEL_FORMULA_WITHIN - MODEL_FORMULA_NOT + 1));
    if (op < MODEL_FORMULA_AND) {
        uint32_t left = random_formula(f, seed, size - 1);
        return put(f, op, left, 0);
    }
    bool counts = op == MODEL_FORMULA_WITHIN;
    unsigned part = counts ? 1 + pick(seed, 2) : 1 + pick(seed, size - 1);
    size = counts ? part + 1 + pick(seed, 2) : size;
    uint32_t left = random_formula(f, seed, part), right = random_formula(f, seed, size - part);
    uint32_t node = put(f, op, left, right);
    f->nodes[node].bound = counts ? pick(seed, 4) : 0;
    return node;
}

/* Whether the automaton accepts a run, by the closure of its product with the run. */
struct product {
    const struct automaton *automaton;
    const uint64_t *atoms;
    unsigned length, loop, nodes;
    uint64_t reach[PAIRS][PAIRS / 64 + 1];
};

static bool bit(const uint64_t *words, unsigned at)
{
    return words[at / 64] >> (at % 64) & 1;
}

static unsigned after(const struct product *p, unsigned node, const struct automaton_arc *arc)
{
    unsigned position = node / p->automaton->state_count;
    return (position + 1 < p->length ? position + 1 : p->loop) * p->automaton->state_count + arc->target;
}

static void close(struct product *p)
{
    unsigned words = p->nodes / 64 + 1;
    for (unsigned n = 0; n < p->nodes; n++) {
        memset(p->reach[n], 0, words * sizeof(uint64_t));
        const struct automaton_state *state = &p->automaton->states[n % p->automaton->state_count];
        for (unsigned k = 0; k < state->arc_count; k++)
            if (automaton_takes(&state->arcs[k], p->atoms[n / p->automaton->state_count])) {
                unsigned to = after(p, n, &state->arcs[k]);
                p->reach[n][to / 64] |= UINT64_C(1) << (to % 64);
            }
    }
    for (unsigned via = 0; via < p->nodes; via++)
        for (unsigned n = 0; n < p->nodes; n++)
            if (bit(p->reach[n], via))
                for (unsigned w = 0; w < words; w++)
                    p->reach[n][w] |= p->reach[via][w];
}

/* The acceptance sets of the arcs within the component of a node that reaches itself. */
static uint64_t sets_around(const struct product *p, unsigned node)
{
    uint64_t sets = 0;
    for (unsigned n = 0; n < p->nodes; n++) {
        const struct automaton_state *state = &p->automaton->states[n % p->automaton->state_count];
        if (!bit(p->reach[node], n) || !bit(p->reach[n], node))
            continue;
        for (unsigned k = 0; k < state->arc_count; k++)
            if (automaton_takes(&state->arcs[k], p->atoms[n / p->automaton->state_count]) &&
                bit(p->reach[after(p, n, &state->arcs[k])], node))
                sets |= state->arcs[k].sets;
    }
    return sets;
}

static bool accepts(struct product *p)
{
    p->nodes = p->length * p->automaton->state_count;
    if (p->nodes == 0)
        return false;
    cr_assert_lt(p->nodes, PAIRS);
    close(p);
    for (unsigned n = 0; n < p->nodes; n++)
        if ((n == 0 || bit(p->reach[0], n)) && bit(p->reach[n], n) && sets_around(p, n) == p->automaton->all_sets)
            return true;
    return false;
}

Test(ltl, automata_as_formulas)
{
    struct product *p = malloc(sizeof *p);
    unsigned seed = 7, held = 0, large = 0, rounds = by_night(4000, 1000);
    for (unsigned round = 0; round < rounds; round++) {
        struct formula f = {0};
        random_formula(&f, &seed, 1 + pick(&seed, 9));
        struct automaton *automaton = automaton_of_negation(f.nodes, f.count);
        large += !automaton || automaton->state_count > 400;
        if (!automaton)
            continue;
        for (unsigned run = 0; run < 12 && automaton->state_count <= 400; run++) {
            uint64_t atoms[POSITIONS];
            *p = (struct product){.automaton = automaton, .atoms = atoms, .length = 1 + pick(&seed, POSITIONS)};
            p->loop = pick(&seed, p->length);
            for (unsigned i = 0; i < p->length; i++)
                atoms[i] = pick(&seed, 8);
            bool satisfied = lasso_satisfies(f.nodes, f.count, atoms, p->length, p->loop);
            cr_assert_eq(accepts(p), !satisfied, "formula %u, run %u", round, run);
            held += satisfied;
        }
        automaton_free(automaton);
    }
    cr_assert_gt(held, rounds * 5 / 2);
    cr_assert_lt(held, rounds * 19 / 2);
    cr_assert_lt(large * 400, rounds);
    free(p);
}

/* By hand: what each operator means where a run goes round. */
Test(ltl, operators_on_a_cycle)
{
    const uint64_t atoms[] = {1, 0, 2, 0}; /* p . q . and back to the second one */
    static const struct {
        enum model_formula_op op;
        uint32_t left, right;
        bool holds;
    } cases[] = {
        {MODEL_FORMULA_UNTIL, 0, 1, false}, {MODEL_FORMULA_RELEASE, 0, 1, false}, {MODEL_FORMULA_EVENTUALLY, 1, 0, true},
        {MODEL_FORMULA_ALWAYS, 0, 0, false}, {MODEL_FORMULA_NEXT, 0, 0, false},   {MODEL_FORMULA_OR, 0, 1, true},
        {MODEL_FORMULA_AND, 0, 1, false},    {MODEL_FORMULA_IMPLIES, 1, 0, true}, {MODEL_FORMULA_EQUIVALENT, 0, 1, false},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct model_formula_node nodes[] = {
            {MODEL_FORMULA_ATOM, 0, 0}, {MODEL_FORMULA_ATOM, 1, 0}, {cases[i].op, cases[i].left, cases[i].right}};
        cr_expect_eq(lasso_satisfies(nodes, 3, atoms, 4, 1), cases[i].holds, "case %u", i);
    }
    const struct model_formula_node again[] = { /* [] <> q, and then <> [] q */
        {MODEL_FORMULA_ATOM, 1, 0}, {MODEL_FORMULA_EVENTUALLY, 0, 0}, {MODEL_FORMULA_ALWAYS, 1, 0}};
    const struct model_formula_node at_last[] = {
        {MODEL_FORMULA_ATOM, 1, 0}, {MODEL_FORMULA_ALWAYS, 0, 0}, {MODEL_FORMULA_EVENTUALLY, 1, 0}};
    cr_expect(lasso_satisfies(again, 3, atoms, 4, 1));
    cr_expect_not(lasso_satisfies(at_last, 3, atoms, 4, 1));
    cr_expect(lasso_satisfies(at_last, 3, atoms, 3, 2));
}

/* By hand, and beyond one round: right is true of one position in three, left of one that comes in the fourth round. */
Test(ltl, within_counts)
{
    uint64_t atoms[12];
    struct model_formula_node nodes[] = {
        {MODEL_FORMULA_ATOM, 0, 0, 0}, {MODEL_FORMULA_ATOM, 1, 0, 0}, {MODEL_FORMULA_WITHIN, 0, 1, 0}};
    for (unsigned i = 0; i < 12; i++)
        atoms[i] = i == 11 ? 1 : i % 3 == 0 ? 2 : 0;
    for (uint32_t bound = 0; bound < 6; bound++) {
        nodes[2].bound = bound;
        cr_expect_eq(lasso_satisfies(nodes, 3, atoms, 12, 0), bound >= 4, "bound %u", bound);
        cr_expect_not(lasso_satisfies(nodes, 3, atoms, 3, 0), "left never comes, bound %u", bound);
        cr_expect(lasso_satisfies(nodes, 3, atoms + 1, 2, 0), "neither comes, bound %u", bound);
    }
}

/* It counts on: with a bound of n the automaton has n + 1 states, and one more where all is as it should be not. */
Test(ltl, size_of_within)
{
    for (uint32_t bound = 0; bound <= 50; bound += 25) {
        const struct model_formula_node nodes[] = {
            {MODEL_FORMULA_ATOM, 0, 0, 0}, {MODEL_FORMULA_ATOM, 1, 0, 0}, {MODEL_FORMULA_WITHIN, 0, 1, bound}};
        struct automaton *a = automaton_of_negation(nodes, 3);
        cr_assert(a, "bound %u", bound);
        cr_expect_leq(a->state_count, bound + 2, "bound %u: %u states", bound, a->state_count);
        automaton_free(a);
    }
}

/* What is asked most often is small: the cost of deciding it hangs on that. */
Test(ltl, sizes)
{
    const struct model_formula_node leads_to[] = {
        {MODEL_FORMULA_ATOM, 0, 0}, {MODEL_FORMULA_ATOM, 1, 0}, {MODEL_FORMULA_EVENTUALLY, 1, 0},
        {MODEL_FORMULA_IMPLIES, 0, 2}, {MODEL_FORMULA_ALWAYS, 3, 0}};
    const struct model_formula_node valid[] = {
        {MODEL_FORMULA_ATOM, 0, 0}, {MODEL_FORMULA_NOT, 0, 0}, {MODEL_FORMULA_OR, 0, 1}};
    const struct model_formula_node both_often[] = {
        {MODEL_FORMULA_ATOM, 0, 0}, {MODEL_FORMULA_EVENTUALLY, 0, 0}, {MODEL_FORMULA_ALWAYS, 1, 0},
        {MODEL_FORMULA_ATOM, 1, 0}, {MODEL_FORMULA_EVENTUALLY, 3, 0}, {MODEL_FORMULA_ALWAYS, 4, 0}, {MODEL_FORMULA_IMPLIES, 2, 5}};
    struct automaton *a = automaton_of_negation(leads_to, 5);
    cr_expect_eq(a->state_count, 2);
    cr_expect_not(a->components[0].accepting);
    cr_expect(a->components[1].accepting);
    automaton_free(a);
    a = automaton_of_negation(both_often, 7); /* what an arc of a component that does not accept promises is nothing */
    cr_expect_eq(a->state_count, 2);
    automaton_free(a);
    a = automaton_of_negation(valid, 3);
    cr_expect_eq(a->state_count, 0);
    automaton_free(a);
}

/* A formula with more untils than there are acceptance sets is refused, not decided wrongly. */
Test(ltl, too_large)
{
    struct model_formula_node nodes[600];
    uint32_t count = 0, whole = 0;
    for (unsigned i = 0; i < 64; i++) {
        nodes[count++] = (struct model_formula_node){MODEL_FORMULA_ATOM, i, 0};
        nodes[count] = (struct model_formula_node){MODEL_FORMULA_EVENTUALLY, count - 1, 0};
        count++;
        nodes[count] = (struct model_formula_node){MODEL_FORMULA_ALWAYS, count - 1, 0};
        count++;
        if (i)
            nodes[count] = (struct model_formula_node){MODEL_FORMULA_AND, whole, count - 1}, count++;
        whole = count - 1;
    }
    nodes[count] = (struct model_formula_node){MODEL_FORMULA_NOT, whole, 0};
    cr_expect_null(automaton_of_negation(nodes, count + 1));
}
