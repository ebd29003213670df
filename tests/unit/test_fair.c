/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Fair components of random graphs, against all sets of nodes, by the definition in fair.h; and each
 * lasso that is found against the formula and against what fairness means, without automata.
 */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "engine/fair.h"
#include "ltl/lasso.h"
#include "ltl/tableau.h"

#define STATES 7u
#define ARCS 24u
#define LABELS 4u
#define NODES 11u /* of a product, that all sets of are tried */

struct arc {
    uint32_t from, to, label;
};

struct random_graph {
    unsigned states, count;
    struct arc arcs[ARCS];
    uint8_t conditions[STATES];
    unsigned char strength[LABELS];
    uint64_t fires[LABELS];
    uint64_t starts[2], start_count;
    struct model_formula_node nodes[16];
    uint32_t node_count;
};

static unsigned pick(unsigned *seed, unsigned below)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (unsigned)((uint64_t)(*seed >> 8) * below >> 24);
}

static uint32_t random_formula(struct random_graph *g, unsigned *seed, unsigned size)
{
    struct model_formula_node node = {MODEL_FORMULA_ATOM, pick(seed, 3), 0};
    if (size > 1) {
        unsigned part = 1 + pick(seed, size - 1);
        node.op = (enum model_formula_op)(MODEL_FORMULA_NOT + pick(seed, MODEL_FORMULA_RELEASE - MODEL_FORMULA_NOT + 1));
        node.left = random_formula(g, seed, node.op < MODEL_FORMULA_AND ? size - 1 : part);
        node.right = node.op < MODEL_FORMULA_AND ? 0 : random_formula(g, seed, size - part);
    }
    g->nodes[g->node_count] = node;
    return g->node_count++;
}

static uint32_t put(struct random_graph *g, enum model_formula_op op, uint32_t left, uint32_t right)
{
    g->nodes[g->node_count] = (struct model_formula_node){op, left, right};
    return g->node_count++;
}

/* What models are asked, which fairness decides: <> a, [] <> a, <> [] a, [] (a -> <> b). */
static void usual_formula(struct random_graph *g, unsigned *seed)
{
    uint32_t a = put(g, MODEL_FORMULA_ATOM, pick(seed, 3), 0), b = put(g, MODEL_FORMULA_ATOM, pick(seed, 3), 0);
    switch (pick(seed, 4)) {
    case 0:
        put(g, MODEL_FORMULA_EVENTUALLY, b, 0);
        break;
    case 1:
        put(g, MODEL_FORMULA_ALWAYS, put(g, MODEL_FORMULA_EVENTUALLY, b, 0), 0);
        break;
    case 2:
        put(g, MODEL_FORMULA_EVENTUALLY, put(g, MODEL_FORMULA_ALWAYS, b, 0), 0);
        break;
    default:
        put(g, MODEL_FORMULA_ALWAYS, put(g, MODEL_FORMULA_IMPLIES, a, put(g, MODEL_FORMULA_EVENTUALLY, b, 0)), 0);
    }
}

/* Every state is reached.  A graph has few ways out of cycles, so that fairness decides often. */
static void make_graph(struct random_graph *g, unsigned seed)
{
    memset(g, 0, sizeof *g);
    g->states = 1 + pick(&seed, STATES);
    for (unsigned s = 0; s < g->states; s++) {
        g->conditions[s] = (uint8_t)pick(&seed, 4);
        if (s)
            g->arcs[g->count++] = (struct arc){pick(&seed, s), s, pick(&seed, LABELS)};
    }
    unsigned more = pick(&seed, g->states * 2 + 1);
    while (more-- > 0 && g->count < ARCS)
        g->arcs[g->count++] = (struct arc){pick(&seed, g->states), pick(&seed, g->states), pick(&seed, LABELS)};
    for (unsigned l = 1; l < LABELS; l++) {
        g->strength[l] = (unsigned char)((1 + pick(&seed, 5)) % 3);
        g->fires[l] = l == 1 ? 4 : 0; /* atom 2 is about label 1 */
    }
    g->start_count = 1;
    if (pick(&seed, 4) == 0)
        g->starts[g->start_count++] = pick(&seed, g->states);
    if (pick(&seed, 3))
        usual_formula(g, &seed);
    else
        random_formula(g, &seed, 1 + pick(&seed, 7));
}

