/* SPDX-License-Identifier: BSD-2-Clause */
/* fairness.c - make rules fair from outside a model. */
#include "fairness.h"

#include <stdio.h>
#include <string.h>

/* A walk over the rules in their order, which numbers those without a name. */
struct marking {
    const char *name;      /* NULL: all */
    enum fairness fairness;
    unsigned number;       /* of rules so far */
    bool found;
};

static void mark_rule(struct marking *m, struct rule *rule)
{
    char number[24];
    if (rule->kind == RULE_SIMPLE) {
        snprintf(number, sizeof number, "rule %u", ++m->number);
        if (!m->name || !strcmp(m->name, rule->name ? rule->name : number)) {
            rule->fairness = m->fairness;
            m->found = true;
        }
    }
    for (unsigned i = 0; i < rule->rule_count; i++)
        mark_rule(m, rule->rules[i]);
}

static bool mark_program(struct program *program, struct marking m)
{
    for (unsigned i = 0; i < program->decl_count; i++)
        if (program->decls[i]->kind == DECL_RULE)
            mark_rule(&m, program->decls[i]->rule);
    return m.found;
}

void fairness_of_all(struct program *program, enum fairness fairness)
{
    mark_program(program, (struct marking){.fairness = fairness});
}

bool fairness_of_rule(struct program *program, const char *name, enum fairness fairness)
{
    return mark_program(program, (struct marking){.name = name, .fairness = fairness});
}
