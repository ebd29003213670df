/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * conduct.h - all that a state does which a search can see: what its firings
 * lead to, which of them fail, which properties and covers hold in it; and
 * whether that is what another state does under other names.
 *
 * Two things are no part of it, since a search may meet them in any order:
 * which of several faults of one evaluation is named, and which instance of a
 * property fails first.  A state that violates something is not expanded, and
 * so its firings are no part of it either.
 */
#ifndef MURRELET_CONDUCT_H
#define MURRELET_CONDUCT_H

#include "search.h"

enum event_kind {
    EVENT_TARGET,    /* a firing leads to a state */
    EVENT_FAULT,     /* a firing fails */
    EVENT_COVER,     /* a cover is met: in the state, or by a firing */
    EVENT_LIVENESS,  /* an instance of a liveness property holds */
    EVENT_UNDECIDED, /* or evaluating it fails */
};

struct event {
    enum event_kind kind;
    uint32_t property; /* of a COVER or LIVENESS; of a FAULT the one that was named */
    uint64_t instance; /* of the rules, of a LIVENESS property; or MODEL_NO_INSTANCE */
    uint64_t key;      /* the same, renamed, with 0 for each slot of a multiset */
    size_t target;     /* of a TARGET: where its words begin */
};

struct conduct {
    const struct model *model;
    const struct model *names; /* the same, but that its scalarsets say which are renamed */
    size_t state_words;        /* of a state, at least 1 */
    struct expansion x;        /* without symmetry */
    int64_t *leaves, *renamed;
    struct event *events;
    uint64_t event_count, event_space;
    uint64_t *words;           /* of the targets, one after the other */
    uint64_t word_count, word_space;
    bool fails;                /* something fails in the state: */
    uint64_t failures;         /* properties: how many */
    bool guard_fails;          /* or, where none does, evaluating a guard */
    bool fires, moves;         /* something is enabled; something leads elsewhere */
    unsigned char *alone;      /* by property: the current one and those that the language implies */
    unsigned char *watch;      /* by property: covers */
};

/* With the multiset reduction, the limits and the properties of the options. */
void conduct_open(struct conduct *, const struct model *, const struct model *names, const struct search_options *);
void conduct_close(struct conduct *);
/* Put in order the slots of multisets that are reduced. */
void conduct_normal(struct conduct *, uint64_t *state);
/* `in` under the permutation, in normal form; `out` may be `in`. */
void conduct_rename(struct conduct *, const uint64_t *in, uint64_t *out, const uint16_t *permutation);
/* Find out what this state does. */
void conduct_of(struct conduct *, const uint64_t *state);
/* Give the events and targets the names of the permutation (NULL: leave them
 * theirs), and sort them. */
void conduct_finish(struct conduct *, const uint16_t *permutation);
/* The order in which they are sorted: 0 where nothing tells them apart. */
int conduct_compare(const struct conduct *, const struct event *, const struct conduct *, const struct event *);
/* The rule of an instance. */
const struct model_rule *conduct_rule(const struct model *, uint64_t instance);
/* Whether this invariant fails in the state, by its value or by a fault. */
bool conduct_violates(struct conduct *, const uint64_t *state, uint32_t property);

#endif
