/* SPDX-License-Identifier: BSD-2-Clause */
/* The report on a small model built by hand:
 *   var cell: array [node] of record on: boolean; n: 3..6; end;
 *       bag: multiset [2] of color;  with node: scalarset(2) */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "cli/select.h"
#include "report/graph.h"
#include "model/instance.h"
#include "report/progress.h"
#include "report/report.h"
#include "model/value.h"

static const char *const booleans[] = {"false", "true"};
static const char *const colors[] = {"red", "green"};
static const struct model_type boolean = {MODEL_TYPE_BOOLEAN, "boolean", 1, 0, 1, booleans, 0, NULL, NULL, 0, NULL, 0, NULL, 0};
static const struct model_type color = {MODEL_TYPE_ENUM, "color", 1, 0, 1, colors, 0, NULL, NULL, 0, NULL, 0, NULL, 0};
static const struct model_type small = {MODEL_TYPE_RANGE, NULL, 1, 3, 6, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, 0};
static const struct model_type node = {MODEL_TYPE_SCALARSET, "node", 1, 0, 1, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, 0};
static const struct model_field cell_fields[] = {{"on", &boolean, 0}, {"n", &small, 1}};
static const struct model_type cell = {MODEL_TYPE_RECORD, "cell", 2, 0, 0, NULL, 0, NULL, NULL, 0, cell_fields, 2, NULL, 0};
static const struct model_type cells = {MODEL_TYPE_ARRAY, NULL, 4, 0, 0, NULL, 0, &node, &cell, 2, NULL, 0, NULL, 0};
static const struct model_type bag = {MODEL_TYPE_MULTISET, NULL, 4, 0, 0, NULL, 0, NULL, &color, 2, NULL, 0, NULL, 0};
static const struct model_variable variables[] = {{"cell", &cells, 0}, {"bag", &bag, 4}};

static const struct model_parameter by_node[] = {{"i", &node, 0, 1, 2}};
static const struct model_parameter by_two[] = {{"i", &node, 0, 1, 2}, {"k", &small, 3, 2, 2}};
static const struct model_rule starts[] = {{"Init", {"m.m", 3, 1}, NULL, 0, 0, 1}};
static const struct model_rule rules[] = {
    {"Flip", {"m.m", 5, 3}, by_node, 1, 0, 2},
    {"Set", {"m.m", 6, 3}, by_two, 2, 2, 4},
    {"Never", {"m.m", 7, 1}, NULL, 0, 6, 1},
};
static const struct model_property properties[] = {
    {MODEL_INVARIANT, "safe", "it is not safe", {"m.m", 9, 1}, 0, by_node, 1, 2, 1},
    {MODEL_COVER, "seen", NULL, {"m.m", 10, 1}, 0, NULL, 0, 1, 0},
    {MODEL_RANGE, "range 1", NULL, {"m.m", 6, 20}, 1, NULL, 0, 1, 0},
};

static void decode(const struct model *self, const uint64_t *packed, int64_t *leaves)
{
    (void)self;
    for (int i = 0; i < 8; i++)
        leaves[i] = (int64_t)(packed[0] >> (8 * i) & 0xff);
}

static const struct model model = {
    .abi = MODEL_ABI, .name = "m", .state_bits = 64, .packed_words = 1, .leaf_count = 8,
    .variables = variables, .variable_count = 2,
    .start_states = starts, .start_state_count = 1, .start_instances = 1,
    .rules = rules, .rule_count = 3, .rule_instances = 7,
    .properties = properties, .property_count = 3,
    .decode = decode,
};

static int64_t first[] = {0, 3, 0, MODEL_UNDEFINED, 1, 0, 0, 7};
static int64_t second[] = {0, 3, 1, MODEL_UNDEFINED, 0, 0, 1, 1};
static struct trace_step steps[] = {{0, first}, {1, second}, {5, NULL}};
static unsigned char fired[] = {1, 1, 0};