static void add_arcs(void *graph, struct arcs *arcs, uint64_t state)
{
    const struct random_graph *g = graph;
    for (unsigned i = 0; i < g->count; i++)
        if (g->arcs[i].from == state)
            arcs_add(arcs, 0, state, g->arcs[i].to, g->arcs[i].label);
}

enum way { IN_MEMORY, ON_DISK, AGAIN, WAYS };

/* In the order of states, and within a state as they were made; or found again, in that order too. */
static struct arcs *write_arcs(struct random_graph *g, enum way way)
{
    if (way == AGAIN)
        return arcs_found_again(LABELS - 1, add_arcs, g);
    struct arcs *arcs = arcs_new(g->states, LABELS - 1, 1, way == ON_DISK ? "/tmp" : NULL);
    for (uint32_t s = 0; s < g->states; s++)
        add_arcs(g, arcs, s);
    cr_assert(arcs_finish(arcs));
    return arcs;
}

static bool never(void *data)
{
    (void)data;
    return false;
}

static struct product product_of(const struct random_graph *g, const struct automaton *a, struct arcs *arcs)
{
    return (struct product){.automaton = a, .arcs = arcs, .places = 1, .states = g->states, .conditions = g->conditions, .condition_bytes = 1,
                            .fires = g->fires, .strength = g->strength, .labels = LABELS, .starts = g->starts,
                            .start_count = g->start_count, .stopped = never};
}

/* --- the definition ------------------------------------------------------------------ */

struct step {
    unsigned from, to; /* nodes */
    uint32_t label;
    unsigned arc;      /* of the graph */
    uint64_t sets;
};

struct space {
    unsigned count, step_count;
    uint32_t state[NODES], at[NODES];
    struct step steps[1024];
};

static int node_of(struct space *s, uint32_t state, uint32_t at)
{
    for (unsigned i = 0; i < s->count; i++)
        if (s->state[i] == state && s->at[i] == at)
            return (int)i;
    if (s->count == NODES)
        return -1;
    s->state[s->count] = state;
    s->at[s->count] = at;
    return (int)s->count++;
}

static bool add_steps(struct space *s, const struct random_graph *g, const struct automaton *a, unsigned from, unsigned arc)
{
    uint32_t to = arc < g->count ? g->arcs[arc].to : s->state[from], label = arc < g->count ? g->arcs[arc].label : 0;
    const struct automaton_state *state = &a->states[s->at[from]];
    for (unsigned k = 0; k < state->arc_count; k++) {
        if (!automaton_takes(&state->arcs[k], g->conditions[s->state[from]] | g->fires[label]))
            continue;
        int node = node_of(s, to, state->arcs[k].target);
        if (node < 0 || s->step_count == 1024)
            return false;
        s->steps[s->step_count++] = (struct step){from, (unsigned)node, label, arc, state->arcs[k].sets};
    }
    return true;
}

/* All nodes that can be reached; false: too many. */
static bool make_space(struct space *s, const struct random_graph *g, const struct automaton *a)
{
    s->count = s->step_count = 0;
    for (unsigned i = 0; i < g->start_count; i++)
        if (a->state_count && node_of(s, (uint32_t)g->starts[i], 0) < 0)
            return false;
    for (unsigned n = 0; n < s->count; n++) {
        bool ends = true;
        for (unsigned i = 0; i < g->count; i++)
            if (g->arcs[i].from == s->state[n]) {
                ends = false;
                if (!add_steps(s, g, a, n, i))
                    return false;
            }
        if (ends && !add_steps(s, g, a, n, g->count))
            return false;
    }
    return true;
}

