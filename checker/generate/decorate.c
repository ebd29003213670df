/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * decorate.c - see decorate.h.  Chosen are, one after the other: how each access is done
 * and its order, dependencies, fences, which thread has a line before, scopes, the scope tree.
 */
#include "decorate.h"

#include <string.h>

static bool is_in(unsigned set, unsigned member)
{
    return set >> member & 1;
}

/* ---- scopes ---- */

unsigned decorated_slots(const struct decorated *d, struct scope_slot *slots)
{
    unsigned count = 0;
    for (unsigned i = 0; i < d->cycle->count; i++) {
        if (d->at[i].order != ORDER_NA)
            slots[count++] = (struct scope_slot){i, false};
        if (d->at[i].fence != FENCE_NONE)
            slots[count++] = (struct scope_slot){i, true};
    }
    return count;
}

unsigned char *decorated_scope(struct decorated *d, struct scope_slot slot)
{
    return slot.of_fence ? &d->at[slot.event].fence_scope : &d->at[slot.event].scope;
}

bool decorated_same_unit(const struct decorated *d, enum scope_unit unit, struct scope_slot a, struct scope_slot b)
{
    return unit == SCOPE_OF_TEST ||
           (unit == SCOPE_OF_THREAD && d->cycle->events[a.event].thread == d->cycle->events[b.event].thread);
}

/* ---- one of all turns ---- */

/* The scope tree, numbered anew from the thread `turn` on. */
static void turn_tree(const struct decorated *d, unsigned turn, struct decorated *out)
{
    unsigned groups = 0, agents = 0, group_of[CYCLE_THREADS], agent_of[CYCLE_THREADS];
    memset(group_of, -1, sizeof group_of);
    memset(agent_of, -1, sizeof agent_of);
    for (unsigned t = 0; t < d->cycle->threads; t++) {
        unsigned group = d->group[(t + turn) % d->cycle->threads], agent = d->agent[group];
        if (agent_of[agent] == -1u)
            agent_of[agent] = agents++;
        if (group_of[group] == -1u) {
            out->agent[groups] = agent_of[agent];
            group_of[group] = groups++;
        }
        out->group[t] = group_of[group];
    }
}

static int compare_trees(const struct decorated *a, const struct decorated *b)
{
    int order = memcmp(a->group, b->group, a->cycle->threads * sizeof *a->group);
    for (unsigned t = 0; t < a->cycle->threads && !order; t++)
        order = (int)a->agent[a->group[t]] - (int)b->agent[b->group[t]];
    return order;
}

static int compare_accesses(const struct decorated *d, unsigned turn)
{
    const struct cycle *c = d->cycle;
    int order = 0;
    for (unsigned i = 0; i < c->count && !order; i++)
        order = memcmp(&d->at[i], &d->at[(i + c->first[turn]) % c->count], sizeof *d->at);
    return order;
}

static int compare_turned_tree(const struct decorated *d, unsigned turn)
{
    struct decorated turned = {.cycle = d->cycle};
    turn_tree(d, turn, &turned);
    return compare_trees(d, &turned);
}

bool decorated_is_first(const struct decorated *d)
{
    for (unsigned t = 1; t < d->cycle->threads; t++) {
        int order = d->cycle->same[t] ? compare_accesses(d, t) : 0;
        if (order > 0 || (d->cycle->same[t] && !order && compare_turned_tree(d, t) > 0))
            return false;
    }
    return true;
}

static struct decorated turned_by(const struct decorated *d, unsigned turn)
{
    const struct cycle *c = d->cycle;
    struct decorated turned = *d;
    for (unsigned i = 0; i < c->count; i++)
        turned.at[i] = d->at[(i + c->first[turn]) % c->count];
    turn_tree(d, turn, &turned);
    return turned;
}

struct decorated decorated_first(const struct decorated *d)
{
    for (unsigned t = 1; t < d->cycle->threads; t++) {
        struct decorated turned = d->cycle->same[t] ? turned_by(d, t) : *d;
        if (d->cycle->same[t] && decorated_is_first(&turned))
            return turned;
    }
    return *d;
}

/* ---- what a layer has ---- */

static bool has_access(const struct vocabulary_layer *layer, const struct cycle *c, unsigned i, enum access_form form,
                       enum access_order order)
{
    return form_is_borne(c, i, form) && order_is_borne(c->events[i].write, form, order) &&
           (form == FORM_PLAIN ? is_in(layer->orders, order) : is_in(layer->forms, form) && is_in(layer->update_orders, order));
}

static bool is_weak(const struct decoration *access)
{
    return access->order <= ORDER_RLX && access->form == FORM_PLAIN;
}

/* Fences and dependencies stand between plain and relaxed accesses, where they alone order, unless the layer has them
 * anywhere; a branch also before a plain access that only who has synchronised may make, or the program has a race.  Such a
 * branch, and no other dependency, has a fence beside it. */
