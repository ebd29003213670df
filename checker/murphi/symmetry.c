/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * symmetry.c - decide of each scalarset whether its symmetry is shown.
 *
 * symmetry_check() walks through every rule, start state and property
 * (symmetry_walk.c); symmetry_loop.c compares the rounds of each loop over
 * elements, and refuses the scalarset of a loop whose order may show.  What no
 * loop refuses is shown symmetric; symmetry.h says what that means.
 */
#include "symmetry.h"

#include <stdlib.h>
#include <string.h>

#include "symmetry_private.h"

/* Whether the guard is false whatever the state. */
static bool never_holds(const struct expr *e)
{
    if (!e)
        return false;
    if (e->constant)
        return !e->number;
    return e->kind == EXPR_BINARY && e->op == OP_AND && (never_holds(e->left) || never_holds(e->right));
}

static void walk_rule(struct walk *w, const struct flat_rule *flat)
{
    const struct rule *rule = flat->rule;
    w->places = arena_new();
    flow_begin(w);
    defined_release(w, 0);
    for (unsigned i = 0; i < flat->enclosing_count; i++) {
        if (flat->enclosing[i].kind == RULE_ALIAS)
            walk_alias(w, flat->enclosing[i].alias);
        else
            walk_quantifier(w, flat->enclosing[i].quantifier);
    }
    walk_expr(w, rule->guard);
    if (rule->property)
        walk_expr(w, rule->property->condition);
    if (!never_holds(rule->guard)) {
        walk_locals(w, rule->decls, rule->decl_count);
        walk_block(w, &rule->body);
    }
    arena_free(w->places);
}

static void walk_rules(struct walk *w, const struct flat_rule *rules, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        walk_rule(w, &rules[i]);
        for (unsigned k = 0; w->gave_up && k < w->program->scalarset_count; k++)
            symmetry_refuse(w, w->program->scalarsets[k], rules[i].rule->place, "there is too much to follow, up to here");
    }
}

static bool has_elements(const struct program *p)
{
    for (unsigned i = 0; i < p->scalarset_count; i++)
        if (p->scalarsets[i]->high > p->scalarsets[i]->low)
            return true;
    return false;
}

void symmetry_check(struct arena *results, struct program *program)
{
    if (!has_elements(program))
        return;
    struct walk w = {.arena = arena_new(), .results = results, .program = program};
    w.bound = arena_alloc(w.arena, (program->symbol_count + 1) * sizeof *w.bound);
    w.blamed = arena_alloc(w.arena, (program->symbol_count + 1) * sizeof *w.blamed);
    symmetry_effects(&w);
    flow_number_locals(&w);
    walk_rules(&w, program->rules, program->rule_count);
    walk_rules(&w, program->properties, program->property_count);
    w.in_start = true;
    w.gave_up = false;
    w.steps = 0;
    walk_rules(&w, program->start_states, program->start_state_count);
    flow_free(&w.flow);
    free(w.accesses);
    free(w.defined);
    arena_free(w.arena);
}
