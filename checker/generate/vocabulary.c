/* SPDX-License-Identifier: BSD-2-Clause */
/* vocabulary.c - see vocabulary.h. */
#include "vocabulary.h"

#define BIT(x) (1u << (x))

enum {
    ATOMIC = BIT(ORDER_RLX) | BIT(ORDER_ACQ) | BIT(ORDER_REL) | BIT(ORDER_SC),
    ALL = ATOMIC | BIT(ORDER_NA),
    REMOTE = ALL | BIT(ORDER_RM_ACQ) | BIT(ORDER_RM_REL),
    UPDATE = ATOMIC | BIT(ORDER_AR) | BIT(ORDER_RM_ACQ) | BIT(ORDER_RM_REL) | BIT(ORDER_RM_AR),
    ALL_FORMS = BIT(FORM_ADD) | BIT(FORM_SWAP) | BIT(FORM_CAS),
    BRANCH = BIT(DEPENDS_CTRL),
    BRANCH_DATA = BRANCH | BIT(DEPENDS_DATA),
    ALL_DEPENDENCIES = BRANCH_DATA | BIT(DEPENDS_ADDR),
    BOTH_WAYS = BIT(FENCE_AR) | BIT(FENCE_SC),
    ALL_FENCES = BOTH_WAYS | BIT(FENCE_ACQ) | BIT(FENCE_REL),
    OWN = BIT(PRELUDE_OWN) | BIT(PRELUDE_LATE),
    AGENT = BIT(SCOPE_AGENT),
    ALL_SCOPES = BIT(SCOPE_WG) | BIT(SCOPE_AGENT) | BIT(SCOPE_SYS),
};

static const struct vocabulary_layer wide[] = {
    /* each access has a scope of its own, and a branch stands behind whatever reads */
    {.orders = REMOTE, .dependencies = BRANCH, .scopes = ALL_SCOPES, .unit = SCOPE_OF_EVENT, .threads_from = 2, .threads_to = 4,
     .cycles = CYCLES_EXTERNAL, .anywhere = true, .trees = true},
    /* fences and dependencies: of two threads each has a scope of its own, of more each thread */
    {.orders = REMOTE, .dependencies = ALL_DEPENDENCIES, .fences = ALL_FENCES, .scopes = ALL_SCOPES, .unit = SCOPE_OF_EVENT,
     .threads_from = 2, .threads_to = 2, .cycles = CYCLES_EXTERNAL, .guards = true, .trees = true},
    {.orders = REMOTE, .dependencies = ALL_DEPENDENCIES, .fences = ALL_FENCES, .scopes = ALL_SCOPES, .unit = SCOPE_OF_THREAD,
     .threads_from = 3, .threads_to = 4, .cycles = CYCLES_EXTERNAL, .guards = true, .trees = true},
    {.orders = BIT(ORDER_NA) | BIT(ORDER_RLX), .fences = BOTH_WAYS, .scopes = ALL_SCOPES, .unit = SCOPE_OF_EVENT, .threads_from = 3,
     .threads_to = 4, .cycles = CYCLES_EXTERNAL, .trees = true},
    /* locations beside each other */
    {.orders = REMOTE, .dependencies = BRANCH, .scopes = ALL_SCOPES, .layouts = BIT(LAYOUT_LINE) | BIT(LAYOUT_BAND), .threads_from = 2,
     .threads_to = 4, .cycles = CYCLES_EXTERNAL, .trees = true},
    /* read-modify-writes: of two threads any accesses, of more one at most */
    {.orders = REMOTE, .update_orders = UPDATE, .forms = ALL_FORMS, .scopes = ALL_SCOPES, .unit = SCOPE_OF_EVENT, .updates = 4,
     .threads_from = 2, .threads_to = 2, .cycles = CYCLES_EXTERNAL, .trees = true},
    {.orders = ALL, .update_orders = UPDATE, .forms = BIT(FORM_ADD), .dependencies = BRANCH, .scopes = ALL_SCOPES,
     .unit = SCOPE_OF_TEST, .updates = 1, .threads_from = 2, .threads_to = 4, .cycles = CYCLES_EXTERNAL, .trees = true},
    /* communication within a thread */
    {.orders = REMOTE, .fences = ALL_FENCES, .scopes = ALL_SCOPES, .unit = SCOPE_OF_THREAD, .threads_from = 2, .threads_to = 4,
     .cycles = CYCLES_INTERNAL, .trees = true},
};

