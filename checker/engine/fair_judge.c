/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fair_judge.c - whether a strongly connected set of nodes is a fair component.  See fair_judge.h.
 *
 *  - It lacks an acceptance set, or leaves out a weakly fair instance that is enabled in all
 *    of it: so does every part of it, and there is no fair component in it.
 *  - Strongly fair instances are enabled in it and never fire: a fair
 *    run can come to the nodes where one is enabled only finitely often.  The others are what is left of it.
 *  - Else it is fair.
 * Under symmetry the same is asked of classes of instances (fair_classes.h), each of which has as many in every node.
 *
 * Neighbours are much alike, so a few nodes from everywhere are looked at first; then all, until all is known that is asked for.
 */
#include "fair_judge.h"

#include <stdlib.h>

#include "../base/memory.h"
#include "fair_classes.h"

#define FEW 512u /* nodes that are looked at first */

/* A fair instance is met where a step of the component fires it or, if it is weakly fair, a node does not enable it. */
enum stage { NOT_SEEN, WAITS, MET };

struct fair_judge {
    struct fair_part *part;
    const struct product *product;
    const uint32_t *rank;
    const uint32_t *members;    /* of the set that is judged; NULL: all nodes are gone through for those that have its ranks */
    uint64_t listed;            /* how many there are to go through */
    uint32_t root_rank;         /* the least in it */
    bool any_fair;
    bool looked;                /* at a node of the set */
    unsigned char *stage;       /* by label: what was seen of it in the set */
    uint64_t weak_waiting, strong_waiting; /* how many of each wait */
    uint64_t strong, strong_met; /* labels that are strongly fair; and those of them that the set fires, as far as it was seen */
    struct stack32 touched;     /* labels that were seen */
    struct stack32 weak;        /* of those the weakly fair ones that wait, and some that do no more */
    uint64_t *enabled;          /* by label: of how many labels of its class one waits that the node enables */
    uint64_t *stamp, now;       /* by label: the last node in which it was counted */
    uint64_t before;            /* what `now` was when the set's first node was looked at */
    struct fair_classes *classes; /* under symmetry a class of labels is counted as a label is, in the name of one; else NULL */
    struct stack32 left;        /* nodes to be looked at once more, set after set, each with its length at its end */
};

static bool is_inside(const struct fair_judge *j, uint32_t node)
{
    uint32_t rank = j->rank[node];
    return rank >= j->root_rank && rank < FAIR_KNOWN;
}

/* Of all nodes those of the set are told by their ranks. */
static bool has_node(const struct fair_judge *j, uint64_t i)
{
    return j->members || is_inside(j, (uint32_t)i);
}

static uint32_t node_at(const struct fair_judge *j, uint64_t i)
{
    return j->members ? j->members[i] : (uint32_t)i;
}

/* By what name a node's label is counted, and how many labels are counted so. */
static uint32_t name_of(struct fair_judge *j, uint32_t node, uint32_t label)
{
    return j->classes ? fair_classes_of(j->classes, node, label) : label;
}

static uint64_t size_of(const struct fair_judge *j, uint32_t name)
{
    return j->classes ? j->classes->size[name] : 1;
}

static bool is_strong(const struct fair_judge *j, uint32_t name)
{
    return j->product->strength[name] == MODEL_STRONGLY_FAIR;
}

static void note_stage(struct fair_judge *j, uint32_t name, enum stage stage)
{
    uint64_t *waiting = is_strong(j, name) ? &j->strong_waiting : &j->weak_waiting;
    if (j->stage[name] == NOT_SEEN)
        stack32_push(&j->touched, name);
    if (stage == WAITS && !is_strong(j, name))
        stack32_push(&j->weak, name);
    *waiting -= j->stage[name] == WAITS;
    *waiting += stage == WAITS;
    j->strong_met += is_strong(j, name) && stage == MET ? size_of(j, name) : 0;
    j->stage[name] = (unsigned char)stage;
}

/* A node enables a fair instance.  A weakly fair one that the first node does not enable is met there. */
static void note_enabled(struct fair_judge *j, uint32_t label, uint32_t name)
{
    if (j->stage[name] == NOT_SEEN && (j->now == j->before + 1 || is_strong(j, name)))
        note_stage(j, name, WAITS);
    if (j->stage[name] != WAITS || j->stamp[label] == j->now)
        return;
    j->stamp[label] = j->now;
    j->enabled[name]++;
}

