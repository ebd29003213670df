/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * cells_own.c - the tables that a model's covers are cells of, where no published table stands beside it.
 *
 * A cover of three words, "TABLE STATE EVENT", is a cell; states and events
 * stand in the order in which the covers name them.  What has no cover is
 * crossed out.
 */
#include <string.h>

#include "cells.h"

/* The words of a cell's name. */
static void read_words(struct arena *arena, const char *name, const char *words[3])
{
    for (int i = 0; i < 3; i++) {
        size_t length = strcspn(name, " ");
        words[i] = arena_text(arena, name, length);
        name += length + 1;
    }
}

bool tables_is_cell(const struct model_property *property)
{
    const char *blank = strchr(property->name, ' '), *second = blank ? strchr(blank + 1, ' ') : NULL;
    return property->kind == MODEL_COVER && blank > property->name && second > blank + 1 && second[1] && !strchr(second + 1, ' ');
}

static unsigned number_of(struct arena *arena, const char ***names, unsigned *count, const char *name)
{
    for (unsigned i = 0; i < *count; i++)
        if (!strcmp((*names)[i], name))
            return i;
    ARENA_PUSH(arena, *names, *count, name);
    return *count - 1;
}

static struct table *table_named(struct tables *tables, struct arena *arena, const char *name)
{
    for (unsigned i = 0; i < tables->count; i++)
        if (!strcmp(tables->tables[i].name, name))
            return &tables->tables[i];
    struct table table = {.name = name, .path = tables->model, .items = ""};
    ARENA_PUSH(arena, tables->tables, tables->count, table);
    return &tables->tables[tables->count - 1];
}

/* All cells of each table, crossed out. */
static void make_cells(struct tables *tables, struct arena *arena)
{
    for (unsigned t = 0; t < tables->count; t++) {
        struct table *table = &tables->tables[t];
        unsigned count = 0;
        while (count < table->state_count * table->event_count) {
            struct table_cell crossed = {.printed = "x"};
            ARENA_PUSH(arena, table->cells, count, crossed);
        }
    }
}

void tables_of_covers(struct tables *tables, struct arena *arena, const struct model *model)
{
    const char *words[3];
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < model->property_count; i++) {
            if (!tables_is_cell(&model->properties[i]))
                continue;
            read_words(arena, model->properties[i].name, words);
            struct table *table = table_named(tables, arena, words[0]);
            unsigned state = number_of(arena, &table->states, &table->state_count, words[1]);
            unsigned event = number_of(arena, &table->events, &table->event_count, words[2]);
            if (pass)
                table_cell(table, state, event)->printed = "";
        }
        if (!pass)
            make_cells(tables, arena);
    }
}
