/* SPDX-License-Identifier: BSD-2-Clause */
/* Searches of random graphs, against the plainest search of the same. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/search.h"
#include "by_night.h"
#include "engine_graph.h"

static struct search_result *run(const struct graph *g, struct search_options options)
{
    struct model_external_binding binding = {NULL, (void *)(uintptr_t)g, 0};
    options.bindings = &binding;
    return search_run(graph_model(g), &options);
}

static struct search_options options_for(const struct graph *g)
{
    struct model_external_binding binding;
    return graph_options(g, &binding);
}

/* The steps of a trace are those of the answer, and its states those that they lead to. */
static void same_trace(const struct graph_answer *answer, unsigned i, const struct violation *violation, const char *what)
{
    cr_assert_eq(violation->trace.count, answer->found[i].length, "%s: length %u, not %u", what,
                 violation->trace.count, answer->found[i].length);
    for (unsigned s = 0; s < violation->trace.count; s++)
        cr_assert_eq(violation->trace.steps[s].instance, answer->found[i].steps[s], "%s: step %u is %lu, not %lu", what, s,
                     (unsigned long)violation->trace.steps[s].instance, (unsigned long)answer->found[i].steps[s]);
    cr_assert_eq(violation->in_firing, violation->trace.steps[violation->trace.count - 1].leaves == NULL, "%s", what);
}

static void same(const struct graph *g, const struct search_options *options, const struct graph_answer *answer)
{
    char what[200];
    snprintf(what, sizeof what, "seed %lu nodes %lu span %lu rules %u words %u threads %u store %d errors %u",
             (unsigned long)g->seed, (unsigned long)g->nodes, (unsigned long)g->span, g->rules, g->words,
             options->threads, (int)options->store, options->max_errors);
    struct search_result *result = run(g, *options);
    cr_assert_eq(result->violation_count, answer->count, "%s: %u violations, not %u", what, result->violation_count, answer->count);
    cr_assert_eq(result->states, answer->states, "%s: %lu states, not %lu", what, (unsigned long)result->states,
                 (unsigned long)answer->states);
    cr_assert_eq(result->rules_fired, answer->fired, "%s", what);
    cr_assert_eq(result->depth, answer->depth, "%s", what);
    cr_assert_eq(result->properties[GRAPH_COVER].met, answer->covered[0], "%s", what);
    cr_assert_eq(result->properties[GRAPH_LOCAL_COVER].met, answer->covered[1], "%s", what);
    cr_assert_eq(result->verdict, answer->count ? VERDICT_VIOLATED : VERDICT_HOLDS, "%s", what);
    for (unsigned i = 0; i < answer->count; i++) {
        const struct violation *violation = &result->violations[i];
        uint32_t property = answer->found[i].property;
        cr_assert_eq(violation->property, property == GRAPH_PROPERTIES ? MODEL_NO_PROPERTY : property, "%s", what);
        cr_assert_eq(violation->depth, answer->found[i].depth, "%s", what);
        cr_assert_eq(violation->property_instance, answer->found[i].property_instance, "%s", what);
        same_trace(answer, i, violation, what);
    }
    search_result_free(result);
}

static void same_everywhere(const struct graph *g)
{
    static const unsigned threads[] = {1, 2, 8};
    struct search_options options = options_for(g);
    struct graph_answer answer;
    for (unsigned errors = 1; errors <= 3; errors += 2) {
        options.max_errors = errors;
        graph_search(g, errors, &answer);
        options.store = STORE_FLAT;
        for (unsigned i = 0; i < 3; i++) {
            options.threads = threads[i];
            same(g, &options, &answer);
        }
        options.store = STORE_JUDY;
        same(g, &options, &answer);
        options.store = STORE_VECTORS;
        options.threads = 1;
        same(g, &options, &answer);
    }
}

