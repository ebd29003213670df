/* SPDX-License-Identifier: BSD-2-Clause */
#include "engine_graph.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- the graph --------------------------------------------------------------- */

static uint64_t mix(uint64_t a, uint64_t b, uint64_t c)
{
    uint64_t z = a * UINT64_C(0x9e3779b97f4a7c15) ^ b * UINT64_C(0xbf58476d1ce4e5b9) ^ (c + 1) * UINT64_C(0x94d049bb133111eb);
    z = (z ^ (z >> 31)) * UINT64_C(0x2545f4914f6cdd1d);
    z = (z ^ (z >> 29)) * UINT64_C(0xd6e8feb86659fd93);
    return z ^ (z >> 32);
}

static bool enabled(const struct graph *g, uint64_t node, unsigned rule)
{
    return mix(g->seed, node, rule) % 100 < g->enabled;
}

static uint64_t target_of(const struct graph *g, uint64_t node, unsigned rule)
{
    uint64_t jump = mix(g->seed + 1, node, rule);
    return g->span ? (node + jump % g->span) % g->nodes : jump % g->nodes;
}

static bool strikes(const struct graph *g, unsigned property, uint64_t node, uint64_t which)
{
    return g->rare[property] && mix(g->seed + 2 + property, node, which) % g->rare[property] == 0;
}

static uint64_t start_of(const struct graph *g, unsigned i)
{
    return mix(g->seed + 100, i, 0) % g->nodes % 64;
}

/* --- as a model ---------------------------------------------------------------- */

void graph_encode(const struct graph *g, uint64_t node, uint64_t *packed)
{
    packed[0] = node;
    for (unsigned i = 1; i < g->words; i++)
        packed[i] = (node >> (i % 11)) * (i % 3 + 1) & 0xff; /* few distinct values, as in real states */
}

uint64_t graph_decode(const uint64_t *packed)
{
    return packed[0];
}

static const struct graph *graph_of(const struct expansion *x)
{
    return x->bindings[0].host;
}

static bool on(const struct expansion *x, unsigned property)
{
    return x->enabled[property];
}

static void start(struct expansion *x, uint64_t instance)
{
    const struct graph *g = graph_of(x);
    uint64_t packed[64];
    graph_encode(g, start_of(g, (unsigned)instance), packed);
    x->emit(x, instance, packed, 1);
}

static int check(struct expansion *x)
{
    const struct graph *g = graph_of(x);
    uint64_t node = graph_decode(x->source);
    int good = 1;
    for (unsigned i = 0; i < 2; i++)
        if (on(x, GRAPH_INVARIANT) && strikes(g, GRAPH_INVARIANT, node, i)) {
            x->violate(x, GRAPH_INVARIANT, i, MODEL_IN_STATE, MODEL_NO_INSTANCE);
            good = 0;
        }
    if (on(x, GRAPH_COVER) && strikes(g, GRAPH_COVER, node, 0)) {
        x->covered[GRAPH_COVER] = 1;
        if (x->cover && x->watch_cover[GRAPH_COVER])
            x->cover(x, GRAPH_COVER, 0, MODEL_IN_STATE, MODEL_NO_INSTANCE);
    }
    return good;
}

static void fire(struct expansion *x, uint64_t instance)
{
    const struct graph *g = graph_of(x);
    uint64_t node = graph_decode(x->source), packed[64];
    unsigned rule = (unsigned)instance;
    if (x->tested_count)
        x->tested_count[rule]++;
    if (!enabled(g, node, rule))
        return;
    if (on(x, GRAPH_GUARD) && strikes(g, GRAPH_GUARD, node, rule)) {
        x->violate(x, GRAPH_GUARD, 0, MODEL_IN_STATE, instance);
        return;
    }
    x->fired++;
    x->rule_fired[rule] = 1;
    if (x->fired_count)
        x->fired_count[rule]++;
    if (on(x, GRAPH_ASSERT) && strikes(g, GRAPH_ASSERT, node, rule)) {
        x->violate(x, GRAPH_ASSERT, 0, MODEL_IN_FIRING, instance);
        return;
    }
    if (on(x, GRAPH_LOCAL_COVER) && strikes(g, GRAPH_LOCAL_COVER, node, rule)) {
        x->covered[GRAPH_LOCAL_COVER] = 1;
        if (x->cover && x->watch_cover[GRAPH_LOCAL_COVER])
            x->cover(x, GRAPH_LOCAL_COVER, 0, MODEL_IN_FIRING, instance);
    }
    uint64_t target = target_of(g, node, rule);
    x->progressed += target != node;
    graph_encode(g, target, packed);
    x->emit(x, instance, packed, target != node);
}

