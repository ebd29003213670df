/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Store and search under many threads, built with ThreadSanitizer and with
 * tables so small that growth and races are frequent (see tests/suites/60-stress).
 * Prints one line for each part that fails; the exit code says whether any did.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../unit/engine_graph.h"
#include "store/store.h"

static int failures;

static void expect(bool good, const char *what, uint64_t seed)
{
    if (good)
        return;
    printf("%s, seed %lu\n", what, (unsigned long)seed);
    failures++;
}

/* --- one store, all threads insert the same states ---------------------------- */

struct race {
    struct store *store;
    unsigned words;
    uint64_t count, *next;
    _Atomic uint64_t added;
};

static void insert_all(void *data, unsigned member, unsigned members)
{
    struct race *race = data;
    struct store_context *context = store_context(race->store, member);
    uint64_t states[8 * 4], numbers[8], parents[8] = {0};
    (void)members;
    while (race->next[member] < race->count) {
        uint64_t from = race->next[member], batch = race->count - from < 8 ? race->count - from : 8;
        memset(states, 0, sizeof states);
        for (uint64_t i = 0; i < batch; i++) {
            /* Neighbouring threads go the same way, so that they meet. */
            uint64_t n = (from + i) * (member / 2 * 2 + 1) % race->count;
            states[i * race->words] = n % 64;
            states[i * race->words + race->words - 1] += n / 64 * 64;
        }
        size_t done = store_insert(context, states, parents, batch, numbers);
        for (size_t i = 0; i < done; i++)
            atomic_fetch_add_explicit(&race->added, (numbers[i] & STORE_NEW) != 0, memory_order_relaxed);
        race->next[member] += done;
        if (done < batch)
            return;
    }
}

static void race_in_store(struct store_options options)
{
    unsigned words = options.words, threads = options.threads;
    uint64_t next[8] = {0};
    struct race race = {.words = words, .count = 3001, .next = next};
    struct pool *pool = pool_new(threads);
    options.bits = words * 64;
    options.frontier = true;
    race.store = store_new(&options);
    for (bool more = true; more;) {
        pool_run(pool, threads, insert_all, &race);
        more = false;
        for (unsigned t = 0; t < threads; t++)
            more |= next[t] < race.count;
        if (more && !store_grow(race.store, pool))
            expect(false, "the store does not grow", threads);
    }
    expect(atomic_load(&race.added) == race.count, "a state is new once", threads);
    expect(store_renumber(race.store, pool) == race.count, "a state has one number", threads);
    expect(store_sound(race.store), "the store is sound", threads);
    store_free(race.store);
    pool_free(pool);
}

/* Threads that go the same way meet on the same states: each is new to one of
 * them at least, and known in the end. */
static void race_in_bits(unsigned threads)
{
    uint64_t next[8] = {0}, state[1], known = 0;
    struct race race = {.words = 1, .count = 3001, .next = next};
    struct pool *pool = pool_new(threads);
    race.store = store_new(&(struct store_options){.kind = STORE_BITSTATE, .words = 1, .bits = 64, .threads = threads,
                                                   .frontier = true, .array_bytes = 8 << 20});
    pool_run(pool, threads, insert_all, &race);
    expect(atomic_load(&race.added) >= race.count, "no state is lost among the bits", threads);
    expect(store_renumber(race.store, NULL) == atomic_load(&race.added), "each has a number", threads);
    expect(store_sound(race.store), "the bits are those that were counted", threads);
    for (uint64_t n = 0; n < race.count; n++) {
        state[0] = n % 64 + n / 64 * 64;
        known += store_find(store_context(race.store, 0), state) == STORE_VISITED;
    }
    expect(known == race.count, "every state is known afterwards", threads);
    store_free(race.store);
    pool_free(pool);
}

/* --- whole searches ------------------------------------------------------------ */

static bool same(const struct search_result *result, const struct graph_answer *answer)
{
    if (result->states != answer->states || result->rules_fired != answer->fired || result->violation_count != answer->count)
        return false;
    for (unsigned i = 0; i < answer->count; i++) {
        const struct trace *trace = &result->violations[i].trace;
        if (trace->count != answer->found[i].length)
            return false;
        for (unsigned s = 0; s < trace->count; s++)
            if (trace->steps[s].instance != answer->found[i].steps[s])
                return false;
    }
    return true;
}

static void search_once(uint64_t seed)
{
    struct graph g = {.seed = seed, .words = 1 + (unsigned)(seed % 3), .nodes = 300 + seed * 53 % 900, .rules = 3,
                      .starts = 2, .span = seed % 2 ? 30 : 0, .enabled = 95};
    struct model_external_binding binding;
    struct search_options options = graph_options(&g, &binding);
    struct graph_answer answer;
    unsigned errors = 1 + (unsigned)(seed % 3);
    g.rare[GRAPH_INVARIANT] = seed % 3 ? 200 : 0;
    g.rare[GRAPH_ASSERT] = seed % 5 ? 300 : 0;
    g.rare[GRAPH_COVER] = 100;
    graph_search(&g, errors, &answer);
    options.max_errors = errors;
    options.threads = 2 + (unsigned)(seed % 7);
    struct search_result *result = search_run(graph_model(&g), &options);
    expect(same(result, &answer), "a search on many threads gives what one gives", seed);
    search_result_free(result);

    for (unsigned i = 0; i < 3; i++) {
        options.store = i < 2 ? STORE_COMPACT : STORE_FLAT;
        options.trace = i < 1;
        result = search_run(graph_model(&g), &options);
        expect(result->states == answer.states && result->rules_fired == answer.fired,
               "a compact store and one without traces count the same", seed);
        search_result_free(result);
    }
    options.store = STORE_BITSTATE;
    options.array_bytes = 1 << 20;
    options.trace = true;
    result = search_run(graph_model(&g), &options);
    /* A state that is new to two threads is visited twice. */
    expect(result->states >= answer.states && result->states < answer.states + answer.states / 4 + 10,
           "bits count the same, or nearly", seed);
    for (unsigned i = 0; i < result->violation_count; i++)
        expect(result->violations[i].trace.count > 0, "a violation has a trace", seed);
    search_result_free(result);
}