static bool has_link(const struct vocabulary_layer *layer, const struct decorated *d, unsigned i)
{
    const struct decoration *at = &d->at[i], *next = &d->at[i + 1];
    const struct cycle_event *e = &d->cycle->events[i];
    bool guard = at->dependency == DEPENDS_CTRL && i + 1 < d->cycle->count && next->order == ORDER_NA;
    if (at->dependency == DEPENDS_NOT && at->fence == FENCE_NONE)
        return true;
    if (!cycle_edge_is_program_order(e->edge) || (at->dependency && (!is_in(layer->dependencies, at->dependency) || e->write)) ||
        (at->fence && !is_in(layer->fences, at->fence)))
        return false;
    if ((at->dependency == DEPENDS_DATA && !e[1].write) || (at->dependency && at->fence && !(guard && layer->guards)))
        return false;
    return layer->anywhere || (guard && !at->fence) || (is_weak(at) && is_weak(next));
}

static bool has_scopes(const struct vocabulary_layer *layer, const struct decorated *d)
{
    struct scope_slot slots[SCOPE_SLOTS];
    struct decorated read = *d;
    unsigned count = decorated_slots(d, slots);
    for (unsigned i = 0; i < count; i++) {
        unsigned scope = *decorated_scope(&read, slots[i]);
        if (!is_in(layer->scopes, scope))
            return false;
        for (unsigned j = 0; j < i; j++)
            if (decorated_same_unit(d, layer->unit, slots[i], slots[j]) && scope != *decorated_scope(&read, slots[j]))
                return false;
    }
    return true;
}

static bool has_tree(const struct vocabulary_layer *layer, const struct decorated *d)
{
    for (unsigned t = 0; t < d->cycle->threads && !layer->trees; t++)
        if (d->group[t] != t || d->agent[t])
            return false;
    return true;
}

bool decorated_may_have(const struct cycle *c, unsigned event, enum access_prelude prelude)
{
    unsigned first = c->first[c->events[event].thread];
    for (unsigned i = first; i < event; i++)
        if (c->events[i].location == c->events[event].location)
            return false;
    return prelude != PRELUDE_LATE || event > first;
}

static bool has_prelude(const struct vocabulary_layer *layer, const struct decorated *d, unsigned i)
{
    enum access_prelude prelude = (enum access_prelude)d->at[i].prelude;
    return prelude == PRELUDE_NONE || (is_in(layer->preludes, prelude) && decorated_may_have(d->cycle, i, prelude));
}

static bool layer_has(const struct vocabulary_layer *layer, const struct decorated *d)
{
    unsigned updates = 0, preluded = 0;
    if (!layer_has_cycle(layer, d->cycle))
        return false;
    for (unsigned i = 0; i < d->cycle->count; i++) {
        updates += d->at[i].form != FORM_PLAIN;
        preluded += d->at[i].prelude != PRELUDE_NONE;
        if (!has_prelude(layer, d, i) || !has_access(layer, d->cycle, i, (enum access_form)d->at[i].form, (enum access_order)d->at[i].order) || !has_link(layer, d, i))
            return false;
    }
    return updates <= layer->updates && preluded == layer->preluded && is_in(layer->layouts ? layer->layouts : 1u << LAYOUT_APART, d->layout) && has_scopes(layer, d) && has_tree(layer, d);
}

const struct vocabulary_layer *decorated_layer(const struct decorated *d, const struct vocabulary *vocabulary)
{
    for (unsigned i = 0; i < vocabulary->count; i++)
        if (layer_has(&vocabulary->layers[i], d))
            return &vocabulary->layers[i];
    return NULL;
}

/* ---- all of them ---- */

struct search {
    const struct vocabulary *vocabulary;
    const struct vocabulary_layer *layer;
    decorated_visitor *visit;
    void *data;
    struct decorated d;
    struct scope_slot slots[SCOPE_SLOTS];
    unsigned slot_count;
    bool alike[CYCLE_THREADS]; /* by number of threads to turn by: the accesses are the same again */
};

static bool visit(struct search *s)
{
    for (unsigned t = 1; t < s->d.cycle->threads; t++)
        if (s->alike[t] && compare_turned_tree(&s->d, t) > 0)
            return true;
    return s->visit(s->data, &s->d);
}

static bool choose_agents(struct search *s, unsigned group, unsigned groups, unsigned agents)
{
    if (group == groups)
        return visit(s);
    for (unsigned a = 0; a <= agents; a++) {
        s->d.agent[group] = a;
        if (!choose_agents(s, group + 1, groups, agents + (a == agents)))
            return false;
    }
    return true;
}

static bool choose_groups(struct search *s, unsigned thread, unsigned groups)
{
    if (thread == s->d.cycle->threads)
        return choose_agents(s, 0, groups, 0);
    for (unsigned g = 0; g <= groups; g++) {
        s->d.group[thread] = g;
        if (!choose_groups(s, thread + 1, groups + (g == groups)))
            return false;
    }
    return true;
}

/* Its accesses come first of all turns, as far as they differ. */
static bool is_first_of_its_turns(struct search *s)
{
    for (unsigned t = 1; t < s->d.cycle->threads; t++) {
        int order = s->d.cycle->same[t] ? compare_accesses(&s->d, t) : -1;
        if (order > 0)
            return false;
        s->alike[t] = !order;
    }
    return true;
}

