/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * suite_races.c - each test's races are decided when they are first asked for,
 * and kept; what was found in part, since the suite was stopped, is no answer.
 */
#include "suite_races.h"

#include <string.h>

#include "../base/machine.h"
#include "kept_models.h"
#include "suite_stop.h"

enum {
    CANDIDATES_MOST = 200000,
    WIDENED = RACE_MODELS, /* where a test keeps what drf-relaxed says of it */
};

const char *obligation_name(enum obligation obligation)
{
    static const char *const names[] = {"outside", "racy", "no race found", "race-free", "undecided"};
    return names[obligation];
}

/* The place of a model in a test's races; -1 if it is no race model. */
static int place_of(const char *model)
{
    for (int m = 0; m < RACE_MODELS; m++)
        if (!strcmp(model, race_model_names[m]))
            return m;
    return strcmp(model, "drf-relaxed") ? -1 : (int)WIDENED;
}

bool suite_is_race_model(const char *model)
{
    return place_of(model) >= 0;
}

static const struct race_result *decide(const struct suite *suite, struct suite_test *test, int place)
{
    struct race_options options = {.rules = {.model = place == WIDENED ? RACE_HRF_INDIRECT_RELAXED : (enum race_model)place,
                                             .wide = place == WIDENED},
                                   .unroll = 1, .max_executions = CANDIDATES_MOST, .outcomes = true,
                                   .run = {.compile = suite->compile, .threads = 1, .max_states = 1000000}};
    struct text error = {0};
    if (!test->races[place])
        test->races[place] = kept_race(suite, (unsigned)(test - suite->tests), place);
    if (test->races[place] || suite_stopped(suite))
        return test->races[place];
    options.run.interrupt = suite->interrupt;
    if (suite->until > 0)
        options.run.max_seconds = options.run.compile.max_seconds = suite->until - machine_clock();
    test->races[place] = races_decide(suite->machines, test->program, &options, &error);
    text_free(&error);
    if (!suite_stopped(suite)) {
        kept_put_race(suite, (unsigned)(test - suite->tests), place, test->races[place]);
        return test->races[place];
    }
    race_result_free(test->races[place]); /* what was found in part is no answer */
    return test->races[place] = NULL;
}

/* Whether the model gives the test's orders a meaning: all atomics have the
 * strength of sc in drf, hrf-direct and hrf-indirect, and remote orders belong
 * to rsp (a machine that knows no scopes takes them for plain ones), which says of those beside
 * relaxed accesses and fences no more than what interleavings show: rsp.cat says the rest. */
static bool speaks_of(const struct litmus_test *test, int place)
{
    if (place < RACE_MODELS && !race_is_relaxed((enum race_model)place) && race_has_rlx_or_fence(test))
        return false;
    if (!race_has_remote(test) || place == RACE_DRF || place == WIDENED)
        return true;
    return place == RACE_RSP && !race_has_rlx_or_fence(test);
}

bool suite_races_are_decided(const struct suite *suite, unsigned test, const char *model)
{
    int place = place_of(model);
    return place < 0 || !speaks_of(suite->tests[test].test, place) || suite->tests[test].races[place];
}

enum obligation suite_obligation(const struct suite *suite, unsigned test, const char *model, const char **reason)
{
    int place = place_of(model);
    if (place < 0 || !speaks_of(suite->tests[test].test, place))
        return OBLIGES_NOTHING;
    const struct race_result *races = decide(suite, &suite->tests[test], place);
    if (!races)
        return suite_stopped(suite) ? OBLIGES_UNDECIDED : OBLIGES_NOTHING;
    if (reason)
        *reason = races->reason;
    return races->verdict == RACE_RACY ? OBLIGES_RACY : races->exact ? OBLIGES : OBLIGES_SOME;
}

const struct outcomes *suite_allowed(const struct suite *suite, unsigned test, const char *model)
{
    return suite->tests[test].races[place_of(model)]->outcomes;
}

/* ---- the library's record ---- */

static bool is_recorded(const struct suite *suite, const struct suite_test *test)
{
    size_t root = strlen(machines_root(suite->machines));
    return !test->origin && !strncmp(test->path, machines_root(suite->machines), root) &&
           !strncmp(test->path + root, "/litmus/", 8);
}

static void compare(struct suite *suite, const struct suite_test *test, int place)
{
    static const char *const columns[] = {"racy_DRF", "racy_HRFd", "racy_HRFi", "racy_HRFdr", "racy_HRFir", "racy_RSP"};
    const struct race_result *races = test->races[place];
    const char *recorded = races ? expected_get(suite->expected, test->test->name, columns[place]) : NULL;
    if (!recorded || !*recorded || !strcmp(recorded, "-"))
        return;
    bool racy = races->verdict == RACE_RACY;
    if (racy == !strncmp(recorded, "racy", 4))
        return;
    const char *sentence = arena_format(suite->arena, "%s is recorded as %s under %s, and was found %s", test->test->name,
                                        recorded, race_model_names[place], race_verdict_name(races->verdict));
    ARENA_PUSH(suite->arena, suite->contradictions, suite->contradiction_count, sentence);
}

void suite_compare_races(struct suite *suite)
{
    for (unsigned t = 0; t < suite->test_count; t++)
        for (int m = 0; m < RACE_MODELS && is_recorded(suite, &suite->tests[t]); m++)
            compare(suite, &suite->tests[t], m);
}
