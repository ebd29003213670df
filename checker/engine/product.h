/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * product.h - the states of a model together with an automaton of the runs
 * that break a formula.
 *
 * A node is a state and a state of the automaton, and stands for a position of a run.
 * A step takes an arc of the state and one of the automaton that this position's
 * atoms allow.  A state without arcs has a step to itself that fires nothing.
 *
 * Under symmetry a state of the product is a stored state and a *place*: what the
 * property's instance is called there, since an arc leads on in another naming.  What an arc's
 * label is called after the arc, product_renamed() says.
 *
 * The parts that decide a formula know nothing of a search: this is all they see.
 */
#ifndef MURRELET_PRODUCT_H
#define MURRELET_PRODUCT_H

#include "../ltl/automaton.h"
#include "../store/arcs.h"

#define PRODUCT_STUTTER UINT32_MAX

struct renaming;

struct product {
    const struct automaton *automaton;
    struct arcs *arcs;             /* labels: 0, or a rule instance that is fair or that an atom names */
    struct renaming *renaming;     /* renaming.h; NULL: states keep their names */
    uint32_t places;               /* without renaming 1 */
    const uint32_t *place_after;   /* with it: by naming, then place */
    unsigned label_bits;           /* with it: above these bits of an arc's label is the naming that it leads to */
    uint64_t states;               /* times places */
    const void *conditions;        /* by state: its atoms, in `condition_bytes` */
    unsigned condition_bytes;      /* 1, 2, 4 or 8 */
    const uint64_t *fires;         /* by place, then label: the atoms of whoever takes it; NULL: no atom is about that */
    const unsigned char *strength; /* by label: enum model_strength */
    uint32_t labels;               /* how many, 0 included */
    const uint64_t *starts;        /* states */
    uint64_t start_count;
    bool (*stopped)(void *);       /* asked now and then: whether to leave everything */
    bool (*fits)(void *, uint64_t bytes); /* whether so much memory may be taken; NULL: it may */
    void *stop_data;
};

struct product_step {
    uint64_t target;               /* a state */
    uint32_t to;                   /* a state of the automaton */
    uint32_t edge;                 /* which of the state's arcs, or PRODUCT_STUTTER */
    uint32_t label;
    uint32_t naming;               /* from the names before the step to those after it */
    uint64_t sets;
};

/* The steps from a node, in the order of the state's arcs. */
struct product_walk {
    const struct product *product;
    const struct automaton_state *from;
    uint64_t state, atoms;
    uint64_t may;                  /* a bit for each of the automaton's first arcs: whether the state's atoms allow it */
    uint32_t place;
    struct arcs_of of;
    uint32_t edge, arc, edges;
};

static inline uint64_t product_conditions(const struct product *p, uint64_t state)
{
    switch (p->condition_bytes) {
    case 1:
        return ((const uint8_t *)p->conditions)[state];
    case 2:
        return ((const uint16_t *)p->conditions)[state];
    case 4:
        return ((const uint32_t *)p->conditions)[state];
    default:
        return ((const uint64_t *)p->conditions)[state];
    }
}

/* The arcs of a state, each with its label alone. */
static inline struct arcs_of product_arcs(const struct product *p, uint64_t state)
{
    return arcs_read(p->arcs, p->places == 1 ? state : state / p->places);
}

/* A state will be walked from soon. */
static inline void product_fetch(const struct product *p, uint64_t state)
{
    __builtin_prefetch((const char *)p->conditions + state * p->condition_bytes);
    arcs_fetch(p->arcs, p->places == 1 ? state : state / p->places);
}

static inline uint32_t product_label(const struct product *p, const struct arcs_of *of, uint32_t i)
{
    uint32_t label = arcs_label(of, i);
    return p->renaming ? label & ((UINT32_C(1) << p->label_bits) - 1) : label;
}

static inline uint32_t product_naming(const struct product *p, const struct arcs_of *of, uint32_t i)
{
    return p->renaming ? arcs_label(of, i) >> p->label_bits : 0;
}

#define PRODUCT_ARCS 64u /* arcs of the automaton that have a bit in product_walk.may */

