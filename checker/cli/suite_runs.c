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

/* Of what was found: the run to the outcome, or else to the property that is violated. */
static json_t *trace_of(struct machines *machines, const struct litmus_result *result, const struct litmus_options *options,
                        const char *path, const char *outcome)
{
    bool witness = result->witness_search != NULL;
    if (!witness && (!result->violation || !result->violation->trace.count))
        return NULL;
    struct litmus_trace trace;
    struct text cycle = {0}; /* the page draws it */
    json_t *test = litmus_origin(result, options, path, outcome);
    json_t *execution = witness ? litmus_trace_execution(machines, result, options, &cycle) : NULL;
    litmus_trace_open(&trace, result, witness ? LITMUS_RUN_WITNESS : LITMUS_RUN_VIOLATION);
    trace.report.test = test;
    trace.report.execution = execution;
    json_t *json = report_trace(&trace.report, 0);
    text_free(&cycle);
    json_decref(execution);
    json_decref(test);
    return json;
}

static json_t *run_of(const struct suite *suite, const struct suite_options *suite_options, const struct suite_cell *cell)
{
    struct arena *arena = arena_new();
    struct breach breach = breach_of(arena, suite, suite_options, cell, cell->broken_by);
    const char *outcome = breach.outcome ? breach_condition(arena, breach.outcome) : NULL;
    json_t *trace = NULL;
    if ((breach.seen && strcmp(breach.seen->placement, "any")) || !places_matter(suite->columns[cell->machine])) {
        struct litmus_options options = suite_options->run;
        struct litmus_again again;
        options.witness = outcome != NULL;
        json_t *test = test_of(suite, suite_options, cell, &breach, outcome);
        if (!litmus_again_search(&again, suite->machines, test, &options))
            trace = trace_of(suite->machines, again.result, &options, suite->tests[cell->test].path, outcome);
        litmus_again_close(&again);
        json_decref(test);
    }
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

json_t **suite_runs_find(const struct suite *suite, const struct suite_options *options)
{
    size_t count = (size_t)suite->column_count * suite->test_count, bytes = 0;
    json_t **runs = memory_zeroed(count, sizeof *runs);
    for (size_t i = 0; i < count && !stop_asked(); i++) {
        const struct suite_cell *cell = &suite->cells[i];
        if (cell->judgement != SUITE_BROKEN || bytes > MOST_BYTES)
            continue;
        runs[i] = run_of(suite, options, cell);
        bytes += runs[i] ? bytes_of(runs[i]) : 0;
    }
    return runs;
}

void suite_runs_free(json_t **runs, const struct suite *suite)
{
    for (size_t i = 0; runs && i < (size_t)suite->column_count * suite->test_count; i++)
        json_decref(runs[i]);
    free(runs);
}
