/* SPDX-License-Identifier: BSD-2-Clause */
/* fair_labels.c - the rule instances that arcs tell apart.  See fair_labels.h. */
#include "fair_labels.h"

#include <stdlib.h>

#include "../base/memory.h"
#include "../model/groups.h"

#define LISTED (1u << 16) /* instances of all rules, up to which there is a list of their labels */

struct rule_hint {
    _Alignas(OWN_LINES) uint32_t rule;
};

static bool is_named(const struct prover *prover, uint32_t rule)
{
    for (uint32_t f = 0; f < prover->group->formula_count; f++) {
        const struct model_formula *formula = &prover->group->formulas[f];
        for (uint32_t a = 0; prover->search->options.enabled[formula->property] && a < formula->atom_count; a++)
            for (uint32_t r = 0; r < formula->atoms[a].rule_count; r++)
                if (formula->atoms[a].rules[r] == rule)
                    return true;
    }
    return false;
}

static bool number_labels(struct prover *prover)
{
    const struct model *model = prover->search->model;
    uint64_t next = 1;
    free(prover->label);
    prover->label = memory_zeroed(model->rule_count, sizeof *prover->label);
    for (uint32_t r = 0; r < model->rule_count; r++) {
        bool fair = prover->group->strength && prover->group->strength[r] != MODEL_UNFAIR;
        if (!fair && !is_named(prover, r))
            continue;
        prover->label[r] = (uint32_t)next;
        if (model->rules[r].instances > UINT32_MAX / 2 || (next += model->rules[r].instances) > UINT32_MAX / 2)
            return false;
    }
    prover->labels = (uint32_t)next;
    prover->strength = memory_zeroed(next, sizeof *prover->strength);
    prover->met = memory_zeroed(next, sizeof *prover->met);
    prover->rule = memory_zeroed(next, sizeof *prover->rule);
    for (uint32_t r = 0; r < model->rule_count; r++)
        for (uint64_t i = 0; prover->label[r] && i < model->rules[r].instances; i++) {
            prover->strength[prover->label[r] + i] = prover->group->strength ? prover->group->strength[r] : MODEL_UNFAIR;
            prover->rule[prover->label[r] + i] = r;
        }
    while (prover->labels > UINT32_C(1) << prover->label_bits)
        prover->label_bits++;
    return true;
}

static void list_labels(struct prover *prover)
{
    const struct model *model = prover->search->model;
    if (model->rule_instances > LISTED)
        return;
    prover->label_of = memory_zeroed(model->rule_instances + 1, sizeof *prover->label_of);
    for (uint32_t r = 0; r < model->rule_count; r++)
        for (uint64_t i = 0; prover->label[r] && i < model->rules[r].instances; i++)
            prover->label_of[model->rules[r].first_instance + i] = prover->label[r] + (uint32_t)i;
}

bool labels_make(struct prover *prover)
{
    if (prover->labels)
        return true;
    if (!number_labels(prover))
        return false;
    prover->hints = own_lines(prover->search->threads * sizeof *prover->hints);
    list_labels(prover);
    return true;
}

void labels_free(struct prover *prover)
{
    free(prover->label);
    free(prover->label_of);
    free(prover->strength);
    free(prover->met);
    free(prover->hints);
    free(prover->rule);
}

uint32_t labels_most(const struct prover *prover)
{
    const struct model_symmetry *group = groups_symmetry(prover->search->model);
    uint64_t namings = 1, most = UINT32_MAX >> prover->label_bits;
    for (uint32_t i = 0; i < group->scalarset_count && formulas_rename(prover); i++)
        for (uint32_t k = 2; group->scalarsets[i].reduced && k <= group->scalarsets[i].size && namings <= most; k++)
            namings *= k;
    if (!formulas_rename(prover))
        return prover->labels - 1;
    return namings > most ? UINT32_MAX : (uint32_t)(namings << prover->label_bits) - 1;
}

uint32_t label_by_rule(const struct prover *prover, unsigned thread, uint64_t instance)
{
    const struct model *model = prover->search->model;
    uint32_t rule = prover->hints[thread].rule;
    if (instance < model->rules[rule].first_instance)
        rule = 0;
    while (instance - model->rules[rule].first_instance >= model->rules[rule].instances)
        rule++;
    prover->hints[thread].rule = rule;
    return prover->label[rule] ? prover->label[rule] + (uint32_t)(instance - model->rules[rule].first_instance) : 0;
}