static const struct vocabulary_layer scoped[] = {
    {.orders = ALL, .dependencies = BRANCH_DATA, .fences = BOTH_WAYS, .scopes = ALL_SCOPES, .threads_from = 2, .threads_to = 4, .trees = true},
};
static const struct vocabulary_layer apart[] = {
    {.orders = ALL, .dependencies = BRANCH_DATA, .fences = BOTH_WAYS, .scopes = AGENT, .threads_from = 2, .threads_to = 4},
};
static const struct vocabulary_layer agent[] = {
    {.orders = ALL, .dependencies = BRANCH_DATA, .fences = ALL_FENCES, .scopes = AGENT, .threads_from = 2, .threads_to = 4,
     .cycles = CYCLES_EXTERNAL, .guards = true},
    {.orders = ALL, .dependencies = BRANCH, .scopes = AGENT, .layouts = BIT(LAYOUT_LINE) | BIT(LAYOUT_BAND), .threads_from = 2,
     .threads_to = 4, .cycles = CYCLES_EXTERNAL},
    {.orders = ALL, .update_orders = ATOMIC | BIT(ORDER_AR), .forms = ALL_FORMS, .scopes = AGENT, .updates = 1, .threads_from = 2,
     .threads_to = 4, .cycles = CYCLES_EXTERNAL},
    {.orders = ALL, .fences = ALL_FENCES, .scopes = AGENT, .threads_from = 2, .threads_to = 4, .cycles = CYCLES_INTERNAL},
};
static const struct vocabulary_layer mixed[] = {
    {.orders = BIT(ORDER_NA) | BIT(ORDER_RLX) | BIT(ORDER_ACQ) | BIT(ORDER_REL) | BIT(ORDER_RM_ACQ) | BIT(ORDER_RM_REL), .dependencies = BRANCH,
     .scopes = ALL_SCOPES, .unit = SCOPE_OF_EVENT, .threads_from = 2, .threads_to = 2, .cycles = CYCLES_EXTERNAL, .trees = true},
    {.orders = BIT(ORDER_NA) | BIT(ORDER_ACQ) | BIT(ORDER_REL), .dependencies = BRANCH, .scopes = ALL_SCOPES, .unit = SCOPE_OF_EVENT,
     .threads_from = 3, .threads_to = 3, .cycles = CYCLES_EXTERNAL, .anywhere = true, .trees = true},
    {.orders = BIT(ORDER_NA) | BIT(ORDER_ACQ) | BIT(ORDER_REL) | BIT(ORDER_RM_ACQ) | BIT(ORDER_RM_REL), .dependencies = BRANCH,
     .scopes = ALL_SCOPES, .unit = SCOPE_OF_THREAD, .threads_from = 3, .threads_to = 3, .cycles = CYCLES_EXTERNAL, .trees = true},
    {.orders = BIT(ORDER_NA) | BIT(ORDER_RLX), .update_orders = UPDATE & ~BIT(ORDER_SC), .forms = BIT(FORM_ADD) | BIT(FORM_SWAP),
     .scopes = ALL_SCOPES, .unit = SCOPE_OF_EVENT, .updates = 1, .threads_from = 2, .threads_to = 2, .cycles = CYCLES_EXTERNAL, .trees = true},
};
/* One access has such a prelude. */
#define PRELUDED(of)                                                                                                                  \
    {.orders = ALL, .dependencies = BRANCH, .fences = BOTH_WAYS, .scopes = AGENT, .preluded = 1, .preludes = of, .threads_from = 2,   \
     .threads_to = 4, .cycles = CYCLES_EXTERNAL},                                                                                     \
    {.orders = ALL, .update_orders = ATOMIC | BIT(ORDER_AR), .forms = BIT(FORM_ADD) | BIT(FORM_SWAP), .scopes = AGENT, .preluded = 1, \
     .preludes = of, .updates = 1, .threads_from = 2, .threads_to = 4, .cycles = CYCLES_EXTERNAL},
static const struct vocabulary_layer owned[] = {PRELUDED(OWN)};
static const struct vocabulary_layer warm[] = {
    PRELUDED(BIT(PRELUDE_WARM))
    {.orders = ALL, .scopes = AGENT, .preluded = 2, .preludes = BIT(PRELUDE_LATE) | BIT(PRELUDE_WARM), .threads_from = 2, .threads_to = 2,
     .cycles = CYCLES_EXTERNAL},
};
static const struct vocabulary_layer orders[] = {
    {.orders = ATOMIC, .scopes = AGENT, .threads_from = 2, .threads_to = 4},
};
static const struct vocabulary_layer scopes[] = {
    {.orders = ATOMIC, .scopes = ALL_SCOPES, .threads_from = 2, .threads_to = 4, .trees = true},
};
static const struct vocabulary_layer strong[] = {
    {.orders = BIT(ORDER_RLX) | BIT(ORDER_SC), .scopes = ALL_SCOPES, .unit = SCOPE_OF_EVENT, .threads_from = 2, .threads_to = 4, .trees = true},
};
static const struct vocabulary_layer loads[] = {
    {.orders = ALL, .scopes = AGENT, .threads_from = 2, .threads_to = 2, .cycles = CYCLES_LOADS},
};