static bool is_enabled(const struct random_graph *g, uint32_t state, uint32_t label)
{
    for (unsigned i = 0; i < g->count; i++)
        if (g->arcs[i].from == state && g->arcs[i].label == label)
            return true;
    return false;
}

static bool is_connected(const struct space *s, unsigned nodes)
{
    unsigned first = nodes & -nodes;
    for (int back = 0; back < 2; back++) {
        unsigned reached = 0, before;
        do {
            before = reached;
            for (unsigned i = 0; i < s->step_count; i++) {
                unsigned from = 1u << (back ? s->steps[i].to : s->steps[i].from), to = 1u << (back ? s->steps[i].from : s->steps[i].to);
                if ((from & nodes) && (to & nodes) && (from & (reached | first)))
                    reached |= to;
            }
        } while (reached != before);
        if (reached != nodes)
            return false;
    }
    return true;
}

static bool is_fair(const struct space *s, const struct random_graph *g, const struct automaton *a, unsigned nodes)
{
    uint64_t sets = 0;
    unsigned fired = 0;
    for (unsigned i = 0; i < s->step_count; i++)
        if (nodes >> s->steps[i].from & nodes >> s->steps[i].to & 1) {
            sets |= s->steps[i].sets;
            fired |= 1u << s->steps[i].label;
        }
    if (sets != a->all_sets)
        return false;
    for (uint32_t l = 1; l < LABELS; l++) {
        unsigned enabled = 0, all = 0;
        for (unsigned n = 0; n < s->count; n++)
            if (nodes >> n & 1)
                all++, enabled += is_enabled(g, s->state[n], l);
        if (!(fired >> l & 1) && ((g->strength[l] == MODEL_WEAKLY_FAIR && enabled == all) ||
                                  (g->strength[l] == MODEL_STRONGLY_FAIR && enabled)))
            return false;
    }
    return true;
}

static bool by_definition(const struct space *s, const struct random_graph *g, const struct automaton *a)
{
    for (unsigned nodes = 1; nodes < 1u << s->count; nodes++)
        if (is_fair(s, g, a, nodes) && is_connected(s, nodes))
            return true;
    return false;
}

/* --- lassos ------------------------------------------------------------------------------ */

static struct arcs_of arcs_at(const struct product *p, const struct fair_lasso *lasso, uint64_t i)
{
    return arcs_read(p->arcs, lasso->steps[i].state);
}

static uint32_t label_at(const struct product *p, const struct fair_lasso *lasso, uint64_t i)
{
    struct arcs_of of = arcs_at(p, lasso, i);
    return lasso->steps[i].edge == PRODUCT_STUTTER ? 0 : arcs_label(&of, lasso->steps[i].edge);
}

static uint64_t target_at(const struct product *p, const struct fair_lasso *lasso, uint64_t i)
{
    struct arcs_of of = arcs_at(p, lasso, i);
    if (lasso->steps[i].edge == PRODUCT_STUTTER) {
        cr_assert_eq(of.count, 0);
        return lasso->steps[i].state;
    }
    cr_assert_lt(lasso->steps[i].edge, of.count);
    return of.targets[lasso->steps[i].edge];
}

static void check_fair(const struct random_graph *g, const struct product *p, const struct fair_lasso *lasso)
{
    for (uint32_t l = 1; l < LABELS; l++) {
        bool fired = false, always = true, ever = false;
        for (uint64_t i = lasso->loop; i < lasso->count; i++) {
            bool enabled = is_enabled(g, (uint32_t)lasso->steps[i].state, l);
            fired |= label_at(p, lasso, i) == l;
            always &= enabled;
            ever |= enabled;
        }
        cr_assert(fired || g->strength[l] == MODEL_UNFAIR || !(g->strength[l] == MODEL_WEAKLY_FAIR ? always : ever));
    }
}