/* Which of the automaton's first arcs may be taken. */
static inline uint64_t product_may(const struct automaton_state *from, uint64_t atoms)
{
    uint64_t may = 0;
    for (uint32_t k = 0; k < from->arc_count && k < PRODUCT_ARCS; k++)
        may |= (uint64_t)automaton_takes(&from->arcs[k], atoms) << k;
    return may;
}

/* The first arc from `arc` on that may be taken; none: how many there are. */
static inline uint32_t product_taken(const struct automaton_state *from, uint64_t may, uint64_t atoms, uint32_t arc)
{
    if (arc < PRODUCT_ARCS && may >> arc)
        return arc + (uint32_t)__builtin_ctzll(may >> arc);
    arc = arc < PRODUCT_ARCS ? PRODUCT_ARCS : arc;
    while (arc < from->arc_count && !automaton_takes(&from->arcs[arc], atoms))
        arc++;
    return arc < from->arc_count ? arc : from->arc_count;
}

/* `edge` and `arc`: where an earlier walk was left; 0, 0 at first. */
static inline struct product_walk product_walk(const struct product *p, uint64_t state, uint32_t from, uint32_t edge, uint32_t arc)
{
    struct product_walk walk = {.product = p, .from = &p->automaton->states[from], .state = state, .edge = edge, .arc = arc};
    walk.atoms = product_conditions(p, state);
    walk.may = product_may(walk.from, walk.atoms);
    if (!p->fires && product_taken(walk.from, walk.may, walk.atoms, 0) == walk.from->arc_count)
        return walk; /* whoever fires */
    walk.place = p->places == 1 ? 0 : (uint32_t)(state % p->places);
    walk.of = product_arcs(p, state);
    walk.edges = walk.of.count ? walk.of.count : 1;
    return walk;
}

/* From another state of the automaton by the same arcs, of which `edge` is the first that is left. */
static inline struct product_walk product_walk_beside(const struct product_walk *walk, uint32_t from)
{
    struct product_walk beside = *walk;
    beside.from = &walk->product->automaton->states[from];
    beside.may = product_may(beside.from, beside.atoms);
    beside.arc = 0;
    return beside;
}

/* After other states' arcs were read, in the midst of a walk. */
static inline void product_resume(struct product_walk *walk)
{
    walk->of = product_arcs(walk->product, walk->state);
}

/* Whether each arc of the state is taken with each arc of the automaton that `may` has, and leads to its target as it is. */
static inline bool product_is_simple(const struct product_walk *walk)
{
    const struct product *p = walk->product;
    return p->places == 1 && !p->fires && walk->of.count > 0 && walk->from->arc_count <= PRODUCT_ARCS;
}

/* Where an arc leads: its target, and there the place that it makes of this one. */
static inline uint64_t product_target(const struct product_walk *walk, uint32_t naming)
{
    const struct product *p = walk->product;
    uint64_t target = walk->of.targets[walk->edge];
    return p->places == 1 ? target : target * p->places + p->place_after[(uint64_t)naming * p->places + walk->place];
}

/* The label of a step is looked up where it is wanted, or where the step hangs on it. */
static inline bool product_go(struct product_walk *walk, struct product_step *step, bool labels)
{
    const struct product *p = walk->product;
    for (; walk->edge < walk->edges; walk->edge++, walk->arc = 0) {
        bool stutters = walk->of.count == 0;
        uint32_t label = stutters || !(labels || p->fires) ? 0 : product_label(p, &walk->of, walk->edge);
        uint64_t fires = p->fires ? p->fires[(uint64_t)walk->place * p->labels + label] : 0;
        uint64_t atoms = walk->atoms | fires, may = fires ? product_may(walk->from, atoms) : walk->may;
        uint32_t k = product_taken(walk->from, may, atoms, walk->arc);
        if (k == walk->from->arc_count)
            continue;
        const struct automaton_arc *arc = &walk->from->arcs[k];
        walk->arc = k + 1;
        step->naming = stutters ? 0 : product_naming(p, &walk->of, walk->edge);
        step->target = stutters ? walk->state : product_target(walk, step->naming);
        step->to = arc->target;
        step->edge = stutters ? PRODUCT_STUTTER : walk->edge;
        step->label = label;
        step->sets = arc->sets;
        return true;
    }
    return false;
}

static inline bool product_next(struct product_walk *walk, struct product_step *step)
{
    return product_go(walk, step, true);
}

#endif
