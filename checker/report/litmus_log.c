/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * litmus_log.c - print a test's outcomes, as herd7 does and as JSON.
 */
#include "litmus_log.h"
#include "json_parts.h"

#include <inttypes.h>

#include "../base/text.h"
#include "../litmus/print.h"

void litmus_print_environment(struct text *text, const struct litmus_environment *environment)
{
    text_format(text, "prefetch %u, %s, %s, placement %s, %s%s%slayout %s, ", environment->prefetch,
                environment->warm_too ? "cold and warm" : environment->warm ? "warm" : "cold", environment->evictions ? "evictions" : "no evictions",
                environment->placement ? environment->placement : "default",
                environment->scopes ? "scopes " : "", environment->scopes ? environment->scopes : "",
                environment->scopes ? ", " : "",
                environment->layout ? environment->layout : "default");
    if (environment->bound)
        text_format(text, "bound %" PRIu64 " states", environment->bound);
    else
        text_put(text, "no bound");
}

/* ---- herd7's layout ---- */

static void print_line(void *data, const struct outcome *outcome)
{
    text_format(data, "%s\n", outcome->line);
}

static void print_condition(struct text *text, const struct litmus_test *test)
{
    litmus_print_quantifier(text, test->quantifier);
    text_put(text, " (");
    litmus_print_proposition(text, test, test->condition);
    text_char(text, ')');
}

/* herd7's word for a bound that was hit is Loop.  Ok or No behind it is what the
 * states seen have decided; where they have not, neither is said. */
static void print_verdict(struct text *text, const struct litmus_report *report, struct litmus_tally tally)
{
    static const char *const words[] = {"Ok", "No", "Incomplete"};
    text_format(text, "%s%s\n", report->complete ? "" : "Loop ", words[litmus_verdict(report->test->quantifier, tally)]);
}

static const char *observation_word(struct litmus_tally tally)
{
    return litmus_observation_is_known(tally) ? litmus_observation_name(litmus_observation(tally)) : "Incomplete";
}

/* Under what the outcomes are those of the test: a machine's environment, or a model. */
static void print_conditions(struct text *text, const struct litmus_report *report)
{
    text_put(text, report->model ? "Model=" : "Environment=");
    if (report->model)
        text_put(text, report->model);
    else
        litmus_print_environment(text, &report->environment);
    text_char(text, '\n');
}

void litmus_log(struct text *text, const struct litmus_report *report)
{
    static const char *const kinds[] = {"Allowed", "Forbidden", "Required"};
    const struct litmus_test *test = report->test;
    struct litmus_tally tally = outcomes_tally(report->outcomes, report->complete);
    bool swapped = test->quantifier == LITMUS_NOT_EXISTS;
    const char *partial = report->complete ? "" : " (partial)";
    char hash[33];

    text_format(text, "Test %s %s\n", test->name, kinds[test->quantifier]);
    text_format(text, "States %u%s\n", outcomes_count(report->outcomes), partial);
    outcomes_visit(report->outcomes, print_line, text);
    print_verdict(text, report, tally);
    text_format(text, "Witnesses%s\n", partial);
    text_format(text, "Positive: %" PRIu64 " Negative: %" PRIu64 "\n", swapped ? tally.negative : tally.positive,
                swapped ? tally.positive : tally.negative);
    for (unsigned i = 0; i < report->flag_count; i++)
        text_format(text, "Flag %s\n", report->flags[i]);
    text_put(text, "Condition ");
    print_condition(text, test);
    text_format(text, "\nObservation %s %s %" PRIu64 " %" PRIu64 "\n", test->name,
                observation_word(tally), tally.positive, tally.negative);
    text_format(text, "Time %s %0.2f\n", test->name, report->seconds);
    if (report->machine) {
        text_put(text, "Machine=");
        text_printable(text, report->machine);
        text_format(text, "%s%s\n", report->variant ? ":" : "", report->variant ? report->variant : "");
    }
    if (report->states)
        text_format(text, "%s=%" PRIu64 "\n", report->model ? "Accepted" : "Explored", report->states);
    print_conditions(text, report);
    if (!report->complete)
        text_format(text, "Incomplete=%s\n", report->left_out ? report->left_out : "a bound was reached");
    litmus_hash(test, hash);
    text_format(text, "Hash=%s\n\n", hash);
}

