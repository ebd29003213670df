/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * litmus_trace.c - see litmus_trace.h.
 */
#include "litmus_trace.h"

#include <stdlib.h>

#include "../base/die.h"
#include "../base/memory.h"
#include "../machines/execution.h"
#include "../machines/test_names.h"
#include "../base/stop.h"
#include "../replay/replay.h"
#include "../replay/slice.h"
#include "../report/actor.h"

json_t *litmus_trace_execution(struct machines *machines, const struct litmus_result *result, const struct litmus_options *options,
                               struct text *cycle)
{
    struct arena *arena = arena_new();
    struct text error = {0};
    const struct litmus_execution *execution = litmus_execution_of(machines, result, options, arena, &error);
    if (execution)
        litmus_execution_print(cycle, execution);
    else
        text_format(cycle, "What its loads read from cannot be told: %s.\n", error.bytes);
    json_t *json = execution ? litmus_execution_json(execution) : NULL;
    text_free(&error);
    arena_free(arena);
    return json;
}

static void verify(const struct litmus_trace *trace, const struct litmus_result *result)
{
    const struct report *report = &trace->report;
    struct text error = {0};
    if (replay_run(result->model->program, report->model, report->options, &report->result->violations[0], &error, NULL, NULL) ==
        REPLAY_DIFFERS)
        die("the trace does not replay: %s", error.bytes);
    text_free(&error);
}

void litmus_trace_open(struct litmus_trace *trace, const struct litmus_result *result, enum litmus_run_kind kind)
{
    bool witness = kind == LITMUS_RUN_WITNESS;
    trace->names = test_names(result);
    trace->title = arena_format(result->arena, "%s on %s", result->machine->name, result->test->name);
    trace->report = (struct report){
        .path = trace->title, .model = result->model->model, .program = result->model->program,
        .options = witness ? &result->witness_options : &result->search_options,
        .result = witness ? result->witness_search : result->search, .dialect = DIALECT_RUMUR, .trace = TRACE_DIFF,
        .names = &trace->names, .witness = witness ? "witness" : NULL};
    verify(trace, result);
}

void litmus_trace_text(const struct litmus_trace *trace, FILE *out)
{
    report_text_trace(&trace->report, 0, out);
}

/* ---- slices, and who acts ---- */

static bool is_interrupted(void *result)
{
    (void)result;
    return stop_asked();
}

static bool is_troubled(void *result)
{
    return litmus_host_take_trouble(((const struct litmus_result *)result)->host) != NULL;
}

void litmus_trace_slice(const struct litmus_result *result)
{
    const struct machine_model *m = result->model;
    const struct slice_asker asker = {.stopped = is_interrupted, .troubled = is_troubled, .data = (void *)result};
    if (result->witness_search)
        slice_make(m->program, m->model, &result->witness_options, &result->witness_search->violations[0], &asker);
    if (result->violation && result->violation->trace.count)
        slice_make(m->program, m->model, &result->search_options, &result->search->violations[0], &asker);
}

int litmus_trace_actor(void *data, const int64_t *start, const int64_t *before, uint64_t instance, const int64_t *after)
{
    const struct litmus_result *result = data;
    const struct value_names names = test_names(result);
    struct report report = {.model = result->model->model, .program = result->model->program, .names = &names};
    return actor_of_step(&report, start, before, instance, after);
}

/* ---- beside the trace ---- */

bool litmus_trace_watch(struct litmus_trace *trace, const struct litmus_result *result, const struct option_list *list, int color)
{
    struct arena *arena = result->arena;
    struct diagnostics *diagnostics = diagnostics_new(arena);
    struct expr **watches = arena_alloc(arena, (list->count + 1) * sizeof *watches);
    const struct shown_names names = test_names_shown(arena, result);
    for (unsigned i = 0; i < list->count; i++) {
        struct source *source = source_from_text(arena, "--watch", list->items[i]);
        watches[i] = parse_expression(arena, diagnostics, source, DIALECT_RUMUR);
        if (watches[i])
            types_check_expression(arena, diagnostics, result->model->program, DIALECT_RUMUR, watches[i], &names);
    }
    bool right = !diagnostics_errors(diagnostics);
    diagnostics_print(diagnostics, stderr, load_colour(&(struct language_arguments){.color = color}, stderr));
    trace->report.watches = list->items;
    trace->report.watch_exprs = watches;
    trace->report.watch_count = right ? list->count : 0;
    return right;
}

void litmus_trace_words(const struct litmus_trace *trace, struct text *words)
{
    char *bytes = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&bytes, &size);
    if (!stream)
        die_memory(sizeof *stream);
    litmus_trace_text(trace, stream);
    if (fclose(stream))
        die_memory(size);
    text_put(words, bytes);
    free(bytes);
}