static void check_lasso(const struct random_graph *g, const struct product *p, const struct fair_lasso *lasso)
{
    uint64_t atoms[4096];
    cr_assert_lt(lasso->count, 4096);
    cr_assert_lt(lasso->loop, lasso->count);
    for (uint64_t i = 0; i < lasso->count; i++) {
        uint64_t next = i + 1 < lasso->count ? lasso->steps[i + 1].state : lasso->steps[lasso->loop].state;
        cr_assert_eq(target_at(p, lasso, i), next);
        atoms[i] = g->conditions[lasso->steps[i].state] | g->fires[label_at(p, lasso, i)];
    }
    cr_assert_eq(lasso->steps[0].state, g->starts[lasso->start]);
    cr_assert_not(lasso_satisfies(g->nodes, g->node_count, atoms, (uint32_t)lasso->count, (uint32_t)lasso->loop));
    check_fair(g, p, lasso);
}

/* All fair sets that a node is in, as one: that is fair too. */
static unsigned fair_set_of(const struct space *s, const struct random_graph *g, const struct automaton *a, unsigned node)
{
    unsigned all = 0;
    for (unsigned nodes = 1; nodes < 1u << s->count; nodes++)
        if (nodes >> node & 1 && is_fair(s, g, a, nodes) && is_connected(s, nodes))
            all |= nodes;
    return all;
}

/* Whether the run may come back to where `inside` is, in the fair set `nodes`, and go on as it went from `node`: by the same arcs both
 * come to one node. */
static bool becomes(const struct space *s, unsigned nodes, unsigned node, unsigned inside)
{
    bool pairs[NODES][NODES] = {{false}}, more = true;
    for (pairs[node][inside] = true; more;) {
        more = false;
        for (unsigned i = 0; i < s->step_count; i++)
            for (unsigned k = 0; k < s->step_count; k++) {
                const struct step *x = &s->steps[i], *y = &s->steps[k];
                if (!pairs[x->from][y->from] || x->arc != y->arc || !(nodes >> y->to & 1) || pairs[x->to][y->to])
                    continue;
                pairs[x->to][y->to] = more = true;
                if (x->to == y->to)
                    return true;
            }
    }
    return false;
}

static bool may_go_round(const struct space *s, const struct random_graph *g, const struct automaton *a, unsigned node)
{
    for (unsigned inside = 0; inside < s->count; inside++) {
        unsigned nodes = s->state[inside] == s->state[node] ? fair_set_of(s, g, a, inside) : 0;
        if (nodes && (inside == node || becomes(s, nodes, node, inside)))
            return true;
    }
    return false;
}

/* The least number of steps to where a run may go round. */
static unsigned nearest(const struct space *s, const struct random_graph *g, const struct automaton *a)
{
    unsigned reached = 0, depth = 0;
    for (unsigned n = 0; n < s->count; n++)
        for (unsigned i = 0; i < g->start_count; i++)
            reached |= (s->state[n] == g->starts[i] && s->at[n] == 0) ? 1u << n : 0;
    for (;; depth++) {
        for (unsigned n = 0; n < s->count; n++)
            if (reached >> n & 1 && may_go_round(s, g, a, n))
                return depth;
        unsigned before = reached;
        for (unsigned i = 0; i < s->step_count; i++)
            if (before >> s->steps[i].from & 1)
                reached |= 1u << s->steps[i].to;
    }
}

/* --- shorter ones, without automata ---------------------------------------------------- */

#define WAY 8u
#define ROUND 3u /* steps of a cycle */

struct walk {
    uint32_t states[WAY + 1], labels[WAY], count;
};