static struct graph random_graph(uint64_t seed, unsigned words)
{
    struct graph g = {.seed = seed, .words = words, .nodes = 40 + seed * 37 % 3000, .rules = 2 + (unsigned)(seed % 5),
                      .starts = 1 + (unsigned)(seed % 4), .enabled = 60 + (unsigned)(seed * 13 % 40)};
    g.span = seed % 3 == 0 ? 0 : 5 + seed % 40;
    g.rare[GRAPH_INVARIANT] = seed % 2 ? 300 : 0;
    g.rare[GRAPH_ASSERT] = seed % 3 ? 400 : 0;
    g.rare[GRAPH_GUARD] = seed % 5 ? 500 : 0;
    if (seed % 7 == 0) { /* one that holds */
        g.enabled = 100;
        memset(g.rare, 0, sizeof g.rare);
    }
    g.rare[GRAPH_COVER] = 200;
    g.rare[GRAPH_LOCAL_COVER] = 2000;
    return g;
}

Test(search, small_states_as_the_plain_search)
{
    for (uint64_t seed = 0; seed < 120; seed++) {
        struct graph g = random_graph(seed, 1);
        same_everywhere(&g);
    }
}

Test(search, long_states_as_the_plain_search)
{
    static const unsigned words[] = {2, 3, 5, 63};
    for (uint64_t seed = 0; seed < 60; seed++) {
        struct graph g = random_graph(seed, words[seed % 4]);
        same_everywhere(&g);
    }
}

Test(search, large_levels_on_many_threads)
{
    for (uint64_t seed = 1; seed < 4; seed++) {
        struct graph g = {.seed = seed, .words = (unsigned)seed, .nodes = by_night(150000, 40000), .rules = 4, .starts = 2, .enabled = 90};
        g.rare[GRAPH_INVARIANT] = seed == 1 ? 0 : 20000;
        same_everywhere(&g);
    }
}

/* --- liveness ------------------------------------------------------------------ */

/* A graph without any other violation. */
static struct graph quiet_graph(uint64_t seed, unsigned words)
{
    struct graph g = {.seed = seed, .words = words, .nodes = 60 + seed * 41 % 900, .rules = 2, .starts = 1 + (unsigned)(seed % 3),
                      .span = seed % 2 ? 4 : 0, .enabled = 70};
    return g;
}

/* The nodes from which none that satisfies `instance` can be reached. */
static void stranded_nodes(const struct graph *g, uint64_t instance, unsigned char *stranded)
{
    memset(stranded, 1, g->nodes);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint64_t n = 0; n < g->nodes; n++) {
            uint64_t targets[32];
            unsigned count = graph_targets(g, n, targets);
            bool saved = graph_holds(g, n, instance);
            for (unsigned i = 0; i < count; i++)
                saved = saved || !stranded[targets[i]];
            if (saved && stranded[n]) {
                stranded[n] = 0;
                changed = true;
            }
        }
    }
}

static void check_liveness(const struct graph *g, enum search_order order, enum store_kind store, unsigned threads)
{
    struct search_options options = options_for(g);
    struct graph_answer answer;
    unsigned char *stranded[2];
    options.enabled = NULL;
    options.deadlock = DEADLOCK_OFF;
    options.order = order;
    options.store = store;
    options.threads = threads;
    for (unsigned i = 0; i < 2; i++) {
        stranded[i] = malloc(g->nodes);
        stranded_nodes(g, i, stranded[i]);
    }
    /* As an invariant of the plain search: "not stranded". */
    graph_search_for(g, stranded, &answer);
    struct search_result *result = run(g, options);
    cr_assert_eq(result->verdict, answer.count ? VERDICT_VIOLATED : VERDICT_HOLDS, "seed %lu", (unsigned long)g->seed);
    cr_assert_eq(result->properties[GRAPH_LIVENESS].verdict, answer.count ? VERDICT_VIOLATED : VERDICT_HOLDS);
    cr_assert_eq(result->properties[GRAPH_INVARIANT].verdict, VERDICT_HOLDS, "all states were visited");
    if (answer.count && order == SEARCH_BFS) {
        cr_assert_eq(result->violations[0].depth, answer.found[0].depth);
        cr_assert_eq(result->violations[0].property_instance, answer.found[0].property_instance);
        same_trace(&answer, 0, &result->violations[0], "liveness");
    } else if (answer.count) {
        const struct trace *trace = &result->violations[0].trace;
        uint64_t last = (uint64_t)trace->steps[trace->count - 1].leaves[0];
        cr_assert(stranded[result->violations[0].property_instance][last], "the run leads to a stranded state");
    }
    search_result_free(result);
    for (unsigned i = 0; i < 2; i++)
        free(stranded[i]);
}

