/* SPDX-License-Identifier: BSD-2-Clause */
/* because.c - see because.h. */
#include "because.h"

#include <stdlib.h>
#include <string.h>

#include "../base/die.h"
#include "../interp/explain.h"
#include "../replay/replay.h"
#include "../rewrite/format.h"

static void write_expr(void *data, struct text *out, const struct expr *e)
{
    (void)data;
    format_expr(out, e);
}

struct telling {
    void (*line)(void *data, const char *);
    void *data;
};

static void tell(void *data, const char *line)
{
    const struct telling *telling = data;
    telling->line(telling->data, line);
}

/* The program's property that the model's is. */
static const struct flat_rule *find_property(const struct program *program, const struct model_place *place)
{
    for (unsigned i = 0; i < program->property_count; i++) {
        const struct place own = program->properties[i].rule->property->place;
        if (place_line(own) == place->line && place_column(own) == place->column && own.source &&
            !strcmp(own.source->path, place->file))
            return &program->properties[i];
    }
    return NULL;
}

static void tell_assertion(void *data, struct interp *interp, const struct property *property)
{
    explain_assertion(interp, property, data);
}

/* Fire the last step again: an assertion is told where it fails, and of an error statement there is nothing to tell. */
static void fire_again(const struct report *report, const struct trace *trace, struct interp *interp)
{
    const struct trace_step *last = &trace->steps[trace->count - 1];
    int64_t *ignored = calloc(report->program->leaf_count + 1, sizeof *ignored);
    if (!ignored)
        die_memory(report->program->leaf_count * sizeof *ignored);
    if (trace->count > 1)
        interp_fire(interp, last->instance, last[-1].leaves, ignored);
    else
        interp_start(interp, last->instance, ignored);
    free(ignored);
}

/* Of a firing that fails and of a state. */
static void explain_end(const struct report *report, const struct violation *violation, struct explain_lines *lines)
{
    const struct trace *trace = &violation->trace;
    const struct flat_rule *rule = NULL;
    unsigned char *skipped = replay_skipped(report->program, report->model, report->options);
    struct interp_options options = {.bindings = report->options->bindings, .loop_limit = report->options->loop_limit,
                                     .recursion_limit = report->options->recursion_limit, .skipped = skipped,
                                     .failed = violation->in_firing ? tell_assertion : NULL, .failed_data = lines};
    struct interp *interp = interp_new(report->program, &options);
    if (violation->in_firing)
        fire_again(report, trace, interp);
    else if ((rule = find_property(report->program, &report->model->properties[violation->property].place)) &&
             trace->steps[trace->count - 1].leaves)
        explain_property(interp, rule, violation->property_instance, trace->steps[trace->count - 1].leaves, lines);
    interp_free(interp);
    free(skipped);
}

void because_each(const struct report *report, unsigned index, void (*line)(void *data, const char *), void *data)
{
    const struct violation *violation = &report->result->violations[index];
    if (!report->program || !violation->trace.count || violation->property == MODEL_NO_PROPERTY)
        return;
    if (violation->in_firing ? violation->kind != MODEL_ASSERT : violation->kind != MODEL_INVARIANT && violation->kind != MODEL_COVER)
        return;
    if (report->names && violation->kind == MODEL_COVER) /* of a litmus test: what it asks is the test's condition */
        return;
    struct telling telling = {line, data};
    struct explain_lines lines = {write_expr, tell, &telling};
    explain_end(report, violation, &lines);
}
