/* SPDX-License-Identifier: BSD-2-Clause */
/* decorate.c - see decorate.h. */
#include "decorate.h"

#include <string.h>

enum {
    ALL_ORDERS = (1 << ACCESS_ORDERS) - 1, ALL_LINKS = (1 << LINKS) - 1, ALL_SCOPES = (1 << SCOPES) - 1,
    ATOMICS = ALL_ORDERS & ~(1 << ACCESS_NA),
};

const struct vocabulary vocabularies[] = {
    {"scoped", "every order, fence and dependency, one scope for all of a test, every scope tree", ALL_ORDERS, ALL_LINKS,
     ALL_SCOPES, true},
    {"apart", "every order, fence and dependency, at agent scope, work-groups apart", ALL_ORDERS, ALL_LINKS,
     1 << SCOPE_AGENT, false},
    {"orders", "relaxed, acquire or release, and sc accesses, at agent scope, work-groups apart", ATOMICS, 1 << LINK_NONE,
     1 << SCOPE_AGENT, false},
    {"scopes", "relaxed, acquire or release, and sc accesses, one scope for all of a test, every scope tree", ATOMICS,
     1 << LINK_NONE, ALL_SCOPES, true},
    {0},
};

bool decorated_has_scope(const struct decorated *d)
{
    for (unsigned i = 0; i < d->cycle->count; i++)
        if (d->order[i] != ACCESS_NA || d->link[i] >= LINK_FENCE_AR)
            return true;
    return false;
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

static int compare_turned(const struct decorated *d, unsigned turn)
{
    const struct cycle *c = d->cycle;
    for (unsigned i = 0; i < c->count; i++) {
        unsigned j = (i + c->first[turn]) % c->count;
        if (d->order[i] != d->order[j])
            return (int)d->order[i] - (int)d->order[j];
        if (d->link[i] != d->link[j])
            return (int)d->link[i] - (int)d->link[j];
    }
    struct decorated turned = {.cycle = c};
    turn_tree(d, turn, &turned);
    return compare_trees(d, &turned);
}

static bool is_first_of_its_turns(const struct decorated *d)
{
    for (unsigned t = 1; t < d->cycle->threads; t++)
        if (d->cycle->same[t] && compare_turned(d, t) > 0)
            return false;
    return true;
}

/* ---- all of them ---- */

struct search {
    const struct vocabulary *vocabulary;
    decorated_visitor *visit;
    void *data;
    struct decorated d;
};

static bool visit(struct search *s)
{
    return !is_first_of_its_turns(&s->d) || s->visit(s->data, &s->d);
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

static bool choose_tree(struct search *s)
{
    if (s->vocabulary->trees)
        return choose_groups(s, 0, 0);
    for (unsigned t = 0; t < s->d.cycle->threads; t++) {
        s->d.group[t] = t;
        s->d.agent[t] = 0;
    }
    return visit(s);
}

/* Where nothing bears a scope one stands for all. */
static bool choose_scope(struct search *s)
{
    for (int scope = SCOPE_SYS; scope >= SCOPE_WG; scope--) {
        if (!(s->vocabulary->scopes >> scope & 1))
            continue;
        s->d.scope = (enum access_scope)scope;
        if (!choose_tree(s))
            return false;
        if (!decorated_has_scope(&s->d))
            break;
    }
    return true;
}

/* Fences and dependencies stand between plain and relaxed accesses, where they alone order; a branch also before a
 * plain access that only who has synchronised may make, or the program has a race. */
static bool may_link(const struct search *s, unsigned at, enum access_link link)
{
    const struct cycle *c = s->d.cycle;
    const struct cycle_event *e = &c->events[at], *next = &c->events[(at + 1) % c->count];
    if (link == LINK_NONE)
        return true;
    if (!(s->vocabulary->links >> link & 1) || !cycle_edge_is_program_order(e->edge))
        return false;
    bool guard = link == LINK_CTRL && s->d.order[at + 1] == ACCESS_NA;
    if (!guard && (s->d.order[at] > ACCESS_RLX || s->d.order[at + 1] > ACCESS_RLX))
        return false;
    return link >= LINK_FENCE_AR || (!e->write && (link == LINK_CTRL || next->write));
}

static bool choose_links(struct search *s, unsigned at)
{
    if (at == s->d.cycle->count)
        return choose_scope(s);
    for (int link = LINK_NONE; link < LINKS; link++) {
        if (!may_link(s, at, (enum access_link)link))
            continue;
        s->d.link[at] = (enum access_link)link;
        if (!choose_links(s, at + 1))
            return false;
    }
    return true;
}

static bool choose_orders(struct search *s, unsigned at)
{
    if (at == s->d.cycle->count)
        return choose_links(s, 0);
    for (int order = ACCESS_NA; order < ACCESS_ORDERS; order++) {
        if (!(s->vocabulary->orders >> order & 1))
            continue;
        s->d.order[at] = (enum access_order)order;
        if (!choose_orders(s, at + 1))
            return false;
    }
    return true;
}

bool decorated_each(const struct cycle *cycle, const struct vocabulary *vocabulary, decorated_visitor *visitor, void *data)
{
    struct search s = {.vocabulary = vocabulary, .visit = visitor, .data = data, .d = {.cycle = cycle}};
    return choose_orders(&s, 0);
}

/* ---- weaker tests ---- */

/* sc fences become acquire and release fences, these go, and dependencies go. */
static enum access_link weaker_link(enum access_link link)
{
    return link == LINK_FENCE_SC ? LINK_FENCE_AR : LINK_NONE;
}

/* The next lower member of a set; the same where there is none. */
static unsigned lower(unsigned set, unsigned member)
{
    for (unsigned m = member; m-- > 0;)
        if (set >> m & 1)
            return m;
    return member;
}

bool decorated_weaken(const struct decorated *d, const struct vocabulary *vocabulary, unsigned index, struct decorated *weaker)
{
    *weaker = *d;
    for (unsigned i = 0; i < d->cycle->count; i++) {
        unsigned order = lower(vocabulary->orders, d->order[i]);
        if (order != d->order[i] && index-- == 0) {
            weaker->order[i] = (enum access_order)order;
            return true;
        }
        if (d->link[i] != LINK_NONE && index-- == 0) {
            weaker->link[i] = weaker_link(d->link[i]);
            return true;
        }
    }
    unsigned scope = lower(vocabulary->scopes, d->scope);
    weaker->scope = (enum access_scope)scope;
    return scope != d->scope && decorated_has_scope(d) && index == 0;
}