static void expand(struct expansion *x)
{
    for (unsigned i = 0; i < graph_of(x)->rules; i++)
        fire(x, i);
}

static int holds(struct expansion *x, uint32_t property, uint64_t instance)
{
    return strikes(graph_of(x), property, graph_decode(x->source), instance);
}

static void decode(const struct model *self, const uint64_t *packed, int64_t *leaves)
{
    (void)self;
    leaves[0] = (int64_t)graph_decode(packed);
}

static void encode(const int64_t *leaves, uint64_t *packed)
{
    packed[0] = (uint64_t)leaves[0];
}

static const struct model_type node_type = {.kind = MODEL_TYPE_RANGE, .name = "node", .leaves = 1, .high = INT32_MAX};
static const struct model_variable variable = {"node", &node_type, 0};
static const struct model_external external = {"graph", "v", {"graph", 1, 1}};
static const struct model_binding binding = {.externals = &external, .external_count = 1};
static const struct model_property properties[] = {
    {.kind = MODEL_INVARIANT, .name = "invariant", .instances = 2},
    {.kind = MODEL_ASSERT, .name = "assert", .instances = 1, .local = 1},
    {.kind = MODEL_ERROR, .name = "guard", .instances = 1, .local = 1},
    {.kind = MODEL_COVER, .name = "cover", .instances = 1},
    {.kind = MODEL_COVER, .name = "local cover", .instances = 1, .local = 1},
    {.kind = MODEL_LIVENESS, .name = "liveness", .instances = 2},
};

#define MODELS 256
const struct model *graph_model(const struct graph *g)
{
    static struct model models[MODELS];
    static struct model_rule start_rules[MODELS], rules[MODELS][32];
    static unsigned made;
    struct model *model = &models[made % MODELS];
    struct model_rule *rule = rules[made % MODELS];
    for (unsigned i = 0; i < g->rules; i++)
        rule[i] = (struct model_rule){.name = "rule", .first_instance = i, .instances = 1};
    start_rules[made % MODELS] = (struct model_rule){.name = "start", .instances = g->starts};
    *model = (struct model){
        .abi = MODEL_ABI, .name = "graph", .state_bits = g->words == 1 ? 32 : g->words * 64 - 7, .packed_words = g->words,
        .leaf_count = 1, .variables = &variable, .variable_count = 1,
        .start_states = &start_rules[made % MODELS], .start_state_count = 1, .start_instances = g->starts,
        .rules = rule, .rule_count = g->rules, .rule_instances = g->rules,
        .properties = properties, .property_count = GRAPH_PROPERTIES,
        .binding = &binding, .scratch_bytes = 64,
        .start = start, .check = check, .expand = expand, .fire = fire, .holds = holds,
        .decode = decode, .encode = encode,
    };
    made++;
    return model;
}

struct search_options graph_options(const struct graph *g, struct model_external_binding *host)
{
    static const unsigned char all_but_liveness[GRAPH_PROPERTIES] = {1, 1, 1, 1, 1, 0};
    struct search_options options;
    search_options_default(&options);
    options.enabled = all_but_liveness;
    *host = (struct model_external_binding){NULL, (void *)(uintptr_t)g, 0};
    options.bindings = host;
    options.threads = 1;
    options.unmet_cover_is_violation = false;
    return options;
}

/* --- the plainest search ---------------------------------------------------------- */

