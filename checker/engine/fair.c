/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fair.c - look for fair components in a product (fair.h).
 *
 * The components of the automaton are taken in order, so that all ways into
 * one are known before it is looked at.  In one that does not accept, nodes
 * are only reached.  In one that does, the product's strongly connected components
 * are found (R. E. Tarjan, 1972, in the form of D. J. Pearce, 2016; without recursion), and each is judged:
 *  - it lacks an acceptance set, or leaves out a weakly fair instance that is enabled in all
 *    of it: so does every part of it, and there is no fair component in it;
 *  - strongly fair instances are enabled in it and never fire: a fair
 *    run can come to the nodes where one is enabled only finitely often.  Without these, what
 *    is left falls into smaller components, which are judged in their turn;
 *  - else it is fair.
 * Under symmetry the same is asked of classes of instances (fair_classes.h), each of which has as many in every node.
 *
 * Ranks: 0, a node that was not seen; below FAIR_KNOWN, of those on a stack, the order in which nodes
 * were seen, or the least such rank that was found to be reached from there; else known.  A node is on one stack:
 * `frames` while steps from it are gone through, then `members`, until its component is known.  First the
 * nodes that its steps lead to are seen, then their ranks are read, unless one of them told that the node leads back as far as
 * there is: most often it is so, and ranks lie far apart.  When
 * a component is judged, its nodes are those from its root's rank on: all others that its steps lead to are known.
 */
#include "fair.h"

#include <stdlib.h>
#include <string.h>

#include "../base/die.h"
#include "../base/memory.h"
#include "fair_classes.h"

#define PATIENCE (1u << 14) /* steps between two questions whether to stop */
#define WALKS 256u          /* that are remembered */
#define ELSEWHERE UINT32_MAX
#define FEW 512u            /* nodes of a component that are looked at first */
#define LARGE 8u            /* a component is, if it has such a part of all nodes */
#define AHEAD 4u            /* so many nodes before one is looked at, its arcs are fetched */

struct frame {
    uint32_t node;
    uint32_t at : 30, leads_back : 1, loops : 1; /* at: arc of the state, then of the automaton; leads_back: to a
                                                    node seen before; loops: to the node itself */
};

struct stack32 {
    uint32_t *list;
    uint64_t count, space;
};

/* A fair instance is met where a step of the component fires it or, if it is weakly fair, a node does not enable it. */
enum stage { NOT_SEEN, WAITS, MET };

/* The search through one accepting component of the automaton. */
struct hunt {
    struct fair *fair;
    const struct product *product;
    unsigned component, width;  /* of the automaton: which one, and how many states it has */
    const uint32_t *state_at;   /* by place: the automaton's state */
    uint32_t *place_of;         /* by the automaton's state: its place, or ELSEWHERE */
    uint32_t *rank;
    uint64_t *seen;             /* a bit by node: whether it has a rank */
    uint32_t count;             /* of nodes that were seen */
    struct frame *frames;
    uint64_t depth, frame_space;
    struct product_walk *walks; /* from the last nodes of the path, by depth */
    bool any_fair;
    bool stays;                 /* what was read of arcs can be read on */
    struct stack32 members;     /* nodes that were left, and whose component is not known */
    struct stack32 left;        /* nodes to be looked at once more, region after region, each with its length at its end */
    unsigned char *stage;       /* by label: what was seen of it in the component that is judged */
    uint64_t weak_waiting, strong_waiting; /* how many of each wait */
    uint64_t strong, strong_met; /* labels that are strongly fair; and those of them that the component fires, as far as it was seen */
    struct stack32 touched;     /* labels that were seen */
    struct stack32 weak;        /* of those the weakly fair ones that wait, and some that do no more */
    uint64_t *enabled;          /* by label: of how many labels of its class one waits that the node enables */
    uint64_t *stamp, now;       /* by label: the last node in which it was counted */
    uint64_t before;            /* what `now` was when the component's first node was looked at */
    struct fair_classes *classes; /* under symmetry a class of labels is counted as a label is, in the name of one; else NULL */
    unsigned patience;
};

static void push(struct stack32 *stack, uint32_t value)
{
    stack->list = memory_room(stack->list, stack->count + 1, &stack->space, sizeof *stack->list);
    stack->list[stack->count++] = value;
}