/* A violation of `safe` for node_2, at the firing of Set(node_2, 5). */
static struct violation violations[] = {{MODEL_INVARIANT, 0, 1, 2, true, {steps, 3}, NULL}};
static struct property_result results[] = {
    {VERDICT_VIOLATED, 0, true}, {VERDICT_INCOMPLETE, 0, false}, {VERDICT_INCOMPLETE, 0, false}};
static struct search_result result = {
    .verdict = VERDICT_VIOLATED, .states = 1234, .rules_fired = 5678, .depth = 7, .seconds = 2, .peak_rss = 1 << 20,
    .store = "flat", .violations = violations, .violation_count = 1, .properties = results,
    .deadlock = {VERDICT_INCOMPLETE, 0, false}, .rule_fired = fired};
static struct search_options options;
static struct report report = {.path = "m.m", .model = &model, .options = &options, .result = &result};

static char *text_of(const struct report *paper)
{
    char *bytes = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&bytes, &length);
    report_text(paper, out);
    fclose(out);
    return bytes;
}

Test(report, text_of_a_violation)
{
    char *text = text_of(&report);
    cr_assert_str_eq(text,
                     "Violated: invariant \"safe\" i = node_2 (m.m:9:1): it is not safe\n"
                     "  A shortest run, 2 rules after its start state:\n"
                     "      start state \"Init\"  m.m:3:1\n"
                     "        cell[node_1].on := false\n"
                     "        cell[node_1].n := 3\n"
                     "        cell[node_2].on := false\n"
                     "        taken(bag{0}) := true\n"
                     "        bag{0} := red\n"
                     "   1. rule \"Flip\" i = node_2  m.m:5:3\n"
                     "        cell[node_2].on := true  (was false)\n"
                     "        taken(bag{0}) := false\n"
                     "        taken(bag{1}) := true\n"
                     "        bag{1} := green\n"
                     "   2. rule \"Set\" i = node_2, k = 5  m.m:6:3\n"
                     "        (this firing fails)\n"
                     "\n"
                     "violated: m.m\n"
                     "  1,234 states, 5,678 rules fired, depth 7\n"
                     "  2.00 s, 617 states/s, 1.00 MiB, store flat\n");
    free(text);
}

Test(report, a_record_that_is_undefined_whole_takes_one_line)
{
    int64_t gone[] = {MODEL_UNDEFINED, MODEL_UNDEFINED, 0, MODEL_UNDEFINED, 1, 0, 0, 7};
    struct trace_step run[] = {{0, first}, {0, gone}};
    struct violation violation = {MODEL_INVARIANT, 0, 0, 1, false, {run, 2}, NULL};
    struct search_result found = result;
    struct report paper = report;
    found.violations = &violation;
    paper.result = &found;
    char *text = text_of(&paper);
    cr_assert(strstr(text, "   1. rule \"Flip\" i = node_1  m.m:5:3\n        cell[node_1] := Undefined  (was .on = false, .n = 3)\n\n"), "%s", text);
    free(text);
}

Test(report, a_record_that_is_again_as_at_the_start_takes_one_line)
{
    int64_t gone[] = {MODEL_UNDEFINED, MODEL_UNDEFINED, 0, MODEL_UNDEFINED, 1, 0, 0, 7}, back[8];
    memcpy(back, gone, sizeof back);
    memcpy(back, first, 2 * sizeof *back); /* the record's two */
    struct trace_step run[] = {{0, first}, {0, gone}, {0, back}};
    struct violation violation = {MODEL_INVARIANT, 0, 0, 2, false, {run, 3}, NULL};
    struct search_result found = result;
    struct report paper = report;
    found.violations = &violation;
    paper.result = &found;
    char *text = text_of(&paper);
    cr_assert(strstr(text, "   2. rule \"Flip\" i = node_1  m.m:5:3\n        cell[node_1] := as at the start\n\n"), "%s", text);
    free(text);
}