static bool breaks(const struct random_graph *g, const struct walk *w, uint32_t loop)
{
    uint64_t atoms[WAY];
    for (uint32_t i = 0; i < w->count; i++)
        atoms[i] = g->conditions[w->states[i]] | g->fires[w->labels[i]];
    for (uint32_t l = 1; l < LABELS; l++) {
        bool fired = false, always = true, ever = false;
        for (uint32_t i = loop; i < w->count; i++) {
            bool enabled = is_enabled(g, w->states[i], l);
            fired |= w->labels[i] == l;
            always &= enabled;
            ever |= enabled;
        }
        if (!fired && g->strength[l] != MODEL_UNFAIR && (g->strength[l] == MODEL_WEAKLY_FAIR ? always : ever))
            return false;
    }
    return !lasso_satisfies(g->nodes, g->node_count, atoms, w->count, loop);
}

/* Whether some run goes on as `w` does, and round after less than `below` steps, and breaks the formula. */
static bool shorter(const struct random_graph *g, struct walk *w, uint64_t below)
{
    uint32_t here = w->states[w->count];
    bool ends = true;
    for (uint32_t loop = 0; loop < w->count && loop < below; loop++)
        if (w->states[loop] == here && w->count - loop <= ROUND && breaks(g, w, loop))
            return true;
    if (w->count == WAY || w->count + 1 >= below + ROUND)
        return false;
    w->count++;
    for (unsigned i = 0; i <= g->count; i++) {
        bool stays = i == g->count; /* where nothing leads on */
        if (stays ? !ends : g->arcs[i].from != here)
            continue;
        ends = false;
        w->states[w->count] = stays ? here : g->arcs[i].to;
        w->labels[w->count - 1] = stays ? 0 : g->arcs[i].label;
        if (shorter(g, w, below))
            return true;
    }
    w->count--;
    return false;
}

static void check_shortest(const struct random_graph *g, uint64_t loop)
{
    for (uint64_t i = 0; loop > 0 && i < g->start_count; i++) {
        struct walk walk = {.states = {(uint32_t)g->starts[i]}};
        cr_assert(!shorter(g, &walk, loop), "a run has less than %lu steps to its cycle", (unsigned long)loop);
    }
}

/* --- all together -------------------------------------------------------------------------- */

static unsigned decided, broken, by_fairness;

static void check_graph(struct random_graph *g, const struct automaton *a, enum way way)
{
    struct space space;
    struct fair fair;
    if (!make_space(&space, g, a))
        return;
    struct arcs *arcs = write_arcs(g, way);
    struct product p = product_of(g, a, arcs);
    bool expected = by_definition(&space, g, a);
    fair_decide(&fair, &p);
    cr_assert_eq(fair.components > 0, expected);
    if (expected) {
        struct fair_lasso lasso;
        cr_assert(fair_find_lasso(&fair, &lasso));
        check_lasso(g, &p, &lasso);
        cr_assert_eq(lasso.loop, nearest(&space, g, a));
        check_shortest(g, lasso.loop);
        free(lasso.steps);
    }
    fair_free(&fair);
    arcs_free(arcs);
    struct random_graph unfair = *g;
    memset(unfair.strength, 0, sizeof unfair.strength);
    decided++;
    broken += expected;
    by_fairness += !expected && by_definition(&space, &unfair, a);
}

Test(fair, as_by_definition, .timeout = 600)
{
    unsigned rounds = getenv("NIGHTLY") && *getenv("NIGHTLY") ? 40000 : 3000;
    for (unsigned seed = 1; seed <= rounds; seed++) {
        struct random_graph g;
        make_graph(&g, seed * 2654435761u);
        struct automaton *a = automaton_of_negation(g.nodes, g.node_count);
        check_graph(&g, a, seed % 5 < WAYS ? (enum way)(seed % 5) : IN_MEMORY);
        automaton_free(a);
    }
    cr_expect_gt(decided, rounds / 2, "%u", decided);
    cr_expect_gt(broken, decided / 8, "%u", broken);
    cr_expect_gt(by_fairness, decided / 50, "%u", by_fairness);
}

static bool at_once(void *data)
{
    return ++*(unsigned *)data > 0;
}

