/* SPDX-License-Identifier: BSD-2-Clause */
#include "oracle.h"

#include <Judy.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/die.h"
#include "tools/lib/orbit.h"

struct edge {
    size_t from, to;
};

struct oracle {
    const struct program *program;
    const struct oracle_options *options;
    struct interp *interp;
    struct oracle_result result;
    size_t bytes;           /* of a state */
    Pvoid_t seen;
    int64_t *states;        /* in the order they were found */
    unsigned *depths;
    unsigned char *violating;
    size_t count, capacity;
    struct edge *edges;
    size_t edge_count, edge_capacity;
    unsigned char *met;     /* by property id */
    Pvoid_t conduct;        /* by orbit: a sum over what its firings lead to, and 1 */
    int64_t *target, *key;
};

static void *grow(void *array, size_t *capacity, size_t element)
{
    *capacity = *capacity ? 2 * *capacity : 1024;
    array = realloc(array, *capacity * element);
    if (!array)
        die_memory(*capacity * element);
    return array;
}

/* ---- violations: the least depth, then the first in the source ---- */

static void note(struct oracle *o, unsigned depth, enum model_property_kind kind, struct place place, const char *message)
{
    struct oracle_result *result = &o->result;
    if (result->verdict == VERDICT_VIOLATED) {
        if (depth > result->depth)
            return;
        if (depth == result->depth && (!place.source || (result->place.source && place_compare(place, result->place) >= 0)))
            return;
    }
    result->verdict = VERDICT_VIOLATED;
    result->depth = depth;
    result->kind = kind;
    result->place = place;
    snprintf(result->message, sizeof result->message, "%s", message ? message : "");
}

static void note_fault(struct oracle *o, unsigned depth)
{
    const struct interp_fault *fault = interp_fault(o->interp);
    note(o, depth, fault->kind, fault->place, fault->message);
}

static void note_covers(struct oracle *o)
{
    for (unsigned i = 0; i < o->program->all_property_count; i++)
        o->met[i] |= interp_met(o->interp, o->program->all_properties[i]);
}

/* ---- states ---- */

static const int64_t *state_at(const struct oracle *o, size_t i)
{
    return o->states + i * (o->program->leaf_count + 1);
}

static bool assumed(struct oracle *o, const int64_t *leaves)
{
    for (unsigned i = 0; i < o->program->property_count; i++) {
        const struct flat_rule *rule = &o->program->properties[i];
        for (uint64_t j = 0; rule->rule->property->kind == PROPERTY_ASSUME && j < rule->instances; j++) {
            bool holds = false;
            if (interp_property(o->interp, rule, j, leaves, &holds) == INTERP_OK && !holds)
                return false;
        }
    }
    return true;
}

/* True where no property is violated. */
static bool check_state(struct oracle *o, const int64_t *leaves, unsigned depth)
{
    bool good = true;
    for (unsigned i = 0; i < o->program->property_count; i++) {
        const struct flat_rule *rule = &o->program->properties[i];
        const struct property *property = rule->rule->property;
        for (uint64_t j = 0; property->kind != PROPERTY_LIVENESS && j < rule->instances; j++) {
            bool holds = false;
            enum interp_status status = interp_property(o->interp, rule, j, leaves, &holds);
            note_covers(o);
            if (status == INTERP_VIOLATED) {
                note_fault(o, depth);
                good = false;
            } else if (property->kind == PROPERTY_COVER) {
                o->met[property->id] |= holds;
            } else if (property->kind == PROPERTY_INVARIANT && !holds) {
                note(o, depth, MODEL_INVARIANT, property->place, property->message);
                good = false;
            }
        }
    }
    return good;
}

/* The state's number, after adding it where it is new. */
static size_t visit(struct oracle *o, unsigned depth)
{
    Word_t *slot;
    if (o->options->orbits)
        orbit_least(o->program, o->target, o->key);
    else
        memcpy(o->key, o->target, o->bytes);
    JHSI(slot, o->seen, o->key, o->bytes);
    if (*slot)
        return *slot - 1;
    size_t number = o->count;
    if (o->count == o->capacity) {
        size_t capacity = o->capacity;
        o->states = grow(o->states, &capacity, (o->program->leaf_count + 1) * sizeof *o->states);
        capacity = o->capacity;
        o->depths = grow(o->depths, &capacity, sizeof *o->depths);
        o->violating = grow(o->violating, &o->capacity, 1);
    }
    *slot = number + 1;
    memcpy(o->states + number * (o->program->leaf_count + 1), o->target, o->bytes);
    o->depths[number] = depth;
    o->count++;
    o->violating[number] = !check_state(o, state_at(o, number), depth);
    return number;
}

static void start(struct oracle *o)
{
    uint64_t instances = 0;
    for (unsigned i = 0; i < o->program->start_state_count; i++)
        instances += o->program->start_states[i].instances;
    for (uint64_t i = 0; i < instances; i++) {
        enum interp_status status = interp_start(o->interp, i, o->target);
        if (status != INTERP_DISABLED)
            note_covers(o);
        if (status == INTERP_VIOLATED)
            note_fault(o, 0);
        else if (status == INTERP_OK && assumed(o, o->target))
            visit(o, 0);
    }
}

/* ---- what the states of an orbit have in common ---- */

static uint64_t orbit_hash(struct oracle *o, const int64_t *leaves)
{
    orbit_least(o->program, leaves, o->key);
    return XXH3_64bits(o->key, o->bytes);
}

/* One firing's part of the sum; of failures only that it fails. */
static uint64_t conduct_of(struct oracle *o, enum interp_status status)
{
    if (!o->options->compare_orbits)
        return 0;
    return status == INTERP_OK ? orbit_hash(o, o->target) : status == INTERP_VIOLATED ? 0x9e3779b97f4a7c15 : 0;
}

