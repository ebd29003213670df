/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fair_nodes.h - what is known of the nodes of a product: which can be reached, and which are in a fair component (fair.h).
 *
 * The nodes of each component of the automaton have numbers of their own.
 */
#ifndef MURRELET_FAIR_NODES_H
#define MURRELET_FAIR_NODES_H

#include "product.h"

/* One bit of a rank says that a node's component is known; the rest is then the
 * number of the fair component it is in, from 1, or 0. */
#define FAIR_KNOWN (UINT32_C(1) << 31)

struct fair {
    const struct product *product;
    uint64_t **reached;  /* by component of the automaton: a bit by node (state * its states + place) */
    uint32_t **rank;     /* by accepting component: by node; NULL where there is a */
    uint8_t **number;    /* number for each node: of the fair component it is in, or 0 */
    uint64_t components; /* fair ones found */
    bool stopped;        /* product.stopped said so: nothing is known */
};

/* The number of a node in its component. */
static inline uint64_t fair_node(const struct automaton *a, uint64_t state, uint32_t at)
{
    return state * a->components[a->states[at].component].states + a->states[at].place;
}

/* The number of a node's fair component, or 0. */
static inline uint32_t fair_component(const struct fair *fair, uint64_t state, uint32_t at)
{
    const struct automaton *a = fair->product->automaton;
    unsigned component = a->states[at].component;
    if (fair->number[component])
        return fair->number[component][fair_node(a, state, at)];
    uint32_t known = fair->rank[component] ? fair->rank[component][fair_node(a, state, at)] : 0;
    return known & FAIR_KNOWN ? known - FAIR_KNOWN : 0;
}

#endif
