/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * commute.c - try every state against its renamings.
 *
 * Invariant: the states in the table, once all were gone through, are closed
 * under firings; and, where no difference was found, under the permutations of
 * the scalarsets that are tried, since the start states are.
 */
#include "commute.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "../base/memory.h"
#include "../base/machine.h"
#include "../model/groups.h"
#include "../model/value.h"
#include "conduct.h"
#include "explore.h"
#include "../model/rename.h"

enum { LOOK_AFTER = 256 }; /* states between two looks at the limits */

/* Every state that was reached, one after the other, and an index of them. */
struct table {
    uint64_t *states;
    size_t words, count, space;
    uint64_t *slots;          /* number + 1, or 0; open addressing */
    size_t slot_count;
};

/* One permutation: two neighbours of a scalarset change places. */
struct generator {
    uint32_t scalarset, element;
    uint16_t *permutation;
};

struct trial {
    const struct model *model;
    const struct search_options *options;
    struct model renamed;     /* the model, but that its `reduced` are those that are tried */
    struct model_symmetry renamed_sets;
    struct model_scalarset *scalarsets;
    struct commute_result *result;
    struct conduct here, there;
    struct generator *generators;
    unsigned generator_count;
    struct table table;
    uint64_t *image;
    enum incomplete_reason stopped;
    double started;
};

/* ---- the table ---- */

static const uint64_t *state_at(const struct table *table, size_t number)
{
    return table->states + number * table->words;
}

static uint64_t *slot_of(const struct table *table, const uint64_t *state)
{
    size_t at = XXH3_64bits(state, table->words * sizeof *state) & (table->slot_count - 1);
    while (table->slots[at] && memcmp(state_at(table, table->slots[at] - 1), state, table->words * sizeof *state))
        at = (at + 1) & (table->slot_count - 1);
    return &table->slots[at];
}

/* Room for one more state; false where memory lacks. */
static bool table_grow(struct table *table)
{
    if (table->count < table->space)
        return true;
    size_t space = table->space ? 2 * table->space : 512;
    uint64_t *states = realloc(table->states, space * table->words * sizeof *states);
    if (!states)
        return false;
    table->states = states;
    uint64_t *slots = calloc(2 * space, sizeof *slots);
    if (!slots)
        return false;
    free(table->slots);
    table->slots = slots;
    table->slot_count = 2 * space;
    table->space = space;
    for (size_t i = 0; i < table->count; i++)
        *slot_of(table, state_at(table, i)) = i + 1;
    return true;
}

static void reach(struct trial *t, const uint64_t *state)
{
    if (!table_grow(&t->table)) {
        t->stopped = REASON_MEMORY;
        return;
    }
    uint64_t *slot = slot_of(&t->table, state);
    if (*slot)
        return;
    if (t->options->max_states && t->table.count >= t->options->max_states) {
        t->stopped = REASON_STATES;
        return;
    }
    memcpy(t->table.states + t->table.count * t->table.words, state, t->table.words * sizeof *state);
    *slot = ++t->table.count;
}

/* ---- limits ---- */

static bool set(const atomic_bool *flag)
{
    return flag && atomic_load_explicit(flag, memory_order_relaxed); /* nothing is read after it */
}

static void look_at_limits(struct trial *t)
{
    const struct search_options *options = t->options;
    if (set(options->interrupt) || set(options->abandon))
        t->stopped = REASON_INTERRUPTED;
    else if (options->max_seconds > 0 && machine_clock() - t->started > options->max_seconds)
        t->stopped = REASON_TIME;
    else if (options->memory && machine_rss() > options->memory)
        t->stopped = REASON_MEMORY;
}

/* The model asks, in the midst of a call: what it gives then is not all. */
static int must_stop(void *data)
{
    struct trial *t = data;
    look_at_limits(t);
    return t->stopped != REASON_NONE;
}

/* ---- differences ---- */

/* Records the difference, and gives the scalarset up; the caller fills in the
 * outcomes. */
static struct commute_difference *found(struct trial *t, const struct generator *generator, enum commute_kind kind,
                                        const uint64_t *state)
{
    struct commute_difference *difference = memory_zeroed(1, sizeof *difference);
    *difference = (struct commute_difference){
        .kind = kind, .scalarset = generator->scalarset, .element = generator->element, .property = MODEL_NO_PROPERTY};
    conduct_rename(&t->there, state, t->image, generator->permutation);
    for (int i = 0; i < 2; i++) {
        difference->side[i].leaves = value_leaves(t->model, i ? t->image : state);
        difference->side[i].fault = MODEL_NO_PROPERTY;
        difference->side[i].instance = MODEL_NO_INSTANCE;
    }
    t->result->scalarsets[generator->scalarset].verdict = VERDICT_VIOLATED;
    t->result->scalarsets[generator->scalarset].difference = difference;
    return difference;
}