struct seen {
    uint64_t node, parent, instance;
    unsigned depth;
    bool bad;
};

struct plain {
    const struct graph *g;
    struct seen *seen;
    uint64_t count, *index; /* by node: place + 1 */
    struct graph_answer *answer;
};

static void found(struct plain *plain, uint32_t property, uint64_t property_instance, uint64_t at, uint64_t last)
{
    struct graph_answer *answer = plain->answer;
    unsigned depth = (at == UINT64_MAX ? 0 : plain->seen[at].depth) + (last != UINT64_MAX), length = depth + 1;
    uint64_t steps[256];
    for (unsigned i = 0; i < answer->count; i++)
        if (answer->found[i].property == property)
            return; /* in this order of search, the first is the least */
    steps[depth] = last;
    for (uint64_t up = at, i = depth - (last != UINT64_MAX) + 1; i-- > 0; up = plain->seen[up].parent)
        steps[i] = plain->seen[up].instance;
    answer->found[answer->count].property = property;
    answer->found[answer->count].property_instance = property_instance;
    answer->found[answer->count].depth = depth;
    answer->found[answer->count].length = length;
    memcpy(answer->found[answer->count++].steps, steps, length * sizeof *steps);
}

static void add(struct plain *plain, uint64_t node, uint64_t parent, uint64_t instance)
{
    if (plain->index[node])
        return;
    plain->seen[plain->count] = (struct seen){node, parent, instance, parent == UINT64_MAX ? 0 : plain->seen[parent].depth + 1, false};
    plain->index[node] = ++plain->count;
}

/* True where the state violates nothing itself. */
static bool look(struct plain *plain, uint64_t at)
{
    const struct graph *g = plain->g;
    uint64_t node = plain->seen[at].node;
    bool good = true, progress = false;
    for (unsigned i = 0; i < 2 && good; i++)
        if (strikes(g, GRAPH_INVARIANT, node, i)) {
            found(plain, GRAPH_INVARIANT, i, at, UINT64_MAX);
            good = false;
        }
    plain->answer->covered[0] |= strikes(g, GRAPH_COVER, node, 0);
    if (!good)
        return false;
    for (unsigned r = 0; r < g->rules; r++)
        if (enabled(g, node, r) && strikes(g, GRAPH_GUARD, node, r)) {
            found(plain, GRAPH_GUARD, 0, at, UINT64_MAX);
            good = false;
        }
    for (unsigned r = 0; r < g->rules; r++) {
        if (!enabled(g, node, r) || strikes(g, GRAPH_GUARD, node, r))
            continue;
        if (strikes(g, GRAPH_ASSERT, node, r)) {
            found(plain, GRAPH_ASSERT, 0, at, r);
            progress = true;
            continue;
        }
        plain->answer->covered[1] |= strikes(g, GRAPH_LOCAL_COVER, node, r);
        progress |= target_of(g, node, r) != node;
    }
    if (good && !progress) {
        found(plain, GRAPH_PROPERTIES, 0, at, UINT64_MAX);
        good = false;
    }
    return good;
}

static int by_depth(const void *left, const void *right)
{
    const struct graph_answer *type = NULL;
    const char *a = left, *b = right;
    unsigned depth_a, depth_b;
    uint32_t property_a, property_b;
    size_t at = (size_t)((const char *)&type->found[0].depth - (const char *)&type->found[0]);
    memcpy(&depth_a, a + at, sizeof depth_a);
    memcpy(&depth_b, b + at, sizeof depth_b);
    memcpy(&property_a, a, sizeof property_a);
    memcpy(&property_b, b, sizeof property_b);
    if (depth_a != depth_b)
        return depth_a < depth_b ? -1 : 1;
    return property_a < property_b ? -1 : property_a > property_b;
}

