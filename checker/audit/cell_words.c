/* SPDX-License-Identifier: BSD-2-Clause */
/* cell_words.c - see cell_words.h. */
#include "cell_words.h"

#include <string.h>

#include "printed.h"

static const char *keep(struct arena *arena, struct text *text)
{
    const char *kept = arena_format(arena, "%s", text->bytes ? text->bytes : "");
    text_free(text);
    return kept;
}

static void put_rows(struct text *out, const struct table *table, uint32_t rows)
{
    const char *separator = "";
    for (unsigned i = 0; i < table->state_count; i++)
        if (rows >> i & 1) {
            text_format(out, "%s%s", separator, table->states[i]);
            separator = ", ";
        }
}

const char *cell_effect_words(struct arena *arena, const struct table *table, const struct table_effect *effect)
{
    struct text words = {0};
    const char *separator = "";
    for (unsigned i = 0; i < table->watch.signal_count; i++) {
        if (!effect->given[i])
            continue;
        text_format(&words, "%s%s", separator, table->watch.signals[i].words[0]);
        if (effect->given[i] > 1)
            text_format(&words, " x%u", effect->given[i]);
        separator = "; ";
    }
    if (effect->next) {
        text_put(&words, words.length ? " -> " : "-> ");
        put_rows(&words, table, effect->next);
    }
    if (effect->beside)
        text_put(&words, words.length ? ", and a line in another state changes" : "a line in another state changes");
    return words.length ? keep(arena, &words) : "nothing";
}

/* ---- what a cell does ---- */

static void add_alternative(struct arena *arena, struct text *out, const char *condition, const char *words)
{
    const char *alternative = *condition ? arena_format(arena, "%s %s", condition, words) : words;
    if (out->length)
        text_put(out, " | ");
    text_put(out, alternative);
}

/* "(store)" of "L2 I_M Mem Data (store)". */
static const char *condition_of(const char *unit)
{
    const char *open = strstr(unit, " (");
    return open ? open + 1 : "";
}

static const char *does(struct arena *arena, const struct table *table, const struct table_cell *cell)
{
    struct text out = {0};
    for (unsigned u = 0; u < cell->unit_count; u++) {
        const struct table_unit *unit = &cell->units[u];
        if (table_unit_is_error(unit) || !unit->met)
            continue;
        if (!unit->property->local)
            add_alternative(arena, &out, condition_of(unit->property->name), "nothing");
        for (unsigned i = 0; i < unit->effect_count; i++)
            add_alternative(arena, &out, condition_of(unit->property->name), cell_effect_words(arena, table, &unit->effects[i]));
    }
    return keep(arena, &out);
}

/* ---- how that differs ---- */

struct seen {
    uint32_t next;
    bool stays, beside;
    bool given[WATCH_SIGNALS];
};

static void see(struct seen *seen, const struct table_unit *unit)
{
    seen->stays |= !table_unit_is_error(unit) && !unit->property->local && unit->met;
    for (unsigned e = 0; e < unit->effect_count; e++) {
        const struct table_effect *effect = &unit->effects[e];
        seen->next |= effect->next;
        seen->stays |= !effect->next;
        seen->beside |= effect->beside;
        for (unsigned i = 0; i < WATCH_SIGNALS; i++)
            seen->given[i] |= effect->given[i] > 0;
    }
}

/* What is compared: a cell, or one case of it. */
struct comparison {
    struct arena *arena;
    const struct table *table;
    struct table_cell *cell;
    const char *printed, *prefix; /* "(store) ", where it is of a case */
    struct seen seen;
    bool complete;
};

static void differ(const struct comparison *c, const char *words, const char *what)
{
    struct text line = {0};
    text_put(&line, c->prefix);
    text_format(&line, "%s%s", words, what);
    ARENA_PUSH(c->arena, c->cell->differences, c->cell->difference_count, keep(c->arena, &line));
}

static void differ_by_rows(const struct comparison *c, const char *words, uint32_t rows)
{
    struct text names = {0};
    put_rows(&names, c->table, rows);
    if (rows)
        differ(c, words, names.bytes);
    text_free(&names);
}

