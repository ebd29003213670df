/* SPDX-License-Identifier: BSD-2-Clause */
/* execution.c - events with their tags, and the relations that follow from the program. */
#include "execution.h"

#include "vocabulary.h"

#define BIT(tag) (UINT64_C(1) << CAT_TAG_##tag)

/* ---- tags ---- */

/* Of an order with an acquiring and a releasing half, those that the event can
 * have; where that is none, it is relaxed. */
static uint64_t halves(const struct cat_event *e, uint64_t order, uint64_t remote)
{
    uint64_t mine = order & ((e->acquires ? BIT(ACQ) : 0) | (e->releases ? BIT(REL) : 0));
    return BIT(ATOMIC) | (mine ? mine | remote : BIT(RLX));
}

/* A fence that acquires and releases; in Vulkan it has both orders. */
static uint64_t both_tags(enum litmus_dialect dialect)
{
    return BIT(ATOMIC) | BIT(ACQ_REL) | (dialect == LITMUS_VULKAN ? BIT(ACQ) | BIT(REL) : 0);
}

static uint64_t order_tags(const struct cat_event *e, enum litmus_dialect dialect)
{
    switch (e->order) {
    case LITMUS_NA: return e->location < 0 ? 0 : BIT(NA);
    case LITMUS_RLX: return BIT(ATOMIC) | BIT(RLX);
    case LITMUS_ACQ: return halves(e, BIT(ACQ), 0);
    case LITMUS_REL: return halves(e, BIT(REL), 0);
    case LITMUS_AR: return e->location < 0 ? both_tags(dialect) : halves(e, BIT(ACQ) | BIT(REL), 0);
    case LITMUS_SC: return BIT(ATOMIC) | BIT(SC);
    case LITMUS_RM_ACQ: return halves(e, BIT(ACQ), BIT(REMOTE));
    case LITMUS_RM_REL: return halves(e, BIT(REL), BIT(REMOTE));
    case LITMUS_RM_AR: return halves(e, BIT(ACQ) | BIT(REL), BIT(REMOTE));
    case LITMUS_ORDERS: break;
    }
    return 0;
}

/* By its level: a queue family is what other dialects call an agent, and a Vulkan device is all there is. */
static uint64_t scope_tags(const struct cat_event *e, enum litmus_dialect dialect)
{
    static const uint64_t levels[LITMUS_LEVELS] = {BIT(WI), BIT(WV), BIT(WG), BIT(CLUSTER), BIT(AGENT) | BIT(DV), BIT(SYS)};
    static const uint64_t of_vulkan[LITMUS_LEVELS] = {BIT(WI), BIT(WV), BIT(WG), BIT(CLUSTER), BIT(AGENT) | BIT(QF), BIT(SYS) | BIT(DV)};
    return (dialect == LITMUS_VULKAN ? of_vulkan : levels)[e->level];
}

static bool is_ordered(const struct cat_event *e)
{
    return e->order != LITMUS_NA && e->order != LITMUS_RLX;
}

/* The marks of the half of an access that an event is: what is acquired is made visible, what is released available. */
static uint64_t half_marks(const struct cat_event *e, uint64_t marks)
{
    uint64_t semantics = UINT64_C(15) << MARK_SEMANTICS_0;
    bool acquires = e->acquires && e->order != LITMUS_REL, releases = e->releases && e->order != LITMUS_ACQ;
    if (e->location < 0)
        return marks;
    marks &= ~(e->reads ? LITMUS_MARK(AVAILABLE) : LITMUS_MARK(VISIBLE));
    if (!acquires)
        marks &= ~LITMUS_MARK(MAKES_VISIBLE);
    if (!releases)
        marks &= ~LITMUS_MARK(MAKES_AVAILABLE);
    return acquires || releases ? marks : marks & ~semantics;
}

/* What the other dialects mean in Vulkan's terms: one storage class, nothing private, orders about all. */
static uint64_t marks_by_default(const struct cat_event *e)
{
    uint64_t access = LITMUS_MARK(CLASS_0) | LITMUS_MARK(NONPRIVATE), marks = e->location < 0 ? 0 : access;
    if (e->order != LITMUS_NA)
        marks |= (e->reads ? LITMUS_MARK(VISIBLE) : 0) | (e->writes ? LITMUS_MARK(AVAILABLE) : 0);
    if (is_ordered(e))
        marks |= LITMUS_MARK(SEMANTICS_0) | LITMUS_MARK(MAKES_AVAILABLE) | LITMUS_MARK(MAKES_VISIBLE);
    return marks;
}