void graph_search(const struct graph *g, unsigned max_errors, struct graph_answer *answer)
{
    struct plain plain = {.g = g, .answer = answer};
    plain.seen = calloc(g->nodes, sizeof *plain.seen);
    plain.index = calloc(g->nodes, sizeof *plain.index);
    memset(answer, 0, sizeof *answer);
    for (unsigned i = 0; i < g->starts; i++)
        add(&plain, start_of(g, i), UINT64_MAX, i);
    for (uint64_t at = 0, level_end = 0; at < plain.count; at++) {
        if (at >= level_end) { /* a new level begins: is it needed? */
            unsigned known = 0, depth = plain.seen[at].depth;
            for (unsigned i = 0; i < answer->count; i++)
                known += answer->found[i].depth < depth;
            if (known >= max_errors)
                break;
            level_end = plain.count;
        }
        answer->depth = plain.seen[at].depth;
        if (!look(&plain, at))
            continue;
        answer->states++;
        for (unsigned r = 0; r < g->rules; r++)
            if (enabled(g, plain.seen[at].node, r)) {
                answer->fired++;
                if (!strikes(g, GRAPH_ASSERT, plain.seen[at].node, r))
                    add(&plain, target_of(g, plain.seen[at].node, r), at, r);
            }
    }
    qsort(answer->found, answer->count, sizeof answer->found[0], by_depth);
    if (answer->count > max_errors)
        answer->count = max_errors;
    free(plain.seen);
    free(plain.index);
}

unsigned graph_targets(const struct graph *g, uint64_t node, uint64_t *targets)
{
    unsigned count = 0;
    for (unsigned r = 0; r < g->rules; r++)
        if (enabled(g, node, r))
            targets[count++] = target_of(g, node, r);
    return count;
}

uint64_t graph_start(const struct graph *g, uint64_t instance)
{
    return start_of(g, (unsigned)instance);
}

uint64_t graph_target(const struct graph *g, uint64_t node, uint64_t rule)
{
    return enabled(g, node, (unsigned)rule) ? target_of(g, node, (unsigned)rule) : UINT64_MAX;
}

bool graph_fails(const struct graph *g, unsigned property, uint64_t node, uint64_t which)
{
    return strikes(g, property, node, which);
}

bool graph_holds(const struct graph *g, uint64_t node, uint64_t instance)
{
    return strikes(g, GRAPH_LIVENESS, node, instance);
}

bool graph_meets_cover(const struct graph *g, uint64_t node)
{
    return strikes(g, GRAPH_COVER, node, 0);
}

/* The nodes in the order of a plain search; `sought` ends it. */
static void search_for(const struct graph *g, unsigned char *const stranded[2], bool cover, uint64_t node_sought,
                       struct graph_answer *answer)
{
    struct plain plain = {.g = g, .answer = answer};
    plain.seen = calloc(g->nodes, sizeof *plain.seen);
    plain.index = calloc(g->nodes, sizeof *plain.index);
    memset(answer, 0, sizeof *answer);
    for (unsigned i = 0; i < g->starts; i++)
        add(&plain, start_of(g, i), UINT64_MAX, i);
    for (uint64_t at = 0; at < plain.count && answer->count == 0; at++) {
        uint64_t node = plain.seen[at].node;
        for (unsigned i = 0; stranded && i < 2; i++)
            if (stranded[i][node])
                found(&plain, GRAPH_LIVENESS, i, at, UINT64_MAX);
        if ((cover && strikes(g, GRAPH_COVER, node, 0)) || node == node_sought)
            found(&plain, GRAPH_COVER, 0, at, UINT64_MAX);
        for (unsigned r = 0; r < g->rules; r++)
            if (enabled(g, node, r))
                add(&plain, target_of(g, node, r), at, r);
    }
    free(plain.seen);
    free(plain.index);
}

void graph_search_for(const struct graph *g, unsigned char *const stranded[2], struct graph_answer *answer)
{
    search_for(g, stranded, false, UINT64_MAX, answer);
}

void graph_search_for_cover(const struct graph *g, struct graph_answer *answer)
{
    search_for(g, NULL, true, UINT64_MAX, answer);
}

bool graph_reached(const struct graph *g, uint64_t node)
{
    struct graph_answer answer;
    search_for(g, NULL, false, node, &answer);
    return answer.count > 0;
}
