/* SPDX-License-Identifier: BSD-2-Clause */
/* types_rule.c - rules, start states and properties, each with the rulesets,
 * aliases and choices around it, in source order. */
#include "types_private.h"

#include <inttypes.h>
#include <stdlib.h>

/* The constructs around the current rule. */
struct around {
    struct enclosing *items;
    unsigned count;
};

static void check_rule(struct checker *, struct rule *, struct around *);

static void check_children(struct checker *c, struct rule *rule, struct around *around)
{
    for (unsigned i = 0; i < rule->rule_count; i++)
        check_rule(c, rule->rules[i], around);
}

/* ---- flat lists ---- */

static uint64_t count_instances(struct checker *c, const struct rule *rule, const struct around *around)
{
    uint64_t instances = 1;
    for (unsigned i = 0; i < around->count; i++)
        if (around->items[i].quantifier
            && __builtin_mul_overflow(instances, around->items[i].quantifier->count, &instances)) {
            types_error(c, rule->place, NULL, "the parameters around this have more than 2^64 combinations");
            return 0;
        }
    return instances;
}

static struct flat_rule flatten(struct checker *c, struct rule *rule, const struct around *around)
{
    struct flat_rule flat = { .rule = rule, .instances = count_instances(c, rule, around) };
    for (unsigned i = 0; i < around->count; i++)
        ARENA_PUSH(c->arena, flat.enclosing, flat.enclosing_count, around->items[i]);
    return flat;
}

static uint64_t next_instance(struct checker *c, const struct flat_rule *before, const struct flat_rule *flat)
{
    uint64_t next = 0, end;
    if (before)
        next = before->first_instance + before->instances;
    if (__builtin_add_overflow(next, flat->instances, &end) || end > INT64_MAX)
        types_error(c, flat->rule->place, NULL, "the model has more than 2^63 rule instances");
    return next;
}

static void add_rule(struct checker *c, struct flat_rule **list, unsigned *count, struct flat_rule flat,
                     const char *kind)
{
    flat.first_instance = next_instance(c, *count ? &(*list)[*count - 1] : NULL, &flat);
    flat.name = flat.rule->name ? flat.rule->name : arena_format(c->arena, "%s %u", kind, *count + 1);
    ARENA_PUSH(c->arena, *list, *count, flat);
}

static const char *property_kind_name(enum property_kind kind)
{
    static const char *const names[] = { "invariant", "assert", "error", "assume", "cover", "liveness", "ltl" };
    return names[kind];
}

static void add_property(struct checker *c, struct flat_rule flat)
{
    struct program *p = c->program;
    struct property *property = flat.rule->property;
    unsigned number = 1;
    for (unsigned i = 0; i < p->property_count; i++)
        number += p->properties[i].rule->property->kind == property->kind;
    flat.name = property->message ? property->message
                                  : arena_format(c->arena, "%s %u", property_kind_name(property->kind), number);
    ARENA_PUSH(c->arena, p->properties, p->property_count, flat);
}

/* ---- checks ---- */

static void check_simple(struct checker *c, struct rule *rule)
{
    if (rule->guard) {
        c->pure = "a guard";
        types_condition(c, &rule->guard, "a guard");
        c->pure = NULL;
    }
    types_open(c);
    types_locals(c, rule->decls, rule->decl_count);
    types_block(c, &rule->body);
    types_close(c);
}

static void check_property(struct checker *c, struct property *property)
{
    if (property->formula) {
        types_formula(c, property);
        return;
    }
    c->pure = "a property";
    types_condition(c, &property->condition, "a property");
    c->pure = NULL;
}

static void check_startstate(struct checker *c, struct rule *rule, const struct around *around)
{
    for (unsigned i = 0; i < around->count; i++)
        if (around->items[i].kind == RULE_CHOOSE) {
            types_error(c, rule->place, NULL, "a start state cannot choose from a multiset: all of them begin empty");
            return;
        }
    check_simple(c, rule);
}

static void check_parameters(struct checker *c, struct rule *rule, struct around *around)
{
    c->pure = rule->kind == RULE_CHOOSE ? "a choose" : "a ruleset's bound";
    for (unsigned i = 0; i < rule->quantifier_count; i++) {
        struct quantifier *q = rule->quantifiers[i];
        if (types_quantifier(c, q) && !q->constant)
            types_error(c, q->place, "guard the rule with the bound instead", "the bounds of a ruleset must be constant");
        struct enclosing item = { rule->kind, q, NULL };
        ARENA_PUSH(c->arena, around->items, around->count, item);
    }
    c->pure = NULL;
    check_children(c, rule, around);
    for (unsigned i = 0; i < rule->quantifier_count; i++)
        types_close(c);
    around->count -= rule->quantifier_count;
}

