/* SPDX-License-Identifier: BSD-2-Clause */
/* types_formula.c - the conditions and events of formulas, and which rules may be fair. */
#include <inttypes.h>
#include <string.h>

#include "types_compare.h"
#include "types_private.h"

/* ---- a formula where it stands ---- */

static struct expr *constant_true(struct checker *c, struct place place)
{
    struct expr *e = arena_alloc(c->arena, sizeof *e);
    *e = (struct expr){.kind = EXPR_NUMBER, .place = place, .number = 1, .height = 1, .type = c->program->boolean, .constant = true};
    return e;
}

/* a = b evaluates both, whatever the other is; nothing evaluates the whole. */
static struct expr *both(struct checker *c, struct expr *left, struct expr *right)
{
    struct expr *e = arena_alloc(c->arena, sizeof *e);
    *e = (struct expr){.kind = EXPR_BINARY, .op = OP_EQUAL, .place = left->place, .left = left, .right = right,
                       .type = c->program->boolean};
    e->height = 1 + (left->height > right->height ? left->height : right->height);
    return e;
}

static bool check_atom(struct checker *c, struct atom *atom)
{
    bool good = true;
    if (atom->condition)
        return types_condition(c, &atom->condition, "what stands in braces in a formula");
    for (unsigned i = 0; i < atom->argument_count; i++)
        good &= types_expr(c, atom->arguments[i]) != NULL;
    return good;
}

static void check_bound(struct checker *c, struct formula_node *node)
{
    int64_t bound;
    if (!types_constant_integer(c, node->within, "the bound of `within`", &bound))
        return;
    if (bound < 0 || bound > WITHIN_MOST)
        types_error(c, node->within->place, "count by a variable of the model, and ask about it in an invariant",
                    "`within` counts from 0 to %d, and this is %" PRId64, WITHIN_MOST, bound);
    else
        node->bound = (unsigned)bound;
}

void types_formula(struct checker *c, struct property *property)
{
    const struct formula *f = property->formula;
    c->pure = "a property";
    for (unsigned i = 0; i < f->atom_count; i++)
        if (check_atom(c, f->atoms[i]) && f->atoms[i]->condition)
            property->condition = property->condition ? both(c, property->condition, f->atoms[i]->condition)
                                                      : f->atoms[i]->condition;
    for (unsigned i = 0; i < f->count; i++)
        if (f->nodes[i].within)
            check_bound(c, &f->nodes[i]);
    c->pure = NULL;
    if (!property->condition)
        property->condition = constant_true(c, property->place);
}

/* ---- the rules that it names, when all are known ---- */

static const struct quantifier *parameter_of(const struct flat_rule *rule, unsigned number)
{
    for (unsigned i = 0; i < rule->enclosing_count; i++)
        if (rule->enclosing[i].quantifier && number-- == 0)
            return rule->enclosing[i].quantifier;
    return NULL;
}

static unsigned parameter_count(const struct flat_rule *rule)
{
    unsigned count = 0;
    while (parameter_of(rule, count))
        count++;
    return count;
}

static bool is_parameter(const struct flat_rule *property, const struct expr *e)
{
    for (unsigned i = 0; i < property->enclosing_count; i++)
        if (e->kind == EXPR_NAME && e->symbol && property->enclosing[i].quantifier &&
            property->enclosing[i].quantifier->symbol == e->symbol)
            return true;
    return false;
}

static bool may_take(const struct quantifier *q, const struct expr *argument)
{
    const struct type *type = type_of(q->symbol->type);
    if (types_is_integer(type) && types_is_integer(argument->type))
        return true;
    return types_equal(type, argument->type);
}

static void check_argument(struct checker *c, const struct flat_rule *property, const struct flat_rule *rule,
                           const struct expr *argument, unsigned number)
{
    const struct quantifier *q = parameter_of(rule, number);
    if (!argument->type || !q->symbol->type)
        return;
    if (q->multiset)
        types_error(c, argument->place, "leave the arguments out: then any instance is meant",
                    "parameter `%s` of rule \"%s\" stands for an element of a multiset, which has no name outside it",
                    q->symbol->name, rule->name);
    else if (!argument->constant && !is_parameter(property, argument))
        types_error(c, argument->place, "take a parameter of a ruleset around the property, and compare it in a condition",
                    "what `fires` names must be a constant or a parameter of the property");
    else if (!may_take(q, argument))
        types_error(c, argument->place, NULL, "parameter `%s` of rule \"%s\" is %s; this is %s", q->symbol->name, rule->name,
                    types_describe(c, type_of(q->symbol->type)), types_describe(c, argument->type));
}

static void check_arguments(struct checker *c, const struct flat_rule *property, const struct flat_rule *rule,
                            const struct atom *atom)
{
    unsigned count = parameter_count(rule);
    if (atom->argument_count > count) {
        types_error(c, atom->place, "a parameter that is left out may have any value", "rule \"%s\" has %u parameter%s, and this gives %u",
                    rule->name, count, count == 1 ? "" : "s", atom->argument_count);
        return;
    }
    for (unsigned i = 0; i < atom->argument_count; i++)
        check_argument(c, property, rule, atom->arguments[i], i);
}

static void find_rules(struct checker *c, const struct flat_rule *property, struct atom *atom)
{
    const struct program *p = c->program;
    for (unsigned i = 0; i < p->rule_count; i++)
        if (!strcmp(p->rules[i].name, atom->rule)) {
            check_arguments(c, property, &p->rules[i], atom);
            ARENA_PUSH(c->arena, atom->rules, atom->rule_count, i);
        }
    if (atom->rule_count == 0)
        types_error(c, atom->place, "'murrelet rules' lists them", "no rule has the name \"%s\"", atom->rule);
}

static const struct quantifier *choice_around(const struct flat_rule *rule)
{
    for (unsigned i = 0; i < rule->enclosing_count; i++)
        if (rule->enclosing[i].quantifier && rule->enclosing[i].quantifier->multiset)
            return rule->enclosing[i].quantifier;
    return NULL;
}

/* An element of a multiset has no name by which it could be told from one state to the next. */
static void refuse_choices(struct checker *c)
{
    const struct program *p = c->program;
    for (unsigned i = 0; i < p->rule_count; i++)
        if (p->rules[i].rule->fairness != FAIRNESS_NONE && choice_around(&p->rules[i]))
            types_error(c, p->rules[i].rule->place, "an array of what is on its way can be served fairly, index by index",
                        "a rule in a `choose` cannot be fair: its instances are slots of a multiset, which hold now this element and now that");
    for (unsigned i = 0; i < p->property_count; i++)
        if (p->properties[i].rule->property->formula && choice_around(&p->properties[i]))
            types_error(c, p->properties[i].rule->place, "ask with multisetcount in its conditions",
                        "a formula cannot stand in a `choose`: it would follow a slot, which holds now this element and now that");
}

void types_formula_rules(struct checker *c)
{
    const struct program *p = c->program;
    refuse_choices(c);
    for (unsigned i = 0; i < p->property_count; i++) {
        const struct formula *f = p->properties[i].rule->property->formula;
        for (unsigned k = 0; f && k < f->atom_count; k++)
            if (f->atoms[k]->rule)
                find_rules(c, &p->properties[i], f->atoms[k]);
    }
}