/* Weakly fair instances that a node does not enable, or a class of them not as a whole, need not fire. */
static void meet_disabled(struct fair_judge *j)
{
    uint64_t kept = 0;
    for (uint64_t i = 0; i < j->weak.count; i++) {
        uint32_t name = j->weak.list[i];
        if (j->stage[name] == WAITS && j->enabled[name] != size_of(j, name))
            note_stage(j, name, MET);
        if (j->stage[name] == WAITS)
            j->weak.list[kept++] = name;
        j->enabled[name] = 0;
    }
    j->weak.count = kept;
}

/* What the fair instances are that a node enables. */
static void look_at_enabled(struct fair_judge *j, uint32_t node)
{
    struct arcs_of of = product_arcs(j->product, part_state(j->part, node));
    j->now++;
    for (uint32_t i = 0; i < of.count; i++) {
        uint32_t label = product_label(j->product, &of, i);
        if (j->product->strength[label] != MODEL_UNFAIR)
            note_enabled(j, label, name_of(j, node, label));
    }
    meet_disabled(j);
}

/* The acceptance sets of a node's steps within the component, and `sets`; notes what fires.  Whether a step
 * stays within is asked only where that would tell anything new. */
static uint64_t sets_of(struct fair_judge *j, uint32_t node, uint64_t sets)
{
    struct product_walk walk = part_walk(j->part, node);
    struct product_step step;
    while (product_next(&walk, &step)) {
        bool waits = j->product->strength[step.label] != MODEL_UNFAIR && j->stage[name_of(j, node, step.label)] == WAITS;
        uint32_t target;
        if ((!(step.sets & ~sets) && !waits) || !part_leads(j->part, &step, &target) || !is_inside(j, target))
            continue;
        sets |= step.sets;
        if (waits)
            note_stage(j, name_of(j, node, step.label), MET);
    }
    return sets;
}

static bool enables_left_out(struct fair_judge *j, uint32_t node)
{
    struct arcs_of of = product_arcs(j->product, part_state(j->part, node));
    for (uint32_t i = 0; i < of.count; i++) {
        uint32_t label = product_label(j->product, &of, i);
        if (is_strong(j, label) && j->stage[name_of(j, node, label)] == WAITS)
            return true;
    }
    return false;
}

/* A part of what was judged: its nodes without those that enable what it leaves out. */
static void keep_rest(struct fair_judge *j)
{
    uint64_t before = j->left.count;
    for (uint64_t i = 0; i < j->listed; i++)
        if (has_node(j, i) && !enables_left_out(j, node_at(j, i)))
            stack32_push(&j->left, node_at(j, i));
    if (j->left.count > before)
        stack32_push(&j->left, (uint32_t)(j->left.count - before));
}

static void forget_stages(struct fair_judge *j)
{
    for (uint64_t i = 0; i < j->touched.count; i++) {
        j->stage[j->touched.list[i]] = NOT_SEEN;
    }
    j->touched.count = j->weak.count = 0;
    j->strong_met = j->strong_waiting = j->weak_waiting = 0;
}

/* Whether the component is fair whatever its other nodes are. */
static bool is_settled(const struct fair_judge *j)
{
    return j->strong_met == j->strong && !j->weak_waiting;
}

/* Whether anything is left to be seen in a node: acceptance sets, or whether instances fire. */
static bool is_wanted(const struct fair_judge *j, uint64_t sets)
{
    return sets != j->product->automaton->all_sets || j->strong_waiting || j->weak_waiting;
}

static void look_at(struct fair_judge *j, uint32_t node, uint64_t *sets)
{
    j->looked = true;
    if (j->any_fair && (j->now == j->before || !is_settled(j)))
        look_at_enabled(j, node);
    if (is_wanted(j, *sets))
        *sets = sets_of(j, node, *sets);
}

/* Whether all is known that is asked for. */
static bool is_judged(const struct fair_judge *j, uint64_t sets)
{
    return j->looked && sets == j->product->automaton->all_sets && is_settled(j);
}

/* Whether weakly fair instances that wait are all that is still asked for. */
static bool wants_weak_alone(const struct fair_judge *j, uint64_t sets)
{
    return !j->classes && j->strong == 0 && j->now > j->before && sets == j->product->automaton->all_sets;
}

