/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * product.h - the states of a model together with an automaton of the runs
 * that break a formula.
 *
 * A node is a state and a state of the automaton, and stands for a position of a run.
 * A step takes an arc of the state and one of the automaton that this position's
 * atoms allow.  A state without arcs has a step to itself that fires nothing.
 *
 * The parts that decide a formula know nothing of a search: this is all they see.
 */
#ifndef MURRELET_PRODUCT_H
#define MURRELET_PRODUCT_H

#include "../ltl/automaton.h"
#include "../store/arcs.h"

#define PRODUCT_STUTTER UINT32_MAX

struct product {
    const struct automaton *automaton;
    struct arcs *arcs;             /* labels: 0, or a rule instance that is fair or that an atom names */
    uint64_t states;
    const void *conditions;        /* by state: its atoms, in `condition_bytes` */
    unsigned condition_bytes;      /* 1, 2, 4 or 8 */
    const uint64_t *fires;         /* by label: the atoms of whoever takes it; NULL: no atom is about that */
    const unsigned char *strength; /* by label: enum model_strength */
    uint32_t labels;               /* how many, 0 included */
    const uint64_t *starts;        /* states */
    uint64_t start_count;
    bool (*stopped)(void *);       /* asked now and then: whether to leave everything */
    void *stop_data;
};

struct product_step {
    uint64_t target;               /* a state */
    uint32_t to;                   /* a state of the automaton */
    uint32_t edge;                 /* which of the state's arcs, or PRODUCT_STUTTER */
    uint32_t label;
    uint64_t sets;
};

/* The steps from a node, in the order of the state's arcs. */
struct product_walk {
    const struct product *product;
    const struct automaton_state *from;
    uint64_t state, atoms;
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

/* Whether some arc may be taken, whoever fires. */
static inline bool product_leaves(const struct automaton_state *from, uint64_t atoms)
{
    for (uint32_t k = 0; k < from->arc_count; k++)
        if (automaton_takes(&from->arcs[k], atoms))
            return true;
    return false;
}

/* `edge` and `arc`: where an earlier walk was left; 0, 0 at first. */
static inline struct product_walk product_walk(const struct product *p, uint64_t state, uint32_t from, uint32_t edge, uint32_t arc)
{
    struct product_walk walk = {.product = p, .from = &p->automaton->states[from], .state = state, .edge = edge, .arc = arc};
    walk.atoms = product_conditions(p, state);
    if (!p->fires && !product_leaves(walk.from, walk.atoms))
        return walk;
    walk.of = arcs_read(p->arcs, state);
    walk.edges = walk.of.count ? walk.of.count : 1;
    return walk;
}

/* After other states' arcs were read, in the midst of a walk. */
static inline void product_resume(struct product_walk *walk)
{
    walk->of = arcs_read(walk->product->arcs, walk->state);
}

static inline bool product_next(struct product_walk *walk, struct product_step *step)
{
    const struct product *p = walk->product;
    for (; walk->edge < walk->edges; walk->edge++, walk->arc = 0) {
        bool stutters = walk->of.count == 0;
        uint32_t label = stutters ? 0 : arcs_label(&walk->of, walk->edge);
        uint64_t atoms = walk->atoms | (p->fires ? p->fires[label] : 0);
        while (walk->arc < walk->from->arc_count) {
            const struct automaton_arc *arc = &walk->from->arcs[walk->arc++];
            if (!automaton_takes(arc, atoms))
                continue;
            step->target = stutters ? walk->state : walk->of.targets[walk->edge];
            step->to = arc->target;
            step->edge = stutters ? PRODUCT_STUTTER : walk->edge;
            step->label = label;
            step->sets = arc->sets;
            return true;
        }
    }
    return false;
}

#endif
