/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * graph_marks.c - see graph_marks.h.  A rule is fired once more without reduction: where
 * that leads elsewhere than the edge, the edge is one of the quotient.
 */
#include "graph_marks.h"
#include "json_parts.h"

#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "../model/expansion.h"
#include "../model/groups.h"
#include "../model/rename.h"
#include "../model/value.h"

struct graph_marks {
    const struct model *model;
    const struct search_options *options;
    struct expansion real, canonical; /* without reduction; as the search has it */
    uint64_t *source, *target, *scratch;
    bool made;
    uint16_t *permutation;
    unsigned char *violated, *enabled, *watched; /* by property */
    void (*put)(void *, uint64_t instance, uint32_t property); /* for firings that violate one; or NULL */
    void *put_data;
};

static void on_emit(struct expansion *x, uint64_t instance, const uint64_t *target, int moved)
{
    struct graph_marks *m = x->engine;
    (void)instance, (void)moved;
    memcpy(m->target, target, m->model->packed_words * sizeof *target);
    m->made = true;
}

static void on_violate(struct expansion *x, uint32_t property, uint64_t property_instance, enum model_where where, uint64_t instance)
{
    struct graph_marks *m = x->engine;
    (void)property_instance;
    m->violated[property] = 1;
    if (m->put && where == MODEL_IN_FIRING)
        m->put(m->put_data, instance, property);
}

static void on_cover(struct expansion *x, uint32_t property, uint64_t instance, enum model_where where, uint64_t rule)
{
    (void)x, (void)property, (void)instance, (void)where, (void)rule;
}

static int never(void *data)
{
    (void)data;
    return 0;
}

static void open(struct graph_marks *m, struct expansion *x)
{
    expansion_open(x, m->model, result_settings(m->options));
    x->source = m->source;
    x->emit = on_emit;
    x->violate = on_violate;
    x->cover = on_cover;
    x->engine = m;
    x->enabled = m->enabled;
    x->watch_cover = m->watched;
    x->stopped = never;
}

struct graph_marks *graph_marks_new(const struct model *model, const struct search_options *options)
{
    struct graph_marks *m = memory_zeroed(1, sizeof *m);
    m->model = model;
    m->options = options;
    m->source = memory_zeroed(model->packed_words, sizeof *m->source);
    m->target = memory_zeroed(model->packed_words, sizeof *m->target);
    m->scratch = memory_zeroed(model->packed_words, sizeof *m->scratch);
    m->permutation = memory_zeroed(groups_symmetry(model)->permutation_size, sizeof *m->permutation);
    m->violated = memory_zeroed(model->property_count, 1);
    m->watched = memory_zeroed(model->property_count, 1);
    m->enabled = memory_zeroed(model->property_count, 1);
    for (uint32_t i = 0; i < model->property_count; i++)
        m->enabled[i] = !options->enabled || options->enabled[i];
    open(m, &m->real);
    open(m, &m->canonical);
    return m;
}

void graph_marks_free(struct graph_marks *m)
{
    if (!m)
        return;
    expansion_close(&m->real);
    expansion_close(&m->canonical);
    free(m->source);
    free(m->target);
    free(m->scratch);
    free(m->permutation);
    free(m->violated);
    free(m->watched);
    free(m->enabled);
    free(m);
}

/* ---- what is violated ---- */

static void put_name(struct text *text, json_t *names, const char *name)
{
    if (text)
        text_format(text, "%s%s", text->length ? ", " : "", name);
    if (names)
        json_array_append_new(names, json_part_text(name));
}

void graph_marks_violated(struct graph_marks *m, const uint64_t *packed, struct text *text, json_t *names)
{
    unsigned some = 0;
    memcpy(m->source, packed, m->model->packed_words * sizeof *packed);
    memset(m->violated, 0, m->model->property_count);
    if (m->model->check(&m->real))
        m->model->expand(&m->real);
    for (uint32_t i = 0; i < m->model->property_count; i++)
        if (m->violated[i]) {
            put_name(text, names, m->model->properties[i].name);
            some++;
        }
    if (!some && m->options->deadlock != DEADLOCK_OFF)
        put_name(text, names, "deadlock");
}

void graph_marks_failing(struct graph_marks *m, const uint64_t *packed, void (*put)(void *, uint64_t instance, uint32_t property),
                         void *data)
{
    memcpy(m->source, packed, m->model->packed_words * sizeof *packed);
    m->put = put;
    m->put_data = data;
    m->model->expand(&m->real);
    m->put = NULL;
}

/* ---- which edges are of the quotient ---- */

static void put_value_name(struct text *text, const struct model_scalarset *set, const struct model_type *type, uint32_t element)
{
    if (type)
        value_scalar(text, type, type->low + (int64_t)element);
    else
        text_format(text, "%s %u", set->name, element + 1);
}

/* The type of that name somewhere in a type of the state, or NULL. */
static const struct model_type *find_type(const struct model_type *type, const char *name)
{
    const struct model_type *found = NULL;
    if (type->kind == MODEL_TYPE_SCALARSET && type->name && !strcmp(type->name, name))
        return type;
    if (type->kind == MODEL_TYPE_ARRAY)
        found = find_type(type->index, name);
    if (!found && (type->kind == MODEL_TYPE_ARRAY || type->kind == MODEL_TYPE_MULTISET))
        found = find_type(type->element, name);
    for (uint32_t i = 0; type->kind == MODEL_TYPE_RECORD && i < type->field_count && !found; i++)
        found = find_type(type->fields[i].type, name);
    return found;
}

static const struct model_type *type_named(const struct model *model, const char *name)
{
    const struct model_type *found = NULL;
    for (uint32_t i = 0; i < model->variable_count && !found; i++)
        found = find_type(model->variables[i].type, name);
    return found;
}

static void put_renaming(struct text *out, const struct graph_marks *m)
{
    const struct model_symmetry *group = groups_symmetry(m->model);
    for (uint32_t s = 0; s < group->scalarset_count; s++) {
        const struct model_scalarset *set = &group->scalarsets[s];
        const struct model_type *type = type_named(m->model, set->name);
        const uint16_t *names = m->permutation + rename_offset(m->model, s);
        for (uint32_t i = 0; set->reduced && i < set->size; i++) {
            if (names[i] == i)
                continue;
            text_put(out, out->length ? ", " : "");
            put_value_name(out, set, type, i);
            text_put(out, " becomes ");
            put_value_name(out, set, type, names[i]);
        }
    }
    if (!out->length)
        text_put(out, "messages in another order");
}

bool graph_marks_renamed(struct graph_marks *m, const uint64_t *from, uint64_t instance, const uint64_t *to, struct text *words)
{
    size_t bytes = m->model->packed_words * sizeof *to;
    if (from)
        memcpy(m->source, from, bytes);
    m->made = false;
    (from ? m->model->fire : m->model->start)(&m->real, instance);
    if (!m->made || !memcmp(m->target, to, bytes))
        return false;
    memset(m->permutation, 0, groups_symmetry(m->model)->permutation_size * sizeof *m->permutation);
    m->canonical.symmetry = m->options->symmetry;
    m->canonical.multiset_reduction = m->options->multiset_reduction;
    groups_canonicalise(m->model, &m->canonical, m->target, m->scratch, m->permutation);
    put_renaming(words, m);
    return true;
}
