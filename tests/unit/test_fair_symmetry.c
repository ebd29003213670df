/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Fair components of random graphs whose arcs lead on in other names, against the same graph without
 * names: a state there is a state here with one of the permutations.  And each lasso, followed in
 * that graph until it closes, against what fairness and the formula mean.
 */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "engine/fair.h"
#include "engine/renaming.h"
#include "ltl/lasso.h"
#include "ltl/tableau.h"

#define STATES 4u
#define ARCS 12u
#define ELEMENTS 3u
#define GROUP 6u     /* permutations of them */
#define FAMILIES 2u  /* of labels, each one for each element */
#define LABELS (1 + FAMILIES * ELEMENTS)
#define BITS 4u

static const uint8_t permutations[GROUP][ELEMENTS] = {{0, 1, 2}, {1, 0, 2}, {0, 2, 1}, {2, 1, 0}, {1, 2, 0}, {2, 0, 1}};

struct arc {
    uint32_t from, to, label, naming;
};

struct named_graph {
    unsigned states, count, places; /* places: one for each element, or one */
    struct arc arcs[ARCS];
    uint8_t conditions[STATES * ELEMENTS]; /* by state, then place */
    unsigned char strength[LABELS];
    struct model_formula_node nodes[8];
    uint32_t node_count;
};

static unsigned pick(unsigned *seed, unsigned below)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (unsigned)((uint64_t)(*seed >> 8) * below >> 24);
}

/* --- permutations --------------------------------------------------------------- */

static uint32_t number_of(const uint8_t *permutation)
{
    uint32_t i = 0;
    while (memcmp(permutations[i], permutation, ELEMENTS) != 0)
        i++;
    return i;
}

static uint32_t product_made(void *data, uint32_t first, uint32_t then)
{
    uint8_t made[ELEMENTS];
    (void)data;
    for (unsigned e = 0; e < ELEMENTS; e++)
        made[e] = permutations[then][permutations[first][e]];
    return number_of(made);
}

static uint32_t inverse_made(void *data, uint32_t of)
{
    uint8_t made[ELEMENTS];
    (void)data;
    for (uint8_t e = 0; e < ELEMENTS; e++)
        made[permutations[of][e]] = e;
    return number_of(made);
}

static uint32_t label_made(void *data, uint32_t naming, uint32_t label)
{
    uint32_t family = (label - 1) / ELEMENTS;
    (void)data;
    return label ? 1 + family * ELEMENTS + permutations[naming][(label - 1) % ELEMENTS] : 0;
}

/* --- graphs ----------------------------------------------------------------------- */

static uint32_t put(struct named_graph *g, enum model_formula_op op, uint32_t left, uint32_t right)
{
    g->nodes[g->node_count] = (struct model_formula_node){op, left, right};
    return g->node_count++;
}

static void make_formula(struct named_graph *g, unsigned *seed)
{
    uint32_t a = put(g, MODEL_FORMULA_ATOM, pick(seed, 3), 0), b = put(g, MODEL_FORMULA_ATOM, pick(seed, 3), 0);
    switch (pick(seed, 5)) {
    case 0:
        put(g, MODEL_FORMULA_EVENTUALLY, b, 0);
        break;
    case 1:
        put(g, MODEL_FORMULA_ALWAYS, put(g, MODEL_FORMULA_EVENTUALLY, b, 0), 0);
        break;
    case 2:
        put(g, MODEL_FORMULA_EVENTUALLY, put(g, MODEL_FORMULA_ALWAYS, b, 0), 0);
        break;
    case 3: /* the automaton is in its component some steps after the run */
        put(g, MODEL_FORMULA_NEXT, put(g, MODEL_FORMULA_NEXT, put(g, MODEL_FORMULA_IMPLIES, a, b), 0), 0);
        break;
    default:
        put(g, MODEL_FORMULA_ALWAYS, put(g, MODEL_FORMULA_IMPLIES, a, put(g, MODEL_FORMULA_EVENTUALLY, b, 0)), 0);
    }
}

static void make_graph(struct named_graph *g, unsigned seed)
{
    memset(g, 0, sizeof *g);
    g->states = 1 + pick(&seed, STATES);
    g->places = pick(&seed, 2) ? 1 : ELEMENTS;
    for (unsigned i = 0; i < g->states * g->places; i++)
        g->conditions[i] = (uint8_t)pick(&seed, 4);
    unsigned more = pick(&seed, g->states * 2 + 1);
    for (unsigned s = 1; s < g->states; s++)
        g->arcs[g->count++] = (struct arc){pick(&seed, s), s, pick(&seed, LABELS), pick(&seed, GROUP)};
    while (more-- > 0 && g->count < ARCS)
        g->arcs[g->count++] = (struct arc){pick(&seed, g->states), pick(&seed, g->states), pick(&seed, LABELS), pick(&seed, GROUP)};
    for (unsigned f = 0; f < FAMILIES; f++)
        memset(g->strength + 1 + f * ELEMENTS, (int)(1 + pick(&seed, 5)) % 3, ELEMENTS);
    make_formula(g, &seed);
}

