/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * switches.c - see switches.h.
 *
 * Level by level, from the start states: for each real state on a shortest run, and each
 * who may have acted last, the fewest changes with which it is reached.  Of one state only
 * those are kept that have its fewest: any other is at best as good as one of them and a
 * change.  The states are real ones, without reduction, since who acts is said of these;
 * by its canonical form each is known to be marked.
 *
 * Invariant: the nodes of a level stand together, ordered by state and actor, each once.
 */
#include "switches.h"

#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "../model/value.h"

enum { NODES_MOST = 1 << 20, NOT_YET = -2 };

struct node {
    uint64_t instance;
    uint32_t parent, switches;
    int actor;
};

struct choice {
    struct tracer *tracer;
    uint64_t (*leads_to)(struct tracer *, const uint64_t *);
    struct node *nodes;        /* of all levels */
    uint64_t *states;          /* of the same numbers; of a firing that fails nothing */
    int64_t **starts;          /* by node of level 0: its leaves */
    uint32_t *root;            /* by node: the node of level 0 that it comes from */
    uint32_t count, room, from; /* from: the node that is expanded */
    bool overflowed;
};

static size_t words(const struct choice *c)
{
    return c->tracer->search->words;
}

static int actor_of(const struct choice *c, uint64_t instance, const uint64_t *target)
{
    const struct search_options *options = &c->tracer->search->options;
    if (!c->tracer->step)
        return NOT_YET;
    int64_t *before = value_leaves(c->tracer->search->model, c->states + c->from * words(c)), *after = target ? value_leaves(c->tracer->search->model, target) : NULL;
    int actor = options->actor(options->actor_data, c->starts[c->root[c->from]], before, instance, after);
    free(before);
    free(after);
    return actor;
}

static void make_room(struct choice *c)
{
    if (c->count < c->room)
        return;
    c->room = c->room ? 2 * c->room : 1024;
    c->nodes = memory_resized(c->nodes, c->room, sizeof *c->nodes);
    c->states = memory_resized(c->states, c->room, words(c) * sizeof *c->states);
    c->root = memory_resized(c->root, c->room, sizeof *c->root);
}

static void add(struct choice *c, uint64_t instance, const uint64_t *target)
{
    if (c->count == NODES_MOST) {
        c->overflowed = true;
        return;
    }
    make_room(c);
    const struct node *from = c->tracer->step ? &c->nodes[c->from] : NULL;
    struct node node = {.instance = instance, .parent = c->from, .actor = actor_of(c, instance, target)};
    if (from)
        node.switches = from->switches + (from->actor != NOT_YET && from->actor != node.actor);
    c->nodes[c->count] = node;
    c->root[c->count] = from ? c->root[c->from] : c->count;
    if (target)
        memcpy(c->states + c->count * words(c), target, words(c) * sizeof *target);
    else
        memset(c->states + c->count * words(c), 0, words(c) * sizeof *c->states);
    c->count++;
}

static struct choice *choice_of(const struct expansion *x)
{
    const struct worker *worker = x->engine;
    return worker->search->tracer->choice;
}

static void on_target(struct expansion *x, uint64_t instance, const uint64_t *target, int moved)
{
    struct choice *c = choice_of(x);
    if (moved && !c->overflowed && c->leads_to(c->tracer, target) != STORE_NONE)
        add(c, instance, target);
}

/* A firing that fails, or meets the cover that is sought, ends the run. */
static void on_fault(struct expansion *x, uint32_t property, uint64_t property_instance, enum model_where where, uint64_t instance)
{
    struct choice *c = choice_of(x);
    (void)property_instance;
    if (property == c->tracer->property && where == MODEL_IN_FIRING && c->tracer->step == c->tracer->depth && !c->overflowed)
        add(c, instance, NULL);
}

/* ---- a level ---- */

static int compare(const void *a, const void *b, void *data)
{
    const struct choice *c = data;
    uint32_t i = *(const uint32_t *)a, j = *(const uint32_t *)b;
    int order = memcmp(c->states + i * words(c), c->states + j * words(c), words(c) * sizeof *c->states);
    const struct node *x = &c->nodes[i], *y = &c->nodes[j];
    if (!order)
        order = x->switches < y->switches ? -1 : x->switches > y->switches;
    if (!order)
        order = x->actor < y->actor ? -1 : x->actor > y->actor;
    return order ? order : i < j ? -1 : i > j;
}

static bool is_same_state(const struct choice *c, uint32_t i, uint32_t j)
{
    return !memcmp(c->states + i * words(c), c->states + j * words(c), words(c) * sizeof *c->states);
}

