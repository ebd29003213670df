/* SPDX-License-Identifier: BSD-2-Clause */
/* A family of models against the ABI: pseudo-random graphs whose nodes are
 * states, with every kind of property somewhere; and the plainest search of
 * them, to compare with.  The configuration reaches the model as the host of
 * its one binding. */
#ifndef ENGINE_GRAPH_H
#define ENGINE_GRAPH_H

#include "engine/search.h"
#include "model/model_binding.h"

enum { /* the properties, in the model's order; a deadlock comes after them */
    GRAPH_INVARIANT,  /* two instances */
    GRAPH_ASSERT,     /* fails in firings */
    GRAPH_GUARD,      /* fails in guards */
    GRAPH_COVER,
    GRAPH_LOCAL_COVER,
    GRAPH_LIVENESS,   /* two instances */
    GRAPH_PROPERTIES
};

struct graph {
    uint64_t seed, nodes, span;    /* targets lie within `span` nodes after the source; 0: anywhere */
    unsigned rules, starts, words;
    unsigned enabled;              /* rules enabled at a node, of 100 */
    unsigned rare[GRAPH_PROPERTIES]; /* the property fails (a cover is met, P holds) at one place in so many; 0: nowhere */
};

const struct model *graph_model(const struct graph *); /* static, one for each number of words and rules */
struct search_options graph_options(const struct graph *, struct model_external_binding *);
void graph_encode(const struct graph *, uint64_t node, uint64_t *packed);
uint64_t graph_decode(const uint64_t *packed);

/* What a search must find. */
struct graph_answer {
    uint64_t states, fired;
    unsigned depth;
    unsigned count;                /* violations, up to max_errors */
    struct {
        uint32_t property;         /* GRAPH_PROPERTIES: deadlock */
        uint64_t property_instance;
        unsigned depth, length;
        uint64_t steps[256];       /* instances */
    } found[GRAPH_PROPERTIES + 1];
    bool covered[2];
};
void graph_search(const struct graph *, unsigned max_errors, struct graph_answer *);
/* The least run to a node that is stranded[instance], or that meets the cover
 * (at most one violation; depth and steps only). */
void graph_search_for(const struct graph *, unsigned char *const stranded[2], struct graph_answer *);
void graph_search_for_cover(const struct graph *, struct graph_answer *);

/* The graph itself. */
unsigned graph_targets(const struct graph *, uint64_t node, uint64_t *targets);
uint64_t graph_start(const struct graph *, uint64_t instance);
uint64_t graph_target(const struct graph *, uint64_t node, uint64_t rule);
bool graph_fails(const struct graph *, unsigned property, uint64_t node, uint64_t which);
bool graph_holds(const struct graph *, uint64_t node, uint64_t instance);
bool graph_meets_cover(const struct graph *, uint64_t node);
bool graph_reached(const struct graph *, uint64_t node);

#endif
