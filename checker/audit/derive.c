/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * derive.c - watch every firing for what it does in the cells that it meets
 * (derive.h); cell_words.c then says how that differs from what is printed.
 */
#include "derive.h"

#include <string.h>

#include "../engine/search.h"
#include "../model/expansion.h"
#include "../model/instance.h"
#include "cell_words.h"

/* A unit in its cell. */
struct seat {
    unsigned table, state, cell, unit;
};

struct derivation {
    struct tables *tables;
    struct arena *arena;
    const struct model *model;
    struct expansion x;
    int64_t *before, *after;
    int **from, **to;       /* by table: the row of each line, before and after */
    struct seat **seats;    /* by property */
    unsigned *seat_count;
    uint32_t *seated;       /* the properties that have one */
    unsigned seated_count;
    struct table_unit *asides; /* by table and rule: what its firings that no cell names do */
};

/* ---- one firing in one table ---- */

struct act {
    struct table_effect effect; /* without `next` */
    uint32_t named;             /* the states of the cells that it is of */
    uint32_t moved;             /* the states of the lines that change */
};

static void find_rows(const struct derivation *d, unsigned t, const int64_t *leaves, int *rows)
{
    const struct watch *watch = &d->tables->tables[t].watch;
    for (unsigned i = 0; i < watch->line_count; i++)
        rows[i] = watch_row_of(watch, i, leaves);
}

/* The rows that lines in this one go to. */
static uint32_t next_of(const struct derivation *d, unsigned t, int state)
{
    uint32_t next = 0;
    for (unsigned i = 0; i < d->tables->tables[t].watch.line_count; i++) {
        int to = d->to[t][i];
        if (d->from[t][i] == state && to >= 0 && to != state)
            next |= UINT32_C(1) << to;
    }
    return next;
}

static uint32_t moved(const struct derivation *d, unsigned t)
{
    uint32_t rows = 0;
    for (unsigned i = 0; i < d->tables->tables[t].watch.line_count; i++) {
        int from = d->from[t][i];
        if (from >= 0 && from != d->to[t][i])
            rows |= UINT32_C(1) << from;
    }
    return rows;
}

static bool same(const struct table_effect *a, const struct table_effect *b)
{
    return a->next == b->next && a->beside == b->beside && !memcmp(a->given, b->given, sizeof a->given);
}

static void add_effect(struct arena *arena, struct table_unit *unit, struct table_effect effect)
{
    for (unsigned i = 0; i < unit->effect_count; i++)
        if (same(&unit->effects[i], &effect)) {
            unit->effects[i].times++;
            return;
        }
    effect.times = 1;
    ARENA_PUSH(arena, unit->effects, unit->effect_count, effect);
}

static struct act act_in(const struct derivation *d, unsigned t)
{
    struct act act = {0};
    const struct watch *watch = &d->tables->tables[t].watch;
    for (unsigned i = 0; i < watch->signal_count; i++) {
        unsigned given = watch_given(&watch->signals[i], d->before, d->after);
        act.effect.given[i] = (unsigned char)(given < UINT8_MAX ? given : UINT8_MAX);
    }
    act.moved = moved(d, t);
    for (unsigned s = 0; s < d->seated_count; s++) {
        uint32_t p = d->seated[s];
        for (unsigned i = 0; d->x.covered[p] && i < d->seat_count[p]; i++)
            if (d->seats[p][i].table == t)
                act.named |= UINT32_C(1) << d->seats[p][i].state;
    }
    act.effect.beside = (act.moved & ~act.named) != 0;
    return act;
}

static void put_aside(struct derivation *d, unsigned t, const struct act *act, uint64_t instance)
{
    const struct table *table = &d->tables->tables[t];
    const struct model_rule *rule = instance_rule(d->model->rules, d->model->rule_count, instance);
    struct table_effect effect = act->effect;
    bool given = false;
    for (unsigned i = 0; i < table->watch.signal_count; i++)
        given |= effect.given[i] > 0;
    if (!given && !act->moved)
        return;
    effect.beside = false;
    for (unsigned i = 0; i < table->state_count; i++)
        if (act->moved >> i & 1)
            effect.next |= next_of(d, t, (int)i);
    add_effect(d->arena, &d->asides[t * d->model->rule_count + (size_t)(rule - d->model->rules)], effect);
}

/* ---- firings ---- */

static void put_in_seat(struct derivation *d, const struct seat *seat, const struct act *act)
{
    struct table_effect effect = act->effect;
    effect.next = next_of(d, seat->table, (int)seat->state);
    add_effect(d->arena, &d->tables->tables[seat->table].cells[seat->cell].units[seat->unit], effect);
}

static void put_in_seats(struct derivation *d, unsigned t, const struct act *act)
{
    for (unsigned s = 0; s < d->seated_count; s++) {
        uint32_t p = d->seated[s];
        for (unsigned i = 0; d->x.covered[p] && i < d->seat_count[p]; i++)
            if (d->seats[p][i].table == t)
                put_in_seat(d, &d->seats[p][i], act);
    }
}