/* The same instance in the renamed state, or back again: the permutation is
 * its own inverse. */
static uint64_t other_instance(const struct trial *t, const struct event *event, const uint16_t *permutation)
{
    if (event->instance == MODEL_NO_INSTANCE)
        return MODEL_NO_INSTANCE;
    if (event->kind == EVENT_LIVENESS || event->kind == EVENT_UNDECIDED) {
        const struct model_property *property = &t->model->properties[event->property];
        return rename_instance(&t->renamed, property->parameters, property->parameter_count, event->instance, permutation);
    }
    const struct model_rule *rule = conduct_rule(t->model, event->instance);
    return rule->first_instance + rename_instance(&t->renamed, rule->parameters, rule->parameter_count,
                                                  event->instance - rule->first_instance, permutation);
}

/* What stands on the other side in place of an event that it lacks. */
static const struct event *counterpart(const struct conduct *c, const struct event *event)
{
    for (size_t i = 0; i < c->event_count; i++) {
        const struct event *other = &c->events[i];
        bool firing = event->kind == EVENT_TARGET || event->kind == EVENT_FAULT;
        bool fires = other->kind == EVENT_TARGET || other->kind == EVENT_FAULT;
        if (other->key == event->key && firing == fires && (firing || other->property == event->property))
            return other;
    }
    return NULL;
}

static void fill_side(struct trial *t, struct commute_side *side, const struct conduct *c, const struct event *event,
                      const uint16_t *permutation)
{
    side->instance = event->instance;
    switch (event->kind) {
    case EVENT_TARGET: {
        uint64_t *target = memory_zeroed(t->table.words, sizeof *target);
        memcpy(target, c->words + event->target, t->table.words * sizeof *target);
        if (permutation)
            conduct_rename(&t->there, target, target, permutation);
        side->outcome = OUTCOME_TARGET;
        side->target = value_leaves(t->model, target);
        free(target);
        break;
    }
    case EVENT_FAULT:
        side->outcome = OUTCOME_FAULT;
        side->fault = event->property;
        break;
    case EVENT_UNDECIDED:
        side->outcome = OUTCOME_FAULT;
        break;
    default:
        side->outcome = OUTCOME_YES;
    }
}

/* `event` is of the state (0) or of the renamed one (1), and the other has
 * nothing like it. */
static void event_differs(struct trial *t, const struct generator *generator, const uint64_t *state,
                          const struct event *event, int which)
{
    const struct conduct *sides[2] = {&t->here, &t->there};
    const uint16_t *back[2] = {NULL, generator->permutation};
    enum commute_kind kind = event->kind == EVENT_COVER ? COMMUTE_COVER
                             : event->kind == EVENT_LIVENESS || event->kind == EVENT_UNDECIDED ? COMMUTE_LIVENESS
                                                                                               : COMMUTE_FIRING;
    struct commute_difference *difference = found(t, generator, kind, state);
    const struct event *other = counterpart(sides[!which], event);
    if (kind != COMMUTE_FIRING)
        difference->property = event->property;
    fill_side(t, &difference->side[which], sides[which], event, back[which]);
    if (other)
        fill_side(t, &difference->side[!which], sides[!which], other, back[!which]);
    else
        difference->side[!which].instance = other_instance(t, event, generator->permutation);
}

/* The two conducts are sorted: the first event that only one of them has. */
static bool events_differ(struct trial *t, const struct generator *generator, const uint64_t *state)
{
    size_t i = 0, j = 0;
    while (i < t->here.event_count || j < t->there.event_count) {
        int order = i == t->here.event_count    ? 1
                    : j == t->there.event_count ? -1
                                                : conduct_compare(&t->here, &t->here.events[i], &t->there, &t->there.events[j]);
        if (order) {
            event_differs(t, generator, state, order < 0 ? &t->here.events[i] : &t->there.events[j], order > 0);
            return true;
        }
        i++, j++;
    }
    return false;
}

static void yes_or_no(struct commute_difference *difference, bool here, bool there)
{
    difference->side[0].outcome = here ? OUTCOME_YES : OUTCOME_NO;
    difference->side[1].outcome = there ? OUTCOME_YES : OUTCOME_NO;
}

/* One of the two states violates something.  Asks for each property by itself,
 * so that `here` and `there` are of no use after it. */