static bool must_stop(const struct product *p, struct fair *fair, unsigned *patience)
{
    if ((*patience)-- == 0) {
        *patience = PATIENCE;
        fair->stopped = fair->stopped || p->stopped(p->stop_data);
    }
    return fair->stopped;
}

/* --- reaching nodes ----------------------------------------------------------- */

static uint64_t node_of(const struct automaton *a, uint64_t state, uint32_t at)
{
    return state * a->components[a->states[at].component].states + a->states[at].place;
}

/* False: it was reached before. */
static bool reach(struct fair *fair, uint64_t state, uint32_t at)
{
    const struct automaton *a = fair->product->automaton;
    uint64_t node = node_of(a, state, at), *word = &fair->reached[a->states[at].component][node / 64];
    uint64_t bit = UINT64_C(1) << (node % 64);
    if (*word & bit)
        return false;
    *word |= bit;
    return true;
}

/* Whether every state can be reached in a component: it is where runs begin, and its state may always stay.  Under
 * symmetry a state can be reached in some places, and perhaps not in others. */
static bool is_everywhere(const struct product *p, unsigned component)
{
    const struct automaton *a = p->automaton;
    const struct automaton_state *s = &a->states[0];
    if (p->places != 1 || s->component != component || a->components[component].states != 1)
        return false;
    for (unsigned k = 0; k < s->arc_count; k++)
        if (s->arcs[k].target == 0 && !s->arcs[k].must && !s->arcs[k].must_not)
            return true;
    return false;
}

static void list_states(const struct automaton *a, unsigned component, uint32_t *state_at)
{
    for (unsigned i = 0; i < a->state_count; i++)
        if (a->states[i].component == component)
            state_at[a->states[i].place] = i;
}

/* Reach what the steps from a node lead to by one arc of the automaton. */
static void spread_along(struct fair *fair, const struct arcs_of *of, uint32_t to, struct stack32 *todo)
{
    const struct automaton *a = fair->product->automaton;
    const struct automaton_state *s = &a->states[to];
    uint64_t *reached = fair->reached[s->component];
    uint32_t width = a->components[s->component].states;
    for (uint32_t i = 0; i < of->count; i++) {
        uint64_t node = (uint64_t)of->targets[i] * width + s->place, bit = UINT64_C(1) << (node % 64);
        if (reached[node / 64] & bit)
            continue;
        reached[node / 64] |= bit;
        if (todo)
            push(todo, (uint32_t)node);
    }
}

static void spread_simply(struct fair *fair, const struct product_walk *walk, struct stack32 *todo)
{
    const struct automaton_state *states = fair->product->automaton->states;
    for (uint64_t may = walk->may; may; may &= may - 1) {
        uint32_t to = walk->from->arcs[__builtin_ctzll(may)].target;
        spread_along(fair, &walk->of, to, states[to].component == walk->from->component ? todo : NULL);
    }
}

/* Reach what the steps from a node lead to; `todo`, where not NULL, is given the nodes
 * of the same component. */
static void spread(struct fair *fair, uint64_t state, uint32_t at, struct stack32 *todo)
{
    const struct automaton *a = fair->product->automaton;
    struct product_walk walk = product_walk(fair->product, state, at, 0, 0);
    struct product_step step;
    if (product_is_simple(&walk)) {
        spread_simply(fair, &walk, todo);
        return;
    }
    while (product_go(&walk, &step, false))
        if (reach(fair, step.target, step.to) && todo && a->states[step.to].component == a->states[at].component)
            push(todo, (uint32_t)node_of(a, step.target, step.to));
}

/* Whether state 0 leads to a state of the automaton wherever this arc does. */
static bool is_entered_like(const struct automaton *a, const struct automaton_arc *arc)
{
    const struct automaton_state *s = &a->states[0];
    for (unsigned k = 0; k < s->arc_count; k++)
        if (s->arcs[k].target == arc->target && !(s->arcs[k].must & ~arc->must) && !(s->arcs[k].must_not & ~arc->must_not))
            return true;
    return false;
}

/* Whether each node of a component that a step of the component leads to is reached, where state 0 is everywhere: the
 * step before it might have been from there.  So all that go round are; of others it must not matter whether they
 * are, and so nothing may lead out. */