/* Atom 2 is about the first family: of the place's element, or of all. */
static void make_fires(const struct named_graph *g, uint64_t *fires)
{
    for (uint32_t place = 0; place < g->places; place++)
        for (uint32_t e = 0; e < ELEMENTS; e++)
            fires[place * LABELS + 1 + e] = g->places == 1 || e == place ? 4 : 0;
}

static bool is_about_fires(const struct named_graph *g)
{
    bool about = false;
    for (uint32_t i = 0; i < g->node_count; i++)
        about |= g->nodes[i].op == MODEL_FORMULA_ATOM && g->nodes[i].left == 2;
    return about;
}

/* --- decided with names, and without ------------------------------------------------ */

static bool never(void *data)
{
    (void)data;
    return false;
}

static struct arcs *named_arcs(const struct named_graph *g)
{
    struct arcs *arcs = arcs_new(g->states, (GROUP << BITS) - 1, 1, NULL);
    for (uint32_t s = 0; s < g->states; s++)
        for (unsigned i = 0; i < g->count; i++)
            if (g->arcs[i].from == s)
                arcs_add(arcs, 0, s, g->arcs[i].to, g->arcs[i].naming << BITS | g->arcs[i].label);
    cr_assert(arcs_finish(arcs));
    return arcs;
}

/* Real states: those of which s is kept by permutation n, as s * GROUP + n, numbered as far as they can be reached. */
struct plain_states {
    uint32_t state[STATES * GROUP], count;
};

static uint32_t number_plain(struct plain_states *plain, uint32_t state)
{
    uint32_t i = 0;
    while (i < plain->count && plain->state[i] != state)
        i++;
    if (i == plain->count)
        plain->state[plain->count++] = state;
    return i;
}

static struct arcs *plain_arcs(const struct named_graph *g, struct plain_states *plain)
{
    struct arcs *arcs = arcs_new(STATES * GROUP, LABELS - 1, 1, NULL);
    number_plain(plain, 0);
    for (uint32_t at = 0; at < plain->count; at++)
        for (unsigned i = 0; i < g->count; i++) {
            uint32_t s = plain->state[at], naming = s % GROUP;
            if (g->arcs[i].from == s / GROUP)
                arcs_add(arcs, 0, at, number_plain(plain, g->arcs[i].to * GROUP + product_made(NULL, naming, g->arcs[i].naming)),
                         label_made(NULL, inverse_made(NULL, naming), g->arcs[i].label));
        }
    cr_assert(arcs_finish(arcs));
    return arcs;
}

struct setting {
    struct named_graph graph;
    struct renaming renaming;
    uint32_t place_after[GROUP * ELEMENTS];
    uint64_t fires[ELEMENTS * LABELS], start;
    struct plain_states states;
    uint8_t conditions[STATES * GROUP]; /* of the plain graph */
    struct product named, plain;
};

static void make_setting(struct setting *s, const struct automaton *a)
{
    const struct named_graph *g = &s->graph;
    s->renaming = (struct renaming){.product = product_made, .inverse = inverse_made, .label = label_made, .labels = LABELS};
    renaming_open(&s->renaming);
    make_fires(g, s->fires);
    for (uint32_t n = 0; n < GROUP; n++)
        for (uint32_t p = 0; p < g->places; p++)
            s->place_after[n * g->places + p] = g->places == 1 ? 0 : permutations[n][p];
    struct product p = {.automaton = a, .strength = g->strength, .labels = LABELS, .condition_bytes = 1, .fires = is_about_fires(g) ? s->fires : NULL,
                        .starts = &s->start, .start_count = 1, .stopped = never, .label_bits = BITS};
    s->named = s->plain = p;
    s->named.arcs = named_arcs(g);
    s->named.renaming = &s->renaming;
    s->named.places = g->places;
    s->named.place_after = s->place_after;
    s->named.states = g->states * g->places;
    s->named.conditions = g->conditions;
    s->plain.arcs = plain_arcs(g, &s->states);
    s->plain.places = 1;
    s->plain.states = s->states.count;
    for (uint32_t i = 0; i < s->states.count; i++)
        s->conditions[i] = g->conditions[s->states.state[i] / GROUP * g->places + s->place_after[s->states.state[i] % GROUP * g->places]];
    s->plain.conditions = s->conditions;
}

static void free_setting(struct setting *s)
{
    arcs_free(s->named.arcs);
    arcs_free(s->plain.arcs);
    renaming_close(&s->renaming);
}

/* --- lassos ------------------------------------------------------------------------------ */