Test(search, liveness_as_by_hand)
{
    unsigned violated = 0;
    for (uint64_t seed = 0; seed < 80; seed++) {
        struct graph g = quiet_graph(seed, 1 + (unsigned)(seed % 3));
        g.enabled = seed % 4 ? 70 : 100;
        g.rare[GRAPH_LIVENESS] = seed % 2 ? 10 : 60;
        check_liveness(&g, SEARCH_BFS, STORE_FLAT, 1);
        check_liveness(&g, SEARCH_BFS, STORE_FLAT, 4);
        check_liveness(&g, SEARCH_BFS, STORE_VECTORS, 1); /* by one successor of each state, if that is enough */
        check_liveness(&g, SEARCH_DFS, STORE_FLAT, 1);
        struct search_options options = options_for(&g);
        options.enabled = NULL;
        options.deadlock = DEADLOCK_OFF;
        struct search_result *result = run(&g, options);
        violated += result->verdict == VERDICT_VIOLATED;
        search_result_free(result);
    }
    cr_assert(violated > 10 && violated < 70, "%u of 80 are violated", violated);
}

/* --- covers and witnesses ---------------------------------------------------------- */

Test(search, a_witness_is_the_least_run_to_a_cover)
{
    for (uint64_t seed = 0; seed < 40; seed++) {
        struct graph g = quiet_graph(seed, 1);
        struct graph as_failure = g;
        struct graph_answer answer;
        struct search_options options = options_for(&g);
        g.enabled = as_failure.enabled = 100;
        g.rare[GRAPH_COVER] = 97;
        graph_search_for_cover(&g, &answer);
        options.witness = GRAPH_COVER;
        options.deadlock = DEADLOCK_OFF;
        options.threads = 1 + (unsigned)(seed % 2);
        struct search_result *result = run(&g, options);
        cr_assert_eq(result->witness_found, answer.count == 1);
        if (answer.count) {
            cr_assert_eq(result->violations[0].kind, MODEL_COVER);
            same_trace(&answer, 0, &result->violations[0], "witness");
            cr_assert_neq(result->verdict, VERDICT_VIOLATED, "a witness is no violation");
        }
        search_result_free(result);
    }
}

Test(search, a_local_witness_ends_in_the_firing_that_meets_it)
{
    struct graph g = quiet_graph(3, 1);
    struct search_options options = options_for(&g);
    g.enabled = 100;
    g.rare[GRAPH_LOCAL_COVER] = 50;
    options.witness = GRAPH_LOCAL_COVER;
    struct search_result *result = run(&g, options);
    cr_assert(result->witness_found);
    const struct violation *found = &result->violations[0];
    cr_assert_eq(found->trace.count, found->depth + 1);
    cr_assert_not(found->in_firing, "the firing has a target");
    cr_assert_not_null(found->trace.steps[found->depth].leaves);
    search_result_free(result);
}

Test(search, an_unmet_cover_is_a_violation_only_of_a_complete_search)
{
    struct graph g = quiet_graph(2, 1);
    struct search_options options = options_for(&g);
    g.enabled = 100;
    options.unmet_cover_is_violation = true;
    struct search_result *result = run(&g, options);
    cr_assert_eq(result->verdict, VERDICT_VIOLATED);
    cr_assert_eq(result->violation_count, 1);
    cr_assert_eq(result->violations[0].kind, MODEL_COVER);
    cr_assert_eq(result->violations[0].trace.count, 0);
    cr_assert_eq(result->properties[GRAPH_COVER].verdict, VERDICT_VIOLATED);
    search_result_free(result);
    options.max_depth = 2;
    result = run(&g, options);
    cr_assert_eq(result->verdict, VERDICT_INCOMPLETE);
    cr_assert_eq(result->reason, REASON_DEPTH);
    cr_assert_eq(result->properties[GRAPH_COVER].verdict, VERDICT_INCOMPLETE);
    search_result_free(result);
}

struct seen_covers {
    uint64_t count, last;
    bool twice;
    unsigned char *nodes;
};