static bool is_entered_everywhere(const struct automaton *a, unsigned component)
{
    for (unsigned i = 0; i < a->state_count; i++)
        for (unsigned k = 0; a->states[i].component == component && k < a->states[i].arc_count; k++) {
            const struct automaton_arc *arc = &a->states[i].arcs[k];
            if (a->states[arc->target].component != component || !is_entered_like(a, arc))
                return false;
        }
    return true;
}

static bool enters_all_everywhere(const struct automaton *a)
{
    for (unsigned c = 1; c < a->component_count; c++)
        if (!is_entered_everywhere(a, c))
            return false;
    return true;
}

/* All states are there already: what is left are the ways out.  Most states have none. */
static void leave_everywhere(struct fair *fair)
{
    const struct product *p = fair->product;
    const struct automaton_state *s = &p->automaton->states[0];
    unsigned patience = PATIENCE;
    for (uint64_t state = 0; state < p->states && !must_stop(p, fair, &patience); state++) {
        uint64_t atoms = product_conditions(p, state);
        bool may_leave = p->fires != NULL;
        for (unsigned k = 0; k < s->arc_count && !may_leave; k++)
            may_leave = s->arcs[k].target != 0 && automaton_takes(&s->arcs[k], atoms);
        if (may_leave)
            spread(fair, state, 0, NULL);
    }
}

static void reach_component(struct fair *fair, unsigned component, const uint32_t *state_at)
{
    const struct product *p = fair->product;
    unsigned width = p->automaton->components[component].states, patience = PATIENCE;
    uint64_t nodes = p->states * width;
    struct stack32 todo = {0};
    for (uint64_t w = 0; w < nodes / 64 + 1; w++)
        for (uint64_t bits = fair->reached[component][w]; bits; bits &= bits - 1)
            push(&todo, (uint32_t)(w * 64 + (uint64_t)__builtin_ctzll(bits)));
    while (todo.count && !must_stop(p, fair, &patience)) {
        uint32_t node = todo.list[--todo.count];
        spread(fair, node / width, state_at[node % width], &todo);
    }
    free(todo.list);
}

/* --- judging a component -------------------------------------------------------- */

static uint64_t state_of(const struct hunt *h, uint32_t node)
{
    return node / h->width;
}

/* The place in this component that all steps lead to, by each arc of the state; or ELSEWHERE, also where it is not so simple. */
static uint32_t only_place(const struct hunt *h, const struct product_walk *walk)
{
    uint32_t only = ELSEWHERE;
    for (uint64_t may = product_is_simple(walk) ? walk->may : 0; may; may &= may - 1) {
        uint32_t place = h->place_of[walk->from->arcs[__builtin_ctzll(may)].target];
        if (place == ELSEWHERE || (only != ELSEWHERE && place != only))
            return ELSEWHERE;
        only = place;
    }
    return only;
}

static bool is_inside(const struct hunt *h, uint32_t node, uint32_t root_rank)
{
    uint32_t rank = h->rank[node];
    return rank >= root_rank && rank < FAIR_KNOWN;
}

/* By what name a node's label is counted, and how many labels are counted so. */
static uint32_t name_of(struct hunt *h, uint32_t node, uint32_t label)
{
    return h->classes ? fair_classes_of(h->classes, node, label) : label;
}

static uint64_t size_of(const struct hunt *h, uint32_t name)
{
    return h->classes ? h->classes->size[name] : 1;
}

static bool is_strong(const struct hunt *h, uint32_t name)
{
    return h->product->strength[name] == MODEL_STRONGLY_FAIR;
}

static void note_stage(struct hunt *h, uint32_t name, enum stage stage)
{
    uint64_t *waiting = is_strong(h, name) ? &h->strong_waiting : &h->weak_waiting;
    if (h->stage[name] == NOT_SEEN)
        push(&h->touched, name);
    if (stage == WAITS && !is_strong(h, name))
        push(&h->weak, name);
    *waiting -= h->stage[name] == WAITS;
    *waiting += stage == WAITS;
    h->strong_met += is_strong(h, name) && stage == MET ? size_of(h, name) : 0;
    h->stage[name] = (unsigned char)stage;
}

/* A node enables a fair instance.  A weakly fair one that the first node does not enable is met there. */
static void note_enabled(struct hunt *h, uint32_t label, uint32_t name)
{
    if (h->stage[name] == NOT_SEEN && (h->now == h->before + 1 || is_strong(h, name)))
        note_stage(h, name, WAITS);
    if (h->stage[name] != WAITS || h->stamp[label] == h->now)
        return;
    h->stamp[label] = h->now;
    h->enabled[name]++;
}

