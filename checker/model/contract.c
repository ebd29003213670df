/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * contract.c - the mistakes of a model by hand that would end in a crash or in
 * traces of another model.
 *
 * Tables are checked against each other; what functions do is only seen when
 * they run.
 */
#include "contract.h"

#include "groups.h"

static bool breach(struct text *text, const char *what, const char *name)
{
    text_format(text, name ? "%s '%s'" : "%s", what, name);
    return false;
}

static bool has_kind(const struct model *model, enum model_property_kind kind)
{
    for (uint32_t i = 0; i < model->property_count; i++)
        if (model->properties[i].kind == kind)
            return true;
    return false;
}

static bool has_functions(const struct model *model, struct text *text)
{
    if (!model->start || !model->check || !model->expand || !model->fire || !model->decode || !model->encode)
        return breach(text, "one of start, check, expand, fire, decode and encode is NULL", NULL);
    if (!model->holds && has_kind(model, MODEL_LIVENESS))
        return breach(text, "there is a liveness property, and holds is NULL", NULL);
    if (model->symmetry && !model->symmetry->canonicalise)
        return breach(text, "the symmetry group has no canonicalise", NULL);
    return true;
}

/* Instances count from 0, and a rule has the product of its parameters' values. */
static bool numbers_rules(const struct model_rule *rules, uint32_t count, uint64_t instances, struct text *text)
{
    uint64_t next = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t product = 1;
        if (!rules[i].name || !rules[i].place.file)
            return breach(text, "a rule or start state has no name, or no place", NULL);
        for (uint32_t p = 0; p < rules[i].parameter_count; p++)
            product *= rules[i].parameters[p].count;
        if (rules[i].first_instance != next)
            return breach(text, "first_instance does not go on from the rule before, in", rules[i].name);
        if (rules[i].instances != product)
            return breach(text, "instances is not the product of the parameters' counts, in", rules[i].name);
        next += product;
    }
    return next == instances || breach(text, "the instances of the rules or start states are not as many as the model says", NULL);
}

static bool has_types(const struct model *model, const struct model_type *type, struct text *text)
{
    uint64_t leaves = 0;
    if (!type || !type->leaves)
        return breach(text, "a type is NULL, or has no leaves", NULL);
    if (type->kind == MODEL_TYPE_SCALARSET && type->scalarset >= groups_symmetry(model)->scalarset_count)
        return breach(text, "a type is of a scalarset that the symmetry group does not have", NULL);
    if (type->kind == MODEL_TYPE_ARRAY || type->kind == MODEL_TYPE_MULTISET) {
        if (!has_types(model, type->element, text))
            return false;
        leaves = (uint64_t)type->slots * (type->element->leaves + (type->kind == MODEL_TYPE_MULTISET));
    } else if (type->kind == MODEL_TYPE_RECORD) {
        for (uint32_t i = 0; i < type->field_count; leaves += type->fields[i++].type->leaves)
            if (!has_types(model, type->fields[i].type, text))
                return false;
    } else {
        leaves = 1;
    }
    return leaves == type->leaves || breach(text, "a type has not as many leaves as its parts", type->name);
}

static bool has_variables(const struct model *model, struct text *text)
{
    uint64_t next = 0;
    for (uint32_t i = 0; i < model->variable_count; i++) {
        const struct model_variable *variable = &model->variables[i];
        if (!has_types(model, variable->type, text))
            return false;
        if (variable->leaf != next)
            return breach(text, "the leaves do not go on from the variable before, in", variable->name);
        next += variable->type->leaves;
    }
    return next == model->leaf_count || breach(text, "the variables have not as many leaves as the model says", NULL);
}

static bool has_properties(const struct model *model, struct text *text)
{
    for (uint32_t i = 0; i < model->property_count; i++) {
        const struct model_property *property = &model->properties[i];
        uint64_t product = 1;
        if (!property->name || !property->place.file)
            return breach(text, "a property has no name, or no place", NULL);
        for (uint32_t p = 0; p < property->parameter_count; p++)
            product *= property->parameters[p].count;
        if (property->instances != product)
            return breach(text, "instances is not the product of the parameters' counts, in", property->name);
    }
    return true;
}

/* Operands stand before operators, atoms are there and name rules that are, each with all its parameters. */
static bool is_formula(const struct model *model, const struct model_formula *formula, struct text *text)
{
    const struct model_property *property = formula->property < model->property_count ? &model->properties[formula->property] : NULL;
    if (!property || property->kind != MODEL_LTL || !formula->node_count || formula->atom_count > MODEL_ATOMS)
        return breach(text, "a formula is of no property of its kind, is empty or has too many atoms", NULL);
    for (uint32_t i = 0; i < formula->node_count; i++) {
        const struct model_formula_node *node = &formula->nodes[i];
        uint32_t operands = node->op < MODEL_FORMULA_NOT ? 0 : node->op < MODEL_FORMULA_AND ? 1 : 2;
        if ((node->op == MODEL_FORMULA_ATOM && node->left >= formula->atom_count) || (operands > 0 && node->left >= i) ||
            (operands > 1 && node->right >= i))
            return breach(text, "an operand does not stand before its operator, or an atom is missing, in", property->name);
    }
    for (uint32_t i = 0; i < formula->atom_count; i++)
        for (uint32_t r = 0; r < formula->atoms[i].rule_count; r++)
            if (formula->atoms[i].rules[r] >= model->rule_count ||
                (formula->atoms[i].argument_count &&
                 formula->atoms[i].argument_count != model->rules[formula->atoms[i].rules[r]].parameter_count))
                return breach(text, "an atom names no rule, or not all of its parameters, in", property->name);
    return true;
}

static bool has_formulas(const struct model *model, struct text *text)
{
    const struct model_fairness *group = groups_fairness(model);
    uint32_t wanted = 0;
    for (uint32_t i = 0; i < model->property_count; i++)
        wanted += model->properties[i].kind == MODEL_LTL;
    if (wanted != group->formula_count || (wanted && !group->atoms))
        return breach(text, "the properties in linear temporal logic have not each a formula, or atoms is NULL", NULL);
    for (uint32_t i = 0; i < group->formula_count; i++)
        if (!is_formula(model, &group->formulas[i], text))
            return false;
    for (uint32_t r = 0; group->strength && r < model->rule_count; r++)
        for (uint32_t p = 0; p < model->rules[r].parameter_count; p++)
            if (group->strength[r] != MODEL_UNFAIR && !model->rules[r].parameters[p].type)
                return breach(text, "a rule over the slots of a multiset is fair:", model->rules[r].name);
    return true;
}

bool contract_kept(const struct model *model, struct text *text)
{
    if (!model->packed_words || model->state_bits > 64 * (uint64_t)model->packed_words)
        return breach(text, "a state needs at least one packed word, and as many as its bits take", NULL);
    return has_functions(model, text) && has_variables(model, text) && has_properties(model, text) && has_formulas(model, text) &&
           numbers_rules(model->start_states, model->start_state_count, model->start_instances, text) &&
           numbers_rules(model->rules, model->rule_count, model->rule_instances, text);
}