static uint64_t mark_tags(const struct cat_event *e, const struct litmus_test *test)
{
    static const uint64_t proxies = LITMUS_MARK(SURFACE) | LITMUS_MARK(TEXTURE) | LITMUS_MARK(CONSTANT) | LITMUS_MARK(ALIAS);
    static const uint64_t regions = LITMUS_MARK(GLOBAL) | LITMUS_MARK(LOCAL);
    uint64_t marks = test->threads[e->thread].code[e->at].marks;
    marks |= marks & proxies ? 0 : LITMUS_MARK(GENERIC);
    marks |= test->dialect == LITMUS_VULKAN ? 0 : marks_by_default(e);
    marks |= marks & regions || e->location >= 0 ? 0 : LITMUS_MARK(GLOBAL);
    return half_marks(e, marks) << CAT_TAG_GEN;
}

static uint64_t tags_of(const struct litmus_test *test, const struct cat_event *e, bool rmw)
{
    const struct litmus_instruction *i = &test->threads[e->thread].code[e->at];
    bool fence = e->location < 0 && (e->order != LITMUS_NA || test->dialect != LITMUS_VULKAN);
    bool scoped = e->order != LITMUS_NA || (i->barrier && test->dialect == LITMUS_VULKAN) || i->marks & (LITMUS_MARK(AVAILABLE) | LITMUS_MARK(VISIBLE));
    uint64_t tags = (e->reads ? BIT(R) : 0) | (e->writes ? BIT(W) : 0) | (fence ? BIT(F) : 0) | (rmw ? BIT(RMW) : 0);
    tags |= order_tags(e, test->dialect) | (i->barrier ? BIT(BARRIER) : 0) | mark_tags(e, test);
    return scoped ? tags | scope_tags(e, test->dialect) : tags;
}

/* An initial write bears what its location is: in global memory unless that says otherwise. */
static uint64_t initial_tags(const struct litmus_location *location)
{
    uint64_t marks = location->marks & LITMUS_MARK(LOCAL) ? location->marks : location->marks | LITMUS_MARK(GLOBAL);
    return BIT(W) | BIT(IW) | marks << CAT_TAG_GEN;
}

/* ---- events ---- */

static bool add_event(struct cat_execution *x, struct cat_event e, bool rmw)
{
    if (x->count == CAT_EVENTS)
        return false;
    e.tags = e.thread < 0 ? initial_tags(&x->test->locations[e.location]) : tags_of(x->test, &e, rmw);
    x->events[x->count++] = e;
    return true;
}

/* The events of one action of a path: one, or two.  An RMW that wrote nothing is a
 * read that has both halves of its order. */
static bool add_action(struct cat_execution *x, const struct race_action *a)
{
    struct cat_event e = {.thread = a->thread, .at = a->at, .location = a->location, .address = a->address, .order = a->order,
                          .level = a->level, .id = a->id, .quorum = a->quorum};
    bool rmw = a->kind == LITMUS_RMW;
    if (a->kind == LITMUS_FENCE) {
        e.acquires = e.releases = true;
        return add_event(x, e, false);
    }
    if (a->reads) {
        e.reads = e.acquires = true;
        e.releases = rmw && !a->writes;
        e.open = a->open;
        e.value = a->read;
        if (!add_event(x, e, rmw))
            return false;
    }
    e.reads = e.acquires = e.open = false;
    e.writes = e.releases = true;
    e.value = a->written;
    return !a->writes || add_event(x, e, rmw);
}

/* ---- relations ---- */

/* Edges from the earlier reads in `from` (by their places in the path) to an action. */
static void depend(struct cat_relation *r, const unsigned *event, uint32_t from, unsigned to)
{
    for (unsigned i = 0; from; i++, from >>= 1)
        if (from & 1 && event[i] != to)
            cat_relate(r, event[i], to);
}

