/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * state_text.c - one state of a trace for people: its fields, under the lane that each is of.
 *
 * The lanes are a chart's (chart_lanes.h): those that the model's lines `-- show:` name,
 * or else the elements of the types that index its arrays.
 */
#include <string.h>

#include "chart_lanes.h"
#include "paper.h"
#include "steps.h"

struct stating {
    const struct paper *paper;
    struct steps *steps;
    const struct chart *chart;
};

static void put_value(const struct stating *s, uint32_t leaf, const char *path)
{
    const struct report *report = s->paper->report;
    struct text value = {0};
    value_leaf_by(&value, report->names, report->model, leaf, s->steps->after[leaf]);
    fprintf(s->paper->out, "        %s := %s\n", path, value.bytes);
    text_free(&value);
}

static void put_leaf(const struct stating *s, uint32_t leaf)
{
    struct text path = {0};
    value_path_by(&path, s->paper->report->names, s->paper->report->model, leaf, NULL);
    put_value(s, leaf, path.bytes);
    text_free(&path);
}

/* What is defined, is shown, and is of this lane, under its heading; of all lanes but one there is one. */
static void put_lane(const struct stating *s, int lane, const char *heading)
{
    const struct report *report = s->paper->report;
    for (uint32_t v = 0; v < report->model->variable_count; v++) {
        const struct model_variable *variable = &report->model->variables[v];
        for (uint32_t leaf = variable->leaf; report_shows(report, v) && leaf < variable->leaf + variable->type->leaves; leaf++) {
            if (s->chart->lane_of[leaf] != lane || !steps_defined(s->steps, leaf))
                continue;
            if (heading) {
                fputs("      ", s->paper->out);
                paper_paint(s->paper, BOLD, heading);
                fputc('\n', s->paper->out);
            }
            heading = NULL;
            put_leaf(s, leaf);
        }
    }
}

/* Whether the steps were led to the state. */
static bool open_state(struct stating *s, const struct paper *paper, unsigned index, unsigned step)
{
    *s = (struct stating){.paper = paper, .steps = steps_open(paper->report, index)};
    steps_from(s->steps, step);
    return steps_next(s->steps) && s->steps->after;
}

void report_text_state(const struct report *report, unsigned index, unsigned step, FILE *out)
{
    const struct paper paper = {report, out};
    struct arena *arena = arena_new();
    struct chart *chart = arena_alloc(arena, sizeof *chart);
    struct stating s;
    *chart = (struct chart){0};
    struct charting c = {.arena = arena, .report = report, .view = chart_view(report), .chart = chart,
                         .trace = &report->result->violations[index].trace};
    chart_find_lanes(&c);
    if (open_state(&s, &paper, index, step)) {
        s.chart = chart;
        for (unsigned i = 0; i < chart->lane_count; i++)
            put_lane(&s, (int)i, chart->lanes[i]);
        put_lane(&s, CHART_NOBODY, chart->lane_count ? "of no lane" : NULL);
    }
    steps_close(s.steps);
    arena_free(arena);
}

/* Whether the path is the part's own or that of something in it. */
static bool is_of(const char *path, const char *part, bool *whole)
{
    size_t length = strlen(part);
    *whole = !strncmp(path, part, length) && !path[length];
    return !strncmp(path, part, length) && (!path[length] || strchr("[.{", path[length]));
}

bool report_text_part(const struct report *report, unsigned index, unsigned step, const char *part, FILE *out)
{
    const struct paper paper = {report, out};
    struct stating s;
    bool there = open_state(&s, &paper, index, step), some = false;
    for (uint32_t leaf = 0; there && leaf < report->model->leaf_count; leaf++) {
        struct text path = {0}, value = {0};
        bool whole;
        value_path_by(&path, report->names, report->model, leaf, NULL);
        bool of = is_of(path.bytes, part, &whole);
        some |= of;
        if (of && whole) {
            value_leaf_by(&value, report->names, report->model, leaf, s.steps->after[leaf]);
            fprintf(out, "    %s\n", value.bytes);
        } else if (of && steps_defined(s.steps, leaf)) {
            put_value(&s, leaf, path.bytes);
        }
        text_free(&path);
        text_free(&value);
    }
    steps_close(s.steps);
    return some;
}
