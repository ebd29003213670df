/* SPDX-License-Identifier: BSD-2-Clause */
#include "report/litmus_log.h"
#include "litmus_text.h"

TestSuite(litmus_log, .timeout = 20);

static struct litmus_value n(int64_t number)
{
    return (struct litmus_value){number, -1};
}

static const char mp[] = "LISA MP\n{ x=0; y=0; }\n P0 | P1 ;\n w[na] x 1 | r[na] r10 y ;\n w[na] y 1 | r[na] r2 x ;\nscopes: (wg 0 1)\n";

static struct litmus_text with(const char *condition)
{
    struct arena *arena = arena_new();
    struct litmus_text t = litmus_accepts(arena_format(arena, "%s%s\n", mp, condition));
    arena_free(arena);
    return t;
}

/* ---- verdicts ---- */

Test(litmus_log, verdicts)
{
    static const struct {
        enum litmus_quantifier quantifier;
        struct litmus_tally tally;
        enum litmus_verdict verdict;
        enum litmus_observation observation;
    } cases[] = {
        {LITMUS_EXISTS, {1, 2, true}, LITMUS_OK, LITMUS_SOMETIMES},
        {LITMUS_EXISTS, {0, 2, true}, LITMUS_NO, LITMUS_NEVER},
        {LITMUS_EXISTS, {0, 2, false}, LITMUS_INCOMPLETE, LITMUS_NEVER},
        {LITMUS_EXISTS, {1, 0, false}, LITMUS_OK, LITMUS_ALWAYS},
        {LITMUS_NOT_EXISTS, {0, 2, true}, LITMUS_OK, LITMUS_NEVER},
        {LITMUS_NOT_EXISTS, {1, 2, false}, LITMUS_NO, LITMUS_SOMETIMES},
        {LITMUS_NOT_EXISTS, {0, 2, false}, LITMUS_INCOMPLETE, LITMUS_NEVER},
        {LITMUS_FORALL, {3, 0, true}, LITMUS_OK, LITMUS_ALWAYS},
        {LITMUS_FORALL, {3, 1, false}, LITMUS_NO, LITMUS_SOMETIMES},
        {LITMUS_FORALL, {3, 0, false}, LITMUS_INCOMPLETE, LITMUS_ALWAYS},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        cr_expect_eq(litmus_verdict(cases[i].quantifier, cases[i].tally), cases[i].verdict, "case %u", i);
        cr_expect_eq(litmus_observation(cases[i].tally), cases[i].observation, "case %u", i);
    }
}

Test(litmus_log, conditions_hold)
{
    struct litmus_text t = with("exists ((1:r2=0 => x=1) /\\ not (1:r10=0 \\/ y!=x) /\\ 1:r10=y)");
    /* watches: 1:r2, 1:r10, x, y */
    struct litmus_value good[] = {n(0), n(2), n(1), {0, 0}}, bad[] = {n(0), n(2), n(0), {0, 0}}, address[] = {n(1), {0, 1}, n(1), n(5)};
    cr_expect_not(litmus_holds(t.test->condition, good), "1:r10 is 2, not y's address");
    good[1] = (struct litmus_value){0, 1};
    cr_expect(litmus_holds(t.test->condition, good));
    cr_expect_not(litmus_holds(t.test->condition, bad));
    cr_expect_not(litmus_holds(t.test->condition, address), "y is not x's address");
    litmus_free(&t);
}

/* ---- the log ---- */

Test(litmus_log, writes_the_log_of_herd7)
{
    struct litmus_text t = with("locations [x;]\n~exists (1:r10=1 /\\ 1:r2=0)");
    struct outcomes *outcomes = outcomes_new(t.test);
    struct litmus_value a[] = {n(1), n(1), n(1)}, b[] = {n(0), n(1), n(1)}, c[] = {n(0), n(0), n(1)};
    struct text log = {0};
    static const char *const flags[] = {"race-HRFi"};
    outcomes_add(outcomes, a, 2);
    outcomes_add(outcomes, b, 1);
    outcomes_add(outcomes, c, 1);
    outcomes_add(outcomes, a, 1);
    struct litmus_report report = {.test = t.test, .outcomes = outcomes, .machine = "wt", .complete = true, .seconds = 0.125, .flags = flags, .flag_count = 1};
    report.environment.prefetch = 1;
    litmus_log(&log, &report);
    cr_expect_str_eq(log.bytes,
                     "Test MP Forbidden\nStates 3\n1:r2=0; 1:r10=0; [x]=1;\n1:r2=0; 1:r10=1; [x]=1;\n1:r2=1; 1:r10=1; [x]=1;\nNo\nWitnesses\n"
                     "Positive: 4 Negative: 1\nFlag race-HRFi\nCondition ~exists (1:r10=1 /\\ 1:r2=0)\nObservation MP Sometimes 1 4\nTime MP 0.12\nMachine=wt\n"
                     "Environment=prefetch 1, cold, no evictions, placement default, layout default, no bound\nHash=366ad9bde27834604314123c96aab08c\n\n");
    text_free(&log);
    outcomes_free(outcomes);
    litmus_free(&t);
}

