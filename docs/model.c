/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * model.c - a model written by hand against model.h: caches of one line, which
 * snoop on each other.  model-in-c.md walks through it; model.m is the
 * same in Murphi.  With -DBROKEN a write forgets to invalidate the other copies.
 */
#include "model.h"

#ifndef CACHES
#define CACHES 3
#endif
enum state { INVALID, SHARED, MODIFIED };
enum { READ, WRITE, EVICT, RULES };
enum { FRESH = 1 << 2 * CACHES }; /* memory has the last value */
enum { ONE_WRITER, NOT_LOST, CAN_WRITE, PROPERTIES };

/* ---- the state, packed: two bits for each cache, then FRESH ---- */

static unsigned get(uint64_t s, unsigned cache)
{
    return s >> 2 * cache & 3;
}

/* What is modified is written back when it is so no longer. */
static uint64_t move(uint64_t s, unsigned cache, enum state to)
{
    if (get(s, cache) == MODIFIED && to != MODIFIED)
        s |= FRESH;
    return (s & ~(UINT64_C(3) << 2 * cache)) | (uint64_t)to << 2 * cache;
}

/* ---- the rules ---- */

static uint64_t apply(uint64_t s, unsigned rule, unsigned cache)
{
    static const enum state becomes[RULES] = {SHARED, MODIFIED, INVALID};
    for (unsigned other = 0; other < CACHES; other++) {
        if (rule == READ && get(s, other) == MODIFIED)
            s = move(s, other, SHARED);
#ifndef BROKEN
        if (rule == WRITE && other != cache)
            s = move(s, other, INVALID);
#endif
    }
    s = move(s, cache, becomes[rule]);
    return rule == WRITE ? s & ~(uint64_t)FRESH : s;
}

static void fire(struct expansion *x, uint64_t instance)
{
    const unsigned rule = (unsigned)instance / CACHES, cache = (unsigned)instance % CACHES, now = get(*x->source, cache);
    const int is_enabled[RULES] = {now == INVALID, now != MODIFIED, now != INVALID};
    if (x->tested_count)
        x->tested_count[rule]++;
    if (!is_enabled[rule])
        return;
    const uint64_t target = apply(*x->source, rule, cache);
    const int moved = target != *x->source;
    x->fired++;
    x->progressed += (uint64_t)moved;
    x->rule_fired[rule] = 1;
    if (x->fired_count)
        x->fired_count[rule]++;
    x->emit(x, instance, &target, moved);
}

static void expand(struct expansion *x)
{
    for (uint64_t instance = 0; instance < RULES * CACHES; instance++)
        fire(x, instance);
}

static void start(struct expansion *x, uint64_t instance)
{
    const uint64_t first = FRESH; /* INVALID is 0 */
    x->emit(x, instance, &first, 1);
}

/* ---- the properties ---- */

static int check(struct expansion *x)
{
    unsigned count[4] = {0};
    for (unsigned cache = 0; cache < CACHES; cache++)
        count[get(*x->source, cache)]++;
    const int good[] = {count[MODIFIED] == 0 || (count[MODIFIED] == 1 && count[SHARED] == 0),
                        *x->source & FRESH || count[MODIFIED] > 0};
    int all = 1;
    for (uint32_t property = ONE_WRITER; property <= NOT_LOST; property++)
        if (x->enabled[property] && !good[property])
            all = 0, x->violate(x, property, 0, MODEL_IN_STATE, MODEL_NO_INSTANCE);
    return all;
}

static int holds(struct expansion *x, uint32_t property, uint64_t instance)
{
    return property == CAN_WRITE && get(*x->source, (unsigned)instance) == MODIFIED;
}

/* ---- what it is called, for traces ---- */

static void decode(const struct model *self, const uint64_t *packed, int64_t *leaves)
{
    (void)self;
    for (unsigned cache = 0; cache < CACHES; cache++)
        leaves[cache] = get(*packed, cache);
    leaves[CACHES] = (int64_t)(*packed / FRESH);
}

static void encode(const int64_t *leaves, uint64_t *packed)
{
    *packed = (uint64_t)leaves[CACHES] * FRESH;
    for (unsigned cache = 0; cache < CACHES; cache++)
        *packed = move(*packed, cache, (enum state)leaves[cache]);
}

#define HERE {__FILE__, __LINE__, 1}
static const char *const state_names[] = {"Invalid", "Shared", "Modified"}, *const truth_names[] = {"false", "true"};
static const struct model_type
    state_type = {.kind = MODEL_TYPE_ENUM, .name = "state_type", .leaves = 1, .high = 2, .members = state_names},
    truth = {.kind = MODEL_TYPE_BOOLEAN, .name = "boolean", .leaves = 1, .high = 1, .members = truth_names},
    cache_type = {.kind = MODEL_TYPE_RANGE, .name = "cache", .leaves = 1, .high = CACHES - 1},
    states = {.kind = MODEL_TYPE_ARRAY, .leaves = CACHES, .index = &cache_type, .element = &state_type, .slots = CACHES};
static const struct model_variable variables[] = {{"state", &states, 0}, {"fresh", &truth, CACHES}};
static const struct model_parameter cache_parameter[] = {{"c", &cache_type, 0, 1, CACHES}};
static const struct model_rule start_states[] = {{"all invalid", HERE, 0, 0, 0, 1}};
static const struct model_rule rules[RULES] = {
    {"read", HERE, cache_parameter, 1, READ * CACHES, CACHES},
    {"write", HERE, cache_parameter, 1, WRITE * CACHES, CACHES},
    {"evict", HERE, cache_parameter, 1, EVICT * CACHES, CACHES},
};
static const struct model_property properties[PROPERTIES] = {
    {.name = "one writer or any readers", .place = HERE, .instances = 1},
    {.name = "the last value is not lost", .place = HERE, .instances = 1},
    {.kind = MODEL_LIVENESS, .name = "c can write", .place = HERE, .instances = CACHES, .parameters = cache_parameter,
     .parameter_count = 1},
};

const struct model *murrelet_model(void)
{
    static const struct model model = {
        .abi = MODEL_ABI, .name = __FILE__, .state_bits = 2 * CACHES + 1, .packed_words = 1,
        .leaf_count = CACHES + 1, .variables = variables, .variable_count = 2, .properties = properties,
        .property_count = PROPERTIES, .start_states = start_states, .start_state_count = 1, .start_instances = 1,
        .rules = rules, .rule_count = RULES, .rule_instances = RULES * CACHES,
        .start = start, .check = check, .expand = expand, .fire = fire, .holds = holds, .decode = decode, .encode = encode,
    };
    return &model;
}