static void compare_states(const struct comparison *c)
{
    struct printed printed = printed_read(c->printed, c->table->states, c->table->state_count);
    uint32_t own = UINT32_C(1) << (unsigned)((c->cell - c->table->cells) / c->table->event_count);
    printed.stays |= (printed.next & own) != 0; /* "-> I" in row I */
    printed.next &= ~own;
    differ_by_rows(c, "not printed: -> ", c->seen.next & ~printed.next);
    if (c->seen.stays && !printed.stays)
        differ(c, "not printed: ", "it stays as it is");
    if (c->seen.beside)
        differ(c, "not printed: ", "a line in another state changes too");
    if (c->complete)
        differ_by_rows(c, "never: -> ", printed.next & ~c->seen.next);
}

/* Whether a signal that is given answers to the word too: "store/atomic done" is printed for either. */
static bool given_by(const struct comparison *c, const char *word)
{
    for (unsigned i = 0; i < c->table->watch.signal_count; i++)
        for (unsigned w = 0; c->seen.given[i] && w < c->table->watch.signals[i].word_count; w++)
            if (!strcmp(c->table->watch.signals[i].words[w], word))
                return true;
    return false;
}

static void compare_signals(const struct comparison *c)
{
    for (unsigned i = 0; i < c->table->watch.signal_count; i++) {
        const struct watch_signal *signal = &c->table->watch.signals[i];
        const char *word = watch_named(signal, c->printed);
        if (c->seen.given[i] && !word)
            differ(c, "not printed: ", signal->words[0]);
        if (c->complete && word && !c->seen.given[i] && !given_by(c, word))
            differ(c, "never: ", word);
    }
}

static void compare(const struct comparison *comparison)
{
    compare_states(comparison);
    compare_signals(comparison);
}

/* "store" of "L2 I_M Mem Data (store)"; NULL: the unit is of no case. */
static const char *case_of(struct arena *arena, const char *unit)
{
    const char *condition = condition_of(unit);
    return *condition ? arena_format(arena, "%.*s", (int)strcspn(condition + 1, ")"), condition + 1) : NULL;
}

static void compare_case(struct comparison c, const struct table_unit *unit, const char *its_case)
{
    const char **cases = NULL;
    unsigned count = 0;
    for (unsigned u = 0; u < c.cell->unit_count; u++) {
        const char *other = case_of(c.arena, c.cell->units[u].property->name);
        if (other && strcmp(other, its_case))
            ARENA_PUSH(c.arena, cases, count, other);
    }
    c.printed = printed_case(c.arena, c.cell->printed, its_case, cases, count);
    c.prefix = arena_format(c.arena, "(%s) ", its_case);
    see(&c.seen, unit);
    compare(&c);
}

static void compare_cell(struct arena *arena, const struct table *table, struct table_cell *cell, bool complete)
{
    struct comparison all = {.arena = arena, .table = table, .cell = cell, .printed = cell->printed, .prefix = "", .complete = complete};
    bool any = false;
    for (unsigned u = 0; u < cell->unit_count; u++) {
        const struct table_unit *unit = &cell->units[u];
        const char *its_case = case_of(arena, unit->property->name);
        if (table_unit_is_error(unit) || !unit->met)
            continue;
        if (its_case) {
            compare_case(all, unit, its_case);
        } else {
            see(&all.seen, unit);
            any = true;
        }
    }
    if (any)
        compare(&all);
}

void cell_words(struct arena *arena, struct table *table, bool complete)
{
    for (unsigned c = 0; c < table->state_count * table->event_count; c++) {
        struct table_cell *cell = &table->cells[c];
        enum table_mark mark = table_mark(cell);
        if (mark != TABLE_REACHED && mark != TABLE_PARTLY && mark != TABLE_CROSSED_REACHED)
            continue;
        cell->does = does(arena, table, cell);
        if (!table_crossed(cell))
            compare_cell(arena, table, cell, complete);
    }
}