Test(report, json_of_a_violation)
{
    json_t *json = report_json(&report), *trace = json_object_get(json, "trace");
    cr_assert_str_eq(json_string_value(json_object_get(json, "verdict")), "violated");
    cr_assert_null(json_object_get(json, "reason"));
    cr_assert_eq(json_integer_value(json_object_get(json, "rules_fired")), 5678);
    json_t *violation = json_object_get(json, "violation");
    cr_assert_str_eq(json_string_value(json_object_get(violation, "kind")), "invariant");
    cr_assert_str_eq(json_string_value(json_object_get(json_object_get(violation, "parameters"), "i")), "node_2");
    json_t *list = json_object_get(trace, "steps");
    cr_assert_eq(json_array_size(list), 3);
    json_t *changes = json_object_get(json_array_get(list, 1), "changes");
    cr_assert(json_is_true(json_object_get(changes, "cell[node_2].on")));
    cr_assert(json_is_false(json_object_get(changes, "taken(bag{0})")));
    cr_assert_null(json_object_get(changes, "cell[node_1].n"));
    cr_assert(json_is_true(json_object_get(json_array_get(list, 2), "fails")));
    json_t *unfired = json_object_get(json, "unfired_rules");
    cr_assert_eq(json_array_size(unfired), 1);
    cr_assert_str_eq(json_string_value(json_array_get(unfired, 0)), "Never");
    json_decref(json);
}

Test(report, an_invariant_is_vacuous_only_after_a_complete_search)
{
    struct property_result held[] = {{VERDICT_HOLDS, 0, false}, {VERDICT_HOLDS, 1, false}, {VERDICT_HOLDS, 0, false}};
    struct search_result complete = result;
    struct report paper = report;
    paper.result = &complete;
    complete.properties = held;
    cr_assert(report_vacuous(&paper, 0));
    held[0].verdict = VERDICT_INCOMPLETE;
    cr_assert_not(report_vacuous(&paper, 0));
    held[0].verdict = VERDICT_HOLDS;
    held[0].antecedent = true;
    cr_assert_not(report_vacuous(&paper, 0));
}

Test(report, instances)
{
    cr_assert_eq(instance_rule(rules, 3, 0), &rules[0]);
    cr_assert_eq(instance_rule(rules, 3, 1), &rules[0]);
    cr_assert_eq(instance_rule(rules, 3, 2), &rules[1]);
    cr_assert_eq(instance_rule(rules, 3, 6), &rules[2]);
    /* The first parameter is the slowest. */
    static const int64_t expected[4][2] = {{0, 3}, {0, 5}, {1, 3}, {1, 5}};
    for (uint64_t number = 0; number < 4; number++)
        for (uint32_t i = 0; i < 2; i++)
            cr_assert_eq(instance_parameter(by_two, 2, number, i), expected[number][i]);
}

Test(report, paths_and_visibility)
{
    struct text text = {0};
    struct value_place place = value_path(&text, &model, 3, first);
    cr_assert_str_eq(text.bytes, "cell[node_2].n");
    cr_assert_eq(place.type, &small);
    text_free(&text);
    place = value_path(&text, &model, 7, first); /* slot 1 is free in `first` */
    cr_assert_str_eq(text.bytes, "bag{1}");
    cr_assert_not(place.visible);
    text_free(&text);
    place = value_path(&text, &model, 6, first); /* its mark */
    cr_assert_str_eq(text.bytes, "taken(bag{1})");
    cr_assert_null(place.type);
    cr_assert(place.visible);
    text_free(&text);
}

/* ---- progress ---- */