/* Weakly fair instances that a node does not enable, or a class of them not as a whole, need not fire. */
static void meet_disabled(struct hunt *h)
{
    uint64_t kept = 0;
    for (uint64_t i = 0; i < h->weak.count; i++) {
        uint32_t name = h->weak.list[i];
        if (h->stage[name] == WAITS && h->enabled[name] != size_of(h, name))
            note_stage(h, name, MET);
        if (h->stage[name] == WAITS)
            h->weak.list[kept++] = name;
        h->enabled[name] = 0;
    }
    h->weak.count = kept;
}

/* What the fair instances are that a node enables. */
static void look_at_enabled(struct hunt *h, uint32_t node)
{
    struct arcs_of of = product_arcs(h->product, state_of(h, node));
    h->now++;
    for (uint32_t i = 0; i < of.count; i++) {
        uint32_t label = product_label(h->product, &of, i);
        if (h->product->strength[label] != MODEL_UNFAIR)
            note_enabled(h, label, name_of(h, node, label));
    }
    meet_disabled(h);
}

/* The acceptance sets of a node's steps within the component, and `sets`; notes what fires.  Whether a step
 * stays within is asked only where that would tell anything new. */
static uint64_t sets_of(struct hunt *h, uint32_t node, uint32_t root_rank, uint64_t sets)
{
    struct product_walk walk = product_walk(h->product, state_of(h, node), h->state_at[node % h->width], 0, 0);
    struct product_step step;
    while (product_next(&walk, &step)) {
        bool waits = h->product->strength[step.label] != MODEL_UNFAIR && h->stage[name_of(h, node, step.label)] == WAITS;
        if ((!(step.sets & ~sets) && !waits) || h->place_of[step.to] == ELSEWHERE ||
            !is_inside(h, (uint32_t)(step.target * h->width + h->place_of[step.to]), root_rank))
            continue;
        sets |= step.sets;
        if (waits)
            note_stage(h, name_of(h, node, step.label), MET);
    }
    return sets;
}

static bool enables_left_out(struct hunt *h, uint32_t node)
{
    struct arcs_of of = product_arcs(h->product, state_of(h, node));
    for (uint32_t i = 0; i < of.count; i++) {
        uint32_t label = product_label(h->product, &of, i);
        if (is_strong(h, label) && h->stage[name_of(h, node, label)] == WAITS)
            return true;
    }
    return false;
}

/* A part of a component that was judged: its nodes without those that enable what it leaves out. */
static void keep_rest(struct hunt *h, const uint32_t *members, uint64_t size)
{
    uint64_t before = h->left.count;
    for (uint64_t i = 0; i < size; i++)
        if (!enables_left_out(h, members[i]))
            push(&h->left, members[i]);
    if (h->left.count > before)
        push(&h->left, (uint32_t)(h->left.count - before));
}

static void forget_stages(struct hunt *h)
{
    for (uint64_t i = 0; i < h->touched.count; i++) {
        h->stage[h->touched.list[i]] = NOT_SEEN;
    }
    h->touched.count = h->weak.count = 0;
    h->strong_met = h->strong_waiting = h->weak_waiting = 0;
}

/* Whether the component is fair whatever its other nodes are. */
static bool is_settled(const struct hunt *h)
{
    return h->strong_met == h->strong && !h->weak_waiting;
}

/* Whether anything is left to be seen in a node: acceptance sets, or whether instances fire. */
static bool is_wanted(const struct hunt *h, uint64_t sets)
{
    return sets != h->product->automaton->all_sets || h->strong_waiting || h->weak_waiting;
}

static void look_at(struct hunt *h, uint32_t node, uint32_t root_rank, uint64_t *sets)
{
    if (h->any_fair && (h->now == h->before || !is_settled(h)))
        look_at_enabled(h, node);
    if (is_wanted(h, *sets))
        *sets = sets_of(h, node, root_rank, *sets);
}

/* Whether all is known that is asked for. */
static bool is_judged(const struct hunt *h, uint64_t sets)
{
    return sets == h->product->automaton->all_sets && is_settled(h);
}

