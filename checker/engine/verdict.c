/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * verdict.c - sum up: counts, covers, and a verdict for each property.
 */
#include "explore.h"

#include <errno.h>

static bool enabled(const struct search *search, uint32_t property)
{
    return search->options.enabled[property];
}

void verdict_merge(struct search *search, const struct worker *worker)
{
    const struct model *model = search->model;
    struct search_result *result = search->result;
    result->rules_fired += worker->x.fired;
    for (uint32_t r = 0; r < model->rule_count; r++) {
        result->rule_fired[r] |= worker->x.rule_fired[r];
        if (result->rules) {
            result->rules[r].tested += worker->x.tested_count[r];
            result->rules[r].fired += worker->x.fired_count[r];
            result->rules[r].new_states += worker->new_states[r];
        }
    }
    for (uint32_t p = 0; p < model->property_count; p++) {
        result->properties[p].met |= worker->x.covered[p];
        result->properties[p].antecedent |= worker->x.antecedent[p] != 0;
    }
}

/* `visited`: every reachable state was, and no state or firing violates anything. */
static enum verdict property_verdict(const struct search *search, uint32_t property, bool visited)
{
    const struct search_result *result = search->result;
    const struct model_property *description = &search->model->properties[property];
    if (!enabled(search, property))
        return VERDICT_INCOMPLETE;
    if (description->kind == MODEL_COVER) {
        if (result->properties[property].met)
            return VERDICT_HOLDS;
        if (visited && search->options.unmet_cover_is_violation)
            return VERDICT_VIOLATED;
    } else if (search->found[property] != DEPTH_NONE) {
        return VERDICT_VIOLATED;
    } else if (description->kind == MODEL_LIVENESS || description->kind == MODEL_LTL) {
        return visited && search->decided[property] ? VERDICT_HOLDS : VERDICT_INCOMPLETE;
    }
    return visited ? VERDICT_HOLDS : VERDICT_INCOMPLETE;
}

/* Covers that no state met, after a search that saw them all. */
static void add_unmet_covers(struct search *search)
{
    struct search_result *result = search->result;
    if (!search->options.unmet_cover_is_violation)
        return;
    for (uint32_t p = 0; p < search->model->property_count; p++)
        if (search->model->properties[p].kind == MODEL_COVER && enabled(search, p) && !result->properties[p].met &&
            result->violation_count < search->options.max_errors && !findings_added(search, p))
            search_add_violation(search, (struct violation){.kind = MODEL_COVER, .property = p});
}

void verdict_conclude(struct search *search, bool visited)
{
    struct search_result *result = search->result;
    bool complete = visited;
    for (uint32_t p = 0; p < search->model->property_count; p++) {
        result->properties[p].verdict = property_verdict(search, p, visited);
        if (enabled(search, p) && result->properties[p].verdict == VERDICT_INCOMPLETE)
            complete = false;
    }
    result->deadlock.verdict = search->found[deadlock_index(search)] != DEPTH_NONE ? VERDICT_VIOLATED
                             : visited && search->options.deadlock != DEADLOCK_OFF ? VERDICT_HOLDS
                                                                                   : VERDICT_INCOMPLETE;
    if (visited)
        add_unmet_covers(search);
    result->verdict = result->violation_count > (result->witness_found ? 1u : 0u) ? VERDICT_VIOLATED
                    : complete ? VERDICT_HOLDS
                               : VERDICT_INCOMPLETE;
}
