/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * conduct.c - ask the model for all that a state does, and sort it, so that the
 * conducts of two states can be compared.  See conduct.h.
 */
#include "conduct.h"

#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "../model/expansion.h"
#include "../model/groups.h"
#include "../model/rename.h"

/* ---- what the model calls back ---- */

static struct event *add_event(struct conduct *c, enum event_kind kind, uint32_t property, uint64_t instance)
{
    c->events = memory_room(c->events, c->event_count + 1, &c->event_space, sizeof *c->events);
    struct event *event = &c->events[c->event_count++];
    *event = (struct event){.kind = kind, .property = property, .instance = instance};
    return event;
}

static void note_target(struct expansion *x, uint64_t instance, const uint64_t *target, int moved)
{
    struct conduct *c = x->engine;
    (void)moved;
    c->words = memory_room(c->words, c->word_count + c->state_words, &c->word_space, sizeof *c->words);
    c->words[c->word_count] = 0; /* where a state has no words at all */
    memcpy(c->words + c->word_count, target, c->model->packed_words * sizeof *target);
    add_event(c, EVENT_TARGET, MODEL_NO_PROPERTY, instance)->target = c->word_count;
    c->word_count += c->state_words;
}

static void note_violation(struct expansion *x, uint32_t property, uint64_t property_instance, enum model_where where,
                           uint64_t instance)
{
    struct conduct *c = x->engine;
    (void)property_instance;
    if (where == MODEL_IN_FIRING) {
        add_event(c, EVENT_FAULT, property, instance);
    } else {
        c->fails = true;
        c->failures++;
    }
}

static void note_cover(struct expansion *x, uint32_t property, uint64_t property_instance, enum model_where where,
                       uint64_t instance)
{
    (void)property_instance;
    add_event(x->engine, EVENT_COVER, property, where == MODEL_IN_FIRING ? instance : MODEL_NO_INSTANCE);
}

/* ---- opening and closing ---- */

static bool is_implied(enum model_property_kind kind)
{
    return kind >= MODEL_RANGE;
}

void conduct_open(struct conduct *c, const struct model *model, const struct model *names,
                  const struct search_options *options)
{
    *c = (struct conduct){.model = model, .names = names, .state_words = model->packed_words ? model->packed_words : 1};
    expansion_open(&c->x, model, result_settings(options));
    c->alone = memory_zeroed(model->property_count, 1);
    c->watch = memory_zeroed(model->property_count, 1);
    for (uint32_t i = 0; i < model->property_count; i++) {
        c->watch[i] = model->properties[i].kind == MODEL_COVER;
        c->alone[i] = c->x.enabled[i] && (is_implied(model->properties[i].kind) || model->properties[i].local);
    }
    c->x.multiset_reduction = options->multiset_reduction;
    c->x.emit = note_target;
    c->x.violate = note_violation;
    c->x.cover = note_cover;
    c->x.watch_cover = c->watch;
    c->x.engine = c;
    c->leaves = memory_zeroed(model->leaf_count, sizeof *c->leaves);
    c->renamed = memory_zeroed(model->leaf_count, sizeof *c->renamed);
}

void conduct_close(struct conduct *c)
{
    expansion_close(&c->x);
    free(c->alone);
    free(c->watch);
    free(c->leaves);
    free(c->renamed);
    free(c->events);
    free(c->words);
}

/* ---- states ---- */

void conduct_normal(struct conduct *c, uint64_t *state)
{
    groups_canonicalise(c->model, &c->x, state, state, NULL);
}

void conduct_rename(struct conduct *c, const uint64_t *in, uint64_t *out, const uint16_t *permutation)
{
    c->model->decode(c->model, in, c->leaves);
    rename_leaves(c->names, c->leaves, c->renamed, permutation);
    c->model->encode(c->renamed, out);
    conduct_normal(c, out);
}