/* Whether weakly fair instances that wait are all that is still asked for. */
static bool wants_weak_alone(const struct hunt *h, uint64_t sets)
{
    return !h->classes && h->strong == 0 && h->now > h->before && sets == h->product->automaton->all_sets;
}

/* look_at(), where weakly fair instances alone wait, and each arc of the state leads to one place. */
static void look_at_weak(struct hunt *h, const struct arcs_of *of, uint32_t place, uint32_t root_rank)
{
    h->now++;
    for (uint32_t i = 0; i < of->count; i++) {
        uint32_t label = arcs_label(of, i);
        if (h->stage[label] != WAITS)
            continue;
        note_enabled(h, label, label);
        if (is_inside(h, of->targets[i] * h->width + place, root_rank))
            note_stage(h, label, MET);
    }
    meet_disabled(h);
}

static void look_on(struct hunt *h, uint32_t node, uint32_t root_rank, uint64_t *sets)
{
    if (wants_weak_alone(h, *sets)) {
        struct product_walk walk = product_walk(h->product, state_of(h, node), h->state_at[node % h->width], 0, 0);
        uint32_t place = only_place(h, &walk);
        if (place != ELSEWHERE) {
            look_at_weak(h, &walk.of, place, root_rank);
            return;
        }
    }
    look_at(h, node, root_rank, sets);
}

/* A few nodes from everywhere.  True: they told all. */
static bool look_at_few(struct hunt *h, const uint32_t *members, uint64_t size, uint32_t root_rank, uint64_t *sets)
{
    uint64_t stride = size > FEW ? size / FEW : 1;
    for (uint64_t i = 0; i < size && !must_stop(h->product, h->fair, &h->patience); i += stride) {
        if (i > 0 && is_judged(h, *sets))
            return true;
        if (i + AHEAD * stride < size)
            product_fetch(h->product, state_of(h, members[i + AHEAD * stride]));
        look_at(h, members[i], root_rank, sets);
    }
    return stride == 1;
}

/* Until all is known that is asked for.  Of a large component in the order in which arcs lie, not in that of the search. */
static void look_at_all(struct hunt *h, const uint32_t *members, uint64_t size, uint32_t root_rank, uint64_t *sets)
{
    uint64_t nodes = h->product->states * h->width;
    bool in_order = size > nodes / LARGE;
    for (uint64_t i = 0; i < (in_order ? nodes : size) && !is_judged(h, *sets) && !must_stop(h->product, h->fair, &h->patience); i++) {
        if (in_order && !is_inside(h, (uint32_t)i, root_rank))
            continue;
        if (!in_order && i + AHEAD < size)
            product_fetch(h->product, state_of(h, members[i + AHEAD]));
        look_on(h, in_order ? (uint32_t)i : members[i], root_rank, sets);
    }
}

/* The component's nodes have ranks from `root_rank` on.  Neighbours are much alike: a few from everywhere often tell all. */
static bool judge(struct hunt *h, const uint32_t *members, uint64_t size, uint32_t root_rank)
{
    uint64_t sets = 0;
    h->before = h->now;
    if (h->classes && !fair_classes_find(h->classes, members, size, root_rank, FAIR_KNOWN)) {
        h->fair->stopped = true;
        return false;
    }
    if (!look_at_few(h, members, size, root_rank, &sets))
        look_at_all(h, members, size, root_rank, &sets);
    bool fair = sets == h->product->automaton->all_sets && !h->weak_waiting && !h->fair->stopped;
    if (fair && h->strong_waiting) {
        keep_rest(h, members, size);
        fair = false;
    }
    forget_stages(h);
    return fair;
}

/* --- strongly connected components ------------------------------------------------ */

static void enter(struct hunt *h, uint32_t node)
{
    h->frames = memory_room(h->frames, h->depth + 1, &h->frame_space, sizeof *h->frames);
    h->rank[node] = ++h->count;
    h->seen[node / 64] |= UINT64_C(1) << (node % 64);
    h->frames[h->depth++] = (struct frame){.node = node};
}

static bool is_seen(const struct hunt *h, uint32_t node)
{
    return h->seen[node / 64] >> (node % 64) & 1;
}

/* The topmost node leads to one of this rank. */
static void lead_to(struct hunt *h, uint32_t rank)
{
    struct frame *frame = &h->frames[h->depth - 1];
    if (rank < h->rank[frame->node]) {
        h->rank[frame->node] = rank;
        frame->leads_back = 1;
    }
}

