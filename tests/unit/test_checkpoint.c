/* SPDX-License-Identifier: BSD-2-Clause */
/* A search that was stopped, or killed, and went on gives what one run gives. */
#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/search.h"
#include "engine_graph.h"

static struct search_result *run(const struct graph *g, struct search_options options)
{
    struct model_binding binding = {NULL, (void *)(uintptr_t)g, 0};
    options.bindings = &binding;
    return search_run(graph_model(g), &options);
}

static void temporary(char *path)
{
    strcpy(path, "/tmp/murrelet-checkpoint.XXXXXX");
    close(mkstemp(path));
    unlink(path);
}

static struct graph long_graph(uint64_t seed, unsigned words)
{
    struct graph g = {.seed = seed, .words = words, .nodes = 12000, .rules = 3, .starts = 2, .span = 400, .enabled = 100};
    g.rare[GRAPH_COVER] = 100;
    g.rare[GRAPH_LOCAL_COVER] = 100;
    return g;
}

static void same(const struct search_result *a, const struct search_result *b, bool stats)
{
    cr_assert_eq(a->verdict, b->verdict);
    cr_assert_eq(a->states, b->states, "%lu and %lu states", (unsigned long)a->states, (unsigned long)b->states);
    cr_assert_eq(a->rules_fired, b->rules_fired);
    cr_assert_eq(a->depth, b->depth);
    cr_assert_eq(a->level_count, b->level_count);
    cr_assert_arr_eq(a->level_states, b->level_states, a->level_count * sizeof *a->level_states);
    for (unsigned p = 0; p < GRAPH_PROPERTIES; p++)
        cr_assert_eq(a->properties[p].met, b->properties[p].met);
    for (unsigned r = 0; stats && r < 3; r++)
        cr_assert(a->rules[r].fired == b->rules[r].fired && a->rules[r].tested == b->rules[r].tested);
    cr_assert_eq(a->violation_count, b->violation_count);
    for (unsigned i = 0; i < a->violation_count; i++) {
        cr_assert_eq(a->violations[i].trace.count, b->violations[i].trace.count);
        for (unsigned s = 0; s < a->violations[i].trace.count; s++)
            cr_assert_eq(a->violations[i].trace.steps[s].instance, b->violations[i].trace.steps[s].instance);
    }
}

Test(checkpoint, a_search_that_was_stopped_goes_on)
{
    char path[64];
    temporary(path);
    for (uint64_t seed = 0; seed < 9; seed++) {
        struct graph g = long_graph(seed, 1 + (unsigned)(seed % 3));
        struct model_binding binding;
        struct search_options options = graph_options(&g, &binding);
        g.rare[GRAPH_INVARIANT] = seed % 2 ? 15000 : 0;
        options.stats = true;
        options.threads = 1 + (unsigned)(seed % 2);
        struct search_result *whole = run(&g, options);

        options.checkpoint = path;
        options.max_states = 3000;
        search_result_free(run(&g, options));
        options.resume = path;
        options.max_states = 6000;
        options.threads = 3; /* not the number that it was stopped with */
        search_result_free(run(&g, options));
        options.max_states = 0;
        options.threads = 1 + (unsigned)(seed % 3);
        struct search_result *parts = run(&g, options);
        cr_assert_null(parts->trouble, "%s", parts->trouble);
        same(whole, parts, true);
        search_result_free(whole);
        search_result_free(parts);
    }
    unlink(path);
}

Test(checkpoint, another_question_is_refused)
{
    char path[64];
    struct graph g = long_graph(1, 2);
    struct model_binding binding;
    struct search_options options = graph_options(&g, &binding);
    temporary(path);
    options.checkpoint = path;
    options.max_states = 3000;
    options.identity = "one model";
    search_result_free(run(&g, options));
    options.resume = path;
    options.identity = "another";
    struct search_result *result = run(&g, options);
    cr_assert_not_null(result->trouble);
    cr_assert_eq(result->verdict, VERDICT_INCOMPLETE);
    search_result_free(result);
    options.identity = "one model";
    cr_assert_eq(truncate(path, 1000), 0);
    result = run(&g, options);
    cr_assert_not_null(result->trouble);
    cr_assert_eq(result->verdict, VERDICT_INCOMPLETE);
    search_result_free(result);
    unlink(path);
}

/* What a killed child sends when it comes to its end. */
struct outcome {
    uint64_t states, fired, depth, length, sum;
};

static struct outcome outcome_of(const struct search_result *result)
{
    struct outcome outcome = {.states = result->states, .fired = result->rules_fired, .depth = result->depth};
    for (unsigned i = 0; i < result->violation_count; i++)
        for (unsigned s = 0; s < result->violations[i].trace.count; s++, outcome.length++)
            outcome.sum = outcome.sum * 31 + result->violations[i].trace.steps[s].instance;
    return outcome;
}

static void search_in_child(const struct graph *g, struct search_options options, const char *path, int to)
{
    options.checkpoint = path;
    if (access(path, R_OK) == 0)
        options.resume = path;
    struct search_result *result = run(g, options);
    struct outcome outcome = outcome_of(result);
    if (result->trouble || write(to, &outcome, sizeof outcome) != sizeof outcome)
        _exit(1);
    _exit(0);
}

/* Start children until one comes to its end; kill the others.  Returns the kills. */
static unsigned search_with_kills(const struct graph *g, struct search_options options, unsigned *seed,
                                  struct outcome *outcome)
{
    char path[64];
    unsigned kills = 0;
    temporary(path);
    for (;;) {
        int ends[2], status;
        cr_assert_eq(pipe(ends), 0);
        pid_t child = fork();
        if (child == 0)
            search_in_child(g, options, path, ends[1]);
        close(ends[1]);
        usleep((unsigned)(rand_r(seed) % 25000));
        kill(child, SIGKILL);
        waitpid(child, &status, 0);
        bool ended = read(ends[0], outcome, sizeof *outcome) == sizeof *outcome;
        close(ends[0]);
        if (ended)
            break;
        cr_assert(WIFSIGNALED(status), "it can go on from what the last one left");
        kills++;
    }
    unlink(path);
    return kills;
}

Test(checkpoint, a_search_killed_at_any_moment_goes_on, .timeout = 300)
{
    unsigned kills = 0, seed = 7, rounds = 0;
    for (; kills < 50 && rounds < 200; rounds++) {
        struct graph g = long_graph(rounds, 1 + rounds % 2);
        struct model_binding binding;
        struct search_options options = graph_options(&g, &binding);
        struct outcome killed;
        g.rare[GRAPH_INVARIANT] = rounds % 3 ? 25000 : 0;
        options.threads = 1 + rounds % 2;
        struct search_result *whole = run(&g, options);
        struct outcome expected = outcome_of(whole);
        search_result_free(whole);
        kills += search_with_kills(&g, options, &seed, &killed);
        cr_assert_eq(memcmp(&killed, &expected, sizeof killed), 0, "round %u: %lu states, not %lu", rounds,
                     (unsigned long)killed.states, (unsigned long)expected.states);
    }
    cr_assert(kills >= 50, "%u kills in %u rounds", kills, rounds);
}