/* Whether an earlier layer has these accesses, and then all trees of them: it was there before. */
static bool was_before(struct search *s)
{
    for (const struct vocabulary_layer *layer = s->vocabulary->layers; layer < s->layer; layer++)
        if (layer_has(layer, &s->d))
            return true;
    return false;
}

static bool choose_tree(struct search *s)
{
    for (unsigned t = 0; t < s->d.cycle->threads; t++) {
        s->d.group[t] = t;
        s->d.agent[t] = 0;
    }
    if (was_before(s))
        return true;
    return s->layer->trees ? choose_groups(s, 0, 0) : visit(s);
}

/* Beside each other or apart, a test is the same in all turns. */
static bool choose_layout(struct search *s)
{
    unsigned layouts = s->layer->layouts ? s->layer->layouts : 1u << LAYOUT_APART;
    bool more = true;
    if (!is_first_of_its_turns(s))
        return true;
    for (unsigned layout = LAYOUT_APART; layout < LAYOUTS && more; layout++) {
        s->d.layout = (enum access_layout)layout;
        more = !is_in(layouts, layout) || choose_tree(s);
    }
    return more;
}

/* The scope of the unit that a slot belongs to, where it is not its first. */
static bool is_settled(struct search *s, unsigned slot, unsigned char *scope)
{
    for (unsigned i = slot; i-- > 0;)
        if (decorated_same_unit(&s->d, s->layer->unit, s->slots[i], s->slots[slot])) {
            *scope = *decorated_scope(&s->d, s->slots[i]);
            return true;
        }
    return false;
}

static bool choose_scopes(struct search *s, unsigned slot)
{
    if (slot == s->slot_count)
        return choose_layout(s);
    unsigned char *scope = decorated_scope(&s->d, s->slots[slot]);
    if (is_settled(s, slot, scope))
        return choose_scopes(s, slot + 1);
    for (int wanted = SCOPE_SYS; wanted >= SCOPE_WG; wanted--) {
        if (!is_in(s->layer->scopes, (unsigned)wanted))
            continue;
        *scope = (unsigned char)wanted;
        if (!choose_scopes(s, slot + 1))
            return false;
    }
    return true;
}

static bool begin_scopes(struct search *s)
{
    for (unsigned i = 0; i < s->d.cycle->count; i++)
        s->d.at[i].scope = s->d.at[i].fence_scope = 0;
    s->slot_count = decorated_slots(&s->d, s->slots);
    return choose_scopes(s, 0);
}

/* So many accesses with a prelude, from `at` on. */
static bool choose_preludes(struct search *s, unsigned at, unsigned left)
{
    if (!left)
        return begin_scopes(s);
    bool more = true;
    for (; at < s->d.cycle->count && more; at++) {
        for (unsigned prelude = PRELUDE_NONE + 1; prelude < PRELUDES && more; prelude++) {
            if (!is_in(s->layer->preludes, prelude) || !decorated_may_have(s->d.cycle, at, (enum access_prelude)prelude))
                continue;
            s->d.at[at].prelude = (unsigned char)prelude;
            more = choose_preludes(s, at + 1, left - 1);
        }
        s->d.at[at].prelude = PRELUDE_NONE;
    }
    return more;
}

static bool choose_links(struct search *s, unsigned at)
{
    if (at == s->d.cycle->count)
        return choose_preludes(s, 0, s->layer->preluded);
    struct decoration *here = &s->d.at[at];
    bool more = true;
    for (unsigned fence = FENCE_NONE; fence < FENCES && more; fence++)
        for (unsigned dependency = DEPENDS_NOT; dependency < DEPENDENCIES && more; dependency++) {
            here->dependency = (unsigned char)dependency;
            here->fence = (unsigned char)fence;
            if (has_link(s->layer, &s->d, at))
                more = choose_links(s, at + 1);
        }
    here->dependency = here->fence = 0;
    return more;
}

static bool choose_accesses(struct search *s, unsigned at, unsigned updates)
{
    if (at == s->d.cycle->count)
        return choose_links(s, 0);
    for (unsigned form = FORM_PLAIN; form < FORMS; form++)
        for (unsigned order = ORDER_NA; order < ORDERS; order++) {
            unsigned so_far = updates + (form != FORM_PLAIN);
            if (so_far > s->layer->updates ||
                !has_access(s->layer, s->d.cycle, at, (enum access_form)form, (enum access_order)order))
                continue;
            s->d.at[at] = (struct decoration){.order = (unsigned char)order, .form = (unsigned char)form};
            if (!choose_accesses(s, at + 1, so_far))
                return false;
        }
    return true;
}

bool decorated_each(const struct cycle *cycle, const struct vocabulary *vocabulary, decorated_visitor *visitor, void *data)
{
    struct search s = {.vocabulary = vocabulary, .visit = visitor, .data = data, .d = {.cycle = cycle}};
    for (unsigned i = 0; i < vocabulary->count; i++) {
        s.layer = &vocabulary->layers[i];
        if (layer_has_cycle(s.layer, cycle) && !choose_accesses(&s, 0, 0))
            return false;
    }
    return true;
}