/* The walk from the topmost node; it is as it was left unless another node was as deep, or what was read may be gone. */
static struct product_walk *walk_on(struct hunt *h, const struct frame *frame)
{
    struct product_walk *walk = &h->walks[h->depth % WALKS];
    uint64_t state = state_of(h, frame->node);
    uint32_t at = h->state_at[frame->node % h->width], arcs = h->product->automaton->states[at].arc_count;
    if (!h->stays || frame->at == 0 || walk->state != state || walk->from != &h->product->automaton->states[at])
        *walk = product_walk(h->product, state, at, arcs ? frame->at / arcs : 0, arcs ? frame->at % arcs : 0);
    return walk;
}

static void note_place(struct frame *frame, const struct product_walk *walk)
{
    uint64_t at = (uint64_t)walk->edge * walk->from->arc_count + walk->arc;
    if (at >= UINT64_C(1) << 30)
        die_memory(at);
    frame->at = at & ((1u << 30) - 1);
}

/* advance(), where all leads to one place. */
static bool advance_simply(const struct hunt *h, struct product_walk *walk, uint32_t place, uint32_t *next)
{
    for (; walk->edge < walk->of.count; walk->edge++) {
        *next = walk->of.targets[walk->edge] * h->width + place;
        if (!is_seen(h, *next))
            return true;
    }
    return false;
}

static bool advance_by_steps(struct hunt *h, struct product_walk *walk, uint32_t *next)
{
    struct product_step step;
    while (product_go(walk, &step, false)) {
        if (h->place_of[step.to] == ELSEWHERE) {
            reach(h->fair, step.target, step.to);
            continue;
        }
        *next = (uint32_t)(step.target * h->width + h->place_of[step.to]);
        if (!is_seen(h, *next))
            return true;
    }
    return false;
}

/* Go on with the steps of the topmost node, up to one to a node that was not seen: true, and that is `next`. */
static bool advance(struct hunt *h, uint32_t *next)
{
    struct frame *frame = &h->frames[h->depth - 1];
    struct product_walk *walk = walk_on(h, frame);
    uint32_t place = only_place(h, walk);
    if (place != ELSEWHERE ? !advance_simply(h, walk, place, next) : !advance_by_steps(h, walk, next))
        return false;
    product_fetch(h->product, state_of(h, *next));
    note_place(frame, walk);
    return true;
}

/* Ranks lie far apart, so they are fetched all at once. */
static void fetch_ranks(const struct hunt *h, const struct product_walk *walk)
{
    for (uint32_t i = 0; i < walk->of.count && h->product->places == 1; i++)
        __builtin_prefetch(&h->rank[(uint64_t)walk->of.targets[i] * h->width]);
}

/* look_back(), where all leads to one place. */
static void look_back_simply(struct hunt *h, struct frame *frame, const struct arcs_of *of, uint32_t place)
{
    uint32_t least = FAIR_KNOWN;
    for (uint32_t i = 0; i < of->count; i++) {
        uint32_t node = of->targets[i] * h->width + place, rank = h->rank[node];
        frame->loops |= node == frame->node;
        least = rank < least ? rank : least;
    }
    lead_to(h, least);
}

static void look_back_by_steps(struct hunt *h, struct frame *frame, struct product_walk *walk)
{
    struct product_step step;
    walk->edge = walk->arc = 0;
    while (product_go(walk, &step, false)) {
        if (h->place_of[step.to] == ELSEWHERE)
            continue;
        uint32_t node = (uint32_t)(step.target * h->width + h->place_of[step.to]);
        frame->loops |= node == frame->node;
        lead_to(h, h->rank[node]);
    }
}

/* What the topmost node leads to was seen, all of it: how far back that leads.  Most often a
 * node before has told, in whose component this one is then. */
static void look_back(struct hunt *h)
{
    struct frame *frame = &h->frames[h->depth - 1];
    if (frame->leads_back && h->rank[frame->node] == h->rank[h->frames[0].node])
        return;
    struct product_walk *walk = walk_on(h, frame);
    uint32_t place = only_place(h, walk);
    fetch_ranks(h, walk);
    if (place != ELSEWHERE)
        look_back_simply(h, frame, &walk->of, place);
    else
        look_back_by_steps(h, frame, walk);
}