/* ---- JSON ---- */

/* A field of text, left out if there is none. */
static void set_text(json_t *object, const char *key, const char *value)
{
    if (value)
        json_object_set_new(object, key, json_part_text(value));
}

static json_t *json_environment(const struct litmus_environment *environment)
{
    json_t *object = json_object(), *bounds = json_object();

    json_object_set_new(object, "prefetch", json_integer(environment->prefetch));
    json_object_set_new(object, "warm", json_boolean(environment->warm));
    json_object_set_new(object, "evictions", json_boolean(environment->evictions));
    set_text(object, "placement", environment->placement ? environment->placement : "default");
    set_text(object, "scopes", environment->scopes);
    set_text(object, "layout", environment->layout ? environment->layout : "default");
    if (environment->bound)
        json_object_set_new(bounds, "states", json_integer((json_int_t)environment->bound));
    json_object_set_new(object, "bounds", bounds);
    return object;
}

struct outcome_list {
    const struct litmus_test *test;
    json_t *array;
};

static void add_outcome(void *data, const struct outcome *outcome)
{
    struct outcome_list *list = data;
    json_t *object = json_object(), *values = json_object();

    for (unsigned i = 0; i < list->test->watch_count; i++) {
        struct text name = {0};
        if (!list->test->watches[i].observed)
            continue;
        litmus_print_watch(&name, list->test, i);
        json_part_set(values, name.bytes, json_part_litmus_value(list->test, outcome->values[i]));
        text_free(&name);
    }
    json_object_set_new(object, "values", values);
    json_object_set_new(object, "count", json_integer((json_int_t)outcome->count));
    json_array_append_new(list->array, object);
}

json_t *litmus_json(const struct litmus_report *report, json_t *execution)
{
    const struct litmus_test *test = report->test;
    struct litmus_tally tally = outcomes_tally(report->outcomes, report->complete);
    enum litmus_verdict verdict = litmus_verdict(test->quantifier, tally);
    struct outcome_list list = {test, json_array()};
    json_t *object = json_object(), *flags = json_array();

    set_text(object, "test", test->name);
    set_text(object, "machine", report->machine);
    set_text(object, "variant", report->variant);
    set_text(object, "model", report->model);
    if (!report->model)
        json_object_set_new(object, "environment", json_environment(&report->environment));
    set_text(object, "verdict", litmus_verdict_name(verdict));
    json_object_set_new(object, "complete", json_boolean(report->complete));
    if (litmus_observation_is_known(tally))
        set_text(object, "observation", litmus_observation_name(litmus_observation(tally)));
    if (verdict != LITMUS_INCOMPLETE)
        json_object_set_new(object, "condition_holds", json_boolean(verdict == LITMUS_OK));
    json_object_set_new(object, report->model ? "accepted" : "states", json_integer((json_int_t)report->states));
    if (!report->model)
        json_object_set_new(object, "depth", json_integer(report->depth));
    outcomes_visit(report->outcomes, add_outcome, &list);
    json_object_set_new(object, "outcomes", list.array);
    for (unsigned i = 0; i < report->flag_count; i++)
        json_array_append_new(flags, json_string(report->flags[i]));
    if (report->flag_count)
        json_object_set(object, "flags", flags);
    json_decref(flags);
    if (!report->complete)
        set_text(object, "left_out", report->left_out);
    set_text(object, "outcome_asked", report->asked);
    if (report->asked && (report->reached || report->complete))
        json_object_set_new(object, "outcome_reached", json_boolean(report->reached));
    if (execution)
        json_object_set_new(object, "execution", execution);
    return object;
}