Test(report, time_left)
{
    struct search_options bounded = {.max_seconds = 10, .max_states = 5000};
    struct progress progress;
    progress_start(&progress, stderr, &bounded);
    struct search_progress now = {.states = 1000, .seconds = 2};
    cr_assert_eq(progress_left(&progress, &now, 500), 8);    /* both limits, at 500 a second */
    cr_assert_eq(progress_left(&progress, &now, 1000), 4);   /* the states come first */
    struct search_options unbounded = {.order = SEARCH_BFS};
    progress.options = &unbounded;
    cr_assert_lt(progress_left(&progress, &now, 500), 0);    /* nothing to go by */
    progress.level_before = 1000;
    progress.level = 500;
    now.level_done = 100;
    cr_assert_eq(progress_left(&progress, &now, 100), 9);    /* 400 of this level, then 250 + 125 + ... */
    progress.level = 1000;
    cr_assert_lt(progress_left(&progress, &now, 100), 0);    /* levels do not shrink */
}

/* ---- selection ---- */

static const struct command command = {.name = "check"};

Test(select, only_and_skip, .init = NULL)
{
    struct selection selection;
    const char *safe[] = {"safe"}, *deadlock[] = {"deadlock"};
    struct option_list none = {0}, one = {safe, 1}, other = {deadlock, 1};
    cr_assert(select_properties(&command, &model, &none, &none, &selection));
    cr_assert_null(selection.enabled);
    cr_assert(selection.deadlock);
    cr_assert(select_properties(&command, &model, &one, &none, &selection));
    cr_assert(selection.enabled[0] && !selection.enabled[1] && !selection.enabled[2] && !selection.deadlock);
    select_free(&selection);
    cr_assert(select_properties(&command, &model, &none, &one, &selection));
    cr_assert(!selection.enabled[0] && selection.enabled[1] && selection.enabled[2] && selection.deadlock);
    select_free(&selection);
    cr_assert(select_properties(&command, &model, &other, &none, &selection));
    cr_assert(!selection.enabled[0] && selection.deadlock);
    select_free(&selection);
    cr_assert_eq(select_cover(&command, &model, "seen"), 1);
}

/* ---- graphs ---- */

Test(graph, states_and_what_leads_on)
{
    const uint64_t a[] = {0x0000000000000003}, b[] = {0x0100000000000003};
    const struct search_result ended = {.verdict = VERDICT_INCOMPLETE, .reason = REASON_TIME};
    char *bytes = NULL;
    size_t length;
    FILE *out = open_memstream(&bytes, &length);
    struct graph *graph = graph_begin(&model, NULL, "g.json", out);
    graph_edge(graph, NULL, 0, a);
    cr_assert(graph_state(graph, a, true));
    graph_edge(graph, a, 1, b);
    cr_assert(graph_state(graph, b, false));
    graph_end(graph, &ended);
    graph_free(graph);
    fclose(out);
    json_t *json = json_loads(bytes, 0, NULL), *states = json_object_get(json, "states");
    json_t *edges = json_object_get(json_array_get(states, 0), "edges");
    cr_assert_eq(json_array_size(json_object_get(json, "starts")), 1, "%s", bytes);
    cr_assert_eq(json_array_size(states), 2);
    cr_assert_str_eq(json_string_value(json_object_get(json_array_get(states, 0), "id")), "3");
    cr_assert_str_eq(json_string_value(json_object_get(json_array_get(edges, 0), "parameters")), "i = node_2");
    cr_assert_str_eq(json_string_value(json_object_get(json_array_get(edges, 0), "to")), "100000000000003");
    cr_assert(json_is_true(json_object_get(json_array_get(states, 1), "fails")));
    cr_assert_str_eq(json_string_value(json_object_get(json, "reason")), "time");
    json_decref(json);
    free(bytes);
}

Test(graph, says_that_it_cannot_be_written)
{
    uint64_t state = 3;
    FILE *out = fopen("/dev/full", "w");
    setvbuf(out, NULL, _IOFBF, 256);
    struct graph *graph = graph_begin(&model, NULL, "g.dot", out);
    bool good = true;
    for (int i = 0; i < 100; i++)
        good &= graph_state(graph, &state, true);
    cr_assert_not(good);
    graph_free(graph);
    fclose(out);
}