/* A node that was left is the root of a component: judge it, and take it off the stack. */
static void close_component(struct hunt *h, const struct frame *root)
{
    uint32_t root_rank = h->rank[root->node], mark = FAIR_KNOWN;
    uint64_t first = h->members.count;
    while (first > 0 && h->rank[h->members.list[first - 1]] >= root_rank)
        first--;
    push(&h->members, root->node);
    uint64_t size = h->members.count - first;
    if ((size > 1 || root->loops) && judge(h, h->members.list + first, size, root_rank))
        mark |= (uint32_t)++h->fair->components;
    for (uint64_t i = first; i < h->members.count; i++)
        h->rank[h->members.list[i]] = mark;
    h->members.count = first;
}

static void leave(struct hunt *h)
{
    look_back(h);
    struct frame frame = h->frames[--h->depth];
    if (h->depth > AHEAD) {
        __builtin_prefetch(&h->rank[h->frames[h->depth - AHEAD].node]);
        product_fetch(h->product, state_of(h, h->frames[h->depth - AHEAD].node));
    }
    uint32_t rank = h->rank[frame.node];
    if (!frame.leads_back)
        close_component(h, &frame);
    else
        push(&h->members, frame.node);
    if (h->depth)
        lead_to(h, frame.leads_back ? rank : FAIR_KNOWN);
}

static void hunt_from(struct hunt *h, uint32_t root)
{
    uint32_t next = 0;
    if (is_seen(h, root))
        return;
    enter(h, root);
    while (h->depth && !must_stop(h->product, h->fair, &h->patience))
        if (advance(h, &next))
            enter(h, next);
        else
            leave(h);
}

/* What strong fairness left of components: all else is known by now. */
static void hunt_again(struct hunt *h)
{
    struct stack32 region = {0};
    while (h->left.count && !h->fair->stopped) {
        uint32_t size = h->left.list[--h->left.count];
        region.count = 0;
        for (uint32_t i = 0; i < size; i++) {
            uint32_t node = h->left.list[--h->left.count];
            h->seen[node / 64] &= ~(UINT64_C(1) << (node % 64));
            push(&region, node);
        }
        h->count = 0;
        for (uint32_t i = 0; i < size && !h->fair->stopped; i++)
            hunt_from(h, region.list[i]);
    }
    free(region.list);
}

static void hunt_open(struct hunt *h)
{
    const struct product *p = h->product;
    const struct automaton *a = p->automaton;
    h->place_of = memory_zeroed(a->state_count, sizeof *h->place_of);
    for (unsigned i = 0; i < a->state_count; i++)
        h->place_of[i] = a->states[i].component == h->component ? a->states[i].place : ELSEWHERE;
    h->walks = memory_zeroed(WALKS, sizeof *h->walks);
    h->stays = arcs_stay(p->arcs);
    h->stage = memory_zeroed(p->labels, sizeof *h->stage);
    h->enabled = memory_zeroed(p->labels, sizeof *h->enabled);
    h->stamp = memory_zeroed(p->labels, sizeof *h->stamp);
    for (uint32_t i = 0; i < p->labels; i++)
        h->any_fair |= p->strength[i] != MODEL_UNFAIR, h->strong += is_strong(h, i);
}

/* Once it is known where the ranks are. */
static void hunt_classes(struct hunt *h, struct fair_classes *classes)
{
    *classes = (struct fair_classes){.product = h->product, .component = h->component, .width = h->width,
                                     .state_at = h->state_at, .rank = h->rank};
    if (h->product->renaming && h->any_fair) {
        fair_classes_open(classes);
        h->classes = classes;
    }
}

static void hunt_close(struct hunt *h)
{
    if (h->classes)
        fair_classes_close(h->classes);
    free(h->seen);
    free(h->place_of);
    free(h->walks);
    free(h->frames);
    free(h->members.list);
    free(h->left.list);
    free(h->enabled);
    free(h->stamp);
    free(h->stage);
    free(h->touched.list);
    free(h->weak.list);
}