static bool failures_differ(struct trial *t, const struct generator *generator, const uint64_t *state, const uint64_t *image)
{
    bool here_guard = t->here.guard_fails, there_guard = t->there.guard_fails;
    for (uint32_t i = 0; i < t->model->property_count; i++) {
        enum model_property_kind kind = t->model->properties[i].kind;
        if (t->model->properties[i].local || (kind != MODEL_INVARIANT && kind != MODEL_COVER))
            continue;
        bool here = conduct_violates(&t->here, state, i), there = conduct_violates(&t->there, image, i);
        if (t->stopped)
            return false;
        if (here != there) {
            struct commute_difference *difference = found(t, generator, COMMUTE_PROPERTY, state);
            difference->property = i;
            yes_or_no(difference, here, there);
            return true;
        }
    }
    if (here_guard != there_guard)
        yes_or_no(found(t, generator, COMMUTE_GUARD, state), here_guard, there_guard);
    return here_guard != there_guard;
}

/* ---- trying ---- */

/* Compares a state, whose conduct is `here`, with what a generator makes of it.
 * Where it fails, `here` must be found out anew for the next generator. */
static void compare(struct trial *t, const struct generator *generator, const uint64_t *state)
{
    if (t->result->scalarsets[generator->scalarset].difference)
        return;
    t->result->comparisons++;
    uint64_t *image = memory_zeroed(t->table.words, sizeof *image);
    conduct_rename(&t->there, state, image, generator->permutation);
    conduct_of(&t->there, image);
    if (t->stopped) {
        free(image);
        return;
    }
    if (t->here.fails || t->there.fails) {
        failures_differ(t, generator, state, image);
        conduct_of(&t->here, state);
        conduct_finish(&t->here, NULL);
    } else {
        conduct_finish(&t->there, generator->permutation);
        if (!t->stopped && !events_differ(t, generator, state) &&
            (t->here.fires != t->there.fires || t->here.moves != t->there.moves))
            yes_or_no(found(t, generator, COMMUTE_DEADLOCK, state), t->here.moves, t->there.moves);
    }
    free(image);
}

static void try_state(struct trial *t, size_t number)
{
    uint64_t *state = memory_zeroed(t->table.words, sizeof *state);
    memcpy(state, state_at(&t->table, number), t->table.words * sizeof *state);
    conduct_of(&t->here, state);
    for (size_t i = 0; i < t->here.event_count && !t->stopped; i++)
        if (t->here.events[i].kind == EVENT_TARGET)
            reach(t, t->here.words + t->here.events[i].target);
    if (!t->stopped)
        conduct_finish(&t->here, NULL);
    for (unsigned i = 0; i < t->generator_count && !t->stopped; i++)
        compare(t, &t->generators[i], state);
    free(state);
}

/* ---- start states ---- */

static void reach_start(struct expansion *x, uint64_t instance, const uint64_t *target, int moved)
{
    (void)instance, (void)moved;
    reach(x->engine, target);
}

static void ignore_violation(struct expansion *x, uint32_t property, uint64_t property_instance, enum model_where where,
                             uint64_t instance)
{
    (void)x, (void)property, (void)property_instance, (void)where, (void)instance;
}

/* The start states, and all that the generators make of them. */
static void reach_starts(struct trial *t)
{
    struct expansion x = t->here.x;
    x.engine = t;
    x.emit = reach_start;
    x.violate = ignore_violation;
    x.cover = NULL;
    for (uint64_t i = 0; i < t->model->start_instances && !t->stopped; i++) {
        t->model->start(&x, i);
        if (i % LOOK_AFTER == LOOK_AFTER - 1)
            look_at_limits(t);
    }
    for (size_t i = 0; i < t->table.count && !t->stopped; i++)
        for (unsigned j = 0; j < t->generator_count && !t->stopped; j++) {
            conduct_rename(&t->there, state_at(&t->table, i), t->image, t->generators[j].permutation);
            reach(t, t->image);
        }
}

/* ---- a set of scalarsets ---- */

static void make_generators(struct trial *t)
{
    uint32_t size = 0;
    for (uint32_t s = 0; s < t->renamed_sets.scalarset_count; s++)
        size += t->scalarsets[s].reduced ? t->scalarsets[s].size : 0;
    t->generators = memory_zeroed(size, sizeof *t->generators);
    for (uint32_t s = 0; s < t->renamed_sets.scalarset_count; s++)
        for (uint32_t e = 0; t->scalarsets[s].reduced && e + 1 < t->scalarsets[s].size; e++) {
            uint16_t *permutation = memory_zeroed(size, sizeof *permutation);
            uint32_t at = 0;
            for (uint32_t r = 0; r < t->renamed_sets.scalarset_count; r++)
                for (uint32_t f = 0; t->scalarsets[r].reduced && f < t->scalarsets[r].size; f++)
                    permutation[at++] = (uint16_t)(r != s || (f != e && f != e + 1) ? f : e + (f == e));
            t->generators[t->generator_count++] = (struct generator){s, e, permutation};
        }
}