static void on_emit(struct expansion *x, uint64_t instance, const uint64_t *target, int moved_at_all)
{
    struct derivation *d = x->engine;
    (void)moved_at_all;
    d->model->decode(d->model, target, d->after);
    for (unsigned t = 0; t < d->tables->count; t++) {
        if (!d->tables->tables[t].watch.line_count)
            continue;
        find_rows(d, t, d->after, d->to[t]);
        struct act act = act_in(d, t);
        if (act.named)
            put_in_seats(d, t, &act);
        else
            put_aside(d, t, &act, instance);
    }
    memset(x->covered, 0, d->model->property_count);
}

static void on_violate(struct expansion *x, uint32_t property, uint64_t instance, enum model_where where, uint64_t rule)
{
    struct derivation *d = x->engine; /* what a firing met that fails is not of the next one */
    (void)property, (void)instance, (void)where, (void)rule;
    memset(x->covered, 0, d->model->property_count);
}

bool derive_state(void *data, const uint64_t *packed, bool good)
{
    struct derivation *d = data;
    if (!good)
        return true;
    d->x.source = packed;
    memset(d->x.covered, 0, d->model->property_count);
    d->model->decode(d->model, packed, d->before);
    for (unsigned t = 0; t < d->tables->count; t++)
        find_rows(d, t, d->before, d->from[t]);
    d->model->expand(&d->x);
    return true;
}

/* ---- before and after ---- */

static void find_seats(struct derivation *d, unsigned t)
{
    const struct table *table = &d->tables->tables[t];
    for (unsigned c = 0; c < table->state_count * table->event_count; c++)
        for (unsigned u = 0; u < table->cells[c].unit_count; u++) {
            const struct model_property *property = table->cells[c].units[u].property;
            size_t p = (size_t)(property - d->model->properties);
            struct seat seat = {.table = t, .state = c / table->event_count, .cell = c, .unit = u};
            if (property->kind == MODEL_COVER && property->local)
                ARENA_PUSH(d->arena, d->seats[p], d->seat_count[p], seat);
        }
}

static void *zeroed(struct arena *arena, size_t count, size_t size)
{
    void *memory = arena_alloc(arena, count * size + 1);
    memset(memory, 0, count * size);
    return memory;
}

static bool read_watches(struct tables *tables, struct arena *arena, const struct model *model, struct text *error)
{
    for (unsigned t = 0; t < tables->count; t++) {
        struct table *table = &tables->tables[t];
        if (*table->items && !watch_read(&table->watch, arena, model, table->items, table->name, table->states,
                                         table->state_count, error))
            return false;
    }
    return true;
}

struct derivation *derive_new(struct tables *tables, struct arena *arena, const struct model *model,
                               const struct search_options *options, struct text *error)
{
    if (!read_watches(tables, arena, model, error))
        return NULL;
    struct derivation *d = zeroed(arena, 1, sizeof *d);
    d->tables = tables;
    d->arena = arena;
    d->model = model;
    d->before = zeroed(arena, model->leaf_count, sizeof *d->before);
    d->after = zeroed(arena, model->leaf_count, sizeof *d->after);
    d->from = zeroed(arena, tables->count, sizeof *d->from);
    d->to = zeroed(arena, tables->count, sizeof *d->to);
    for (unsigned t = 0; t < tables->count; t++) {
        d->from[t] = zeroed(arena, tables->tables[t].watch.line_count, sizeof **d->from);
        d->to[t] = zeroed(arena, tables->tables[t].watch.line_count, sizeof **d->to);
    }
    d->seats = zeroed(arena, model->property_count, sizeof *d->seats);
    d->seat_count = zeroed(arena, model->property_count, sizeof *d->seat_count);
    d->asides = zeroed(arena, tables->count * model->rule_count, sizeof *d->asides);
    for (unsigned t = 0; t < tables->count; t++)
        find_seats(d, t);
    for (uint32_t p = 0; p < model->property_count; p++)
        if (d->seat_count[p])
            ARENA_PUSH(arena, d->seated, d->seated_count, p);
    unsigned char *enabled = zeroed(arena, model->property_count, 1);
    memset(enabled, 1, model->property_count);
    expansion_open(&d->x, model, result_settings(options));
    d->x.enabled = enabled;
    d->x.emit = on_emit;
    d->x.violate = on_violate;
    d->x.engine = d;
    return d;
}

/* The note on it is met; without one it stands alone. */
static void meet_aside(struct derivation *d, struct table *table, const char *rule, const char *does)
{
    for (unsigned i = 0; i < table->aside_count; i++)
        if (!strcmp(table->asides[i].rule, rule) && !strcmp(table->asides[i].does, does)) {
            table->asides[i].met = true;
            return;
        }
    struct table_aside aside = {.rule = rule, .does = does, .met = true};
    ARENA_PUSH(d->arena, table->asides, table->aside_count, aside);
}

static void meet_asides(struct derivation *d, unsigned t)
{
    for (uint32_t r = 0; r < d->model->rule_count; r++) {
        const struct table_unit *done = &d->asides[t * d->model->rule_count + r];
        for (unsigned i = 0; i < done->effect_count; i++)
            meet_aside(d, &d->tables->tables[t], d->model->rules[r].name,
                       cell_effect_words(d->arena, &d->tables->tables[t], &done->effects[i]));
    }
}

void derive_end(struct derivation *d, bool complete)
{
    expansion_close(&d->x);
    for (unsigned t = 0; t < d->tables->count; t++)
        if (d->tables->tables[t].watch.line_count) {
            cell_words(d->arena, &d->tables->tables[t], complete);
            meet_asides(d, t);
        }
}