/* A search that is told to stop says so, and finds nothing. */
Test(fair, stops)
{
    const struct model_formula_node nodes[] = {{MODEL_FORMULA_ATOM, 0, 0}, {MODEL_FORMULA_EVENTUALLY, 0, 0}};
    struct arcs *arcs = arcs_new(100000, 0, 1, NULL);
    uint8_t *conditions = calloc(100000, 1);
    unsigned asked = 0;
    uint64_t start = 0;
    for (uint32_t i = 0; i < 100000; i++)
        arcs_add(arcs, 0, i, (i + 1) % 100000, 0);
    cr_assert(arcs_finish(arcs));
    struct automaton *a = automaton_of_negation(nodes, 2);
    struct product p = {.automaton = a, .arcs = arcs, .places = 1, .states = 100000, .conditions = conditions, .condition_bytes = 1,
                        .strength = (const unsigned char[]){0}, .labels = 1, .starts = &start, .start_count = 1,
                        .stopped = at_once, .stop_data = &asked};
    struct fair fair;
    fair_decide(&fair, &p);
    cr_expect(fair.stopped);
    cr_expect_eq(fair.components, 0);
    cr_expect_gt(asked, 0);
    fair_free(&fair);
    p.stopped = never;
    fair_decide(&fair, &p);
    cr_expect_eq(fair.components, 1);
    fair_free(&fair);
    automaton_free(a);
    arcs_free(arcs);
    free(conditions);
}

/* --- states that lie far apart ------------------------------------------------------------- */

#define FAR 65536u /* its arcs are kept where those of state 0 are, on the disk and where they are found again */

/* 2 leads to 0; that to FAR, to 1 and to itself; FAR back and to itself; 1 to 2.  All but 1 enable a fair instance. */
static void add_far_arcs(void *data, struct arcs *arcs, uint64_t state)
{
    (void)data;
    if (state == 0) {
        arcs_add(arcs, 0, state, FAR, 0);
        arcs_add(arcs, 0, state, 1, 0);
        arcs_add(arcs, 0, state, 0, 1);
    } else if (state == 1) {
        arcs_add(arcs, 0, state, 2, 0);
    } else if (state == 2) {
        arcs_add(arcs, 0, state, 0, 0);
        arcs_add(arcs, 0, state, 2, 1);
    } else if (state == FAR) {
        arcs_add(arcs, 0, state, 0, 0);
        arcs_add(arcs, 0, state, FAR, 0);
        arcs_add(arcs, 0, state, FAR, 1);
    }
}

static struct arcs *far_arcs(enum way way)
{
    if (way == AGAIN)
        return arcs_found_again(1, add_far_arcs, NULL);
    struct arcs *arcs = arcs_new(FAR + 1, 1, 1, way == ON_DISK ? "/tmp" : NULL);
    for (uint64_t state = 0; state <= FAR; state++)
        add_far_arcs(NULL, arcs, state);
    cr_assert(arcs_finish(arcs));
    return arcs;
}

/* The same cycle from everywhere: 2, 0, and 1, where the fair instance is not enabled. */
Test(fair, other_arcs_are_read_in_the_midst_of_a_walk)
{
    const struct model_formula_node nodes[] = {{MODEL_FORMULA_ATOM, 0, 0}, {MODEL_FORMULA_EVENTUALLY, 0, 0}};
    struct automaton *a = automaton_of_negation(nodes, 2);
    uint8_t *conditions = calloc(FAR + 1, 1);
    uint64_t start = 2;
    for (enum way way = IN_MEMORY; way < WAYS; way++) {
        struct arcs *arcs = far_arcs(way);
        struct product p = {.automaton = a, .arcs = arcs, .places = 1, .states = FAR + 1, .conditions = conditions, .condition_bytes = 1,
                            .strength = (const unsigned char[]){MODEL_UNFAIR, MODEL_WEAKLY_FAIR}, .labels = 2, .starts = &start,
                            .start_count = 1, .stopped = never};
        struct fair fair;
        struct fair_lasso lasso;
        fair_decide(&fair, &p);
        cr_assert_eq(fair.components, 1);
        cr_assert(fair_find_lasso(&fair, &lasso));
        cr_expect_eq(lasso.loop, 0);
        cr_expect_eq(lasso.count, 3, "%d: %lu steps", (int)way, (unsigned long)lasso.count);
        cr_expect_eq(lasso.steps[1].edge, 1, "%d: by arc %u", (int)way, lasso.steps[1].edge);
        free(lasso.steps);
        fair_free(&fair);
        arcs_free(arcs);
    }
    automaton_free(a);
    free(conditions);
}

