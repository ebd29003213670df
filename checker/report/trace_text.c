/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * trace_text.c - a trace for people: each step's rule, and what it changes.
 */
#include "fairness.h"
#include "paper.h"

#include <inttypes.h>
#include <string.h>

#include "../base/printable.h"
#include "../model/instance.h"
#include "../model/value.h"
#include "because.h"
#include "steps.h"

static void put_rule(const struct paper *paper, const struct steps *steps)
{
    struct text name = {0};
    text_format(&name, "%s \"%s\"", steps->number ? "rule" : "start state", steps->rule->name);
    if (steps->number)
        fprintf(paper->out, "%4u. ", steps->number);
    else
        fputs("      ", paper->out);
    paper_paint(paper, BOLD, name.bytes);
    text_free(&name);
    paper_parameters(paper, steps->rule->parameters, steps->rule->parameter_count,
                   steps->instance - steps->rule->first_instance);
    fputs("  ", paper->out);
    paper_place(paper, &steps->rule->place);
    fputc('\n', paper->out);
}

/* A scalar's line, with what it was where it was something.  `path` NULL: its own. */
static void put_leaf(const struct paper *paper, const struct steps *steps, uint32_t leaf, const char *path)
{
    const struct report *report = paper->report;
    struct text text = {0};
    const struct model_type *type = value_path_by(&text, report->names, report->model, leaf, NULL).type;
    if (path) {
        text_free(&text);
        text_put(&text, path);
    }
    text_put(&text, " := ");
    value_leaf_by(&text, report->names, report->model, leaf, steps->after[leaf]);
    fprintf(paper->out, "        %s", text.bytes);
    text_free(&text);
    if (type && steps_was_defined(steps, leaf) && steps->before[leaf] != steps->after[leaf]) {
        text_put(&text, "  (was ");
        value_leaf_by(&text, report->names, report->model, leaf, steps->before[leaf]);
        text_put(&text, ")");
        paper_paint(paper, DIM, text.bytes);
        text_free(&text);
    }
    fputc('\n', paper->out);
}

/* One line for a part of the state that is now as `word` says, with what was there. */
static void put_whole(const struct paper *paper, const struct steps *steps, const struct value_part *whole, const char *path,
                      const char *word)
{
    const struct report *report = paper->report;
    struct text was = {0};
    fprintf(paper->out, "        %s := %s", path, word);
    for (uint32_t i = whole->leaf; i < whole->leaf + whole->type->leaves; i++) {
        struct text leaf = {0};
        if (!steps_changed(steps, i) || !steps_was_defined(steps, i))
            continue;
        bool marks = !value_path_by(&leaf, report->names, report->model, i, NULL).type;
        text_format(&was, "%s%s = ", was.length ? ", " : "  (was ", marks ? leaf.bytes : leaf.bytes + strlen(path));
        value_leaf_by(&was, report->names, report->model, i, steps->before[i]);
        text_free(&leaf);
    }
    if (was.length)
        text_put(&was, ")");
    paper_paint(paper, DIM, was.length ? was.bytes : "");
    text_free(&was);
    fputc('\n', paper->out);
}

static bool put_part(const struct paper *, const struct steps *, const struct value_part *, const char *path);

/* An array of the start state whose elements are all alike: one stands for them, as in at[*]. */
static bool put_alike(const struct paper *paper, const struct steps *steps, const struct value_part *array, const char *path)
{
    struct text part = {0}, unused = {0};
    const struct value_part element = value_part(&unused, NULL, path, array, steps_alike(steps, array));
    text_format(&part, "%s[*]", path);
    bool changed = put_part(paper, steps, &element, part.bytes);
    text_free(&part);
    text_free(&unused);
    return changed;
}

/* The changes in a part of the state that has the path given.  Returns whether there were any. */
static bool put_part(const struct paper *paper, const struct steps *steps, const struct value_part *whole, const char *path)
{
    const struct model_type *type = whole->type;
    const char *word = steps_folded(steps, whole);
    bool changed = false;
    if (word) {
        put_whole(paper, steps, whole, path, word);
        return true;
    }
    if (type->kind == MODEL_TYPE_ARRAY && steps_alike(steps, whole) < type->slots)
        return put_alike(paper, steps, whole, path);
    if (type->kind == MODEL_TYPE_RECORD || type->kind == MODEL_TYPE_ARRAY) {
        uint32_t parts = type->kind == MODEL_TYPE_RECORD ? type->field_count : type->slots;
        for (uint32_t i = 0; i < parts; i++) {
            struct text part = {0};
            const struct value_part inner = value_part(&part, paper->report->names, path, whole, i);
            changed |= put_part(paper, steps, &inner, part.bytes);
            text_free(&part);
        }
        return changed;
    }
    for (uint32_t i = whole->leaf; i < whole->leaf + type->leaves; i++) {
        bool differs = steps_changed(steps, i);
        changed |= differs;
        if (differs || (paper->report->trace == TRACE_FULL && steps_defined(steps, i)))
            put_leaf(paper, steps, i, type->kind == MODEL_TYPE_MULTISET ? NULL : path);
    }
    return changed;
}

/* Of a slice: how much of what changes, and would be shown, the violation does not need. */
static unsigned count_unneeded(const struct paper *paper, const struct steps *steps)
{
    const struct model *model = paper->report->model;
    unsigned count = 0;
    for (uint32_t i = 0; i < model->variable_count; i++)
        for (uint32_t leaf = 0; report_shows(paper->report, i) && leaf < model->variables[i].type->leaves; leaf++)
            count += steps_unneeded(steps, model->variables[i].leaf + leaf);
    return count;
}

