/* SPDX-License-Identifier: BSD-2-Clause */
/* suite_runs.c - see suite_runs.h. */
#include "suite_runs.h"

#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "../base/stop.h"
#include "../machines/places.h"
#include "../report/json_parts.h"
#include "../suite/breach.h"
#include "litmus_again.h"
#include "litmus_place.h"
#include "litmus_trace.h"

/* Of all runs together, as JSON. */
enum { MOST_BYTES = 4 << 20 };

/* What litmus_again looks a test up by. */
static json_t *test_of(const struct suite *suite, const struct suite_options *options, const struct suite_cell *cell,
                       const struct breach *breach, const char *outcome)
{
    const struct machine_variant *machine = suite->columns[cell->machine];
    const struct machine_environment *e = &options->run.environment;
    const struct suite_seen *seen = breach->seen;
    bool warm = seen ? seen->warm : e->warm;
    json_t *object = json_object();
    json_part_set(object, "path", json_part_text(suite->tests[cell->test].path));
    json_part_set(object, "name", json_part_text(suite->tests[cell->test].test->name));
    json_part_set(object, "machine", json_part_text(machine->name));
    json_part_set(object, "prefetch", json_part_count(breach_prefetches(options, warm)));
    json_part_set(object, "warm", json_boolean(warm));
    json_part_set(object, "placement", json_part_text(places_matter(machine) ? seen->placement : "any"));
    json_part_set(object, "layout", json_part_text(places_matter(machine) ? seen->layout : "any"));
    if (outcome)
        json_part_set(object, "outcome", json_part_text(outcome));
    return object;
}

/* As it is to be shown. */
static bool open_run(struct suite_runs *runs, struct litmus_trace *trace, const struct litmus_result *result)
{
    const struct shown_arguments *shown = runs->shown;
    if (shown->slice)
        litmus_trace_slice(result);
    litmus_trace_open(trace, result, result->witness_search ? LITMUS_RUN_WITNESS : LITMUS_RUN_VIOLATION);
    trace->report.all = shown->all;
    runs->failed |= !litmus_trace_watch(trace, result, &shown->watches, COLOR_AUTO);
    return !runs->failed;
}

/* Of what was found: the run to the outcome, or else to the property that is violated. */
static json_t *trace_of(struct suite_runs *runs, const struct litmus_result *result, const struct litmus_options *options,
                        const char *path, const char *outcome)
{
    struct litmus_trace trace;
    if ((!result->witness_search && (!result->violation || !result->violation->trace.count)) || !open_run(runs, &trace, result))
        return NULL;
    struct text cycle = {0}; /* the page draws it */
    json_t *test = litmus_origin(result, options, path, outcome);
    json_t *execution =
        result->witness_search ? litmus_trace_execution(runs->suite->machines, result, options, &cycle) : NULL;
    trace.report.test = test;
    trace.report.execution = execution;
    json_t *json = report_trace(&trace.report, 0);
    text_free(&cycle);
    json_decref(execution);
    json_decref(test);
    return json;
}

/* Searched for once more, at the place where it was seen. */
static json_t *search(struct suite_runs *runs, const struct suite_cell *cell, const struct breach *breach, const char *outcome)
{
    const struct suite *suite = runs->suite;
    struct litmus_options options = runs->options->run;
    struct litmus_again again;
    json_t *trace = NULL;
    options.witness = outcome != NULL;
    options.stats = false;
    options.environment.constants = suite_constants(suite, runs->options, cell->machine);
    options.actor = runs->shown->fewest_switches ? litmus_trace_actor : NULL;
    json_t *test = test_of(suite, runs->options, cell, breach, outcome);
    if (!litmus_again_search(&again, suite->machines, test, &options))
        trace = trace_of(runs, again.result, &options, suite->tests[cell->test].path, outcome);
    litmus_again_close(&again);
    json_decref(test);
    return trace;
}

json_t *suite_run_of(struct suite_runs *runs, const struct suite_cell *cell, const char *outcome)
{
    struct arena *arena = arena_new();
    struct breach breach = breach_of(arena, runs->suite, runs->options, cell, outcome);
    const char *condition = breach.outcome ? breach_condition(arena, breach.outcome) : NULL;
    json_t *trace = NULL;
    if ((breach.seen && strcmp(breach.seen->placement, "any")) || !places_matter(runs->suite->columns[cell->machine]))
        trace = search(runs, cell, &breach, condition);
    arena_free(arena);
    return trace;
}

static size_t bytes_of(const json_t *trace)
{
    char *text = json_dumps(trace, JSON_COMPACT);
    size_t bytes = text ? strlen(text) : 0;
    memory_give(text);
    return bytes;
}

void suite_runs_find(struct suite_runs *runs, bool one)
{
    const struct suite *suite = runs->suite;
    size_t count = (size_t)suite->column_count * suite->test_count, bytes = 0;
    runs->by_cell = memory_zeroed(count, sizeof *runs->by_cell);
    for (size_t i = 0; i < count && !stop_asked() && !runs->failed; i++) {
        const struct suite_cell *cell = &suite->cells[i];
        if (cell->judgement != SUITE_BROKEN || bytes > (one ? 0 : MOST_BYTES))
            continue;
        runs->by_cell[i] = suite_run_of(runs, cell, cell->broken_by);
        bytes += runs->by_cell[i] ? bytes_of(runs->by_cell[i]) : 0;
    }
}

const json_t *suite_runs_first(const struct suite_runs *runs)
{
    for (size_t i = 0; runs->by_cell && i < (size_t)runs->suite->column_count * runs->suite->test_count; i++)
        if (runs->by_cell[i])
            return runs->by_cell[i];
    return NULL;
}

void suite_runs_free(struct suite_runs *runs)
{
    for (size_t i = 0; runs->by_cell && i < (size_t)runs->suite->column_count * runs->suite->test_count; i++)
        json_decref(runs->by_cell[i]);
    free(runs->by_cell);
}