static void see_cover(void *data, uint32_t property, const uint64_t *packed, unsigned depth)
{
    struct seen_covers *seen = data;
    cr_assert_eq(property, GRAPH_COVER);
    (void)depth;
    seen->count++;
    seen->twice |= seen->nodes[graph_decode(packed)];
    seen->nodes[graph_decode(packed)] = 1;
}

Test(search, every_state_that_meets_a_watched_cover_is_reported_once)
{
    struct graph g = {.seed = 5, .words = 1, .nodes = 500, .rules = 3, .starts = 2, .enabled = 100};
    unsigned char watch[GRAPH_PROPERTIES] = {0};
    watch[GRAPH_COVER] = 1;
    g.rare[GRAPH_COVER] = 7;
    for (unsigned threads = 1; threads <= 4; threads += 3) {
        struct search_options options = options_for(&g);
        struct seen_covers seen = {.nodes = calloc(g.nodes, 1)};
        uint64_t expected = 0;
        options.watch_cover = watch;
        options.covered = see_cover;
        options.covered_data = &seen;
        options.threads = threads;
        struct search_result *result = run(&g, options);
        cr_assert_eq(result->verdict, VERDICT_HOLDS);
        for (uint64_t n = 0; n < g.nodes; n++)
            expected += graph_reached(&g, n) && graph_meets_cover(&g, n);
        cr_assert_eq(seen.count, expected, "%lu, not %lu", (unsigned long)seen.count, (unsigned long)expected);
        cr_assert_not(seen.twice);
        search_result_free(result);
        free(seen.nodes);
    }
}

/* --- the other orders ---------------------------------------------------------------- */

/* Each step of a trace is a firing of the graph, the last one fails or ends in what fails. */
static void real_trace(const struct graph *g, const struct violation *violation)
{
    uint64_t node = 0;
    cr_assert_eq(violation->trace.count, violation->depth + 1);
    for (unsigned i = 0; i < violation->trace.count; i++) {
        const struct trace_step *step = &violation->trace.steps[i];
        uint64_t next = i == 0 ? graph_start(g, step->instance) : graph_target(g, node, step->instance);
        if (!step->leaves) {
            cr_assert(violation->in_firing && i == violation->depth);
            cr_assert(graph_fails(g, GRAPH_ASSERT, node, step->instance));
            return;
        }
        cr_assert_eq((uint64_t)step->leaves[0], next);
        node = next;
    }
    if (violation->property == GRAPH_INVARIANT)
        cr_assert(graph_fails(g, GRAPH_INVARIANT, node, violation->property_instance));
}

Test(search, depth_first_and_compact_agree)
{
    for (uint64_t seed = 0; seed < 60; seed++) {
        struct graph g = random_graph(seed, 1 + (unsigned)(seed % 3));
        struct graph_answer answer;
        struct search_options options = options_for(&g);
        graph_search(&g, 1, &answer);

        options.order = SEARCH_DFS;
        struct search_result *result = run(&g, options);
        cr_assert_eq(result->verdict, answer.count ? VERDICT_VIOLATED : VERDICT_HOLDS);
        if (answer.count)
            real_trace(&g, &result->violations[0]);
        else
            cr_assert_eq(result->states, answer.states);
        search_result_free(result);

        for (unsigned lossy = 0; lossy < 2; lossy++) {
            options.order = SEARCH_BFS;
            options.store = lossy ? STORE_BITSTATE : STORE_COMPACT;
            options.array_bytes = 4 << 20;
            options.threads = 1 + (unsigned)(seed % 3);
            result = run(&g, options);
            cr_assert_eq(result->states, answer.states);
            cr_assert_eq(result->verdict, answer.count ? VERDICT_VIOLATED : VERDICT_INCOMPLETE);
            cr_assert_eq(result->reason, REASON_LOSSY);
            cr_assert(result->omissions.probability > 0 && result->omissions.probability < 1e-5);
            if (answer.count) {
                cr_assert_eq(result->violations[0].depth, answer.found[0].depth);
                real_trace(&g, &result->violations[0]);
            }
            search_result_free(result);
        }
    }
}

/* With an array of one line, states are missed; what is found is real, and on
 * one thread the second search finds it again. */
