/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fair.c - look for fair components in a product (fair.h).
 *
 * The components of the automaton are taken in order, so that all ways into
 * one are known before it is looked at.  In one that does not accept, nodes
 * are only reached.  In one that does, the product's strongly connected components
 * are found (R. E. Tarjan, 1972, in the form of D. J. Pearce, 2016; without recursion), and each is judged
 * (fair_judge.c); where strong fairness takes nodes out of one, what is left of it is searched again.
 *
 * Ranks: 0, a node that was not seen; below FAIR_KNOWN, of those on a stack, the order in which nodes
 * were seen, or the least such rank that was found to be reached from there; else known.  A node is on one stack:
 * `path` while steps from it are gone through, then `members`, until its component is known.  First the
 * nodes that its steps lead to are seen, then their ranks are read, unless one of them told that the node leads back as far as
 * there is: most often it is so, and ranks lie far apart.  When
 * a component is judged, its nodes are those from its root's rank on: all others that its steps lead to are known.
 */
#include "fair.h"

#include <stdlib.h>

#include "../base/die.h"
#include "../base/memory.h"
#include "fair_judge.h"
#include "fair_reach.h"

#define WALKS 256u        /* that are remembered */
#define LITTLE (1u << 16) /* so much less of the path is not given back */

/* What is noted of a node of the path: how many of its arcs, times those of the automaton, lead to nodes that were seen, as far as
 * the bits go; whether one of its steps leads to a node seen before; and whether one leads to itself. */
enum { ARCS = 63u, LEADS_BACK = 64u, LOOPS = 128u };

/* The search through one accepting component of the automaton. */
struct hunt {
    struct fair_part part;
    struct fair_judge *judge;
    uint32_t *rank;
    uint64_t *seen;             /* a bit by node: whether it has a rank */
    uint32_t count;             /* of nodes that were seen */
    struct stack32 path;
    uint8_t *notes;             /* of the path's nodes */
    uint64_t note_space;
    uint64_t longest;           /* the path was, since what it took was given back */
    struct product_walk *walks; /* from the last nodes of the path, by their places in it */
    bool stays;                 /* what was read of arcs can be read on */
    struct stack32 members;     /* nodes that were left, and whose component is not known */
};

/* --- strongly connected components ------------------------------------------------ */

static void enter(struct hunt *h, uint32_t node)
{
    h->rank[node] = ++h->count;
    bit_add(h->seen, node);
    h->notes = memory_room(h->notes, h->path.count + 1, &h->note_space, sizeof *h->notes);
    h->notes[h->path.count] = 0;
    stack32_push(&h->path, node);
    h->longest = h->path.count > h->longest ? h->path.count : h->longest;
}

/* What the path took: its nodes are members now, and these take as much. */
static void give_back(struct hunt *h)
{
    if (h->longest - h->path.count < h->longest / 8 + LITTLE)
        return;
    h->longest = h->path.space = h->note_space = h->path.count;
    h->path.list = memory_resized(h->path.list, h->path.space, sizeof *h->path.list);
    h->notes = memory_resized(h->notes, h->note_space, sizeof *h->notes);
}

static uint32_t top(const struct hunt *h)
{
    return h->path.list[h->path.count - 1];
}

static uint8_t *notes(const struct hunt *h)
{
    return &h->notes[h->path.count - 1];
}

/* The topmost node leads to one of this rank. */
static void lead_to(struct hunt *h, uint32_t rank)
{
    uint32_t *least = &h->rank[top(h)];
    if (rank < *least) {
        *least = rank;
        *notes(h) |= LEADS_BACK;
    }
}

/* The walk from the topmost node; it is as it was left unless another node was as deep, or what was read may be gone. */
static struct product_walk *walk_on(struct hunt *h)
{
    struct product_walk *walk = &h->walks[(h->path.count - 1) % WALKS];
    uint64_t state = part_state(&h->part, top(h));
    uint32_t at = part_at(&h->part, top(h)), done = *notes(h) & ARCS;
    const struct automaton_state *from = &h->part.product->automaton->states[at];
    if (!h->stays || done == 0 || walk->state != state || walk->from != from)
        *walk = product_walk(h->part.product, state, at, from->arc_count ? done / from->arc_count : 0,
                             from->arc_count ? done % from->arc_count : 0);
    return walk;
}

static void note_arcs(struct hunt *h, const struct product_walk *walk)
{
    uint64_t done = (uint64_t)walk->edge * walk->from->arc_count + walk->arc;
    *notes(h) = (uint8_t)((*notes(h) & (LEADS_BACK | LOOPS)) | (done < ARCS ? (unsigned)done : ARCS));
}

