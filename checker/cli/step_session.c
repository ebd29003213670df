/* SPDX-License-Identifier: BSD-2-Clause */
/* step_session.c - see step_session.h. */
#include "step_session.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../base/die.h"
#include "../base/memory.h"
#include "../base/stop.h"
#include "../model/instance.h"

/* ---- the run ---- */

const int64_t *session_here(const struct session *s)
{
    return session_count(s) ? s->violation.trace.steps[session_count(s) - 1].leaves : NULL;
}

void session_cut(struct session *s, unsigned count)
{
    struct trace *run = &s->violation.trace;
    while (run->count > count)
        free(run->steps[--run->count].leaves);
    s->violation.depth = run->count ? run->count - 1 : 0;
    s->enabled_count = 0;
}

void session_append(struct session *s, uint64_t instance, const int64_t *leaves)
{
    struct trace *run = &s->violation.trace;
    if (run->count == s->capacity) {
        s->capacity = s->capacity ? 2 * s->capacity : 64;
        run->steps = realloc(run->steps, s->capacity * sizeof *run->steps);
        if (!run->steps)
            die_memory(s->capacity * sizeof *run->steps);
    }
    struct trace_step *step = &run->steps[run->count++];
    *step = (struct trace_step){.instance = instance, .leaves = memory_zeroed(s->model->leaf_count, sizeof *leaves)};
    memcpy(step->leaves, leaves, s->model->leaf_count * sizeof *leaves);
    s->violation.depth = run->count - 1;
    s->enabled_count = 0;
}

bool session_find_enabled(struct session *s)
{
    s->enabled_count = 0;
    for (uint64_t i = 0; i < s->model->rule_instances && !stop_asked(); i++)
        if (interp_fire(s->interp, i, session_here(s), s->target) != INTERP_DISABLED)
            s->enabled[s->enabled_count++] = i;
    text_free(&s->output);
    if (stop_asked())
        s->enabled_count = 0;
    return !stop_asked();
}

/* ---- labels ---- */

static void put_label(const struct session *s, struct text *text, const struct model_rule *rule, uint64_t instance)
{
    int64_t seen = 0;
    text_put(text, rule->name);
    for (uint32_t i = 0; i < rule->parameter_count; i++) {
        int64_t value = instance_parameter(rule->parameters, rule->parameter_count, instance - rule->first_instance, i);
        text_format(text, " %s=", rule->parameters[i].name);
        if (rule->parameters[i].type)
            value_scalar_by(text, s->report.names, rule->parameters[i].type, value, &seen);
        else
            value_parameter(text, &rule->parameters[i], value);
    }
}

void session_label(const struct session *s, struct text *text, uint64_t instance)
{
    put_label(s, text, instance_rule(s->model->rules, s->model->rule_count, instance), instance);
}

void session_label_start(const struct session *s, struct text *text, uint64_t instance)
{
    put_label(s, text, instance_rule(s->model->start_states, s->model->start_state_count, instance), instance);
}

/* ---- opening ---- */

/* Where it was asked to stop, what was at work is not known, and nothing is
 * said of it but that (see obey_whole() in step.c). */
static bool must_stop(void *data)
{
    (void)data;
    return stop_asked();
}

static void on_put(void *data, const char *text)
{
    struct session *s = data;
    text_put(&s->output, text);
}

static int open_model(struct session *s, const char *path)
{
    int code = compose_load(&s->loaded, &s->arguments.language, &s->arguments.compose, path, true);
    if (!code)
        code = load_compile(&s->loaded, &s->arguments.compile);
    if (code)
        return code;
    s->model = compiled_model(s->loaded.compiled);
    search_options_default(&s->options);
    return 0;
}

static int open_test(struct session *s, const char *path)
{
    const struct step_arguments *a = &s->arguments;
    int code = step_test_open(&s->test, a->compose.machine, path, &a->test, &a->language, &a->compile);
    if (code)
        return code;
    const struct litmus_result *result = s->test.result;
    s->loaded = (struct loaded){.path = s->test.title, .arena = arena_new(), .dialect = DIALECT_RUMUR, .program = result->model->program};
    s->model = result->model->model;
    s->options = result->search_options;
    return 0;
}

/* A trace of the run so far, which claims nothing. */
static void open_report(struct session *s)
{
    s->violation = (struct violation){.kind = MODEL_DEADLOCK, .property = MODEL_NO_PROPERTY};
    s->result = (struct search_result){.violations = &s->violation, .violation_count = 1};
    s->report = (struct report){
        .path = s->loaded.path, .model = s->model, .program = s->loaded.program, .options = &s->options, .result = &s->result,
        .constants = s->loaded.overrides, .constant_count = s->loaded.override_count, .driven = s->loaded.driven,
        .test = s->test.origin, .names = s->test.result ? &s->test.names : NULL, .dialect = s->loaded.dialect,
        .all = s->arguments.all, .claims_nothing = true, .colour = load_colour(&s->arguments.language, stdout)};
}

int session_open(struct session *s, const char *path)
{
    bool is_test = path && s->arguments.compose.machine;
    int code = is_test ? open_test(s, path) : open_model(s, path);
    if (code)
        return code;
    open_report(s);
    struct interp_options options = {.bindings = s->options.bindings, .put = on_put, .put_data = s, .stopped = must_stop};
    s->interp = interp_new(s->loaded.program, &options);
    s->enabled = memory_zeroed(s->model->rule_instances, sizeof *s->enabled);
    s->target = memory_zeroed(s->model->leaf_count, sizeof *s->target);
    return 0;
}

void session_close(struct session *s)
{
    session_cut(s, 0);
    free(s->violation.trace.steps);
    free(s->enabled);
    free(s->target);
    text_free(&s->output);
    interp_free(s->interp);
    if (s->loaded.arena)
        load_free(&s->loaded);
    step_test_close(&s->test);
    options_release(&s->arguments.language.constants);
    options_release(&s->arguments.compose.invariants);
}