Test(search, bitstate_searches_again_for_its_traces)
{
    unsigned missed = 0, traces = 0, none = 0;
    for (uint64_t seed = 0; seed < 200; seed++) {
        struct graph g = random_graph(seed, 1 + (unsigned)(seed % 3));
        struct graph_answer answer;
        struct search_options options = options_for(&g);
        graph_search(&g, 3, &answer);
        options.store = STORE_BITSTATE;
        options.array_bytes = 64;
        options.hashes = 1 + (unsigned)(seed % 3);
        options.max_errors = 3;
        options.seed = seed;
        options.threads = 1 + (unsigned)(seed % 2);
        struct search_result *result = run(&g, options);
        cr_assert(answer.count || result->states <= answer.states); /* a violation that is missed does not end it */
        missed += result->states < answer.states;
        cr_assert_neq(result->verdict, VERDICT_HOLDS);
        cr_assert(answer.count || result->violation_count == 0);
        for (unsigned i = 0; i < result->violation_count; i++) {
            const struct violation *violation = &result->violations[i];
            cr_assert(violation->trace.count || (violation->no_trace && options.threads > 1));
            if (violation->trace.count)
                real_trace(&g, violation);
            traces += violation->trace.count > 0;
            none += violation->no_trace != NULL;
        }
        search_result_free(result);
    }
    cr_assert(missed > 20 && traces > 50, "%u missed, %u traces, %u none", missed, traces, none);
}

static void interrupt_now(void *data)
{
    atomic_bool *interrupt = data;
    atomic_store_explicit(interrupt, true, memory_order_relaxed);
}

static void interrupt_at_edge(void *data, const uint64_t *from, uint64_t instance, const uint64_t *to)
{
    (void)instance, (void)to;
    if (from) /* no start state */
        interrupt_now(data);
}

/* Interrupted when it has found what fails, while it seeks the run to it, a
 * search says why there is no trace. */
Test(search, bitstate_says_why_there_is_no_trace)
{
    unsigned found = 0;
    for (uint64_t seed = 0; seed < 300; seed++) {
        struct graph g = random_graph(seed, 1);
        struct graph_answer answer;
        struct search_options options = options_for(&g);
        atomic_bool interrupt = false;
        graph_search(&g, 1, &answer);
        if (answer.count == 0 || answer.found[0].depth > 1)
            continue;
        options.store = STORE_BITSTATE;
        options.array_bytes = 1 << 16;
        options.interrupt = &interrupt;
        options.explored = interrupt_now;
        options.explored_data = &interrupt;
        struct search_result *result = run(&g, options);
        if (result->violation_count && interrupt) {
            found++;
            cr_assert_eq(result->verdict, VERDICT_VIOLATED);
            cr_assert_eq(result->violations[0].trace.count, 0);
            cr_assert(result->violations[0].no_trace && strstr(result->violations[0].no_trace, "interrupted"));
        }
        search_result_free(result);
    }
    cr_assert(found > 0);
}

/* The same of the exact store, of walks, and of a depth-first search; and one
 * that is interrupted before has a moment left for the run. */
Test(search, a_trace_is_given_up_when_interrupted)
{
    unsigned given_up = 0, found = 0;
    for (uint64_t seed = 0; seed < 200; seed++) {
        struct graph g = random_graph(seed, 1);
        struct graph_answer answer;
        graph_search(&g, 1, &answer);
        if (answer.count == 0)
            continue;
        for (enum search_order order = SEARCH_BFS; order <= SEARCH_RANDOM; order++) {
            struct search_options options = options_for(&g);
            atomic_bool interrupt = false;
            options.order = order;
            options.interrupt = &interrupt;
            options.explored = interrupt_now;
            options.explored_data = &interrupt;
            struct search_result *result = run(&g, options);
            for (unsigned i = 0; i < result->violation_count && order != SEARCH_RANDOM; i++) {
                cr_assert((result->violations[i].trace.count == 0) == (result->violations[i].no_trace != NULL));
                given_up += result->violations[i].trace.count == 0;
            }
            search_result_free(result);
        }
        struct search_options options = options_for(&g);
        atomic_bool interrupt = false;
        options.interrupt = &interrupt;
        options.edge = interrupt_at_edge;
        options.edge_data = &interrupt;
        struct search_result *result = run(&g, options);
        cr_assert(!interrupt || result->verdict != VERDICT_HOLDS);
        for (unsigned i = 0; i < result->violation_count; i++)
            found += result->violations[i].trace.count > 0;
        search_result_free(result);
    }
    cr_assert(given_up > 0 && found > 0, "%u given up, %u found", given_up, found);
}