/* advance(), where all leads to one place. */
static bool advance_simply(const struct hunt *h, struct product_walk *walk, uint32_t place, uint32_t *next)
{
    for (; walk->edge < walk->of.count; walk->edge++) {
        *next = walk->of.targets[walk->edge] * h->part.width + place;
        if (!bit_has(h->seen, *next))
            return true;
    }
    return false;
}

static bool advance_by_steps(struct hunt *h, struct product_walk *walk, uint32_t *next)
{
    struct product_step step;
    while (product_go(walk, &step, false)) {
        if (!part_leads(&h->part, &step, next))
            fair_reach(h->part.fair, step.target, step.to);
        else if (!bit_has(h->seen, *next))
            return true;
    }
    return false;
}

/* Go on with the steps of the topmost node, up to one to a node that was not seen: true, and that is `next`. */
static bool advance(struct hunt *h, uint32_t *next)
{
    struct product_walk *walk = walk_on(h);
    uint32_t place = part_only_place(&h->part, walk);
    if (place != ELSEWHERE ? !advance_simply(h, walk, place, next) : !advance_by_steps(h, walk, next))
        return false;
    product_fetch(h->part.product, part_state(&h->part, *next));
    note_arcs(h, walk);
    return true;
}

/* Ranks lie far apart, so they are fetched all at once. */
static void fetch_ranks(const struct hunt *h, const struct product_walk *walk)
{
    for (uint32_t i = 0; i < walk->of.count && h->part.product->places == 1; i++)
        __builtin_prefetch(&h->rank[(uint64_t)walk->of.targets[i] * h->part.width]);
}

/* look_back(), where all leads to one place. */
static void look_back_simply(struct hunt *h, const struct arcs_of *of, uint32_t place)
{
    uint32_t least = FAIR_KNOWN, here = top(h);
    bool loops = false;
    for (uint32_t i = 0; i < of->count; i++) {
        uint32_t node = of->targets[i] * h->part.width + place, rank = h->rank[node];
        loops |= node == here;
        least = rank < least ? rank : least;
    }
    lead_to(h, least);
    *notes(h) |= loops ? LOOPS : 0;
}

static void look_back_by_steps(struct hunt *h, struct product_walk *walk)
{
    struct product_step step;
    uint32_t node;
    walk->edge = walk->arc = 0;
    while (product_go(walk, &step, false)) {
        if (!part_leads(&h->part, &step, &node))
            continue;
        *notes(h) |= node == top(h) ? LOOPS : 0;
        lead_to(h, h->rank[node]);
    }
}

/* What the topmost node leads to was seen, all of it: how far back that leads.  Most often a
 * node before has told, in whose component this one is then. */
static void look_back(struct hunt *h)
{
    if (*notes(h) & LEADS_BACK && h->rank[top(h)] == h->rank[h->path.list[0]])
        return;
    struct product_walk *walk = walk_on(h);
    uint32_t place = part_only_place(&h->part, walk);
    fetch_ranks(h, walk);
    if (place != ELSEWHERE)
        look_back_simply(h, &walk->of, place);
    else
        look_back_by_steps(h, walk);
}

/* A node that was left is the root of a component: judge it, and take it off the stack. */
static void close_component(struct hunt *h, uint32_t root, bool loops)
{
    uint32_t root_rank = h->rank[root], mark = FAIR_KNOWN;
    uint64_t first = h->members.count;
    while (first > 0 && h->rank[h->members.list[first - 1]] >= root_rank)
        first--;
    stack32_push(&h->members, root);
    uint64_t size = h->members.count - first;
    if ((size > 1 || loops) && fair_judge(h->judge, h->members.list + first, size, root_rank))
        mark |= (uint32_t)++h->part.fair->components;
    for (uint64_t i = first; i < h->members.count; i++)
        h->rank[h->members.list[i]] = mark;
    h->members.count = first;
}

static void leave(struct hunt *h)
{
    look_back(h);
    uint32_t node = top(h), rank = h->rank[node];
    uint8_t noted = *notes(h);
    if (--h->path.count > FAIR_AHEAD) {
        uint32_t next = h->path.list[h->path.count - FAIR_AHEAD];
        __builtin_prefetch(&h->rank[next]);
        product_fetch(h->part.product, part_state(&h->part, next));
    }
    if (noted & LEADS_BACK)
        stack32_push(&h->members, node);
    else
        close_component(h, node, noted & LOOPS);
    give_back(h);
    if (h->path.count)
        lead_to(h, noted & LEADS_BACK ? rank : FAIR_KNOWN);
}

static void hunt_from(struct hunt *h, uint32_t root)
{
    uint32_t next = 0;
    if (bit_has(h->seen, root))
        return;
    enter(h, root);
    while (h->path.count && !fair_must_stop(&h->part))
        if (advance(h, &next))
            enter(h, next);
        else
            leave(h);
}

