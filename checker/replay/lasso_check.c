/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * lasso_check.c - judge a trace that goes round.
 *
 * Its positions are the states up to the one that is like the state where the
 * cycle begins; of a run that ends they are all its states, and the last one comes again
 * and again.  Each is asked for its atoms and for the fair instances that are enabled.
 */
#include "lasso_check.h"

#include <stdlib.h>
#include <string.h>

#include "../base/die.h"
#include "../ltl/lasso.h"
#include "../model/groups.h"
#include "../model/instance.h"
#include "../model/value.h"

struct judge {
    const struct model *model;
    const struct violation *violation;
    const struct trace *trace;
    const struct model_formula *formula;
    const struct lasso_asker *asker;
    struct text *why;
    uint32_t positions;
    bool ends;
};

static bool fail(struct judge *j, const char *what)
{
    text_put(j->why, what);
    return false;
}

/* What leaves a position; MODEL_NO_INSTANCE where nothing does. */
static uint64_t event(const struct judge *j, uint32_t position)
{
    return position + 1 < j->trace->count ? j->trace->steps[position + 1].instance : MODEL_NO_INSTANCE;
}

static const struct model_formula *formula_of(const struct model *model, uint32_t property)
{
    const struct model_fairness *group = groups_fairness(model);
    for (uint32_t i = 0; i < group->formula_count; i++)
        if (group->formulas[i].property == property)
            return &group->formulas[i];
    die("a property in linear temporal logic has no formula");
}

static bool fires(const struct judge *j, const struct model_atom *atom, uint64_t instance)
{
    const struct model *model = j->model;
    const struct model_property *property = &model->properties[j->violation->property];
    for (uint32_t i = 0; i < atom->rule_count && instance != MODEL_NO_INSTANCE; i++) {
        const struct model_rule *rule = &model->rules[atom->rules[i]];
        uint32_t same = 0;
        if (instance < rule->first_instance || instance - rule->first_instance >= rule->instances)
            continue;
        for (; same < atom->argument_count; same++) {
            const struct model_fires_argument *a = &atom->arguments[same];
            int64_t wanted = a->is_parameter ? instance_parameter(property->parameters, property->parameter_count,
                                                                  j->violation->property_instance, (uint32_t)a->value)
                                             : a->value;
            if (instance_parameter(rule->parameters, rule->parameter_count, instance - rule->first_instance, same) != wanted)
                break;
        }
        if (same == atom->argument_count)
            return true;
    }
    return false;
}

/* Whether the formula is false of the run. */
static bool breaks_formula(struct judge *j)
{
    uint64_t *atoms = calloc(j->positions, sizeof *atoms);
    bool good = true;
    if (!atoms)
        die_memory(j->positions * sizeof *atoms);
    for (uint32_t i = 0; i < j->positions && good && !j->asker->stopped(j->asker->data); i++) {
        good = j->asker->conditions(j->asker->data, j->formula, j->trace->steps[i].leaves, &atoms[i]);
        for (uint32_t a = 0; a < j->formula->atom_count; a++)
            if (fires(j, &j->formula->atoms[a], event(j, i)))
                atoms[i] |= UINT64_C(1) << a;
    }
    bool satisfied = lasso_satisfies(j->formula->nodes, j->formula->node_count, atoms, j->positions, j->trace->loop);
    free(atoms);
    if (!good)
        return fail(j, "a condition of the formula has no value in the replay");
    return !satisfied || fail(j, "the formula is true of the run in the replay");
}

static bool fail_instance(struct judge *j, const char *what, const struct model_rule *rule, uint64_t instance)
{
    text_format(j->why, "%s: rule \"%s\" ", what, rule->name);
    value_parameters(j->why, rule->parameters, rule->parameter_count, instance - rule->first_instance);
    return false;
}

static bool is_treated_fairly(struct judge *j, const struct model_rule *rule, uint64_t instance, bool strong)
{
    bool fired = false, always = true, ever = false;
    for (uint32_t i = j->trace->loop; i < j->positions && !j->asker->stopped(j->asker->data); i++) {
        bool enabled = j->asker->leads(j->asker->data, j->trace->steps[i].leaves, instance);
        fired |= event(j, i) == instance;
        always &= enabled;
        ever |= enabled;
    }
    if (fired || !(strong ? ever : always))
        return true;
    return fail_instance(j, "the cycle is not fair in the replay to", rule, instance);
}

/* Of a run that ends nothing may go on from the last state; of another its cycle is fair to all who must be served. */
static bool is_fair(struct judge *j)
{
    const unsigned char *strength = groups_fairness(j->model)->strength;
    for (uint32_t r = 0; r < j->model->rule_count; r++) {
        const struct model_rule *rule = &j->model->rules[r];
        for (uint64_t i = rule->first_instance; i < rule->first_instance + rule->instances; i++) {
            if (j->asker->stopped(j->asker->data))
                return true;
            if (j->ends && j->asker->leads(j->asker->data, j->trace->steps[j->trace->loop].leaves, i))
                return fail_instance(j, "the run ends in the search, and goes on in the replay with", rule, i);
            if (strength && strength[r] != MODEL_UNFAIR && !is_treated_fairly(j, rule, i, strength[r] == MODEL_STRONGLY_FAIR))
                return false;
        }
    }
    return true;
}

bool lasso_check(const struct model *model, const struct violation *violation, const struct lasso_asker *asker, struct text *why)
{
    const struct trace *trace = &violation->trace;
    struct judge j = {.model = model, .violation = violation, .trace = trace, .asker = asker, .why = why,
                      .formula = formula_of(model, violation->property)};
    if (!trace->is_lasso || trace->loop >= trace->count)
        return fail(&j, "the trace of a formula does not say where it goes round");
    j.ends = trace->loop + 1 == trace->count;
    j.positions = j.ends ? trace->count : trace->count - 1;
    if (memcmp(trace->steps[trace->loop].leaves, trace->steps[trace->count - 1].leaves, model->leaf_count * sizeof(int64_t)) != 0)
        return fail(&j, "the run does not come back to the state where its cycle begins");
    return breaks_formula(&j) && is_fair(&j);
}
