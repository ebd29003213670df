/* SPDX-License-Identifier: BSD-2-Clause */
/* fair_classes.c - follow the names of instances round a component.  See fair_classes.h. */
#include "fair_classes.h"

#include <Judy.h>
#include <stdlib.h>

#include "../base/die.h"
#include "../base/memory.h"
#include "renaming.h"

#define PATIENCE (1u << 14) /* nodes between two questions whether to stop */

/* One component, while its nodes are gone through. */
struct round_trip {
    struct fair_classes *classes;
    uint32_t root_rank, known;
    uint32_t *todo;             /* nodes whose way home is known */
    uint64_t count;
    Pvoid_t met;                /* Judy1: ways round whose classes are joined */
};

void fair_classes_open(struct fair_classes *c)
{
    c->home = memory_zeroed(c->part->nodes, sizeof *c->home);
    c->parent = memory_zeroed(c->part->product->labels, sizeof *c->parent);
    c->size = memory_zeroed(c->part->product->labels, sizeof *c->size);
}

void fair_classes_close(struct fair_classes *c)
{
    free(c->home);
    free(c->parent);
    free(c->size);
}

/* A node is reached once more: from there home, and from home here along the tree, is a way round. */
static void join_round(struct round_trip *t, uint32_t from_there, uint32_t node)
{
    struct fair_classes *c = t->classes;
    struct renaming *r = c->part->product->renaming;
    if (from_there == c->home[node] - 1)
        return;
    uint32_t there = renaming_inverse(r, c->home[node] - 1);
    uint32_t round = renaming_product(r, there, from_there);
    int added = Judy1Set(&t->met, round, PJE0);
    if (added == JERR)
        die_memory(sizeof *t);
    if (added)
        renaming_join(c->parent, renaming_labels(r, round), c->part->product->labels);
}

/* `naming` leads from the node's names to those after the step. */
static void take_step(struct round_trip *t, uint32_t node, uint32_t target, uint32_t naming)
{
    struct fair_classes *c = t->classes;
    struct renaming *r = c->part->product->renaming;
    uint32_t home = renaming_product(r, renaming_inverse(r, naming), c->home[node] - 1);
    if (c->home[target]) {
        join_round(t, home, target);
        return;
    }
    c->home[target] = home + 1;
    t->todo[t->count++] = target;
}

static void take_steps(struct round_trip *t, uint32_t node)
{
    const struct fair_classes *c = t->classes;
    struct product_walk walk = part_walk(c->part, node);
    struct product_step step;
    uint32_t target;
    while (product_next(&walk, &step))
        if (part_leads(c->part, &step, &target) && c->rank[target] >= t->root_rank && c->rank[target] < t->known)
            take_step(t, node, target, step.naming);
}

static void count_classes(struct fair_classes *c)
{
    for (uint32_t label = 0; label < c->part->product->labels; label++)
        c->size[label] = 0;
    for (uint32_t label = 0; label < c->part->product->labels; label++)
        c->size[renaming_find(c->parent, label)]++;
}

bool fair_classes_find(struct fair_classes *c, const uint32_t *members, uint64_t count, uint32_t root_rank, uint32_t known)
{
    bool stopped = false;
    struct round_trip t = {.classes = c, .root_rank = root_rank, .known = known};
    for (uint32_t label = 0; label < c->part->product->labels; label++)
        c->parent[label] = label;
    for (uint64_t i = 0; i < count; i++)
        c->home[members[i]] = 0;
    t.todo = memory_zeroed(count, sizeof *t.todo);
    t.todo[t.count++] = members[count - 1];
    c->home[members[count - 1]] = 1;
    for (uint64_t i = 1; t.count && !stopped; i++) {
        take_steps(&t, t.todo[--t.count]);
        stopped = i % PATIENCE == 0 && c->part->product->stopped(c->part->product->stop_data);
    }
    Judy1FreeArray(&t.met, PJE0);
    free(t.todo);
    count_classes(c);
    return !stopped;
}

uint32_t fair_classes_of(struct fair_classes *c, uint32_t node, uint32_t label)
{
    uint32_t home = c->home[node] - 1;
    return renaming_find(c->parent, home ? renaming_labels(c->part->product->renaming, home)[label] : label);
}