static void check_aliases(struct checker *c, struct rule *rule, struct around *around)
{
    c->pure = "an alias around rules";
    for (unsigned i = 0; i < rule->alias_count; i++) {
        types_alias(c, rule->aliases[i]);
        struct enclosing item = { RULE_ALIAS, NULL, rule->aliases[i] };
        ARENA_PUSH(c->arena, around->items, around->count, item);
    }
    c->pure = NULL;
    check_children(c, rule, around);
    for (unsigned i = 0; i < rule->alias_count; i++)
        types_close(c);
    around->count -= rule->alias_count;
}

/* What is beyond the limit is refused once, where it begins, and still checked. */
static void count_rule(struct checker *c, const struct rule *rule)
{
    if (c->rule_count++ == RULES_MAX)
        types_error(c, rule->place, "rules that differ in a number only are a ruleset",
                    "the model has more than %d rules, start states and properties", RULES_MAX);
}

static void check_rule(struct checker *c, struct rule *rule, struct around *around)
{
    struct program *p = c->program;
    if (rule->kind == RULE_SIMPLE || rule->kind == RULE_STARTSTATE || rule->kind == RULE_PROPERTY)
        count_rule(c, rule);
    switch (rule->kind) {
    case RULE_SIMPLE:
        check_simple(c, rule);
        add_rule(c, &p->rules, &p->rule_count, flatten(c, rule, around), "rule");
        break;
    case RULE_STARTSTATE:
        check_startstate(c, rule, around);
        add_rule(c, &p->start_states, &p->start_state_count, flatten(c, rule, around), "startstate");
        break;
    case RULE_PROPERTY:
        check_property(c, rule->property);
        add_property(c, flatten(c, rule, around));
        break;
    case RULE_RULESET: case RULE_CHOOSE:
        check_parameters(c, rule, around);
        break;
    case RULE_ALIAS:
        check_aliases(c, rule, around);
        break;
    }
}

/* ---- priorities ---- */

static int by_number(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static void rank_rules(struct checker *c)
{
    struct program *p = c->program;
    int64_t *priorities = arena_alloc(c->arena, (p->rule_count + 1) * sizeof *priorities);
    for (unsigned i = 0; i < p->rule_count; i++)
        priorities[i] = p->rules[i].rule->priority;
    if (p->rule_count)
        qsort(priorities, p->rule_count, sizeof *priorities, by_number);
    for (unsigned i = 0; i < p->rule_count; i++)
        if (!i || priorities[i] != priorities[i - 1])
            priorities[p->rank_count++] = priorities[i];
    for (unsigned i = 0; i < p->rule_count; i++)
        while (priorities[p->rules[i].rank] != p->rules[i].rule->priority)
            p->rules[i].rank++;
}

void types_rules(struct checker *c)
{
    struct around around = { 0 };
    for (unsigned i = 0; i < c->program->decl_count; i++)
        if (c->program->decls[i]->kind == DECL_RULE)
            check_rule(c, c->program->decls[i]->rule, &around);
    types_formula_rules(c);
    rank_rules(c);
}

/* ---- the numbers of properties ---- */

static void collect_property(struct checker *c, struct property *property)
{
    ARENA_PUSH(c->arena, c->program->all_properties, c->program->all_property_count, property);
}

static void collect_block(struct checker *c, const struct block *block)
{
    for (unsigned i = 0; i < block->count; i++) {
        struct stmt *s = block->stmts[i];
        if (s->property)
            collect_property(c, s->property);
        for (struct stmt *branch = s; branch; branch = branch->otherwise)
            collect_block(c, &branch->body);
        for (unsigned k = 0; k < s->case_count; k++)
            collect_block(c, &s->cases[k].body);
    }
}

static void collect_rule(struct checker *c, const struct rule *rule)
{
    if (rule->property)
        collect_property(c, rule->property);
    collect_block(c, &rule->body);
    for (unsigned i = 0; i < rule->rule_count; i++)
        collect_rule(c, rule->rules[i]);
}

static int in_source_order(const void *a, const void *b)
{
    const struct property *p = *(struct property *const *)a, *q = *(struct property *const *)b;
    return place_compare(p->place, q->place);
}

void types_number_properties(struct checker *c)
{
    struct program *p = c->program;
    for (unsigned i = 0; i < p->decl_count; i++) {
        if (p->decls[i]->kind == DECL_RULE)
            collect_rule(c, p->decls[i]->rule);
        else if (p->decls[i]->kind == DECL_ROUTINE)
            collect_block(c, &p->decls[i]->symbol->routine->body);
    }
    if (p->all_property_count)
        qsort(p->all_properties, p->all_property_count, sizeof p->all_properties[0], in_source_order);
    for (unsigned i = 0; i < p->all_property_count; i++)
        p->all_properties[i]->id = i;
}