#define LAYERS(of) of, sizeof of / sizeof of[0]
const struct vocabulary vocabularies[] = {
    {"wide", "every order, read-modify-write, fence, dependency and scope tree; of two threads each access has a scope of its own",
     LAYERS(wide), true},
    {"scoped", "every order, fence and dependency, one scope for all of a test, every scope tree", LAYERS(scoped), false},
    {"apart", "every order, fence and dependency, at agent scope, work-groups apart", LAYERS(apart), false},
    {"agent", "every order, fence, dependency and read-modify-write, communication within a thread and words in a line, at agent scope, work-groups apart",
     LAYERS(agent), true},
    {"mixed", "plain accesses, acquires and releases, also remote ones, each with a scope of its own, of two threads relaxed ones and a read-modify-write too, every scope tree",
     LAYERS(mixed), true},
    {"owned", "as agent, with two-sided fences, where a thread stores to a word of its own beside one of its locations, before all else or right before", LAYERS(owned), false},
    {"warm", "as owned, where a thread loads one of its locations before all else instead; of two threads two such loads and stores too", LAYERS(warm), false},
    {"orders", "relaxed, acquire or release, and sc accesses, at agent scope, work-groups apart", LAYERS(orders), false},
    {"scopes", "relaxed, acquire or release, and sc accesses, one scope for all of a test, every scope tree", LAYERS(scopes), false},
    {"strong", "relaxed and sc accesses, each with a scope of its own, every scope tree", LAYERS(strong), false},
    {"loads", "plain, relaxed, acquire and sc loads and no store, at agent scope, work-groups apart", LAYERS(loads), false},
    {0},
};

bool order_is_borne(bool write, enum access_form form, enum access_order order)
{
    unsigned reads = BIT(ORDER_NA) | BIT(ORDER_RLX) | BIT(ORDER_ACQ) | BIT(ORDER_SC) | BIT(ORDER_RM_ACQ);
    unsigned writes = BIT(ORDER_NA) | BIT(ORDER_RLX) | BIT(ORDER_REL) | BIT(ORDER_SC) | BIT(ORDER_RM_REL);
    if (form != FORM_PLAIN)
        return order != ORDER_NA;
    return (write ? writes : reads) >> order & 1;
}

bool form_is_borne(const struct cycle *cycle, unsigned event, enum access_form form)
{
    const struct cycle_event *e = &cycle->events[event];
    bool both = cycle->events[0].update && cycle->events[1].update, adds = both ? e->edge == EDGE_FRE : e->value == e->reads + 1;
    if (e->update) /* where both read the same, what they store is not asked for */
        return form != FORM_PLAIN && (form != FORM_ADD || adds);
    if (cycle_is_of_updates(cycle))
        return form == FORM_PLAIN || form == FORM_SWAP; /* it does not know what it comes behind */
    return e->write || form != FORM_SWAP;               /* a swap is never a read alone */
}

unsigned orders_below(enum access_form form, enum access_order order)
{
    static const unsigned below[ORDERS] = {
        [ORDER_ACQ] = BIT(ORDER_RLX), [ORDER_REL] = BIT(ORDER_RLX), [ORDER_AR] = BIT(ORDER_ACQ) | BIT(ORDER_REL),
        [ORDER_RM_ACQ] = BIT(ORDER_ACQ), [ORDER_RM_REL] = BIT(ORDER_REL),
        [ORDER_RM_AR] = BIT(ORDER_RM_ACQ) | BIT(ORDER_RM_REL) | BIT(ORDER_AR),
    };
    if (order == ORDER_RLX)
        return form == FORM_PLAIN ? BIT(ORDER_NA) : 0;
    if (order == ORDER_SC)
        return form == FORM_PLAIN ? BIT(ORDER_ACQ) | BIT(ORDER_REL) : BIT(ORDER_AR);
    return below[order];
}

unsigned fences_below(enum access_fence fence)
{
    return fence == FENCE_SC ? BIT(FENCE_AR) : fence == FENCE_AR ? BIT(FENCE_ACQ) | BIT(FENCE_REL) : BIT(FENCE_NONE);
}

bool layer_has_cycle(const struct vocabulary_layer *layer, const struct cycle *cycle)
{
    if ((cycle_is_of_updates(cycle) && !layer->updates) || cycle_is_of_loads(cycle) != (layer->cycles == CYCLES_LOADS))
        return false;
    return cycle->threads >= layer->threads_from && cycle->threads <= layer->threads_to &&
           (!layer->layouts || cycle->locations > 1) &&
           (layer->cycles == CYCLES_ALL || cycle_is_internal(cycle) == (layer->cycles == CYCLES_INTERNAL));
}

bool vocabulary_has_cycle(const struct vocabulary *vocabulary, const struct cycle *cycle)
{
    for (unsigned i = 0; i < vocabulary->count; i++)
        if (layer_has_cycle(&vocabulary->layers[i], cycle))
            return true;
    return false;
}