static void hunt_component(struct fair *fair, unsigned component, const uint32_t *state_at)
{
    const struct product *p = fair->product;
    struct hunt h = {.fair = fair, .product = p, .component = component, .state_at = state_at, .patience = PATIENCE};
    struct fair_classes classes;
    h.width = p->automaton->components[component].states;
    h.rank = fair->rank[component] = memory_zeroed(p->states * h.width, sizeof *h.rank);
    h.seen = memory_zeroed(p->states * h.width / 64 + 1, sizeof *h.seen);
    memory_huge_pages(h.rank, p->states * h.width * sizeof *h.rank);
    hunt_open(&h);
    hunt_classes(&h, &classes);
    for (uint64_t w = 0; w < p->states * h.width / 64 + 1 && !fair->stopped; w++)
        for (uint64_t bits = fair->reached[component][w]; bits && !fair->stopped; bits &= bits - 1)
            hunt_from(&h, (uint32_t)(w * 64 + (uint64_t)__builtin_ctzll(bits)));
    hunt_again(&h);
    hunt_close(&h);
}

/* --- the whole ---------------------------------------------------------------------- */

uint64_t fair_bytes(const struct product *p)
{
    uint64_t bytes = 0;
    for (unsigned c = 0; c < p->automaton->component_count; c++) {
        const struct automaton_component *component = &p->automaton->components[c];
        uint64_t nodes = p->states * component->states;
        if (nodes >= FAIR_KNOWN)
            return UINT64_MAX;
        bytes += nodes / 8 + 16 + (component->accepting ? nodes / 8 + 16 + nodes * sizeof(uint32_t) * (p->renaming ? 2 : 1) : 0);
    }
    return bytes;
}

uint64_t fair_stack_bytes(const struct product *p)
{
    uint64_t most = 0;
    for (unsigned c = 0; c < p->automaton->component_count; c++) {
        const struct automaton_component *component = &p->automaton->components[c];
        uint64_t bytes = p->states * component->states * (sizeof(struct frame) + sizeof(uint32_t));
        if (component->accepting && bytes > most)
            most = bytes;
    }
    return most;
}

static void fill(uint64_t *words, uint64_t bits)
{
    memset(words, 0xff, bits / 64 * sizeof *words);
    if (bits % 64)
        words[bits / 64] |= (UINT64_C(1) << (bits % 64)) - 1;
}

/* The component's nodes are all reached that can be: go on from there. */
static void take_component(struct fair *fair, unsigned component)
{
    const struct product *p = fair->product;
    const struct automaton *a = p->automaton;
    uint32_t *state_at = memory_zeroed(a->components[component].states, sizeof *state_at);
    list_states(a, component, state_at);
    if (is_everywhere(p, component))
        fill(fair->reached[component], p->states);
    if (a->components[component].accepting)
        hunt_component(fair, component, state_at);
    else if (!is_everywhere(p, component))
        reach_component(fair, component, state_at);
    else if (!enters_all_everywhere(a))
        leave_everywhere(fair);
    else
        for (unsigned c = 1; c < a->component_count; c++)
            fill(fair->reached[c], p->states * a->components[c].states);
    free(state_at);
}

void fair_decide(struct fair *fair, const struct product *p)
{
    const struct automaton *a = p->automaton;
    *fair = (struct fair){.product = p};
    if (a->state_count == 0)
        return;
    fair->reached = memory_zeroed(a->component_count, sizeof *fair->reached);
    fair->rank = memory_zeroed(a->component_count, sizeof *fair->rank);
    for (unsigned c = 0; c < a->component_count; c++)
        fair->reached[c] = memory_zeroed(p->states * a->components[c].states / 64 + 1, sizeof(uint64_t));
    for (uint64_t i = 0; i < p->start_count; i++)
        reach(fair, p->starts[i], 0);
    for (unsigned c = 0; c < a->component_count && !fair->stopped; c++)
        take_component(fair, c);
}

void fair_free(struct fair *fair)
{
    for (unsigned c = 0; fair->reached && c < fair->product->automaton->component_count; c++) {
        free(fair->reached[c]);
        free(fair->rank[c]);
    }
    free(fair->reached);
    free(fair->rank);
    *fair = (struct fair){0};
}

uint32_t fair_component(const struct fair *fair, uint64_t state, uint32_t at)
{
    const struct automaton *a = fair->product->automaton;
    const uint32_t *rank = fair->rank[a->states[at].component];
    uint32_t known = rank ? rank[node_of(a, state, at)] : 0;
    return known & FAIR_KNOWN ? known - FAIR_KNOWN : 0;
}
