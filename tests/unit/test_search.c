/* SPDX-License-Identifier: BSD-2-Clause */
/* Searches of random graphs, against the plainest search of the same. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/search.h"
#include "engine_graph.h"

static struct search_result *run(const struct graph *g, struct search_options options)
{
    struct model_binding binding = {NULL, (void *)(uintptr_t)g};
    options.bindings = &binding;
    return search_run(graph_model(g), &options);
}

static struct search_options options_for(const struct graph *g)
{
    struct model_binding binding;
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
    unsigned char enabled[GRAPH_PROPERTIES];
    memset(enabled, 1, sizeof enabled);
    enabled[GRAPH_LIVENESS] = 0; /* has tests of its own */
    options.enabled = enabled;
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
        struct graph g = {.seed = seed, .words = (unsigned)seed, .nodes = 150000, .rules = 4, .starts = 2, .enabled = 90};
        g.rare[GRAPH_INVARIANT] = seed == 1 ? 0 : 20000;
        same_everywhere(&g);
    }
}
