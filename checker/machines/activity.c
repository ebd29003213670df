/* SPDX-License-Identifier: BSD-2-Clause */
/* activity.c - see activity.h. */
#include "activity.h"

#include <string.h>

#include "../base/die.h"
#include "../murphi/switched_off.h"

enum { BEFORE_MACHINE = 3 }; /* includes that a composition begins with: orders, and the driver's two */

struct activity *activity_new(struct arena *arena)
{
    struct activity *activity = arena_alloc(arena, sizeof *activity);
    *activity = (struct activity){.arena = arena};
    return activity;
}

/* Whether the place is in the machine's file, or in what comes in by it. */
static bool is_machines(const struct program *program, const struct model_place *place)
{
    unsigned includes = 0;
    for (unsigned i = 0; i < program->decl_count && includes <= BEFORE_MACHINE + 1; i++) {
        const struct decl *decl = program->decls[i];
        if (decl->kind != DECL_INCLUDE)
            continue;
        includes += decl->place.source == program->source;
        if (includes == BEFORE_MACHINE + 1 && decl->included && !strcmp(decl->included->path, place->file))
            return true;
    }
    return false;
}

static bool is_same(const struct activity_item *a, const struct activity_item *b)
{
    return a->is_rule == b->is_rule && a->place.line == b->place.line && !strcmp(a->name, b->name);
}

/* The n-th of the machine's rules and covers, which is new in the first search alone. */
static void note(struct activity *activity, unsigned n, const struct activity_item *item)
{
    if (n == activity->count) {
        struct activity_item copy = *item;
        copy.name = arena_format(activity->arena, "%s", item->name);
        copy.place.file = arena_format(activity->arena, "%s", item->place.file);
        ARENA_PUSH(activity->arena, activity->items, activity->count, copy);
        return;
    }
    struct activity_item *known = &activity->items[n];
    if (!is_same(known, item))
        die("\"%s\" was \"%s\" in an earlier search of one machine", item->name, known->name);
    known->seen |= item->seen;
    known->switched_off &= item->switched_off;
    known->statistics.tested += item->statistics.tested;
    known->statistics.fired += item->statistics.fired;
    known->statistics.new_states += item->statistics.new_states;
}

void activity_add(struct activity *activity, const struct litmus_result *result)
{
    const struct program *program = result->model->program;
    const struct model *model = result->model->model;
    const struct search_result *search = result->search;
    unsigned n = 0;
    for (unsigned i = 0; i < model->rule_count; i++)
        if (is_machines(program, &model->rules[i].place))
            note(activity, n++, &(struct activity_item){
                .name = model->rules[i].name, .place = model->rules[i].place, .is_rule = true,
                .seen = search->rule_fired[i], .switched_off = switched_off(program->rules[i].rule->guard),
                .statistics = search->rules ? search->rules[i] : (struct rule_statistics){0}});
    for (unsigned i = 0; i < model->property_count; i++)
        if (model->properties[i].kind == MODEL_COVER && is_machines(program, &model->properties[i].place))
            note(activity, n++, &(struct activity_item){
                .name = model->properties[i].name, .place = model->properties[i].place,
                .seen = search->properties[i].met != 0});
    activity->counted |= search->rules != NULL;
    activity->searches++;
}

bool activity_merge(struct activity *activity, const struct activity *other)
{
    for (unsigned i = 0; i < activity->count && i < other->count; i++)
        if (!is_same(&activity->items[i], &other->items[i]))
            return false;
    for (unsigned i = 0; i < other->count; i++)
        note(activity, i, &other->items[i]);
    activity->counted |= other->counted;
    activity->searches += other->searches;
    return true;
}

bool activity_is_unseen(const struct activity_item *item)
{
    return !item->seen && !item->switched_off;
}

unsigned activity_total(const struct activity *activity, bool rules)
{
    unsigned total = 0;
    for (unsigned i = 0; i < activity->count; i++)
        total += activity->items[i].is_rule == rules && (activity->items[i].seen || !activity->items[i].switched_off);
    return total;
}

unsigned activity_unseen(const struct activity *activity, bool rules)
{
    unsigned unseen = 0;
    for (unsigned i = 0; i < activity->count; i++)
        unseen += activity->items[i].is_rule == rules && activity_is_unseen(&activity->items[i]);
    return unseen;
}