/* look_at(), where weakly fair instances alone wait, and each arc of the state leads to one place. */
static void look_at_weak(struct fair_judge *j, const struct arcs_of *of, uint32_t place)
{
    j->now++;
    for (uint32_t i = 0; i < of->count; i++) {
        uint32_t label = arcs_label(of, i);
        if (j->stage[label] != WAITS)
            continue;
        note_enabled(j, label, label);
        if (is_inside(j, of->targets[i] * j->part->width + place))
            note_stage(j, label, MET);
    }
    meet_disabled(j);
}

static void look_on(struct fair_judge *j, uint32_t node, uint64_t *sets)
{
    if (wants_weak_alone(j, *sets)) {
        struct product_walk walk = part_walk(j->part, node);
        uint32_t place = part_only_place(j->part, &walk);
        if (place != ELSEWHERE) {
            look_at_weak(j, &walk.of, place);
            return;
        }
    }
    look_at(j, node, sets);
}

/* A few nodes from everywhere.  True: they told all. */
static bool look_at_few(struct fair_judge *j, uint64_t *sets)
{
    uint64_t stride = j->listed > FEW ? j->listed / FEW : 1;
    for (uint64_t i = 0; i < j->listed && !fair_must_stop(j->part); i += stride) {
        if (is_judged(j, *sets))
            return true;
        if (i + FAIR_AHEAD * stride < j->listed)
            product_fetch(j->product, part_state(j->part, node_at(j, i + FAIR_AHEAD * stride)));
        if (has_node(j, i))
            look_at(j, node_at(j, i), sets);
    }
    return stride == 1;
}

static void look_at_all(struct fair_judge *j, uint64_t *sets)
{
    for (uint64_t i = 0; i < j->listed && !is_judged(j, *sets) && !fair_must_stop(j->part); i++) {
        if (!has_node(j, i))
            continue;
        if (j->members && i + FAIR_AHEAD < j->listed)
            product_fetch(j->product, part_state(j->part, j->members[i + FAIR_AHEAD]));
        look_on(j, node_at(j, i), sets);
    }
}

bool fair_judge(struct fair_judge *j, const uint32_t *members, uint64_t size, uint32_t root_rank)
{
    uint64_t sets = 0;
    j->before = j->now;
    j->root_rank = root_rank;
    j->looked = false;
    if (j->classes && !fair_classes_find(j->classes, members, size, root_rank, FAIR_KNOWN)) {
        j->part->fair->stopped = true;
        return false;
    }
    /* Of a large set all in the order in which arcs lie, not in that of the search. */
    j->members = members;
    j->listed = size;
    if (!look_at_few(j, &sets)) {
        if (size > j->part->nodes / FAIR_LARGE)
            j->members = NULL, j->listed = j->part->nodes;
        look_at_all(j, &sets);
    }
    bool fair = sets == j->product->automaton->all_sets && !j->weak_waiting && !j->part->fair->stopped;
    if (fair && j->strong_waiting) {
        keep_rest(j);
        fair = false;
    }
    forget_stages(j);
    return fair;
}

bool fair_judge_rest(struct fair_judge *j, struct stack32 *rest)
{
    rest->count = 0;
    if (j->left.count == 0)
        return false;
    for (uint32_t size = j->left.list[--j->left.count]; size > 0; size--)
        stack32_push(rest, j->left.list[--j->left.count]);
    return true;
}

static void open_classes(struct fair_judge *j)
{
    j->classes = memory_zeroed(1, sizeof *j->classes);
    *j->classes = (struct fair_classes){.part = j->part, .rank = j->rank};
    fair_classes_open(j->classes);
}

struct fair_judge *fair_judge_open(struct fair_part *part, const uint32_t *rank)
{
    const struct product *p = part->product;
    struct fair_judge *j = memory_zeroed(1, sizeof *j);
    *j = (struct fair_judge){.part = part, .product = p, .rank = rank};
    j->stage = memory_zeroed(p->labels, sizeof *j->stage);
    j->enabled = memory_zeroed(p->labels, sizeof *j->enabled);
    j->stamp = memory_zeroed(p->labels, sizeof *j->stamp);
    for (uint32_t i = 0; i < p->labels; i++)
        j->any_fair |= p->strength[i] != MODEL_UNFAIR, j->strong += is_strong(j, i);
    if (p->renaming && j->any_fair)
        open_classes(j);
    return j;
}

void fair_judge_close(struct fair_judge *j)
{
    if (j->classes)
        fair_classes_close(j->classes);
    free(j->classes);
    free(j->left.list);
    free(j->enabled);
    free(j->stamp);
    free(j->stage);
    free(j->touched.list);
    free(j->weak.list);
    free(j);
}