/* --- one large component -------------------------------------------------------------------- */

#define RING 5000u /* states that lead round; each leads out too, by a fair instance, to a state in which the atom holds */

enum oddity { NONE, NOT_ENABLED, FIRES_WITHIN };

static struct arcs *ring_arcs(enum way way, uint32_t odd, enum oddity oddity)
{
    struct arcs *arcs = arcs_new(RING + 1, 1, 1, way == ON_DISK ? "/tmp" : NULL);
    for (uint32_t state = 0; state < RING; state++) {
        arcs_add(arcs, 0, state, (state + 1) % RING, 0);
        if (state != odd || oddity == NONE)
            arcs_add(arcs, 0, state, RING, 1);
        else if (oddity == FIRES_WITHIN)
            arcs_add(arcs, 0, state, (state + 1) % RING, 1);
    }
    cr_assert(arcs_finish(arcs));
    return arcs;
}

static uint64_t fair_rings(const struct automaton *a, enum way way, unsigned char strength, uint32_t odd, enum oddity oddity)
{
    static uint8_t conditions[RING + 1];
    uint64_t start = 0;
    struct product p = {.automaton = a, .arcs = ring_arcs(way, odd, oddity), .places = 1, .states = RING + 1, .conditions = conditions,
                        .condition_bytes = 1, .strength = (const unsigned char[]){MODEL_UNFAIR, strength}, .labels = 2,
                        .starts = &start, .start_count = 1, .stopped = never};
    struct fair fair;
    conditions[RING] = 1;
    fair_decide(&fair, &p);
    uint64_t found = fair.components;
    fair_free(&fair);
    arcs_free(p.arcs);
    return found;
}

/* One state of many decides, wherever it is: not all are looked at, and not in their order. */
Test(fair, one_state_of_a_large_component_decides)
{
    const struct model_formula_node nodes[] = {{MODEL_FORMULA_ATOM, 0, 0}, {MODEL_FORMULA_EVENTUALLY, 0, 0}};
    const uint32_t odd[] = {0, 1, 7, RING / 2, RING - 1};
    struct automaton *a = automaton_of_negation(nodes, 2);
    for (enum way way = IN_MEMORY; way <= ON_DISK; way++)
        for (unsigned i = 0; i < sizeof odd / sizeof *odd; i++) {
            cr_expect_eq(fair_rings(a, way, MODEL_WEAKLY_FAIR, odd[i], NONE), 0);
            cr_expect_eq(fair_rings(a, way, MODEL_WEAKLY_FAIR, odd[i], NOT_ENABLED), 1, "not enabled in %u", odd[i]);
            cr_expect_eq(fair_rings(a, way, MODEL_WEAKLY_FAIR, odd[i], FIRES_WITHIN), 1, "fires in %u", odd[i]);
            cr_expect_eq(fair_rings(a, way, MODEL_STRONGLY_FAIR, odd[i], NOT_ENABLED), 0, "strong, not enabled in %u", odd[i]);
            cr_expect_eq(fair_rings(a, way, MODEL_STRONGLY_FAIR, odd[i], FIRES_WITHIN), 1, "strong, fires in %u", odd[i]);
        }
    automaton_free(a);
}