static void open_trial(struct trial *t, const struct model *model)
{
    t->renamed = *model;
    t->renamed_sets = *groups_symmetry(model);
    t->renamed_sets.scalarsets = t->scalarsets;
    t->renamed.symmetry = &t->renamed_sets;
    conduct_open(&t->here, model, &t->renamed, t->options);
    conduct_open(&t->there, model, &t->renamed, t->options);
    t->here.x.stopped = t->there.x.stopped = must_stop;
    t->here.x.stop_data = t->there.x.stop_data = t;
    t->table = (struct table){.words = model->packed_words ? model->packed_words : 1};
    t->image = memory_zeroed(t->table.words, sizeof *t->image);
    make_generators(t);
}

static void close_trial(struct trial *t)
{
    for (unsigned i = 0; i < t->generator_count; i++)
        free(t->generators[i].permutation);
    free(t->generators);
    free(t->table.states);
    free(t->table.slots);
    free(t->image);
    conduct_close(&t->here);
    conduct_close(&t->there);
    free(t->scalarsets);
}

/* Those of t->scalarsets whose `reduced` is set, together. */
static void try_scalarsets(struct trial *t)
{
    open_trial(t, t->model);
    reach_starts(t);
    for (size_t i = 0; i < t->table.count && !t->stopped; i++) {
        if (i % LOOK_AFTER == 0)
            look_at_limits(t);
        if (!t->stopped)
            try_state(t, i);
    }
    for (uint32_t s = 0; s < groups_symmetry(t->model)->scalarset_count; s++) {
        struct commute_scalarset *scalarset = &t->result->scalarsets[s];
        if (!t->scalarsets[s].reduced)
            continue;
        scalarset->states = t->table.count;
        if (scalarset->verdict != VERDICT_VIOLATED && t->stopped)
            scalarset->verdict = VERDICT_INCOMPLETE, scalarset->reason = t->stopped;
    }
}

static struct model_scalarset *copy_scalarsets(const struct model *model)
{
    struct model_scalarset *copy = memory_zeroed(groups_symmetry(model)->scalarset_count, sizeof *copy);
    if (groups_symmetry(model)->scalarset_count)
        memcpy(copy, groups_symmetry(model)->scalarsets, groups_symmetry(model)->scalarset_count * sizeof *copy);
    return copy;
}

/* Those that are reduced, together: what the verdict is of. */
static void try_reduced(const struct model *model, const struct search_options *options, struct commute_result *result)
{
    struct trial t = {.model = model, .options = options, .result = result, .scalarsets = copy_scalarsets(model),
                      .started = machine_clock()};
    try_scalarsets(&t);
    result->states = t.table.count;
    result->verdict = t.stopped ? VERDICT_INCOMPLETE : VERDICT_HOLDS;
    result->reason = t.stopped;
    for (uint32_t s = 0; s < groups_symmetry(model)->scalarset_count; s++)
        if (result->scalarsets[s].difference)
            result->verdict = VERDICT_VIOLATED, result->reason = REASON_NONE;
    close_trial(&t);
}

static void try_alone(const struct model *model, const struct search_options *options, struct commute_result *result,
                      uint32_t scalarset)
{
    struct trial t = {.model = model, .options = options, .result = result, .scalarsets = copy_scalarsets(model),
                      .started = machine_clock()};
    for (uint32_t s = 0; s < groups_symmetry(model)->scalarset_count; s++)
        t.scalarsets[s].reduced = s == scalarset;
    try_scalarsets(&t);
    close_trial(&t);
}

struct commute_result *commute_run(const struct model *model, const struct search_options *options)
{
    struct search_options all = *options;
    unsigned char *enabled = memory_zeroed(model->property_count, 1);
    memset(enabled, 1, model->property_count);
    if (!all.enabled)
        all.enabled = enabled;
    struct commute_result *result = memory_zeroed(1, sizeof *result);
    double started = machine_clock();
    result->scalarset_count = groups_symmetry(model)->scalarset_count;
    result->scalarsets = memory_zeroed(groups_symmetry(model)->scalarset_count, sizeof *result->scalarsets);
    try_reduced(model, &all, result);
    for (uint32_t s = 0; s < groups_symmetry(model)->scalarset_count; s++)
        if (!groups_symmetry(model)->scalarsets[s].reduced)
            try_alone(model, &all, result, s);
    result->seconds = machine_clock() - started;
    free(enabled);
    return result;
}

void commute_free(struct commute_result *result)
{
    for (uint32_t s = 0; s < result->scalarset_count; s++) {
        struct commute_difference *difference = result->scalarsets[s].difference;
        for (int i = 0; difference && i < 2; i++) {
            free(difference->side[i].leaves);
            free(difference->side[i].target);
        }
        free(difference);
    }
    free(result->scalarsets);
    free(result);
}
