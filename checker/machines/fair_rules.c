/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fair_rules.c - see fair_rules.h.
 *
 * They are read from the tree of the machine as litmus tests run on it: what a rule's
 * text says, whether or not constants switch the rule off.
 */
#include "fair_rules.h"

#include <string.h>

struct collector {
    struct arena *arena;
    const char **names;
    unsigned count;
};

static void add(struct collector *c, const struct rule *rule)
{
    for (unsigned i = 0; i < c->count; i++)
        if (strcmp(c->names[i], rule->name) == 0)
            return;
    ARENA_PUSH(c->arena, c->names, c->count, arena_format(c->arena, "%s", rule->name));
}

/* `around` is what the nearest ruleset around says. */
static void walk(struct collector *c, const struct rule *rule, enum fairness around)
{
    enum fairness fairness = rule->fairness != FAIRNESS_NONE ? rule->fairness : around;
    if (rule->kind == RULE_SIMPLE && rule->name && fairness != FAIRNESS_NONE)
        add(c, rule);
    for (unsigned i = 0; i < rule->rule_count; i++)
        walk(c, rule->rules[i], fairness);
}

struct fair_rules fair_rules_of(struct arena *arena, const struct machines *machines, const struct machine_variant *v)
{
    static const struct machine_environment plain = {.invariants = "none"};
    struct litmus_sizes sizes = machine_least_sizes();
    struct collector c = {.arena = arena};
    struct arena *own = arena_new();
    struct text error = {0};
    const struct program *program = machines_program(machines, v, &plain, &sizes, own, &error);
    for (unsigned i = 0; program && i < program->decl_count; i++)
        if (program->decls[i]->kind == DECL_RULE)
            walk(&c, program->decls[i]->rule, FAIRNESS_NONE);
    text_free(&error);
    arena_free(own);
    return (struct fair_rules){.names = c.names, .count = c.count};
}