static void ask_liveness(struct conduct *c)
{
    for (uint32_t i = 0; i < c->model->property_count; i++) {
        const struct model_property *property = &c->model->properties[i];
        for (uint64_t j = 0; property->kind == MODEL_LIVENESS && c->x.enabled[i] && j < property->instances; j++) {
            bool failed = c->fails;
            uint64_t failures = c->failures;
            int holds = c->model->holds(&c->x, i, j);
            c->fails = failed, c->failures = failures; /* an EVENT_UNDECIDED says so */
            if (holds)
                add_event(c, holds > 0 ? EVENT_LIVENESS : EVENT_UNDECIDED, i, j);
        }
    }
}

void conduct_of(struct conduct *c, const uint64_t *state)
{
    c->event_count = c->word_count = 0;
    c->fails = c->guard_fails = c->fires = c->moves = false;
    c->failures = 0;
    c->x.source = state;
    c->model->check(&c->x);
    if (!c->fails) {
        uint64_t fired = c->x.fired, progressed = c->x.progressed;
        ask_liveness(c);
        c->model->expand(&c->x);
        c->fires = c->x.fired != fired;
        c->moves = c->x.progressed != progressed;
        c->guard_fails = c->fails;
    }
    if (c->fails)
        c->event_count = 0;
}

bool conduct_violates(struct conduct *c, const uint64_t *state, uint32_t property)
{
    const unsigned char *enabled = c->x.enabled;
    if (!enabled[property])
        return false;
    c->alone[property] = 1;
    c->x.enabled = c->alone;
    conduct_of(c, state);
    c->x.enabled = enabled;
    c->alone[property] = 0;
    return c->failures > 0;
}

/* ---- order ---- */

const struct model_rule *conduct_rule(const struct model *model, uint64_t instance)
{
    uint32_t low = 0, high = model->rule_count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        *(model->rules[middle].first_instance <= instance ? &low : &high) = middle;
    }
    return &model->rules[low];
}

/* Slots change places when a multiset is put in order: which one a rule chose
 * is told by what it leads to. */
static uint64_t without_slots(const struct model_rule *rule, uint64_t number)
{
    uint64_t result = 0, weight = 1;
    for (uint32_t i = rule->parameter_count; i-- > 0;) {
        const struct model_parameter *parameter = &rule->parameters[i];
        if (parameter->type)
            result += weight * (number % parameter->count);
        number /= parameter->count;
        weight *= parameter->count;
    }
    return result;
}

static uint64_t key_of(const struct model *names, const struct event *event, const uint16_t *permutation)
{
    if (event->instance == MODEL_NO_INSTANCE)
        return event->instance;
    if (event->kind == EVENT_LIVENESS || event->kind == EVENT_UNDECIDED) {
        const struct model_property *property = &names->properties[event->property];
        return permutation ? rename_instance(names, property->parameters, property->parameter_count, event->instance,
                                             permutation)
                           : event->instance;
    }
    const struct model_rule *rule = conduct_rule(names, event->instance);
    uint64_t number = event->instance - rule->first_instance;
    if (permutation)
        number = rename_instance(names, rule->parameters, rule->parameter_count, number, permutation);
    return rule->first_instance + without_slots(rule, number);
}

static int compare_numbers(uint64_t a, uint64_t b)
{
    return a < b ? -1 : a > b;
}

int conduct_compare(const struct conduct *c, const struct event *a, const struct conduct *d, const struct event *b)
{
    int order = compare_numbers(a->kind, b->kind);
    if (!order)
        order = compare_numbers(a->key, b->key);
    if (!order && a->kind != EVENT_FAULT)
        order = compare_numbers(a->property, b->property);
    for (size_t i = 0; !order && a->kind == EVENT_TARGET && i < c->model->packed_words; i++)
        order = compare_numbers(c->words[a->target + i], d->words[b->target + i]);
    return order;
}

static int compare_within(const void *a, const void *b, void *c)
{
    return conduct_compare(c, a, c, b);
}

void conduct_finish(struct conduct *c, const uint16_t *permutation)
{
    for (size_t i = 0; i < c->event_count; i++) {
        struct event *event = &c->events[i];
        event->key = key_of(c->names, event, permutation);
        if (permutation && event->kind == EVENT_TARGET)
            conduct_rename(c, c->words + event->target, c->words + event->target, permutation);
    }
    if (c->event_count)
        qsort_r(c->events, c->event_count, sizeof *c->events, compare_within, c);
}