static void put_changes(const struct paper *paper, const struct steps *steps)
{
    const struct model *model = paper->report->model;
    bool changed = false;
    for (uint32_t i = 0; i < model->variable_count; i++) {
        const struct model_variable *variable = &model->variables[i];
        const struct value_part whole = {variable->type, variable->leaf, 0};
        if (report_shows(paper->report, i))
            changed |= put_part(paper, steps, &whole, variable->name);
    }
    if (!changed && steps->number && !paper->report->only && !(steps->needed_only && count_unneeded(paper, steps)))
        fputs(steps_moved(steps) ? "        (nothing changes but what is hidden)\n" : "        (nothing changes)\n", paper->out);
}

/* What a slice is of. */
static const char *what_needs(const struct report *report)
{
    return !report->witness ? "violation" : report->names ? "condition" : "cover";
}

static void put_unneeded(const struct paper *paper, const struct steps *steps)
{
    unsigned count = count_unneeded(paper, steps);
    struct text text = {0};
    if (!count)
        return;
    text_format(&text, "        (and %u change%s that the %s does not need)", count, count == 1 ? "" : "s", what_needs(paper->report));
    paper_paint(paper, DIM, text.bytes);
    fputc('\n', paper->out);
    text_free(&text);
}

/* Each line of what `put` statements printed, but for empty ones. */
static void put_output(const struct paper *paper, const char *output)
{
    while (output && *output) {
        size_t length = strcspn(output, "\n");
        if (length) {
            fputs("        | ", paper->out);
            printable_put_bytes(output, length, paper->out);
            fputc('\n', paper->out);
        }
        output += length + (output[length] == '\n');
    }
}

static void put_watches(const struct paper *paper, struct steps *steps)
{
    for (unsigned i = 0; i < paper->report->watch_count; i++) {
        struct text text = {0};
        steps_watch(steps, i, &text);
        fprintf(paper->out, "        %s = %s\n", paper->report->watches[i], text.bytes ? text.bytes : "");
        text_free(&text);
    }
}

/* At a deadlock: the rules that are enabled and lead nowhere else. */
static void put_stutters(const struct paper *paper, struct steps *steps)
{
    enum { MOST = 8 };
    const struct model *model = paper->report->model;
    uint64_t instance = steps_enabled(steps, 0);
    for (unsigned i = 0; i < MOST && instance != MODEL_NO_INSTANCE; i++) {
        const struct model_rule *rule = instance_rule(model->rules, model->rule_count, instance);
        fprintf(paper->out, "        enabled, and changes nothing: rule \"%s\"", rule->name);
        paper_parameters(paper, rule->parameters, rule->parameter_count, instance - rule->first_instance);
        fputc('\n', paper->out);
        instance = steps_enabled(steps, instance + 1);
    }
    if (instance != MODEL_NO_INSTANCE)
        fputs("        ...\n", paper->out);
}

void report_text_changes(const struct report *report, unsigned index, unsigned step, FILE *out)
{
    const struct paper paper = {report, out};
    struct steps *steps = steps_open(report, index);
    steps_from(steps, step);
    if (steps_next(steps) && steps->after)
        put_changes(&paper, steps);
    steps_close(steps);
}

struct reasons {
    const struct paper *paper;
    bool fails, some;
};

static void put_reason(void *data, const char *line)
{
    struct reasons *reasons = data;
    if (!reasons->some)
        fputs(reasons->fails ? "      It fails, since\n" : "      In the last state:\n", reasons->paper->out);
    fprintf(reasons->paper->out, "        %s\n", line);
    reasons->some = true;
}

static void put_switches(const struct paper *paper, const struct violation *violation)
{
    if (violation->fewest_switches)
        fprintf(paper->out, "  It changes %u time%s who acts; in no shortest run less often.\n", violation->switches,
                violation->switches == 1 ? "" : "s");
    else if (paper->report->options->actor)
        fputs("  Whether another run changes less often who acts is not known.\n", paper->out);
}

static void put_slice(const struct paper *paper, const struct trace_slice *slice, unsigned depth)
{
    if (slice->none)
        fprintf(paper->out, "  No slice: %s.\n", slice->none);
    if (!slice->is_made)
        return;
    fputs("  ", paper->out);
    if (slice->whole > depth)
        fprintf(paper->out, "It is a slice of a run of %u rules. ", slice->whole);
    fputs(slice->is_minimal ? "None of its rules can be left out.\n" : "There was not the time to leave out all that can be.\n",
          paper->out);
}

void paper_trace(const struct paper *paper, unsigned index)
{
    const struct violation *violation = &paper->report->result->violations[index];
    struct steps *steps = steps_open(paper->report, index);
    put_switches(paper, violation);
    put_slice(paper, &violation->slice, violation->depth);
    steps->needed_only = paper->report->trace == TRACE_DIFF;
    while (steps_next(steps)) {
        if (violation->trace.is_lasso && steps->number == violation->trace.loop + 1)
            paper_cycle(paper, &violation->trace);
        put_rule(paper, steps);
        if (steps->after)
            put_changes(paper, steps);
        if (steps->needed_only)
            put_unneeded(paper, steps);
        put_output(paper, steps->output.bytes);
        if (steps->after)
            put_watches(paper, steps);
        else
            fprintf(paper->out, "        (this firing fails%s%s)\n", steps->fault ? ": " : "",
                    steps->fault ? steps->fault : "");
        if (violation->kind == MODEL_DEADLOCK && !paper->report->claims_nothing && steps->number + 1 == violation->trace.count)
            put_stutters(paper, steps);
    }
    steps_close(steps);
    paper_treatment(paper, &violation->trace);
    because_each(paper->report, index, put_reason, &(struct reasons){.paper = paper, .fails = violation->in_firing});
}