Test(litmus_log, a_bound_is_a_loop)
{
    struct litmus_text t = with("exists (1:r10=1)");
    struct outcomes *outcomes = outcomes_new(t.test);
    struct litmus_value a[] = {n(0)};
    struct text log = {0};
    outcomes_add(outcomes, a, 1);
    struct litmus_report report = {.test = t.test, .outcomes = outcomes, .machine = "wt", .variant = "scoped", .left_out = "states"};
    report.environment.bound = 10;
    litmus_log(&log, &report);
    cr_expect(strstr(log.bytes, "\nStates 1 (partial)\n"));
    cr_expect(strstr(log.bytes, "\nLoop Incomplete\nWitnesses (partial)\n"));
    cr_expect(strstr(log.bytes, "\nObservation MP Incomplete 0 1\n"), "what was not seen may be a witness");
    cr_expect(strstr(log.bytes, "\nMachine=wt:scoped\n"));
    cr_expect(strstr(log.bytes, "bound 10 states\nIncomplete=states\n"));
    text_free(&log);
    outcomes_free(outcomes);
    litmus_free(&t);
}

Test(litmus_log, nothing_observed_is_an_empty_line)
{
    struct litmus_text t = with("");
    struct outcomes *outcomes = outcomes_new(t.test);
    struct text log = {0};
    outcomes_add(outcomes, NULL, 3);
    struct litmus_report report = {.test = t.test, .outcomes = outcomes, .complete = true};
    litmus_log(&log, &report);
    cr_expect(strstr(log.bytes, "Test MP Required\nStates 1\n\nOk\n"), "%s", log.bytes);
    text_free(&log);
    outcomes_free(outcomes);
    litmus_free(&t);
}

Test(litmus_log, a_filter_drops_states_before_they_count)
{
    struct litmus_text t = with("filter (y=1)\nexists (1:r10=1)");
    struct outcomes *outcomes = outcomes_new(t.test);
    struct litmus_value kept[] = {n(1), n(1)}, dropped[] = {n(1), n(0)};
    outcomes_add(outcomes, kept, 1);
    outcomes_add(outcomes, dropped, 5);
    struct litmus_tally tally = outcomes_tally(outcomes, true);
    cr_expect_eq(tally.positive, 1);
    cr_expect_eq(tally.negative, 0);
    cr_expect_not_null(outcomes_find(outcomes, "1:r10=1;"), "what the filter reads is not shown");
    outcomes_free(outcomes);
    litmus_free(&t);
}

/* ---- JSON ---- */

Test(litmus_log, writes_json)
{
    struct litmus_text t = with("exists (1:r10=1 /\\ 1:r2=x)");
    struct outcomes *outcomes = outcomes_new(t.test);
    struct litmus_value a[] = {{0, 0}, n(1)};
    struct litmus_value b[] = {{0, 0}, n(0)};
    outcomes_add(outcomes, a, 2);
    struct litmus_report report = {.test = t.test, .outcomes = outcomes, .machine = "wt", .states = 9};
    json_t *json = litmus_json(&report, NULL);
    cr_expect_null(json_object_get(json, "observation"), "Always is not known of a run that is not complete");
    json_decref(json);
    outcomes_add(outcomes, b, 1);
    json = litmus_json(&report, NULL);
    cr_expect(json_is_false(json_object_get(json, "complete")));
    cr_expect_str_eq(json_string_value(json_object_get(json, "verdict")), "ok");
    cr_expect_str_eq(json_string_value(json_object_get(json, "observation")), "Sometimes", "what was not seen cannot change it");
    cr_expect(json_is_true(json_object_get(json, "condition_holds")));
    json_t *outcome = json_array_get(json_object_get(json, "outcomes"), 1);
    cr_expect_eq(json_integer_value(json_object_get(outcome, "count")), 2);
    cr_expect_str_eq(json_string_value(json_object_get(json_object_get(outcome, "values"), "1:r2")), "x");
    cr_expect_not_null(json_object_get(json_object_get(json, "environment"), "bounds"));
    json_decref(json);
    outcomes_free(outcomes);
    litmus_free(&t);
}

Test(litmus_log, json_of_an_undecided_run)
{
    struct litmus_text t = with("exists (1:r10=1)");
    struct outcomes *outcomes = outcomes_new(t.test);
    struct litmus_report report = {.test = t.test, .outcomes = outcomes, .machine = "wt"};
    json_t *json = litmus_json(&report, NULL);
    cr_expect_str_eq(json_string_value(json_object_get(json, "verdict")), "incomplete");
    cr_expect_null(json_object_get(json, "observation"));
    cr_expect_null(json_object_get(json, "condition_holds"));
    json_decref(json);
    outcomes_free(outcomes);
    litmus_free(&t);
}
