/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * chart.c - see chart.h.  Lanes are found by chart_lanes.c, messages by
 * chart_messages.c; here it is decided who acts.
 */
#include "chart.h"

#include <string.h>

#include "../base/die.h"
#include "../model/instance.h"
#include "chart_messages.h"

static int lane_of_parameters(const struct charting *c, const struct model_rule *rule, uint64_t number)
{
    for (uint32_t i = 0; i < rule->parameter_count; i++) {
        int64_t value = instance_parameter(rule->parameters, rule->parameter_count, number, i);
        int lane = chart_lane_of_value(c, rule->parameters[i].type, value);
        if (lane != CHART_NOBODY)
            return lane;
    }
    return CHART_NOBODY;
}

/* The message that a lane takes in the step (`sends`: sends), or NULL: of the lane `other` at its other end, where that is
 * no CHART_NOBODY. */
static const struct chart_message *message_of(const struct charting *c, unsigned step, bool sends, int other)
{
    const struct chart *chart = c->chart;
    for (unsigned i = 0; i < chart->message_count; i++) {
        const struct chart_message *m = &chart->messages[i];
        if ((sends ? m->sent : m->received) == step && (sends ? m->from : m->to) != CHART_NOBODY &&
            (other == CHART_NOBODY || (sends ? m->to : m->from) == other))
            return m;
    }
    return NULL;
}

static bool takes_one(const struct charting *c, unsigned step, int lane)
{
    for (unsigned i = 0; lane != CHART_NOBODY && i < c->chart->message_count; i++)
        if (c->chart->messages[i].received == step && c->chart->messages[i].to == lane)
            return true;
    return false;
}

/* Whether the lane is one of the first lane's type: of those who act of their own accord, such as threads. */
static bool is_first(const struct charting *c, int lane)
{
    return lane != CHART_NOBODY && c->keys[lane].type && c->keys[0].type && !strcmp(c->keys[lane].type, c->keys[0].type);
}

/* The first whose state changes; where one is named, that one, if its state does. */
static int lane_of_changes(const struct charting *c, unsigned step, int named)
{
    const struct trace_step *steps = c->trace->steps;
    for (uint32_t i = 0; steps[step].leaves && i < c->report->model->leaf_count; i++)
        if (steps[step].leaves[i] != steps[step - 1].leaves[i] && c->chart->lane_of[i] != CHART_NOBODY &&
            (named == CHART_NOBODY || c->chart->lane_of[i] == named))
            return c->chart->lane_of[i];
    return CHART_NOBODY;
}

/* A thread that is a parameter acts, unless what it has sent is taken.  Else who takes a message does, by preference the
 * first parameter that is a lane; else that one, unless another sends a message and it stays as it is; else who sends one,
 * and whose state changes. */
static int actor_of(const struct charting *c, unsigned step)
{
    const struct model *model = c->report->model;
    const struct model_rule *rule = instance_rule(model->rules, model->rule_count, c->trace->steps[step].instance);
    int named = lane_of_parameters(c, rule, c->trace->steps[step].instance - rule->first_instance);
    bool is_thread = is_first(c, named);
    const struct chart_message *takes = message_of(c, step, false, is_thread ? named : CHART_NOBODY);
    const struct chart_message *sends = message_of(c, step, true, CHART_NOBODY);
    if (takes)
        return takes_one(c, step, named) ? named : takes->to;
    if (named != CHART_NOBODY && (is_thread || !sends || lane_of_changes(c, step, named) == named))
        return named;
    return sends ? sends->from : lane_of_changes(c, step, CHART_NOBODY);
}

/* Of a channel whose line does not say who sends, it is who acts. */
static void find_senders(struct chart *chart)
{
    for (unsigned i = 0; i < chart->message_count; i++) {
        struct chart_message *m = &chart->messages[i];
        if (m->from == CHART_NOBODY && chart->actor[m->sent] != m->to)
            m->from = chart->actor[m->sent];
    }
}

const struct chart *chart_new(struct arena *arena, const struct report *report, unsigned index)
{
    struct chart *chart = arena_alloc(arena, sizeof *chart);
    *chart = (struct chart){0};
    struct charting c = {.arena = arena, .report = report, .view = chart_view(report), .chart = chart,
                         .trace = &report->result->violations[index].trace};
    chart_find_lanes(&c);
    chart_find_messages(&c);
    chart->actor = arena_alloc(arena, (c.trace->count + 1) * sizeof *chart->actor);
    for (unsigned i = 0; i < c.trace->count; i++)
        chart->actor[i] = i ? actor_of(&c, i) : CHART_NOBODY;
    find_senders(chart);
    return chart;
}