/* Add a thread's events, with the dependencies between them. */
static bool add_path(struct cat_execution *x, const struct path *path)
{
    unsigned event[32];
    for (unsigned i = 0; i < path->count; i++) {
        const struct path_event *p = &path->events[i];
        unsigned first = event[i] = x->count;
        if (!add_action(x, &p->action))
            return false;
        for (unsigned e = first; e < x->count; e++) {
            x->events[e].place = i;
            bool spins = path->end == PATH_SPINS || path->end == PATH_REPEATS;
            if (spins && i >= path->spin)
                cat_put(&x->spins, e);
            if (path->end == PATH_REPEATS && i >= path->spin) {
                x->twin[e] = event[i - (path->count - path->spin)] + e - first;
                cat_put(&x->rounds, x->twin[e]);
            }
            depend(&x->base[CAT_ADDR], event, p->address, e);
            depend(&x->base[CAT_CTRL], event, p->control, e);
            if (x->events[e].writes)
                depend(&x->base[CAT_DATA], event, p->data, e);
        }
        if (x->count - first == 2)
            cat_relate(&x->base[CAT_AMO], first, first + 1);
    }
    return true;
}

static void relate_scopes(struct cat_execution *x, unsigned i, unsigned j)
{
    const struct cat_event *a = &x->events[i], *b = &x->events[j];
    enum litmus_level common =
        a->thread == b->thread ? LITMUS_WI : litmus_common_level(&x->test->scopes, (unsigned)a->thread, (unsigned)b->thread);
    for (enum litmus_level level = LITMUS_WV; level <= LITMUS_SYS; level++)
        if (common <= level)
            cat_relate(&x->base[CAT_SAME_WV + level - LITMUS_WV], i, j);
    if (a->order == LITMUS_NA || b->order == LITMUS_NA)
        return;
    if (common <= a->level && common <= b->level)
        cat_relate(&x->base[CAT_SR], i, j);
    if (common <= a->level || common <= b->level)
        cat_relate(&x->base[CAT_SR_ONE], i, j);
    if (common <= a->level && a->level == b->level)
        cat_relate(&x->base[CAT_SR_EXACT], i, j);
}

static bool is_ordered_by_host(const struct litmus_test *test, const struct cat_event *a, const struct cat_event *b)
{
    for (unsigned i = 0; i < test->ordered_count; i++)
        if ((int)test->ordered[i].before == a->thread && (int)test->ordered[i].after == b->thread)
            return true;
    return false;
}

static void relate_pair(struct cat_execution *x, unsigned i, unsigned j)
{
    const struct cat_event *a = &x->events[i], *b = &x->events[j];
    bool same = i == j || (a->thread >= 0 && a->thread == b->thread);
    if (same && i < j)
        cat_relate(&x->base[CAT_PO], i, j);
    if (a->location >= 0 && a->location == b->location)
        cat_relate(&x->base[CAT_LOC], i, j);
    if (a->address >= 0 && a->address == b->address)
        cat_relate(&x->base[CAT_VLOC], i, j);
    if (is_ordered_by_host(x->test, a, b))
        cat_relate(&x->base[CAT_SSW], i, j);
    if (i == j)
        cat_relate(&x->base[CAT_ID], i, j);
    cat_relate(&x->base[same ? CAT_INT : CAT_EXT], i, j);
    if (a->thread >= 0 && b->thread >= 0)
        relate_scopes(x, i, j);
}

bool cat_execution_make(struct cat_execution *x, const struct litmus_test *test, const struct path *const *paths)
{
    memset(x->base, 0, sizeof x->base);
    x->spins = x->rounds = (struct cat_set){{0}};
    for (unsigned e = 0; e < CAT_EVENTS; e++)
        x->twin[e] = e;
    x->test = test;
    x->paths = paths;
    x->count = 0;
    for (unsigned l = 0; l < test->location_count; l++)
        if (test->locations[l].memory == l &&
            !add_event(x, (struct cat_event){.thread = -1, .writes = true, .location = (int)l, .address = (int)l,
                                             .value = test->locations[l].initial}, false))
            return false;
    for (unsigned t = 0; t < test->thread_count; t++)
        if (!add_path(x, paths[t]))
            return false;
    for (unsigned i = 0; i < x->count; i++)
        for (unsigned j = 0; j < x->count; j++)
            relate_pair(x, i, j);
    return true;
}
