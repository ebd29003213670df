/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * formula_orbit.c - what permutations of scalarset elements make of the
 * instances of a property, and of rule instances.
 *
 * Where some run breaks one instance of a property, one breaks each of its orbit, for the
 * start states are symmetric too: so the least of each orbit is asked for all.
 */
#include <stdlib.h>

#include "../base/memory.h"
#include "../model/groups.h"
#include "../model/instance.h"
#include "../model/rename.h"
#include "formulas_private.h"

uint64_t formulas_renamed_instance(struct prover *prover, const struct model_parameter *parameters, uint32_t count,
                                   uint64_t instance, uint32_t naming)
{
    if (naming == 0)
        return instance;
    return rename_instance(prover->search->model, parameters, count, instance, namings_get(&prover->namings, naming));
}

uint64_t formulas_renamed_rule(struct prover *prover, uint64_t instance, uint32_t naming)
{
    const struct model *model = prover->search->model;
    const struct model_rule *rule = instance_rule(model->rules, model->rule_count, instance);
    return rule->first_instance + formulas_renamed_instance(prover, rule->parameters, rule->parameter_count,
                                                            instance - rule->first_instance, naming);
}

/* --- the orbit of an instance ------------------------------------------------- */

static void add_place(struct prover *prover, uint64_t instance)
{
    if (prover->place[instance])
        return;
    prover->orbit[prover->places++] = instance;
    prover->place[instance] = prover->places;
}

void formulas_orbit(struct prover *prover)
{
    const struct model_property *property = &prover->search->model->properties[prover->group->formulas[prover->formula].property];
    uint32_t exchanges = namings_exchanges(&prover->namings);
    prover->places = 0;
    add_place(prover, prover->instance);
    for (uint32_t i = 0; i < prover->places; i++)
        for (uint32_t e = 0; e < exchanges; e++)
            add_place(prover, formulas_renamed_instance(prover, property->parameters, property->parameter_count, prover->orbit[i],
                                                        namings_exchange(&prover->namings, e)));
}

void formulas_place_after(struct prover *prover)
{
    const struct model_property *property = &prover->search->model->properties[prover->group->formulas[prover->formula].property];
    uint32_t namings = prover->namings.count;
    free(prover->place_after);
    prover->place_after = NULL;
    if (!formulas_rename(prover))
        return;
    prover->place_after = memory_zeroed((uint64_t)namings * prover->places, sizeof *prover->place_after);
    for (uint32_t n = 0; n < namings; n++)
        for (uint32_t i = 0; i < prover->places; i++)
            prover->place_after[(uint64_t)n * prover->places + i] =
                prover->place[formulas_renamed_instance(prover, property->parameters, property->parameter_count, prover->orbit[i], n)] - 1;
}

/* --- labels --------------------------------------------------------------------- */

static uint32_t product_of(void *data, uint32_t first, uint32_t then)
{
    struct prover *prover = data;
    return namings_product(&prover->namings, first, then);
}

static uint32_t inverse_of(void *data, uint32_t naming)
{
    struct prover *prover = data;
    return namings_inverse(&prover->namings, naming);
}

static uint32_t label_after(void *data, uint32_t naming, uint32_t label)
{
    struct prover *prover = data;
    const struct model_rule *rule = &prover->search->model->rules[prover->rule[label]];
    uint32_t first = prover->label[prover->rule[label]];
    return first + (uint32_t)formulas_renamed_instance(prover, rule->parameters, rule->parameter_count, label - first, naming);
}

void formulas_open_names(struct prover *prover)
{
    prover->renaming = (struct renaming){.data = prover, .product = product_of, .inverse = inverse_of, .label = label_after,
                                         .labels = prover->labels};
    renaming_open(&prover->renaming);
}

void formulas_spread_met(struct prover *prover)
{
    uint32_t *parent = memory_zeroed(prover->labels, sizeof *parent);
    for (uint32_t label = 0; label < prover->labels; label++)
        parent[label] = label;
    for (uint32_t e = 0; e < namings_exchanges(&prover->namings); e++)
        renaming_join(parent, renaming_labels(&prover->renaming, namings_exchange(&prover->namings, e)), prover->labels);
    for (uint32_t label = 0; label < prover->labels; label++)
        if (atomic_load(&prover->met[label]))
            atomic_store(&prover->met[renaming_find(parent, label)], true);
    for (uint32_t label = 0; label < prover->labels; label++)
        atomic_store(&prover->met[label], atomic_load(&prover->met[renaming_find(parent, label)]));
    free(parent);
}