static void compare_conduct(struct oracle *o, const int64_t *leaves, uint64_t sum)
{
    Word_t *known;
    if (!o->options->compare_orbits)
        return;
    orbit_least(o->program, leaves, o->key);
    JHSI(known, o->conduct, o->key, o->bytes);
    o->result.orbits += !*known;
    if (!*known)
        *known = sum | 1;
    o->result.orbits_differ |= *known != (sum | 1);
}

static void expand(struct oracle *o, size_t number, uint64_t instances)
{
    uint64_t conduct = 0;
    unsigned depth = o->depths[number];
    bool fired = false, progressed = false, guard_failed = false;
    for (uint64_t i = 0; i < instances; i++) {
        enum interp_status status = interp_fire(o->interp, i, state_at(o, number), o->target);
        conduct += conduct_of(o, status);
        if (status == INTERP_DISABLED)
            continue;
        note_covers(o);
        if (status == INTERP_VIOLATED && interp_fault(o->interp)->in_guard) {
            note_fault(o, depth);
            guard_failed = true;
            continue;
        }
        o->result.fired++;
        fired = true;
        if (status == INTERP_VIOLATED) {
            note_fault(o, depth + 1);
            progressed = true;
            continue;
        }
        progressed |= !interp_same(o->interp, o->target, state_at(o, number));
        if (!assumed(o, o->target)) {
            progressed = true;
            continue;
        }
        size_t to = visit(o, depth + 1);
        if (o->edge_count == o->edge_capacity)
            o->edges = grow(o->edges, &o->edge_capacity, sizeof *o->edges);
        o->edges[o->edge_count++] = (struct edge){ number, to };
    }
    compare_conduct(o, state_at(o, number), conduct);
    bool stuck = o->options->deadlock == DEADLOCK_STUCK ? !fired : o->options->deadlock == DEADLOCK_STUTTERING && !progressed;
    if (stuck && !guard_failed)
        note(o, depth, MODEL_DEADLOCK, (struct place){ 0 }, "deadlock");
}

/* ---- at the end ---- */

/* From every state a state in which the property holds is reachable. */
static void check_liveness(struct oracle *o, const struct flat_rule *rule, uint64_t instance)
{
    unsigned char *good = calloc(o->count + 1, 1);
    for (size_t i = 0; i < o->count; i++) {
        bool holds = false;
        if (interp_property(o->interp, rule, instance, state_at(o, i), &holds) == INTERP_VIOLATED) {
            note_fault(o, o->depths[i]);
            free(good);
            return;
        }
        good[i] = holds;
    }
    for (bool more = true; more;) {
        more = false;
        for (size_t i = o->edge_count; i-- > 0;)
            if (good[o->edges[i].to] && !good[o->edges[i].from]) {
                good[o->edges[i].from] = 1;
                more = true;
            }
    }
    for (size_t i = 0; i < o->count; i++)
        if (!good[i]) {
            note(o, o->depths[i], MODEL_LIVENESS, rule->rule->property->place, rule->rule->property->message);
            break;
        }
    free(good);
}

static void finish(struct oracle *o)
{
    for (unsigned i = 0; i < o->program->property_count && !o->options->orbits; i++)
        for (uint64_t j = 0; j < o->program->properties[i].instances; j++)
            if (o->program->properties[i].rule->property->kind == PROPERTY_LIVENESS)
                check_liveness(o, &o->program->properties[i], j);
    if (o->result.verdict == VERDICT_VIOLATED || !o->options->unmet_cover_is_violation)
        return;
    for (unsigned i = 0; i < o->program->all_property_count; i++) {
        const struct property *property = o->program->all_properties[i];
        if (property->kind == PROPERTY_COVER && !o->met[property->id]) {
            note(o, 0, MODEL_COVER, property->place, property->message);
            return;
        }
    }
}

static void search(struct oracle *o)
{
    uint64_t instances = 0;
    for (unsigned i = 0; i < o->program->rule_count; i++)
        instances += o->program->rules[i].instances;
    start(o);
    for (size_t i = 0; i < o->count; i++) {
        /* A violation is found at its depth or as a firing from one above, so
         * deeper states cannot change it. */
        if (o->result.verdict == VERDICT_VIOLATED && o->depths[i] > o->result.depth)
            return;
        if (o->count > o->options->max_states) {
            o->result.verdict = VERDICT_INCOMPLETE;
            return;
        }
        if (!o->violating[i])
            expand(o, i, instances);
    }
    o->result.states = o->count;
    if (o->result.verdict == VERDICT_HOLDS)
        o->result.depth = o->count ? o->depths[o->count - 1] : 0;
    if (o->result.verdict == VERDICT_HOLDS)
        finish(o);
}

struct oracle_result oracle_check(const struct program *program, const struct oracle_options *options)
{
    struct oracle o = {.program = program, .options = options, .bytes = program->leaf_count * sizeof(int64_t)};
    o.interp = interp_new(program, NULL);
    o.met = calloc(program->all_property_count + 1, 1);
    o.target = calloc(program->leaf_count + 1, sizeof *o.target);
    o.key = calloc(program->leaf_count + 1, sizeof *o.key);
    if (!o.met || !o.target || !o.key)
        die_memory(o.bytes);
    if (!o.bytes)
        o.bytes = sizeof(int64_t); /* a model without variables has one state */
    search(&o);
    JudyHSFreeArray(&o.seen, NULL);
    JudyHSFreeArray(&o.conduct, NULL);
    interp_free(o.interp);
    free(o.states);
    free(o.depths);
    free(o.violating);
    free(o.edges);
    free(o.met);
    free(o.target);
    free(o.key);
    return o.result;
}