Test(search, random_walks_are_a_function_of_the_seed)
{
    unsigned violated = 0;
    for (uint64_t seed = 0; seed < 40; seed++) {
        struct graph g = random_graph(seed, 1);
        struct search_options options = options_for(&g);
        struct search_result *results[3];
        options.order = SEARCH_RANDOM;
        options.walks = 300;
        options.seed = seed;
        options.max_depth = 60;
        for (unsigned i = 0; i < 3; i++) {
            options.threads = i == 2 ? 4 : 1;
            options.max_errors = 1 + (unsigned)(seed % 2);
            results[i] = run(&g, options);
        }
        for (unsigned i = 1; i < 3; i++) {
            cr_assert_eq(results[i]->states, results[0]->states);
            cr_assert_eq(results[i]->rules_fired, results[0]->rules_fired);
            cr_assert_eq(results[i]->violation_count, results[0]->violation_count);
            for (unsigned v = 0; v < results[0]->violation_count; v++) {
                cr_assert_eq(results[i]->violations[v].property, results[0]->violations[v].property);
                cr_assert_eq(results[i]->violations[v].trace.count, results[0]->violations[v].trace.count);
                real_trace(&g, &results[i]->violations[v]);
            }
        }
        cr_assert_eq(results[0]->reason, REASON_SAMPLED);
        cr_assert_eq(results[0]->verdict, results[0]->violation_count ? VERDICT_VIOLATED : VERDICT_INCOMPLETE);
        violated += results[0]->violation_count > 0;
        for (unsigned i = 0; i < 3; i++)
            search_result_free(results[i]);
    }
    cr_assert(violated > 10);
}

/* --- limits, and the rest --------------------------------------------------------------- */

Test(search, a_depth_bound_finds_all_up_to_it_and_knows_when_it_was_none)
{
    struct graph g = random_graph(14, 1);
    struct search_options options = options_for(&g);
    struct graph_answer answer;
    graph_search(&g, 1, &answer);
    cr_assert_eq(answer.count, 0);
    options.max_depth = answer.depth;
    struct search_result *result = run(&g, options);
    cr_assert_eq(result->verdict, VERDICT_HOLDS, "the bound was just enough");
    cr_assert_eq(result->states, answer.states);
    search_result_free(result);
    options.max_depth = answer.depth - 1;
    result = run(&g, options);
    cr_assert_eq(result->verdict, VERDICT_INCOMPLETE);
    cr_assert_eq(result->reason, REASON_DEPTH);
    cr_assert_eq(result->depth, answer.depth - 1);
    search_result_free(result);

    g = random_graph(2, 1);
    graph_search(&g, 1, &answer);
    cr_assert(answer.count == 1 && answer.found[0].depth > 1);
    options.max_depth = answer.found[0].depth;
    result = run(&g, options);
    cr_assert_eq(result->verdict, VERDICT_VIOLATED);
    same_trace(&answer, 0, &result->violations[0], "at the bound");
    search_result_free(result);
    options.max_depth = answer.found[0].depth - 1;
    result = run(&g, options);
    cr_assert_eq(result->verdict, VERDICT_INCOMPLETE);
    search_result_free(result);
}

