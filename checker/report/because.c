/* SPDX-License-Identifier: BSD-2-Clause */
/* because.c - see because.h. */
#include "because.h"

#include <string.h>

#include "../interp/explain.h"
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

void because_each(const struct report *report, unsigned index, void (*line)(void *data, const char *), void *data)
{
    const struct violation *violation = &report->result->violations[index];
    const struct trace *trace = &violation->trace;
    if (!report->program || !trace->count || violation->in_firing || violation->property == MODEL_NO_PROPERTY ||
        (violation->kind != MODEL_INVARIANT && violation->kind != MODEL_COVER))
        return;
    if (report->names && violation->kind == MODEL_COVER) /* of a litmus test: what it asks is the test's condition */
        return;
    const struct flat_rule *rule = find_property(report->program, &report->model->properties[violation->property].place);
    if (!rule || !trace->steps[trace->count - 1].leaves)
        return;
    struct interp_options options = {.bindings = report->options->bindings, .loop_limit = report->options->loop_limit,
                                     .recursion_limit = report->options->recursion_limit};
    struct interp *interp = interp_new(report->program, &options);
    struct telling telling = {line, data};
    struct explain_lines lines = {write_expr, tell, &telling};
    explain_property(interp, rule, violation->property_instance, trace->steps[trace->count - 1].leaves, &lines);
    interp_free(interp);
}