/* On one thread by vectors, which become flat on the way. */
static void liveness_once(uint64_t seed)
{
    struct graph g = {.seed = seed, .words = 2, .nodes = 500, .rules = 2, .starts = 2, .enabled = 80};
    struct model_external_binding binding;
    struct search_options options = graph_options(&g, &binding);
    struct search_result *results[3];
    g.rare[GRAPH_LIVENESS] = seed % 3 ? 40 : 4;
    options.enabled = NULL;
    options.deadlock = DEADLOCK_OFF;
    for (unsigned i = 0; i < 3; i++) {
        options.threads = i == 1 ? 6 : 1;
        options.store = i == 2 ? STORE_VECTORS : STORE_FLAT;
        results[i] = search_run(graph_model(&g), &options);
    }
    for (unsigned i = 1; i < 3; i++)
        expect(results[0]->verdict == results[i]->verdict && results[0]->violation_count == results[i]->violation_count &&
                   results[0]->states == results[i]->states,
               "liveness on many threads, and by vectors, gives what one gives", seed);
    for (unsigned i = 0; i < 3; i++)
        search_result_free(results[i]);
}

static void walk_once(uint64_t seed)
{
    struct graph g = {.seed = seed, .words = 2, .nodes = 2000, .rules = 3, .starts = 2, .enabled = 95};
    struct model_external_binding binding;
    struct search_options options = graph_options(&g, &binding);
    uint64_t states[2];
    g.rare[GRAPH_INVARIANT] = 500;
    options.order = SEARCH_RANDOM;
    options.walks = 60;
    options.max_depth = 40;
    for (unsigned i = 0; i < 2; i++) {
        options.threads = i ? 4 : 1;
        struct search_result *result = search_run(graph_model(&g), &options);
        states[i] = result->states;
        search_result_free(result);
    }
    expect(states[0] == states[1], "walks on many threads are those of one", seed);
}

/* --- many small searches side by side --------------------------------------------- */

struct aside {
    pthread_t thread;
    struct graph g;
    const struct model *model;
    unsigned wrong;
};

static void *search_some(void *data)
{
    struct aside *aside = data;
    for (unsigned i = 0; i < 20; i++, aside->g.seed += 1000) {
        struct model_external_binding binding;
        struct search_options options = graph_options(&aside->g, &binding);
        struct graph_answer answer;
        graph_search(&aside->g, 1, &answer);
        struct search_result *result = search_run(aside->model, &options);
        aside->wrong += !same(result, &answer);
        search_result_free(result);
    }
    return NULL;
}

static void search_side_by_side(void)
{
    struct aside aside[4];
    for (unsigned i = 0; i < 4; i++) {
        aside[i] = (struct aside){.g = {.seed = i, .words = 2, .nodes = 120, .rules = 3, .starts = 1, .enabled = 97}};
        aside[i].model = graph_model(&aside[i].g);
    }
    for (unsigned i = 0; i < 4; i++)
        pthread_create(&aside[i].thread, NULL, search_some, &aside[i]);
    for (unsigned i = 0; i < 4; i++) {
        pthread_join(aside[i].thread, NULL);
        expect(aside[i].wrong == 0, "searches side by side do not meet", i);
    }
}

static struct store_options with(struct store_options options, enum store_kind kind, unsigned words)
{
    options.kind = kind;
    options.words = words;
    return options;
}

/* One argument: which part of it all is done, 1 / N. */
int main(int argc, char **argv)
{
    unsigned part = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 1;
    for (unsigned round = 0; round < 60 / part; round++) {
        unsigned threads = 2 + round % 3 * 3;
        bool frontier_only = round / 3 % 2;
        struct store_options options = {.threads = threads, .parents = !frontier_only, .frontier_only = frontier_only};
        race_in_store(with(options, STORE_FLAT, 1));
        race_in_store(with(options, STORE_FLAT, 4));
        race_in_store(with(options, STORE_COMPACT, 2));
        /* Less memory than the keys and their index would take, by a third. */
        race_in_store(with((struct store_options){.threads = threads, .memory = 24000, .spill = "/tmp"}, STORE_FLAT, 1));
        race_in_store(with((struct store_options){.threads = threads, .memory = 30000, .spill = "/tmp"}, STORE_FLAT, 4));
        race_in_bits(threads);
    }
    for (uint64_t seed = 0; seed < 40 / part; seed++)
        search_once(seed);
    for (uint64_t seed = 0; seed < 10 / part; seed++) {
        liveness_once(seed);
        walk_once(seed);
    }
    search_side_by_side();
    return failures ? 1 : 0;
}