Test(search, a_firing_beyond_the_depth_bound_is_not_in_question)
{
    struct graph g = {.seed = 1, .words = 1, .nodes = 4000, .rules = 3, .starts = 1, .span = 40, .enabled = 100};
    struct search_options options = options_for(&g);
    struct graph_answer answer;
    g.rare[GRAPH_ASSERT] = 900;
    graph_search(&g, 1, &answer);
    cr_assert(answer.count == 1 && answer.found[0].depth > 1);
    options.max_depth = answer.found[0].depth - 1;
    struct search_result *result = run(&g, options);
    cr_assert_eq(result->verdict, VERDICT_INCOMPLETE);
    cr_assert_eq(result->reason, REASON_DEPTH);
    cr_assert_eq(result->properties[GRAPH_ASSERT].verdict, VERDICT_INCOMPLETE);
    cr_assert_eq(result->violation_count, 0);
    search_result_free(result);
    options.max_depth++;
    result = run(&g, options);
    cr_assert_eq(result->verdict, VERDICT_VIOLATED);
    same_trace(&answer, 0, &result->violations[0], "at the bound");
    search_result_free(result);
}

Test(search, a_limit_on_states_is_never_passed_and_counts_the_same)
{
    struct graph g = {.seed = 9, .words = 1, .nodes = 100000, .rules = 3, .starts = 1, .enabled = 100};
    uint64_t states = 0;
    for (unsigned threads = 1; threads <= 8; threads *= 2) {
        struct search_options options = options_for(&g);
        options.threads = threads;
        options.max_states = 20000;
        struct search_result *result = run(&g, options);
        cr_assert_eq(result->verdict, VERDICT_INCOMPLETE);
        cr_assert_eq(result->reason, REASON_STATES);
        cr_assert(result->states <= 20000 && result->states > 1000);
        cr_assert(threads == 1 || states == result->states);
        states = result->states;
        search_result_free(result);
    }
}

Test(search, time_and_interruption_stop_in_order)
{
    struct graph g = {.seed = 9, .words = 1, .nodes = 200000, .rules = 3, .starts = 1, .enabled = 100};
    struct search_options options = options_for(&g);
    atomic_bool interrupt = true;
    options.threads = 2;
    options.max_seconds = 1e-9;
    struct search_result *result = run(&g, options);
    cr_assert_eq(result->verdict, VERDICT_INCOMPLETE);
    cr_assert_eq(result->reason, REASON_TIME);
    search_result_free(result);
    options.max_seconds = 0;
    options.interrupt = &interrupt;
    result = run(&g, options);
    cr_assert_eq(result->verdict, VERDICT_INCOMPLETE);
    cr_assert_eq(result->reason, REASON_INTERRUPTED);
    search_result_free(result);
}

Test(search, memory_stops_in_order)
{
    struct graph g = {.seed = 9, .words = 40, .nodes = 300000, .rules = 3, .starts = 1, .enabled = 100};
    struct search_options options = options_for(&g);
    options.threads = 2;
    options.memory = 3 << 20;
    struct search_result *result = run(&g, options);
    cr_assert_eq(result->verdict, VERDICT_INCOMPLETE);
    cr_assert_eq(result->reason, REASON_MEMORY);
    search_result_free(result);
}

Test(search, statistics_add_up)
{
    struct graph g = random_graph(14, 2);
    for (unsigned threads = 1; threads <= 4; threads += 3) {
        struct search_options options = options_for(&g);
        uint64_t fired = 0, added = 0, states = 0;
        options.stats = true;
        options.threads = threads;
        struct search_result *result = run(&g, options);
        for (unsigned r = 0; r < g.rules; r++) {
            fired += result->rules[r].fired;
            added += result->rules[r].new_states;
            cr_assert_eq(result->rules[r].tested, result->states);
        }
        for (unsigned i = 0; i < result->level_count; i++)
            states += result->level_states[i];
        cr_assert_eq(fired, result->rules_fired);
        cr_assert_eq(states, result->states);
        cr_assert_eq(added + result->level_states[0], result->states);
        search_result_free(result);
    }
}

static void count_edge(void *data, const uint64_t *from, uint64_t instance, const uint64_t *to)
{
    uint64_t *counts = data;
    (void)instance, (void)to;
    counts[from != NULL]++;
}

Test(search, every_edge_is_shown)
{
    struct graph g = random_graph(14, 1);
    struct search_options options = options_for(&g);
    uint64_t counts[2] = {0, 0};
    options.edge = count_edge;
    options.edge_data = counts;
    options.threads = 8;
    struct search_result *result = run(&g, options);
    cr_assert_eq(counts[0], g.starts);
    cr_assert_eq(counts[1], result->rules_fired);
    search_result_free(result);
}