/* Keep of the nodes from `first` on those of the fewest changes, each state and actor once; in the order of `sorted`. */
static void keep_best(struct choice *c, uint32_t first, const uint32_t *sorted)
{
    uint32_t all = c->count - first, kept = 0, best = 0;
    struct node *nodes = memory_resized(NULL, all, sizeof *nodes);
    uint64_t *states = memory_resized(NULL, all, words(c) * sizeof *states);
    uint32_t *root = memory_resized(NULL, all, sizeof *root);
    for (uint32_t k = 0; k < all; k++) {
        const struct node *node = &c->nodes[sorted[k]];
        bool same = k && is_same_state(c, sorted[k], sorted[k - 1]);
        best = same ? best : node->switches;
        if (node->switches > best || (same && kept && nodes[kept - 1].actor == node->actor))
            continue;
        nodes[kept] = *node;
        root[kept] = c->tracer->step ? c->root[sorted[k]] : first + kept;
        memcpy(states + kept++ * words(c), c->states + sorted[k] * words(c), words(c) * sizeof *states);
    }
    memcpy(c->nodes + first, nodes, kept * sizeof *nodes);
    memcpy(c->states + first * words(c), states, kept * words(c) * sizeof *states);
    memcpy(c->root + first, root, kept * sizeof *root);
    c->count = first + kept;
    free(nodes);
    free(states);
    free(root);
}

static void order_level(struct choice *c, uint32_t first)
{
    uint32_t all = c->count - first, *sorted = memory_resized(NULL, all + 1, sizeof *sorted);
    for (uint32_t i = 0; i < all; i++)
        sorted[i] = first + i;
    qsort_r(sorted, all, sizeof *sorted, compare, c);
    if (all)
        keep_best(c, first, sorted);
    free(sorted);
}

static void find_starts(struct choice *c)
{
    struct tracer *t = c->tracer;
    const struct model *model = t->search->model;
    for (uint64_t i = 0; i < model->start_instances; i++)
        model->start(&t->real.x, i);
    order_level(c, 0);
    c->starts = memory_resized(NULL, c->count + 1, sizeof *c->starts);
    for (uint32_t i = 0; i < c->count; i++)
        c->starts[i] = value_leaves(c->tracer->search->model, c->states + i * words(c));
}

/* The nodes of the next level, from those of [first, end). */
static void find_level(struct choice *c, uint32_t first, uint32_t end)
{
    struct tracer *t = c->tracer;
    for (c->from = first; c->from < end && !c->overflowed && search_stopped(t->search) == GO; c->from++) {
        memcpy(t->real.source, c->states + c->from * words(c), words(c) * sizeof *c->states);
        t->real.abandoned = false;
        t->search->model->expand(&t->real.x);
    }
    order_level(c, end);
}

/* ---- the whole ---- */

static void choose(struct choice *c, uint32_t first)
{
    struct tracer *t = c->tracer;
    uint32_t best = first;
    for (uint32_t i = first; i < c->count; i++)
        if (c->nodes[i].switches < c->nodes[best].switches)
            best = i;
    t->violation->fewest_switches = true;
    t->violation->switches = c->nodes[best].switches;
    t->chosen = memory_resized(NULL, t->depth + 1, sizeof *t->chosen);
    for (unsigned step = t->depth + 1; step-- > 0; best = c->nodes[best].parent)
        t->chosen[step] = c->nodes[best].instance;
}

/* False: there are too many, or there was not the time. */
static bool find_levels(struct choice *c, uint32_t *last)
{
    struct tracer *t = c->tracer;
    uint32_t first = 0, end = 0;
    for (t->step = 0; t->step <= t->depth; t->step++) {
        if (t->step)
            find_level(c, first, end);
        else
            find_starts(c);
        first = end;
        end = c->count;
        if (c->overflowed || first == end || search_stopped(t->search) != GO)
            return false;
    }
    *last = first;
    return true;
}

static void release(struct choice *c, uint32_t starts)
{
    for (uint32_t i = 0; c->starts && i < starts; i++)
        free(c->starts[i]);
    free(c->starts);
    free(c->nodes);
    free(c->states);
    free(c->root);
}

void switches_choose(struct tracer *tracer, uint64_t (*leads_to)(struct tracer *, const uint64_t *))
{
    struct choice c = {.tracer = tracer, .leads_to = leads_to};
    struct expansion *x = &tracer->real.x, before = *x;
    uint32_t last;
    tracer->choice = &c;
    x->emit = on_target;
    x->violate = x->cover = on_fault;
    if (find_levels(&c, &last))
        choose(&c, last);
    x->emit = before.emit;
    x->violate = before.violate;
    x->cover = before.cover;
    tracer->choice = NULL;
    uint32_t starts = 0;
    while (c.starts && starts < c.count && c.root[starts] == starts)
        starts++;
    release(&c, starts);
}