#define LONGEST 8192u

/* A lasso in the plain graph: its states, and what fires; it closes when a state comes again where it begins to go round. */
struct followed {
    uint32_t states[LONGEST], labels[LONGEST];
    uint64_t atoms[LONGEST], count, loop;
};

static uint32_t follow_step(const struct setting *s, struct followed *f, const struct fair_step *step, uint32_t naming)
{
    uint64_t state = step->state / s->graph.places, place = step->state % s->graph.places;
    struct arcs_of of = arcs_read(s->named.arcs, state);
    bool ends = step->edge == PRODUCT_STUTTER;
    cr_assert_lt(f->count, LONGEST);
    cr_assert(ends ? of.count == 0 : step->edge < of.count);
    uint32_t named = ends ? 0 : arcs_label(&of, step->edge), label = named % (1u << BITS);
    cr_assert_eq(place, s->place_after[naming * s->graph.places]);
    f->states[f->count] = number_plain((struct plain_states *)&s->states, (uint32_t)(state * GROUP + naming));
    f->labels[f->count] = label_made(NULL, inverse_made(NULL, naming), label);
    f->atoms[f->count++] = s->graph.conditions[step->state] | s->fires[place * LABELS + label];
    return product_made(NULL, naming, named >> BITS);
}

static void follow(const struct setting *s, const struct fair_lasso *lasso, struct followed *f)
{
    uint32_t naming = 0;
    f->count = 0;
    for (uint64_t i = 0; i < lasso->loop; i++)
        naming = follow_step(s, f, &lasso->steps[i], naming);
    uint32_t home = naming;
    f->loop = f->count;
    do {
        for (uint64_t i = lasso->loop; i < lasso->count; i++)
            naming = follow_step(s, f, &lasso->steps[i], naming);
    } while (naming != home);
}

static bool is_enabled(const struct setting *s, uint32_t state, uint32_t label)
{
    struct arcs_of of = arcs_read(s->plain.arcs, state);
    for (uint32_t i = 0; i < of.count; i++)
        if (arcs_label(&of, i) == label)
            return true;
    return false;
}

static void check_lasso(const struct setting *s, const struct fair_lasso *lasso)
{
    static struct followed f;
    follow(s, lasso, &f);
    cr_assert_not(lasso_satisfies(s->graph.nodes, s->graph.node_count, f.atoms, (uint32_t)f.count, (uint32_t)f.loop));
    for (uint32_t l = 1; l < LABELS; l++) {
        bool fired = false, always = true, ever = false;
        for (uint64_t i = f.loop; i < f.count; i++) {
            bool enabled = is_enabled(s, f.states[i], l);
            fired |= f.labels[i] == l;
            always &= enabled;
            ever |= enabled;
        }
        cr_assert(fired || s->graph.strength[l] == MODEL_UNFAIR || !(s->graph.strength[l] == MODEL_WEAKLY_FAIR ? always : ever));
    }
}

/* --- all together -------------------------------------------------------------------------- */

static unsigned decided, broken, by_fairness;

static bool is_broken(const struct product *p)
{
    struct fair fair;
    fair_decide(&fair, p);
    bool found = fair.components > 0;
    fair_free(&fair);
    return found;
}

static void check_graph(struct setting *s, unsigned seed)
{
    static const unsigned char unfair[LABELS];
    struct fair fair;
    struct fair_lasso lasso, plain;
    bool expected = is_broken(&s->plain);
    fair_decide(&fair, &s->named);
    cr_assert_eq(fair.components > 0, expected, "graph %u", seed);
    if (expected) {
        cr_assert(fair_find_lasso(&fair, &lasso));
        check_lasso(s, &lasso);
        fair_free(&fair);
        fair_decide(&fair, &s->plain);
        cr_assert(fair_find_lasso(&fair, &plain));
        cr_assert_eq(lasso.loop, plain.loop);
        free(lasso.steps);
        free(plain.steps);
    }
    fair_free(&fair);
    struct product p = s->plain;
    p.strength = unfair;
    decided++;
    broken += expected;
    by_fairness += !expected && is_broken(&p);
}

Test(fair_symmetry, as_without_names, .timeout = 600)
{
    unsigned rounds = getenv("NIGHTLY") && *getenv("NIGHTLY") ? 200000 : 10000;
    for (unsigned seed = 1; seed <= rounds; seed++) {
        struct setting s = {0};
        make_graph(&s.graph, seed * 2654435761u);
        struct automaton *a = automaton_of_negation(s.graph.nodes, s.graph.node_count);
        make_setting(&s, a);
        check_graph(&s, seed);
        free_setting(&s);
        automaton_free(a);
    }
    cr_expect_gt(broken, decided / 8, "%u", broken);
    cr_expect_gt(by_fairness, decided / 50, "%u", by_fairness);
}