/* What strong fairness left of components: all else is known by now. */
static void hunt_again(struct hunt *h)
{
    struct stack32 rest = {0};
    while (!h->part.fair->stopped && fair_judge_rest(h->judge, &rest)) {
        for (uint64_t i = 0; i < rest.count; i++)
            bit_take(h->seen, rest.list[i]);
        h->count = 0;
        for (uint64_t i = 0; i < rest.count && !h->part.fair->stopped; i++)
            hunt_from(h, rest.list[i]);
    }
    free(rest.list);
}

/* --- a component of the automaton ---------------------------------------------------------- */

static void hunt_close(struct hunt *h)
{
    fair_judge_close(h->judge);
    free(h->seen);
    free(h->walks);
    free(h->path.list);
    free(h->notes);
    free(h->members.list);
}

static void hunt_part(struct fair_part part)
{
    struct hunt h = {.part = part};
    h.rank = part.fair->rank[part.component] = memory_zeroed(part.nodes, sizeof *h.rank);
    memory_huge_pages(h.rank, part.nodes * sizeof *h.rank);
    h.seen = memory_zeroed(part_words(&part), sizeof *h.seen);
    h.walks = memory_zeroed(WALKS, sizeof *h.walks);
    h.stays = arcs_stay(part.product->arcs);
    h.judge = fair_judge_open(&h.part, h.rank);
    fair_reach_everywhere(&h.part);
    for (uint64_t w = 0; w < part_words(&part) && !part.fair->stopped; w++)
        for (uint64_t bits = part.fair->reached[part.component][w]; bits && !part.fair->stopped; bits &= bits - 1)
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
        bytes += nodes / 4 + 32 + (component->accepting ? nodes / 8 + 16 + nodes * sizeof(uint32_t) * (p->renaming ? 2 : 1) : 0);
    }
    return bytes;
}

uint64_t fair_stack_bytes(const struct product *p)
{
    uint64_t most = 0;
    for (unsigned c = 0; c < p->automaton->component_count; c++) {
        const struct automaton_component *component = &p->automaton->components[c];
        uint64_t bytes = p->states * component->states * (2 * sizeof(uint32_t) + 1);
        if (component->accepting && bytes > most)
            most = bytes;
    }
    return most;
}

/* The component's nodes are all reached that steps from elsewhere lead to: go on from there. */
static void take_component(struct fair *fair, unsigned component)
{
    struct fair_part part = fair_part_open(fair, component);
    if (fair->product->automaton->components[component].accepting)
        hunt_part(part);
    else
        fair_reach_part(&part);
    fair_part_close(&part);
    free(fair->reached[component]);
    fair->reached[component] = NULL;
}

static void forget_reached(struct fair *fair)
{
    for (unsigned c = 0; fair->reached && c < fair->product->automaton->component_count; c++)
        free(fair->reached[c]);
    free(fair->reached);
    fair->reached = NULL;
}

/* What is left of ranks once all is known: so many components have numbers of a byte. */
static void squeeze(struct fair *fair, unsigned component)
{
    uint64_t nodes = fair->product->states * fair->product->automaton->components[component].states;
    uint32_t *rank = fair->rank[component];
    uint8_t *number = (uint8_t *)rank;
    if (!rank)
        return;
    for (uint64_t node = 0; node < nodes; node++) {
        uint32_t known = rank[node];
        number[node] = known & FAIR_KNOWN ? (uint8_t)(known - FAIR_KNOWN) : 0; /* in a place that was read */
    }
    fair->rank[component] = NULL;
    fair->number[component] = memory_resized(number, nodes + 1, sizeof *number);
}

void fair_decide(struct fair *fair, const struct product *p)
{
    const struct automaton *a = p->automaton;
    *fair = (struct fair){.product = p};
    if (a->state_count == 0)
        return;
    fair->reached = memory_zeroed(a->component_count, sizeof *fair->reached);
    fair->rank = memory_zeroed(a->component_count, sizeof *fair->rank);
    fair->number = memory_zeroed(a->component_count, sizeof *fair->number);
    for (unsigned c = 0; c < a->component_count; c++)
        fair->reached[c] = memory_zeroed(p->states * a->components[c].states / 64 + 1, sizeof(uint64_t));
    for (uint64_t i = 0; i < p->start_count; i++)
        fair_reach(fair, p->starts[i], 0);
    for (unsigned c = 0; c < a->component_count && !fair->stopped; c++)
        take_component(fair, c);
    forget_reached(fair);
    for (unsigned c = 0; c < a->component_count && fair->components > 0 && fair->components <= UINT8_MAX; c++)
        squeeze(fair, c);
}

void fair_free(struct fair *fair)
{
    forget_reached(fair);
    for (unsigned c = 0; fair->rank && c < fair->product->automaton->component_count; c++) {
        free(fair->rank[c]);
        free(fair->number[c]);
    }
    free(fair->rank);
    free(fair->number);
    *fair = (struct fair){0};
}
